//! Groovy, statically checked. There is no specification; the documentation is
//! quoted by heading, and what it leaves open is what the type checker
//! (`StaticTypeCheckingVisitor`) was seen to do.

use case::Language;

use crate::decl::{ClassSort, MemberSort, Primitive};
use crate::language::{Facts, Syntax, Widening, is_among, java};
use crate::model::{MemberId, Model, Name};
use crate::relation::{HiddenSupertypes, Relation};
use crate::types::{Kind, Type, Types};

pub(super) static FACTS: Facts = Facts {
    language: Language::Groovy,

    keywords: java::KEYWORDS,
    quoted_identifiers: false,
    // "Program structure", Default imports; the others are imported here.
    implicit_import: "java.lang",
    predefined: "Main",
    internal_packages: &["groovyjarjar", "org.codehaus.groovy", "org.apache.groovy"],
    intrinsic: |_| false,
    mapped_type: |_| None,
    hidden_supertypes: |_| HiddenSupertypes::default(),
    inner_class_types: true,
    object_types: true,
    // The compiler loads the classes that it checks by reflection.
    resolves_all_signatures: true,

    constructor_type_arguments: false,
    extension_functions: false,
    annotation_properties: false,
    // "Object orientation", Properties.
    synthetic_properties: true,
    unusable,
    not_null_assertion: |_, _| false,
    // "Operators", Method reference operator.
    callable_reference: |_, _, _| true,
    property_references: false,
    converting_references: false,
    universal_member,
    enriched: |_, _| false,
    // "The Groovy Development Kit": methods of `DefaultGroovyMethods` on `Object`
    // that take a closure.
    function_extensions: "any collect collectMany each eachWithIndex every find findAll \
        findIndexOf findIndexValues findLastIndexOf findResult findResults identity inject split \
        tap use with",
    // Those that take a format and values.
    variadic_extensions: "printf sprintf",

    covariant_arrays: true,
    // "Semantics", Type checking assignments: a character is a text before it is a
    // number.
    widening: Widening::ExceptChar,
    // "Differences with Java", Primitives and wrappers.
    boxing: true,
    primitives_are_classes: false,
    // "Semantics", Type checking assignments.
    integer_literal_types: &[Primitive::Byte, Primitive::Short, Primitive::Long],
    literals_adapt_in_calls: false,
    null_safety: false,
    rejects_conflicting_projections: false,
    checks_bounds_beside_wildcards: false,
    java_conversions_only: false,
    // A wildcard fits every type argument within its bounds.
    captures_wildcards: false,
    blurred: |_, _| false,
    converts: |relation, t, to, assignment| {
        coerces(relation, t, to, assignment) || is_closure_for_sam_type(relation, t, to)
    },
    assignable_to_anything,
    implicit_view: |_, _, _| false,

    protected_top_methods: "",
    // "Semantics", Closure to type coercion: SAM types include abstract classes.
    sam_abstract_classes: true,
    lower_bounded_sam_result_is_top: false,
    // A lambda that is the result of a lambda gets no target type.
    target_typed_lambda_bodies: false,
    poly_conditionals: false,
    functions_in_branches: false,
    // "Semantics", Closure to type coercion: by `as`.
    casts_functions: true,

    discards_in_overloads: true,
    // There are no rules of its own to go by.
    follows_java: true,
    applicability_phases: false,
    bounds_decide_applicability: true,
    // The parameters of a closure are not counted when an overload is chosen.
    lambda_arity_decides_applicability: false,
    // "Object orientation", Varargs: a last parameter of array type is variadic.
    array_parameters_are_variadic: true,
    empty_variadic_calls_are_ambiguous: true,
    widens_single_variadic_argument: false,
    spread_operator: false,
    takes_array: |_, _| true,

    // The checker infers type arguments from the arguments all the same.
    explicit_type_arguments_bind: false,
    // "Semantics", Flow typing.
    flow_typing: true,
    // "Collections", Maps: property notation.
    properties_of_maps: true,
    tuples_arguments: false,
    primitives_for_type_parameters_of_java: false,
    infers_from_function_results: false,
    infers_from_arguments_first: true,
    infers_top_without_constraints: false,
    defers_receiver_inference: false,

    syntax: Syntax {
        head: |params| format!("@groovy.transform.CompileStatic\n{}", (java::SYNTAX.head)(params)),
        terminator: "",
        // "Syntax", Characters and Numbers: quotes make strings, and numbers with a
        // point are of class `BigDecimal`.
        literal: |primitive| match primitive {
            Primitive::Char => "(char) 'a'",
            Primitive::Double => "1.0d",
            _ => (java::SYNTAX.literal)(primitive),
        },
        // "Semantics", Closure to type coercion.
        function_cast: |t, function| format!("({function} as {t})"),
        // The name of an inner class is looked up from outside.
        simple_inner_names: false,
        ..java::SYNTAX
    },
    signatures: java::SIGNATURES,
};

fn unusable(model: &Model, id: MemberId) -> Option<&'static str> {
    let member = model.member(id);
    let inner = model.class(member.owner).inner_of.is_some();
    let types = Types::over(&model.table);
    // Where there is a generic signature, the checker takes its first parameter for
    // the outer object, which such a signature does not name.
    if member.sort == MemberSort::Constructor
        && inner
        && member.params.iter().any(|&t| is_generic(&types, t))
    {
        return Some("a constructor of an inner class with a generic signature");
    }
    // The closure that is passed would have to be annotated, too.
    member.delegates.then_some("a parameter is annotated with @DelegatesTo")
}

/// Whether a type needs a generic signature in a class file.
fn is_generic(types: &Types, t: Type) -> bool {
    match types.kind(t) {
        Kind::Array => is_generic(types, types.args(t)[0]),
        Kind::Class(_) => !types.args(t).is_empty(),
        _ => types.has_var(t),
    }
}

/// Extensions of the GDK are known only if Groovy's own library is loaded; and
/// protected methods of `Object` can be called on any object.
fn universal_member(model: &Model, name: Name) -> bool {
    let gdk = model.find_class("org/codehaus/groovy/runtime/DefaultGroovyMethods");
    !gdk.is_some_and(|gdk| model.named(gdk, name).is_empty())
        || is_among("clone finalize", model.name(name))
}

/// "Semantics", Closure to type coercion. The one method of an annotation that declares
/// none is `annotationType`.
fn is_closure_for_sam_type(relation: &Relation<'_>, t: Type, to: Type) -> bool {
    let model = relation.model;
    let closure = model.find_class("groovy/lang/Closure");
    match (relation.types.class(t), closure, relation.types.class(to)) {
        (Some(class), Some(closure), Some(to)) => {
            let to = model.class(to);
            let coerced = matches!(to.sort, ClassSort::Abstract | ClassSort::Interface);
            model.descends(class, closure) && (to.sam.is_some() || coerced)
        }
        _ => false,
    }
}

/// "Semantics", Type checking assignments: strings are coerced to characters, numbers and
/// enum constants, arrays and lists to each other and to objects with a constructor for
/// their elements. Which of these the checker lets pass is not told apart.
fn assignable_to_anything(model: &Model, types: &Types, t: Type) -> bool {
    match types.kind(t) {
        Kind::Array => true,
        Kind::Class(class) => Some(class) == model.known.string,
        _ => false,
    }
}

/// "Semantics", Type checking assignments.
fn coerces(relation: &Relation<'_>, t: Type, to: Type, assignment: bool) -> bool {
    let name = |t: Type| match relation.types.kind(t) {
        Kind::Class(class) => relation.model.class(class).internal.as_str(),
        Kind::Primitive(primitive) => primitive.boxed(),
        Kind::Array => "[",
        _ => "",
    };
    let number = relation.unboxed(to).is_some();
    let enumeration = relation.types.class(to).is_some_and(|class| {
        let above = relation.model.find_class("java/lang/Enum");
        above.is_some_and(|above| relation.model.descends(class, above))
    });
    let (from, to) = (name(t), name(to));
    // Every value has a truth value (Groovy Truth) and a string.
    assignment
        && (matches!(to, "java/lang/Boolean" | "java/lang/String" | "java/lang/Class" | "[")
            || assignable_to_anything(relation.model, &relation.types, t)
            || number && from.starts_with("java/math/")
            || to == "java/math/BigDecimal" && from == "java/math/BigInteger")
        || to == "["
        || to == "java/lang/Character"
        || from == "java/lang/Character"
        || from == "java/lang/String" && (to == "java/lang/Number" || enumeration)
        || (relation.unboxed(t).is_some() && to.starts_with("java/math/"))
}
