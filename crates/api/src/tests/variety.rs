//! What programs must not lack: calls on values of the scope, types that are nearly
//! right, members that are easily lost.

use case::{Engine, Expectation, Language, Mode, TestCase};
use choice::Random;

use crate::engine::Api;
use crate::tests::papers::api;
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
