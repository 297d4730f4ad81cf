//! Go, as it is on this machine.

use std::fmt::Write as _;
use std::time::Duration;

use case::HangEvidence;
use targets::runtimes::{Effort, Efforts, HangLimits};
use targets::{End, Said, Settings};

use crate::support::*;

/// A program with a body for its main function, and helpers.
fn program(body: &str) -> String {
    format!(
        "package main\n\nimport (\n\t\"fmt\"\n\t\"sync\"\n)\n\ntype unit struct{{}}\n\nfunc send(c \
         chan int, n int, wg *sync.WaitGroup) {{\n\tdefer wg.Done()\n\tc <- n\n}}\n\nfunc main() \
         {{\n\tvar wg sync.WaitGroup\n\tc := make(chan int)\n{body}\n\twg.Wait()\n\tfmt.Println(\"ok\")\n}}\n"
    )
}

const PASSES: &str = "\twg.Add(1)\n\tgo send(c, 1, &wg)\n\t<-c";
const BLOCKS: &str = "\twg.Add(1)\n\tgo send(c, 1, &wg)";
const PANICS: &str = "\twg.Add(1)\n\tgo send(c, 1, &wg)\n\tclose(c)\n\tclose(c)";
/// Hangs in one of 64 runs: a select chooses at random among what is ready.
const GAMBLES: &str = "\ta, b, lost := make(chan int), make(chan int), 0\n\tclose(a)\n\tclose(b)\n\t\
                       for i := 0; i < 6; i++ {\n\t\tselect {\n\t\tcase <-a:\n\t\tcase \
                       <-b:\n\t\t\tlost++\n\t\t}\n\t}\n\tif lost == 6 {\n\t\t<-c\n\t}";

#[test]
fn canaries_do_what_they_must() {
    assert_canaries(&mut *target("go"), HangEvidence::Runtime);
}

#[test]
fn each_program_of_a_mixed_batch_is_reported_for_itself() {
    let [passes, blocks, panics] = [PASSES, BLOCKS, PANICS].map(program);
    let exits = "package main\n\nimport \"os\"\n\nfunc main() {\n\tos.Stdout.WriteString(\"bye\")\n\tos.Exit(0)\n}\n";
    let report = target("go").submit(&[&passes, &blocks, &panics, exits, &passes]);
    assert!(matches!(report.end, End::FinishedAll), "{report:?}");
    assert_prints(ran(&report, 0), "ok\n");
    assert_prints(ran(&report, 3), "bye");
    assert_prints(ran(&report, 4), "ok\n");

    let hang = hung(ran(&report, 1));
    assert_eq!(hang.evidence, HangEvidence::Runtime);
    assert!(hang.text.contains("main.send"), "the goroutines are shown: {}", hang.text);

    let crash = crashed(ran(&report, 2));
    assert!(crash.signature.starts_with("panic: "), "{crash:?}");
    assert!(crash.signature.contains("close"), "{crash:?}");
    assert!(!crash.text.contains('ǀ'), "names are those of the program: {crash:?}");
}

#[test]
fn errors_are_given_to_their_programs_and_lines() {
    let passes = program(PASSES);
    let wrong = program("\tc <- \"text\"\n\tvar unused int");
    let unparsed = "package main\n\nfunc main() {\n\tc := := 1\n}\n";
    let headless = "package main\n\nfunc helper() {}\n";
    let mut target = target("go");

    let report = target.submit(&[&passes, &wrong, headless]);
    assert!(matches!((&report.said[0], &report.end), (Said::Nothing, End::Finished)));
    let lines: Vec<_> = rejected(&report, 1).iter().map(|d| (d.line, d.syntax)).collect();
    assert_eq!(lines, [(Some(18), false), (Some(19), false)]);
    assert!(rejected(&report, 2)[0].message.contains("main is undeclared"));

    // A file that is not parsed hides the errors of the others.
    let report = target.submit(&[&wrong, unparsed]);
    assert!(matches!((&report.said[0], &report.end), (Said::Nothing, End::Finished)));
    let diagnostic = &rejected(&report, 1)[0];
    assert_eq!((diagnostic.line, diagnostic.syntax), (Some(4), true));
}

#[test]
fn a_program_that_hangs_sometimes_is_confirmed_with_its_rate() {
    let ran = confirmed(&mut *target("go"), &program(GAMBLES));
    assert_eq!(hung(&ran).evidence, HangEvidence::Runtime);
    assert!(failed(&ran) > 0 && failed(&ran) * 4 < ran.runs(), "{ran}");
}

#[test]
fn what_is_confirmed_is_the_program_alone() {
    let program = "package main\n\nimport \"os\"\n\nfunc main() {\n\tif len(os.Args) > 1 \
                   {\n\t\tos.Exit(3)\n\t}\n}\n";
    let mut target = target("go");
    assert_eq!(crashed(ran(&target.submit(&[program]), 0)).signature, "exit status 3");
    assert_prints(&confirmed(&mut *target, program), "");
}

#[test]
fn programs_are_run_optimised_and_unoptimised() {
    // A function that was inlined has no entry of its own.
    let program = "package main\n\nimport (\n\t\"fmt\"\n\t\"runtime\"\n)\n\nfunc here(pcs []uintptr) \
                   {\n\truntime.Callers(1, pcs)\n}\n\nfunc main() {\n\tpcs := make([]uintptr, 1)\n\t\
                   here(pcs)\n\tframe, _ := runtime.CallersFrames(pcs).Next()\n\t\
                   fmt.Println(frame.Func == nil)\n}\n";
    for (configuration, output) in [("", "true\n"), ("noopt", "false\n")] {
        let mut target = configured("go", configuration, &Settings::new(cache()));
        assert_prints(ran(&target.submit(&[program]), 0), output);
        assert_prints(&confirmed(&mut *target, program), output);
    }
}

#[test]
fn a_busy_machine_raises_no_alarm() {
    let programs: Vec<String> = (0..20)
        .map(|i| {
            let mut body = String::new();
            for _ in 0..=i {
                let _ = writeln!(body, "{PASSES}");
            }
            program(&body)
        })
        .collect();
    let sources: Vec<&str> = programs.iter().map(String::as_str).collect();
    let report = under_load(|| target("go").submit(&sources));
    for program in 0..sources.len() {
        assert_prints(ran(&report, program), "ok\n");
    }
}

#[test]
fn a_program_that_runs_for_ever_uses_up_its_time() {
    let batch = Effort::batch(20);
    let hang = HangLimits { cpu: Duration::from_secs(1), ..batch.hang };
    let efforts = Efforts { batch: Effort { hang, ..batch }, confirm: Effort::confirm(100) };
    let settings = Settings { efforts: Some(efforts), ..Settings::new(cache()) };
    let mut target = configured("go", "", &settings);
    let body = "\tfor {\n\t\tselect {\n\t\tcase <-c:\n\t\tdefault:\n\t\t}\n\t}";
    let report = target.submit(&[&program(body)]);
    let hang = hung(ran(&report, 0));
    assert_eq!(hang.evidence, HangEvidence::CpuTime);
    assert!(hang.text.contains("main.main()"), "{}", hang.text);
}
