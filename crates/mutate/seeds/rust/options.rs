//! Optional values.

fn divide(a: i32, b: i32) -> Option<i32> {
    if b == 0 { None } else { Some(a / b) }
}

fn or_zero(value: Option<i32>) -> i32 {
    match value {
        Some(n) => n,
        None => 0,
    }
}

fn doubled(value: Option<u8>) -> Option<u8> {
    if let Some(n) = value {
        return Some(n * 2);
    }
    None
}

fn describe(value: Option<char>) -> bool {
    value.is_some() && value.unwrap() == 'z'
}

fn main() {
    let half: Option<i32> = divide(7, 2);
    println!("{}", or_zero(half) + or_zero(divide(1, 0)));
    println!("{}", doubled(Some(21)).unwrap_or(1));
    println!("{}", describe(Some('q')));
    if let Some(n) = divide(9, 3) {
        println!("{}", n + 1);
    }
}
