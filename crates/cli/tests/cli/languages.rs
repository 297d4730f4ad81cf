//! Libraries as the compilers of Kotlin, Scala and Groovy see them: programs
//! against them get the verdicts that are foreseen.

use std::fs;
use std::path::Path;
use std::process::Command;

use campaign::{KnownIssues, Programs, sightings};
use case::{Engine, Expectation, Language, Mode, Outcome};
use inputs::{Inputs, Sources};
use serde_json::json;
use targets::Target;
use targets::jvm::{self, Compiler};
use toolchains::{Cache, Spec, Toolchain};

use crate::support::cache;

const SURE: [Mode; 3] = [Mode::WellTyped, Mode::WellTypedErased, Mode::IllTyped];

/// A compiler that stays warm from one library to the next.
struct Compilers {
    cache: Cache,
    language: Language,
    toolchain: Toolchain,
    target: Compiler,
    known: KnownIssues,
}

impl Compilers {
    fn new(language: Language, compiler: &str, needed: &[&str], libraries: &[&Path]) -> Compilers {
        let cache = Cache::open(Some(cache())).expect("there is a folder for it");
        for name in needed.iter().chain([&compiler]) {
            let spec: Spec = name.parse().expect("it is in the catalogue");
            let found = cache.find(&spec).or_else(|_| cache.install(&spec, &mut |_| {}));
            found.unwrap_or_else(|error| panic!("{spec} cannot be had: {error}"));
        }
        let spec: Spec = compiler.parse().expect("it is in the catalogue");
        let toolchain = cache.find(&spec).expect("it was there");
        let mut settings = jvm::Settings::new(cache.beside("targets"));
        settings.libraries = libraries.iter().map(|path| path.to_path_buf()).collect();
        let target = jvm::open(&toolchain, &settings).expect("it can be started");
        Compilers { cache, language, toolchain, target, known: KnownIssues::built_in() }
    }

    /// Programs against a library, or the language's own, get the verdicts that
    /// are foreseen, known issues apart. All of them together are given back.
    fn assert_foreseen(&mut self, library: Option<&Path>, modes: &[Mode], least: usize) -> String {
        let language = self.language;
        let libraries: Vec<String> =
            library.iter().map(|path| path.to_str().expect("UTF-8").to_owned()).collect();
        let sources = Sources { libraries, ..Sources::default() };
        let inputs = Inputs::new(&self.cache, &sources, &|_| {});
        let api = inputs.api(Some(&self.toolchain)).expect("it can be read");
        assert!(api.members(language) >= least, "{} members", api.members(language));
        let mut all = String::new();
        for &mode in modes {
            let plan = api.plan(language, mode);
            let mut programs = Programs::new(api.as_ref(), plan, 29);
            let made: Vec<case::Family> = (0..60)
                .filter_map(|number| programs.get(number).ok())
                .map(|made| made.family)
                .collect();
            // Each member in turn: one that cannot be called is met in every round.
            assert!(made.len() > 30, "{} programs", made.len());
            let sources: Vec<&str> =
                made.iter().flatten().map(|case| case.source.as_str()).collect();
            all += &sources.concat();
            let outcomes = targets::verdicts(&mut self.target, &sources).outcomes;
            let mut outcomes = outcomes.into_iter();
            for family in &made {
                let outcomes: Vec<Outcome> = outcomes.by_ref().take(family.len()).collect();
                let name = &self.target.info().name;
                for (sighting, evidence) in sightings(family, &[name], &[outcomes]) {
                    let known = self.known.find(&sighting, &evidence);
                    let source = &sighting.case().source;
                    assert!(known.is_some(), "{mode}: {}\n{source}", evidence.outcome);
                }
            }
        }
        all
    }
}

/// A library with constructors of all sorts.
fn constructors(folder: &Path) -> std::path::PathBuf {
    let sources = [
        (
            "Outer",
            "public class Outer<A> {
                public Outer(A a) {}
                public class Inner<B> {
                    public Inner(A a, B b) {}
                    public A outer() { return null; }
                    public class Deep { public Deep(A a, B b) {} public B up() { return null; } }
                }
                public class Plain { public Plain(java.util.List<A> a) {} }
            }",
        ),
        (
            "Generic",
            "public class Generic<C> {
                public <T extends CharSequence> Generic(java.util.List<T> list, T t, C c) {}
                public C get() { return null; }
            }",
        ),
        (
            "Ground",
            "public class Ground {
                public class Floor<B> { public Floor(int i, String s) {} }
            }",
        ),
        ("Bare", "public class Bare { public <T> Bare(java.util.Map<T, T> map) {} }"),
    ];
    let files = sources.map(|(name, text)| {
        let file = folder.join(format!("{name}.java"));
        fs::write(&file, format!("package lib;\n{text}")).expect("a writable folder");
        file
    });
    let done = |command: &mut Command| assert!(command.status().expect("a JDK").success());
    done(Command::new("javac").arg("-d").arg(folder).args(&files));
    let jar = folder.join("lib.jar");
    done(
        Command::new("jar").args(["--create", "--file"]).arg(&jar).arg("-C").arg(folder).arg("lib"),
    );
    jar
}

/// A folder of signatures in the form of the paper's tool.
fn signatures(folder: &Path, language: &str, classes: &[serde_json::Value]) -> std::path::PathBuf {
    let folder = folder.join(language);
    fs::create_dir(&folder).expect("a writable folder");
    for class in classes {
        let mut class = class.clone();
        class["language"] = language.into();
        let name = class["name"].as_str().expect("a name").to_owned();
        fs::write(folder.join(format!("{name}.json")), class.to_string()).expect("writable");
    }
    folder
}

/// A method in that form.
fn method(
    name: &str,
    vars: &[&str],
    receiver: Option<&str>,
    params: &[&str],
    result: &str,
) -> serde_json::Value {
    json!({
        "name": name, "type_parameters": vars, "receiver": receiver, "parameters": params,
        "return_type": result, "is_static": false, "is_constructor": false,
        "access_mod": "public", "throws": [],
    })
}

fn assert_all_in(programs: &str, pieces: &[&str]) {
    for piece in pieces {
        assert!(programs.contains(piece), "no program has {piece:?}");
    }
}

#[test]
fn kotlin_and_its_libraries() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let jar = constructors(folder.path());
    let mut constructor = method("Pair", &[], None, &["A", "B"], "kotlin.Pair<A, B>");
    constructor["is_constructor"] = true.into();
    let list = "kotlin.collections.List<T>";
    let json = signatures(
        folder.path(),
        "kotlin",
        &[
            json!({
                "name": "kotlin.Pair", "class_type": 0, "type_parameters": ["out A", "out B"],
                "inherits": ["kotlin.Any"],
                "fields": [{ "name": "first", "type": "A", "receiver": null }],
                "methods": [constructor, method("component2", &[], None, &[], "B")],
            }),
            json!({
                "name": "kotlin.collections.List", "class_type": 1, "type_parameters": ["out E"],
                "methods": [method("get", &[], None, &["kotlin.Int"], "E")],
            }),
            json!({
                "name": "kotlin.collections", "is_class": false,
                "methods": [
                    method("listOf", &["T"], None, &["vararg T"], list),
                    method("filter", &["T"], Some(list), &["(T) -> kotlin.Boolean"], list),
                    method("lastOrNull", &["T"], Some(list), &[], "T?"),
                ],
            }),
        ],
    );
    let mut kotlin =
        Compilers::new(Language::Kotlin, "kotlin@2.4.21", &["kotlin-metadata"], &[&jar]);
    kotlin.assert_foreseen(None, &SURE, 15_000);
    let programs = kotlin.assert_foreseen(Some(&jar), &SURE, 8);
    assert_all_in(&programs, &[").Plain(", ".Inner<", ".Deep(", " Generic<", " Bare("]);
    // What is in such a folder need not be all there is.
    let programs = kotlin.assert_foreseen(Some(&json), &SURE[..2], 7);
    assert_all_in(&programs, &["Pair<", ".first", "listOf<", ".filter<", ".lastOrNull<"]);
}

#[test]
fn scala_and_its_libraries() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let jar = constructors(folder.path());
    let mut some = method("Some", &[], None, &["A"], "scala.Some[A]");
    some["is_constructor"] = true.into();
    let json = signatures(
        folder.path(),
        "scala",
        &[
            json!({
                "name": "scala.Option", "class_type": 2, "type_parameters": ["+A"],
                "inherits": ["java.lang.Object"],
                "methods": [
                    method("map", &["B"], None, &["(A) => B"], "scala.Option[B]"),
                    method("getOrElse", &["B >: A"], None, &["B"], "B"),
                ],
            }),
            json!({
                "name": "scala.Some", "class_type": 0, "type_parameters": ["+A"],
                "inherits": ["scala.Option[A]"], "methods": [some],
            }),
        ],
    );
    let mut scala = Compilers::new(Language::Scala, "scala@3.9.0", &[], &[&jar]);
    scala.assert_foreseen(None, &SURE, 15_000);
    let programs = scala.assert_foreseen(Some(&jar), &SURE, 2);
    assert_all_in(&programs, &["new Outer["]);
    let programs = scala.assert_foreseen(Some(&json), &SURE[..2], 3);
    assert_all_in(&programs, &["new Some[", ".map[", ".getOrElse["]);
}

/// Which members every object has by Groovy's own library is known without asking for it,
/// so that arguments and receivers can be wrong, too.
#[test]
fn groovy_programs_are_wrong_in_every_position() {
    let cache = Cache::open(Some(cache())).expect("there is a folder for it");
    let spec: Spec = "groovy@6.0.0".parse().expect("it is in the catalogue");
    let found = cache.find(&spec).or_else(|_| cache.install(&spec, &mut |_| {}));
    let groovy = found.unwrap_or_else(|error| panic!("{spec} cannot be had: {error}"));
    let sources = Sources::default();
    let api = Inputs::new(&cache, &sources, &|_| {}).api(Some(&groovy)).expect("it can be read");
    let plan = api.plan(Language::Groovy, Mode::IllTyped);
    let mut programs = Programs::new(api.as_ref(), plan, 29);
    let made = (0..200).filter_map(|number| programs.get(number).ok());
    let rules: Vec<String> = made
        .flat_map(|made| made.family)
        .filter_map(|case| match case.expectation {
            Expectation::Reject(reason) => Some(reason.rule),
            _ => None,
        })
        .collect();
    for position in [": argument 1", ": receiver", ": result"] {
        let wrong = rules.iter().filter(|rule| rule.contains(position)).count();
        assert!(wrong > 10, "{wrong} of {} are wrong in the{position}", rules.len());
    }
}

#[test]
fn groovy_and_constructors() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let jar = constructors(folder.path());
    let mut groovy = Compilers::new(Language::Groovy, "groovy@6.0.0", &[], &[&jar]);
    let programs = groovy.assert_foreseen(Some(&jar), &SURE, 3);
    assert_all_in(&programs, &[".new Ground.Floor<"]);
}
