//! Reads effects, expressions and types in the paper's notation, in Unicode or
//! ASCII.

use std::str::FromStr;

use super::effect::{Chan, Effect, Group, Lock, SelectEffect};
use super::syntax::{Exp, SelectRule, Type};

/// Why a text is not an effect, expression or type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at character {at}: expected {expected}, found {found}")]
pub struct ParseError {
    /// Where, counted from 1.
    pub at: usize,
    /// What would be allowed there.
    pub expected: &'static str,
    /// What stands there.
    pub found: String,
}

impl FromStr for Effect {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Effect, ParseError> {
        Parser::new(text).all(Parser::effect)
    }
}

impl FromStr for Exp {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Exp, ParseError> {
        Parser::new(text).all(Parser::exp)
    }
}

impl FromStr for Type {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Type, ParseError> {
        Parser::new(text).all(Parser::type_)
    }
}

/// Signs, each with its canonical form. A sign stands before its own prefixes.
const SIGNS: [(&str, &str); 20] = [
    ("(+)", "⊕"),
    ("⊕", "⊕"),
    ("ε", "eps"),
    ("<-", "<-"),
    ("←", "<-"),
    (":=", ":="),
    ("=>", "=>"),
    ("⇒", "=>"),
    ("==", "=="),
    ("<", "<"),
    ("+", "+"),
    (";", ";"),
    (",", ","),
    ("(", "("),
    (")", ")"),
    ("{", "{"),
    ("}", "}"),
    ("[", "["),
    ("]", "]"),
    ("^", "^"),
];

/// Reserved words.
const KEYWORDS: [&str; 20] = [
    "let", "in", "if", "then", "else", "true", "false", "channel", "select", "case", "spawn",
    "default", "close", "drain", "lock", "add", "done", "wait", "eps", "coin",
];

/// A sign, word, number or text, and where it stands.
#[derive(Clone, Copy)]
struct Token<'a> {
    text: &'a str,
    at: usize,
}

struct Parser<'a> {
    tokens: Vec<Token<'a>>,
    next: usize,
    /// The position behind the last character.
    end: usize,
}

type Parsed<T> = Result<T, ParseError>;

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Parser<'a> {
        let mut tokens = Vec::new();
        let mut rest = text;
        let mut at = 1;
        while let Some(first) = rest.chars().next() {
            let sign = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign));
            let word = |rest: &str| {
                rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len())
            };
            let (length, text) = if let Some((sign, form)) = sign {
                (sign.len(), *form)
            } else if first == '"' {
                let length = rest[1..].find('"').map_or(rest.len(), |quote| quote + 2);
                (length, &rest[..length])
            } else {
                let length = word(rest).max(first.len_utf8());
                (length, &rest[..length])
            };
            if !first.is_whitespace() {
                tokens.push(Token { text, at });
            }
            at += rest[..length].chars().count();
            rest = &rest[length..];
        }
        Parser { tokens, next: 0, end: at }
    }

    fn all<T>(mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let parsed = parse(&mut self)?;
        match self.peek() {
            "" => Ok(parsed),
            _ => Err(self.error("the end")),
        }
    }

    /// The next token; empty at the end.
    fn peek(&self) -> &'a str {
        self.tokens.get(self.next).map_or("", |token| token.text)
    }

    fn error(&self, expected: &'static str) -> ParseError {
        match self.tokens.get(self.next) {
            Some(token) => {
                ParseError { at: token.at, expected, found: format!("{:?}", token.text) }
            }
            None => ParseError { at: self.end, expected, found: "the end".to_owned() },
        }
    }

    fn take(&mut self, text: &str) -> bool {
        let found = self.peek() == text;
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, text: &'static str) -> Parsed<()> {
        if self.take(text) { Ok(()) } else { Err(self.error(text)) }
    }

    fn number(&mut self) -> Parsed<u32> {
        let number = self.peek().parse().map_err(|_| self.error("a number"))?;
        self.next += 1;
        Ok(number)
    }

    fn small_number(&mut self) -> Parsed<u16> {
        let number = self.peek().parse().map_err(|_| self.error("a number below 65536"))?;
        self.next += 1;
        Ok(number)
    }

    /// A letter and a number.
    fn numbered(&mut self, letter: char, expected: &'static str) -> Parsed<u16> {
        let number = self
            .peek()
            .strip_prefix(letter)
            .and_then(|digits| digits.parse().ok())
            .ok_or_else(|| self.error(expected))?;
        self.next += 1;
        Ok(number)
    }

    fn chan(&mut self) -> Parsed<Chan> {
        self.numbered('c', "a channel (c1, c2, …)").map(Chan)
    }

    fn lock(&mut self) -> Parsed<Lock> {
        self.numbered('m', "a mutex (m1, m2, …)").map(Lock)
    }

    fn group(&mut self) -> Parsed<Group> {
        self.numbered('w', "a wait group (w1, w2, …)").map(Group)
    }

    fn variable(&mut self) -> Parsed<String> {
        let name = self.peek();
        let starts_well = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if !starts_well || KEYWORDS.contains(&name) {
            return Err(self.error("a variable"));
        }
        self.next += 1;
        Ok(name.to_owned())
    }

    /// effect ::= choice (`;` choice)*
    fn effect(&mut self) -> Parsed<Effect> {
        let mut parts = vec![self.choice()?];
        while self.take(";") {
            parts.push(self.choice()?);
        }
        Ok(Effect::seq(parts))
    }

    /// choice ::= select (`+` select)*
    fn choice(&mut self) -> Parsed<Effect> {
        let mut left = self.select_effect()?;
        while self.take("+") {
            left = Effect::choice(left, self.select_effect()?);
        }
        Ok(left)
    }

    /// select ::= clause (`⊕` clause)* | primary
    fn select_effect(&mut self) -> Parsed<Effect> {
        let mut clauses = Vec::new();
        while let Some(clause) = self.clause()? {
            clauses.push(clause);
            if !self.take("⊕") {
                return Ok(Effect::Select(clauses));
            }
        }
        match clauses.is_empty() {
            true => self.primary(),
            false => Err(self.error("SELGET, SELPUT or SELDEFAULT")),
        }
    }

    fn clause(&mut self) -> Parsed<Option<SelectEffect>> {
        let kind = self.peek();
        if !["SELGET", "SELPUT", "SELDEFAULT"].contains(&kind) {
            return Ok(None);
        }
        self.next += 1;
        self.expect("(")?;
        let clause = if kind == "SELDEFAULT" {
            SelectEffect::Default(self.effect()?)
        } else {
            let c = self.chan()?;
            self.expect(",")?;
            let body = self.effect()?;
            match kind {
                "SELGET" => SelectEffect::Get(c, body),
                _ => SelectEffect::Put(c, body),
            }
        };
        self.expect(")")?;
        Ok(Some(clause))
    }

    fn primary(&mut self) -> Parsed<Effect> {
        if self.take("eps") {
            return Ok(Effect::Empty);
        }
        if self.take("(") {
            let effect = self.effect()?;
            self.expect(")")?;
            return Ok(effect);
        }
        let name = self.peek();
        let known =
            ["CHAN", "GET", "PUT", "SPAWN", "CLOSE", "DRAIN", "LOCK", "ADD", "DONE", "WAIT"];
        if !known.contains(&name) {
            return Err(self.error("an effect"));
        }
        self.next += 1;
        self.expect("(")?;
        let effect = match name {
            "CHAN" => {
                let c = self.chan()?;
                Effect::Chan(c, if self.take(",") { self.small_number()? } else { 0 })
            }
            "GET" => Effect::Get(self.chan()?),
            "PUT" => Effect::Put(self.chan()?),
            "SPAWN" => Effect::spawn(self.effect()?),
            "CLOSE" => Effect::Close(self.chan()?),
            "DRAIN" => Effect::Drain(self.chan()?),
            "LOCK" => {
                let m = self.lock()?;
                self.expect(",")?;
                Effect::Lock(m, Box::new(self.effect()?))
            }
            "ADD" => {
                let w = self.group()?;
                self.expect(",")?;
                Effect::Add(w, self.small_number()?)
            }
            "DONE" => Effect::Done(self.group()?),
            _ => Effect::Wait(self.group()?),
        };
        self.expect(")")?;
        Ok(effect)
    }

    /// exp ::= statement (`;` exp)?
    fn exp(&mut self) -> Parsed<Exp> {
        let mut parts = vec![self.statement()?];
        while self.take(";") {
            parts.push(self.statement()?);
        }
        Ok(Exp::seq(parts))
    }

    /// statement ::= `let` x `:=` statement `in` exp
    ///             | `if` statement `then` statement `else` statement
    ///             | put
    fn statement(&mut self) -> Parsed<Exp> {
        if self.take("let") {
            let x = self.variable()?;
            self.expect(":=")?;
            let bound = self.statement()?;
            self.expect("in")?;
            return Ok(Exp::Let(x, Box::new(bound), Box::new(self.exp()?)));
        }
        if self.take("if") {
            let condition = self.statement()?;
            self.expect("then")?;
            let then = self.statement()?;
            self.expect("else")?;
            return Ok(Exp::If(Box::new([condition, then, self.statement()?])));
        }
        let left = self.comparison()?;
        if self.take("<-") {
            return Ok(Exp::Put(Box::new([left, self.comparison()?])));
        }
        Ok(left)
    }

    fn comparison(&mut self) -> Parsed<Exp> {
        let left = self.prefix()?;
        if self.take("<") {
            return Ok(Exp::Less(Box::new([left, self.prefix()?])));
        }
        if self.take("==") {
            return Ok(Exp::Equal(Box::new([left, self.prefix()?])));
        }
        Ok(left)
    }

    fn prefix(&mut self) -> Parsed<Exp> {
        if self.take("<-") {
            return Ok(Exp::Get(Box::new(self.prefix()?)));
        }
        if self.take("close") {
            return Ok(Exp::Close(Box::new(self.prefix()?)));
        }
        if self.take("drain") {
            return Ok(Exp::Drain(Box::new(self.prefix()?)));
        }
        self.atom()
    }

    fn atom(&mut self) -> Parsed<Exp> {
        let text = self.peek();
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(Exp::Int(self.number()?));
        }
        if let Some(quoted) = text.strip_prefix('"') {
            let Some(inside) = quoted.strip_suffix('"') else {
                return Err(self.error("a text with a quote at its end"));
            };
            self.next += 1;
            return Ok(Exp::Text(inside.to_owned()));
        }
        let known = [
            "(", "true", "false", "coin", "channel", "select", "spawn", "lock", "add", "done",
            "wait",
        ];
        if !known.contains(&text) {
            return self.variable().map(Exp::Var).map_err(|_| self.error("an expression"));
        }
        self.next += 1;
        Ok(match text {
            "(" if self.take(")") => Exp::Unit,
            "(" => {
                let inside = self.exp()?;
                self.expect(")")?;
                inside
            }
            "true" => Exp::Bool(true),
            "false" => Exp::Bool(false),
            "coin" => Exp::Coin,
            "channel" => {
                self.expect("^")?;
                let c = self.chan()?;
                let capacity = if self.take("[") {
                    let capacity = self.small_number()?;
                    self.expect("]")?;
                    capacity
                } else {
                    0
                };
                Exp::Channel(c, capacity, self.type_()?)
            }
            "select" => {
                self.expect("{")?;
                let mut rules = Vec::new();
                while self.take("case") {
                    rules.push(self.select_rule()?);
                }
                self.expect("}")?;
                Exp::Select(rules)
            }
            "spawn" => Exp::Spawn(Box::new(self.braced()?)),
            "lock" => {
                let m = self.lock()?;
                Exp::Lock(m, Box::new(self.braced()?))
            }
            "add" => {
                let w = self.group()?;
                Exp::Add(w, self.small_number()?)
            }
            "done" => Exp::Done(self.group()?),
            _ => Exp::Wait(self.group()?),
        })
    }

    fn braced(&mut self) -> Parsed<Exp> {
        self.expect("{")?;
        let inside = self.exp()?;
        self.expect("}")?;
        Ok(inside)
    }

    fn select_rule(&mut self) -> Parsed<SelectRule> {
        if self.take("default") {
            self.expect("=>")?;
            return Ok(SelectRule::Default(self.exp()?));
        }
        let x = self.variable()?;
        if self.take(":=") {
            self.expect("<-")?;
            let y = self.variable()?;
            self.expect("=>")?;
            return Ok(SelectRule::Get(x, y, self.exp()?));
        }
        self.expect("<-")?;
        let y = self.atom()?;
        self.expect("=>")?;
        Ok(SelectRule::Put(x, y, self.exp()?))
    }

    fn type_(&mut self) -> Parsed<Type> {
        for (name, t) in
            [("unit", Type::Unit), ("bool", Type::Bool), ("int", Type::Int), ("text", Type::Text)]
        {
            if self.take(name) {
                return Ok(t);
            }
        }
        if !self.take("channel") {
            return Err(self.error("a type"));
        }
        self.expect("(")?;
        let element = self.type_()?;
        self.expect(",")?;
        let c = self.chan()?;
        self.expect(")")?;
        Ok(Type::Channel(Box::new(element), c))
    }
}
