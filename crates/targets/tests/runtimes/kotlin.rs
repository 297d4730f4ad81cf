//! Kotlin's channels, old and new.

use std::time::Duration;

use case::HangEvidence;
use targets::runtimes::{Effort, Efforts, HangLimits};
use targets::{End, Must, Said, Settings};

use crate::support::*;

/// Settings with two series of so many runs for each program of a batch, and a
/// limit of processor time for each.
fn settings(repetitions: u32, cpu: Duration) -> Settings {
    let own = Effort::batch(repetitions);
    let batch = Effort { series: 2, hang: HangLimits { cpu, ..own.hang }, ..own };
    let efforts = Efforts { batch, confirm: Effort { series: 8, ..Effort::confirm(5000) } };
    Settings { efforts: Some(efforts), ..Settings::new(cache()) }
}

/// A program for the newest library, with a body for its main function.
fn program(body: &str) -> String {
    format!(
        "import kotlinx.coroutines.*\nimport kotlinx.coroutines.channels.*\nimport \
         kotlinx.coroutines.selects.*\n\nfun main() {{ runBlocking(Dispatchers.Default) {{\n    val \
         c = Channel<Int>()\n    {body}\n}}\n    println(\"ok\")\n}}\n"
    )
}

/// A program like the one of Fig. 15 of Stiévenart and Madsen, "Fuzzing
/// Channel-Based Concurrency Runtimes using Types and Effects": five partners,
/// and main selects one of them and then serves the others. The number turns
/// the order in which that happens.
fn figure_15(number: usize) -> String {
    // What main does on each channel, as a statement and as a clause.
    let main = ["c1.receive()", "c2.receive()", "c3.send(Unit)", "c4.send(Unit)", "c5.send(Unit)"];
    let clauses =
        ["c1.onReceive", "c2.onReceive", "c3.onSend(Unit)", "c4.onSend(Unit)", "c5.onSend(Unit)"];
    let mut select = String::new();
    for clause in 0..3 {
        let first = (number * (clause + 1) + 2 * clause + 1) % 5;
        let rest: Vec<&str> =
            (1..5).map(|step| main[(first + step * (1 + number / 5 % 4)) % 5]).collect();
        select.push_str(&format!("        {} {{ {} }}\n", clauses[first], rest.join("; ")));
    }
    format!(
        "import kotlinx.coroutines.experimental.*
import kotlinx.coroutines.experimental.channels.*
import kotlinx.coroutines.experimental.selects.*

fun main() = runBlocking<Unit> {{
    val c1 = Channel<Unit>()
    val c2 = Channel<Unit>()
    val c3 = Channel<Unit>()
    val c4 = Channel<Unit>()
    val c5 = Channel<Unit>()
    val jobs = listOf(
        launch(CommonPool) {{
            select<Unit> {{
                c5.onReceive {{ }}
                c5.onReceive {{ }}
                c5.onReceive {{ }}
            }}
        }},
        launch(CommonPool) {{ c4.receive() }},
        launch(CommonPool) {{ c3.receive() }},
        launch(CommonPool) {{ c2.send(Unit) }},
        launch(CommonPool) {{ c1.send(Unit) }}
    )
    select<Unit> {{
{select}    }}
    jobs.forEach {{ it.join() }}
    println(\"ok\")
}}
"
    )
}

#[test]
fn each_program_of_a_mixed_batch_is_reported_for_itself() {
    let passes = program("launch { c.send(1) }\n    c.receive()");
    let blocks = program("launch { c.send(1) }\n    c.receive()\n    c.receive()");
    let throws = program("launch { throw IllegalStateException(\"number 7\") }\n    c.receive()");
    let spins = program("while (c.isEmpty) { }");
    let settings = settings(500, Duration::from_secs(2));
    let mut target = configured("kotlinx-coroutines@1.11.0", "", &settings);
    let hangs = canary_that(&*target, Must::Hang);
    let report = target.submit(&[&passes, &blocks, &throws, &spins, &hangs, &passes]);
    assert!(matches!(report.end, End::FinishedAll), "{report:?}");
    assert_prints(ran(&report, 0), "ok\n");
    assert_prints(ran(&report, 5), "ok\n");
    let hang = hung(ran(&report, 1));
    assert_eq!(hang.evidence, HangEvidence::AllBlocked);
    assert!(
        hang.text.contains("after run 0 of") && hang.text.contains("runBlocking"),
        "{}",
        hang.text
    );
    let crash = crashed(ran(&report, 2));
    assert!(crash.signature.starts_with("java.lang.IllegalStateException"), "{crash:?}");
    assert_eq!(hung(ran(&report, 3)).evidence, HangEvidence::CpuTime);
    assert_eq!(hung(ran(&report, 4)).evidence, HangEvidence::AllBlocked);

    let wrong = program("c.send(\"text\")");
    let report = target.submit(&[&passes, &wrong]);
    assert!(matches!((&report.said[0], &report.end), (Said::Nothing, End::Finished)));
    let diagnostic = &rejected(&report, 1)[0];
    assert_eq!((diagnostic.line, diagnostic.syntax), (Some(7), false));
}

#[test]
fn what_is_confirmed_is_the_program_alone() {
    let program = "class Probe\n\nfun main() {\n    println(Probe::class.java.name)\n}\n";
    let mut target = target("kotlinx-coroutines@1.11.0");
    assert_prints(ran(&target.submit(&[program]), 0), "p0.Probe\n");
    assert_prints(&confirmed(&mut *target, program), "Probe\n");
}

#[test]
fn the_stack_overflow_of_version_0_19_is_met_again() {
    let programs: Vec<String> = (0..20).map(figure_15).collect();
    let sources: Vec<&str> = programs.iter().map(String::as_str).collect();
    let settings = settings(1000, Duration::from_secs(10));
    let mut target = configured("kotlinx-coroutines@0.19", "", &settings);
    // A batch of 40,000 runs overflows about four times, which may be never.
    let crash = (0..10).find_map(|_| {
        let report = target.submit(&sources);
        assert!(matches!(report.end, End::FinishedAll), "{report:?}");
        let failing = (0..sources.len()).find(|&program| failed(ran(&report, program)) > 0)?;
        Some(crashed(ran(&report, failing)).clone())
    });
    let crash = crash.expect("one of the programs overflows the stack");
    assert!(crash.signature.starts_with("java.lang.StackOverflowError < kotlinx."), "{crash:?}");
}

/// `check` gives a program the time that its user says, and calls nothing blocked before.
#[test]
fn a_program_is_given_its_time() {
    let confirmed = |seconds, body: &str| {
        let run_limit = Some(Duration::from_secs(seconds));
        let settings = Settings { run_limit, ..Settings::new(cache()) };
        let mut target = configured("kotlinx-coroutines@1.11.0", "", &settings);
        confirmed(&mut *target, &program(body))
    };
    let sleeps = confirmed(90, "launch { delay(12_000); c.send(1) }\n    c.receive()");
    assert_eq!(sleeps.to_string(), "prints \"ok\\n\" in 1 of 1 runs");
    assert_eq!(hung(&confirmed(5, "c.receive()")).evidence, HangEvidence::WallTime);
}
