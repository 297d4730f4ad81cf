//! λ_chan: notation, types and effects, and semantics.

use channels::lambda::{
    Effect, Exp, Exploration, Type, TypeError, Verdict, explore, explore_effect, infer,
};
use expect_test::{Expect, expect};

fn effect(text: &str) -> Effect {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn exp(text: &str) -> Exp {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn effects_are_read_and_written() {
    for (unicode, ascii) in [
        ("ε", "eps"),
        ("CHAN(c1); SPAWN(PUT(c1)); GET(c1)", "CHAN(c1); SPAWN(PUT(c1)); GET(c1)"),
        ("SPAWN(PUT(c1) + PUT(c2)); GET(c1)", "SPAWN(PUT(c1) + PUT(c2)); GET(c1)"),
        (
            "SELGET(c1, GET(c2)) ⊕ SELPUT(c2, ε) ⊕ SELDEFAULT(ε)",
            "SELGET(c1, GET(c2)) (+) SELPUT(c2, eps) (+) SELDEFAULT(eps)",
        ),
        ("(GET(c1); PUT(c2)) + (ε + PUT(c1))", "(GET(c1); PUT(c2)) + (eps + PUT(c1))"),
        (
            "CHAN(c1, 2); LOCK(m1, PUT(c1)); CLOSE(c1); DRAIN(c1); ADD(w1, 2); DONE(w1); WAIT(w1)",
            "CHAN(c1, 2); LOCK(m1, PUT(c1)); CLOSE(c1); DRAIN(c1); ADD(w1, 2); DONE(w1); WAIT(w1)",
        ),
    ] {
        let parsed = effect(unicode);
        assert_eq!(parsed.to_string(), unicode);
        assert_eq!(format!("{parsed:#}"), ascii);
        assert_eq!(effect(ascii), parsed);
    }
}

#[test]
fn expressions_are_read_and_written() {
    for text in [
        "let c1 := channel^c1 unit in spawn { c1 <- () }; <- c1",
        "if true then (c1 <- 1; <- c1) else ()",
        "let x := <- c1 in if x < 3 then c1 <- x else (c1 <- (<- c2))",
        "select { case x := <- c1 => () case c2 <- y => c1 <- true; () case default => () }",
        "lock m1 { (let x := 1 in ()); add w1 2; done w1; wait w1 }",
        "close c1; drain c2; c3 <- \"abc\"; 1 == 2",
        "let c2 := channel^c2[3] channel(bool, c1) in c2 <- c1; <- (<- c2)",
    ] {
        let parsed = exp(text);
        assert_eq!(exp(&parsed.to_string()), parsed, "{text}");
    }
    assert_eq!(exp("c1 ← (); ← c1"), exp("c1 <- (); <- c1"));
    let t = "channel(channel(unit, c1), c2)";
    assert_eq!(t.parse::<Type>().unwrap().to_string(), t);
}

#[test]
fn errors_say_where_and_what() {
    let error = |text: &str| text.parse::<Effect>().unwrap_err().to_string();
    expect![[r#"at character 5: expected a channel (c1, c2, …), found "x1""#]]
        .assert_eq(&error("GET(x1)"));
    expect!["at character 8: expected ), found the end"].assert_eq(&error("PUT(c12"));
    expect![[r#"at character 1: expected an effect, found "BUT""#]].assert_eq(&error("BUT(c1)"));
    expect![[r#"at character 12: expected the end, found ")""#]].assert_eq(&error("PUT(c1);eps)"));
}

/// The type and effect of an expression, or why it has none.
fn check(text: &str, expected: Expect) {
    let actual = match infer(&exp(text)) {
        Ok((t, f)) => format!("{t} & {f}"),
        Err(error) => error.to_string(),
    };
    expected.assert_eq(&actual);
}

#[test]
fn types_and_effects() {
    check(
        "let c := channel^c1 unit in spawn { c <- () }; <- c",
        expect!["unit & CHAN(c1); SPAWN(PUT(c1)); GET(c1)"],
    );
    check(
        "let c := channel^c1 bool in if <- c then c <- true else ()",
        expect!["unit & CHAN(c1); GET(c1); PUT(c1) + ε"],
    );
    check(
        "let c := channel^c1 int in let d := channel^c2 text in \
         select { case x := <- c => d <- \"a\" case d <- \"b\" => c <- 1 }",
        expect!["unit & CHAN(c1); CHAN(c2); SELGET(c1, PUT(c2)) ⊕ SELPUT(c2, PUT(c1))"],
    );
    // The type of a channel names it, also when it is received from a channel.
    check(
        "let c := channel^c1 unit in let d := channel^c2 channel(unit, c1) in \
         spawn { d <- c }; spawn { c <- () }; <- <- d",
        expect!["unit & CHAN(c1); CHAN(c2); SPAWN(PUT(c2)); SPAWN(PUT(c1)); GET(c2); GET(c1)"],
    );
    check(
        "let c := channel^c1 bool in c <- ()",
        expect!["what is sent must be of type bool, but is of type unit"],
    );
    check("<- x", expect!["the variable x is not bound; bind it with `let x := … in …`"]);
    check("<- true", expect!["a channel is needed here, but this is of type bool"]);
    check(
        "if true then () else false",
        expect!["the other branch of an if must be of type unit, but is of type bool"],
    );
    check("select { }", expect!["a select needs at least one clause"]);
    check(
        "let c := channel^c1 int in select { case x := <- c => () case c <- 1 => true }",
        expect!["a clause of a select must be of type unit, but is of type bool"],
    );
    check(
        "let c := channel^c1 int in select { case c <- (<- c) => () }",
        expect!["a select clause sends a variable or a value; bind <- c before, with `let`"],
    );
    check(
        "let c := channel^c1 bool in let n := 1 in select { case c <- (n < 3) => () }",
        expect!["a select clause sends a variable or a value; bind n < 3 before, with `let`"],
    );
    check("true < 1", expect!["an operand must be of type int, but is of type bool"]);
    check("1 == ()", expect!["an operand must be of type int, but is of type unit"]);
}

/// Explores an effect, with reduction and without.
fn verdict(text: &str) -> Verdict {
    let effect = effect(text);
    let reduced = explore_effect(&effect, Exploration::default());
    let plain = explore_effect(&effect, Exploration { reduce: false, ..Default::default() });
    assert_eq!(reduced.terminates(), plain.terminates(), "{text}");
    reduced
}

#[track_caller]
fn terminates(text: &str) {
    let verdict = verdict(text);
    assert!(verdict.terminates(), "{text}: {verdict:?}");
}

fn gets_stuck(text: &str, expected: Expect) {
    let Verdict::Deadlock { trace, stuck } = verdict(text) else {
        panic!("{text} terminates");
    };
    expected.assert_eq(&format!("{}\n{}\n", trace.join(", "), stuck.join(", ")));
}

#[test]
fn effects_of_the_paper() {
    terminates("SPAWN(PUT(c1)); GET(c1)");
    terminates("SPAWN(PUT(c1) + PUT(c1)); GET(c1)");
    terminates("SPAWN(GET(c1)); SPAWN(PUT(c2)); ((PUT(c1); GET(c2)) + (GET(c2); PUT(c1)))");
    terminates("SPAWN(PUT(c1)); SPAWN(PUT(c2)); SELGET(c1, GET(c2)) ⊕ SELGET(c2, GET(c1))");
    // Fig. 15.
    terminates(
        "SPAWN(SELGET(c5, ε) ⊕ SELGET(c5, ε) ⊕ SELGET(c5, ε)); SPAWN(GET(c4)); SPAWN(GET(c3)); \
         SPAWN(PUT(c2)); SPAWN(PUT(c1)); \
         SELGET(c2, PUT(c4); GET(c1); PUT(c5); PUT(c3)) ⊕ \
         SELPUT(c5, GET(c2); PUT(c3); GET(c1); PUT(c4)) ⊕ \
         SELPUT(c3, GET(c1); GET(c2); PUT(c4); PUT(c5))",
    );
    // Section 5.2, Example III. The spawned process puts first, so the select
    // always takes the first clause.
    terminates("SPAWN(PUT(c1); GET(c2)); SELGET(c1, PUT(c2)) ⊕ SELPUT(c1, GET(c2))");
    // Section 4: there is no put.
    gets_stuck(
        "CHAN(c1); GET(c1)",
        expect![[r#"

        p0 at GET(c1)
    "#]],
    );
    // Section 5.2, Example I.
    gets_stuck(
        "SPAWN(PUT(c1) + PUT(c2)); GET(c1)",
        expect![[r#"

        p0 at GET(c1), p1 at PUT(c2)
    "#]],
    );
    // Section 3.4: a choice can deadlock where a select does not.
    terminates("SPAWN(PUT(c1)); SELGET(c1, ε) ⊕ SELGET(c2, ε)");
    gets_stuck(
        "SPAWN(PUT(c1)); (GET(c1) + GET(c2))",
        expect![[r#"

        p0 at GET(c2), p1 at PUT(c1)
    "#]],
    );
    // Section 4.3: to preserve termination, a select can not be replaced by a
    // choice.
    terminates("SPAWN(PUT(c1); PUT(c2)); SELGET(c1, GET(c2)) ⊕ SELGET(c2, GET(c1))");
    gets_stuck(
        "SPAWN(PUT(c1); PUT(c2)); ((GET(c1); GET(c2)) + (GET(c2); GET(c1)))",
        expect![[r#"

        p0 at GET(c2), p1 at PUT(c1)
    "#]],
    );
}

#[test]
fn effects_beyond_the_paper() {
    terminates("CHAN(c1, 2); PUT(c1); PUT(c1); GET(c1); GET(c1)");
    gets_stuck(
        "CHAN(c1, 2); PUT(c1); PUT(c1); PUT(c1)",
        expect![[r#"
        p0 → c1, p0 → c1
        p0 at PUT(c1)
    "#]],
    );
    terminates("SPAWN(PUT(c1); PUT(c1); CLOSE(c1)); SPAWN(DRAIN(c1)); DRAIN(c1)");
    gets_stuck(
        "SPAWN(PUT(c1)); DRAIN(c1)",
        expect![[r#"
            p1 → c1 → p0
            p0 at DRAIN(c1) ⊕ end of c1
        "#]],
    );
    // Sending on a closed channel is an error.
    gets_stuck(
        "SPAWN(PUT(c1)); CLOSE(c1); DRAIN(c1)",
        expect![[r#"
            p0 closes, p0 sees c1 closed, p1 fails
            p1 failed
        "#]],
    );
    gets_stuck(
        "CLOSE(c1); CLOSE(c1)",
        expect![[r#"
            p0 closes, p0 fails
            p0 failed
        "#]],
    );
    // A get takes what is left in a closed channel, and is an error after that.
    terminates("CHAN(c1, 1); PUT(c1); CLOSE(c1); GET(c1)");
    gets_stuck(
        "CHAN(c1, 1); CLOSE(c1); GET(c1)",
        expect![[r#"
            p0 closes, p0 fails
            p0 failed
        "#]],
    );
    // A drain does not end before the channel is empty: one configuration after
    // each step, and no others.
    let drained = verdict("CHAN(c1, 1); PUT(c1); CLOSE(c1); DRAIN(c1)");
    assert_eq!(drained, Verdict::Terminates { states: 5 });
    terminates("SPAWN(LOCK(m1, PUT(c1))); SPAWN(LOCK(m1, PUT(c1))); GET(c1); GET(c1)");
    gets_stuck(
        "SPAWN(LOCK(m1, PUT(c1))); LOCK(m1, GET(c1))",
        expect![[r#"
        p0 locks
        p0 at GET(c1), p1 at LOCK(m1)
    "#]],
    );
    gets_stuck(
        "SPAWN(LOCK(m1, LOCK(m2, ε))); LOCK(m2, LOCK(m1, ε))",
        expect![[r#"
        p0 locks, p1 locks
        p0 at LOCK(m1), p1 at LOCK(m2)
    "#]],
    );
    terminates("ADD(w1, 2); SPAWN(DONE(w1)); SPAWN(DONE(w1)); WAIT(w1)");
    gets_stuck(
        "ADD(w1, 2); SPAWN(DONE(w1)); WAIT(w1)",
        expect![[r#"
        p0 adds, p1 is done
        p0 at WAIT(w1)
    "#]],
    );
    gets_stuck(
        "SPAWN(DONE(w1)); ADD(w1, 1)",
        expect![[r#"
            p1 fails, p0 adds
            p1 failed
        "#]],
    );
    terminates("SPAWN(PUT(c1)); SELGET(c1, ε) ⊕ SELDEFAULT(GET(c1))");
    // The default clause may be taken although a process is about to send.
    gets_stuck(
        "SPAWN(PUT(c1)); SELGET(c1, ε) ⊕ SELDEFAULT(ε)",
        expect![[r#"
        p0 takes the default
        p1 at PUT(c1)
    "#]],
    );
}

#[test]
fn booleans_decide_branches() {
    let runs = |text: &str| explore(&exp(text), Exploration::default()).unwrap().terminates();
    // Only the branch that is taken matters.
    assert!(runs("let c := channel^c1 unit in if true then () else <- c"));
    assert!(!runs("let c := channel^c1 unit in if false then () else <- c"));
    assert!(runs("let c := channel^c1 unit in if 1 < 2 then () else <- c"));
    // A received boolean decides; a buffer keeps the order of messages.
    let program = |first: bool, second: bool| {
        format!(
            "let c := channel^c1[2] bool in let d := channel^c2 unit in \
             c <- {first}; c <- {second}; \
             let x := <- c in let y := <- c in if x then (if y then <- d else ()) else ()"
        )
    };
    assert!(runs(&program(true, false)));
    assert!(runs(&program(false, true)));
    assert!(!runs(&program(true, true)));
    // So does one that is passed in a rendezvous, to a get or to a select.
    for receive in
        ["if <- c then () else <- d", "select { case x := <- c => if x then () else <- d }"]
    {
        let program = |sent: bool| {
            format!(
                "let c := channel^c1 bool in let d := channel^c2 unit in \
                 spawn {{ c <- {sent} }}; {receive}"
            )
        };
        assert!(runs(&program(true)), "{receive}");
        assert!(!runs(&program(false)), "{receive}");
    }
    // The value of a received integer is not tracked.
    let number = "let c := channel^c1[1] int in let d := channel^c2 unit in c <- 3; \
                  let x := <- c in if x < 5 then () else <- d";
    assert!(!runs(number));
}

/// What a select clause sends is known before a partner receives it.
#[test]
fn a_select_clause_sends_what_was_computed_before() {
    let program = |send: &str| {
        exp(&format!(
            "let c := channel^c1 bool in let d := channel^c2 int in spawn {{ d <- 1 }}; \
             let n := <- d in spawn {{ if <- c then (let z := <- d in ()) else () }}; \
             let b := n < 3 in {send}"
        ))
    };
    for send in ["c <- b", "select { case c <- b => () }"] {
        let verdict = explore(&program(send), Exploration::default()).unwrap();
        assert!(matches!(verdict, Verdict::Deadlock { .. }), "{send}: {verdict:?}");
    }
    let computed = program("select { case c <- (n < 3) => () }");
    assert!(matches!(explore(&computed, Exploration::default()), Err(TypeError::NotAValue(_))));
}

/// The counter of a wait group has as many bits as it needs.
#[test]
fn large_wait_groups_are_counted() {
    gets_stuck(
        "ADD(w1, 65535); ADD(w1, 1); WAIT(w1)",
        expect![[r#"
            p0 adds, p0 adds
            p0 at WAIT(w1)
        "#]],
    );
    // 65,537 times 65,535 is the largest number of 32 bits.
    let most = format!("{}ADD(w1, 1)", "ADD(w1, 65535); ".repeat(65_537));
    let Verdict::Deadlock { stuck, .. } = explore_effect(&effect(&most), Exploration::default())
    else {
        panic!("the counter of a wait group has 32 bits");
    };
    assert_eq!(stuck, ["p0 failed"]);
}

/// Choices that lead to the same configuration are followed once.
#[test]
fn choices_do_not_multiply() {
    let choices = vec!["(ε + ε)"; 60].join("; ");
    let verdict = explore_effect(&effect(&choices), Exploration::default());
    assert_eq!(verdict, Verdict::Terminates { states: 61 });
}

#[test]
fn exploring_gives_up_at_the_limit() {
    let choices = vec!["SPAWN(GET(c1) + PUT(c1))"; 40].join("; ");
    for limit in [0, 1, 5, 1000] {
        for reduce in [true, false] {
            let verdict = explore_effect(&effect(&choices), Exploration { limit, reduce });
            assert_eq!(verdict, Verdict::Bound { states: limit });
        }
    }
    let text = "SPAWN(PUT(c1)); SPAWN(PUT(c2)); SPAWN(PUT(c3)); SPAWN(GET(c1)); SPAWN(GET(c2)); \
                SPAWN(GET(c3))";
    assert_eq!(verdict(text), Verdict::Terminates { states: 8 });
    let few = Exploration { limit: 5, reduce: true };
    assert!(matches!(explore_effect(&effect(text), few), Verdict::Bound { .. }));
}
