//! The one answer to "is it still this finding?".
//!
//! A [`Sighting`] says what is wrong with what: a target, a family of programs,
//! the member that shows it, and the other side if two outcomes are compared. It
//! is made from what a batch showed, or from the store; [`Sighting::seen_again`]
//! tries it alone and cold. A campaign confirms with it, `replay` repeats with
//! it, and reduction asks it after each step.

use std::time::Duration;

use case::{
    Broken, Family, FindingKind, Other, Outcome, Side, Slow, TargetName, TestCase, judge,
    judge_change,
};
use targets::{Alone, Target};

use crate::bucket::signature;

/// A broken expectation, with everything that is needed to see it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// The kind.
    pub kind: FindingKind,
    /// The target that is to blame.
    pub target: TargetName,
    /// The program and its siblings.
    pub family: Family,
    /// The position of the program in its family.
    pub member: usize,
    /// The other side, if two outcomes are compared.
    pub against: Option<Against>,
    /// What it has in common with other sightings of the same bug.
    pub signature: String,
}

/// What an outcome is held against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Against {
    /// What the same target does with the sibling at this position.
    Sibling(usize),
    /// What another target does with the same program.
    Target(TargetName),
    /// The time that the same target takes for this other program.
    Program(String),
    /// What this target, the compiler before a change, does with the same program.
    Base(TargetName),
    /// What this target, the compiler after a change, does with the same program: the
    /// change mends it.
    Head(TargetName),
}

/// What was seen of both sides of a sighting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// What the target did with the program.
    pub outcome: Outcome,
    /// What was seen on the other side.
    pub other: Option<Outcome>,
}

/// What became of a sighting when it was tried again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// It is there again.
    Same(Evidence),
    /// Something is wrong, but it is another finding: this one.
    Other(Box<Sighting>, Evidence),
    /// Everything is as expected.
    Nothing(Evidence),
    /// A side gave no verdict, so nothing can be said.
    Unknown(Evidence),
}

/// A target that is needed to see something again and is not among those given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is needed to see this again")]
pub struct MissingTarget(pub TargetName);

/// A program is slow if it takes this many times what another takes ...
pub(crate) const SLOW_RATIO: f64 = 10.0;
/// ... and not less than this.
pub(crate) const SLOW_AT_LEAST: Duration = Duration::from_secs(2);

/// A change makes the compiler slow if a program takes this many times what it took ...
pub(crate) const SLOWER_RATIO: f64 = 3.0;
/// ... and not less than this.
pub(crate) const SLOWER_AT_LEAST: Duration = Duration::from_secs(1);

impl Sighting {
    /// The program that shows it.
    pub fn case(&self) -> &TestCase {
        &self.family[self.member]
    }

    /// The targets that are needed to see it again.
    pub fn targets(&self) -> Vec<&TargetName> {
        std::iter::once(&self.target).chain(self.other_target()).collect()
    }

    /// The other target, if two are compared.
    pub fn other_target(&self) -> Option<&TargetName> {
        match &self.against {
            Some(Against::Target(other) | Against::Base(other) | Against::Head(other)) => {
                Some(other)
            }
            Some(Against::Sibling(_) | Against::Program(_)) | None => None,
        }
    }

    /// Everything that is wrong with what the targets of this sighting did with a family:
    /// `own` is what its target did with each program, `other` what the other one did.
    pub fn like_this(
        &self,
        family: &Family,
        own: Vec<Outcome>,
        other: Option<Vec<Outcome>>,
    ) -> Vec<(Sighting, Evidence)> {
        let found = match (&self.against, other) {
            (Some(Against::Base(base)), Some(other)) => {
                changes(family, [base, &self.target], &[other, own])
            }
            (Some(Against::Head(head)), Some(other)) => {
                changes(family, [&self.target, head], &[own, other])
            }
            // What is compared comes second, where a tie is blamed on it.
            (Some(Against::Target(target)), Some(other)) => {
                sightings(family, &[target, &self.target], &[other, own])
            }
            _ => sightings(family, &[&self.target], &[own]),
        };
        found.into_iter().filter(|(found, _)| found.target == self.target).collect()
    }

    /// Tries it again: each program alone, in a fresh process, with a full
    /// compile.
    pub fn seen_again(&self, targets: &mut [Box<dyn Target + '_>]) -> Result<Seen, MissingTarget> {
        let mut confirm = |name: &TargetName, source: &str| {
            let target = targets.iter_mut().find(|target| target.info().name == *name);
            target.map(|target| target.confirm(source)).ok_or_else(|| MissingTarget(name.clone()))
        };
        let case = self.case();
        let Alone { outcome, cpu } = confirm(&self.target, &case.source)?;
        // What is compared comes second, where a tie is blamed on it.
        let (evidence, family, columns) = match &self.against {
            None => {
                let evidence = Evidence { outcome: outcome.clone(), other: None };
                (evidence, vec![case.clone()], vec![vec![outcome]])
            }
            Some(Against::Sibling(sibling)) => {
                let sibling = &self.family[*sibling];
                let other = confirm(&self.target, &sibling.source)?.outcome;
                let evidence = Evidence { outcome: outcome.clone(), other: Some(other.clone()) };
                (evidence, vec![sibling.clone(), case.clone()], vec![vec![other, outcome]])
            }
            Some(Against::Target(target)) => {
                let other = confirm(target, &case.source)?.outcome;
                let evidence = Evidence { outcome: outcome.clone(), other: Some(other.clone()) };
                (evidence, vec![case.clone()], vec![vec![other], vec![outcome]])
            }
            Some(Against::Base(name) | Against::Head(name)) => {
                let other = confirm(name, &case.source)?;
                let (own, other) = ((outcome, cpu), (other.outcome, other.cpu));
                return Ok(self.change_seen_again(own, other));
            }
            Some(Against::Program(program)) => {
                let other = confirm(&self.target, program)?;
                let usual = other.cpu;
                let outcome = match outcome {
                    Outcome::Accepted | Outcome::Rejected(_) if is_slow(cpu, usual) => {
                        Outcome::Slow(Slow { time: cpu, usual })
                    }
                    outcome => outcome,
                };
                let other = Some(other.outcome);
                let evidence = Evidence { outcome: outcome.clone(), other };
                (evidence, vec![case.clone()], vec![vec![outcome]])
            }
        };
        let (target, member) = (columns.len() - 1, family.len() - 1);
        let found: Vec<Sighting> = judge(&family, &columns)
            .into_iter()
            .filter(|broken| broken.target == target && broken.member == member)
            .map(|broken| Sighting {
                kind: broken.kind,
                against: match (broken.against, &self.against) {
                    (Some(Other::Sibling(_) | Other::Target(_)), against) => against.clone(),
                    // A time is compared with that of another program.
                    (None, against @ Some(Against::Program(_))) => against.clone(),
                    (None, _) => None,
                },
                signature: signature(broken.kind, &self.target, case, &evidence),
                ..self.clone()
            })
            .collect();
        Ok(self.seen(found, evidence))
    }

    /// What became of a change: what each side did alone, and the time that it took.
    fn change_seen_again(&self, own: (Outcome, Duration), other: (Outcome, Duration)) -> Seen {
        let is_base = matches!(self.against, Some(Against::Head(_)));
        let (base, mut head) = if is_base { (own, other) } else { (other, own) };
        let verdict = matches!(head.0, Outcome::Accepted | Outcome::Rejected(_));
        if self.kind == FindingKind::Slow && verdict && is_slower(head.1, base.1) {
            head.0 = Outcome::Slow(Slow { time: head.1, usual: base.1 });
        }
        let (own, other) = if is_base { (base.0, head.0) } else { (head.0, base.0) };
        let evidence = Evidence { outcome: own.clone(), other: Some(other.clone()) };
        let family = vec![self.case().clone()];
        let found = self.like_this(&family, vec![own], Some(vec![other]));
        let whole = |found: Sighting| Sighting {
            family: self.family.clone(),
            member: self.member,
            ..found
        };
        self.seen(found.into_iter().map(|(found, _)| whole(found)).collect(), evidence)
    }

    /// What was found when it was tried again.
    fn seen(&self, found: Vec<Sighting>, evidence: Evidence) -> Seen {
        let same = found
            .iter()
            .any(|found| (found.kind, &found.signature) == (self.kind, &self.signature));
        let silent = |outcome: &Outcome| matches!(outcome, Outcome::Unknown(_));
        match found.into_iter().next() {
            _ if same => Seen::Same(evidence),
            Some(other) => Seen::Other(Box::new(other), evidence),
            None if silent(&evidence.outcome) || evidence.other.as_ref().is_some_and(silent) => {
                Seen::Unknown(evidence)
            }
            None => Seen::Nothing(evidence),
        }
    }
}

/// Blames an experimental configuration where its verdict differs from that of the
/// default configuration of the same compiler, however many others agree with it:
/// they may share what is wrong.
fn blame(broken: Broken, targets: &[&TargetName]) -> Broken {
    let Some(Other::Target(other)) = broken.against else { return broken };
    let (blamed, against) = (targets[broken.target], targets[other]);
    let experimental =
        blamed.is_default() && !against.is_default() && blamed.toolchain() == against.toolchain();
    if broken.kind != FindingKind::Consistency || !experimental {
        return broken;
    }
    Broken { target: other, against: Some(Other::Target(broken.target)), ..broken }
}

/// Everything that is wrong with what targets did with a family: `outcomes[t][m]` is
/// what target *t* did with program *m*.
pub fn sightings(
    family: &Family,
    targets: &[&TargetName],
    outcomes: &[Vec<Outcome>],
) -> Vec<(Sighting, Evidence)> {
    let sighting = |broken: Broken| {
        let Broken { kind, target, member, against } = broken;
        let other = match against {
            None => None,
            Some(Other::Sibling(sibling)) => Some(outcomes[target][sibling].clone()),
            Some(Other::Target(other)) => Some(outcomes[other][member].clone()),
        };
        let evidence = Evidence { outcome: outcomes[target][member].clone(), other };
        let against = against.map(|against| match against {
            Other::Sibling(sibling) => Against::Sibling(sibling),
            Other::Target(other) => Against::Target(targets[other].clone()),
        });
        let sighting = Sighting {
            kind,
            target: targets[target].clone(),
            family: family.clone(),
            member,
            against,
            signature: signature(kind, targets[target], &family[member], &evidence),
        };
        (sighting, evidence)
    };
    let broken = judge(family, outcomes).into_iter().map(|broken| blame(broken, targets));
    broken.map(sighting).collect()
}

/// Every difference that a change of a compiler makes for a family: `outcomes[0][m]` is
/// what the compiler before the change did with program *m*, `outcomes[1][m]` what the
/// one after it did.
pub fn changes(
    family: &Family,
    [base, head]: [&TargetName; 2],
    outcomes: &[Vec<Outcome>; 2],
) -> Vec<(Sighting, Evidence)> {
    let change = |(member, case): (usize, &TestCase)| {
        let [before, after] = [&outcomes[0][member], &outcomes[1][member]];
        let (kind, side) = judge_change(case, before, after)?;
        let (target, against, own, other) = match side {
            Side::Base => (base, Against::Head(head.clone()), before, after),
            Side::Head => (head, Against::Base(base.clone()), after, before),
        };
        let evidence = Evidence { outcome: own.clone(), other: Some(other.clone()) };
        let signature = change_signature(kind, side, target, case, &evidence);
        let family = family.clone();
        let target = target.clone();
        let sighting = Sighting { kind, target, family, member, against: Some(against), signature };
        Some((sighting, evidence))
    };
    family.iter().enumerate().filter_map(change).collect()
}

/// What two differences of one cause have in common. It is none of the signatures of
/// findings on one side alone: what both sides have is another bug.
pub(crate) fn change_signature(
    kind: FindingKind,
    side: Side,
    target: &TargetName,
    case: &TestCase,
    evidence: &Evidence,
) -> String {
    let compares = matches!(kind, FindingKind::Consistency | FindingKind::Behaviour);
    let predicted = case.expectation.predicted().is_some();
    let other = evidence.other.clone().filter(|_| compares && !predicted);
    let alone = Evidence { outcome: evidence.outcome.clone(), other };
    let only = match side {
        Side::Base => "in the base only",
        Side::Head => "in the head only",
    };
    format!("{} ({only})", signature(kind, target, case, &alone))
}

/// Whether a compile time is far above that of another program.
pub(crate) fn is_slow(time: Duration, usual: Duration) -> bool {
    time >= SLOW_AT_LEAST && Slow { time, usual }.ratio() >= SLOW_RATIO
}

/// Whether a compile time is far above that before a change.
pub(crate) fn is_slower(time: Duration, before: Duration) -> bool {
    time >= SLOWER_AT_LEAST && Slow { time, usual: before }.ratio() >= SLOWER_RATIO
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_default_configuration_is_not_blamed_for_an_experimental_one() {
        let names = ["c@1", "c@1+new", "c@1+newer", "c@2"].map(|name| name.parse().unwrap());
        let names: Vec<&TargetName> = names.iter().collect();
        let blamed = |kind, target, other| {
            let against = Some(Other::Target(other));
            let broken = case::Broken { kind, target, member: 0, against };
            let blamed = blame(broken, &names);
            (blamed.target, blamed.against)
        };
        use FindingKind::{Behaviour, Consistency};
        assert_eq!(blamed(Consistency, 0, 1), (1, Some(Other::Target(0))));
        assert_eq!(blamed(Consistency, 1, 0), (1, Some(Other::Target(0))));
        assert_eq!(blamed(Consistency, 0, 3), (0, Some(Other::Target(3))), "another version");
        assert_eq!(
            blamed(Behaviour, 0, 1),
            (0, Some(Other::Target(1))),
            "of levels, most are right"
        );
    }

    /// Both the time and the ratio must be large: a trifle is many times nothing, and
    /// large programs take long.
    #[test]
    fn slow_means_long_and_far_longer_than_usual() {
        let (long, short) = (SLOW_AT_LEAST, SLOW_AT_LEAST / 100);
        assert!(is_slow(long, short));
        assert!(!is_slow(long, long), "all of them take long");
        assert!(!is_slow(short, Duration::from_nanos(1)));
        assert!(is_slower(SLOWER_AT_LEAST, short) && !is_slower(SLOWER_AT_LEAST, SLOWER_AT_LEAST));
        assert!(!is_slower(short, Duration::from_nanos(1)));
    }
}
