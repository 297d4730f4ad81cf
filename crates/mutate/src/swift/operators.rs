//! Precedence groups, and folding a sequence of operands and operators.

use rustc_hash::FxHashMap;

use super::lexer::{Token, TokenKind};

/// How operators of one group associate with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Associativity {
    Left,
    Right,
    None,
}

/// A precedence group.
#[derive(Clone, Debug)]
struct Group<'s> {
    associativity: Associativity,
    /// The groups that bind less tightly.
    higher_than: Vec<&'s str>,
}

/// The infix operators that a file sees: those of the library and its own.
#[derive(Clone, Debug)]
pub(crate) struct Operators<'s> {
    groups: FxHashMap<&'s str, Group<'s>>,
    infix: FxHashMap<&'s str, &'s str>,
}

pub(crate) const ASSIGNMENT: &str = "AssignmentPrecedence";
pub(crate) const TERNARY: &str = "TernaryPrecedence";
pub(crate) const CASTING: &str = "CastingPrecedence";
const DEFAULT: &str = "DefaultPrecedence";

/// The library's groups, each with the group that binds less tightly.
const GROUPS: [(&str, Associativity, Option<&str>); 12] = [
    (ASSIGNMENT, Associativity::Right, None),
    ("FunctionArrowPrecedence", Associativity::Right, Some(ASSIGNMENT)),
    (TERNARY, Associativity::Right, Some("FunctionArrowPrecedence")),
    (DEFAULT, Associativity::None, Some(TERNARY)),
    ("LogicalDisjunctionPrecedence", Associativity::Left, Some(TERNARY)),
    ("LogicalConjunctionPrecedence", Associativity::Left, Some("LogicalDisjunctionPrecedence")),
    ("ComparisonPrecedence", Associativity::None, Some("LogicalConjunctionPrecedence")),
    ("NilCoalescingPrecedence", Associativity::Right, Some("ComparisonPrecedence")),
    (CASTING, Associativity::None, Some("NilCoalescingPrecedence")),
    ("RangeFormationPrecedence", Associativity::None, Some(CASTING)),
    ("AdditionPrecedence", Associativity::Left, Some("RangeFormationPrecedence")),
    ("MultiplicationPrecedence", Associativity::Left, Some("AdditionPrecedence")),
];

const SHIFT: &str = "BitwiseShiftPrecedence";

/// The library's infix operators by group.
const INFIX: [(&str, &[&str]); 9] = [
    (
        ASSIGNMENT,
        &[
            "*=", "/=", "%=", "+=", "-=", "<<=", ">>=", "&=", "|=", "^=", "&*=", "&+=", "&-=",
            "&<<=", "&>>=", ".&=", ".|=", ".^=",
        ],
    ),
    ("LogicalDisjunctionPrecedence", &["||"]),
    ("LogicalConjunctionPrecedence", &["&&"]),
    (
        "ComparisonPrecedence",
        &[
            "<", "<=", ">", ">=", "==", "!=", "===", "!==", "~=", ".==", ".!=", ".<", ".<=", ".>",
            ".>=",
        ],
    ),
    ("NilCoalescingPrecedence", &["??"]),
    ("RangeFormationPrecedence", &["..<", "..."]),
    ("AdditionPrecedence", &["+", "-", "&+", "&-", "|", "^", ".|", ".^"]),
    ("MultiplicationPrecedence", &["*", "/", "%", "&*", "&", ".&"]),
    (SHIFT, &["<<", ">>", "&<<", "&>>"]),
];

/// Which of two neighbouring operators is applied first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum First {
    Left,
    Right,
    /// Neither: the sequence is an error.
    Neither,
}

impl<'s> Operators<'s> {
    /// The operators of the library, and those that the tokens of a file declare.
    pub(crate) fn of(source: &'s str, tokens: &[Token]) -> Operators<'s> {
        let mut operators = Operators { groups: FxHashMap::default(), infix: FxHashMap::default() };
        for (name, associativity, lower) in GROUPS {
            let higher_than = lower.into_iter().collect();
            operators.groups.insert(name, Group { associativity, higher_than });
        }
        let shift = Group {
            associativity: Associativity::None,
            higher_than: vec!["MultiplicationPrecedence"],
        };
        operators.groups.insert(SHIFT, shift);
        for (group, names) in INFIX {
            operators.infix.extend(names.iter().map(|&name| (name, group)));
        }
        let text = |at: usize| tokens.get(at).map_or("", |token| token.span.of(source));
        for (at, token) in tokens.iter().enumerate() {
            match token.span.of(source) {
                "precedencegroup" => operators.declare_group(&text, at),
                "operator" if at > 0 && text(at - 1) == "infix" => {
                    let group = if text(at + 2) == ":" && tokens[at + 3].kind == TokenKind::Name {
                        text(at + 3)
                    } else {
                        DEFAULT
                    };
                    operators.infix.insert(text(at + 1), group);
                }
                _ => {}
            }
        }
        operators
    }

    fn declare_group(&mut self, text: &impl Fn(usize) -> &'s str, at: usize) {
        let name = text(at + 1);
        let mut group = Group { associativity: Associativity::None, higher_than: Vec::new() };
        let mut at = at + 2;
        let mut relation = "";
        while !matches!(text(at), "}" | "") {
            match (relation, text(at), text(at + 1)) {
                (_, word, ":") => relation = word,
                ("associativity", "left", _) => group.associativity = Associativity::Left,
                ("associativity", "right", _) => group.associativity = Associativity::Right,
                (_, ":" | "," | "{", _) => {}
                ("higherThan", lower, _) => group.higher_than.push(lower),
                ("lowerThan", higher, _) => {
                    if let Some(higher) = self.groups.get_mut(higher) {
                        higher.higher_than.push(name);
                    }
                }
                _ => {}
            }
            at += 1;
        }
        self.groups.insert(name, group);
    }

    /// The group of an operator.
    pub(crate) fn group(&self, operator: &str) -> &'s str {
        self.infix.get(operator).copied().unwrap_or(DEFAULT)
    }

    /// Which of two neighbouring operators of these groups is applied first.
    pub(crate) fn first(&self, left: &str, right: &str) -> First {
        if left == right {
            return match self.groups.get(left).map(|group| group.associativity) {
                Some(Associativity::Left) => First::Left,
                Some(Associativity::Right) => First::Right,
                _ => First::Neither,
            };
        }
        if self.is_higher(left, right) {
            First::Left
        } else if self.is_higher(right, left) {
            First::Right
        } else {
            First::Neither
        }
    }

    fn is_higher(&self, group: &str, than: &str) -> bool {
        // A chain of relations is no longer than there are groups; a cycle, which
        // the compiler would reject, ends with the groups that are left.
        let mut seen = vec![group];
        let mut next = 0;
        while let Some(&name) = seen.get(next) {
            next += 1;
            for &lower in self.groups.get(name).map_or(&[][..], |group| &group.higher_than) {
                if lower == than {
                    return true;
                }
                if !seen.contains(&lower) {
                    seen.push(lower);
                }
            }
        }
        false
    }
}
