//! `wellsmith corpus stats`: how much of the seeds is known (section VI of the
//! paper), and how much of it each level replaces.

use std::path::PathBuf;

use inputs::{Corpus, Standing};
use mutate::{Level, Mutate, SeedFile, Statistics};
use serde::Serialize;

use super::cannot_read;
use crate::engines::{input_error, tell_user};
use crate::exit::Exit;
use crate::words::{number, percent, say, table};

/// What is printed.
#[derive(Serialize)]
struct Counts {
    /// Programs that were kept because a compiler accepts them, or are built in.
    programs: usize,
    with_expressions: usize,
    with_annotations: usize,
    expressions: usize,
    annotated: usize,
    from_compiler: usize,
    replaceable: usize,
    /// Expressions to which the analysis and the compiler give different types.
    disagreements: usize,
    /// Expressions that the compiler's dumps and the analysis both give a type to.
    compared: usize,
    levels: Vec<LevelCounts>,
    /// Programs that were looked at and not kept.
    without_expressions: usize,
    unsuitable: usize,
    not_accepted: usize,
}

#[derive(Serialize)]
struct LevelCounts {
    level: usize,
    /// Expressions with a replacement that is more than parentheses around them.
    replaceable: usize,
    /// Programs with such an expression.
    programs: usize,
}

/// Runs the command, on some files, or on what was imported and is built in.
pub(super) fn run(corpus: &Corpus, paths: &[PathBuf], json: bool) -> anyhow::Result<Exit> {
    let (mut files, mut counts) = (Vec::new(), Left::default());
    if paths.is_empty() {
        files = mutate::built_in();
        for (digest, entry) in corpus.entries() {
            if entry.is_kept() {
                files.push(corpus.seed(digest, entry).map_err(|error| cannot_read(&error))?);
            } else {
                counts.note(entry.verdicts.values());
            }
        }
    } else {
        let tell = |text: String| tell_user(&text);
        files.extend(inputs::read_seeds(paths, &tell).map_err(input_error)?);
    }
    let counts = count(files, &counts);
    if json {
        say!("{}", serde_json::to_string(&counts)?)?;
    } else {
        print(&counts)?;
    }
    Ok(Exit::Nothing)
}

/// The programs that were not kept.
#[derive(Default)]
struct Left {
    without_expressions: usize,
    unsuitable: usize,
    not_accepted: usize,
}

impl Left {
    fn note<'a>(&mut self, mut verdicts: impl Iterator<Item = &'a inputs::Verdict>) {
        match verdicts.find(|verdict| verdict.standing == Standing::Unsuitable) {
            Some(verdict) if verdict.why.contains("no expressions") => {
                self.without_expressions += 1;
            }
            Some(_) => self.unsuitable += 1,
            None => self.not_accepted += 1,
        }
    }
}

fn count(files: Vec<SeedFile>, left: &Left) -> Counts {
    let (mut disagreements, mut compared) = (0, 0);
    for file in &files {
        if let (Some(plug), Some(dump)) = (mutate::plug(file.language), &file.dump) {
            let found = plug.disagreements(&file.text, dump);
            disagreements += found.map_or(0, |found| found.len());
            let own = plug.read(&file.text, None).map(|program| program.statistics());
            compared += own.map_or(0, |own| own.annotated);
        }
    }
    let read: Statistics = files
        .iter()
        .filter_map(|file| {
            let plug = mutate::plug(file.language)?;
            Some(plug.read(&file.text, file.dump.as_deref()).ok()?.statistics())
        })
        .sum();
    let mutate = Mutate::new(files);
    let levels = Level::ALL.iter().enumerate().map(|(index, &level)| {
        let (replaceable, programs) = mutate.replaceable(level);
        LevelCounts { level: index + 1, replaceable, programs }
    });
    Counts {
        programs: read.programs,
        with_expressions: read.with_expressions,
        with_annotations: read.with_annotations,
        expressions: read.expressions,
        annotated: read.annotated,
        from_compiler: read.from_compiler,
        replaceable: read.replaceable,
        disagreements,
        compared,
        levels: levels.collect(),
        without_expressions: left.without_expressions,
        unsuitable: left.unsuitable,
        not_accepted: left.not_accepted,
    }
}

fn print(counts: &Counts) -> anyhow::Result<()> {
    let share = |part: usize, of: usize| percent(part as u64, of as u64);
    let shown = |count: usize| number(count as u64);
    let own = counts.annotated - counts.from_compiler;
    let mut rows = table(["seeds", "", ""]);
    for (what, count, of) in [
        ("programs", counts.programs, None),
        ("with expressions", counts.with_expressions, Some(counts.programs)),
        ("with an expression whose type is known", counts.with_annotations, Some(counts.programs)),
        ("expressions that have a value", counts.expressions, None),
        ("whose type the analysis knows", own, Some(counts.expressions)),
        ("... or the compiler's dump", counts.annotated, Some(counts.expressions)),
        ("that can be replaced", counts.replaceable, Some(counts.expressions)),
        ("compared with a dump", counts.compared, None),
        ("of another type there", counts.disagreements, Some(counts.compared)),
    ] {
        let of = of.map_or(String::new(), |of| share(count, of));
        rows.add_row([what.to_owned(), shown(count), of]);
    }
    say!("{rows}\n")?;
    let mut rows = table(["level", "expressions with another replacement", "", "programs"]);
    for LevelCounts { level, replaceable, programs } in &counts.levels {
        rows.add_row([
            level.to_string(),
            shown(*replaceable),
            share(*replaceable, counts.expressions),
            shown(*programs),
        ]);
    }
    say!("{rows}\n")?;
    say!(
        "Not kept: {} without expressions, {} that cannot serve, {} that no compiler accepts.",
        shown(counts.without_expressions),
        shown(counts.unsuitable),
        shown(counts.not_accepted)
    )
}
