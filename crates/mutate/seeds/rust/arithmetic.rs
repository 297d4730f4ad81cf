//! Whole numbers of every width.

fn widen(a: u8, b: u16) -> u32 {
    let sum: u32 = a as u32 + b as u32;
    sum * 2 + 1
}

fn narrow(x: i64) -> i8 {
    let low: i64 = x & 0x7f;
    low as i8
}

fn mixed(a: i32, b: i32) -> i32 {
    let product: i32 = a * b - (a + b) % 7;
    if product > 100 { product / 3 } else { -product }
}

fn shifted(bits: u32, by: u32) -> u32 {
    (bits << by) | (bits >> 3) ^ 0b1010
}

fn sizes(n: usize) -> isize {
    let half: usize = n / 2;
    half as isize - 1
}

fn main() {
    let big: u64 = 1_000_000;
    let small: u128 = 5u128 + 7;
    let negative: i128 = -12;
    println!("{} {} {}", widen(3, 400), narrow(300), mixed(4, -5));
    println!("{} {} {}", shifted(6, 2), sizes(9), big + 1);
    println!("{} {}", small * 2, negative - 1);
}
