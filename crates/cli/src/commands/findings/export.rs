//! `wellsmith findings export`: findings as files.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use campaign::CampaignRecord;
use case::{Language, TargetName};
use clap::Args as ClapArgs;
use report::FindingView;
use serde::Serialize;
use store::{CampaignId, Store};
use targets::Recipe;
use toolchains::{Listing, compare_versions};

use super::{BucketJson, Filter, FindingJson, Shown, buckets, find};
use crate::commands::fuzz::CampaignSources;
use crate::exit::{Exit, setup, usage};
use crate::setup as machine;
use crate::words::{count, printed, say, tell};

/// The arguments.
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Files of a finding begin with the ids of its bucket and of itself:
  program   the program
  json      everything about it, as `findings show --json` prints it
  markdown  a report in the form of the compiler's tracker, with a checklist
  script    a shell script that reproduces it without wellsmith
  test      files for the compiler's own test-suite, below the folder `tests`
Files for all of them: sarif, junit, gitlab (Code Quality), and baseline, a file for
`fuzz --known` after which they are not new any more. `github` prints annotations for
a workflow.

Examples:
  wellsmith findings export found
  wellsmith findings export found f3a1c0de12345678 --format markdown --format script
  wellsmith findings export . --format baseline
  wellsmith findings export ci --format sarif --format junit --format program --force")]
pub(crate) struct ExportArgs {
    /// The folder
    dir: PathBuf,
    /// Only these findings or buckets [default: all that the filters let through]
    ids: Vec<String>,
    /// What to write [default: program, json, markdown, script and test]
    #[arg(long, value_name = "FORMAT")]
    format: Vec<Format>,
    /// Overwrite files that are there
    #[arg(long)]
    force: bool,
}

/// What can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Program,
    Json,
    Markdown,
    Script,
    Test,
    Sarif,
    Junit,
    Github,
    Gitlab,
    Baseline,
}

const EACH: [Format; 5] =
    [Format::Program, Format::Json, Format::Markdown, Format::Script, Format::Test];

/// How programs are given to the targets of a campaign by hand.
pub(crate) struct ByHand {
    sources: CampaignSources,
}

impl ByHand {
    /// The compilers of a campaign.
    pub(crate) fn of(store: &Store, campaign: CampaignId) -> anyhow::Result<ByHand> {
        let campaign = store.campaign(campaign).map_err(setup)?;
        let sources = CampaignRecord::from_json(&campaign.settings)
            .ok()
            .and_then(|record| serde_json::from_value(record.sources().clone()).ok());
        Ok(ByHand { sources: sources.unwrap_or_default() })
    }

    /// How a program is given to a target.
    pub(crate) fn recipe(
        &self,
        target: &TargetName,
        language: Language,
        program: &str,
    ) -> Option<Recipe> {
        let mut recipe = targets::recipe(target, program)
            .or_else(|| self.sources.compilers.recipe(target, language))?;
        let libraries = &self.sources.inputs.libraries;
        if !libraries.is_empty() && recipe.compile.contains("CLASSPATH") {
            recipe.get = format!("{}; CLASSPATH must name {}", recipe.get, libraries.join(" and "));
        }
        Some(recipe)
    }
}

/// The newest version of a compiler that is here or that the catalogue names.
pub(crate) fn newest(listed: &[Listing], compiler: &str) -> Option<String> {
    let listed = listed.iter().filter(|listing| listing.name == compiler);
    let versions = listed.map(|listing| &listing.version[..]);
    versions.max_by(|left, right| compare_versions(left, right)).map(str::to_owned)
}

/// A file to be written.
struct Planned {
    path: PathBuf,
    text: String,
    executable: bool,
}

/// Runs the command.
pub(super) fn run(args: &ExportArgs, filter: &Filter) -> anyhow::Result<Exit> {
    let store = machine::read_store(&filter.places)?;
    let listed = machine::cache(&filter.places)?.list();
    let formats = if args.format.is_empty() { EACH.to_vec() } else { args.format.clone() };
    let mut wanted = Vec::new();
    for id in &args.ids {
        let (bucket, finding, _) = find(&store, id)?;
        wanted.extend(finding.map(|finding| (bucket, finding)));
    }
    if args.ids.is_empty() {
        for bucket in buckets(&store, filter)? {
            let findings = store.findings(&bucket.id).map_err(setup)?;
            wanted.extend(findings.into_iter().map(|finding| (bucket.clone(), finding)));
        }
    }
    let mut planned: Vec<Planned> = Vec::new();
    let mut plan = |path: PathBuf, text: String, executable: bool| {
        planned.push(Planned { path, text, executable });
    };
    let mut views: Vec<FindingView> = Vec::new();
    for (bucket, finding) in &wanted {
        let view = match report::finding(&store, bucket, finding) {
            Ok(view) => view,
            Err(error) => {
                tell!("warning: {error}");
                continue;
            }
        };
        let by_hand = ByHand::of(&store, finding.campaign)?;
        let recipes =
            |target: &TargetName, program: &str| by_hand.recipe(target, view.language, program);
        let newest = newest(&listed, &view.target.compiler);
        let name = format!("{}-{}", bucket.id, finding.id);
        let path = |ending: &str| args.dir.join(format!("{name}.{ending}"));
        for format in &formats {
            match format {
                Format::Program => {
                    plan(args.dir.join(view.file_name()), view.source.clone(), false);
                }
                Format::Json => {
                    let shown = Shown {
                        bucket: BucketJson::new(Some(&store), bucket)?,
                        finding: Some(FindingJson::new(finding)),
                    };
                    plan(path("json"), serde_json::to_string(&shown)?, false);
                }
                Format::Markdown => {
                    plan(path("md"), report::markdown(&view, newest.as_deref(), &recipes), false);
                }
                Format::Script => match report::script(&view, &recipes) {
                    Some(script) => plan(path("sh"), script, true),
                    None => tell!("{} cannot be used without wellsmith: no script", view.target),
                },
                Format::Test => {
                    for file in report::test_files(&view, &recipes) {
                        plan(args.dir.join("tests").join(file.path), file.text, false);
                    }
                }
                Format::Sarif
                | Format::Junit
                | Format::Github
                | Format::Gitlab
                | Format::Baseline => {}
            }
        }
        views.push(view);
    }
    // One result for each bucket.
    views.dedup_by(|right, left| right.bucket == left.bucket);
    let folder = args.dir.to_string_lossy().into_owned();
    for format in &formats {
        match format {
            Format::Sarif => {
                let text = serde_json::to_string_pretty(&report::sarif(&views, VERSION))?;
                plan(args.dir.join("wellsmith.sarif"), text, false);
            }
            Format::Junit => {
                plan(args.dir.join("wellsmith-junit.xml"), report::junit(&views), false)
            }
            Format::Gitlab => {
                let text = report::gitlab_code_quality(&views, &folder);
                let text = serde_json::to_string_pretty(&text)?;
                plan(args.dir.join("gl-code-quality-report.json"), text, false);
            }
            Format::Baseline => {
                let buckets = views.iter().filter(|view| view.known.is_none());
                let buckets =
                    buckets.map(|view| (&view.bucket[..], view.kind, &view.signature[..]));
                plan(args.dir.join("baseline.toml"), campaign::baseline(buckets), false);
            }
            _ => {}
        }
    }
    write(&planned, args.force)?;
    if formats.contains(&Format::Github) {
        let text = report::github_annotations(&views, &folder);
        printed(std::io::Write::write_all(&mut std::io::stdout(), text.as_bytes()))?;
    }
    if filter.json {
        #[derive(Serialize)]
        struct Exported<'a> {
            findings: usize,
            files: Vec<&'a Path>,
        }
        let files = planned.iter().map(|planned| &*planned.path).collect();
        say!("{}", serde_json::to_string(&Exported { findings: wanted.len(), files })?)?;
    } else {
        tell!(
            "{} of {} in {}",
            count(planned.len() as u64, "file"),
            count(wanted.len() as u64, "finding"),
            args.dir.display()
        );
    }
    Ok(Exit::Nothing)
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Writes all files, or none if one is there already.
fn write(planned: &[Planned], force: bool) -> anyhow::Result<()> {
    let there: Vec<_> = planned.iter().filter(|planned| planned.path.exists()).collect();
    if let (false, Some(first)) = (force, there.first()) {
        return Err(usage(format!(
            "{} of the files would overwrite what is there, as {}; --force does that",
            there.len(),
            first.path.display()
        )));
    }
    for Planned { path, text, executable } in planned {
        let failed =
            |error: std::io::Error| setup(format!("cannot write {}: {error}", path.display()));
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        fs::write(path, text).map_err(failed)?;
        if *executable {
            fs::set_permissions(path, fs::Permissions::from_mode(0o755)).map_err(failed)?;
        }
    }
    Ok(())
}
