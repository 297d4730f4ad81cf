//! The signatures of real libraries.

use std::fs;
use std::path::Path;

use serde_json::Value;
use targets::jvm::{extract_kotlin, extract_scala};

use crate::support::*;

/// What is said about a class or package.
fn read(folder: &Path, name: &str) -> Value {
    let file = folder.join(format!("{name}.json"));
    let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file:?}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{file:?}: {error}"))
}

/// The methods of a name, each as its receiver, parameters and result.
fn methods(class: &Value, name: &str) -> Vec<String> {
    let methods = class["methods"].as_array().expect("a list").iter();
    methods
        .filter(|method| method["name"] == name)
        .map(|method| {
            format!(
                "{} {}{} -> {}",
                method["type_parameters"],
                method.get("receiver").map_or(String::new(), |receiver| format!("{receiver}.")),
                method["parameters"],
                method["return_type"]
            )
            .replace('"', "")
        })
        .collect()
}

/// How many of the last parameters can be left out, of each method of the name.
fn optional(class: &Value, name: &str) -> Vec<u64> {
    let methods = class["methods"].as_array().expect("a list");
    let named = methods.iter().filter(|method| method["name"] == name);
    named.map(|method| method["optional"].as_u64().expect("a number")).collect()
}

#[test]
fn kotlin() {
    let cache = tempfile::tempdir().expect("a temporary folder");
    let (kotlin, metadata) = (toolchain("kotlin@2.4.21"), toolchain("kotlin-metadata"));
    let extracted = extract_kotlin(&kotlin, &metadata, &[], cache.path()).expect("it can be read");
    let collections = read(&extracted.folder, "package kotlin.collections");
    // Nullable results, bounds and use-site variance.
    assert!(
        methods(&collections, "firstOrNull")
            .contains(&"[T] kotlin.collections.Iterable<T>.[] -> T?".to_owned())
    );
    let to = "[T,R : kotlin.Any,C : kotlin.collections.MutableCollection<in R>] \
              kotlin.collections.Iterable<T>.[C,kotlin.Function1<T, R?>] -> C";
    assert!(methods(&collections, "mapNotNullTo").contains(&to.to_owned()));
    assert!(
        methods(&collections, "listOf")
            .contains(&"[T] [vararg T] -> kotlin.collections.List<T>".to_owned())
    );
    // What can be left out.
    assert!(optional(&collections, "joinToString").iter().all(|&optional| optional == 6));
    // A type without a class file.
    let entry = read(&extracted.folder, "kotlin.collections.Map.Entry");
    assert_eq!(entry["type_parameters"], serde_json::json!(["out K", "out V"]));
    assert_eq!(entry["parent"], "kotlin.collections.Map");
    assert_eq!(entry["package"], "kotlin.collections");
    // Those with a nullable result have been hidden since Kotlin 1.6.
    let hidden = methods(&collections, "min");
    assert!(hidden.iter().all(|min| !min.contains("?")), "{hidden:?}");
    assert!(
        extracted.skipped.iter().any(|(reason, count)| reason.contains("opt-in") && *count > 100)
    );

    // The second time, it is there.
    let before = fs::metadata(&extracted.folder).and_then(|meta| meta.modified()).expect("a time");
    let again = extract_kotlin(&kotlin, &metadata, &[], cache.path()).expect("it can be read");
    assert_eq!(again, extracted);
    let after = fs::metadata(&again.folder).and_then(|meta| meta.modified()).expect("a time");
    assert_eq!(before, after);
}

/// The open ranges of numbers needed an opt-in before Kotlin 1.9.
#[test]
fn kotlin_in_an_older_version() {
    let settings = settings();
    let metadata = toolchain("kotlin-metadata");
    for (version, usable) in [("kotlin@1.8.20", false), ("kotlin@2.4.21", true)] {
        let extracted = extract_kotlin(&toolchain(version), &metadata, &[], &settings.cache);
        let folder = extracted.expect("it can be read").folder;
        for name in ["Int", "Long", "Byte", "Char"] {
            let class = read(&folder, &format!("kotlin.{name}"));
            assert_eq!(!methods(&class, "rangeUntil").is_empty(), usable, "{version} {name}");
            assert!(!methods(&class, "rangeTo").is_empty(), "{version} {name}");
        }
    }
}

#[test]
fn scala() {
    let settings = settings();
    let extracted =
        extract_scala(&toolchain("scala@3.3.8"), &[], &settings.cache).expect("it can be read");
    let list = read(&extracted.folder, "scala.collection.immutable.List");
    assert_eq!(list["type_parameters"], serde_json::json!(["+A"]));
    assert_eq!(methods(&list, "prepended"), ["[B >: A] [B] -> scala.collection.immutable.List[B]"]);
    // Inherited by the companion object, with its own types.
    assert_eq!(methods(&list, "apply"), ["[A] [A*] -> scala.collection.immutable.List[A]"]);
    let ops = read(&extracted.folder, "scala.collection.IterableOps");
    assert_eq!(ops["type_parameters"], serde_json::json!(["+A", "+CC[_]", "+C"]));
    // Without parameters it is used like a field.
    let option = read(&extracted.folder, "scala.Option");
    let fields = option["fields"].as_array().expect("a list");
    assert!(
        fields.iter().any(|field| field["name"] == "isEmpty" && field["type"] == "scala.Boolean")
    );
    assert_eq!(methods(&option, "getOrElse"), ["[B >: A] [=> B] -> B"]);
    let sequence = read(&extracted.folder, "scala.collection.SeqOps");
    assert_eq!(optional(&sequence, "lastIndexOf"), [1]);
    assert!(extracted.skipped.iter().any(|(reason, _)| reason == "several parameter lists"));
}
