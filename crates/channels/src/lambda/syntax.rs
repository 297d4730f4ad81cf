//! Expressions (Fig. 2) and types (Fig. 7).

use std::fmt;

use super::effect::{Chan, Group, Lock};

/// A type (Fig. 7).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `unit`.
    Unit,
    /// `bool`.
    Bool,
    /// `channel(t, c)`: the channel `c`, with elements of type `t`.
    Channel(Box<Type>, Chan),
    /// `int`. Not in the paper.
    Int,
    /// `text`. Not in the paper.
    Text,
}

/// An expression (Fig. 2).
///
/// The process name of `spawn` is left out: without recursion its place in the
/// program names the process.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Exp {
    /// `x`.
    Var(String),
    /// `()`.
    Unit,
    /// `true`, `false`.
    Bool(bool),
    /// `let x := e1 in e2`.
    Let(String, Box<Exp>, Box<Exp>),
    /// `if e1 then e2 else e3`.
    If(Box<[Exp; 3]>),
    /// `e1; e2; …`: two or more, never nested; see [`Exp::seq`].
    Seq(Vec<Exp>),
    /// `channel^c t`; `channel^c[k] t` holds up to `k` messages.
    Channel(Chan, u16, Type),
    /// `<- e`.
    Get(Box<Exp>),
    /// `e1 <- e2`.
    Put(Box<[Exp; 2]>),
    /// `select { … }`.
    Select(Vec<SelectRule>),
    /// `spawn { e }`.
    Spawn(Box<Exp>),
    /// An integer. This and the following forms are not in the paper.
    Int(u32),
    /// `"text"`, of letters only.
    Text(String),
    /// `e1 < e2`, on integers.
    Less(Box<[Exp; 2]>),
    /// `e1 == e2`, on integers.
    Equal(Box<[Exp; 2]>),
    /// `coin`: a boolean that is decided when it is evaluated.
    Coin,
    /// `close e`.
    Close(Box<Exp>),
    /// `drain e`: receives until the channel is closed and empty.
    Drain(Box<Exp>),
    /// `lock m { e }`.
    Lock(Lock, Box<Exp>),
    /// `add w n`.
    Add(Group, u16),
    /// `done w`.
    Done(Group),
    /// `wait w`.
    Wait(Group),
}

/// A clause of a select.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SelectRule {
    /// `case x := <- y => e`.
    Get(String, String, Exp),
    /// `case x <- y => e`, where `y` is a variable or a value.
    Put(String, Exp, Exp),
    /// `case default => e`. Not in the paper.
    Default(Exp),
}

impl Exp {
    /// The sequence of some expressions; `()` if there are none.
    pub fn seq(parts: impl IntoIterator<Item = Exp>) -> Exp {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Exp::Seq(parts) => flat.extend(parts),
                part => flat.push(part),
            }
        }
        match flat.len() {
            0 => Exp::Unit,
            1 => flat.pop().expect("there is one"),
            _ => Exp::Seq(flat),
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Unit => f.write_str("unit"),
            Type::Bool => f.write_str("bool"),
            Type::Channel(element, c) => write!(f, "channel({element}, {c})"),
            Type::Int => f.write_str("int"),
            Type::Text => f.write_str("text"),
        }
    }
}

/// The paper's notation in ASCII.
impl fmt::Display for Exp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// Parenthesised if it would otherwise extend over what follows.
        fn closed(e: &Exp, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match e {
                Exp::Let(..) | Exp::Seq(_) | Exp::If(_) => write!(f, "({e})"),
                _ => write!(f, "{e}"),
            }
        }
        /// An operand.
        fn operand(e: &Exp, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match e {
                Exp::Put(_)
                | Exp::Get(_)
                | Exp::Less(_)
                | Exp::Equal(_)
                | Exp::Close(_)
                | Exp::Drain(_) => write!(f, "({e})"),
                _ => closed(e, f),
            }
        }
        fn binary(both: &[Exp; 2], sign: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            operand(&both[0], f)?;
            write!(f, " {sign} ")?;
            operand(&both[1], f)
        }
        match self {
            Exp::Var(x) => f.write_str(x),
            Exp::Unit => f.write_str("()"),
            Exp::Bool(b) => write!(f, "{b}"),
            Exp::Let(x, bound, body) => {
                write!(f, "let {x} := ")?;
                closed(bound, f)?;
                write!(f, " in {body}")
            }
            Exp::If(parts) => {
                let [condition, then, otherwise] = &**parts;
                f.write_str("if ")?;
                closed(condition, f)?;
                f.write_str(" then ")?;
                closed(then, f)?;
                f.write_str(" else ")?;
                closed(otherwise, f)
            }
            Exp::Seq(parts) => {
                for (i, part) in parts.iter().enumerate() {
                    f.write_str(if i > 0 { "; " } else { "" })?;
                    match part {
                        Exp::Let(..) if i + 1 < parts.len() => closed(part, f)?,
                        _ => write!(f, "{part}")?,
                    }
                }
                Ok(())
            }
            Exp::Channel(c, 0, t) => write!(f, "channel^{c} {t}"),
            Exp::Channel(c, capacity, t) => write!(f, "channel^{c}[{capacity}] {t}"),
            Exp::Get(channel) => {
                f.write_str("<- ")?;
                operand(channel, f)
            }
            Exp::Put(both) => binary(both, "<-", f),
            Exp::Select(rules) => {
                f.write_str("select {")?;
                for rule in rules {
                    match rule {
                        SelectRule::Get(x, y, body) => write!(f, " case {x} := <- {y} => {body}")?,
                        SelectRule::Put(x, y, body) => write!(f, " case {x} <- {y} => {body}")?,
                        SelectRule::Default(body) => write!(f, " case default => {body}")?,
                    }
                }
                f.write_str(" }")
            }
            Exp::Spawn(body) => write!(f, "spawn {{ {body} }}"),
            Exp::Int(n) => write!(f, "{n}"),
            Exp::Text(text) => write!(f, "\"{text}\""),
            Exp::Less(both) => binary(both, "<", f),
            Exp::Equal(both) => binary(both, "==", f),
            Exp::Coin => f.write_str("coin"),
            Exp::Close(channel) => {
                f.write_str("close ")?;
                operand(channel, f)
            }
            Exp::Drain(channel) => {
                f.write_str("drain ")?;
                operand(channel, f)
            }
            Exp::Lock(m, body) => write!(f, "lock {m} {{ {body} }}"),
            Exp::Add(w, n) => write!(f, "add {w} {n}"),
            Exp::Done(w) => write!(f, "done {w}"),
            Exp::Wait(w) => write!(f, "wait {w}"),
        }
    }
}
