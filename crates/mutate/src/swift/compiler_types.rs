//! The second source of types: the compiler's own dump of a program.
//!
//! `swift-frontend -frontend -dump-ast` prints every expression with its type
//! and its range. The dump is an input of this crate, which runs no compiler.

use rustc_hash::FxHashMap;

use super::analysis::Analysed;
use super::lexer::{TokenKind, interpolations, lex};
use super::tree::Span;
use super::types::{Form, Type, Types};
use crate::program::Disagreement;

/// An expression in a dump.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dumped {
    /// The compiler's name of the node: `call_expr`.
    pub kind: String,
    /// Its type, as the compiler writes it, without `@lvalue`.
    pub ty: String,
}

/// The expressions of a dump in text form, by their place in the source. Where
/// several share a place, as a value and its implicit conversion do, it is the
/// innermost one that the source spells out; an optional chain is the whole.
pub fn read_dump(source: &str, dump: &str) -> FxHashMap<Span, Dumped> {
    let lines = line_starts(source);
    let mut ends = FxHashMap::default();
    token_ends(source, Span::new(0, source.len()), &mut ends);
    let mut found: FxHashMap<Span, Dumped> = FxHashMap::default();
    for line in dump.lines() {
        let Some(read) = read_line(line) else { continue };
        let (kind, ty, range) = read;
        let Some(span) = span_of(range, &lines, &ends) else { continue };
        let chain = found.get(&span).is_some_and(|known| known.kind == "optional_evaluation_expr");
        if !chain {
            let ty = ty.strip_prefix("@lvalue ").unwrap_or(ty).to_owned();
            found.insert(span, Dumped { kind: kind.to_owned(), ty });
        }
    }
    found
}

/// The lines of a dump that are about expressions, without what is not read.
pub(super) fn condense(dump: &str) -> String {
    let mut lines = String::new();
    for (kind, ty, range) in dump.lines().filter_map(read_line) {
        // The name of the file is the same in all of them.
        let Some((start, end)) = range.split_once(" - line:") else { continue };
        let mut place = start.rsplitn(3, ':');
        let (Some(column), Some(line)) = (place.next(), place.next()) else { continue };
        lines.push_str(&format!("({kind} type=\"{ty}\" range=[:{line}:{column} - line:{end}]\n"));
    }
    lines
}

/// Where the analysis gives another type to an expression than a dump. What has no
/// line in the dump cannot be compared.
pub(super) fn disagreements(source: &str, dump: &str, analysed: &Analysed) -> Vec<Disagreement> {
    let dumped = read_dump(source, dump);
    let mut found = Vec::new();
    for &(span, ty) in &analysed.annotations {
        let ours = analysed.types.text(ty);
        if let Some(Dumped { ty: theirs, .. }) = dumped.get(&span)
            && !is_same(source, theirs, &ours)
        {
            let line = source[..span.start as usize].matches('\n').count() + 1;
            let text = span.of(source).to_owned();
            found.push(Disagreement { line, text, ours, theirs: theirs.clone() });
        }
    }
    found
}

/// Whether the compiler's type is ours but for its spelling: `Void`, the
/// parentheses of the expression, a variadic parameter, or the name of an alias.
fn is_same(source: &str, theirs: &str, ours: &str) -> bool {
    let plain = theirs.replace("Void", "()").replace("Self.", "");
    let unwrapped = plain.strip_prefix('(').and_then(|ty| ty.strip_suffix(')')).unwrap_or(&plain);
    let alias = || {
        let mut words = theirs.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|word| !word.is_empty() && source.contains(&format!("typealias {word}")))
    };
    let array = |element: &str| format!("[{element}]") == ours;
    let sugared = theirs.strip_prefix("Array<").and_then(|ty| ty.strip_suffix('>'));
    let dictionary = theirs.strip_prefix("Dictionary<").and_then(|ty| ty.strip_suffix('>'));
    let dictionary = dictionary.and_then(|arguments| arguments.split_once(", "));
    plain == ours
        || unwrapped == ours
        || sugared.is_some_and(array)
        || dictionary.is_some_and(|(key, value)| format!("[{key} : {value}]") == ours)
        || theirs.strip_suffix("...").is_some_and(array)
        || alias()
}

/// Where each token ends, those of interpolations included.
fn token_ends(source: &str, part: Span, ends: &mut FxHashMap<u32, u32>) {
    let mut parts = vec![part];
    while let Some(part) = parts.pop() {
        for token in lex(source, part).unwrap_or_default() {
            match token.kind {
                TokenKind::End => continue,
                TokenKind::String => {
                    parts.extend(interpolations(source, token.span).unwrap_or_default());
                }
                _ => {}
            }
            ends.insert(token.span.start, token.span.end);
        }
    }
}

/// The types that a dump gives to the expressions of a program, where they are
/// types that programs can name.
pub(super) fn types(source: &str, dump: &str, types: &mut Types) -> FxHashMap<Span, Type> {
    let found = read_dump(source, dump);
    let mut known = FxHashMap::default();
    for (span, dumped) in sorted(found) {
        if let Some(ty) = read_type(&dumped.ty, types, 16) {
            known.insert(span, ty);
        }
    }
    known
}

fn sorted(found: FxHashMap<Span, Dumped>) -> Vec<(Span, Dumped)> {
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_by_key(|(span, _)| *span);
    found
}

/// Types that a program may have but whose values are not like others.
const UNUSUAL: [&str; 6] = ["Never", "Self", "StaticString", "Any", "AnyObject", "_"];

/// Reads a type as the compiler writes it: named types without arguments,
/// optionals, arrays and dictionaries.
fn read_type(text: &str, types: &mut Types, nesting: u32) -> Option<Type> {
    if nesting == 0 {
        return None;
    }
    if let Some(inner) = text.strip_suffix('?') {
        let inner = read_type(inner, types, nesting - 1)?;
        return Some(types.intern(Form::Optional(inner)));
    }
    if let Some(inner) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        if let Some((key, value)) = inner.split_once(" : ") {
            let key = read_type(key, types, nesting - 1)?;
            let value = read_type(value, types, nesting - 1)?;
            return Some(types.intern(Form::Dictionary(key, value)));
        }
        let element = read_type(inner, types, nesting - 1)?;
        return Some(types.intern(Form::Array(element)));
    }
    let named = text.split('.').all(|part| {
        part.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && part.chars().all(|c| c.is_alphanumeric() || c == '_')
    });
    (named && !UNUSUAL.contains(&text))
        .then(|| types.intern(Form::Named(text.to_owned(), Vec::new())))
}

/// The node, type and range of a line of a dump that is about an expression.
fn read_line(line: &str) -> Option<(&str, &str, &str)> {
    let node = line.trim_start().strip_prefix('(')?;
    let mut words = node.split(' ');
    let mut kind = words.next()?;
    if let Some((_, after)) = kind.split_once('=') {
        kind = after;
    }
    if !kind.ends_with("_expr") || words.next() == Some("implicit") {
        return None;
    }
    let ty = quoted(node, " type=\"")?;
    let (_, range) = node.split_once(" range=[")?;
    let (range, _) = range.split_once(']')?;
    Some((kind, ty, range))
}

fn quoted<'a>(text: &'a str, before: &str) -> Option<&'a str> {
    let (_, after) = text.split_once(before)?;
    after.split_once('"').map(|(quoted, _)| quoted)
}

/// `file:1:5 - line:2:7`, of which the end is where the last token begins.
fn span_of(range: &str, lines: &[u32], ends: &FxHashMap<u32, u32>) -> Option<Span> {
    let (start, end) = range.split_once(" - line:")?;
    let mut numbers = start.rsplit(':');
    let column: u32 = numbers.next()?.parse().ok()?;
    let line: usize = numbers.next()?.parse().ok()?;
    let (end_line, end_column) = end.split_once(':')?;
    let end_line: usize = end_line.parse().ok()?;
    let end_column: u32 = end_column.parse().ok()?;
    let start = lines.get(line.checked_sub(1)?)? + column - 1;
    let last = lines.get(end_line.checked_sub(1)?)? + end_column - 1;
    let end = *ends.get(&last)?;
    (start < end).then_some(Span { start, end })
}

fn line_starts(source: &str) -> Vec<u32> {
    let newlines = source.bytes().enumerate().filter(|&(_, b)| b == b'\n');
    std::iter::once(0).chain(newlines.map(|(i, _)| i as u32 + 1)).collect()
}
