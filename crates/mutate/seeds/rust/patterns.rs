//! Patterns of many forms.

fn classify(n: i32) -> &'static str {
    match n {
        0 => "zero",
        1 | 2 | 3 => "few",
        x if x < 0 => "negative",
        4..=99 => "many",
        _ => "lots",
    }
}

fn quadrant(point: (i32, i32)) -> u8 {
    match point {
        (x, y) if x > 0 && y > 0 => 1,
        (x, y) if x < 0 && y > 0 => 2,
        (0, _) | (_, 0) => 0,
        _ => 3,
    }
}

fn head(values: &[i32]) -> i32 {
    match values {
        [] => -1,
        [only] => *only,
        [first, .., last] => *first + *last,
    }
}

fn bound(n: u8) -> u8 {
    match n {
        small @ 0..=9 => small + 1,
        other => other / 10,
    }
}

fn main() {
    println!("{} {}", classify(2), classify(-4));
    println!("{} {}", quadrant((3, 4)), head(&[5, 6, 7]));
    println!("{}", bound(42) + bound(7));
}
