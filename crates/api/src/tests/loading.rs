//! Files that are broken, too new, empty or of no use.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use case::{Engine, Language, Mode};
use choice::Random;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::engine::Api;
use crate::load::{Format, LoadError, Source};
use crate::model::Skip;
use crate::tests::{generate, jdk, jdk_home};

fn jar(path: &Path, files: &[(&str, &[u8])]) {
    let mut jar = ZipWriter::new(fs::File::create(path).unwrap());
    for (name, content) in files {
        jar.start_file(*name, SimpleFileOptions::default()).unwrap();
        jar.write_all(content).unwrap();
    }
    jar.finish().unwrap();
}

/// Compiles a class and gives its file.
pub(crate) fn compiled(folder: &Path, name: &str, text: &str) -> Vec<u8> {
    let source = folder.join(format!("{name}.java"));
    fs::write(&source, text).unwrap();
    let javac = jdk_home().join("bin/javac");
    let status = Command::new(javac).arg("-d").arg(folder).arg(&source).status().unwrap();
    assert!(status.success());
    fs::read(folder.join("lib").join(format!("{name}.class"))).unwrap()
}

#[test]
fn a_missing_or_broken_jar_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lib.jar");
    let load = || Api::load(&[jdk(false), Source::subject(&path, Format::Jar)]).map(|_| ());
    assert!(matches!(load(), Err(LoadError::Io { .. })));
    fs::write(&path, "not a jar").unwrap();
    assert!(matches!(load(), Err(LoadError::Archive { .. })));
    jar(&path, &[("readme.txt", b"no class")]);
    assert!(matches!(load(), Err(LoadError::Empty { .. })));
}

#[test]
fn damaged_and_future_class_files_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let good = compiled(
        folder.path(),
        "Good",
        "package lib; public class Good { public int size() { return 1; } }",
    );
    let mut future = good.clone();
    future[6..8].copy_from_slice(&999u16.to_be_bytes());
    let path = folder.path().join("lib.jar");
    jar(
        &path,
        &[
            ("lib/Good.class", &good),
            ("lib/Future.class", &future),
            ("lib/Damaged.class", &good[..good.len() / 2]),
        ],
    );
    let api = Api::load(&[jdk(false), Source::subject(&path, Format::Jar)]).unwrap();
    let count = |wanted| {
        api.skips().iter().find(|&(skip, ..)| skip == wanted).map(|(_, n, e)| (n, e.to_owned()))
    };
    assert_eq!(count(Skip::NewerClassFile), Some((1, "lib/Future.class".to_owned())));
    assert_eq!(count(Skip::DamagedClassFile), Some((1, "lib/Damaged.class".to_owned())));
    assert_eq!(api.members(Language::Java), 2, "a method and a constructor");
}

/// A module that requires another one without a version is no damaged class file, and
/// what it does not export is not used.
#[test]
fn a_modular_jar_has_what_it_exports() {
    let folder = tempfile::tempdir().unwrap();
    for (file, text) in [
        ("needed/module-info.java", "module needed { }"),
        ("modular/module-info.java", "module modular { requires needed; exports lib; }"),
        ("modular/lib/Open.java", "package lib; public class Open { public void act() { } }"),
        ("modular/inside/Kept.java", "package inside; public class Kept { public void act() { } }"),
    ] {
        let path = folder.path().join("src").join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let javac = Command::new(jdk_home().join("bin/javac"))
        .args(["--module-source-path", "src", "--module", "modular", "-d", "classes"])
        .current_dir(folder.path())
        .status();
    assert!(javac.unwrap().success());
    let names = ["module-info.class", "lib/Open.class", "inside/Kept.class"];
    let files =
        names.map(|name| fs::read(folder.path().join("classes/modular").join(name)).unwrap());
    let path = folder.path().join("lib.jar");
    let entries: Vec<(&str, &[u8])> =
        names.into_iter().zip(files.iter().map(Vec::as_slice)).collect();
    jar(&path, &entries);
    let api = Api::load(&[jdk(false), Source::subject(&path, Format::Jar)]).unwrap();
    assert!(!api.skips().iter().any(|(skip, ..)| skip == Skip::DamagedClassFile));
    let plan = api.plan(Language::Java, Mode::WellTyped);
    let subjects = api.subjects(&plan);
    assert!(subjects.iter().any(|name| name.starts_with("lib.Open.")), "{subjects:?}");
    assert!(!subjects.iter().any(|name| name.starts_with("inside.")), "{subjects:?}");
}

#[test]
fn a_library_without_usable_members_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let hidden = compiled(folder.path(), "Hidden", "package lib; class Hidden { }");
    let path = folder.path().join("lib.jar");
    jar(&path, &[("lib/Hidden.class", &hidden)]);
    let subject = Source::subject(&path, Format::Jar);
    let error = Api::load(&[jdk(false), subject.clone()]).unwrap_err();
    assert!(matches!(error, LoadError::NoMembers(_)), "{error}");
    let error = Api::load(&[subject]).unwrap_err();
    assert!(error.to_string().contains("java.base"), "{error}");
}

#[test]
fn json_folders_are_read_and_unreadable_members_counted() {
    let folder = tempfile::tempdir().unwrap();
    let text = r#"{
        "name": "lib.Box", "language": "java", "type_parameters": ["T"],
        "inherits": ["java.lang.Object"], "implements": [], "class_type": 0,
        "methods": [
            {"name": "Box", "parameters": ["T"], "type_parameters": [], "return_type": null,
             "is_static": false, "is_constructor": true, "access_mod": "public", "throws": []},
            {"name": "map", "parameters": ["java.util.function.Function<? super T, ? extends R>"],
             "type_parameters": ["R"], "return_type": "lib.Box<R>", "is_static": false,
             "is_constructor": false, "access_mod": "public", "throws": []},
            {"name": "strange", "parameters": ["=> T"], "type_parameters": [],
             "return_type": "void", "is_static": false, "is_constructor": false,
             "access_mod": "public", "throws": []},
            {"name": "hidden", "parameters": [], "type_parameters": [], "return_type": "void",
             "is_static": false, "is_constructor": false, "access_mod": "protected"}
        ],
        "fields": [], "functional_interface": false, "parent": null, "access_mod": "public"
    }"#;
    fs::write(folder.path().join("lib.Box.json"), text).unwrap();
    fs::write(folder.path().join("broken.json"), "{").unwrap();
    let api = Api::load(&[jdk(false), Source::subject(folder.path(), Format::Json)]).unwrap();
    assert_eq!(api.members(Language::Java), 2);
    let reasons: Vec<Skip> = api.skips().iter().map(|(skip, ..)| skip).collect();
    assert!(reasons.contains(&Skip::MalformedJson) && reasons.contains(&Skip::UnknownType));
    let plan = api.plan(Language::Java, Mode::WellTyped);
    let mut random = Random::new(1);
    let sources: Vec<String> = (0..30)
        .map(|i| generate(&api, &plan, &mut random, i).unwrap().value[0].source.clone())
        .collect();
    assert!(sources.iter().any(|s| s.contains("new Box<")), "{sources:?}");
    assert!(sources.iter().any(|s| s.contains(">map(")), "{sources:?}");
}

/// The signatures of an earlier release, from the file that `javac --release`
/// reads.
#[test]
fn ct_sym_holds_the_signatures_of_a_release() {
    let path = jdk_home().join("lib/ct.sym");
    let members = |release| {
        let source = Source::subject(&path, Format::CtSym(release));
        Api::load(&[source]).unwrap().members(Language::Java)
    };
    let (eight, eleven) = (members(8), members(11));
    assert!(eight > 10_000, "{eight} members");
    // `java.net.http` and much else came with 11.
    assert_ne!(eight, eleven);
    let missing = Api::load(&[Source::subject(&path, Format::CtSym(3))]).unwrap_err();
    assert!(matches!(missing, LoadError::Empty { .. }), "{missing}");
}

/// Extension functions, nullable types and function types of Kotlin, and
/// higher-kinded parameters of Scala.
#[test]
fn json_of_kotlin_and_scala() {
    let folder = tempfile::tempdir().unwrap();
    let kotlin = r#"{
        "name": "lib.ext", "language": "kotlin", "is_class": false, "class_type": 0,
        "methods": [
            {"name": "twice", "receiver": "kotlin.collections.Bag<T>", "type_parameters": ["T"],
             "parameters": ["(T) -> T?"], "return_type": "kotlin.Int"}
        ], "fields": []
    }"#;
    let bag = r#"{
        "name": "kotlin.collections.Bag", "language": "kotlin", "class_type": 1,
        "type_parameters": ["out T"], "methods": [], "fields": []
    }"#;
    let scala = r#"{
        "name": "lib.Functor", "language": "scala", "class_type": 1, "type_parameters": ["F[_]"],
        "methods": [
            {"name": "map", "type_parameters": ["A", "B"], "parameters": ["F[A]", "(A) => B"],
             "return_type": "F[B]"}
        ], "fields": []
    }"#;
    for (name, text) in [("ext", kotlin), ("bag", bag), ("functor", scala)] {
        fs::write(folder.path().join(format!("{name}.json")), text).unwrap();
    }
    let api = Api::load(&[jdk(false), Source::subject(folder.path(), Format::Json)]).unwrap();
    let sources = |language, count| -> Vec<String> {
        let plan = api.plan(language, Mode::WellTyped);
        let mut random = Random::new(2);
        (0..count)
            .map(|i| generate(&api, &plan, &mut random, i).unwrap().value[0].source.clone())
            .collect()
    };
    let kotlin = sources(Language::Kotlin, 60);
    assert!(kotlin.iter().any(|s| s.contains("import lib.ext.twice\n") && s.contains(".twice<")));
    assert!(kotlin.iter().any(|s| s.contains("{ x0 -> ")), "{kotlin:?}");
    let scala = sources(Language::Scala, 60);
    assert!(scala.iter().any(|s| s.contains(": Functor[") && s.contains(".map[")), "{scala:?}");
}
