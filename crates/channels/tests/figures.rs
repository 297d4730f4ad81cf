//! The programs of the paper's Figs. 13, 14 and 15 are derived by the rules: the
//! grammar (Fig. 10) gives an effect, and expansion and reordering (Figs. 11 and
//! 12) turn it into that of the figure.

use channels::generate::{Bounds, Extras, Heuristic, Rule, Settings, apply_everywhere, protocol};
use channels::lambda::{Effect, Exploration, explore_effect};
use channels::runtime::Runtime;
use choice::{Tape, replay};

fn settings(runtime: &str) -> Settings {
    Settings {
        runtime: Runtime::named(runtime).unwrap(),
        weights: Heuristic::A.weights(),
        bounds: Bounds { rewrites: 0, ..Bounds::of_size(4) },
        extras: Extras::default(),
    }
}

/// The effect that the grammar gives for these answers.
fn generated(settings: &Settings, answers: &[u32]) -> Effect {
    let made = replay(&Tape(answers.to_vec()), |choices| protocol(settings, choices));
    made.unwrap_or_else(|error| panic!("{answers:?}: {error}")).body
}

/// Rewrites an effect by one rule after the other, each at some place, until it is
/// that of the figure.
fn rewrites_to(settings: &Settings, from: Effect, rules: &[Rule], figure: &str) {
    let figure: Effect = figure.parse().unwrap();
    let mut reached = vec![from];
    for &rule in rules {
        let next = reached
            .iter()
            .flat_map(|effect| apply_everywhere(settings, rule, effect, &Effect::Empty));
        reached = next.collect();
    }
    assert!(reached.contains(&figure), "{figure} is not among {} effects", reached.len());
    assert!(explore_effect(&figure, Exploration::default()).terminates());
}

/// Not G-Final; the number of a rule on the tape.
const PIPELINE: [u32; 2] = [1, 3];
const SELECT: [u32; 2] = [1, 4];
/// All boxes are empty.
const EMPTY_BOXES: u32 = 0;
/// What a spawned process does.
const PUT: u32 = 0;
const GET: u32 = 1;

#[test]
fn figure_13() {
    let settings = settings("flix");
    let base = generated(&settings, &[PIPELINE[0], PIPELINE[1], 2, EMPTY_BOXES]);
    let rules =
        [Rule::EChoiceDup, Rule::RChoiceSelectGetGet, Rule::RSpawn1, Rule::RSpawn1, Rule::RSpawn1];
    let figure = "SPAWN(SELGET(c3, PUT(c4)) ⊕ SELGET(c3, PUT(c4))); SPAWN(GET(c2); PUT(c3)); \
                  SPAWN(GET(c1); PUT(c2)); PUT(c1); GET(c4)";
    rewrites_to(&settings, base, &rules, figure);
}

/// The channels are numbered in the order of the processes: c2 is the figure's c3.
#[test]
fn figure_14() {
    let settings = settings("crystal");
    // Three channels, one of which begins the only clause of one select.
    let channels = [GET, 0, GET, 1, PUT, 0];
    let answers = [&SELECT[..], &[2, 0, 0], &channels, &[EMPTY_BOXES, 0, 0, 0]].concat();
    let base = generated(&settings, &answers);
    let figure = "SPAWN(GET(c1)); SPAWN(SELGET(c2, ε) ⊕ SELGET(c2, ε)); SPAWN(PUT(c3)); \
                  SELPUT(c2, PUT(c1); GET(c3)) ⊕ SELPUT(c2, PUT(c1); GET(c3))";
    rewrites_to(&settings, base, &[Rule::EGetSelect, Rule::ESelectDup], figure);
}

/// The channels are numbered in the order of the processes: the figure's c5 to c1.
#[test]
fn figure_15() {
    let settings = settings("kotlinx-coroutines-experimental");
    let clauses = [
        "SELGET(c4, PUT(c2); GET(c5); PUT(c1); PUT(c3))",
        "SELPUT(c1, GET(c4); PUT(c3); GET(c5); PUT(c2))",
        "SELPUT(c3, GET(c5); GET(c4); PUT(c2); PUT(c1))",
    ];
    // Five channels; c1, c3 and c4 begin a clause each.
    let channels = [GET, 1, GET, 0, GET, 1, PUT, 1, PUT, 0];
    let with = |order: u32, shuffled: [u32; 3]| {
        let select = [order, 0, shuffled[0], shuffled[1], shuffled[2]];
        let answers = [&SELECT[..], &[4, 1, 0], &channels, &[EMPTY_BOXES], &select].concat();
        generated(&settings, &answers)
    };
    // The permutations are numbered: that of the clauses, and in each that of the
    // other four operations.
    let ends_with = |effect: &Effect, number: usize| {
        let text = effect.parts().last().unwrap().to_string();
        text.split(" ⊕ ").nth(number) == Some(clauses[number])
    };
    let found = (0..6).find_map(|order| {
        let mut shuffled = [0; 3];
        for number in 0..3 {
            shuffled[number] = (0..24).find(|&permutation| {
                let mut tried = shuffled;
                tried[number] = permutation;
                ends_with(&with(order, tried), number)
            })?;
        }
        Some(with(order, shuffled))
    });
    let base = found.expect("the order of the clauses, and in each of its operations");
    let figure = format!(
        "SPAWN(SELGET(c1, ε) ⊕ SELGET(c1, ε) ⊕ SELGET(c1, ε)); SPAWN(GET(c2)); SPAWN(GET(c3)); \
         SPAWN(PUT(c4)); SPAWN(PUT(c5)); {}",
        clauses.join(" ⊕ ")
    );
    rewrites_to(&settings, base, &[Rule::EGetSelect, Rule::ESelectDup], &figure);
}
