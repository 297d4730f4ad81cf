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
/// innermost one that the source spells out; an optional chain is the whole, and what is
/// an object of `Self` is one.
pub fn read_dump(source: &str, dump: &str) -> FxHashMap<Span, Dumped> {
    let lines = line_starts(source);
    let mut ends = FxHashMap::default();
    token_ends(source, Span::new(0, source.len()), &mut ends);
    let mut found: FxHashMap<Span, Dumped> = FxHashMap::default();
    for line in dump.lines() {
        let Some(read) = read_line(line) else { continue };
        let (kind, ty, range) = read;
        let Some(span) = span_of(range, &lines, &ends) else { continue };
        // An operator that is a value is said to be the type that declares it, too.
        let named = span.of(source).starts_with(|c: char| c.is_alphabetic() || "_`[(".contains(c));
        if kind == "type_expr" && !named {
            continue;
        }
        let whole = ["optional_evaluation_expr", TO_SELF];
        if !found.get(&span).is_some_and(|known| whole.contains(&&known.kind[..])) {
            let ty = ty.replace("@lvalue ", "");
            found.insert(span, Dumped { kind: kind.to_owned(), ty });
        }
    }
    found
}

/// How an object that an initialiser of `Self` makes becomes one of `Self`: before, its class
/// is the one around.
const TO_SELF: &str = "covariant_return_conversion_expr";

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
/// parentheses of the expression, a variadic parameter, `Array<Int>`, or the name of an
/// alias.
fn is_same(source: &str, theirs: &str, ours: &str) -> bool {
    let plain = theirs.replace("Void", "()").replace("Self.", "");
    let unwrapped = plain.strip_prefix('(').and_then(|ty| ty.strip_suffix(')')).unwrap_or(&plain);
    let alias = || {
        let mut words = theirs.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|word| !word.is_empty() && source.contains(&format!("typealias {word}")))
    };
    plain == ours
        || unwrapped == ours
        || theirs.strip_suffix("...").is_some_and(|element| format!("[{element}]") == ours)
        || alias()
        || spelled_out(&plain).is_some_and(|spelled| spelled == ours)
}

/// The compiler's type as we write it, with the element of a library's collection in the
/// place of `Range<Int>.Element`.
fn spelled_out(text: &str) -> Option<String> {
    let mut types = Types::new();
    let ty = match text.strip_suffix(".Element") {
        None => read_type(text, &mut types)?,
        Some(collection) => {
            let collection = read_type(collection, &mut types)?;
            match types.form(collection) {
                Form::Array(element) => *element,
                Form::Named(name, args) => match (name.as_str(), &args[..]) {
                    ("Range" | "ClosedRange" | "Set", &[element]) => element,
                    _ => return None,
                },
                _ => return None,
            }
        }
    };
    Some(types.text(ty))
}

/// Where each token ends, those of interpolations included. What reads like a number
/// with a fraction in `pair.0.1` is two indices.
fn token_ends(source: &str, part: Span, ends: &mut FxHashMap<u32, u32>) {
    let mut parts = vec![part];
    while let Some(part) = parts.pop() {
        let mut behind_point = false;
        for token in lex(source, part).unwrap_or_default() {
            let after_point = behind_point;
            behind_point = token.span.of(source) == ".";
            match token.kind {
                TokenKind::End => continue,
                TokenKind::Float if after_point => {
                    let mut start = token.span.start;
                    for index in token.span.of(source).split('.') {
                        let end = start + index.len() as u32;
                        ends.insert(start, end);
                        start = end + 1;
                    }
                    continue;
                }
                TokenKind::String => {
                    parts.extend(interpolations(source, token.span).unwrap_or_default());
                }
                _ => {}
            }
            ends.insert(token.span.start, token.span.end);
        }
    }
}

/// The type that a dump gives to an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Given {
    pub(crate) ty: Type,
    /// Whether programs can name the type and its values are like others, so that the
    /// expression may be replaced.
    pub(crate) simple: bool,
}

/// The types that a dump gives to the expressions of a program, as far as they are read.
pub(super) fn types(source: &str, dump: &str, types: &mut Types) -> FxHashMap<Span, Given> {
    let found = read_dump(source, dump);
    let mut known = FxHashMap::default();
    for (span, Dumped { ty: text, .. }) in sorted(found) {
        if let Some(ty) = read_type(&text, types) {
            known.insert(span, Given { ty, simple: is_simple(&text, NESTING) });
        }
    }
    known
}

fn sorted(found: FxHashMap<Span, Dumped>) -> Vec<(Span, Dumped)> {
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_by_key(|(span, _)| *span);
    found
}

/// How deep a type may be.
const NESTING: u32 = 16;

/// Types that a program may have but whose values are not like others.
const UNUSUAL: [&str; 4] = ["Never", "StaticString", "Any", "AnyObject"];

/// Whether a type is a named one without arguments, or an optional, an array or a
/// dictionary of these. The name of a type has a metatype, which is no value of its own.
fn is_simple(text: &str, nesting: u32) -> bool {
    if nesting == 0 {
        return false;
    }
    if let Some(inner) = text.strip_suffix('?') {
        return is_simple(inner, nesting - 1);
    }
    if let Some(inner) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        let mut parts = inner.splitn(2, " : ");
        return parts.all(|part| is_simple(part, nesting - 1));
    }
    let metatype = text.ends_with(".Type") || text.ends_with(".Protocol");
    name(text).is_some_and(|(_, rest)| rest.is_empty()) && !metatype && !UNUSUAL.contains(&text)
}

/// Reads a type as the compiler writes it: named and existential types, optionals, arrays,
/// dictionaries, tuples, and functions that neither throw nor are asynchronous.
fn read_type(text: &str, types: &mut Types) -> Option<Type> {
    let (ty, rest) = type_at(text, types, NESTING)?;
    rest.is_empty().then_some(ty)
}

/// The type at the beginning of a text, and what follows.
fn type_at<'t>(text: &'t str, types: &mut Types, nesting: u32) -> Option<(Type, &'t str)> {
    let nesting = nesting.checked_sub(1)?;
    let (mut ty, mut rest) = if let Some(inner) = text.strip_prefix('(') {
        let (mut elements, rest) = elements_at(inner, types, nesting)?;
        if let Some(result) = rest.strip_prefix(" -> ") {
            let (result, rest) = type_at(result, types, nesting)?;
            let unlabelled = |(label, ty): (Option<String>, Type)| label.is_none().then_some(ty);
            let params: Option<Vec<Type>> = elements.into_iter().map(unlabelled).collect();
            (types.intern(Form::Function(params?, result)), rest)
        } else if let [(None, _)] = elements[..] {
            // The compiler keeps the parentheses of expressions in their types.
            (elements.remove(0).1, rest)
        } else {
            (types.intern(Form::Tuple(elements)), rest)
        }
    } else if let Some(inner) = text.strip_prefix('[') {
        let (first, rest) = type_at(inner, types, nesting)?;
        match rest.strip_prefix(" : ") {
            Some(value) => {
                let (value, rest) = type_at(value, types, nesting)?;
                (types.intern(Form::Dictionary(first, value)), rest.strip_prefix(']')?)
            }
            None => (types.intern(Form::Array(first)), rest.strip_prefix(']')?),
        }
    } else if let Some(protocol) = text.strip_prefix("any ") {
        let (protocol, rest) = name(protocol)?;
        (types.intern(Form::Named(format!("any {protocol}"), Vec::new())), rest)
    } else {
        named_at(text, types, nesting)?
    };
    while let Some(after) = rest.strip_prefix('?') {
        ty = types.intern(Form::Optional(ty));
        rest = after;
    }
    Some((ty, rest))
}

/// A named type with its arguments, those of the library in their usual spelling.
fn named_at<'t>(text: &'t str, types: &mut Types, nesting: u32) -> Option<(Type, &'t str)> {
    let (name, mut rest) = name(text)?;
    let mut args = Vec::new();
    let mut more = rest.strip_prefix('<');
    while let Some(inner) = more {
        let (arg, after) = type_at(inner, types, nesting)?;
        args.push(arg);
        more = after.strip_prefix(", ");
        rest = if more.is_some() { after } else { after.strip_prefix('>')? };
    }
    let form = match (name, &args[..]) {
        ("Array", &[element]) => Form::Array(element),
        ("Optional", &[wrapped]) => Form::Optional(wrapped),
        ("Dictionary", &[key, value]) => Form::Dictionary(key, value),
        _ => Form::Named(name.to_owned(), args),
    };
    Some((types.intern(form), rest))
}

type Elements = Vec<(Option<String>, Type)>;

/// The elements of a tuple or the parameters of a function, with their labels, behind the
/// opening parenthesis.
fn elements_at<'t>(text: &'t str, types: &mut Types, nesting: u32) -> Option<(Elements, &'t str)> {
    let mut elements = Elements::new();
    let mut rest = text;
    loop {
        if let (true, Some(after)) = (elements.is_empty(), rest.strip_prefix(')')) {
            return Some((elements, after));
        }
        let labelled =
            name(rest).and_then(|(label, after)| Some((label, after.strip_prefix(": ")?)));
        let (label, element) = match labelled {
            Some((label, element)) => (Some(label.to_owned()), element),
            None => (None, rest),
        };
        let (ty, after) = type_at(element, types, nesting)?;
        elements.push((label, ty));
        match after.strip_prefix(", ") {
            Some(more) => rest = more,
            None => return Some((elements, after.strip_prefix(')')?)),
        }
    }
}

/// The name at the beginning of a text, perhaps qualified, and what follows. What `Self`
/// stands for is not said, and `_` stands for a type that was not found.
fn name(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'));
    let (name, rest) = text.split_at(end.unwrap_or(text.len()));
    let mut parts = name.split('.');
    let named = parts.all(|part| part.starts_with(|c: char| c.is_alphabetic() || c == '_'));
    (named && !["Self", "_"].contains(&name)).then_some((name, rest))
}

/// The node, type and range of a line of a dump that is about an expression.
fn read_line(line: &str) -> Option<(&str, &str, &str)> {
    let node = line.trim_start().strip_prefix('(')?;
    let mut words = node.split(' ');
    let mut kind = words.next()?;
    if let Some((_, after)) = kind.split_once('=') {
        kind = after;
    }
    let implicit = words.next() == Some("implicit") && kind != TO_SELF;
    if !kind.ends_with("_expr") || implicit {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a type, and says how it is written and whether it is simple.
    #[track_caller]
    fn check(text: &str, expected: Option<(&str, bool)>) {
        let mut types = Types::new();
        let read = read_type(text, &mut types).map(|ty| types.text(ty));
        let simple = is_simple(text, NESTING);
        assert!(read.is_some() || !simple, "{text} is simple and not read");
        assert_eq!(read.as_deref().map(|read| (read, simple)), expected, "{text}");
    }

    #[test]
    fn types_are_read_as_the_compiler_writes_them() {
        check("Int", Some(("Int", true)));
        check("Outer.Inner?", Some(("Outer.Inner?", true)));
        check("[[Int]]", Some(("[[Int]]", true)));
        check("[String : [Int]]", Some(("[String : [Int]]", true)));
        check("[[String : Int]]", Some(("[[String : Int]]", false)));
        check("Int??", Some(("Int??", true)));
        check("Any", Some(("Any", false)));
        check("(Int)", Some(("Int", false)));
        check("()", Some(("()", false)));
        check("(Int, label: String?)", Some(("(Int, label: String?)", false)));
        check("Pair<Int, [Box<String>]>?", Some(("Pair<Int, [Box<String>]>?", false)));
        check("Array<Optional<Int>>", Some(("[Int?]", false)));
        check("Dictionary<String, Int>", Some(("[String : Int]", false)));
        check("(Int) -> (String) -> ()", Some(("(Int) -> (String) -> ()", false)));
        check("((Int, Int) -> Bool)?", Some(("((Int, Int) -> Bool)?", false)));
        check("any Shape", Some(("any Shape", false)));
        check("[any Shape]", Some(("[any Shape]", false)));
    }

    #[test]
    fn a_type_is_the_same_in_another_spelling() {
        for (theirs, ours, same) in [
            ("Base<Array<Int>>", "Base<[Int]>", true),
            ("Dictionary<String, Optional<Int>>", "[String : Int?]", true),
            ("Range<Int>.Element", "Int", true),
            ("Range<Int>.Element", "Double", false),
            ("Box<Int>.Element", "Int", false),
            ("Base<Array<Int>>", "Base<Int>", false),
        ] {
            assert_eq!(is_same("", theirs, ours), same, "{theirs} and {ours}");
        }
    }

    #[test]
    fn types_that_are_something_else_are_not_read() {
        let nested = format!("{}Int{}", "[".repeat(40), "]".repeat(40));
        for text in [
            "",
            "Self",
            "_",
            "[_]",
            "some Shape",
            "any Shape & Other",
            "(inout Int) -> ()",
            "(Int...) -> ()",
            "(Int) throws -> Int",
            "(x: Int) -> Int",
            "@Sendable () -> ()",
            "<T> (T) -> Int",
            "Outer<Int>.Inner",
            "Pair<Int",
            "[Int",
            "(Int, ",
            "3",
            &nested,
        ] {
            check(text, None);
        }
    }
}
