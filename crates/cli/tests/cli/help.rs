//! Help, completions and the manual page.

use std::path::Path;

use expect_test::expect_file;

use crate::support::Home;

/// Help as it is shown. `UPDATE_EXPECT=1` writes what it is now.
#[test]
fn help_of_every_command() {
    let home = Home::new();
    for command in [
        "",
        "fuzz",
        "generate",
        "check",
        "replay",
        "reduce",
        "findings",
        "findings list",
        "findings show",
        "findings mark",
        "findings export",
        "toolchain",
        "toolchain list",
        "toolchain install",
        "toolchain remove",
        "rules",
        "rules check",
        "campaigns",
        "campaigns stop",
        "doctor",
        "rules generate",
        "rules explain",
        "api",
        "api show",
        "api stats",
        "api graph",
        "corpus",
        "corpus import",
        "corpus list",
        "corpus show",
        "corpus stats",
        "corpus remove",
    ] {
        let mut args: Vec<&str> = command.split_whitespace().collect();
        args.push("--help");
        let mut program = home.command(&args);
        // Help shows the values of these.
        program.env_remove("WELLSMITH_STORE").env_remove("WELLSMITH_CACHE");
        program.env_remove("WELLSMITH_REDUCE_SHARE");
        let said = crate::support::Said::of(program.output().unwrap()).ends(0);
        let name = if command.is_empty() { "wellsmith" } else { command };
        let file = format!("help/{}.txt", name.replace(' ', "-"));
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli").join(file);
        expect_file![file].assert_eq(&said.stdout);
    }
}

#[test]
fn no_arguments_show_the_help() {
    let home = Home::new();
    let said = home.run(&[]).ends(2);
    assert_eq!(said.stderr, home.run(&["--help"]).stdout);
}

#[test]
fn completions_and_manual() {
    let home = Home::new();
    for shell in ["bash", "zsh", "fish"] {
        let said = home.run(&["completions", shell]).ends(0);
        for word in ["toolchain", "resume", "findings"] {
            assert!(said.stdout.contains(word), "{word} in {shell}");
        }
    }
    home.run(&["completions", "tcsh"]).fails(2, &["tcsh", "bash", "zsh", "fish"]);
    let said = home.run(&["man"]).ends(0);
    assert!(said.stdout.contains(".TH wellsmith 1"), "{}", said.stdout);
}
