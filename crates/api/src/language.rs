//! What the four languages make of an API of the JVM, each difference in one
//! place. How programs are written is the printer's business.

use case::Language;

use crate::decl::{ClassSort, MemberSort, Primitive, Variance};
use crate::graph;
use crate::model::{MemberId, Model, Name};
use crate::relation::{OPTION, Relation};
use crate::types::{ClassId, Kind, Type, Types};

/// The rules of a language.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules(pub(crate) Language);

impl Rules {
    /// Whether programs can use a member.
    pub(crate) fn is_usable(self, model: &Model, id: MemberId) -> bool {
        self.obstacle(model, id).is_none()
    }

    /// Why programs cannot use a member, if they cannot.
    pub(crate) fn obstacle(self, model: &Model, id: MemberId) -> Option<&'static str> {
        let member = model.member(id);
        let owner = model.class(member.owner);
        if !member.usable {
            return Some("its signature or its class cannot be used by a client");
        }
        // What no accessible class has, nobody can call.
        if model.subclasses(member.owner).is_empty() && !owner.path.is_empty() {
            return Some("no class that a client can name has it");
        }
        if owner.package.is_empty() {
            return Some("its class lies in no package");
        }
        if member.sort == MemberSort::Constructor {
            if !graph::is_concrete(model, member.owner) {
                return Some("a constructor of an abstract class");
            }
            // Where there is a generic signature, Groovy takes the first parameter for
            // the outer object, which is named in other places only.
            if self.0 == Language::Groovy
                && owner.inner_of.is_some()
                && member.params.iter().any(|&t| is_generic(&Types::over(&model.table), t))
            {
                return Some("a constructor of an inner class with a generic signature");
            }
            let generic = !member.vars.is_empty();
            if generic && matches!(self.0, Language::Scala | Language::Groovy) {
                return Some("a constructor whose own type arguments cannot be written");
            }
        }
        // An object may be of another class that has it; these need the class.
        let by_class = member.is_static || member.sort == MemberSort::Constructor;
        if by_class && !owner.path.is_empty() && !self.can_name(model, member.owner) {
            return Some("the language cannot name its class");
        }
        let types = Types::over(&model.table);
        let mut declared = member.params.iter().chain([&member.result]).chain(&member.extends);
        if !declared.all(|&t| self.can_write(model, &types, t))
            || !self.is_name(model.name(member.name))
        {
            return Some("the language cannot write its name or its types");
        }
        match self.0 {
            Language::Kotlin if !kotlin_has(model, id) => {
                Some("Kotlin replaces it by a member of its own")
            }
            Language::Kotlin if self.is_property(model, id) && is_class(model, member.result) => {
                Some("an annotation's class, which is another one in Kotlin")
            }
            Language::Kotlin if member.nullable_inside => {
                Some("a part of its result's type may be null, as Kotlin sees it")
            }
            Language::Kotlin => None,
            // What is passed would have to be annotated, too.
            Language::Groovy if member.delegates => {
                Some("a closure is asked for whose delegate is declared")
            }
            _ if member.extends.is_some() || owner.path.is_empty() => {
                Some("an extension or a function of a package, which only Kotlin has")
            }
            _ => None,
        }
    }

    fn can_write(self, model: &Model, types: &Types, t: Type) -> bool {
        let fits = match types.kind(t) {
            Kind::Class(class) => self.can_name(model, class),
            _ => true,
        };
        fits && types.args(t).iter().all(|&arg| self.can_write(model, types, arg))
    }

    fn can_name(self, model: &Model, id: ClassId) -> bool {
        let class = model.class(id);
        // Scala names an inner class through its outer object, not its type.
        let inner = self.0 == Language::Scala && class.inner_of.is_some();
        // Libraries bring along what only their compilers are to use.
        let internal: &[&str] = match self.0 {
            Language::Groovy => &["groovyjarjar", "org.codehaus.groovy", "org.apache.groovy"],
            Language::Scala => &["scala.runtime", "scala.annotation.internal"],
            _ => &[],
        };
        let internal = internal.iter().any(|prefix| class.package.starts_with(prefix));
        // Some types are known to the compiler of Kotlin only.
        let foreign = self.0 != Language::Kotlin
            && class.package.starts_with("kotlin")
            && !class.internal.contains('/');
        !class.package.is_empty()
            && !inner
            && !foreign
            && !internal
            // Groovy's compiler loads what it checks, and falls over what is missing.
            && (self.0 != Language::Groovy || model.is_whole(id))
            && class.path.iter().all(|name| self.is_name(name))
    }

    /// Whether programs can name a class.
    pub(crate) fn is_type_usable(self, model: &Model, id: ClassId) -> bool {
        let class = model.class(id);
        // In Scala the name of a singleton is a value.
        let value = self.0 == Language::Scala && class.sort == ClassSort::Object;
        class.accessible && !class.path.is_empty() && !value && self.can_name(model, id)
    }

    /// Whether the name can be written at all, escaped or not.
    fn is_name(self, name: &str) -> bool {
        is_identifier(name)
            && match self.0 {
                Language::Java | Language::Groovy => !is_among(JAVA_KEYWORDS, name),
                _ => name != "_",
            }
    }

    /// The name, escaped where the language would read it otherwise.
    pub(crate) fn escape(self, name: &str) -> String {
        let keywords = match self.0 {
            Language::Kotlin => KOTLIN_KEYWORDS,
            Language::Scala => SCALA_KEYWORDS,
            _ => return name.to_owned(),
        };
        if is_among(keywords, name) { format!("`{name}`") } else { name.to_owned() }
    }

    /// Whether a simple name means something already, so that it cannot be
    /// imported.
    pub(crate) fn is_reserved(self, simple: &str) -> bool {
        let reserved = match self.0 {
            Language::Kotlin => {
                "Any Nothing Unit String CharSequence Number Comparable Enum Throwable Cloneable \
                 Annotation Boolean Byte Short Char Int Long Float Double Character Integer \
                 Object Array BooleanArray ByteArray ShortArray CharArray IntArray LongArray \
                 FloatArray DoubleArray MutableList MutableSet MutableMap MutableCollection \
                 MutableIterable MutableIterator MutableListIterator"
            }
            Language::Scala => {
                "Main Any AnyRef AnyVal Nothing Null Unit Array Boolean Byte Short Char Int Long \
                 Float Double"
            }
            _ => "Main",
        };
        is_among(reserved, simple)
    }

    /// The name that Kotlin has for a class of Java.
    pub(crate) fn mapped_name(self, model: &Model, class: ClassId) -> Option<&'static str> {
        if self.0 != Language::Kotlin {
            return None;
        }
        kotlin_mapped(&model.class(class).internal)
    }

    /// The type argument at a position, as far as it can be written for the
    /// class: where the declaration fixes the variance, a wildcard the other way
    /// round says nothing, and Kotlin refuses it.
    pub(crate) fn projection(
        self,
        relation: &Relation<'_>,
        class: ClassId,
        at: usize,
        arg: Type,
    ) -> Type {
        let kind = relation.types.kind(arg);
        let class = relation.model.class(class);
        let declared = class.params.get(at).map(|&var| relation.model.var(var).variance);
        let variance = match class.internal.as_str() {
            "java/lang/Comparable" => Variance::Contravariant,
            "java/util/Iterator" | "java/lang/Iterable" => Variance::Covariant,
            _ => declared.unwrap_or_default(),
        };
        let conflict = match variance {
            Variance::Covariant => kind == Kind::Super,
            Variance::Contravariant => kind == Kind::Extends,
            Variance::Invariant => false,
        };
        if conflict && self.0 == Language::Kotlin { relation.any } else { arg }
    }

    /// Whether a value of one primitive type may stand for one of another.
    pub(crate) fn widens(self, from: Primitive, to: Primitive) -> bool {
        match self.0 {
            Language::Kotlin | Language::Scala => from == to,
            // A character is a text before it is a number.
            Language::Groovy => from.widens_to(to) && (from == to || from != Primitive::Char),
            _ => from.widens_to(to),
        }
    }

    /// Whether boxed and primitive values may stand for each other.
    pub(crate) fn boxes(self) -> bool {
        self.0 != Language::Scala
    }

    /// Whether an array of a subtype is an array of the supertype.
    pub(crate) fn covariant_arrays(self) -> bool {
        matches!(self.0, Language::Java | Language::Groovy)
    }

    /// Whether overloads are chosen in the phases of Java, so that a candidate
    /// of a later phase does not matter.
    pub(crate) fn phased_overloads(self) -> bool {
        self.0 == Language::Java
    }

    /// Whether an array may be passed for the member's variable number of
    /// arguments.
    pub(crate) fn takes_array(self, model: &Model, id: MemberId) -> bool {
        let member = model.member(id);
        let polymorphic = is_polymorphic(model, id);
        // An array of unsigned numbers is one of its own.
        let types = Types::over(&model.table);
        let element = member.params.last().and_then(|&last| types.args(last).first().copied());
        let unsigned = element.and_then(|element| types.class(element)).is_some_and(|class| {
            let name = model.class(class).internal.as_str();
            is_among("kotlin.UByte kotlin.UShort kotlin.UInt kotlin.ULong", name)
        });
        self.0 != Language::Kotlin || !(polymorphic || unsigned)
    }

    /// Whether a method of Java is used like a field.
    pub(crate) fn is_property(self, model: &Model, id: MemberId) -> bool {
        let member = model.member(id);
        self.0 == Language::Kotlin
            && member.sort == MemberSort::Method
            && !member.is_static
            && model.is_annotation(member.owner)
    }

    /// Whether a number that is the only one of a variable number of arguments is
    /// widened.
    pub(crate) fn widens_alone(self) -> bool {
        self.0 != Language::Groovy
    }

    /// Whether an array that is passed for a variable number of arguments must
    /// be marked as such.
    pub(crate) fn spreads_arrays(self) -> bool {
        matches!(self.0, Language::Kotlin | Language::Scala)
    }

    /// Whether each branch of a conditional argument is checked by itself, so
    /// that the type of the whole does not matter.
    pub(crate) fn distributes_conditionals(self) -> bool {
        self.0 == Language::Java
    }

    /// Whether a function may be the result of a lambda.
    pub(crate) fn nests_functions(self) -> bool {
        self.0 != Language::Groovy
    }

    /// The package whose classes need no import.
    pub(crate) fn implicit_package(self) -> &'static str {
        // Scala's own classes come before those of `java.lang`.
        if self.0 == Language::Scala { "" } else { "java.lang" }
    }

    /// Whether a lambda or a reference may stand for an object of the class.
    pub(crate) fn is_function(self, model: &Model, class: ClassId) -> bool {
        // For Scala every object can be cloned, though not by everybody.
        let clones = self.0 == Language::Scala
            && model
                .class(class)
                .sam
                .is_some_and(|sam| is_among("clone finalize", model.name(model.member(sam).name)));
        self.mapped_name(model, class).is_none() && !clones
    }

    /// Whether objects of a class have members that are not its own.
    pub(crate) fn is_enriched(self, model: &Model, class: ClassId) -> bool {
        match self.0 {
            Language::Scala => {
                Some(class) == model.known.string
                    || model.unboxed(class).is_some()
                    || model.class(class).internal == "java/lang/CharSequence"
                    || model.find_class(OPTION).is_some_and(|option| model.descends(class, option))
            }
            Language::Kotlin => {
                self.mapped_name(model, class).is_some() && !model.class(class).native
            }
            _ => false,
        }
    }

    /// Whether a class has a property of that name because it has an accessor.
    pub(crate) fn has_property(self, model: &Model, class: ClassId, name: Name) -> bool {
        let is_accessor = |method: &str| {
            let property = method.strip_prefix("get").or(method.strip_prefix("is"));
            property.is_some_and(|property| property.eq_ignore_ascii_case(model.name(name)))
        };
        matches!(self.0, Language::Kotlin | Language::Groovy)
            && model.member_names(class).any(is_accessor)
    }

    /// Whether type arguments are inferred from what functions give, too.
    pub(crate) fn functions_tell(self) -> bool {
        matches!(self.0, Language::Kotlin | Language::Scala)
    }

    /// Whether a function for a type with `? super T` has to give the top type,
    /// and not a `T`.
    pub(crate) fn functions_give_top(self) -> bool {
        self.0 == Language::Scala
    }

    /// Whether the other arguments of a type must respect bounds in which a
    /// wildcard occurs.
    pub(crate) fn wildcards_keep_bounds(self) -> bool {
        self.0 == Language::Scala
    }

    /// Whether what a wildcard stands for may be null.
    pub(crate) fn captures_null(self) -> bool {
        self.0 == Language::Kotlin
    }

    /// Whether the bounds of type variables have no say in the choice of an
    /// overload. Scala looks at them only when type arguments are inferred.
    pub(crate) fn overlooks_bounds(self) -> bool {
        self.0 == Language::Scala
    }

    /// Whether a value that a member gives is to be taken as never null, though
    /// its declaration says that it may be.
    pub(crate) fn asserts_non_null(self, model: &Model, id: MemberId) -> bool {
        let member = model.member(id);
        // Kotlin knows this of its own.
        let reference = || {
            let class = model.find_class("java/lang/ref/Reference");
            model.name(member.name) == "get"
                && class.is_some_and(|class| model.descends(member.owner, class))
        };
        self.0 == Language::Kotlin && (member.nullable || reference())
    }

    /// Whether literals have the types of boxed values.
    pub(crate) fn boxed_literals(self) -> bool {
        self.0 == Language::Kotlin
    }

    /// Whether a reference to the member can be written, behind an object if it
    /// is bound.
    pub(crate) fn is_referable(self, model: &Model, id: MemberId, bound: bool) -> bool {
        let member = model.member(id);
        if model.class(member.owner).path.is_empty() {
            return false;
        }
        match self.0 {
            Language::Scala => (member.is_static || bound) && !member.params.is_empty(),
            Language::Kotlin => {
                member.sort == MemberSort::Method
                    && !self.is_property(model, id)
                    && !self.asserts_non_null(model, id)
                    && self.mapped_name(model, member.owner).is_none()
                    && (!member.is_static || model.class(member.owner).params.is_empty())
            }
            _ => true,
        }
    }

    /// Whether a value may surely be passed for a formal type.
    pub(crate) fn passes(self, relation: &mut Relation<'_>, t: Type, formal: Type) -> bool {
        match (relation.unboxed(t), relation.unboxed(formal)) {
            (Some(from), Some(to)) if relation.types.is_primitive(formal) => {
                (self.boxes() || relation.types.is_primitive(t)) && self.widens(from, to)
            }
            _ => match self.boxes() || !relation.types.is_primitive(t) {
                true => relation.is_loose(t, formal),
                false => relation.is_strict(t, formal),
            },
        }
    }

    /// Whether a value might be converted to the type by any rule of the
    /// language, in an assignment if it is one. "No" is sure.
    pub(crate) fn may_convert(
        self,
        relation: &mut Relation<'_>,
        t: Type,
        to: Type,
        assignment: bool,
    ) -> bool {
        if relation.is_loose(t, to)
            || relation.types.kind(to) == Kind::Void
            || relation.types.kind(t) == Kind::Bottom
        {
            return true;
        }
        if self.0 == Language::Java {
            return false;
        }
        // The others have conversions and variances of their own; only types
        // without any relation between their classes are incompatible for sure.
        let number = |relation: &Relation<'_>, t: Type| relation.unboxed(t).is_some();
        if number(relation, t) && number(relation, to) {
            return true;
        }
        // Scala throws a value away where none is wanted, wraps anything for the sake
        // of some members, makes numbers large, looks for members of anything by
        // reflection, lets Java's top be anything, and everything be taken apart; what
        // has a name is the only one of its type.
        if self.0 == Language::Scala
            && let Kind::Class(class) = relation.types.kind(to)
            && matches!(
                relation.model.class(class).internal.as_str(),
                "scala.Unit"
                    | "scala.Predef.ArrowAssoc"
                    | "scala.Predef.Ensuring"
                    | "scala.Predef.StringFormat"
                    | "scala.Predef.any2stringadd"
                    | "scala.math.BigInt"
                    | "scala.math.BigDecimal"
                    | "scala.Matchable"
                    | "scala.Selectable"
                    | "scala.Singleton"
                    | "scala.reflect.Selectable"
                    | "java/lang/Object"
            )
        {
            return true;
        }
        // For Kotlin, what stands for a class of Java can be written out like it.
        if let Kind::Class(class) = relation.types.kind(to)
            && (relation.becomes(t, class)
                || self.0 == Language::Kotlin
                    && relation.model.class(class).internal == "java/io/Serializable")
        {
            return true;
        }
        if self.0 == Language::Groovy
            && (groovy_coerces(relation, t, to, assignment)
                || is_closure_for_function(relation, t, to))
        {
            return true;
        }
        match (relation.types.kind(t), relation.types.kind(to)) {
            (Kind::Array, Kind::Array) => {
                let (t, to) = (relation.types.args(t)[0], relation.types.args(to)[0]);
                match (relation.types.is_primitive(t), relation.types.is_primitive(to)) {
                    (true, true) => t == to,
                    (false, false) => self.may_convert(relation, t, to, assignment),
                    _ => false,
                }
            }
            _ => match (relation.erased_class(t), relation.erased_class(to)) {
                (Some(have), Some(want)) => {
                    relation.model.descends(have, want) || relation.model.descends(want, have)
                }
                _ => false,
            },
        }
    }

    /// Whether every array parameter at the end takes a variable number of
    /// arguments.
    pub(crate) fn arrays_are_variable(self) -> bool {
        self.0 == Language::Groovy
    }

    /// Whether a function may stand for an object of an abstract class.
    pub(crate) fn classes_are_functions(self) -> bool {
        matches!(self.0, Language::Scala | Language::Groovy)
    }

    /// Whether the number of a lambda's parameters plays a part in choosing an
    /// overload.
    pub(crate) fn arity_tells(self) -> bool {
        self.0 != Language::Groovy
    }

    /// Whether type arguments are inferred from the arguments alone, functions
    /// included, and from where the result goes only if they do not tell.
    pub(crate) fn infers_inwards(self) -> bool {
        self.0 == Language::Groovy
    }

    /// Whether the type arguments of a call before a dot are inferred only with
    /// what comes behind, if what comes before does not settle them.
    pub(crate) fn infers_late(self) -> bool {
        self.0 == Language::Scala
    }

    /// Whether explicit type arguments bind the types of arguments. Groovy's
    /// checker infers them from the arguments all the same.
    pub(crate) fn type_arguments_bind(self) -> bool {
        self.0 != Language::Groovy
    }

    /// Whether all objects have a member of that name from elsewhere which is meant
    /// if there are functions among the arguments, or as many as one likes.
    pub(crate) fn gives_to_all(
        self,
        model: &Model,
        member: MemberId,
        functions: bool,
        variable: bool,
    ) -> bool {
        let name = model.name(model.member(member).name);
        self.0 == Language::Groovy
            && (functions && is_among(CLOSURE_EXTENSIONS, name)
                || variable && is_among(PRINT_EXTENSIONS, name))
    }

    /// Whether a call without arguments tells overloads apart that all take as many
    /// as one likes.
    pub(crate) fn empty_calls_tell(self) -> bool {
        self.0 != Language::Groovy
    }

    /// Whether no class has a member of that name from elsewhere than the API.
    pub(crate) fn lacks_members(self, model: &Model, name: Name) -> bool {
        match self.0 {
            Language::Java => true,
            // Extensions are members of classes that do not know them. Which
            // there are is known only if Groovy's own library is loaded.
            Language::Groovy => {
                let gdk = model.find_class("org/codehaus/groovy/runtime/DefaultGroovyMethods");
                gdk.is_some_and(|gdk| model.named(gdk, name).is_empty())
                    // What is protected in the top class is not protected from Groovy.
                    && !is_among("clone finalize", model.name(name))
            }
            _ => !is_among(KNOWN_EXTENSIONS, model.name(name)),
        }
    }
}

/// Whether a member takes and gives whatever a call of it says.
pub(crate) fn is_polymorphic(model: &Model, id: MemberId) -> bool {
    let member = model.member(id);
    member.varargs
        && matches!(
            model.class(member.owner).internal.as_str(),
            "java/lang/invoke/MethodHandle" | "java/lang/invoke/VarHandle"
        )
}

/// Whether a type cannot be said without a generic signature.
fn is_generic(types: &Types, t: Type) -> bool {
    match types.kind(t) {
        Kind::Array => is_generic(types, types.args(t)[0]),
        Kind::Class(_) => !types.args(t).is_empty(),
        _ => types.has_var(t),
    }
}

/// Whether a type is that of classes, or of arrays of them.
fn is_class(model: &Model, t: Type) -> bool {
    let types = Types::over(&model.table);
    match types.kind(t) {
        Kind::Array => is_class(model, types.args(t)[0]),
        Kind::Class(class) => model.class(class).internal == "java/lang/Class",
        _ => false,
    }
}

/// Whether a value is a closure of Groovy, and a function is asked for.
fn is_closure_for_function(relation: &Relation<'_>, t: Type, to: Type) -> bool {
    let model = relation.model;
    let closure = model.find_class("groovy/lang/Closure");
    match (relation.types.class(t), closure, relation.types.class(to)) {
        (Some(class), Some(closure), Some(to)) => {
            let to = model.class(to);
            model.descends(class, closure) && (to.sam.is_some() || to.sort == ClassSort::Abstract)
        }
        _ => false,
    }
}

/// What Groovy's checker lets pass besides subtypes.
fn groovy_coerces(relation: &Relation<'_>, t: Type, to: Type, assignment: bool) -> bool {
    let name = |t: Type| match relation.types.kind(t) {
        Kind::Class(class) => relation.model.class(class).internal.as_str(),
        Kind::Primitive(primitive) => primitive.boxed(),
        Kind::Array => "[",
        _ => "",
    };
    let number = relation.unboxed(to).is_some();
    let (from, to) = (name(t), name(to));
    // Everything has a truth value and a text; texts become characters, numbers
    // and enum constants; lists and arrays become each other and objects.
    assignment
        && (matches!(to, "java/lang/Boolean" | "java/lang/String" | "java/lang/Class" | "[")
            || from == "["
            || from == "java/lang/String"
            || number && from.starts_with("java/math/"))
        || to == "["
        || to == "java/lang/Character"
        || from == "java/lang/Character"
        || from == "java/lang/String" && to == "java/lang/Number"
        || (relation.unboxed(t).is_some() && to.starts_with("java/math/"))
}

/// The name that Kotlin has for a class of Java, by its internal name.
fn kotlin_mapped(internal: &str) -> Option<&'static str> {
    Some(match internal {
        "java/lang/Object" => "Any",
        "java/lang/String" => "String",
        "java/lang/CharSequence" => "CharSequence",
        "java/lang/Number" => "Number",
        "java/lang/Comparable" => "Comparable",
        "java/lang/Enum" => "Enum",
        "java/lang/Throwable" => "Throwable",
        "java/lang/Cloneable" => "Cloneable",
        "java/lang/annotation/Annotation" => "Annotation",
        "java/lang/Iterable" => "MutableIterable",
        "java/util/Iterator" => "MutableIterator",
        "java/util/Collection" => "MutableCollection",
        "java/util/Set" => "MutableSet",
        "java/util/List" => "MutableList",
        "java/util/ListIterator" => "MutableListIterator",
        "java/util/Map" => "MutableMap",
        "java/util/Map$Entry" => "MutableMap.MutableEntry",
        "java/lang/Boolean" => "Boolean",
        "java/lang/Byte" => "Byte",
        "java/lang/Short" => "Short",
        "java/lang/Character" => "Char",
        "java/lang/Integer" => "Int",
        "java/lang/Long" => "Long",
        "java/lang/Float" => "Float",
        "java/lang/Double" => "Double",
        _ => return None,
    })
}

/// Whether Kotlin sees the member under its own name and with its own
/// parameters: what a class inherits from one that Kotlin replaces by its own
/// looks like the replacement, except for these.
fn kotlin_has(model: &Model, id: MemberId) -> bool {
    const SAME: &str = "add addAll clear compareTo equals hasNext hasPrevious hashCode isEmpty \
        iterator listIterator next nextIndex previous previousIndex putAll set subList toString";
    let owner = |id: MemberId| model.class(model.member(id).owner);
    // What Kotlin itself declares is as it says.
    if owner(id).native {
        return true;
    }
    let replaced = |id: MemberId| {
        kotlin_mapped(&owner(id).internal).is_some()
            && (!owner(id).native || !model.member(id).usable)
    };
    if replaced(id) {
        return false;
    }
    is_among(SAME, model.name(model.member(id).name))
        || !model.overridden(id).iter().any(|&m| replaced(m))
}

/// Whether the word is one of a list.
fn is_among(words: &str, word: &str) -> bool {
    words.split_ascii_whitespace().any(|known| known == word)
}

fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && chars.all(|c| c.is_alphanumeric() || c == '_')
}

/// Names that the standard libraries of Kotlin and Scala give to all objects.
const KNOWN_EXTENSIONS: &str = "also apply asInstanceOf ensuring eq equals formatted getClass hashCode isInstanceOf \
    let ne notify notifyAll nn run runtimeChecked synchronized takeIf to toString wait";

/// Names of the methods with closures that Groovy gives to all objects.
const CLOSURE_EXTENSIONS: &str = "any collect collectMany each eachWithIndex every find findAll findIndexOf \
    findIndexValues findLastIndexOf findResult findResults identity inject split tap use with";

/// Names of the methods with a format and a value that Groovy gives to all objects.
const PRINT_EXTENSIONS: &str = "printf sprintf";

const JAVA_KEYWORDS: &str = "_ abstract assert boolean break byte case catch char class const continue default do \
    double else enum extends false final finally float for goto if implements import \
    instanceof int interface long native new null package private protected public \
    return short static strictfp super switch synchronized this throw throws transient \
    true try void volatile while";

const KOTLIN_KEYWORDS: &str = "as break class continue do else false for fun if in interface is null object package \
    return super this throw true try typealias typeof val var when while yield _";

const SCALA_KEYWORDS: &str = "abstract case catch class def do else enum export extends false final finally for \
    given if implicit import lazy macro match new null object override package private \
    protected return sealed super then this throw trait true try type val var while with yield";
