//! `wellsmith findings retest`: are they still there?

use clap::Args as ClapArgs;
use serde::Serialize;
use store::{Again, BucketStatus, Store};
use toolchains::{Spec, compare_versions};

use super::again::Trial;
use super::{Filter, buckets, find};
use crate::exit::{Exit, setup};
use crate::setup as machine;
use crate::words::{count, say, tell};

/// The arguments.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
The exit code is 1 if a finding is still there on the newest version, or is back.
Nothing is installed unless --on names it and --install is given.

Examples:
  wellsmith findings retest                       what is open, on the newest versions here
  wellsmith findings retest f3a1c0de12345678 --on rustc@1.97 --install
  wellsmith findings retest --all --mark          and mark what is fixed as fixed")]
pub(crate) struct RetestArgs {
    /// Findings or buckets [default: all that the filters let through]
    ids: Vec<String>,
    /// The versions to try: NAME@VERSION [default: the one that it was found with and the
    /// newest one here]
    #[arg(long, value_name = "TARGET")]
    on: Vec<String>,
    /// Install the versions that --on names
    #[arg(long, requires = "on")]
    install: bool,
    /// Mark buckets as fixed that are not there on the newest version, and fixed ones
    /// that are back as new
    #[arg(long)]
    mark: bool,
}

/// What became of a finding.
#[derive(Serialize)]
struct Retested {
    finding: String,
    bucket: String,
    target: String,
    seen: &'static str,
    /// `still there`, `fixed`, `back`, `still fixed` or `no verdict`, for the newest
    /// version that was tried.
    result: Option<&'static str>,
}

/// Runs the command.
pub(super) fn run(args: &RetestArgs, filter: &Filter) -> anyhow::Result<Exit> {
    let store = machine::open_store(&filter.places)?;
    let cache = machine::cache(&filter.places)?;
    let mut wanted = Vec::new();
    for id in &args.ids {
        let (bucket, finding, _) = find(&store, id)?;
        wanted.push((bucket, finding));
    }
    if args.ids.is_empty() {
        for bucket in buckets(&store, filter)? {
            let first = store.findings(&bucket.id).map_err(setup)?.into_iter().next();
            wanted.push((bucket, first));
        }
    }
    let mut results: Vec<Retested> = Vec::new();
    let mut there = false;
    let mut unknown = false;
    for (bucket, finding) in &wanted {
        let Some(finding) = finding else { continue };
        let trial = match Trial::new(&store, &cache, finding) {
            Ok(trial) => trial,
            Err(error) => {
                tell!("{error:#}");
                unknown = true;
                continue;
            }
        };
        let specs = specs(args, &cache, &trial, &store)?;
        let mut last = None;
        for (spec, version) in &specs {
            let tried = trial.on(spec, args.install);
            match tried.and_then(|tried| trial.keep(&tried).map(|()| tried)) {
                Ok(tried) => {
                    results.push(Retested {
                        finding: finding.id.clone(),
                        bucket: bucket.id.clone(),
                        target: tried.target,
                        seen: tried.seen.name(),
                        result: None,
                    });
                    last = Some((version, tried.seen));
                }
                Err(error) => {
                    tell!("{spec} cannot be tried: {error:#}");
                    unknown = true;
                }
            }
        }
        let Some((_, seen)) = last else { continue };
        let was_fixed = bucket.status == BucketStatus::Fixed;
        let result = match (seen, was_fixed) {
            (Again::Same, false) => "still there",
            (Again::Same, true) => "back",
            (Again::Unknown, _) => "no verdict",
            (_, false) => "fixed",
            (_, true) => "still fixed",
        };
        there |= seen == Again::Same;
        unknown |= seen == Again::Unknown;
        if let Some(shown) = results.last_mut() {
            shown.result = Some(result);
            if !filter.json {
                say!("bucket {}: {result} on {}: {}", bucket.id, shown.target, bucket.signature)?;
            }
        }
        let status = match result {
            "fixed" => Some(BucketStatus::Fixed),
            "back" => Some(BucketStatus::New),
            _ => None,
        };
        if let (true, Some(status)) = (args.mark, status) {
            store.mark(&bucket.id, status, None).map_err(setup)?;
        }
    }
    if filter.json {
        say!("{}", serde_json::to_string(&results)?)?;
    } else if wanted.is_empty() {
        say!("There is nothing to try again; --all has known and closed buckets too.")?;
    } else {
        tell!("{} tried again", count(wanted.len() as u64, "finding"));
    }
    Ok(Exit::of_verdicts(there, unknown))
}

/// The versions to try, the oldest first.
fn specs(
    args: &RetestArgs,
    cache: &toolchains::Cache,
    trial: &Trial<'_>,
    store: &Store,
) -> anyhow::Result<Vec<(Spec, String)>> {
    let found = &trial.sighting().target;
    let mut specs: Vec<(Spec, String)> = Vec::new();
    for target in &args.on {
        let spec = machine::spec(target)?;
        if spec.name() == found.compiler {
            let version = super::bisect::version(&spec).unwrap_or_default().to_owned();
            specs.push((spec, version));
        }
    }
    if args.on.is_empty() {
        machine::check_allowed(store, &[found.toolchain()], &[])?;
        let own = machine::spec(&found.toolchain())?;
        specs.push((own, found.version.clone()));
        let newest = cache
            .available()
            .into_iter()
            .filter(|toolchain| toolchain.id.name == found.compiler)
            .max_by(|left, right| compare_versions(&left.id.version, &right.id.version));
        if let Some(newest) = newest.filter(|newest| newest.id.version != found.version) {
            specs.push((machine::spec(&newest.id.to_string())?, newest.id.version));
        }
    }
    specs.sort_by(|(_, left), (_, right)| compare_versions(left, right));
    Ok(specs)
}
