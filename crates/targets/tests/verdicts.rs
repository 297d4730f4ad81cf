//! Verdicts and canaries against a compiler that does as its programs say.

use std::time::Duration;

use case::{
    Behaviour, Crash, Diagnostic, Dialect, Does, Hang, HangEvidence, Language, Outcome, Ran,
    RunEnd, TargetName,
};
use proptest::prelude::*;
use targets::{Alone, Canary, End, Must, Report, Said, Target, TargetInfo, canary, verdicts};

/// The phases of the scripted compiler. An error in one hides those of the
/// later ones.
const PHASES: u32 = 3;

/// A compiler whose programs say what it does with them: `accept`, or a verb
/// and the phase in which it happens, as in `crash 2`.
#[derive(Clone, Debug)]
struct Scripted {
    info: TargetInfo,
    /// Whether errors hide others.
    hides: bool,
    names: Names,
    canaries: Vec<Canary>,
    /// Whether what is said about a program is taken for the next one's.
    miscounts: bool,
    /// Whether nothing is reported about the last program.
    loses_count: bool,
}

/// Whom the scripted compiler says it was at when it crashed or hung.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Names {
    Nobody,
    Culprit,
    /// The one after the culprit.
    Innocent,
}

impl Scripted {
    fn new(hides: bool, names: Names) -> Scripted {
        let info = TargetInfo {
            name: TargetName::new("scripted", "1.0"),
            language: Language::SystemF,
            dialect: Dialect::Standard,
            does: Does::Checks,
            batch: 100,
            used: targets::Used::ByDefault,
        };
        let canaries = vec![Canary::accepted("accept"), Canary::rejected("reject 1")];
        Scripted { info, hides, names, canaries, miscounts: false, loses_count: false }
    }
}

impl Target for Scripted {
    fn info(&self) -> &TargetInfo {
        &self.info
    }

    fn canaries(&self) -> Vec<Canary> {
        self.canaries.clone()
    }

    fn submit(&mut self, programs: &[&str]) -> Report {
        let mut said = vec![Said::Nothing; programs.len()];
        let end = self.compile(programs, &mut said);
        said.rotate_right(usize::from(self.miscounts));
        said.truncate(programs.len() - usize::from(self.loses_count));
        Report { said, end, cpu: Duration::from_millis(programs.len() as u64) }
    }

    fn confirm(&mut self, program: &str) -> Alone {
        let found = verdicts(self, &[program]);
        Alone { cpu: found.cpu(), outcome: found.outcomes.into_iter().next().expect("one") }
    }
}

impl Scripted {
    fn compile(&self, programs: &[&str], said: &mut [Said]) -> End {
        let mut failed = None;
        for (said, program) in said.iter_mut().zip(programs) {
            if program.starts_with("accept-first") {
                *said = Said::Accepted;
            }
        }
        for phase in 1..=PHASES {
            for (position, program) in programs.iter().enumerate() {
                let (verb, at) = program.split_once(' ').unwrap_or((program, "1"));
                if at.parse() != Ok(phase) {
                    continue;
                }
                let named = match self.names {
                    Names::Nobody => None,
                    Names::Culprit => Some(position),
                    Names::Innocent => Some((position + 1) % programs.len()),
                };
                match verb {
                    "accept" | "accept-first" => {}
                    "reject" => said[position] = Said::Rejected(vec![error(phase)]),
                    "crash" => return End::Crashed(Crash::default(), named),
                    "reject-and-crash" => {
                        said[position] = Said::Rejected(vec![error(phase)]);
                        return End::Crashed(Crash::default(), named);
                    }
                    "hang" => return End::TimedOut(Duration::from_secs(1), named),
                    "fail" => failed = Some("an error somewhere".to_owned()),
                    "reject-and-fail" => {
                        said[position] = Said::Rejected(vec![error(phase)]);
                        failed = Some("an error somewhere".to_owned());
                    }
                    "crash-alone" => said[position] = Said::Crashed(Crash::default()),
                    "unclear" => said[position] = Said::Unknown("unclear".to_owned()),
                    "run" => said[position] = Said::Ran(Ran::all(RunEnd::finished("ok"), 1)),
                    "run-and-hang" => {
                        let evidence = HangEvidence::AllBlocked;
                        let hang = Hang { evidence, text: String::new() };
                        said[position] = Said::Ran(Ran::all(RunEnd::Hung(hang), 1));
                    }
                    other => panic!("what is {other}?"),
                }
            }
            let erred = said.iter().any(|said| matches!(said, Said::Rejected(_)));
            if self.hides && (erred || failed.is_some()) {
                break;
            }
        }
        match failed {
            Some(why) => End::Failed(why),
            None if self.hides => End::Finished,
            None => End::FinishedAll,
        }
    }
}

fn error(phase: u32) -> Diagnostic {
    Diagnostic { code: Some(format!("E{phase}")), ..Diagnostic::default() }
}

/// What a program does alone.
fn truth(program: &str) -> Outcome {
    let (verb, phase) = program.split_once(' ').unwrap_or((program, "1"));
    match verb {
        "accept" | "accept-first" => Outcome::Accepted,
        "reject" => Outcome::Rejected(vec![error(phase.parse().unwrap())]),
        "crash" | "reject-and-crash" => Outcome::Crashed(Crash::default()),
        "hang" => Outcome::TimedOut(Duration::from_secs(1)),
        "fail" => Outcome::Unknown("an error somewhere".to_owned()),
        other => panic!("what is {other}?"),
    }
}

/// The bound that the module's documentation derives.
fn most_runs(programs: &[&str], hides: bool, names: Names) -> usize {
    let count = |verbs: &[&str]| {
        programs.iter().filter(|p| verbs.contains(&p.split(' ').next().unwrap())).count()
    };
    let culprits = count(&["crash", "reject-and-crash", "hang", "fail"]);
    let rejected = count(&["reject"]);
    let depth = programs.len().next_power_of_two().trailing_zeros() as usize;
    let splits = match names {
        Names::Nobody => culprits * depth,
        // A failure names nobody.
        Names::Culprit if count(&["fail"]) == 0 => culprits,
        Names::Culprit | Names::Innocent => culprits * (depth + 1),
    };
    let phases = if hides { PHASES as usize } else { 1 };
    2 * splits + 1 + rejected.min(phases * (splits + 1))
}

fn programs() -> impl Strategy<Value = Vec<String>> {
    let verb = prop_oneof![
        20 => Just("accept"),
        4 => Just("accept-first"),
        5 => Just("reject"),
        1 => Just("crash"),
        1 => Just("reject-and-crash"),
        1 => Just("hang"),
        1 => Just("fail"),
    ];
    let program = (verb, 1..=PHASES).prop_map(|(verb, phase)| format!("{verb} {phase}"));
    prop::collection::vec(program, 0..150)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn verdicts_are_true_and_take_few_runs(
        programs in programs(),
        hides in any::<bool>(),
        names in prop_oneof![
            Just(Names::Nobody), Just(Names::Culprit), Just(Names::Innocent)
        ],
    ) {
        let programs: Vec<&str> = programs.iter().map(String::as_str).collect();
        let mut scripted = Scripted::new(hides, names);
        let found = verdicts(&mut scripted, &programs);
        let truth: Vec<Outcome> = programs.iter().map(|program| truth(program)).collect();
        prop_assert_eq!(found.outcomes, truth);
        if programs.is_empty() {
            prop_assert!(found.runs.is_empty());
        } else {
            prop_assert_eq!(found.runs[0].programs, programs.len());
            let most = most_runs(&programs, hides, names);
            prop_assert!(found.runs.len() <= most, "{} runs > {most}", found.runs.len());
        }
    }
}

/// The number of runs that programs take.
#[track_caller]
fn check_runs(names: Names, programs: &[&str], runs: usize) {
    let mut scripted = Scripted::new(true, names);
    assert_eq!(verdicts(&mut scripted, programs).runs.len(), runs);
}

#[test]
fn common_batches_take_the_runs_they_should() {
    check_runs(Names::Nobody, &["accept"; 100], 1);
    check_runs(Names::Nobody, &["reject 1"; 100], 1);
    check_runs(Names::Nobody, &["accept", "reject 2", "accept", "reject 2"], 2);
    check_runs(Names::Nobody, &["reject 1", "accept", "reject 2", "reject 3"], 4);
    let mut one_crash = ["accept"; 64];
    one_crash[20] = "crash 2";
    check_runs(Names::Nobody, &one_crash, 2 * 6 + 1);
    check_runs(Names::Culprit, &one_crash, 3);
    // What is accepted whatever becomes of the others is not compiled again.
    let mut known = ["accept-first"; 64];
    known[20] = "crash 2";
    check_runs(Names::Nobody, &known, 2);
    check_runs(Names::Nobody, &["run"; 10], 1);
    // What was said before a failure is used before the rest is taken apart.
    check_runs(Names::Nobody, &["reject 1", "fail 1", "accept", "accept"], 4);
    // A half of a batch that failed may still name its culprit.
    let mut failure_and_crash = ["accept"; 16];
    failure_and_crash[3] = "fail 1";
    failure_and_crash[12] = "crash 2";
    check_runs(Names::Culprit, &failure_and_crash, 11);
}

#[test]
fn a_compiler_that_hides_nothing_needs_one_run() {
    let mut scripted = Scripted::new(false, Names::Nobody);
    let programs = ["reject 1", "accept", "crash-alone", "unclear", "reject-and-fail 2"];
    let found = verdicts(&mut scripted, &programs[..4]);
    assert_eq!(found.runs.len(), 1);
    let unclear = Outcome::Unknown("unclear".to_owned());
    let rejected = |phase| Outcome::Rejected(vec![error(phase)]);
    let mut expected = vec![rejected(1), Outcome::Accepted, Outcome::Crashed(Crash::default())];
    expected.push(unclear);
    assert_eq!(found.outcomes, expected);

    // After a failure only those programs are decided that something was said
    // about.
    let found = verdicts(&mut scripted, &programs);
    expected.push(rejected(2));
    assert_eq!(found.outcomes, expected);
    assert_eq!(found.runs.iter().map(|run| run.programs).collect::<Vec<_>>(), [5, 1]);
}

#[test]
#[should_panic(expected = "scripted@1.0 lost count")]
fn a_report_must_be_about_every_program() {
    let mut scripted = Scripted { loses_count: true, ..Scripted::new(true, Names::Nobody) };
    verdicts(&mut scripted, &["accept", "accept"]);
}

#[test]
fn what_a_run_took_is_told() {
    let mut scripted = Scripted::new(true, Names::Nobody);
    let found = verdicts(&mut scripted, &["accept", "reject 1", "accept"]);
    assert_eq!(found.runs.iter().map(|run| run.programs).collect::<Vec<_>>(), [3, 2]);
    assert_eq!(found.cpu(), Duration::from_millis(5));
}

/// What the canaries say of a compiler with these as canaries.
fn check_canaries(canaries: &[Canary]) -> String {
    let mut scripted =
        Scripted { canaries: canaries.to_vec(), ..Scripted::new(true, Names::Nobody) };
    canary(&mut scripted).map_or_else(|broken| broken.to_string(), |()| "trusted".to_owned())
}

#[test]
fn canaries_tell_a_broken_target() {
    let [accept, reject] = [Canary::accepted("accept"), Canary::rejected("reject 1")];
    let trusted = |canaries: &[Canary]| assert_eq!(check_canaries(canaries), "trusted");
    trusted(&[accept.clone(), reject.clone()]);
    trusted(&[Canary::accepted("run"), reject.clone(), Canary::hangs("run-and-hang")]);
    let behaves = |text: &str| Canary {
        program: "run".into(),
        must: Must::Behave(Behaviour::prints(text)),
        or: Vec::new(),
    };
    trusted(&[behaves("ok"), reject.clone()]);

    let everything_rejected = check_canaries(&[Canary::accepted("reject 1"), reject.clone()]);
    assert!(everything_rejected.contains("scripted@1.0 cannot be trusted"));
    assert!(everything_rejected.contains("must be accepted was given to it alone"));
    assert!(everything_rejected.contains("rejected\n  [E1]"));
    assert!(check_canaries(&[accept, Canary::rejected("accept")]).contains("must be rejected"));
    assert!(check_canaries(&[Canary::hangs("run")]).contains("must hang"));
    assert!(check_canaries(&[Canary::accepted("run-and-hang")]).contains("must be accepted"));
    assert!(check_canaries(&[behaves("no")]).contains("must behave so: prints \"no\""));

    // Alone, there is no other program that it could be taken for.
    let mut miscounts = Scripted { miscounts: true, ..Scripted::new(false, Names::Nobody) };
    let broken = canary(&mut miscounts).unwrap_err();
    assert_eq!((broken.must, broken.how), (Must::Accept, "together with others"));
}
