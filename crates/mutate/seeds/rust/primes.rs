//! The sieve of Eratosthenes.

fn sieve(limit: usize) -> Vec<bool> {
    let mut prime: Vec<bool> = vec![true; limit + 1];
    prime[0] = false;
    prime[1] = false;
    let mut n: usize = 2;
    while n * n <= limit {
        if prime[n] {
            let mut multiple: usize = n * n;
            while multiple <= limit {
                prime[multiple] = false;
                multiple += n;
            }
        }
        n += 1;
    }
    prime
}

fn is_prime(n: u64) -> bool {
    if n < 2 {
        return false;
    }
    let mut divisor: u64 = 2;
    while divisor * divisor <= n {
        if n % divisor == 0 {
            return false;
        }
        divisor += 1;
    }
    true
}

fn main() {
    let found: Vec<bool> = sieve(30);
    println!("{} {}", found[29], is_prime(97));
    println!("{}", found.len() - 1);
}
