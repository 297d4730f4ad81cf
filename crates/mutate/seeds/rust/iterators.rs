//! Iterators and adaptors.

struct Countdown {
    left: u32,
}

impl Iterator for Countdown {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        Some(self.left)
    }
}

fn squares(limit: i32) -> Vec<i32> {
    (0..limit).map(|n: i32| n * n).filter(|n: &i32| *n % 3 != 1).collect()
}

fn dot(a: [i64; 3], b: [i64; 3]) -> i64 {
    let mut sum: i64 = 0;
    for i in 0..3usize {
        sum += a[i] * b[i];
    }
    sum
}

fn main() {
    let total: u32 = Countdown { left: 4 }.sum();
    println!("{} {}", total, squares(6).len());
    println!("{}", dot([1, 2, 3], [4, 5, 6]) - 2);
}
