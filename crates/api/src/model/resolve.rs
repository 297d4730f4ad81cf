//! From declarations to the [`Model`]: names become numbers, inheritance is closed,
//! functional interfaces are found. What cannot be resolved is counted as skipped.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::decl::{
    self, ClassDecl, ClassSort, MemberDecl, MemberSort, ParamDecl, Primitive, TypeDecl,
};
use crate::language::LANGUAGES;
use crate::model::{Class, Member, MemberId, Model, Name, Skip, Skips, Var, WellKnown, is_whole};
use crate::types::{ClassId, Kind, Subst, Type, Types, VarId};

/// Resolves declarations, each with a flag that says whether it belongs to a
/// library under test. Without a class above all others there is no model.
pub(crate) fn resolve(mut decls: Vec<(ClassDecl, bool)>, skips: Skips) -> Option<Model> {
    let functions = decl::missing_functions(decls.iter().map(|(decl, _)| decl));
    decls.extend(functions.into_iter().map(|decl| (decl, false)));
    for facts in LANGUAGES {
        (facts.signatures.complete)(&mut decls);
    }
    Resolver::new(decls, skips)?.run()
}

/// Keeps the methods of Java that the language's own declaration of the class replaces:
/// what overrides them is not visible either.
fn hide(java: ClassDecl, shown: &mut ClassDecl) {
    let methods = java.members.into_iter().filter(|member| member.sort == MemberSort::Method);
    shown.members.extend(methods.map(|member| MemberDecl { hidden: true, ..member }));
}

struct Resolver {
    decls: Vec<(ClassDecl, bool)>,
    types: Types,
    classes: Vec<Class>,
    vars: Vec<Var>,
    members: Vec<Member>,
    known: WellKnown,
    skips: Skips,
    names: Vec<String>,
    name_index: FxHashMap<String, Name>,
    class_index: FxHashMap<String, ClassId>,
    lost: BTreeSet<(ClassId, Name)>,
    broken: BTreeSet<ClassId>,
}

/// The type variables that can be named somewhere.
type Scope = Vec<(String, VarId)>;

impl Resolver {
    fn new(all: Vec<(ClassDecl, bool)>, mut skips: Skips) -> Option<Resolver> {
        let mut class_index = FxHashMap::default();
        let mut decls: Vec<(ClassDecl, bool)> = Vec::with_capacity(all.len());
        for (decl, subject) in all {
            if let Some(&ClassId(known)) = class_index.get(&decl.internal) {
                let known: &mut ClassDecl = &mut decls[known as usize].0;
                if known.native && !decl.native {
                    hide(decl, known);
                } else if subject {
                    skips.count(Skip::Duplicate, || decl.internal.clone());
                }
                continue;
            }
            let id = ClassId(decls.len() as u32);
            class_index.insert(decl.internal.clone(), id);
            decls.push((decl, subject));
        }
        for (at, (decl, _)) in decls.iter().enumerate() {
            let mut source = decl.package.clone();
            for part in &decl.path {
                if !source.is_empty() {
                    source.push('.');
                }
                source.push_str(part);
            }
            class_index.entry(source).or_insert(ClassId(at as u32));
            // Signatures of Java call `kotlin.Any` by the name that it has there.
            if decl.native && decl.internal.contains('/') {
                let java = decl.internal.replace(['/', '$'], ".");
                class_index.entry(java).or_insert(ClassId(at as u32));
            }
        }
        let find = |name: &str| class_index.get(name).copied();
        let signatures = || LANGUAGES.iter().map(|facts| &facts.signatures);
        let object = signatures().find_map(|signatures| find(signatures.object))?;
        let known = WellKnown {
            object,
            top: signatures().find_map(|signatures| find(signatures.top?)).unwrap_or(object),
            string: find("java/lang/String").or(find("kotlin.String")),
            cloneable: find("java/lang/Cloneable"),
            serializable: find("java/io/Serializable"),
            boxes: Primitive::ALL.map(|p| find(p.boxed())),
        };
        Some(Resolver {
            decls,
            types: Types::default(),
            classes: Vec::new(),
            vars: Vec::new(),
            members: Vec::new(),
            known,
            skips,
            names: Vec::new(),
            name_index: FxHashMap::default(),
            class_index,
            lost: BTreeSet::new(),
            broken: BTreeSet::new(),
        })
    }

    fn run(mut self) -> Option<Model> {
        let decls = std::mem::take(&mut self.decls);
        let scopes = self.declare_classes(&decls);
        for (at, (decl, _)) in decls.iter().enumerate() {
            self.resolve_supertypes(ClassId(at as u32), decl, &scopes[at]);
        }
        let order = self.topological_order();
        let supers = self.close_supertypes(&order);
        for (at, (decl, _)) in decls.iter().enumerate() {
            self.resolve_members(ClassId(at as u32), decl, &scopes[at]);
        }
        let (tables, overrides) = self.inherit(&order, &supers);
        self.find_functional_interfaces(&decls, &tables, &supers);
        for at in 0..self.members.len() {
            let overridden = overrides.get(&MemberId(at as u32)).into_iter().flatten();
            self.members[at].nullable |=
                overridden.into_iter().any(|m| self.members[m.0 as usize].nullable);
        }
        let mut extensions: FxHashMap<Name, Vec<MemberId>> = FxHashMap::default();
        for (at, member) in self.members.iter().enumerate() {
            if member.extends.is_some() {
                extensions.entry(member.name).or_default().push(MemberId(at as u32));
            }
        }
        let mut subclasses = vec![Vec::new(); self.classes.len()];
        for (at, supers) in supers.iter().enumerate() {
            if self.classes[at].accessible {
                for &(ancestor, _) in supers {
                    subclasses[ancestor.0 as usize].push(ClassId(at as u32));
                }
            }
        }
        let in_package = |&&(id, _): &&(ClassId, Name)| self.classes[id.0 as usize].path.is_empty();
        let lost_functions = self.lost.iter().filter(in_package).map(|&(_, name)| name).collect();
        Some(Model {
            table: self.types.freeze(),
            classes: self.classes,
            vars: self.vars,
            members: self.members,
            known: self.known,
            skips: self.skips,
            names: self.names,
            class_index: self.class_index,
            supers,
            tables,
            subclasses,
            overrides,
            extensions,
            lost: self.lost,
            lost_functions,
            broken: self.broken,
        })
    }

    /// Counts what is not used of a library under test.
    fn count(&mut self, class: ClassId, skip: Skip, example: impl FnOnce() -> String) {
        if self.classes[class.0 as usize].subject {
            self.skips.count(skip, example);
        }
    }

    fn name(&mut self, text: &str) -> Name {
        if let Some(&name) = self.name_index.get(text) {
            return name;
        }
        let name = Name(self.names.len() as u32);
        self.names.push(text.to_owned());
        self.name_index.insert(text.to_owned(), name);
        name
    }

    /// Enters all classes with their type variables, whose bounds are still
    /// open, and gives the variables that each class can name.
    fn declare_classes(&mut self, decls: &[(ClassDecl, bool)]) -> Vec<Scope> {
        let own: Vec<Vec<VarId>> = decls
            .iter()
            .map(|(decl, _)| decl.params.iter().map(|param| self.declare_var(param)).collect())
            .collect();
        let outer = |decl: &ClassDecl| {
            decl.inner_of.as_ref().and_then(|name| self.class_index.get(name)).copied()
        };
        let nest = |decl: &ClassDecl| {
            decl.nested_in.as_ref().and_then(|name| self.class_index.get(name)).copied()
        };
        let mut scopes = Vec::with_capacity(decls.len());
        for (at, (decl, subject)) in decls.iter().enumerate() {
            let mut chain = vec![at];
            while let Some(ClassId(next)) = outer(&decls[*chain.last().expect("not empty")].0)
                && !chain.contains(&(next as usize))
            {
                chain.push(next as usize);
            }
            let mut scope: Scope = Vec::new();
            let mut params = Vec::new();
            for &class in chain.iter().rev() {
                for (param, &var) in decls[class].0.params.iter().zip(&own[class]) {
                    scope.push((param.name.clone(), var));
                    params.push(var);
                }
            }
            scopes.push(scope);
            let mut accessible = decl.public;
            let mut around = nest(decl);
            if decl.nested_in.is_some() && around.is_none() {
                accessible = false;
            }
            let mut outside = vec![ClassId(at as u32)];
            while let Some(class) = around
                && !outside.contains(&class)
            {
                accessible &= decls[class.0 as usize].0.public;
                around = nest(&decls[class.0 as usize].0);
                outside.push(class);
            }
            // A forged class may lie in itself.
            let endless = around.is_some();
            self.classes.push(Class {
                internal: decl.internal.clone(),
                package: decl.package.clone(),
                path: decl.path.clone(),
                sort: decl.sort,
                accessible: accessible && !endless,
                inner_of: outer(decl).filter(|_| !endless),
                nested_in: nest(decl).filter(|_| !endless),
                params,
                supertypes: Vec::new(),
                nullable_supertypes: Vec::new(),
                native: decl.native,
                complete: true,
                members: Vec::new(),
                sam: None,
                subject: *subject,
            });
        }
        scopes
    }

    fn declare_var(&mut self, param: &ParamDecl) -> VarId {
        self.vars.push(Var {
            name: param.name.clone(),
            bounds: Vec::new(),
            lower: None,
            variance: param.variance,
            arity: param.arity,
            primitives: param.primitives,
        });
        VarId(self.vars.len() as u32 - 1)
    }

    fn bind_var(&mut self, var: VarId, param: &ParamDecl, scope: &Scope) -> Result<(), Skip> {
        let mut bounds = Vec::new();
        for bound in &param.bounds {
            bounds.push(self.type_of(bound, scope, Place::Top)?);
        }
        let lower = match &param.lower {
            Some(lower) => Some(self.type_of(lower, scope, Place::Top)?),
            None => None,
        };
        self.vars[var.0 as usize].bounds = bounds;
        self.vars[var.0 as usize].lower = lower;
        Ok(())
    }

    /// Whether a variable is bounded by itself, as only a forged library has it; such
    /// bounds are dropped.
    fn are_bounds_cyclic(&mut self, vars: &[VarId]) -> bool {
        let bound_of = |vars: &[Var], types: &Types, var: VarId| {
            vars[var.0 as usize].bounds.iter().find_map(|&bound| types.var(bound))
        };
        let cyclic = vars.iter().any(|&var| {
            let mut above = bound_of(&self.vars, &self.types, var);
            let mut seen = vec![var];
            while let Some(next) = above
                && !seen.contains(&next)
            {
                seen.push(next);
                above = bound_of(&self.vars, &self.types, next);
            }
            above.is_some()
        });
        if cyclic {
            for var in vars {
                self.vars[var.0 as usize].bounds.clear();
            }
        }
        cyclic
    }

    fn resolve_supertypes(&mut self, id: ClassId, decl: &ClassDecl, scope: &Scope) {
        let mut complete = true;
        let own = self.classes[id.0 as usize].params.len() - decl.params.len();
        for (at, param) in decl.params.iter().enumerate() {
            let var = self.classes[id.0 as usize].params[own + at];
            if let Err(skip) = self.bind_var(var, param, scope) {
                // Valid arguments for the parameter are unknown.
                complete = false;
                self.classes[id.0 as usize].accessible = false;
                self.count(id, skip, || decl.internal.clone());
            }
        }
        let vars = self.classes[id.0 as usize].params[own..].to_vec();
        if self.are_bounds_cyclic(&vars) {
            complete = false;
            self.classes[id.0 as usize].accessible = false;
            self.count(id, Skip::MalformedSignature, || decl.internal.clone());
        }
        for (at, supertype) in decl.supertypes.iter().enumerate() {
            let t = self.type_of(supertype, scope, Place::Argument);
            match t.map(|t| (t, self.types.class(t))) {
                Ok((t, Some(class))) => {
                    self.classes[id.0 as usize].supertypes.push(t);
                    if decl.nullable_supertypes.contains(&at) {
                        self.classes[id.0 as usize].nullable_supertypes.push(class);
                    }
                }
                _ => complete = false,
            }
        }
        if !complete {
            self.classes[id.0 as usize].complete = false;
            self.count(id, Skip::UnknownSupertype, || decl.internal.clone());
        }
        let WellKnown { object, top, .. } = self.known;
        if id != top && self.classes[id.0 as usize].supertypes.is_empty() {
            let above = if id == object { top } else { object };
            let above = self.types.leaf(Kind::Class(above));
            self.classes[id.0 as usize].supertypes.push(above);
        }
    }

    /// Every class after its ancestors. A class that descends from itself, as
    /// only a forged library has it, loses its supertypes.
    fn topological_order(&mut self) -> Vec<ClassId> {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            New,
            Open,
            Done,
        }
        let mut states = vec![State::New; self.classes.len()];
        let mut order = Vec::with_capacity(self.classes.len());
        for start in 0..self.classes.len() {
            let mut stack = vec![(start, 0)];
            while let Some(&mut (class, ref mut next)) = stack.last_mut() {
                if states[class] == State::Done {
                    stack.pop();
                    continue;
                }
                states[class] = State::Open;
                let supertype = self.classes[class].supertypes.get(*next).copied();
                *next += 1;
                match supertype.and_then(|t| self.types.class(t)) {
                    Some(ClassId(parent)) => match states[parent as usize] {
                        State::New => stack.push((parent as usize, 0)),
                        State::Open => {
                            self.classes[class].supertypes.clear();
                            self.classes[class].complete = false;
                        }
                        State::Done => {}
                    },
                    None => {
                        states[class] = State::Done;
                        order.push(ClassId(class as u32));
                        stack.pop();
                    }
                }
            }
        }
        order
    }

    fn close_supertypes(&mut self, order: &[ClassId]) -> Vec<Vec<(ClassId, Type)>> {
        let mut supers: Vec<Vec<(ClassId, Type)>> = vec![Vec::new(); self.classes.len()];
        for &id in order {
            let class = &self.classes[id.0 as usize];
            let args: Vec<Type> = {
                let params = class.params.clone();
                params.into_iter().map(|var| self.types.leaf(Kind::Var(var))).collect()
            };
            let itself = self.types.make(Kind::Class(id), &args);
            let mut found = vec![(id, itself)];
            let mut complete = self.classes[id.0 as usize].complete;
            let mut parents = self.classes[id.0 as usize].supertypes.clone();
            // Interfaces have the members of the top class, too, unless there is
            // something beside it.
            if self.known.object == self.known.top {
                parents.push(self.types.leaf(Kind::Class(self.known.object)));
            }
            for parent in parents {
                let Some(parent_class) = self.types.class(parent) else { continue };
                let params = self.classes[parent_class.0 as usize].params.clone();
                let args = self.types.args(parent).to_vec();
                if params.len() != args.len() {
                    complete = false;
                    continue;
                }
                complete &= self.classes[parent_class.0 as usize].complete;
                let subst = Subst::zip(&params, &args);
                for &(ancestor, seen) in &supers[parent_class.0 as usize] {
                    if found.iter().all(|&(id, _)| id != ancestor) {
                        found.push((ancestor, self.types.apply(&subst, seen)));
                    }
                }
            }
            self.classes[id.0 as usize].complete = complete;
            // A class directly below a top type above `Object` does not descend from
            // `Object` through its interfaces, nor does `Serializable`, which Scala's
            // numbers implement.
            let WellKnown { object, top, serializable, .. } = self.known;
            let supertypes = &self.classes[id.0 as usize].supertypes;
            let apart = Some(id) == serializable
                || id != object && supertypes.iter().any(|&t| self.types.class(t) == Some(top));
            if top != object && apart {
                found.retain(|&(ancestor, _)| ancestor != object);
            }
            found.sort_unstable_by_key(|&(id, _)| id);
            supers[id.0 as usize] = found;
        }
        supers
    }

    fn resolve_members(&mut self, id: ClassId, decl: &ClassDecl, scope: &Scope) {
        let params = self.classes[id.0 as usize].params.clone();
        let args: Vec<Type> = params.iter().map(|&var| self.types.leaf(Kind::Var(var))).collect();
        let itself = self.types.make(Kind::Class(id), &args);
        for name in &decl.omitted {
            // What an extractor leaves out is counted by its own reasons.
            if !decl.native {
                self.count(id, Skip::MalformedSignature, || format!("{}.{name}", decl.internal));
            }
            let name = self.name(name);
            self.lost.insert((id, name));
        }
        for member in &decl.members {
            let mut scope = scope.clone();
            let vars: Vec<VarId> =
                member.vars.iter().map(|param| self.declare_var(param)).collect();
            scope.extend(member.vars.iter().map(|p| p.name.clone()).zip(vars.iter().copied()));
            let signature = (|| {
                for (&var, param) in vars.iter().zip(&member.vars) {
                    self.bind_var(var, param, &scope)?;
                }
                if self.are_bounds_cyclic(&vars) {
                    return Err(Skip::MalformedSignature);
                }
                let extends = match &member.extends {
                    Some(receiver) => Some(self.type_of(receiver, &scope, Place::Top)?),
                    None => None,
                };
                let mut params = Vec::new();
                for param in &member.params {
                    params.push(self.type_of(param, &scope, Place::Top)?);
                }
                let result = match member.sort {
                    MemberSort::Constructor => itself,
                    _ => self.type_of(&member.result, &scope, Place::Top)?,
                };
                Ok((extends, params, result))
            })();
            let (extends, params, result) = match signature {
                Ok(signature) => signature,
                Err(skip) => {
                    self.count(id, skip, || format!("{}.{}", decl.internal, member.name));
                    let name = self.name(&member.name);
                    self.lost.insert((id, name));
                    if skip == Skip::UnknownType {
                        self.broken.insert(id);
                    }
                    continue;
                }
            };
            let raw = matches!(&member.result, TypeDecl::Class(_, args) if args.is_empty())
                && !self.types.args(result).is_empty()
                && member.sort != MemberSort::Constructor;
            let array = params.last().is_some_and(|&last| self.types.kind(last) == Kind::Array);
            let class = &self.classes[id.0 as usize];
            let hidden = |t: Type| !self.nameable(t);
            let skip = if params.iter().any(|&t| hidden(t))
                || extends.is_some_and(hidden)
                || hidden(result)
                || vars.iter().any(|v| self.vars[v.0 as usize].bounds.iter().any(|&b| hidden(b)))
            {
                Some(Skip::HiddenType)
            } else if (member.is_static || member.sort == MemberSort::Constructor)
                && !class.accessible
            {
                Some(Skip::HiddenOwner)
            } else {
                None
            };
            if let Some(skip) = skip {
                self.count(id, skip, || format!("{}.{}", decl.internal, member.name));
            }
            let name = self.name(&member.name);
            let member_id = MemberId(self.members.len() as u32);
            self.members.push(Member {
                name,
                sort: member.sort,
                owner: id,
                is_static: member.is_static,
                is_abstract: member.is_abstract,
                varargs: member.varargs && array,
                vars,
                extends,
                params,
                result,
                raw,
                throws: member.throws,
                constant: member.constant,
                nullable: member.nullable,
                nullable_inside: member.nullable_inside,
                delegates: member.delegates,
                optional: member.optional,
                by_name: member.by_name,
                usable: skip.is_none() && !member.hidden,
            });
            self.classes[id.0 as usize].members.push(member_id);
        }
    }

    /// Whether a client can write the type down.
    fn nameable(&self, t: Type) -> bool {
        if let Kind::Class(class) = self.types.kind(t)
            && !self.classes[class.0 as usize].accessible
        {
            return false;
        }
        self.types.args(t).iter().all(|&arg| self.nameable(arg))
    }

    /// The members of each class with the inherited ones, and who overrides
    /// whom.
    #[expect(clippy::type_complexity, reason = "used once, next to its only caller")]
    fn inherit(
        &mut self,
        order: &[ClassId],
        supers: &[Vec<(ClassId, Type)>],
    ) -> (Vec<Vec<(Name, MemberId)>>, FxHashMap<MemberId, Vec<MemberId>>) {
        let mut tables: Vec<Vec<(Name, MemberId)>> = vec![Vec::new(); self.classes.len()];
        let mut overrides: FxHashMap<MemberId, Vec<MemberId>> = FxHashMap::default();
        for &id in order {
            let own: Vec<MemberId> = self.classes[id.0 as usize]
                .members
                .iter()
                .copied()
                .filter(|m| self.members[m.0 as usize].sort != MemberSort::Constructor)
                .collect();
            let mut table: Vec<(Name, MemberId)> =
                own.iter().map(|&m| (self.members[m.0 as usize].name, m)).collect();
            let mut parents: Vec<ClassId> = self.classes[id.0 as usize]
                .supertypes
                .iter()
                .filter_map(|&t| self.types.class(t))
                .collect();
            let object = self.known.object;
            let object_above =
                supers[id.0 as usize].binary_search_by_key(&object, |&(id, _)| id).is_ok();
            if id != object && object_above {
                parents.push(object);
            }
            for parent in parents {
                for &(name, inherited) in &tables[parent.0 as usize] {
                    let member = &self.members[inherited.0 as usize];
                    let interface =
                        self.classes[member.owner.0 as usize].sort == ClassSort::Interface;
                    if member.is_static && interface && member.sort == MemberSort::Method {
                        continue;
                    }
                    let mut covered = false;
                    for slot in &mut table {
                        let (other_name, other) = *slot;
                        if other == inherited {
                            covered = true;
                            break;
                        }
                        if other_name == name && self.same_signature(id, other, inherited, supers) {
                            covered = true;
                            // Of two that are inherited, one may override the other.
                            let below = self.members[inherited.0 as usize].owner;
                            let above = self.members[other.0 as usize].owner;
                            let descends = supers[below.0 as usize]
                                .binary_search_by_key(&above, |&(id, _)| id)
                                .is_ok();
                            let replaces = above != id && above != below && descends;
                            if replaces {
                                slot.1 = inherited;
                            }
                            let (lower, upper) =
                                if replaces { (inherited, other) } else { (other, inherited) };
                            let mut all = vec![upper];
                            all.extend(overrides.get(&upper).into_iter().flatten().copied());
                            let known = overrides.entry(lower).or_default();
                            for member in all {
                                if member != lower && !known.contains(&member) {
                                    known.push(member);
                                }
                            }
                        }
                    }
                    if !covered {
                        table.push((name, inherited));
                    }
                }
            }
            table.sort_unstable();
            tables[id.0 as usize] = table;
        }
        (tables, overrides)
    }

    /// Whether two members of a class have the same parameters after erasure,
    /// so that one hides the other.
    fn same_signature(
        &mut self,
        class: ClassId,
        a: MemberId,
        b: MemberId,
        supers: &[Vec<(ClassId, Type)>],
    ) -> bool {
        let (first, second) = (&self.members[a.0 as usize], &self.members[b.0 as usize]);
        if first.sort != second.sort || first.params.len() != second.params.len() {
            return false;
        }
        let count = first.params.len();
        let (seen_a, seen_b) = (self.seen_from(class, a, supers), self.seen_from(class, b, supers));
        (0..count).all(|at| {
            let a = self.members[a.0 as usize].params[at];
            let b = self.members[b.0 as usize].params[at];
            let a = self.types.apply(&seen_a, a);
            let b = self.types.apply(&seen_b, b);
            self.erasure(a) == self.erasure(b)
        })
    }

    fn seen_from(
        &self,
        class: ClassId,
        member: MemberId,
        supers: &[Vec<(ClassId, Type)>],
    ) -> Subst {
        let owner = self.members[member.0 as usize].owner;
        let seen = supers[class.0 as usize].binary_search_by_key(&owner, |&(id, _)| id);
        match seen {
            Ok(at) => Subst::zip(
                &self.classes[owner.0 as usize].params,
                self.types.args(supers[class.0 as usize][at].1),
            ),
            Err(_) => Subst::new(),
        }
    }

    fn erasure(&mut self, t: Type) -> Type {
        match self.types.kind(t) {
            Kind::Class(class) => self.types.leaf(Kind::Class(class)),
            Kind::Array => {
                let element = self.types.args(t)[0];
                let element = self.erasure(element);
                self.types.array(element)
            }
            Kind::Var(var) => match self.vars[var.0 as usize].bounds.first() {
                Some(&bound) if !self.types.mentions(bound, var) => self.erasure(bound),
                Some(&bound) => match self.types.class(bound) {
                    Some(class) => self.types.leaf(Kind::Class(class)),
                    None => t,
                },
                None => self.types.leaf(Kind::Class(self.known.object)),
            },
            Kind::Nullable => {
                let inside = self.types.args(t)[0];
                self.erasure(inside)
            }
            _ => t,
        }
    }

    fn find_functional_interfaces(
        &mut self,
        decls: &[(ClassDecl, bool)],
        tables: &[Vec<(Name, MemberId)>],
        supers: &[Vec<(ClassId, Type)>],
    ) {
        let object = self.known.object;
        // What the top class has already does not count as abstract.
        let public: Vec<(Name, usize)> = tables[object.0 as usize]
            .iter()
            .map(|&(name, m)| (name, self.members[m.0 as usize].params.len()))
            .collect();
        for (at, table) in tables.iter().enumerate() {
            if self.classes[at].sort != ClassSort::Interface || decls[at].0.no_function {
                continue;
            }
            let mut abstracts = table.iter().filter(|&&(name, m)| {
                let member = &self.members[m.0 as usize];
                member.is_abstract && !public.contains(&(name, member.params.len()))
            });
            if let (Some(&(_, sam)), None) = (abstracts.next(), abstracts.next())
                && self.members[sam.0 as usize].vars.is_empty()
                // A function literal has no by-name parameters.
                && !self.members[sam.0 as usize].by_name
                && self.members[sam.0 as usize].sort == MemberSort::Method
                // An unresolved member may be abstract, too, but not at the top.
                && supers[at]
                    .iter()
                    .all(|&(id, _)| self.known.is_top(id) || is_whole(&self.lost, id))
            {
                self.classes[at].sam = Some(sam);
            }
        }
    }

    fn type_of(&mut self, decl: &TypeDecl, scope: &Scope, place: Place) -> Result<Type, Skip> {
        let kind = match decl {
            TypeDecl::Primitive(primitive) => Kind::Primitive(*primitive),
            TypeDecl::Void => Kind::Void,
            TypeDecl::Bottom => Kind::Bottom,
            TypeDecl::Any => Kind::Any,
            TypeDecl::Array(element) => {
                let element = self.type_of(element, scope, Place::Argument)?;
                return Ok(self.types.array(element));
            }
            TypeDecl::Nullable(inside) => {
                let inside = self.type_of(inside, scope, place)?;
                return Ok(match self.types.kind(inside) {
                    Kind::Nullable => inside,
                    _ => self.types.make(Kind::Nullable, &[inside]),
                });
            }
            TypeDecl::Extends(bound) => {
                let bound = self.type_of(bound, scope, Place::Argument)?;
                return Ok(self.types.make(Kind::Extends, &[bound]));
            }
            TypeDecl::Super(bound) => {
                let bound = self.type_of(bound, scope, Place::Argument)?;
                return Ok(self.types.make(Kind::Super, &[bound]));
            }
            TypeDecl::Var(name, args) => {
                let found = scope.iter().rev().find(|(n, _)| n == name);
                let var = found.ok_or(Skip::UnknownType)?.1;
                let mut made = Vec::new();
                for arg in args {
                    made.push(self.type_of(arg, scope, Place::Argument)?);
                }
                return Ok(self.types.make(Kind::Var(var), &made));
            }
            TypeDecl::Class(name, args) => {
                let &class = self.class_index.get(name).ok_or(Skip::UnknownType)?;
                let params = self.classes[class.0 as usize].params.clone();
                let mut made = Vec::new();
                for (at, arg) in args.iter().enumerate() {
                    let kinded = params.get(at).is_some_and(|p| self.vars[p.0 as usize].arity > 0);
                    let place = if kinded { Place::Constructor } else { Place::Argument };
                    made.push(self.type_of(arg, scope, place)?);
                }
                if made.len() != params.len() {
                    if !made.is_empty() {
                        return Err(Skip::UnknownType);
                    }
                    match place {
                        Place::Constructor => {}
                        // Whatever may be passed for `C<?>` may be passed for a
                        // raw `C`, and the other way round.
                        Place::Top => made = vec![self.types.leaf(Kind::Any); params.len()],
                        Place::Argument => return Err(Skip::RawType),
                    }
                }
                return Ok(self.types.make(Kind::Class(class), &made));
            }
        };
        Ok(self.types.leaf(kind))
    }
}

/// Where a type stands in a signature.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// By itself: the type of a parameter, of a result, or a bound.
    Top,
    /// Inside another type.
    Argument,
    /// For a parameter that takes arguments itself.
    Constructor,
}
