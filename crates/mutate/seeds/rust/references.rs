//! References and what is behind them.

fn increment(x: &mut i32, by: i32) {
    *x += by;
}

fn larger<'a>(a: &'a i32, b: &'a i32) -> &'a i32 {
    if *a > *b { a } else { b }
}

fn length(text: &String) -> usize {
    text.len()
}

fn reset(values: &mut [u8; 4], to: u8) {
    values[0] = to;
    values[3] = to + 1;
}

fn main() {
    let mut count: i32 = 5;
    increment(&mut count, 3);
    let other: i32 = 7;
    println!("{}", *larger(&count, &other) + 1);
    let text: String = String::from("abc");
    println!("{}", length(&text) * 2);
    let mut bytes: [u8; 4] = [1, 2, 3, 4];
    reset(&mut bytes, 9);
    println!("{} {}", bytes[0], bytes[3]);
}
