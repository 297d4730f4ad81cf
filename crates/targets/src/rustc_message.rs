//! The messages of rustc as JSON, one on each line.

use case::Diagnostic;
use serde::Deserialize;

/// A message of rustc, as far as it is of interest.
#[derive(Deserialize)]
pub(crate) struct Message {
    /// The text.
    pub(crate) message: String,
    code: Option<Code>,
    /// "error", "warning" and so on.
    pub(crate) level: String,
    spans: Vec<Span>,
    #[serde(default)]
    children: Vec<Message>,
}

#[derive(Deserialize)]
struct Code {
    code: String,
}

#[derive(Deserialize)]
struct Span {
    file_name: String,
    line_start: u32,
    is_primary: bool,
    expansion: Option<Box<Expansion>>,
}

#[derive(Deserialize)]
struct Expansion {
    span: Span,
}

impl Message {
    /// The program that this is about, and the line in it: where it points to
    /// first of all, or where that was expanded from, or else anything that it
    /// mentions.
    pub(crate) fn place(&self, program_of: &dyn Fn(&str) -> Option<usize>) -> Option<(usize, u32)> {
        let place = |span: &Span| span.place(program_of);
        let primary = self.spans.iter().filter(|span| span.is_primary);
        let any = self.spans.iter().chain(self.children.iter().flat_map(|child| &child.spans));
        primary.chain(any).find_map(place)
    }

    /// It, as a diagnostic in this line of a program.
    pub(crate) fn diagnostic(self, line: u32) -> Diagnostic {
        let code = self.code.map(|code| code.code);
        let syntax = match &code {
            Some(code) => SYNTAX_CODES.contains(&&code[..]),
            None => SYNTAX_WORDS.iter().any(|word| self.message.starts_with(word)),
        };
        Diagnostic { code, message: self.message, line: Some(line), syntax }
    }
}

impl Span {
    fn place(&self, program_of: &dyn Fn(&str) -> Option<usize>) -> Option<(usize, u32)> {
        match program_of(&self.file_name) {
            Some(program) => Some((program, self.line_start)),
            None => self.expansion.as_ref()?.span.place(program_of),
        }
    }
}

/// The codes of the lexer and the parser.
const SYNTAX_CODES: [&str; 12] = [
    "E0178", "E0584", "E0585", "E0586", "E0748", "E0753", "E0758", "E0762", "E0763", "E0765",
    "E0766", "E0768",
];

/// How messages of the parser begin, which mostly have no code. No message of a
/// later phase that begins in this way is without one.
const SYNTAX_WORDS: [&str; 9] = [
    "expected ",
    "unexpected ",
    "missing ",
    "mismatched closing delimiter",
    "this file contains an unclosed delimiter",
    "this file contains an un-closed delimiter",
    "unknown start of token",
    "unterminated ",
    "unmatched ",
];
