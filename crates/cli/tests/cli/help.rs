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
        "demo",
        "fuzz",
        "generate",
        "check",
        "replay",
        "reduce",
        "findings",
        "findings list",
        "findings show",
        "findings mark",
        "findings merge",
        "findings split",
        "findings undo",
        "findings export",
        "findings bisect",
        "findings retest",
        "backtest",
        "report",
        "toolchain",
        "toolchain list",
        "toolchain install",
        "toolchain remove",
        "rules",
        "rules check",
        "campaigns",
        "campaigns show",
        "campaigns stop",
        "campaigns delete",
        "worker",
        "workers",
        "engines",
        "doctor",
        "init",
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
        "completions",
        "man",
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
    let words = home.run(&["completions", "bash"]).ends(0).stdout;
    for word in ["channels", "ill-typed", "flume", "plain"] {
        assert!(words.contains(word), "the value {word} is offered");
    }
    let said = home.run(&["man"]).ends(0);
    assert!(said.stdout.contains(".TH wellsmith 1"), "{}", said.stdout);
    let said = home.run(&["man", "findings", "mark"]).ends(0);
    assert!(said.stdout.contains(".TH wellsmith-findings-mark 1"), "{}", said.stdout);
    home.run(&["man", "fuzzy"]).fails(2, &["fuzzy", "fuzz"]);
    home.run(&["man", "--out", &home.text("man")]).ends(0);
    // Whatever a page refers to is there.
    for page in std::fs::read_dir(home.path("man")).unwrap() {
        let text = std::fs::read_to_string(page.unwrap().path()).unwrap().replace('\\', "");
        let named = text.split("(1)").filter_map(|before| before.split_whitespace().last());
        for name in named.filter(|name| name.starts_with("wellsmith-")) {
            assert!(home.path("man").join(format!("{name}.1")).exists(), "{name}");
        }
    }
}
