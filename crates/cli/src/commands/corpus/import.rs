//! `wellsmith corpus import`: keeps the programs that compilers accept.

use std::collections::{BTreeMap, BTreeSet};
use std::io::IsTerminal;
use std::sync::{Mutex, mpsc};
use std::time::{Duration, Instant};

use case::{Digest, Outcome, TargetName};
use indicatif::{ProgressBar, ProgressStyle};
use inputs::{Corpus, Standing, Verdict};
use mutate::SeedFile;
use mutate::program::Plug;
use targets::Target;

use super::open;
use crate::args::ImportArgs;
use crate::engines::input_error;
use crate::exit::{Exit, setup, usage};
use crate::setup::{self as machine, Bench};
use crate::words::{count, number, say, span, tell};

/// How often a line is printed where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(30);

/// Runs the command.
pub(super) fn run(args: &ImportArgs) -> anyhow::Result<Exit> {
    let language = args.lang;
    let plug = mutate::plug(language)
        .ok_or_else(|| usage(format!("programs in {language} cannot be mutated")))?;
    let cache = machine::cache(&args.places)?;
    let mut bench = machine::choose(&cache, &args.target, Vec::new(), Vec::new())?;
    // What a compiler crashes on when it verifies, its mutants would be blamed for.
    bench.settings.verify_all = true;
    let targets: Vec<TargetName> = bench
        .targets()
        .filter(|info| info.language == language)
        .map(|info| info.name.clone())
        .collect();
    if targets.is_empty() {
        return Err(usage(format!("{} take no {language} programs", args.target.join(" and "))));
    }
    let unreadable = Mutex::new(Vec::new());
    let tell_later = |text| unreadable.lock().expect("no thread panicked").push(text);
    let mut files =
        inputs::read_seeds(std::slice::from_ref(&args.dir), &tell_later).map_err(input_error)?;
    files.retain(|file| file.language == language);
    for text in unreadable.into_inner().expect("no thread panicked") {
        tell!("{text}");
    }
    let read = files.len();
    let mut seen = BTreeSet::new();
    files.retain(|file| seen.insert(Digest::of(file.text.as_bytes())));
    tell!(
        "{} in {}, {} of them different.",
        count(read as u64, "file"),
        args.dir.display(),
        number(files.len() as u64)
    );
    let mut corpus = open(&args.places)?;
    let jobs = args
        .jobs
        .map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    for target in &targets {
        let import = Import { bench: &bench, plug, target, jobs, corpus: &mut corpus };
        import.run(&files)?;
    }
    Ok(Exit::Nothing)
}

/// An import for one target.
struct Import<'a> {
    bench: &'a Bench,
    plug: &'static dyn Plug,
    target: &'a TargetName,
    jobs: usize,
    corpus: &'a mut Corpus,
}

impl Import<'_> {
    fn run(mut self, files: &[SeedFile]) -> anyhow::Result<()> {
        let started = Instant::now();
        let name = self.target.to_string();
        let digest = |file: &SeedFile| Digest::of(file.text.as_bytes()).to_string();
        let new: Vec<&SeedFile> =
            files.iter().filter(|file| !self.corpus.knows(&digest(file), &name)).collect();
        let known = files.len() - new.len();
        let mut tally = Tally::default();
        let mut fit = Vec::new();
        for file in new {
            match self.unsuitable(file) {
                Some(why) => {
                    let verdict = Verdict { standing: Standing::Unsuitable, why };
                    self.keep(file, verdict, &mut tally)?;
                }
                None => {
                    // One dump is enough: types are not a matter of the version.
                    let dump = self.corpus.has_dump(&digest(file)).then(String::new);
                    fit.push(SeedFile { dump, ..file.clone() });
                }
            }
        }
        self.compile(fit, &mut tally)?;
        say!(
            "{name}: {} accepted, {} rejected, {} crashed it, {} too slow, {} cannot serve, {} \
             without a verdict; {} were known; {}",
            number(tally.of(Standing::Accepted)),
            number(tally.of(Standing::Rejected)),
            number(tally.of(Standing::Crashed)),
            number(tally.of(Standing::TimedOut)),
            number(tally.of(Standing::Unsuitable)),
            number(tally.unknown),
            number(known as u64),
            span(started.elapsed())
        )?;
        for (programs, first) in tally.unsuitable.values() {
            say!("  cannot serve: {} such as {first}", count(*programs, "program"))?;
        }
        for (name, why) in &tally.crashes {
            say!("  crash: {name}: {why}")?;
        }
        for disagreement in &tally.disagreements {
            say!("  types differ: {disagreement}")?;
        }
        Ok(())
    }

    /// Why a program cannot serve as a seed, whatever the compiler says.
    fn unsuitable(&self, file: &SeedFile) -> Option<String> {
        match self.plug.read(&file.text, None) {
            Err(why) => Some(why.to_string()),
            Ok(program) if program.expressions().is_empty() => {
                Some("it has no expressions".to_owned())
            }
            Ok(_) => None,
        }
    }

    /// Compiles the programs in batches, on several threads, and keeps each batch
    /// as it comes.
    fn compile(&mut self, files: Vec<SeedFile>, tally: &mut Tally) -> anyhow::Result<()> {
        if files.is_empty() {
            return Ok(());
        }
        let mut first = self.bench.open(self.target)?;
        targets::canary(first.as_mut()).map_err(setup)?;
        let bar = Bar::new(self.target, files.len());
        let size = first.info().batch;
        let mut opened = vec![first];
        while opened.len() < self.jobs {
            opened.push(self.bench.open(self.target)?);
        }
        let batches: Vec<Vec<SeedFile>> = files.chunks(size).map(<[_]>::to_vec).collect();
        let batches = Mutex::new(batches.into_iter());
        let plug = self.plug;
        let (sender, receiver) = mpsc::channel::<Vec<(SeedFile, Option<Verdict>)>>();
        std::thread::scope(|scope| {
            for mut target in opened {
                let (sender, batches) = (sender.clone(), &batches);
                scope.spawn(move || {
                    let next = || batches.lock().expect("no thread panicked").next();
                    while let Some(batch) = next() {
                        if sender.send(judge(target.as_mut(), plug, batch)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            for batch in receiver {
                bar.add(batch.len(), tally);
                for (file, verdict) in batch {
                    match verdict {
                        Some(verdict) => self.keep(&file, verdict, tally)?,
                        None => tally.unknown += 1,
                    }
                }
            }
            bar.finish();
            Ok(())
        })
    }

    fn keep(&mut self, file: &SeedFile, verdict: Verdict, tally: &mut Tally) -> anyhow::Result<()> {
        tally.note(file, &verdict);
        if let Some(dump) = file.dump.as_ref().filter(|dump| !dump.is_empty()) {
            let differences = self.plug.disagreements(&file.text, dump).unwrap_or_default();
            tally.disagreements.extend(differences.iter().map(|found| {
                format!(
                    "{}:{}: {} is {} to the compiler, {} to us",
                    file.name, found.line, found.text, found.theirs, found.ours
                )
            }));
        }
        // A dump that is there already stays.
        let file = SeedFile { dump: file.dump.clone().filter(|d| !d.is_empty()), ..file.clone() };
        self.corpus
            .add(&file, &self.target.to_string(), verdict)
            .map_err(|error| setup(format!("the corpus cannot be written: {error}")))
    }
}

/// What a target does with a batch of programs; accepted ones get a dump unless
/// they have one. `None` where there is no verdict.
fn judge(
    target: &mut dyn Target,
    plug: &dyn Plug,
    batch: Vec<SeedFile>,
) -> Vec<(SeedFile, Option<Verdict>)> {
    let texts: Vec<&str> = batch.iter().map(|file| &file.text[..]).collect();
    let outcomes = targets::verdicts(target, &texts).outcomes;
    let mut judged: Vec<_> = batch.into_iter().zip(outcomes.iter().map(verdict)).collect();
    let is_new = |(file, verdict): &&mut (SeedFile, Option<Verdict>)| {
        let accepted = |verdict: &Verdict| verdict.standing == Standing::Accepted;
        file.dump.is_none() && verdict.as_ref().is_some_and(accepted)
    };
    let mut accepted: Vec<_> = judged.iter_mut().filter(is_new).collect();
    let texts: Vec<&str> = accepted.iter().map(|(file, _)| &file.text[..]).collect();
    let dumps = if texts.is_empty() { None } else { target.type_dumps(&texts) };
    let dumps: Vec<Option<String>> = dumps
        .unwrap_or_default()
        .into_iter()
        .map(|dump| dump.ok().map(|dump| plug.condense(&dump)))
        .collect();
    for ((file, _), dump) in accepted.iter_mut().zip(dumps) {
        file.dump = dump;
    }
    judged
}

fn verdict(outcome: &Outcome) -> Option<Verdict> {
    let (standing, why) = match outcome {
        Outcome::Accepted | Outcome::Slow(_) | Outcome::Ran(_) => {
            (Standing::Accepted, String::new())
        }
        Outcome::Rejected(diagnostics) => {
            (Standing::Rejected, diagnostics.first().map_or(String::new(), ToString::to_string))
        }
        Outcome::Crashed(crash) => (Standing::Crashed, crash.signature.clone()),
        Outcome::TimedOut(time) => (Standing::TimedOut, span(*time)),
        Outcome::Unknown(_) => return None,
    };
    Some(Verdict { standing, why })
}

/// What became of the programs.
#[derive(Default)]
struct Tally {
    standings: BTreeMap<Standing, u64>,
    unknown: u64,
    /// Why programs cannot serve, with their number, and the first one with its
    /// reason in full.
    unsuitable: BTreeMap<String, (u64, String)>,
    crashes: Vec<(String, String)>,
    disagreements: Vec<String>,
}

impl Tally {
    fn of(&self, standing: Standing) -> u64 {
        self.standings.get(&standing).copied().unwrap_or_default()
    }

    fn note(&mut self, file: &SeedFile, verdict: &Verdict) {
        *self.standings.entry(verdict.standing).or_default() += 1;
        match verdict.standing {
            Standing::Unsuitable => {
                // The number of bytes and the line are not the reason.
                let why = verdict.why.replace(|c: char| c.is_ascii_digit(), "");
                let first = || (0, format!("{}: {}", file.name, verdict.why));
                self.unsuitable.entry(why).or_insert_with(first).0 += 1;
            }
            Standing::Crashed => self.crashes.push((file.name.clone(), verdict.why.clone())),
            Standing::Accepted | Standing::Rejected | Standing::TimedOut => {}
        }
    }
}

/// A line of progress on a terminal, and a line now and then elsewhere.
struct Bar {
    bar: ProgressBar,
    target: String,
    of: usize,
    state: Mutex<(usize, Instant)>,
    terminal: bool,
}

impl Bar {
    fn new(target: &TargetName, of: usize) -> Bar {
        let terminal = std::io::stderr().is_terminal();
        let bar = if terminal { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
        bar.set_style(ProgressStyle::with_template("{spinner} {msg}").expect("a valid template"));
        bar.enable_steady_tick(Duration::from_millis(250));
        Bar {
            bar,
            target: target.to_string(),
            of,
            state: Mutex::new((0, Instant::now())),
            terminal,
        }
    }

    fn add(&self, programs: usize, tally: &Tally) {
        let mut state = self.state.lock().expect("no thread panicked");
        state.0 += programs;
        let text = format!(
            "{}: {} of {}, {} accepted",
            self.target,
            number(state.0 as u64),
            count(self.of as u64, "program"),
            number(tally.of(Standing::Accepted))
        );
        if !self.terminal && state.1.elapsed() > LINE_EVERY {
            tell!("{text}");
            state.1 = Instant::now();
        }
        self.bar.set_message(text);
    }

    fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
