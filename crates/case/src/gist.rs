//! Messages without what belongs to one program, for the signatures of buckets.

/// How long a gist may be, in characters.
const LENGTH: usize = 200;

/// The gist of a compiler's diagnostic: quoted pieces, qualified names and names
/// with type arguments become `_`, numbers become `#`, and only the first line
/// counts.
pub fn gist(message: &str) -> String {
    let mut words: Vec<&str> = Vec::new();
    for word in first_line(message).split_whitespace() {
        let word = if is_name(word) { "_" } else { word };
        if word != "_" || words.last() != Some(&"_") {
            words.push(word);
        }
    }
    without_values(&words.join(" "))
}

/// The gist of what a compiler or runtime says about a crash of its own. Unlike
/// those of a diagnostic, its qualified names are the compiler's and stay.
pub fn crash_gist(message: &str) -> String {
    without_values(first_line(message).trim())
}

fn first_line(message: &str) -> &str {
    message.lines().next().unwrap_or("")
}

/// Whether a word is the qualified name of a type or member (`java.util.List`,
/// `Map#get(Object)`) or has type arguments.
fn is_name(word: &str) -> bool {
    let qualified = word.split('.').collect::<Vec<_>>().windows(2).any(|pair| {
        pair[0].ends_with(char::is_alphanumeric) && pair[1].starts_with(char::is_alphabetic)
    });
    let quoted = word.contains(['`', '\'', '"', '‘']);
    !quoted && (qualified || word.contains(['#', '<']))
}

/// The text with `_` for quoted pieces and `#` for numbers.
fn without_values(text: &str) -> String {
    let mut gist = String::new();
    let mut rest = text.chars();
    let mut last = None;
    for _ in 0..LENGTH {
        let Some(c) = rest.next() else { break };
        let kept = match c {
            '`' | '\'' | '"' | '‘' => {
                let close = if c == '‘' { '’' } else { c };
                // An apostrophe inside a word opens nothing.
                let in_word = c == '\'' && last.is_some_and(char::is_alphanumeric);
                match rest.as_str().split_once(close) {
                    Some((_, after)) if !in_word => {
                        rest = after.chars();
                        '_'
                    }
                    _ => c,
                }
            }
            '0'..='9' => {
                let (number, is_digit): (_, fn(&char) -> bool) =
                    match rest.as_str().strip_prefix('x').filter(|_| c == '0') {
                        Some(hexadecimal) => (hexadecimal, char::is_ascii_hexdigit),
                        None => (rest.as_str(), char::is_ascii_digit),
                    };
                rest = number.trim_start_matches(|c| is_digit(&c)).chars();
                '#'
            }
            c => c,
        };
        gist.push(kept);
        last = Some(kept);
    }
    gist
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagnostic_loses_names_and_numbers() {
        for (message, expected) in [
            (
                "mismatched types: expected `Vec<u8>`, found `i32`",
                "mismatched types: expected _, found _",
            ),
            ("line 12: can't find \"x\"", "line #: can't find _"),
            ("no method ‘foo’ in p17", "no method _ in p#"),
            ("first\nsecond", "first"),
            ("an unclosed ` stays", "an unclosed ` stays"),
            ("the byte 0xFf and 10 others", "the byte # and # others"),
            (
                "Cannot find java.util.Map<java.lang.String, Integer> put(int). Please check.",
                "Cannot find _ Integer> put(int). Please check.",
            ),
            (
                "Cannot call Graph#remove(A<? extends B>) with [A <B>]",
                "Cannot call _ extends B>) with [A _",
            ),
        ] {
            assert_eq!(gist(message), expected);
        }
        assert_eq!(gist(&"word ".repeat(100)).chars().count(), LENGTH);
    }

    #[test]
    fn a_crash_keeps_the_names_of_the_compiler() {
        for (message, expected) in [
            ("Fatal error: Ctype.expand x/234\n", "Fatal error: Ctype.expand x/#"),
            ("called `Option::unwrap()` on a `None` value", "called _ on a _ value"),
            ("index out of range [5] with length 0x1f", "index out of range [#] with length #"),
        ] {
            assert_eq!(crash_gist(message), expected);
        }
    }
}
