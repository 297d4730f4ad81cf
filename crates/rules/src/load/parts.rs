//! Small parts of rule files: words, ranges, lists, variables.

use logic::{Goal, Pat, Symbol};

use super::Loaded;
use crate::diagnostic::Problem;
use crate::lexer::{Kind, Line, Token};

/// The pattern with another one for a variable.
pub(super) fn with(pat: &Pat, var: u16, value: &Pat) -> Pat {
    match pat {
        Pat::Var(found) if *found == var => value.clone(),
        Pat::Node(symbol, pats) => {
            Pat::Node(*symbol, pats.iter().map(|pat| with(pat, var, value)).collect())
        }
        other => other.clone(),
    }
}

pub(super) fn word<'a>(tokens: &'a [Token], at: usize, line: &Line, what: &str) -> Loaded<&'a str> {
    tokens
        .get(at)
        .and_then(Token::ident)
        .ok_or_else(|| missing(line, at, &format!("expected {what}")))
}

pub(super) fn missing(line: &Line, at: usize, label: &str) -> Problem {
    let end = line.span().end;
    let span = line.tokens.get(at).map_or(end.saturating_sub(1)..end, |token| token.span.clone());
    Problem::new("something is missing here", span, label)
}

/// Cuts `label:` off a premise: the colon stands directly behind the word.
pub(super) fn skip_label(tokens: &[Token]) -> (Option<&str>, &[Token]) {
    match tokens {
        [first, colon, rest @ ..]
            if colon.is(":") && colon.span.start == first.span.end && first.ident().is_some() =>
        {
            (first.ident(), rest)
        }
        _ => (None, tokens),
    }
}

/// How many brackets are open before each token.
pub(super) fn depths(tokens: &[Token]) -> Vec<usize> {
    let mut depth = 0usize;
    tokens
        .iter()
        .map(|token| {
            if token.is(")") || token.is("]") {
                depth = depth.saturating_sub(1);
            }
            let here = depth;
            if token.is("(") || token.is("[") {
                depth += 1;
            }
            here
        })
        .collect()
}

/// `0..9`, and how many tokens it takes. At most 1024 numbers.
pub(super) fn range(tokens: &[Token], at: usize) -> Option<(i64, i64, usize)> {
    match tokens.get(at..at + 3)? {
        [Token { kind: Kind::Int(low), .. }, dots, Token { kind: Kind::Int(high), .. }]
            if dots.is("..") && low <= high && high.abs_diff(*low) < 1024 =>
        {
            Some((*low, *high, 3))
        }
        _ => None,
    }
}

/// A [`range`] of lengths, so without negative numbers.
pub(super) fn lengths(tokens: &[Token], at: usize) -> Option<(u32, u32, usize)> {
    let (low, high, taken) = range(tokens, at)?;
    Some((u32::try_from(low).ok()?, u32::try_from(high).ok()?, taken))
}

pub(super) fn nil() -> Pat {
    Pat::Node(Symbol::NIL, vec![])
}

pub(super) fn cons(first: Pat, rest: Pat) -> Pat {
    Pat::Node(Symbol::CONS, vec![first, rest])
}

pub(super) fn list(items: Vec<Pat>) -> Pat {
    items.into_iter().rev().fold(nil(), |rest, item| cons(item, rest))
}

pub(super) fn collect_vars(pat: &Pat, vars: &mut Vec<u16>) {
    match pat {
        Pat::Var(var) if !vars.contains(var) => vars.push(*var),
        Pat::Node(_, args) => args.iter().for_each(|arg| collect_vars(arg, vars)),
        _ => {}
    }
}

pub(super) fn goal_vars(goal: &Goal, vars: &mut Vec<u16>) {
    match goal {
        Goal::Call(_, args) | Goal::Not(_, args) | Goal::Condition(_, args) => {
            args.iter().for_each(|arg| collect_vars(arg, vars));
        }
        Goal::Equal(a, b)
        | Goal::Differ(a, b)
        | Goal::In(a, b)
        | Goal::NotIn(a, b)
        | Goal::Zip(a, b) => {
            collect_vars(a, vars);
            collect_vars(b, vars);
        }
        Goal::Fresh(pat) | Goal::Local(pat) | Goal::Range(pat, ..) | Goal::Length(pat, ..) => {
            collect_vars(pat, vars);
        }
        Goal::Open { body, args, result, .. } => {
            [body, args, result].into_iter().for_each(|pat| collect_vars(pat, vars));
        }
    }
}

/// The pattern with wildcards for some variables.
pub(super) fn universal(pat: &Pat, vars: &[u16]) -> Pat {
    match pat {
        Pat::Var(var) if vars.contains(var) => Pat::Any,
        Pat::Node(symbol, args) => {
            Pat::Node(*symbol, args.iter().map(|arg| universal(arg, vars)).collect())
        }
        other => other.clone(),
    }
}

/// The pattern with a new variable for each wildcard; `vars` is how many there are.
pub(super) fn existential(pat: &Pat, vars: &mut u16) -> Pat {
    match pat {
        Pat::Any => {
            *vars += 1;
            Pat::Var(*vars - 1)
        }
        Pat::Node(symbol, args) => {
            Pat::Node(*symbol, args.iter().map(|arg| existential(arg, vars)).collect())
        }
        other => other.clone(),
    }
}
