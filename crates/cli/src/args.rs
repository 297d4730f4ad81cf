//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use case::{FindingKind, Language, Mode};
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{ArgAction, Args as ClapArgs, Parser, Subcommand};
use store::BucketStatus;

use crate::commands::backtest::BacktestArgs;
use crate::commands::findings::{BisectArgs, ExportArgs, RetestArgs};
use crate::commands::report::ReportArgs;

const EXAMPLES: &str = "\
Examples:
  wellsmith demo                           a real compiler bug in half a minute
  wellsmith fuzz --for 10m                 look for bugs in every compiler of this machine
  wellsmith fuzz --target go --count 2000  ... in one of them
  wellsmith toolchain list                 what is installed, and how to install the rest
  wellsmith engines                        engines, modes, features and targets
  wellsmith generate --engine channels --lang go --count 3
  wellsmith rules check my.rules           check a rule file
  wellsmith findings                       what was found so far";

/// Generates well-typed programs, and precisely ill-typed ones, and feeds them to
/// compilers and language runtimes to find their bugs.
#[derive(Debug, Parser)]
#[command(
    name = "wellsmith",
    version,
    after_help = format!("{}\n\n{EXAMPLES}", crate::exit::HELP),
    arg_required_else_help = true
)]
pub(crate) struct Args {
    /// When to use colours; auto means on a terminal, unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", global = true, default_value = "auto", display_order = 900)]
    pub(crate) color: Color,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Color {
    // On a terminal.
    #[default]
    Auto,
    Always,
    Never,
}

impl Color {
    /// Makes it so for everything that is printed.
    pub(crate) fn apply(self) {
        let on = match self {
            Color::Auto => return,
            Color::Always => true,
            Color::Never => false,
        };
        console::set_colors_enabled(on);
        console::set_colors_enabled_stderr(on);
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find, confirm, shrink and explain a real compiler bug in half a minute
    Demo(DemoArgs),
    /// Find bugs: generate programs, feed them to compilers, confirm what breaks
    Fuzz(Box<FuzzArgs>),
    /// Print generated programs
    Generate(GenerateArgs),
    /// Run your own program through the installed compilers
    Check(CheckArgs),
    /// Regenerate a finding's program and run it again: is the bug still there?
    Replay(ReplayArgs),
    /// Make the program of a finding small, or one of your own
    Reduce(ReduceArgs),
    /// List, show, mark, bisect and export what was found
    Findings(FindingsArgs),
    /// Look for known bugs again: is it good news that nothing was found?
    Backtest(BacktestArgs),
    /// Write a campaign, or two compared, as one HTML page
    Report(ReportArgs),
    /// List, show, stop and delete campaigns
    Campaigns(CampaignsArgs),
    /// Work on the campaigns of a store in PostgreSQL, from any machine
    Worker(WorkerArgs),
    /// List who works on the campaigns of a store
    Workers(WorkersArgs),
    /// List engines with their modes and features, and the targets they test
    Engines(EnginesArgs),
    /// List, install and remove compilers
    Toolchain(ToolchainArgs),
    /// Check this machine: sandbox, disk space, store and compilers
    Doctor(DoctorArgs),
    /// Write a wellsmith.toml: what `fuzz` does in this folder
    Init(InitArgs),
    /// Check a rule file, try it, and ask it about a program
    Rules {
        #[command(subcommand)]
        command: RulesCommand,
    },
    /// Inspect the API of libraries, as the api engine sees it
    Api(ApiArgs),
    /// Import seed programs for the mutate engine, and look at them
    Corpus {
        #[command(subcommand)]
        command: CorpusCommand,
    },
    /// Print shell completions
    #[command(after_help = "\
Examples:
  wellsmith completions bash > ~/.local/share/bash-completion/completions/wellsmith
  wellsmith completions zsh > ~/.zfunc/_wellsmith
  wellsmith completions fish > ~/.config/fish/completions/wellsmith.fish")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print a manual page, or write all of them into a folder
    #[command(after_help = "\
Examples:
  wellsmith man | man -l -
  wellsmith man fuzz | man -l -
  wellsmith man --out ~/.local/share/man/man1")]
    Man {
        /// The command [default: wellsmith itself]
        command: Vec<String>,
        /// Write the pages of all commands into this folder
        #[arg(long, value_name = "DIR", conflicts_with = "command")]
        out: Option<PathBuf>,
    },
}

/// A language: a built-in one, or one that a rule file of the user's names.
fn language(name: &str) -> Result<Language, std::convert::Infallible> {
    Ok(Language::named(name))
}

/// A mode, with all of them for completions.
fn mode() -> impl TypedValueParser<Value = Mode> {
    let names = Mode::ALL.iter().map(|mode| mode.name()).collect();
    Hinted(names).try_map(|name| name.parse::<Mode>())
}

/// A number: decimal, or hexadecimal with 0x.
fn integer(text: &str) -> Result<u64, String> {
    let digits = text.replace('_', "");
    let read = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hexadecimal) => u64::from_str_radix(hexadecimal, 16),
        None => digits.parse(),
    };
    read.map_err(|error| match error.kind() {
        std::num::IntErrorKind::PosOverflow => format!("the largest number is {}", u64::MAX),
        _ => "write a whole number, such as 1000 or 0x3e8".to_owned(),
    })
}

/// A path that may be empty: an empty variable means the same as none.
fn maybe_path() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}

/// Where things are kept, for a command with subcommands: the options may stand
/// before or after the subcommand.
#[derive(Debug, ClapArgs)]
pub(crate) struct GlobalPlaces {
    /// The store: a file, or postgres://USER@HOST/DATABASE [default: findings.db in the
    /// user's data folder]
    #[arg(long, global = true, value_name = "STORE", env = "WELLSMITH_STORE", hide_env_values = true, value_parser = maybe_path())]
    store: Option<PathBuf>,
    /// The folder of fetched compilers [default: the user's cache folder]
    #[arg(long, global = true, value_name = "DIR", env = "WELLSMITH_CACHE", value_parser = maybe_path())]
    cache: Option<PathBuf>,
}

impl From<GlobalPlaces> for Places {
    fn from(GlobalPlaces { store, cache }: GlobalPlaces) -> Places {
        Places { store, cache }
    }
}

/// Where things are kept.
#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct Places {
    /// The store: a file, or postgres://USER@HOST/DATABASE [default: findings.db in the
    /// user's data folder]
    #[arg(long, value_name = "STORE", env = "WELLSMITH_STORE", hide_env_values = true, value_parser = maybe_path())]
    pub(crate) store: Option<PathBuf>,
    /// The folder of fetched compilers [default: the user's cache folder]
    #[arg(long, value_name = "DIR", env = "WELLSMITH_CACHE", value_parser = maybe_path())]
    pub(crate) cache: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Without arguments, every installed compiler is tested until Ctrl-C, except gccrs,
which describes itself as incomplete; request it with --target gccrs. Configurations
that are not tested by default are requested by name: --target ghc+no-cse. A
wellsmith.toml in the current folder describes compilers of yours, which are tested
instead, and has defaults for these flags (`wellsmith init` writes one). `--target rustc` means one version, the one on PATH if there is one; name
others with `--target rustc@VERSION`.
With --base and --head, the same programs go to a compiler before a change and after
it, and only differences are findings. The exit code is 1 for those that the head is to
blame for; what it mends is told, too.
Findings and the summary go to standard output, progress to standard error. The exit
code is 1 if this run has seen an open bug: one that is new, confirmed, or a
regression, and not one that was marked reported, known or ignored; --fail-on
changes that.
Press Ctrl-C once to finish running batches, twice to quit now. Nothing that was
reported is lost either way, and --resume continues.

Examples:
  wellsmith fuzz --for 10m
  wellsmith fuzz --engine channels --target go --target flume@0.12.0 --count 5000
  wellsmith fuzz --rules my.rules --compiler './mycc {file}'
  wellsmith fuzz --target swift --seeds Sources
  wellsmith fuzz --base rustc@1.95.0 --head rustc@/my/build/bin/rustc --like tests/ui/new.rs
  wellsmith fuzz --resume
  wellsmith fuzz --install --target crystal@1.14 --for 1h --json")]
pub(crate) struct FuzzArgs {
    /// Stop after this time (90s, 10m, 1h30m); running batches then get 30 more seconds
    #[arg(long = "for", value_name = "TIME", value_parser = duration)]
    pub(crate) duration: Option<Duration>,
    /// Stop after this many families, over all runs of the campaign: a family is one
    /// program, or the equivalent programs that mode `equivalent` makes of one
    #[arg(long, value_name = "N", value_parser = integer)]
    pub(crate) count: Option<u64>,
    /// The seed of all choices [default: from the clock]
    #[arg(long, value_name = "S", value_parser = integer)]
    pub(crate) seed: Option<u64>,
    /// Only these engines
    #[arg(long, value_name = "ENGINE", value_parser = engine_names())]
    pub(crate) engine: Vec<String>,
    /// Only these targets: NAME, NAME@VERSION or NAME@VERSION+CONFIGURATION
    #[arg(long, value_name = "TARGET", value_parser = target_names(), hide_possible_values = true)]
    pub(crate) target: Vec<String>,
    #[command(flatten)]
    pub(crate) own: OwnCompilers,
    /// Judge all versions of a compiler together: differences are findings
    #[arg(long)]
    pub(crate) compare_versions: bool,
    /// The compiler before a change, as for --target: only differences to --head are
    /// findings
    #[arg(long, value_name = "TARGET", requires = "head", conflicts_with_all = ["target", "compare_versions"],
        value_parser = target_names(), hide_possible_values = true)]
    pub(crate) base: Option<String>,
    /// The compiler after the change
    #[arg(long, value_name = "TARGET", requires = "base",
        value_parser = target_names(), hide_possible_values = true)]
    pub(crate) head: Option<String>,
    /// Use most the features whose words are in these files: the tests that a change
    /// adds, for example
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) like: Vec<PathBuf>,
    /// Write the differences into this file as Markdown, for a pull request
    #[arg(long, value_name = "FILE", requires = "head")]
    pub(crate) markdown: Option<PathBuf>,
    /// The share of the time, in per cent, that goes into reducing what is found
    #[arg(long, value_name = "PERCENT", default_value_t = 20, env = "WELLSMITH_REDUCE_SHARE",
        value_parser = clap::value_parser!(u32).range(0..=100))]
    pub(crate) reduce_share: u32,
    /// Leave findings as they are; `wellsmith reduce` makes them small later
    #[arg(long)]
    pub(crate) no_reduce: bool,
    /// Run only if the sandbox protects this machine in full; otherwise what is missing
    /// is only a warning
    #[arg(long, value_name = "LEVEL")]
    pub(crate) require_sandbox: Option<SandboxLevel>,
    /// Only these modes
    #[arg(long, value_name = "MODE", value_parser = mode())]
    pub(crate) mode: Vec<Mode>,
    /// Install the missing compilers first
    #[arg(long)]
    pub(crate) install: bool,
    /// Continue the last campaign, or this one, as it was started
    #[arg(
        long,
        value_name = "CAMPAIGN",
        num_args = 0..=1,
        default_missing_value = "0",
        conflicts_with_all = ["count", "seed", "engine", "target", "mode", "install", "size", "feature", "library", "member", "rules", "negate", "negations", "seeds", "compiler", "config", "compare_versions", "base", "head", "like", "markdown"],
    )]
    pub(crate) resume: Option<i64>,
    /// Only plan the campaign, for `wellsmith worker` on any machine, whose own
    /// --reduce-share counts; needs a store in PostgreSQL
    #[arg(long, conflicts_with_all = ["resume", "duration", "jobs", "coverage", "no_reduce"])]
    pub(crate) detach: bool,
    /// How many compilers run at once [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    #[command(flatten)]
    pub(crate) shape: Shape,
    #[command(flatten)]
    pub(crate) rules: RuleFiles,
    #[command(flatten)]
    pub(crate) libraries: Libraries,
    #[command(flatten)]
    pub(crate) members: Members,
    #[command(flatten)]
    pub(crate) seeds: Seeds,
    /// Record in this folder which parts of JVM compilers are executed; needs one --mode
    #[arg(long, value_name = "DIR", conflicts_with = "resume")]
    pub(crate) coverage: Option<PathBuf>,
    /// A file of known issues, besides those built in
    #[arg(long, value_name = "FILE")]
    pub(crate) known: Vec<PathBuf>,
    /// What ends with exit code 1: a bug that is open (new, and not a known issue or
    /// marked as one), any bug that is seen, or none
    #[arg(long, value_name = "WHAT", default_value = "new")]
    pub(crate) fail_on: FailOn,
    /// How progress is shown on standard error [default: bar, a live view, on a terminal,
    /// else plain, a line every ten seconds]
    #[arg(long, value_name = "KIND")]
    pub(crate) progress: Option<ProgressKind>,
    /// Print the summary only
    #[arg(long, short, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Print the tables of engines, modes and targets too
    #[arg(long, short)]
    pub(crate) verbose: bool,
    /// Print one JSON line at the end, and nothing else on standard output
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) places: Places,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
A worker leases shards of the campaigns in a PostgreSQL database, and commits their
results. It takes only those for which it has the compilers: this machine's own,
those that --install fetches, and those of --allow, --compiler and --config. Inputs of
engines come from the store. It ends when there is nothing left that it can do, or on a
signal: then it finishes running batches; a second signal ends it at once.
The password of the database comes from PGPASSWORD or a password file.

Examples:
  wellsmith fuzz --store postgres://me@db/campaigns --count 100000 --detach
  wellsmith worker --store postgres://worker@db/campaigns
  wellsmith worker --store postgres://worker@db/campaigns --install --wait --jobs 16")]
pub(crate) struct WorkerArgs {
    /// Only this campaign [default: all, the oldest first]
    #[arg(long, value_name = "CAMPAIGN")]
    pub(crate) campaign: Option<i64>,
    /// How many compilers run at once [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Stop after this time (90s, 10m, 1h30m); running batches then get 30 more seconds
    #[arg(long = "for", value_name = "TIME", value_parser = duration)]
    pub(crate) duration: Option<Duration>,
    /// Wait for new campaigns when nothing is left to do
    #[arg(long)]
    pub(crate) wait: bool,
    /// Install the compilers that a campaign needs and this machine lacks
    #[arg(long)]
    pub(crate) install: bool,
    /// A compiler that campaigns may name by its path, such as rustc@/my/build/bin/rustc;
    /// without this, nothing is run because the store names a path
    #[arg(long, value_name = "TARGET")]
    pub(crate) allow: Vec<String>,
    /// Only shards that were set aside because their workers were lost three times, one
    /// at a time
    #[arg(long, conflicts_with_all = ["wait", "jobs"])]
    pub(crate) set_aside: bool,
    /// What this worker is called in `wellsmith workers` [default: the machine's name]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// How long its shards are kept for it when nothing is heard of it; it is heard of four
    /// times as often
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "120s")]
    pub(crate) lease: Duration,
    #[command(flatten)]
    pub(crate) own: OwnCompilers,
    /// A file of known issues, besides those built in
    #[arg(long, value_name = "FILE")]
    pub(crate) known: Vec<PathBuf>,
    /// The share of the time, in per cent, that goes into reducing and bisecting findings
    /// while there are shards; then all of it. 0 takes no such jobs
    #[arg(long, value_name = "PERCENT", default_value_t = 20, env = "WELLSMITH_REDUCE_SHARE",
        value_parser = clap::value_parser!(u32).range(0..=100))]
    pub(crate) reduce_share: u32,
    /// Run only if the sandbox protects this machine in full; otherwise what is missing
    /// is only a warning
    #[arg(long, value_name = "LEVEL")]
    pub(crate) require_sandbox: Option<SandboxLevel>,
    /// Print warnings only
    #[arg(long, short)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) places: Places,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct WorkersArgs {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) places: Places,
}

/// What makes `fuzz` fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum FailOn {
    // A bug that somebody has to look at.
    New,
    // Known ones too.
    Any,
    None,
}

/// How progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ProgressKind {
    // A live view, if standard error is a terminal.
    Bar,
    // A line every ten seconds.
    Plain,
    None,
}

/// The names of engines, which completions offer. What is wrong is said elsewhere.
fn engine_names() -> impl TypedValueParser<Value = String> {
    Hinted(inputs::ENGINES.to_vec())
}

/// Names of targets without a version, which completions offer; a user may add a
/// version, a path or a configuration.
fn target_names() -> impl TypedValueParser<Value = String> {
    Hinted(toolchains::names().collect())
}

/// A text for which there are suggestions; any other text will do too.
#[derive(Clone)]
struct Hinted(Vec<&'static str>);

impl TypedValueParser for Hinted {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        clap::builder::StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(
        &self,
    ) -> Option<Box<dyn Iterator<Item = clap::builder::PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(|name| clap::builder::PossibleValue::new(*name))))
    }
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
It needs nothing but a rustc: the bug is in an experimental part of rustc 1.95 (its
new trait solver), and is searched for, confirmed and shrunk on your machine. Where
your rustc does not have the bug any more, rustup gets one that has it:
`rustup toolchain install 1.95.0`.")]
pub(crate) struct DemoArgs {
    /// The seed of the search; another one finds another program
    #[arg(long, value_name = "S", value_parser = integer, default_value = "1")]
    pub(crate) seed: u64,
    /// The rustc to look at [default: 1.95.0 if it is installed, else the one on PATH]
    #[arg(long, value_name = "TARGET")]
    pub(crate) target: Option<String>,
    #[command(flatten)]
    pub(crate) places: Places,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  wellsmith engines
  wellsmith engines rules                  modes and features of one engine
  wellsmith engines --json")]
pub(crate) struct EnginesArgs {
    /// Only this engine, with its features
    #[arg(value_parser = engine_names())]
    pub(crate) engine: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) places: Places,
}

/// Compilers that are not in the catalogue.
#[derive(Debug, ClapArgs)]
pub(crate) struct OwnCompilers {
    /// A compiler of yours: a command with {file} where the program's file goes
    #[arg(long, value_name = "COMMAND")]
    pub(crate) compiler: Vec<String>,
    /// A file that describes compilers of yours [default: wellsmith.toml in this
    /// folder, if there is one]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Vec<PathBuf>,
}

/// What the rules engine is built from.
#[derive(Debug, ClapArgs)]
pub(crate) struct RuleFiles {
    /// A rule file for the rules engine [default: those that are built in]
    #[arg(long, value_name = "FILE")]
    pub(crate) rules: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) negations: Negations,
}

/// Which premises are negated in ill-typed programs, and how often.
#[derive(Debug, ClapArgs)]
pub(crate) struct Negations {
    /// Negate only these premises in ill-typed programs of the rules engine, RULE.PREMISE
    /// or the name of a rule that negates one; `rules check FILE` lists them
    #[arg(long, value_name = "PREMISE")]
    pub(crate) negate: Vec<String>,
    /// How many premises are negated in an ill-typed program of the rules engine: a
    /// number, or `every` for each use of the rules of --negate [default: mostly 1]
    #[arg(long, value_name = "N", value_parser = negations)]
    pub(crate) negations: Option<String>,
}

/// How often premises are negated, as it is written.
fn negations(text: &str) -> Result<String, String> {
    text.parse::<rules::Times>().map(|_| text.to_owned())
}

/// What programs are written against.
#[derive(Debug, ClapArgs)]
pub(crate) struct Libraries {
    /// A library for the api engine: GROUP:ARTIFACT:VERSION, a jar, or a folder of
    /// signatures [default: the JDK and the language's own]
    #[arg(long, value_name = "LIBRARY")]
    pub(crate) library: Vec<String>,
}

/// Which members of libraries programs exercise.
#[derive(Debug, ClapArgs)]
pub(crate) struct Members {
    /// Only members of libraries with this in their names:
    /// com.google.common.collect., ArrayUtils.removeAll
    #[arg(long, value_name = "TEXT")]
    pub(crate) member: Vec<String>,
}

/// What the mutate engine is built from.
#[derive(Debug, ClapArgs)]
pub(crate) struct Seeds {
    /// A seed program for the mutate engine, or a folder of them; the compilers must
    /// accept them [default: those that are built in, and in fuzz what was imported]
    #[arg(long, value_name = "PATH")]
    pub(crate) seeds: Vec<PathBuf>,
}

/// What programs look like.
#[derive(Debug, ClapArgs)]
pub(crate) struct Shape {
    /// How large programs are, 1 to 10
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=10))]
    pub(crate) size: u32,
    /// Switch a feature on (NAME) or off (no-NAME)
    #[arg(long, value_name = "FEATURE", action = ArgAction::Append)]
    pub(crate) feature: Vec<String>,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
The same engine, language, mode, seed, size and features give the same programs.

Examples:
  wellsmith generate --engine channels --lang go --count 2
  wellsmith generate --engine channels --lang rust --dialect flume --count 100 --out programs
  wellsmith generate --engine channels --lang go --count 100000 --stats
  wellsmith generate --engine rules --lang rust --mode ill-typed --json
  wellsmith generate --engine rules --lang rust --mode ill-typed --negate T-Less.left
  wellsmith generate --engine rules --rules tiny.rules --size 1 --exhaustive")]
pub(crate) struct GenerateArgs {
    /// The engine
    #[arg(long, value_name = "ENGINE", value_parser = engine_names())]
    pub(crate) engine: String,
    /// The language [default: the engine's first]
    #[arg(long, value_name = "LANGUAGE", value_parser = language)]
    pub(crate) lang: Option<Language>,
    /// The mode [default: the engine's first]
    #[arg(long, value_name = "MODE", value_parser = mode())]
    pub(crate) mode: Option<Mode>,
    /// The dialect of the language [default: the usual one]
    #[arg(long, value_name = "DIALECT")]
    pub(crate) dialect: Option<String>,
    /// How many programs [default: 1; with --exhaustive, all]
    #[arg(long, value_name = "N", value_parser = integer)]
    pub(crate) count: Option<u64>,
    /// The seed of all choices
    #[arg(long, value_name = "S", value_parser = integer, default_value = "0", conflicts_with = "exhaustive")]
    pub(crate) seed: u64,
    /// Every program within the bounds of --size, each once, the simplest answers first
    #[arg(long)]
    pub(crate) exhaustive: bool,
    #[command(flatten)]
    pub(crate) shape: Shape,
    #[command(flatten)]
    pub(crate) rules: RuleFiles,
    #[command(flatten)]
    pub(crate) libraries: Libraries,
    #[command(flatten)]
    pub(crate) members: Members,
    #[command(flatten)]
    pub(crate) seeds: Seeds,
    /// Write one file for each program and a manifest.jsonl into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "stats")]
    pub(crate) out: Option<PathBuf>,
    /// Print no programs, but one JSON line of statistics
    #[arg(long)]
    pub(crate) stats: bool,
    /// Print one JSON line for each program, with what must be true of it and why
    #[arg(long, conflicts_with_all = ["stats", "out"])]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) places: Places,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
The exit code is 1 if a compiler crashes, if configurations of one compiler disagree,
or if one of them does something else than --expect says.

Examples:
  wellsmith check hello.go
  wellsmith check a.rs b.rs --target rustc
  wellsmith check bug.rs --target rustc --target flume@0.12.0
  wellsmith check bug.rs --target rustc --expect reject
  wellsmith check bug.rs --target rustc@1.95 -- -Copt-level=3 -Zmir-opt-level=4
  wellsmith check bug.rs --compiler 'rustc --edition 2021 -Zpolonius {file}'
  echo 'fn main() {}' | wellsmith check - --lang rust")]
pub(crate) struct CheckArgs {
    /// The programs; - is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Their language [default: by the file's extension]
    #[arg(long, value_name = "LANGUAGE", value_parser = language)]
    pub(crate) lang: Option<Language>,
    /// Only these targets [default: all of that language]
    #[arg(long, value_name = "TARGET", value_parser = target_names(), hide_possible_values = true)]
    pub(crate) target: Vec<String>,
    #[command(flatten)]
    pub(crate) own: OwnCompilers,
    /// What a correct compiler does: accept, reject or terminate
    #[arg(long, value_name = "WORD")]
    pub(crate) expect: Option<Expect>,
    /// How long one run of the program may take; one that takes longer counts as
    /// hung
    #[arg(
        long,
        visible_alias = "timeout",
        value_name = "TIME",
        value_parser = duration,
        default_value = "10s"
    )]
    pub(crate) time_limit: Duration,
    /// How often each target is given the program; the outcomes must agree
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) runs: u32,
    #[command(flatten)]
    pub(crate) libraries: Libraries,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) places: Places,
    /// Options for the compiler, besides those of its configuration
    #[arg(last = true, value_name = "OPTIONS")]
    pub(crate) options: Vec<String>,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Ends with exit code 3 if something is broken, and says what to do about it.

Examples:
  wellsmith doctor
  wellsmith doctor --self-test --target go   compile and run programs with known verdicts")]
pub(crate) struct DoctorArgs {
    /// Give every target the programs whose verdicts are known, which takes up to
    /// a minute each
    #[arg(long)]
    pub(crate) self_test: bool,
    /// Test only these targets [default: all]
    #[arg(long, value_name = "TARGET", requires = "self_test")]
    pub(crate) target: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) places: Places,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  wellsmith init
  wellsmith init --schema > wellsmith.schema.json")]
pub(crate) struct InitArgs {
    /// Print the JSON schema of such files instead
    #[arg(long)]
    pub(crate) schema: bool,
    #[command(flatten)]
    pub(crate) places: Places,
}

/// How much protection a sandbox must give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum SandboxLevel {
    // All protections that there are.
    Full,
}

/// What the user expects of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Expect {
    /// It is well-typed
    Accept,
    /// It is ill-typed
    Reject,
    /// Every execution ends
    Terminate,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  wellsmith replay 3                       run finding #3 again
  wellsmith replay f3a1c0 --print          only print its program
  wellsmith replay 3 --target rustc@1.85.1 on another version")]
pub(crate) struct ReplayArgs {
    /// The finding: the number or id of a bucket, the id of a finding, or the
    /// beginning of an id
    pub(crate) finding: String,
    /// Print the program and run nothing
    #[arg(long)]
    pub(crate) print: bool,
    /// Take the program as it was stored, without regenerating it
    #[arg(long)]
    pub(crate) as_stored: bool,
    /// Other targets than the one it was found with
    #[arg(long, value_name = "TARGET", value_parser = target_names(), hide_possible_values = true)]
    pub(crate) target: Vec<String>,
    /// A compiler that a finding in PostgreSQL may name by its path; without this, nothing is
    /// run because such a store names a path
    #[arg(long, value_name = "TARGET")]
    pub(crate) allow: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) places: Places,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  wellsmith reduce f3a1c0de1234                  a finding; the result is kept with it
  wellsmith reduce crash.rs --target rustc       a program that crashes a compiler
  wellsmith reduce bug.rs --target rustc@1.63.0 --expect reject --reference rustc@1.95.0
                                                 an ill-typed program that 1.63.0 accepts

The smallest program is printed on standard output. Ctrl-C stops and keeps the best so
far. Exit code 1: the finding is there; 0: it is not seen any more.")]
pub(crate) struct ReduceArgs {
    /// The finding, a bucket for its first finding, or a file with a program
    #[arg(value_name = "ID|FILE")]
    pub(crate) what: String,
    /// For a file: the compiler that is wrong about the program; two to compare them
    #[arg(long, value_name = "TARGET")]
    pub(crate) target: Vec<String>,
    /// For a file: what must be true of it [default: compilers must not crash]
    #[arg(long)]
    pub(crate) expect: Option<Expect>,
    /// For a file: its language [default: by its extension]
    #[arg(long, value_name = "LANGUAGE", value_parser = language)]
    pub(crate) lang: Option<Language>,
    /// A target that is right about the program; after each step it must still be
    /// [default: another configuration or version of the same compiler, if one is]
    #[arg(long, value_name = "TARGET")]
    pub(crate) reference: Vec<String>,
    /// How many programs may be tried
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub(crate) queries: u64,
    /// How long it may take: 30s, 5m, 1h
    #[arg(long = "for", value_name = "TIME", value_parser = duration)]
    pub(crate) duration: Option<Duration>,
    /// A compiler that a finding in PostgreSQL may name by its path; without this, nothing is
    /// run because such a store names a path
    #[arg(long, value_name = "TARGET")]
    pub(crate) allow: Vec<String>,
    /// Leave a finding to the workers of a store in PostgreSQL
    #[arg(long, conflicts_with_all = ["target", "expect", "lang", "reference", "queries",
        "duration", "json"])]
    pub(crate) queue: bool,
    #[command(flatten)]
    pub(crate) libraries: Libraries,
    #[command(flatten)]
    pub(crate) own: OwnCompilers,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) places: Places,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  wellsmith campaigns
  wellsmith campaigns show 3
  wellsmith campaigns stop 3
  wellsmith campaigns delete 1 2")]
pub(crate) struct CampaignsArgs {
    #[command(subcommand)]
    pub(crate) command: Option<CampaignsCommand>,
    /// Print JSON
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) places: GlobalPlaces,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CampaignsCommand {
    /// Show what a campaign tests, how far it is, and what it found
    Show {
        /// The campaign
        campaign: i64,
    },
    /// Stop a campaign for every process that works on it
    Stop {
        /// The campaign
        campaign: i64,
    },
    /// Delete campaigns with their findings. What was said about bugs is kept
    Delete {
        /// The campaigns
        #[arg(required = true, value_name = "CAMPAIGN")]
        campaigns: Vec<i64>,
    },
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
A bucket is a suspected bug: all findings with one signature. It is named by its
number (3 or #3), its id, the id of one of its findings, or the beginning of an id.

Examples:
  wellsmith findings                       what is open
  wellsmith findings --all --kind crash    known, ignored and fixed ones too
  wellsmith findings show 3
  wellsmith findings --status regression --since 7d
  wellsmith findings mark 3 reported --note https://example.org/issues/1
  wellsmith findings merge 3 5             they are one bug")]
pub(crate) struct FindingsArgs {
    #[command(subcommand)]
    pub(crate) command: Option<FindingsCommand>,
    #[command(flatten)]
    pub(crate) filter: FindingsFilter,
}

/// Which findings are meant. The options may stand before or after the subcommand.
#[derive(Debug, ClapArgs)]
pub(crate) struct FindingsFilter {
    /// Only this campaign [default: all]
    #[arg(long, value_name = "CAMPAIGN", global = true)]
    pub(crate) campaign: Option<i64>,
    /// Only this kind
    #[arg(long, value_name = "KIND", global = true)]
    pub(crate) kind: Option<FindingKind>,
    /// Only targets with this in their names
    #[arg(long, value_name = "TEXT", global = true)]
    pub(crate) target: Option<String>,
    /// Only these statuses, open or not: new, confirmed, reported, known, fixed,
    /// regression or ignored
    // `mark` has an argument of this name, and options are for all subcommands.
    #[arg(long = "status", value_name = "STATUS", global = true, conflicts_with = "all")]
    pub(crate) statuses: Vec<BucketStatus>,
    /// Only what was seen in this time: 12h, 7d
    #[arg(long, value_name = "TIME", value_parser = duration, global = true)]
    pub(crate) since: Option<Duration>,
    /// Only what has this in its signature, its note or the name of its known issue
    #[arg(long, value_name = "TEXT", global = true)]
    pub(crate) text: Option<String>,
    /// Known, reported, ignored and fixed ones too
    #[arg(long, global = true)]
    pub(crate) all: bool,
    /// Print JSON
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) places: GlobalPlaces,
}

#[derive(Debug, Subcommand)]
pub(crate) enum FindingsCommand {
    /// List the buckets
    List,
    /// Show a finding with its program, the evidence, and what to do next
    #[command(after_help = "\
Examples:
  wellsmith findings show 3
  wellsmith findings show f3a1c0 --json")]
    Show {
        /// The number or id of a bucket, the id of a finding, or the beginning of an id
        id: String,
    },
    /// Set the status of a bucket, for this and all later campaigns
    #[command(after_help = "\
  new         nobody has looked at it
  confirmed   it is a bug, and not reported yet
  reported    the maintainers know
  known       it was known before
  fixed       the maintainers have fixed it; seen again, it is a regression
  ignored     not a bug, or of no interest

Examples:
  wellsmith findings mark 3 reported --note https://example.org/issues/1
  wellsmith findings mark f3a1c0 ignored")]
    Mark {
        /// The bucket: its number or id, or the id of one of its findings
        bucket: String,
        /// new, confirmed, reported, known, fixed or ignored
        status: String,
        /// A remark, such as the address of a bug report
        #[arg(long)]
        note: Option<String>,
    },
    /// Say that buckets are one bug, for this and all later campaigns
    #[command(after_help = "\
The first bucket keeps its number, its status and its note. The others are shown, counted
and marked as that one, and what is found later with their signatures is, too. Their own
numbers still name it.

Examples:
  wellsmith findings merge 3 5 8
  wellsmith findings undo")]
    Merge {
        /// The bucket that stays
        bucket: String,
        /// The buckets that are the same bug
        #[arg(required = true, value_name = "OTHER")]
        others: Vec<String>,
    },
    /// Say that a finding is another bug than the rest of its bucket
    #[command(after_help = "\
If the bucket was merged from several, the one that the finding was in is on its own
again. Otherwise the finding's program gets a bucket of its own, and stays there when a
later campaign meets the same program.

Examples:
  wellsmith findings split f3a1c0
  wellsmith findings undo")]
    Split {
        /// The id of the finding, or the beginning of it
        finding: String,
    },
    /// Undo the last merge or split; repeated, the one before
    Undo,
    /// Write findings into a folder: programs, reports ready to file, scripts, tests
    Export(ExportArgs),
    /// Find out in which versions of its compiler a finding is
    Bisect(BisectArgs),
    /// Try findings again on the newest versions: still there, fixed, back?
    Retest(RetestArgs),
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  wellsmith toolchain list
  wellsmith toolchain install go@1.21.13 kotlin
  wellsmith toolchain remove kotlin@2.0.0")]
pub(crate) struct ToolchainArgs {
    #[command(subcommand)]
    pub(crate) command: ToolchainCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ToolchainCommand {
    /// List what is installed, and how to install the rest
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        places: Places,
    },
    /// Fetch compilers: NAME or NAME@VERSION
    ///
    /// They come through their ecosystem's own client (mvn, mmdebstrap, go, cargo), which is
    /// installed with apt-get where it is missing and wellsmith runs as root.
    #[command(after_help = "\
Examples:
  wellsmith toolchain install kotlin@2.1.0     any version that Maven has
  wellsmith toolchain install go@1.22.1        any version of Go
  wellsmith toolchain install ghc@8.8.4 swift  what a Debian release has")]
    Install {
        /// The compilers
        #[arg(required = true)]
        specs: Vec<String>,
        #[command(flatten)]
        places: Places,
    },
    /// Remove fetched compilers
    #[command(after_help = "\
Examples:
  wellsmith toolchain remove ghc@8.8.4
  wellsmith toolchain remove --unused 30d")]
    Remove {
        /// The compilers: NAME@VERSION
        #[arg(required_unless_present = "unused")]
        specs: Vec<String>,
        /// Those that were not used for so long
        #[arg(long, value_name = "TIME", value_parser = duration, conflicts_with = "specs",
              num_args = 0..=1, default_missing_value = "30d")]
        unused: Option<Duration>,
        #[command(flatten)]
        places: Places,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum RulesCommand {
    /// Say whether a rule file is in order, and what is in it
    #[command(after_help = "\
Examples:
  wellsmith rules check tiny.rules
  wellsmith rules check systemf --json")]
    Check {
        /// The rule file, or the name of one that is built in
        file: PathBuf,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Print programs that a rule file makes
    Generate(RulesGenerate),
    /// Print the derivation of a program, or where there is none
    #[command(after_help = "\
A program is written in the notation of its rule file: the constructors that the
file declares, as `rules generate --notation` prints them. The exit code is 1 if
there is no derivation.

Examples:
  wellsmith rules generate systemf --notation > program
  wellsmith rules explain program
  echo 'program(app(true, num(1), int, int), int)' | wellsmith rules explain -
  wellsmith rules explain program --system tiny.rules --json")]
    Explain {
        /// The file with the program; - is standard input
        program: PathBuf,
        /// Its rule file, or the name of one that is built in
        #[arg(long, value_name = "FILE", default_value = "systemf")]
        system: PathBuf,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
The same file, mode, seed and size give the same programs.

Examples:
  wellsmith rules generate tiny.rules --count 5
  wellsmith rules generate tiny.rules --mode ill-typed --json
  wellsmith rules generate systemf --lang ocaml --mode equivalent --seed 7")]
pub(crate) struct RulesGenerate {
    /// The rule file, or the name of one that is built in
    pub(crate) file: PathBuf,
    /// well-typed, ill-typed or equivalent
    #[arg(long, value_name = "MODE", default_value = "well-typed")]
    pub(crate) mode: Mode,
    /// The language to print in [default: the file's first]
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) lang: Option<String>,
    /// Print in the notation of the rule file, which `rules explain` reads
    #[arg(long, conflicts_with = "lang")]
    pub(crate) notation: bool,
    /// How many programs
    #[arg(long, value_name = "N", value_parser = integer, default_value = "1")]
    pub(crate) count: u64,
    /// The seed of all choices
    #[arg(long, value_name = "S", value_parser = integer, default_value = "0")]
    pub(crate) seed: u64,
    /// How deep derivations are above the least that there must be, 1 to 10
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=10))]
    pub(crate) size: u32,
    #[command(flatten)]
    pub(crate) negations: Negations,
    /// Print one JSON line for each program
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CorpusCommand {
    /// Keep the programs of a folder that compilers accept
    Import(ImportArgs),
    /// List the seeds, and what crashed a compiler
    List {
        /// What was rejected or cannot serve, too
        #[arg(long)]
        all: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        places: Places,
    },
    /// Print a seed with the types of its expressions, as far as they are known
    Show {
        /// The beginning of its id, or its name
        program: String,
        #[command(flatten)]
        places: Places,
    },
    /// Count how much of the seeds is known, and what each level replaces
    Stats {
        #[command(flatten)]
        seeds: Seeds,
        /// Print JSON
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        places: Places,
    },
    /// Forget seeds
    Remove {
        /// The beginnings of their ids, or their names
        #[arg(required_unless_present = "all")]
        programs: Vec<String>,
        /// All of them
        #[arg(long, conflicts_with = "programs")]
        all: bool,
        #[command(flatten)]
        places: Places,
    },
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Every program is given to the compilers as it is, and kept by its content if they
accept it. An import that was stopped continues where it was, and an import for
another target adds to what is there. `wellsmith fuzz` uses the programs that all its
targets accept.

Examples:
  wellsmith corpus import swift/test --lang swift --target swift@6.0.3
  wellsmith corpus import Sources --lang swift --target swift@6.0.3 --target swift@6.2.3")]
pub(crate) struct ImportArgs {
    /// The folder, or one file
    pub(crate) dir: PathBuf,
    /// The language of the programs
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) lang: Language,
    /// The compilers that must accept them: NAME, NAME@VERSION or
    /// NAME@VERSION+CONFIGURATION
    #[arg(long, value_name = "TARGET", required = true)]
    pub(crate) target: Vec<String>,
    /// How many compilers run at once [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    #[command(flatten)]
    pub(crate) places: Places,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct ApiArgs {
    #[command(subcommand)]
    pub(crate) command: ApiCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ApiCommand {
    /// Show a type with its members, or a member with its overloads
    #[command(after_help = "\
Examples:
  wellsmith api show java.util.Map.Entry
  wellsmith api show Map.Entry.getKey --lang kotlin
  wellsmith api show Table --library com.google.guava:guava:33.4.0-jre --json")]
    Show {
        /// A name: Table, Map.Entry.getKey, java.util.ArrayList.new
        name: String,
        #[command(flatten)]
        view: ApiView,
    },
    /// Count what is in libraries
    #[command(after_help = "\
Examples:
  wellsmith api stats
  wellsmith api stats --library com.google.guava:guava:33.4.0-jre --lang scala --json")]
    Stats {
        #[command(flatten)]
        view: ApiView,
    },
    /// Print the graph of types and members
    #[command(after_help = "\
Examples:
  wellsmith api graph --dot --member java.util.Optional. | dot -Tsvg > optional.svg
  wellsmith api graph --json --library com.google.guava:guava:33.4.0-jre")]
    Graph {
        /// Print it in the language of Graphviz
        #[arg(long, conflicts_with = "json")]
        dot: bool,
        #[command(flatten)]
        members: Members,
        #[command(flatten)]
        view: ApiView,
    },
}

/// Which API is looked at, and how it is shown.
#[derive(Debug, ClapArgs)]
pub(crate) struct ApiView {
    #[command(flatten)]
    pub(crate) libraries: Libraries,
    /// The language that uses it
    #[arg(long, value_name = "LANGUAGE", default_value = "java")]
    pub(crate) lang: Language,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) places: Places,
}

/// Reads a duration such as `90s`, `1.5m` or `1h30m`. A number alone is seconds.
fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || "write it as 90s, 10m, 1h30m or 2d".to_owned();
    let too_long = || "that is longer than anyone can wait".to_owned();
    let mut seconds = 0.0;
    let mut rest = text.trim();
    if rest.is_empty() {
        return Err(wrong());
    }
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let (number, after) = rest.split_at(digits);
        let unit = after.find(|c: char| c.is_ascii_digit()).unwrap_or(after.len());
        let (unit, after) = after.split_at(unit);
        let each = match unit.trim() {
            "s" => 1.0,
            // Only the whole may be without a unit.
            "" if number == text.trim() => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            "d" => 86400.0,
            _ => return Err(wrong()),
        };
        let number: f64 = number.parse().map_err(|_| wrong())?;
        seconds += number * each;
        rest = after;
    }
    // A thousand years.
    if seconds > 365.25 * 86400.0 * 1000.0 {
        return Err(too_long());
    }
    Duration::try_from_secs_f64(seconds).map_err(|_| too_long())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn durations() {
        assert_eq!(duration("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("90"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("2h"), Ok(Duration::from_secs(7200)));
        assert_eq!(duration("1h30m"), Ok(Duration::from_secs(5400)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("0s"), Ok(Duration::ZERO));
        for wrong in ["", "h", "1h30", "m1", "1.2.3s", "-5s", "1x"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
        assert!(duration("2 weeks").is_err());
        assert!(duration("m").is_err());
        assert!(duration("99999999999999999999d").is_err());
    }

    #[test]
    fn numbers() {
        assert_eq!(integer("1_000"), Ok(1000));
        assert_eq!(integer("0x10"), Ok(16));
        assert_eq!(integer("18446744073709551615"), Ok(u64::MAX));
        assert!(integer("18446744073709551616").unwrap_err().contains("largest"));
        for wrong in ["", "ten", "0x", "-1", "1.5"] {
            assert!(integer(wrong).unwrap_err().contains("whole number"), "{wrong}");
        }
    }
}
