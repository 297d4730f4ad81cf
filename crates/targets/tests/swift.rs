//! swiftc, the real one, in its Debian root.

use std::path::{Path, PathBuf};

use case::Outcome;
use targets::{Must, Settings, Target, canary, verdicts};
use toolchains::{Cache, Spec, Toolchain};

/// The folder that keeps what is made once, also from one test run to the next.
fn cache() -> PathBuf {
    let named = std::env::var_os("WELLSMITH_CACHE").map(PathBuf::from);
    named.unwrap_or_else(|| Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"))
}

/// A Swift; it is fetched if it is not there.
fn swift() -> Toolchain {
    let spec: Spec = "swift@6.0".parse().expect("it is in the catalogue");
    let toolchains = Cache::open(Some(cache())).expect("there is a folder for it");
    toolchains
        .find(&spec)
        .or_else(|_| toolchains.install(&spec, &mut |_| {}))
        .unwrap_or_else(|error| panic!("{spec} cannot be had: {error}"))
}

fn target(configuration: &str) -> Box<dyn Target> {
    let swift = swift();
    let name = targets::name(&swift).with(configuration);
    targets::open(&swift, &name, &Settings::new(cache())).expect("it can be used")
}

/// An outcome; of a rejection the code and the line of each error.
fn in_words(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Rejected(diagnostics) => {
            let words = diagnostics.iter().map(|diagnostic| {
                let code = diagnostic.code.as_deref().unwrap_or("-");
                let syntax = if diagnostic.syntax { " syntax" } else { "" };
                format!("{code}:{}{syntax}", diagnostic.line.unwrap_or_default())
            });
            words.collect::<Vec<_>>().join(" ")
        }
        Outcome::Unknown(why) => format!("unknown: {why}"),
        other => other.kind().to_string(),
    }
}

/// Checks the outcomes of a batch, and of each program alone. The result is how
/// many runs it took.
#[track_caller]
fn check(target: &mut dyn Target, cases: &[(&str, &str)]) -> usize {
    let (programs, expected): (Vec<&str>, Vec<&str>) = cases.iter().copied().unzip();
    let found = verdicts(target, &programs);
    let outcomes: Vec<String> = found.outcomes.iter().map(in_words).collect();
    assert_eq!(outcomes, expected);
    for (program, expected) in cases {
        assert_eq!(in_words(&target.confirm(program).outcome), *expected, "{program}");
    }
    found.runs.len()
}

/// Declarations of every kind, and statements between them.
const EVERYTHING: &str = "\
protocol Shape { var area: Double { get } }
struct Square: Shape { let side: Double; var area: Double { side * side } }
final class Node<T> { var next: Node<T>?; let value: T; init(_ value: T) { self.value = value } }
indirect enum Tree { case leaf, node(Tree, Tree) }
typealias Pair<T> = (T, T)
extension Int { var doubled: Int { self * 2 } }
extension Int: Shape { var area: Double { Double(self) } }
extension Tree: Equatable {}
func swap<T>(_ pair: Pair<T>) -> Pair<T> { (pair.1, pair.0) }
let square = Square(side: 2)
var total = square.area
for i in 0..<3 { total += Double(i.doubled) }
let _ = swap((1, 2))
private let text = \"\\(total) } {\"
do { try print(failing(), text) } catch { print(error) }
enum Failure: Error { case one }
func failing() throws -> Int { throw Failure.one }
if Tree.leaf == .node(.leaf, .leaf) { print(3.area) }
try print(failing())
";

const TYPE: &str = "struct S { let x: Int }\nlet s = S(x: \"a\")\n";
const RETURN: &str = "func f(_ x: Bool) -> Int {\n    if x { return 1 }\n}\n";
const UNINITIALISED: &str = "func f() -> Int {\n    let x: Int\n    return x\n}\nprint(f())\n";
const SYNTAX: &str = "func f( { }\n";
const OPERATOR: &str = "\
infix operator <+>: AdditionPrecedence
func <+> (x: Int, y: Int) -> Int { x + y }
print(1 <+> 2)
";
const MAIN: &str = "@main struct App { static func main() { print(1) } }\n";
const CONFORMANCE: &str = "extension Int: Error {}\nprint(1 as Error)\n";
const PUBLIC: &str = "public struct S { public init() {} }\nprint(S())\n";

#[test]
fn a_mixed_batch_is_told_apart() {
    let runs = check(
        &mut *target(""),
        &[
            (EVERYTHING, "accepted"),
            (TYPE, "cannot_convert_argument_value:2"),
            (RETURN, "missing_return_decl:3"),
            (EVERYTHING, "accepted"),
            (OPERATOR, "accepted"),
            (UNINITIALISED, "variable_used_before_initialized:3"),
            (SYNTAX, "expected_parameter_name:1 syntax func_decl_without_brace:1"),
            (MAIN, "accepted"),
            (CONFORMANCE, "accepted"),
            (OPERATOR, "accepted"),
            (PUBLIC, "accepted"),
            (CONFORMANCE, "accepted"),
            (EVERYTHING, "accepted"),
        ],
    );
    assert!(runs <= 3, "{runs}");
}

#[test]
fn canaries_hold_in_every_configuration() {
    let swift = swift();
    for info in targets::describe(&swift) {
        let mut target = targets::open(&swift, &info.name, &Settings::new(cache())).unwrap();
        canary(&mut *target).unwrap_or_else(|broken| panic!("{broken}"));
        for canary in target.canaries() {
            let expected = Some(canary.must == Must::Accept);
            assert_eq!(target.confirm(&canary.program).outcome.is_accepted(), expected);
        }
    }
}

/// The paper's bug 10, with `try!`: still there.
const CRASHES: &str = "\
class Class {
    var num: Int = 1
    init() throws {}
}
_ = (try! Class().num)
";

#[test]
fn a_crash_is_found_and_the_others_keep_their_verdicts() {
    let swift = &mut *target("");
    let found = verdicts(swift, &[EVERYTHING, TYPE, CRASHES, EVERYTHING, OPERATOR]).outcomes;
    let words: Vec<String> = found.iter().map(in_words).collect();
    let type_error = "cannot_convert_argument_value:2";
    assert_eq!(words, ["accepted", type_error, "compiler-crashed", "accepted", "accepted"]);
    let Outcome::Crashed(crash) = &found[2] else { unreachable!() };
    assert_eq!(
        crash.signature,
        "unimplemented lvalue expr: UNREACHABLE executed at lib/SILGen/SILGenLValue.cpp < While \
         evaluating request ASTLoweringRequest"
    );
    let Outcome::Crashed(alone) = swift.confirm(CRASHES).outcome else { panic!("no crash") };
    assert_eq!(alone.signature, crash.signature);
}

/// Literals of several types, on which the solver gives up.
const COMPLEX: &str = "\
let a = 1, b = 2.0
let x: Double = -(1 + 2 * 3 - -4) / (5 + 6.0 * -7) + (1 - 2) * (3.0 + -(4)) - (true ? 1 : 2.5) * \
(8 + 9 - 10 / 11.0) + -1 - -2 + (3 * -4)
";

#[test]
fn an_expression_that_is_too_complex_has_a_code_of_its_own() {
    let found = verdicts(&mut *target(""), &[EVERYTHING, COMPLEX, RETURN]).outcomes;
    let words: Vec<String> = found.iter().map(in_words).collect();
    assert_eq!(words, ["accepted", "too-complex:2", "missing_return_decl:3"]);
}

#[test]
fn language_mode_6_has_its_own_verdicts() {
    let race = "class C { var x = 0 }\nfunc f(_ c: C) { Task.detached { c.x += 1 } }\n";
    let words: Vec<String> = ["", "swift6"]
        .map(|mode| in_words(&verdicts(&mut *target(mode), &[EVERYTHING, race]).outcomes[1]))
        .into();
    assert_eq!(words[0], "accepted");
    assert_eq!(words[1], "regionbasedisolation_typed_tns_passed_sending_closure:2");
}

#[test]
fn foundation_can_be_imported() {
    let foundation = "import Foundation\nprint(sqrt(2.0), Date())\n";
    let glibc = "import Glibc\nprint(sqrt(2.0))\n";
    check(
        &mut *target(""),
        &[(foundation, "accepted"), (EVERYTHING, "accepted"), (glibc, "accepted")],
    );
}

/// The seed programs that the `mutate` engine is built with. A target knows
/// nothing of engines, so they are read as files.
fn seed_programs() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../mutate/seeds/swift");
    let entries = std::fs::read_dir(&folder).expect("there is a folder of seeds");
    let mut found: Vec<(String, String)> = entries
        .map(|entry| {
            let entry = entry.expect("it can be listed");
            let text = std::fs::read_to_string(entry.path()).expect("a program is text");
            (entry.file_name().to_string_lossy().into_owned(), text)
        })
        .collect();
    found.sort();
    found
}

/// Checks that a configuration accepts every seed program.
#[track_caller]
fn check_seed_programs(configuration: &str) {
    let seeds = seed_programs();
    assert!(seeds.len() >= 150, "{} programs", seeds.len());
    let mut target = target(configuration);
    let batch = target.info().batch;
    for seeds in seeds.chunks(batch) {
        let programs: Vec<&str> = seeds.iter().map(|(_, text)| text.as_str()).collect();
        let found = verdicts(&mut *target, &programs);
        for ((name, _), outcome) in seeds.iter().zip(&found.outcomes) {
            assert_eq!(in_words(outcome), "accepted", "{name}");
        }
    }
}

#[test]
fn seed_programs_are_accepted() {
    check_seed_programs("");
}

#[test]
fn seed_programs_are_accepted_in_language_mode_6() {
    check_seed_programs("swift6");
}
