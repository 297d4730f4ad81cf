//! Terms as handles.

use std::fmt;

/// A term of a [`Store`](crate::Store): a variable, a structure, an integer or
/// a name. Structures are interned, so equal ground terms have equal handles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(u32);

/// A variable of a [`Store`](crate::Store).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(pub(crate) u32);

const TAG_VAR: u32 = 0;
const TAG_STRUCT: u32 = 1;
const TAG_INT: u32 = 2;
const TAG_NAME: u32 = 3;
const PAYLOAD: u32 = u32::MAX >> 2;

impl Term {
    /// Equal to every term where disequalities are tested: "whatever stands
    /// here". It is never bound to a variable.
    pub const ANY: Term = Term(PAYLOAD << 2 | TAG_NAME);
    /// No term; marks a slot that is still empty.
    pub(crate) const NONE: Term = Term((PAYLOAD - 1) << 2 | TAG_NAME);
    /// The largest integer that a handle holds by itself.
    const MAX_INT: i64 = (1 << 29) - 1;

    /// An integer that a handle holds by itself; [`Store::int`](crate::Store::int)
    /// makes any.
    pub(crate) fn small_int(n: i64) -> Option<Term> {
        let fits = n.unsigned_abs() <= Term::MAX_INT.unsigned_abs();
        fits.then_some(Term((n as u32) << 2 | TAG_INT))
    }

    /// The number of a binder or of what it binds.
    pub(crate) fn index(n: i32) -> Term {
        Term((n as u32) << 2 | TAG_INT)
    }

    /// The name with the number `n`.
    pub fn name(n: u32) -> Term {
        debug_assert!(n < PAYLOAD - 1);
        Term(n << 2 | TAG_NAME)
    }

    pub(crate) fn var(index: u32) -> Term {
        Term(index << 2 | TAG_VAR)
    }

    pub(crate) fn structure(index: u32) -> Term {
        Term(index << 2 | TAG_STRUCT)
    }

    #[inline]
    pub(crate) fn raw(self) -> Raw {
        match self.0 & 3 {
            TAG_VAR => Raw::Var(self.0 >> 2),
            TAG_STRUCT => Raw::Struct(self.0 >> 2),
            TAG_INT => Raw::Int((self.0 as i32) >> 2),
            _ if self == Term::ANY => Raw::Any,
            _ => Raw::Name(self.0 >> 2),
        }
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.raw() {
            Raw::Var(v) => write!(f, "?{v}"),
            Raw::Struct(s) => write!(f, "#{s}"),
            Raw::Int(n) => write!(f, "{n}"),
            Raw::Name(n) => write!(f, "'{n}"),
            Raw::Any => f.write_str("_"),
        }
    }
}

/// A handle without its bindings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Raw {
    Var(u32),
    Struct(u32),
    Int(i32),
    Name(u32),
    Any,
}

/// The outermost part of a term, after following the bindings of variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View<'a> {
    /// A variable without a value.
    Var(Var),
    /// A structure and its arguments, which may be bound variables.
    Struct(Symbol, &'a [Term]),
    /// An integer.
    Int(i64),
    /// A name.
    Name(u32),
    /// [`Term::ANY`].
    Any,
}

/// The head of a structure.
///
/// A *binder* is a symbol whose arguments stand under a binding: in them
/// [`Symbol::BOUND`]`(d, i)` is the `i`-th bound thing of the binder `d` levels
/// further out. So terms that differ in bound names only are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(u32);

impl Symbol {
    /// The empty list.
    pub const NIL: Symbol = Symbol(0);
    /// A list with a first element and a rest.
    pub const CONS: Symbol = Symbol(2);
    /// A bound thing: how many binders further out, and which one of it.
    pub const BOUND: Symbol = Symbol(4);
    /// An integer that is too large for a handle: its bits in three parts. Views
    /// show it as an integer.
    pub(crate) const INT: Symbol = Symbol(6);

    /// The symbol with the number `n`, which users give from 0 on.
    pub fn new(n: u32, binder: bool) -> Symbol {
        Symbol((n + 4) << 1 | u32::from(binder))
    }

    /// The number given to [`Symbol::new`]; none for the built-in ones.
    pub fn number(self) -> Option<u32> {
        (self.0 >> 1).checked_sub(4)
    }

    /// A number for tables: dense, and another for every symbol.
    #[inline]
    pub(crate) fn index(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether its arguments stand under a binding.
    pub fn is_binder(self) -> bool {
        self.0 & 1 == 1
    }
}

/// A set of symbols, as far as its bits can tell them apart.
pub type Symbols = u128;

impl Symbol {
    /// The set with this symbol in it.
    #[inline]
    pub fn bit(self) -> Symbols {
        1 << (self.0 >> 1 & 127)
    }

    pub(crate) fn word(self) -> u32 {
        self.0
    }
}

impl Term {
    pub(crate) fn word(self) -> u32 {
        self.0
    }
}
