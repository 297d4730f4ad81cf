//! Overload resolution, conservatively.
//!
//! The question is not which overload the language chooses, but whether it surely
//! chooses the intended one. Every other candidate must be inapplicable for sure, in
//! the phases of Java (by subtyping; with boxing; with variable arity), or surely less
//! specific than the intended one. Otherwise the call is unresolved.
//!
//! Kotlin, Scala and Groovy resolve differently in detail, but where one
//! candidate alone is applicable, or one is more specific in every parameter,
//! all agree.

use case::Language;

use crate::decl::{ClassSort, MemberSort};
use crate::expr::Expr;
use crate::language::{Facts, Widening};
use crate::model::{MemberId, Name};
use crate::relation::Relation;
use crate::types::{ClassId, Kind, Subst, Type, VarId};

/// An argument, as far as overload resolution looks at it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arg {
    /// Its type by itself.
    pub(crate) t: Type,
    /// What it is.
    pub(crate) shape: Shape,
}

/// What an argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// An expression with a type of its own.
    Value,
    /// A lambda with so many parameters.
    Lambda(usize),
    /// A reference to a member.
    Reference,
    /// An array whose elements are the variable number of arguments.
    Spread,
}

/// The phases of applicability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Phase {
    /// By subtyping.
    Strict,
    /// By boxing and unboxing, too.
    Loose,
    /// With a variable number of arguments.
    Variable,
}

/// A call, as far as overload resolution looks at it beside the arguments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CallSite<'a> {
    /// The class in which the member is looked up.
    pub(crate) class: ClassId,
    /// The type of the receiver.
    pub(crate) receiver: Option<Type>,
    /// The member that is intended.
    pub(crate) called: MemberId,
    /// The formal types of the arguments under the substitution of the call.
    pub(crate) expected: &'a [Type],
    /// Whether it is a call by variable arity.
    pub(crate) variable: bool,
}

/// What makes sure that a call means the intended overload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resolution {
    /// The types of the arguments.
    ByArguments,
    /// The explicit type arguments.
    ByTypeArguments,
    /// Casts of the arguments to their formal types.
    ByCasts,
    /// Nothing: another overload may be chosen.
    Unknown,
}

const PHASES: [Phase; 3] = [Phase::Strict, Phase::Loose, Phase::Variable];

impl Relation<'_> {
    /// The formal type of the argument at a position, in a phase.
    pub(crate) fn formal(&self, member: MemberId, at: usize, phase: Phase) -> Type {
        let params = &self.model.member(member).params;
        if phase == Phase::Variable && at + 1 >= params.len() {
            self.types.args(params[params.len() - 1])[0]
        } else {
            params[at]
        }
    }

    /// The members that a call of `member` on an object of `class` may mean.
    pub(crate) fn candidates(&self, class: ClassId, member: MemberId) -> Vec<MemberId> {
        let called = self.model.member(member);
        if called.sort == MemberSort::Constructor {
            let own = self.model.class(class).members.iter().copied();
            return own.filter(|&m| self.model.member(m).sort == MemberSort::Constructor).collect();
        }
        let named = self.model.named(class, called.name).iter().map(|&(_, m)| m);
        named.filter(|&m| self.model.member(m).sort == called.sort).collect()
    }

    /// Whether another member of the name takes so many arguments.
    pub(crate) fn is_overloaded(&self, class: ClassId, called: MemberId, args: usize) -> bool {
        let model = self.model;
        self.candidates(class, called).into_iter().any(|candidate| {
            let member = model.member(candidate);
            !model.is_or_overrides(candidate, called)
                && (member.params.len() == args
                    || member.varargs && args + 1 >= member.params.len())
        })
    }

    /// Whether a call of the member by its name may mean another one.
    pub(crate) fn has_rivals(&self, class: ClassId, called: MemberId) -> bool {
        let other = |&candidate: &MemberId| !self.model.is_or_overrides(candidate, called);
        !self.model.all_known(class, self.model.member(called).name)
            || self.candidates(class, called).iter().any(other)
    }

    /// Whether a call of the member may mean another one that takes its arguments as one.
    pub(crate) fn may_take_a_tuple(&self, class: ClassId, called: MemberId, args: usize) -> bool {
        let takes = |candidate: MemberId| match self.model.member(candidate).params[..] {
            [only] => !self.types.is_primitive(only) && self.types.kind(only) != Kind::Array,
            _ => false,
        };
        self.facts.tuples_arguments
            && args > 1
            && self.candidates(class, called).into_iter().any(takes)
    }

    /// What makes sure that a call with these arguments means the intended overload.
    pub(crate) fn resolution(
        &mut self,
        site: &CallSite<'_>,
        args: &[Arg],
        type_args: &[Type],
    ) -> Resolution {
        if self.is_resolved(site, args) {
            return Resolution::ByArguments;
        }
        if self.facts.explicit_type_arguments_bind
            && self.is_resolved_explicitly(site, args, type_args)
        {
            return Resolution::ByTypeArguments;
        }
        let cast: Vec<Arg> = args
            .iter()
            .zip(site.expected)
            .map(|(arg, &formal)| match arg.shape {
                Shape::Value => Arg { t: formal, shape: Shape::Value },
                _ => *arg,
            })
            .collect();
        if self.is_resolved(site, &cast) { Resolution::ByCasts } else { Resolution::Unknown }
    }

    /// Whether an argument has no type that could help to choose an overload: a
    /// reference to a member that is overloaded or generic, a lambda whose result is a
    /// function, or is not discarded yet, or a conditional with a function among its branches.
    pub(crate) fn is_vague(&self, arg: &Expr) -> bool {
        match arg {
            &Expr::Reference { member, of, .. } => {
                let class = self.types.class(of);
                !self.model.member(member).vars.is_empty()
                    || class.is_some_and(|class| self.candidates(class, member).len() > 1)
            }
            Expr::Lambda { body: Some(body), explicit, result, .. } => {
                let valued = *explicit && self.types.kind(*result) == Kind::Void;
                body.is_function() || valued && !self.facts.discards_in_overloads
            }
            Expr::Conditional { .. } => arg.is_function(),
            _ => false,
        }
    }

    /// A function cast to the type that it has as an object, with that type. Of a
    /// conditional, all branches must be functions of one type: each is cast.
    pub(crate) fn cast_function(&self, expr: &Expr) -> Option<(Expr, Type)> {
        match expr {
            &(Expr::Lambda { of: t, .. } | Expr::Reference { to: t, .. }) => {
                let named = |class| (self.facts.syntax.sam_constructor)(self.model.class(class));
                let castable = self.facts.casts_functions || self.types.class(t).is_some_and(named);
                castable.then(|| (Expr::Cast(t, Box::new(expr.clone())), t))
            }
            Expr::Conditional { condition, yes, no } => {
                let (yes, t) = self.cast_function(yes)?;
                let (no, other) = self.cast_function(no)?;
                let (condition, yes, no) = (*condition, Box::new(yes), Box::new(no));
                (t == other).then_some((Expr::Conditional { condition, yes, no }, t))
            }
            _ => None,
        }
    }

    /// Whether a call surely means the intended member. Where applicability has no
    /// phases, all candidates count, functions do not help to choose, and what a
    /// subclass adds comes first.
    fn is_resolved(&mut self, site: &CallSite<'_>, args: &[Arg]) -> bool {
        let &CallSite { class, receiver, called: intended, expected, variable } = site;
        let strict = args
            .iter()
            .zip(expected)
            .all(|(arg, &formal)| arg.shape != Shape::Value || self.is_strict(arg.t, formal));
        let phase = match (variable, strict) {
            (true, _) => Phase::Variable,
            (false, true) => Phase::Strict,
            (false, false) => Phase::Loose,
        };
        let phased = self.facts.applicability_phases;
        let functions =
            args.iter().any(|arg| matches!(arg.shape, Shape::Lambda(_) | Shape::Reference));
        if receiver.is_some()
            && self.facts.is_shadowed_by_extension(self.model, intended, functions, variable)
            || variable
                && args.is_empty()
                && self.facts.empty_variadic_calls_are_ambiguous
                && self.is_overloaded(class, intended, 0)
        {
            return false;
        }
        let called = self.model.member(intended);
        if called.sort == MemberSort::Field {
            return true;
        }
        if !self.model.all_known(class, called.name) {
            return false;
        }
        if self.is_hidden_by_member(receiver, intended, args) {
            return false;
        }
        for candidate in self.candidates(class, intended) {
            if self.model.is_or_overrides(candidate, intended) {
                continue;
            }
            // The first phase in which it could be applicable.
            let mut phases = PHASES.into_iter().filter(|&p| p <= phase || !phased);
            let first = phases.find(|&p| self.may_apply(receiver, candidate, args, p));
            if first.is_none() {
                continue;
            }
            // A call without arguments means the member without parameters, if there is one,
            // in all languages.
            if called.params.is_empty()
                && called.extends.is_none()
                && !self.model.member(candidate).params.is_empty()
            {
                continue;
            }
            let plain = args.iter().all(|arg| arg.shape == Shape::Value);
            let inherited = self.model.descends(called.owner, self.model.member(candidate).owner);
            if first != Some(phase)
                || !(phased || plain && inherited)
                || !self.more_specific(receiver, intended, candidate, args, phase)
                || self.more_specific(receiver, candidate, intended, args, phase)
            {
                return false;
            }
        }
        true
    }

    /// Whether a call surely means the intended member by the rules of Java, if the language
    /// is to accept what these say about values. What they say about functions and variable
    /// arity is not so elsewhere.
    pub(crate) fn is_resolved_in_java(&mut self, site: &CallSite<'_>, args: &[Arg]) -> bool {
        let values = args.iter().all(|arg| arg.shape == Shape::Value);
        if !self.facts.follows_java || !values || site.variable {
            return false;
        }
        let own = std::mem::replace(&mut self.facts, Facts::of(Language::Java));
        let resolved = self.is_resolved(site, args);
        self.facts = own;
        resolved
    }

    /// Whether a call with explicit type arguments surely means the intended
    /// member: under these type arguments no other candidate can be applied.
    fn is_resolved_explicitly(
        &mut self,
        site: &CallSite<'_>,
        args: &[Arg],
        type_args: &[Type],
    ) -> bool {
        let &CallSite { class, receiver, called: intended, .. } = site;
        let called = self.model.member(intended);
        if type_args.is_empty()
            || called.sort != MemberSort::Method
            || !self.model.all_known(class, called.name)
            || self.is_hidden_by_member(receiver, intended, args)
        {
            return false;
        }
        self.candidates(class, intended).into_iter().all(|candidate| {
            let vars = &self.model.member(candidate).vars;
            self.model.is_or_overrides(candidate, intended)
                || !vars.is_empty() && vars.len() != type_args.len()
                || {
                    let given = Subst::zip(vars, if vars.is_empty() { &[] } else { type_args });
                    PHASES.into_iter().all(|phase| {
                        !self.may_apply_given(receiver, candidate, args, phase, &given)
                    })
                }
        })
    }

    /// Whether a member comes before the extension that is intended.
    fn is_hidden_by_member(
        &mut self,
        receiver: Option<Type>,
        intended: MemberId,
        args: &[Arg],
    ) -> bool {
        let called = self.model.member(intended);
        if called.extends.is_none() {
            return false;
        }
        let Some(own) = receiver.and_then(|receiver| self.erased_class(receiver)) else {
            return false;
        };
        let named = self.model.named(own, called.name);
        PHASES
            .into_iter()
            .any(|phase| named.iter().any(|&(_, m)| self.may_apply(receiver, m, args, phase)))
    }

    /// Whether a reference to the member as a function of these parameters
    /// surely means it: no other member of the name could take them, nor, where
    /// the first may be the receiver, the others.
    pub(crate) fn is_sure_reference(
        &mut self,
        intended: MemberId,
        receiver: Type,
        params: &[Type],
        bound: bool,
    ) -> bool {
        let called = self.model.member(intended);
        let named = self.model.named(called.owner, called.name);
        let other_sort = |&(_, m): &(_, MemberId)| self.model.member(m).sort != called.sort;
        if !self.model.all_known(called.owner, called.name)
            || self.facts.property_references && named.iter().any(other_sort)
        {
            return false;
        }
        let args: Vec<Arg> = params.iter().map(|&t| Arg { t, shape: Shape::Value }).collect();
        self.candidates(called.owner, intended).into_iter().all(|candidate| {
            self.model.is_or_overrides(candidate, intended)
                || PHASES.into_iter().all(|phase| {
                    let rest = if bound { None } else { args.get(1..) };
                    !self.may_apply(Some(receiver), candidate, &args, phase)
                        && !rest.is_some_and(|rest| {
                            self.may_apply(Some(receiver), candidate, rest, phase)
                        })
                })
        })
    }

    /// Whether no member of the name can surely be applied to the arguments.
    pub(crate) fn none_applies(
        &mut self,
        class: ClassId,
        receiver: Option<Type>,
        intended: MemberId,
        args: &[Arg],
    ) -> bool {
        let name = self.model.member(intended).name;
        let mut candidates = self.candidates(class, intended);
        // Where there is a receiver, its members and all extensions count.
        if receiver.is_some() && self.model.member(intended).sort == MemberSort::Method {
            candidates.extend(self.model.extensions(name));
            let own = receiver.and_then(|receiver| self.erased_class(receiver));
            let own = own.map_or(&[][..], |own| self.model.named(own, name));
            candidates.extend(own.iter().map(|&(_, member)| member));
        }
        self.model.all_known(class, name)
            && (receiver.is_none() || self.model.extensions_known(name))
            && candidates.into_iter().all(|candidate| {
                candidate == intended
                    || PHASES
                        .into_iter()
                        .all(|phase| !self.may_apply(receiver, candidate, args, phase))
            })
    }

    /// Whether no extension of the name can surely be applied to a receiver.
    pub(crate) fn none_extends(&mut self, receiver: Type, name: Name) -> bool {
        self.model.extensions_known(name)
            && self.model.extensions(name).iter().all(|&extension| {
                let extended = self.model.member(extension).extends;
                extended.is_none_or(|extended| !self.may_pass(receiver, extended, Phase::Loose))
            })
    }

    fn class_subst(&mut self, receiver: Option<Type>, member: MemberId) -> Subst {
        receiver.and_then(|receiver| self.seen_from(receiver, member)).unwrap_or_default()
    }

    /// Whether a candidate could be applicable; "no" is sure.
    fn may_apply(
        &mut self,
        receiver: Option<Type>,
        candidate: MemberId,
        args: &[Arg],
        phase: Phase,
    ) -> bool {
        self.may_apply_given(receiver, candidate, args, phase, &Subst::new())
    }

    /// Whether a candidate could be applicable under the type arguments given;
    /// "no" is sure.
    fn may_apply_given(
        &mut self,
        receiver: Option<Type>,
        candidate: MemberId,
        args: &[Arg],
        phase: Phase,
        given: &Subst,
    ) -> bool {
        let member = self.model.member(candidate);
        let count = member.params.len();
        let fits = match phase {
            Phase::Variable => {
                let array = member.params.last().is_some_and(|&last| {
                    self.facts.array_parameters_are_variadic && self.types.kind(last) == Kind::Array
                });
                (member.varargs || array) && args.len() + 1 >= count
            }
            _ => args.len() <= count && args.len() + self.model.optional(candidate) >= count,
        };
        if !fits {
            return false;
        }
        if let (Some(extended), Some(receiver)) = (member.extends, receiver) {
            let extended = self.types.apply(given, extended);
            if !self.may_pass(receiver, extended, Phase::Loose) {
                return false;
            }
        }
        let mut subst = self.class_subst(receiver, candidate);
        subst.extend(given);
        // If one argument stands behind it, Groovy takes the array itself, too.
        let packed = (self.facts.array_parameters_are_variadic
            && phase == Phase::Variable
            && args.len() == count + 1)
            .then(|| count - 1);
        args.iter().enumerate().all(|(at, arg)| {
            let formal = self.formal(candidate, at, phase);
            let formal = self.project(&subst, formal);
            match arg.shape {
                Shape::Lambda(arity) => self.takes_function(
                    formal,
                    self.facts.lambda_arity_decides_applicability.then_some(arity),
                ),
                Shape::Reference => self.takes_function(formal, None),
                Shape::Value => {
                    self.may_pass(arg.t, formal, phase)
                        || packed == Some(at) && {
                            let array = self.formal(candidate, at, Phase::Strict);
                            let array = self.project(&subst, array);
                            self.may_pass(arg.t, array, Phase::Strict)
                        }
                }
                Shape::Spread => {
                    member.varargs
                        && at + 1 == count
                        && phase != Phase::Variable
                        && self.may_pass(arg.t, formal, Phase::Strict)
                }
            }
        })
    }

    fn takes_function(&self, formal: Type, arity: Option<usize>) -> bool {
        match self.types.kind(formal) {
            Kind::Var(_) => true,
            Kind::Class(class) => match self.model.class(class).sam {
                Some(sam) => arity.is_none_or(|arity| self.model.member(sam).params.len() == arity),
                None => {
                    self.facts.sam_abstract_classes
                        && self.model.class(class).sort == ClassSort::Abstract
                }
            },
            Kind::Nullable => self.takes_function(self.types.args(formal)[0], arity),
            _ => false,
        }
    }

    /// Whether a value could be passed for a formal type that may have open
    /// variables; "no" is sure.
    fn may_pass(&mut self, t: Type, formal: Type, phase: Phase) -> bool {
        let boxing = phase != Phase::Strict;
        if self.types.class(formal).is_some_and(|class| (self.facts.implicit_view)(self, t, class))
        {
            return true;
        }
        // Where arrays have no subtypes, those that Java asks for may have some.
        let arrays = (self.types.kind(t), self.types.kind(formal)) == (Kind::Array, Kind::Array);
        if !self.types.has_var(formal) && !arrays {
            let passes = if boxing { self.is_loose(t, formal) } else { self.is_strict(t, formal) };
            let top = |class| self.model.known.is_top(class);
            if passes || self.certain(t) && !self.types.class(formal).is_some_and(top) {
                return passes;
            }
        }
        match (self.types.kind(t), self.types.kind(formal)) {
            // Java's top takes everything, also where there is something above it.
            (_, Kind::Class(class)) if self.model.known.is_top(class) => {
                boxing || !self.types.is_primitive(t)
            }
            (Kind::Primitive(a), Kind::Primitive(b)) => a.widens_to(b),
            (_, Kind::Primitive(b)) => boxing && self.unboxed(t).is_some_and(|a| a.widens_to(b)),
            (Kind::Primitive(_), _) => {
                boxing && self.boxed(t).is_some_and(|t| self.may_pass(t, formal, Phase::Strict))
            }
            (_, Kind::Nullable) => {
                let formal = self.types.args(formal)[0];
                self.may_pass(t, formal, phase)
            }
            (Kind::Nullable, _) => {
                let t = self.types.args(t)[0];
                self.may_pass(t, formal, phase)
            }
            (_, Kind::Var(var)) => {
                let bounds = &self.model.var(var).bounds;
                !self.facts.bounds_decide_applicability
                    || bounds.iter().all(|&bound| {
                        self.types.var(bound) == Some(var) || self.may_pass(t, bound, phase)
                    })
            }
            (Kind::Array, Kind::Array) => {
                let (t, formal) = (self.types.args(t)[0], self.types.args(formal)[0]);
                match (self.types.kind(t), self.types.kind(formal)) {
                    (Kind::Primitive(a), Kind::Primitive(b)) => a == b,
                    (Kind::Primitive(_), _) | (_, Kind::Primitive(_)) => false,
                    _ => self.may_pass(t, formal, Phase::Strict),
                }
            }
            (Kind::Array, Kind::Class(class)) => {
                let known = &self.model.known;
                class == known.top
                    || class == known.object
                    || Some(class) == known.cloneable
                    || Some(class) == known.serializable
            }
            (Kind::Class(have), Kind::Class(want)) => {
                !self.model.class(have).complete || self.model.descends(have, want)
            }
            (_, Kind::Array) => false,
            _ => true,
        }
    }

    /// Whether `a` is surely at least as specific as `b` for the arguments.
    fn more_specific(
        &mut self,
        receiver: Option<Type>,
        a: MemberId,
        b: MemberId,
        args: &[Arg],
        phase: Phase,
    ) -> bool {
        let (subst_a, subst_b) = (self.class_subst(receiver, a), self.class_subst(receiver, b));
        let open = self.model.member(b).vars.clone();
        let mut bound = Subst::new();
        let extended = (self.model.member(a).extends, self.model.member(b).extends);
        if let (Some(have), Some(want)) = extended
            && !self.unify(have, want, &open, &mut bound)
        {
            return false;
        }
        // In the last phase the formal types behind the arguments count, too.
        let count = match phase {
            Phase::Variable => {
                let longest =
                    self.model.member(a).params.len().max(self.model.member(b).params.len());
                args.len().max(longest)
            }
            _ => args.len(),
        };
        (0..count).all(|at| {
            let (have, want) = (self.formal(a, at, phase), self.formal(b, at, phase));
            let have = self.project(&subst_a, have);
            let want = self.project(&subst_b, want);
            match args.get(at).map(|arg| arg.shape) {
                Some(Shape::Value | Shape::Spread) | None => {
                    match (self.types.kind(have), self.types.kind(want)) {
                        (Kind::Primitive(have), Kind::Primitive(want)) => {
                            have == want
                                || self.facts.widening != Widening::None && have.widens_to(want)
                        }
                        _ => self.unify(have, want, &open, &mut bound),
                    }
                }
                Some(_) => have == want,
            }
        }) && open.iter().all(|&var| match bound.get(var) {
            Some(value) => {
                let value = self.apply_all(&bound, value);
                self.may_be_within_bounds(value, var)
            }
            None => true,
        })
    }

    /// Whether a type could be within the bounds of a variable; "no" is sure.
    fn may_be_within_bounds(&self, t: Type, var: VarId) -> bool {
        let bounds = self.model.var(var).bounds.iter();
        bounds.filter_map(|&bound| self.types.class(bound)).all(|class| self.may_descend(t, class))
    }

    /// Whether a type could be one of a class, whatever its type arguments are; "no" is sure.
    fn may_descend(&self, t: Type, class: ClassId) -> bool {
        match self.types.kind(t) {
            _ if self.model.known.is_top(class) => true,
            Kind::Class(have) => {
                !self.model.class(have).complete || self.model.descends(have, class)
            }
            // The bound of a variable may be the next one, but not in a circle.
            Kind::Var(var) => {
                self.model.var(var).bounds.iter().any(|&bound| self.may_descend(bound, class))
            }
            _ => true,
        }
    }
}
