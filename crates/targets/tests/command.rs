//! Compilers that the user describes: the calc checker of the documentation, and
//! a scripted one that does what its programs say.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use case::{Diagnostic, Does, Language, Outcome, TargetName};
use targets::command::CommandTarget;
use targets::{Canary, Settings, Target, canary, verdicts};

/// A folder with a compiler and its description.
struct Project(tempfile::TempDir);

impl Project {
    fn new() -> Project {
        Project(tempfile::tempdir().unwrap())
    }

    /// A folder with the scripted compiler as `mycc`.
    fn scripted() -> Project {
        Project::new().with("mycc", SCRIPTED)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// With a program of this text.
    fn with(self, name: &str, text: &str) -> Project {
        fs::write(self.path(name), text).unwrap();
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(0o755)).unwrap();
        self
    }

    fn parse(&self, toml: &str) -> CommandTarget {
        let targets = CommandTarget::parse(toml, &self.path("wellsmith.toml"));
        targets.unwrap_or_else(|error| panic!("{error}")).remove(0)
    }

    /// The target with this description, beside `name` and `language`.
    fn open(&self, toml: &str) -> Box<dyn Target> {
        self.open_as("mycc@dev", toml).unwrap_or_else(|error| panic!("{error}"))
    }

    fn open_as(&self, name: &str, toml: &str) -> Result<Box<dyn Target>, String> {
        let target = self.parse(&described(toml));
        let name: TargetName = name.parse().unwrap();
        target.open(&name, &self.settings()).map_err(|error| error.to_string())
    }

    fn settings(&self) -> Settings {
        Settings::new(self.path("cache"))
    }
}

fn described(toml: &str) -> String {
    format!("[[target]]\nname = \"mycc\"\nlanguage = \"calc\"\n{toml}\n")
}

/// Does with each file what its first line says. What it prints about a file
/// comes after the file's name.
const SCRIPTED: &str = r#"#!/bin/sh
status=0
# Uses so many hundredths of a second of processor time, since its start.
until_ticks() {
    ticks=$1
    while read -r stat < /proc/$$/stat; set -- ${stat##*) }; [ ${12} -lt $ticks ]; do :; done
}
for file; do
    case $file in -*) echo "$file:1: error: option $file" >&2; status=1; continue;; esac
    read -r verb rest < "$file"
    case $verb in
        accept) echo "$file:1: warning: unused" ;;
        reject) echo "$file:$rest" >&2; status=1 ;;
        say) echo "$rest"; status=1 ;;
        stop) echo "$file:$rest"; exit 1 ;;
        exit) echo "$file leaves" >&2; exit "$rest" ;;
        signal) echo "assertion failed: x$rest" >&2; kill -s "$rest" $$ ;;
        bug) echo "fatal: bug in \`f\` at step 12"; echo done ;;
        panic) printf 'thread panicked at src/check.rs:10:5:\nindex 3 of "x"\n'; exit 101 ;;
        spin) while :; do :; done ;;
        busy) for i in $(seq 30); do until_ticks $i; sleep 0.1; done ;;
        burn) until_ticks 150 ;;
        resist) trap '' XCPU; while :; do :; done ;;
        sleep) sleep 1000 ;;
        flood) yes 'a line of output that goes on and on' ;;
        fork) for i in $(seq 1000); do sleep 1000 & done; wait ;;
        hog) head -c 300000000 /dev/zero | tail -c 300000000 | sort ;;
        daemon) (sleep 1000; echo "late:1: error: late") & ;;
        read) cat; head -c 1 ;;
        env) echo "$file:1: error: $MYCC / $(cat note.txt) / $(cat "$rest" 2>&1)"; status=1 ;;
        write) echo text > a.out && cat a.out > "$file.out" || status=1 ;;
        *) echo "what is $verb?"; status=3 ;;
    esac
done
exit $status
"#;

const ERROR: &str =
    r"error = '^(?P<file>[^:]+):(?P<line>\d+): error(\[(?P<code>\w+)\])?: (?P<message>.*)$'";

/// An outcome in a line: for a rejection the code, line and message of each
/// diagnostic.
fn words(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Accepted => "accepted".to_owned(),
        Outcome::Rejected(diagnostics) => {
            let words = |Diagnostic { code, message, line, syntax }: &Diagnostic| {
                let code = code.as_deref().unwrap_or("-");
                let syntax = if *syntax { " (syntax)" } else { "" };
                format!("{code}:{}{syntax} {message}", line.unwrap_or(0))
            };
            diagnostics.iter().map(words).collect::<Vec<_>>().join("; ")
        }
        Outcome::Crashed(crash) => format!("crash: {}", crash.signature),
        Outcome::TimedOut(_) => "timed out".to_owned(),
        Outcome::Unknown(why) => format!("unknown: {why}"),
        other => panic!("{other:?}"),
    }
}

/// Checks the verdicts on a batch of 100 and on each program confirmed alone.
/// An expectation that ends with `…` is a beginning.
#[track_caller]
fn check(target: &mut dyn Target, cases: &[(&str, &str)]) {
    let programs: Vec<&str> = cases.iter().map(|(program, _)| *program).cycle().take(100).collect();
    let found = verdicts(target, &programs).outcomes;
    for (i, outcome) in found.iter().enumerate() {
        check_words(programs[i], &words(outcome), cases[i % cases.len()].1);
    }
    for (program, expected) in cases {
        check_words(program, &words(&target.confirm(program).outcome), expected);
    }
}

#[track_caller]
fn check_words(program: &str, found: &str, expected: &str) {
    match expected.strip_suffix('…') {
        Some(start) => assert!(found.starts_with(start), "{program}: {found}"),
        None => assert_eq!(found, expected, "{program}"),
    }
}

/// The calc checker of the documentation, with and without its planted bug.
fn calc() -> &'static Project {
    static CALC: OnceLock<Project> = OnceLock::new();
    CALC.get_or_init(|| {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/your-own-language.md");
        let page = fs::read_to_string(page).unwrap();
        let source = page.split("```rust\n").nth(1).unwrap().split("```").next().unwrap();
        let fixed = source.replace(" && self.scope.is_empty()", "");
        assert_ne!(source, fixed);
        let project = Project::new();
        for (name, text) in [("mycc", source), ("fixed", &fixed)] {
            let file = project.path(&format!("{name}.rs"));
            fs::write(&file, text).unwrap();
            let rustc = Command::new("rustc")
                .arg(&file)
                .arg("-o")
                .arg(project.path(name))
                .output()
                .unwrap();
            assert!(rustc.status.success(), "{}", String::from_utf8_lossy(&rustc.stderr));
        }
        project
    })
}

fn calc_target(name: &str) -> CommandTarget {
    let command = format!("{} {{file}}", calc().path(name).display());
    let calc = Language::named("calc");
    CommandTarget::from_command_line(&command, calc).unwrap().or_canaries(vec![
        Canary::accepted("(let x = (1 < 2) in (if x then 3 else 4))\n"),
        Canary::rejected("((1 < 2) < 3)\n"),
    ])
}

#[test]
fn a_command_alone_is_a_target() {
    let description = calc_target("mycc");
    let infos = description.describe();
    let [info] = &infos[..] else { panic!("{infos:?}") };
    assert_eq!(info.name.to_string(), "mycc@dev");
    assert_eq!((info.language.name(), info.does), ("calc", Does::Checks));
    let target = &mut *description.open(&info.name, &calc().settings()).unwrap();
    canary(target).unwrap();
    check(
        target,
        &[
            ("((if (1 < 5) then (let x0 = 4 in x0) else 1) < 2)\n", "accepted"),
            ("((1 < 2) < 3)\n", "-:1 type mismatch: expected Int, found Bool"),
            ("(if 1 then 2 else 3)\n", "-:1 type mismatch: expected Bool, found Int"),
            ("(let x0 = 4 in x1)\n", "-:1 unbound variable x1"),
            ("(let x0 = 4\n", "-:1 syntax error: unexpected end of file"),
            ("(if (1 < 2) then 3 else (4 < 5))\n", "-:1 type mismatch: Int or Bool?"),
            // The planted bug.
            ("(let x0 = 1 in (if (1 < 2) then 3 else (4 < 5)))\n", "accepted"),
        ],
    );
    let fixed = &mut *calc_target("fixed")
        .open(&TargetName::new("fixed", "dev"), &calc().settings())
        .unwrap();
    check(
        fixed,
        &[(
            "(let x0 = 1 in (if (1 < 2) then 3 else (4 < 5)))\n",
            "-:1 type mismatch: Int or Bool?",
        )],
    );
}

#[test]
fn a_target_with_wrong_canaries_is_not_trusted() {
    let command = "true {file}";
    let everything = CommandTarget::from_command_line(command, Language::named("calc"))
        .unwrap()
        .or_canaries(vec![Canary::accepted("1\n"), Canary::rejected("((1 < 2) < 3)\n")]);
    let name = everything.describe().remove(0).name;
    let target = &mut *everything.open(&name, &calc().settings()).unwrap();
    let broken = canary(target).unwrap_err().to_string();
    assert!(broken.contains("true@dev cannot be trusted"), "{broken}");
    assert!(broken.contains("must be rejected was given to it alone"), "{broken}");
}

#[test]
fn verdicts_are_told_by_exit_statuses_and_patterns() {
    let project = Project::scripted();
    let toml = format!(
        "command = ['./mycc', '{{file}}']\nrejected = [1]\ncrashed = [70]\nsyntax = '^parse '\n\
         crash = 'fatal: (?P<message>bug .*)'\n{ERROR}\nlimits = {{ cpu = '1s', memory = '64MiB' }}"
    );
    let target = &mut *project.open(&toml);
    check(
        target,
        &[
            ("accept\n", "accepted"),
            ("reject 3: error[E7]: expected `int`\n", "E7:3 expected `int`"),
            ("reject 1: error: parse failure\n", "-:1 (syntax) parse failure"),
            (
                "reject 1: note: see 2\n",
                "unknown: exit status 1, but nothing in the output is an error…",
            ),
            ("say prelude.calc:9: error: ambiguous\n", "-:0 ambiguous"),
            ("say 5/program.calc:9: error: in 5/program.calc\n", "-:9 in program.calc"),
            ("exit 70\n", "crash: exit status 70: program.calc leaves"),
            ("exit 7\n", "unknown: exit status 7 means nothing by the description…"),
            ("exit 0\n", "accepted"),
            ("bug\n", "crash: bug in _ at step #"),
            ("signal SEGV\n", "crash: signal 11"),
            ("signal ABRT\n", "crash: signal 6"),
            ("signal KILL\n", "unknown: the compiler did not finish: it was killed…"),
        ],
    );
}

#[test]
fn a_command_alone_has_the_usual_meanings() {
    let project = Project::scripted();
    let target = &mut *project.open("command = './mycc {file}'");
    check(
        target,
        &[
            ("accept\n", "accepted"),
            ("reject 3: error[E7]: expected `int`\n", "E7:3 expected `int`"),
            ("reject 12:7-12:9: type error\n", "-:12 type error"),
            ("say Error: no\n", "-:0 Error: no"),
            ("exit 1\n", "-:0 program.calc leaves"),
            ("exit 125\n", "-:0 program.calc leaves"),
            (
                "exit 127\n",
                "unknown: the command could not be started inside the sandbox (exit status 127)…",
            ),
            ("exit 128\n", "crash: exit status 128: program.calc leaves"),
            ("exit 255\n", "crash: exit status 255: program.calc leaves"),
            ("say internal error: unreachable `x` 3\n", "crash: internal error: unreachable _ #"),
            ("panic\n", "crash: src/check.rs:10:5 index # of _"),
            ("bug\n", "accepted"),
        ],
    );
}

#[test]
fn where_a_status_says_nothing_diagnostics_decide() {
    let project = Project::scripted();
    let toml = format!("command = './mycc {{file}}'\naccepted = [0, 1]\nrejected = [1]\n{ERROR}");
    check(
        &mut *project.open(&toml),
        &[
            ("accept\n", "accepted"),
            ("reject 1: warning: unused\n", "accepted"),
            ("reject 1: error: no\n", "-:1 no"),
        ],
    );
}

#[test]
fn many_files_are_given_to_one_process() {
    let project = Project::scripted();
    let toml = format!("command = './mycc {{files}}'\ncrashed = [70]\n{ERROR}\nlimits.cpu = '1s'");
    let target = &mut *project.open(&toml);
    check(
        target,
        &[
            ("accept\n", "accepted"),
            ("reject 3: error[E7]: expected `int`\n", "E7:3 expected `int`"),
            ("accept\n", "accepted"),
            ("reject 4: error: in the last\n", "-:4 in the last"),
        ],
    );
    let found = verdicts(target, &["accept\n", "reject 1: error: no\n", "accept\n"]);
    assert_eq!(found.runs.len(), 2, "one is peeled off: {:?}", found.runs);
    // An error may hide those of later files.
    let found = verdicts(target, &["stop 1: error: a\n", "accept\n", "stop 2: error: b\n"]);
    let found: Vec<String> = found.outcomes.iter().map(words).collect();
    assert_eq!(found, ["-:1 a", "accepted", "-:2 b"]);
    // What ends the process is found by bisection, and hides nothing.
    let mut programs = vec!["accept\n"; 100];
    programs[17] = "exit 70\n";
    programs[30] = "reject 2: error: no\n";
    programs[31] = "signal SEGV\n";
    programs[50] = "reject 1: note: nothing\n";
    let found = verdicts(target, &programs).outcomes;
    let found: Vec<(usize, String)> =
        found.iter().map(words).enumerate().filter(|(_, words)| words != "accepted").collect();
    let expected = [
        (17, "crash: exit status 70: program.calc leaves"),
        (30, "-:2 no"),
        (31, "crash: signal 11"),
        (50, "unknown: exit status 1, but nothing in the output is an error…"),
    ];
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for ((i, found), (at, expected)) in found.iter().zip(expected) {
        assert_eq!(*i, at);
        check_words(programs[at], found, expected);
    }
    let found = verdicts(target, &["accept\n", "accept\n", "spin\n"]).outcomes;
    assert_eq!(found.iter().map(words).collect::<Vec<_>>(), ["accepted", "accepted", "timed out"]);
}

/// A compiler that misbehaves on one program gets a clear word, soon, and the
/// programs around it keep their verdicts.
#[test]
fn compilers_that_misbehave_are_stopped() {
    let project = Project::scripted();
    let large = &mut *project.open("command = './mycc {file}'\nlimits.cpu = '1s'");
    let small =
        &mut *project.open("command = './mycc {file}'\nlimits = { cpu = '1s', memory = '128MiB' }");
    let cases = [
        ("spin\n", "timed out"),
        ("signal XCPU\n", "timed out"),
        ("resist\n", "unknown: the compiler did not finish: it was killed…"),
        ("say fatal: SIGXCPU: cpu limit exceeded\n", "timed out"),
        ("sleep\n", "unknown: the compiler did not finish: it was killed because it waited…"),
        ("flood\n", "unknown: the compiler did not finish: it met the limit of output"),
        ("fork\n", "unknown: the compiler did not finish: it met the limit of processes"),
        ("hog\n", "crash: out of memory"),
        ("daemon\n", "accepted"),
        // It takes long, but not because it waits.
        ("busy\n", "accepted"),
        ("read\n", "accepted"),
    ];
    for (program, expected) in cases {
        let started = Instant::now();
        let programs = ["accept\n", program, "say no\n", "accept\n"];
        let target = if program == "hog\n" { &mut *small } else { &mut *large };
        let found: Vec<String> = verdicts(target, &programs).outcomes.iter().map(words).collect();
        check_words(program, &found[1], expected);
        assert_eq!([&found[0], &found[2], &found[3]], ["accepted", "-:0 no", "accepted"]);
        // Far below the 1,000 s that it would sleep, however busy the machine is.
        assert!(started.elapsed() < Duration::from_secs(600), "{program}: {:?}", started.elapsed());
    }
}

#[test]
fn a_batch_ends_though_the_compiler_never_does() {
    let project = Project::scripted();
    let target = &mut *project.open("command = './mycc {file}'\nlimits.cpu = '1s'");
    let found = verdicts(target, &["sleep\n", "accept\n", "sleep\n"]);
    assert_eq!(found.runs.len(), 1, "only the programs concerned have no verdict");
    let kinds: Vec<&str> = found.outcomes.iter().map(|outcome| outcome.kind().name()).collect();
    assert_eq!(kinds, ["unknown", "accepted", "unknown"]);
}

#[test]
fn a_program_is_confirmed_with_larger_limits() {
    let project = Project::scripted();
    let target = &mut *project.open("command = './mycc {file}'\nlimits.cpu = '1s'");
    assert_eq!(words(&verdicts(target, &["burn\n"]).outcomes[0]), "timed out");
    let alone = target.confirm("burn\n");
    assert_eq!(words(&alone.outcome), "accepted");
    assert!(alone.cpu > Duration::from_secs(1), "{:?}", alone.cpu);
}

#[test]
fn commands_that_cannot_be_started_are_told_when_opened() {
    let project = Project::new().with("plain", "text").with("lost", "#!/nowhere/sh\n");
    fs::set_permissions(project.path("plain"), fs::Permissions::from_mode(0o644)).unwrap();
    fs::create_dir(project.path("folder")).unwrap();
    let check = |toml: &str, expected: &[&str]| {
        let Err(why) = project.open_as("mycc@dev", toml) else { panic!("{toml} was opened") };
        assert!(why.starts_with("mycc@dev cannot be used: "), "{why}");
        for piece in expected {
            assert!(why.contains(piece), "{piece:?} is not in: {why}");
        }
    };
    let path = |name: &str| project.path(name).display().to_string();
    check("command = 'no-such-compiler {file}'", &["\"no-such-compiler\" on PATH", "./no-such"]);
    check("command = './nowhere {file}'", &[&path("nowhere"), "No such file"]);
    check("command = './plain {file}'", &[&path("plain"), "not executable", "chmod +x"]);
    check("command = './folder {file}'", &[&path("folder"), "not a file"]);
    check("command = 'true {file}'\nread-only = ['lib']", &["`read-only`", &path("lib")]);
    check("command = 'true {file}'\nread-only = ['/tmp']", &["/tmp of its own"]);

    let unknown = TargetName::new("mycc", "dev").with("fast");
    let target = project.parse(&described("command = 'true {file}'"));
    let Err(error) = target.open(&unknown, &project.settings()) else { panic!() };
    assert_eq!(error.to_string(), "mycc@dev has no configuration \"fast\"");

    // What shows only inside the sandbox is no verdict.
    let lost = &mut *project.open("command = './lost {file}'");
    let outcome = words(&lost.confirm("accept\n").outcome);
    assert!(outcome.starts_with("unknown: the command could not be started inside"), "{outcome}");
}

#[test]
fn the_compiler_sees_what_the_description_gives_it() {
    let project = Project::scripted();
    let library = tempfile::tempdir().unwrap();
    fs::write(library.path().join("core.txt"), "core").unwrap();
    fs::write(project.path("note.txt"), "a note").unwrap();
    let core = library.path().join("core.txt").display().to_string();
    // By a relative path, as an argument of another program.
    let toml = format!(
        "command = 'sh ./mycc {{file}}'\nenv = {{ MYCC = 'quiet' }}\nread-only = ['{}']",
        library.path().display()
    );
    let target = &mut *project.open(&toml);
    check(
        target,
        &[(&format!("env {core}\n"), "-:1 quiet / a note / core"), ("write\n", "accepted")],
    );
    let without = &mut *project.open("command = './mycc {file}'");
    let outcome = words(&without.confirm(&format!("env {core}\n")).outcome);
    assert!(outcome.starts_with("-:1 / a note / cat: "), "{outcome}");
}

#[test]
fn configurations_are_targets() {
    let project = Project::scripted();
    let toml = "version = '1.2'\ncommand = './mycc {file}'\n[target.configurations]\n\
                strict = ['./mycc', '--strict it\\'s', '{file}']\n"
        .replace("'--strict it\\'s'", "\"--strict it's\"");
    let names: Vec<String> = project
        .parse(&described(&toml))
        .describe()
        .iter()
        .map(|info| info.name.to_string())
        .collect();
    assert_eq!(names, ["mycc@1.2", "mycc@1.2+strict"]);
    let mut default = project.open_as("mycc@1.2", &toml).unwrap();
    assert_eq!(words(&default.confirm("accept\n").outcome), "accepted");
    let mut strict = project.open_as("mycc@1.2+strict", &toml).unwrap();
    assert_eq!(
        words(&strict.confirm("accept\n").outcome),
        "-:0 --strict it's:1: error: option --strict it's"
    );
}

/// What is said about a file, which must name it.
#[track_caller]
fn mistake(toml: &str, expected: &[&str]) {
    let error = CommandTarget::parse(toml, Path::new("some/wellsmith.toml")).unwrap_err();
    let said = error.to_string();
    for piece in ["some/wellsmith.toml"].iter().chain(expected) {
        assert!(said.contains(piece), "{piece:?} is not in:\n{said}");
    }
}

#[test]
fn mistakes_in_a_description_are_told() {
    let target = |rest: &str| described(&format!("command = 'mycc {{file}}'\n{rest}"));
    mistake("", &["describes no target", "[[target]]"]);
    mistake("[target\n", &["line 1"]);
    mistake("[[targets]]\nname = 'x'\n", &["line 1", "unknown field `targets`", "`target`"]);
    mistake("[[target]]\nlanguage = 'calc'\ncommand = 'x {file}'\n", &["missing field `name`"]);
    mistake("[[target]]\nname = 'x'\ncommand = 'x {file}'\n", &["missing field `language`"]);
    mistake("[[target]]\nname = 'x'\nlanguage = 'calc'\n", &["missing field `command`"]);
    mistake("[[target]]\nname = 'a@b'\n", &["line 2", "\"a@b\" is not a name"]);
    mistake("[[target]]\nname = 'x'\nlanguage = ''\n", &["line 3", "language", "is not a name"]);
    mistake(&target("acepted = [0]"), &["line 5", "unknown field `acepted`", "`accepted`"]);
    mistake(&target("version = '1+2'"), &["line 5", "version", "is not a name"]);
    mistake(&target("extension = '../x'"), &["line 5", "extension", "is not a name"]);
    mistake(&target("dialect = 'rusty'"), &["line 5", "unknown dialect \"rusty\"", "rust-types"]);
    mistake(&target("accepted = 0"), &["line 5", "accepted", "expected a sequence"]);
    mistake(&target("accepted = [300]"), &["line 5", "accepted", "300", "u8"]);
    mistake(&target("accepted = [139]"), &["target mycc", "`accepted` has 139", "signal"]);
    mistake(&target("rejected = [1]\ncrashed = [1]"), &["`rejected` and `crashed` both have 1"]);
    mistake(&target("rejected = [0]"), &["`rejected` and `accepted` both have 0", "`error`"]);
    mistake(&target("error = '('"), &["line 5", "error = '('", "unclosed group"]);
    mistake(&target("error = '(?P<row>.)'"), &["`error` has a group \"row\"", "file, line, code"]);
    mistake(&target("crash = '(?P<file>.)'"), &["`crash` has a group \"file\"", "place, message"]);
    mistake(&target("syntax = '(?P<x>.)'"), &["`syntax` has a group \"x\"", "no groups"]);
    mistake(&target("limits.cpu = '10 parsecs'"), &["line 5", "limits.cpu", "unit"]);
    mistake(&target("limits.cpu = '1ms'"), &["line 5", "limits.cpu", "from 1s to 1h"]);
    mistake(&target("limits.cpu = 10"), &["line 5", "limits.cpu", "expected a string"]);
    mistake(&target("limits.memory = '1KiB'"), &["line 5", "limits.memory", "16MiB"]);
    mistake(&target("limits.memory = 'much'"), &["line 5", "limits.memory"]);
    mistake(&target("limits.disk = '1s'"), &["line 5", "unknown field `disk`", "`memory`"]);
    mistake(&target("env = { A = 1 }"), &["line 5", "A = 1", "expected a string"]);
    mistake(
        &target("canary = [{ program = '1', must = 'pass' }]"),
        &["`pass`", "`accept`", "`reject`"],
    );
    mistake(
        &target("canary = [{ program = '1', must = 'accept' }]"),
        &["`canary`", "must = \"reject\""],
    );
    mistake(&target("configurations.'a+b' = 'x {file}'"), &["`configurations` has \"a+b\""]);
    mistake(&target("configurations.a = 'x'"), &["line 5", "must have `{file}`"]);
    let twice = [target(""), target("")].concat();
    mistake(&twice, &["target mycc", "`version`", "different versions"]);

    let command = |command: &str| described(&format!("command = {command}"));
    mistake(&command("1"), &["line 4", "command = 1", "a string or a list of strings"]);
    mistake(&command("[]"), &["line 4", "names no program"]);
    mistake(&command("'mycc'"), &["line 4", "must have `{file}`"]);
    mistake(&command("'mycc {file} \"'"), &["line 4", "quotation mark"]);
    mistake(&command("'mycc {file} {files}'"), &["line 4", "either `{file}` or one `{files}`"]);
    mistake(&command("'mycc --in={files}'"), &["line 4", "argument of its own"]);
    mistake(&command("'mycc {files}'"), &["target mycc", "`error`", "(?P<file>…)"]);
    mistake(
        &described("command = 'mycc {files}'\nerror = '(?P<message>.*)'"),
        &["target mycc", "`error`", "(?P<file>…)"],
    );
}

#[test]
fn mistakes_in_a_command_are_told() {
    let said = |command: &str| {
        let calc = Language::named("calc");
        CommandTarget::from_command_line(command, calc).unwrap_err().to_string()
    };
    assert!(said("mycc").contains("\"mycc\" must have `{file}`"), "{}", said("mycc"));
    assert!(said("").contains("names no program"));
    assert!(said("mycc '{file}").contains("quotation mark"));
    assert!(said("mycc {files}").contains("wellsmith.toml"));
}

/// The example in the documentation is a description.
#[test]
fn the_example_in_the_documentation_is_in_order() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/your-own-language.md");
    let page = fs::read_to_string(page).unwrap();
    let toml = page.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let description = CommandTarget::parse(toml, &calc().path("wellsmith.toml")).unwrap().remove(0);
    let name = description.describe().remove(0).name;
    let target = &mut *description.open(&name, &calc().settings()).unwrap();
    canary(target).unwrap();
    check(target, &[("(let x0 = 4\n", "-:1 (syntax) syntax error: unexpected end of file")]);
}
