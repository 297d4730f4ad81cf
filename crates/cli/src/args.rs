//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use case::{FindingKind, Language, Mode};
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{ArgAction, Args as ClapArgs, Parser, Subcommand};

const AFTER_HELP: &str = "\
Exit codes:
  0  nothing found
  1  findings
  2  the command line is wrong
  3  something on this machine is missing or broken; the message says what to do
  4  a bug in wellsmith itself
130  stopped at once, by a second Ctrl-C

Examples:
  wellsmith fuzz --for 10m                 look for bugs in every compiler of this machine
  wellsmith fuzz --target go --count 2000  ... in one of them
  wellsmith toolchain list                 what is installed, and how to get the rest
  wellsmith generate --engine channels --lang go --count 3
  wellsmith rules check my.rules           is a rule file in order?
  wellsmith findings                       what was found so far";

/// Generates well-typed programs, and precisely ill-typed ones, and feeds them to
/// compilers and language runtimes to find their bugs.
#[derive(Debug, Parser)]
#[command(name = "wellsmith", version, after_help = AFTER_HELP, arg_required_else_help = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find bugs: generate programs, feed them to compilers, confirm what breaks
    Fuzz(FuzzArgs),
    /// Print generated programs
    Generate(GenerateArgs),
    /// Give a program of yours to compilers and show their verdicts
    Check(CheckArgs),
    /// Try a finding again: is it still there?
    Replay(ReplayArgs),
    /// Make the program of a finding small, or one of your own
    Reduce(ReduceArgs),
    /// List, show, mark and export what was found
    Findings(FindingsArgs),
    /// List campaigns, and stop one for every process that works on it
    Campaigns(CampaignsArgs),
    /// List, install and remove compilers
    Toolchain(ToolchainArgs),
    /// Look whether this machine is fit: sandbox, room, store and compilers
    Doctor(DoctorArgs),
    /// Check a rule file, try it, and ask it about a program
    Rules {
        #[command(subcommand)]
        command: RulesCommand,
    },
    /// Look into the API of libraries, as the api engine sees it
    Api(ApiArgs),
    /// Import seed programs for the mutate engine, and look at them
    Corpus {
        #[command(subcommand)]
        command: CorpusCommand,
    },
    /// Print shell completions
    #[command(hide = true)]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    #[command(hide = true)]
    Man,
}

/// A language: a built-in one, or one that a rule file of the user's names.
fn language(name: &str) -> Result<Language, std::convert::Infallible> {
    Ok(Language::named(name))
}

/// A path that may be empty: an empty variable means the same as none.
fn maybe_path() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}

/// Where things are kept.
#[derive(Debug, ClapArgs)]
pub(crate) struct Places {
    /// The store's file [default: findings.db in the user's data folder]
    #[arg(long, value_name = "FILE", env = "WELLSMITH_STORE", value_parser = maybe_path())]
    pub(crate) store: Option<PathBuf>,
    /// The folder of fetched compilers [default: the user's cache folder]
    #[arg(long, value_name = "DIR", env = "WELLSMITH_CACHE", value_parser = maybe_path())]
    pub(crate) cache: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Without arguments, every compiler of this machine is tested until Ctrl-C, except
one that calls itself unfinished: --target gccrs asks for it. So do names of
configurations that are not tested by themselves: --target ghc+no-cse. A
wellsmith.toml in the current folder describes compilers of yours, which are tested
instead.
Ctrl-C once finishes what is under way; twice stops at once. Nothing that was
reported is lost either way, and --resume continues.

Examples:
  wellsmith fuzz --for 10m
  wellsmith fuzz --engine channels --target go --target flume@0.12.0 --count 5000
  wellsmith fuzz --rules my.rules --compiler './mycc {file}'
  wellsmith fuzz --target swift --seeds Sources
  wellsmith fuzz --resume
  wellsmith fuzz --install --target crystal@1.14 --for 1h --json")]
pub(crate) struct FuzzArgs {
    /// Stop after this time (90s, 10m, 2h); what is under way then has 30 seconds
    #[arg(long = "for", value_name = "TIME", value_parser = duration)]
    pub(crate) duration: Option<Duration>,
    /// Stop after this many programs
    #[arg(long, value_name = "N")]
    pub(crate) count: Option<u64>,
    /// The seed of all choices [default: from the clock]
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    /// Only these engines
    #[arg(long, value_name = "ENGINE")]
    pub(crate) engine: Vec<String>,
    /// Only these targets: NAME, NAME@VERSION or NAME@VERSION+CONFIGURATION
    #[arg(long, value_name = "TARGET")]
    pub(crate) target: Vec<String>,
    #[command(flatten)]
    pub(crate) own: OwnCompilers,
    /// Judge all versions of a compiler together: differences are findings
    #[arg(long)]
    pub(crate) compare_versions: bool,
    /// The share of the time, in per cent, that goes into reducing what is found
    #[arg(long, value_name = "PERCENT", default_value_t = 20, env = "WELLSMITH_REDUCE_SHARE",
        value_parser = clap::value_parser!(u32).range(0..=100))]
    pub(crate) reduce_share: u32,
    /// Leave findings as they are; `wellsmith reduce` makes them small later
    #[arg(long)]
    pub(crate) no_reduce: bool,
    /// Run only if the sandbox protects this machine in full; without it, what is
    /// missing is only told
    #[arg(long, value_name = "LEVEL")]
    pub(crate) require_sandbox: Option<SandboxLevel>,
    /// Only these modes
    #[arg(long, value_name = "MODE")]
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
        conflicts_with_all = ["count", "seed", "engine", "target", "mode", "install", "size", "feature", "library", "member", "rules", "negate", "negations", "seeds", "compiler", "config", "compare_versions"],
    )]
    pub(crate) resume: Option<i64>,
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
    /// Print one JSON line at the end, and nothing else on standard output
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
    /// Exercise only members of libraries with this in their names:
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
  wellsmith generate --engine rules --lang rust --mode ill-typed --negate T-Less.left
  wellsmith generate --engine rules --rules tiny.rules --size 1 --exhaustive")]
pub(crate) struct GenerateArgs {
    /// The engine
    #[arg(long, value_name = "ENGINE")]
    pub(crate) engine: String,
    /// The language [default: the engine's first]
    #[arg(long, value_name = "LANGUAGE", value_parser = language)]
    pub(crate) lang: Option<Language>,
    /// The mode [default: the engine's first]
    #[arg(long, value_name = "MODE")]
    pub(crate) mode: Option<Mode>,
    /// The dialect of the language [default: the usual one]
    #[arg(long, value_name = "DIALECT")]
    pub(crate) dialect: Option<String>,
    /// How many programs [default: 1; with --exhaustive, all]
    #[arg(long, value_name = "N")]
    pub(crate) count: Option<u64>,
    /// The seed of all choices
    #[arg(long, value_name = "S", default_value_t = 0, conflicts_with = "exhaustive")]
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
    #[command(flatten)]
    pub(crate) places: Places,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  wellsmith check hello.go
  wellsmith check bug.rs --target rustc --target flume@0.12.0
  wellsmith check bug.rs --target rustc --expect reject")]
pub(crate) struct CheckArgs {
    /// The program
    pub(crate) file: PathBuf,
    /// Its language [default: by the file's extension]
    #[arg(long, value_name = "LANGUAGE", value_parser = language)]
    pub(crate) lang: Option<Language>,
    /// Only these targets [default: all of that language]
    #[arg(long, value_name = "TARGET")]
    pub(crate) target: Vec<String>,
    #[command(flatten)]
    pub(crate) own: OwnCompilers,
    /// What a correct compiler does: accept, reject or terminate
    #[arg(long, value_name = "WORD")]
    pub(crate) expect: Option<Expect>,
    /// How long one run of the program may take; one that takes longer counts as
    /// hung
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s")]
    pub(crate) time_limit: Duration,
    #[command(flatten)]
    pub(crate) libraries: Libraries,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) places: Places,
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

/// How much protection a sandbox must give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum SandboxLevel {
    /// All that this program knows
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
  wellsmith replay f3a1c0de12345678               print the program and try it again
  wellsmith replay f3a1c0de12345678 --print       only print it
  wellsmith replay f3a1c0de12345678 --target go   ... on another target")]
pub(crate) struct ReplayArgs {
    /// The finding, or a bucket for its first finding
    pub(crate) finding: String,
    /// Print the program and run nothing
    #[arg(long)]
    pub(crate) print: bool,
    /// Take the program as it was stored, without generating it again
    #[arg(long)]
    pub(crate) as_stored: bool,
    /// Other targets than the one it was found with
    #[arg(long, value_name = "TARGET")]
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
  wellsmith campaigns stop 3")]
pub(crate) struct CampaignsArgs {
    #[command(subcommand)]
    pub(crate) command: Option<CampaignsCommand>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) places: Places,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CampaignsCommand {
    /// Stop a campaign for every process that works on it
    Stop {
        /// The campaign
        campaign: i64,
        #[command(flatten)]
        places: Places,
    },
}

#[derive(Debug, ClapArgs)]
pub(crate) struct FindingsArgs {
    #[command(subcommand)]
    pub(crate) command: Option<FindingsCommand>,
    #[command(flatten)]
    pub(crate) filter: FindingsFilter,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct FindingsFilter {
    /// Only this campaign [default: all]
    #[arg(long, value_name = "CAMPAIGN")]
    pub(crate) campaign: Option<i64>,
    /// Only this kind
    #[arg(long, value_name = "KIND")]
    pub(crate) kind: Option<FindingKind>,
    /// Known issues and ignored buckets too
    #[arg(long)]
    pub(crate) all: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) places: Places,
}

#[derive(Debug, Subcommand)]
pub(crate) enum FindingsCommand {
    /// List the buckets
    List(FindingsFilter),
    /// Show a finding or a bucket with its program and the evidence
    Show {
        /// A bucket's or a finding's id
        id: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        places: Places,
    },
    /// Say what became of a bucket
    Mark {
        /// The bucket's id
        bucket: String,
        /// new, confirmed, reported, known, fixed or ignored
        status: String,
        /// A remark, such as the address of a bug report
        #[arg(long)]
        note: Option<String>,
        #[command(flatten)]
        places: Places,
    },
    /// Write the programs of all buckets into a folder
    Export {
        /// The folder
        dir: PathBuf,
        #[command(flatten)]
        filter: FindingsFilter,
    },
}

#[derive(Debug, ClapArgs)]
pub(crate) struct ToolchainArgs {
    #[command(subcommand)]
    pub(crate) command: ToolchainCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ToolchainCommand {
    /// What is here, and the command that gets what is not
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        places: Places,
    },
    /// Fetch compilers: NAME or NAME@VERSION
    Install {
        /// The compilers
        #[arg(required = true)]
        specs: Vec<String>,
        #[command(flatten)]
        places: Places,
    },
    /// Remove fetched compilers
    Remove {
        /// The compilers: NAME@VERSION
        #[arg(required = true)]
        specs: Vec<String>,
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
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) count: u64,
    /// The seed of all choices
    #[arg(long, value_name = "S", default_value_t = 0)]
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

/// Reads a duration such as `90s`, `10m` or `2h`.
fn duration(text: &str) -> Result<Duration, String> {
    let split = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let seconds = match unit {
        "s" | "" => 1,
        "m" => 60,
        "h" => 3600,
        "d" => 86400,
        _ => return Err(format!("{unit:?} is not a unit of time; write 90s, 10m or 2h")),
    };
    let number: u64 = number.parse().map_err(|_| "write it as 90s, 10m or 2h".to_owned())?;
    number
        .checked_mul(seconds)
        .map(Duration::from_secs)
        .ok_or_else(|| "that is longer than anyone can wait".to_owned())
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
        assert!(duration("2 weeks").is_err());
        assert!(duration("m").is_err());
        assert!(duration("99999999999999999999d").is_err());
    }
}
