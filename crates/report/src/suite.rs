//! Tests in the form of the compiler's own test-suite.

use case::{FindingKind, Reason};

use crate::Recipes;
use crate::script::one_line;
use crate::view::FindingView;

/// A file of a test, as a path below the compiler's sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestFile {
    /// Where it goes.
    pub path: String,
    /// What is in it.
    pub text: String,
}

/// What a correct compiler does with the program, as far as tests say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Must {
    Accept,
    Reject,
    Run,
}

/// The test for a finding that fails until the bug is fixed, or, where the test-suite
/// has a place for crashes that are not fixed yet, until the crash is gone. Empty if
/// the compiler's test-suite is not known, or has no form for such a finding.
pub fn test_files(finding: &FindingView, recipes: Recipes<'_>) -> Vec<TestFile> {
    let must = match &finding.expected.must[..] {
        "accept" => Must::Accept,
        "reject" => Must::Reject,
        "same-behaviour" | "terminates" => Must::Run,
        // Which of two programs is right is not known.
        _ => return Vec::new(),
    };
    // A time, and an equivalent program, are not what a test-suite is about.
    if matches!(finding.kind, FindingKind::Slow) || finding.sibling.is_some() {
        return Vec::new();
    }
    let crash = finding.kind == FindingKind::Crash && finding.seen.outcome == "compiler-crashed";
    let name = format!("wellsmith-{}", finding.id);
    let about = format!(
        "wellsmith finding {}: {}{}",
        finding.id,
        if must == Must::Reject { "it is ill-typed: " } else { "" },
        one_line(&finding.expected.why)
    );
    match &finding.target.compiler[..] {
        "rustc" => rustc(finding, must, crash, &name, &about, recipes),
        "swift" => swift(finding, must, crash, &name, &about, recipes),
        "kotlin" => kotlin(finding, must, &name, &about),
        "scala" => scala(finding, must, &name, &about),
        "ghc" => ghc(finding, must, crash, &about, recipes),
        "go" => go(finding, must, &name, &about),
        _ => Vec::new(),
    }
}

fn file(path: String, lines: &[String], program: &str) -> TestFile {
    let mut text = lines.join("\n");
    text.push_str("\n\n");
    text.push_str(program.trim_end());
    text.push('\n');
    TestFile { path, text }
}

/// The program with a comment at the end of the line that must be reported, or at the
/// end of the last line if that is not known.
fn marked(finding: &FindingView, mark: &str) -> String {
    let program = finding.program().trim_end();
    let lines: Vec<&str> = program.lines().collect();
    let at = finding.broken_line().and_then(|line| usize::try_from(line).ok());
    let at = at.filter(|line| (1..=lines.len()).contains(line)).unwrap_or(lines.len());
    let with = |(number, line): (usize, &&str)| match number + 1 == at {
        true => format!("{} {mark}", line.trim_end()),
        false => (*line).to_owned(),
    };
    lines.iter().enumerate().map(with).collect::<Vec<_>>().join("\n")
}

/// A remark for the case that the line of the error is not known.
fn about_line(finding: &FindingView) -> Option<String> {
    finding
        .broken_line()
        .is_none()
        .then(|| "the line of the error is not known: move the annotation to it".to_owned())
}

fn rustc(
    finding: &FindingView,
    must: Must,
    crash: bool,
    name: &str,
    about: &str,
    recipes: Recipes<'_>,
) -> Vec<TestFile> {
    let command = recipes(&finding.target, "").map(|recipe| recipe.compile).unwrap_or_default();
    let options: Vec<&str> = command.split(' ').collect();
    let edition = options.iter().find_map(|option| option.strip_prefix("--edition="));
    let unstable: Vec<&str> =
        options.iter().copied().filter(|option| option.starts_with("-Z")).collect();
    let mut lines = Vec::new();
    lines.extend(crash.then(|| "//@ known-bug: #ISSUE".to_owned()));
    lines.extend(edition.map(|edition| format!("//@ edition: {edition}")));
    if !unstable.is_empty() {
        lines.push(format!("//@ compile-flags: {}", unstable.join(" ")));
    }
    lines.extend((must == Must::Accept && !crash).then(|| "//@ check-pass".to_owned()));
    lines.push(String::new());
    lines.push(format!("// {about}"));
    let folder = if crash { "tests/crashes" } else { "tests/ui" };
    let program = match must {
        Must::Reject if !crash => {
            lines.extend(about_line(finding).map(|remark| format!("// {remark}")));
            let code = finding.expected.codes.iter().find(|code| *code != Reason::NO_CODE);
            marked(finding, format!("//~ ERROR {}", code.map_or("", |code| code)).trim_end())
        }
        _ => finding.program().to_owned(),
    };
    let crate_type = "#![crate_type = \"lib\"]\n\n";
    vec![file(format!("{folder}/{name}.rs"), &lines, &format!("{crate_type}{program}"))]
}

fn swift(
    finding: &FindingView,
    must: Must,
    crash: bool,
    name: &str,
    about: &str,
    recipes: Recipes<'_>,
) -> Vec<TestFile> {
    let command = recipes(&finding.target, "").map(|recipe| recipe.compile).unwrap_or_default();
    let options = command.replace("-Xfrontend ", "");
    let options = options.strip_prefix("$SWIFTC").unwrap_or_default();
    let options = options.split(" -c ").next().unwrap_or_default();
    let (folder, run) = match (crash, must) {
        (true, _) => (
            "validation-test/compiler_crashers",
            format!("// RUN: not --crash %target-swift-frontend{options} -emit-ir %s"),
        ),
        (false, Must::Reject) => {
            ("test/Sema", format!("// RUN: %target-typecheck-verify-swift{options}"))
        }
        (false, _) => {
            ("test/Sema", format!("// RUN: %target-swift-frontend{options} -emit-sil -verify %s"))
        }
    };
    let mut lines = vec![run, String::new(), format!("// {about}")];
    let program = match must {
        Must::Reject if !crash => {
            lines.extend(about_line(finding).map(|remark| format!("// {remark}")));
            marked(finding, "// expected-error {{}}")
        }
        _ => finding.program().to_owned(),
    };
    vec![file(format!("{folder}/{name}.swift"), &lines, &program)]
}

fn kotlin(finding: &FindingView, must: Must, name: &str, about: &str) -> Vec<TestFile> {
    let folder = "compiler/testData/diagnostics/tests";
    let till = if must == Must::Reject { "FRONTEND" } else { "BACKEND" };
    let mut lines = vec![format!("// RUN_PIPELINE_TILL: {till}"), format!("// {about}")];
    if must == Must::Reject {
        let at = finding.broken_line().map_or(String::new(), |line| {
            let text = finding.program().lines().nth(line as usize - 1).unwrap_or_default();
            format!(" in: {}", text.trim())
        });
        // What stands inside of <!NAME!>...<!> is for the test-suite to say.
        lines.push(format!("// a diagnostic is expected{at}"));
    }
    vec![file(format!("{folder}/{}.kt", camel(name)), &lines, finding.program())]
}

fn scala(finding: &FindingView, must: Must, name: &str, about: &str) -> Vec<TestFile> {
    let mut lines = vec![format!("// {about}")];
    let (folder, program) = match must {
        Must::Reject => {
            lines.extend(about_line(finding).map(|remark| format!("// {remark}")));
            ("tests/neg", marked(finding, "// error"))
        }
        _ => ("tests/pos", finding.program().to_owned()),
    };
    vec![file(format!("{folder}/{name}.scala"), &lines, &program)]
}

fn ghc(
    finding: &FindingView,
    must: Must,
    crash: bool,
    about: &str,
    recipes: Recipes<'_>,
) -> Vec<TestFile> {
    let name = format!("Wellsmith_{}", finding.id);
    let command = recipes(&finding.target, "").map(|recipe| recipe.compile).unwrap_or_default();
    let options: Vec<&str> = command
        .split(' ')
        .filter(|word| ["-O", "-f", "-d"].iter().any(|start| word.starts_with(start)))
        .collect();
    let options = options.join(" ");
    let predicted = finding.expected.predicted.as_ref();
    let (folder, way, setup) = match must {
        Must::Accept => ("should_compile", "compile", "normal".to_owned()),
        Must::Reject => ("should_fail", "compile_fail", "normal".to_owned()),
        Must::Run => {
            let status = predicted.and_then(|predicted| match &predicted.exception {
                Some(_) => Some(1),
                None => predicted.status,
            });
            let setup = match status {
                None | Some(0) => "normal".to_owned(),
                Some(status) => format!("exit_code({status})"),
            };
            ("should_run", "compile_and_run", setup)
        }
    };
    let part = if must == Must::Run || crash { "simplCore" } else { "typecheck" };
    let folder = format!("testsuite/tests/{part}/{folder}");
    // Pragmas come first in a module.
    let program = finding.program().trim_end();
    let mut files = vec![
        TestFile {
            path: format!("{folder}/{name}.hs"),
            text: format!("{program}\n\n-- {about}\n"),
        },
        TestFile {
            path: format!("{folder}/all.T.{name}"),
            text: format!("test('{name}', {setup}, {way}, ['{options}'])\n"),
        },
    ];
    if let (Must::Run, Some(predicted)) = (must, predicted) {
        let path = format!("{folder}/{name}.stdout");
        files.push(TestFile { path, text: predicted.stdout.clone() });
    }
    files
}

fn go(finding: &FindingView, must: Must, name: &str, about: &str) -> Vec<TestFile> {
    let folder = "test/fixedbugs";
    let directive = match must {
        Must::Accept => "// compile",
        Must::Reject => "// errorcheck",
        Must::Run => "// run",
    };
    let mut lines = vec![directive.to_owned(), String::new(), format!("// {about}")];
    let program = match must {
        Must::Reject => {
            lines.extend(about_line(finding).map(|remark| format!("// {remark}")));
            marked(finding, "// ERROR \".*\"")
        }
        _ => finding.program().to_owned(),
    };
    let mut files = vec![file(format!("{folder}/{name}.go"), &lines, &program)];
    if let (Must::Run, Some(predicted)) = (must, &finding.expected.predicted) {
        let path = format!("{folder}/{name}.out");
        files.push(TestFile { path, text: predicted.stdout.clone() });
    }
    files
}

/// A name without hyphens.
fn camel(name: &str) -> String {
    let (first, rest) = name.split_once('-').unwrap_or((name, ""));
    let mut rest = rest.chars();
    let upper = rest.next().map(|c| c.to_ascii_uppercase());
    format!("{first}{}{}", upper.map(String::from).unwrap_or_default(), rest.as_str())
}
