//! How the behaviour of a program differs from the right one, in words that hold for
//! other programs with the same bug: not which value was printed, but how it is wrong.
//! A number that is right modulo 2^8 was not narrowed, a floating-point number that is
//! wrong in its last digits was rounded at another place, an exception where a value
//! should be comes from something else again.

use std::iter::Peekable;
use std::str::Chars;

use case::Behaviour;

/// The first difference between what a program does and what is right.
pub(crate) fn difference(right: &Behaviour, seen: &Behaviour) -> String {
    let (mut right_lines, mut seen_lines) = (right.stdout.lines(), seen.stdout.lines());
    loop {
        return match (right_lines.next(), seen_lines.next()) {
            (Some(right), Some(seen)) if right == seen => continue,
            (Some(right), Some(seen)) => format!("prints {}", in_line(right, seen)),
            (Some(_), None) => format!("prints too little and ends with {}", seen.exit),
            (None, Some(_)) => "prints too much".to_owned(),
            (None, None) if right.exit == seen.exit => "prints other blanks".to_owned(),
            (None, None) => format!("ends with {} instead of {}", seen.exit, right.exit),
        };
    }
}

/// The first difference between two lines.
fn in_line(right: &str, seen: &str) -> String {
    let (mut right, mut seen) = (Tokens::of(right), Tokens::of(seen));
    loop {
        match (right.next(), seen.next()) {
            (None, None) => return "other blanks".to_owned(),
            (right, seen) if right == seen => {}
            (Some(Token::Integer(right)), Some(Token::Integer(seen))) => {
                return integers(&right, &seen).to_owned();
            }
            (Some(Token::Float(right)), Some(Token::Float(seen))) => {
                return floats(&right, &seen).to_owned();
            }
            (right, seen) => {
                let (right, seen) = (in_words(right.as_ref()), in_words(seen.as_ref()));
                return match right == seen {
                    true => format!("another {}", right.trim_start_matches(['a', 'n', ' '])),
                    false => format!("{seen} instead of {right}"),
                };
            }
        }
    }
}

fn integers(right: &str, seen: &str) -> &'static str {
    let (Ok(right), Ok(seen)) = (right.parse::<i128>(), seen.parse::<i128>()) else {
        return "another integer";
    };
    match right.checked_sub(seen) {
        None => "another integer",
        Some(1 | -1) => "an integer that is wrong by one",
        Some(_) if right.checked_neg() == Some(seen) => "an integer with the wrong sign",
        Some(by) => match by.trailing_zeros() {
            64.. => "an integer that is right modulo 2^64",
            32.. => "an integer that is right modulo 2^32",
            16.. => "an integer that is right modulo 2^16",
            8.. => "an integer that is right modulo 2^8",
            _ => "another integer",
        },
    }
}

fn floats(right: &str, seen: &str) -> &'static str {
    let (Ok(right), Ok(seen)) = (right.parse::<f64>(), seen.parse::<f64>()) else {
        return "another floating-point number";
    };
    if right == 0.0 && seen == 0.0 {
        match seen.is_sign_negative() {
            true => "a negative zero instead of a positive one",
            false => "a positive zero instead of a negative one",
        }
    } else if right == -seen {
        "a floating-point number with the wrong sign"
    } else if (right - seen).abs() <= 1e-12 * right.abs() {
        "a floating-point number that is wrong in its last digits"
    } else {
        "another floating-point number"
    }
}

/// A piece of a line that is one value, or stands between values.
#[derive(Debug, PartialEq, Eq)]
enum Token {
    Integer(String),
    Float(String),
    /// A text or character in quotes.
    Quoted(String),
    /// A name.
    Word(String),
    Symbol(char),
}

/// What a token is. Of words those stay that are not names of the program at hand: the
/// Booleans, and what begins with a small letter.
fn in_words(token: Option<&Token>) -> String {
    match token {
        None => "nothing more".to_owned(),
        Some(Token::Integer(_)) => "an integer".to_owned(),
        Some(Token::Float(_)) => "a floating-point number".to_owned(),
        Some(Token::Quoted(_)) => "a quoted text".to_owned(),
        Some(Token::Word(word)) if matches!(&word[..], "True" | "False") => word.clone(),
        Some(Token::Word(word)) if word.starts_with(char::is_lowercase) => word.clone(),
        Some(Token::Word(_)) => "a constructor".to_owned(),
        Some(Token::Symbol(symbol)) => symbol.to_string(),
    }
}

struct Tokens<'a>(Peekable<Chars<'a>>);

impl<'a> Tokens<'a> {
    fn of(line: &'a str) -> Tokens<'a> {
        Tokens(line.chars().peekable())
    }

    /// The characters as long as they belong, after `text`.
    fn take_while(&mut self, mut text: String, belongs: impl Fn(&str, char) -> bool) -> String {
        while let Some(&next) = self.0.peek() {
            if !belongs(&text, next) {
                break;
            }
            text.push(next);
            self.0.next();
        }
        text
    }

    /// A number that begins with this; a sign may follow the `e` of an exponent.
    fn number(&mut self, begin: String) -> Token {
        let text = self.take_while(begin, |text, next| {
            next.is_ascii_digit() || matches!(next, '.' | 'e') || next == '-' && text.ends_with('e')
        });
        match text.contains(['.', 'e']) {
            true => Token::Float(text),
            false => Token::Integer(text),
        }
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        let first = self.0.find(|c| !c.is_whitespace())?;
        Some(match first {
            '0'..='9' => self.number(first.to_string()),
            '-' if self.0.peek().is_some_and(char::is_ascii_digit) => self.number("-".to_owned()),
            // Some languages put negative numbers into parentheses where others need none.
            '(' if self.0.peek() == Some(&'-') => {
                self.0.next();
                let number = self.number("-".to_owned());
                self.0.next_if_eq(&')');
                number
            }
            '"' | '\'' => {
                let mut text = String::new();
                while let Some(next) = self.0.next().filter(|next| *next != first) {
                    text.push(next);
                    if next == '\\' {
                        text.extend(self.0.next());
                    }
                }
                Token::Quoted(text)
            }
            c if c.is_alphabetic() => {
                let word = self.take_while(c.to_string(), |_, next| {
                    next.is_alphanumeric() || matches!(next, '_' | '\'')
                });
                match &word[..] {
                    "NaN" | "Infinity" => Token::Float(word),
                    _ => Token::Word(word),
                }
            }
            symbol => Token::Symbol(symbol),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_named_without_values() {
        for (right, seen, expected) in [
            ("1\n[3,128]", "1\n[3,-128]", "an integer with the wrong sign"),
            ("Just 255", "Just (-1)", "an integer that is right modulo 2^8"),
            ("4294967295", "-1", "an integer that is right modulo 2^32"),
            ("18446744073709551615", "-1", "an integer that is right modulo 2^64"),
            ("(7,1)", "(8,1)", "an integer that is wrong by one"),
            ("17", "40", "another integer"),
            ("1.0e-4", "1.0000000000000002e-4", LAST_DIGITS),
            ("0.0", "-0.0", "a negative zero instead of a positive one"),
            ("-0.0", "0.0", "a positive zero instead of a negative one"),
            ("1.5", "-1.5", "a floating-point number with the wrong sign"),
            ("NaN", "1.5", "another floating-point number"),
            ("[Red,Blue]", "[Red,Plain]", "another constructor"),
            ("(True,3)", "(False,3)", "False instead of True"),
            ("Wide {width = 3}", "raised", "raised instead of a constructor"),
            ("[1,2]", "[1]", "] instead of ,"),
            ("\"a\\\"b\"", "\"ab\"", "another quoted text"),
            ("3", "3 4", "an integer instead of nothing more"),
            ("(3 :+: 4)", "(3 :*: 4)", "* instead of +"),
        ] {
            let (right, seen) = (Behaviour::prints(right), Behaviour::prints(seen));
            assert_eq!(difference(&right, &seen), format!("prints {expected}"));
        }
    }

    const LAST_DIGITS: &str = "a floating-point number that is wrong in its last digits";

    #[test]
    fn ends_are_told_apart() {
        let right = Behaviour::raises("1\n2\n", "ErrorCall");
        for (seen, expected) in [
            (Behaviour::prints("1\n2\n"), "ends with exit status 0 instead of exception ErrorCall"),
            (
                Behaviour::raises("1\n", "ArithException"),
                "prints too little and ends with exception ArithException",
            ),
            (Behaviour::prints("1\n2\n3\n"), "prints too much"),
            (Behaviour::raises("1\n2", "ErrorCall"), "prints other blanks"),
        ] {
            assert_eq!(difference(&right, &seen), expected);
        }
    }
}
