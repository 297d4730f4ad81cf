//! Neutral rewrites: changes that leave the verdict of a correct compiler as it
//! is: redundant parentheses, written types, other names, and functions that are
//! there twice.

use std::collections::BTreeMap;

use super::analysis::Analysed;
use super::lexer::{TokenKind, lex};
use super::tree::{FuncKind, NodeId, Pattern, Span, StmtKind, Tree};
use super::types::Types;
use crate::program::Edit;

/// A neutral rewrite.
#[derive(Clone, Debug)]
pub(super) enum Neutral {
    /// Parentheses around an expression.
    Parentheses(Span),
    /// A type written behind the name of a variable.
    WrittenType(u32, String),
    /// Another name for a local variable, in all its places.
    Renaming(Vec<Span>),
    /// A function once more behind itself: where it ends, and the copy.
    Copy(u32, String),
}

impl Neutral {
    pub(super) fn edits(&self, source: &str) -> (&'static str, Vec<Edit>) {
        let empty = |at: u32| at as usize..at as usize;
        match self {
            Neutral::Parentheses(span) => {
                let edits =
                    vec![(empty(span.start), "(".to_owned()), (empty(span.end), ")".to_owned())];
                ("redundant-parentheses", edits)
            }
            Neutral::WrittenType(at, ty) => ("written-type", vec![(empty(*at), format!(": {ty}"))]),
            Neutral::Renaming(places) => {
                let edit = |span: &Span| {
                    let range = span.start as usize..span.end as usize;
                    (range, format!("{}_renamed", span.of(source)))
                };
                ("renaming", places.iter().map(edit).collect())
            }
            Neutral::Copy(at, copy) => ("duplicated-function", vec![(empty(*at), copy.clone())]),
        }
    }
}

/// The neutral rewrites of a program.
pub(super) fn collect(tree: &Tree<'_>, analysed: &Analysed) -> Vec<Neutral> {
    let mut found = Vec::new();
    let values = analysed.sites.iter().filter(|s| !s.constant_condition && s.ty != Types::VOID);
    found.extend(values.map(|site| Neutral::Parentheses(site.span)));
    found.extend(
        analysed.untyped.iter().map(|&(at, ty)| Neutral::WrittenType(at, analysed.types.text(ty))),
    );
    found.extend(renamings(tree));
    found.extend(copies(tree));
    found
}

/// The functions of the file that could be there a second time, under another name.
fn copies(tree: &Tree<'_>) -> impl Iterator<Item = Neutral> {
    tree.top.iter().filter_map(|&id| {
        let StmtKind::Func(func) = &tree[id].kind else { return None };
        let is_word = func.name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let plain = func.kind == FuncKind::Func && func.modifiers.attributes.is_empty();
        let text = tree.text(tree[id].span);
        let other = format!("{}_copy", func.name);
        if !is_word || !plain || func.body.is_none() || tree.source.contains(&other) {
            return None;
        }
        let head = format!("func {}", func.name);
        let copy = text.replacen(&head, &format!("func {other}"), 1);
        (copy != text).then(|| Neutral::Copy(tree[id].span.end, format!("\n{copy}")))
    })
}

/// Local variables whose name stands for nothing else in the file: neither a
/// member nor a label nor a part of a string or of text that is not understood.
fn renamings(tree: &Tree<'_>) -> Vec<Neutral> {
    let source = tree.source;
    let mut locals: BTreeMap<&str, bool> = BTreeMap::new();
    let mut other_text = Vec::new();
    let mut stack: Vec<(NodeId, bool)> =
        tree.top.iter().map(|&id| (NodeId::Stmt(id), false)).collect();
    while let Some((node, inside)) = stack.pop() {
        let mut within = inside;
        if let NodeId::Stmt(id) = node {
            match &tree[id].kind {
                StmtKind::Var(var) => {
                    for binding in &var.bindings {
                        if let Pattern::Name(name) = binding.pattern {
                            let plain = inside && var.modifiers.attributes.is_empty();
                            *locals.entry(name).or_insert(true) &= plain;
                        }
                    }
                }
                StmtKind::Func(_) => within = true,
                StmtKind::Nominal(_) => within = false,
                StmtKind::Raw | StmtKind::Conditional(_) => {
                    other_text.push(tree.text(tree[id].span));
                }
                _ => {}
            }
        }
        stack.extend(tree.children(node).into_iter().map(|child| (child, within)));
    }
    let tokens = lex(source, Span::new(0, source.len())).unwrap_or_default();
    let mut places: BTreeMap<&str, Vec<Span>> = BTreeMap::new();
    for (at, token) in tokens.iter().enumerate() {
        let text = tree.text(token.span);
        match token.kind {
            TokenKind::Name => {
                let follows =
                    |by: usize| tokens.get(at + by).map_or("", |token| tree.text(token.span));
                let before = if at > 0 { tree.text(tokens[at - 1].span) } else { "" };
                let declared = ["let", "var"].contains(&before);
                let special = [".", "#", "\\", "@"].contains(&before)
                    || (follows(1) == ":" && !declared)
                    || ["func", "case", "struct", "class", "enum"].contains(&before)
                    // `if let x` binds and uses the name at once.
                    || (declared && !["=", ":"].contains(&follows(1)));
                match locals.get_mut(text) {
                    Some(plain) if special => *plain = false,
                    Some(_) => places.entry(text).or_default().push(token.span),
                    None => {}
                }
            }
            TokenKind::String => other_text.push(text),
            _ => {}
        }
    }
    let free = |name: &str| !other_text.iter().any(|text| text.contains(name));
    places
        .into_iter()
        .filter(|(name, _)| locals[name] && free(name))
        .map(|(_, spans)| Neutral::Renaming(spans))
        .collect()
}
