//! Pages of the documentation that are run: their files are put together, and
//! each command must answer as shown.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{Home, cache};

/// A page, and a folder to run its commands in.
struct Page {
    text: String,
    home: Home,
}

impl Page {
    fn open(name: &str) -> Page {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
        Page { text: fs::read_to_string(path).unwrap(), home: Home::new() }
    }

    /// The blocks of a kind, one after the other.
    fn blocks(&self, kind: &str) -> Vec<&str> {
        let fence = format!("```{kind}\n");
        let starts = self.text.match_indices(&fence).map(|(at, _)| at + fence.len());
        starts.map(|at| self.text[at..].split("```").next().unwrap()).collect()
    }

    fn write(&self, name: &str, kind: &str) {
        self.home.write(name, self.blocks(kind).join("\n"));
    }

    /// Runs every command and holds what it prints against the page: `…` stands
    /// for anything, on a line or in place of lines. Says how many were run.
    fn run(&self) -> usize {
        let binary = Path::new(env!("CARGO_BIN_EXE_wellsmith")).parent().unwrap();
        let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
        let mut commands = 0;
        for block in self.blocks("console") {
            for session in block.split("$ ").skip(1) {
                let (line, expected) = session.split_once('\n').unwrap();
                let output = Command::new("sh")
                    .args(["-c", &format!("{{ {line}\n}} 2>&1")])
                    .env("PATH", &path)
                    .env("WELLSMITH_STORE", self.home.store())
                    .env("WELLSMITH_CACHE", cache())
                    .current_dir(self.home.path(""))
                    .output()
                    .unwrap();
                let said = String::from_utf8(output.stdout).unwrap();
                assert!(matches(&said, expected), "{line} says:\n{said}\nnot:\n{expected}");
                commands += 1;
            }
        }
        commands
    }
}

/// Whether a text is what was expected, but for its gaps.
fn matches(text: &str, expected: &str) -> bool {
    let mut pieces = expected.split('…');
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut last = None;
    for piece in pieces {
        last = Some(piece);
        // A gap that ends a line may take any number of lines.
        match rest.find(piece) {
            Some(at) => rest = &rest[at + piece.len()..],
            None => return piece.trim().is_empty(),
        }
    }
    rest.is_empty() || last.is_some_and(|piece| piece.trim().is_empty())
}

#[test]
fn gaps_stand_for_anything_and_nothing_else_does() {
    for (text, expected, fits) in [
        ("a\nb\n", "a\nb\n", true),
        ("a\nb\n", "a\n", false),
        ("a\nb\n", "a\n…\n", true),
        ("a 1 b\n", "a … b\n", true),
        ("a 1 c\n", "a … b\n", false),
        ("x\ny\nz\n", "…\nz\n", true),
        ("x\ny\n", "…\nz\n", false),
        ("", "…\n", true),
        ("a\nmore\n", "b\n…\n", false),
    ] {
        assert_eq!(matches(text, expected), fits, "{text:?} and {expected:?}");
    }
}

#[test]
fn the_page_about_rule_files_is_true() {
    let page = Page::open("rule-files.md");
    page.write("calc.rules", "rules");
    assert_eq!(page.run(), 8);
}

/// From an empty folder to the first finding in a type checker of one's own.
#[test]
fn the_page_about_your_own_language_is_true() {
    let page = Page::open("your-own-language.md");
    page.write("mycc.rs", "rust");
    page.write("calc.rules", "rules");
    page.write("described.toml", "toml");
    assert_eq!(page.run(), 12);
}
