//! Rule files that once crashed the tool, ran without end, or were taken to mean
//! something else than they say.

use choice::{GaveUp, Random};
use rules::{Answer, Generator, Request, System, explain};

/// A small language with numbers and truth values. `more` is put at its end, where
/// rules, rewrites and other sections may stand.
fn language(more: &str) -> String {
    format!(
        "system small\nnames Var x\nsort Type T\n  int\n  bool\nsort Expr E\n  variable Var\n  \
         num(Int)\n  yes\n  keep(Expr)\nsort Entry\n  has(Var, Type) infix \":\"\n\
         sort Ctx G = Entry*\nsort Program P\n  program(Expr)\n\
         error wrong \"it is wrong\"\n\
         judgment typing: !Ctx |- +Expr : -Type\njudgment whole: |- +Program program\nstart whole\n\
         rule Whole\n  body: [] |- E : T\n  ---\n  |- program(E) program\n\
         rule Num\n  n in 0..9\n  ---\n  G |- num(n) : int\n\
         rule Yes\n  ---\n  G |- yes : bool\n\
         language l\n  int = \"int\"\n  bool = \"bool\"\n  num(n) = \"{{n}}\"\n  yes = \"yes\"\n  \
         keep(E) = \"keep {{E}}\"\n  program(E) = \"{{E}}\"\n{more}"
    )
}

fn load(text: &str) -> System {
    System::load("small.rules", text).unwrap_or_else(|error| panic!("{error}"))
}

/// The file is refused, with these words.
#[track_caller]
fn refused(text: &str, expected: &str) {
    match System::load("small.rules", text) {
        Ok(_) => panic!("the file is in order, but should not be:\n{text}"),
        Err(error) => {
            let error = error.to_string();
            assert!(error.contains(expected), "expected {expected:?} in:\n{error}");
        }
    }
}

/// Programs of a file in all modes, as text.
fn programs(system: &System) -> Vec<String> {
    tried(system, 40)
}

/// As many programs as so many searches find.
fn tried(system: &System, searches: u64) -> Vec<String> {
    let mut generator = Generator::new(system);
    let language = system.languages().next().unwrap_or(system.name());
    let request = Request {
        size: 3,
        features: system.features(),
        language,
        dialect: case::Dialect::Standard,
        negate: rules::Negate::any(),
    };
    let mut random = Random::new(1).with_budget(2000, 2);
    let mut texts = Vec::new();
    for i in 0..searches {
        let family = random.generate(i, |choices| match i % 3 {
            0 => Ok(vec![generator.well_typed(&request, choices)?]),
            1 => Ok(vec![generator.ill_typed(&request, choices)?]),
            _ => generator.equivalent(&request, choices),
        });
        if let Ok(family) = family {
            texts.extend(family.value.iter().filter_map(|one| generator.print(language, one)));
        }
    }
    texts
}

#[test]
fn nothing_behind_not() {
    let rule = |premise: &str| {
        language(&format!("rule Keep\n  {premise}\n  ---\n  G |- keep(E) : bool\n"))
    };
    refused(&rule("not"), "a premise is missing");
    refused(&rule("a: G |- E : int else wrong by not"), "a premise is missing");
    refused(&rule(&"not ".repeat(2000)), "the shape of no judgment");
    refused(&language("rewrite r\n  E => keep(E)\n  not\n"), "a premise is missing");
}

#[test]
fn constructors_with_the_names_of_keywords() {
    let file = |constructor: &str, line: &str| {
        language("")
            .replace("  yes\n  keep", &format!("  yes\n  {constructor}\n  keep"))
            .replace("  yes = \"yes\"\n", &format!("  yes = \"yes\"\n  {line}\n"))
    };
    refused(&file("declared(Var. Expr)", "declared = \"d\""), "has 1 arguments");
    for word in ["skip", "rigid", "braces", "converts", "dialects", "declared", "binds", "takes"] {
        load(&file(word, &format!("{word} = \"{word}\"")));
    }
}

#[test]
fn declarations_stand_in_front_of_programs_only() {
    let text = language("")
        .replace("  keep(Expr)", "  keep(Expr)\n  all(Var. Expr)")
        .replace("keep {E}", "é{declarations}{E}")
        + "  all(x. E) = \"{#}{*|,|<|>}\"\n  all(x. E) declared = \"{#} {*} {x} {E};\"\n  \
           all binds = \"b\"\n  all takes = \"t#\"\n";
    refused(&text, "cannot have {declarations}");
}

#[test]
fn only_names_are_fresh_in_rewrites() {
    for fresh in ["T", "xs", "n"] {
        let rewrite = format!("rewrite r\n  E => keep(E)\n  fresh {fresh}\n");
        refused(&language(&rewrite), "only names can be fresh");
    }
}

#[test]
fn many_premises_below_each_other_fit_on_the_stack() {
    let ranges = format!("  n in 0..9\n{}", "  n in 0..9\n".repeat(29));
    let looks = "  x : T in G\n".repeat(29);
    for premises in [ranges, looks] {
        let text = language(&format!(
            "rule Keep weight 100\n{premises}  again: G |- keep(E) : T\n  ---\n  G |- keep(E) : T\n"
        ))
        .replace("body: [] |-", "fresh x\n  body: [x : int] |-")
        .replace("keep(Expr)", "kept(Int, Expr)")
        .replace("keep(E)", "kept(n, E)");
        let system = load(&text);
        tried(&system, 3);
        let said = explain(&system, "p", "program(kept(1, num(1)))").unwrap();
        assert_eq!(said.answer, Answer::Unknown);
    }
}

#[test]
fn rules_that_recurse_without_end_are_given_up() {
    let flat = |rules: &str| {
        language(&format!(
            "judgment loop flat: +Expr loops\nrule Loop-Num\n  n in 0..9\n  ---\n  num(n) loops\n\
             {rules}rule Keep weight 50\n  a: keep(E) loops\n  ---\n  G |- keep(E) : int\n"
        ))
    };
    let files = [
        // A term that grows, without a decision.
        "rule L\n  a: keep(keep(E)) loops\n  ---\n  keep(E) loops\n",
        "rule L\n  a: keep(keep(keep(keep(keep(E))))) loops\n  b: keep(E) loops\n  ---\n  keep(E) loops\n",
        // The conclusion is a premise.
        "rule L\n  a: E loops\n  b: keep(E) loops\n  ---\n  keep(E) loops\n",
        "rule L\n  a: E loops\n  b: E loops\n  c: keep(E) loops\n  ---\n  keep(E) loops\n",
    ];
    for rules in files {
        let system = load(&flat(rules));
        assert!(!tried(&system, 3).is_empty(), "there are numbers, at least");
    }
}

#[test]
fn not_heeds_outputs() {
    let rule = |not: &str| {
        language(&format!(
            "rule Keep weight 50\n  body: G |- E : T\n  no: {not} else wrong\n  ---\n  \
             G |- keep(E) : T\n"
        ))
    };
    let answer = |system: &System, program: &str| explain(system, "p", program).unwrap().answer;
    let system = load(&rule("not G |- E : bool"));
    assert_eq!(answer(&system, "program(keep(num(3)))"), Answer::Derives);
    assert_eq!(answer(&system, "program(keep(yes))"), Answer::Fails);
    let texts = programs(&system);
    assert!(texts.iter().any(|text| text.starts_with("keep keep ")), "{texts:?}");
    assert!(texts.iter().any(|text| text.ends_with("keep yes")), "a negation: {texts:?}");
    // Of no type at all.
    let system = load(&rule("not G |- E : _"));
    assert_eq!(answer(&system, "program(keep(num(3)))"), Answer::Fails);
}

#[test]
fn every_condition_of_a_rewrite_counts() {
    let text = language(
        "judgment small: +Expr small\nrule Small\n  n in 0..4\n  ---\n  num(n) small\n\
         rule Keep weight 0\n  a: G |- E : T\n  s: E small\n  ---\n  G |- keep(E) : T\n\
         rewrite r\n  E => keep(E)\n  E small\n  G |- E : T\n",
    )
    .replace("  n in 0..9\n  ---\n  G |- num(n) : int", "  s: num(n) small\n  ---\n  G |- num(n) : int\nrule Big\n  n in 5..9\n  ---\n  G |- num(n) : int");
    let system = load(&text);
    let texts = programs(&system);
    assert!(texts.iter().any(|text| text.starts_with("keep ")), "{texts:?}");
    for text in texts.iter().filter(|text| text.starts_with("keep ")) {
        assert!(["0", "1", "2", "3", "4"].iter().any(|n| text.ends_with(n)), "{text}");
    }
    // The first condition says what the second one must be about.
    refused(&language("rewrite r\n  E => E\n  G |- E : T\n"), "changes nothing");
}

#[test]
fn a_checker_must_know_how_many_names_a_list_has() {
    let text = language(
        "  all(xs. E) = \"all\"\nrule All\n  fresh xs 0..3\n  a: G |- E : T\n  ---\n  \
         G |- all(xs. E) : T\n",
    )
    .replace("  keep(Expr)", "  keep(Expr)\n  all(Var*. Expr)");
    refused(&text, "xs is not known here");
}

#[test]
fn nothing_is_declared_twice() {
    let again = |section: &str, expected: &str| refused(&language(section), expected);
    again("judgment typing: +Expr ok\n", "the judgment `typing` is declared twice");
    again("judgment other: +Ctx |- +Expr : +Type\n", "is written in the same way");
    again("error wrong \"again\"\n", "the error class `wrong` is declared twice");
    again("names Var y\n", "the sort `Var` is declared twice");
    again("names Type y\n", "the sort `Type` is declared twice");
    again("system other\n", "the system has two names");
    again("start whole\n", "two lines `start`");
    again("  yes = \"true\"\n", "`yes` has two templates");
    let rewrite = "rewrite r\n  E => keep(E)\n";
    again(&rewrite.repeat(2), "two rewrites `r`");
    let text = language("");
    let (_, templates) = text.split_once("language l\n").unwrap();
    again(&format!("language l\n{templates}"), "two languages `l`");
}

#[test]
fn templates_fit_their_constructors() {
    let keep = |line: &str| language("").replace("keep(E) = \"keep {E}\"", line);
    refused(&keep("keep(E) = \"{E|;}\""), "`E` is not a list");
    let two = language("").replace("keep(Expr)", "keep(Expr, Expr)");
    refused(&two.replace("keep(E) =", "keep(E, E) ="), "two arguments are called `E`");
}

#[test]
fn what_has_no_weight_is_not_generated() {
    let system =
        load(&language("rule Keep weight 0\n  a: G |- E : T\n  ---\n  G |- keep(E) : T\n"));
    let texts = programs(&system);
    assert!(texts.iter().all(|text| !text.contains("keep")), "{texts:?}");
    let said = explain(&system, "p", "program(keep(num(1)))").unwrap();
    assert_eq!(said.answer, Answer::Derives);
}

#[test]
fn numbers_have_signs() {
    let system = load(&language("").replace("n in 0..9", "n in -3..-2"));
    let texts = programs(&system);
    assert!(texts.iter().any(|text| text == "-3") && texts.iter().any(|text| text == "-2"));
    assert_eq!(explain(&system, "p", "program(num(-3))").unwrap().answer, Answer::Derives);
    assert_eq!(explain(&system, "p", "program(num(-4))").unwrap().answer, Answer::Fails);
    refused(&language("").replace("n in 0..9", "n in 0..9\n  length Es in -1..2"), "a length");
}

#[test]
fn a_search_that_finds_nothing_says_so() {
    let system = load(&language("").replace("n in 0..9", "n in 0..9\n  no: E = num(n)\n  E = yes"));
    let mut generator = Generator::new(&system);
    let request = Request {
        size: 1,
        features: &[],
        language: "l",
        dialect: case::Dialect::Standard,
        negate: rules::Negate::any(),
    };
    let made = Random::new(1).generate(0, |choices| generator.ill_typed(&request, choices));
    assert!(matches!(made, Err(GaveUp::NoSolution)));
}
