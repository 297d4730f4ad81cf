//! Ill-typed sequences (section 3.3): one position, seldom two, with a type that
//! no rule of the language makes fit. Half of these types are near the right one: a
//! class above or below it, or one type argument changed.

use case::Reason;
use choice::DeadEnd;

use crate::decl::{MemberSort, Primitive};
use crate::erase;
use crate::expr::{Call, Expr, Overload, Program};
use crate::graph;
use crate::language::{Facts, is_signature_polymorphic};
use crate::model::{MemberId, Model};
use crate::overload::{Arg, Phase, Shape};
use crate::synth::{Function, Synth, Typed};
use crate::types::{ClassId, Kind, Subst, Type, Types, VarId};

/// At most so many incompatible types are tried for a position.
pub(crate) const INCOMPATIBLE: usize = 5;

/// Where to look for a class near another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Near {
    Above,
    Below,
}

/// A position of a typing sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    Receiver,
    Argument(usize),
    Result,
}

impl Slot {
    fn word(self) -> String {
        match self {
            Slot::Receiver => "receiver".to_owned(),
            Slot::Argument(at) => format!("argument {}", at + 1),
            Slot::Result => "result".to_owned(),
        }
    }
}

/// What is wrong with a program.
pub(crate) struct Wrong<'a> {
    /// The positions.
    pub(crate) slots: &'a [Slot],
    /// What is wrong there, where it is not the type of a value.
    pub(crate) what: Vec<(Slot, String)>,
}

/// The positions of a member's typing sequence at which a type can be incompatible.
pub(crate) fn positions(facts: &Facts, model: &Model, types: &Types, id: MemberId) -> Vec<Slot> {
    let member = model.member(id);
    let mut slots: Vec<Slot> = Vec::new();
    // A call may leave out all variadic arguments.
    let fixed = member.params.len() - usize::from(member.varargs);
    // Type arguments that do not bind let a parameter of such a type take anything.
    let is_checked = |at: usize| {
        let var = types.var(member.params[at]);
        facts.explicit_type_arguments_bind || !var.is_some_and(|var| member.vars.contains(&var))
    };
    let constructor = member.sort == MemberSort::Constructor;
    // Every class may have a member of that name.
    let of_map = facts.properties_of_maps
        && member.params.len() == 1
        && model.name(member.name).starts_with("set")
        && model.find_class("java/util/Map").is_some_and(|map| model.descends(member.owner, map));
    let universal = (facts.universal_member)(model, member.name) || of_map;
    if !universal || constructor {
        slots.extend((0..fixed).filter(|&at| is_checked(at)).map(Slot::Argument));
    }
    if types.kind(member.result) != Kind::Void
        && !(facts.assignable_to_anything)(model, types, member.result)
    {
        slots.push(Slot::Result);
    }
    if !graph::is_source(model, id) && !universal && !constructor {
        slots.push(Slot::Receiver);
    }
    slots
}

impl Synth<'_, '_> {
    /// The positions that are to be incompatible: one, seldom two.
    pub(crate) fn wrong_positions(&mut self, id: MemberId) -> Result<Vec<Slot>, DeadEnd> {
        let facts = self.relation.facts;
        let mut slots = positions(facts, self.relation.model, &self.relation.types, id);
        let first = self.choices.pick(slots.len())?;
        let mut wrong = vec![slots.remove(first)];
        // A wrong receiver has no such member, so that nothing else is checked.
        if wrong[0] != Slot::Receiver && slots.len() > 1 && self.choices.chance(1, 6)? {
            let second = slots.remove(self.choices.pick(slots.len())?);
            if second != Slot::Receiver {
                wrong.push(second);
            }
        }
        Ok(wrong)
    }

    /// An object that has no such member, with what is wrong if it is not its type: it may
    /// be null.
    pub(crate) fn wrong_receiver(
        &mut self,
        id: MemberId,
        right: Type,
    ) -> Result<(Typed, Option<String>), DeadEnd> {
        let null_safety = self.relation.facts.null_safety;
        self.ways(&[3, u32::from(null_safety)], |s, way| {
            if way == 0 {
                let t = s.attempts(INCOMPATIBLE, |s| s.incompatible_receiver(id, right))?;
                return Ok((s.pinned(t, s.settings.depth)?, None));
            }
            let model = s.relation.model;
            let class = s.relation.types.class(right).ok_or(DeadEnd)?;
            let name = model.member(id).name;
            let t = s.relation.types.make(Kind::Nullable, &[right]);
            if model.member(id).extends.is_some()
                || (s.relation.facts.universal_member)(model, name)
                || !model.all_known(class, name)
                || !s.relation.none_extends(t, name)
            {
                return Err(DeadEnd);
            }
            let said = format!(
                "the receiver of {} is a {}, which may be null",
                model.qualified(id),
                s.relation.show(t)
            );
            Ok((s.constant(t), Some(said)))
        })
    }

    /// An argument that cannot be passed for the formal type, with what is wrong if it is
    /// not its type; `open` is the formal type before type arguments are inferred.
    pub(crate) fn wrong_argument(
        &mut self,
        formal: Type,
        open: Type,
    ) -> Result<(Typed, Option<String>), DeadEnd> {
        let function = match self.relation.facts.explicit_type_arguments_bind {
            true => self.function_type(formal),
            // The type of a function would be inferred from what it gives.
            false => None,
        };
        let Some(function) = function else {
            let t = self.attempts(INCOMPATIBLE, |s| s.incompatible_argument(formal, open))?;
            return Ok((self.pinned(t, self.settings.depth)?, None));
        };
        self.ways(&[1, 2], |s, way| match way {
            0 => {
                let t = s.attempts(INCOMPATIBLE, |s| s.incompatible_argument(formal, open))?;
                Ok((s.pinned(t, s.settings.depth)?, None))
            }
            _ => {
                let (made, said) = s.wrong_function(&function, formal)?;
                Ok((made, Some(said)))
            }
        })
    }

    /// A function that is none of the function type: it has a parameter more or less, or
    /// gives something that is no result of it.
    fn wrong_function(
        &mut self,
        function: &Function,
        formal: Type,
    ) -> Result<(Typed, String), DeadEnd> {
        let depth = self.settings.depth;
        let gives = match self.relation.types.class(function.result) {
            // Where it asks for nothing, anything is discarded.
            Some(class) => self.relation.model.class(class).path != ["Unit"],
            None => self.relation.types.kind(function.result) != Kind::Void,
        };
        let (lambdas, references) = (self.settings.lambdas, self.settings.references);
        let weights = [
            u32::from(lambdas),
            2 * u32::from(lambdas && gives),
            2 * u32::from(references && gives),
        ];
        self.ways(&weights, |s, way| match way {
            0 => {
                let mut other = function.clone();
                let arity = other.params.len();
                let only = function.params.first().and_then(|&t| s.relation.types.class(t));
                let tuple = |class: ClassId| {
                    s.relation.model.class(class).internal.starts_with("scala.Tuple")
                };
                // The parts of a tuple may be parameters of their own.
                if s.relation.facts.tuples_arguments && only.is_some_and(tuple) {
                    return Err(DeadEnd);
                }
                // A lambda without parameters may have one that is not written.
                match arity > 1 && s.choices.chance(1, 2)? {
                    true => other.params.truncate(arity - 1),
                    false => other.params.push(s.random_type(0)?),
                }
                let many = other.params.len();
                let plural = if many == 1 { "" } else { "s" };
                let said = format!("a lambda with {many} parameter{plural}, not {arity}");
                Ok((s.lambda_as(other, formal, depth, None)?, said))
            }
            1 => {
                let t = s.attempts(INCOMPATIBLE, |s| s.not_given(function.result))?;
                let made = s.lambda_as(function.clone(), formal, depth, Some(t))?;
                let (t, result) = (s.relation.show(t), s.relation.show(function.result));
                Ok((made, format!("a lambda that gives a {t}, not a {result}")))
            }
            _ => s.attempts(INCOMPATIBLE, |s| {
                let result = s.not_given(function.result)?;
                let made =
                    s.reference_as(&Function { result, ..function.clone() }, formal, depth)?;
                let Expr::Reference { member, of, .. } = made.expr else { return Err(DeadEnd) };
                let given = s.given_by(member, of).ok_or(DeadEnd)?;
                if s.may_be_given(given, function.result) {
                    return Err(DeadEnd);
                }
                let (given, result) = (s.relation.show(given), s.relation.show(function.result));
                let member = s.relation.model.qualified(member);
                let said =
                    format!("a reference to {member}, which gives a {given}, not a {result}");
                Ok((made, said))
            }),
        })
    }

    /// A type whose values are no results of a function that gives another one.
    fn not_given(&mut self, result: Type) -> Result<Type, DeadEnd> {
        let t = self.wrong_type(result, Near::Above)?;
        if self.may_be_given(t, result) { Err(DeadEnd) } else { Ok(t) }
    }

    /// Whether a function that gives the one type could be used where the other is wanted.
    fn may_be_given(&mut self, t: Type, result: Type) -> bool {
        // A constant may be narrowed.
        let numbers = [t, result].iter().all(|&t| self.relation.unboxed(t).is_some());
        let facts = self.relation.facts;
        numbers || !facts.never_converts(&mut self.relation, t, result, true)
    }

    /// What a member without type variables of its own gives as a function.
    fn given_by(&mut self, id: MemberId, of: Type) -> Option<Type> {
        let model = self.relation.model;
        let member = model.member(id);
        // What a signature polymorphic method gives is what is asked for.
        if !member.vars.is_empty() || is_signature_polymorphic(model, id) {
            return None;
        }
        if member.sort == MemberSort::Constructor {
            return Some(of);
        }
        let seen = match member.is_static {
            true => Subst::new(),
            false => self.relation.seen_from(of, id)?,
        };
        let given = self.relation.types.apply(&seen, member.result);
        let closed =
            !self.relation.types.has_var(given) && !self.relation.types.has_wildcard(given);
        closed.then_some(given)
    }

    /// A type that has no member of that name: a class above the receiver's, or one that
    /// is neither above nor below it.
    pub(crate) fn incompatible_receiver(
        &mut self,
        id: MemberId,
        right: Type,
    ) -> Result<Type, DeadEnd> {
        let model = self.relation.model;
        let near = self.choices.chance(1, 2)?;
        let t = if near { self.near(right, Near::Above)? } else { self.random_type(1)? };
        let class = self.relation.types.class(t).ok_or(DeadEnd)?;
        let owner = model.member(id).owner;
        let name = model.member(id).name;
        let related = self.relation.is_subtype(t, right)
            || model.descends(class, owner)
            || !near && (self.relation.is_subtype(right, t) || model.descends(owner, class));
        let sure = self.relation.certain(t)
            && model.all_known(class, name)
            && model.named(class, name).is_empty()
            && !self.relation.facts.has_property(model, class, name)
            && !(self.relation.facts.enriched)(model, class)
            && self.relation.none_extends(t, name)
            && !(self.relation.facts.universal_member)(model, name);
        if related || !sure { Err(DeadEnd) } else { Ok(t) }
    }

    /// A type that cannot be passed for the formal type; `open` is the formal type before
    /// type arguments are inferred.
    pub(crate) fn incompatible_argument(
        &mut self,
        formal: Type,
        open: Type,
    ) -> Result<Type, DeadEnd> {
        let t = self.wrong_type(formal, Near::Above)?;
        let facts = self.relation.facts;
        if !facts.never_converts(&mut self.relation, t, formal, false) || self.may_bind(t, open) {
            return Err(DeadEnd);
        }
        Ok(t)
    }

    /// Whether type arguments that are inferred, although others are written, could make
    /// a value of the one type one of the other.
    fn may_bind(&mut self, t: Type, to: Type) -> bool {
        let related = match (self.relation.erased_class(t), self.relation.erased_class(to)) {
            (Some(have), Some(want)) => self.relation.model.descends(have, want),
            _ => false,
        };
        let open = self.relation.types.has_var(t) || self.relation.types.has_var(to);
        !self.relation.facts.explicit_type_arguments_bind
            && open
            && related
            && !self.relation.is_apart(t, to)
    }

    /// A type that may be wrong where another one is right.
    fn wrong_type(&mut self, right: Type, near: Near) -> Result<Type, DeadEnd> {
        match self.choices.weighted(&[5, 4, 1])? {
            0 => self.near(right, near),
            1 => self.random_type(1),
            _ => {
                let primitive = *self.choices.choose(&Primitive::ALL)?;
                Ok(self.relation.types.leaf(Kind::Primitive(primitive)))
            }
        }
    }

    /// A type like another one, with one thing changed: the class, or a type argument.
    fn near(&mut self, t: Type, near: Near) -> Result<Type, DeadEnd> {
        let class = self.relation.types.class(t).ok_or(DeadEnd)?;
        let args = self.relation.types.args(t).len();
        match self.choices.weighted(&[if args > 0 { 3 } else { 0 }, 1])? {
            0 => {
                let at = self.choices.pick(args)?;
                self.with_other_argument(t, class, at)
            }
            _ if near == Near::Below => self.proper_subtype(class, t),
            _ => {
                let above = &self.relation.model.class(class).supertypes;
                let above = *self.choices.choose(above)?;
                let above = self.relation.types.class(above).ok_or(DeadEnd)?;
                if !self.pools.names(above) {
                    return Err(DeadEnd);
                }
                self.relation.as_super(t, above).ok_or(DeadEnd)
            }
        }
    }

    /// The type with another type argument in one place.
    fn with_other_argument(&mut self, t: Type, class: ClassId, at: usize) -> Result<Type, DeadEnd> {
        let mut args = self.relation.types.args(t).to_vec();
        let old = args[at];
        let var = self.relation.model.class(class).params[at];
        if self.relation.model.var(var).arity > 0 {
            return Err(DeadEnd);
        }
        args[at] = match self.relation.types.kind(old) {
            // What the wildcard stands for is below its bound, and not the bound itself.
            Kind::Any => match self.choices.chance(1, 2)? {
                true => self.relation.upper(old, var),
                false => self.random_type(0)?,
            },
            Kind::Extends | Kind::Super => self.relation.types.args(old)[0],
            _ => match self.choices.weighted(&[2, 1, 1, u32::from(self.settings.wildcards)])? {
                0 => {
                    let below = self.choices.chance(1, 2)?;
                    self.near(old, if below { Near::Below } else { Near::Above })?
                }
                1 => self.supertype(old)?,
                2 => self.random_type(0)?,
                _ => {
                    let made = self.with_wildcard(t)?;
                    return if made == t { Err(DeadEnd) } else { Ok(made) };
                }
            },
        };
        let made = self.relation.types.make(Kind::Class(class), &args);
        if made == t
            || self.relation.types.is_primitive(args[at])
            || !self.relation.is_well_formed(made)
        {
            return Err(DeadEnd);
        }
        Ok(made)
    }

    pub(crate) fn ill_typed(
        &mut self,
        id: MemberId,
        receiver: Option<Typed>,
        subst: Subst,
        args: Vec<Typed>,
        variable: bool,
        wrong: &Wrong<'_>,
    ) -> Result<Program, DeadEnd> {
        let Wrong { slots: wrong, what } = wrong;
        let model = self.relation.model;
        let member = model.member(id);
        let receiver_type = receiver.as_ref().map(|r| r.t);
        let lost_receiver = wrong.contains(&Slot::Receiver);
        let class = match receiver_type {
            Some(t) if !lost_receiver && member.is_inherited() => {
                self.relation.erased_class(t).ok_or(DeadEnd)?
            }
            _ => member.owner,
        };
        // It would be chosen where the other does not fit, also by its result.
        if self.relation.may_take_a_tuple(class, id, args.len()) {
            return Err(DeadEnd);
        }
        let wrong_argument = wrong.iter().any(|slot| matches!(slot, Slot::Argument(_)));
        let phase = if variable { Phase::Variable } else { Phase::Strict };
        let formals: Vec<Type> =
            (0..args.len()).map(|at| self.relation.formal(id, at, phase)).collect();
        let mut erasable = true;
        if wrong_argument {
            let shapes: Vec<Arg> = args.iter().map(Typed::as_arg).collect();
            if args.iter().any(|arg| !arg.exact)
                || !self.relation.none_applies(class, receiver_type, id, &shapes)
            {
                return Err(DeadEnd);
            }
            // A receiver may take more than was asked of it: a parameter may be contravariant.
            let seen = match receiver_type {
                Some(t) if !lost_receiver && member.is_inherited() => {
                    self.relation.seen_from(t, id).ok_or(DeadEnd)?
                }
                _ => Subst::new(),
            };
            for &slot in *wrong {
                let Slot::Argument(at) = slot else { continue };
                if args[at].shape == Shape::Value {
                    let formal = self.relation.project(&seen, formals[at]);
                    let formal = self.relation.types.apply(&subst, formal);
                    let facts = self.relation.facts;
                    if !facts.never_converts(&mut self.relation, args[at].t, formal, false) {
                        return Err(DeadEnd);
                    }
                }
                erasable &= args[at].shape == Shape::Value
                    && !self.may_pass_after_inference(args[at].t, formals[at], &member.vars);
            }
        }
        // The call itself is as in a well-typed program, up to what is wrong.
        let mut texts = Vec::new();
        for &slot in *wrong {
            let said = what.iter().find(|(told, _)| *told == slot).map(|(_, said)| said);
            texts.push(match slot {
                Slot::Receiver if let Some(said) = said => said.clone(),
                Slot::Argument(at) if let Some(said) = said => {
                    format!("argument {} of {} is {said}", at + 1, model.qualified(id))
                }
                Slot::Receiver => format!(
                    "the receiver of {} is a {}, which has no such member",
                    model.qualified(id),
                    self.relation.show(receiver_type.ok_or(DeadEnd)?)
                ),
                Slot::Argument(at) => {
                    let formal = self.relation.types.apply(&subst, formals[at]);
                    format!(
                        "argument {} of {} is a {}, not a {}",
                        at + 1,
                        model.qualified(id),
                        self.relation.show(args[at].t),
                        self.relation.show(formal)
                    )
                }
                Slot::Result => String::new(),
            });
        }
        let (expr, result) = if wrong_argument || lost_receiver {
            let vars = model.call_vars(id);
            let type_args: Vec<Type> = vars.iter().filter_map(|&var| subst.get(var)).collect();
            let result = self.relation.types.apply(&subst, member.result);
            if self.relation.is_overloaded(class, id, args.len()) {
                self.features.push("overloads");
            }
            let call = Call {
                member: id,
                class: if lost_receiver { member.owner } else { class },
                receiver: receiver.map(|r| r.expr),
                type_args,
                arg_types: args.iter().map(|arg| arg.t).collect(),
                args: args.into_iter().map(|arg| arg.expr).collect(),
                subst,
                formals,
                overloaded: true,
                told_by_types: false,
                erasable: false,
            };
            (Expr::Call(Box::new(call)), result)
        } else {
            let made = self.call(id, receiver, subst, args, variable, true)?;
            if !made.exact || self.overload != Overload::Foreseen {
                return Err(DeadEnd);
            }
            let made = self.handed_on(made)?;
            (made.expr, made.t)
        };
        let void = self.relation.types.kind(result) == Kind::Void;
        let target = if wrong.contains(&Slot::Result) {
            let t = self.attempts(INCOMPATIBLE, |s| {
                s.incompatible_result(result, member.result, member.constant)
            })?;
            let vars = model.call_vars(id);
            let depends = vars.iter().any(|&var| self.relation.types.mentions(member.result, var));
            erasable &= !depends || self.relation.is_apart(member.result, t);
            let position = texts.iter().position(String::is_empty).ok_or(DeadEnd)?;
            texts[position] = format!(
                "the result of {} is a {}, not a {}",
                model.qualified(id),
                self.relation.show(result),
                self.relation.show(t)
            );
            Some(t)
        } else if void {
            None
        } else if self.relation.types.has_wildcard(result) {
            Some(self.relation.top())
        } else {
            Some(result)
        };
        let rule: Vec<String> = wrong.iter().map(|slot| slot.word()).collect();
        let reason = Reason {
            text: texts.join("; "),
            rule: format!("{}: {}", model.qualified(id), rule.join(", ")),
            codes: Vec::new(),
            line: None,
        };
        let mut program = self.finish(expr, target, false, Some(reason));
        if let Expr::Call(call) = &mut program.call {
            call.erasable = call.erasable && erasable;
            // Where nothing that is inferred makes the result fit, nothing need be written.
            if let Some(target) = target
                && *wrong == [Slot::Result]
                && self.relation.facts.explicit_type_arguments_bind
            {
                erase::leave_out(&mut self.relation, call, target);
            }
        }
        Ok(program)
    }

    /// A value whose type has a wildcard as an argument of a member that gives it back, half
    /// of the time where types are left out: what the wildcard stands for must not be
    /// inferred from the target type.
    fn handed_on(&mut self, made: Typed) -> Result<Typed, DeadEnd> {
        let pools = self.pools;
        let args = self.relation.types.args(made.t);
        let wild = args.iter().any(|&arg| self.relation.types.is_wildcard(arg));
        if !self.settings.erase || !self.settings.enclosing || !wild || pools.identities.is_empty()
        {
            return Ok(made);
        }
        self.ways(&[1, 1], |s, way| match way {
            0 => Ok(made.clone()),
            _ => {
                let identity = *s.choices.choose(&pools.identities)?;
                let on = s.passed_to(identity, made.clone())?;
                if on.exact { Ok(on) } else { Err(DeadEnd) }
            }
        })
    }

    /// Whether a value could fit the formal type under other type arguments.
    fn may_pass_after_inference(&mut self, t: Type, formal: Type, vars: &[VarId]) -> bool {
        vars.iter().any(|&var| self.relation.types.mentions(formal, var))
            && !self.relation.is_apart(t, formal)
    }

    /// A type that the result cannot be assigned to; `open` is the type of the result
    /// before type arguments are inferred.
    fn incompatible_result(
        &mut self,
        result: Type,
        open: Type,
        constant: bool,
    ) -> Result<Type, DeadEnd> {
        let t = self.wrong_type(result, Near::Below)?;
        // A constant may be narrowed.
        let narrowed = constant && self.relation.unboxed(t).is_some();
        let facts = self.relation.facts;
        if narrowed
            || !facts.never_converts(&mut self.relation, result, t, true)
            || self.relation.erased_class(t) == self.relation.erased_class(result)
                && self.may_bind(open, t)
        {
            return Err(DeadEnd);
        }
        Ok(t)
    }
}
