//! The resolved API: classes, type variables and members by number, with tables for
//! frequent queries.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::decl::{ClassSort, MemberSort, Primitive, Variance};
use crate::graph;
use crate::types::{ClassId, Kind, Table, Type, Types, VarId};

mod resolve;

pub(crate) use resolve::resolve;

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
    /// Whether all its ancestors are known. An incomplete class may be a subtype of any
    /// other.
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
    /// Whether its last parameter is variadic.
    pub(crate) varargs: bool,
    /// Its own type variables.
    pub(crate) vars: Vec<VarId>,
    /// The receiver of an extension function.
    pub(crate) extends: Option<Type>,
    /// The types of its parameters.
    pub(crate) params: Vec<Type>,
    /// The type of its result; for a constructor, its class.
    pub(crate) result: Type,
    /// Whether its result is declared with a raw type, which stands for any type
    /// arguments.
    pub(crate) raw: bool,
    /// Whether it throws a checked exception.
    pub(crate) throws: bool,
    /// Whether it is a compile-time constant.
    pub(crate) constant: bool,
    /// Whether an annotation, here or where it is overridden from, says that
    /// the result may be null.
    pub(crate) nullable: bool,
    /// Whether an annotation says so of a part of the result's type.
    pub(crate) nullable_inside: bool,
    /// Whether an annotation declares the delegate of a closure parameter.
    pub(crate) delegates: bool,
    /// How many of its last parameters have default arguments.
    pub(crate) optional: usize,
    /// Whether it has a by-name parameter.
    pub(crate) by_name: bool,
    /// Whether a client can use it. What cannot be used still takes part in
    /// overload resolution.
    pub(crate) usable: bool,
}

impl Member {
    /// Whether subclasses inherit it, so that the class of the receiver decides
    /// which member a call means.
    pub(crate) fn is_inherited(&self) -> bool {
        self.extends.is_none() && self.sort != MemberSort::Constructor
    }
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
    /// The signature of a member, or the bounds of a class, cannot be read.
    MalformedSignature,
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
            Skip::MalformedSignature => "its signature cannot be read",
            Skip::UnknownType => "a type of the signature belongs to no loaded library",
            Skip::HiddenType => "a type of the signature cannot be named by a client",
            Skip::RawType => "a raw type is used as a type argument",
            Skip::UnknownSupertype => "a supertype belongs to no loaded library, or is raw",
            Skip::HiddenOwner => "a static member of a class that cannot be named",
            Skip::Duplicate => "a class of this name is there already",
        }
    }
}

/// What was not used of the libraries under test, with its reason: how often, and a first
/// example.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skips {
    counted: BTreeMap<Skip, (usize, String)>,
    extracted: BTreeMap<String, usize>,
}

impl Skips {
    /// Counts one.
    pub(crate) fn count(&mut self, skip: Skip, example: impl FnOnce() -> String) {
        self.counted.entry(skip).or_insert_with(|| (0, example())).0 += 1;
    }

    /// Counts what the reader of another compiler's signatures left out.
    pub(crate) fn count_extracted(&mut self, reason: &str, count: usize) {
        *self.extracted.entry(reason.to_owned()).or_default() += count;
    }

    /// Counts what another has counted.
    pub(crate) fn add(&mut self, other: &Skips) {
        for (skip, count, example) in other.iter() {
            self.counted.entry(skip).or_insert_with(|| (0, example.to_owned())).0 += count;
        }
        for (reason, count) in other.extracted() {
            self.count_extracted(reason, count);
        }
    }

    /// The reasons with their counts and examples.
    pub fn iter(&self) -> impl Iterator<Item = (Skip, usize, &str)> {
        self.counted.iter().map(|(&skip, (count, example))| (skip, *count, example.as_str()))
    }

    /// What of a library the extracted signatures do not express, by the extractor's
    /// reasons.
    pub fn extracted(&self) -> impl Iterator<Item = (&str, usize)> {
        self.extracted.iter().map(|(reason, &count)| (reason.as_str(), count))
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
    /// Names of members whose signatures could not be resolved: a call of such a name
    /// may mean them.
    lost: BTreeSet<(ClassId, Name)>,
    /// Those of them that may be extensions.
    lost_functions: BTreeSet<Name>,
    /// The classes with a member that mentions a type of no loaded library.
    broken: BTreeSet<ClassId>,
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
        !self.broken.contains(&class)
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

    /// Whether typing a call of the member takes more than looking it up: it has something
    /// to infer, or overloads.
    pub(crate) fn is_rich(&self, id: MemberId) -> bool {
        let member = self.member(id);
        self.has_inference(id) || self.named(member.owner, member.name).len() > 1
    }

    /// Whether a call of the member has something to infer: its signature is generic or
    /// functional, or it is variadic.
    pub(crate) fn has_inference(&self, id: MemberId) -> bool {
        let member = self.member(id);
        let types = Types::over(&self.table);
        let is_generic = |&t: &Type| types.has_var(t) || !types.args(t).is_empty();
        let is_function =
            |&t: &Type| types.class(t).is_some_and(|class| self.class(class).sam.is_some());
        let mut signature = member.params.iter().chain([&member.result]).chain(&member.extends);
        !member.vars.is_empty()
            || member.varargs
            || signature.any(is_generic)
            || member.params.iter().any(is_function)
    }

    /// The first parameter that takes a value of any type, and its type variable, if the
    /// member is applied to nothing else and has a result.
    pub(crate) fn any_parameter(&self, id: MemberId) -> Option<(usize, VarId)> {
        let member = self.member(id);
        let types = Types::over(&self.table);
        if !graph::is_source(self, id) || member.varargs || types.kind(member.result) == Kind::Void
        {
            return None;
        }
        // Kotlin's variables are bounded by `Any?`.
        let is_top = |&bound: &Type| {
            types.kind(bound) == Kind::Nullable
                && types.class(types.args(bound)[0]) == Some(self.known.object)
        };
        let is_any = |&(_, var): &(usize, VarId)| {
            let declared = self.var(var);
            declared.arity == 0 && declared.bounds.iter().all(is_top) && declared.lower.is_none()
        };
        let params = member.params.iter().enumerate();
        params.filter_map(|(at, &t)| Some((at, types.var(t)?))).find(is_any)
    }

    /// The class of boxed values of a primitive type.
    pub(crate) fn boxed(&self, primitive: Primitive) -> Option<ClassId> {
        self.known.boxes[primitive as usize]
    }

    /// The primitive type that a class boxes.
    pub(crate) fn unboxed(&self, class: ClassId) -> Option<Primitive> {
        Primitive::ALL.into_iter().find(|&p| self.boxed(p) == Some(class))
    }

    /// The name of a class with its package: `java.util.Map.Entry`.
    pub(crate) fn class_name(&self, id: ClassId) -> String {
        let class = self.class(id);
        let path = class.path.iter().map(String::as_str);
        let package = (!class.package.is_empty()).then_some(class.package.as_str());
        package.into_iter().chain(path).collect::<Vec<_>>().join(".")
    }

    /// A member's name with its class and package, as
    /// `java.util.Map.Entry.getKey`; that of a constructor is `new`.
    pub(crate) fn full_name(&self, id: MemberId) -> String {
        let member = self.member(id);
        let name = match member.sort {
            MemberSort::Constructor => "new",
            _ => self.name(member.name),
        };
        format!("{}.{name}", self.class_name(member.owner))
    }

    /// A member's full name with what tells it from its overloads: the types of its
    /// receiver, if it is an extension, and of its parameters.
    pub(crate) fn signature(&self, id: MemberId) -> String {
        let member = self.member(id);
        let types = Types::over(&self.table);
        let name = self.full_name(id);
        let receiver = member.extends.map(|t| format!(" on {}", self.type_name(&types, t)));
        let receiver = receiver.unwrap_or_default();
        if member.sort == MemberSort::Field {
            return format!("{name}{receiver}");
        }
        let mut params: Vec<String> =
            member.params.iter().map(|&t| self.type_name(&types, t)).collect();
        if member.varargs
            && let Some(last) = params.last_mut()
            && last.ends_with("[]")
        {
            last.replace_range(last.len() - 2.., "...");
        }
        format!("{name}({}){receiver}", params.join(", "))
    }

    /// A type in the notation of Java, all names in full.
    fn type_name(&self, types: &Types, t: Type) -> String {
        let args: Vec<String> =
            types.args(t).iter().map(|&arg| self.type_name(types, arg)).collect();
        let list =
            || if args.is_empty() { String::new() } else { format!("<{}>", args.join(", ")) };
        match types.kind(t) {
            Kind::Primitive(primitive) => primitive.keyword().to_owned(),
            Kind::Void => "void".to_owned(),
            Kind::Bottom => "null".to_owned(),
            Kind::Class(class) => format!("{}{}", self.class_name(class), list()),
            Kind::Array => format!("{}[]", args[0]),
            Kind::Var(var) => format!("{}{}", self.var(var).name, list()),
            Kind::Any => "?".to_owned(),
            Kind::Extends => format!("? extends {}", args[0]),
            Kind::Super => format!("? super {}", args[0]),
            Kind::Nullable => format!("{}?", args[0]),
        }
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
