//! Expressions of a program that can stand elsewhere in it.

use super::analysis::{Analysed, Callable, Environment, Site, Variable};
use super::lexer::{TokenKind, lex};
use super::types::{Type, Types};

/// An expression of the program that can stand in another place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Splice {
    /// Its text.
    pub(super) text: String,
    /// Its type.
    pub(super) ty: Type,
    /// The variables that it uses.
    variables: Vec<Variable>,
    /// Whether it calls functions or types of the program.
    calls: bool,
}

impl Splice {
    /// Whether it means the same in another environment.
    pub(super) fn fits(&self, environment: &Environment) -> bool {
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
