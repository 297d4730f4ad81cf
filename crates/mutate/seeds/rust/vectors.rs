//! Growing vectors.

fn evens(limit: u32) -> Vec<u32> {
    let mut found: Vec<u32> = Vec::new();
    for n in 0..limit {
        if n % 2 == 0 {
            found.push(n);
        }
    }
    found
}

fn total(values: &Vec<i64>) -> i64 {
    let mut sum: i64 = 0;
    for value in values.iter() {
        sum += *value;
    }
    sum
}

fn third(values: &Vec<i64>) -> i64 {
    values[2]
}

fn flags() -> Vec<bool> {
    vec![true, false, true]
}

fn main() {
    let list: Vec<i64> = vec![4, 5, 6];
    println!("{} {}", total(&list), third(&list));
    println!("{} {}", evens(10).len(), flags().is_empty());
    let zeros: Vec<u8> = vec![0u8; 4];
    println!("{}", zeros.len() + 1);
}
