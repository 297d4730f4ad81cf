//! Maps by key.

use std::collections::HashMap;

fn count(words: &[&str]) -> HashMap<String, usize> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for word in words {
        *counts.entry(word.to_string()).or_insert(0) += 1;
    }
    counts
}

fn score(ages: &HashMap<u8, i32>, key: u8) -> i32 {
    match ages.get(&key) {
        Some(found) => *found + 1,
        None => -1,
    }
}

fn main() {
    let counts = count(&["a", "b", "a"]);
    println!("{}", counts.len() == 2);
    let mut ages: HashMap<u8, i32> = HashMap::new();
    ages.insert(1, 30);
    ages.insert(2, 40 + 2);
    let total: i32 = score(&ages, 1) + score(&ages, 9);
    println!("{} {}", total, ages.contains_key(&2));
}
