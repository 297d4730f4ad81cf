//! Structures that borrow.

struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    fn new(text: &'a str) -> Words<'a> {
        Words { text, at: 0 }
    }

    fn take(&mut self, count: usize) -> &'a str {
        let end: usize = (self.at + count).min(self.text.len());
        let word: &'a str = &self.text[self.at..end];
        self.at = end;
        word
    }
}

fn longest<'a>(a: &'a str, b: &'a str) -> &'a str {
    if a.len() >= b.len() { a } else { b }
}

fn named(short: bool) -> &'static str {
    if short { "x" } else { "a long name" }
}

fn main() {
    let mut words = Words::new("abcdef");
    println!("{} {}", words.take(2), words.take(3));
    println!("{} {}", longest("ab", "abc"), named(false));
}
