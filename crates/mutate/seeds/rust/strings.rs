//! Building and looking at texts.

fn join(parts: &[&str], separator: &str) -> String {
    let mut out: String = String::new();
    for (i, part) in parts.iter().enumerate() {
        if i > 0 {
            out.push_str(separator);
        }
        out.push_str(part);
    }
    out
}

fn is_palindrome(text: &str) -> bool {
    let forward: Vec<char> = text.chars().collect();
    let mut left: usize = 0;
    let mut right: usize = forward.len();
    while left + 1 < right {
        right -= 1;
        if forward[left] != forward[right] {
            return false;
        }
        left += 1;
    }
    true
}

fn initials(first: char, last: char) -> String {
    format!("{}.{}.", first.to_ascii_uppercase(), last)
}

fn main() {
    println!("{}", join(&["a", "b"], ", "));
    println!("{} {}", is_palindrome("noon"), initials('j', 'D'));
    let empty: String = String::new();
    println!("{}", empty.len() == 0 && empty.is_empty());
    assert_eq!(join(&[], "-").len(), 0usize);
}
