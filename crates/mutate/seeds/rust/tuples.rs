//! Tuples, made and taken apart.

fn swap(pair: (i32, bool)) -> (bool, i32) {
    let (number, flag) = pair;
    (flag, number)
}

fn bounds(a: i32, b: i32) -> (i32, i32) {
    if a < b { (a, b) } else { (b, a) }
}

fn area(size: (u32, u32)) -> u32 {
    size.0 * size.1
}

fn nested() -> ((u8, char), f64) {
    let inner: (u8, char) = (7, 'x');
    (inner, 0.5)
}

fn main() {
    let point: (i32, bool) = (3, false);
    let (flag, number) = swap(point);
    let (low, high) = bounds(number, -2);
    println!("{} {} {}", flag, low, high);
    println!("{}", area((6, 7)));
    let ((byte, letter), half) = nested();
    println!("{} {} {}", byte, letter, half);
}
