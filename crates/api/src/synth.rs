//! API enumeration (section 3.3) and concretisation (section 3.4), on the
//! choice tape.
//!
//! A typing sequence is drawn coordinate by coordinate: a substitution, a
//! subtype of the receiver, a subtype of each parameter, a supertype of the
//! result. So the Cartesian product of the paper is never built. Inhabitants are
//! chains of calls, searched backwards through the graph from the type that is
//! wanted: at each step a producer is drawn whose result unifies with the goal, so
//! that an infeasible chain is noticed at its first bad step. The search is bounded
//! by the length of the chain rather than by a number k of shortest paths: within
//! the bound every loopless chain can be drawn, near ones being the first
//! alternatives. A chain starts at a static member or a constructor, or, as the
//! paper's paths from a type node do, at a value: a parameter of the program or of
//! an enclosing lambda, a local variable, or a new constant.
//!
//! Dead ends are abandoned after a few attempts, and coarsely: a member that cannot
//! be used, or a type that nothing produces, costs no more than that. The price is
//! that the exhaustive driver, too, leaves such parts of the space unexplored.

use case::{Mode, Plan, Reason};
use choice::{Choices, DeadEnd};

use crate::decl::{MemberSort, Primitive};
use crate::erase;
use crate::expr::{Call, Expr, Literal, Local, Overload, Program};
use crate::graph::{self, Graph, Node};
use crate::ill::{Slot, Wrong};
use crate::language::{Facts, is_signature_polymorphic};
use crate::model::{MemberId, Model};
use crate::overload::{Arg, CallSite, Phase, Resolution, Shape};
use crate::relation::Relation;
use crate::types::{ClassId, Kind, Subst, Type, Types, VarId};

/// How large and how varied programs become.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// How deeply arguments are nested.
    pub(crate) depth: usize,
    /// How many calls a chain has at most.
    pub(crate) chain: usize,
    pub(crate) lambdas: bool,
    pub(crate) references: bool,
    pub(crate) conditionals: bool,
    pub(crate) locals: bool,
    pub(crate) wildcards: bool,
    pub(crate) arrays: bool,
    pub(crate) varargs: bool,
    /// Whether the call of a plain member may be an argument of a generic one.
    pub(crate) enclosing: bool,
    /// Whether type arguments may be left out on which overload resolution depends.
    pub(crate) erased_overloads: bool,
    /// Whether the types of variables may be left out.
    pub(crate) erase: bool,
    /// Whether every program needs a sibling that means the same.
    pub(crate) siblings: bool,
}

impl Settings {
    pub(crate) fn new(plan: &Plan) -> Settings {
        Settings {
            depth: 1 + plan.size as usize / 4,
            chain: 1 + plan.size as usize / 2,
            lambdas: plan.has("lambdas"),
            references: plan.has("references"),
            conditionals: plan.has("conditionals"),
            locals: plan.has("locals"),
            wildcards: plan.has("wildcards"),
            arrays: plan.has("arrays"),
            varargs: plan.has("varargs"),
            enclosing: plan.has("enclosing"),
            erased_overloads: plan.has("erased-overloads"),
            erase: matches!(
                plan.mode,
                Mode::WellTypedErased | Mode::IllTypedErased | Mode::Equivalent
            ),
            siblings: plan.mode == Mode::Equivalent,
        }
    }

    /// Whether a program has types that can be left out without changing what
    /// it means.
    pub(crate) fn can_erase(&self, program: &Program) -> bool {
        (program.overload == Overload::Foreseen || self.erased_overloads) && program.is_erasable()
    }
}

/// The classes that types are made of, in one language.
#[derive(Debug)]
pub(crate) struct Pools {
    /// Classes of `java.lang` that most programs use.
    pub(crate) common: Vec<ClassId>,
    /// Classes without type parameters.
    pub(crate) simple: Vec<ClassId>,
    /// Generic classes.
    pub(crate) generic: Vec<ClassId>,
    /// Generic members whose results are types with wildcards in them.
    pub(crate) wild: Vec<MemberId>,
    /// Generic members that are applied to nothing but a value of any type.
    pub(crate) takers: Vec<MemberId>,
    /// Those of them whose result is of the type of that value.
    pub(crate) identities: Vec<MemberId>,
    named: Vec<bool>,
    used: Vec<bool>,
}

impl Pools {
    /// Empty pools for an API in a language.
    pub(crate) fn new(model: &Model, facts: &Facts) -> Pools {
        Pools {
            common: Vec::new(),
            simple: Vec::new(),
            generic: Vec::new(),
            wild: Vec::new(),
            takers: Vec::new(),
            identities: Vec::new(),
            named: model.class_ids().map(|id| facts.is_type_usable(model, id)).collect(),
            used: model.member_ids().map(|id| facts.is_usable(model, id)).collect(),
        }
    }

    /// Whether programs can name a class.
    pub(crate) fn names(&self, class: ClassId) -> bool {
        self.named[class.0 as usize]
    }

    /// Whether programs can use a member.
    pub(crate) fn uses(&self, member: MemberId) -> bool {
        self.used[member.0 as usize]
    }
}

/// An expression with what is known about it.
#[derive(Clone, Debug)]
pub(crate) struct Typed {
    pub(crate) expr: Expr,
    /// Its type by itself.
    pub(crate) t: Type,
    /// Whether that is precisely its type, and not only a type above it.
    pub(crate) exact: bool,
    pub(crate) shape: Shape,
}

impl Typed {
    fn value(expr: Expr, t: Type) -> Typed {
        Typed { expr, t, exact: true, shape: Shape::Value }
    }

    /// What overload resolution sees of it.
    pub(crate) fn as_arg(&self) -> Arg {
        Arg { t: self.t, shape: self.shape }
    }

    fn cast_to(&mut self, t: Type) {
        *self = Typed::value(Expr::Cast(t, Box::new(self.expr.clone())), t);
    }
}

/// Where an expression is to stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Position {
    /// Where its type is asked for, so that it may be a function.
    Argument,
    /// Before a dot.
    Receiver,
}

/// The generator of one program.
pub(crate) struct Synth<'a, 'c> {
    pub(crate) relation: Relation<'a>,
    graph: &'a Graph,
    pub(crate) pools: &'a Pools,
    pub(crate) settings: Settings,
    pub(crate) choices: &'c mut Choices,
    params: Vec<Type>,
    locals: Vec<Local>,
    /// The parameters of enclosing lambdas.
    bound: Vec<Type>,
    /// How many lambdas are around.
    lambdas: usize,
    pub(crate) overload: Overload,
    pub(crate) features: Vec<&'static str>,
}

/// How often a program about a member is begun before the member is given up.
const ATTEMPTS: usize = 16;

/// How often another way is tried before giving up.
pub(crate) const TRIES: usize = 6;

impl<'a, 'c> Synth<'a, 'c> {
    pub(crate) fn new(
        relation: Relation<'a>,
        graph: &'a Graph,
        pools: &'a Pools,
        settings: Settings,
        choices: &'c mut Choices,
    ) -> Synth<'a, 'c> {
        Synth {
            relation,
            graph,
            pools,
            settings,
            choices,
            params: Vec::new(),
            locals: Vec::new(),
            bound: Vec::new(),
            lambdas: 0,
            overload: Overload::Foreseen,
            features: Vec::new(),
        }
    }

    /// A program that uses the member; ill-typed if it must be.
    pub(crate) fn program(&mut self, member: MemberId, ill: bool) -> Result<Program, DeadEnd> {
        // After a dead end everything is drawn anew, since what was drawn last is seldom
        // to blame. The first answer on the tape only numbers the attempt: it is the
        // one that a dead end refutes, and the next question may not have many answers.
        self.attempts(ATTEMPTS, |s| {
            s.choices.pick(ATTEMPTS)?;
            s.try_program(member, ill)
        })
    }

    fn try_program(&mut self, member: MemberId, ill: bool) -> Result<Program, DeadEnd> {
        let model = self.relation.model;
        let declared = model.member(member);
        let (subst, heir) = self.attempts(TRIES, |s| s.member_substitution(member))?;
        let mut wrong = Vec::new();
        if ill {
            wrong = self.wrong_positions(member)?;
        }
        // What is wrong there, where it is not the type of a value.
        let mut what = Vec::new();
        let receiver = match self.receiver_type(member, &subst, heir)? {
            Some(t) if wrong.contains(&Slot::Receiver) => {
                let (made, said) = self.wrong_receiver(member, t)?;
                what.extend(said.map(|said| (Slot::Receiver, said)));
                Some(made)
            }
            Some(t) => Some(self.inhabit(t, self.settings.depth, Position::Receiver)?),
            None => None,
        };
        let variable = self.is_variable(member)?;
        let count = match variable {
            Some(extra) => declared.params.len() - 1 + extra,
            None => declared.params.len(),
        };
        let phase = if variable.is_some() { Phase::Variable } else { Phase::Strict };
        let mut args = Vec::with_capacity(count);
        for at in 0..count {
            let open = self.relation.formal(member, at, phase);
            let formal = self.relation.types.apply(&subst, open);
            let made = if wrong.contains(&Slot::Argument(at)) {
                let (made, said) = self.wrong_argument(formal, open)?;
                what.extend(said.map(|said| (Slot::Argument(at), said)));
                made
            } else {
                let t = self.subtype(formal)?;
                // A function has the type that is asked for, not one below it.
                let position = if t == formal { Position::Argument } else { Position::Receiver };
                self.inhabit(t, self.settings.depth, position)?
            };
            args.push(made);
        }
        self.spread_last(member, variable.is_some(), &mut args);
        if ill {
            let wrong = Wrong { slots: &wrong, what };
            return self.ill_typed(member, receiver, subst, args, variable.is_some(), &wrong);
        }
        let made = self.call(member, receiver, subst, args, variable.is_some(), true)?;
        let made = self.enclosed(member, made)?;
        let result = match self.relation.types.kind(made.t) {
            Kind::Void => None,
            _ => Some(self.supertype(made.t)?),
        };
        let omitted = result.is_some() && self.omits(&made)?;
        let program = self.finish(made.expr, result, omitted, None);
        // A program with an uncertain verdict is compared with a sibling.
        if (self.settings.siblings || program.overload != Overload::Foreseen)
            && !self.settings.can_erase(&program)
            && program.sibling(&self.relation).is_none()
        {
            return Err(DeadEnd);
        }
        Ok(program)
    }

    /// A call of a plain member as an argument of a generic one, mostly: alone it would
    /// have nothing to infer.
    fn enclosed(&mut self, member: MemberId, made: Typed) -> Result<Typed, DeadEnd> {
        let void = self.relation.types.kind(made.t) == Kind::Void;
        if !self.settings.enclosing
            || self.overload != Overload::Foreseen
            || void
            || self.pools.takers.is_empty()
            || self.relation.model.has_inference(member)
        {
            return Ok(made);
        }
        let pools = self.pools;
        self.ways(&[1, 7], |s, way| match way {
            0 => Ok(made.clone()),
            _ => s.attempts(TRIES, |s| {
                let taker = *s.choices.choose(&pools.takers)?;
                s.passed_to(taker, made.clone())
            }),
        })
    }

    /// A call of a member that takes a value of any type, with this one.
    pub(crate) fn passed_to(&mut self, taker: MemberId, value: Typed) -> Result<Typed, DeadEnd> {
        let model = self.relation.model;
        let (place, var) = model.any_parameter(taker).ok_or(DeadEnd)?;
        let boxed = match self.relation.takes_primitives(var) {
            true => Some(value.t),
            false => self.relation.boxed(value.t),
        };
        let t = boxed.ok_or(DeadEnd)?;
        let mut subst = Subst::new();
        subst.set(var, t);
        let facts = self.relation.facts;
        if !self.relation.respects_bounds(var, &subst)
            || !facts.passes(&mut self.relation, value.t, t)
        {
            return Err(DeadEnd);
        }
        self.instantiate(&model.call_vars(taker), &mut subst, 1)?;
        let mut args = Vec::new();
        for (at, &formal) in model.member(taker).params.iter().enumerate() {
            if at == place {
                args.push(value.clone());
                continue;
            }
            let formal = self.relation.types.apply(&subst, formal);
            args.push(self.inhabit(formal, self.settings.depth - 1, Position::Argument)?);
        }
        self.call(taker, None, subst, args, false, false)
    }

    /// Whether the type of a variable is left out, in favour of the type that
    /// its value has by itself.
    fn omits(&mut self, value: &Typed) -> Result<bool, DeadEnd> {
        Ok(self.settings.erase
            && value.shape == Shape::Value
            && !self.relation.types.has_wildcard(value.t)
            && self.choices.chance(1, 3)?)
    }

    pub(crate) fn finish(
        &mut self,
        mut call: Expr,
        result: Option<Type>,
        omitted: bool,
        reason: Option<Reason>,
    ) -> Program {
        erase::mark(&mut self.relation, &mut call, result.filter(|_| !omitted));
        for local in &mut self.locals {
            let target = (!local.omitted).then_some(local.t);
            erase::mark(&mut self.relation, &mut local.value, target);
        }
        self.features.sort_unstable();
        self.features.dedup();
        Program {
            params: std::mem::take(&mut self.params),
            locals: std::mem::take(&mut self.locals),
            call,
            result,
            omitted,
            overload: self.overload,
            reason,
            features: std::mem::take(&mut self.features),
        }
    }

    fn state(&self) -> (usize, usize, usize, usize, usize, Overload) {
        (
            self.params.len(),
            self.locals.len(),
            self.bound.len(),
            self.lambdas,
            self.features.len(),
            self.overload,
        )
    }

    fn restore(&mut self, state: (usize, usize, usize, usize, usize, Overload)) {
        self.params.truncate(state.0);
        self.locals.truncate(state.1);
        self.bound.truncate(state.2);
        self.lambdas = state.3;
        self.features.truncate(state.4);
        self.overload = state.5;
    }

    /// Tries a piece of work until it succeeds. Its first question must be the
    /// one that decides, for that one is answered differently each time.
    pub(crate) fn attempts<T>(
        &mut self,
        tries: usize,
        mut work: impl FnMut(&mut Self) -> Result<T, DeadEnd>,
    ) -> Result<T, DeadEnd> {
        let mark = self.choices.mark();
        let state = self.state();
        for _ in 0..tries {
            match work(self) {
                Ok(made) => return Ok(made),
                Err(DeadEnd) => {
                    self.restore(state);
                    if self.choices.mark() == mark {
                        break;
                    }
                    self.choices.rewind(mark);
                }
            }
        }
        Err(DeadEnd)
    }

    /// Takes one of several ways, and another where it leads nowhere.
    pub(crate) fn ways<T>(
        &mut self,
        weights: &[u32],
        mut take: impl FnMut(&mut Self, usize) -> Result<T, DeadEnd>,
    ) -> Result<T, DeadEnd> {
        self.attempts(weights.len(), |s| {
            let way = s.choices.weighted(weights)?;
            take(s, way)
        })
    }

    /// An expression of the type or of one below it.
    fn inhabit(&mut self, t: Type, depth: usize, position: Position) -> Result<Typed, DeadEnd> {
        let settings = self.settings;
        let function = position == Position::Argument && self.function_type(t).is_some();
        let inside = self.lambdas > 0;
        let deep = depth > 0;
        let mut fitting = self.scope();
        fitting.retain(|value| self.relation.is_subtype(value.t, t));
        let bound = |values: &[Typed]| values.iter().any(|v| matches!(v.expr, Expr::Bound(_)));
        let weights = [
            2,
            if deep { 6 } else { 0 },
            if bound(&fitting) { 6 } else { u32::from(!fitting.is_empty()) },
            if function && settings.lambdas { 6 } else { 0 },
            if function && settings.references { 4 } else { 0 },
            // The least upper bound of two captured types is less than either.
            u32::from(
                deep && settings.conditionals
                    && (position == Position::Argument && self.relation.facts.poly_conditionals
                        || function && self.relation.facts.functions_in_branches
                        || !self.relation.types.has_wildcard(t)),
            ),
            u32::from(deep && settings.locals && !inside),
            if inside && deep { 12 } else { 0 },
        ];
        self.ways(&weights, |s, way| match way {
            0 => Ok(s.constant(t)),
            1 => s.chain(t, depth, Path::default()),
            2 => {
                let at = s.choices.pick(fitting.len())?;
                Ok(fitting[at].clone())
            }
            3 => s.lambda(t, depth),
            4 => s.reference(t, depth),
            5 => s.conditional(t, depth, position),
            6 => s.local(t, depth),
            _ => s.chain(t, depth, Path { scoped: true, ..Path::default() }),
        })
    }

    /// An expression that is known to have precisely this type.
    pub(crate) fn pinned(&mut self, t: Type, depth: usize) -> Result<Typed, DeadEnd> {
        let made = self.inhabit(t, depth, Position::Receiver)?;
        // A literal may take the type that is asked for.
        if matches!(made.expr, Expr::Literal(_)) {
            return Ok(Typed::value(Expr::Param(self.param(t)), t));
        }
        if made.exact && made.t == t {
            return Ok(made);
        }
        Ok(Typed::value(Expr::Cast(t, Box::new(made.expr)), t))
    }

    /// A constant: a literal, or a parameter of the program.
    pub(crate) fn constant(&mut self, t: Type) -> Typed {
        let expr = match self.relation.types.kind(t) {
            Kind::Primitive(primitive) => Expr::Literal(Literal::Primitive(primitive)),
            Kind::Class(class) if self.relation.facts.primitives_are_classes => {
                match self.relation.model.unboxed(class) {
                    Some(primitive) => Expr::Literal(Literal::Primitive(primitive)),
                    None if Some(class) == self.relation.model.known.string => {
                        Expr::Literal(Literal::String)
                    }
                    None => Expr::Param(self.param(t)),
                }
            }
            Kind::Class(class) if Some(class) == self.relation.model.known.string => {
                Expr::Literal(Literal::String)
            }
            _ => Expr::Param(self.param(t)),
        };
        Typed::value(expr, t)
    }

    /// The expression where a value of the type is asked for: a literal may be one of an
    /// integer there, without a suffix or a cast.
    fn adapted(&mut self, expr: Expr, t: Type) -> Result<Expr, DeadEnd> {
        let types = self.relation.facts.integer_literal_types;
        Ok(match expr {
            Expr::Literal(Literal::Primitive(primitive))
                if types.contains(&primitive)
                    && self.relation.unboxed(t) == Some(primitive)
                    && self.choices.chance(1, 2)? =>
            {
                Expr::Literal(Literal::Integer)
            }
            expr => expr,
        })
    }

    /// The values that have names here: the parameters of enclosing lambdas, then
    /// local variables and the parameters of the program.
    fn scope(&self) -> Vec<Typed> {
        let value = |(expr, t)| Typed::value(expr, t);
        let bound = self.bound.iter().enumerate().map(|(at, &t)| value((Expr::Bound(at), t)));
        let locals = (0..self.locals.len()).map(|at| self.named_local(at));
        let params = self.params.iter().enumerate().map(|(at, &t)| value((Expr::Param(at), t)));
        let values = bound.chain(locals).chain(params);
        // What has no value helps nobody to choose an overload.
        values.filter(|value| self.relation.types.kind(value.t) != Kind::Bottom).collect()
    }

    fn named_local(&self, at: usize) -> Typed {
        let Local { t, exact, .. } = self.locals[at];
        Typed { exact, ..Typed::value(Expr::Local(at), t) }
    }

    fn param(&mut self, t: Type) -> usize {
        self.params.iter().position(|&p| p == t).unwrap_or_else(|| {
            self.params.push(t);
            self.params.len() - 1
        })
    }

    fn local(&mut self, t: Type, depth: usize) -> Result<Typed, DeadEnd> {
        let t = self.spread(t)?;
        let made = self.inhabit(t, depth - 1, Position::Argument)?;
        let same = made.exact && made.t == t;
        let omitted = same && self.omits(&made)?;
        let value = if omitted { made.expr } else { self.adapted(made.expr, t)? };
        let exact = !self.relation.facts.flow_typing || same;
        self.locals.push(Local { t, value, omitted, exact });
        self.features.push("locals");
        Ok(self.named_local(self.locals.len() - 1))
    }

    fn conditional(&mut self, t: Type, depth: usize, position: Position) -> Result<Typed, DeadEnd> {
        let boolean = self.relation.types.leaf(Kind::Primitive(Primitive::Boolean));
        let facts = self.relation.facts;
        let branch = if facts.functions_in_branches { position } else { Position::Receiver };
        // A function has no wildcards in its type, so that there is a least upper bound.
        let wild = !facts.poly_conditionals && self.relation.types.has_wildcard(t);
        let t = if wild { self.function_type(t).ok_or(DeadEnd)?.of } else { t };
        let yes = self.inhabit(t, depth - 1, branch)?;
        let no = self.inhabit(t, depth - 1, branch)?;
        let shapes = [yes.shape, no.shape];
        if let Some(&shape) = shapes.iter().find(|&&shape| shape != Shape::Value) {
            let condition = self.param(boolean);
            self.features.push("conditionals");
            let (yes, no) = (Box::new(yes.expr), Box::new(no.expr));
            let expr = Expr::Conditional { condition, yes, no };
            return Ok(Typed { expr, t, exact: true, shape });
        }
        let same = |made: &Typed| made.exact && made.t == t;
        // The least upper bound of two objects is below all that is above both. Numbers would
        // be promoted.
        let objects = [&yes, &no]
            .iter()
            .all(|made| made.shape == Shape::Value && self.relation.unboxed(made.t).is_none());
        let exact = same(&yes) && same(&no);
        let bare = !exact && objects && self.choices.chance(1, 2)?;
        let [yes, no] = [yes, no].map(|made| {
            let kept = bare || same(&made);
            Box::new(if kept { made.expr } else { Expr::Cast(t, Box::new(made.expr)) })
        });
        let condition = self.param(boolean);
        self.features.push("conditionals");
        let made = Typed::value(Expr::Conditional { condition, yes, no }, t);
        Ok(Typed { exact: !bare, ..made })
    }

    /// The function type of a functional interface.
    pub(crate) fn function_type(&mut self, t: Type) -> Option<Function> {
        let model = self.relation.model;
        let class = self.relation.types.class(t)?;
        let sam = model.class(class).sam?;
        if !self.pools.names(class) || !self.relation.facts.is_function(model, class) {
            return None;
        }
        let params = &model.class(class).params;
        // A function has no wildcards in its type.
        let mut subst = Subst::new();
        for (at, &var) in params.iter().enumerate() {
            let arg = self.relation.types.args(t)[at];
            let bounds = &model.var(var).bounds;
            let value = match self.relation.types.kind(arg) {
                Kind::Super
                    if self.relation.facts.lower_bounded_sam_result_is_top
                        && self.relation.types.mentions(model.member(sam).result, var) =>
                {
                    return None;
                }
                Kind::Extends | Kind::Super if bounds.is_empty() => {
                    self.relation.types.args(arg)[0]
                }
                Kind::Any if bounds.is_empty() => self.relation.top(),
                Kind::Extends | Kind::Super | Kind::Any => return None,
                _ => arg,
            };
            subst.set(var, value);
        }
        let owner = self.open_instance(class);
        let owner = self.relation.types.apply(&subst, owner);
        let seen = self.relation.seen_from(owner, sam)?;
        let member = model.member(sam);
        let params: Vec<Type> =
            member.params.iter().map(|&p| self.relation.types.apply(&seen, p)).collect();
        let result = self.relation.types.apply(&seen, member.result);
        let closed = params.iter().chain([&result]).all(|&t| !self.relation.types.has_var(t));
        closed.then_some(Function { params, result, of: owner })
    }

    fn lambda(&mut self, t: Type, depth: usize) -> Result<Typed, DeadEnd> {
        let function = self.function_type(t).ok_or(DeadEnd)?;
        self.lambda_as(function, t, depth, None)
    }

    /// A lambda of the function type, whose body has the type `wrong` if there is one.
    pub(crate) fn lambda_as(
        &mut self,
        Function { params, result, of }: Function,
        t: Type,
        depth: usize,
        wrong: Option<Type>,
    ) -> Result<Typed, DeadEnd> {
        let explicit = !params.is_empty() && self.choices.chance(1, 3)?;
        let first = self.bound.len();
        self.bound.extend(&params);
        self.lambdas += 1;
        // A body has room for a call, but not one inside another.
        let depth = depth.saturating_sub(1).max(usize::from(self.lambdas == 1));
        let mut precise = true;
        let body = match self.relation.types.kind(result) {
            _ if let Some(wrong) = wrong => {
                precise = false;
                Some(Box::new(self.pinned(wrong, depth)?.expr))
            }
            Kind::Void => self.ways(&[1, if depth > 0 { 2 } else { 0 }], |s, way| match way {
                0 => Ok(None),
                _ => Ok(Some(Box::new(s.statement(depth)?.expr))),
            })?,
            _ => {
                let position = match self.relation.facts.target_typed_lambda_bodies {
                    true => Position::Argument,
                    false => Position::Receiver,
                };
                let body = self.inhabit(result, depth, position)?;
                precise = body.exact && body.shape == Shape::Value && body.t == result;
                Some(Box::new(body.expr))
            }
        };
        self.lambdas -= 1;
        self.bound.truncate(first);
        self.features.push("lambdas");
        let arity = params.len();
        let params = params.into_iter().enumerate().map(|(at, t)| (first + at, t)).collect();
        Ok(Typed {
            expr: Expr::Lambda { params, explicit, body, of, result, precise },
            t,
            exact: true,
            shape: Shape::Lambda(arity),
        })
    }

    /// A reference to a member that can be used as a function of the type.
    fn reference(&mut self, t: Type, depth: usize) -> Result<Typed, DeadEnd> {
        let function = self.function_type(t).ok_or(DeadEnd)?;
        self.reference_as(&function, t, depth)
    }

    pub(crate) fn reference_as(
        &mut self,
        function: &Function,
        t: Type,
        depth: usize,
    ) -> Result<Typed, DeadEnd> {
        let model = self.relation.model;
        let arity = function.params.len();
        let facts = self.relation.facts;
        let converts = facts.converting_references;
        let unboxed = self.relation.unboxed(function.result);
        let converted = match (self.relation.types.kind(function.result), unboxed) {
            _ if !converts => None,
            (Kind::Primitive(_), _) => self.relation.boxed(function.result),
            (_, primitive) => {
                primitive.map(|primitive| self.relation.types.leaf(Kind::Primitive(primitive)))
            }
        };
        // The value of a property is not discarded.
        let void = self.relation.types.kind(function.result) == Kind::Void;
        // Whether the member can be referred to, and whether with an object
        // before the colons.
        let fits = |id: MemberId| {
            let member = model.member(id);
            let source = graph::is_source(model, id);
            let fixed = member.params.len() - usize::from(member.varargs);
            let bound =
                !source && (member.params.len() == arity || member.varargs && fixed == arity);
            let inner = !source && member.sort == MemberSort::Constructor;
            let fits = (bound
                || member.params.len() + usize::from(!source) == arity
                || member.varargs && fixed + usize::from(!source) <= arity)
                && (member.sort != MemberSort::Field
                    || facts.property_references && !member.is_static && !void)
                && !inner
                && !member.throws
                && (converts || !member.varargs)
                && member.extends.is_none()
                && facts.is_referable(model, id, bound)
                // The last parameters are those of the member in any case.
                && (member.varargs
                    || function.params.iter().rev().zip(member.params.iter().rev()).all(
                        |(&have, &want)| {
                            may_take(model, &self.relation.types, have, want, converts)
                        },
                    ));
            fits.then_some((id, bound))
        };
        // What produces the result, and what the first parameter has.
        let mut candidates: Vec<(MemberId, bool)> = Vec::new();
        for result in [Some(function.result), converted].into_iter().flatten() {
            let Some(node) = Node::of(&self.relation.types, result) else { continue };
            let producers = self.graph.producers(model, node, usize::from(u8::MAX) - 1);
            candidates.extend(producers.iter().filter_map(|&id| fits(id)));
        }
        if let Some(class) = function.params.first().and_then(|&t| self.relation.types.class(t)) {
            let own = model.members_of(class).filter_map(fits);
            candidates.extend(own.filter(|&(id, bound)| !bound && self.pools.uses(id)));
        }
        self.attempts(TRIES, |s| {
            let (id, bound) = *s.choices.choose(&candidates)?;
            s.reference_to(id, bound, function, t, depth)
        })
    }

    fn reference_to(
        &mut self,
        id: MemberId,
        bound: bool,
        function: &Function,
        t: Type,
        depth: usize,
    ) -> Result<Typed, DeadEnd> {
        let model = self.relation.model;
        let member = model.member(id);
        let (params, result) = (&function.params, function.result);
        let class = model.class(member.owner);
        if !class.accessible || (bound && !self.pools.names(member.owner)) {
            return Err(DeadEnd);
        }
        let mut open = member.vars.clone();
        if !member.is_static {
            open.extend(&class.params);
        }
        let mut subst = Subst::new();
        let owner = self.open_instance(member.owner);
        let mut formals = member.params.clone();
        if !graph::is_source(model, id) && !bound {
            formals.insert(0, owner);
            // What becomes the object must be of a subtype; it is not boxed (JLS 15.13.1).
            if params.first().is_some_and(|&first| self.relation.types.is_primitive(first)) {
                return Err(DeadEnd);
            }
        }
        let array = |&t: &Type| self.relation.types.kind(t) == Kind::Array;
        let same_arity = formals.len() == params.len();
        if member.varargs && !(same_arity && params.last().is_some_and(array)) {
            let array = formals.pop().ok_or(DeadEnd)?;
            let element = self.relation.types.args(array)[0];
            formals.extend((formals.len()..params.len()).map(|_| element));
        }
        if formals.len() != params.len() {
            return Err(DeadEnd);
        }
        let converts = self.relation.facts.converting_references;
        for (&have, &want) in params.iter().zip(&formals) {
            let primitives = [have, want].map(|t| self.relation.types.is_primitive(t));
            let passes = match primitives {
                [false, false] => self.relation.unify(have, want, &open, &mut subst),
                _ if have == want => true,
                // What is inferred for a variable is the box of the primitive type.
                [false, true] => converts && self.relation.boxed(want) == Some(have),
                _ => {
                    converts
                        && !self.relation.types.has_var(want)
                        && self.relation.is_loose(have, want)
                }
            };
            if !passes {
                return Err(DeadEnd);
            }
        }
        if self.relation.types.kind(result) != Kind::Void {
            let primitives = self.relation.types.is_primitive(result)
                || self.relation.types.is_primitive(member.result);
            let passes = if primitives {
                result == member.result
                    || converts
                        && !self.relation.types.has_var(member.result)
                        && self.relation.types.kind(member.result) != Kind::Void
                        && self.relation.is_loose(member.result, result)
            } else {
                self.relation.unify(member.result, result, &open, &mut subst)
            };
            if !passes {
                return Err(DeadEnd);
            }
        }
        // A free variable has no constraint, unless the type of the object gives one.
        let inferred = if bound { &member.vars } else { &open };
        if member.sort != MemberSort::Constructor
            && inferred.iter().any(|&var| subst.get(var).is_none())
        {
            return Err(DeadEnd);
        }
        self.close(&open, &mut subst, 0)?;
        let of = self.relation.types.apply(&subst, owner);
        // Every overload takes what has no value.
        let bottom = |&t: &Type| self.relation.types.kind(t) == Kind::Bottom;
        if self.relation.types.has_wildcard(of)
            || params.iter().any(bottom)
            || !self.relation.is_sure_reference(id, of, params, bound)
        {
            return Err(DeadEnd);
        }
        let receiver = match bound {
            true => Some(Box::new(self.pinned(of, depth.saturating_sub(1))?.expr)),
            false => None,
        };
        self.features.push("references");
        Ok(Typed {
            expr: Expr::Reference { member: id, of, to: function.of, receiver },
            t,
            exact: true,
            shape: Shape::Reference,
        })
    }

    /// A chain of calls that ends in a value of the type (Algorithms 1 and 2).
    fn chain(&mut self, t: Type, depth: usize, mut path: Path) -> Result<Typed, DeadEnd> {
        let goal = match self.relation.types.kind(t) {
            Kind::Nullable => self.relation.types.args(t)[0],
            _ => t,
        };
        self.extend(goal, self.settings.chain, &mut path)?;
        let made = self.walk(path, depth)?;
        if self.relation.is_subtype(made.t, t) { Ok(made) } else { Err(DeadEnd) }
    }

    /// A call on the parameter of an enclosing lambda, whose result does not matter.
    fn statement(&mut self, depth: usize) -> Result<Typed, DeadEnd> {
        let model = self.relation.model;
        let facts = self.relation.facts;
        let mut values = self.scope();
        values.retain(|value| matches!(value.expr, Expr::Bound(_)));
        self.attempts(TRIES, |s| {
            let value = s.choices.choose(&values)?.clone();
            let class = s.relation.types.class(value.t).ok_or(DeadEnd)?;
            let is_statement = |&id: &MemberId| {
                let member = model.member(id);
                member.sort == MemberSort::Method
                    && !member.is_static
                    && s.pools.uses(id)
                    && !facts.is_property(model, id)
            };
            let methods: Vec<MemberId> = model.members_of(class).filter(is_statement).collect();
            let id = *s.choices.choose(&methods)?;
            let mut path = Path::default();
            s.start(value, id, None, &mut path)?;
            s.walk(path, depth)
        })
    }

    /// The calls of a path, from its start to its end.
    fn walk(&mut self, mut path: Path, depth: usize) -> Result<Typed, DeadEnd> {
        let open = std::mem::take(&mut path.open);
        self.close(&open, &mut path.subst, 1)?;
        let mut made = match path.start {
            Start::Nothing => None,
            Start::Value(value) => Some(value),
            Start::Constant(t) => {
                let t = self.relation.types.apply(&path.subst, t);
                Some(self.constant(t))
            }
        };
        path.subst.extend(&path.hidden);
        for &member in path.steps.iter().rev() {
            let (args, variable) = self.arguments(member, &path.subst, depth - 1)?;
            made = Some(self.call(member, made, path.subst.clone(), args, variable, false)?);
        }
        made.ok_or(DeadEnd)
    }

    /// Draws the last call of a chain that gives a value of the goal, and then
    /// the chain that gives its receiver.
    fn extend(&mut self, goal: Type, steps: usize, path: &mut Path) -> Result<(), DeadEnd> {
        let model = self.relation.model;
        let graph = self.graph;
        let goal = self.relation.apply_all(&path.subst, goal);
        let node = Node::of(&self.relation.types, goal).ok_or(DeadEnd)?;
        let direct = graph.producers(model, node, steps);
        let every = graph.producers(model, node, usize::MAX);
        let any = match node {
            Node::Primitive(_) => &[],
            _ => graph.producers(model, Node::Variable, steps),
        };
        let scope = self.scope();
        let weights = [
            5 * u32::from(!direct.is_empty()),
            u32::from(!any.is_empty()),
            2 * u32::from(!every.is_empty() && !path.scoped),
            match (path.scoped, scope.is_empty()) {
                (_, true) => 0,
                (true, false) => 10,
                (false, false) => 2,
            },
        ];
        let before = path.clone();
        let found = self.ways(&weights, |s, way| {
            s.attempts(TRIES, |s| {
                let mut tried = before.clone();
                if way == 3 {
                    let value = s.choices.choose(&scope)?.clone();
                    let (of_class, of_any) = s.members_for(value.t, node);
                    let few = [4 * of_class.len().min(1) as u32, of_any.len().min(1) as u32];
                    let candidates = [&of_class, &of_any][s.choices.weighted(&few)?];
                    let id = *s.choices.choose(candidates)?;
                    s.start(value, id, Some(goal), &mut tried)?;
                    return Ok(tried);
                }
                let producers = [direct, any, every][way];
                let id = producers[s.choices.pick(producers.len())?];
                let steps = if way == 2 { 0 } else { steps };
                s.step(id, goal, steps, &mut tried)?;
                Ok(tried)
            })
        })?;
        *path = found;
        Ok(())
    }

    /// The members of a value that may give a value of the node: those with such a
    /// result, and those whose result is a type variable.
    fn members_for(&self, t: Type, node: Node) -> (Vec<MemberId>, Vec<MemberId>) {
        let model = self.relation.model;
        let (mut direct, mut any) = (Vec::new(), Vec::new());
        let Some(class) = self.relation.types.class(t) else { return (direct, any) };
        for id in model.members_of(class).filter(|&id| self.pools.uses(id)) {
            let member = model.member(id);
            match (Node::of(&self.relation.types, member.result), node) {
                _ if member.is_static => {}
                (Some(Node::Variable), _) => any.push(id),
                (Some(Node::Class(below)), Node::Class(above)) if model.descends(below, above) => {
                    direct.push(id);
                }
                (Some(_), Node::Variable) => direct.push(id),
                (result, _) if result == Some(node) => direct.push(id),
                _ => {}
            }
        }
        (direct, any)
    }

    /// Starts a path at a value, with a member of its class whose result is a value of
    /// the goal, if there is one.
    fn start(
        &mut self,
        value: Typed,
        id: MemberId,
        goal: Option<Type>,
        path: &mut Path,
    ) -> Result<(), DeadEnd> {
        let member = self.relation.model.member(id);
        if path.steps.contains(&id) || (member.throws && self.lambdas > 0) {
            return Err(DeadEnd);
        }
        path.open(&member.vars);
        // What a wildcard stands for has no name, so no parameter may need it.
        if !self.hides_no_parameter(value.t, id) {
            return Err(DeadEnd);
        }
        let seen = self.relation.seen_from(value.t, id).ok_or(DeadEnd)?;
        for (var, t) in seen.iter() {
            if self.relation.types.is_wildcard(t) {
                if path.open.contains(&var) {
                    return Err(DeadEnd);
                }
                path.hidden.set(var, t);
                continue;
            }
            path.open(&[var]);
            let open = self.relation.types.leaf(Kind::Var(var));
            let bound = self.relation.unify(open, t, &path.open, &mut path.subst);
            if !bound || self.relation.apply_all(&path.subst, open) != t {
                return Err(DeadEnd);
            }
        }
        if let Some(goal) = goal {
            let result = self.relation.project(&path.hidden, member.result);
            if !self.relation.unify(result, goal, &path.open, &mut path.subst) {
                return Err(DeadEnd);
            }
        }
        path.steps.push(id);
        path.start = Start::Value(value);
        Ok(())
    }

    /// Adds a call to the beginning of a path; if there are no more steps, its receiver is
    /// a constant.
    fn step(
        &mut self,
        id: MemberId,
        goal: Type,
        steps: usize,
        path: &mut Path,
    ) -> Result<(), DeadEnd> {
        let model = self.relation.model;
        let member = model.member(id);
        if path.steps.contains(&id) || (member.throws && self.lambdas > 0) {
            return Err(DeadEnd);
        }
        path.open(&member.vars);
        if !member.is_static {
            path.open(&model.class(member.owner).params);
        }
        if !self.relation.unify(member.result, goal, &path.open, &mut path.subst) {
            return Err(DeadEnd);
        }
        path.steps.push(id);
        if graph::is_source(model, id) {
            return if path.scoped { Err(DeadEnd) } else { Ok(()) };
        }
        let receiver = match (member.extends, member.sort) {
            (Some(receiver), _) => receiver,
            (None, MemberSort::Constructor) => {
                self.open_instance(model.class(member.owner).inner_of.ok_or(DeadEnd)?)
            }
            (None, _) => self.open_instance(member.owner),
        };
        if let Some(value) = self.receiver_in_scope(receiver, path)? {
            path.start = Start::Value(value);
            return Ok(());
        }
        let Some(owner) = self.relation.types.class(receiver) else { return Err(DeadEnd) };
        // Up the hierarchy: the receiver may be an object of a subclass.
        let usable = model.class(owner).accessible && self.pools.names(owner);
        let below = model.subclasses(owner);
        let weights = [3 * u32::from(usable), 2 * u32::from(!below.is_empty())];
        let class = match self.choices.weighted(&weights)? {
            0 => owner,
            _ => below[self.choices.pick(below.len())?],
        };
        if path.classes.contains(&class) || !self.pools.names(class) {
            return Err(DeadEnd);
        }
        path.classes.push(class);
        let mut goal = receiver;
        if class != owner {
            path.open(&model.class(class).params);
            goal = self.open_instance(class);
            let seen = self.relation.as_super(goal, owner).ok_or(DeadEnd)?;
            if !self.relation.unify(seen, receiver, &path.open, &mut path.subst) {
                return Err(DeadEnd);
            }
        }
        if steps == 0 {
            path.start = Start::Constant(goal);
            return Ok(());
        }
        self.extend(goal, steps - 1, path)
    }

    /// A named value that can be the receiver, if one is to be it.
    fn receiver_in_scope(
        &mut self,
        receiver: Type,
        path: &mut Path,
    ) -> Result<Option<Typed>, DeadEnd> {
        let mut fitting = self.scope();
        fitting.retain(|value| {
            let mut subst = path.subst.clone();
            self.relation.types.class(value.t).is_some()
                && self.relation.unify(value.t, receiver, &path.open, &mut subst)
        });
        if fitting.is_empty() || !self.choices.chance(1, 2)? {
            return Ok(None);
        }
        let value = fitting.swap_remove(self.choices.pick(fitting.len())?);
        self.relation.unify(value.t, receiver, &path.open, &mut path.subst);
        Ok(Some(value))
    }

    /// Arguments for a member under a substitution, and whether its last
    /// parameter is given a variable number of them.
    fn arguments(
        &mut self,
        id: MemberId,
        subst: &Subst,
        depth: usize,
    ) -> Result<(Vec<Typed>, bool), DeadEnd> {
        let variable = self.is_variable(id)?;
        let params = self.relation.model.member(id).params.len();
        let (count, phase) = match variable {
            Some(extra) => (params - 1 + extra, Phase::Variable),
            None => (params, Phase::Strict),
        };
        let mut args = Vec::with_capacity(count);
        for at in 0..count {
            let formal = self.relation.formal(id, at, phase);
            let formal = self.relation.types.apply(subst, formal);
            args.push(self.inhabit(formal, depth, Position::Argument)?);
        }
        self.spread_last(id, variable.is_some(), &mut args);
        Ok((args, variable.is_some()))
    }

    /// Marks an array that is passed for a variable number of arguments, where
    /// the language asks for it.
    fn spread_last(&self, id: MemberId, variable: bool, args: &mut [Typed]) {
        if self.relation.model.member(id).varargs
            && !variable
            && self.relation.facts.spread_operator
            && let Some(last) = args.last_mut()
        {
            last.shape = Shape::Spread;
        }
    }

    /// A call, if it is sure that it means the member.
    pub(crate) fn call(
        &mut self,
        id: MemberId,
        receiver: Option<Typed>,
        subst: Subst,
        mut args: Vec<Typed>,
        variable: bool,
        outermost: bool,
    ) -> Result<Typed, DeadEnd> {
        let model = self.relation.model;
        let facts = self.relation.facts;
        let receiver_type = receiver.as_ref().map(|r| r.t);
        let (class, called) = self.selected(id, receiver_type)?;
        let whole = self.whole_substitution(id, called, receiver_type, &subst)?;
        let resolved = model.member(called);
        if self.makes_array_of_values(called, &whole) {
            return Err(DeadEnd);
        }
        let mut result = self.relation.project(&whole, resolved.result);
        if self.relation.facts.null_safety && self.is_captured(&whole, resolved.result) {
            result = self.relation.types.make(Kind::Nullable, &[result]);
        }
        let lost = whole.iter().any(|(_, t)| self.relation.types.is_wildcard(t));
        let special =
            model.name(resolved.name) == "getClass" || is_signature_polymorphic(model, called);
        let phase = if variable { Phase::Variable } else { Phase::Strict };
        let formals: Vec<Type> =
            (0..args.len()).map(|at| self.relation.formal(called, at, phase)).collect();
        let expected: Vec<Type> =
            formals.iter().map(|&formal| self.relation.project(&whole, formal)).collect();
        self.adapt(called, &mut args, &formals, &expected, variable)?;
        let vars = model.call_vars(called);
        let type_args: Vec<Type> = vars.iter().filter_map(|&var| whole.get(var)).collect();
        if type_args.len() != vars.len() {
            return Err(DeadEnd);
        }
        let site =
            CallSite { class, receiver: receiver_type, called, expected: &expected, variable };
        let resolution = self.told_apart(&site, &mut args, &type_args);
        if resolution == Resolution::ByCasts {
            for (arg, &formal) in args.iter_mut().zip(&expected) {
                if arg.shape == Shape::Value && arg.t != formal {
                    arg.cast_to(formal);
                }
            }
            self.features.push("casts");
        }
        let overloaded = self.relation.is_overloaded(class, called, args.len());
        if overloaded && outermost {
            self.features.push("overloads");
        }
        let mut in_java = false;
        if resolution == Resolution::Unknown {
            if !outermost {
                return Err(DeadEnd);
            }
            let shapes: Vec<Arg> = args.iter().map(Typed::as_arg).collect();
            in_java = !self.settings.erased_overloads
                && self.relation.is_resolved_in_java(&site, &shapes);
            self.overload = if in_java { Overload::ForeseenInJava } else { Overload::Open };
        }
        if facts.literals_adapt_in_calls && !self.relation.has_rivals(class, called) {
            for (arg, (&open, &formal)) in args.iter_mut().zip(formals.iter().zip(&expected)) {
                // What is inferred from a literal is the type that it has by itself.
                if !vars.iter().any(|&var| self.relation.types.mentions(open, var)) {
                    arg.expr = self.adapted(arg.expr.clone(), formal)?;
                }
            }
        }
        let unnamed = |arg: &Typed| {
            !matches!(arg.expr, Expr::Param(_) | Expr::Local(_) | Expr::Bound(_))
                && self.relation.must_be_named(called, arg.t)
        };
        if args.iter().any(unnamed) {
            return Err(DeadEnd);
        }
        let call = Call {
            member: called,
            class,
            receiver: receiver.map(|r| r.expr),
            type_args,
            arg_types: args.iter().map(|arg| arg.t).collect(),
            args: args.into_iter().map(|arg| arg.expr).collect(),
            subst: whole,
            formals,
            overloaded,
            // What Java accepts has its type arguments.
            told_by_types: in_java
                || resolution == Resolution::ByTypeArguments && !self.settings.erased_overloads,
            erasable: false,
        };
        Ok(Typed {
            expr: Expr::Call(Box::new(call)),
            t: result,
            exact: !lost && !special && !resolved.raw,
            shape: Shape::Value,
        })
    }

    /// What makes sure that a call means the intended overload. Where nothing else does,
    /// functions are cast to the types that they have as objects.
    fn told_apart(
        &mut self,
        site: &CallSite<'_>,
        args: &mut [Typed],
        type_args: &[Type],
    ) -> Resolution {
        let resolution = self.resolution(site, args, type_args);
        if resolution != Resolution::Unknown {
            return resolution;
        }
        let mut cast = args.to_vec();
        for arg in &mut cast {
            if let Some((expr, t)) = self.relation.cast_function(&arg.expr) {
                *arg = Typed::value(expr, t);
            }
        }
        let resolution = self.resolution(site, &cast, type_args);
        if resolution != Resolution::Unknown {
            args.clone_from_slice(&cast);
            self.features.push("casts");
        }
        resolution
    }

    fn resolution(
        &mut self,
        site: &CallSite<'_>,
        args: &[Typed],
        type_args: &[Type],
    ) -> Resolution {
        let overloaded = self.relation.is_overloaded(site.class, site.called, args.len());
        if overloaded
            && !self.relation.facts.applicability_phases
            && args.iter().any(|arg| self.relation.is_vague(&arg.expr))
        {
            return Resolution::Unknown;
        }
        let args: Vec<Arg> = args.iter().map(Typed::as_arg).collect();
        self.relation.resolution(site, &args, type_args)
    }

    /// The class that a call names or its receiver has, and the member there: the
    /// one that overrides the intended one, if there is such.
    fn selected(
        &self,
        id: MemberId,
        receiver: Option<Type>,
    ) -> Result<(ClassId, MemberId), DeadEnd> {
        let model = self.relation.model;
        let member = model.member(id);
        let (class, called) = match receiver {
            Some(receiver) if member.is_inherited() => {
                let class = self.relation.erased_class(receiver).ok_or(DeadEnd)?;
                let named = model.named(class, member.name);
                let found = named.iter().find(|(_, m)| model.is_or_overrides(*m, id));
                (class, found.ok_or(DeadEnd)?.1)
            }
            _ => (member.owner, id),
        };
        let usable = called == id || self.pools.uses(called);
        let same_variables = model.member(called).vars.len() == member.vars.len();
        if usable && same_variables { Ok((class, called)) } else { Err(DeadEnd) }
    }

    /// The substitution of a call, extended to the variables of the member that is
    /// called and of its class.
    fn whole_substitution(
        &mut self,
        id: MemberId,
        called: MemberId,
        receiver: Option<Type>,
        subst: &Subst,
    ) -> Result<Subst, DeadEnd> {
        let model = self.relation.model;
        let member = model.member(id);
        // Kotlin's library has extensions of types that violate the bounds of their
        // own classes.
        if let Some(extended) = member.extends {
            let extended = self.relation.types.apply(subst, extended);
            if !self.relation.is_well_formed(extended) {
                return Err(DeadEnd);
            }
        }
        let mut whole = subst.clone();
        if let Some(receiver) = receiver
            && member.is_inherited()
        {
            whole.extend(&self.relation.seen_from(receiver, called).ok_or(DeadEnd)?);
        }
        for (&from, &to) in member.vars.iter().zip(&model.member(called).vars) {
            if let Some(t) = subst.get(from) {
                whole.set(to, t);
            }
        }
        Ok(whole)
    }

    /// Whether an array of a type variable of Java would be one of a primitive type, or of
    /// a trait of values: it is an array of objects.
    fn makes_array_of_values(&self, id: MemberId, whole: &Subst) -> bool {
        let types = &self.relation.types;
        let model = self.relation.model;
        let member = model.member(id);
        let is_value = |t: Type| match types.class(t) {
            Some(class) => !model.descends(class, model.known.object),
            None => types.is_primitive(t),
        };
        let of_value =
            |var: VarId| !model.var(var).primitives && whole.get(var).is_some_and(is_value);
        let mut parts: Vec<Type> = member.params.iter().copied().chain([member.result]).collect();
        while let Some(t) = parts.pop() {
            let args = types.args(t);
            if types.kind(t) == Kind::Array && types.var(args[0]).is_some_and(of_value) {
                return self.relation.facts.primitives_for_type_parameters_of_java;
            }
            parts.extend(args);
        }
        false
    }

    /// Makes sure that arguments can be passed, by casts and parameter types where
    /// the language needs them.
    fn adapt(
        &mut self,
        called: MemberId,
        args: &mut [Typed],
        formals: &[Type],
        expected: &[Type],
        variable: bool,
    ) -> Result<(), DeadEnd> {
        let facts = self.relation.facts;
        for (arg, (&formal, &open)) in args.iter_mut().zip(expected.iter().zip(formals)) {
            if matches!(arg.shape, Shape::Value | Shape::Spread)
                && !facts.passes(&mut self.relation, arg.t, formal)
            {
                return Err(DeadEnd);
            }
            // Type arguments that do not bind do not give a lambda its parameter types.
            if let Expr::Lambda { explicit, params, .. } = &mut arg.expr
                && !facts.explicit_type_arguments_bind
                && (variable || self.relation.types.var(open).is_some())
            {
                *explicit = !params.is_empty();
            }
            // Its type must be known precisely.
            if !arg.exact {
                let shape = arg.shape;
                arg.cast_to(arg.t);
                arg.shape = shape;
            }
        }
        let single = variable && args.len() == self.relation.model.member(called).params.len();
        if single
            && !facts.widens_single_variadic_argument
            && let (Some(last), Some(&formal)) = (args.last_mut(), expected.last())
            && let Kind::Primitive(want) = self.relation.types.kind(formal)
            && self.relation.unboxed(last.t) != Some(want)
        {
            last.cast_to(formal);
        }
        Ok(())
    }

    /// Whether a type is a variable for which a wildcard stands.
    fn is_captured(&self, subst: &Subst, t: Type) -> bool {
        let value = self.relation.types.var(t).and_then(|var| subst.get(var));
        value
            .is_some_and(|value| matches!(self.relation.types.kind(value), Kind::Any | Kind::Super))
    }
}

/// Whether a member with a parameter of type `want` might take a value of type
/// `have`, by a look at the classes alone; primitive types may be converted.
fn may_take(model: &Model, types: &Types, have: Type, want: Type, converts: bool) -> bool {
    match (types.kind(have), types.kind(want)) {
        (Kind::Primitive(_), _) | (_, Kind::Primitive(_)) => have == want || converts,
        (Kind::Class(below), Kind::Class(above)) => {
            model.known.is_top(above) || model.descends(below, above)
        }
        _ => true,
    }
}

/// A function type without wildcards.
#[derive(Clone)]
pub(crate) struct Function {
    pub(crate) params: Vec<Type>,
    pub(crate) result: Type,
    /// The type that the function has as an object.
    pub(crate) of: Type,
}

/// Where a chain of calls starts.
#[derive(Clone, Debug, Default)]
enum Start {
    /// At a static member or a constructor, which is applied to nothing.
    #[default]
    Nothing,
    /// At a value that has a name.
    Value(Typed),
    /// At a constant of the type.
    Constant(Type),
}

/// A chain of calls, from its end backwards.
#[derive(Clone, Debug, Default)]
struct Path {
    steps: Vec<MemberId>,
    start: Start,
    /// Whether it must start at a value that has a name.
    scoped: bool,
    /// The classes of the receivers, none of them twice.
    classes: Vec<ClassId>,
    open: Vec<VarId>,
    subst: Subst,
    /// The type arguments of the value at the start that are wildcards.
    hidden: Subst,
}

impl Path {
    fn open(&mut self, vars: &[VarId]) {
        for &var in vars {
            if !self.open.contains(&var) {
                self.open.push(var);
            }
        }
    }
}
