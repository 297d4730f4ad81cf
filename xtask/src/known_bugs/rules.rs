//! Bugs of rustc that programs from typing rules meet again.
//!
//! A bug is recognised by what the program is like (the premise that is negated,
//! or the rules that it uses), by a wrong verdict of the compiler that has the
//! bug, and by the right verdict of one that has it no longer.

use std::time::Instant;

use anyhow::{Context, bail, ensure};
use case::{Engine, Expectation, Family, FindingKind, Language, Mode, Outcome, Plan, TestCase};
use choice::{Tape, shrink};
use rules::Rules;
use targets::Target;

use crate::common::{Made, cache, configured, programs};

/// A bug of rustc.
struct Known {
    /// Numbers of rust-lang/rust issues.
    issue: &'static str,
    shape: &'static str,
    /// Which compiler is wrong, and which one is right.
    wrong: &'static str,
    right: &'static str,
    mode: Mode,
    /// The premise that is negated; for well-typed programs a rule that is used.
    mark: &'static str,
    /// A rule that is used besides.
    uses: &'static str,
}

/// After how many programs every bug must be met.
const WITHIN: u64 = 20_000;

const KNOWN: &[Known] = &[
    Known {
        issue: "80800",
        shape: "an object whose bindings break the equation of a supertrait",
        wrong: "rustc@1.48.0",
        right: "rustc@1.63.0",
        mode: Mode::IllTyped,
        mark: "Need-Dyn.agree",
        uses: "E-Need",
    },
    Known {
        issue: "27675",
        shape: "an object whose binding does not live as long as its trait says",
        wrong: "rustc@1.48.0",
        right: "rustc@1.63.0",
        mode: Mode::IllTyped,
        mark: "Need-Dyn.last",
        uses: "E-Need",
    },
    Known {
        issue: "56556",
        shape: "a bound on a projection of a higher-ranked bound",
        wrong: "rustc@1.48.0",
        right: "rustc@1.63.0",
        mode: Mode::WellTyped,
        mark: "Ranked-Proj",
        uses: "E-Ranked",
    },
    Known {
        issue: "104763",
        shape: "an associated constant of a type that is not well-formed",
        wrong: "rustc@1.63.0",
        right: "rustc@1.85.1",
        mode: Mode::IllTyped,
        mark: "E-Const.wf",
        uses: "K-Const-Ref",
    },
    Known {
        issue: "115175",
        shape: "None of a type that is not well-formed",
        wrong: "rustc@1.63.0",
        right: "rustc@1.95.0",
        mode: Mode::IllTyped,
        mark: "E-None.wf",
        uses: "F-Adt",
    },
    Known {
        issue: "25860",
        shape: "a function pointer that drops an implied bound",
        wrong: "rustc@1.63.0",
        right: "rustc@1.85.1",
        mode: Mode::IllTyped,
        mark: "E-Pointer.ins",
        uses: "E-Pointer",
    },
    Known {
        issue: "141402",
        shape: "a cast of a raw object pointer to a longer lifetime",
        wrong: "rustc@1.85.1",
        right: "rustc@1.95.0",
        mode: Mode::IllTyped,
        mark: "E-Cast.long",
        uses: "E-Cast",
    },
    Known {
        issue: "155520",
        shape: "an opaque result whose callee needs 'static",
        wrong: "rustc@1.95.0+next-solver",
        right: "rustc@1.95.0",
        mode: Mode::IllTyped,
        mark: "Holds.sat",
        uses: "E-Call-Opaque",
    },
    Known {
        issue: "114389, 57893",
        shape: "an impl for all types against the object's own",
        wrong: "rustc@1.95.0",
        right: "rustc@1.95.0+next-solver",
        mode: Mode::IllTyped,
        mark: "Need-Equal.impl",
        uses: "K-Any",
    },
];

impl Known {
    /// Whether a program is of the kind in which the bug shows.
    fn fits(&self, case: &TestCase) -> bool {
        let marked = match &case.expectation {
            Expectation::Reject(reason) => reason.rule == self.mark,
            _ => case.features.contains(&self.mark),
        };
        marked && case.features.contains(&self.uses)
    }

    /// The kind of finding that the bug is.
    fn kind(&self) -> FindingKind {
        match self.mode {
            Mode::WellTyped => FindingKind::Precision,
            _ => FindingKind::Soundness,
        }
    }

    fn is_wrong(&self, case: &TestCase, outcome: &Outcome) -> bool {
        case::judge(&case.expectation, outcome) == Some(self.kind())
    }

    fn is_right(&self, case: &TestCase, outcome: &Outcome) -> bool {
        !matches!(outcome, Outcome::Unknown(_)) && case::judge(&case.expectation, outcome).is_none()
    }
}

/// A bug that was met: with which program, and what that was reduced to.
struct Met {
    program: u64,
    source: String,
    tries: usize,
}

/// Looks for every known bug and prints a table of them.
pub(super) fn run() -> anyhow::Result<()> {
    let mut rows = Vec::new();
    let mut missed = Vec::new();
    let ill_typed = programs(&Rules, &plan(Mode::IllTyped), 1, WITHIN);
    let well_typed = programs(&Rules, &plan(Mode::WellTyped), 1, WITHIN);
    for known in KNOWN {
        let made = if known.mode == Mode::WellTyped { &well_typed } else { &ill_typed };
        println!("== {} ({}): {}", known.issue, known.wrong, known.shape);
        let started = Instant::now();
        let row = match meet(known, made) {
            Ok(met) => {
                println!(
                    "met with program {}; reduced in {} tries; {:.0} s\n{}",
                    met.program,
                    met.tries,
                    started.elapsed().as_secs_f64(),
                    met.source
                );
                let lines = met.source.lines().filter(|line| !line.is_empty()).count();
                format!("{:>8} {:>6} {:>5} lines  met", met.program, WITHIN, lines)
            }
            Err(why) => {
                println!("MISSED: {why:#}\n");
                missed.push(known.issue);
                format!("{:>8} {:>6} {:>5}        missed", "-", WITHIN, "-")
            }
        };
        rows.push(format!("{:<14} {:<26} {row}", known.issue, known.wrong));
    }
    println!(
        "{:<14} {:<26} {:>8} {:>6} {:>11}",
        "issue", "compiler", "program", "budget", "reduced"
    );
    rows.iter().for_each(|row| println!("{row}"));
    println!("{} of {} known bugs met again", KNOWN.len() - missed.len(), KNOWN.len());
    if missed.is_empty() { Ok(()) } else { bail!("missed: {}", missed.join("; ")) }
}

/// The programs about lifetimes, with everything switched on.
fn plan(mode: Mode) -> Plan {
    let features = Rules.features(Language::Rust, mode).iter().map(|feature| feature.name);
    let features = features.filter(|name| !["traits", "moves"].contains(name)).collect();
    Plan { features, ..Rules.plan(Language::Rust, mode) }
}

fn meet(known: &Known, made: &[Made]) -> anyhow::Result<Met> {
    let cache = cache()?;
    let mut wrong = configured(&cache, known.wrong)?;
    let mut right = configured(&cache, known.right)?;
    let fitting: Vec<_> =
        made.iter().enumerate().filter(|(_, made)| known.fits(&made.case)).collect();
    ensure!(!fitting.is_empty(), "none of {} programs is like that", made.len());
    for batch in fitting.chunks(20) {
        let sources: Vec<&str> = batch.iter().map(|(_, made)| &made.case.source[..]).collect();
        let verdicts = targets::verdicts(wrong.as_mut(), &sources);
        for ((number, made), outcome) in batch.iter().zip(&verdicts.outcomes) {
            let case = &made.case;
            if known.is_wrong(case, outcome)
                && known.is_wrong(case, &wrong.confirm(&case.source))
                && known.is_right(case, &right.confirm(&case.source))
            {
                let program = *number as u64 + 1;
                return reduce(known, program, &made.tape, wrong.as_mut(), right.as_mut());
            }
        }
    }
    bail!("{} of {} programs are like that, and all were judged rightly", fitting.len(), made.len())
}

/// Shrinks the tape while the bug stays the same.
fn reduce(
    known: &Known,
    program: u64,
    tape: &Tape,
    wrong: &mut dyn Target,
    right: &mut dyn Target,
) -> anyhow::Result<Met> {
    let plan = plan(known.mode);
    let alone = |target: &mut dyn Target, case: &TestCase| {
        targets::verdicts(target, &[&case.source]).outcomes.swap_remove(0)
    };
    let shrunk = shrink(
        tape,
        150,
        |choices| Rules.generate(&plan, choices),
        |family: &Family| {
            let case = &family[0];
            known.fits(case)
                && known.is_wrong(case, &alone(wrong, case))
                && known.is_right(case, &alone(right, case))
        },
    )
    .context("the program does it only in company")?;
    let source = shrunk.value.into_iter().next().context("a family is never empty")?.source;
    Ok(Met { program, source, tries: shrunk.asked })
}
