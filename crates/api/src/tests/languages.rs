//! Where languages let more, or less, pass than their signatures say.

use std::fs;

use case::{Engine, Expectation, Language, Mode, TestCase};
use choice::Random;

use crate::engine::Api;
use crate::language::Facts;
use crate::load::{Format, Source};
use crate::tests::papers::api;
use crate::tests::{generate, jdk};

/// Small programs; some attempts come to nothing, because there is not much to
/// choose from.
fn programs(language: Language, api: &Api, mode: Mode, without: &[&str]) -> Vec<TestCase> {
    let mut plan = api.plan(language, mode);
    plan.size = 2;
    plan.features.retain(|feature| !without.contains(feature));
    let mut random = Random::new(17).with_budget(10_000, 4);
    let made = (0..2000).filter_map(|index| generate(api, &plan, &mut random, index).ok());
    made.flat_map(|made| made.value).collect()
}

/// What is wrong in ill-typed programs.
fn reasons(cases: &[TestCase]) -> Vec<&str> {
    let reasons = cases.iter().filter_map(|case| match &case.expectation {
        Expectation::Reject(reason) => Some(&reason.text[..]),
        _ => None,
    });
    reasons.collect()
}

/// Groovy takes `new Spec(array, element)` for `Spec(Bx[])`.
#[test]
fn an_array_and_an_element_are_elements_in_groovy() {
    let api =
        api("class Spec { new Spec(Bx[]); new Spec(Bx[], Cx) }\n\nclass Bx { }\n\nclass Cx { }");
    for (language, passes) in [(Language::Java, false), (Language::Groovy, true)] {
        let cases = programs(language, &api, Mode::IllTyped, &[]);
        let made = |text: &str| reasons(&cases).iter().any(|reason| reason.contains(text));
        assert_eq!(made("argument 2 of new Spec is a Bx,"), !passes, "{language}");
        assert!(made("argument 2 of new Spec is a Spec,"), "{language}");
    }
}

/// Of two methods that take any number, Groovy does not know which is meant if it
/// gets none; and `printf` with a format and a value is its own.
#[test]
fn what_is_ambiguous_in_groovy_is_not_relied_on() {
    let api = api("class Utils { static Bx pick(Bx...); static Bx pick(Cx...) }\n\n\
         class Bx { Bx printf(Utils, Bx...) }\n\nclass Cx extends Bx { }");
    for (language, sure) in [(Language::Java, true), (Language::Groovy, false)] {
        let cases = programs(language, &api, Mode::WellTyped, &[]);
        // Where an array is passed, it is clear what is meant.
        let relied_on = |text: &str| {
            let sure = |case: &&TestCase| case.expectation == Expectation::Accept;
            let mut sources = cases.iter().filter(sure).map(|case| &case.source);
            sources.any(|source| source.contains(text) && !source.contains("[]"))
        };
        assert_eq!(relied_on("Utils.pick()"), sure, "{language}");
        assert_eq!(relied_on(".printf("), sure, "{language}");
        assert!(relied_on("Utils.pick("), "{language}");
    }
}

/// A closure may be assigned to a variable of an interface, also one without a method of
/// its own.
#[test]
fn a_closure_is_an_object_of_an_interface_in_groovy() {
    let api = api("class groovy.lang.Closure { new Closure() }\n\ninterface Mark { }\n\n\
         class Other { }");
    for (language, passes) in [(Language::Java, false), (Language::Groovy, true)] {
        let cases = programs(language, &api, Mode::IllTyped, &[]);
        let made = |text: &str| reasons(&cases).iter().any(|reason| reason.ends_with(text));
        assert_eq!(made("is a Closure, not a Mark"), !passes, "{language}");
        assert!(made("is a Closure, not a Other"), "{language}");
    }
}

/// A reference to a generic method tells Java something about the result that is
/// not so.
#[test]
fn a_reference_to_a_generic_method_keeps_types_written() {
    let api = api("class Utils { static <T> T pick(T, Supply<? extends T>) }\n\n\
         interface Supply<S> { S get() }\n\n\
         class Bag<E> { static <X> Bag<X> empty() }");
    let cases = programs(Language::Java, &api, Mode::WellTypedErased, &["lambdas", "locals"]);
    let count = |text: &str| cases.iter().filter(|case| case.source.contains(text)).count();
    assert!(count(">pick(p0, Bag::empty)") > 0);
    assert_eq!(count("Utils.pick(p0, Bag::empty)"), 0);
}

/// Signatures in files.
fn folder(classes: &[&str]) -> Api {
    let folder = tempfile::tempdir().unwrap();
    for (at, text) in classes.iter().enumerate() {
        fs::write(folder.path().join(format!("{at}.json")), text).unwrap();
    }
    Api::load(&[jdk(false), Source::subject(folder.path(), Format::Json)]).unwrap()
}

/// A method whose last parameter has a value of its own may be meant.
#[test]
fn parameters_can_be_left_out() {
    for optional in [0, 1] {
        let above = format!(
            r#"{{"name": "lib.Sequence", "language": "scala", "class_type": 0, "methods": [
                {{"name": "find", "type_parameters": ["A"], "parameters": ["A", "scala.Int"],
                  "optional": {optional}, "return_type": "scala.Int"}}]}}"#
        );
        let below = r#"{"name": "lib.Text", "language": "scala", "class_type": 0,
            "inherits": ["lib.Sequence"], "methods": [
                {"name": "find", "parameters": ["java.lang.String"], "return_type": "scala.Int"}]}"#;
        let cases = programs(Language::Scala, &folder(&[&above, below]), Mode::IllTyped, &[]);
        let found = reasons(&cases).iter().any(|r| r.starts_with("argument 1 of Text.find is "));
        assert_eq!(found, optional == 0);
    }
}

/// What is passed by name, and has a wildcard in its type, must be a variable.
#[test]
fn wildcards_are_not_cast_where_arguments_are_taken_by_name() {
    for (parameter, by_name) in [("lib.Cell[A]", false), ("=> lib.Cell[A]", true)] {
        let cell = r#"{"name": "lib.Cell", "language": "scala", "class_type": 0,
            "type_parameters": ["+A"], "methods": []}"#;
        let taking = format!(
            r#"{{"name": "lib.Taking", "language": "scala", "class_type": 0, "methods": [
                {{"name": "take", "type_parameters": ["A"], "parameters": ["{parameter}"],
                  "is_static": true, "return_type": "scala.Int"}}]}}"#
        );
        let cases = programs(Language::Scala, &folder(&[cell, &taking]), Mode::Equivalent, &[]);
        let calls = || cases.iter().flat_map(|case| case.source.lines());
        let cast = |of: &str| {
            let cast = format!(": Cell[{of}");
            calls().any(|line| line.contains("Taking.take[") && line.contains(&cast))
        };
        assert!(cast("String"));
        assert_eq!(cast("?"), !by_name);
    }
}

/// What Scala's library sees as a collection has a collection's members.
#[test]
fn options_may_have_any_member_in_scala() {
    let api = folder(&[
        r#"{"name": "lib.Other", "language": "scala", "class_type": 0, "methods": [
            {"name": "tail", "parameters": ["scala.Int"], "return_type": "scala.Int"}]}"#,
        r#"{"name": "scala.Option", "language": "scala", "class_type": 0, "methods": []}"#,
    ]);
    let enriched = |name: &str| {
        let class = api.model().find_class(name).expect("it was loaded");
        (Facts::of(Language::Scala).enriched)(api.model(), class)
    };
    assert!(enriched("scala.Option") && !enriched("lib.Other"));
}

/// Nothing but `Object` is above `Object`, so that javac takes `? super Object` for it.
#[test]
fn a_wildcard_above_the_top_is_the_top() {
    let api = api("class Ax { static Bx<Bx<Object>> m(Bx<Bx<Object>>) }\n\nclass Bx<T> { }");
    let cases = programs(Language::Java, &api, Mode::IllTyped, &[]);
    let reasons = reasons(&cases);
    assert!(reasons.contains(&"the result of Ax.m is a Bx<Bx<Object>>, not a Bx<Bx<?>>"));
    assert!(!reasons.iter().any(|reason| reason.contains("Bx<Bx<? super Object>>")), "{reasons:?}");
}

/// In Kotlin, `out Any` is less than `*`: no element is null.
#[test]
fn an_upper_bound_keeps_null_out() {
    let api = api("class Ax { static Bx<Object> m() }\n\nclass Bx<T> { }");
    for (language, text) in [(Language::Kotlin, "Bx<out Any>"), (Language::Java, "Bx<?>")] {
        let plan = api.plan(language, Mode::WellTyped);
        let mut random = Random::new(3).with_budget(10_000, 4);
        let mut made = (0..600).filter_map(|index| generate(&api, &plan, &mut random, index).ok());
        assert!(made.any(|made| made.value[0].source.contains(text)), "{language}");
    }
}

/// Where nothing else fits, Scala makes a tuple of the arguments.
#[test]
fn several_arguments_may_be_one_in_scala() {
    for (parameter, tupled) in [("java.lang.Object", true), ("scala.Int", false)] {
        let class = format!(
            r#"{{"name": "lib.Form", "language": "scala", "class_type": 0, "methods": [
                {{"name": "write", "parameters": ["{parameter}"], "return_type": "java.lang.String"}},
                {{"name": "write", "parameters": ["java.lang.String", "scala.Int"],
                  "return_type": "lib.Form"}}]}}"#
        );
        let cases = programs(Language::Scala, &folder(&[&class]), Mode::IllTyped, &[]);
        let text = "the result of Form.write is a Form, not a ";
        let found = reasons(&cases).iter().any(|reason| reason.starts_with(text));
        assert_eq!(found, !tupled, "{parameter}");
    }
}

/// A function of a tuple may have its parts as parameters in Scala.
#[test]
fn a_function_of_a_tuple_is_not_wrong_by_its_parameters() {
    for (parameter, tuple) in [("scala.Tuple2", true), ("lib.Pair", false)] {
        let class = |name: &str, methods: &str| {
            format!(
                r#"{{"name": "{name}", "language": "scala", "class_type": 0, "methods": [{methods}]}}"#
            )
        };
        let function = r#"{"name": "lib.Fun", "language": "scala", "class_type": 1,
            "methods": [
            {"name": "apply", "parameters": ["PARAMETER"], "return_type": "lib.Form"}]}"#
            .replace("PARAMETER", parameter);
        let take = r#"{"name": "take", "parameters": ["lib.Fun"], "return_type": "lib.Form"}"#;
        let api = folder(&[&class(parameter, ""), &class("lib.Form", take), &function]);
        let cases = programs(Language::Scala, &api, Mode::IllTyped, &[]);
        let reasons = reasons(&cases);
        let found = |text: &str| reasons.iter().any(|reason| reason.contains(text));
        assert_eq!(found("is a lambda with 2 parameters, not 1"), !tuple, "{reasons:?}");
        assert!(found("is a lambda that gives a "), "{reasons:?}");
    }
}

/// Scala's primitive types are type arguments for Java, too, but not where that makes an
/// array of a type parameter.
#[test]
fn primitive_types_are_type_arguments_in_scala() {
    let api =
        api("class Ax<T> { new Ax(); T get(); T[] all(); Bx<T[]> inside() }\n\nclass Bx<T> { }");
    let cases = programs(Language::Scala, &api, Mode::WellTyped, &["locals"]);
    let calls = |name: &str, call: &str| {
        let parameter = format!("p0: Ax[{name}]");
        let has = |case: &&TestCase| case.source.contains(&parameter) && case.source.contains(call);
        cases.iter().filter(has).count()
    };
    assert!(calls("Int", "p0.get()") > 0 && calls("String", "p0.all()") > 0);
    for name in ["Byte", "Short", "Char", "Int", "Long", "Float", "Double", "Boolean"] {
        assert_eq!(calls(name, "p0.all()") + calls(name, "p0.inside()"), 0, "{name}");
    }
}

/// In Groovy a map has every property, and a text may be the name of an enumeration's
/// constant.
#[test]
fn names_let_more_pass_in_groovy() {
    let api = api("class Ax { Ax m(Bx) }\n\nclass Bx extends Ax { }\n\n\
         class java.lang.Enum { }\n\nclass Color extends Enum { Color mix(Color) }\n\n\
         interface java.util.Map { }\n\nclass Dict extends Map { Ax setBx(Bx) }");
    for (language, less) in [(Language::Java, true), (Language::Groovy, false)] {
        let cases = programs(language, &api, Mode::IllTyped, &[]);
        let reasons = reasons(&cases);
        let found = |text: &str| reasons.iter().any(|reason| reason.contains(text));
        assert_eq!(found("argument 1 of Dict.setBx"), less, "{language}");
        assert_eq!(found("argument 1 of Color.mix is a String"), less, "{language}");
    }
}

/// A bound that another overload does not have makes a generic member the more specific one
/// (JLS 15.12.2.5, 18.5.4), which is the one that the type's own class declares.
#[test]
fn bounds_say_which_overload_is_more_specific() {
    let api = api("class Bx { }\n\nclass Base { static <E> Bx of(E) }\n\n\
         class Sorted extends Base { static <E extends Bx> Bx of(E) }");
    for language in [Language::Java, Language::Kotlin, Language::Scala, Language::Groovy] {
        let cases = programs(language, &api, Mode::WellTyped, &[]);
        let sure = cases.iter().filter(|case| case.expectation == Expectation::Accept);
        let mut sources = sure.map(|case| &case.source);
        assert!(
            sources.any(|source| source.contains("Sorted.") && source.contains("of")),
            "{language}"
        );
    }
}

/// A cast is no target type from which type arguments could be inferred.
#[test]
fn what_is_cast_keeps_its_type_arguments() {
    // An overload with an unknown parameter, so that the call is compared with a sibling.
    let api = api("class Ax { Ax m(Cell<Ax>); Ax m(Gone) }\n\nclass Cell<T> { new Cell() }");
    for (language, erased, cast, written) in [
        (
            Language::Java,
            ".m(new Cell<>())",
            "(Cell<Ax>) new Cell<>()",
            "(Cell<Ax>) new Cell<Ax>()",
        ),
        (Language::Kotlin, ".m(Cell())", "Cell() as Cell<Ax>", "Cell<Ax>() as Cell<Ax>"),
    ] {
        let cases = programs(language, &api, Mode::WellTypedErased, &[]);
        let count = |text: &str| cases.iter().filter(|case| case.source.contains(text)).count();
        assert!(count(erased) > 0 && count(written) > 0, "{language}");
        assert_eq!(count(cast), 0, "{language}");
    }
}

/// A function that stands for a parameter of an overloaded method is cast to the type that
/// it has as an object, if nothing else says which one is meant.
#[test]
fn functions_are_cast_where_overloads_are_open() {
    let api = api("class Ax { new Ax(); Ax run(Fun<Ax>); Ax run(Gun<Ax>); Ax next() }\n\n\
         interface Fun<T> { T get() }\n\ninterface Gun<T> { T take() }");
    for (language, lambda, reference, bare) in [
        (Language::Java, "run((Fun<Ax>) (() -> ", "run((Fun<Ax>) p0::next)", "run(() ->"),
        (Language::Kotlin, "run(Fun<Ax> { ", "run(Fun<Ax>(p0::next))", "run({ "),
        (Language::Scala, "run(((() => ", "", "run(() =>"),
        (Language::Groovy, "run(((() -> ", "run((p0::next as Fun<Ax>))", "run(() ->"),
    ] {
        let mut cases = programs(language, &api, Mode::WellTyped, &["conditionals"]);
        cases.extend(programs(language, &api, Mode::WellTypedErased, &["conditionals"]));
        let sure = |text: &str| {
            let has = |case: &&TestCase| case.source.contains(text);
            let found: Vec<&TestCase> = cases.iter().filter(has).collect();
            let sure = found.iter().all(|case| case.expectation == Expectation::Accept);
            (found.len(), sure)
        };
        for text in [lambda, reference] {
            let (found, sure) = sure(text);
            assert!(text.is_empty() || found > 0 && sure, "{language}: {text}");
        }
        assert_eq!(sure(bare).0, 0, "{language}");
    }
}

/// The branches of a conditional may be functions where they have a target type.
#[test]
fn functions_are_branches_of_conditionals() {
    for parameter in ["Fun<Ax>", "Fun<? super Ax>"] {
        let text = "class Ax { Ax only(PARAMETER); Ax next(Ax) }\n\n\
            interface Fun<T> { Ax map(T) }";
        let api = api(&text.replace("PARAMETER", parameter));
        for (language, branch) in [
            (Language::Java, " ? ((x0) -> "),
            (Language::Kotlin, ") (Fun<Ax> { x0 -> "),
            (Language::Scala, " then ((x0) => "),
        ] {
            let cases = programs(language, &api, Mode::WellTyped, &["locals"]);
            let found = cases.iter().any(|case| case.source.contains(branch));
            assert!(found, "{language}: {parameter}");
        }
        let cases = programs(Language::Groovy, &api, Mode::WellTyped, &["locals"]);
        assert!(!cases.iter().any(|case| case.source.contains("? ((x0)")));
    }
}

/// A property is a function of its object in Kotlin, unless a method has its name.
#[test]
fn properties_are_referred_to_in_kotlin() {
    let class = |both: &str| {
        format!(
            r#"{{"name": "lib.Ax", "language": "java", "class_type": 0,
                "fields": [{{"name": "next", "type": "lib.Ax"}}],
                "methods": [{{"name": "{both}", "return_type": "lib.Ax", "parameters": []}},
                    {{"name": "only", "return_type": "lib.Ax", "parameters": ["lib.Fun"]}}]}}"#
        )
    };
    let function = r#"{"name": "lib.Fun", "language": "java", "class_type": 1, "methods": [
        {"name": "map", "return_type": "lib.Ax", "parameters": ["lib.Ax"]}]}"#;
    for (language, other, found) in [
        (Language::Kotlin, "other", true),
        (Language::Kotlin, "next", false),
        (Language::Java, "other", false),
        (Language::Groovy, "other", false),
    ] {
        let cases = programs(language, &folder(&[&class(other), function]), Mode::WellTyped, &[]);
        let made = |text: &str| cases.iter().any(|case| case.source.contains(text));
        assert_eq!(made("Ax::next"), found, "{language}, {other}");
        assert_eq!(made("Ax::other"), other == "other", "{language}, {other}");
    }
    // The value of a property is not discarded, that of a method is.
    let runs = function.replace(r#""return_type": "lib.Ax""#, r#""return_type": "void""#);
    let api = folder(&[&class("other"), &runs]);
    let cases = programs(Language::Kotlin, &api, Mode::WellTyped, &[]);
    let made = |text: &str| cases.iter().any(|case| case.source.contains(text));
    assert!(!made("Fun(Ax::next)") && !made("only(Ax::next)") && made("only(Ax::other)"));
}

/// A lambda with types is typed before an overload is chosen, and in Scala its value is not
/// discarded then.
#[test]
fn values_of_lambdas_are_discarded_once_the_overload_is_known() {
    let api = api("class Ax { new Ax(); Ax run(Fun<Ax>); Ax run(Ax); Ax next() }\n\n\
         interface Fun<T> { void take(T) }");
    for (language, bare, cast) in
        [(Language::Java, "run((Ax x0) -> x0", ""), (Language::Scala, "", "run((((x0: Ax) => x0")]
    {
        let cases = programs(language, &api, Mode::WellTyped, &[]);
        let made = |text: &str| cases.iter().any(|case| case.source.contains(text));
        assert!(made(bare) && made(cast), "{language}");
        assert!(!made("run((x0: Ax) => x0"), "{language}");
    }
}

/// Where Groovy's rules leave an overload of values open, those of Java say whether the call
/// is right; what these leave open, too, is only compared.
#[test]
fn rules_of_java_judge_overloads_in_groovy() {
    let api = api("class Ux { static Bx of(int); static Bx of(Integer); \
         static <T> Bx any(T, int); static <T> Bx any(T, Integer) }\n\nclass Bx { }");
    let mut cases = programs(Language::Groovy, &api, Mode::WellTyped, &["locals"]);
    cases.extend(programs(Language::Groovy, &api, Mode::WellTypedErased, &["locals"]));
    cases.retain(|case| case.features.contains(&"unresolved-overload"));
    let expected = |call: &str| {
        let about = cases.iter().filter(|case| case.source.contains(call));
        let accepted = |case: &TestCase| case.expectation == Expectation::Accept;
        about.map(accepted).collect::<std::collections::BTreeSet<bool>>()
    };
    assert_eq!(expected("Ux.of(1)"), [true].into());
    // An `Integer` for an `int` means the other one.
    assert_eq!(expected("Ux.of("), [false, true].into());
    // What Java accepts has its type arguments.
    assert!(expected(">any(").contains(&true));
    assert!(!expected("Ux.any(").contains(&true));
}
