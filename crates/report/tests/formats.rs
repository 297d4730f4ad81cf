//! The formats: against their schemas, and with everything in them that could break out.

mod common;

use std::path::PathBuf;
use std::process::Command;

use case::FindingKind;
use common::{campaign, finding, reduced, rejected, unsound, verdict};
use report::{FindingView, KnownView};
use serde_json::Value;
use store::Again;

/// A text that does harm in every format that does not escape it.
const ATTACK: &str = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\
                      \"'>]]>&amp;<!--\u{1b}[31m\u{0}``` | @someone \n::error::x";

fn attack() -> FindingView {
    let mut finding = finding(FindingKind::Precision, "rustc@1.63.0", "rust", ATTACK);
    finding.signature = format!("precision rustc: {ATTACK}");
    finding.note = ATTACK.to_owned();
    finding.expected.why = ATTACK.to_owned();
    finding.expected.rule = ATTACK.to_owned();
    finding.expected.line = Some(1);
    finding.seen = rejected(Some(ATTACK), ATTACK, 1);
    finding.other = Some(rejected(None, ATTACK, 1));
    finding.sibling = Some(ATTACK.to_owned());
    finding.features = vec![ATTACK.to_owned()];
    finding.known = Some(KnownView { name: ATTACK.to_owned(), about: ATTACK.to_owned() });
    finding
}

fn page(findings: Vec<FindingView>) -> String {
    let earlier = campaign(1, vec![attack()]);
    let newest = |_: &str| Some("1.97.0".to_owned());
    report::page(&campaign(2, findings), Some(&earlier), &targets::recipe, &newest)
}

#[test]
fn a_page_shows_html_as_text() {
    let plain = page(vec![finding(FindingKind::Crash, "rustc@1.63.0", "rust", "fn main() {}\n")]);
    let mut attacked = attack();
    attacked.known = None;
    let text = page(vec![attack(), attacked]);
    for tag in ["<script", "<img", "<!--", "<iframe", "<style"] {
        let (here, there) = (text.matches(tag).count(), plain.matches(tag).count());
        assert_eq!(here, there, "{tag} came from a finding");
    }
    assert!(text.contains("&lt;img src=x onerror=alert(2)&gt;"), "it is shown as text");
    assert!(text.contains("script-src 'sha256-"), "{}", &text[..400]);
    for outside in ["http://", "https://", "src=\"", "@import", "url("] {
        assert!(!plain.contains(outside), "the page refers to something outside: {outside}");
    }
}

#[test]
fn a_page_of_a_hundred_buckets_is_small() {
    let program: String = (0..45)
        .map(|n| {
            format!("pub fn f{n}<T: Clone>(x: &T, y: u32) -> (T, u32) {{ (x.clone(), y + {n}) }}\n")
        })
        .collect();
    let findings = (0..100).map(|n| {
        let mut finding = finding(FindingKind::Precision, "rustc@1.63.0", "rust", &program);
        finding.bucket = format!("bucket{n}");
        finding.seen = rejected(Some("E0308"), "mismatched types", 7);
        finding.verdicts = ["1.48.0", "1.63.0", "1.85.0", "1.95.0"]
            .map(|version| verdict(&format!("rustc@{version}"), Again::Same))
            .to_vec();
        finding.reduced = (n % 2 == 0).then(|| reduced("pub fn f() {}\n")).flatten();
        finding
    });
    let text = page(findings.collect());
    assert!(text.len() <= 2_000_000, "{} bytes", text.len());
}

/// The schema of SARIF that a package of the registry ships.
fn sarif_schema() -> Value {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON of cargo");
    let packages = metadata["packages"].as_array().expect("packages");
    let package = packages.iter().find(|package| package["name"] == "serde-sarif");
    let manifest = package.expect("a dependency of these tests")["manifest_path"].as_str();
    let folder = PathBuf::from(manifest.expect("a path")).with_file_name("src");
    let schema = std::fs::read_to_string(folder.join("schema.json")).expect("the schema");
    // The published schema has a bracket too many here, which is no regular expression.
    let schema = schema.replace("-[a-zA-Z]{2}]?$", "-[a-zA-Z]{2}?$");
    serde_json::from_str(&schema).expect("JSON")
}

#[test]
fn sarif_is_as_its_schema_says() {
    let schema = sarif_schema();
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let findings = [attack(), unsound("go@1.21.13", "go", "package main\n", 1), attack()];
    let sarif = report::sarif(&findings, "0.1.0");
    let errors: Vec<String> =
        validator.iter_errors(&sarif).map(|error| error.to_string()).collect();
    assert_eq!(errors, Vec::<String>::new());
    let mut broken = sarif.clone();
    broken["runs"][0]["results"][0]["level"] = "catastrophe".into();
    assert!(validator.iter_errors(&broken).next().is_some(), "the schema is looked at");
    assert_eq!(sarif["runs"][0]["results"].as_array().map(Vec::len), Some(3));
    assert_eq!(sarif["runs"][0]["results"][0]["suppressions"][0]["kind"], "external");
}

#[test]
fn junit_is_well_formed() {
    let text = report::junit(&[attack(), unsound("go@1.21.13", "go", "package main\n", 1)]);
    assert!(text.contains("tests=\"2\" failures=\"1\""), "{text}");
    // Tags and entities are ours; everything else is text.
    let mut open: Vec<String> = Vec::new();
    for part in text.split('<').skip(2) {
        let (tag, rest) = part.split_once('>').expect("a tag ends");
        assert!(!rest.contains('>'), "{rest}");
        let name = tag.trim_start_matches('/').split_whitespace().next().unwrap().to_owned();
        assert!(name.chars().all(|c| c.is_ascii_lowercase() || c == '/'), "{name}");
        match (tag.starts_with('/'), tag.ends_with('/')) {
            (true, _) => assert_eq!(open.pop().as_ref(), Some(&name)),
            (false, true) => {}
            (false, false) => open.push(name),
        }
    }
    assert!(open.is_empty());
    assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
}

#[test]
fn annotations_stay_on_their_lines() {
    let mut open = attack();
    open.known = None;
    let text = report::github_annotations(&[open.clone(), attack()], "found");
    assert_eq!(text.lines().count(), 1, "known issues are no errors: {text}");
    let start =
        "::error file=found/fedcba98-0123456789abcdef.rs,line=1,title=wellsmith%3A precision";
    assert!(text.starts_with(start), "{text}");
    let report = report::gitlab_code_quality(&[open], "found");
    assert_eq!(report[0]["location"]["path"], "found/fedcba98-0123456789abcdef.rs");
    assert_eq!(report[0]["fingerprint"], "fedcba98");
}

#[test]
fn reports_have_the_headings_of_their_trackers() {
    for (target, heading) in [
        ("rustc@1.63.0", "### Instead, this happened"),
        ("go@1.21.13", "### What did you see happen?"),
        ("swift@6.0.3", "### Expected behavior"),
        ("scala@3.3.1", "### Minimized code"),
        ("ghc@9.6.6+O2", "### Steps to reproduce"),
        ("javac@17.0.1", "### A DESCRIPTION OF THE PROBLEM"),
        ("mine@1", "### Actual behaviour"),
    ] {
        let text =
            report::markdown(&unsound(target, "rust", "fn f() {}\n", 1), None, &targets::recipe);
        assert!(text.contains(heading), "{target}: {text}");
        assert!(text.contains("0123456789abcdef"), "{text}");
        assert!(text.contains("violated: `T-App.argument`\n- at line 1: `fn f() {}`"), "{text}");
        assert_eq!(text.matches("\n- [").count(), 10, "ten points: {text}");
        assert!(text.contains("generated by wellsmith"), "{text}");
    }
}

/// What the compiler said has the names and lines of the program that it was given.
#[test]
fn reports_say_which_program_the_words_of_the_compiler_are_about() {
    let mut finding = finding(FindingKind::Precision, "rustc@1.63.0", "rust", "fn f() {}\n");
    let note = "For the program as it was found, before it was reduced:";
    assert!(!report::markdown(&finding, None, &targets::recipe).contains(note));
    finding.reduced = reduced("fn a() {}\n");
    assert!(!report::markdown(&finding, None, &targets::recipe).contains(note));
    finding.seen = rejected(None, "no `Foo` here", 1);
    let script = |finding: &FindingView| report::script(finding, &targets::recipe).unwrap();
    let greps =
        |text: String| text.lines().any(|line| line.contains("grep") && line.contains("Foo"));
    assert!(greps(script(&finding)));
    finding.reduced.as_mut().unwrap().was_seen = false;
    assert!(report::markdown(&finding, None, &targets::recipe).contains(note));
    assert!(!greps(script(&finding)));
}

#[test]
fn points_of_the_checklist() {
    let holds = |finding: &FindingView| -> Vec<(&str, report::Holds)> {
        let points = report::lint(finding, Some("1.85.0"), &targets::recipe);
        points.into_iter().map(|point| (point.name, point.holds)).collect()
    };
    let plain = finding(FindingKind::Precision, "rustc@1.63.0", "rust", "fn f() {}\n");
    let not: Vec<_> = holds(&plain).into_iter().filter(|(_, h)| *h != report::Holds::Yes).collect();
    assert_eq!(
        not.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
        ["minimal", "newest version tried", "since when", "no duplicate"]
    );
    let mut good = plain.clone();
    good.reduced = reduced("fn f() {}\n");
    good.verdicts =
        vec![verdict("rustc@1.48.0", Again::Nothing), verdict("rustc@1.85.0", Again::Same)];
    let not: Vec<_> = holds(&good).into_iter().filter(|(_, h)| *h != report::Holds::Yes).collect();
    assert_eq!(not, [("no duplicate", report::Holds::Unknown)]);
    let mut bad = good.clone();
    bad.target = "rustc@1.85.0+polonius".parse().unwrap();
    bad.reduced = reduced("#![feature(x)]  \nfn f() {}\n");
    bad.seen = rejected(None, "x", 1);
    bad.seen.diagnostics.push(bad.seen.diagnostics[0].clone());
    let mut flaky = verdict("rustc@1.85.0+polonius", Again::Same);
    flaky.tried = 3;
    bad.verdicts.push(flaky);
    let bad: Vec<_> = holds(&bad).into_iter().filter(|(_, h)| *h == report::Holds::No).collect();
    assert_eq!(
        bad.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
        ["since when", "formatted", "no internal features", "no distractions", "deterministic"]
    );
}

#[test]
fn tests_for_the_compilers_own_test_suites() {
    let show = |finding: &FindingView| -> String {
        let files = report::test_files(finding, &targets::recipe).into_iter();
        files.map(|file| format!("== {}\n{}", file.path, file.text)).collect()
    };
    let source = "fn f(x: u8) {}\nfn g() { f(\"\") }\n";
    let mut crash = finding(FindingKind::Crash, "rustc@1.95.0+next-solver", "rust", source);
    crash.seen.outcome = "compiler-crashed".to_owned();
    let mut text = show(&crash);
    for (target, language, source) in [
        ("rustc@1.63.0", "rust", source),
        ("swift@6.0.3", "swift", "func f(_ x: Int) {}\nf(\"\")\n"),
        ("kotlin@2.4.21", "kotlin", "fun f(x: Int) {}\nfun g() = f(\"\")\n"),
        ("scala@3.3.1", "scala", "def f(x: Int) = ()\nval g = f(\"\")\n"),
        ("ghc@9.6.6", "haskell", "module Main where\nmain = putStrLn 1\n"),
        ("go@1.21.13", "go", "package main\nfunc main() { var x int = \"\" }\n"),
    ] {
        text += &show(&unsound(target, language, source, 2));
    }
    for (target, language, source) in [
        ("rustc@1.63.0", "rust", "pub fn f() {}\n"),
        ("scala@3.3.1", "scala", "def f(x: Int) = ()\n"),
        ("ghc@9.6.6", "haskell", "module Main where\nmain = print 1\n"),
        ("go@1.21.13", "go", "package main\nfunc main() {}\n"),
    ] {
        text += &show(&finding(FindingKind::Precision, target, language, source));
    }
    let mut runs = finding(FindingKind::Behaviour, "ghc@9.6.6+O2", "haskell", "main = print 1\n");
    runs.expected.must = "same-behaviour".to_owned();
    runs.expected.predicted = serde_json::from_str("{\"stdout\":\"1\\n\",\"status\":0}").ok();
    text += &show(&runs);
    expect_test::expect_file!["data/test-suites.txt"].assert_eq(&text);
}

#[test]
fn a_page_says_which_known_bugs_were_met() {
    let text = page(vec![]);
    for piece in ["1 of 2", "1,234 of 60,000", "missed", "a cast &lt;of&gt; a pointer"] {
        assert!(text.contains(piece), "{piece:?} is not on the page");
    }
}

#[test]
fn a_change_is_told_for_a_pull_request() {
    let of = |target: &str, other: &str| {
        let mut finding = finding(FindingKind::Precision, target, "rust", "fn <b>() {}\n```\n");
        finding.other_target = Some(other.parse().unwrap());
        finding.other = Some(Default::default());
        finding
    };
    let (base, head) = ("rustc@1.95.0", "rustc@/my/build");
    let change = report::ChangeView {
        base,
        head,
        programs: 1200,
        time_ratio: Some(1.25),
        liked: &["moves".to_owned()],
        findings: vec![of(head, base), of(base, head), of("rustc@/my/build+next-solver", base)],
        command: "wellsmith fuzz --base a --head b",
    };
    let text = report::change_markdown(&change);
    for piece in [
        "## wellsmith: `rustc@1.95.0` → `rustc@/my/build`\n",
        "**2 worse, 1 mended**, in 1200 programs",
        "1.25 times the processor time",
        "about `moves`",
        "### Worse",
        "### Mended",
        "wellsmith fuzz --base a --head b",
        // A program cannot end its own block of code.
        "````rust\nfn <b>() {}\n```\n````",
    ] {
        assert!(text.contains(piece), "{piece:?} is not in:\n{text}");
    }
    assert!(text.find("### Worse") < text.find("### Mended"));
    let nothing = report::ChangeView { findings: vec![], time_ratio: None, ..change };
    let text = report::change_markdown(&nothing);
    assert!(text.contains("**No difference**, in 1200 programs"), "{text}");
}
