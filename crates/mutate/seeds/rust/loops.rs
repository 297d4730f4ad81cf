//! Loops of every kind.

fn factorial(n: u64) -> u64 {
    let mut result: u64 = 1;
    for i in 1..=n {
        result *= i;
    }
    result
}

fn collatz(start: u64) -> u32 {
    let mut n: u64 = start;
    let mut steps: u32 = 0;
    while n != 1 {
        n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
        steps += 1;
    }
    steps
}

fn search(limit: i32) -> i32 {
    let mut at: i32 = 0;
    let found: i32 = loop {
        at += 1;
        if at * at > limit {
            break at;
        }
    };
    found
}

fn grid(n: usize) -> usize {
    let mut seen: usize = 0;
    'outer: for row in 0..n {
        for column in 0..n {
            if row + column > 5 {
                continue 'outer;
            }
            seen += 1;
        }
    }
    seen
}

fn main() {
    println!("{} {}", factorial(5), collatz(27));
    println!("{} {}", search(50), grid(4));
}
