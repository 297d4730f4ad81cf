//! Libraries that no compiler has made: every one of them is read or refused, and
//! generating about it comes to an end.

use std::fs;
use std::path::Path;

use case::{Engine, Language, Mode};
use choice::Random;

use crate::classfile::{self, ClassFile};
use crate::engine::Api;
use crate::json;
use crate::language::LANGUAGES;
use crate::load::{Format, Source};
use crate::model::{self, Skip, Skips};
use crate::tests::{generate, papers};

/// Generates a few programs in every language and mode.
fn exercise(api: &Api) {
    for facts in LANGUAGES {
        for mode in [Mode::WellTyped, Mode::IllTypedErased, Mode::Equivalent] {
            let plan = api.plan(facts.language, mode);
            let mut random = Random::new(3).with_budget(20_000, 1);
            for index in 0..4.min(api.subjects(&plan).len() as u64) {
                let _ = generate(api, &plan, &mut random, index);
            }
        }
    }
}

/// The API of the JSON texts that can be read.
fn read(texts: &[&str]) -> Option<Api> {
    let mut decls = papers::basics();
    decls.extend(texts.iter().filter_map(|text| json::read(text).ok()).map(|decl| (decl, true)));
    model::resolve(decls, Skips::default()).map(Api::new)
}

#[test]
fn forged_json_is_read_or_refused() {
    let deep = |open: &str, close: &str| {
        let (open, close) = (open.repeat(100_000), close.repeat(100_000));
        format!(
            r#"{{"name": "lib.C", "methods": [{{"name": "m", "is_static": true,
                "parameters": ["{open}java.lang.String{close}"], "return_type": "void"}}]}}"#
        )
    };
    let method = |parts: &str| {
        format!(
            r#"{{"name": "lib.C", "methods": [
                {{"name": "m", "is_static": true, "return_type": "java.lang.String", {parts}}},
                {{"name": "m", "is_static": true, "return_type": "java.lang.String",
                  "parameters": ["java.lang.String"]}}]}}"#
        )
    };
    let texts = [
        r#"{"name": "lib.C", "type_parameters": ["F["], "methods": [{"name": "m"}]}"#.to_owned(),
        r#"{"name": "lib.C", "type_parameters": ["[", "<", "+", "A : A", "B : C", "C : B"],
            "methods": [{"name": "m", "return_type": "B"}]}"#
            .to_owned(),
        method(r#""is_vararg": true, "parameters": []"#),
        method(r#""is_vararg": true, "parameters": ["int"]"#),
        method(r#""type_parameters": ["A : B", "B : A"], "parameters": ["A", "B"]"#),
        r#"{"name": "lib.C", "parent": "lib.C", "is_inner": true, "type_parameters": ["T"],
            "methods": [{"name": "m", "is_static": true}]}"#
            .to_owned(),
        r#"{"name": "lib.C", "inherits": ["lib.C"], "methods": [{"name": "m"}]}"#.to_owned(),
        r#"{"name": "", "methods": [{"name": "m", "is_static": true}]}"#.to_owned(),
        r#"{"name": "lib..C", "methods": [{"name": "", "is_static": true}]}"#.to_owned(),
        deep("java.util.List<", ">"),
        deep("(", ")"),
        deep("", "[]"),
        deep("", "?"),
    ];
    for text in &texts {
        if let Some(api) = read(&[text]) {
            exercise(&api);
        }
    }
    // Two classes that lie in each other, and a third one in them.
    let around = |name: &str, parent: &str| {
        format!(
            r#"{{"name": "lib.{name}", "parent": "lib.{parent}",
                "methods": [{{"name": "m", "is_static": true, "return_type": "lib.{parent}"}}]}}"#
        )
    };
    let texts = [around("A", "B"), around("B", "A"), around("C", "B")];
    exercise(&read(&texts.each_ref().map(String::as_str)).unwrap());
}

#[test]
fn a_file_without_a_language_is_of_java() {
    let text = r#"{"name": "lib.C", "methods": [{"name": "m", "is_static": true}]}"#;
    assert_eq!(read(&[text]).unwrap().members(Language::Java), 1);
    assert!(json::read(r#"{"name": "lib.C", "language": "cobol"}"#).is_err());
    assert!(json::read(r#"{"name": ""}"#).is_err());
}

/// Numbers that look random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % end
    }
}

#[test]
fn mutated_json_is_read_or_refused() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/library/java"));
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    let texts: Vec<String> = files.iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    let tokens =
        ["<", ">", "[", "]", "(", ")", "?", "*", "...", " extends ", "T", "lib.Box", "\"", ""];
    let mut numbers = Numbers(1);
    for round in 0..400 {
        let mut mutated = texts.clone();
        for _ in 0..4 {
            let at = numbers.below(mutated.len());
            let text = &mut mutated[at];
            let start = numbers.below(text.len());
            let end = (start + numbers.below(4)).min(text.len());
            if text.is_char_boundary(start) && text.is_char_boundary(end) {
                text.replace_range(start..end, tokens[numbers.below(tokens.len())]);
            }
        }
        let mutated: Vec<&str> = mutated.iter().map(String::as_str).collect();
        let api = read(&mutated).unwrap();
        if round % 10 == 0 {
            exercise(&api);
        }
    }
}

/// Class files of the JDK with some of their bytes changed.
#[test]
fn mutated_class_files_are_read_or_refused() {
    let source = super::jdk(true);
    let mut files = crate::load::tests::class_files(&source, |name| {
        ["java/util/Map$Entry", "java/util/HashMap", "java/util/stream/Collectors", "module-info"]
            .iter()
            .any(|wanted| name.ends_with(&format!("{wanted}.class")))
            || name.ends_with("java/util/Map$Entry.sig")
    });
    files.sort();
    assert!(!files.is_empty());
    let mut numbers = Numbers(2);
    let mut read = 0;
    for round in 0..3000 {
        let mut bytes = files[round % files.len()].1.clone();
        for _ in 0..=numbers.below(4) {
            let at = numbers.below(bytes.len());
            bytes[at] = numbers.below(256) as u8;
        }
        let Ok(ClassFile::Class(decl)) = classfile::read(&bytes) else { continue };
        read += 1;
        if round % 20 == 0 {
            let mut decls = papers::basics();
            decls.push((*decl, true));
            exercise(&Api::new(model::resolve(decls, Skips::default()).unwrap()));
        }
    }
    assert!(read > 100, "{read} were read");
}

/// A malformed signature costs the member, not the class; a class may not lie in itself,
/// and a variadic method has a parameter.
#[test]
fn one_malformed_signature_costs_one_member() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = super::loading::compiled(
        folder.path(),
        "Good",
        "package lib; public class Good<T> { \
         public Good<String> first(Object... rest) { return null; } \
         public Good<Integer> second() { return null; } }",
    );
    let forge = |from: &[u8], to: &[u8]| {
        assert_eq!(from.len(), to.len());
        let at = bytes.windows(from.len()).position(|part| part == from).expect("it is there");
        let mut forged = bytes.clone();
        forged[at..at + to.len()].copy_from_slice(to);
        let Ok(ClassFile::Class(decl)) = classfile::read(&forged) else { panic!("not read") };
        let mut decls = papers::basics();
        decls.push((*decl, true));
        Api::new(model::resolve(decls, Skips::default()).unwrap())
    };
    let whole = forge(b"Good", b"Good");
    let damaged = forge(b"()Llib/Good<Ljava/lang/Integer;>;", b"()Llib/Good<Ljava/lang/Integer;<;");
    let count =
        |api: &Api| api.skips().iter().map(|(skip, count, _)| (skip, count)).collect::<Vec<_>>();
    assert_eq!(whole.members(Language::Java), 3, "{:?}", count(&whole));
    assert_eq!(damaged.members(Language::Java), 2);
    assert_eq!(count(&damaged), [(Skip::MalformedSignature, 1)]);
    let variadic = forge(b"([Ljava/lang/Object;)", b"(Ljava/lang/Object;V)");
    exercise(&variadic);
}

/// What the libraries around the one under test lack is nobody's business.
#[test]
fn only_skips_of_libraries_under_test_count() {
    let folder = tempfile::tempdir().unwrap();
    let text = r#"{"name": "lib.C", "methods": [{"name": "m", "is_static": true}]}"#;
    fs::write(folder.path().join("lib.C.json"), text).unwrap();
    fs::write(folder.path().join("skipped"), "12\tseveral parameter lists\n").unwrap();
    let sources = |subject| Source { path: folder.path().into(), format: Format::Json, subject };
    let api = Api::load(&[super::jdk(false), sources(true)]).unwrap();
    assert_eq!(api.skips().iter().count(), 0, "{:?}", api.skips());
    let extracted: Vec<(&str, usize)> = api.skips().extracted().collect();
    assert_eq!(extracted, [("several parameter lists", 12)]);
    let api = Api::load(&[super::jdk(true), sources(false)]).unwrap();
    assert_eq!(api.skips().extracted().count(), 0);
}
