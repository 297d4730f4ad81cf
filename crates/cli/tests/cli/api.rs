//! `wellsmith api`, and libraries that cannot be used.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::Home;

#[test]
fn types_and_members_are_shown() {
    let home = Home::new();
    let said = home.run(&["api", "show", "java.util.Optional"]).ends(0);
    assert!(
        said.stdout.starts_with("class java.util.Optional<T> below Object\n"),
        "{}",
        said.stdout
    );
    assert!(said.stdout.contains("    static <T> Optional<T> of(T)\n"), "{}", said.stdout);

    let said = home.run(&["api", "show", "Map.Entry.getKey", "--json"]).ends(0);
    let shown = said.json();
    assert_eq!(shown["types"].as_array().map(Vec::len), Some(0));
    assert_eq!(shown["members"][0]["name"], "java.util.Map.Entry.getKey");
    assert_eq!(shown["members"][0]["declaration"], "K getKey()");
    assert_eq!(shown["members"][0]["usable"], true);

    // Kotlin has a property in its place.
    let said = home.run(&["api", "show", "java.util.ArrayList.size", "--lang", "kotlin"]).ends(0);
    assert!(said.stdout.contains("not used: Kotlin replaces it"), "{}", said.stdout);

    home.run(&["api", "show", "Map.Entri"]).fails(2, &["Map.Entri", "java.util.Map.Entry.getKey"]);
    home.run(&["api", "stats", "--lang", "rust"]).fails(2, &["rust", "java, kotlin"]);
}

#[test]
fn what_is_there_is_counted_and_drawn() {
    let home = Home::new();
    let stats = home.run(&["api", "stats", "--json"]).ends(0).json();
    let number = |name: &str| stats[name].as_u64().unwrap_or_else(|| panic!("{name}: {stats}"));
    assert!(number("methods") > 10_000 && number("types") > 1_000, "{stats}");
    assert!(number("polymorphic_methods") < number("methods"), "{stats}");
    assert!(number("type_constructors") < number("types"), "{stats}");
    let members = number("methods") + number("fields") + number("constructors");
    assert_eq!(members, number("usable"), "{stats}");
    assert!(number("nodes") >= members && number("edges") >= members, "{stats}");
    let text = home.run(&["api", "stats"]).ends(0).stdout;
    assert!(text.contains(&format!("\nmethods            {}, poly", number("methods"))), "{text}");

    let only = ["--member", "java.util.Optional."];
    let dot = home.run(&["api", "graph", "--dot", only[0], only[1]]).ends(0).stdout;
    assert!(dot.starts_with("digraph api {\n") && dot.ends_with("}\n"), "{dot}");
    let edge = "\"java.util.Optional: static <T> Optional<T> of(T)\" -> \"java.util.Optional\" \
                [label=\"T\"];";
    assert!(dot.contains(edge), "{dot}");
    let graph = home.run(&["api", "graph", "--json", only[0], only[1]]).ends(0).json();
    assert_eq!(graph["edges"].as_array().map(Vec::len), Some(dot.matches(" -> ").count()));
    home.run(&["api", "graph", "--member", "java.util.Optionel."])
        .fails(2, &["java.util.Optionel.", "java.util.ArrayList.new"]);
}

#[test]
fn members_are_chosen_by_name() {
    let home = Home::new();
    let args = ["generate", "--engine", "api", "--lang", "java", "--count", "20"];
    let said = home.run(&[&args[..], &["--member", "java.util.Optional.of"]].concat()).ends(0);
    for program in said.stdout.split("class Main").skip(1) {
        assert!(program.contains("Optional.<"), "{program}");
    }
    home.run(&[&args[..], &["--member", "nothing.of.this.name"]].concat())
        .fails(2, &["nothing.of.this.name"]);
    home.run(&[&args[..], &["--member", "java.lang.Number.new"]].concat())
        .fails(2, &["1 × a constructor of an abstract class"]);
}

/// What becomes the object of a reference is not boxed: `Long::longValue` takes no `long`.
#[test]
fn objects_of_references_are_not_converted() {
    let home = Home::new();
    let member = "java.util.concurrent.atomic.AtomicLongArray.getAndUpdate";
    let words = ["generate", "--engine", "api", "--lang", "java", "--mode", "well-typed"];
    let more = ["--member", member, "--count", "1000", "--seed", "5"];
    let text = home.run(&[&words[..], &more[..]].concat()).ends(0).stdout;
    assert!(text.contains(", Long::reverse)"), "functions of it are referred to");
    assert!(!text.contains(", Long::longValue)") && !text.contains(", Number::longValue)"));
}

/// A jar of one class, whose file is changed before it is packed.
fn jar(home: &Home, text: &str, change: impl Fn(&mut Vec<u8>)) -> String {
    let folder = home.path("classes");
    fs::create_dir_all(&folder).unwrap();
    let source = home.write("Thing.java", text);
    let made = |program: &str, args: &[&str]| {
        let done = Command::new(program).args(args).current_dir(&folder).status().unwrap();
        assert!(done.success(), "{program} {args:?}");
    };
    made("javac", &["-d", ".", &source]);
    let class = Path::new(&folder).join("lib/Thing.class");
    let mut bytes = fs::read(&class).unwrap();
    change(&mut bytes);
    fs::write(&class, bytes).unwrap();
    made("jar", &["--create", "--file", "../thing.jar", "lib/Thing.class"]);
    home.text("thing.jar")
}

#[test]
fn libraries_that_cannot_be_used_are_told() {
    let home = Home::new();
    let stats = |library: &str| home.run(&["api", "stats", "--library", library]);
    stats("missing.jar").fails(3, &["missing.jar", "cannot read"]);
    let broken = home.write("broken.jar", "this is no archive");
    stats(&broken).fails(3, &["broken.jar", "not a readable archive"]);
    stats("org.example.nowhere:nothing:1.0")
        .fails(3, &["Maven cannot find org.example.nowhere:nothing:1.0"]);
    // What is no coordinate at all is a mistake in the command.
    stats("guava").fails(2, &["guava", "GROUP:ARTIFACT:VERSION"]);
    stats("").fails(2, &["GROUP:ARTIFACT:VERSION"]);

    let public = "package lib; public class Thing { public void act() {} }";
    stats(&jar(&home, public, |_| ())).ends(0);
    // The major version of a class file is in its bytes 6 and 7.
    let future = |bytes: &mut Vec<u8>| bytes[6] = 1;
    let why = "the class file is newer than this program knows";
    stats(&jar(&home, public, future)).fails(3, &["thing.jar", "no class", why]);
    let hidden = "package lib; class Thing { void act() {} }";
    stats(&jar(&home, hidden, |_| ())).fails(3, &["no member that a client can use"]);
}

/// With signatures alone, a compiler would reject every program.
#[test]
fn signatures_without_classes_are_told() {
    let home = Home::new();
    let folder = home.path("signatures");
    fs::create_dir_all(&folder).unwrap();
    let class = r#"{"name": "lib.Thing", "language": "java", "class_type": 0, "methods": [
        {"name": "act", "parameters": [], "return_type": "void"}]}"#;
    home.write("signatures/lib.Thing.json", class);
    let jar = jar(&home, "package lib; public class Thing { public void act() {} }", |_| ());
    let said = |libraries: &[&str]| {
        let args = ["generate", "--engine", "api", "--lang", "java", "--count", "1"];
        home.run(&[&args[..], libraries].concat()).ends(0).stderr
    };
    let folder = home.text("signatures");
    let note = "holds signatures and no classes";
    assert!(said(&["--library", &folder]).contains(note));
    assert!(!said(&["--library", &folder, "--library", &jar]).contains(note));
}

#[test]
fn coverage_is_told_by_library_mode_and_package() {
    let home = Home::new();
    let folder = home.text("coverage");
    let args = ["fuzz", "--engine", "api", "--target", "javac@17", "--count", "45", "--seed", "1"];
    let run = |mode: &str| {
        let more = ["--mode", mode, "--coverage", &folder, "--json"];
        home.run(&[&args[..], &more].concat()).ends(0).json()["coverage"].clone()
    };
    run("well-typed");
    let all = run("ill-typed");
    let lines = |at: usize| {
        let counts = &all[at]["lines"];
        (counts["run"].as_u64().unwrap(), counts["all"].as_u64().unwrap())
    };
    assert_eq!(all.as_array().map(Vec::len), Some(3), "{all}");
    for (at, mode) in ["all", "ill-typed", "well-typed"].into_iter().enumerate() {
        assert_eq!((&all[at]["libraries"], &all[at]["mode"]), (&"jdk".into(), &mode.into()));
        assert!(lines(at).0 > 1000 && lines(at).0 < lines(at).1, "{:?}", lines(at));
        let packages = all[at]["packages"].as_array().unwrap();
        assert!(packages.iter().any(|package| package["package"] == "com.sun.tools.javac.comp"));
    }
    // Both together have run what one of them has, and what the other one adds to it.
    let increase = all[1]["increase"].as_u64().unwrap();
    assert!(increase > 0 && lines(0).0 < lines(1).0 + lines(2).0);
    assert_eq!((lines(0).0, all[0]["increase"].as_u64()), (lines(2).0 + increase, Some(increase)));
    assert!(all[0]["functions"]["run"].as_u64() > all[2]["functions"]["run"].as_u64());
    home.run(&[&args[..], &["--coverage", &folder]].concat()).fails(2, &["--mode"]);
}
