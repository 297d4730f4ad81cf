//! Programs about the test library as each language prints them. With
//! `UPDATE_EXPECT=1` the files are written anew.

mod support;

use std::fmt::Write;

use api::Api;
use case::{Engine, Language, Mode, Plan};
use choice::Random;
use expect_test::{ExpectFile, expect_file};
use support::library;

/// Members with the number of a program; between them the programs have every construct.
const JAVA: [(&str, u64); 16] = [
    ("lib.Base.in(int)", 1),
    ("lib.Base.type", 1),
    ("lib.Box.map(java.util.function.Function<? super T, ? extends R>)", 62),
    ("lib.Box.new(T)", 1),
    ("lib.Box.orElse(java.util.function.Supplier<? extends T>)", 144),
    ("lib.Box.toArray()", 1),
    ("lib.Mark.value()", 1),
    ("lib.Outer.Inner.new(B)", 1),
    ("lib.Outer.Nested.new(T, java.util.List<T>)", 1),
    ("lib.Sorted.by(java.util.function.Function<? super T, ? extends K>)", 1),
    (
        "lib.Utils.compose(java.util.function.Function<A, B>, \
     java.util.function.Function<? super B, ? extends C>)",
        1,
    ),
    ("lib.Utils.copy(java.util.List<? super T>, java.util.List<? extends T>)", 1),
    ("lib.Utils.join(java.lang.String, java.lang.Object...)", 3),
    ("lib.Utils.matrix(double[][], byte, short, float, char, boolean)", 1),
    ("lib.Utils.run(java.lang.Runnable)", 1),
    ("lib.Utils.sum(int...)", 3),
];

/// Members of the languages' own libraries.
const KOTLIN: [(&str, u64); 6] = [
    ("lib.Registry.register(java.lang.String)", 1),
    ("lib.ext.combine(kotlin.Function2<A, B, C>, kotlin.Pair<A, B>)", 1),
    ("lib.ext.filterNotNull() on kotlin.collections.Iterable<T?>", 1),
    ("lib.ext.handle(lib.Handler<java.lang.String>)", 1),
    ("lib.ext.last on java.lang.String", 1),
    ("lib.ext.listOf(T...)", 1),
];

const SCALA: [(&str, u64); 8] = [
    ("lib.Functor.map(F<A>, scala.Function1<A, B>)", 1),
    ("lib.Instances.lift(lib.Functor<F>, scala.Function1<A, B>)", 1),
    ("lib.Syntax.array(int[])", 1),
    ("lib.Syntax.delay(lib.Cell<A>)", 1),
    ("lib.Syntax.given()", 1),
    ("lib.Syntax.grow(long) on lib.Cell<int>", 1),
    ("lib.Syntax.list(A...)", 6),
    ("lib.Syntax.put(A) on lib.Cell<A>", 1),
];

/// Each program in explicit style, with its arguments cast, and, where inference
/// restores types, in erased style.
fn print(api: &Api, language: Language, subjects: &[(&str, u64)]) -> String {
    let mut text = String::new();
    for &(subject, index) in subjects {
        let plan = Plan { subject: Some(subject.into()), ..api.plan(language, Mode::Equivalent) };
        let mut random = Random::new(2).with_budget(50_000, 4);
        match random.generate(index, |choices| api.generate(&plan, choices)) {
            Ok(made) => {
                for case in made.value {
                    write!(text, "// {subject}\n{}\n", case.source).unwrap();
                }
            }
            Err(_) => write!(text, "// {subject}: {language} cannot call it\n\n").unwrap(),
        }
    }
    text
}

fn check(language: Language, name: &str, native: Option<&str>, subjects: &[(&str, u64)]) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/printed");
    let file = format!("{folder}/{name}.{}", language.extension());
    let expected: ExpectFile = expect_file![file];
    expected.assert_eq(&print(&library(native), language, subjects));
}

#[test]
fn programs_about_a_library_of_java() {
    for language in [Language::Java, Language::Kotlin, Language::Scala, Language::Groovy] {
        check(language, "java-library", None, &JAVA);
    }
}

#[test]
fn programs_about_libraries_of_kotlin_and_scala() {
    check(Language::Kotlin, "kotlin-library", Some("kotlin"), &KOTLIN);
    check(Language::Scala, "scala-library", Some("scala"), &SCALA);
}
