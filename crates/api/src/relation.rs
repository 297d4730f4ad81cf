//! Relations between types: subtyping, conversion, unification, validity of
//! substitutions.
//!
//! The rules are those of Java (with capture read as "some subtype of the
//! bound"), and of declaration-site variance and nullable types where an API
//! has them. `is_subtype` answers yes only where it is sure. It answers no
//! surely where [`Relation::certain`] holds for the left side.

use rustc_hash::FxHashMap;

use crate::decl::{Primitive, Variance};
use crate::language::Facts;
use crate::model::{MemberId, Model};
use crate::types::{ClassId, Kind, Subst, Type, Types, VarId};

/// Ancestors that a language does not see, each with the classes whose descendants
/// do not have it.
pub(crate) type HiddenSupertypes = FxHashMap<ClassId, Vec<ClassId>>;

/// An API together with the types that are made while working with it.
#[derive(Debug)]
pub(crate) struct Relation<'m> {
    /// The API.
    pub(crate) model: &'m Model,
    /// The types.
    pub(crate) types: Types,
    /// The wildcard without a bound.
    pub(crate) any: Type,
    /// The language whose rules hold.
    pub(crate) facts: &'static Facts,
    hidden: Option<&'m HiddenSupertypes>,
}

impl<'m> Relation<'m> {
    /// A fresh relation over an API, with the rules of a language.
    pub(crate) fn new(model: &'m Model, facts: &'static Facts) -> Relation<'m> {
        let mut types = Types::over(&model.table);
        let any = types.leaf(Kind::Any);
        Relation { model, types, any, facts, hidden: None }
    }

    /// The relation without supertypes that the language does not see.
    pub(crate) fn without(self, hidden: &'m HiddenSupertypes) -> Relation<'m> {
        Relation { hidden: Some(hidden), ..self }
    }

    /// A class without arguments, as a type.
    pub(crate) fn class_type(&mut self, class: ClassId) -> Type {
        self.types.leaf(Kind::Class(class))
    }

    /// Whether an argument of the type must be a variable: the captured type of a
    /// by-name argument has no name otherwise.
    pub(crate) fn must_be_named(&self, member: MemberId, t: Type) -> bool {
        self.model.member(member).by_name && self.types.has_wildcard(t)
    }

    /// The top type.
    pub(crate) fn top(&mut self) -> Type {
        self.class_type(self.model.known.top)
    }

    /// Whether a type is above all others, null among them.
    pub(crate) fn is_nullable_top(&self, t: Type) -> bool {
        self.types.kind(t) == Kind::Nullable
            && self.types.class(self.types.args(t)[0]) == Some(self.model.known.top)
    }

    /// Whether a class is above a type because it is above all of its sort.
    fn is_top(&self, class: ClassId, t: Type) -> bool {
        let known = &self.model.known;
        class == known.top
            || class == known.object
                && match self.types.kind(t) {
                    Kind::Class(below) => self.model.descends(below, class),
                    Kind::Var(_) => known.object == known.top,
                    _ => true,
                }
    }

    /// Definition 3.3: a type instance as a substitution and its constructor.
    pub(crate) fn decompose(&self, t: Type) -> (Subst, Option<ClassId>) {
        match self.types.class(t) {
            Some(class) if !self.types.args(t).is_empty() => {
                (Subst::zip(&self.model.class(class).params, self.types.args(t)), Some(class))
            }
            class => (Subst::new(), class),
        }
    }

    /// The type that a class type has as an instance of an ancestor class.
    pub(crate) fn as_super(&mut self, t: Type, ancestor: ClassId) -> Option<Type> {
        let class = self.types.class(t)?;
        if class == ancestor {
            return Some(t);
        }
        let seen = self.model.super_type(class, ancestor)?;
        if let Some(below) = self.hidden.and_then(|hidden| hidden.get(&ancestor))
            && below.iter().any(|&replaced| self.model.descends(class, replaced))
        {
            return None;
        }
        if !self.types.has_var(seen) {
            return Some(seen);
        }
        let (subst, _) = self.decompose(t);
        Some(self.project(&subst, seen))
    }

    /// σt where σ may map variables to wildcards: the smallest type that can be
    /// written down and is above every instance (upward projection).
    pub(crate) fn project(&mut self, subst: &Subst, t: Type) -> Type {
        if subst.iter().all(|(_, value)| !self.types.is_wildcard(value)) {
            return self.types.apply(subst, t);
        }
        self.project_up(subst, t).0
    }

    /// The projection, and whether it lost something.
    fn project_up(&mut self, subst: &Subst, t: Type) -> (Type, bool) {
        if !self.types.has_var(t) {
            return (t, false);
        }
        let kind = self.types.kind(t);
        if let Some(var) = self.types.var(t) {
            return match subst.get(var) {
                Some(value) if self.types.is_wildcard(value) => (self.upper(value, var), true),
                Some(value) => (value, false),
                None => (t, false),
            };
        }
        let args = self.types.args(t).to_vec();
        match kind {
            // Nothing is known about an application of an unknown type constructor.
            Kind::Var(var) if subst.get(var).is_some_and(|t| self.types.is_wildcard(t)) => {
                (self.top(), true)
            }
            Kind::Extends => {
                let (bound, lost) = self.project_up(subst, args[0]);
                (self.extends(bound), lost)
            }
            Kind::Super => {
                if let Some(var) = self.types.var(args[0])
                    && let Some(value) = subst.get(var)
                    && self.types.is_wildcard(value)
                {
                    let kept = self.types.kind(value) == Kind::Super;
                    return (if kept { value } else { self.types.leaf(Kind::Any) }, true);
                }
                let (bound, lost) = self.project_up(subst, args[0]);
                if lost {
                    (self.types.leaf(Kind::Any), true)
                } else {
                    (self.types.make(Kind::Super, &[bound]), false)
                }
            }
            _ => {
                let mut any_lost = false;
                let mut made = Vec::with_capacity(args.len());
                for arg in args {
                    // Null is added to a type, not to a type argument.
                    if let Some(var) = self.types.var(arg)
                        && kind != Kind::Nullable
                        && !(kind == Kind::Array && self.facts.covariant_arrays)
                        && let Some(value) = subst.get(var)
                        && self.types.is_wildcard(value)
                    {
                        made.push(value);
                        any_lost = true;
                        continue;
                    }
                    let (new, lost) = self.project_up(subst, arg);
                    any_lost |= lost;
                    let exact = !lost
                        || kind == Kind::Nullable
                        || kind == Kind::Array && self.facts.covariant_arrays
                        || self.types.is_wildcard(new);
                    made.push(if exact { new } else { self.extends(new) });
                }
                // A higher-kinded variable stands for a type constructor.
                let kind = match kind {
                    Kind::Var(var) => subst.get(var).map_or(kind, |value| self.types.kind(value)),
                    _ => kind,
                };
                (self.types.make(kind, &made), any_lost)
            }
        }
    }

    /// `? extends bound`
    pub(crate) fn extends(&mut self, bound: Type) -> Type {
        // Where null is a value, it is one of what has no bound.
        let unbounded = match self.facts.null_safety {
            true => self.is_nullable_top(bound),
            false => self.types.class(bound) == Some(self.model.known.top),
        };
        if unbounded {
            return self.types.leaf(Kind::Any);
        }
        self.types.make(Kind::Extends, &[bound])
    }

    /// A type above everything that the wildcard stands for, as an argument for
    /// the variable.
    pub(crate) fn upper(&mut self, wildcard: Type, var: VarId) -> Type {
        if self.types.kind(wildcard) == Kind::Extends {
            return self.types.args(wildcard)[0];
        }
        let model = self.model;
        match model.var(var).bounds.first() {
            None => self.top(),
            Some(&bound) if !self.types.has_var(bound) => bound,
            Some(&bound) => match self.types.class(bound) {
                Some(class) => {
                    let any = self.types.leaf(Kind::Any);
                    let args = vec![any; model.class(class).params.len()];
                    self.types.make(Kind::Class(class), &args)
                }
                None => self.top(),
            },
        }
    }

    /// The class of a value: that of a class type, of a box, of an array's top.
    pub(crate) fn erased_class(&self, t: Type) -> Option<ClassId> {
        match self.types.kind(t) {
            Kind::Class(class) => Some(class),
            Kind::Var(var) => match self.model.var(var).bounds.first() {
                Some(&bound) => self.erased_class(bound),
                None => Some(self.model.known.object),
            },
            Kind::Nullable => self.erased_class(self.types.args(t)[0]),
            Kind::Primitive(primitive) => self.model.boxed(primitive),
            _ => None,
        }
    }

    /// The type of the objects that hold values of a primitive type; any other
    /// type as it is.
    pub(crate) fn boxed(&mut self, t: Type) -> Option<Type> {
        match self.types.kind(t) {
            Kind::Primitive(primitive) => {
                let class = self.model.boxed(primitive)?;
                Some(self.class_type(class))
            }
            Kind::Void => None,
            _ => Some(t),
        }
    }

    /// The primitive type whose values the objects of a type hold.
    pub(crate) fn unboxed(&self, t: Type) -> Option<Primitive> {
        match self.types.kind(t) {
            Kind::Primitive(primitive) => Some(primitive),
            Kind::Class(class) => self.model.unboxed(class),
            _ => None,
        }
    }

    /// a <: b
    pub(crate) fn is_subtype(&mut self, a: Type, b: Type) -> bool {
        if a == b {
            return true;
        }
        let (kind_a, kind_b) = (self.types.kind(a), self.types.kind(b));
        // Where there is something above the top class, it is above all values.
        if let (Kind::Primitive(_), Kind::Class(class)) = (kind_a, kind_b) {
            return class == self.model.known.top && class != self.model.known.object;
        }
        let reference = |kind| !matches!(kind, Kind::Primitive(_) | Kind::Void);
        if !reference(kind_a) || !reference(kind_b) {
            return false;
        }
        match (kind_a, kind_b) {
            (Kind::Bottom, _) => true,
            (_, Kind::Bottom) => false,
            (Kind::Nullable, Kind::Nullable) => {
                let (a, b) = (self.types.args(a)[0], self.types.args(b)[0]);
                self.is_subtype(a, b)
            }
            (Kind::Nullable, _) => false,
            (_, Kind::Nullable) => {
                let b = self.types.args(b)[0];
                self.is_subtype(a, b)
            }
            (_, Kind::Class(class)) if self.is_top(class, a) => true,
            (Kind::Var(var), _) => {
                let bounds = self.model.var(var).bounds.clone();
                bounds.into_iter().any(|bound| self.is_subtype(bound, b))
            }
            (Kind::Array, Kind::Array) => {
                let (a, b) = (self.types.args(a)[0], self.types.args(b)[0]);
                match self.types.kind(b) {
                    // An array is like any invariant class where it is not covariant.
                    _ if self.facts.covariant_arrays => self.is_subtype(a, b),
                    Kind::Any => !self.types.is_primitive(a),
                    Kind::Extends if !self.types.is_primitive(a) => {
                        let bound = self.types.args(b)[0];
                        match self.types.kind(a) {
                            Kind::Extends => {
                                let a = self.types.args(a)[0];
                                self.is_subtype(a, bound)
                            }
                            Kind::Any | Kind::Super => false,
                            _ => self.is_subtype(a, bound),
                        }
                    }
                    _ => false,
                }
            }
            (Kind::Array, Kind::Class(class)) => {
                let known = &self.model.known;
                Some(class) == known.cloneable || Some(class) == known.serializable
            }
            (Kind::Class(_), Kind::Class(class)) => {
                let Some(seen) = self.as_super(a, class) else { return false };
                if self.types.args(seen).len() != self.types.args(b).len() {
                    return false;
                }
                let params = &self.model.class(class).params;
                (0..params.len()).all(|at| {
                    let (have, want) = (self.types.args(seen)[at], self.types.args(b)[at]);
                    self.contains(have, want, params[at])
                })
            }
            _ => false,
        }
    }

    /// Whether the type argument `want` for a variable contains `have`.
    fn contains(&mut self, have: Type, want: Type, var: VarId) -> bool {
        if have == want {
            return true;
        }
        match (self.types.kind(have), self.types.kind(want)) {
            (_, Kind::Any) => true,
            (Kind::Extends | Kind::Any, Kind::Extends) => {
                let (have, want) = (self.upper(have, var), self.types.args(want)[0]);
                self.is_subtype(have, want)
            }
            (Kind::Super, Kind::Super) => {
                let (have, want) = (self.types.args(have)[0], self.types.args(want)[0]);
                self.is_subtype(want, have)
            }
            // A parameter with declaration-site variance makes the bound of a wildcard
            // as good as the wildcard.
            (Kind::Extends, _) if !self.types.is_wildcard(want) => {
                let have = self.upper(have, var);
                self.model.var(var).variance == Variance::Covariant && self.is_subtype(have, want)
            }
            (Kind::Super, _) if !self.types.is_wildcard(want) => {
                let have = self.types.args(have)[0];
                self.model.var(var).variance == Variance::Contravariant
                    && self.is_subtype(want, have)
            }
            (Kind::Extends | Kind::Super | Kind::Any, _) => false,
            (_, Kind::Extends) => {
                let want = self.types.args(want)[0];
                self.is_subtype(have, want)
            }
            (_, Kind::Super) => {
                let want = self.types.args(want)[0];
                self.is_subtype(want, have)
            }
            _ => match self.model.var(var).variance {
                Variance::Invariant => false,
                Variance::Covariant => self.is_subtype(have, want),
                Variance::Contravariant => self.is_subtype(want, have),
            },
        }
    }

    /// Whether a primitive type can be the type argument for a variable.
    pub(crate) fn takes_primitives(&self, var: VarId) -> bool {
        let declared = self.model.var(var);
        declared.primitives
            || self.facts.primitives_for_type_parameters_of_java
                && declared.arity == 0
                && declared.bounds.is_empty()
                && declared.lower.is_none()
    }

    /// The type with a bound in place of each wildcard that has nothing but it above it,
    /// which compilers take for the same type.
    pub(crate) fn without_needless_wildcards(&mut self, t: Type) -> Type {
        let args: Vec<Type> = self.types.args(t).to_vec();
        let args: Vec<Type> =
            args.into_iter().map(|arg| self.without_needless_wildcards(arg)).collect();
        match self.types.kind(t) {
            _ if args.is_empty() => t,
            Kind::Super
                if self.is_nullable_top(args[0])
                    || self.types.class(args[0]).is_some_and(|c| self.model.known.is_top(c)) =>
            {
                args[0]
            }
            kind => self.types.make(kind, &args),
        }
    }

    /// Whether "not a subtype" can be relied on for the type: it has no wildcards, and all ancestors of its classes are
    /// known.
    pub(crate) fn certain(&self, t: Type) -> bool {
        if self.types.has_wildcard(t) {
            return false;
        }
        let complete = match self.types.kind(t) {
            Kind::Class(class) => self.model.class(class).complete,
            _ => true,
        };
        complete && self.types.args(t).iter().all(|&arg| self.certain(arg))
    }

    /// Whether no value of class type `a` is one of class type `b`, surely and whatever
    /// the type variables stand for: the classes are not related so, or type arguments
    /// differ.
    pub(crate) fn is_apart(&mut self, a: Type, b: Type) -> bool {
        let (have, want) = match (self.types.kind(a), self.types.kind(b)) {
            (Kind::Class(have), Kind::Class(want)) => (have, want),
            (Kind::Array, Kind::Array) if self.facts.java_conversions_only => {
                let (a, b) = (self.types.args(a)[0], self.types.args(b)[0]);
                return self.is_apart(a, b);
            }
            _ => return false,
        };
        let model = self.model;
        if [have, want].iter().any(|&class| (self.facts.blurred)(model, class))
            || !model.class(have).complete
            || model.known.is_top(want)
        {
            return false;
        }
        if !model.descends(have, want) {
            return true;
        }
        let Some(seen) = self.as_super(a, want) else { return false };
        let params = &model.class(want).params;
        let whole =
            self.types.args(seen).len() == params.len() && self.types.args(b).len() == params.len();
        whole
            && (0..params.len()).any(|at| {
                let (a, b) = (self.types.args(seen)[at], self.types.args(b)[at]);
                self.is_argument_apart(a, b, params[at], have == want)
            })
    }

    /// Whether the type argument `want` for a variable surely does not contain `have`;
    /// `captured` says that a wildcard in `have` is one of the value's own type, rather
    /// than a projection.
    fn is_argument_apart(&mut self, have: Type, want: Type, var: VarId, captured: bool) -> bool {
        let declared = self.model.var(var);
        if declared.arity > 0 {
            return false;
        }
        let variance = declared.variance;
        let bounded = declared.bounds.iter().any(|&bound| !self.is_nullable_top(bound));
        let captured = captured
            && self.facts.captures_wildcards
            && !bounded
            && variance == Variance::Invariant;
        let bound = |types: &Types, t: Type| types.args(t)[0];
        let named = |types: &Types, t: Type| matches!(types.kind(t), Kind::Class(_));
        match (self.types.kind(have), self.types.kind(want)) {
            (_, Kind::Any) => false,
            (Kind::Extends, Kind::Extends) => {
                let (have, want) = (bound(&self.types, have), bound(&self.types, want));
                captured && self.is_apart(have, want)
            }
            (Kind::Super, Kind::Super) => {
                let (have, want) = (bound(&self.types, have), bound(&self.types, want));
                captured && self.is_apart(want, have)
            }
            // What a wildcard stands for is only known to be within its bounds.
            (Kind::Any | Kind::Super, Kind::Extends) => {
                let want = self.types.class(bound(&self.types, want));
                captured && want.is_some_and(|class| !self.model.known.is_top(class))
            }
            (Kind::Any | Kind::Extends, Kind::Super) => {
                captured && named(&self.types, bound(&self.types, want))
            }
            // It is no type that has a name, unless nothing but the top is above its bound.
            (Kind::Any | Kind::Extends | Kind::Super, kind) => {
                let least = self.types.args(have).first().and_then(|&t| self.types.class(t));
                let top = |class| self.model.known.is_top(class);
                captured
                    && matches!(kind, Kind::Class(_))
                    && !(self.types.kind(have) == Kind::Super && least.is_some_and(top))
            }
            (_, Kind::Extends) => {
                let want = bound(&self.types, want);
                self.is_apart(have, want)
            }
            (_, Kind::Super) => {
                let want = bound(&self.types, want);
                self.is_apart(want, have)
            }
            _ => match variance {
                Variance::Invariant => self.is_apart(have, want) || self.is_apart(want, have),
                Variance::Covariant => self.is_apart(have, want),
                Variance::Contravariant => self.is_apart(want, have),
            },
        }
    }

    /// Whether a value of type `a` may be passed where `b` is wanted, without
    /// boxing (a strict invocation context of Java).
    pub(crate) fn is_strict(&mut self, a: Type, b: Type) -> bool {
        match (self.types.kind(a), self.types.kind(b)) {
            (Kind::Primitive(a), Kind::Primitive(b)) => a.widens_to(b),
            _ => self.is_subtype(a, b),
        }
    }

    /// Whether a value of type `a` may be passed where `b` is wanted, boxing
    /// included (a loose invocation context of Java).
    pub(crate) fn is_loose(&mut self, a: Type, b: Type) -> bool {
        if self.is_strict(a, b) {
            return true;
        }
        match (self.types.kind(a), self.types.kind(b)) {
            (Kind::Primitive(_), Kind::Primitive(_) | Kind::Void) => false,
            (Kind::Primitive(_), _) => self.boxed(a).is_some_and(|boxed| self.is_subtype(boxed, b)),
            (_, Kind::Primitive(want)) => self.unboxed(a).is_some_and(|have| have.widens_to(want)),
            _ => false,
        }
    }

    /// Definition 3.1, for one variable: whether σ(α) respects the bounds of α
    /// under σ.
    pub(crate) fn respects_bounds(&mut self, var: VarId, subst: &Subst) -> bool {
        let Some(value) = subst.get(var) else { return false };
        let declared = self.model.var(var);
        if declared.arity > 0 {
            let class = self.types.class(value);
            return class.is_some_and(|class| self.model.is_constructor(class, declared.arity))
                && self.types.args(value).is_empty();
        }
        // A type parameter of Java takes only subtypes of `Object`.
        let known = &self.model.known;
        if !self.takes_primitives(var)
            && known.top != known.object
            && self
                .types
                .class(value)
                .is_some_and(|class| !self.model.descends(class, known.object))
        {
            return false;
        }
        declared.bounds.iter().all(|&bound| {
            let bound = self.types.apply(subst, bound);
            self.is_subtype(value, bound)
        }) && declared.lower.is_none_or(|lower| {
            let lower = self.types.apply(subst, lower);
            self.is_subtype(lower, value)
        })
    }

    /// Whether the arguments of a class type respect the bounds of its class. Wildcards
    /// are not checked.
    pub(crate) fn is_well_formed(&mut self, t: Type) -> bool {
        self.types.has_wildcard(t) || {
            let (subst, _) = self.decompose(t);
            self.is_valid(&subst)
        }
    }

    /// Definition 3.1: whether a substitution is valid.
    pub(crate) fn is_valid(&mut self, subst: &Subst) -> bool {
        let vars: Vec<VarId> = subst.iter().map(|(var, _)| var).collect();
        vars.into_iter().all(|var| self.respects_bounds(var, subst))
    }

    /// Unifies: extends the substitution so that σa <: σb, if it can. Only the
    /// open variables may be bound. A failed try leaves no trace.
    pub(crate) fn unify(&mut self, a: Type, b: Type, open: &[VarId], subst: &mut Subst) -> bool {
        let len = subst.len();
        let unified = self.unify_sub(a, b, open, subst);
        if !unified {
            subst.truncate(len);
        }
        unified
    }

    fn resolve(&self, mut t: Type, subst: &Subst) -> Type {
        while let Some(var) = self.types.var(t)
            && let Some(value) = subst.get(var)
        {
            t = value;
        }
        t
    }

    fn bind(&mut self, var: VarId, value: Type, subst: &mut Subst) -> bool {
        let value = self.apply_all(subst, value);
        if self.types.var(value) == Some(var) {
            return true;
        }
        if self.types.mentions(value, var)
            || self.types.is_wildcard(value)
            || matches!(self.types.kind(value), Kind::Void | Kind::Bottom)
            || self.types.is_primitive(value) && !self.takes_primitives(var)
        {
            return false;
        }
        subst.set(var, value);
        true
    }

    /// σt until nothing changes: bindings may refer to each other.
    pub(crate) fn apply_all(&mut self, subst: &Subst, t: Type) -> Type {
        let mut t = t;
        for _ in 0..=subst.len() {
            let next = self.types.apply(subst, t);
            if next == t {
                break;
            }
            t = next;
        }
        t
    }

    fn unify_sub(&mut self, a: Type, b: Type, open: &[VarId], subst: &mut Subst) -> bool {
        let (a, b) = (self.resolve(a, subst), self.resolve(b, subst));
        if a == b {
            return true;
        }
        let is_open = |types: &Types, t: Type| types.var(t).filter(|var| open.contains(var));
        if let Some(var) = is_open(&self.types, a) {
            let b = match self.types.kind(b) {
                Kind::Nullable => self.types.args(b)[0],
                _ => b,
            };
            return self.bind(var, b, subst);
        }
        if let Some(var) = is_open(&self.types, b) {
            return self.bind(var, a, subst);
        }
        if !self.types.has_var(a) && !self.types.has_var(b) {
            return self.is_subtype(a, b);
        }
        match (self.types.kind(a), self.types.kind(b)) {
            (Kind::Primitive(_) | Kind::Void, _) | (_, Kind::Primitive(_) | Kind::Void) => false,
            (_, Kind::Class(class)) if self.is_top(class, a) => true,
            (Kind::Var(var), _) if !open.contains(&var) => {
                let bounds = &self.model.var(var).bounds;
                bounds.iter().any(|&bound| self.unify(bound, b, open, subst))
            }
            (Kind::Nullable, Kind::Nullable) | (Kind::Array, Kind::Array) => {
                let (a, b) = (self.types.args(a)[0], self.types.args(b)[0]);
                if self.types.is_primitive(a) || self.types.is_primitive(b) {
                    return a == b;
                }
                if self.facts.covariant_arrays {
                    self.unify_sub(a, b, open, subst)
                } else {
                    self.unify_equal(a, b, open, subst)
                }
            }
            (_, Kind::Nullable) => {
                let b = self.types.args(b)[0];
                self.unify_sub(a, b, open, subst)
            }
            (Kind::Class(_), Kind::Class(class)) => {
                let Some(seen) = self.as_super(a, class) else { return false };
                let count = self.types.args(b).len();
                if self.types.args(seen).len() != count {
                    return false;
                }
                (0..count).all(|at| {
                    let (have, want) = (self.types.args(seen)[at], self.types.args(b)[at]);
                    self.unify_argument(have, want, at, class, open, subst)
                })
            }
            // An application of a higher-kinded variable to a class type.
            (Kind::Class(class), Kind::Var(var)) | (Kind::Var(var), Kind::Class(class))
                if open.contains(&var) =>
            {
                let count = self.types.args(a).len();
                if self.types.args(b).len() != count {
                    return false;
                }
                let constructor = self.class_type(class);
                match subst.get(var) {
                    Some(bound) if bound != constructor => return false,
                    Some(_) => {}
                    None => subst.set(var, constructor),
                }
                (0..count).all(|at| {
                    let (have, want) = (self.types.args(a)[at], self.types.args(b)[at]);
                    self.unify_equal(have, want, open, subst)
                })
            }
            _ => false,
        }
    }

    fn unify_argument(
        &mut self,
        have: Type,
        want: Type,
        at: usize,
        class: ClassId,
        open: &[VarId],
        subst: &mut Subst,
    ) -> bool {
        match (self.types.kind(have), self.types.kind(want)) {
            (_, Kind::Any) => true,
            (Kind::Extends, Kind::Extends) => {
                let (have, want) = (self.types.args(have)[0], self.types.args(want)[0]);
                self.unify_sub(have, want, open, subst)
            }
            (Kind::Super, Kind::Super) => {
                let (have, want) = (self.types.args(have)[0], self.types.args(want)[0]);
                self.unify_sub(want, have, open, subst)
            }
            (Kind::Any | Kind::Extends | Kind::Super, _) => have == want,
            (_, Kind::Extends) => {
                let want = self.types.args(want)[0];
                self.unify_sub(have, want, open, subst)
            }
            (_, Kind::Super) => {
                let want = self.types.args(want)[0];
                self.unify_sub(want, have, open, subst)
            }
            _ => match self.model.var(self.model.class(class).params[at]).variance {
                Variance::Invariant => self.unify_equal(have, want, open, subst),
                Variance::Covariant => self.unify_sub(have, want, open, subst),
                Variance::Contravariant => self.unify_sub(want, have, open, subst),
            },
        }
    }

    fn unify_equal(&mut self, a: Type, b: Type, open: &[VarId], subst: &mut Subst) -> bool {
        let (a, b) = (self.resolve(a, subst), self.resolve(b, subst));
        if a == b {
            return true;
        }
        if let Some(var) = self.types.var(a).filter(|var| open.contains(var)) {
            return self.bind(var, b, subst);
        }
        if let Some(var) = self.types.var(b).filter(|var| open.contains(var)) {
            return self.bind(var, a, subst);
        }
        if self.types.kind(a) != self.types.kind(b)
            || self.types.args(a).len() != self.types.args(b).len()
        {
            return false;
        }
        let count = self.types.args(a).len();
        count > 0
            && (0..count).all(|at| {
                let (a, b) = (self.types.args(a)[at], self.types.args(b)[at]);
                self.unify_equal(a, b, open, subst)
            })
    }

    /// The substitution under which an object of type `receiver` has a member.
    pub(crate) fn seen_from(&mut self, receiver: Type, member: MemberId) -> Option<Subst> {
        let owner = self.model.member(member).owner;
        let seen = self.as_super(receiver, owner)?;
        Some(self.decompose(seen).0)
    }

    /// The type in the notation of Java, for messages.
    pub(crate) fn show(&self, t: Type) -> String {
        let args = self.types.args(t);
        let list = |args: &[Type]| {
            let shown: Vec<String> = args.iter().map(|&arg| self.show(arg)).collect();
            if shown.is_empty() { String::new() } else { format!("<{}>", shown.join(", ")) }
        };
        match self.types.kind(t) {
            Kind::Primitive(primitive) => primitive.keyword().to_owned(),
            Kind::Void => "void".to_owned(),
            Kind::Bottom => "null".to_owned(),
            Kind::Class(class) => {
                let path = &self.model.class(class).path;
                format!("{}{}", path.last().map_or("", String::as_str), list(args))
            }
            Kind::Array => format!("{}[]", self.show(args[0])),
            Kind::Var(var) => format!("{}{}", self.model.var(var).name, list(args)),
            Kind::Any => "?".to_owned(),
            Kind::Extends => format!("? extends {}", self.show(args[0])),
            Kind::Super => format!("? super {}", self.show(args[0])),
            Kind::Nullable => format!("{}?", self.show(args[0])),
        }
    }
}
