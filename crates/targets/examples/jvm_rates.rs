//! How many programs a compiler for the JVM checks in a second of processor
//! time: in a JVM that is started for one batch of 45, and in a warm one.
//!
//! `cargo run --release --example jvm_rates -p targets -- GUAVA.jar javac@17 ...`

#![allow(clippy::print_stdout, clippy::print_stderr)] // It shows what it measured.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use case::Language;
use targets::jvm::{self, Compiler, Settings};
use targets::{End, Target};
use toolchains::{Cache, Spec};

/// How many programs the peer's tool gives to one JVM.
const BATCH: usize = 45;

/// How many batches are given to the warm host before and while it is measured.
const WARMING: usize = 30;
const MEASURED: usize = 10;

fn main() {
    let mut args = std::env::args().skip(1);
    let guava = PathBuf::from(args.next().expect("the path of guava's jar"));
    let cache = Cache::open(None).expect("there is a cache folder");
    for spec in args {
        let spec: Spec = spec.parse().expect("NAME@VERSION");
        let toolchain = cache.install(&spec, &mut |_| {}).expect("it can be had");
        let hosts = tempfile::tempdir().expect("a temporary folder");
        let mut settings = Settings::new(hosts.path().to_owned());
        settings.libraries = vec![guava.clone()];
        settings.full_every = 0;
        let open = || jvm::open(&toolchain, &settings).expect("it can be used");
        let mut numbers = 0..;

        let (cold, _) = rate(&mut open(), &mut numbers, 1);
        let mut warm = open();
        rate(&mut warm, &mut numbers, WARMING);
        let (cpu, wall) = rate(&mut warm, &mut numbers, MEASURED);
        let programs = (BATCH * MEASURED) as f64;
        let cold = BATCH as f64 / cold.as_secs_f64();
        let warm = programs / cpu.as_secs_f64();
        println!(
            "{spec}: cold {cold:.1}, warm {warm:.1} programs per CPU second ({:.0} times); warm {:.1} \
             programs a second",
            warm / cold,
            programs / wall.as_secs_f64()
        );
    }
}

/// The processor time and the wall-clock time that some batches take.
fn rate(
    target: &mut Compiler,
    numbers: &mut impl Iterator<Item = u32>,
    batches: usize,
) -> (Duration, Duration) {
    let mut cpu = Duration::ZERO;
    let start = Instant::now();
    for _ in 0..batches {
        let language = target.info().language;
        let programs: Vec<String> =
            numbers.take(BATCH).map(|number| program(language, number)).collect();
        let programs: Vec<&str> = programs.iter().map(String::as_str).collect();
        let report = target.submit(&programs);
        let rejected = report.said.iter().find(|said| matches!(said, targets::Said::Rejected(_)));
        assert!(rejected.is_none(), "{rejected:?}");
        assert!(matches!(report.end, End::FinishedAll), "{:?}", report.end);
        cpu += report.cpu;
    }
    (cpu, start.elapsed())
}

/// A program of some calls of guava, all different.
fn program(language: Language, number: u32) -> String {
    let (new, end, var, list, open, close) = match language {
        Language::Java => {
            ("new ", ";", "var", "java.util.List.of", "class Main { void m() {", "} }")
        }
        Language::Groovy => {
            let open = "@groovy.transform.CompileStatic class Main { void m() {";
            ("new ", "", "def", "java.util.List.of", open, "} }")
        }
        Language::Kotlin => ("", "", "val", "listOf", "fun m() {", "}"),
        _ => ("new ", "", "val", "java.util.List.of", "object Main { def m(): Unit = {", "} }"),
    };
    let (key, value) = match number % 4 {
        0 => (format!("\"k{number}\""), number.to_string()),
        1 => (number.to_string(), format!("\"v{number}\"")),
        2 => (format!("{number}L"), "true".to_owned()),
        _ => (format!("{number}.5"), format!("{list}({number})")),
    };
    let (map, multimap) = match number % 3 {
        0 => ("ImmutableMap", "ArrayListMultimap"),
        1 => ("ImmutableBiMap", "HashMultimap"),
        _ => ("ImmutableMap", "LinkedListMultimap"),
    };
    format!(
        "import com.google.common.collect.*{end}\nimport com.google.common.base.*{end}\n{open}\n  \
         {var} map = {map}.of({key}, {value}){end}\n  {var} keys = Lists.newArrayList({key}){end}\n  \
         {var} many = {multimap}.create(Multimaps.forMap(map)){end}\n  {var} sets = Sets.newHashSet(many.values()){end}\n  \
         {var} text = Joiner.on(\"{number}\").join(sets){end}\n  {var} first = Iterables.getFirst(keys, {key}){end}\n  \
         {var} table = Tables.immutableCell(first, text, {new}Object()){end}\n  \
         {var} row = Optional.fromNullable(table.getRowKey()){end}\n{close}\n"
    )
}
