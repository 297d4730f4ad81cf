//! What programs must not lack: calls on values of the scope, types that are nearly
//! right, members that are easily lost.

use case::{Engine, Expectation, Language, Mode, TestCase};
use choice::Random;

use crate::engine::Api;
use crate::model::{self, Skips};
use crate::tests::papers::{api, basics, class};
use crate::tests::{generate, jdk_api};

fn cases(api: &Api, language: Language, mode: Mode, count: u64) -> Vec<TestCase> {
    let plan = api.plan(language, mode);
    let mut random = Random::new(5).with_budget(20_000, 1);
    let made = (0..count).filter_map(|index| generate(api, &plan, &mut random, index).ok());
    made.flat_map(|made| made.value).collect()
}

/// How many of the programs contain a text like one of these, where `#` is a number.
fn having(cases: &[TestCase], patterns: &[&str]) -> usize {
    let has = |case: &&TestCase| {
        let masked: String =
            case.source.chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).collect();
        patterns.iter().any(|pattern| masked.contains(pattern))
    };
    cases.iter().filter(has).count()
}

const LANGUAGES: [Language; 4] =
    [Language::Java, Language::Kotlin, Language::Scala, Language::Groovy];

#[test]
fn chains_start_at_values_of_the_scope() {
    for language in LANGUAGES {
        let cases = cases(jdk_api(), language, Mode::WellTyped, 400);
        let named = ["(p#.", "(v#.", ", p#.", ", v#."];
        let scope = having(&cases, &named);
        assert!(scope > 40, "{language}: {scope} programs call a member of a value in an argument");
        let lambdas = having(&cases, &["-> x#.", "=> x#.", "-> (x#", "(x#.", ", x#."]);
        assert!(lambdas > 4, "{language}: {lambdas} lambdas call a member of a parameter");
    }
}

/// "argument 1 of m is a List<String>, not a List<Integer>"
fn is_near(case: &TestCase) -> bool {
    let Expectation::Reject(reason) = &case.expectation else { return false };
    let generic = |text: &str| {
        let (class, args) = text.trim().split_once('<')?;
        Some((class.to_owned(), args.to_owned()))
    };
    let types = reason.text.split_once(" is a ").and_then(|(_, rest)| rest.split_once(", not a "));
    let both = types.and_then(|(have, want)| Some((generic(have)?, generic(want)?)));
    both.is_some_and(|((have, _), (want, _))| have == want)
}

#[test]
fn wrong_types_are_near_the_right_ones() {
    let api = api("class Ux { Bx<String> m(Bx<Integer>) }\n\nclass Bx<T> { }");
    for language in LANGUAGES {
        for mode in [Mode::IllTyped, Mode::IllTypedErased] {
            let cases = cases(&api, language, mode, 200);
            let near = cases.iter().filter(|case| is_near(case)).count();
            assert!(near > 20, "{language} {mode}: {near} of {} are near", cases.len());
        }
    }
}

/// Other overloads take nothing away from a call without arguments.
#[test]
fn a_call_without_arguments_means_the_member_without_parameters() {
    let api = api("class Ax { static Ax m(); static Ax m(Integer...); static Ax m(Ax...) }");
    for language in [Language::Java, Language::Scala, Language::Groovy] {
        let cases = cases(&api, language, Mode::WellTyped, 60);
        let accepted = cases.iter().filter(|case| case.expectation == Expectation::Accept).cloned();
        let accepted: Vec<TestCase> = accepted.collect();
        assert!(having(&accepted, &["Ax.m()"]) > 0, "{language}");
    }
}

/// A call without arguments is compared with one whose result has a variable of its own.
#[test]
fn a_result_has_a_variable_where_no_argument_can_be_cast() {
    let api = api("class Ax { static <T> T m(); static <T> T n() }");
    let cases = cases(&api, Language::Java, Mode::Equivalent, 40);
    assert!(having(&cases, &["String v# = Ax.<String>m()"]) > 0, "{:?}", cases.first());
}

/// As `Objects.requireNonNull(Collectors.toList())` is no
/// `Collector<String, Object, List<String>>`: where nothing fits, no types are written.
#[test]
fn what_never_fits_is_written_without_types() {
    let api = api("class Ux { static <T> T same(T); static <A> Cx<A, ?> list() }\n\n\
         class Cx<A, B> { }");
    let cases = cases(&api, Language::Java, Mode::IllTypedErased, 400);
    assert!(having(&cases, &[" = Ux.same(Ux.list())"]) > 0);
}

/// A member that no program can use is refused with the reason.
#[test]
fn an_unusable_member_is_named() {
    let api = api("class Ax { static Ax goto(); static Ax n() }");
    assert!(api.check_used(Language::Java).is_ok());
    let api = api.only(&["Ax.goto".to_owned()]).unwrap();
    assert!(api.check_used(Language::Kotlin).is_ok(), "it has backquotes");
    let error = api.check_used(Language::Java).unwrap_err().to_string();
    assert!(error.contains("1 × the language cannot write its name"), "{error}");
}

/// What is inherited from two parents is the member of the one below the other.
#[test]
fn the_lower_of_two_inherited_members_counts() {
    let api = api("interface Ax { Object m() }\n\ninterface Bx extends Ax { }\n\n\
         interface Cx extends Ax { String m() }\n\ninterface Dx extends Bx, Cx { Dx n() }");
    let members = api.find(Language::Java, "lib.Dx").types.remove(0).members;
    let found: Vec<&str> = members.iter().map(|member| member.declaration.as_str()).collect();
    assert!(found.contains(&"String m()") && !found.contains(&"Object m()"), "{found:?}");
}

/// A raw type in one signature takes nothing from the other members of its class, also in
/// a language whose compiler resolves all signatures; a type that is missing does.
#[test]
fn a_raw_type_costs_one_member() {
    for (argument, named) in [("Bx", true), ("Missing", false)] {
        let text = format!(
            "class Ax {{ static Bx<{argument}> odd(); Integer size() }}\n\nclass Bx<T> {{ }}"
        );
        let api = api(&text);
        let plan = api.plan(Language::Groovy, Mode::WellTyped);
        let subjects = api.subjects(&plan);
        assert_eq!(subjects.iter().any(|name| &**name == "lib.Ax.size()"), named, "{subjects:?}");
        assert!(!subjects.iter().any(|name| name.contains("odd")), "{subjects:?}");
    }
}

/// A member is not counted as used if no class that has it can be named.
#[test]
fn members_of_classes_without_a_name_are_not_used() {
    let api = api("class scala.runtime.Rich { Integer size() }\n\nclass Ax { Integer size() }");
    assert_eq!(api.members(Language::Java), 2);
    assert_eq!(api.members(Language::Scala), 1);
    let reasons: Vec<_> = api.unusable(Language::Scala).iter().collect();
    let reason = "the language cannot name its class, nor one that inherits it";
    assert_eq!(reasons, [(&reason, &1)]);
}

/// A member of a hidden class is called on objects of its heirs, although they ask for
/// more of their type arguments than the class itself.
#[test]
fn heirs_with_tighter_bounds_are_receivers() {
    let mut decls = basics();
    // So many that a type within the bound is seldom drawn.
    decls.extend((0..200).map(|n| (class(&format!("class Other{n} {{ }}")), false)));
    let mut hidden = class("class Hidden<T> { T first() }");
    hidden.public = false;
    decls.push((hidden, true));
    decls.push((class("class Bound { }"), false));
    decls.push((class("class Heir<T : Bound> extends Hidden<T> { }"), false));
    let api = Api::new(model::resolve(decls, Skips::default()).expect("it has a top class"));
    let cases = cases(&api, Language::Java, Mode::WellTyped, 50);
    assert_eq!(cases.len(), 50);
    assert_eq!(having(&cases, &["Heir<"]), 50);
}

/// Of two wrong positions of a static member, the result can be one.
#[test]
fn a_second_wrong_position_may_be_the_result() {
    let api = api("class Ux { static Bx m(Bx, Cx) }\n\nclass Bx { }\n\nclass Cx { }");
    let cases = cases(&api, Language::Java, Mode::IllTyped, 400);
    let both = |case: &&TestCase| match &case.expectation {
        Expectation::Reject(reason) => {
            reason.rule.starts_with("Ux.m: argument") && reason.rule.ends_with(", result")
        }
        _ => false,
    };
    assert!(cases.iter().any(|case| both(&case)));
}

/// Java boxes what a reference takes, and collects it for a variable arity.
#[test]
fn references_are_converted_in_java() {
    let api =
        api("class Ux { static void take(Fx); static Bx box(int); static Bx many(Integer...) \
         }\n\ninterface Fx { Bx of(Integer) }\n\nclass Bx { }");
    for language in [Language::Java, Language::Scala, Language::Groovy] {
        let cases = cases(&api, language, Mode::WellTyped, 200);
        for reference in ["take(Ux::box)", "take(Ux::many)"] {
            let count = having(&cases, &[reference]);
            assert_eq!(count > 0, language == Language::Java, "{language} {reference}: {count}");
        }
    }
}

/// In Java, each branch of a conditional argument has the target type.
#[test]
fn branches_may_be_functions_in_java() {
    let api = api("class Ux { static void take(Fx) }\n\ninterface Fx { Bx of(Integer) }\n\n\
         class Bx { }");
    for language in LANGUAGES {
        let cases = cases(&api, language, Mode::WellTyped, 400);
        let count = having(&cases, &["? ((x#) ->", ": ((x#) ->"]);
        assert_eq!(count > 0, language == Language::Java, "{language}: {count}");
    }
    // Behind a cast, a conditional has no target type (JLS 15.25).
    let cases = cases(&api, Language::Java, Mode::Equivalent, 400);
    let mut calls = cases.iter().flat_map(|case| case.source.lines());
    assert!(calls.clone().any(|line| line.contains("((x0) ->") || line.contains("(Fx) (p")));
    assert!(!calls.any(|line| line.contains("(Fx) (p") && line.contains("((x0) ->")));
}

/// A plain member has nothing to infer; a generic one that takes its value has.
#[test]
fn calls_of_plain_members_are_arguments_of_generic_ones() {
    let api = api("class Ax { static Integer size() }\n\n\
         class Ux { static <T> Bx<T> of(T); static Bx<String> only(Ax) }\n\nclass Bx<T> { }");
    for (language, enclosed) in [
        (Language::Java, "Ux.<Integer>of(Ax.size())"),
        (Language::Kotlin, "Ux.of<Int>(Ax.size())"),
        (Language::Scala, "Ux.of[Integer](Ax.size())"),
        (Language::Groovy, "Ux.<Integer>of(Ax.size())"),
    ] {
        let cases = cases(&api, language, Mode::WellTyped, 100);
        let plain = having(&cases, &["result = Ax.size()", "result: Int = Ax.size()"]);
        let enclosed = having(&cases, &[enclosed]);
        assert!(enclosed > 10 && enclosed > plain, "{language}: {enclosed}, {plain} alone");
    }
}

/// `Bx<>` before a dot: nothing is said about its type argument, so it is `Object`.
#[test]
fn a_diamond_may_stand_before_a_dot() {
    let api = api("class Bx<T> { new Bx(); Integer size(); T first() }");
    for language in LANGUAGES {
        let cases = cases(&api, language, Mode::WellTypedErased, 400);
        let bare = ["new Bx<>().", "new Bx().", " Bx().", "(new Bx())."];
        let count = having(&cases, &bare);
        assert_eq!(count > 0, language == Language::Java, "{language}: {count}");
        let first: Vec<_> = cases.iter().filter(|c| c.source.contains("<>().first()")).collect();
        assert!(
            first.iter().all(|c| c.source.contains("Object result") || c.source.contains("var ")),
            "{first:?}"
        );
    }
}

/// The only argument of a variable number of them may be the array, if it does not say its
/// type; and of two implicitly typed lambdas one must be typed first.
#[test]
fn type_arguments_that_nothing_tells_in_time_are_written() {
    let api = api("class Ux { static void take(Ax[]...); static <T> T query(Fx<T>); \
         static <A, B> Cell<A> from(Gx<A, B>, Gx<B, A>) }\n\n\
         interface Fx<T> { T make() }\n\ninterface Gx<A, B> { B turn(A) }\n\n\
         class Ax { new Ax() }\n\nclass Cell<T> { Ax size() }");
    let cases = cases(&api, Language::Java, Mode::WellTypedErased, 600);
    let count = |texts: &[&str]| {
        let has = |case: &&TestCase| texts.iter().all(|text| case.source.contains(text));
        cases.iter().filter(has).count()
    };
    // The array as a whole is what is tried first.
    let alone = |parameter| count(&["Ux.take(Ux.query(p0));", parameter]);
    assert_eq!((alone("Fx<Ax[]> p0"), alone("Fx<Ax[][]> p0") > 0), (0, true));
    assert!(count(&["Ux.take(Ux.<Ax[]>query(p0));"]) > 0 && count(&["Ux.take(Ux.query(p0), "]) > 0);
    let from = |erased| {
        let call = |body| format!("{erased}from((x0) -> {body}, (x0) -> ");
        ["p0", "\"a\"", "x0", "Ux.query(() -> p0)"].iter().map(|body| count(&[&call(body)])).sum()
    };
    let (erased, written): (usize, usize) = (from("."), from(">"));
    assert!(erased == 0 && written > 0, "{erased} {written}");
}

/// A literal without a suffix takes the type that is asked for, where the language lets it.
#[test]
fn an_integer_literal_takes_the_type_of_its_context() {
    let api = api("class Ux { static void take(long); static void bytes(byte); \
         static void over(long); static void over(Ux); static <T> void any(T) }");
    for (language, in_calls) in [
        (Language::Java, false),
        (Language::Kotlin, true),
        (Language::Scala, true),
        (Language::Groovy, false),
    ] {
        let cases = cases(&api, language, Mode::WellTyped, 1000);
        let taken = having(&cases, &["Ux.bytes(#)"]);
        assert_eq!(taken > 0, in_calls, "{language}: {taken}");
        // An overload would be chosen by it, or a type argument inferred from it.
        if in_calls {
            let told = having(&cases, &["over(#)", "any<Long>(#)", "any<Byte>(#)", "any[Long](#)"]);
            assert_eq!(told, 0, "{language}");
        }
        let locals = having(&cases, &["byte v# = #", "v#: Byte = #\n"]);
        assert!(locals > 0, "{language}: no variable");
    }
}

/// Null is added to a type, not to a wildcard.
#[test]
fn a_nullable_type_argument_is_written_once() {
    let mut decls = basics();
    let bag = r#"{"name": "lib.Bag", "language": "kotlin", "type_parameters": ["T"], "methods": [
        {"name": "inner", "return_type": "lib.Bag<T?>"}, {"name": "first", "return_type": "T?"}]}"#;
    decls.push((crate::json::read(bag).expect("a class"), true));
    let api = Api::new(model::resolve(decls, Skips::default()).expect("it has a top class"));
    let cases = cases(&api, Language::Kotlin, Mode::WellTyped, 1000);
    assert!(having(&cases, &["<out "]) > 0 && having(&cases, &["<*>"]) > 0);
    let twice: Vec<_> = cases.iter().filter(|c| c.source.contains("??")).collect();
    assert!(twice.is_empty(), "{:?}", twice.first());
    assert_eq!(having(&cases, &["*?"]), 0);
}

/// Functions are wrong, too: by the number of their parameters, and by what they give.
#[test]
fn functions_are_wrong_in_their_own_ways() {
    let api = api("class Ax { static Ax take(Fun<Ax, Bx>) }\n\n\
         interface Fun<A, R> { R apply(A) }\n\n\
         class Bx extends Cx { }\n\nclass Cx { static Cx give(Ax) }");
    for language in LANGUAGES {
        let cases = cases(&api, language, Mode::IllTyped, 200);
        let told = |text: &str| {
            let is = |case: &&TestCase| match &case.expectation {
                Expectation::Reject(reason) => reason.text.contains(text),
                _ => false,
            };
            cases.iter().filter(is).count()
        };
        // Without type arguments that bind, the type would be inferred from the function.
        let binds = language != Language::Groovy;
        for text in [
            "argument 1 of Ax.take is a lambda with 2 parameters, not 1",
            "argument 1 of Ax.take is a lambda that gives a ",
            "is a reference to Cx.give, which gives a Cx, not a Bx",
        ] {
            assert_eq!(told(text) > 0, binds, "{language}: {text}");
        }
    }
}

/// What may be null has no members in Kotlin.
#[test]
fn receivers_may_be_null_in_kotlin() {
    let api = api("class Ax { Bx m(Ax) }\n\nclass Bx { }");
    for language in LANGUAGES {
        let cases = cases(&api, language, Mode::IllTyped, 200);
        let null = having(&cases, &["p#: Ax?"]);
        assert_eq!(null > 0, language == Language::Kotlin, "{language}: {null}");
    }
}

/// The object of a reference may be the end of a chain of calls.
#[test]
fn references_are_bound_to_the_results_of_calls() {
    let api = api("class Ax { static Ax take(Fun<Bx, Cx>) }\n\n\
         interface Fun<A, R> { R apply(A) }\n\n\
         class Bx { }\n\nclass Cx { static Dx of(Ax) }\n\nclass Dx { Cx give(Bx) }");
    for (language, text) in [(Language::Java, ")::give"), (Language::Kotlin, ")::give")] {
        let cases = cases(&api, language, Mode::WellTyped, 300);
        assert!(having(&cases, &[text]) > 0, "{language}");
    }
}

/// A lambda may give a reference.
#[test]
fn references_are_results_of_lambdas() {
    let api = api("class Ux { static void take(Fx) }\n\ninterface Fx { Gx make() }\n\n\
         interface Gx { Ax get() }\n\nclass Ax { new Ax(); Ax next() }");
    let cases = cases(&api, Language::Java, Mode::WellTyped, 200);
    for text in ["(() -> Ax::new)", "::next)"] {
        assert!(having(&cases, &[text]) > 0, "{text}");
    }
}

/// Where it is sure which overload is meant, all programs of a family must be accepted.
#[test]
fn siblings_of_sure_calls_must_be_accepted() {
    for language in LANGUAGES {
        let cases = cases(jdk_api(), language, Mode::Equivalent, 200);
        let open = |case: &TestCase| case.features.contains(&"unresolved-overload");
        let (open, sure): (Vec<TestCase>, Vec<TestCase>) = cases.into_iter().partition(open);
        assert!(sure.len() > 2 * open.len() && sure.len() > 200, "{language}: {}", sure.len());
        assert!(sure.iter().all(|case| case.expectation == Expectation::Accept), "{language}");
    }
}

/// `kotlin.Cloneable` is `java.lang.Cloneable`.
#[test]
fn what_kotlin_can_clone_java_can() {
    let mut decls = basics();
    decls.push((class("interface java.lang.Cloneable { }"), false));
    let copy = r#"{"name": "lib.Copy", "language": "kotlin", "inherits": ["kotlin.Cloneable"]}"#;
    decls.push((crate::json::read(copy).expect("a class"), true));
    let model = model::resolve(decls, Skips::default()).expect("it has a top class");
    let [copy, cloneable] = ["lib.Copy", "java/lang/Cloneable"]
        .map(|name| model.find_class(name).expect("it is there"));
    assert!(model.descends(copy, cloneable));
}

/// Groovy assigns a large integer to a decimal number.
#[test]
fn large_integers_are_decimal_numbers_in_groovy() {
    let mut decls = basics();
    for name in ["BigInteger", "BigDecimal"] {
        decls.push((class(&format!("class java.math.{name} {{ }}")), false));
    }
    let big = r#"{"name": "lib.Ux", "language": "java", "methods": [
        {"name": "big", "return_type": "java.math.BigInteger", "is_static": true}]}"#;
    decls.push((crate::json::read(big).expect("a class"), true));
    let api = Api::new(model::resolve(decls, Skips::default()).expect("it has a top class"));
    for (language, wrong) in [(Language::Java, true), (Language::Groovy, false)] {
        let cases = cases(&api, language, Mode::IllTyped, 200);
        let found = having(&cases, &["BigDecimal result = Ux.big()"]);
        assert_eq!(found > 0, wrong, "{language}: {found}");
    }
}

/// Where Java asks for a collection, one that Kotlin declares as read-only will do.
#[test]
fn read_only_collections_are_collections_of_java() {
    let mut decls = basics();
    let read = |text: &str| (crate::json::read(text).expect("a class"), true);
    decls.extend([
        (class("interface java.lang.Iterable<T> { }"), false),
        read(
            r#"{"name": "kotlin.collections.Iterable", "language": "kotlin", "class_type": 1,
            "type_parameters": ["out T"]}"#,
        ),
        read(
            r#"{"name": "lib.Ones", "language": "kotlin",
            "inherits": ["kotlin.collections.Iterable<kotlin.String>"]}"#,
        ),
        read(
            r#"{"name": "lib.Ux", "language": "java", "methods": [{"name": "take",
            "parameters": ["java.lang.Iterable<java.lang.String>"], "return_type": "lib.Ux",
            "is_static": true}]}"#,
        ),
    ]);
    let api = Api::new(model::resolve(decls, Skips::default()).expect("it has a top class"));
    let cases = cases(&api, Language::Kotlin, Mode::IllTyped, 400);
    let wrong = |text: &str| {
        let is = |case: &&TestCase| match &case.expectation {
            Expectation::Reject(reason) => reason.text.contains(text),
            _ => false,
        };
        cases.iter().filter(is).count()
    };
    assert!(wrong("argument 1 of Ux.take is a Ux,") > 0);
    assert_eq!(wrong("argument 1 of Ux.take is a Ones,"), 0);
}
