//! dev only
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;
use choice::Random;
use rules::{Coverage, Generator, Request, System};

fn verdicts(folder: &Path, programs: &[String], next: bool) -> BTreeMap<usize, BTreeSet<String>> {
    let mut rejected: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    loop {
        let mut source = String::from("#![allow(warnings)]\n");
        let mut starts = Vec::new();
        for (i, program) in programs.iter().enumerate().filter(|(i, _)| !rejected.contains_key(i)) {
            starts.push((source.lines().count() + 1, i));
            source.push_str(&format!("pub mod m{i} {{\n{program}\n}}\n"));
        }
        let file = folder.join("all.rs");
        fs::write(&file, source).unwrap();
        let mut c = Command::new(std::env::var("RUSTC").unwrap_or("rustc".into()));
        if next { c.env("RUSTC_BOOTSTRAP", "1").arg("-Znext-solver=globally"); }
        let output = c
            .args(["--edition=2021", "--emit=metadata", "--crate-type=lib", "--out-dir"])
            .arg(folder)
            .args(["--error-format=short", "--cap-lints=allow"])
            .arg(&file)
            .output()
            .expect("rustc is on PATH");
        if output.status.success() { return rejected; }
        let said = String::from_utf8_lossy(&output.stderr);
        let before = rejected.len();
        for line in said.lines() {
            let Some((place, message)) = line.split_once(": error") else { continue };
            let number = place.rsplit(':').nth(1).and_then(|n| n.parse::<usize>().ok());
            let Some(number) = number else { continue };
            let (_, program) = starts.iter().rev().find(|(start, _)| *start <= number).unwrap();
            let code = message.strip_prefix('[').and_then(|rest| rest.split(']').next());
            rejected.entry(*program).or_default().insert(format!("{} {}", code.unwrap_or("none"), if std::env::var("MSG").is_ok() { message } else { "" }));
        }
        assert!(rejected.len() > before, "rustc fails without a place:\n{said}");
    }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let path = &args[1];
    let mode = &args[2][..];
    let count: u64 = args[3].parse().unwrap();
    let seed: u64 = args.get(4).map_or(1, |s| s.parse().unwrap());
    let compile = std::env::var("NOCOMPILE").is_err();
    let only = std::env::var("ONLY").ok();
    let size = std::env::var("SIZE").map_or(4, |s| s.parse().unwrap());
    let system = match System::load(path, &fs::read_to_string(path).unwrap()) { Ok(s) => s, Err(e) => { println!("{e}"); std::process::exit(1) } };
    let mut features: Vec<&'static str> = system.features().to_vec();
    if std::env::var("ALL").is_err() { features.retain(|f| *f != "blanket-dyn"); }
    let request = Request { size, features: &features, language: "rust" };
    let mut generator = Generator::new(&system);
    generator.coverage = Some(Coverage::default());
    let mut random = Random::new(seed).with_budget(20_000, 4);
    let mut programs: Vec<(Vec<String>, String, BTreeSet<&'static str>)> = Vec::new();
    let mut dead = 0; let mut slow = Vec::new();
    let start = std::time::Instant::now();
    for i in 0..count {
        let t = std::time::Instant::now();
        let made = random.generate(i, |c| -> Result<_, choice::DeadEnd> { Ok(match mode {
            "well" => { let p = generator.well_typed(&request, c)?; vec![p] }
            "ill" => { let p = match &only { Some(o) => { let (r, p) = o.split_once('.').unwrap(); generator.ill_typed_at(&request, c, r, p)? } None => generator.ill_typed(&request, c)? }; vec![p] }
            _ => generator.equivalent(&request, c)?,
        }.into_iter().map(|p| (generator.print("rust", &p).unwrap(), p)).collect::<Vec<_>>()) });
        slow.push(t.elapsed());
        match made {
            Ok(made) => {
                let texts: Vec<String> = made.value.iter().map(|(s, _)| s.clone()).collect();
                let p = &made.value.last().unwrap().1;
                let codes = p.negated.iter().flat_map(|n| n.codes.clone()).collect();
                let names = p.negated.iter().map(|n| format!("{}.{}", n.rule, n.premise)).chain(p.rewrites.iter().map(|r| r.to_string())).collect::<Vec<_>>().join(" ");
                programs.push((texts, names, codes));
            }
            Err(_) => dead += 1,
        }
    }
    let took = start.elapsed();
    slow.sort();
    println!("{} programs, {dead} dead ends, {:.2} s, {:.0}/s, {} disagreements, median {:?} max {:?} p99 {:?}", programs.len(), took.as_secs_f64(), count as f64 / took.as_secs_f64(), generator.disagreements, slow[slow.len()/2], slow[slow.len()-1], slow[slow.len()*99/100]);
    let cov = generator.coverage.unwrap();
    let unused: Vec<_> = system.rules().filter(|r| !cov.rules.contains_key(r)).collect();
    if std::env::var("UNUSED").is_ok() {println!("unused rules: {unused:?}"); }
    if mode == "ill" {
      let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
      for p in &programs { *seen.entry(&p.1).or_default() += 1; }
      println!("{seen:?}");
    }
    let total: usize = programs.iter().map(|p| p.0[0].len()).sum();
    println!("mean size {}", total / programs.len().max(1));
    if let Ok(n) = std::env::var("SHOW") { for p in programs.iter().take(n.parse().unwrap()) { println!("=== {} {:?}\n{}", p.1, p.2, p.0.last().unwrap()); } }
    if !compile { return; }
    let folder = tempfile::tempdir().unwrap();
    let next = std::env::var("NEXT").is_ok();
    let mut bad: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let mut families = 0;
    for chunk in programs.chunks(100) {
        let flat: Vec<String> = chunk.iter().flat_map(|p| p.0.clone()).collect();
        let v = verdicts(folder.path(), &flat, next);
        let mut at = 0;
        for p in chunk {
            let n = p.0.len();
            let got: Vec<Option<&BTreeSet<String>>> = (at..at + n).map(|i| v.get(&i)).collect();
            at += n;
            families += 1;
            let problem = match mode {
                "well" => got[0].map(|c| format!("rejected {c:?}")),
                "ill" => match got[0] {
                    None => Some(format!("ACCEPTED {}", p.1)),
                    Some(c) => if c.iter().any(|c| p.2.contains(c.split(' ').next().unwrap())) { None } else { Some(format!("{} says {c:?}", p.1)) },
                },
                _ => if got.iter().any(|g| g.is_some() != got[0].is_some()) { Some(format!("DIFFER {:?} {got:?}", p.1)) } else { None },
            };
            if let Some(problem) = problem {
                let text = p.0.join("\n------\n");
                let e = bad.entry(problem).or_insert((0, text.clone()));
                e.0 += 1;
                if text.len() < e.1.len() { e.1 = text; }
            }
        }
    }
    println!("{families} families compiled, {} bad", bad.values().map(|b| b.0).sum::<usize>());
    for (problem, (n, source)) in bad.iter().take(12) { println!("##### {n}x {problem}\n{source}"); }
}
