//! What is known of backtests survives, and the last one stands.

use store::{Backtest, OpenMode};

use crate::Place;

pub(crate) fn the_last_backtest_of_a_bug_stands(place: &Place) {
    let store = place.open(OpenMode::Create);
    assert_eq!(store.backtests().unwrap(), []);
    let missed = Backtest {
        engine: "rules".to_owned(),
        bug: "57893".to_owned(),
        target: "rustc@1.95.0".to_owned(),
        engine_version: 4,
        budget: 100,
        control: "none was confirmed".to_owned(),
        ..Backtest::default()
    };
    let met = Backtest { program: Some(7), control: "right".to_owned(), ..missed.clone() };
    let other = Backtest { engine: "api".to_owned(), ..missed.clone() };
    for backtest in [&missed, &other, &met] {
        store.keep_backtest(backtest).unwrap();
    }
    drop(store);
    let store = place.open(OpenMode::Read);
    let mut kept = store.backtests().unwrap();
    for backtest in &mut kept {
        assert!(backtest.tried_at > 0);
        backtest.tried_at = 0;
    }
    assert_eq!(kept, [other, met]);
}
