//! Whether a text is a program at all, as a grammar of its language sees it.
//!
//! A grammar is there to save questions: what does not parse need not be given to a
//! compiler. It never decides what a program is. Where it does not understand the
//! program that was found, it is not asked; what it lets through, the compilers judge.

use case::Language;
use tree_sitter::Parser;

/// A grammar that understands the programs of a finding.
pub(crate) struct Syntax(Grammar);

enum Grammar {
    /// `syn` reads Rust as strictly as rustc does.
    Rust,
    Other(Box<Parser>),
}

impl Syntax {
    /// The grammar of a language, if there is one and it understands these texts.
    pub(crate) fn of<T: AsRef<str>>(
        language: Language,
        texts: impl IntoIterator<Item = T>,
    ) -> Option<Syntax> {
        let grammar = match language {
            Language::Rust => None,
            Language::Java => Some(tree_sitter_java::LANGUAGE),
            Language::Kotlin => Some(tree_sitter_kotlin_ng::LANGUAGE),
            Language::Scala => Some(tree_sitter_scala::LANGUAGE),
            Language::Swift => Some(tree_sitter_swift::LANGUAGE),
            Language::Haskell => Some(tree_sitter_haskell::LANGUAGE),
            Language::Go => Some(tree_sitter_go::LANGUAGE),
            Language::Crystal
            | Language::Flix
            | Language::Groovy
            | Language::OCaml
            | Language::SystemF
            | Language::User(_) => return None,
        };
        let mut syntax = Syntax(match grammar {
            None => Grammar::Rust,
            Some(grammar) => {
                let mut parser = Parser::new();
                // A grammar for another version of the parser is as good as none.
                parser.set_language(&grammar.into()).ok()?;
                Grammar::Other(Box::new(parser))
            }
        });
        texts.into_iter().all(|text| syntax.parses(text.as_ref())).then_some(syntax)
    }

    /// Whether the grammar finds no error in a text.
    pub(crate) fn parses(&mut self, text: &str) -> bool {
        match &mut self.0 {
            Grammar::Rust => is_rust(text),
            Grammar::Other(parser) => {
                parser.parse(text, None).is_some_and(|tree| !tree.root_node().has_error())
            }
        }
    }
}

/// Whether a text is Rust, or nobody can tell.
fn is_rust(text: &str) -> bool {
    /// The stack for each byte, any of which may be another level of recursion.
    const LEVEL: usize = 16 << 10;
    const LARGEST: usize = 32 << 10;
    if text.len() > LARGEST {
        return true;
    }
    let parse = || syn::parse_file(text).is_ok();
    std::thread::scope(|scope| {
        let stack = LEVEL * (text.len() + 64);
        let thread = std::thread::Builder::new().stack_size(stack).spawn_scoped(scope, parse);
        thread.map_or(true, |thread| thread.join().unwrap_or(true))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_with_a_grammar_tells_programs_from_others() {
        for (language, program, other) in [
            (Language::Rust, "fn f() { g(1) }", "fn f { g(1) }"),
            (Language::Java, "class A { int f() { return 1; } }", "class A { int f( { } }"),
            (Language::Kotlin, "fun f(): Int = g(1)", "fun f(): = g(1)"),
            (Language::Scala, "def f(x: Int): Int = g(1)", "def f(x: Int): = ) g(1)"),
            (Language::Swift, "func f() -> Int { return g(1) }", "func f() -> { return g(1) }"),
            (Language::Haskell, "f :: Int\nf = g 1\n", "f :: Int\nf = (g 1\n"),
            (Language::Go, "package a\nfunc f() { g(1) }\n", "package a\nfunc f() { g(1 }\n"),
        ] {
            let syntax = Syntax::of(language, [program]);
            let mut syntax = syntax.unwrap_or_else(|| panic!("it understands {program}"));
            assert!(!syntax.parses(other), "{other}");
            assert!(syntax.parses(program), "what was asked before does not matter: {program}");
            assert!(Syntax::of(language, [program, other]).is_none(), "{other}");
        }
        assert!(Syntax::of(Language::SystemF, ["0"]).is_none(), "it has no grammar here");
    }

    #[test]
    fn deep_and_broken_texts_are_no_harm() {
        let nested = |open: &str, close: &str, times: usize| {
            format!("{}0{}", open.repeat(times), close.repeat(times))
        };
        for (language, before, after) in
            [(Language::Rust, "fn f() { ", " }"), (Language::Java, "class A { int a = ", "; }")]
        {
            let text = |middle: &str| format!("{before}{middle}{after}");
            let mut syntax = Syntax::of(language, [text("0")]).expect("it understands this one");
            for middle in [
                nested("(", "", 5_000),
                nested("-", "", 10_000) + ")",
                nested("a.b(", "", 5_000),
                "\"\u{0}é<<<".repeat(5_000),
                nested("{", "", 20_000),
            ] {
                // Whatever the answer is, there is one.
                let is_small = text(&middle).len() < 32_000;
                assert!(!syntax.parses(&text(&middle)) || !is_small && language == Language::Rust);
            }
            assert!(syntax.parses(&text(&nested("(", ")", 5_000))));
        }
    }
}
