//! Terms of rules: what their notation stands for.

use std::ops::Range;

use logic::{Goal, Pat, Symbol};

use super::parts::{cons, nil};
use super::{DeclaredCtor, Loaded, Loader, Scope};
use crate::diagnostic::Problem;
use crate::lexer::Token;
use crate::system::{Base, Sort};
use crate::term_syntax::{Ast, Node, TermParser};

/// The most items of a list in a rule: patterns are walked through by recursion.
const MAX_ITEMS: usize = 64;

impl Loader {
    pub(super) fn parse(&self, tokens: &[Token], end: usize) -> Loaded<Ast> {
        TermParser::parse(tokens, end, &self.operators)
    }

    /// Whether a term of sort `found` may stand where `wanted` is expected.
    pub(super) fn fits(&self, found: Sort, wanted: Sort) -> bool {
        found == wanted
            || found.lists == wanted.lists
                && match (found.base, wanted.base) {
                    (Base::Names(n), Base::Sort(s)) => self.sorts[s].variable == Some(n),
                    _ => false,
                }
    }

    pub(super) fn term(&self, scope: &mut Scope, ast: &Ast, sort: Sort) -> Loaded<Pat> {
        let wrong_sort = |found: String| {
            Problem::new(
                format!("expected a term of sort {}", self.show(sort)),
                ast.span.clone(),
                found,
            )
        };
        match &ast.node {
            Node::Wild => {
                let var = scope.anonymous(sort);
                scope.wild.push(var);
                Ok(Pat::Var(var))
            }
            Node::Int(n) if sort == (Sort { base: Base::Int, lists: 0 }) => Ok(Pat::Int(*n)),
            Node::Int(_) => Err(wrong_sort("this is an Int".to_owned())),
            Node::Ident(word) => {
                let Some(found) = self.metavar(word) else {
                    return self.call(scope, word, &[], ast, sort);
                };
                if !self.fits(found, sort) {
                    return Err(wrong_sort(format!("this is of sort {}", self.show(found))));
                }
                if let Some(bound) = scope.under.get(word) {
                    return Err(Problem::new(
                        format!("`{word}` stands under the binder of `{bound}`"),
                        ast.span.clone(),
                        format!("write {word}[{bound} := …], or make `{bound}` fresh"),
                    ));
                }
                Ok(Pat::Var(scope.var(word, found)))
            }
            Node::Call(word, args) => self.call(scope, word, args, ast, sort),
            Node::Infix(op, operands) => {
                let named = |ctor: &DeclaredCtor| ctor.infix.as_ref().is_some_and(|(o, _)| o == op);
                let ctor = self.ctors.iter().find(|ctor| named(ctor)).expect("a known operator");
                self.call(scope, ctor.name, &operands[..], ast, sort)
            }
            Node::List(items, rest) => {
                if sort.lists == 0 {
                    return Err(wrong_sort("this is a list".to_owned()));
                }
                if items.len() > MAX_ITEMS {
                    return Err(Problem::new(
                        format!("a list in a rule has at most {MAX_ITEMS} items"),
                        ast.span.clone(),
                        format!("here are {}", items.len()),
                    ));
                }
                let item_sort = Sort { lists: sort.lists - 1, ..sort };
                let items = items
                    .iter()
                    .map(|item| self.term(scope, item, item_sort))
                    .collect::<Loaded<Vec<_>>>()?;
                let rest = match rest {
                    Some(rest) => self.term(scope, rest, sort)?,
                    None => Pat::Node(Symbol::NIL, vec![]),
                };
                Ok(items.into_iter().rev().fold(rest, |rest, item| cons(item, rest)))
            }
            Node::Extend(parts) => {
                if sort.lists == 0 {
                    return Err(wrong_sort("this is a list".to_owned()));
                }
                let rest = self.term(scope, &parts[0], sort)?;
                let entry = self.term(scope, &parts[1], Sort { lists: sort.lists - 1, ..sort })?;
                Ok(cons(entry, rest))
            }
            Node::Subst(parts, bound) => {
                let Node::Ident(body) = &parts[0].node else {
                    return Err(Problem::new(
                        "only a metavariable can be substituted into",
                        parts[0].span.clone(),
                        "not a metavariable",
                    ));
                };
                let body_sort = self.metavar(body).filter(|found| self.fits(*found, sort));
                let (Some(body_sort), Some(names)) = (body_sort, self.metavar(bound)) else {
                    return Err(wrong_sort("neither of these is that".to_owned()));
                };
                let body_var = if scope.fresh.contains(bound) {
                    self.closed(scope, body, body_sort, bound, names, &ast.span)
                } else {
                    scope.under.insert(body.clone(), bound.clone());
                    scope.var(body, body_sort)
                };
                let arg_sort = self.stands_for(names).ok_or_else(|| {
                    Problem::new(
                        format!("no sort has `{bound}` among its terms"),
                        ast.span.clone(),
                        "nothing to put in its place",
                    )
                    .help(format!("declare `variable {}` in a sort", self.show(names)))
                })?;
                let arg = self.term(scope, &parts[1], arg_sort)?;
                let args = if names.lists == 0 { cons(arg, nil()) } else { arg };
                let known = scope.opened.iter().find(|(b, a, _)| *b == body_var && *a == args);
                if let Some((.., result)) = known {
                    return Ok(Pat::Var(*result));
                }
                let result = scope.anonymous(sort);
                scope.opened.push((body_var, args.clone(), result));
                let goal = Goal::Open {
                    body: Pat::Var(body_var),
                    args,
                    result: Pat::Var(result),
                    closing: false,
                };
                scope.extra.push((goal, ast.span.clone()));
                Ok(Pat::Var(result))
            }
            Node::Bind(..) => Err(Problem::new(
                "nothing binds here",
                ast.span.clone(),
                "only the argument of a constructor that binds is written like this",
            )),
        }
    }

    /// The sort whose terms can take the place of these names.
    pub(super) fn stands_for(&self, names: Sort) -> Option<Sort> {
        let Base::Names(kind) = names.base else { return None };
        let sort = self.sorts.iter().position(|sort| sort.variable == Some(kind))?;
        Some(Sort { base: Base::Sort(sort), lists: names.lists })
    }

    pub(super) fn call(
        &self,
        scope: &mut Scope,
        word: &str,
        args: &[Ast],
        ast: &Ast,
        sort: Sort,
    ) -> Loaded<Pat> {
        let Some(number) = self.ctors.iter().position(|ctor| ctor.name == word) else {
            return Err(Problem::new(
                format!("`{word}` is neither a constructor nor a metavariable"),
                ast.span.clone(),
                "unknown",
            )
            .help(
                "metavariables are declared with their sort; digits, primes and, for lists, an s \
                 may follow",
            ));
        };
        let ctor = &self.ctors[number];
        let found = Sort { base: Base::Sort(ctor.sort), lists: 0 };
        if found != sort {
            return Err(Problem::new(
                format!("expected a term of sort {}", self.show(sort)),
                ast.span.clone(),
                format!("this is of sort {}", self.show(found)),
            ));
        }
        if args.len() != ctor.args.len() {
            return Err(Problem::new(
                format!("`{word}` has {} arguments", ctor.args.len()),
                ast.span.clone(),
                format!("here are {}", args.len()),
            ));
        }
        let symbol = ctor.symbol(number);
        if let Some(names) = ctor.binds {
            return self.binding(scope, symbol, names, ctor.args[0], &args[0]);
        }
        let args = args.iter().zip(&ctor.args).map(|(arg, sort)| self.term(scope, arg, *sort));
        Ok(Pat::Node(symbol, args.collect::<Loaded<_>>()?))
    }

    /// The argument of a constructor that binds.
    pub(super) fn binding(
        &self,
        scope: &mut Scope,
        symbol: Symbol,
        names: Sort,
        sort: Sort,
        arg: &Ast,
    ) -> Loaded<Pat> {
        if arg.node == Node::Wild {
            return Ok(Pat::Node(symbol, vec![Pat::Any]));
        }
        let Node::Bind(bound, body) = &arg.node else {
            return Err(Problem::new(
                "this argument stands under a binder",
                arg.span.clone(),
                "expected a bound name, a dot and the body: a. T",
            ));
        };
        if self.metavar(bound) != Some(names) {
            return Err(Problem::new(
                format!("expected a name of sort {}", self.show(names)),
                arg.span.clone(),
                format!("`{bound}` is not"),
            ));
        }
        let var = match &body.node {
            Node::Ident(word) if self.metavar(word).is_some_and(|found| self.fits(found, sort)) => {
                let found = self.metavar(word).expect("just seen");
                if scope.fresh.contains(bound) {
                    self.closed(scope, word, found, bound, names, &arg.span)
                } else {
                    scope.under.insert(word.clone(), bound.clone());
                    scope.var(word, found)
                }
            }
            _ if scope.fresh.contains(bound) => {
                let result = self.term(scope, body, sort)?;
                let var = scope.anonymous(sort);
                self.push_closing(scope, var, bound, names, result, &arg.span);
                var
            }
            _ => {
                return Err(Problem::new(
                    format!("`{bound}` is not fresh, so only a metavariable can stand under it"),
                    body.span.clone(),
                    format!("not a metavariable; or write `fresh {bound}` among the premises"),
                ));
            }
        };
        Ok(Pat::Node(symbol, vec![Pat::Var(var)]))
    }

    /// The nameless body of a metavariable under a fresh name.
    pub(super) fn closed(
        &self,
        scope: &mut Scope,
        word: &str,
        sort: Sort,
        bound: &str,
        names: Sort,
        span: &Range<usize>,
    ) -> u16 {
        let key = (word.to_owned(), bound.to_owned());
        if let Some(var) = scope.closed.get(&key) {
            return *var;
        }
        let var = scope.anonymous(sort);
        scope.closed.insert(key, var);
        let result = Pat::Var(scope.var(word, sort));
        self.push_closing(scope, var, bound, names, result, span);
        var
    }

    pub(super) fn push_closing(
        &self,
        scope: &mut Scope,
        body: u16,
        bound: &str,
        names: Sort,
        result: Pat,
        span: &Range<usize>,
    ) {
        let name = Pat::Var(scope.var(bound, names));
        let args = if names.lists == 0 { cons(name, nil()) } else { name };
        let goal = Goal::Open { body: Pat::Var(body), args, result, closing: true };
        scope.extra.push((goal, span.clone()));
    }
}
