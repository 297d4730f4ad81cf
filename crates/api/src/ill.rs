//! Ill-typed sequences (section 3.3): one position, seldom two, with a type that
//! no rule of the language makes fit. Half of these types are near the right one: a
//! class above or below it, or one type argument changed.

use case::Reason;
use choice::DeadEnd;

use crate::decl::{MemberSort, Primitive};
use crate::erase;
use crate::expr::{Call, Expr, Program};
use crate::graph;
use crate::language::Facts;
use crate::model::{MemberId, Model};
use crate::overload::{Arg, Phase};
use crate::synth::{Synth, Typed};
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
    let universal = (facts.universal_member)(model, member.name);
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
        wrong: &[Slot],
    ) -> Result<Program, DeadEnd> {
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
            for &slot in wrong {
                let Slot::Argument(at) = slot else { continue };
                erasable &= !self.may_pass_after_inference(args[at].t, formals[at], &member.vars);
            }
        }
        // The call itself is as in a well-typed program, up to what is wrong.
        let mut texts = Vec::new();
        for &slot in wrong {
            texts.push(match slot {
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
            if !made.exact || !self.resolved {
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
                && wrong == [Slot::Result]
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
