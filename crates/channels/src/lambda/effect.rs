//! Effects (Fig. 8): the communication behaviour of an expression.
//!
//! Beyond the paper there are buffered channels, a default clause of a select,
//! closing and draining a channel, mutexes and wait groups.

use std::fmt;

macro_rules! numbered {
    ($(#[$meta:meta])* $name:ident, $letter:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u16);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($letter, "{}"), self.0)
            }
        }
    };
}

numbered! {
    /// A channel, by its static name: `c1`.
    Chan, "c"
}
numbered! {
    /// A mutex: `m1`.
    Lock, "m"
}
numbered! {
    /// A wait group: `w1`.
    Group, "w"
}

/// An effect (Fig. 8).
///
/// The process name of SPAWN is left out: there is no recursion, so a spawn is
/// executed at most once and its place in the effect names the process.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// ε: nothing.
    Empty,
    /// CHAN(c): creates a channel; CHAN(c, k): one that holds up to `k`
    /// messages.
    Chan(Chan, u16),
    /// GET(c): receives.
    Get(Chan),
    /// PUT(c): sends.
    Put(Chan),
    /// SPAWN(φ): starts a process.
    Spawn(Box<Effect>),
    /// φ1; φ2; …: never empty, never nested, without ε; see [`Effect::seq`].
    Seq(Vec<Effect>),
    /// φ1 + φ2: one of the two, chosen arbitrarily and not fairly.
    Choice(Box<[Effect; 2]>),
    /// φ1 ⊕ φ2 ⊕ …: a clause whose communication is ready. There is at least one
    /// clause; a default clause stands last.
    Select(Vec<SelectEffect>),
    /// CLOSE(c): closes a channel.
    Close(Chan),
    /// DRAIN(c): receives until the channel is closed and empty.
    Drain(Chan),
    /// LOCK(m, φ): φ as a critical section.
    Lock(Lock, Box<Effect>),
    /// ADD(w, n): adds `n` to the counter of a wait group.
    Add(Group, u16),
    /// DONE(w): takes 1 from the counter of a wait group.
    Done(Group),
    /// WAIT(w): blocks until the counter of a wait group is 0.
    Wait(Group),
}

/// A clause of a select effect.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SelectEffect {
    /// SELGET(c, φ): receives, then φ.
    Get(Chan, Effect),
    /// SELPUT(c, φ): sends, then φ.
    Put(Chan, Effect),
    /// SELDEFAULT(φ): φ, if no other clause is ready. Not in the paper.
    Default(Effect),
}

impl SelectEffect {
    /// The effect after the communication.
    pub fn body(&self) -> &Effect {
        let (SelectEffect::Get(_, body) | SelectEffect::Put(_, body) | SelectEffect::Default(body)) =
            self;
        body
    }

    fn body_mut(&mut self) -> &mut Effect {
        let (SelectEffect::Get(_, body) | SelectEffect::Put(_, body) | SelectEffect::Default(body)) =
            self;
        body
    }

    /// The channel, unless it is the default clause.
    pub fn channel(&self) -> Option<Chan> {
        match self {
            SelectEffect::Get(c, _) | SelectEffect::Put(c, _) => Some(*c),
            SelectEffect::Default(_) => None,
        }
    }
}

impl Effect {
    /// The sequence of some effects, in normal form.
    pub fn seq(parts: impl IntoIterator<Item = Effect>) -> Effect {
        let mut flat = Vec::new();
        for part in parts {
            part.append_to(&mut flat);
        }
        Effect::of_flat(flat)
    }

    /// Appends to a sequence and keeps it flat.
    pub(crate) fn append_to(self, flat: &mut Vec<Effect>) {
        match self {
            Effect::Empty => {}
            Effect::Seq(parts) => flat.extend(parts),
            part => flat.push(part),
        }
    }

    /// The effect of a sequence that is flat already.
    pub(crate) fn of_flat(mut flat: Vec<Effect>) -> Effect {
        match flat.len() {
            0 => Effect::Empty,
            1 => flat.pop().expect("there is one"),
            _ => Effect::Seq(flat),
        }
    }

    /// φ1 + φ2.
    pub fn choice(left: Effect, right: Effect) -> Effect {
        Effect::Choice(Box::new([left, right]))
    }

    /// SPAWN(φ).
    pub fn spawn(body: Effect) -> Effect {
        Effect::Spawn(Box::new(body))
    }

    /// The parts of a sequence; a single part for everything else but ε.
    pub fn parts(&self) -> &[Effect] {
        match self {
            Effect::Empty => &[],
            Effect::Seq(parts) => parts,
            other => std::slice::from_ref(other),
        }
    }

    /// The effects directly inside.
    pub fn children(&self) -> Vec<&Effect> {
        match self {
            Effect::Spawn(body) | Effect::Lock(_, body) => vec![body],
            Effect::Seq(parts) => parts.iter().collect(),
            Effect::Choice(both) => both.iter().collect(),
            Effect::Select(clauses) => clauses.iter().map(SelectEffect::body).collect(),
            _ => Vec::new(),
        }
    }

    /// Calls `f` for the effects directly inside.
    #[inline(always)]
    pub(crate) fn each_child(&self, mut f: impl FnMut(&Effect)) {
        match self {
            Effect::Spawn(body) | Effect::Lock(_, body) => f(body),
            Effect::Seq(parts) => parts.iter().for_each(f),
            Effect::Choice(both) => both.iter().for_each(f),
            Effect::Select(clauses) => clauses.iter().for_each(|clause| f(clause.body())),
            _ => {}
        }
    }

    /// Calls `f` for the effects directly inside, until it returns a result.
    #[inline(always)]
    pub(crate) fn find_child_mut<'a, T>(
        &'a mut self,
        mut f: impl FnMut(&'a mut Effect) -> Option<T>,
    ) -> Option<T> {
        match self {
            Effect::Spawn(body) | Effect::Lock(_, body) => f(body),
            Effect::Seq(parts) => parts.iter_mut().find_map(f),
            Effect::Choice(both) => both.iter_mut().find_map(f),
            Effect::Select(clauses) => clauses.iter_mut().find_map(|clause| f(clause.body_mut())),
            _ => None,
        }
    }

    /// The number of actions (everything but ε, `;` and the operators between).
    pub fn size(&self) -> usize {
        let mut size = self.own_size();
        self.each_child(|child| size += child.size());
        size
    }

    /// The number of actions without those of the effects inside.
    pub(crate) fn own_size(&self) -> usize {
        match self {
            Effect::Empty | Effect::Seq(_) | Effect::Choice(_) => 0,
            Effect::Select(clauses) => clauses.len(),
            _ => 1,
        }
    }
}

/// The paper's notation. `{}` is Unicode (`ε`, `⊕`), `{:#}` is ASCII (`eps`,
/// `(+)`); `;` binds less than `+`, and `+` less than `⊕`.
impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn inside(effect: &Effect, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            fmt::Display::fmt(effect, f)
        }
        fn operand(effect: &Effect, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match effect {
                Effect::Seq(_) | Effect::Choice(_) => {
                    f.write_str("(")?;
                    inside(effect, f)?;
                    f.write_str(")")
                }
                _ => inside(effect, f),
            }
        }
        match self {
            Effect::Empty => f.write_str(if f.alternate() { "eps" } else { "ε" }),
            Effect::Chan(c, 0) => write!(f, "CHAN({c})"),
            Effect::Chan(c, capacity) => write!(f, "CHAN({c}, {capacity})"),
            Effect::Get(c) => write!(f, "GET({c})"),
            Effect::Put(c) => write!(f, "PUT({c})"),
            Effect::Spawn(body) => {
                f.write_str("SPAWN(")?;
                inside(body, f)?;
                f.write_str(")")
            }
            Effect::Seq(parts) => {
                for (i, part) in parts.iter().enumerate() {
                    f.write_str(if i > 0 { "; " } else { "" })?;
                    inside(part, f)?;
                }
                Ok(())
            }
            Effect::Choice(both) => {
                operand(&both[0], f)?;
                f.write_str(" + ")?;
                operand(&both[1], f)
            }
            Effect::Select(clauses) => {
                let and = if f.alternate() { " (+) " } else { " ⊕ " };
                for (i, clause) in clauses.iter().enumerate() {
                    f.write_str(if i > 0 { and } else { "" })?;
                    match clause {
                        SelectEffect::Get(c, _) => write!(f, "SELGET({c}, ")?,
                        SelectEffect::Put(c, _) => write!(f, "SELPUT({c}, ")?,
                        SelectEffect::Default(_) => f.write_str("SELDEFAULT(")?,
                    }
                    inside(clause.body(), f)?;
                    f.write_str(")")?;
                }
                Ok(())
            }
            Effect::Close(c) => write!(f, "CLOSE({c})"),
            Effect::Drain(c) => write!(f, "DRAIN({c})"),
            Effect::Lock(m, body) => {
                write!(f, "LOCK({m}, ")?;
                inside(body, f)?;
                f.write_str(")")
            }
            Effect::Add(w, n) => write!(f, "ADD({w}, {n})"),
            Effect::Done(w) => write!(f, "DONE({w})"),
            Effect::Wait(w) => write!(f, "WAIT({w})"),
        }
    }
}
