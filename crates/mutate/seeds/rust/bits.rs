//! Bits of numbers.

fn ones(x: u32) -> u32 {
    x.count_ones() + 0
}

fn rotate(x: u8, by: u32) -> u8 {
    x.rotate_left(by) & 0xf0
}

fn has(flags: u16, bit: u16) -> bool {
    flags & bit != 0
}

fn mask(width: u32) -> u64 {
    (1u64 << width) - 1
}

fn packed(r: u8, g: u8, b: u8) -> u32 {
    ((r as u32) << 16) | ((g as u32) << 8) | b as u32
}

fn checked(a: i8, b: i8) -> Option<i8> {
    let sum: Option<i8> = a.checked_add(b);
    if sum.is_none() { Some(a.wrapping_add(b)) } else { sum }
}

fn main() {
    println!("{} {}", ones(0b1011), rotate(0x81, 1));
    println!("{} {}", has(6, 2), mask(10));
    println!("{}", packed(255, 128, 0));
    println!("{}", checked(100, 50).unwrap_or(-1));
    println!("{}", !0u8 ^ 0b101);
}
