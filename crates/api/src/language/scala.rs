//! Scala 3. Sections are those of the Scala Language Specification 2.13 (SLS) and
//! pages of the Scala 3 Reference, which amends it.

use case::Language;

use crate::decl::{Primitive, TypeDecl};
use crate::language::{Facts, FunctionTypes, Signatures, Syntax, Widening, capitalised, is_among};
use crate::model::{MemberId, Model};
use crate::relation::{HiddenSupertypes, Relation};
use crate::types::{ClassId, Kind, Type};

pub(super) static FACTS: Facts = Facts {
    language: Language::Scala,

    // Reference, Scala 3 Syntax: regular keywords.
    keywords: "abstract case catch class def do else enum export extends false final finally for \
        given if implicit import lazy macro match new null object override package private \
        protected return sealed super then this throw trait true try type val var while with yield",
    // SLS 1.1, Identifiers.
    quoted_identifiers: true,
    // `java.lang` is imported, too (SLS 9.1), but `scala` comes before it.
    implicit_import: "",
    predefined: "Main Any AnyRef AnyVal Nothing Null Unit Array Boolean Byte Short Char Int Long \
        Float Double",
    internal_packages: &["scala.runtime", "scala.annotation.internal"],
    intrinsic: |_| false,
    mapped_type: |_| None,
    hidden_supertypes: |_| HiddenSupertypes::default(),
    // SLS 3.2.2, Type projection; Reference, Dropped: General Type Projection.
    inner_class_types: false,
    // SLS 5.4, Object definitions: the name is that of a value.
    object_types: false,
    resolves_all_signatures: false,

    // SLS 5.1.1, Constructor invocations have value arguments only.
    constructor_type_arguments: false,
    // Reference, Extension Methods.
    extension_functions: true,
    annotation_properties: false,
    synthetic_properties: false,
    unusable,
    not_null_assertion: |_, _| false,
    // SLS 6.26.5, Eta expansion.
    callable_reference: |model, id, bound| {
        let member = model.member(id);
        (member.is_static || bound) && !member.params.is_empty()
    },
    property_references: false,
    converting_references: false,
    // Members of `Any` and `AnyRef`, and what `Predef` adds to every value.
    universal_member: |model, name| {
        let names = "asInstanceOf ensuring eq equals formatted getClass hashCode isInstanceOf ne \
            notify notifyAll nn runtimeChecked synchronized toString wait";
        is_among(names, model.name(name))
    },
    // SLS 7.3, Views: `Predef` wraps strings, numbers and options.
    enriched: |model, class| {
        Some(class) == model.known.string
            || model.unboxed(class).is_some()
            || model.class(class).internal == "java/lang/CharSequence"
            || is_option(model, class)
            // Its companion has a view.
            || model.class(class).internal.starts_with("scala.collection.LazyZip")
    },
    function_extensions: "",
    variadic_extensions: "",

    // SLS 12.3.4, Class Array: it is invariant.
    covariant_arrays: false,
    // Numeric widening (SLS 6.26.1) depends on the expected type; programs do
    // without.
    widening: Widening::None,
    // `Int` and `java.lang.Integer` are converted by views of `Predef` only.
    boxing: false,
    primitives_are_classes: false,
    // SLS 6.26.1, Numeric literal narrowing and numeric widening.
    integer_literal_types: &[
        Primitive::Byte,
        Primitive::Short,
        Primitive::Char,
        Primitive::Long,
        Primitive::Float,
        Primitive::Double,
    ],
    literals_adapt_in_calls: true,
    null_safety: false,
    rejects_conflicting_projections: false,
    checks_bounds_beside_wildcards: true,
    java_conversions_only: false,
    // SLS 6.1, Expression typing: skolemization.
    captures_wildcards: true,
    blurred: |model, class| accepts_any_value(&model.class(class).internal),
    converts: |relation, t, to, _| {
        relation.types.class(to).is_some_and(|class| {
            accepts_any_value(&relation.model.class(class).internal) || has_view(relation, t, class)
        })
    },
    assignable_to_anything: |_, _, _| false,
    implicit_view: has_view,

    // `AnyRef` declares them as protected members.
    protected_top_methods: "clone finalize",
    // SLS 6.26.1, SAM conversion: also for abstract classes.
    sam_abstract_classes: true,
    lower_bounded_sam_result_is_top: true,
    target_typed_lambda_bodies: true,
    // SLS 6.16: the type is the least upper bound, unless one is expected.
    poly_conditionals: false,
    // SLS 6.16: the branches are typed with the expected type of the conditional.
    functions_in_branches: true,
    // SLS 6.13: the expected type of what is typed is the type.
    casts_functions: true,

    // SLS 6.26.1: values are discarded when the expected type is known.
    discards_in_overloads: false,
    follows_java: false,
    // SLS 6.26.3, Overloading resolution.
    applicability_phases: false,
    // Bounds are looked at only when type arguments are inferred (SLS 6.26.4).
    bounds_decide_applicability: false,
    lambda_arity_decides_applicability: true,
    array_parameters_are_variadic: false,
    empty_variadic_calls_are_ambiguous: false,
    widens_single_variadic_argument: true,
    // Reference, Vararg Splices.
    spread_operator: true,
    takes_array: |_, _| true,

    explicit_type_arguments_bind: true,
    flow_typing: false,
    properties_of_maps: false,
    // SLS 6.26.3, Overloading resolution: tupled where nothing else fits.
    tuples_arguments: true,
    // SLS 3.5, Conformance: the type parameters of Java are bounded by `Any`.
    primitives_for_type_parameters_of_java: true,
    // SLS 6.26.4, Local type inference.
    infers_from_function_results: true,
    infers_from_arguments_first: false,
    // SLS 6.26.4: it is `Nothing`.
    infers_top_without_constraints: false,
    // Reference, Changes in Type Inference: type variables stay uninstantiated as
    // long as possible.
    defers_receiver_inference: true,

    syntax: Syntax {
        head: |params| format!("object Main {{\n  def test({params}): Unit = {{\n"),
        indent: "    ",
        terminator: "",
        foot: "  }\n}\n",
        parameter: |name, t| format!("{name}: {t}"),
        variable: |name, t, value| match t {
            Some(t) => format!("val {name}: {t} = {value}"),
            None => format!("val {name} = {value}"),
        },

        brackets: ["[", "]"],
        primitive: capitalised,
        array: |element, _| format!("Array[{element}]"),
        wildcard: "?",
        upper_bound: "? <: ",
        lower_bound: "? >: ",
        nullable: |t| format!("({t} | Null)"),
        unit: "Unit",

        literal: |primitive| match primitive {
            Primitive::Boolean => "true",
            Primitive::Byte => "1.toByte",
            Primitive::Short => "1.toShort",
            Primitive::Char => "'a'",
            Primitive::Int => "1",
            Primitive::Long => "1L",
            Primitive::Float => "1.0f",
            Primitive::Double => "1.0",
        },
        conditional: |condition, yes, no| format!("(if {condition} then {yes} else {no})"),
        // SLS 6.13, Typed expressions.
        cast: |t, value| format!("({value}: {t})"),
        function_cast: |t, value| format!("({value}: {t})"),
        spread: |array| format!("{array}*"),
        lambda: |params, body| format!("({params}) => {}", body.unwrap_or("()")),
        sam_constructor: |_| false,
        reference: ".",
        constructor_reference: "",
        references_type_arguments: false,

        call: |object, name, type_args, args| format!("{object}.{name}{type_args}({args})"),
        // Reference, Generic Extensions: they can be passed only if the method is called like
        // any other.
        extension_type_arguments: false,
        not_null: "",
        property_type_arguments: true,
        construction: |new| {
            format!("{}new {}{}({})", new.outer, new.class, new.class_args, new.args)
        },
        diamond: "",
        joins_constructor_type_arguments: false,
        simple_inner_names: true,
        parenthesised_new: true,
    },
    signatures: Signatures {
        native: true,
        package: "scala",
        object: "scala.Any",
        // SLS 12.1: `AnyVal` and `AnyRef`, which is `Object`, are below `Any`.
        top: Some("scala.Any"),
        // SLS 3.2.9, Function types.
        functions: Some(FunctionTypes { arrow: "=>", prefix: "scala.Function", method: "apply" }),
        alias: |name| match name {
            "scala.AnyRef" | "AnyRef" => Some("java/lang/Object"),
            "scala.Predef.String" => Some("java/lang/String"),
            _ => None,
        },
        // SLS 12.2, Value classes.
        builtin: |name| {
            let keyword = name.strip_prefix("scala.")?.to_lowercase();
            let primitive = Primitive::ALL.into_iter().find(|p| p.keyword() == keyword)?;
            Some(TypeDecl::Primitive(primitive))
        },
        special: &["scala.Array", "scala.Null", "scala.AnyKind", "scala.PolyFunction"],
        primitive_type_arguments: true,
        nullable_type_parameters: false,
        // SLS 4.6.1, By-name parameters.
        by_name_parameters: true,
        primitive_varargs: false,
        declared_functional_interfaces: false,
        complete: |_| {},
    },
};

/// Reference, Extension Methods: one that lies in a class is in scope only where an object
/// of it is; and a call of several of one name may mean any of them.
fn unusable(model: &Model, id: MemberId) -> Option<&'static str> {
    let member = model.member(id);
    if member.extends.is_none() {
        None
    } else if !member.is_static {
        Some("an extension method that belongs to an object")
    } else if model.named(member.owner, member.name).len() > 1 {
        Some("an overloaded extension method")
    } else {
        None
    }
}

/// Types that any value, or any expression, can be given: by value discarding
/// (SLS 6.26.1), by the views of `Predef` from every type, by the views from numbers
/// to large ones, because every value has the type (`Matchable`, `Singleton`), by
/// structural selection, or since Java's `Object` in a signature stands for `Any`.
fn accepts_any_value(internal: &str) -> bool {
    matches!(
        internal,
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
}

/// Whether a view of the standard library (SLS 7.3) makes an object of the class out
/// of numbers, strings, arrays and options.
fn has_view(relation: &Relation<'_>, t: Type, class: ClassId) -> bool {
    let model = relation.model;
    let value = relation.types.class(t);
    let string = value.is_some() && value == model.known.string;
    let array = relation.types.kind(t) == Kind::Array;
    let wrappers: &[&str] = if relation.unboxed(t).is_some() {
        &RICH
    } else if string {
        &["scala.collection.immutable.WrappedString"]
    } else if array {
        &["scala.collection.mutable.ArraySeq"]
    } else if value.is_some_and(|value| is_option(model, value)) {
        &["scala.collection.Iterable"]
    } else {
        &[]
    };
    (string || array) && model.class(class).internal.starts_with("scala.collection.")
        || wrappers.iter().any(|name| {
            model.find_class(name).is_some_and(|wrapper| model.descends(wrapper, class))
        })
}

fn is_option(model: &Model, class: ClassId) -> bool {
    model.find_class("scala.Option").is_some_and(|option| model.descends(class, option))
}

/// What numbers are wrapped in.
const RICH: [&str; 8] = [
    "scala.runtime.RichBoolean",
    "scala.runtime.RichByte",
    "scala.runtime.RichShort",
    "scala.runtime.RichChar",
    "scala.runtime.RichInt",
    "scala.runtime.RichLong",
    "scala.runtime.RichFloat",
    "scala.runtime.RichDouble",
];
