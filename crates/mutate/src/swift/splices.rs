//! Expressions of a program that can stand elsewhere in it, and of the built-in
//! seeds that can stand in any program.

use std::sync::OnceLock;

use case::Language;

use super::analysis::{Analysed, Callable, Environment, Site, Variable};
use super::lexer::{TokenKind, lex};
use super::types::{Type, Types};
use crate::seed::built_in;

/// An expression that can stand in another place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Splice {
    text: String,
    ty: Type,
    /// The variables that it uses.
    variables: Vec<Variable>,
    /// Whether it calls functions or types of the program.
    calls: bool,
}

impl Splice {
    /// Whether it means the same in another environment.
    fn fits(&self, environment: &Environment) -> bool {
        (!self.calls || environment.calls)
            && self.variables.iter().all(|used| {
                environment.variables.iter().any(|v| v.text == used.text && v.ty == used.ty)
            })
    }
}

/// The expressions that can be spliced: made of literals, variables, operators
/// and calls of functions, with nothing that is about their place.
pub(super) fn collect(source: &str, analysed: &Analysed) -> Vec<Splice> {
    let mut found: Vec<Splice> = Vec::new();
    for site in &analysed.sites {
        let environment = &analysed.environments[site.env as usize];
        if let Some(splice) = splice(source, site, environment, &analysed.callables)
            && !found.contains(&splice)
        {
            found.push(splice);
        }
    }
    found
}

/// The texts that fit at a site: of the program, and of other ones.
pub(super) fn at(site: &Site, source: &str, analysed: &Analysed, own: &[Splice]) -> Vec<String> {
    // Where the program divides, what is spliced could be zero.
    if site.callee || site.constant_condition || (analysed.divides && site.ty == Types::INT) {
        return Vec::new();
    }
    let environment = &analysed.environments[site.env as usize];
    let original = site.span.of(source);
    let excluded = site.excluded.as_deref();
    let fits = |splice: &&Splice| {
        splice.ty == site.ty
            && splice.text != original
            && excluded.is_none_or(|name| !splice.text.contains(name))
            && splice.fits(environment)
    };
    let all = own.iter().chain(of_built_in()).filter(fits);
    let mut texts: Vec<String> = all.map(|splice| splice.text.clone()).collect();
    texts.dedup();
    texts
}

/// How many expressions of a type other programs give.
const OF_A_TYPE: usize = 24;

/// The expressions of the built-in seeds that use nothing of their program. They are
/// the same for every program, so that programs do not depend on each other.
fn of_built_in() -> &'static [Splice] {
    static FOUND: OnceLock<Vec<Splice>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let mut found: Vec<Splice> = Vec::new();
        for seed in built_in().iter().filter(|seed| seed.language == Language::Swift) {
            let Ok(analysed) = super::analyse(&seed.text) else { continue };
            for splice in collect(&seed.text, &analysed) {
                // Only the basic types are the same everywhere.
                let closed = splice.variables.is_empty() && !splice.calls;
                let of_type = found.iter().filter(|other| other.ty == splice.ty).count();
                if closed
                    && Types::is_basic(splice.ty)
                    && splice.text.contains(' ')
                    && of_type < OF_A_TYPE
                    && !found.contains(&splice)
                {
                    found.push(splice);
                }
            }
        }
        found
    })
}

fn splice(
    source: &str,
    site: &Site,
    environment: &Environment,
    callables: &[Callable],
) -> Option<Splice> {
    let narrow = Types::is_integer(site.ty) && site.ty != Types::INT;
    let text = site.span.of(source);
    if narrow || site.pinned || site.constant_condition || site.ty == Types::VOID || text.len() > 80
    {
        return None;
    }
    let tokens = lex(source, site.span).ok()?;
    let mut variables = Vec::new();
    let mut calls = false;
    for (at, token) in tokens.iter().enumerate() {
        let text = token.span.of(source);
        match token.kind {
            TokenKind::Name
                if tokens.get(at + 1).is_some_and(|next| next.span.of(source) == ":") => {}
            TokenKind::Name if ["true", "false"].contains(&text) => {}
            TokenKind::Name => {
                let variable = environment.variables.iter().find(|v| v.text == text);
                match variable {
                    Some(variable) => variables.push(variable.clone()),
                    None if callables.iter().any(|callable| callable.text == text) => calls = true,
                    None => return None,
                }
            }
            // A large number could overflow in other company.
            TokenKind::Integer if text.len() > 6 => return None,
            TokenKind::String if text.contains(['\\', '\n']) => return None,
            TokenKind::Prefix | TokenKind::Infix => {
                const KNOWN: [&str; 14] =
                    ["+", "-", "*", "&&", "||", "!", "==", "!=", "<", ">", "<=", ">=", "??", "?"];
                if !KNOWN.contains(&text) {
                    return None;
                }
            }
            TokenKind::Punctuation if ["(", ")", "[", "]", ",", ":"].contains(&text) => {}
            TokenKind::Integer | TokenKind::Float | TokenKind::String | TokenKind::End => {}
            TokenKind::Regex | TokenKind::Postfix | TokenKind::Punctuation => return None,
        }
    }
    Some(Splice { text: text.to_owned(), ty: site.ty, variables, calls })
}
