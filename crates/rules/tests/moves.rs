//! The rules about moves and borrows: what they say of small programs, and that
//! all of them are used.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use choice::Random;
use rules::{Answer, Generator, Request, System, explain};

fn moves() -> &'static System {
    static MOVES: LazyLock<System> = LazyLock::new(|| System::built_in("rust-moves").unwrap());
    &MOVES
}

fn request() -> Request<'static> {
    Request {
        size: 4,
        features: moves().features(),
        language: "rust",
        dialect: case::Dialect::Standard,
        negate: rules::Negate::any(),
    }
}

fn random(seed: u64) -> Random {
    Random::new(seed).with_budget(50_000, 4)
}

/// What the rules say of a function with these statements. It has a mutable
/// variable x0 of a type with the fields d0 (Copy) and d1, a variable x1 of the
/// same type, and a mutable reference r0 to such a value.
#[track_caller]
fn says(statements: &str, expected: Answer) {
    let owned = "o(adt(s0))";
    let text = format!(
        "program([struct(s0, [fld(d0, c(i32)), fld(d1, o(string))])],
           [function(f0, [value(mut, x0, {owned}), value(imm, x1, {owned}), unique(r0, {owned})],
              c(i32), [eat(true), {statements}], int(0))])"
    )
    .replace("OWNED", owned);
    let said = explain(moves(), "program", &text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(said.answer, expected, "{statements}\n{:?}", said.failure);
}

#[track_caller]
fn holds(statements: &str) {
    says(statements, Answer::Derives);
}

#[track_caller]
fn fails(statements: &str) {
    says(statements, Answer::Fails);
}

#[test]
fn what_was_moved_is_gone_until_it_is_given_anew() {
    holds("eat(x0), eat(x1)");
    fails("eat(x0), eat(x0)");
    holds("eat(x0), assign(x0, any(OWNED)), eat(x0)");
    fails("eat(x1), assign(x1, any(OWNED))");
    holds("eat(dot(x0, d1)), eat(dot(x0, d0))");
    fails("eat(dot(x0, d1)), eat(x0)");
    holds("eat(dot(x0, d1)), assign_field(x0, d1, text), eat(x0)");
    holds("eat(dot(x0, d0)), eat(x0)");
    fails("taker(x2, x0), eat(x0)");
    holds("taker(x2, x0), eat(run(x2))");
    fails("taker(x2, x0), eat(run(x2)), eat(run(x2))");
}

#[test]
fn branches_and_loops_are_joined() {
    fails("if(true, [eat(x0)], []), eat(x0)");
    holds("if(true, [eat(x0)], [eat(x0)]), assign(x0, any(OWNED)), eat(x0)");
    holds("if(true, [eat(x0)], []), assign(x0, any(OWNED)), eat(x0)");
    holds(
        "declare(imm, x2, c(i32)), if(true, [assign(x2, int(1))], [assign(x2, int(2))]), eat(x2)",
    );
    fails("declare(imm, x2, c(i32)), if(true, [assign(x2, int(1))], []), eat(x2)");
    fails("declare(imm, x2, c(i32)), if(true, [assign(x2, int(1))], []), assign(x2, int(2))");
    fails("while(true, [eat(x0)], again)");
    holds("while(true, [eat(x0)], break)");
    fails("while(true, [eat(x0)], break), eat(x0)");
    holds("while(true, [eat(x0), assign(x0, any(OWNED))], again), eat(x0)");
    holds("if_return(true, any_back(c(i32))), eat(x0)");
}

#[test]
fn a_loan_lasts_until_the_last_use_of_the_borrower() {
    let lend = |inside: &str| format!("lend(r1, OWNED, borrow(at(x0)), [{inside}], done(r1))");
    let lend_mut =
        |inside: &str| format!("lend_mut(r1, OWNED, borrow_mut(at(x0)), [{inside}], done(r1))");
    holds(&format!("{}, eat(x0)", lend("")));
    fails(&lend("eat(x0)"));
    fails(&lend("assign(x0, any(OWNED))"));
    holds(&lend("eat(dot(x0, d0)), lend(r2, OWNED, borrow(at(x0)), [], done(r2))"));
    fails(&lend("lend_mut(r2, OWNED, borrow_mut(at(x0)), [], done(r2))"));
    fails(&lend_mut("eat(dot(x0, d0))"));
    fails(&lend_mut("lend(r2, OWNED, borrow(at(x0)), [], done(r2))"));
    holds(&lend_mut("lend_mut(r2, OWNED, borrow_mut(via(r1)), [], done(r2)), assign_via(r1, x1)"));
    fails(&lend_mut("lend_mut(r2, OWNED, borrow_mut(via(r1)), [assign_via(r1, x1)], done(r2))"));
    fails("lend_mut(r1, OWNED, borrow_mut(at(x1)), [], done(r1))");
    fails("lend(r1, OWNED, borrow(at(x0)), [], done(r1)), peek(r1)");
    holds("reseat(r1, OWNED, at(x0), [], at(x1), [eat(x0)], done(r1))");
    fails("reseat(r1, OWNED, at(x0), [eat(x0)], at(x1), [], done(r1))");
    fails("reseat(r1, OWNED, at(x0), [], via(r1), [eat(x0)], done(r1))");
    let halves = "split(true, done(r1), perhaps(true, r1))";
    holds(&format!("lend(r1, OWNED, borrow(at(x0)), [], {halves}), eat(x0)"));
    fails(&format!("lend(r1, OWNED, borrow(at(x0)), [eat(x0)], {halves})"));
}

#[test]
fn fields_are_lent_one_by_one() {
    let field = |inside: &str| {
        format!("lend_mut(r1, o(string), borrow_mut(at_field(x0, d1)), [{inside}], done(r1))")
    };
    holds(&field("eat(dot(x0, d0)), assign_field(x0, d0, int(1))"));
    holds(&field("lend_mut(r2, c(i32), borrow_mut(at_field(x0, d0)), [], done(r2))"));
    fails(&field("lend_mut(r2, o(string), borrow_mut(at_field(x0, d1)), [], done(r2))"));
    fails(&field("eat(x0)"));
    fails(&field("assign_field(x0, d1, text)"));
}

#[test]
fn closures_borrow_what_they_use() {
    holds("reader(x2, x0, [eat(dot(x0, d0)), invoke(x2)]), eat(x0)");
    fails("reader(x2, x0, [eat(x0)])");
    fails("writer(x2, x0, OWNED, [eat(dot(x0, d0))])");
    fails("writer(x2, x1, OWNED, [])");
    fails("reader(x2, x0, []), invoke(x2)");
}

#[test]
fn well_typed_programs_use_every_rule() {
    // One of its own, because everyone in the process is counted.
    let system = System::built_in("rust-moves").unwrap();
    let mut generator = Generator::new(&system);
    let mut random = random(1);
    for i in 0..6000 {
        random.generate(i, |c| generator.well_typed(&request(), c)).unwrap();
    }
    assert_eq!(generator.disagreements, 0);
    let coverage = system.coverage();
    let unused = coverage.rules.iter().filter(|(_, programs)| *programs == 0);
    let unused: BTreeSet<_> = unused.map(|(rule, _)| *rule).collect();
    // They have weight 0: what they are about is added by rewrites.
    assert_eq!(unused, BTreeSet::from(["Functions-More", "I-Unused"]));
}

#[test]
fn siblings_keep_what_the_rules_say() {
    let mut generator = Generator::new(moves());
    let mut random = random(2);
    let mut met = BTreeSet::new();
    for i in 0..1500 {
        let made = random.generate(i, |c| generator.equivalent(&request(), c)).unwrap();
        met.extend(made.value.iter().flat_map(|program| program.rewrites.clone()));
    }
    assert_eq!(generator.disagreements, 0);
    let unmet: Vec<_> = moves().rewrites().filter(|name| !met.contains(name)).collect();
    assert!(unmet.is_empty(), "never applied: {unmet:?}");
}
