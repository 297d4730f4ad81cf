//! The parser keeps every byte, groups as the compiler does, and ends on any text.

use case::Language;
use choice::Random;
use mutate::Level;
use mutate::mutation::{Bounds, mutant};
use mutate::program::{How, Plug};
use mutate::swift::tree::{ExprKind, NodeId, Span, Tree};
use mutate::swift::{Swift, parse};
use proptest::prelude::*;

/// The program again, copied node by node, with what lies between the nodes.
fn printed(tree: &Tree<'_>) -> String {
    fn copy(tree: &Tree<'_>, nodes: &[NodeId], within: Span, out: &mut String) {
        let mut at = within.start;
        for &node in nodes {
            let span = tree.span(node);
            assert!(
                at <= span.start && span.end <= within.end,
                "{node:?} {:?} is not inside {:?} behind {at}",
                tree.text(span),
                tree.text(within)
            );
            out.push_str(tree.text(Span { start: at, end: span.start }));
            copy(tree, &tree.children(node), span, out);
            at = span.end;
        }
        out.push_str(tree.text(Span { start: at, end: within.end }));
    }
    let top: Vec<NodeId> = tree.top.iter().map(|&id| NodeId::Stmt(id)).collect();
    let mut out = String::new();
    copy(tree, &top, Span { start: 0, end: tree.source.len() as u32 }, &mut out);
    out
}

proptest! {
    #[test]
    fn any_text_is_parsed_or_refused(text in "\\PC*") {
        check(&text);
    }

    #[test]
    fn any_tokens_are_parsed_or_refused(tokens in prop::collection::vec(token(), 0..60)) {
        check(&tokens.concat());
    }

    #[test]
    fn any_change_of_a_program_is_parsed_or_refused(
        at in 0..SEED.len(), until in 0..40usize, tokens in prop::collection::vec(token(), 0..6),
    ) {
        let end = (at + until).min(SEED.len());
        check(&format!("{}{}{}", &SEED[..at], tokens.concat(), &SEED[end..]));
    }
}

const SEED: &str = include_str!("seeds/queue.swift");

/// Parses, prints, analyses and mutates a text, which may be anything.
#[track_caller]
fn check(text: &str) {
    let Ok(tree) = parse(text) else { return };
    assert_eq!(printed(&tree), text);
    let Ok(program) = Swift.read(text, None) else { return };
    let bounds = Bounds {
        how: How { level: Level::Four, depth: 2, splice: false },
        replaced: 3,
        constant_conditions: false,
    };
    let mut random = Random::new(1).with_budget(1000, 1);
    for index in 0..3 {
        let mut out = String::new();
        let _ = random.generate(index, |choices| mutant(&*program, bounds, &mut out, choices));
    }
}

#[test]
fn seed_programs_are_printed_again() {
    for file in mutate::built_in().iter().filter(|file| file.language == Language::Swift) {
        let tree = parse(&file.text).unwrap_or_else(|why| panic!("{}: {why}", file.name));
        assert_eq!(printed(&tree), file.text);
    }
}

#[test]
fn operators_group_as_the_compiler_groups_them() {
    let grouped = |source: &str| {
        let tree = parse(source).expect("a program that is understood");
        let groups = tree.expressions().filter_map(|(_, expr)| match expr.kind {
            ExprKind::Infix { .. }
            | ExprKind::Ternary { .. }
            | ExprKind::Cast { .. }
            | ExprKind::Prefix { .. }
            | ExprKind::Try { .. } => Some(tree.text(expr.span)),
            _ => None,
        });
        groups.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(grouped("a && b || c"), ["a && b", "a && b || c"]);
    assert_eq!(grouped("a < b && c"), ["a < b", "a < b && c"]);
    assert_eq!(grouped("-x + y"), ["-x", "-x + y"]);
    assert_eq!(grouped("a ? b : c ? d : e"), ["c ? d : e", "a ? b : c ? d : e"]);
    assert_eq!(grouped("try f(1) * 2"), ["f(1) * 2", "try f(1) * 2"]);
    assert_eq!(grouped("a + b as Int"), ["a + b", "a + b as Int"]);
    assert_eq!(grouped("a ?? b ?? c"), ["b ?? c", "a ?? b ?? c"]);
    assert_eq!(grouped("a .== b .| c"), ["b .| c", "a .== b .| c"]);
    let own = "precedencegroup P { higherThan: MultiplicationPrecedence associativity: right }\n\
               infix operator **: P\na * b ** c ** d";
    assert_eq!(grouped(own), ["c ** d", "b ** c ** d", "a * b ** c ** d"]);
}

fn token() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "<",
        ">",
        ",",
        ";",
        ":",
        ".",
        "@",
        "#",
        "\\",
        "\"",
        "\"\"\"",
        " ",
        " ",
        " ",
        "\n",
        "=",
        "+",
        "-",
        "->",
        "?",
        "!",
        "...",
        "&",
        "x",
        "y",
        "Int",
        "1",
        "0.5",
        "let ",
        "var ",
        "func ",
        "class ",
        "struct ",
        "enum ",
        "case ",
        "switch ",
        "if ",
        "else ",
        "for ",
        "in ",
        "while ",
        "return ",
        "init",
        "try ",
        "await ",
        "as ",
        "is ",
        "where ",
        "#if ",
        "#endif\n",
        "\\(",
        "\"a\"",
        "`x`",
        "$0",
        "_",
        "true",
        "nil",
        "self",
        "é",
        "→",
        "/*",
        "*/",
        "//",
        "/",
        "get",
        "set",
        "operator ",
        "infix ",
        "precedencegroup ",
        "subscript",
        "extension ",
    ])
}
