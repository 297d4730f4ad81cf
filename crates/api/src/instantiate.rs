//! Types for variables and positions: substitutions within bounds, subtypes,
//! supertypes, receivers.

use choice::DeadEnd;

use crate::decl::{MemberSort, Primitive, Variance};
use crate::graph;
use crate::model::MemberId;
use crate::synth::{Synth, TRIES};
use crate::types::{ClassId, Kind, Subst, Type, VarId};

impl Synth<'_, '_> {
    /// A random valid substitution for the variables of a member. The type of the receiver
    /// comes with it if programs cannot name the member's class: an heir is drawn first,
    /// since it may ask for more than that class.
    pub(crate) fn member_substitution(
        &mut self,
        id: MemberId,
    ) -> Result<(Subst, Option<Type>), DeadEnd> {
        let model = self.relation.model;
        let member = model.member(id);
        let mut subst = Subst::new();
        let mut heir = None;
        let mut vars = Vec::new();
        if !member.is_static {
            vars.extend(&model.class(member.owner).params);
        }
        if !graph::is_source(model, id) && member.is_inherited() && !self.is_named(member.owner) {
            let named: Vec<ClassId> = model.subclasses(member.owner).to_vec();
            let named: Vec<ClassId> = named.into_iter().filter(|&c| self.pools.names(c)).collect();
            let class = *self.choices.choose(&named)?;
            let mut own = Subst::new();
            self.instantiate(&model.class(class).params, &mut own, 2)?;
            let instance = self.open_instance(class);
            let instance = self.relation.types.apply(&own, instance);
            subst = self.relation.seen_from(instance, id).ok_or(DeadEnd)?;
            heir = Some(instance);
        }
        vars.extend(&member.vars);
        self.instantiate(&vars, &mut subst, 2)?;
        Ok((subst, heir))
    }

    /// Whether programs can name a class.
    fn is_named(&self, class: ClassId) -> bool {
        self.relation.model.class(class).accessible && self.pools.names(class)
    }

    /// Gives a type to those of the variables that have none, within their
    /// bounds.
    pub(crate) fn instantiate(
        &mut self,
        vars: &[VarId],
        subst: &mut Subst,
        depth: usize,
    ) -> Result<(), DeadEnd> {
        let model = self.relation.model;
        let mut rest: Vec<VarId> =
            vars.iter().copied().filter(|&var| subst.get(var).is_none()).collect();
        while !rest.is_empty() {
            // A variable comes after those that its bounds mention.
            let free = |&var: &VarId| {
                let mut mentioned = Vec::new();
                let declared = model.var(var);
                for &bound in declared.bounds.iter().chain(&declared.lower) {
                    self.relation.types.vars(bound, &mut mentioned);
                }
                !mentioned.iter().any(|other| *other != var && rest.contains(other))
            };
            let at = rest.iter().position(free).unwrap_or(0);
            let var = rest.remove(at);
            let value = self.attempts(TRIES, |s| s.value_for(var, subst, depth))?;
            subst.set(var, value);
        }
        for &var in vars {
            if !self.relation.respects_bounds(var, subst) {
                return Err(DeadEnd);
            }
        }
        Ok(())
    }

    pub(crate) fn value_for(
        &mut self,
        var: VarId,
        subst: &Subst,
        depth: usize,
    ) -> Result<Type, DeadEnd> {
        let model = self.relation.model;
        let declared = model.var(var);
        if declared.arity > 0 {
            let fits = |class: &&ClassId| model.is_constructor(**class, declared.arity);
            let constructors: Vec<ClassId> =
                self.pools.generic.iter().filter(fits).copied().collect();
            let class = *self.choices.choose(&constructors)?;
            return Ok(self.relation.class_type(class));
        }
        let value = match (declared.bounds.first(), declared.lower) {
            (_, Some(lower)) => {
                let lower = self.relation.types.apply(subst, lower);
                self.supertype(lower)?
            }
            (None, None) if self.relation.takes_primitives(var) && self.choices.chance(1, 4)? => {
                let primitive = *self.choices.choose(&Primitive::ALL)?;
                self.relation.types.leaf(Kind::Primitive(primitive))
            }
            (None, None) => self.random_type(depth)?,
            (Some(&bound), None) if self.relation.is_nullable_top(bound) => {
                let value = self.random_type(depth)?;
                match self.choices.chance(1, 6)? {
                    true => self.relation.types.make(Kind::Nullable, &[value]),
                    false => value,
                }
            }
            (Some(&bound), None) => {
                let bound = self.relation.types.apply(subst, bound);
                self.below_bound(var, bound, depth)?
            }
        };
        let mut subst = subst.clone();
        subst.set(var, value);
        let foreign = declared.bounds.iter().any(|&bound| {
            let bound = self.relation.types.apply(&subst, bound);
            self.relation.types.has_var(bound)
        });
        // A bound that mentions variables without a type is checked when they
        // have one.
        if foreign || self.relation.respects_bounds(var, &subst) { Ok(value) } else { Err(DeadEnd) }
    }

    /// A type for a variable below its bound, in which it may occur itself.
    pub(crate) fn below_bound(
        &mut self,
        var: VarId,
        bound: Type,
        depth: usize,
    ) -> Result<Type, DeadEnd> {
        let model = self.relation.model;
        let Some(class) = self.relation.types.class(bound) else {
            return if self.relation.types.has_var(bound) {
                Err(DeadEnd)
            } else {
                self.subtype(bound)
            };
        };
        let candidates = model.subclasses(class);
        let below = candidates[self.choices.pick(candidates.len())?];
        if !self.pools.names(below) {
            return Err(DeadEnd);
        }
        let instance = self.open_instance(below);
        let mut itself = Subst::new();
        itself.set(var, instance);
        let bound = self.relation.types.apply(&itself, bound);
        let seen = self.relation.as_super(instance, class).ok_or(DeadEnd)?;
        self.close_instance(below, seen, bound, depth)
    }

    /// The class with its own parameters as arguments.
    pub(crate) fn open_instance(&mut self, class: ClassId) -> Type {
        let params = &self.relation.model.class(class).params;
        let args: Vec<Type> =
            params.iter().map(|&var| self.relation.types.leaf(Kind::Var(var))).collect();
        self.relation.types.make(Kind::Class(class), &args)
    }

    /// An instance of `class` such that `seen`, a type over its parameters, is
    /// below `bound`.
    pub(crate) fn close_instance(
        &mut self,
        class: ClassId,
        seen: Type,
        bound: Type,
        depth: usize,
    ) -> Result<Type, DeadEnd> {
        let params = &self.relation.model.class(class).params;
        let mut subst = Subst::new();
        if !self.relation.unify(seen, bound, params, &mut subst) {
            return Err(DeadEnd);
        }
        self.close(params, &mut subst, depth.saturating_sub(1))?;
        let instance = self.open_instance(class);
        let instance = self.relation.types.apply(&subst, instance);
        if self.relation.types.has_var(instance) { Err(DeadEnd) } else { Ok(instance) }
    }

    /// Makes a substitution ground: bindings among variables are resolved, and
    /// what is free gets a type.
    pub(crate) fn close(
        &mut self,
        open: &[VarId],
        subst: &mut Subst,
        depth: usize,
    ) -> Result<(), DeadEnd> {
        let mut free = Vec::new();
        for &var in open {
            let t = self.relation.types.leaf(Kind::Var(var));
            let t = self.relation.apply_all(subst, t);
            self.relation.types.vars(t, &mut free);
        }
        let mut values = Subst::new();
        free.retain(|var| open.contains(var));
        // The bounds of free variables may mention bound ones.
        for &var in open {
            let t = self.relation.types.leaf(Kind::Var(var));
            let t = self.relation.apply_all(subst, t);
            if !self.relation.types.has_var(t) {
                values.set(var, t);
            }
        }
        let ground = values.clone();
        self.instantiate(&free, &mut values, depth)?;
        for &var in open {
            let t = self.relation.types.leaf(Kind::Var(var));
            let t = self.relation.apply_all(subst, t);
            let t = self.relation.types.apply(&values, t);
            values.set(var, t);
        }
        debug_assert!(ground.subsumes(&values), "condition (2) of Definition 3.10");
        if !self.relation.is_valid(&values) {
            return Err(DeadEnd);
        }
        *subst = values;
        Ok(())
    }

    // Types.

    /// A reference type of any kind.
    pub(crate) fn random_type(&mut self, depth: usize) -> Result<Type, DeadEnd> {
        let pools = self.pools;
        let weights = [
            if pools.common.is_empty() { 0 } else { 5 },
            if pools.simple.is_empty() { 0 } else { 4 },
            if depth == 0 || pools.generic.is_empty() { 0 } else { 4 },
            u32::from(self.settings.arrays && depth > 0),
            u32::from(self.settings.wildcards && depth > 0 && !pools.wild.is_empty()),
        ];
        self.ways(&weights, |s, way| match way {
            0 => {
                let class = *s.choices.choose(&pools.common)?;
                Ok(s.relation.class_type(class))
            }
            1 => {
                let class = *s.choices.choose(&pools.simple)?;
                Ok(s.relation.class_type(class))
            }
            2 => s.attempts(TRIES, |s| {
                let class = *s.choices.choose(&pools.generic)?;
                let params = &s.relation.model.class(class).params;
                let mut subst = Subst::new();
                s.instantiate(params, &mut subst, depth - 1)?;
                let instance = s.open_instance(class);
                let instance = s.relation.types.apply(&subst, instance);
                // A wildcard is known to be within bounds only where there are none.
                let bounded =
                    params.iter().any(|&var| !s.relation.model.var(var).bounds.is_empty());
                if s.settings.wildcards && !bounded && s.choices.chance(1, 8)? {
                    return s.with_wildcard(instance);
                }
                Ok(instance)
            }),
            3 => {
                let element = if s.choices.chance(1, 2)? {
                    let primitive = *s.choices.choose(&Primitive::ALL)?;
                    s.relation.types.leaf(Kind::Primitive(primitive))
                } else {
                    s.random_type(0)?
                };
                Ok(s.relation.types.array(element))
            }
            // The result of a member, as no class by itself has it.
            _ => s.attempts(TRIES, |s| {
                let id = *s.choices.choose(&pools.wild)?;
                let result = s.relation.model.member(id).result;
                let mut vars = Vec::new();
                s.relation.types.vars(result, &mut vars);
                let mut subst = Subst::new();
                s.instantiate(&vars, &mut subst, 0)?;
                s.features.push("wildcards");
                Ok(s.relation.types.apply(&subst, result))
            }),
        })
    }

    /// A type below (or the same).
    pub(crate) fn subtype(&mut self, t: Type) -> Result<Type, DeadEnd> {
        match self.relation.types.kind(t) {
            Kind::Primitive(want) => {
                let mut options = vec![t];
                for have in Primitive::ALL {
                    if have != want && self.relation.facts.widens(have, want) {
                        options.push(self.relation.types.leaf(Kind::Primitive(have)));
                    }
                }
                if self.relation.facts.boxing {
                    options.extend(self.relation.boxed(t));
                }
                Ok(*self.choices.choose(&options)?)
            }
            Kind::Class(class) if self.relation.model.known.is_top(class) => {
                self.ways(&[1, 2], |s, way| match way {
                    0 => Ok(t),
                    _ => {
                        let below = s.random_type(1)?;
                        if s.relation.is_subtype(below, t) { Ok(below) } else { Err(DeadEnd) }
                    }
                })
            }
            Kind::Class(class) => self.ways(&[2, 3], |s, way| {
                if way == 0 {
                    return Ok(t);
                }
                s.attempts(TRIES, |s| s.proper_subtype(class, t))
            }),
            Kind::Nullable => {
                let inside = self.relation.types.args(t)[0];
                self.ways(&[1, 1, 2], |s, way| match way {
                    0 => Ok(t),
                    1 => {
                        let below = s.subtype(inside)?;
                        Ok(s.relation.types.make(Kind::Nullable, &[below]))
                    }
                    _ => s.subtype(inside),
                })
            }
            _ => Ok(t),
        }
    }

    pub(crate) fn proper_subtype(&mut self, class: ClassId, t: Type) -> Result<Type, DeadEnd> {
        let model = self.relation.model;
        let candidates = model.subclasses(class);
        let below = candidates[self.choices.pick(candidates.len())?];
        if !self.pools.names(below) {
            return Err(DeadEnd);
        }
        let instance = self.open_instance(below);
        let seen = self.relation.as_super(instance, class).ok_or(DeadEnd)?;
        let made = self.close_instance(below, seen, t, 2)?;
        if self.relation.is_subtype(made, t) { Ok(made) } else { Err(DeadEnd) }
    }

    /// A type above (or the same) that a variable may have.
    pub(crate) fn supertype(&mut self, t: Type) -> Result<Type, DeadEnd> {
        let model = self.relation.model;
        match self.relation.types.kind(t) {
            Kind::Primitive(have) => {
                let mut options = vec![t];
                for want in Primitive::ALL {
                    if have != want && self.relation.facts.widens(have, want) {
                        options.push(self.relation.types.leaf(Kind::Primitive(want)));
                    }
                }
                if self.relation.facts.boxing {
                    options.extend(self.relation.boxed(t));
                }
                let top = self.relation.top();
                if self.relation.facts.boxing || self.relation.is_strict(t, top) {
                    options.push(top);
                }
                Ok(*self.choices.choose(&options)?)
            }
            Kind::Class(class) => {
                let (subst, _) = self.relation.decompose(t);
                let mut options = vec![t];
                for &(ancestor, seen) in model.supers(class) {
                    if ancestor != class
                        && self.relation.as_super(t, ancestor).is_some()
                        && model.class(ancestor).accessible
                        && self.pools.names(ancestor)
                    {
                        options.push(self.relation.project(&subst, seen));
                    }
                }
                let above = *self.choices.choose(&options)?;
                if self.settings.wildcards && self.choices.chance(1, 4)? {
                    return self.with_wildcard(above);
                }
                Ok(above)
            }
            Kind::Array => {
                let top = self.relation.top();
                Ok(if self.choices.chance(1, 4)? { top } else { t })
            }
            _ => Ok(t),
        }
    }

    /// Whether the bounds of a variable mention another one.
    fn bounds_mention(&self, var: VarId, other: VarId) -> bool {
        let bounds = &self.relation.model.var(var).bounds;
        bounds.iter().any(|&bound| self.relation.types.mentions(bound, other))
    }

    /// The type with one of its arguments made a wildcard.
    pub(crate) fn with_wildcard(&mut self, t: Type) -> Result<Type, DeadEnd> {
        let model = self.relation.model;
        let Some(class) = self.relation.types.class(t) else { return Ok(t) };
        let mut args = self.relation.types.args(t).to_vec();
        let params = &model.class(class).params;
        let open: Vec<usize> = (0..args.len())
            .filter(|&at| {
                let var = model.var(params[at]);
                let bounds = |&p: &VarId| p != params[at] && self.bounds_mention(p, params[at]);
                let needed =
                    self.relation.facts.checks_bounds_beside_wildcards && params.iter().any(bounds);
                !needed
                    && !self.relation.types.is_wildcard(args[at])
                    && var.variance == Variance::Invariant
                    && var.arity == 0
            })
            .collect();
        if open.is_empty() {
            return Ok(t);
        }
        let at = *self.choices.choose(&open)?;
        let bounded = !model.var(params[at]).bounds.is_empty();
        let wildcard = match self.choices.pick(if bounded { 2 } else { 3 })? {
            0 => self.relation.extends(args[at]),
            1 => self.relation.types.leaf(Kind::Any),
            _ => self.relation.types.make(Kind::Super, &[args[at]]),
        };
        args[at] = self.relation.facts.projection(&self.relation, class, at, wildcard);
        self.features.push("wildcards");
        Ok(self.relation.types.make(Kind::Class(class), &args))
    }

    /// The type, or the same with a wildcard that the declared variance of the
    /// class makes as good: `Function1[? >: A, B]` for `Function1[A, B]`.
    pub(crate) fn spread(&mut self, t: Type) -> Result<Type, DeadEnd> {
        let model = self.relation.model;
        let Some(class) = self.relation.types.class(t) else { return Ok(t) };
        let mut args = self.relation.types.args(t).to_vec();
        let variances: Vec<(usize, Variance)> = model
            .class(class)
            .params
            .iter()
            .map(|&var| model.var(var))
            .enumerate()
            .filter(|&(at, var)| {
                var.variance != Variance::Invariant
                    && var.arity == 0
                    && !self.relation.types.is_wildcard(args[at])
            })
            .map(|(at, var)| (at, var.variance))
            .collect();
        if !self.settings.wildcards || variances.is_empty() || !self.choices.chance(1, 3)? {
            return Ok(t);
        }
        let (at, variance) = *self.choices.choose(&variances)?;
        args[at] = match variance {
            Variance::Contravariant => self.relation.types.make(Kind::Super, &[args[at]]),
            _ => self.relation.extends(args[at]),
        };
        let spread = self.relation.types.make(Kind::Class(class), &args);
        self.features.push("wildcards");
        Ok(spread)
    }

    /// The type of an object that has the member.
    pub(crate) fn receiver_type(
        &mut self,
        id: MemberId,
        subst: &Subst,
        heir: Option<Type>,
    ) -> Result<Option<Type>, DeadEnd> {
        let model = self.relation.model;
        let member = model.member(id);
        if graph::is_source(model, id) {
            return Ok(None);
        }
        if let Some(receiver) = member.extends {
            let receiver = self.relation.types.apply(subst, receiver);
            return Ok(Some(self.subtype(receiver)?));
        }
        let owner = match member.sort {
            MemberSort::Constructor => model.class(member.owner).inner_of.ok_or(DeadEnd)?,
            _ => member.owner,
        };
        let base = self.open_instance(owner);
        let base = self.relation.types.apply(subst, base);
        let t = match heir {
            Some(heir) => heir,
            None if !self.is_named(owner) => return Err(DeadEnd),
            None if member.sort == MemberSort::Constructor => base,
            None => self.subtype(base)?,
        };
        // An argument may be hidden behind a wildcard if no parameter needs it.
        if self.settings.wildcards && self.choices.chance(1, 8)? {
            let hidden = self.with_wildcard(t)?;
            if self.hides_no_parameter(hidden, id) {
                return Ok(Some(hidden));
            }
        }
        Ok(Some(t))
    }

    pub(crate) fn hides_no_parameter(&mut self, receiver: Type, id: MemberId) -> bool {
        let model = self.relation.model;
        let member = model.member(id);
        let Some(seen) = self.relation.as_super(receiver, member.owner) else { return false };
        let hidden: Vec<VarId> = model
            .class(member.owner)
            .params
            .iter()
            .zip(self.relation.types.args(seen))
            .filter(|&(_, &arg)| self.relation.types.has_wildcard(arg))
            .map(|(&var, _)| var)
            .collect();
        let mut used = Vec::new();
        for &param in &member.params {
            self.relation.types.vars(param, &mut used);
        }
        for &var in &member.vars {
            let declared = model.var(var);
            for &bound in declared.bounds.iter().chain(&declared.lower) {
                self.relation.types.vars(bound, &mut used);
            }
        }
        !hidden.iter().any(|var| used.contains(var))
    }

    /// With how many arguments a variable-arity parameter is called; `None` if
    /// the member has none, or if an array is passed.
    pub(crate) fn is_variable(&mut self, id: MemberId) -> Result<Option<usize>, DeadEnd> {
        let model = self.relation.model;
        let member = model.member(id);
        let array = member.params.last().map(|&last| self.relation.types.kind(last));
        if !member.varargs || array != Some(Kind::Array) {
            return Ok(None);
        }
        let takes_array = (self.relation.facts.takes_array)(model, id);
        if !self.settings.varargs {
            return Ok(if takes_array { None } else { Some(1) });
        }
        let way = self.choices.pick(if takes_array { 5 } else { 4 })?;
        if way < 4 {
            self.features.push("varargs");
            Ok(Some(way))
        } else {
            Ok(None)
        }
    }
}
