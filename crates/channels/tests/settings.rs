//! Heuristics and sizes: what the settings of the generator mean.

use channels::generate::{Bounds, Extras, Heuristic, Rule, Settings, UnknownHeuristic, protocol};
use channels::runtime::Runtime;
use choice::Random;

/// In how many of 1,000 effects each rule is used, without the extensions of the
/// paper.
fn uses(heuristic: Heuristic) -> impl Fn(Rule) -> usize {
    let settings = Settings {
        runtime: Runtime::named("go").unwrap(),
        weights: heuristic.weights(),
        bounds: Bounds::of_size(4),
        extras: Extras::default(),
    };
    let mut random = Random::new(31);
    let effects: Vec<_> = (0..1000)
        .map(|i| random.generate(i, |choices| protocol(&settings, choices)).unwrap().value)
        .collect();
    move |rule| effects.iter().filter(|effect| effect.rules.contains(rule)).count()
}

#[test]
fn heuristics_are_the_rows_of_table_2() {
    use Rule::*;
    let patterns = [GPingPong, GFanOut, GPipeline];
    let structure = [GSeq, GChoice, GSpawn];
    let expansion = [EChoiceDup, EGetSelect, EPutSelect, ESeq, ESelectDup];
    // R-ChoiceSelectGetGet needs a choice between gets, which is rare.
    let reordering = [RSelect, RSpawn1, RSpawn2];
    let beyond = [GClose, GMutex, GWaitGroup, EDefault];
    for heuristic in Heuristic::ALL {
        let uses = uses(heuristic);
        let check = |rules: &[Rule], wanted: bool| {
            for &rule in rules {
                let used = uses(rule) > 0;
                assert_eq!(used, wanted, "{} with heuristic {heuristic}", rule.name());
            }
        };
        let (only_select, no_select) = (heuristic == Heuristic::E, heuristic == Heuristic::D);
        check(&patterns, !only_select);
        check(&structure, !only_select);
        check(&[GSelect], !no_select);
        check(&expansion, heuristic != Heuristic::C);
        check(&reordering, heuristic != Heuristic::B);
        check(&beyond, false);
    }
    let share = |heuristic| uses(heuristic)(GSelect);
    assert!(share(Heuristic::F) > 2 * share(Heuristic::A));
}

#[test]
fn heuristics_have_letters() {
    assert_eq!(Heuristic::default(), Heuristic::F);
    for heuristic in Heuristic::ALL {
        assert_eq!(heuristic.to_string().parse(), Ok(heuristic));
        assert_eq!(heuristic.to_string().to_lowercase().parse(), Ok(heuristic));
    }
    let error = UnknownHeuristic("G".to_owned());
    assert_eq!(error.to_string(), "unknown heuristic \"G\"; known are A, B, C, D, E and F");
    assert_eq!("G".parse::<Heuristic>(), Err(error));
}

#[test]
fn sizes_bound_effects() {
    assert_eq!(Bounds::of_size(0), Bounds::of_size(1));
    assert_eq!(Bounds::of_size(11), Bounds::of_size(10));
    let [small, large] = [1, 10].map(Bounds::of_size);
    let bounds = |depth, actions, repeat, rewrites, expanded| Bounds {
        depth,
        actions,
        repeat,
        rewrites,
        expanded,
    };
    assert_eq!(small, bounds(2, 4, 2, 1, 8));
    assert_eq!(large, bounds(5, 40, 6, 10, 80));
}
