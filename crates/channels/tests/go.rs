//! Generated Go programs compile, terminate, and print `ok`. Needs `go`.
//!
//! This checks the generator and the printer of Go against a runtime that is
//! taken to be correct; it is not meant to find bugs in Go. So there is no
//! sandbox and no repetition: the programs are this crate's own and only print,
//! and whether a runtime is correct is decided with the drivers of the crate
//! `targets`.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use case::{Engine, Language, Mode};
use channels::Channels;
use channels::generate::Heuristic;
use choice::Random;

#[test]
fn go_programs_compile_and_terminate() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let mut imports = String::new();
    let mut cases = String::new();
    let mut number = 0;
    for heuristic in Heuristic::ALL {
        let engine = Channels::new();
        let mut plan = engine.plan(Language::Go, Mode::Terminating);
        plan.features.retain(|name| !name.starts_with("heuristic="));
        plan.features.push(heuristic.feature().name);
        for size in [2, 4, 7] {
            plan.size = size;
            let mut random = Random::new(23);
            for i in 0..8 {
                let made = random.generate(i, |choices| engine.generate(&plan, choices)).unwrap();
                let source = made.value[0]
                    .source
                    .replacen("package main", &format!("package p{number}"), 1)
                    .replacen("func main()", "func Main()", 1);
                let package = root.join(format!("p{number}"));
                fs::create_dir(&package).unwrap();
                fs::write(package.join("p.go"), source).unwrap();
                writeln!(imports, "\t\"batch/p{number}\"").unwrap();
                writeln!(cases, "\tcase \"{number}\":\n\t\tp{number}.Main()").unwrap();
                number += 1;
            }
        }
    }
    let main = format!(
        "package main\n\nimport (\n\t\"os\"\n{imports})\n\nfunc main() {{\n\tswitch os.Args[1] {{\n\
         {cases}\t}}\n}}\n"
    );
    fs::write(root.join("main.go"), main).unwrap();
    fs::write(root.join("go.mod"), "module batch\n\ngo 1.19\n").unwrap();
    let built = Command::new("go")
        .args(["build", "-o", "batch", "."])
        .env("GOTOOLCHAIN", "local")
        .env("GOFLAGS", "-mod=mod")
        .current_dir(root)
        .output()
        .expect("this test needs a Go toolchain: put `go` on the PATH");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    for i in 0..number {
        // The Go runtime reports a deadlock by itself, so there is no time limit.
        let ran = Command::new(root.join("batch")).arg(i.to_string()).output().unwrap();
        let source = || fs::read_to_string(root.join(format!("p{i}/p.go"))).unwrap();
        let error = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!(String::from_utf8_lossy(&ran.stdout), "ok\n", "{error}\n{}", source());
        assert!(ran.status.success(), "{error}\n{}", source());
    }
}
