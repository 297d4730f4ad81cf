//! Generic functions and types.

#[derive(Clone)]
struct Pair<T> {
    first: T,
    second: T,
}

impl<T: PartialOrd + Copy> Pair<T> {
    fn largest(&self) -> T {
        if self.first > self.second { self.first } else { self.second }
    }
}

fn twice<T: Clone>(value: T) -> (T, T) {
    (value.clone(), value)
}

fn length_of<T>(items: &[T], extra: usize) -> usize {
    items.len() + extra
}

fn zip_with<A, B, C>(a: A, b: B, f: impl Fn(A, B) -> C) -> C {
    f(a, b)
}

fn main() {
    let pair = Pair { first: 3u8, second: 9u8 };
    println!("{}", pair.largest());
    println!("{}", Pair { first: 1.5f64, second: 0.5 }.largest());
    let (a, b) = twice(7i32);
    println!("{} {}", a + b, length_of(&[1u8, 2], 3));
    println!("{}", zip_with(2i64, 3i64, |x: i64, y: i64| x * y));
}
