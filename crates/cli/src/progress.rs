//! What `fuzz` shows while it runs: a live view on a terminal, a line at intervals
//! elsewhere. Both are on standard error, and both move by a clock of their own, so
//! that a long batch does not look like a hang.

use std::collections::{BTreeMap, BTreeSet};
use std::io::IsTerminal;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use campaign::{
    Counted, Event, EvidenceRecord, Found, Lane, Listener, SightingRecord, Tally, What,
};
use case::OutcomeKind;
use console::{Alignment, pad_str, style};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use store::BucketKey;

use crate::args::ProgressKind;
use crate::setup::Hints;
use crate::show::{Extent, Finding, tracker};
use crate::words::{count, number, percent, say, span, tell};

/// How often a line is printed where there is no live view ...
const LINE_EVERY: Duration = Duration::from_secs(10);
/// ... and when the first one comes.
const FIRST_LINE: Duration = Duration::from_secs(2);
/// How often the live view is drawn.
const TICK: Duration = Duration::from_millis(250);

/// What is shown of a campaign, and how.
pub(crate) struct View<'a> {
    pub(crate) kind: ProgressKind,
    /// Whether findings are printed when they are confirmed.
    pub(crate) findings: bool,
    pub(crate) lanes: &'a [Lane],
    pub(crate) until: Option<Duration>,
    /// How long batches that are running then may take.
    pub(crate) grace: Duration,
    /// How many families this campaign has at most.
    pub(crate) count: Option<u64>,
    pub(crate) hints: Hints,
}

/// Turns events into a live view or lines, and remembers what this run did.
pub(crate) struct Progress {
    shared: Arc<Shared>,
    ticker: Mutex<Option<JoinHandle<()>>>,
}

struct Shared {
    bar: ProgressBar,
    kind: ProgressKind,
    findings: bool,
    hints: Hints,
    until: Option<Duration>,
    grace: Duration,
    count: Option<u64>,
    started: Instant,
    /// Of each lane by its name: the row it belongs to, and its engine and mode.
    lanes: BTreeMap<String, (usize, String)>,
    state: Mutex<State>,
    ended: Condvar,
}

#[derive(Default)]
struct State {
    run: ThisRun,
    rows: Vec<Row>,
    last_line: Option<Instant>,
    /// What all workers of the campaign have done, and how many there are, where there may
    /// be others.
    total: Option<(u64, u64)>,
    /// Since when no more is begun.
    draining: Option<Instant>,
    /// Nobody reads standard output any more.
    closed: bool,
    ended: bool,
}

/// What this process has done, apart from what others did for the campaign.
#[derive(Clone, Default)]
pub(crate) struct ThisRun {
    pub(crate) families: u64,
    pub(crate) programs: u64,
    pub(crate) verdicts: u64,
    pub(crate) as_expected: u64,
    /// The ids of the buckets of which a finding was confirmed.
    pub(crate) seen: BTreeSet<String>,
    /// What was seen again and only counted.
    pub(crate) repeated: BTreeSet<BucketKey>,
    /// Of the buckets, the ones that no campaign had seen before.
    pub(crate) new: BTreeSet<String>,
    /// Of those, the ones that had been marked as fixed.
    pub(crate) regressions: BTreeSet<String>,
    known: u64,
    open: u64,
    last_found: Option<Instant>,
}

/// A compiler in the live view.
#[derive(Clone, Default)]
struct Row {
    compiler: String,
    programs: u64,
    verdicts: u64,
    as_expected: u64,
    /// What workers are at: engine and mode, by worker.
    now: BTreeMap<usize, String>,
    last_surprise: Option<Instant>,
    broken: bool,
}

impl Progress {
    /// A view of a campaign, which moves until [`Progress::finish`]. `unread` is
    /// called when nobody reads standard output any more.
    pub(crate) fn start(view: View<'_>, unread: impl Fn() + Send + 'static) -> Progress {
        let mut rows: Vec<Row> = Vec::new();
        let mut lanes = BTreeMap::new();
        for lane in view.lanes {
            let compiler = lane.panel[0].name.toolchain();
            let at = rows.iter().position(|row| row.compiler == compiler).unwrap_or_else(|| {
                rows.push(Row { compiler, ..Row::default() });
                rows.len() - 1
            });
            lanes.insert(lane.name(), (at, format!("{} {}", lane.engine.name(), lane.mode)));
        }
        let bar = match view.kind {
            ProgressKind::Bar => ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()),
            ProgressKind::Plain | ProgressKind::None => ProgressBar::hidden(),
        };
        bar.set_style(ProgressStyle::with_template("{msg}").expect("a valid template"));
        let shared = Arc::new(Shared {
            bar,
            kind: view.kind,
            findings: view.findings,
            hints: view.hints,
            until: view.until,
            grace: view.grace,
            count: view.count,
            started: Instant::now(),
            lanes,
            state: Mutex::new(State { rows, ..State::default() }),
            ended: Condvar::new(),
        });
        let ticking = shared.clone();
        let ticker = std::thread::spawn(move || ticking.tick(&unread));
        Progress { shared, ticker: Mutex::new(Some(ticker)) }
    }

    /// Clears the live view.
    pub(crate) fn finish(&self) {
        self.shared.state().ended = true;
        self.shared.ended.notify_all();
        let ticker = self.ticker.lock().expect("nothing panics while it holds this").take();
        if let Some(ticker) = ticker {
            let _ = ticker.join();
        }
        self.shared.bar.finish_and_clear();
    }

    /// What this run has done so far.
    pub(crate) fn this_run(&self) -> ThisRun {
        self.shared.state().run.clone()
    }

    /// Takes note of what all workers of the campaign have done: families, and how many
    /// workers there are.
    pub(crate) fn total(&self, families: u64, workers: u64) {
        self.shared.state().total = Some((families, workers));
    }

    /// Whether somebody still reads standard output.
    pub(crate) fn is_read(&self) -> bool {
        !self.shared.state().closed
    }
}

/// The kind of progress that fits where standard error goes.
pub(crate) fn fitting(asked: Option<ProgressKind>, quiet: bool) -> ProgressKind {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb" || term.is_empty());
    let terminal = std::io::stderr().is_terminal() && !dumb;
    match asked {
        Some(ProgressKind::Bar) | None if quiet => ProgressKind::None,
        Some(ProgressKind::Bar) | None if terminal => ProgressKind::Bar,
        Some(ProgressKind::Bar) | None => ProgressKind::Plain,
        Some(asked) => asked,
    }
}

/// Whether nobody can read standard output any more, as in `| head`.
fn is_unread() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdout = std::io::stdout();
    let mut fds = [PollFd::new(&stdout, PollFlags::empty())];
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut fds, Some(&now)).is_ok() && fds[0].revents().contains(PollFlags::ERR)
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nothing panics while it holds this")
    }

    fn tick(&self, unread: &dyn Fn()) {
        let mut state = self.state();
        while !state.ended {
            if !state.closed && is_unread() {
                state.closed = true;
                unread();
            }
            match self.kind {
                ProgressKind::Bar => self.bar.set_message(self.live(&state)),
                ProgressKind::Plain => {
                    let due = match state.last_line {
                        Some(last) => last.elapsed() >= LINE_EVERY,
                        None => self.started.elapsed() >= FIRST_LINE,
                    };
                    if due {
                        state.last_line = Some(Instant::now());
                        tell!("{}", self.status(&state));
                    }
                }
                ProgressKind::None => {}
            }
            state = self.ended.wait_timeout(state, TICK).expect("see `state`").0;
        }
    }

    /// Tells something beside the live view.
    fn line(&self, text: &str) {
        if self.kind != ProgressKind::None {
            self.bar.suspend(|| tell!("{text}"));
        }
    }

    /// Warnings are always told: something was left out.
    fn warning(&self, text: &str) {
        let warning = style("warning:").yellow().for_stderr();
        self.bar.suspend(|| tell!("{warning} {text}"));
    }

    /// The time that has passed, and what is left of it.
    fn time(&self, state: &State) -> String {
        let elapsed = self.started.elapsed();
        let running: usize = state.rows.iter().map(|row| row.now.len()).sum();
        match (state.draining, self.until) {
            (Some(_), Some(until)) if elapsed >= until && running == 0 => {
                "time is up, reducing what was found last".to_owned()
            }
            (Some(_), Some(until)) if elapsed >= until => {
                let batches = batches(running);
                match (until + self.grace).checked_sub(elapsed) {
                    Some(left) => format!("time is up, {batches} may take {} more", span(left)),
                    // A compiler is not killed, but asked nothing more.
                    None => format!("time is up, waiting for the compiler of {batches}"),
                }
            }
            (Some(_), _) => format!("{}, finishing {}", span(elapsed), batches(running)),
            (None, Some(until)) => {
                format!("{}, {} left", span(elapsed), span(until.saturating_sub(elapsed)))
            }
            (None, None) => span(elapsed),
        }
    }

    fn status(&self, state: &State) -> String {
        let run = &state.run;
        let rate = run.programs as f64 / self.started.elapsed().as_secs_f64().max(0.001);
        let programs = match self.count {
            Some(of) if run.families <= of => {
                format!("{} of {} families", number(run.families), number(of))
            }
            _ => count(run.programs, "program"),
        };
        let expected = match run.verdicts {
            0 => String::new(),
            verdicts => format!(" · {} as expected", percent(run.as_expected, verdicts)),
        };
        let known = if run.known > 0 { format!(" + {} known", run.known) } else { String::new() };
        let last = match run.last_found {
            Some(at) => format!(" · last finding {} ago", span(at.elapsed())),
            None => String::new(),
        };
        let total = match state.total {
            Some((families, workers)) => {
                format!(" · {} families of {}", number(families), count(workers, "worker"))
            }
            None => String::new(),
        };
        // What matters most comes first: a narrow terminal cuts off the rest.
        format!(
            "{} · {}{known} · {programs} · {rate:.0}/s{total}{expected}{last}",
            self.time(state),
            count(run.open, "finding"),
        )
    }

    /// The live view: one line for all, and one for each compiler as far as there is
    /// room.
    fn live(&self, state: &State) -> String {
        let (height, width) = console::Term::stderr().size();
        let (height, width) = (usize::from(height), usize::from(width));
        // The last columns are left free: a line that fills them wraps when the terminal
        // echoes `^C`, and what wrapped is not cleared.
        let width = width.saturating_sub(3).max(20);
        let cut = |line: &str| console::truncate_str(line.trim_end(), width, "…").into_owned();
        let mut lines = vec![cut(&self.status(state))];
        let room = height.saturating_sub(4);
        if state.rows.len() > 1 && room < 3 {
            return lines.remove(0);
        }
        let shown = state.rows.len().min(room.max(1));
        let columns = Columns::for_width(width, &state.rows[..shown]);
        lines.push(style(cut(&columns.head())).for_stderr().dim().to_string());
        let seconds = self.started.elapsed().as_secs_f64().max(0.001);
        lines.extend(state.rows[..shown].iter().map(|row| cut(&columns.line(row, seconds))));
        if shown < state.rows.len() {
            lines.push(cut(&format!("… and {} more", state.rows.len() - shown)));
        }
        lines.join("\n")
    }
}

/// `1 batch`, `2 batches`.
fn batches(n: usize) -> String {
    if n == 1 { "1 running batch".to_owned() } else { format!("{n} running batches") }
}

/// Which columns of the live view there is room for.
struct Columns {
    compiler: usize,
    rate: bool,
    now: usize,
    surprise: bool,
}

impl Columns {
    fn for_width(width: usize, rows: &[Row]) -> Columns {
        let longest = rows.iter().map(|row| row.compiler.chars().count()).max().unwrap_or(0);
        let compiler = longest.clamp(8, (width / 3).max(8));
        // Programs and their share that is as expected are always shown.
        let rest = width.saturating_sub(compiler + 9 + 9 + 3);
        let (rate, surprise) = (rest >= 30, rest >= 42);
        let taken = usize::from(rate) * 6 + usize::from(surprise) * 16;
        Columns { compiler, rate, now: rest.saturating_sub(taken).min(32), surprise }
    }

    fn row(
        &self,
        compiler: &str,
        programs: &str,
        rate: &str,
        share: &str,
        now: &str,
        last: &str,
    ) -> String {
        let right = |text: &str, width| pad_str(text, width, Alignment::Right, None).into_owned();
        let left =
            |text: &str, width| pad_str(text, width, Alignment::Left, Some("…")).into_owned();
        let mut line = format!("{} {}", left(compiler, self.compiler), right(programs, 9));
        if self.rate {
            line += &right(rate, 6);
        }
        line += &format!(" {}", right(share, 8));
        if self.now > 4 {
            line += &format!("  {}", left(now, self.now));
        }
        if self.surprise {
            line += &format!(" {}", left(last, 15));
        }
        line
    }

    fn head(&self) -> String {
        self.row("compiler", "programs", "/s", "expected", "now", "last surprise")
    }

    fn line(&self, row: &Row, seconds: f64) -> String {
        let share = match row.verdicts {
            0 => "-".to_owned(),
            verdicts => percent(row.as_expected, verdicts),
        };
        let now = match (&row.now.values().collect::<BTreeSet<_>>(), row.broken) {
            (_, true) => "not used".to_owned(),
            (now, false) if now.is_empty() => "-".to_owned(),
            (now, false) => now.iter().map(|now| now.as_str()).collect::<Vec<_>>().join(", "),
        };
        let last =
            row.last_surprise.map_or("-".to_owned(), |at| format!("{} ago", span(at.elapsed())));
        let rate = format!("{:.0}", row.programs as f64 / seconds);
        self.row(&row.compiler, &number(row.programs), &rate, &share, &now, &last)
    }
}

impl Listener for Progress {
    fn hear(&self, event: &Event) {
        let shared = &*self.shared;
        let mut state = shared.state();
        match &event.what {
            What::Checked { target, broken: Some(why) } => {
                shared.warning(&format!("{target} is not used: it fails its self-test: {why}"));
                let compiler = target.toolchain();
                let others = state.rows.iter_mut().filter(|row| row.compiler == compiler);
                others.for_each(|row| row.broken = target.is_default());
            }
            What::Checked { broken: None, .. } => {}
            What::Began { worker, lane } => {
                if let Some((row, what)) = shared.lanes.get(lane) {
                    state.rows[*row].now.insert(*worker, what.clone());
                }
            }
            What::Ended { worker } => state.rows.iter_mut().for_each(|row| {
                row.now.remove(worker);
            }),
            What::ShardDone(shard) => {
                let (mut verdicts, mut as_expected) = (0, 0);
                for ((_, counted), n) in &shard.counts {
                    match counted {
                        Counted::Outcome(OutcomeKind::Unknown) => {}
                        Counted::Outcome(_) => verdicts += n,
                        Counted::Tally(Tally::AsExpected) => as_expected += n,
                        Counted::Tally(_) => {}
                    }
                }
                let run = &mut state.run;
                run.families += shard.families;
                run.programs += shard.programs;
                run.verdicts += verdicts;
                run.as_expected += as_expected;
                run.repeated.extend(shard.repeats.keys().cloned());
                if let Some((row, _)) = shared.lanes.get(&shard.lane) {
                    let row = &mut state.rows[*row];
                    row.programs += shard.programs;
                    row.verdicts += verdicts;
                    row.as_expected += as_expected;
                    if as_expected < verdicts {
                        row.last_surprise = Some(Instant::now());
                    }
                }
            }
            What::Found(found) => {
                let run = &mut state.run;
                let bucket = &found.committed.bucket;
                run.last_found = Some(Instant::now());
                if found.committed.new_bucket {
                    run.new.insert(bucket.clone());
                }
                if found.committed.regression {
                    run.regressions.insert(bucket.clone());
                }
                if run.seen.insert(bucket.clone()) {
                    *(if found.committed.status.is_open() {
                        &mut run.open
                    } else {
                        &mut run.known
                    }) += 1;
                    if shared.findings {
                        let text = shared.found(found);
                        // Whoever does not read any more is noticed by the clock.
                        shared.bar.suspend(|| drop(say!("{text}")));
                    }
                }
            }
            What::Reduced(smaller) => {
                let show = shared.hints.command(&format!("findings show {}", smaller.id));
                shared.line(&format!(
                    "reduced: {} → {} tokens ({show})",
                    smaller.tokens_before, smaller.tokens_after
                ));
            }
            What::Warning(text) => shared.warning(text),
            What::Draining => {
                state.draining = Some(Instant::now());
                let running: usize = state.rows.iter().map(|row| row.now.len()).sum();
                shared.line(&format!("Finishing {}; press Ctrl-C to quit now.", batches(running)));
            }
        }
    }
}

impl Shared {
    /// A finding when it is confirmed: all of it if somebody has to look at it, one
    /// line if not.
    fn found(&self, found: &Found) -> String {
        let Found { sighting, evidence, verdicts, known, committed } = found;
        let record = SightingRecord::new(sighting);
        let evidence = EvidenceRecord::new(evidence, None, verdicts);
        let finding = Finding {
            kind: sighting.kind,
            target: &sighting.target,
            source: &sighting.case().source,
            sighting: &record,
            evidence: &evidence,
        };
        let number = committed.number;
        let wrong = format!("{} {}", sighting.target, finding.wrong());
        let next = self.hints.command(&format!("findings show {number}"));
        if !committed.status.is_open() {
            let why = match known {
                Some(issue) => {
                    let tracked = tracker(&issue.about);
                    let tracked = tracked.map_or(String::new(), |at| format!(", {at}"));
                    format!("known issue {}{tracked}", issue.name)
                }
                None => format!("marked {}", committed.status),
            };
            return format!("{} #{number} {wrong} ({why}; {next})", style("known").dim());
        }
        let word = match (committed.regression, committed.new_bucket) {
            (true, _) => "REGRESSION, it was marked as fixed",
            (false, true) => "NEW",
            (false, false) => "SEEN BEFORE",
        };
        let kind = style(sighting.kind.name().to_uppercase()).red().bold();
        let mut text = format!(
            "\n{} {kind} #{number} {}  [{word}, after {}]\n",
            style("●").red(),
            style(wrong).bold(),
            span(self.started.elapsed()),
        );
        text += &format!("{}\n", finding.program(Extent::Excerpt).trim_end());
        text += &format!("  why it is wrong: {}\n", finding.why());
        if let Some(verdicts) = finding.verdicts() {
            text += &format!("  {verdicts}\n");
        }
        text + &format!("  next: {next}  (finding {})\n", committed.id)
    }
}
