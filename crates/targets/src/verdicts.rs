//! From runs over batches to one outcome for each program, for all compilers
//! alike.
//!
//! A run over a batch does not decide every program: an error in one program
//! can hide errors in others, and a crash says nothing about most of them. So:
//!
//! * **Peel.** Programs that a run rejects are rejected. They are taken out and
//!   the rest is compiled again, until a run says nothing more: only then are
//!   those that are left accepted.
//!   A driver that starts the compiler for each program also tells crashes and
//!   unclear answers in this way, and nothing is compiled again for them.
//! * **Bisect.** If a run crashes, does not end, or fails for no program in
//!   particular, both halves are run by themselves. If the compiler named a
//!   culprit, that one is run alone, and the rest without it. What a driver says
//!   was accepted all the same is accepted.
//! * One program alone decides for itself.
//!
//! # How many runs that takes
//! Let a batch hold *n* programs, of which *c* make a run crash, hang or fail
//! and *r* are rejected, and let the compiler have *p* phases of which an
//! earlier one hides the errors of the later ones. Only groups with a culprit
//! are split, at most *c* of them at each of the ⌈log₂ n⌉ sizes, so there are
//! *s* ≤ *c*·⌈log₂ n⌉ splits (*s* ≤ *c* if the compiler names its culprits), and
//! 2*s* + 1 groups. Each takes one run, and one more for each phase in which a
//! run rejects something. From then on, nothing of that phase or an earlier one
//! is left in it or in what it is split into. So a group that is not split
//! accounts for *p* further runs at most, counting those of the groups it came
//! from, and as many groups as *s* + 1 are not split. In all:
//!
//! > runs ≤ 2*s* + 1 + min(*r*, *p*·(*s* + 1))
//!
//! A name that proves wrong is the last one that is believed among the programs
//! concerned. So wrong names add one split for each culprit at most:
//! *s* ≤ *c*·(⌈log₂ n⌉ + 1).

use std::time::Duration;

use case::Outcome;

use crate::{Alone, End, Report, Said, Target};

/// The outcomes of programs on a target, and the runs it took.
#[derive(Clone, Debug)]
pub struct Verdicts {
    /// The outcomes, in the order of the programs.
    pub outcomes: Vec<Outcome>,
    /// The runs it took, the first of them over all programs.
    pub runs: Vec<Run>,
}

impl Verdicts {
    /// The processor time of all runs.
    pub fn cpu(&self) -> Duration {
        self.runs.iter().map(|run| run.cpu).sum()
    }
}

/// One run of the compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// How many programs it was over.
    pub programs: usize,
    /// The processor time it took.
    pub cpu: Duration,
}

/// Finds the outcome of each program on a target.
pub fn verdicts(target: &mut dyn Target, programs: &[&str]) -> Verdicts {
    let outcomes = vec![None; programs.len()];
    let mut batch = Batch { target, programs, outcomes, runs: Vec::new() };
    batch.settle((0..programs.len()).collect(), true);
    let outcomes = batch.outcomes.into_iter().map(|outcome| outcome.expect("all are settled"));
    Verdicts { outcomes: outcomes.collect(), runs: batch.runs }
}

struct Batch<'a> {
    target: &'a mut dyn Target,
    programs: &'a [&'a str],
    outcomes: Vec<Option<Outcome>>,
    runs: Vec<Run>,
}

impl Batch<'_> {
    /// Finds the outcomes of these programs. A culprit that the compiler names
    /// is tried alone if names are believed.
    fn settle(&mut self, mut members: Vec<usize>, mut believe_names: bool) {
        while !members.is_empty() {
            let report = self.run(&members);
            if let [only] = members[..] {
                self.outcomes[only] = Some(report.alone().outcome);
                return;
            }
            let report = self.note_accepted(&mut members, report);
            let named = match report.end {
                // Rejections are not used here: a program that was rejected may
                // also be the one that makes the compiler crash, and then the
                // crash counts.
                End::Crashed(_, named) | End::TimedOut(_, named) => named,
                End::Finished | End::FinishedAll | End::Failed(_) => {
                    let left = self.peel(&members, report.said);
                    let peeled = left.len() < members.len();
                    match report.end {
                        End::Failed(_) if !peeled => None,
                        End::Finished | End::Failed(_) if peeled => {
                            members = left;
                            continue;
                        }
                        _ => {
                            for member in left {
                                self.outcomes[member] = Some(Outcome::Accepted);
                            }
                            return;
                        }
                    }
                }
            };
            match named {
                Some(position) if believe_names => {
                    let culprit = members.remove(position);
                    self.settle(vec![culprit], false);
                    believe_names = matches!(
                        self.outcomes[culprit],
                        Some(Outcome::Crashed(_) | Outcome::TimedOut(_))
                    );
                }
                _ => {
                    let right = members.split_off(members.len() / 2);
                    self.settle(right, believe_names);
                }
            }
        }
    }

    fn run(&mut self, members: &[usize]) -> Report {
        let programs: Vec<&str> = members.iter().map(|&member| self.programs[member]).collect();
        let report = self.target.submit(&programs);
        assert_eq!(report.said.len(), programs.len(), "{} lost count", self.target.info().name);
        self.runs.push(Run { programs: programs.len(), cpu: report.cpu });
        report
    }

    /// Notes the programs that were accepted whatever became of the others, and
    /// takes them out of the members and of the report.
    fn note_accepted(&mut self, members: &mut Vec<usize>, mut report: Report) -> Report {
        let is_accepted = |said: &Said| matches!(said, Said::Accepted);
        let accepted: Vec<bool> = report.said.iter().map(is_accepted).collect();
        for (&member, _) in members.iter().zip(&accepted).filter(|(_, accepted)| **accepted) {
            self.outcomes[member] = Some(Outcome::Accepted);
        }
        if let End::Crashed(_, named) | End::TimedOut(_, named) = &mut report.end {
            *named = named.filter(|&position| !accepted[position]).map(|position| {
                position - accepted[..position].iter().filter(|accepted| **accepted).count()
            });
        }
        let mut left = accepted.iter();
        members.retain(|_| !left.next().expect("one for each"));
        report.said.retain(|said| !is_accepted(said));
        report
    }

    /// Notes the outcomes of programs that the report decides. The result is the
    /// programs that it says nothing about.
    fn peel(&mut self, members: &[usize], said: Vec<Said>) -> Vec<usize> {
        for (&member, said) in members.iter().zip(said) {
            self.outcomes[member] = match said {
                Said::Nothing => None,
                Said::Accepted => Some(Outcome::Accepted),
                Said::Rejected(diagnostics) => Some(Outcome::Rejected(diagnostics)),
                Said::Ran(ran) => Some(Outcome::Ran(ran)),
                Said::Crashed(crash) => Some(Outcome::Crashed(crash)),
                Said::Unknown(why) => Some(Outcome::Unknown(why)),
            };
        }
        members.iter().copied().filter(|&member| self.outcomes[member].is_none()).collect()
    }
}

impl Report {
    /// The outcome of a run over one program.
    pub(crate) fn alone(self) -> Alone {
        let outcome = match (self.end, self.said.into_iter().next()) {
            (End::Crashed(crash, _), _) => Outcome::Crashed(crash),
            (End::TimedOut(time, _), _) => Outcome::TimedOut(time),
            (_, Some(Said::Accepted)) => Outcome::Accepted,
            (_, Some(Said::Rejected(diagnostics))) => Outcome::Rejected(diagnostics),
            (_, Some(Said::Ran(ran))) => Outcome::Ran(ran),
            (_, Some(Said::Crashed(crash))) => Outcome::Crashed(crash),
            (_, Some(Said::Unknown(why))) => Outcome::Unknown(why),
            (End::Failed(why), _) => Outcome::Unknown(why),
            (End::Finished | End::FinishedAll, _) => Outcome::Accepted,
        };
        Alone { outcome, cpu: self.cpu }
    }
}

#[cfg(test)]
mod tests {
    use case::{Crash, Diagnostic, Ran, RunEnd};

    use super::*;

    #[test]
    fn a_report_about_one_program_is_its_outcome() {
        let second = Duration::from_secs(1);
        let crash = |signature: &str| Crash { signature: signature.to_owned(), ..Crash::default() };
        let rejected = vec![Diagnostic::default()];
        let ran = Ran::all(RunEnd::finished("ok"), 3);
        let failed = || End::Failed("late".to_owned());
        for (said, end, expected) in [
            (Said::Nothing, End::Finished, Outcome::Accepted),
            (Said::Nothing, End::FinishedAll, Outcome::Accepted),
            (Said::Nothing, failed(), Outcome::Unknown("late".to_owned())),
            (Said::Accepted, End::Finished, Outcome::Accepted),
            (Said::Accepted, failed(), Outcome::Accepted),
            // What the program was told counts more than how the run ended, but
            // for a crash and a limit.
            (Said::Rejected(rejected.clone()), failed(), Outcome::Rejected(rejected.clone())),
            (Said::Rejected(rejected.clone()), End::Finished, Outcome::Rejected(rejected.clone())),
            (Said::Rejected(rejected), End::TimedOut(second, None), Outcome::TimedOut(second)),
            (Said::Ran(ran.clone()), End::FinishedAll, Outcome::Ran(ran.clone())),
            (Said::Ran(ran), End::Crashed(crash("a"), None), Outcome::Crashed(crash("a"))),
            (Said::Crashed(crash("b")), End::FinishedAll, Outcome::Crashed(crash("b"))),
            (Said::Crashed(crash("b")), failed(), Outcome::Crashed(crash("b"))),
            (Said::Unknown("why".to_owned()), End::Finished, Outcome::Unknown("why".to_owned())),
        ] {
            let report = Report { said: vec![said], end, cpu: 7 * second };
            let alone = report.alone();
            assert_eq!((alone.outcome, alone.cpu), (expected, 7 * second));
        }
    }
}
