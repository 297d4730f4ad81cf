//! Neutral rewrites: changes that leave the verdict of a correct compiler as it is.

use super::analysis::Analysed;
use super::types::Types;
use crate::program::Edit;

/// A neutral rewrite.
#[derive(Clone, Debug)]
pub(super) enum Neutral {
    /// Something around an expression: its name, where, and what.
    Around(&'static str, std::ops::Range<usize>, &'static str, &'static str),
    /// A type written behind the name of a variable.
    WrittenType(usize, String),
    /// A function once more behind itself: where it ends, and the copy.
    Copy(usize, String),
}

impl Neutral {
    pub(super) fn edits(&self) -> (&'static str, Vec<Edit>) {
        match self {
            Neutral::Around(name, range, before, after) => {
                let edit = |at: usize, text: &str| (at..at, text.to_owned());
                (*name, vec![edit(range.start, before), edit(range.end, after)])
            }
            Neutral::WrittenType(at, ty) => ("written-type", vec![(*at..*at, format!(": {ty}"))]),
            Neutral::Copy(at, copy) => ("duplicated-function", vec![(*at..*at, copy.clone())]),
        }
    }
}

/// What can be written around a value that holds no references.
const AROUND: [(&str, &str, &str); 4] = [
    ("block", "({ ", " })"),
    ("match-unit", "(match () { () => ", " })"),
    ("loop-once", "(loop { break ", "; })"),
    ("tuple-field", "((", ",)).0"),
];

/// The neutral rewrites of a program.
pub(super) fn collect(source: &str, analysed: &Analysed) -> Vec<Neutral> {
    let mut found = Vec::new();
    for site in analysed.sites.iter().filter(|site| site.ty != Types::UNIT) {
        let around = |name, before, after| Neutral::Around(name, site.range.clone(), before, after);
        found.push(around("redundant-parentheses", "(", ")"));
        if site.movable {
            found.extend(AROUND.iter().map(|(name, before, after)| around(name, before, after)));
        }
    }
    for (at, ty) in &analysed.untyped {
        found.push(Neutral::WrittenType(*at, analysed.decls.text(*ty)));
    }
    for (name, range) in &analysed.functions {
        // The range begins with the name.
        let other = format!("{name}_copy");
        if !source.contains(&other) {
            let rest = &source[range.start + name.len()..range.end];
            found.push(Neutral::Copy(range.end, format!("\nfn {other}{rest}")));
        }
    }
    found
}
