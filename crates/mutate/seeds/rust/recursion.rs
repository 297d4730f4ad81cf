//! Functions that call themselves and each other.

fn fibonacci(n: u32) -> u64 {
    if n < 2 { n as u64 } else { fibonacci(n - 1) + fibonacci(n - 2) }
}

fn is_even(n: u32) -> bool {
    if n == 0 { true } else { is_odd(n - 1) }
}

fn is_odd(n: u32) -> bool {
    if n == 0 { false } else { is_even(n - 1) }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn power(base: i64, exponent: u32) -> i64 {
    match exponent {
        0 => 1,
        n if n % 2 == 0 => power(base * base, n / 2),
        n => base * power(base, n - 1),
    }
}

fn hanoi(discs: u32, from: char, to: char, spare: char) -> u32 {
    if discs == 0 {
        return 0;
    }
    hanoi(discs - 1, from, spare, to) + 1 + hanoi(discs - 1, spare, to, from)
}

fn main() {
    println!("{} {}", fibonacci(10), is_even(7));
    println!("{} {}", gcd(48, 18), power(3, 5));
    println!("{}", hanoi(3, 'a', 'b', 'c'));
}
