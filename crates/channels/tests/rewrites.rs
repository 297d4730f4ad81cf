//! Every expansion and reordering rule (Figs. 11 and 12) on a small effect: all
//! results of applying it once.

use channels::generate::{Bounds, Extras, Heuristic, Rule, Settings, apply_everywhere};
use channels::runtime::Runtime;
use expect_test::{Expect, expect};

/// Applies a rule for a runtime; E-Seq inserts SPAWN(ε).
fn check(runtime: &str, rule: Rule, effect: &str, expected: Expect) {
    let runtime = Runtime::named(runtime).unwrap();
    let settings = Settings {
        runtime,
        weights: Heuristic::A.weights(),
        bounds: Bounds::of_size(4),
        extras: Extras::ALL.within(runtime),
    };
    let extra = "SPAWN(ε)".parse().unwrap();
    let results = apply_everywhere(&settings, rule, &effect.parse().unwrap(), &extra);
    let lines: String = results.iter().map(|result| format!("{result}\n")).collect();
    expected.assert_eq(&lines);
}

#[test]
fn expansion() {
    check(
        "go",
        Rule::EChoiceDup,
        "GET(c1); PUT(c2); GET(c3)",
        expect![[r#"
            (GET(c1); PUT(c2)) + (GET(c1); PUT(c2)); GET(c3)
            (GET(c1); PUT(c2); GET(c3)) + (GET(c1); PUT(c2); GET(c3))
            GET(c1); (PUT(c2); GET(c3)) + (PUT(c2); GET(c3))
            GET(c1) + GET(c1); PUT(c2); GET(c3)
            GET(c1); PUT(c2) + PUT(c2); GET(c3)
            GET(c1); PUT(c2); GET(c3) + GET(c3)
        "#]],
    );
    check(
        "go",
        Rule::EGetSelect,
        "GET(c1); PUT(c2)",
        expect![[r#"
        SELGET(c1, ε) ⊕ SELGET(c1, ε); PUT(c2)
    "#]],
    );
    check(
        "go",
        Rule::EPutSelect,
        "GET(c1); PUT(c2)",
        expect![[r#"
        GET(c1); SELPUT(c2, ε) ⊕ SELPUT(c2, ε)
    "#]],
    );
    check(
        "go",
        Rule::ESeq,
        "SPAWN(PUT(c1)); GET(c1)",
        expect![[r#"
        SPAWN(ε); SPAWN(PUT(c1)); GET(c1)
        SPAWN(PUT(c1)); GET(c1); SPAWN(ε)
        SPAWN(ε); SPAWN(PUT(c1)); GET(c1)
        SPAWN(PUT(c1)); SPAWN(ε); GET(c1)
        SPAWN(SPAWN(ε); PUT(c1)); GET(c1)
        SPAWN(PUT(c1); SPAWN(ε)); GET(c1)
        SPAWN(PUT(c1)); SPAWN(ε); GET(c1)
        SPAWN(PUT(c1)); GET(c1); SPAWN(ε)
    "#]],
    );
    check(
        "go",
        Rule::ESelectDup,
        "SELGET(c1, ε) ⊕ SELPUT(c2, GET(c1)) ⊕ SELDEFAULT(ε)",
        expect![[r#"
            SELGET(c1, ε) ⊕ SELGET(c1, ε) ⊕ SELPUT(c2, GET(c1)) ⊕ SELDEFAULT(ε)
            SELGET(c1, ε) ⊕ SELPUT(c2, GET(c1)) ⊕ SELPUT(c2, GET(c1)) ⊕ SELDEFAULT(ε)
        "#]],
    );
    check(
        "go",
        Rule::EDefault,
        "GET(c1); PUT(c2)",
        expect![[r#"
        SELGET(c1, ε) ⊕ SELDEFAULT(GET(c1)); PUT(c2)
        GET(c1); SELPUT(c2, ε) ⊕ SELDEFAULT(PUT(c2))
    "#]],
    );
    check(
        "go",
        Rule::EDefault,
        "SELGET(c1, GET(c2)) ⊕ SELPUT(c2, ε)",
        expect![[r#"
        SELGET(c1, GET(c2)) ⊕ SELPUT(c2, ε) ⊕ SELDEFAULT(SELGET(c1, GET(c2)) ⊕ SELPUT(c2, ε))
        SELGET(c1, SELGET(c2, ε) ⊕ SELDEFAULT(GET(c2))) ⊕ SELPUT(c2, ε)
    "#]],
    );
    // A select has one default clause at most.
    check("go", Rule::EDefault, "SELGET(c1, ε) ⊕ SELDEFAULT(ε)", expect![[""]]);
}

#[test]
fn reordering() {
    // A default clause stays last.
    check(
        "go",
        Rule::RSelect,
        "SELGET(c1, ε) ⊕ SELPUT(c2, ε) ⊕ SELGET(c3, ε) ⊕ SELDEFAULT(ε)",
        expect![[r#"
            SELPUT(c2, ε) ⊕ SELGET(c1, ε) ⊕ SELGET(c3, ε) ⊕ SELDEFAULT(ε)
            SELGET(c1, ε) ⊕ SELGET(c3, ε) ⊕ SELPUT(c2, ε) ⊕ SELDEFAULT(ε)
        "#]],
    );
    check(
        "go",
        Rule::RChoiceSelectGetGet,
        "(GET(c1); PUT(c3)) + GET(c2)",
        expect![[r#"
        SELGET(c1, PUT(c3)) ⊕ SELGET(c2, ε)
    "#]],
    );
    check("go", Rule::RChoiceSelectGetGet, "GET(c1) + PUT(c2)", expect![[""]]);
    check("go", Rule::RChoiceSelectGetGet, "GET(c1) + ε", expect![[""]]);
    check(
        "go",
        Rule::RSpawn1,
        "SPAWN(GET(c1)); SPAWN(PUT(c1)); GET(c2); SPAWN(PUT(c2))",
        expect![[r#"
            SPAWN(PUT(c1)); SPAWN(GET(c1)); GET(c2); SPAWN(PUT(c2))
        "#]],
    );
    check(
        "go",
        Rule::RSpawn2,
        "SPAWN(GET(c1)); SPAWN(PUT(c1)); GET(c2); SPAWN(PUT(c2))",
        expect![[r#"
            SPAWN(SPAWN(PUT(c1)); GET(c1)); GET(c2); SPAWN(PUT(c2))
        "#]],
    );
}

/// Rules are not applied where the result has a construct that a runtime lacks.
#[test]
fn rules_keep_to_what_a_runtime_supports() {
    // No two clauses on one channel.
    for runtime in ["kotlinx-coroutines", "chan"] {
        check(
            runtime,
            Rule::EGetSelect,
            "GET(c1)",
            expect![[r#"
            SELGET(c1, ε)
        "#]],
        );
        check(
            runtime,
            Rule::EPutSelect,
            "PUT(c1)",
            expect![[r#"
            SELPUT(c1, ε)
        "#]],
        );
        check(runtime, Rule::ESelectDup, "SELGET(c1, ε)", expect![[""]]);
        check(runtime, Rule::RChoiceSelectGetGet, "GET(c1) + GET(c1)", expect![[""]]);
        check(
            runtime,
            Rule::RChoiceSelectGetGet,
            "GET(c1) + GET(c2)",
            expect![[r#"
            SELGET(c1, ε) ⊕ SELGET(c2, ε)
        "#]],
        );
    }
    // The versions before 1.7 have no such bound.
    check(
        "kotlinx-coroutines-before-1.7",
        Rule::ESelectDup,
        "SELGET(c1, ε)",
        expect![[r#"
        SELGET(c1, ε) ⊕ SELGET(c1, ε)
    "#]],
    );
    // No clauses that send.
    check("flix", Rule::EPutSelect, "PUT(c1)", expect![[""]]);
    check("flix", Rule::EDefault, "PUT(c1)", expect![[""]]);
    check(
        "flix",
        Rule::EDefault,
        "GET(c1)",
        expect![[r#"
        SELGET(c1, ε) ⊕ SELDEFAULT(GET(c1))
    "#]],
    );
    // No default clause.
    for runtime in ["kotlinx-coroutines", "kotlinx-coroutines-experimental", "flume"] {
        for effect in ["GET(c1)", "PUT(c1)", "SELGET(c1, ε)"] {
            check(runtime, Rule::EDefault, effect, expect![[""]]);
        }
    }
}
