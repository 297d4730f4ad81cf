//! The demo, on the rustc of this machine.

use crate::support::Home;

/// It finds the bug wherever rustc has it, and says so where it has not.
#[test]
fn the_demo_shows_a_real_bug() {
    let said = Home::new().run(&["demo"]).ends(0).stdout;
    if !said.contains("it tests rustc@1.95.0 ") {
        assert!(said.contains("SOUNDNESS") || said.contains("does not have the bug"), "{said}");
        return;
    }
    for piece in [
        "1. Search.",
        "one was accepted",
        "2. Confirm.",
        "3. Shrink.",
        "SOUNDNESS rustc@1.95.0+next-solver accepts an ill-typed program",
        "^ rustc@1.95.0: [E0310]",
        "rustc@1.95.0: rejected (E0310) · +next-solver: accepted",
        "rust-lang/rust#155520",
    ] {
        assert!(said.contains(piece), "{piece:?} is not in:\n{said}");
    }
}
