//! The driver with the real rustc.

use std::path::PathBuf;

use case::Outcome;
use toolchains::{Home, ToolchainId};

use super::*;
use crate::{canary, verdicts};

const GOOD: &str = "fn f(x: &u8) -> u8 { *x }\nfn main() { f(&1); }\n";
const MISMATCH: &str = "fn ok() {}\nfn f() -> u32 {\n    \"a\"\n}\n";
const BORROW: &str = "fn f() -> &'static str {\n    let s = String::new();\n    &s\n}\n";
const UNCLOSED: &str = "fn f() {\n    g(\n}\n";

/// The rustc that compiles this test: the real one, not a shim.
fn host() -> Toolchain {
    let rustc = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    let ask = |args: &[&str]| {
        let output = std::process::Command::new(&rustc).args(args).output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    let program = PathBuf::from(ask(&["--print", "sysroot"])).join("bin/rustc");
    let version = ask(&["--version"]).split(' ').nth(1).unwrap().to_owned();
    let id = ToolchainId { name: "rustc".to_owned(), version };
    Toolchain { id, home: Home::Program(program), path: None }
}

/// The configurations of the rustc that compiles this test.
fn configured() -> Vec<Rustc> {
    let host = host();
    describe(&host)
        .into_iter()
        .map(|info| Rustc::new(&host, info, &Settings::new(PathBuf::new())))
        .collect()
}

fn plain() -> Rustc {
    configured().remove(0)
}

/// What is said about each program alone, in a few words.
#[track_caller]
fn check(programs: &[&str], expected: &[&str]) {
    let found = verdicts(&mut plain(), programs).outcomes;
    let found: Vec<String> = found.iter().map(in_words).collect();
    assert_eq!(found, expected);
}

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
        other => other.kind().to_string(),
    }
}

/// A user's script around the compiler, in a folder that the sandbox hides but for this.
#[test]
fn a_wrapper_is_what_is_tested() {
    use std::os::unix::fs::PermissionsExt;
    let Toolchain { id, home: Home::Program(real), .. } = host() else { panic!("a program") };
    let installation = real.ancestors().nth(2).unwrap().to_owned();
    let folder = tempfile::tempdir().unwrap();
    let wrapped = |options: &str| {
        let program = folder.path().join("my-rustc");
        fs::write(&program, format!("#!/bin/sh\nexec {} {options} \"$@\"\n", real.display()))
            .unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let home = Home::Wrapper { program, installation: installation.clone() };
        let toolchain = Toolchain { id: id.clone(), home, path: None };
        let info = describe(&toolchain).remove(0);
        in_words(
            &Rustc::new(&toolchain, info, &Settings::new(PathBuf::new()))
                .confirm("#[cfg(mine)] fn f() { x }")
                .outcome,
        )
    };
    assert_eq!(wrapped(""), "accepted");
    assert_eq!(wrapped("--cfg mine"), "E0425:1");
}

#[test]
fn a_mixed_batch_is_told_apart() {
    check(
        &[GOOD, MISMATCH, BORROW, UNCLOSED, GOOD],
        &["accepted", "E0308:3", "E0515:3", "-:3 syntax", "accepted"],
    );
}

#[test]
fn syntax_errors_are_told_from_others() {
    check(&["fn f() { let = 1; }"], &["-:1 syntax"]);
    check(&["fn f() { 1 + }"], &["-:1 syntax"]);
    check(&["fn f() -> { }"], &["-:1 syntax"]);
    check(&["fn f() { \"abc }"], &["E0765:1 syntax"]);
    check(&["struct S { a: u8 b: u8 }"], &["-:1 syntax"]);
    check(&["fn f() { x }"], &["E0425:1"]);
    check(&["fn f() { nothing!() }"], &["-:1"]);
    // Errors of the borrow checker without a code.
    check(&["fn f<'a, 'b>(x: &'a u8, y: &'b u8) -> &'a u8 { y }"], &["-:1"]);
}

#[test]
fn errors_in_macros_belong_to_the_program() {
    check(
        &[GOOD, "struct S;\nfn f() {\n    println!(\"{}\", S);\n    assert_eq!(S, S);\n}"],
        &["accepted", "E0277:3 E0369:4 E0277:4 E0277:4"],
    );
    check(
        &["macro_rules! m { () => { let x: u8 = \"\"; } }\nfn f() {\n    m!();\n}"],
        &["E0308:1"],
    );
}

#[test]
fn lints_that_are_errors_reject_and_warnings_do_not() {
    check(&["fn f() { let unused = 1; }"], &["accepted"]);
    check(&["fn f() -> u8 { 256 }"], &["overflowing_literals:1"]);
}

#[test]
fn programs_do_not_see_each_other() {
    check(&["fn g() {}", "fn f() { g() }", "fn g() {}"], &["accepted", "E0425:1", "accepted"]);
}

#[test]
fn a_fatal_error_hides_others_until_it_is_peeled_off() {
    let endless = "trait T {}\nimpl<X> T for Vec<X> where Vec<Vec<X>>: T {}\nfn need<X: T>() {}\n\
                   fn f() { need::<Vec<u8>>() }";
    let found = verdicts(&mut plain(), &[endless, MISMATCH, UNCLOSED, GOOD]);
    let words: Vec<_> = found.outcomes.iter().map(in_words).collect();
    assert_eq!(words, ["E0275:2", "E0308:3", "-:3 syntax", "accepted"]);
    assert!(found.runs.len() > 2, "nothing was hidden: {:?}", found.runs);
}

#[test]
fn a_crash_is_found_and_named() {
    let deep = format!("fn f() -> i32 {{ {}1{} }}", "(".repeat(20_000), ")".repeat(20_000));
    let found = verdicts(&mut plain(), &[GOOD, GOOD, MISMATCH, &deep, GOOD]).outcomes;
    let words: Vec<_> = found.iter().map(in_words).collect();
    assert_eq!(words, ["accepted", "accepted", "E0308:3", "compiler-crashed", "accepted"]);
    let Outcome::Crashed(crash) = &found[3] else { unreachable!() };
    assert!(crash.signature.starts_with("stack overflow (+0x"), "{}", crash.signature);
    assert!(crash.text.contains("SIGSEGV"));
    assert!(matches!(plain().confirm(&deep).outcome, Outcome::Crashed(_)));
}

#[test]
fn a_panic_of_the_compiler_is_named_and_attributed() {
    // rustc itself turns its first error into a panic here.
    let mut panics = Rustc { unstable: &["-Ztreat-err-as-bug=1"], ..plain() };
    let nested = format!("mod deep {{\n{MISMATCH}\n}}");
    let End::Crashed(crash, named) = panics.submit(&[GOOD, &nested, GOOD]).end else { panic!() };
    assert_eq!(named, Some(1));
    assert_eq!(crash.signature, "mismatched types [typeck]");
    assert!(crash.text.contains("query stack during panic"));
}

#[test]
fn signatures_hold_what_stays_the_same() {
    let of = |text: &str, bug| crash_of(&Ended::Exited(101), text, bug).signature;
    assert_eq!(
        of(
            "\nthread 'rustc' (4711) panicked at /rustc-dev/0af/compiler/rustc_x/src/lib.rs:31:17:\n\
             no entry for DefId(0:3 ~ batch[1]::p1::f)\nstack backtrace:\n",
            None,
        ),
        "compiler/rustc_x/src/lib.rs:31: no entry for DefId"
    );
    assert_eq!(
        of(
            "thread 'rustc' panicked at 'called `Option::unwrap()` on a `None` value', \
             compiler/rustc_middle/src/ty/query/mod.rs:235:5\n\
             query stack during panic:\n#0 [type_of] computing type of `p1::X`\n",
            Some("unexpected panic"),
        ),
        "compiler/rustc_middle/src/ty/query/mod.rs:235: called _ on a _ value [type_of]"
    );
    assert_eq!(
        of(
            "thread 'rustc' panicked at 'Box<dyn Any>', /rustc/0af/compiler/rustc_errors/src/lib.rs:9:1\n",
            Some(
                "/rustc/0af/compiler/rustc_ty_utils/src/layout.rs:12:3: no type for DefId(0:3 ~ p[1]::f)"
            ),
        ),
        "compiler/rustc_ty_utils/src/layout.rs:12:3: no type for DefId"
    );
    let frames = "librustc_driver-1.so(+0x6d)[0x7f3a]\nlibc.so.6(+0x3c)[0x7f3b]\n";
    assert_eq!(crash_of(&Ended::Signalled(11), frames, None).signature, "signal 11");
}

#[test]
fn a_compiler_that_does_not_end_is_stopped() {
    let endless = "#[allow(long_running_const_eval)]\nconst A: () = loop {};";
    let rustc = plain();
    let files = [("lib.rs".to_owned(), "mod p0;"), ("p0.rs".to_owned(), endless)];
    let report = rustc.compile(&files, "metadata", limits(Duration::from_secs(1)), 1, &|_| None);
    assert!(matches!(report.end, End::TimedOut(time, None) if time >= Duration::from_secs(1)));

    // The clock on the wall says nothing about the program.
    let limits = Limits { wall: Duration::from_secs(1), ..limits(Duration::from_secs(100)) };
    let report = rustc.compile(&files, "metadata", limits, 1, &|_| None);
    assert!(matches!(&report.end, End::Failed(why) if why.contains("wall-clock")), "{report:?}");
}

#[test]
fn canaries_hold_in_every_configuration() {
    let mut targets = configured();
    let names: Vec<_> = targets.iter().map(|target| &target.info.name.configuration[..]).collect();
    assert_eq!(names, ["", "next-solver", "polonius", "next-solver-polonius", "edition-2024"]);
    for target in &mut targets {
        canary(target).unwrap();
    }
}

#[test]
fn an_option_that_does_not_exist_is_no_rejection() {
    let mut broken = Rustc { unstable: &["-Znext-solver=nonsense"], ..plain() };
    assert!(matches!(broken.submit(&[GOOD, MISMATCH]).end, End::Failed(_)));
    let seen = canary(&mut broken).unwrap_err().seen;
    assert!(matches!(&seen, Outcome::Unknown(why) if why.contains("nonsense")), "{seen}");
}

#[test]
fn configurations_differ_where_they_should() {
    // Accepted by the old borrow checker never, by the new one always: a
    // conditional return of a loan.
    let conditional = "use std::collections::HashMap;\n\
        fn get(map: &mut HashMap<u8, u8>) -> &mut u8 {\n\
            match map.get_mut(&1) {\n\
                Some(x) => x,\n\
                None => { map.insert(1, 2); map.get_mut(&1).unwrap() }\n\
            }\n\
        }\n";
    let words: Vec<_> = configured()
        .iter_mut()
        .map(|target| in_words(&verdicts(target, &[conditional]).outcomes[0]))
        .collect();
    let both = "E0499:5 E0499:5";
    assert_eq!(words, [both, both, "accepted", "accepted", both]);

    // In edition 2024 an opaque type captures all lifetimes in scope.
    let captures = "trait T {}\nimpl<'a> T for &'a u8 {}\nfn f<'a>(x: &'a u8) -> impl T { x }\n";
    let words: Vec<_> = configured()
        .iter_mut()
        .map(|target| in_words(&verdicts(target, &[captures]).outcomes[0]))
        .collect();
    assert_eq!(words, ["E0700:3", "E0700:3", "E0700:3", "E0700:3", "accepted"]);
}

#[test]
fn the_new_solver_is_used_where_it_is_usable() {
    let old = |version: &str| {
        let id = ToolchainId { name: "rustc".to_owned(), version: version.to_owned() };
        let configured = describe(&Toolchain { id, ..host() });
        configured.into_iter().map(|info| info.name.configuration).collect::<Vec<_>>()
    };
    assert_eq!(old("1.84.1"), [""]);
    assert_eq!(old("1.85.0"), ["", "polonius", "edition-2024"]);
    assert_eq!(old("1.86.0").len(), 5);
}

#[test]
fn confirming_compiles_the_program_as_a_crate_to_the_end() {
    let mut rustc = plain();
    assert_eq!(rustc.confirm(GOOD).outcome, Outcome::Accepted);
    assert_eq!(in_words(&rustc.confirm(MISMATCH).outcome), "E0308:3");
    let outcome = rustc.confirm("struct S;\nfn f() -> crate::S { S }").outcome;
    assert_eq!(outcome, Outcome::Accepted);
    // Only generating code shows this one.
    let late = "const fn f<const N: usize>() { assert!(N > 1) }\n\
                struct A<const N: usize>;\nimpl<const N: usize> A<N> { const B: () = f::<N>(); }\n\
                pub fn g() {\n    let () = A::<1>::B;\n}\n";
    check(&[late], &["accepted"]);
    assert_eq!(in_words(&rustc.confirm(late).outcome), "E0080:3");
}
