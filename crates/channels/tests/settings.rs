//! Heuristics and sizes: what the settings of the generator mean.

use case::{Engine, Language, Mode};
use channels::Channels;
use channels::generate::{Bounds, Extras, Heuristic, Rule, Settings, protocol};
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

/// The features of an engine's plan choose the weights.
#[test]
fn heuristics_are_features() {
    let engine = Channels::new();
    let plan = engine.plan(Language::Go, Mode::Terminating);
    assert!(plan.has("heuristic=f"), "{plan:?}");
    let select_share = |heuristic: Heuristic| {
        let mut plan = plan.clone();
        plan.features = vec![heuristic.feature().name];
        let mut random = Random::new(31);
        let effects = (0..500).map(|i| {
            let made = random.generate(i, |choices| engine.make(&plan, choices)).unwrap();
            made.value.0.rules.contains(Rule::GSelect)
        });
        effects.filter(|&selects| selects).count()
    };
    assert_eq!(select_share(Heuristic::D), 0);
    assert!(select_share(Heuristic::F) > 2 * select_share(Heuristic::A));
    for heuristic in Heuristic::ALL {
        let feature = heuristic.feature();
        assert_eq!(feature.name, format!("heuristic={heuristic}").to_lowercase());
        assert_eq!(feature.alternatives(), Some("heuristic="));
        assert_eq!(feature.default, heuristic == Heuristic::F);
        assert!(engine.essential_features().contains(&feature.name));
    }
}

#[test]
fn sizes_bound_effects() {
    assert_eq!(Bounds::of_size(0), Bounds::of_size(1));
    assert_eq!(Bounds::of_size(11), Bounds::of_size(10));
    let [small, large] = [1, 10].map(Bounds::of_size);
    let bounds = |depth, actions, repeat, selected, rewrites, expanded| Bounds {
        depth,
        actions,
        repeat,
        selected,
        rewrites,
        expanded,
    };
    assert_eq!(small, bounds(2, 4, 2, 2, 2, 8));
    assert_eq!(large, bounds(5, 40, 6, 9, 20, 80));
}
