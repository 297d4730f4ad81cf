//! The type and effect system (Fig. 9).

use super::effect::{Effect, SelectEffect};
use super::syntax::{Exp, SelectRule, Type};

/// Why an expression has no type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TypeError {
    /// A variable that nothing binds.
    #[error("the variable {0} is not bound; bind it with `let {0} := … in …`")]
    Unbound(String),
    /// A type that does not fit.
    #[error("{what} must be of type {expected}, but is of type {found}")]
    Mismatch {
        /// What has the wrong type.
        what: &'static str,
        /// The type it should have.
        expected: Type,
        /// The type it has.
        found: Type,
    },
    /// Something that is used as a channel but is not one.
    #[error("a channel is needed here, but this is of type {0}")]
    NotAChannel(Type),
    /// A select without clauses, which would have any type.
    #[error("a select needs at least one clause")]
    EmptySelect,
    /// A select clause that sends what has yet to be computed.
    #[error("a select clause sends a variable or a value; bind {0} before, with `let`")]
    NotAValue(String),
}

/// Γ ⊢ e : t & φ, for the empty Γ.
pub fn infer(e: &Exp) -> Result<(Type, Effect), TypeError> {
    Environment(Vec::new()).infer(e)
}

struct Environment(Vec<(String, Type)>);

type Inferred = Result<(Type, Effect), TypeError>;

impl Environment {
    fn infer(&mut self, e: &Exp) -> Inferred {
        let pure = |t: Type| Ok((t, Effect::Empty));
        match e {
            // T-Var
            Exp::Var(x) => pure(self.lookup(x)?),
            // T-Unit
            Exp::Unit => pure(Type::Unit),
            // T-True, T-False
            Exp::Bool(_) | Exp::Coin => pure(Type::Bool),
            Exp::Int(_) => pure(Type::Int),
            Exp::Text(_) => pure(Type::Text),
            // T-Let
            Exp::Let(x, bound, body) => {
                let (t1, f1) = self.infer(bound)?;
                let (t2, f2) = self.with(x, t1, |inner| inner.infer(body))?;
                Ok((t2, Effect::seq([f1, f2])))
            }
            // T-If
            Exp::If(parts) => {
                let [condition, then, otherwise] = &**parts;
                let f1 = self.expect(condition, "a condition", &Type::Bool)?;
                let (t, f2) = self.infer(then)?;
                let f3 = self.expect(otherwise, "the other branch of an if", &t)?;
                Ok((t, Effect::seq([f1, Effect::choice(f2, f3)])))
            }
            // T-Seq
            Exp::Seq(parts) => {
                let mut last = Type::Unit;
                let mut effects = Vec::with_capacity(parts.len());
                for part in parts {
                    let (t, f) = self.infer(part)?;
                    last = t;
                    effects.push(f);
                }
                Ok((last, Effect::seq(effects)))
            }
            // T-Chan
            Exp::Channel(c, capacity, t) => {
                Ok((Type::Channel(Box::new(t.clone()), *c), Effect::Chan(*c, *capacity)))
            }
            // T-Get
            Exp::Get(channel) => {
                let (t, c, f) = self.channel(channel)?;
                Ok((t, Effect::seq([f, Effect::Get(c)])))
            }
            // T-Put
            Exp::Put(both) => {
                let (t, c, f1) = self.channel(&both[0])?;
                let f2 = self.expect(&both[1], "what is sent", &t)?;
                Ok((Type::Unit, Effect::seq([f1, f2, Effect::Put(c)])))
            }
            // T-Select
            Exp::Select(rules) => {
                let mut t = None;
                let mut clauses = Vec::with_capacity(rules.len());
                for rule in rules {
                    let (found, clause) = self.rule(rule)?;
                    let expected = t.get_or_insert_with(|| found.clone());
                    same("a clause of a select", expected, &found)?;
                    clauses.push(clause);
                }
                Ok((t.ok_or(TypeError::EmptySelect)?, Effect::Select(clauses)))
            }
            // T-Spawn
            Exp::Spawn(body) => {
                let (_, f) = self.infer(body)?;
                Ok((Type::Unit, Effect::spawn(f)))
            }
            Exp::Less(both) | Exp::Equal(both) => {
                let f1 = self.expect(&both[0], "an operand", &Type::Int)?;
                let f2 = self.expect(&both[1], "an operand", &Type::Int)?;
                Ok((Type::Bool, Effect::seq([f1, f2])))
            }
            Exp::Close(channel) => {
                let (_, c, f) = self.channel(channel)?;
                Ok((Type::Unit, Effect::seq([f, Effect::Close(c)])))
            }
            Exp::Drain(channel) => {
                let (_, c, f) = self.channel(channel)?;
                Ok((Type::Unit, Effect::seq([f, Effect::Drain(c)])))
            }
            Exp::Lock(m, body) => {
                let (t, f) = self.infer(body)?;
                Ok((t, Effect::Lock(*m, Box::new(f))))
            }
            Exp::Add(w, n) => Ok((Type::Unit, Effect::Add(*w, *n))),
            Exp::Done(w) => Ok((Type::Unit, Effect::Done(*w))),
            Exp::Wait(w) => Ok((Type::Unit, Effect::Wait(*w))),
        }
    }

    fn rule(&mut self, rule: &SelectRule) -> Result<(Type, SelectEffect), TypeError> {
        match rule {
            // T-Select-Get
            SelectRule::Get(x, y, body) => {
                let (element, c) = as_channel(self.lookup(y)?)?;
                let (t, f) = self.with(x, element, |inner| inner.infer(body))?;
                Ok((t, SelectEffect::Get(c, f)))
            }
            // T-Select-Put: y is a variable, and here also a value. Any other
            // expression would be computed before the select, which no
            // evaluation context (Fig. 3) allows.
            SelectRule::Put(x, y, body) => {
                let (element, c) = as_channel(self.lookup(x)?)?;
                if !matches!(y, Exp::Var(_) | Exp::Unit | Exp::Bool(_) | Exp::Int(_) | Exp::Text(_))
                {
                    return Err(TypeError::NotAValue(y.to_string()));
                }
                self.expect(y, "what is sent", &element)?;
                let (t, f) = self.infer(body)?;
                Ok((t, SelectEffect::Put(c, f)))
            }
            SelectRule::Default(body) => {
                let (t, f) = self.infer(body)?;
                Ok((t, SelectEffect::Default(f)))
            }
        }
    }

    fn lookup(&self, x: &str) -> Result<Type, TypeError> {
        let found = self.0.iter().rev().find(|(name, _)| name == x);
        found.map(|(_, t)| t.clone()).ok_or_else(|| TypeError::Unbound(x.to_owned()))
    }

    fn with<T>(&mut self, x: &str, t: Type, then: impl FnOnce(&mut Self) -> T) -> T {
        self.0.push((x.to_owned(), t));
        let result = then(self);
        self.0.pop();
        result
    }

    /// The effect of an expression that must be of type `expected`.
    fn expect(
        &mut self,
        e: &Exp,
        what: &'static str,
        expected: &Type,
    ) -> Result<Effect, TypeError> {
        let (found, effect) = self.infer(e)?;
        same(what, expected, &found)?;
        Ok(effect)
    }

    fn channel(&mut self, e: &Exp) -> Result<(Type, super::Chan, Effect), TypeError> {
        let (t, f) = self.infer(e)?;
        let (element, c) = as_channel(t)?;
        Ok((element, c, f))
    }
}

fn as_channel(t: Type) -> Result<(Type, super::Chan), TypeError> {
    match t {
        Type::Channel(element, c) => Ok((*element, c)),
        other => Err(TypeError::NotAChannel(other)),
    }
}

fn same(what: &'static str, expected: &Type, found: &Type) -> Result<(), TypeError> {
    if expected == found {
        return Ok(());
    }
    Err(TypeError::Mismatch { what, expected: expected.clone(), found: found.clone() })
}
