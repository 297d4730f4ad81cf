//! Source text in colours: which parts of a program are what, for any medium.

use case::Language;
use syntect::parsing::{ParseState, ScopeStack, ScopeStackOp, SyntaxReference, SyntaxSet};

/// What a part of a program is, as far as colours tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Nothing in particular.
    Plain,
    /// A comment.
    Comment,
    /// A keyword.
    Keyword,
    /// A string or a character.
    String,
    /// A number or another constant.
    Constant,
    /// A type.
    Type,
    /// The name of a function.
    Function,
}

/// Knows the languages. Making one takes some milliseconds.
pub struct Highlighter {
    syntaxes: SyntaxSet,
}

impl Default for Highlighter {
    fn default() -> Highlighter {
        Highlighter::new()
    }
}

impl std::fmt::Debug for Highlighter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Highlighter").finish_non_exhaustive()
    }
}

/// Lines longer than this stay plain: a grammar may take a time that grows faster than
/// the line.
const LONGEST: usize = 2000;

impl Highlighter {
    /// Loads the grammars.
    pub fn new() -> Highlighter {
        Highlighter { syntaxes: two_face::syntax::extra_newlines() }
    }

    fn syntax(&self, language: Language) -> Option<&SyntaxReference> {
        self.syntaxes
            .find_syntax_by_extension(language.extension())
            .or_else(|| self.syntaxes.find_syntax_by_token(language.name()))
    }

    /// The lines of a program, without their ends, each cut into parts. A language
    /// that is not known is plain.
    pub fn lines<'text>(
        &self,
        language: Language,
        text: &'text str,
    ) -> Vec<Vec<(Ink, &'text str)>> {
        let syntax = self.syntax(language);
        let mut state = syntax.map(|syntax| (ParseState::new(syntax), ScopeStack::new()));
        text.split_inclusive('\n').map(|line| self.line(&mut state, line)).collect()
    }

    fn line<'text>(
        &self,
        state: &mut Option<(ParseState, ScopeStack)>,
        line: &'text str,
    ) -> Vec<(Ink, &'text str)> {
        let bare = line.trim_end_matches(['\n', '\r']);
        if line.len() > LONGEST {
            *state = None;
        }
        let parsed = state.as_mut().and_then(|(parser, scopes)| {
            parser.parse_line(line, &self.syntaxes).ok().map(|operations| (operations, scopes))
        });
        let Some((operations, scopes)) = parsed else {
            return vec![(Ink::Plain, bare)];
        };
        let mut parts: Vec<(Ink, &str)> = Vec::new();
        let mut start = 0;
        for (end, operation) in operations.into_iter().chain([(line.len(), ScopeStackOp::Noop)]) {
            let part = line[start..end].trim_end_matches(['\n', '\r']);
            if !part.is_empty() {
                parts.push((ink(scopes), part));
            }
            if scopes.apply(&operation).is_err() {
                return vec![(Ink::Plain, bare)];
            }
            start = end;
        }
        parts
    }
}

/// The innermost scope that has a colour decides.
fn ink(scopes: &ScopeStack) -> Ink {
    for scope in scopes.scopes.iter().rev() {
        let name = scope.build_string();
        let is = |start: &str| name.starts_with(start);
        if is("comment") {
            return Ink::Comment;
        } else if is("string") || is("punctuation.definition.string") {
            return Ink::String;
        } else if is("storage.type.function") || is("keyword.operator") {
            return if is("keyword.operator") { Ink::Plain } else { Ink::Keyword };
        } else if is("keyword") || is("storage.modifier") || is("storage.type") {
            return Ink::Keyword;
        } else if is("constant") {
            return Ink::Constant;
        } else if is("entity.name.function") || is("variable.function") || is("support.function") {
            return Ink::Function;
        } else if is("entity.name") || is("support.type") || is("support.class") {
            return Ink::Type;
        }
    }
    Ink::Plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_but_flix_has_colours_and_keeps_its_text() {
        let highlighter = Highlighter::new();
        for (language, text) in [
            ("rust", "// one\nfn main() { let x = \"two\"; }\n"),
            ("go", "// one\nfunc main() { x := \"two\" }\n"),
            ("java", "// one\nclass Main { String x = \"two\"; }\n"),
            ("kotlin", "// one\nfun main() { val x = \"two\" }\n"),
            ("scala", "// one\ndef main() = { val x = \"two\" }\n"),
            ("groovy", "// one\ndef x = \"two\"\n"),
            ("swift", "// one\nfunc main() { let x = \"two\" }\n"),
            ("crystal", "# one\ndef main\n x = \"two\"\nend\n"),
            ("haskell", "-- one\nmain = print \"two\"\n"),
            ("ocaml", "(* one *)\nlet x = \"two\"\n"),
            ("flix", "// one\ndef main(): Unit = ()\n"),
        ] {
            let lines = highlighter.lines(Language::named(language), text);
            let again: Vec<String> =
                lines.iter().map(|line| line.iter().map(|(_, part)| *part).collect()).collect();
            assert_eq!(again.join("\n") + "\n", text, "{language}");
            let has = |ink| lines.iter().flatten().any(|(found, _)| *found == ink);
            assert_eq!(has(Ink::Comment), language != "flix", "{language}: {lines:?}");
            assert_eq!(has(Ink::String), language != "flix", "{language}: {lines:?}");
        }
    }

    #[test]
    fn long_lines_stay_plain() {
        let text = "x".repeat(1 << 20);
        let lines = Highlighter::new().lines(Language::Rust, &text);
        assert_eq!(lines, [vec![(Ink::Plain, &text[..])]]);
    }
}
