//! The signatures that known issues were written for: whatever changes in how
//! messages are normalised, each entry must still match.

use case::gist;
use regex::Regex;

/// For each issue with a pattern of signatures, the head of a signature and the
/// message of the compiler as it was met. Heads that end with `=` are followed by
/// what is not a diagnostic and stays as it is.
const MET: &[(&str, &str, &str)] = &[
    (
        "groovy-reference-for-class-variable",
        "precision groovy:",
        "[Static type checking] - Argument is a method reference, but parameter type 'T' is not a \
         functional interface",
    ),
    (
        "groovy-array-of-primitive-arrays",
        "precision groovy:",
        "[Static type checking] - Cannot call java.util.Arrays#asList(T[]) with arguments [int[][]]",
    ),
    (
        "groovy-array-of-primitive-arrays",
        "consistency groovy:",
        "[Static type checking] - Cannot call groovy.lang.Tuple#<init>(boolean[][]) with arguments \
         [boolean[], boolean[]]",
    ),
    (
        "groovy-array-of-arrays",
        "consistency groovy:",
        "[Static type checking] - Cannot call \
         org.apache.commons.collections4.iterators.ObjectArrayListIterator#<init>(java.lang.Long[][]) \
         with arguments [java.lang.Long[], java.lang.Long[]]",
    ),
    (
        "groovy-array-of-arrays",
        "precision groovy:",
        "[Static type checking] - Cannot call \
         java.util.concurrent.atomic.AtomicReferenceArray#<init>(java.lang.String[]) with arguments \
         [java.lang.String[][]]",
    ),
    (
        "groovy-first-variable-argument",
        "precision groovy:",
        "[Static type checking] - Cannot call org.example.Numbers#max(byte[]) with arguments \
         [float, byte]",
    ),
    (
        "groovy-first-variable-argument",
        "precision groovy:",
        "[Static type checking] - Cannot call \
         com.google.common.math.Quantiles$ScaleAndIndex#compute(long[]) with arguments \
         [java.lang.Double, long]",
    ),
    (
        "groovy-first-variable-argument-collector",
        "precision groovy:",
        "[Static type checking] - Cannot call \
         java.util.stream.Collector#of(java.util.function.Supplier<R>, \
         java.util.function.BiConsumer<R, T>, java.util.function.BinaryOperator<R>, \
         java.util.stream.Collector$Characteristics[]) with arguments [java.util.function.Supplier \
         <java.util.List>]",
    ),
    (
        "groovy-variable-below-comparable",
        "precision groovy:",
        "[Static type checking] - Cannot call <K extends java.lang.Comparable<? super K>,V> \
         com.google.common.collect.ImmutableSortedMap#of(K, V, K, V) with arguments \
         [java.time.temporal.ChronoUnit, java.lang.Byte, java.time.temporal.ChronoUnit, \
         java.lang.Byte]",
    ),
    (
        "groovy-variable-below-comparable",
        "precision groovy:",
        "[Static type checking] - Cannot call <E extends java.lang.Comparable<? super E>> \
         com.google.common.collect.ImmutableSortedMultiset#of(E) with arguments \
         [java.nio.IntBuffer]",
    ),
    (
        "groovy-lambda-for-varargs",
        "crash groovy=",
        "java.lang.NullPointerException < \
         org.codehaus.groovy.classgen.asm.sc.StaticTypesLambdaWriter.createParametersWithExactType < \
         org.codehaus.groovy.classgen.asm.sc.StaticTypesLambdaWriter.writeLambda",
    ),
    (
        "groovy-member-of-hidden-class",
        "precision groovy:",
        "[Static type checking] - Cannot assign value of type java.lang.Object to variable of type \
         java.lang.String",
    ),
    (
        "groovy-member-of-hidden-class-accepts",
        "soundness groovy=",
        "AbstractSetMultimap.replaceValues: argument 1",
    ),
    (
        "groovy-member-of-hidden-class-accepts",
        "soundness groovy=",
        "AbstractMultiset.elementSet: result",
    ),
    (
        "groovy-extension-before-member",
        "precision groovy:",
        "[Static type checking] - Cannot call \
         org.codehaus.groovy.runtime.DefaultGroovyMethods#subMap(java.util.Map<K, V>, K[]) with \
         arguments [java.util.TreeMap <java.lang.String[]>]",
    ),
    (
        "groovy-variable-below-wildcard",
        "precision groovy:",
        "[Static type checking] - Cannot call \
         com.google.common.base.Suppliers#compose(com.google.common.base.Function<? super F, T>, \
         com.google.common.base.Supplier<F>) with arguments \
         [com.google.common.base.Function<java.lang.Object, java.lang.Integer>, \
         com.google.common.base.Supplier<java.lang.String>]",
    ),
    (
        "groovy-variable-not-replaced",
        "precision groovy:",
        "[Static type checking] - Cannot assign value of type R to variable of type \
         java.util.Collection <java.lang.String>",
    ),
    (
        "groovy-lambda-for-recursive-bound",
        "precision groovy:",
        "[Static type checking] - Expected type java.lang.Comparable<? super java.lang.Integer> for \
         lambda parameter: x0",
    ),
    ("groovy-4-inner-class-of-generic", "parser groovy:", "Unexpected input: '.'"),
    (
        "groovy-closure-call",
        "precision groovy:",
        "[Static type checking] - Cannot find matching method groovy.lang.Closure#call(int). Please \
         check if the declared type is correct and if the method exists.",
    ),
    (
        "groovy-closure-call",
        "precision groovy:",
        "[Static type checking] - Cannot call \
         java.util.concurrent.atomic.AtomicReference#<init>(groovy.transform.ToString) with \
         arguments [V]",
    ),
    (
        "groovy-closure-call",
        "precision groovy:",
        "[Static type checking] - Cannot find matching method \
         java.nio.file.spi.FileSystemProvider#newFileChannel(java.nio.file.Path, \
         java.util.Set<? extends java.nio.file.OpenOption>, V). Please check if the declared type \
         is correct and if the method exists.",
    ),
    ("groovy-closure-call-result", "soundness groovy=", "groovy.lang.Closure.call: result"),
    (
        "groovy-type-arguments-with-bound",
        "precision groovy:",
        "[Static type checking] - Cannot call \
         org.apache.commons.collections4.comparators.ComparableComparator#compare(E, E) with \
         arguments [java.lang.String, java.lang.String]",
    ),
    (
        "javac-wildcard-captured-in-inference",
        "consistency javac: compiler.err.cant.apply.diamond.1",
        "cannot infer type arguments for \
         org.apache.commons.collections4.functors.NonePredicate<>\n  reason: cannot infer \
         type-variable(s) T\n    (varargs mismatch; no instance(s) of type variable(s) T exist so \
         that T[] conforms to org.apache.commons.collections4.Predicate<? super T>)",
    ),
    (
        "javac-wildcard-captured-in-inference",
        "consistency javac: compiler.err.cant.apply.diamond",
        "cannot infer type arguments for \
         org.apache.commons.collections4.functors.ChainedTransformer<>",
    ),
    (
        "javac-wildcard-inferred-as-its-bound",
        "soundness javac=",
        "java.util.stream.Collectors.toList: result",
    ),
    (
        "rustc-next-solver-objects-of-blanket-impls",
        "precision rustc: E0284",
        "type annotations needed: cannot normalize `<dyn T0<A0 = u8> as T0>::A0`",
    ),
    (
        "rustc-next-solver-objects-of-blanket-impls-reason",
        "reason rustc: Holds.sat answered with E0284",
        "type annotations needed: cannot normalize `<dyn T0<A0 = u8> as T0>::A0`",
    ),
    ("rustc-next-solver-opaque-static", "soundness rustc=", "Holds.sat by Hold-Lives"),
    (
        "scala-function-with-wider-parameter",
        "precision scala: E231",
        "object creation impossible, since def apply(x: String): Boolean in trait Predicate in \
         package com.google.common.base is not defined",
    ),
    (
        "scala-literal-in-conditional",
        "consistency scala: E051",
        "Ambiguous overload. The overloaded alternatives of method f in class C with types",
    ),
    (
        "gccrs-copy-of-tuples-and-functions",
        "precision gccrs: E0277",
        "bounds not satisfied for (u8, bool) ‘Copy’ is not satisfied",
    ),
    (
        "gccrs-copy-of-tuples-and-functions",
        "precision gccrs: E0277",
        "bounds not satisfied for abi:rust fnptr (u8,) -> u8 ‘Copy’ is not satisfied",
    ),
    (
        "swift-rethrows-as-value",
        "precision swift: tryless_throwing_call_unhandled",
        "call can throw, but it is not marked with 'try' and the error is not handled",
    ),
    (
        "swift-parenthesised-assignment",
        "precision swift: cannot_convert_assign",
        "cannot assign value of type 'Int' to type 'UInt8'",
    ),
    (
        "swift-parenthesised-try",
        "crash swift=",
        "unimplemented lvalue expr: UNREACHABLE executed at lib/SILGen/SILGenLValue.cpp < While \
         evaluating request ASTLoweringRequest < While silgen emitFunction SIL function _.",
    ),
    (
        "swift-operator-in-array-argument",
        "precision swift: cannot_convert_array_element",
        "cannot convert value of type 'Double' to expected element type 'Float'",
    ),
    (
        "swift-minus-of-parentheses",
        "precision swift: ambiguous_operator_ref",
        "ambiguous use of operator '-'",
    ),
    (
        "swift-literals-become-int128",
        "precision swift: cannot_convert_argument_value",
        "cannot convert value of type 'Int128' to expected argument type 'Int'",
    ),
    (
        "swift-minus-of-parentheses",
        "precision swift: type_of_expression_is_ambiguous",
        "type of expression is ambiguous without a type annotation",
    ),
    (
        "swift-key-path-in-a-pattern",
        "crash swift=",
        "swift-frontend: lib/Sema/CSSimplify.cpp: void swift::constraints::ConstraintSystem::\
         addKeyPathApplicationRootConstraint(Type, ConstraintLocatorBuilder): Assertion",
    ),
    (
        "swift-operator-in-a-tuple-of-generics",
        "crash swift=",
        "swift-frontend: lib/AST/ProtocolConformanceRef.cpp: Type \
         swift::ProtocolConformanceRef::getAssociatedType(Type, Type) const: Assertion",
    ),
    (
        "swift-parentheses-before-in",
        "precision swift: bridged_error",
        "expected ')' to end parameter clause",
    ),
    (
        "swift-parentheses-before-in",
        "precision swift: bridged_error",
        "expected 'in' in closure signature",
    ),
    (
        "swift-call-as-function-after-init",
        "crash swift=",
        "signal 6 < While verifying ParenExpr expression at _ < While verifying IdentityExpr \
         expression at _",
    ),
    (
        "swift-parentheses-in-a-chain",
        "precision swift: cannot_apply_binop_to_args",
        "binary operator '+' cannot be applied to operands of type 'S' and 'Z'",
    ),
    (
        "swift-constant-condition",
        "precision swift: missing_return_decl",
        "missing return in global function expected to return 'Int'",
    ),
    ("ghc-static-data", "crash ghc=", "Trying to allocate more than # bytes."),
    (
        "ghc-rotate-by-nothing",
        "crash ghc=",
        "Cmm lint error: Shift operation MO_U_Shr W64 has out-of-range offset 64.",
    ),
    ("ghc-plus-zero", "behaviour ghc=", "prints a negative zero instead of a positive one"),
    (
        "ghc-word-to-double",
        "behaviour ghc=",
        "prints a floating-point number that is wrong in its last digits",
    ),
    (
        "ghc-double-power",
        "behaviour ghc=",
        "prints a floating-point number that is wrong in its last digits",
    ),
    (
        "gccrs-copy-of-tuples-and-functions-reason",
        "reason gccrs: Holds.sat answered with E0277",
        "bounds not satisfied for () ‘Copy’ is not satisfied",
    ),
];

/// The patterns of an issue: of the signature, and of the whole message.
fn patterns(issue: &toml::Value) -> Option<(Regex, Regex)> {
    let pattern = |key: &str| {
        let text = issue.get(key).map(|text| text.as_str().expect("a text"));
        text.map(|text| Regex::new(text).expect("it is a pattern"))
    };
    let whole = pattern("message").unwrap_or_else(|| Regex::new("").expect("it is a pattern"));
    Some((pattern("signature")?, whole))
}

/// The signature of what was met.
fn signature(head: &str, message: &str) -> String {
    match head.strip_suffix('=') {
        Some(head) => format!("{head}: {message}"),
        None => format!("{head} {}", gist(message)),
    }
}

fn issues() -> Vec<toml::Value> {
    let file = include_str!("../../campaign/known-issues.toml");
    let mut file: toml::Table = file.parse().expect("it is TOML");
    match file.remove("issue") {
        Some(toml::Value::Array(issues)) => issues,
        _ => panic!("there is a list of issues"),
    }
}

#[test]
fn every_known_issue_matches_the_signature_it_was_written_for() {
    for issue in issues() {
        let name = issue["name"].as_str().expect("a text");
        let Some((pattern, whole)) = patterns(&issue) else { continue };
        let met: Vec<_> = MET.iter().filter(|(of, ..)| *of == name).collect();
        assert!(!met.is_empty(), "no signature is known of {name}");
        for (_, head, message) in met {
            let signature = signature(head, message);
            assert!(pattern.is_match(&signature), "{name}: {pattern} does not match {signature}");
            assert!(whole.is_match(message), "{name}: {whole} does not match {message}");
        }
    }
}

/// Issues that others match by their messages alone: the program, the kind or the compiler
/// tells them apart.
const TOLD_APART: [(&str, &str); 9] = [
    ("groovy-array-of-arrays", "groovy-array-of-primitive-arrays"),
    ("groovy-member-of-hidden-class", "groovy-variable-below-wildcard"),
    ("groovy-variable-below-wildcard", "groovy-variable-below-comparable"),
    (
        "rustc-next-solver-objects-of-blanket-impls",
        "rustc-next-solver-objects-of-blanket-impls-reason",
    ),
    ("javac-wildcard-inferred-as-its-bound", "groovy-member-of-hidden-class-accepts"),
    ("javac-wildcard-inferred-as-its-bound", "groovy-closure-call-result"),
    ("gccrs-copy-of-tuples-and-functions", "gccrs-copy-of-tuples-and-functions-reason"),
    ("ghc-word-to-double", "ghc-double-power"),
    ("ghc-double-power", "ghc-word-to-double"),
];

#[test]
fn no_known_issue_hides_another_by_its_message() {
    for issue in issues() {
        let name = issue["name"].as_str().expect("a text");
        let Some((pattern, whole)) = patterns(&issue) else { continue };
        for (of, head, message) in MET.iter().filter(|(of, ..)| *of != name) {
            let hides = pattern.is_match(&signature(head, message)) && whole.is_match(message);
            assert!(!hides || TOLD_APART.contains(&(name, of)), "{name} hides {of}: {message}");
        }
    }
}
