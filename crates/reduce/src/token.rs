//! Programs as tokens, for all languages alike.
//!
//! The lexer knows comments, literals, names and brackets, and nothing else of a
//! language. Each token remembers how it was set apart from the one before, so that
//! languages in which layout counts survive, and on which line of the first program
//! it stood. Comments are dropped.

use case::Language;

/// A token, and how it is set apart from the one before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) text: String,
    pub(crate) kind: Kind,
    pub(crate) gap: Gap,
    /// The line of the first program that it comes from, counted from 1.
    pub(crate) line: u32,
    /// Which of the tokens of that program it is, or whose place it takes.
    pub(crate) place: usize,
}

/// What stands between a token and the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gap {
    /// Nothing.
    None,
    /// Blanks.
    Space,
    /// The end of a line, and this indentation.
    Line(usize),
}

/// What a token is, as far as that can be told without a grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A name or a keyword.
    Word,
    Number,
    /// A string or a character.
    Text,
    Open,
    Close,
    /// A comma or semicolon.
    Separator,
    /// Everything else.
    Symbol,
}

/// What the lexer must know of a language.
struct Lexicon {
    line_comment: &'static [&'static str],
    block_comment: Option<(&'static str, &'static str)>,
    /// Whether a quote is a part of a name (`x'`).
    prime: bool,
    /// Whether a quote may begin a name (`'a`).
    tick: bool,
}

fn lexicon(language: Language) -> Lexicon {
    let c = Lexicon {
        line_comment: &["//"],
        block_comment: Some(("/*", "*/")),
        prime: false,
        tick: false,
    };
    match language {
        Language::Rust => Lexicon { tick: true, ..c },
        Language::Haskell => Lexicon {
            line_comment: &["--"],
            block_comment: Some(("{-", "-}")),
            prime: true,
            tick: false,
        },
        Language::OCaml => Lexicon {
            line_comment: &[],
            block_comment: Some(("(*", "*)")),
            prime: true,
            tick: true,
        },
        Language::Crystal => Lexicon { line_comment: &["#"], block_comment: None, ..c },
        Language::Java
        | Language::Kotlin
        | Language::Scala
        | Language::Groovy
        | Language::Go
        | Language::Flix
        | Language::Swift => c,
        // What is a comment in a language of the user's is not known.
        Language::SystemF | Language::User(_) => {
            Lexicon { line_comment: &[], block_comment: None, prime: true, tick: false }
        }
    }
}

/// Operators that are one token. `>>` is not among them: it closes two lists of
/// type arguments.
const OPERATORS: &[&str] = &[
    "...", "..=", "..<", "===", "!==", "<-", "->", "=>", "<=", ">=", "==", "!=", "&&", "||", "::",
    "..", ":=", "+=", "-=", "*=", "/=", "|>", "?:", "?.", "!!", "++", "--", "=:=", "<:", ":>",
    "/\\",
];

/// The tokens of a program.
pub(crate) fn tokens(language: Language, source: &str) -> Vec<Token> {
    let lexicon = lexicon(language);
    let mut tokens: Vec<Token> = Vec::new();
    let mut rest = source;
    let mut line = 1;
    let mut column = 0;
    let mut gap = Gap::Line(0);
    while let Some(c) = rest.chars().next() {
        let taken =
            if c.is_whitespace() { c.len_utf8() } else { comment(&lexicon, rest).unwrap_or(0) };
        if taken > 0 {
            let (skipped, after) = rest.split_at(taken);
            match skipped.rfind('\n') {
                Some(end) => {
                    line += skipped.matches('\n').count() as u32;
                    column = skipped.len() - end - 1;
                    gap = Gap::Line(column);
                }
                None => {
                    column += skipped.chars().count();
                    gap = match gap {
                        Gap::Line(_) => Gap::Line(column),
                        Gap::None | Gap::Space => Gap::Space,
                    };
                }
            }
            rest = after;
            continue;
        }
        let (length, kind) = token(language, &lexicon, rest);
        let (text, after) = rest.split_at(length);
        let place = tokens.len();
        tokens.push(Token { text: text.to_owned(), kind, gap, line, place });
        line += text.matches('\n').count() as u32;
        column += text.chars().count();
        gap = Gap::None;
        rest = after;
    }
    tokens
}

/// The length of the comment that a text begins with.
fn comment(lexicon: &Lexicon, text: &str) -> Option<usize> {
    if let Some((open, close)) = lexicon.block_comment
        && text.starts_with(open)
        // A pragma of Haskell is no comment.
        && !text.starts_with("{-#")
    {
        return Some(
            text[open.len()..].find(close).map_or(text.len(), |at| open.len() + at + close.len()),
        );
    }
    let starts = lexicon.line_comment.iter().any(|mark| text.starts_with(mark));
    // `-->` and the like are operators of Haskell.
    let dashes = text.trim_start_matches('-');
    let operator = text.starts_with("--") && dashes.starts_with(['>', '|', '<']);
    (starts && !operator).then(|| text.find('\n').unwrap_or(text.len()))
}

/// The length and kind of the token that a text begins with.
fn token(language: Language, lexicon: &Lexicon, text: &str) -> (usize, Kind) {
    let first = text.chars().next().expect("there is a character");
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || (lexicon.prime && c == '\'');
    let name = |text: &str| text.find(|c| !is_name(c)).unwrap_or(text.len());
    if text.starts_with("{-#") {
        return (text.find("#-}").map_or(text.len(), |at| at + 3), Kind::Text);
    }
    if first.is_ascii_digit() {
        let mut end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
        let fraction = text[end..].strip_prefix('.').unwrap_or("");
        if fraction.starts_with(|c: char| c.is_ascii_digit()) {
            let digits = |c: char| !c.is_alphanumeric() && c != '_';
            end += 1 + fraction.find(digits).unwrap_or(fraction.len());
        }
        return (end, Kind::Number);
    }
    if first.is_alphabetic() || first == '_' {
        // A raw string of Rust.
        if language == Language::Rust
            && let Some(hashes) = text.strip_prefix('r').and_then(|rest| rest.split('"').next())
            && hashes.chars().all(|c| c == '#')
            && text[1 + hashes.len()..].starts_with('"')
        {
            let close = format!("\"{hashes}");
            let start = 2 + hashes.len();
            let end = text[start..].find(&close).map_or(text.len(), |at| start + at + close.len());
            return (end, Kind::Text);
        }
        return (name(text), Kind::Word);
    }
    match first {
        '"' if text.starts_with("\"\"\"") => {
            let end = text[3..].find("\"\"\"").map_or(text.len(), |at| at + 6);
            (end, Kind::Text)
        }
        '"' => (quoted(text, '"').unwrap_or(1), Kind::Text),
        '`' => match quoted(text, '`') {
            Some(length) => (length, Kind::Word),
            None => (1, Kind::Symbol),
        },
        '\'' => {
            let mut after = text[1..].chars();
            let character = match after.next() {
                Some('\\') => true,
                Some(_) => after.next() == Some('\''),
                None => false,
            };
            let word = name(&text[1..]);
            match quoted(text, '\'') {
                Some(length) if character || !lexicon.tick => (length, Kind::Text),
                _ if lexicon.tick && word > 0 => (1 + word, Kind::Word),
                _ => (1, Kind::Symbol),
            }
        }
        '(' | '[' | '{' => (1, Kind::Open),
        ')' | ']' | '}' => (1, Kind::Close),
        ',' | ';' => (1, Kind::Separator),
        _ => {
            let operator = OPERATORS.iter().filter(|operator| text.starts_with(**operator));
            let length = operator.map(|operator| operator.len()).max();
            (length.unwrap_or(first.len_utf8()), Kind::Symbol)
        }
    }
}

/// The length of a literal between quotes, on one line.
fn quoted(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return None,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return Some(at + c.len_utf8()),
            _ => {}
        }
    }
    None
}

/// The text of some tokens, as they are set.
pub(crate) fn print(tokens: &[Token]) -> String {
    let mut text = String::new();
    for (position, token) in tokens.iter().enumerate() {
        match token.gap {
            _ if position == 0 => {}
            Gap::None => {}
            Gap::Space => text.push(' '),
            Gap::Line(indent) => {
                text.push('\n');
                text.extend(std::iter::repeat_n(' ', indent));
            }
        }
        text.push_str(&token.text);
    }
    text.push('\n');
    text
}

/// How many tokens a program has.
pub fn size(language: Language, source: &str) -> usize {
    tokens(language, source).len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(language: Language, source: &str, expected: &[&str]) {
        let found = tokens(language, source);
        assert_eq!(found.iter().map(|token| &token.text[..]).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn tokens_of_many_languages() {
        check(
            Language::Rust,
            "fn f<'a>(x: &'a str) -> char { 'b' } // end\n/* no */ r#\"a\"b\"# 1.5 0..2",
            &[
                "fn",
                "f",
                "<",
                "'a",
                ">",
                "(",
                "x",
                ":",
                "&",
                "'a",
                "str",
                ")",
                "->",
                "char",
                "{",
                "'b'",
                "}",
                "r#\"a\"b\"#",
                "1.5",
                "0",
                "..",
                "2",
            ],
        );
        check(
            Language::Haskell,
            "{-# LANGUAGE GADTs #-}\nf x' = x' --> y -- end\n{- no -}",
            &["{-# LANGUAGE GADTs #-}", "f", "x'", "=", "x'", "--", ">", "y"],
        );
        check(
            Language::OCaml,
            "(* no *) let f (x : 'a) = 'c'",
            &["let", "f", "(", "x", ":", "'a", ")", "=", "'c'"],
        );
        check(Language::Crystal, "x = \"a\\\"b\" # end", &["x", "=", "\"a\\\"b\""]);
        check(Language::Groovy, "def s = 'abc'", &["def", "s", "=", "'abc'"]);
        check(
            Language::Kotlin,
            "`a b` \"\"\"x\ny\"\"\" 'z",
            &["`a b`", "\"\"\"x\ny\"\"\"", "'", "z"],
        );
        check(Language::User("mine"), "# // \"open", &["#", "/", "/", "\"", "open"]);
    }

    #[test]
    fn literals_comments_and_operators_at_their_ends() {
        use Language::{Crystal, Go, Haskell, Java, Kotlin, OCaml, Rust, Scala, SystemF};
        // Quotes: characters, lifetimes, primes, and those that are not closed.
        check(
            Rust,
            r"'\'' '\n' 'é' 'a 'ab' ' '",
            &[r"'\''", r"'\n'", "'é'", "'a", "'ab", "' '", "'"],
        );
        check(Java, r#"'a' "\\" "x"#, &["'a'", r#""\\""#, "\"", "x"]);
        check(OCaml, "x' 'a 'b'", &["x'", "'a", "'b'"]);
        check(Haskell, "f' 'x' a'b", &["f'", "'x'", "a'b"]);
        check(Scala, "'x' 'yy", &["'x'", "'", "yy"]);
        check(Go, "`raw` `open", &["`raw`", "`", "open"]);
        check(Go, "\"a\nb", &["\"", "a", "b"]);
        check(Kotlin, "\"\"\"open", &["\"\"\"open"]);
        // Raw strings, and names that begin like one.
        check(
            Rust,
            "r\"a\\\" r##\"x\"#y\"## r#fn raw",
            &["r\"a\\\"", "r##\"x\"#y\"##", "r", "#", "fn", "raw"],
        );
        check(Rust, "r\"open", &["r\"open"]);
        check(Java, "r\"a\"", &["r", "\"a\""]);
        // Numbers.
        check(
            Rust,
            "1_000u8 0xFF 1.5e3 1.f() 1..2 2.5.x",
            &["1_000u8", "0xFF", "1.5e3", "1", ".", "f", "(", ")", "1", "..", "2", "2.5", ".", "x"],
        );
        // Comments.
        check(Rust, "a//b\nc/*d*/e/*f", &["a", "c", "e"]);
        check(Rust, "a //", &["a"]);
        check(Haskell, "a--b\nc -- d", &["a", "c"]);
        check(
            Haskell,
            "a |-- b\n--| c\n--<d {- e -} f",
            &["a", "|", "--", "|", "c", "--", "<", "d", "f"],
        );
        check(Haskell, "{-# open", &["{-# open"]);
        check(OCaml, "a (* b *) (c)", &["a", "(", "c", ")"]);
        check(Crystal, "a # b\n/* c", &["a", "/", "*", "c"]);
        check(SystemF, "(/\\a. x') // y", &["(", "/\\", "a", ".", "x'", ")", "/", "/", "y"]);
        // The longest operator, and what is none.
        check(
            Rust,
            "a..=b...c>>d::<e>§",
            &["a", "..=", "b", "...", "c", ">", ">", "d", "::", "<", "e", ">", "§"],
        );
    }

    #[test]
    fn tokens_know_their_kind_their_line_and_what_is_before_them() {
        let source = "  a\tb /* x\n y */ c\n    d(\"e\nf\", 1) g; é h\n";
        let told: Vec<_> = tokens(Language::Rust, source)
            .into_iter()
            .map(|token| (token.text, token.kind, token.gap, token.line))
            .collect();
        let told: Vec<_> = told.iter().map(|(text, k, gap, n)| (&text[..], *k, *gap, *n)).collect();
        assert_eq!(
            told,
            [
                ("a", Kind::Word, Gap::Line(2), 1),
                ("b", Kind::Word, Gap::Space, 1),
                ("c", Kind::Word, Gap::Line(6), 2),
                ("d", Kind::Word, Gap::Line(4), 3),
                ("(", Kind::Open, Gap::None, 3),
                ("\"", Kind::Text, Gap::None, 3),
                ("e", Kind::Word, Gap::None, 3),
                ("f", Kind::Word, Gap::Line(0), 4),
                ("\"", Kind::Text, Gap::None, 4),
                (",", Kind::Separator, Gap::None, 4),
                ("1", Kind::Number, Gap::Space, 4),
                (")", Kind::Close, Gap::None, 4),
                ("g", Kind::Word, Gap::Space, 4),
                (";", Kind::Separator, Gap::None, 4),
                ("é", Kind::Word, Gap::Space, 4),
                ("h", Kind::Word, Gap::Space, 4),
            ]
        );
        let text = tokens(Language::Kotlin, "\"\"\"a\nb\"\"\" c");
        assert_eq!((text[0].line, text[1].line), (1, 2));
    }

    #[test]
    fn what_is_printed_is_read_as_the_same() {
        let source = "fn main() {\n    let x = (1, 2);\n\n    f(x) // end\n}\n";
        let read = tokens(Language::Rust, source);
        let printed = print(&read);
        assert_eq!(printed, "fn main() {\n    let x = (1, 2);\n    f(x)\n}\n");
        let gaps = |tokens: &[Token]| tokens.iter().map(|token| token.gap).collect::<Vec<_>>();
        assert_eq!(gaps(&tokens(Language::Rust, &printed)), gaps(&read));
        assert_eq!(read.iter().map(|token| token.line).max(), Some(5));
        assert_eq!(size(Language::Rust, source), 19);
    }
}
