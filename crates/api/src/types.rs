//! Types, interned: two types are the same exactly if their handles are.
//!
//! Every type is a constructor applied to arguments, whatever the constructor is
//! (a class, an array, a wildcard), so that a traversal of types needs no case for
//! each of them. The types of an API are in an immutable [`Table`]; those that a
//! generator adds are in a table of its own on top ([`Types`]).

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHasher;

use crate::decl::Primitive;

/// A type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Type(u32);

/// A class or interface of the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ClassId(pub(crate) u32);

/// A type variable of a class or a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct VarId(pub(crate) u32);

/// What a type is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// A primitive type; no arguments.
    Primitive(Primitive),
    /// No value; no arguments.
    Void,
    /// The type below all reference types; no arguments.
    Bottom,
    /// A class with its type arguments. Without arguments a generic class is a
    /// type constructor, the argument of a higher-kinded parameter.
    Class(ClassId),
    /// An array; its element type.
    Array,
    /// A type variable; no arguments, or those that it is applied to.
    Var(VarId),
    /// `?`; no arguments. Only as a type argument.
    Any,
    /// `? extends T`. Only as a type argument.
    Extends,
    /// `? super T`. Only as a type argument.
    Super,
    /// A type with `null` added, in languages with null safety.
    Nullable,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    kind: Kind,
    start: u32,
    len: u16,
    has_var: bool,
    has_wildcard: bool,
}

/// A set of types.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    nodes: Vec<Node>,
    pool: Vec<Type>,
    /// Open addressing: positions in `nodes` plus 1, and 0 for empty.
    index: Vec<u32>,
}

impl Table {
    fn args(&self, node: &Node) -> &[Type] {
        &self.pool[node.start as usize..][..node.len as usize]
    }

    fn find(&self, hash: u64, kind: Kind, args: &[Type]) -> Option<usize> {
        if self.index.is_empty() {
            return None;
        }
        let mask = self.index.len() - 1;
        let mut slot = hash as usize & mask;
        while let Some(position) = self.index[slot].checked_sub(1) {
            let node = &self.nodes[position as usize];
            if node.kind == kind && self.args(node) == args {
                return Some(position as usize);
            }
            slot = (slot + 1) & mask;
        }
        None
    }

    fn add(&mut self, hash: u64, node: Node, args: &[Type]) {
        if (self.nodes.len() + 1) * 2 > self.index.len() {
            let size = (self.index.len() * 2).max(64);
            self.index = vec![0; size];
            for position in 0..self.nodes.len() {
                let old = self.nodes[position];
                let hash = hash_of(old.kind, self.args(&old));
                self.enter(hash, position);
            }
        }
        let start = self.pool.len() as u32;
        self.pool.extend_from_slice(args);
        self.nodes.push(Node { start, ..node });
        self.enter(hash, self.nodes.len() - 1);
    }

    fn enter(&mut self, hash: u64, position: usize) {
        let mask = self.index.len() - 1;
        let mut slot = hash as usize & mask;
        while self.index[slot] != 0 {
            slot = (slot + 1) & mask;
        }
        self.index[slot] = position as u32 + 1;
    }
}

fn hash_of(kind: Kind, args: &[Type]) -> u64 {
    let mut hasher = FxHasher::default();
    kind.hash(&mut hasher);
    args.hash(&mut hasher);
    // The low bits of this hash are weak.
    let hash = hasher.finish();
    hash ^ (hash >> 32)
}

/// The types of an API, and those that were made since.
#[derive(Clone, Debug, Default)]
pub(crate) struct Types {
    base: Arc<Table>,
    local: Table,
}

impl Types {
    /// Types on top of a table.
    pub(crate) fn over(base: &Arc<Table>) -> Types {
        Types { base: Arc::clone(base), local: Table::default() }
    }

    /// All types as one table that no longer changes.
    pub(crate) fn freeze(self) -> Arc<Table> {
        assert!(self.base.nodes.is_empty(), "only a first layer can be frozen");
        Arc::new(self.local)
    }

    #[inline]
    fn node(&self, t: Type) -> (&Table, &Node) {
        let position = t.0 as usize;
        let split = self.base.nodes.len();
        if position < split {
            (&self.base, &self.base.nodes[position])
        } else {
            (&self.local, &self.local.nodes[position - split])
        }
    }

    /// What the type is made with.
    #[inline]
    pub(crate) fn kind(&self, t: Type) -> Kind {
        self.node(t).1.kind
    }

    /// The arguments of its constructor.
    #[inline]
    pub(crate) fn args(&self, t: Type) -> &[Type] {
        let (table, node) = self.node(t);
        table.args(node)
    }

    /// Whether a type variable occurs in it.
    #[inline]
    pub(crate) fn has_var(&self, t: Type) -> bool {
        self.node(t).1.has_var
    }

    /// Whether a wildcard occurs in it.
    #[inline]
    pub(crate) fn has_wildcard(&self, t: Type) -> bool {
        self.node(t).1.has_wildcard
    }

    /// Makes a type.
    pub(crate) fn make(&mut self, kind: Kind, args: &[Type]) -> Type {
        // Null is added once.
        if kind == Kind::Nullable && self.kind(args[0]) == Kind::Nullable {
            return args[0];
        }
        let hash = hash_of(kind, args);
        if let Some(position) = self.base.find(hash, kind, args) {
            return Type(position as u32);
        }
        let split = self.base.nodes.len();
        if let Some(position) = self.local.find(hash, kind, args) {
            return Type((split + position) as u32);
        }
        let has_var = matches!(kind, Kind::Var(_)) || args.iter().any(|&arg| self.has_var(arg));
        let has_wildcard = matches!(kind, Kind::Any | Kind::Extends | Kind::Super)
            || args.iter().any(|&arg| self.has_wildcard(arg));
        let len = u16::try_from(args.len()).expect("a type with more than 65,535 arguments");
        self.local.add(hash, Node { kind, start: 0, len, has_var, has_wildcard }, args);
        Type((split + self.local.nodes.len() - 1) as u32)
    }

    /// A type without arguments.
    pub(crate) fn leaf(&mut self, kind: Kind) -> Type {
        self.make(kind, &[])
    }

    /// An array type.
    pub(crate) fn array(&mut self, element: Type) -> Type {
        self.make(Kind::Array, &[element])
    }

    /// The class of a class type.
    #[inline]
    pub(crate) fn class(&self, t: Type) -> Option<ClassId> {
        match self.kind(t) {
            Kind::Class(class) => Some(class),
            _ => None,
        }
    }

    /// The variable, if the type is a bare one.
    #[inline]
    pub(crate) fn var(&self, t: Type) -> Option<VarId> {
        match self.kind(t) {
            Kind::Var(var) if self.args(t).is_empty() => Some(var),
            _ => None,
        }
    }

    /// Whether it is a wildcard.
    pub(crate) fn is_wildcard(&self, t: Type) -> bool {
        matches!(self.kind(t), Kind::Any | Kind::Extends | Kind::Super)
    }

    /// Whether it is a primitive type.
    pub(crate) fn is_primitive(&self, t: Type) -> bool {
        matches!(self.kind(t), Kind::Primitive(_))
    }

    /// Whether the variable occurs in it.
    pub(crate) fn mentions(&self, t: Type, var: VarId) -> bool {
        self.has_var(t)
            && (self.kind(t) == Kind::Var(var)
                || self.args(t).iter().any(|&arg| self.mentions(arg, var)))
    }

    /// Adds the variables that occur in it, each once.
    pub(crate) fn vars(&self, t: Type, found: &mut Vec<VarId>) {
        if !self.has_var(t) {
            return;
        }
        if let Kind::Var(var) = self.kind(t)
            && !found.contains(&var)
        {
            found.push(var);
        }
        for &arg in self.args(t) {
            self.vars(arg, found);
        }
    }

    /// σt: the type with its variables replaced.
    pub(crate) fn apply(&mut self, subst: &Subst, t: Type) -> Type {
        if !self.has_var(t) || subst.is_empty() {
            return t;
        }
        let kind = self.kind(t);
        let mut changed = false;
        let args: Vec<Type> = self.args(t).to_vec();
        let args: Vec<Type> = args
            .into_iter()
            .map(|arg| {
                let new = self.apply(subst, arg);
                changed |= new != arg;
                new
            })
            .collect();
        if let Kind::Var(var) = kind
            && let Some(value) = subst.get(var)
        {
            // A higher-kinded variable stands for a type constructor.
            return if args.is_empty() { value } else { self.make(self.kind(value), &args) };
        }
        if changed { self.make(kind, &args) } else { t }
    }
}

/// A type substitution σ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Subst(Vec<(VarId, Type)>);

impl Subst {
    /// The substitution that replaces nothing, ϵ.
    pub(crate) fn new() -> Subst {
        Subst::default()
    }

    /// From variables to types, in order.
    pub(crate) fn zip(vars: &[VarId], types: &[Type]) -> Subst {
        debug_assert_eq!(vars.len(), types.len());
        Subst(vars.iter().copied().zip(types.iter().copied()).collect())
    }

    /// σ(α)
    #[inline]
    pub(crate) fn get(&self, var: VarId) -> Option<Type> {
        self.0.iter().find(|(v, _)| *v == var).map(|&(_, t)| t)
    }

    /// Adds or replaces a variable.
    pub(crate) fn set(&mut self, var: VarId, t: Type) {
        match self.0.iter_mut().find(|(v, _)| *v == var) {
            Some(entry) => entry.1 = t,
            None => self.0.push((var, t)),
        }
    }

    /// Adds all of another substitution.
    pub(crate) fn extend(&mut self, other: &Subst) {
        for &(var, t) in &other.0 {
            self.set(var, t);
        }
    }

    /// Whether it replaces nothing.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Its variables and types, in the order in which they were added.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (VarId, Type)> {
        self.0.iter().copied()
    }

    /// Definition 3.2: every variable of `self` is replaced by the same type in
    /// `other`.
    pub(crate) fn subsumes(&self, other: &Subst) -> bool {
        self.iter().all(|(var, t)| other.get(var) == Some(t))
    }

    /// Forgets all but the first `len` variables.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }

    /// How many variables it replaces.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}
