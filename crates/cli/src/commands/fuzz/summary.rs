//! The end of a campaign, or of a run of it: findings first, in a few lines.

use std::collections::BTreeMap;
use std::time::Duration;

use campaign::{Counted, LaneHealth, Tally};
use case::{FindingKind, OutcomeKind, TargetName};
use console::style;
use serde::Serialize;
use store::{Bucket, BucketKey, BucketStatus, CampaignId, Store};

use crate::args::FailOn;
use crate::commands::coverage::Covered;
use crate::commands::fuzz::Change;
use crate::exit::setup;
use crate::progress::ThisRun;
use crate::setup::Hints;
use crate::show::wrong;
use crate::words::{Used, count, health_table, number, percent, say, span};

/// The summary of a campaign; the JSON line of `--json`.
#[derive(Serialize)]
pub(super) struct Summary {
    /// The version of wellsmith.
    version: &'static str,
    campaign: i64,
    seed: u64,
    store: String,
    targets: Vec<String>,
    /// Families of programs: each is one program, or several that are equivalent.
    pub(super) families: u64,
    /// Programs that were given to the targets.
    pub(super) programs: u64,
    /// Programs with a verdict, over all targets.
    verdicts: u64,
    /// Of those, the ones whose outcome is what was expected; the others add up to
    /// the rest.
    as_expected: u64,
    in_findings: u64,
    of_known_issues: u64,
    unconfirmed: u64,
    /// Outcomes by kind, over all targets.
    outcomes: BTreeMap<&'static str, u64>,
    gave_up: u64,
    duplicates: u64,
    /// Open buckets by kind.
    findings: BTreeMap<String, u64>,
    /// All buckets that the campaign has seen.
    buckets: Vec<BucketLine>,
    /// Findings of known issues, by name.
    known: BTreeMap<String, u64>,
    run: Run,
    /// What is compared, if only differences count.
    #[serde(skip_serializing_if = "Option::is_none")]
    change: Option<Change>,
    /// The processor time that the head of a change took, as a multiple of the base's
    /// for the same programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) time_ratio: Option<f64>,
    #[serde(serialize_with = "health_json")]
    health: Vec<LaneHealth>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) coverage: Option<Vec<Covered>>,
    pub(super) used: Vec<Used>,
}

/// What this process did for the campaign.
#[derive(Serialize)]
struct Run {
    families: u64,
    programs: u64,
    verdicts: u64,
    seconds: f64,
    /// Programs in a second.
    per_second: f64,
    /// The ids of the open buckets that were seen.
    seen: Vec<String>,
}

#[derive(Clone, Serialize)]
struct BucketLine {
    id: String,
    number: u64,
    kind: String,
    target: String,
    signature: String,
    known_issue: Option<String>,
    status: &'static str,
    /// How often this campaign has seen it.
    count: u64,
    /// Whether no campaign had seen it before this run.
    new: bool,
    /// Whether a change mends it: only the base has it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    mended: bool,
    #[serde(skip)]
    open: bool,
    /// Whether this run has seen it.
    #[serde(skip)]
    seen: bool,
    #[serde(skip)]
    regression: bool,
}

fn health_json<S: serde::Serializer>(lanes: &[LaneHealth], to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Lane<'a> {
        engine: &'a str,
        mode: &'a str,
        target: &'a str,
        verdicts: u64,
        as_expected: u64,
        rejected: u64,
    }
    to.collect_seq(lanes.iter().map(|lane| Lane {
        engine: &lane.engine,
        mode: &lane.mode,
        target: &lane.target,
        verdicts: lane.judged,
        as_expected: lane.as_expected,
        rejected: lane.rejected,
    }))
}

/// A campaign that a process has worked on.
pub(super) struct Of<'a> {
    pub(super) store: &'a Store,
    pub(super) path: String,
    pub(super) id: CampaignId,
    pub(super) seed: u64,
    pub(super) targets: Vec<String>,
    pub(super) change: Option<&'a Change>,
}

impl Summary {
    pub(super) fn new(of: &Of<'_>, run: &ThisRun, elapsed: Duration) -> anyhow::Result<Summary> {
        let counters = of.store.counters(of.id).map_err(setup)?;
        let total = |what: Counted| -> u64 {
            counters.iter().filter(|c| c.key.outcome == what.name()).map(|c| c.count).sum()
        };
        let tally = |tally| total(Counted::Tally(tally));
        let mut findings = BTreeMap::new();
        let mut known = BTreeMap::new();
        let mut buckets = Vec::new();
        for bucket in of.store.buckets(of.id).map_err(setup)? {
            match &bucket.known_issue {
                Some(name) => *known.entry(name.clone()).or_default() += bucket.count,
                None if bucket.status.is_open() => {
                    *findings.entry(bucket.kind.clone()).or_default() += 1;
                }
                None => {}
            }
            let keys = of.store.keys_of(&bucket.id).map_err(setup)?;
            let line = BucketLine::new(&bucket, &keys, run);
            let target = bucket.target.parse::<TargetName>();
            let base = of.change.map(|change| &change.base);
            let mended = target.is_ok_and(|target| Some(&target.toolchain()) == base);
            buckets.push(BucketLine { mended, ..line });
        }
        let time = |toolchain: &str| -> u64 {
            let own = counters.iter().filter(|counter| {
                let name = counter.key.target.parse::<TargetName>();
                name.is_ok_and(|name| name.toolchain() == toolchain)
                    && counter.key.outcome == Tally::CompileMillis.name()
            });
            own.map(|counter| counter.count).sum()
        };
        let times = of.change.map(|change| (time(&change.base), time(&change.head)));
        let times = times.filter(|(base, _)| *base > 0);
        let health = LaneHealth::of(&counters);
        let outcomes =
            OutcomeKind::ALL.iter().map(|kind| (kind.name(), total(Counted::Outcome(*kind))));
        let seen = buckets.iter().filter(|bucket| bucket.open && bucket.seen);
        Ok(Summary {
            version: env!("CARGO_PKG_VERSION"),
            campaign: of.id.0,
            seed: of.seed,
            store: of.path.clone(),
            targets: of.targets.clone(),
            families: tally(Tally::Generated),
            programs: tally(Tally::Programs),
            verdicts: health.iter().map(|lane| lane.judged).sum(),
            as_expected: health.iter().map(|lane| lane.as_expected).sum(),
            in_findings: tally(Tally::InFindings),
            of_known_issues: tally(Tally::OfKnownIssues),
            unconfirmed: tally(Tally::Unconfirmed),
            outcomes: outcomes.filter(|(_, n)| *n > 0).collect(),
            gave_up: tally(Tally::GaveUp),
            duplicates: tally(Tally::Duplicate),
            findings,
            known,
            run: Run {
                families: run.families,
                programs: run.programs,
                verdicts: run.verdicts,
                seconds: elapsed.as_secs_f64(),
                per_second: run.programs as f64 / elapsed.as_secs_f64().max(0.001),
                seen: seen.map(|bucket| bucket.id.clone()).collect(),
            },
            buckets,
            change: of.change.cloned(),
            time_ratio: times.map(|(base, head)| head as f64 / base as f64),
            health,
            coverage: None,
            used: Vec::new(),
        })
    }

    /// Whether this run has seen what it must fail for.
    pub(super) fn fails(&self, on: FailOn) -> bool {
        match on {
            FailOn::New => self.buckets.iter().any(|b| b.open && b.seen && !b.mended),
            FailOn::Any => self.buckets.iter().any(|bucket| bucket.seen && !bucket.mended),
            FailOn::None => false,
        }
    }

    pub(super) fn print(&self, hints: &Hints, finished: bool, verbose: bool) -> anyhow::Result<()> {
        if verbose {
            self.print_tables()?;
        }
        self.print_findings(hints, finished)?;
        self.print_numbers()?;
        let suspicious = self.health.iter().filter(|lane| lane.is_suspicious());
        // A change has a compiler that gets the same programs and is the measure.
        for lane in suspicious.filter(|_| self.change.is_none()) {
            say!(
                "{} {} rejects {} of {} {} programs of engine {}: the fault is most likely in the \
                 generator, not in the compiler.",
                style("warning:").yellow(),
                lane.target,
                number(lane.rejected),
                number(lane.judged),
                lane.mode,
                lane.engine,
            )?;
        }
        let campaign =
            format!("Campaign {} (seed {}) is in {}", self.campaign, self.seed, self.store);
        let resume = hints.command(&format!("fuzz --resume {}", self.campaign));
        match (finished, self.run.families) {
            (true, 0) => say!("{campaign}; it was complete already, so there was nothing to do."),
            (true, _) => say!("{campaign}; it is complete."),
            (false, _) => say!("{campaign}. Continue it with `{resume}`."),
        }
    }

    /// One line for each bucket that this run has seen and somebody has to look at.
    fn print_findings(&self, hints: &Hints, finished: bool) -> anyhow::Result<()> {
        let open: Vec<&BucketLine> = self.buckets.iter().filter(|b| b.open && b.seen).collect();
        let earlier = self.buckets.iter().filter(|b| b.open && !b.seen).count() as u64;
        let new = open.iter().filter(|bucket| bucket.new).count() as u64;
        let again = open.len() as u64 - new;
        let mended = open.iter().filter(|bucket| bucket.mended).count() as u64;
        let mut parts = vec![match new {
            0 if self.run.verdicts == 0 && !finished => {
                "No program was judged in that time, as compilers are tested first; give it more"
                    .to_owned()
            }
            0 => "Nothing new was found".to_owned(),
            new => format!("{} found", count(new, "new suspected bug")),
        }];
        if again > 0 {
            parts.push(format!("{} seen again", count(again, "open one")));
        }
        if earlier > 0 {
            parts.push(format!("{} in earlier runs of this campaign", count(earlier, "open one")));
        }
        if mended > 0 {
            parts.push(format!(
                "{} of these only in the base, so that the change mends them",
                number(mended)
            ));
        }
        let line = parts.join("; ");
        say!("{}{}", style(line).bold(), if open.is_empty() { "." } else { ":" })?;
        const SHOWN: usize = 12;
        for bucket in open.iter().take(SHOWN) {
            let regression = if bucket.regression { ", REGRESSION" } else { "" };
            say!(
                "  #{} {}  {}  ({}{regression})",
                bucket.number,
                style(&bucket.kind).red(),
                bucket.title(),
                count(bucket.count, "time"),
            )?;
        }
        if open.len() > SHOWN {
            say!("  … and {} more: `{}`", open.len() - SHOWN, hints.command("findings"))?;
        }
        if let Some(first) = open.first() {
            let show = hints.command(&format!("findings show {}", first.number));
            say!("  Show one with `{show}`.")?;
        }
        let mut others: Vec<String> =
            self.known.iter().map(|(name, n)| format!("{name} ({})", count(*n, "time"))).collect();
        let marked = self.buckets.iter().filter(|b| !b.open && b.known_issue.is_none());
        others.extend(marked.map(|bucket| {
            format!(
                "#{} that you marked {} ({})",
                bucket.number,
                bucket.status,
                count(bucket.count, "time")
            )
        }));
        if !others.is_empty() {
            say!("Known already: {}.", others.join(", "))?;
        }
        Ok(())
    }

    /// Numbers that add up. Where a campaign had earlier runs, both are told.
    fn print_numbers(&self) -> anyhow::Result<()> {
        let Run { families, programs, verdicts, seconds, per_second, .. } = self.run;
        let all = |families, programs, verdicts| {
            let apart = if families == programs {
                String::new()
            } else {
                let families = match families {
                    1 => "1 family".to_owned(),
                    n => format!("{} families", number(n)),
                };
                format!("{families}, ")
            };
            format!("{apart}{}, {}", count(programs, "program"), count(verdicts, "verdict"))
        };
        let resumed = families != self.families;
        say!(
            "{}{} in {} ({per_second:.0} programs a second).",
            if resumed { "This run: " } else { "" },
            all(families, programs, verdicts),
            span(Duration::from_secs_f64(seconds)),
        )?;
        let whole = match resumed {
            true => format!(
                "The whole campaign: {}; ",
                all(self.families, self.programs, self.verdicts)
            ),
            false => String::new(),
        };
        let unexpected = self.verdicts - self.as_expected;
        if self.verdicts == 0 {
            return if whole.is_empty() { Ok(()) } else { say!("{whole}no verdicts yet.") };
        }
        let parts: Vec<String> = [
            (self.in_findings, "in findings"),
            (self.of_known_issues, "of known issues"),
            (self.unconfirmed, "not confirmed when tried again alone"),
        ]
        .iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, what)| format!("{} {what}", number(*n)))
        .collect();
        let rest = match unexpected {
            0 => "all verdicts are as expected".to_owned(),
            n => format!(
                "{} as expected, {} not: {}",
                percent(self.as_expected, self.verdicts),
                number(n),
                parts.join(", ")
            ),
        };
        if let Some((Change { base, head }, ratio)) = self.change.as_ref().zip(self.time_ratio) {
            say!("{head} takes {ratio:.2} times the processor time of {base}, where they agree.")?;
        }
        let capital = |text: String| {
            let mut chars = text.chars();
            chars.next().map_or(String::new(), |c| c.to_uppercase().chain(chars).collect())
        };
        let skipped = match self.duplicates {
            0 => String::new(),
            n => format!(" {} skipped.", count(n, "duplicate")),
        };
        let rest = if whole.is_empty() { capital(rest) } else { format!("{whole}{rest}") };
        say!("{rest}.{skipped}")
    }

    /// The long tables.
    fn print_tables(&self) -> anyhow::Result<()> {
        say!("{}\n", health_table(&self.health))?;
        let unknown = self.outcomes.get(OutcomeKind::Unknown.name()).copied().unwrap_or(0);
        for (n, thing, what) in [
            (unknown, "outcome", "without a verdict"),
            (self.gave_up, "program", "that the generator gave up on"),
            (self.duplicates, "duplicate", "skipped"),
        ] {
            if n > 0 {
                say!("{} {what}", count(n, thing))?;
            }
        }
        for used in &self.used {
            say!("{}: {} of {} used", used.what, number(used.used), number(used.of))?;
        }
        say!("")
    }
}

impl BucketLine {
    /// A bucket with the keys of those that are shown as it.
    fn new(bucket: &Bucket, keys: &[BucketKey], run: &ThisRun) -> BucketLine {
        let repeated = keys.iter().any(|key| run.repeated.contains(key));
        BucketLine {
            id: bucket.id.clone(),
            number: bucket.number,
            kind: bucket.kind.clone(),
            target: bucket.target.clone(),
            signature: bucket.signature.clone(),
            known_issue: bucket.known_issue.clone(),
            status: bucket.status.name(),
            count: bucket.count,
            new: run.new.contains(&bucket.id),
            mended: false,
            open: bucket.status.is_open(),
            seen: repeated || run.seen.contains(&bucket.id),
            regression: bucket.status == BucketStatus::Regression
                || run.regressions.contains(&bucket.id),
        }
    }

    /// What is wrong with what, in one line.
    fn title(&self) -> String {
        title(&self.kind, &self.target, &self.signature)
    }
}

/// A bucket in one line: who does what, and the gist of what was said.
pub(crate) fn title(kind: &str, target: &str, signature: &str) -> String {
    let gist = signature.split_once(": ").map_or("", |(_, gist)| gist);
    let colon = if gist.is_empty() { "" } else { ": " };
    let wrong = match kind.parse::<FindingKind>() {
        // What it is held against, and whether the compiler or the program crashed,
        // is not known here.
        Ok(FindingKind::Consistency) => "is inconsistent".to_owned(),
        Ok(FindingKind::Crash) => "crashes, or makes a program crash".to_owned(),
        Ok(FindingKind::Behaviour) => "makes a program do something wrong".to_owned(),
        Ok(kind) => wrong(kind, "", None),
        Err(_) => kind.to_owned(),
    };
    let target = match target.parse::<TargetName>() {
        Ok(name) => name.to_string(),
        Err(_) => target.to_owned(),
    };
    format!("{target} {wrong}{colon}{gist}")
}
