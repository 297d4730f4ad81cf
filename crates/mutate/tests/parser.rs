//! The parser keeps every byte, groups as the compiler does, and ends on any text.

use mutate::swift::parse;
use mutate::swift::tree::{NodeId, Span, Tree};
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
        if let Ok(tree) = parse(&text) {
            prop_assert_eq!(printed(&tree), text);
        }
    }

    #[test]
    fn any_tokens_are_parsed_or_refused(tokens in prop::collection::vec(token(), 0..60)) {
        let text = tokens.concat();
        if let Ok(tree) = parse(&text) {
            prop_assert_eq!(printed(&tree), text);
        }
    }
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
