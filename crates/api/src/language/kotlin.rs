//! Kotlin. Sections are those of the Kotlin language specification (KLS) and, for
//! what concerns Java, of the documentation's page "Calling Java from Kotlin".

use case::Language;

use crate::decl::{ClassDecl, MemberSort, Primitive, TypeDecl};
use crate::language::{
    Facts, FunctionTypes, Signatures, Syntax, Widening, capitalised, is_among,
    is_signature_polymorphic,
};
use crate::model::{Class, MemberId, Model};
use crate::relation::{HiddenSupertypes, Relation};
use crate::types::{ClassId, Kind, Type, Types};

pub(super) static FACTS: Facts = Facts {
    language: Language::Kotlin,

    // KLS, Keywords and operators.
    keywords: "as break class continue do else false for fun if in interface is null object \
        package return super this throw true try typealias typeof val var when while yield _",
    quoted_identifiers: true,
    // KLS, Packages and imports: on the JVM, `java.lang` is among the default imports.
    implicit_import: "java.lang",
    predefined: "Any Nothing Unit String CharSequence Number Comparable Enum Throwable Cloneable \
        Annotation Deprecated Boolean Byte Short Char Int Long Float Double Character Integer Object Array \
        BooleanArray ByteArray ShortArray CharArray IntArray LongArray FloatArray DoubleArray \
        MutableList MutableSet MutableMap MutableCollection MutableIterable MutableIterator \
        MutableListIterator",
    internal_packages: &[],
    intrinsic: is_intrinsic,
    mapped_type,
    hidden_supertypes,
    inner_class_types: true,
    // KLS, Object declaration: it introduces a type of its name.
    object_types: true,
    resolves_all_signatures: false,

    constructor_type_arguments: true,
    // KLS, Extension function declaration.
    extension_functions: true,
    // "Java annotations and Kotlin": elements are properties.
    annotation_properties: true,
    // "Synthetic property references".
    synthetic_properties: true,
    unusable,
    not_null_assertion,
    callable_reference,
    // KLS, Callable references: those to properties. To the synthetic property of a getter
    // of Java there is none.
    property_references: true,
    converting_references: false,
    // Members of `Any`, and the standard library's extensions of every type.
    universal_member: |model, name| {
        let names = "also apply equals hashCode let run runCatching takeIf takeUnless to toString";
        is_among(names, model.name(name))
    },
    // A class of Java that is mapped has the members of the Kotlin class.
    enriched: |model, class| {
        FACTS.mapped_name(model, class).is_some() && !model.class(class).native
    },
    function_extensions: "",
    variadic_extensions: "",

    // KLS, Array types: `Array<T>` is invariant.
    covariant_arrays: false,
    // KLS, Built-in integer types: there are no implicit conversions.
    widening: Widening::None,
    // "Mapped types": `Int` is `int` or `Integer`.
    boxing: true,
    primitives_are_classes: true,
    // KLS, Integer literal types.
    integer_literal_types: &[Primitive::Byte, Primitive::Short, Primitive::Long],
    literals_adapt_in_calls: true,
    // KLS, Nullable types.
    null_safety: true,
    // KLS, Mixed-site variance: `in` for an `out` parameter.
    rejects_conflicting_projections: true,
    checks_bounds_beside_wildcards: false,
    java_conversions_only: false,
    // KLS, Type capturing.
    captures_wildcards: true,
    blurred: is_blurred,
    converts: |relation, t, to, _| {
        let internal = |class: ClassId| relation.model.class(class).internal.as_str();
        relation.types.class(to).map(internal).is_some_and(|to| {
            // The Kotlin class that a class of Java is mapped to may be serializable as it is.
            to == "java/io/Serializable" || is_read_only(relation, t, to)
        })
    },
    assignable_to_anything: |_, _, _| false,
    implicit_view: |_, _, _| false,

    protected_top_methods: "",
    // "SAM conversions": for interfaces only.
    sam_abstract_classes: false,
    lower_bounded_sam_result_is_top: false,
    target_typed_lambda_bodies: true,
    // KLS, Conditional expressions: the type is the least upper bound.
    poly_conditionals: false,
    // KLS, Type inference: the branches have the expected type of the conditional.
    functions_in_branches: true,
    // KLS, Cast expressions: they give no expected type.
    casts_functions: false,

    // KLS, Lambda literals: what they are to give may be `Unit`.
    discards_in_overloads: true,
    follows_java: false,
    // KLS, Choosing the most specific candidate.
    applicability_phases: false,
    bounds_decide_applicability: true,
    lambda_arity_decides_applicability: true,
    array_parameters_are_variadic: false,
    empty_variadic_calls_are_ambiguous: false,
    widens_single_variadic_argument: true,
    // KLS, Spread operator expressions.
    spread_operator: true,
    takes_array,

    explicit_type_arguments_bind: true,
    flow_typing: false,
    properties_of_maps: false,
    tuples_arguments: false,
    primitives_for_type_parameters_of_java: false,
    // KLS, Type inference: the statements of a lambda belong to the same constraint system.
    infers_from_function_results: true,
    infers_from_arguments_first: false,
    // KLS, Type inference: it is an error.
    infers_top_without_constraints: false,
    defers_receiver_inference: false,

    syntax: Syntax {
        head: |params| format!("fun test({params}) {{\n"),
        indent: "    ",
        terminator: "",
        foot: "}\n",
        parameter: |name, t| format!("{name}: {t}"),
        variable: |name, t, value| match t {
            Some(t) => format!("val {name}: {t} = {value}"),
            None => format!("val {name} = {value}"),
        },

        brackets: ["<", ">"],
        primitive: capitalised,
        array: |element, primitive| match primitive {
            true => format!("{element}Array"),
            false => format!("Array<{element}>"),
        },
        wildcard: "*",
        upper_bound: "out ",
        lower_bound: "in ",
        nullable: |t| format!("{t}?"),
        unit: "Unit",

        literal: |primitive| match primitive {
            Primitive::Boolean => "true",
            Primitive::Byte => "1.toByte()",
            Primitive::Short => "1.toShort()",
            Primitive::Char => "'a'",
            Primitive::Int => "1",
            Primitive::Long => "1L",
            Primitive::Float => "1.0f",
            Primitive::Double => "1.0",
        },
        conditional: |condition, yes, no| format!("(if ({condition}) {yes} else {no})"),
        cast: |t, value| format!("({value} as {t})"),
        function_cast: |t, value| format!("({value} as {t})"),
        spread: |array| format!("*{array}"),
        lambda: |params, body| {
            let arrow = if params.is_empty() { "" } else { " ->" };
            format!("{{ {params}{arrow} {} }}", body.unwrap_or_default())
        },
        // "SAM constructors": only an argument has a type that says which interface
        // is wanted.
        sam_constructor: |class| class.package != "kotlin",
        reference: "::",
        constructor_reference: "",
        references_type_arguments: true,

        call: |object, name, type_args, args| format!("{object}.{name}{type_args}({args})"),
        extension_type_arguments: true,
        // KLS, Not-null assertion expressions.
        not_null: "!!",
        property_type_arguments: false,
        construction: |new| format!("{}{}{}({})", new.outer, new.class, new.class_args, new.args),
        diamond: "",
        joins_constructor_type_arguments: true,
        simple_inner_names: true,
        parenthesised_new: false,
    },
    signatures: Signatures {
        native: true,
        package: "kotlin",
        object: "kotlin.Any",
        top: None,
        // KLS, Function types.
        functions: Some(FunctionTypes { arrow: "->", prefix: "kotlin.Function", method: "invoke" }),
        alias,
        builtin: |name| {
            let element = name.strip_prefix("kotlin.")?.strip_suffix("Array")?;
            let mut primitives = Primitive::ALL.into_iter();
            let primitive = primitives.find(|p| p.keyword().eq_ignore_ascii_case(element))?;
            Some(TypeDecl::Array(Box::new(TypeDecl::Primitive(primitive))))
        },
        special: &["kotlin.Array"],
        primitive_type_arguments: false,
        // KLS, Type parameters: the bound is `Any?`.
        nullable_type_parameters: true,
        by_name_parameters: false,
        // KLS, Variable length parameters: `vararg x: Int` is an `IntArray`.
        primitive_varargs: true,
        // KLS, Functional interface declaration: `fun interface`.
        declared_functional_interfaces: true,
        complete: add_read_only_collections,
    },
};

/// The built-in classes without class files: `kotlin.collections.List`.
fn is_intrinsic(class: &Class) -> bool {
    class.package.starts_with("kotlin") && !class.internal.contains('/')
}

/// "Mapped types". Collections of Java are the mutable ones.
fn mapped_type(internal: &str) -> Option<&'static str> {
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

/// A class of Java that is mapped has only those supertypes that are mapped, too, or
/// are Kotlin's own; and what an ancestor looks like is not known where an
/// annotation makes a part of it nullable.
fn hidden_supertypes(model: &Model) -> HiddenSupertypes {
    let mut hidden = HiddenSupertypes::default();
    let mapped = |id| FACTS.mapped_name(model, id).is_some();
    for id in model.class_ids().filter(|&id| mapped(id)) {
        for &(ancestor, _) in model.supers(id) {
            let own = model.class(ancestor).package.starts_with("kotlin");
            if !mapped(ancestor) && !own {
                hidden.entry(ancestor).or_default().push(id);
            }
        }
    }
    for id in model.class_ids() {
        let nullable = &model.class(id).nullable_supertypes;
        let above = nullable.iter().flat_map(|&parent| model.supers(parent));
        for &(ancestor, _) in above {
            if !model.class(ancestor).params.is_empty() {
                hidden.entry(ancestor).or_default().push(id);
            }
        }
    }
    hidden
}

/// "Mapped types": a collection of Java is read-only and mutable alike, and a function
/// is an object of every functional interface of Java.
fn is_blurred(model: &Model, class: ClassId) -> bool {
    let mapped = FACTS.mapped_name(model, class).is_some();
    let class = model.class(class);
    mapped && !class.params.is_empty() || class.internal.starts_with("kotlin.Function")
}

fn unusable(model: &Model, id: MemberId) -> Option<&'static str> {
    let member = model.member(id);
    let is_of_kotlin = model.class(member.owner).package == "kotlin";
    if is_of_kotlin && model.name(member.name) == "synchronized" {
        Some("the compiler asks for more of what is locked than its type says")
    } else if !is_visible(model, id) {
        Some("Kotlin replaces it by a member of its own")
    } else if FACTS.is_property(model, id) && is_class_object(model, member.result) {
        Some("an annotation's class, which is a KClass in Kotlin")
    } else if member.nullable_inside {
        Some("a part of its result's type may be null, as Kotlin sees it")
    } else {
        None
    }
}

/// Whether Kotlin sees a member under its own name and with its own parameters.
/// What a class inherits from a mapped one looks like the member of the Kotlin
/// class, and only these look the same in both.
fn is_visible(model: &Model, id: MemberId) -> bool {
    const SAME: &str = "add addAll clear compareTo equals hasNext hasPrevious hashCode isEmpty \
        iterator listIterator next nextIndex previous previousIndex putAll set subList toString";
    let owner = |id: MemberId| model.class(model.member(id).owner);
    if owner(id).native {
        return true;
    }
    let replaced = |id: MemberId| {
        mapped_type(&owner(id).internal).is_some()
            && (!owner(id).native || !model.member(id).usable)
    };
    if replaced(id) {
        return false;
    }
    is_among(SAME, model.name(model.member(id).name))
        || !model.overridden(id).iter().any(|&m| replaced(m))
}

/// Whether a type is that of class objects, or of arrays of them.
fn is_class_object(model: &Model, t: Type) -> bool {
    let types = Types::over(&model.table);
    match types.kind(t) {
        Kind::Array => is_class_object(model, types.args(t)[0]),
        Kind::Class(class) => model.class(class).internal == "java/lang/Class",
        _ => false,
    }
}

/// "Nullability annotations". That `Reference.get` may give null, the compiler knows
/// without an annotation.
fn not_null_assertion(model: &Model, id: MemberId) -> bool {
    let member = model.member(id);
    let reference = || {
        let class = model.find_class("java/lang/ref/Reference");
        model.name(member.name) == "get"
            && class.is_some_and(|class| model.descends(member.owner, class))
    };
    member.nullable || reference()
}

/// KLS, Callable references.
fn callable_reference(model: &Model, id: MemberId, _bound: bool) -> bool {
    let member = model.member(id);
    member.sort != MemberSort::Constructor
        && !FACTS.is_property(model, id)
        && !not_null_assertion(model, id)
        && FACTS.mapped_name(model, member.owner).is_none()
        && (!member.is_static || model.class(member.owner).params.is_empty())
}

/// Arrays of unsigned integers are of a type of their own, and the arguments of a
/// signature polymorphic method are not an array.
fn takes_array(model: &Model, id: MemberId) -> bool {
    let types = Types::over(&model.table);
    let last = model.member(id).params.last();
    let element = last.and_then(|&last| types.args(last).first().copied());
    let unsigned = element.and_then(|element| types.class(element)).is_some_and(|class| {
        let name = model.class(class).internal.as_str();
        is_among("kotlin.UByte kotlin.UShort kotlin.UInt kotlin.ULong", name)
    });
    !(unsigned || is_signature_polymorphic(model, id))
}

/// "Mapped types", the other way round. The names are also known without their
/// package.
fn alias(name: &str) -> Option<&'static str> {
    if name == "kotlin.collections.MutableMap.MutableEntry" {
        return Some("java/util/Map$Entry");
    }
    if let Some(collection) = name.strip_prefix("kotlin.collections.") {
        return Some(match collection {
            "MutableIterable" => "java/lang/Iterable",
            "MutableIterator" => "java/util/Iterator",
            "MutableListIterator" => "java/util/ListIterator",
            "MutableCollection" => "java/util/Collection",
            "MutableList" => "java/util/List",
            "MutableSet" => "java/util/Set",
            "MutableMap" => "java/util/Map",
            _ => return None,
        });
    }
    let (qualified, simple) = match name.strip_prefix("kotlin.") {
        Some(simple) => (true, simple),
        None => (false, name),
    };
    Some(match simple {
        "Any" => "java/lang/Object",
        "String" => "java/lang/String",
        "CharSequence" => "java/lang/CharSequence",
        "Number" => "java/lang/Number",
        "Comparable" if qualified => "java/lang/Comparable",
        "Throwable" => "java/lang/Throwable",
        "Enum" if qualified => "java/lang/Enum",
        "Cloneable" if qualified => "java/lang/Cloneable",
        "Boolean" => "java/lang/Boolean",
        "Byte" => "java/lang/Byte",
        "Short" => "java/lang/Short",
        "Char" => "java/lang/Character",
        "Int" => "java/lang/Integer",
        "Long" => "java/lang/Long",
        "Float" => "java/lang/Float",
        "Double" => "java/lang/Double",
        _ => return None,
    })
}

/// The mutable collections, by the names of Java, and the read-only ones above them.
const COLLECTIONS: [(&str, &str); 8] = [
    ("java/lang/Iterable", "kotlin.collections.Iterable"),
    ("java/util/Iterator", "kotlin.collections.Iterator"),
    ("java/util/ListIterator", "kotlin.collections.ListIterator"),
    ("java/util/Collection", "kotlin.collections.Collection"),
    ("java/util/List", "kotlin.collections.List"),
    ("java/util/Set", "kotlin.collections.Set"),
    ("java/util/Map", "kotlin.collections.Map"),
    ("java/util/Map$Entry", "kotlin.collections.Map.Entry"),
];

/// "Mapped types": where Java asks for a collection, a read-only one will do.
fn is_read_only(relation: &Relation<'_>, t: Type, to: &str) -> bool {
    let read_only = COLLECTIONS.iter().find(|(mutable, _)| *mutable == to);
    let class = read_only.and_then(|(_, name)| relation.model.find_class(name));
    match (relation.types.class(t), class) {
        (Some(have), Some(class)) => relation.model.descends(have, class),
        _ => false,
    }
}

/// Puts Kotlin's read-only collections, where they are declared, above those of
/// Java, which are mapped to the mutable ones.
fn add_read_only_collections(decls: &mut [(ClassDecl, bool)]) {
    for (mutable, read_only) in COLLECTIONS {
        if !decls.iter().any(|(decl, _)| decl.internal == read_only) {
            continue;
        }
        let java = |decl: &ClassDecl| decl.internal == mutable && !decl.native;
        for (decl, _) in decls.iter_mut().filter(|(decl, _)| java(decl)) {
            let vars = decl.params.iter().map(|p| TypeDecl::Var(p.name.clone(), Vec::new()));
            decl.supertypes.push(TypeDecl::Class(read_only.to_owned(), vars.collect()));
        }
    }
}
