//! What a language makes of an API of the JVM: its [`Facts`], one file for each
//! language, with the syntax in which its programs are written.
//!
//! A fact is named by the term of the language's specification, and its value is
//! explained where the language states it. The abbreviations: JLS, The Java
//! Language Specification, Java SE 17; KLS, the Kotlin language specification;
//! SLS, the Scala Language Specification 2.13, which the Scala 3 Reference
//! amends. Groovy has no specification; its documentation is quoted by heading.
//!
//! A new language is a file with its `FACTS`, named below.

use case::Language;

use crate::decl::{ClassDecl, ClassSort, MemberSort, Primitive, TypeDecl, Variance};
use crate::graph;
use crate::model::{Class, MemberId, Model, Name};
use crate::relation::{HiddenSupertypes, Relation};
use crate::types::{ClassId, Kind, Type, Types};

mod groovy;
mod java;
mod kotlin;
mod scala;

/// The languages that programs are written in.
pub(crate) static LANGUAGES: [&Facts; 4] =
    [&java::FACTS, &kotlin::FACTS, &scala::FACTS, &groovy::FACTS];

/// What is true of a language.
#[derive(Debug)]
pub(crate) struct Facts {
    /// The language.
    pub(crate) language: Language,

    // Names.
    /// The reserved words, separated by spaces.
    pub(crate) keywords: &'static str,
    /// Whether a reserved word in backquotes is an identifier.
    pub(crate) quoted_identifiers: bool,
    /// The package whose classes need no import.
    pub(crate) implicit_import: &'static str,
    /// Simple names that mean something without any import, so that no class of
    /// the name is imported.
    pub(crate) predefined: &'static str,
    /// Packages that only the language's own compiler is to refer to.
    pub(crate) internal_packages: &'static [&'static str],
    /// Whether a class is known to the language's compiler only, so that no other
    /// language can name it.
    pub(crate) intrinsic: fn(&Class) -> bool,
    /// The language's own name for a class of Java (a mapped type), by the
    /// internal name of the class.
    pub(crate) mapped_type: fn(&str) -> Option<&'static str>,
    /// Ancestors that a class has in Java and not in the language.
    pub(crate) hidden_supertypes: fn(&Model) -> HiddenSupertypes,
    /// Whether the type of an inner class is qualified by the type of its outer
    /// class, rather than by a path to an outer object.
    pub(crate) inner_class_types: bool,
    /// Whether the name of a singleton object is the name of a type.
    pub(crate) object_types: bool,
    /// Whether the compiler resolves all signatures of a class that it meets, and
    /// fails if a type in one of them is missing.
    pub(crate) resolves_all_signatures: bool,

    // Members.
    /// Whether a constructor's own type arguments can be written.
    pub(crate) constructor_type_arguments: bool,
    /// Whether there are extension functions and functions outside of classes.
    pub(crate) extension_functions: bool,
    /// Whether the elements of an annotation interface are properties.
    pub(crate) annotation_properties: bool,
    /// Whether a getter can be used like a field (synthetic properties).
    pub(crate) synthetic_properties: bool,
    /// Further members that programs cannot use, with the reason.
    pub(crate) unusable: fn(&Model, MemberId) -> Option<&'static str>,
    /// Whether the result of a member needs a not-null assertion.
    pub(crate) not_null_assertion: fn(&Model, MemberId) -> bool,
    /// Whether a reference to a member can be written; the last argument says
    /// whether it is bound to an object.
    pub(crate) callable_reference: fn(&Model, MemberId, bool) -> bool,
    /// Whether a reference to a property or field is a function.
    pub(crate) property_references: bool,
    /// Whether the parameters and the result of a reference are converted like arguments:
    /// boxed, widened, collected for a variable arity.
    pub(crate) converting_references: bool,
    /// Whether every object may have a member of this name that the API does not
    /// declare in its class.
    pub(crate) universal_member: fn(&Model, Name) -> bool,
    /// Whether objects of a class have further members by extensions or implicit
    /// conversions.
    pub(crate) enriched: fn(&Model, ClassId) -> bool,
    /// Names of extensions of every object that take a function, and win against
    /// a member of the class that is called with one.
    pub(crate) function_extensions: &'static str,
    /// Names of variadic extensions of every object that win against a variadic
    /// member of the class.
    pub(crate) variadic_extensions: &'static str,

    // Types and conversions.
    /// Whether an array of a subtype is an array of the supertype.
    pub(crate) covariant_arrays: bool,
    /// The widening conversions between primitive types.
    pub(crate) widening: Widening,
    /// Whether there are boxing and unboxing conversions.
    pub(crate) boxing: bool,
    /// Whether primitive types are classes to programs, so that a literal has the
    /// type that in Java is the boxed one.
    pub(crate) primitives_are_classes: bool,
    /// The types other than `int` that an integer literal takes where a variable asks for
    /// them.
    pub(crate) integer_literal_types: &'static [Primitive],
    /// Whether it takes them as an argument, too.
    pub(crate) literals_adapt_in_calls: bool,
    /// Whether types say if a value may be null.
    pub(crate) null_safety: bool,
    /// Whether a use-site projection against the declaration-site variance is an
    /// error.
    pub(crate) rejects_conflicting_projections: bool,
    /// Whether the other type arguments of a type must respect bounds in which a
    /// parameter occurs that a wildcard stands for.
    pub(crate) checks_bounds_beside_wildcards: bool,
    /// Whether only the conversions of an invocation context of Java exist.
    pub(crate) java_conversions_only: bool,
    /// Whether what a wildcard in the type of a value stands for differs from every type
    /// that has a name.
    pub(crate) captures_wildcards: bool,
    /// Whether subtyping between instances of the class and of others is not just what
    /// the declarations say.
    pub(crate) blurred: fn(&Model, ClassId) -> bool,
    /// Whether a value of the first type may be converted to the second, beyond
    /// subtyping and Java's conversions; in an assignment, says the last argument.
    pub(crate) converts: fn(&Relation<'_>, Type, Type, bool) -> bool,
    /// Whether a value of the type can be assigned to a variable of any type.
    pub(crate) assignable_to_anything: fn(&Model, &Types, Type) -> bool,
    /// Whether an implicit conversion turns values of the type into objects of the
    /// class.
    pub(crate) implicit_view: fn(&Relation<'_>, Type, ClassId) -> bool,

    // Functions.
    /// Names of methods that are no single abstract method, since the top class
    /// declares them, though not publicly.
    pub(crate) protected_top_methods: &'static str,
    /// Whether SAM conversion also makes objects of abstract classes.
    pub(crate) sam_abstract_classes: bool,
    /// Whether the result of a function for a SAM type with a wildcard `? super T`
    /// in its place must have the top type rather than `T`.
    pub(crate) lower_bounded_sam_result_is_top: bool,
    /// Whether the body of a lambda has a target type, so that it may be a lambda
    /// again.
    pub(crate) target_typed_lambda_bodies: bool,
    /// Whether each branch of a conditional argument is checked against the target
    /// type (a poly expression), rather than the type of the whole.
    pub(crate) poly_conditionals: bool,
    /// Whether a branch of a conditional has a target type, so that it may be a function.
    pub(crate) functions_in_branches: bool,
    /// Whether a function may be cast to the type that it is to have.
    pub(crate) casts_functions: bool,

    // Overload resolution.
    /// Whether a lambda with types, whose body has a value, is a function without a result
    /// already while an overload is chosen.
    pub(crate) discards_in_overloads: bool,
    /// Whether a call of values that Java resolves is to be accepted, although the
    /// language's own rules may choose another overload.
    pub(crate) follows_java: bool,
    /// Whether applicability is tested in phases, so that a candidate of a later
    /// phase does not matter.
    pub(crate) applicability_phases: bool,
    /// Whether a candidate whose type variable cannot respect its bound is not
    /// applicable.
    pub(crate) bounds_decide_applicability: bool,
    /// Whether a functional interface with another number of parameters than a
    /// lambda makes a candidate inapplicable.
    pub(crate) lambda_arity_decides_applicability: bool,
    /// Whether a last parameter of array type is variadic in any case.
    pub(crate) array_parameters_are_variadic: bool,
    /// Whether a call without arguments of several variadic overloads is
    /// ambiguous, rather than a call of the most specific one.
    pub(crate) empty_variadic_calls_are_ambiguous: bool,
    /// Whether a number that is the only variadic argument is widened.
    pub(crate) widens_single_variadic_argument: bool,
    /// Whether an array that is passed for variadic arguments is marked by the
    /// spread operator.
    pub(crate) spread_operator: bool,
    /// Whether an array can be passed for the variadic arguments of a member.
    pub(crate) takes_array: fn(&Model, MemberId) -> bool,

    // Type inference.
    /// Whether explicit type arguments instantiate the type parameters of the
    /// method.
    pub(crate) explicit_type_arguments_bind: bool,
    /// Whether a primitive type can be the type argument for a type parameter of Java
    /// without a bound, where it is boxed.
    pub(crate) primitives_for_type_parameters_of_java: bool,
    /// Whether a variable has the type of its value, where that is below the declared one.
    pub(crate) flow_typing: bool,
    /// Whether a map has every property, so that `set…` with one argument may be one.
    pub(crate) properties_of_maps: bool,
    /// Whether several arguments may become one, a tuple, where only that fits, and the
    /// parameters of a function one.
    pub(crate) tuples_arguments: bool,
    /// Whether results of lambdas and references are constraints on the type
    /// parameters of the call that they are passed to.
    pub(crate) infers_from_function_results: bool,
    /// Whether type arguments are inferred from the arguments, functions included,
    /// and from the target type only if these say nothing.
    pub(crate) infers_from_arguments_first: bool,
    /// Whether a type variable that nothing is said about is inferred as the top type.
    pub(crate) infers_top_without_constraints: bool,
    /// Whether the type variables of a receiver are instantiated only when the
    /// selected member is known.
    pub(crate) defers_receiver_inference: bool,

    /// How programs are written.
    pub(crate) syntax: Syntax,
    /// How signatures are written that the language's own compiler reports.
    pub(crate) signatures: Signatures,
}

/// The widening conversions that a language applies to primitive values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Widening {
    /// None that programs rely on.
    None,
    /// Widening primitive conversion (JLS 5.1.2).
    Primitive,
    /// The same, except from `char`.
    ExceptChar,
}

/// The syntax of a language, a function or a text for each construct. Types,
/// names and expressions come as texts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Syntax {
    /// The beginning of a program, given its parameters.
    pub(crate) head: fn(&str) -> String,
    /// What stands before each statement.
    pub(crate) indent: &'static str,
    /// What ends a statement and an import.
    pub(crate) terminator: &'static str,
    /// The end of a program.
    pub(crate) foot: &'static str,
    /// A parameter: its name and type.
    pub(crate) parameter: fn(&str, &str) -> String,
    /// A local variable: its name, type (unless it is inferred) and value.
    pub(crate) variable: fn(&str, Option<&str>, &str) -> String,

    /// The brackets around type arguments.
    pub(crate) brackets: [&'static str; 2],
    /// A primitive type.
    pub(crate) primitive: fn(Primitive) -> String,
    /// The type of an array: that of its elements, and whether it is primitive.
    pub(crate) array: fn(&str, bool) -> String,
    /// A wildcard without bounds.
    pub(crate) wildcard: &'static str,
    /// What stands before the upper bound of a wildcard.
    pub(crate) upper_bound: &'static str,
    /// What stands before the lower bound of a wildcard.
    pub(crate) lower_bound: &'static str,
    /// The type of the values of a type and null.
    pub(crate) nullable: fn(&str) -> String,
    /// The result type of a method without a result.
    pub(crate) unit: &'static str,

    /// A literal.
    pub(crate) literal: fn(Primitive) -> &'static str,
    /// A conditional expression: condition and branches.
    pub(crate) conditional: fn(&str, &str, &str) -> String,
    /// An expression as a value of a type: the type and the expression.
    pub(crate) cast: fn(&str, &str) -> String,
    /// A function as an object of a type: the type and the function.
    pub(crate) function_cast: fn(&str, &str) -> String,
    /// An array whose elements are variadic arguments.
    pub(crate) spread: fn(&str) -> String,
    /// A lambda: its parameters, and its body unless that is empty.
    pub(crate) lambda: fn(&str, Option<&str>) -> String,
    /// Whether a lambda or reference for the class has the class before it (a SAM
    /// constructor).
    pub(crate) sam_constructor: fn(&Class) -> bool,
    /// What stands between class or object and the name of a referenced method.
    pub(crate) reference: &'static str,
    /// What stands behind a type in a reference to a constructor; nothing where
    /// programs have none.
    pub(crate) constructor_reference: &'static str,
    /// Whether the class before a reference to an instance method has its type
    /// arguments.
    pub(crate) references_type_arguments: bool,

    /// A method call: what stands before the dot, the name, type arguments and
    /// arguments.
    pub(crate) call: fn(&str, &str, &str, &str) -> String,
    /// Whether the type arguments of an extension stand behind its name after a receiver;
    /// otherwise the receiver becomes an argument where there are any.
    pub(crate) extension_type_arguments: bool,
    /// What asserts that the call before it does not give null.
    pub(crate) not_null: &'static str,
    /// Whether type arguments may stand behind a name without arguments.
    pub(crate) property_type_arguments: bool,
    /// A constructor call.
    pub(crate) construction: fn(&Construction<'_>) -> String,
    /// What stands for the type arguments of a constructor that are inferred.
    pub(crate) diamond: &'static str,
    /// Whether the type parameters of a constructor count as further ones of its
    /// class.
    pub(crate) joins_constructor_type_arguments: bool,
    /// Whether the class of an inner object is named by its simple name behind the
    /// outer object.
    pub(crate) simple_inner_names: bool,
    /// Whether a constructor call before a dot stands in parentheses.
    pub(crate) parenthesised_new: bool,
}

/// The parts of a constructor call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Construction<'a> {
    /// The object that an inner object belongs to, with a dot; or nothing.
    pub(crate) outer: &'a str,
    /// The constructor's own type arguments.
    pub(crate) type_args: &'a str,
    /// The class.
    pub(crate) class: &'a str,
    /// The type arguments of the class.
    pub(crate) class_args: &'a str,
    /// The arguments.
    pub(crate) args: &'a str,
}

/// How a language's signatures are written in JSON, where its own compiler
/// reports them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signatures {
    /// Whether members are given as the language sees them, which is not always
    /// as they are in class files.
    pub(crate) native: bool,
    /// The package of its built-in types.
    pub(crate) package: &'static str,
    /// The class above all objects.
    pub(crate) object: &'static str,
    /// The type above that class and the primitive types, if there is one.
    pub(crate) top: Option<&'static str>,
    /// Its function types, if it has any of its own.
    pub(crate) functions: Option<FunctionTypes>,
    /// The class of Java, by its internal name, that a built-in class stands for.
    pub(crate) alias: fn(&str) -> Option<&'static str>,
    /// A built-in type without type arguments that is not a class on the JVM.
    pub(crate) builtin: fn(&str) -> Option<TypeDecl>,
    /// Classes that are declared, but mean something else in a signature.
    pub(crate) special: &'static [&'static str],
    /// Whether primitive types can be type arguments.
    pub(crate) primitive_type_arguments: bool,
    /// Whether a type parameter without a bound may be null.
    pub(crate) nullable_type_parameters: bool,
    /// Whether there are parameters that are passed by name, `=> T`.
    pub(crate) by_name_parameters: bool,
    /// Whether a variadic parameter of a boxed type is an array of primitives.
    pub(crate) primitive_varargs: bool,
    /// Whether only interfaces that say so are functional.
    pub(crate) declared_functional_interfaces: bool,
    /// Adds to what files declare what only the compiler knows.
    pub(crate) complete: fn(&mut [(ClassDecl, bool)]),
}

/// The function types of a language: one interface for each number of parameters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FunctionTypes {
    /// The arrow of the notation, as in `(A) => B`.
    pub(crate) arrow: &'static str,
    /// The name of an interface without the number of parameters.
    pub(crate) prefix: &'static str,
    /// The name of the method.
    pub(crate) method: &'static str,
}

impl Facts {
    /// The position of a language in [`LANGUAGES`].
    pub(crate) fn position(language: Language) -> usize {
        let position = LANGUAGES.iter().position(|facts| facts.language == language);
        position.unwrap_or_else(|| panic!("the api engine does not write {language}"))
    }

    /// What is true of a language that the engine writes.
    pub(crate) fn of(language: Language) -> &'static Facts {
        LANGUAGES[Facts::position(language)]
    }

    /// Whether programs can use a member.
    pub(crate) fn is_usable(&self, model: &Model, id: MemberId) -> bool {
        self.obstacle(model, id).is_none()
    }

    /// Why programs cannot use a member, if they cannot.
    pub(crate) fn obstacle(&self, model: &Model, id: MemberId) -> Option<&'static str> {
        let member = model.member(id);
        let owner = model.class(member.owner);
        if !member.usable {
            return Some("its signature or its class cannot be used by a client");
        }
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
            if !member.vars.is_empty() && !self.constructor_type_arguments {
                return Some("a constructor whose own type arguments cannot be written");
            }
        }
        // An instance member can be called on an object of another class that
        // inherits it; a static member or a constructor needs the class itself.
        let by_class = member.is_static || member.sort == MemberSort::Constructor;
        if by_class && !owner.path.is_empty() && !self.can_name(model, member.owner) {
            return Some("the language cannot name its class");
        }
        let heirs = model.subclasses(member.owner);
        if !by_class && !heirs.iter().any(|&heir| self.is_type_usable(model, heir)) {
            return Some("the language cannot name its class, nor one that inherits it");
        }
        let types = Types::over(&model.table);
        let mut declared = member.params.iter().chain([&member.result]).chain(&member.extends);
        if !declared.all(|&t| self.can_write(model, &types, t))
            || !self.is_name(model.name(member.name))
        {
            return Some("the language cannot write its name or its types");
        }
        if !self.extension_functions && (member.extends.is_some() || owner.path.is_empty()) {
            return Some("an extension or top-level function, which programs do not call");
        }
        (self.unusable)(model, id)
    }

    fn can_write(&self, model: &Model, types: &Types, t: Type) -> bool {
        let fits = match types.kind(t) {
            Kind::Class(class) => self.can_name(model, class),
            _ => true,
        };
        fits && types.args(t).iter().all(|&arg| self.can_write(model, types, arg))
    }

    fn can_name(&self, model: &Model, id: ClassId) -> bool {
        let class = model.class(id);
        let foreign = |other: &&Facts| other.language != self.language && (other.intrinsic)(class);
        !class.package.is_empty()
            && (self.inner_class_types || class.inner_of.is_none())
            && !LANGUAGES.iter().any(foreign)
            && !self.internal_packages.iter().any(|prefix| class.package.starts_with(prefix))
            && (!self.resolves_all_signatures || model.is_whole(id))
            && class.path.iter().all(|name| self.is_name(name))
    }

    /// Whether programs can name a class.
    pub(crate) fn is_type_usable(&self, model: &Model, id: ClassId) -> bool {
        let class = model.class(id);
        let is_type = self.object_types || class.sort != ClassSort::Object;
        class.accessible && !class.path.is_empty() && is_type && self.can_name(model, id)
    }

    /// Whether the name can be written at all, in backquotes or not.
    fn is_name(&self, name: &str) -> bool {
        let reserved =
            if self.quoted_identifiers { name == "_" } else { is_among(self.keywords, name) };
        is_identifier(name) && !reserved
    }

    /// The name, in backquotes if it is a reserved word.
    pub(crate) fn escape(&self, name: &str) -> String {
        if self.quoted_identifiers && is_among(self.keywords, name) {
            format!("`{name}`")
        } else {
            name.to_owned()
        }
    }

    /// Whether a simple name means something already, so that it cannot be
    /// imported.
    pub(crate) fn is_predefined(&self, simple: &str) -> bool {
        is_among(self.predefined, simple)
    }

    /// The language's own name for a class of Java.
    pub(crate) fn mapped_name(&self, model: &Model, class: ClassId) -> Option<&'static str> {
        (self.mapped_type)(&model.class(class).internal)
    }

    /// The type argument at a position, as far as it can be written for the class:
    /// a projection against the declared variance says nothing, and may be an
    /// error.
    pub(crate) fn projection(
        &self,
        relation: &Relation<'_>,
        class: ClassId,
        at: usize,
        arg: Type,
    ) -> Type {
        if !self.rejects_conflicting_projections {
            return arg;
        }
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
        if conflict { relation.any } else { arg }
    }

    /// Whether a value of one primitive type may stand for one of another.
    pub(crate) fn widens(&self, from: Primitive, to: Primitive) -> bool {
        match self.widening {
            Widening::None => from == to,
            Widening::Primitive => from.widens_to(to),
            Widening::ExceptChar => from.widens_to(to) && (from == to || from != Primitive::Char),
        }
    }

    /// Whether a method of Java is used as a property.
    pub(crate) fn is_property(&self, model: &Model, id: MemberId) -> bool {
        let member = model.member(id);
        self.annotation_properties
            && member.sort == MemberSort::Method
            && !member.is_static
            && model.is_annotation(member.owner)
    }

    /// Whether SAM conversion makes objects of the class out of functions.
    pub(crate) fn is_function(&self, model: &Model, class: ClassId) -> bool {
        let sam = model.class(class).sam.map(|sam| model.name(model.member(sam).name));
        self.mapped_name(model, class).is_none()
            && !sam.is_some_and(|name| is_among(self.protected_top_methods, name))
    }

    /// Whether a class has a synthetic property of that name.
    pub(crate) fn has_property(&self, model: &Model, class: ClassId, name: Name) -> bool {
        let is_accessor = |method: &str| {
            let property = method.strip_prefix("get").or(method.strip_prefix("is"));
            property.is_some_and(|property| property.eq_ignore_ascii_case(model.name(name)))
        };
        self.synthetic_properties && model.member_names(class).any(is_accessor)
    }

    /// Whether a reference to the member can be written, behind an object if it
    /// is bound.
    pub(crate) fn is_referable(&self, model: &Model, id: MemberId, bound: bool) -> bool {
        !model.class(model.member(id).owner).path.is_empty()
            && (self.callable_reference)(model, id, bound)
    }

    /// Whether a call of the member may be resolved to an extension of every object,
    /// given whether functions are among the arguments and whether some are
    /// variadic.
    pub(crate) fn is_shadowed_by_extension(
        &self,
        model: &Model,
        member: MemberId,
        functions: bool,
        variadic: bool,
    ) -> bool {
        let name = model.name(model.member(member).name);
        functions && is_among(self.function_extensions, name)
            || variadic && is_among(self.variadic_extensions, name)
    }

    /// Whether a value may surely be passed for a formal type.
    pub(crate) fn passes(&self, relation: &mut Relation<'_>, t: Type, formal: Type) -> bool {
        match (relation.unboxed(t), relation.unboxed(formal)) {
            (Some(from), Some(to)) if relation.types.is_primitive(formal) => {
                (self.boxing || relation.types.is_primitive(t)) && self.widens(from, to)
            }
            _ => match self.boxing || !relation.types.is_primitive(t) {
                true => relation.is_loose(t, formal),
                false => relation.is_strict(t, formal),
            },
        }
    }

    /// Whether no rule of the language converts a value to the type, in an assignment if
    /// it is one. "Yes" is sure.
    pub(crate) fn never_converts(
        &self,
        relation: &mut Relation<'_>,
        t: Type,
        to: Type,
        assignment: bool,
    ) -> bool {
        // `? super Object` is as good as `Object`.
        let [narrow, wide] = [t, to].map(|t| relation.without_needless_wildcards(t));
        if relation.is_loose(narrow, wide)
            || relation.types.kind(to) == Kind::Void
            || relation.types.kind(t) == Kind::Bottom
        {
            return false;
        }
        if self.java_conversions_only {
            return relation.certain(t) || relation.is_apart(t, to);
        }
        // Other languages have conversions of their own.
        if relation.unboxed(t).is_some() && relation.unboxed(to).is_some()
            || (self.converts)(relation, t, to, assignment)
        {
            return false;
        }
        if relation.is_apart(t, to) {
            return true;
        }
        // Where something is blurred, only unrelated classes are surely incompatible.
        relation.certain(t)
            && match (relation.types.kind(t), relation.types.kind(to)) {
                (Kind::Array, Kind::Array) => {
                    let (t, to) = (relation.types.args(t)[0], relation.types.args(to)[0]);
                    match (relation.types.is_primitive(t), relation.types.is_primitive(to)) {
                        (true, true) => t != to,
                        (false, false) => self.never_converts(relation, t, to, assignment),
                        _ => true,
                    }
                }
                _ => match (relation.erased_class(t), relation.erased_class(to)) {
                    (Some(have), Some(want)) => {
                        !relation.model.descends(have, want) && !relation.model.descends(want, have)
                    }
                    _ => true,
                },
            }
    }
}

/// Whether a method is signature polymorphic (JLS 15.12.3).
pub(crate) fn is_signature_polymorphic(model: &Model, id: MemberId) -> bool {
    let member = model.member(id);
    member.varargs
        && matches!(
            model.class(member.owner).internal.as_str(),
            "java/lang/invoke/MethodHandle" | "java/lang/invoke/VarHandle"
        )
}

/// A primitive type as Kotlin and Scala call it.
fn capitalised(primitive: Primitive) -> String {
    let keyword = primitive.keyword();
    keyword[..1].to_uppercase() + &keyword[1..]
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
