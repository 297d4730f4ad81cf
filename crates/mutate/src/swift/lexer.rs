//! Swift's tokens.
//!
//! White space decides whether an operator is prefix, infix or postfix, so
//! each operator token says which it is. A string literal is one token; the
//! parser reads its interpolations with [`interpolations`] and [`lex`].

use super::tree::Span;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A name or keyword, also in backticks, and `$0`.
    Name,
    /// An integer literal without its sign.
    Integer,
    /// A floating-point literal without its sign.
    Float,
    /// A string literal of any form, with its delimiters.
    String,
    /// A regular expression between `#/` and `/#`.
    Regex,
    /// An operator directly before its operand.
    Prefix,
    /// An operator between two operands.
    Infix,
    /// An operator directly behind its operand.
    Postfix,
    /// One of `( ) [ ] { } , ; : . @ # \`.
    Punctuation,
    /// The end of the text.
    End,
}

/// A token.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it is.
    pub span: Span,
    /// Whether it is the first token of its line.
    pub newline: bool,
    /// Whether it follows the previous token without white space or comment.
    pub glued: bool,
}

/// Why a text has no tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LexError {
    /// Something is opened here that is never closed.
    Unclosed(u32),
    /// String literals nest too deeply here.
    TooDeep(u32),
    /// A character that begins no token.
    Stray(u32),
}

/// How deeply string literals may nest in interpolations.
const NESTING: u32 = 16;

/// The tokens of a part of a text; the last one is [`TokenKind::End`].
pub fn lex(source: &str, part: Span) -> Result<Vec<Token>, LexError> {
    let text = &source[..part.end as usize];
    let mut lexer = Lexer { text, bytes: text.as_bytes(), at: part.start as usize };
    let mut tokens = Vec::with_capacity(part.len() / 4 + 1);
    let mut end_of_last = usize::MAX;
    loop {
        let newline = lexer.skip_trivia()? || lexer.at == part.start as usize;
        let start = lexer.at;
        let kind = lexer.token(part.start as usize)?;
        let span = Span::new(start, lexer.at);
        tokens.push(Token { kind, span, newline, glued: start == end_of_last });
        if kind == TokenKind::End {
            return Ok(tokens);
        }
        end_of_last = lexer.at;
    }
}

/// The parts between `\(` and `)` of a string literal.
pub fn interpolations(source: &str, literal: Span) -> Result<Vec<Span>, LexError> {
    let text = &source[..literal.end as usize];
    let mut lexer = Lexer { text, bytes: text.as_bytes(), at: literal.start as usize };
    let mut found = Vec::new();
    lexer.string(NESTING, &mut found)?;
    Ok(found)
}

/// Whether a character may be part of an operator.
pub fn is_operator_character(c: char) -> bool {
    match c {
        '/' | '=' | '-' | '+' | '*' | '%' | '<' | '>' | '!' | '&' | '|' | '^' | '~' | '?' => true,
        c if c.is_ascii() => false,
        '\u{a1}'..='\u{a7}'
        | '\u{a9}'
        | '\u{ab}'
        | '\u{ac}'
        | '\u{ae}'
        | '\u{b0}'
        | '\u{b1}'
        | '\u{b6}'
        | '\u{bb}'
        | '\u{bf}'
        | '\u{d7}'
        | '\u{f7}'
        | '\u{2016}'
        | '\u{2017}'
        | '\u{2020}'..='\u{2027}'
        | '\u{2030}'..='\u{203e}'
        | '\u{2041}'..='\u{2053}'
        | '\u{2055}'..='\u{205e}'
        | '\u{2190}'..='\u{23ff}'
        | '\u{2500}'..='\u{2775}'
        | '\u{2794}'..='\u{2bff}'
        | '\u{2e00}'..='\u{2e7f}'
        | '\u{3001}'..='\u{3003}'
        | '\u{3008}'..='\u{3030}' => true,
        _ => false,
    }
}

fn is_name_start(c: char) -> bool {
    c == '_' || c == '$' || c.is_ascii_alphabetic() || (!c.is_ascii() && !is_operator_character(c))
}

fn is_name_part(c: char) -> bool {
    is_name_start(c) || c.is_ascii_digit()
}

struct Lexer<'s> {
    text: &'s str,
    bytes: &'s [u8],
    at: usize,
}

impl Lexer<'_> {
    fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    fn peek_at(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn starts_with(&self, what: &str) -> bool {
        self.bytes[self.at..].starts_with(what.as_bytes())
    }

    fn character(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// Skips white space and comments; says whether a line ended.
    fn skip_trivia(&mut self) -> Result<bool, LexError> {
        let mut newline = false;
        loop {
            match self.peek() {
                b'\n' | b'\r' => {
                    newline = true;
                    self.at += 1;
                }
                b' ' | b'\t' | 0x0b | 0x0c => self.at += 1,
                // A NUL in the text is white space to the compiler.
                0 if self.at < self.bytes.len() => self.at += 1,
                b'/' if self.peek_at(1) == b'/' => self.skip_line(),
                b'/' if self.peek_at(1) == b'*' => newline |= self.skip_block_comment()?,
                b'#' if self.at == 0 && self.peek_at(1) == b'!' => self.skip_line(),
                // So is a non-breaking space.
                0xc2 if self.starts_with("\u{a0}") => self.at += 2,
                0xef if self.at == 0 && self.starts_with("\u{feff}") => self.at += 3,
                _ => return Ok(newline),
            }
        }
    }

    fn skip_line(&mut self) {
        while self.at < self.bytes.len() && !matches!(self.peek(), b'\n' | b'\r') {
            self.at += 1;
        }
    }

    /// Skips a comment, which may contain others; says whether a line ended.
    fn skip_block_comment(&mut self) -> Result<bool, LexError> {
        let start = self.at;
        let mut depth = 0u32;
        let mut newline = false;
        while self.at < self.bytes.len() {
            if self.starts_with("/*") {
                depth += 1;
                self.at += 2;
            } else if self.starts_with("*/") {
                depth -= 1;
                self.at += 2;
                if depth == 0 {
                    return Ok(newline);
                }
            } else {
                newline |= matches!(self.peek(), b'\n' | b'\r');
                self.at += 1;
            }
        }
        Err(LexError::Unclosed(start as u32))
    }

    /// Reads a token; `from` is where the part begins.
    fn token(&mut self, from: usize) -> Result<TokenKind, LexError> {
        let start = self.at;
        let Some(c) = self.character() else { return Ok(TokenKind::End) };
        match c {
            '(' | ')' | '[' | ']' | '{' | '}' | ',' | ';' | ':' | '@' | '\\' => {
                self.at += 1;
                Ok(TokenKind::Punctuation)
            }
            '"' => {
                self.string(NESTING, &mut Vec::new())?;
                Ok(TokenKind::String)
            }
            '#' => {
                let hashes = self.bytes[self.at..].iter().take_while(|&&b| b == b'#').count();
                match self.peek_at(hashes) {
                    b'"' => {
                        self.string(NESTING, &mut Vec::new())?;
                        Ok(TokenKind::String)
                    }
                    b'/' if hashes == 1 || self.peek_at(hashes + 1) != b' ' => {
                        self.regex(hashes)?;
                        Ok(TokenKind::Regex)
                    }
                    _ => {
                        self.at += 1;
                        Ok(TokenKind::Punctuation)
                    }
                }
            }
            '0'..='9' => Ok(self.number()),
            '`' => {
                self.at += 1;
                while !matches!(self.peek(), b'`' | b'\n' | 0) {
                    self.at += 1;
                }
                if self.peek() != b'`' {
                    return Err(LexError::Unclosed(start as u32));
                }
                self.at += 1;
                Ok(TokenKind::Name)
            }
            '.' if !self.is_operator_with_points() => {
                self.at += 1;
                Ok(TokenKind::Punctuation)
            }
            c if c == '.' || is_operator_character(c) => Ok(self.operator(from)),
            c if is_name_start(c) => {
                while let Some(c) = self.character().filter(|&c| is_name_part(c)) {
                    self.at += c.len_utf8();
                }
                Ok(TokenKind::Name)
            }
            _ => Err(LexError::Stray(start as u32)),
        }
    }

    /// Whether the point here begins an operator, as in `...` and `.==`.
    fn is_operator_with_points(&self) -> bool {
        let rest = &self.text[self.at + 1..];
        rest.starts_with(|c| c == '.' || is_operator_character(c))
            && !rest.starts_with("//")
            && !rest.starts_with("/*")
    }

    fn number(&mut self) -> TokenKind {
        let digits = |lexer: &mut Self, ok: fn(u8) -> bool| {
            while ok(lexer.peek()) || lexer.peek() == b'_' {
                lexer.at += 1;
            }
        };
        let hex = |b: u8| b.is_ascii_hexdigit();
        let decimal = |b: u8| b.is_ascii_digit();
        let radix = if self.peek() == b'0' { self.peek_at(1) } else { 0 };
        if matches!(radix, b'b' | b'o') {
            self.at += 2;
            digits(self, decimal);
            return TokenKind::Integer;
        }
        let (ok, exponent): (fn(u8) -> bool, [u8; 2]) = if radix == b'x' {
            self.at += 2;
            (hex, *b"pP")
        } else {
            (decimal, *b"eE")
        };
        digits(self, ok);
        let mut kind = TokenKind::Integer;
        if self.peek() == b'.' && ok(self.peek_at(1)) {
            // In `0x1.fp2` the point belongs to the number, in `0x1.f` it does not.
            let after = self.at;
            self.at += 1;
            digits(self, ok);
            if radix == b'x' && !exponent.contains(&self.peek()) {
                self.at = after;
                return kind;
            }
            kind = TokenKind::Float;
        }
        if exponent.contains(&self.peek()) {
            let sign = usize::from(matches!(self.peek_at(1), b'+' | b'-'));
            if decimal(self.peek_at(1 + sign)) {
                self.at += 1 + sign;
                digits(self, decimal);
                kind = TokenKind::Float;
            }
        }
        kind
    }

    fn operator(&mut self, from: usize) -> TokenKind {
        let start = self.at;
        let left_bound = start > from
            && !matches!(
                self.bytes[start - 1],
                b' ' | b'\t'
                    | b'\n'
                    | b'\r'
                    | 0
                    | 0x0b
                    | 0x0c
                    | b'('
                    | b'['
                    | b'{'
                    | b','
                    | b';'
                    | b':'
            )
            && !self.text[..start].ends_with("*/")
            && !self.text[..start].ends_with('\u{a0}');
        // `x!` and `x?` end before whatever follows.
        if left_bound && matches!(self.peek(), b'!' | b'?') {
            self.at += 1;
            return TokenKind::Postfix;
        }
        let dots = self.peek() == b'.';
        while let Some(c) = self.character() {
            if !(is_operator_character(c) || (dots && c == '.')) {
                break;
            }
            if self.at > start && (self.starts_with("//") || self.starts_with("/*")) {
                break;
            }
            self.at += c.len_utf8();
        }
        let right_bound = match self.peek() {
            0 | b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => false,
            b')' | b']' | b'}' | b',' | b';' | b':' => false,
            b'.' => !left_bound,
            b'/' => !matches!(self.peek_at(1), b'/' | b'*'),
            _ => !self.text[self.at..].starts_with('\u{a0}'),
        };
        match (left_bound, right_bound) {
            (true, false) => TokenKind::Postfix,
            (false, true) => TokenKind::Prefix,
            _ => TokenKind::Infix,
        }
    }

    fn regex(&mut self, hashes: usize) -> Result<(), LexError> {
        let start = self.at;
        self.at += hashes + 1;
        while self.at < self.bytes.len() {
            let closes = self.peek() == b'/'
                && self.bytes[self.at + 1..].iter().take_while(|&&b| b == b'#').count() >= hashes;
            if closes {
                self.at += 1 + hashes;
                return Ok(());
            }
            self.at += if self.peek() == b'\\' && self.at + 1 < self.bytes.len() { 2 } else { 1 };
            while !self.text.is_char_boundary(self.at) {
                self.at += 1;
            }
        }
        Err(LexError::Unclosed(start as u32))
    }

    /// Reads a string literal and notes its interpolations.
    fn string(&mut self, nesting: u32, found: &mut Vec<Span>) -> Result<(), LexError> {
        let start = self.at;
        if nesting == 0 {
            return Err(LexError::TooDeep(start as u32));
        }
        let unclosed = LexError::Unclosed(start as u32);
        let hashes = self.bytes[self.at..].iter().take_while(|&&b| b == b'#').count();
        self.at += hashes;
        // `""` is an empty string and `#"""#` one with a quotation mark in it.
        let multiline = self.starts_with("\"\"\"") && !self.closes_on_this_line(3, hashes);
        let quotes = if multiline { 3 } else { 1 };
        self.at += quotes;
        loop {
            match self.peek() {
                0 if self.at >= self.bytes.len() => return Err(unclosed),
                b'\n' | b'\r' if !multiline => return Err(unclosed),
                b'"' if self.closes(quotes, hashes) => {
                    self.at += quotes + hashes;
                    return Ok(());
                }
                b'\\' => {
                    let after = &self.bytes[self.at + 1..];
                    if after.iter().take_while(|&&b| b == b'#').count() < hashes {
                        self.at += 1;
                        continue;
                    }
                    self.at += 1 + hashes;
                    match self.peek() {
                        b'(' => {
                            self.at += 1;
                            let from = self.at;
                            self.interpolation(nesting)?;
                            found.push(Span::new(from, self.at - 1));
                        }
                        _ => {
                            let width = self.character().map_or(0, char::len_utf8);
                            if !multiline && matches!(self.peek(), b'\n' | b'\r') {
                                return Err(unclosed);
                            }
                            self.at += width;
                        }
                    }
                }
                _ => self.at += 1,
            }
        }
    }

    fn closes(&self, quotes: usize, hashes: usize) -> bool {
        let rest = &self.bytes[self.at..];
        rest.len() >= quotes + hashes
            && rest[..quotes].iter().all(|&b| b == b'"')
            && rest[quotes..quotes + hashes].iter().all(|&b| b == b'#')
    }

    /// Whether the raw string that begins with three quotation marks is one of
    /// a single line, such as `#"""#`: the delimiter follows before the line ends.
    fn closes_on_this_line(&self, quotes: usize, hashes: usize) -> bool {
        if hashes == 0 {
            return false;
        }
        let line = self.bytes[self.at + quotes - 2..].split(|&b| b == b'\n').next().unwrap_or(&[]);
        line.windows(1 + hashes).any(|w| w[0] == b'"' && w[1..].iter().all(|&b| b == b'#'))
    }

    /// Skips the rest of an interpolation with its closing parenthesis.
    fn interpolation(&mut self, nesting: u32) -> Result<(), LexError> {
        let start = self.at as u32;
        let mut depth = 1u32;
        while self.at < self.bytes.len() {
            match self.peek() {
                b'(' => depth += 1,
                b')' => {
                    depth -= 1;
                    if depth == 0 {
                        self.at += 1;
                        return Ok(());
                    }
                }
                b'"' => {
                    self.string(nesting - 1, &mut Vec::new())?;
                    continue;
                }
                b'#' => {
                    let hashes = self.bytes[self.at..].iter().take_while(|&&b| b == b'#').count();
                    if self.peek_at(hashes) == b'"' {
                        self.string(nesting - 1, &mut Vec::new())?;
                        continue;
                    }
                    self.at += hashes;
                    continue;
                }
                b'/' if self.peek_at(1) == b'*' => {
                    self.skip_block_comment()?;
                    continue;
                }
                b'/' if self.peek_at(1) == b'/' => {
                    self.skip_line();
                    continue;
                }
                _ => {}
            }
            self.at += 1;
        }
        Err(LexError::Unclosed(start))
    }
}
