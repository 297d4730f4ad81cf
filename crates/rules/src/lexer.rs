//! Lines and tokens of a rule file.

use std::ops::Range;

use crate::diagnostic::Problem;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Ident(String),
    Int(i64),
    Text(String),
    Punct(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) span: Range<usize>,
}

impl Token {
    pub(crate) fn is(&self, text: &str) -> bool {
        matches!(&self.kind, Kind::Ident(word) | Kind::Punct(word) if word == text)
    }

    pub(crate) fn ident(&self) -> Option<&str> {
        match &self.kind {
            Kind::Ident(word) => Some(word),
            _ => None,
        }
    }
}

/// One line, or several where brackets stay open.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) indented: bool,
    pub(crate) tokens: Vec<Token>,
}

impl Line {
    pub(crate) fn span(&self) -> Range<usize> {
        self.tokens[0].span.start..self.tokens[self.tokens.len() - 1].span.end
    }

    /// The line between premises and conclusion.
    pub(crate) fn is_rule_line(&self) -> bool {
        matches!(&self.tokens[..], [Token { kind: Kind::Punct(p), .. }]
            if p.len() >= 3 && p.bytes().all(|b| b == b'-'))
    }
}

/// Cuts a file into lines of tokens; `#` begins a comment.
pub(crate) fn lines(source: &str) -> Result<Vec<Line>, Problem> {
    let bytes = source.as_bytes();
    let mut lines: Vec<Line> = Vec::new();
    let mut at = 0;
    let mut open = 0usize;
    let mut line_start = true;
    let mut indented = false;
    let mut current: Vec<Token> = Vec::new();
    while at < bytes.len() {
        let byte = bytes[at];
        match byte {
            b'\n' => {
                if open == 0 && !current.is_empty() {
                    lines.push(Line { indented, tokens: std::mem::take(&mut current) });
                }
                line_start = true;
                at += 1;
            }
            b' ' | b'\t' | b'\r' => {
                at += 1;
                continue;
            }
            b'#' => {
                while at < bytes.len() && bytes[at] != b'\n' {
                    at += 1;
                }
            }
            _ => {
                if line_start && current.is_empty() {
                    let first = source[..at].rfind('\n').map_or(0, |newline| newline + 1);
                    indented = first != at;
                }
                line_start = false;
                let token = token(source, at)?;
                if let Kind::Punct(p) = &token.kind {
                    match p.as_str() {
                        "(" | "[" => open += 1,
                        ")" | "]" => open = open.saturating_sub(1),
                        _ => {}
                    }
                }
                at = token.span.end;
                current.push(token);
            }
        }
    }
    if !current.is_empty() {
        lines.push(Line { indented, tokens: current });
    }
    Ok(lines)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'\''
}

/// Whether a hyphen is the sign of a number: it stands before a digit, and nothing that
/// could be subtracted from stands before it.
fn is_sign(bytes: &[u8], at: usize) -> bool {
    bytes.get(at + 1).is_some_and(u8::is_ascii_digit)
        && (at == 0 || b" \t\n([,.".contains(&bytes[at - 1]))
}

fn token(source: &str, at: usize) -> Result<Token, Problem> {
    const SYMBOLS: &[u8] = b"|-<>:=/~!&*+@$%^?";
    let bytes = source.as_bytes();
    let mut end = at;
    let kind = match bytes[at] {
        b if b.is_ascii_alphabetic() || b == b'_' => {
            // A hyphen inside a word belongs to it: T-App.
            while end < bytes.len()
                && (is_word(bytes[end])
                    || bytes[end] == b'-'
                        && bytes.get(end + 1).is_some_and(|b| b.is_ascii_alphanumeric()))
            {
                end += 1;
            }
            Kind::Ident(source[at..end].to_owned())
        }
        b if b.is_ascii_digit() || b == b'-' && is_sign(bytes, at) => {
            end += 1;
            while end < bytes.len() && bytes[end].is_ascii_digit() {
                end += 1;
            }
            Kind::Int(source[at..end].parse().map_err(|_| {
                Problem::new("this number is too large", at..end, "more than 64 bits")
            })?)
        }
        b'"' => {
            let mut text = String::new();
            let mut chars = source[at + 1..].char_indices();
            loop {
                match chars.next() {
                    Some((_, '\n')) | None => {
                        return Err(Problem::new(
                            "this text has no end",
                            at..at + 1,
                            "begins here; a closing \" is missing on this line",
                        ));
                    }
                    Some((i, '"')) => {
                        end = at + 1 + i + 1;
                        break;
                    }
                    Some((_, '\\')) => match chars.next() {
                        Some((_, 'n')) => text.push('\n'),
                        Some((_, 't')) => text.push('\t'),
                        Some((_, c @ ('"' | '\\'))) => text.push(c),
                        other => {
                            let i = other.map_or(0, |(i, _)| i);
                            return Err(Problem::new(
                                "unknown escape in a text",
                                at + i..at + i + 1,
                                "known are \\n, \\t, \\\" and \\\\",
                            ));
                        }
                    },
                    Some((_, c)) => text.push(c),
                }
            }
            Kind::Text(text)
        }
        b'.' if bytes.get(at + 1) == Some(&b'.') => {
            end = at + 2;
            Kind::Punct("..".to_owned())
        }
        b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b'.' | b';' => {
            end = at + 1;
            Kind::Punct(source[at..end].to_owned())
        }
        b if SYMBOLS.contains(&b) => {
            while end < bytes.len() && SYMBOLS.contains(&bytes[end]) {
                end += 1;
            }
            Kind::Punct(source[at..end].to_owned())
        }
        _ => {
            let width = source[at..].chars().next().map_or(1, char::len_utf8);
            return Err(Problem::new(
                "this character has no meaning in a rule file",
                at..at + width,
                "not expected here",
            )
            .help("texts stand in double quotes; # begins a comment"));
        }
    };
    Ok(Token { kind, span: at..end })
}
