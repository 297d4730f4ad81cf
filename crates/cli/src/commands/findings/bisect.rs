//! `wellsmith findings bisect`: since when, until when.

use clap::Args as ClapArgs;
use serde::{Deserialize, Serialize};
use store::{Again, Finding, JobKind, Store};
use toolchains::{Cache, Spec, Wanted, compare_versions};

use super::again::{Trial, Tried};
use super::{Filter, find};
use crate::commands::toolchain::shown_while;
use crate::exit::{Exit, setup, usage};
use crate::setup as machine;
use crate::words::{count, say, tell};

/// The arguments.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
The versions are those that the compiler's client can get and those that are here;
--target NAME@FIRST..LAST, either of which may be left out, names a part of them.
--all tries every one of them.
A search tries about as many of them as their number has binary digits, and installs
only what it tries. Every verdict is kept in the store and shown in reports.

Examples:
  wellsmith findings bisect f3a1c0de12345678
  wellsmith findings bisect f3a1c0de12345678 --target kotlin@1.8.20..2.4.21
  wellsmith findings bisect f3a1c0de12345678 --all --no-install")]
pub(crate) struct BisectArgs {
    /// The finding, or a bucket for its first finding
    id: String,
    /// Try only what is installed
    #[arg(long)]
    no_install: bool,
    /// Leave it to the workers of a store in PostgreSQL, which install compilers only if
    /// they were started with --install
    #[arg(long, conflicts_with_all = ["no_install", "json"])]
    queue: bool,
}

/// Runs the command.
pub(super) fn run(args: &BisectArgs, filter: &Filter) -> anyhow::Result<Exit> {
    let store = match args.queue {
        true => machine::served_store(&filter.places)?,
        false => machine::open_store(&filter.places)?,
    };
    let (bucket, finding, _) = find(&store, &args.id)?;
    let finding = finding.ok_or_else(|| setup("this bucket has no finding any more"))?;
    let cache = machine::cache(&filter.places)?;
    let trial = Trial::new(&store, &cache, &finding)?;
    let found = trial.sighting().target.clone();
    let wanted = BisectJob { target: filter.target.clone(), all: filter.all };
    Range::parse(wanted.target.as_deref(), &found.compiler)?;
    if args.queue {
        let arguments = serde_json::to_string(&wanted)?;
        let queued = store.queue(&finding.id, JobKind::Bisect, &arguments).map_err(setup)?;
        let state = if queued { "is in the queue" } else { "was in the queue already" };
        say!("finding {} {state}; workers with its compilers bisect it", finding.id)?;
        return Ok(Exit::Nothing);
    }
    wanted.search(&cache, &trial, !args.no_install, &|| true, &mut |tried| trial.keep(tried))?;
    let view = report::finding(&store, &bucket, &finding).map_err(setup)?;
    let history = view.history();
    let there = history.last() == history.newest();
    if filter.json {
        #[derive(Serialize)]
        struct Bisected<'a> {
            finding: &'a str,
            target: String,
            since: Option<&'a str>,
            not_in_before: Option<&'a str>,
            until: Option<&'a str>,
            not_in_after: Option<&'a str>,
            verdicts: &'a [report::VerdictView],
        }
        say!(
            "{}",
            serde_json::to_string(&Bisected {
                finding: &finding.id,
                target: found.to_string(),
                since: history.first(),
                not_in_before: history.absent_before(),
                until: history.last(),
                not_in_after: history.absent_after(),
                verdicts: &view.verdicts,
            })?
        )?;
    } else {
        say!("finding {} is {}", finding.id, history.sentence())?;
    }
    Ok(if there { Exit::Findings } else { Exit::Nothing })
}

/// Which versions are to be searched, as it waits in the queue.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct BisectJob {
    /// `NAME@FIRST..LAST`; all that there are if `None`.
    target: Option<String>,
    /// Every one of them.
    all: bool,
}

/// A target, what was seen on it, and the outcome.
type Verdict = (String, Again, String);

impl BisectJob {
    /// Searches as a job. Nothing is kept; `None` if it does not go on to its end.
    pub(crate) fn run(
        &self,
        store: &Store,
        cache: &Cache,
        finding: &Finding,
        install: bool,
        goes_on: &dyn Fn() -> bool,
    ) -> anyhow::Result<Option<Vec<Verdict>>> {
        let trial = Trial::new(store, cache, finding)?;
        let mut verdicts = Vec::new();
        self.search(cache, &trial, install, goes_on, &mut |tried| {
            let outcome = serde_json::to_string(&tried.outcome)?;
            verdicts.push((tried.target.clone(), tried.seen, outcome));
            Ok(())
        })?;
        Ok(goes_on().then_some(verdicts))
    }

    fn search(
        &self,
        cache: &Cache,
        trial: &Trial<'_>,
        install: bool,
        goes_on: &dyn Fn() -> bool,
        heard: &mut dyn FnMut(&Tried) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let found = &trial.sighting().target;
        let name: Spec = found.compiler.parse().map_err(|error: toolchains::Error| {
            setup(format!("{error}; only compilers of the catalogue have versions to search"))
        })?;
        let range = Range::parse(self.target.as_deref(), &found.compiler)?;
        let versions = shown_while(&name, |listener| match install {
            true => cache.versions(&name, listener),
            false => Ok(here(cache, &found.compiler)),
        })?;
        let mut versions: Vec<(Spec, String)> =
            versions.into_iter().filter(|(_, version)| range.has(version)).collect();
        if !install {
            versions.retain(|(spec, _)| cache.find(spec).is_ok());
        }
        if versions.is_empty() {
            return Err(usage(format!(
                "there is no version of {} to try; `wellsmith toolchain list` shows what there is",
                found.compiler
            )));
        }
        tell!("{} of {} to search", count(versions.len() as u64, "version"), found.compiler);
        let tried = vec![None; versions.len()];
        let mut search = Search { trial, versions: &versions, install, goes_on, heard, tried };
        if self.all {
            for at in 0..versions.len() {
                search.is_there(at);
            }
        } else {
            search.run(&found.version);
        }
        Ok(())
    }
}

/// What is installed of a compiler, oldest first.
fn here(cache: &Cache, compiler: &str) -> Vec<(Spec, String)> {
    let mut here: Vec<(Spec, String)> = cache
        .available()
        .into_iter()
        .filter(|toolchain| toolchain.id.name == compiler)
        .filter_map(|toolchain| {
            Some((toolchain.id.to_string().parse().ok()?, toolchain.id.version))
        })
        .collect();
    here.sort_by(|(_, left), (_, right)| compare_versions(left, right));
    here
}

/// The versions that the user wants to be searched.
#[derive(Debug, Default, PartialEq, Eq)]
struct Range {
    first: Option<String>,
    last: Option<String>,
}

impl Range {
    fn parse(text: Option<&str>, compiler: &str) -> anyhow::Result<Range> {
        let Some(text) = text else { return Ok(Range::default()) };
        let (name, range) = text.split_once('@').unwrap_or((text, ".."));
        if name != compiler {
            return Err(usage(format!("the finding is of {compiler}, not of {name}")));
        }
        let (first, last) = range
            .split_once("..")
            .ok_or_else(|| usage(format!("{text:?} is not of the form {compiler}@FIRST..LAST")))?;
        let end = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Ok(Range { first: end(first), last: end(last) })
    }

    fn has(&self, version: &str) -> bool {
        let after = |first: &String| compare_versions(first, version).is_le();
        // `..1.63` has 1.63.0.
        let before = |last: &String| {
            compare_versions(version, last).is_le() || version.starts_with(&format!("{last}."))
        };
        self.first.as_ref().is_none_or(after) && self.last.as_ref().is_none_or(before)
    }
}

struct Search<'a> {
    trial: &'a Trial<'a>,
    /// The oldest first.
    versions: &'a [(Spec, String)],
    install: bool,
    goes_on: &'a dyn Fn() -> bool,
    /// Hears of every verdict.
    heard: &'a mut dyn FnMut(&Tried) -> anyhow::Result<()>,
    /// Whether the finding is there, for each version that was tried; `Some(None)` if
    /// that cannot be told.
    tried: Vec<Option<Option<bool>>>,
}

impl Search<'_> {
    /// Searches for the first and the last version with the finding, from a version
    /// that has it.
    fn run(&mut self, found: &str) {
        let last = self.versions.len() - 1;
        let position = |(_, version): &(Spec, String)| compare_versions(version, found).is_ge();
        let from = match found.contains('/') {
            // A build of the user's own is newer than all releases.
            true => last,
            false => self.versions.iter().position(position).unwrap_or(last),
        };
        edges(from, self.versions.len(), &mut |at| self.is_there(at));
    }

    /// Whether a version has the finding; `None` if that cannot be told.
    fn is_there(&mut self, at: usize) -> Option<bool> {
        if let Some(known) = self.tried[at] {
            return known;
        }
        if !(self.goes_on)() {
            return None;
        }
        let (spec, _) = &self.versions[at];
        let tried = self.trial.on(spec, self.install);
        let known = match tried.and_then(|tried| (self.heard)(&tried).map(|()| tried)) {
            Ok(Tried { target, seen, outcome }) => {
                let words = match seen {
                    Again::Same => "there",
                    Again::Other => "not there, but something else is wrong",
                    Again::Nothing => "not there",
                    Again::Unknown => "no verdict",
                };
                tell!("{target}: {words} ({})", outcome.outcome);
                (seen != Again::Unknown).then_some(seen == Again::Same)
            }
            Err(error) => {
                tell!("{spec} cannot be tried: {error:#}");
                None
            }
        };
        self.tried[at] = Some(known);
        known
    }
}

/// Searches a list for the first and the last entry that has something, from an entry
/// that had it. It may be gone there, as on another machine; then from an end.
fn edges(from: usize, len: usize, has: &mut impl FnMut(usize) -> Option<bool>) {
    let ends = [from, 0, len - 1];
    if let Some(from) = ends.into_iter().find(|at| has(*at) == Some(true)) {
        edge(from, 0, has);
        edge(from, len - 1, has);
    }
}

/// Searches between an entry that has something and an end of the list, as if there was
/// one change between them. What cannot be told is stepped over.
fn edge(there: usize, end: usize, has: &mut impl FnMut(usize) -> Option<bool>) {
    if there == end || has(end) == Some(true) {
        return;
    }
    let (mut with, mut without) = (there, end);
    while with.abs_diff(without) > 1 {
        let middle = with.midpoint(without);
        let mut at = middle;
        let told = loop {
            if at == without {
                break None;
            }
            match has(at) {
                Some(there) => break Some(there),
                None if with < without => at += 1,
                None => at -= 1,
            }
        };
        match told {
            Some(true) => with = at,
            Some(false) => without = at,
            // Nothing between the middle and the far side can be told.
            None => without = middle,
        }
    }
}

/// The version that a spec asks for.
pub(super) fn version(spec: &Spec) -> Option<&str> {
    match spec.wanted() {
        Wanted::Version(version) => Some(version),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Searches a list in which `first..=last` have it, and some cannot be told.
    fn searched(len: usize, first: usize, last: usize, silent: &[usize]) -> Vec<Option<bool>> {
        let mut asked = vec![None; len];
        edges(first.midpoint(last), len, &mut |at| {
            asked[at] = Some((first..=last).contains(&at));
            if silent.contains(&at) { None } else { asked[at] }
        });
        asked
    }

    #[test]
    fn the_first_and_the_last_version_are_found_with_few_tries() {
        for len in 1..40 {
            for first in 0..len {
                for last in first..len {
                    let asked = searched(len, first, last, &[]);
                    let edge = |at: usize| asked[at].is_some();
                    assert!(edge(first) && (first == 0 || edge(first - 1)), "{first} in {asked:?}");
                    assert!(edge(last) && (last + 1 == len || edge(last + 1)), "{last}: {asked:?}");
                    let tries = asked.iter().flatten().count();
                    assert!(tries <= 3 + 2 * (1 + len.ilog2() as usize), "{tries} of {len}");
                }
            }
        }
    }

    #[test]
    fn what_cannot_be_told_is_stepped_over() {
        for silent in 0..30_usize {
            for first in (0..30_usize).filter(|first| *first != silent) {
                let from = first.midpoint(29);
                let silent_one = [silent];
                // Where it was found, it can be told.
                let silent = if silent == from { &[][..] } else { &silent_one };
                let asked = searched(30, first, 29, silent);
                assert_eq!(asked[first], Some(true), "{silent:?} is silent: {asked:?}");
            }
        }
        // Where nothing can be told, it ends all the same.
        searched(30, 10, 20, &(0..30).collect::<Vec<_>>());
    }

    #[test]
    fn ranges() {
        let range = |text| Range::parse(Some(text), "kotlin").unwrap();
        let has = |text, version| range(text).has(version);
        assert!(has("kotlin@1.8.20..2.4.21", "1.8.20") && has("kotlin@1.8.20..2.4.21", "2.4.21"));
        assert!(!has("kotlin@1.8.20..2.4.21", "1.8.10") && !has("kotlin@1.8.20..2.4.21", "2.5.0"));
        assert!(has("kotlin@..1.9", "1.9.25") && !has("kotlin@..1.9", "1.10.0"));
        assert!(has("kotlin@2..", "2.0.0") && has("kotlin", "0.1"));
        assert!(Range::parse(Some("scala@1..2"), "kotlin").is_err());
        assert!(Range::parse(Some("kotlin@1.8.20"), "kotlin").is_err());
    }
}
