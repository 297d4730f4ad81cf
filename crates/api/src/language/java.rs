//! Java. Sections are those of The Java Language Specification, Java SE 17.

use case::Language;

use crate::decl::Primitive;
use crate::language::{Facts, Signatures, Syntax, Widening};
use crate::relation::HiddenSupertypes;

pub(super) static FACTS: Facts = Facts {
    language: Language::Java,

    keywords: KEYWORDS,
    quoted_identifiers: false,
    // 7.3: every compilation unit imports `java.lang`.
    implicit_import: "java.lang",
    predefined: "Main",
    internal_packages: &[],
    intrinsic: |_| false,
    mapped_type: |_| None,
    hidden_supertypes: |_| HiddenSupertypes::default(),
    // 4.5: `Outer<A>.Inner<B>`.
    inner_class_types: true,
    object_types: true,
    resolves_all_signatures: false,

    // 15.9: `new <T>C(…)`.
    constructor_type_arguments: true,
    extension_functions: false,
    annotation_properties: false,
    synthetic_properties: false,
    unusable: |_, _| None,
    not_null_assertion: |_, _| false,
    // 15.13: every method and constructor.
    callable_reference: |_, _, _| true,
    property_references: false,
    // 15.13.1, 15.13.2: all phases of applicability, and an assignment of the result.
    converting_references: true,
    universal_member: |_, _| false,
    enriched: |_, _| false,
    function_extensions: "",
    variadic_extensions: "",

    // 4.10.3: subtyping among array types.
    covariant_arrays: true,
    // 5.1.2: widening primitive conversion.
    widening: Widening::Primitive,
    // 5.1.7, 5.1.8: boxing and unboxing conversion.
    boxing: true,
    primitives_are_classes: false,
    // 5.2: a constant is narrowed in an assignment context; 5.3: not in an invocation context.
    integer_literal_types: &[Primitive::Byte, Primitive::Short, Primitive::Char],
    literals_adapt_in_calls: false,
    null_safety: false,
    rejects_conflicting_projections: false,
    // 5.1.10: bounds of captured wildcards are not checked against the others.
    checks_bounds_beside_wildcards: false,
    // 5.2, 5.3: assignment and invocation contexts.
    java_conversions_only: true,
    // 5.1.10: capture conversion.
    captures_wildcards: true,
    blurred: |_, _| false,
    converts: |_, _, _, _| false,
    assignable_to_anything: |_, _, _| false,
    implicit_view: |_, _, _| false,

    // 9.8: only public methods of `Object` are left out.
    protected_top_methods: "",
    // 9.8: only interfaces are functional.
    sam_abstract_classes: false,
    // 9.9: the function type of `F<? super T>` is that of `F<T>`.
    lower_bounded_sam_result_is_top: false,
    // 15.27.3: the result expressions are compatible in an assignment context.
    target_typed_lambda_bodies: true,
    // 15.25.3: reference conditional expressions are poly expressions.
    poly_conditionals: true,
    // 15.25.3: the operands have the target type of the conditional.
    functions_in_branches: true,
    // 15.27, 15.13: in a casting context.
    casts_functions: true,

    // 15.12.2.1: a statement expression will do.
    discards_in_overloads: true,
    follows_java: false,
    // 15.12.2.2 to 15.12.2.4: by strict and loose invocation, by variable arity.
    applicability_phases: true,
    // 18.5.1: the bounds are part of the inference of applicability.
    bounds_decide_applicability: true,
    // 15.12.2.1: potentially compatible.
    lambda_arity_decides_applicability: true,
    // 8.4.1: only a parameter that is declared with `...`.
    array_parameters_are_variadic: false,
    // 15.12.2.5: the most specific method is chosen.
    empty_variadic_calls_are_ambiguous: false,
    widens_single_variadic_argument: true,
    // 15.12.4.2: an array is passed as it is.
    spread_operator: false,
    takes_array: |_, _| true,

    // 15.12.2.1, 18.5.1.
    explicit_type_arguments_bind: true,
    flow_typing: false,
    properties_of_maps: false,
    tuples_arguments: false,
    primitives_for_type_parameters_of_java: false,
    // 15.12.2.2: an implicitly typed lambda is not pertinent to applicability.
    infers_from_function_results: false,
    // 18.5.2: the target type of a poly expression takes part.
    infers_from_arguments_first: false,
    // 18.4: the greatest lower bound of its proper upper bounds.
    infers_top_without_constraints: true,
    // 15.12.2.6: a receiver is a standalone expression.
    defers_receiver_inference: false,

    syntax: SYNTAX,
    signatures: SIGNATURES,
};

pub(super) const SYNTAX: Syntax = Syntax {
    head: |params| format!("class Main {{\n    static void test({params}) throws Throwable {{\n"),
    indent: "        ",
    terminator: ";",
    foot: "    }\n}\n",
    parameter: |name, t| format!("{t} {name}"),
    variable: |name, t, value| format!("{} {name} = {value}", t.unwrap_or("var")),

    brackets: ["<", ">"],
    primitive: |primitive| primitive.keyword().to_owned(),
    array: |element, _| format!("{element}[]"),
    wildcard: "?",
    upper_bound: "? extends ",
    lower_bound: "? super ",
    nullable: str::to_owned,
    unit: "void",

    literal: |primitive| match primitive {
        Primitive::Boolean => "true",
        Primitive::Byte => "(byte) 1",
        Primitive::Short => "(short) 1",
        Primitive::Char => "'a'",
        Primitive::Int => "1",
        Primitive::Long => "1L",
        Primitive::Float => "1.0f",
        Primitive::Double => "1.0",
    },
    conditional: |condition, yes, no| format!("({condition} ? {yes} : {no})"),
    cast: |t, value| format!("({t}) {value}"),
    function_cast: |t, value| format!("({t}) {value}"),
    spread: str::to_owned,
    lambda: |params, body| format!("({params}) -> {}", body.unwrap_or("{ }")),
    sam_constructor: |_| false,
    reference: "::",
    constructor_reference: "::new",
    references_type_arguments: false,

    call: |object, name, type_args, args| format!("{object}.{type_args}{name}({args})"),
    extension_type_arguments: true,
    not_null: "",
    property_type_arguments: false,
    construction: |new| {
        let (outer, class, args) = (new.outer, new.class, new.args);
        format!("{outer}new {}{class}{}({args})", new.type_args, new.class_args)
    },
    diamond: "<>",
    joins_constructor_type_arguments: false,
    simple_inner_names: true,
    parenthesised_new: false,
};

pub(super) const SIGNATURES: Signatures = Signatures {
    native: false,
    package: "java.lang",
    object: "java/lang/Object",
    top: None,
    functions: None,
    alias: |_| None,
    builtin: |_| None,
    special: &[],
    primitive_type_arguments: false,
    nullable_type_parameters: false,
    by_name_parameters: false,
    primitive_varargs: false,
    declared_functional_interfaces: false,
    complete: |_| {},
};

/// 3.9, with the literals of 3.10.
pub(super) const KEYWORDS: &str = "_ abstract assert boolean break byte case catch char class \
    const continue default do double else enum extends false final finally float for goto if \
    implements import instanceof int interface long native new null package private protected \
    public return short static strictfp super switch synchronized this throw throws transient \
    true try void volatile while";
