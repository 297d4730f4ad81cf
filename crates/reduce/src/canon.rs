//! The form that every reduced program gets: names, literals, order and layout. Two
//! programs that show one bug in the same way end as the same bytes.

use std::collections::{BTreeMap, BTreeSet};

use case::Language;

use crate::token::{Gap, Kind, Token};
use crate::tree;

/// Texts of tokens that others take the place of, wherever they stand.
pub(crate) type Substitution = BTreeMap<String, String>;

/// Words that are no names in most languages. Others that cannot be renamed are found
/// out by trying.
pub(crate) const KEYWORDS: &[&str] = &[
    "abstract",
    "as",
    "async",
    "await",
    "begin",
    "boolean",
    "break",
    "case",
    "catch",
    "class",
    "const",
    "continue",
    "data",
    "def",
    "default",
    "defer",
    "deriving",
    "do",
    "dyn",
    "else",
    "end",
    "enum",
    "extends",
    "extension",
    "extern",
    "false",
    "final",
    "finally",
    "fn",
    "for",
    "forall",
    "fun",
    "func",
    "given",
    "go",
    "guard",
    "if",
    "impl",
    "implements",
    "implicit",
    "import",
    "in",
    "infix",
    "init",
    "inline",
    "instance",
    "int",
    "interface",
    "internal",
    "is",
    "lazy",
    "let",
    "loop",
    "match",
    "mod",
    "module",
    "move",
    "mut",
    "namespace",
    "new",
    "newtype",
    "nil",
    "null",
    "object",
    "of",
    "open",
    "operator",
    "out",
    "override",
    "package",
    "private",
    "protected",
    "protocol",
    "pub",
    "public",
    "range",
    "rec",
    "ref",
    "return",
    "sealed",
    "select",
    "self",
    "Self",
    "static",
    "struct",
    "super",
    "suspend",
    "switch",
    "then",
    "this",
    "throw",
    "throws",
    "trait",
    "true",
    "try",
    "type",
    "unsafe",
    "use",
    "using",
    "val",
    "var",
    "vararg",
    "void",
    "when",
    "where",
    "while",
    "with",
    "yield",
    "_",
];

/// The program with other texts.
pub(crate) fn substitute(tokens: &[Token], substitution: &Substitution) -> Vec<Token> {
    let text = |token: &Token| match substitution.get(&token.text) {
        Some(text) => text.clone(),
        None => token.text.clone(),
    };
    tokens.iter().map(|token| Token { text: text(token), ..token.clone() }).collect()
}

/// Simpler literals, one kind of them at a time.
pub(crate) fn literals(programs: &[Vec<Token>]) -> Vec<Substitution> {
    let mut simpler = Substitution::new();
    for token in programs.iter().flatten() {
        let simple = match token.kind {
            Kind::Number => "0",
            Kind::Text if token.text.starts_with('"') => "\"\"",
            _ => continue,
        };
        if token.text != simple {
            simpler.insert(token.text.clone(), simple.to_owned());
        }
    }
    simpler.into_iter().map(|one| Substitution::from([one])).collect()
}

/// The names of the programs, in the order in which they appear.
pub(crate) fn names(programs: &[Vec<Token>]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let words = programs.iter().flatten().filter(|token| token.kind == Kind::Word);
    let names = words.filter(|token| !KEYWORDS.contains(&&token.text[..]));
    names.map(|token| token.text.clone()).filter(|name| seen.insert(name.clone())).collect()
}

/// Whether a name is declared in the programs, as far as that can be told without a
/// grammar: then it can most likely be changed.
pub(crate) fn is_declared(name: &str, programs: &[Vec<Token>]) -> bool {
    let declared = |tokens: &Vec<Token>| {
        (0..tokens.len()).filter(|&at| tokens[at].text == name).any(|at| {
            let after = tokens.get(at + 1).map(|next| &next.text[..]);
            tree::declares(tokens, at) || after == Some(":")
        })
    };
    name != "main" && programs.iter().any(declared)
}

/// A substitution that gives a name another one that is not in use.
pub(crate) fn fresh(name: &str, names: &[String]) -> Substitution {
    let mut fresh = name.trim_matches('`').to_owned();
    while names.contains(&fresh) || fresh == name {
        fresh.push('q');
    }
    Substitution::from([(name.to_owned(), fresh)])
}

/// Gives names that may be changed those that every program has: `a`, `b`, ... for
/// what begins with a small letter, `A`, `B`, ... for the rest.
pub(crate) fn rename(names: &[String], movable: &BTreeSet<String>) -> Substitution {
    let fixed: BTreeSet<&str> = names
        .iter()
        .filter(|name| !movable.contains(*name))
        .map(|name| &name[..])
        .chain(KEYWORDS.iter().copied())
        .collect();
    let mut used: BTreeMap<&str, usize> = BTreeMap::new();
    let mut renamed = Substitution::new();
    for name in names.iter().filter(|name| movable.contains(*name)) {
        let plain = name.trim_start_matches('\'');
        let tick = &name[..name.len() - plain.len()];
        let (style, first) = match plain.starts_with(char::is_uppercase) {
            true => ("upper", 'A'),
            false if tick.is_empty() => ("lower", 'a'),
            false => ("tick", 'a'),
        };
        let number = used.entry(style).or_default();
        let new = loop {
            let new = format!("{tick}{}", numbered(first, *number));
            *number += 1;
            if !fixed.contains(&new[..]) {
                break new;
            }
        };
        if new != *name {
            renamed.insert(name.clone(), new);
        }
    }
    renamed
}

/// `a` to `z`, then `a1` to `z1`, and so on.
fn numbered(first: char, number: usize) -> String {
    let letter = char::from(first as u8 + (number % 26) as u8);
    match number / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

/// The program with its outermost items in the order of their sizes and shapes, so
/// that it does not matter in which order they were declared.
pub(crate) fn sorted(tokens: &[Token]) -> Vec<Token> {
    let starts = |token: &Token| token.gap == Gap::Line(0) && token.kind != Kind::Close;
    let mut items: Vec<&[Token]> = Vec::new();
    let mut start = 0;
    for at in 1..=tokens.len() {
        if tokens.get(at).is_none_or(starts) {
            items.push(&tokens[start..at]);
            start = at;
        }
    }
    let shape = |item: &&[Token]| {
        let word = |token: &Token| match token.kind {
            Kind::Word if !KEYWORDS.contains(&&token.text[..]) => "?".to_owned(),
            _ => token.text.clone(),
        };
        (item.len(), item.iter().map(word).collect::<Vec<_>>())
    };
    items.sort_by_cached_key(shape);
    items.concat()
}

/// How a language is laid out.
enum Layout {
    /// Ends of lines mean nothing.
    Free,
    /// The end of a line may end a statement, but indentation means nothing.
    Lines,
    /// Indentation counts.
    Fixed,
}

fn layout_of(language: Language) -> Layout {
    match language {
        Language::Rust | Language::Java => Layout::Free,
        Language::Kotlin | Language::Groovy | Language::Go | Language::Swift | Language::Flix => {
            Layout::Lines
        }
        Language::Haskell
        | Language::Scala
        | Language::OCaml
        | Language::Crystal
        | Language::SystemF
        | Language::User(_) => Layout::Fixed,
    }
}

/// The program as every program is laid out.
pub(crate) fn layout(language: Language, tokens: &[Token]) -> Vec<Token> {
    let layout = layout_of(language);
    let mut laid: Vec<Token> = Vec::with_capacity(tokens.len());
    // For each open bracket whether it is a brace.
    let mut open: Vec<bool> = Vec::new();
    for (position, token) in tokens.iter().enumerate() {
        let last = position.checked_sub(1).map(|last| &tokens[last]);
        if token.kind == Kind::Close {
            open.pop();
        }
        let indent = 4 * open.iter().filter(|brace| **brace).count();
        let mut gap = match (token.gap, &layout) {
            (gap, Layout::Fixed) => gap,
            (Gap::Line(_), Layout::Lines) => Gap::Line(indent),
            (gap, Layout::Lines) => gap,
            (Gap::None, Layout::Free) => Gap::None,
            (Gap::Space | Gap::Line(_), Layout::Free) => Gap::Space,
        };
        if let (Layout::Free, Some(last)) = (&layout, last) {
            let in_braces = open.last().copied().unwrap_or(true);
            let tight = token.kind == Kind::Separator
                || matches!(&token.text[..], ")" | "]")
                || matches!(&last.text[..], "(" | "[")
                // What stood between these may be gone.
                || last.text == "&" && token.kind == Kind::Word && last.gap == Gap::Space
                || token.text == "("
                    && last.kind == Kind::Word
                    && !KEYWORDS.contains(&&last.text[..]);
            let continues = matches!(&token.text[..], ")" | "." | "," | ";" | "else" | "?");
            let ends = match &last.text[..] {
                "}" => !continues,
                ";" => in_braces || token.text == "}",
                "{" => token.text != "}",
                _ => token.text == "}",
            };
            if tight {
                gap = Gap::None;
            }
            if ends && (in_braces || token.text == "}") && !matches!(&last.text[..], "(" | "[") {
                gap = Gap::Line(indent);
            } else if last.text == "{" && token.text == "}" {
                gap = Gap::None;
            }
        }
        laid.push(Token { gap, ..token.clone() });
        if token.kind == Kind::Open {
            open.push(token.text == "{");
        }
    }
    laid
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::{print, tokens};

    fn laid_out(language: Language, source: &str) -> String {
        print(&layout(language, &tokens(language, source)))
    }

    #[test]
    fn layout_does_not_depend_on_layout() {
        let one = "fn f<T>(x: T) -> T { if a { b } else { c }; g(x, [1]) }  struct A {}";
        let other =
            "fn f<T>( x: T )\n  -> T {\n if a { b }\n else {\n c }; g(x, [ 1 ]\n) }\nstruct A {\n}";
        let expected = "\
fn f<T>(x: T) -> T {
    if a {
        b
    } else {
        c
    };
    g(x, [1])
}
struct A {}
";
        assert_eq!(laid_out(Language::Rust, one), expected);
        assert_eq!(laid_out(Language::Rust, other), expected);
        assert_eq!(
            laid_out(Language::Go, "func f() {\n  a\n      b }"),
            "func f() {\n    a\n    b }\n"
        );
        assert_eq!(laid_out(Language::Haskell, "f = do\n  a\n  b"), "f = do\n  a\n  b\n");
    }

    #[test]
    fn names_are_numbered_in_the_order_of_their_appearance() {
        let program = tokens(Language::Rust, "fn main() { Foo::<'x>::b(y1, y2, Bar) }");
        let names = names(std::slice::from_ref(&program));
        assert_eq!(names, ["main", "Foo", "'x", "b", "y1", "y2", "Bar"]);
        let movable = names.iter().filter(|name| *name != "main" && *name != "b").cloned();
        let renamed = substitute(&program, &rename(&names, &movable.collect()));
        assert_eq!(print(&renamed), "fn main() { A::<'a>::b(a, c, B) }\n");
        assert_eq!(fresh("x", &["x".to_owned(), "xq".to_owned()])["x"], "xqq");
        assert_eq!((numbered('a', 25), numbered('A', 27)), ("z".into(), "B1".into()));
    }

    #[test]
    fn statements_and_lists_have_one_layout() {
        assert_eq!(
            laid_out(
                Language::Java,
                "class A{int[] x={1,2};\nvoid f ( ) { for(int i=0;i<1;i++) { g( () -> { h(); } ) . k() ; } try {} finally { } } }"
            ),
            "\
class A{
    int[] x={
        1,2
    };
    void f() {
        for(int i=0;i<1;i++) {
            g(() -> {
                h();
            }) . k();
        }
        try {}
        finally {}
    }
}
"
        );
        assert_eq!(
            laid_out(Language::Kotlin, "fun f() {\na {\n(b,\nc)\n}\n}"),
            "fun f() {\n    a {\n        (b,\n        c)\n    }\n}\n"
        );
    }

    #[test]
    fn what_is_declared_can_be_renamed() {
        let program = [tokens(Language::Rust, "fn main() { let x = y; z: u8 }")];
        let declared = |name| is_declared(name, &program);
        assert!(declared("x") && declared("z"));
        assert!(!declared("y") && !declared("u8") && !declared("main"));
        assert_eq!(fresh("`a`", &["`a`".to_owned()])["`a`"], "a");
        let names = |text| names(&[tokens(Language::Rust, text)]);
        let all = |text| rename(&names(text), &names(text).into_iter().collect());
        let pairs = |text| all(text).into_iter().collect::<Vec<_>>();
        assert_eq!(pairs("b a"), [("a".into(), "b".into()), ("b".into(), "a".into())]);
        assert!(pairs("a b A B 'a").is_empty(), "they have these names already");
        let many: Vec<String> = (0..30).map(|number| format!("x{number}")).collect();
        let renamed = rename(&many, &many.iter().cloned().collect());
        assert_eq!(
            (&renamed["x25"][..], &renamed["x26"][..], &renamed["x29"][..]),
            ("z", "a1", "d1")
        );
    }

    #[test]
    fn literals_become_simple() {
        let program = tokens(Language::Rust, "f(12, \"ab\", 0, 12, 'c')");
        let literals = literals(std::slice::from_ref(&program));
        let all: Substitution = literals.into_iter().flatten().collect();
        assert_eq!(print(&substitute(&program, &all)), "f(0, \"\", 0, 0, 'c')\n");
    }

    #[test]
    fn the_order_of_declarations_does_not_matter() {
        let one = tokens(Language::Rust, "fn main() { f() }\nstruct B;\nfn f() {}\n");
        let other = tokens(Language::Rust, "struct X;\nfn g() {}\nfn main() { g() }\n");
        let texts = |tokens: &[Token]| tokens.iter().map(|t| t.text.clone()).collect::<Vec<_>>();
        assert_eq!(texts(&sorted(&one)).join(" "), "struct B ; fn f ( ) { } fn main ( ) { f ( ) }");
        assert_eq!(texts(&sorted(&other)).join(" "), texts(&other).join(" "));
    }
}
