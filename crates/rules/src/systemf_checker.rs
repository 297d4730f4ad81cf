//! A small type checker for System F, written apart from the rules, with bugs
//! that can be switched on: a compiler whose bugs are known. The programs of
//! the engine must find every one of them ([`bug_hunt`]).
//!
//! Types are nameless; a variable is the number of binders between it and its
//! own, in the type or around the expression.

use case::{Engine, Expectation, Family, Language, Mode, TestCase};
use choice::{Random, shrink};

use crate::engine::Rules;

/// A bug that the checker can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // `about` says what each one is.
pub enum Bug {
    ArgumentUnchecked,
    AnythingIsAFunction,
    ConditionUnchecked,
    ElseUnchecked,
    LetValueUnchecked,
    AddLeftUnchecked,
    AddRightUnchecked,
    LessLeftUnchecked,
    LessRightUnchecked,
    ProgramTypeUnchecked,
    ParameterTypeUnchecked,
    LetTypeUnchecked,
    TypeArgumentUnchecked,
    UnboundIsInt,
    AnythingIsPolymorphic,
    FirstOfAnything,
    SecondOfAnything,
    FirstIsSecond,
    SecondIsFirst,
    EqualityIgnoresParameter,
    EqualityIgnoresResult,
    EqualityIgnoresSecond,
    EqualityIgnoresForallBody,
    EqualitySwapsArrow,
    SubstitutionCaptures,
    SubstitutionSkipsForall,
    SubstitutionSkipsParameter,
    SubstitutionKeepsOuter,
    ContextNotShifted,
    LessIsInt,
    LetForgetsOuter,
}

impl Bug {
    /// All of them.
    pub const ALL: &'static [(Bug, &'static str)] = &[
        (Bug::ArgumentUnchecked, "the argument's type is not compared with the parameter's"),
        (Bug::AnythingIsAFunction, "what is no function may be applied"),
        (Bug::ConditionUnchecked, "the condition of an if may have any type"),
        (Bug::ElseUnchecked, "the else branch may have any type"),
        (Bug::LetValueUnchecked, "the value of a let may have any type"),
        (Bug::AddLeftUnchecked, "the left operand of + may have any type"),
        (Bug::AddRightUnchecked, "the right operand of + may have any type"),
        (Bug::LessLeftUnchecked, "the left operand of < may have any type"),
        (Bug::LessRightUnchecked, "the right operand of < may have any type"),
        (Bug::ProgramTypeUnchecked, "the program may have another type than it says"),
        (Bug::ParameterTypeUnchecked, "a parameter's type may have unbound variables"),
        (Bug::LetTypeUnchecked, "a let's type may have unbound variables"),
        (Bug::TypeArgumentUnchecked, "a type argument may have unbound variables"),
        (Bug::UnboundIsInt, "an unbound variable is an Int"),
        (Bug::AnythingIsPolymorphic, "what is not polymorphic may be applied to a type"),
        (Bug::FirstOfAnything, "fst of what is no pair is that itself"),
        (Bug::SecondOfAnything, "snd of what is no pair is that itself"),
        (Bug::FirstIsSecond, "fst has the type of the second component"),
        (Bug::SecondIsFirst, "snd has the type of the first component"),
        (Bug::EqualityIgnoresParameter, "function types are equal if their results are"),
        (Bug::EqualityIgnoresResult, "function types are equal if their parameters are"),
        (Bug::EqualityIgnoresSecond, "pair types are equal if their first components are"),
        (Bug::EqualityIgnoresForallBody, "all polymorphic types are equal"),
        (Bug::EqualitySwapsArrow, "parameter and result are compared crosswise"),
        (Bug::SubstitutionCaptures, "substitution under a binder captures variables"),
        (Bug::SubstitutionSkipsForall, "substitution does not go under a binder"),
        (Bug::SubstitutionSkipsParameter, "substitution leaves parameters of functions alone"),
        (Bug::SubstitutionKeepsOuter, "outer variables are one off after a type application"),
        (Bug::ContextNotShifted, "types of the context are one off under a type abstraction"),
        (Bug::LessIsInt, "a comparison is an Int"),
        (Bug::LetForgetsOuter, "in a let's body only the new variable is in scope"),
    ];
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Type {
    Int,
    Bool,
    Var(usize),
    Unbound,
    Arrow(Box<Type>, Box<Type>),
    Prod(Box<Type>, Box<Type>),
    All(Box<Type>),
}

/// What the checker says about a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is well-typed.
    Accepted,
    /// It is not; why.
    Rejected(String),
    /// The text is not a program; the place of the syntax error.
    Malformed(String),
}

/// Checks a program in System F's own syntax, with or without a bug.
pub fn check(source: &str, bug: Option<Bug>) -> Verdict {
    let mut checker =
        Checker { rest: source, bug, types: Vec::new(), context: Vec::new(), malformed: false };
    match checker.program() {
        Ok(()) => Verdict::Accepted,
        Err(text) if checker.malformed => Verdict::Malformed(text),
        Err(text) => Verdict::Rejected(text),
    }
}

/// Parses and checks in one go.
struct Checker<'a> {
    rest: &'a str,
    bug: Option<Bug>,
    /// Type variables in scope, the innermost last.
    types: Vec<&'a str>,
    /// Variables in scope, their types, and how many type variables were in
    /// scope where they were bound.
    context: Vec<(&'a str, Type, usize)>,
    malformed: bool,
}

type Checked<T> = Result<T, String>;

impl<'a> Checker<'a> {
    fn has(&self, bug: Bug) -> bool {
        self.bug == Some(bug)
    }

    // Tokens.

    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn eat(&mut self, token: &str) -> bool {
        self.skip();
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, token: &str) -> Checked<()> {
        if self.eat(token) {
            return Ok(());
        }
        self.malformed = true;
        let near: String = self.rest.chars().take(20).collect();
        Err(format!("expected {token} before {near:?}"))
    }

    fn word(&mut self) -> &'a str {
        self.skip();
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    // Types.

    fn ty(&mut self) -> Checked<Type> {
        if !self.eat("(") {
            return Ok(match self.word() {
                "Int" => Type::Int,
                "Bool" => Type::Bool,
                name => match self.types.iter().rposition(|known| *known == name) {
                    Some(level) => Type::Var(self.types.len() - 1 - level),
                    None => Type::Unbound,
                },
            });
        }
        if self.eat("forall") {
            let name = self.word();
            self.expect(".")?;
            self.types.push(name);
            let body = self.ty();
            self.types.pop();
            let body = body?;
            self.expect(")")?;
            return Ok(Type::All(Box::new(body)));
        }
        let left = Box::new(self.ty()?);
        let arrow = self.eat("->");
        if !arrow {
            self.expect("*")?;
        }
        let right = Box::new(self.ty()?);
        self.expect(")")?;
        Ok(if arrow { Type::Arrow(left, right) } else { Type::Prod(left, right) })
    }

    fn formed(&self, ty: &Type, lax: Bug) -> Checked<()> {
        let fine = match ty {
            Type::Unbound => self.has(lax),
            Type::Int | Type::Bool | Type::Var(_) => true,
            Type::Arrow(a, b) | Type::Prod(a, b) => {
                return self.formed(a, lax).and_then(|()| self.formed(b, lax));
            }
            Type::All(body) => return self.formed(body, lax),
        };
        if fine { Ok(()) } else { Err("a type variable is not in scope".to_owned()) }
    }

    fn equal(&self, a: &Type, b: &Type) -> bool {
        match (a, b) {
            (Type::Arrow(a1, a2), Type::Arrow(b1, b2)) => {
                if self.has(Bug::EqualitySwapsArrow) {
                    return self.equal(a1, b2) && self.equal(a2, b1);
                }
                (self.has(Bug::EqualityIgnoresParameter) || self.equal(a1, b1))
                    && (self.has(Bug::EqualityIgnoresResult) || self.equal(a2, b2))
            }
            (Type::Prod(a1, a2), Type::Prod(b1, b2)) => {
                self.equal(a1, b1) && (self.has(Bug::EqualityIgnoresSecond) || self.equal(a2, b2))
            }
            (Type::All(a), Type::All(b)) => {
                self.has(Bug::EqualityIgnoresForallBody) || self.equal(a, b)
            }
            _ => a == b,
        }
    }

    fn expect_type(&self, found: &Type, wanted: &Type, lax: Option<Bug>) -> Checked<()> {
        if self.equal(found, wanted) || lax.is_some_and(|bug| self.has(bug)) {
            return Ok(());
        }
        Err(format!("expected {wanted:?}, found {found:?}"))
    }

    /// The type with `arg` for the variable bound `depth` binders further out.
    fn substitute(&self, ty: &Type, arg: &Type, depth: usize) -> Type {
        let both = |a: &Type, b: &Type| {
            (Box::new(self.substitute(a, arg, depth)), Box::new(self.substitute(b, arg, depth)))
        };
        match ty {
            Type::Var(n) if *n == depth => {
                if self.has(Bug::SubstitutionCaptures) {
                    return arg.clone();
                }
                shift(arg, depth, 0)
            }
            Type::Var(n) if *n > depth && !self.has(Bug::SubstitutionKeepsOuter) => {
                Type::Var(n - 1)
            }
            Type::Int | Type::Bool | Type::Var(_) | Type::Unbound => ty.clone(),
            Type::Arrow(a, b) => {
                let (mut left, right) = both(a, b);
                if self.has(Bug::SubstitutionSkipsParameter) {
                    left = a.clone();
                }
                Type::Arrow(left, right)
            }
            Type::Prod(a, b) => {
                let (left, right) = both(a, b);
                Type::Prod(left, right)
            }
            Type::All(body) => {
                if self.has(Bug::SubstitutionSkipsForall) {
                    return ty.clone();
                }
                Type::All(Box::new(self.substitute(body, arg, depth + 1)))
            }
        }
    }

    // Expressions.

    fn program(&mut self) -> Checked<()> {
        let found = self.expression()?;
        self.expect(":")?;
        let wanted = self.ty()?;
        self.formed(&wanted, Bug::ProgramTypeUnchecked)?;
        self.expect_type(&found, &wanted, Some(Bug::ProgramTypeUnchecked))?;
        self.skip();
        if !self.rest.is_empty() {
            self.malformed = true;
            return Err("something stands behind the program".to_owned());
        }
        Ok(())
    }

    fn bind(&mut self, name: &'a str, ty: Type) {
        self.context.push((name, ty, self.types.len()));
    }

    fn expression(&mut self) -> Checked<Type> {
        if !self.eat("(") {
            return self.atom();
        }
        let ty = self.compound()?;
        self.expect(")")?;
        Ok(ty)
    }

    fn atom(&mut self) -> Checked<Type> {
        let word = self.word();
        match word {
            "true" | "false" => return Ok(Type::Bool),
            "" => return self.expect("an expression").map(|()| Type::Int),
            _ if word.bytes().all(|b| b.is_ascii_digit()) => return Ok(Type::Int),
            _ => {}
        }
        match self.context.iter().rev().find(|(name, ..)| *name == word) {
            Some((_, ty, level)) => {
                let by =
                    if self.has(Bug::ContextNotShifted) { 0 } else { self.types.len() - level };
                Ok(shift(ty, by, 0))
            }
            None if self.has(Bug::UnboundIsInt) => Ok(Type::Int),
            None => Err(format!("{word} is not in scope")),
        }
    }

    fn compound(&mut self) -> Checked<Type> {
        if self.eat("\\") {
            let name = self.word();
            self.expect(":")?;
            let parameter = self.ty()?;
            self.formed(&parameter, Bug::ParameterTypeUnchecked)?;
            self.expect(".")?;
            self.bind(name, parameter.clone());
            let result = self.expression()?;
            self.context.pop();
            return Ok(Type::Arrow(Box::new(parameter), Box::new(result)));
        }
        if self.eat("/\\") {
            let name = self.word();
            self.expect(".")?;
            self.types.push(name);
            let body = self.expression()?;
            self.types.pop();
            return Ok(Type::All(Box::new(body)));
        }
        if self.eat("fail [") {
            let ty = self.ty()?;
            // A lax check that lets such a type in lets it pass here too.
            let lax = self.bug.unwrap_or(Bug::ParameterTypeUnchecked);
            self.formed(&ty, lax)?;
            self.expect("]")?;
            return Ok(ty);
        }
        if self.eat("if ") {
            let test = self.expression()?;
            self.expect_type(&test, &Type::Bool, Some(Bug::ConditionUnchecked))?;
            self.expect("then")?;
            let then = self.expression()?;
            self.expect("else")?;
            let otherwise = self.expression()?;
            self.expect_type(&otherwise, &then, Some(Bug::ElseUnchecked))?;
            return Ok(then);
        }
        if self.eat("let ") {
            let name = self.word();
            self.expect(":")?;
            let ty = self.ty()?;
            self.formed(&ty, Bug::LetTypeUnchecked)?;
            self.expect("=")?;
            let value = self.expression()?;
            self.expect_type(&value, &ty, Some(Bug::LetValueUnchecked))?;
            self.expect("in")?;
            let outer = self.context.clone();
            if self.has(Bug::LetForgetsOuter) {
                self.context.clear();
            }
            self.bind(name, ty);
            let body = self.expression()?;
            self.context = outer;
            return Ok(body);
        }
        for (word, first) in [("fst ", true), ("snd ", false)] {
            if self.eat(word) {
                return self.projection(first);
            }
        }
        let left = self.expression()?;
        if self.eat("+") {
            self.expect_type(&left, &Type::Int, Some(Bug::AddLeftUnchecked))?;
            let right = self.expression()?;
            self.expect_type(&right, &Type::Int, Some(Bug::AddRightUnchecked))?;
            return Ok(Type::Int);
        }
        if self.eat("<") {
            self.expect_type(&left, &Type::Int, Some(Bug::LessLeftUnchecked))?;
            let right = self.expression()?;
            self.expect_type(&right, &Type::Int, Some(Bug::LessRightUnchecked))?;
            return Ok(if self.has(Bug::LessIsInt) { Type::Int } else { Type::Bool });
        }
        if self.eat(",") {
            let right = self.expression()?;
            return Ok(Type::Prod(Box::new(left), Box::new(right)));
        }
        if self.eat("[") {
            let arg = self.ty()?;
            self.formed(&arg, Bug::TypeArgumentUnchecked)?;
            self.expect("]")?;
            return match left {
                Type::All(body) => Ok(self.substitute(&body, &arg, 0)),
                other if self.has(Bug::AnythingIsPolymorphic) => Ok(other),
                other => Err(format!("{other:?} is not polymorphic")),
            };
        }
        let arg = self.expression()?;
        match left {
            Type::Arrow(parameter, result) => {
                self.expect_type(&arg, &parameter, Some(Bug::ArgumentUnchecked))?;
                Ok(*result)
            }
            other if self.has(Bug::AnythingIsAFunction) => Ok(other),
            other => Err(format!("{other:?} is not a function")),
        }
    }

    fn projection(&mut self, first: bool) -> Checked<Type> {
        let lax = if first { Bug::FirstOfAnything } else { Bug::SecondOfAnything };
        let swapped = if first { Bug::FirstIsSecond } else { Bug::SecondIsFirst };
        match self.expression()? {
            Type::Prod(a, b) => Ok(if first != self.has(swapped) { *a } else { *b }),
            other if self.has(lax) => Ok(other),
            other => Err(format!("{other:?} is not a pair")),
        }
    }
}

/// The type under `by` more binders; variables below `from` are its own.
fn shift(ty: &Type, by: usize, from: usize) -> Type {
    let go = |ty: &Type| Box::new(shift(ty, by, from));
    match ty {
        Type::Var(n) if *n >= from => Type::Var(n + by),
        Type::Int | Type::Bool | Type::Var(_) | Type::Unbound => ty.clone(),
        Type::Arrow(a, b) => Type::Arrow(go(a), go(b)),
        Type::Prod(a, b) => Type::Prod(go(a), go(b)),
        Type::All(body) => Type::All(Box::new(shift(body, by, from + 1))),
    }
}

/// How a bug was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The bug.
    pub bug: Bug,
    /// What it is.
    pub about: &'static str,
    /// How many programs it took, the one that found it included; `None` if
    /// none did.
    pub programs: Option<u64>,
    /// The program that found it, shrunk, and what must be true of it.
    pub by: Option<TestCase>,
}

/// How many smaller tapes are tried when a program is shrunk.
const SHRINKS: usize = 500;

/// Looks for every bug with programs of the engine, well-typed and ill-typed
/// ones in turn, at most `limit` for each bug.
pub fn bug_hunt(seed: u64, limit: u64) -> Vec<Found> {
    let engine = Rules::built_in();
    let plans = [Mode::WellTyped, Mode::IllTyped].map(|mode| engine.plan(Language::SystemF, mode));
    let hunt = |&(bug, about): &(Bug, &'static str)| {
        let mut random = Random::new(seed).with_budget(20_000, 4);
        for i in 0..limit {
            let plan = &plans[(i % 2) as usize];
            let Ok(made) = random.generate(i, |choices| engine.generate(plan, choices)) else {
                continue;
            };
            let finds = |family: &Family| family.iter().any(|case| is_wrong(case, bug));
            if finds(&made.value) {
                let small = shrink(&made.tape, SHRINKS, |c| engine.generate(plan, c), finds);
                let family = small.map_or(made.value, |small| small.value);
                let by = family.into_iter().find(|case| is_wrong(case, bug));
                return Found { bug, about, programs: Some(i + 1), by };
            }
        }
        Found { bug, about, programs: None, by: None }
    };
    Bug::ALL.iter().map(hunt).collect()
}

/// Whether a bug makes the checker judge a program wrongly.
fn is_wrong(case: &TestCase, bug: Bug) -> bool {
    let accepted = check(&case.source, Some(bug)) == Verdict::Accepted;
    accepted != (case.expectation == Expectation::Accept)
}
