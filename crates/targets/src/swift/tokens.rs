//! The tokens of a Swift program, as far as its top-level items are told by them.
//!
//! This is no lexer for a compiler: literals are skipped, keywords are words, and
//! a program with anything uncertain in it (a regular expression, a bracket that
//! is not closed) has no tokens at all.

/// A token. Comments and white space are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    pub(super) kind: Kind,
    /// Where it starts, in bytes.
    pub(super) start: usize,
    /// How many brackets are open around it; a bracket is not inside itself.
    pub(super) depth: usize,
    /// Whether it is the first on its line.
    pub(super) first_on_line: bool,
    /// Whether white space, or an opening bracket or a separator, is before it.
    pub(super) space_before: bool,
    /// Whether white space, or a closing bracket or a separator, is after it.
    pub(super) space_after: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or a keyword; with a number sign before it, a directive.
    Word,
    /// A number or a string.
    Literal,
    /// A run of operator characters, which may be a single `=`, `->` or `.`.
    Operator,
    Open,
    Close,
    /// A comma, colon, semicolon, at sign or backslash.
    Separator,
}

impl Token<'_> {
    /// Where it ends, in bytes.
    pub(super) fn end(&self) -> usize {
        self.start + self.text.len()
    }

    pub(super) fn is(&self, text: &str) -> bool {
        self.text == text && self.kind != Kind::Literal
    }
}

/// How deep strings may be nested in the interpolations of others.
const NESTED_STRINGS: usize = 16;

/// The tokens of a program; `None` if they are uncertain.
pub(super) fn tokens(source: &str) -> Option<Vec<Token<'_>>> {
    let mut tokens: Vec<Token<'_>> = Vec::new();
    let mut open = Vec::new();
    let mut at = 0;
    let (mut new_line, mut space) = (true, true);
    while let Some(next) = source[at..].chars().next() {
        if let Some(skipped) = space_or_comment(&source[at..])? {
            new_line |= source[at..at + skipped].contains('\n');
            space = true;
            if let Some(last) = tokens.last_mut() {
                last.space_after = true;
            }
            at += skipped;
            continue;
        }
        let rest = &source[at..];
        let (kind, length) = match next {
            '"' => (Kind::Literal, string(rest, 0)?),
            '#' => match rest.trim_start_matches('#').chars().next()? {
                '"' => (Kind::Literal, string(rest, 0)?),
                c if is_word_start(c) => (Kind::Word, 1 + word(&rest[1..])),
                _ => return None,
            },
            '`' => (Kind::Word, 2 + rest[1..].find('`')?),
            '0'..='9' => (Kind::Literal, number(rest)),
            '(' | '[' | '{' => (Kind::Open, 1),
            ')' | ']' | '}' => (Kind::Close, 1),
            ',' | ';' | ':' | '@' | '\\' => (Kind::Separator, 1),
            c if is_word_start(c) => (Kind::Word, word(rest)),
            c if is_operator(c) || c == '.' => (Kind::Operator, operator(rest)),
            _ => return None,
        };
        if kind == Kind::Close {
            let expected = match open.pop()? {
                '(' => ')',
                '[' => ']',
                _ => '}',
            };
            if next != expected {
                return None;
            }
        }
        let separates = matches!(next, ',' | ';' | ':') || kind == Kind::Close;
        if let Some(last) = tokens.last_mut() {
            last.space_after |= separates;
        }
        let token = Token {
            text: &rest[..length],
            kind,
            start: at,
            depth: open.len(),
            first_on_line: new_line,
            space_before: space,
            space_after: false,
        };
        // A slash that is not between two operands may begin a regular
        // expression, and that may hold anything.
        let follows = rest[length..].chars().next();
        let prefix = space && follows.is_some_and(|c| !c.is_whitespace());
        if token.text.starts_with('/') && prefix {
            return None;
        }
        if kind == Kind::Open {
            open.push(next);
        }
        tokens.push(token);
        (new_line, space) = (false, kind == Kind::Open || matches!(next, ',' | ';' | ':'));
        at += length;
    }
    if let Some(last) = tokens.last_mut() {
        last.space_after = true;
    }
    open.is_empty().then_some(tokens)
}

/// The length of the white space or comment that a text begins with, if it does;
/// no result if the comment has no end.
fn space_or_comment(text: &str) -> Option<Option<usize>> {
    if text.starts_with("//") {
        return Some(Some(text.find('\n').unwrap_or(text.len())));
    }
    if text.starts_with("/*") {
        return comment(text).map(Some);
    }
    let spaces = text.len() - text.trim_start().len();
    Some((spaces > 0).then_some(spaces))
}

/// The length of a comment, which may hold others.
fn comment(text: &str) -> Option<usize> {
    let (mut depth, mut at) = (0, 0);
    loop {
        let mark = at + text[at..].find(['/', '*'])?;
        at = mark + 1;
        if text[mark..].starts_with("/*") {
            depth += 1;
            at += 1;
        } else if text[mark..].starts_with("*/") {
            depth -= 1;
            at += 1;
            if depth == 0 {
                return Some(at);
            }
        }
    }
}

/// The length of a string literal, with its number signs and interpolations.
fn string(text: &str, nested: usize) -> Option<usize> {
    if nested > NESTED_STRINGS {
        return None;
    }
    let signs = text.len() - text.trim_start_matches('#').len();
    let signs = &text[..signs];
    let quotes = if text[signs.len()..].starts_with("\"\"\"") { "\"\"\"" } else { "\"" };
    let (end, escape) = (format!("{quotes}{signs}"), format!("\\{signs}"));
    let mut at = signs.len() + quotes.len();
    loop {
        let rest = &text[at..];
        if rest.starts_with(&end) {
            return Some(at + end.len());
        }
        if let Some(escaped) = rest.strip_prefix(&escape[..]) {
            at += escape.len();
            match escaped.chars().next()? {
                '(' => at += interpolation(escaped, nested)?,
                c => at += c.len_utf8(),
            }
            continue;
        }
        match rest.chars().next()? {
            '\n' if quotes.len() == 1 => return None,
            c => at += c.len_utf8(),
        }
    }
}

/// The length of an interpolation, from its opening to its closing bracket.
fn interpolation(text: &str, nested: usize) -> Option<usize> {
    let (mut depth, mut at) = (0, 0);
    loop {
        let rest = &text[at..];
        match rest.chars().next()? {
            '(' => depth += 1,
            ')' if depth == 1 => return Some(at + 1),
            ')' => depth -= 1,
            '"' => at += string(rest, nested + 1)? - 1,
            '#' if rest.trim_start_matches('#').starts_with('"') => {
                at += string(rest, nested + 1)? - 1;
            }
            '/' if rest.starts_with("/*") => at += comment(rest)? - 1,
            c => at += c.len_utf8() - 1,
        }
        at += 1;
    }
}

fn number(text: &str) -> usize {
    let exponents = if text.starts_with("0x") { ['p', 'P'] } else { ['e', 'E'] };
    let mut last = '0';
    let mut characters = text.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        let next = characters.peek().map(|(_, c)| *c);
        let belongs = c.is_ascii_alphanumeric()
            || c == '_'
            || c == '.' && next.is_some_and(|c| c.is_ascii_hexdigit()) && last.is_ascii_hexdigit()
            || matches!(c, '+' | '-') && exponents.contains(&last);
        if !belongs {
            return at;
        }
        last = c;
    }
    text.len()
}

fn word(text: &str) -> usize {
    text.find(|c| !(is_word_start(c) || c.is_alphanumeric())).unwrap_or(text.len())
}

/// The length of an operator; one that does not begin with a dot has none, and
/// a comment ends it.
fn operator(text: &str) -> usize {
    let dots = text.starts_with('.');
    let run = text.find(|c| !(is_operator(c) || dots && c == '.')).unwrap_or(text.len());
    ["//", "/*"].iter().filter_map(|comment| text[..run].find(comment)).min().unwrap_or(run)
}

fn is_word_start(c: char) -> bool {
    c == '_' || c == '$' || c.is_alphabetic() || c >= '\u{1f000}'
}

fn is_operator(c: char) -> bool {
    "/=-+!*%<>&|^~?".contains(c) || !c.is_ascii() && !c.is_alphanumeric() && !c.is_whitespace()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(source: &str, expected: &str) {
        let found = tokens(source).map(|tokens| {
            let texts: Vec<&str> = tokens.iter().map(|token| token.text).collect();
            texts.join(" ")
        });
        assert_eq!(found.as_deref(), Some(expected));
    }

    #[test]
    fn literals_and_comments_are_skipped_as_a_whole() {
        check("a/* /* } */ \" */b // {\nc", "a b c");
        check(r#"x = "a\"{\(f("}", (1)))" + y"#, r#"x = "a\"{\(f("}", (1)))" + y"#);
        check("#\"\\(\"# \"\"\"\n\"{\n\"\"\" end", "#\"\\(\"# \"\"\"\n\"{\n\"\"\" end");
        check(r##"#"\#("}")"# a"##, r##"#"\#("}")"# a"##);
        check("1.5e-3+0x1p+4-1...2 3.max x.0", "1.5e-3 + 0x1p+4 - 1 ... 2 3 . max x . 0");
        check("a?.b! ??c&&!d#if `class`", "a ? . b ! ?? c &&! d #if `class`");
        check("f(x)//c\n+/*d*/y", "f ( x ) + y");
    }

    #[test]
    fn what_is_uncertain_has_no_tokens() {
        for source in
            ["f(", "}", "(]", "\"a", "\"a\nb\"", "/* /* */", "let r = /a{/", "#/a/#", "`a"]
        {
            assert_eq!(tokens(source), None, "{source}");
        }
        let deep = "\"\\(".repeat(100);
        assert_eq!(tokens(&deep), None);
    }

    #[test]
    fn white_space_around_operators_is_known() {
        let tokens = tokens("a +b -c)\n* d").or_else(|| tokens("(a +b -c)\n* d")).unwrap();
        let around: Vec<_> = tokens
            .iter()
            .filter(|token| token.kind == Kind::Operator)
            .map(|token| (token.text, token.space_before, token.space_after, token.first_on_line))
            .collect();
        assert_eq!(
            around,
            [("+", true, false, false), ("-", true, false, false), ("*", true, true, true)]
        );
    }

    proptest! {
        #[test]
        fn no_text_is_too_strange(source in "[a-z0-9 \n\"#\\\\(){}\\[\\]/*.+@`é∘]{0,60}") {
            for token in tokens(&source).unwrap_or_default() {
                prop_assert_eq!(&source[token.start..token.end()], token.text);
            }
        }
    }
}
