//! The same for every compiler.

use case::Outcome;
use targets::jvm::Settings;
use targets::{End, Target, canary};
use toolchains::Home;

use crate::support::*;

/// Programs in one language.
struct Programs {
    good: &'static str,
    /// An error of types in line 3.
    ill_typed: &'static str,
    /// An error of syntax.
    broken: &'static str,
    /// Uses a class of `good`, which it must not see.
    foreign: &'static str,
    /// Uses a library.
    client: &'static str,
    /// The code of the error in `ill_typed`.
    code: Option<&'static str>,
}

/// Batches of everything. `hides` says whether errors of syntax and of names
/// hide those of types in other programs.
fn check(spec: &str, programs: &Programs, hides: bool) {
    let Programs { good, ill_typed, broken, foreign, client, code } = *programs;
    let Home::Jars { jars, .. } = toolchain("jacoco").home else { panic!("it is made of jars") };
    let mut target = open(spec, &Settings { libraries: jars, ..settings() });
    canary(&mut target).unwrap_or_else(|broken| panic!("{broken}"));
    assert_confirms(&mut target);

    let report = target.submit(&[good, ill_typed, client]);
    assert!(silent(&report, 0) && silent(&report, 2), "{report:?}");
    let error = &rejected(&report, 1)[0];
    assert_eq!((error.line, error.syntax), (Some(3), false), "{error}");
    assert_eq!(error.code.as_deref(), code);
    assert!(matches!(report.end, End::FinishedAll), "{:?}", report.end);

    for (program, syntax) in [(foreign, false), (broken, true)] {
        let report = target.submit(&[ill_typed, program, good]);
        let error = &rejected(&report, 1)[0];
        assert!(error.syntax == syntax && !error.message.contains("ws"), "{error}");
        assert!(silent(&report, 2));
        assert_eq!(silent(&report, 0), hides, "{report:?}");
        assert_eq!(matches!(report.end, End::Finished), hides, "{:?}", report.end);
    }

    // The host is none the worse for it.
    let report = target.submit(&[good, good]);
    assert!(silent(&report, 0) && silent(&report, 1), "{report:?}");
    assert!(matches!(report.end, End::FinishedAll), "{:?}", report.end);
}

#[test]
fn java() {
    let java = Programs {
        good: "class Helper<T> { T it; }\nclass Main { int m(Helper<String> h) { return h.it.length(); } }\n",
        ill_typed: "class Main {\n  int m() {\n    return \"a\";\n  }\n}\n",
        broken: "class Main { int m( { } }\n",
        foreign: "class Main { Helper<String> h; }\n",
        client: "class Main { String version = org.jacoco.core.JaCoCo.VERSION; }\n",
        code: Some("compiler.err.prob.found.req"),
    };
    check("javac@25", &java, false);
}

const KOTLIN: Programs = Programs {
    good: "class Helper<out T : Any>(val it: T)\nfun main() {\n  println(Helper(\"a\").it.length)\n}\n",
    ill_typed: "fun main() {\n  val x = listOf(1)\n  val y: String = x[0]\n}\n",
    broken: "fun main() {\n  val = 1\n}\n",
    foreign: "val helper = Helper(\"a\")\n",
    client: "val version: String = org.jacoco.core.JaCoCo.VERSION\n",
    code: Some("TYPE_MISMATCH"),
};

#[test]
fn kotlin_2() {
    check("kotlin@2.4.21", &Programs { code: Some("INITIALIZER_TYPE_MISMATCH"), ..KOTLIN }, false);
}

#[test]
fn kotlin_1() {
    check("kotlin@1.8.20", &KOTLIN, false);
}

const SCALA: Programs = Programs {
    good: "class Helper[+T](val it: T)\nobject Main:\n  def main = Helper(\"a\").it.length\n",
    ill_typed: "object Main:\n  val x = List(1)\n  val y: String = x.head\n",
    broken: "object Main:\n  val = 1\n",
    foreign: "object Main:\n  val helper = new Helper(\"a\")\n",
    client: "object Main:\n  val version: String = org.jacoco.core.JaCoCo.VERSION\n",
    code: Some("E007"),
};

#[test]
fn scala_new() {
    check("scala@3.9.0", &SCALA, false);
}

#[test]
fn scala_lts() {
    check("scala@3.3.8", &SCALA, false);
}

const GROOVY: Programs = Programs {
    good: "class Helper<T> { T it }\n\
           @groovy.transform.CompileStatic\n\
           class Main { int m(Helper<String> h) { h.it.length() } }\n",
    ill_typed: "@groovy.transform.TypeChecked\nclass Main {\n  int m(String s) { s.trim() }\n}\n",
    broken: "class Main { int m( { }\n",
    foreign: "@groovy.transform.CompileStatic\nclass Main { Helper<String> h }\n",
    client: "@groovy.transform.CompileStatic\n\
             class Main { String version = org.jacoco.core.JaCoCo.VERSION }\n",
    code: None,
};

#[test]
fn groovy_new() {
    check("groovy@6.0.0", &GROOVY, true);
}

#[test]
fn groovy_4() {
    check("groovy@4.0.28", &GROOVY, true);
}

/// A program that runs while it is compiled may write to the pipe through which
/// the host answers.
#[test]
fn a_message_without_end_does_not_fill_our_memory() {
    let flood = "@groovy.transform.ASTTest(phase = SEMANTIC_ANALYSIS, value = {\n  \
                   def pipe = new FileOutputStream(FileDescriptor.out)\n  \
                   pipe.write([0x7f, -1, -1, -1] as byte[])\n  \
                   def block = new byte[1 << 20]\n  \
                   while (true) { pipe.write(block) }\n\
                 })\nclass Main {}\n";
    let mut target = open("groovy@4.0.28", &settings());
    let before = peak_memory();
    let outcome = target.confirm(flood).outcome;
    assert!(matches!(outcome, Outcome::Unknown(_) | Outcome::Crashed(_)), "{outcome}");
    let grown = peak_memory() - before;
    assert!(grown < 200 << 20, "{grown} bytes more");
}

/// The most memory that this process ever had, in bytes.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() << 10
}
