//! The examples of the paper, over APIs written down as it does.

use case::{Engine, Expectation, Language, Mode, TestCase};
use choice::{GaveUp, Random};

use crate::engine::Api;
use crate::json;
use crate::model::{self, Skips};
use crate::tests::generate;

/// An API of classes in a notation close to Java:
/// `class C<T : B> extends D { static <X> X m(A, B); f: A }`.
pub(crate) fn api(text: &str) -> Api {
    let mut decls = basics();
    decls.extend(text.trim().split("\n\n").map(|text| (class(text), true)));
    Api::new(model::resolve(decls, Skips::default()).expect("it has a top class"))
}

/// The classes that all others need.
pub(crate) fn basics() -> Vec<(crate::decl::ClassDecl, bool)> {
    let names = ["Object", "String", "Integer"];
    names.map(|name| (class(&format!("class java.lang.{name} {{ }}")), false)).into()
}

/// A class in that notation.
pub(crate) fn class(text: &str) -> crate::decl::ClassDecl {
    let (head, body) = text.split_once('{').expect("a body");
    let (sort, head) = head.trim().split_once(' ').expect("class or interface");
    let (name, inherits) = head.split_once(" extends ").unwrap_or((head, ""));
    let (name, params) = generic(name.trim());
    let name = if name.contains('.') { name } else { format!("lib.{name}") };
    let members = body.trim().trim_end_matches('}').split(';').map(str::trim);
    let methods: Vec<serde_json::Value> = members.filter(|m| !m.is_empty()).map(method).collect();
    let inherits: Vec<String> = list(inherits).iter().map(|t| qualified(t)).collect();
    let json = serde_json::json!({
        "name": name,
        "language": "java",
        "class_type": u8::from(sort == "interface"),
        "type_parameters": params.iter().map(|p| qualified(p)).collect::<Vec<_>>(),
        "inherits": inherits,
        "methods": methods,
    });
    json::read(&json.to_string()).expect("a class")
}

/// `[static] [<X>] R m(A, B)`, and `new C(A)` for a constructor.
fn method(text: &str) -> serde_json::Value {
    let (text, is_static) = match text.strip_prefix("static ") {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    let (vars, text) = match text.strip_prefix('<') {
        Some(rest) => {
            let end = rest.find("> ").expect("the end of type parameters");
            (list(&rest[..end]), rest[end + 2..].to_owned())
        }
        None => (Vec::new(), text.to_owned()),
    };
    let open = text.find('(').expect("parameters");
    let split = text[..open].rfind(' ').expect("a result");
    let (result, name) = (text[..split].trim(), text[split..open].trim());
    let params = list(text[open + 1..].trim_end_matches(')'));
    serde_json::json!({
        "name": name,
        "type_parameters": vars.iter().map(|v| qualified(v)).collect::<Vec<_>>(),
        "parameters": params.iter().map(|p| qualified(p)).collect::<Vec<_>>(),
        "return_type": qualified(result),
        "is_static": is_static,
        "is_constructor": result == "new",
    })
}

fn generic(text: &str) -> (String, Vec<String>) {
    match text.split_once('<') {
        Some((name, rest)) => {
            (name.to_owned(), list(rest.trim().strip_suffix('>').expect("the end of parameters")))
        }
        None => (text.to_owned(), Vec::new()),
    }
}

fn list(text: &str) -> Vec<String> {
    let mut depth = 0;
    let parts = text.split(|c: char| {
        depth += i32::from(c == '<') - i32::from(c == '>');
        c == ',' && depth == 0
    });
    parts.map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

/// Puts the classes of the example into their package.
fn qualified(text: &str) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_alphanumeric() {
            word.push(c);
            continue;
        }
        match word.as_str() {
            "Object" | "String" | "Integer" | "Enum" => out += &format!("java.lang.{word}"),
            "Map" => out += "java.util.Map",
            _ if word.len() > 1 && word.starts_with(char::is_uppercase) => {
                out += &format!("lib.{word}");
            }
            _ => out += &word,
        }
        word.clear();
        out.push(c);
    }
    out.trim_end().to_owned()
}

fn programs(api: &Api, mode: Mode, without: &[&str]) -> Vec<TestCase> {
    let mut plan = api.plan(Language::Java, mode);
    plan.size = 2;
    plan.features.retain(|feature| !without.contains(feature));
    let mut random = Random::new(17).with_budget(10_000, 4);
    let made = (0..4000).map(|index| generate(api, &plan, &mut random, index));
    made.flat_map(|made| made.expect("the example has members that can be used").value).collect()
}

const ALL: [&str; 7] =
    ["arrays", "conditionals", "lambdas", "locals", "references", "varargs", "wildcards"];

/// Figure 6: `B m(B x)` in class A has four typing sequences.
#[test]
fn figure_6_has_four_typing_sequences() {
    let api = api("class Ax { Bx m(Bx) }\n\nclass Bx extends Ax { }");
    let mut sequences: Vec<String> = programs(&api, Mode::WellTyped, &ALL)
        .into_iter()
        .map(|case| {
            let params = case.source.split("test(").nth(1).unwrap().split(')').next().unwrap();
            let types: Vec<&str> =
                params.split(", ").map(|p| p.split(' ').next().unwrap()).collect();
            let body = case.source.lines().find(|line| line.contains("result")).unwrap();
            let named = |name: &str| {
                let at = name.strip_prefix('p').unwrap().parse::<usize>().unwrap();
                types[at]
            };
            let (result, call) = body.trim().split_once(" result = ").unwrap();
            let (receiver, argument) = call.split_once(".m(").unwrap();
            let argument = argument.trim_end_matches(");");
            // A chain of calls is another inhabitant of the same sequence.
            if receiver.contains('.') || argument.contains('.') {
                return String::new();
            }
            format!("{} {} {result}", named(receiver), named(argument))
        })
        .filter(|sequence| !sequence.is_empty())
        .collect();
    sequences.sort_unstable();
    sequences.dedup();
    let objects = sequences.iter().filter(|s| s.ends_with("Object")).count();
    sequences.retain(|s| !s.ends_with("Object"));
    assert_eq!(sequences, ["Ax Bx Ax", "Ax Bx Bx", "Bx Bx Ax", "Bx Bx Bx"]);
    assert_eq!(objects, 2, "the top type is a supertype of the result, too");
}

/// Figures 7 and 8: of two paths to `Set`, one is feasible for `Set<Integer>`.
#[test]
fn figure_8_only_feasible_paths_are_taken() {
    let api = api(
        "class Utils { static <X, Y> Mapx<X, Y> mapOf(); static Mapx<String, String> mapOfStrs() }\n\n\
         class Mapx<K, V> { Setx<K> keySet() }\n\n\
         class Setx<E> { }\n\n\
         class Use { static void use(Setx<Integer>) }",
    );
    let sources: Vec<String> =
        programs(&api, Mode::WellTyped, &ALL).into_iter().map(|case| case.source).collect();
    let used =
        |text: &str| sources.iter().filter(|s| s.contains("Use.use(") && s.contains(text)).count();
    assert!(used("Utils.<Integer, String>mapOf().keySet()") > 0);
    assert_eq!(used("mapOfStrs().keySet()"), 0);
}

/// Section 3.5: a type argument is left out only if inference finds the same.
#[test]
fn erasure_keeps_what_inference_cannot_restore() {
    let api = api("class Utils { static <T> Listx<T> listOf(T); static <Y> void free() }\n\n\
         class Listx<E> { E head() }");
    let (mut free, mut from_argument, mut from_target, mut kept) = (0, 0, 0, 0);
    for case in programs(&api, Mode::WellTypedErased, &ALL) {
        let line = |with: &str| case.source.lines().map(str::trim).find(|l| l.contains(with));
        if let Some(call) = line("free(") {
            assert!(!call.contains("Utils.free("), "nothing tells what Y is: {call}");
            free += 1;
        }
        // With an argument whose type is known, and nothing before the call.
        let Some(call) = line("result = Utils.").filter(|call| call.contains("listOf(p0);")) else {
            continue;
        };
        let argument = case.source.split("test(").nth(1).unwrap().split(" p0").next().unwrap();
        let target = call.split(" result").next().unwrap();
        match call.split("Utils.").nth(1).unwrap().strip_suffix("listOf(p0);").unwrap() {
            // Nothing asks for anything else than what the argument says, or
            // the target says it all.
            "" if target == format!("Listx<{argument}>") => from_argument += 1,
            "" if target == "var" || target == "Object" => from_argument += 1,
            "" => {
                assert!(target.starts_with("Listx<"), "{call}");
                from_target += 1;
            }
            explicit => {
                let explicit = explicit.trim_start_matches('<').trim_end_matches('>');
                assert_ne!(explicit, argument, "inferred from the argument: {call}");
                kept += 1;
            }
        }
    }
    let seen = [free, from_argument, from_target, kept];
    assert!(seen.iter().all(|&n| n > 0), "{seen:?}");
}

/// The wildcard of a lambda's result is captured (JLS 6.5.6.1), and a list of captured types
/// is not the list that is meant.
#[test]
fn erasure_keeps_the_wildcards_of_a_lambdas_result() {
    let api = api("interface Makex<R> { R make() }\n\n\
         class Utils { static <U> Listx<U> one(Makex<U>); static void use(Listx<Listx<?>>) }\n\n\
         class Listx<E> { Listx<E> tail() }");
    let mut kept = 0;
    for case in programs(&api, Mode::WellTypedErased, &["conditionals", "locals", "references"]) {
        let params = case.source.split("test(").nth(1).unwrap().split(')').next().unwrap();
        // A wildcard inside of a type argument is not captured.
        for param in params.split(", ").filter(|param| param.starts_with("Listx<?")) {
            let lambda = format!("one(() -> {})", param.rsplit(' ').next().unwrap());
            assert!(!case.source.contains(&format!("Utils.{lambda}")), "{}", case.source);
            kept += u32::from(case.source.contains(&lambda));
        }
    }
    assert!(kept > 0);
}

/// Ill-typed programs say which position is wrong, and it is.
#[test]
fn ill_typed_positions_are_incompatible() {
    let api = api("class Ax { Bx m(Bx) }\n\nclass Bx extends Ax { }\n\nclass Cx { }");
    let cases = programs(&api, Mode::IllTyped, &ALL);
    assert!(!cases.is_empty());
    let mut rules = Vec::new();
    for case in &cases {
        let Expectation::Reject(reason) = &case.expectation else {
            panic!("not ill-typed: {}", case.source)
        };
        rules.push(reason.rule.clone());
        let line = reason.line.expect("the call is in one line") as usize;
        let text = case.source.lines().nth(line - 1).unwrap_or_default();
        assert!(text.contains(".m("), "line {line} of\n{}", case.source);
    }
    rules.sort_unstable();
    rules.dedup();
    for position in ["argument 1", "receiver", "result"] {
        assert!(rules.contains(&format!("Ax.m: {position}")), "{position} in {rules:?}");
    }
    // An `Ax` is no `Bx`, but it is a receiver.
    let wrong_receiver = |case: &&TestCase| matches!(&case.expectation, Expectation::Reject(r) if r.rule == "Ax.m: receiver");
    for case in cases.iter().filter(wrong_receiver) {
        assert!(
            !case.source.contains("Bx p0") && !case.source.contains("Ax p0"),
            "{}",
            case.source
        );
    }
}

/// A recursive bound without a subclass cannot be met, as the paper says; the
/// member is given up, and soon.
#[test]
fn unusable_members_are_given_up() {
    let api = api("class Ax<T : Ax<T>> { Integer size() }\n\nclass Bx { Integer size() }");
    let mut plan = api.plan(Language::Java, Mode::WellTyped);
    let mut random = Random::new(1).with_budget(10_000, 1);
    for index in 0..50 {
        plan.subject = Some("lib.Ax.size()".into());
        let made = random.generate(index, |choices| api.generate(&plan, choices));
        assert_eq!(made, Err(GaveUp::NoSolution));
        plan.subject = Some("lib.Bx.size()".into());
        let made = random.generate(index, |choices| api.generate(&plan, choices)).unwrap();
        assert!(made.value[0].source.contains("Bx"), "{}", made.value[0].source);
    }
}
