//! Characters and strings.

fn is_vowel(c: char) -> bool {
    c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u'
}

fn shout(word: &str) -> String {
    let upper: String = word.to_uppercase();
    upper + "!"
}

fn greeting(name: &str, formal: bool) -> String {
    let start: &str = if formal { "Good day" } else { "Hi" };
    format!("{}, {}", start, name)
}

fn width(text: &str, padding: usize) -> usize {
    text.len() + 2 * padding
}

fn next(c: char) -> char {
    let code: u8 = c as u8 + 1;
    code as char
}

fn main() {
    let name: String = String::from("Ada");
    println!("{}", greeting("Ada", true));
    println!("{} {}", shout("hey"), is_vowel('e'));
    println!("{} {}", width("abc", 4), next('a'));
    if name.is_empty() {
        println!("nobody");
    }
    println!("{}", "ab".repeat(3));
}
