//! The resolved API: classes, type variables and members by number, with what
//! is asked about them all the time worked out once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::decl::{
    self, ClassDecl, ClassSort, MemberDecl, MemberSort, ParamDecl, Primitive, TypeDecl, Variance,
};
use crate::language::LANGUAGES;
use crate::types::{ClassId, Kind, Subst, Table, Type, Types, VarId};

/// A method, constructor or field of the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct MemberId(pub(crate) u32);

/// A name; equal names have equal numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Name(u32);

/// A class or interface.
#[derive(Clone, Debug)]
pub(crate) struct Class {
    /// Its internal name.
    pub(crate) internal: String,
    /// Its package with dots, empty for none.
    pub(crate) package: String,
    /// Its simple name behind those of the classes around it.
    pub(crate) path: Vec<String>,
    /// What sort of class it is.
    pub(crate) sort: ClassSort,
    /// Whether a client may name it.
    pub(crate) accessible: bool,
    /// The class around it whose instances its own belong to; its type
    /// parameters are the first ones of `params`.
    pub(crate) inner_of: Option<ClassId>,
    /// The class around it.
    pub(crate) nested_in: Option<ClassId>,
    /// Its type parameters, those of enclosing instances first.
    pub(crate) params: Vec<VarId>,
    /// Its direct supertypes.
    pub(crate) supertypes: Vec<Type>,
    /// Those of them that have a part that may be null.
    pub(crate) nullable_supertypes: Vec<ClassId>,
    /// Whether its members are given as its language sees them.
    pub(crate) native: bool,
    /// Whether all its ancestors are known. Of an incomplete class nobody can
    /// say that it is *not* a subtype of another.
    pub(crate) complete: bool,
    /// Its own members.
    pub(crate) members: Vec<MemberId>,
    /// The one abstract method of a functional interface.
    pub(crate) sam: Option<MemberId>,
    /// Whether it belongs to the library under test.
    pub(crate) subject: bool,
}

/// A type variable.
#[derive(Clone, Debug)]
pub(crate) struct Var {
    /// Its name.
    pub(crate) name: String,
    /// Its upper bounds, none for the top type.
    pub(crate) bounds: Vec<Type>,
    /// Its lower bound.
    pub(crate) lower: Option<Type>,
    /// Its variance at the declaration.
    pub(crate) variance: Variance,
    /// How many arguments it takes itself.
    pub(crate) arity: usize,
    /// Whether a primitive type may stand for it.
    pub(crate) primitives: bool,
}

/// A method, constructor or field.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    /// Its name.
    pub(crate) name: Name,
    /// What sort of member it is.
    pub(crate) sort: MemberSort,
    /// Its class.
    pub(crate) owner: ClassId,
    /// Whether it is called on a class rather than an object.
    pub(crate) is_static: bool,
    /// Whether it lacks a body.
    pub(crate) is_abstract: bool,
    /// Whether its last parameter takes any number of arguments.
    pub(crate) varargs: bool,
    /// Its own type variables.
    pub(crate) vars: Vec<VarId>,
    /// The receiver of an extension function.
    pub(crate) extends: Option<Type>,
    /// The types of its parameters.
    pub(crate) params: Vec<Type>,
    /// The type of its result; for a constructor, its class.
    pub(crate) result: Type,
    /// Whether it may throw something that must be caught or declared.
    pub(crate) throws: bool,
    /// Whether it is a compile-time constant.
    pub(crate) constant: bool,
    /// Whether an annotation, here or where it is overridden from, says that
    /// the result may be null.
    pub(crate) nullable: bool,
    /// Whether an annotation says so of a part of the result's type.
    pub(crate) nullable_inside: bool,
    /// Whether an annotation says to whom a closure delegates that it is given.
    pub(crate) delegates: bool,
    /// How many of its last parameters can be left out.
    pub(crate) optional: usize,
    /// Whether it takes an argument by name.
    pub(crate) by_name: bool,
    /// Whether a client can use it. What cannot be used still takes part in
    /// overload resolution.
    pub(crate) usable: bool,
}

/// Why something of an API is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Skip {
    /// The class file is damaged.
    DamagedClassFile,
    /// The class file is newer than this program.
    NewerClassFile,
    /// The JSON file does not describe a class.
    MalformedJson,
    /// A type of the signature belongs to no loaded library.
    UnknownType,
    /// A type of the signature cannot be named by a client.
    HiddenType,
    /// A generic class is used without its arguments, inside other arguments.
    RawType,
    /// A supertype belongs to no loaded library or is raw; the class is used,
    /// but never as a witness of an ill-typed program.
    UnknownSupertype,
    /// A static member of a class that cannot be named by a client.
    HiddenOwner,
    /// A second class of the same name.
    Duplicate,
}

impl Skip {
    /// The reason in words.
    pub fn reason(self) -> &'static str {
        match self {
            Skip::DamagedClassFile => "the class file is damaged",
            Skip::NewerClassFile => "the class file is newer than this program knows",
            Skip::MalformedJson => "the JSON file does not describe a class",
            Skip::UnknownType => "a type of the signature belongs to no loaded library",
            Skip::HiddenType => "a type of the signature cannot be named by a client",
            Skip::RawType => "a raw type is used as a type argument",
            Skip::UnknownSupertype => "a supertype belongs to no loaded library, or is raw",
            Skip::HiddenOwner => "a static member of a class that cannot be named",
            Skip::Duplicate => "a class of this name is there already",
        }
    }
}

/// What was not used, with its reason: how often, and a first example.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skips(BTreeMap<Skip, (usize, String)>);

impl Skips {
    /// Counts one.
    pub(crate) fn count(&mut self, skip: Skip, example: impl FnOnce() -> String) {
        self.0.entry(skip).or_insert_with(|| (0, example())).0 += 1;
    }

    /// The reasons with their counts and examples.
    pub fn iter(&self) -> impl Iterator<Item = (Skip, usize, &str)> {
        self.0.iter().map(|(&skip, (count, example))| (skip, *count, example.as_str()))
    }
}

/// The classes that the rules of the languages know by name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WellKnown {
    /// The top class.
    pub(crate) object: ClassId,
    /// The type above it in a language where primitive values have one, else the
    /// top class itself.
    pub(crate) top: ClassId,
    /// The class of strings.
    pub(crate) string: Option<ClassId>,
    /// The supertypes of arrays besides the top class.
    pub(crate) cloneable: Option<ClassId>,
    /// The supertypes of arrays besides the top class.
    pub(crate) serializable: Option<ClassId>,
    /// The classes of boxed primitive values, in the order of
    /// [`Primitive::ALL`].
    pub(crate) boxes: [Option<ClassId>; 8],
}

impl WellKnown {
    /// Whether the class is above all objects.
    pub(crate) fn is_top(&self, class: ClassId) -> bool {
        class == self.top || class == self.object
    }
}

/// An API, resolved. It never changes.
#[derive(Debug)]
pub(crate) struct Model {
    /// The types of all signatures.
    pub(crate) table: Arc<Table>,
    /// The classes.
    pub(crate) classes: Vec<Class>,
    /// The type variables.
    pub(crate) vars: Vec<Var>,
    /// The members.
    pub(crate) members: Vec<Member>,
    /// The classes with special rules.
    pub(crate) known: WellKnown,
    /// What was not used.
    pub(crate) skips: Skips,
    names: Vec<String>,
    class_index: FxHashMap<String, ClassId>,
    /// For each class all its ancestors and itself, sorted, as seen from it.
    supers: Vec<Vec<(ClassId, Type)>>,
    /// For each class the methods and fields that its objects have, inherited
    /// ones included and overridden ones not, sorted by name.
    tables: Vec<Vec<(Name, MemberId)>>,
    /// For each class its accessible descendants and itself.
    subclasses: Vec<Vec<ClassId>>,
    /// What a member overrides, directly and indirectly.
    overrides: FxHashMap<MemberId, Vec<MemberId>>,
    /// The extensions of each name.
    extensions: FxHashMap<Name, Vec<MemberId>>,
    /// Names of members whose signatures could not be resolved: what a call of
    /// such a name means, nobody can say.
    lost: BTreeSet<(ClassId, Name)>,
    /// Those of them that may be extensions.
    lost_functions: BTreeSet<Name>,
}

impl Model {
    /// A class.
    #[inline]
    pub(crate) fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.0 as usize]
    }

    /// A type variable.
    #[inline]
    pub(crate) fn var(&self, id: VarId) -> &Var {
        &self.vars[id.0 as usize]
    }

    /// A member.
    #[inline]
    pub(crate) fn member(&self, id: MemberId) -> &Member {
        &self.members[id.0 as usize]
    }

    /// All classes.
    pub(crate) fn class_ids(&self) -> impl Iterator<Item = ClassId> + use<> {
        (0..self.classes.len() as u32).map(ClassId)
    }

    /// All members.
    pub(crate) fn member_ids(&self) -> impl Iterator<Item = MemberId> + use<> {
        (0..self.members.len() as u32).map(MemberId)
    }

    /// The text of a name.
    pub(crate) fn name(&self, name: Name) -> &str {
        &self.names[name.0 as usize]
    }

    /// A class by its internal or its source name.
    pub(crate) fn find_class(&self, name: &str) -> Option<ClassId> {
        self.class_index.get(name).copied()
    }

    /// All ancestors of a class and itself, each as seen from the class.
    pub(crate) fn supers(&self, class: ClassId) -> &[(ClassId, Type)] {
        &self.supers[class.0 as usize]
    }

    /// How `class` sees its ancestor.
    #[inline]
    pub(crate) fn super_type(&self, class: ClassId, ancestor: ClassId) -> Option<Type> {
        let supers = self.supers(class);
        let found = supers.binary_search_by_key(&ancestor, |&(id, _)| id).ok()?;
        Some(supers[found].1)
    }

    /// Whether `class` is `ancestor` or descends from it.
    #[inline]
    pub(crate) fn descends(&self, class: ClassId, ancestor: ClassId) -> bool {
        class == ancestor || self.super_type(class, ancestor).is_some()
    }

    /// The members of this name that objects of the class have.
    pub(crate) fn named(&self, class: ClassId, name: Name) -> &[(Name, MemberId)] {
        let table = &self.tables[class.0 as usize];
        let start = table.partition_point(|&(n, _)| n < name);
        let len = table[start..].partition_point(|&(n, _)| n == name);
        &table[start..start + len]
    }

    /// All methods and fields that objects of the class have.
    pub(crate) fn members_of(&self, class: ClassId) -> impl Iterator<Item = MemberId> {
        self.tables[class.0 as usize].iter().map(|&(_, id)| id)
    }

    /// The accessible descendants of a class, itself included.
    pub(crate) fn subclasses(&self, class: ClassId) -> &[ClassId] {
        &self.subclasses[class.0 as usize]
    }

    /// Whether `member` is `other` or overrides it.
    pub(crate) fn is_or_overrides(&self, member: MemberId, other: MemberId) -> bool {
        member == other || self.overrides.get(&member).is_some_and(|all| all.contains(&other))
    }

    /// The members that a member overrides, directly and indirectly.
    pub(crate) fn overridden(&self, member: MemberId) -> &[MemberId] {
        self.overrides.get(&member).map_or(&[], Vec::as_slice)
    }

    /// How many of a member's last parameters can be left out; what it overrides
    /// may say so.
    pub(crate) fn optional(&self, member: MemberId) -> usize {
        let others = self.overridden(member).iter();
        let optional = others.chain([&member]).map(|&member| self.member(member).optional);
        optional.max().unwrap_or(0)
    }

    /// The names of what objects of the class have.
    pub(crate) fn member_names(&self, class: ClassId) -> impl Iterator<Item = &str> {
        self.tables[class.0 as usize].iter().map(|&(name, _)| self.name(name))
    }

    /// Whether all members of this name are known, so that overload resolution
    /// can be foreseen.
    pub(crate) fn all_known(&self, class: ClassId, name: Name) -> bool {
        let lost = |&(id, _): &(ClassId, Type)| self.lost.contains(&(id, name));
        self.lost.is_empty() || !self.supers(class).iter().any(lost)
    }

    /// The extensions of this name, of whatever they extend.
    pub(crate) fn extensions(&self, name: Name) -> &[MemberId] {
        self.extensions.get(&name).map_or(&[], Vec::as_slice)
    }

    /// Whether all extensions of this name are known.
    pub(crate) fn extensions_known(&self, name: Name) -> bool {
        !self.lost_functions.contains(&name)
    }

    /// Whether it is an annotation of Java.
    pub(crate) fn is_annotation(&self, class: ClassId) -> bool {
        let class = self.class(class);
        let types = Types::over(&self.table);
        let annotation = self.find_class("java/lang/annotation/Annotation");
        !class.native
            && annotation.is_some()
            && class.supertypes.iter().any(|&t| types.class(t) == annotation)
    }

    /// Whether all types that its public members mention are there.
    pub(crate) fn is_whole(&self, class: ClassId) -> bool {
        is_whole(&self.lost, class)
    }

    /// Whether a class without its arguments can stand for a variable that takes
    /// so many.
    pub(crate) fn is_constructor(&self, class: ClassId, arity: usize) -> bool {
        let params = &self.class(class).params;
        let plain = |&p: &VarId| {
            let Var { arity, bounds, lower, .. } = self.var(p);
            *arity == 0 && bounds.is_empty() && lower.is_none()
        };
        params.len() == arity && params.iter().all(plain)
    }

    /// The type parameters that a class declares itself, without those of the
    /// class whose instances its own belong to.
    pub(crate) fn own_params(&self, class: ClassId) -> &[VarId] {
        let class = self.class(class);
        let outer = class.inner_of.map_or(0, |outer| self.class(outer).params.len());
        &class.params[outer..]
    }

    /// The variables whose types stand in a call: of a constructor those of its
    /// class come first.
    pub(crate) fn call_vars(&self, member: MemberId) -> Vec<VarId> {
        let member = self.member(member);
        let own = match member.sort {
            MemberSort::Constructor => self.own_params(member.owner),
            _ => &[],
        };
        own.iter().chain(&member.vars).copied().collect()
    }

    /// The class of boxed values of a primitive type.
    pub(crate) fn boxed(&self, primitive: Primitive) -> Option<ClassId> {
        self.known.boxes[primitive as usize]
    }

    /// The primitive type that a class boxes.
    pub(crate) fn unboxed(&self, class: ClassId) -> Option<Primitive> {
        Primitive::ALL.into_iter().find(|&p| self.boxed(p) == Some(class))
    }

    /// A member's name with its class and package, as
    /// `java.util.Map.Entry.getKey`; that of a constructor is `new`.
    pub(crate) fn full_name(&self, id: MemberId) -> String {
        let member = self.member(id);
        let owner = self.class(member.owner);
        let name = match member.sort {
            MemberSort::Constructor => "new",
            _ => self.name(member.name),
        };
        let path = owner.path.iter().map(String::as_str);
        let parts: Vec<&str> = [owner.package.as_str()].into_iter().chain(path).collect();
        format!("{}.{name}", parts.join("."))
    }

    /// A member's name with that of its class, as `Map.Entry.getKey`.
    pub(crate) fn qualified(&self, id: MemberId) -> String {
        let member = self.member(id);
        let owner = self.class(member.owner).path.join(".");
        match member.sort {
            MemberSort::Constructor => format!("new {owner}"),
            _ if owner.is_empty() => self.name(member.name).to_owned(),
            _ => format!("{owner}.{}", self.name(member.name)),
        }
    }
}

/// Whether no member of a class is lost.
fn is_whole(lost: &BTreeSet<(ClassId, Name)>, class: ClassId) -> bool {
    let first = lost.range((class, Name(0))..).next();
    first.is_none_or(|&(id, _)| id != class)
}

/// Resolves declarations. Those of the library under test are flagged.
pub(crate) fn resolve(mut decls: Vec<(ClassDecl, bool)>, skips: Skips) -> Option<Model> {
    let functions = decl::missing_functions(decls.iter().map(|(decl, _)| decl));
    decls.extend(functions.into_iter().map(|decl| (decl, false)));
    for facts in LANGUAGES {
        (facts.signatures.complete)(&mut decls);
    }
    Resolver::new(decls, skips)?.run()
}

/// Remembers the methods of a class behind which its language shows others: what
/// overrides them is not seen either.
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
                } else {
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
        })
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
            let mut steps = 0;
            if decl.nested_in.is_some() && around.is_none() {
                accessible = false;
            }
            while let Some(ClassId(class)) = around
                && steps < 16
            {
                accessible &= decls[class as usize].0.public;
                around = nest(&decls[class as usize].0);
                steps += 1;
            }
            self.classes.push(Class {
                internal: decl.internal.clone(),
                package: decl.package.clone(),
                path: decl.path.clone(),
                sort: decl.sort,
                accessible,
                inner_of: outer(decl),
                nested_in: nest(decl),
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

    fn resolve_supertypes(&mut self, id: ClassId, decl: &ClassDecl, scope: &Scope) {
        let mut complete = true;
        let own = self.classes[id.0 as usize].params.len() - decl.params.len();
        for (at, param) in decl.params.iter().enumerate() {
            let var = self.classes[id.0 as usize].params[own + at];
            if let Err(skip) = self.bind_var(var, param, scope) {
                // Nobody knows what may stand for the parameter.
                complete = false;
                self.classes[id.0 as usize].accessible = false;
                self.skips.count(skip, || decl.internal.clone());
            }
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
            self.skips.count(Skip::UnknownSupertype, || decl.internal.clone());
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
            // What is declared to be no object is none, whatever its interfaces
            // are; nor is what Scala lets numbers be, too.
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
                    self.skips.count(skip, || format!("{}.{}", decl.internal, member.name));
                    let name = self.name(&member.name);
                    self.lost.insert((id, name));
                    continue;
                }
            };
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
                self.skips.count(skip, || format!("{}.{}", decl.internal, member.name));
            }
            let name = self.name(&member.name);
            let member_id = MemberId(self.members.len() as u32);
            self.members.push(Member {
                name,
                sort: member.sort,
                owner: id,
                is_static: member.is_static,
                is_abstract: member.is_abstract,
                varargs: member.varargs,
                vars,
                extends,
                params,
                result,
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
                    for &(other_name, other) in &table {
                        if other == inherited {
                            covered = true;
                            break;
                        }
                        if other_name == name && self.same_signature(id, other, inherited, supers) {
                            covered = true;
                            let mut all = vec![inherited];
                            all.extend(overrides.get(&inherited).into_iter().flatten().copied());
                            let known = overrides.entry(other).or_default();
                            for member in all {
                                if member != other && !known.contains(&member) {
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
                && self.members[sam.0 as usize].sort == MemberSort::Method
                // What is not known may be abstract, too, but not at the top.
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
