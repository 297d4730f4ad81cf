//! A compiler for System F: it parses a program first, and a text that does not parse is
//! rejected as such; then it types the tree, and reports every error of type.
//!
//! It was written apart from the checker of the rules, which decides in the tests what
//! class a program is of.

use std::fmt;

/// What is wrong with a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Error {
    Unbound,
    UnboundType,
    NotAFunction,
    NotPolymorphic,
    NotAPair,
    Argument,
    Operand,
    Condition,
    Branch,
    Annotation,
    Body,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Error::Unbound => "the variable is not in scope",
            Error::UnboundType => "the type variable is not in scope",
            Error::NotAFunction => "what is applied is not a function",
            Error::NotPolymorphic => "what is applied to a type is not polymorphic",
            Error::NotAPair => "what is projected is not a pair",
            Error::Argument => "the argument has not the type of the parameter",
            Error::Operand => "the operand has not the type that the operator takes",
            Error::Condition => "the condition is not a boolean",
            Error::Branch => "the branches have different types",
            Error::Annotation => "the value has not the type that it is declared with",
            Error::Body => "the body has not the type that it is declared with",
        })
    }
}

/// A type as it is written.
enum Written {
    Name(String),
    All(String, Box<Written>),
    Arrow(Box<Written>, Box<Written>),
    Prod(Box<Written>, Box<Written>),
}

enum Expr {
    Number,
    Boolean,
    Var(String),
    Abs(String, Written, Box<Expr>),
    TypeAbs(String, Box<Expr>),
    Fail(Written),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    Let(String, Written, Box<Expr>, Box<Expr>),
    Fst(Box<Expr>),
    Snd(Box<Expr>),
    Add(Box<Expr>, Box<Expr>),
    Less(Box<Expr>, Box<Expr>),
    Pair(Box<Expr>, Box<Expr>),
    App(Box<Expr>, Box<Expr>),
    TypeApp(Box<Expr>, Written),
}

/// A program that was parsed.
pub(crate) struct Program {
    body: Expr,
    ty: Written,
}

const KEYWORDS: &[&str] = &[
    "if", "then", "else", "let", "in", "fst", "snd", "fail", "forall", "true", "false", "Int",
    "Bool",
];

/// The tokens of a text.
pub(crate) fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            c if c.is_ascii_alphanumeric() => {
                rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len())
            }
            _ if rest.starts_with("/\\") || rest.starts_with("->") => 2,
            c => c.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        tokens.push(token);
        rest = after.trim_start();
    }
    tokens
}

/// Parses a program; the error is where it is none.
pub(crate) fn parse(text: &str) -> Result<Program, String> {
    let tokens = tokens(text);
    let mut parser = Parser { tokens: &tokens, at: 0 };
    let body = parser.expr()?;
    parser.expect(":")?;
    let ty = parser.ty()?;
    match parser.at == tokens.len() {
        true => Ok(Program { body, ty }),
        false => parser.fails("the end"),
    }
}

struct Parser<'a> {
    tokens: &'a [&'a str],
    at: usize,
}

impl Parser<'_> {
    fn fails<T>(&self, wanted: &str) -> Result<T, String> {
        let found = self.tokens.get(self.at).unwrap_or(&"the end");
        Err(format!("syntax error: expected {wanted}, found `{found}`"))
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.tokens.get(self.at) == Some(&token);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.eat(token) { Ok(()) } else { self.fails(token) }
    }

    fn name(&mut self) -> Result<String, String> {
        let is_name = |token: &&&str| {
            token.starts_with(|c: char| c.is_ascii_alphabetic()) && !KEYWORDS.contains(*token)
        };
        match self.tokens.get(self.at).filter(is_name) {
            Some(name) => {
                self.at += 1;
                Ok((*name).to_owned())
            }
            None => self.fails("a name"),
        }
    }

    fn ty(&mut self) -> Result<Written, String> {
        for known in ["Int", "Bool"] {
            if self.eat(known) {
                return Ok(Written::Name(known.to_owned()));
            }
        }
        if !self.eat("(") {
            return self.name().map(Written::Name);
        }
        if self.eat("forall") {
            let name = self.name()?;
            self.expect(".")?;
            let body = self.ty()?;
            self.expect(")")?;
            return Ok(Written::All(name, Box::new(body)));
        }
        let left = Box::new(self.ty()?);
        let arrow = self.eat("->");
        if !arrow {
            self.expect("*")?;
        }
        let right = Box::new(self.ty()?);
        self.expect(")")?;
        Ok(if arrow { Written::Arrow(left, right) } else { Written::Prod(left, right) })
    }

    fn boxed(&mut self) -> Result<Box<Expr>, String> {
        self.expr().map(Box::new)
    }

    fn expr(&mut self) -> Result<Expr, String> {
        if self.eat("(") {
            let expr = self.compound()?;
            self.expect(")")?;
            return Ok(expr);
        }
        if self.eat("true") || self.eat("false") {
            return Ok(Expr::Boolean);
        }
        let is_number = |token: &&&str| token.bytes().all(|byte| byte.is_ascii_digit());
        if self.tokens.get(self.at).filter(is_number).is_some() {
            self.at += 1;
            return Ok(Expr::Number);
        }
        self.name().map(Expr::Var)
    }

    /// What stands between parentheses.
    fn compound(&mut self) -> Result<Expr, String> {
        if self.eat("\\") {
            let name = self.name()?;
            self.expect(":")?;
            let ty = self.ty()?;
            self.expect(".")?;
            return Ok(Expr::Abs(name, ty, self.boxed()?));
        }
        if self.eat("/\\") {
            let name = self.name()?;
            self.expect(".")?;
            return Ok(Expr::TypeAbs(name, self.boxed()?));
        }
        if self.eat("fail") {
            self.expect("[")?;
            let ty = self.ty()?;
            self.expect("]")?;
            return Ok(Expr::Fail(ty));
        }
        if self.eat("if") {
            let test = self.boxed()?;
            self.expect("then")?;
            let then = self.boxed()?;
            self.expect("else")?;
            return Ok(Expr::If(test, then, self.boxed()?));
        }
        if self.eat("let") {
            let name = self.name()?;
            self.expect(":")?;
            let ty = self.ty()?;
            self.expect("=")?;
            let value = self.boxed()?;
            self.expect("in")?;
            return Ok(Expr::Let(name, ty, value, self.boxed()?));
        }
        if self.eat("fst") {
            return self.boxed().map(Expr::Fst);
        }
        if self.eat("snd") {
            return self.boxed().map(Expr::Snd);
        }
        let left = self.boxed()?;
        if self.eat("+") {
            return Ok(Expr::Add(left, self.boxed()?));
        }
        if self.eat("<") {
            return Ok(Expr::Less(left, self.boxed()?));
        }
        if self.eat(",") {
            return Ok(Expr::Pair(left, self.boxed()?));
        }
        if self.eat("[") {
            let ty = self.ty()?;
            self.expect("]")?;
            return Ok(Expr::TypeApp(left, ty));
        }
        Ok(Expr::App(left, self.boxed()?))
    }
}

/// A type without names: a variable is the number of binders between it and its own.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Type {
    Int,
    Bool,
    Var(usize),
    Arrow(Box<Type>, Box<Type>),
    Prod(Box<Type>, Box<Type>),
    All(Box<Type>),
    /// What has an error inside: nothing more is said about it.
    Wrong,
}

/// All errors of type of a program, in the order of its text.
pub(crate) fn errors(program: &Program) -> Vec<Error> {
    let mut typer = Typer { types: Vec::new(), context: Vec::new(), errors: Vec::new() };
    let found = typer.expr(&program.body);
    let wanted = typer.ty(&program.ty);
    typer.compare(&found, &wanted, Error::Body);
    typer.errors
}

struct Typer<'a> {
    types: Vec<&'a str>,
    /// Each variable with its type, and how many type variables were in scope there.
    context: Vec<(&'a str, Type, usize)>,
    errors: Vec<Error>,
}

impl<'a> Typer<'a> {
    fn wrong(&mut self, error: Error) -> Type {
        self.errors.push(error);
        Type::Wrong
    }

    fn compare(&mut self, found: &Type, wanted: &Type, error: Error) {
        if !agree(found, wanted) {
            self.errors.push(error);
        }
    }

    fn ty(&mut self, written: &'a Written) -> Type {
        match written {
            Written::Name(name) if name == "Int" => Type::Int,
            Written::Name(name) if name == "Bool" => Type::Bool,
            Written::Name(name) => match self.types.iter().rev().position(|known| known == name) {
                Some(level) => Type::Var(level),
                None => self.wrong(Error::UnboundType),
            },
            Written::All(name, body) => {
                self.types.push(name);
                let body = self.ty(body);
                self.types.pop();
                Type::All(Box::new(body))
            }
            Written::Arrow(left, right) => {
                Type::Arrow(Box::new(self.ty(left)), Box::new(self.ty(right)))
            }
            Written::Prod(left, right) => {
                Type::Prod(Box::new(self.ty(left)), Box::new(self.ty(right)))
            }
        }
    }

    /// The type of an expression in which a variable is in scope.
    fn under(&mut self, name: &'a str, ty: Type, body: &'a Expr) -> Type {
        self.context.push((name, ty, self.types.len()));
        let ty = self.expr(body);
        self.context.pop();
        ty
    }

    fn operands(&mut self, left: &'a Expr, right: &'a Expr) {
        for operand in [left, right] {
            let found = self.expr(operand);
            self.compare(&found, &Type::Int, Error::Operand);
        }
    }

    fn pair(&mut self, pair: &'a Expr) -> (Type, Type) {
        match self.expr(pair) {
            Type::Prod(left, right) => (*left, *right),
            Type::Wrong => (Type::Wrong, Type::Wrong),
            _ => (self.wrong(Error::NotAPair), Type::Wrong),
        }
    }

    fn expr(&mut self, expr: &'a Expr) -> Type {
        match expr {
            Expr::Number => Type::Int,
            Expr::Boolean => Type::Bool,
            Expr::Var(name) => match self.context.iter().rev().find(|(known, ..)| known == name) {
                Some((_, ty, level)) => shift(ty, self.types.len() - level, 0),
                None => self.wrong(Error::Unbound),
            },
            Expr::Abs(name, parameter, body) => {
                let parameter = self.ty(parameter);
                let result = self.under(name, parameter.clone(), body);
                Type::Arrow(Box::new(parameter), Box::new(result))
            }
            Expr::TypeAbs(name, body) => {
                self.types.push(name);
                let body = self.expr(body);
                self.types.pop();
                Type::All(Box::new(body))
            }
            Expr::Fail(ty) => self.ty(ty),
            Expr::If(test, then, otherwise) => {
                let test = self.expr(test);
                self.compare(&test, &Type::Bool, Error::Condition);
                let then = self.expr(then);
                let otherwise = self.expr(otherwise);
                self.compare(&otherwise, &then, Error::Branch);
                then
            }
            Expr::Let(name, ty, value, body) => {
                let ty = self.ty(ty);
                let found = self.expr(value);
                self.compare(&found, &ty, Error::Annotation);
                self.under(name, ty, body)
            }
            Expr::Fst(pair) => self.pair(pair).0,
            Expr::Snd(pair) => self.pair(pair).1,
            Expr::Add(left, right) => {
                self.operands(left, right);
                Type::Int
            }
            Expr::Less(left, right) => {
                self.operands(left, right);
                Type::Bool
            }
            Expr::Pair(left, right) => {
                Type::Prod(Box::new(self.expr(left)), Box::new(self.expr(right)))
            }
            Expr::App(function, argument) => {
                let function = self.expr(function);
                let function = match function {
                    Type::Arrow(..) | Type::Wrong => function,
                    _ => self.wrong(Error::NotAFunction),
                };
                let argument = self.expr(argument);
                match function {
                    Type::Arrow(parameter, result) => {
                        self.compare(&argument, &parameter, Error::Argument);
                        *result
                    }
                    _ => Type::Wrong,
                }
            }
            Expr::TypeApp(function, argument) => {
                let function = self.expr(function);
                let argument = self.ty(argument);
                match function {
                    Type::All(body) => substitute(&body, &argument, 0),
                    Type::Wrong => Type::Wrong,
                    _ => self.wrong(Error::NotPolymorphic),
                }
            }
        }
    }
}

/// Whether two types are equal, as far as they are known.
fn agree(one: &Type, other: &Type) -> bool {
    match (one, other) {
        (Type::Wrong, _) | (_, Type::Wrong) => true,
        (Type::Arrow(a, b), Type::Arrow(c, d)) | (Type::Prod(a, b), Type::Prod(c, d)) => {
            agree(a, c) && agree(b, d)
        }
        (Type::All(a), Type::All(b)) => agree(a, b),
        _ => one == other,
    }
}

/// A type with each of its parts changed; `depth` binders are around a part.
fn map(ty: &Type, depth: usize, change: &dyn Fn(usize, usize) -> Type) -> Type {
    let part = |ty: &Type| Box::new(map(ty, depth, change));
    match ty {
        Type::Int | Type::Bool | Type::Wrong => ty.clone(),
        Type::Var(number) => change(*number, depth),
        Type::Arrow(a, b) => Type::Arrow(part(a), part(b)),
        Type::Prod(a, b) => Type::Prod(part(a), part(b)),
        Type::All(body) => Type::All(Box::new(map(body, depth + 1, change))),
    }
}

/// The type under `by` more binders.
fn shift(ty: &Type, by: usize, depth: usize) -> Type {
    map(ty, depth, &|number, own| Type::Var(if number < own { number } else { number + by }))
}

/// The type with an argument in the place of its outermost variable.
fn substitute(ty: &Type, argument: &Type, depth: usize) -> Type {
    map(ty, depth, &|number, own| match number.cmp(&own) {
        std::cmp::Ordering::Less => Type::Var(number),
        std::cmp::Ordering::Equal => shift(argument, own, 0),
        std::cmp::Ordering::Greater => Type::Var(number - 1),
    })
}
