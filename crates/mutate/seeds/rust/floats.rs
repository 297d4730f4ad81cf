//! Floating-point numbers.

fn hypotenuse(a: f64, b: f64) -> f64 {
    (a * a + b * b).sqrt()
}

fn mean(values: [f64; 4]) -> f64 {
    let sum: f64 = values[0] + values[1] + values[2] + values[3];
    sum / 4.0
}

fn celsius(fahrenheit: f32) -> f32 {
    (fahrenheit - 32.0) * 5.0 / 9.0
}

fn is_close(a: f64, b: f64) -> bool {
    let difference: f64 = (a - b).abs();
    difference < 1e-9 || a == b
}

fn rounded(x: f64) -> i64 {
    x.round() as i64
}

fn main() {
    let side: f64 = hypotenuse(3.0, 4.0);
    let cold: f32 = celsius(14.0);
    println!("{} {}", side, cold);
    println!("{}", mean([1.0, 2.0, 3.5, 4.25]));
    println!("{} {}", is_close(0.1 + 0.2, 0.3), rounded(2.5f64));
    let zero: f64 = 0.0;
    assert!(!(side / zero).is_nan());
}
