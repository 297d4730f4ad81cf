//! The rules about lifetimes and objects: what they say of small programs.

use std::sync::LazyLock;

use rules::{Answer, System, explain};

fn regions() -> &'static System {
    static REGIONS: LazyLock<System> = LazyLock::new(|| System::built_in("rust-regions").unwrap());
    &REGIONS
}

/// What the rules say of a call of a function that asks for `p: r0<c1 = bool>`,
/// from one whose parameter p has these bounds. There is an impl of r0 for all
/// types that says so, and r2 is a trait below r0.
#[track_caller]
fn says(bounds: &str, expected: Answer) {
    let text = format!(
        "program([],
           [trait(r0, none_above, [assoc(c1, [])]), trait(r2, above(r0), [])],
           [impl_item([], [p4], [relaxed(p4)], p4, r0, [bind(c1, bool)])],
           [function(f5, [], [p6], [relaxed(p6), equal(p6, r0, c1, bool)], [], unit)],
           [caller(f7, [a9], [p8], [sized(p8){bounds}], [], unit,
              [do(call(f5, [], [p8], []))], any(unit))])"
    );
    let said = explain(regions(), "program", &text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(said.answer, expected, "{bounds}\n{:?}", said.failure);
}

#[test]
fn what_a_bound_says_hides_what_an_impl_says() {
    says("", Answer::Derives);
    says(", impl(p8, r0)", Answer::Fails);
    says(", impl(p8, r2)", Answer::Fails);
}
