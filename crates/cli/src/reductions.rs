//! Reducing a finding with the targets of a bench, and keeping the best so far.

use std::ops::ControlFlow;

use campaign::{EvidenceRecord, Sighting, SightingRecord};
use case::{Outcome, TargetName, judge};
use reduce::{End, Limits, Origin, Reduced, Step};
use store::{ReductionData, Store};
use targets::{Target, TargetInfo};

use crate::exit::setup;
use crate::setup::Bench;

/// How a finding is reduced.
pub(crate) struct Job<'a> {
    pub(crate) bench: &'a Bench,
    pub(crate) sighting: &'a Sighting,
    pub(crate) origin: Option<Origin<'a>>,
    /// Targets of which one may be right about the program, the best first.
    pub(crate) references: Vec<TargetName>,
    pub(crate) limits: Limits,
    /// Where the best so far is kept: the store, and the id of the finding.
    pub(crate) keep: Option<(&'a Store, &'a str)>,
}

impl Job<'_> {
    /// Reduces the finding. Each smaller program is in the store before the listener
    /// hears of it; the result is the caller's to keep.
    pub(crate) fn run(
        &self,
        listen: &mut dyn FnMut(&Step<'_>) -> ControlFlow<()>,
    ) -> anyhow::Result<Reduced> {
        let mut targets: Vec<Box<dyn Target>> = Vec::new();
        for name in self.sighting.targets() {
            targets.push(self.bench.open(name)?);
        }
        let mut reference = self.reference();
        let mut failed = None;
        let mut heard = |step: Step<'_>| {
            if let (Step::Better(best), Some((store, id))) = (&step, self.keep)
                && let Err(error) = store.keep_reduction(id, &data(best))
            {
                failed = Some(error);
                return ControlFlow::Break(());
            }
            listen(&step)
        };
        let reduced = reduce::reduce(
            self.sighting,
            self.origin,
            &mut targets,
            reference.as_mut().map(|reference| reference.as_mut() as &mut dyn Target),
            self.limits,
            &mut heard,
        );
        if let Some(error) = failed {
            return Err(setup(error));
        }
        Ok(reduced)
    }

    /// The first target that is right about the program that was found.
    fn reference(&self) -> Option<Box<dyn Target>> {
        let family = vec![self.sighting.case().clone()];
        let right = |name: &TargetName| {
            let mut target = self.bench.open(name).ok()?;
            targets::canary(target.as_mut()).ok()?;
            let outcomes = targets::verdicts(target.as_mut(), &[&family[0].source]).outcomes;
            let silent = matches!(outcomes[0], Outcome::Unknown(_));
            (!silent && judge(&family, &[outcomes]).is_empty()).then_some(target)
        };
        self.references.iter().find_map(right)
    }
}

/// The targets that take the same programs as that of a finding, other configurations
/// and versions of its compiler first.
pub(crate) fn references(bench: &Bench, sighting: &Sighting) -> Vec<TargetName> {
    let Some(own) = bench.targets().find(|info| info.name == sighting.target) else {
        return Vec::new();
    };
    let takes = |info: &TargetInfo| (info.language, info.dialect, info.does);
    let mut others: Vec<&TargetName> = bench
        .targets()
        .filter(|info| takes(info) == takes(own) && info.name != own.name)
        .map(|info| &info.name)
        .collect();
    let distance = |name: &TargetName| {
        let same_version = name.toolchain() == own.name.toolchain();
        // Of a change, the other side is right.
        let other_side = sighting.other_target() == Some(name);
        (!other_side, name.compiler != own.name.compiler, !same_version, !name.is_default())
    };
    others.sort_by_key(|name| distance(name));
    others.into_iter().cloned().collect()
}

/// What is kept of a reduction that has ended.
pub(crate) fn result(reduced: &Reduced) -> Option<ReductionData> {
    use reduce::Trouble::{NotSeen, Other};
    let not_seen = matches!(reduced.end, End::Trouble(NotSeen | Other(_)));
    (!not_seen).then(|| data(reduced))
}

/// A reduction as it is kept.
fn data(reduced: &Reduced) -> ReductionData {
    let records: Vec<SightingRecord> = reduced.others.iter().map(SightingRecord::new).collect();
    ReductionData {
        source: reduced.sighting.case().source.clone(),
        sighting: json(&SightingRecord::new(&reduced.sighting)),
        tape: reduced.tape.as_ref().map(|tape| tape.to_bytes()),
        tokens_before: reduced.before as u64,
        tokens_after: reduced.after as u64,
        queries: reduced.queries,
        millis: u64::try_from(reduced.time.as_millis()).unwrap_or(u64::MAX),
        guarantee: reduced.guarantee.to_string(),
        finished: reduced.end == End::Finished,
        trouble: match &reduced.end {
            End::Trouble(trouble) => Some(trouble.to_string()),
            _ => None,
        },
        others: json(&records),
        evidence: reduced.evidence.as_ref().map(|seen| json(&EvidenceRecord::new(seen, None, &[]))),
    }
}

fn json(record: &impl serde::Serialize) -> String {
    serde_json::to_string(record).expect("a record has a JSON form")
}
