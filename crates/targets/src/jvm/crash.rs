//! Signatures of crashes on the JVM.

use std::collections::BTreeMap;

use crate::signature::Patterns;

/// How many frames make a signature: enough to tell two assertions apart, few
/// enough not to see the way that led there.
const FRAMES: usize = 4;

/// The signature of a stack trace: the exception at its root and the methods
/// that it came from, without messages, line numbers and the numbers of
/// lambdas. Where the stack overflowed, the top is wherever the room ran out;
/// the methods of the recursion are those that occur most often.
pub(crate) fn signature(trace: &str) -> String {
    signature_by(trace, |recursion| recursion)
}

/// The same of a concurrent program that was run. Through which methods and classes a
/// recursion goes depends on which thread came first; the package that they are all in
/// is the same each time.
pub(crate) fn signature_of_run(trace: &str) -> String {
    signature_by(trace, |recursion| {
        let shared = recursion.into_iter().reduce(|left, right| {
            let parts = left.split('.').zip(right.split('.'));
            let shared = parts.take_while(|(left, right)| left == right).map(|(left, _)| left);
            shared.collect::<Vec<_>>().join(".")
        });
        shared.filter(|package| !package.is_empty()).into_iter().collect()
    })
}

/// The signature, with the methods of a recursion told in another way.
fn signature_by(trace: &str, told: impl Fn(Vec<String>) -> Vec<String>) -> String {
    let lines: Vec<&str> = trace.lines().collect();
    let root = lines.iter().rposition(|line| line.starts_with("Caused by: ")).unwrap_or(0);
    let exception = exception(lines.get(root).copied().unwrap_or_default());
    let frames: Vec<String> = lines[root..].iter().filter_map(|line| frame(line)).collect();
    let methods: Vec<String> = if exception.ends_with("StackOverflowError") {
        told(recursion(&frames)).into_iter().take(FRAMES).collect()
    } else {
        frames.into_iter().take(FRAMES).collect()
    };
    let mut signature = exception;
    for method in methods {
        signature.push_str(" < ");
        signature.push_str(&method);
    }
    signature
}

/// The class of the exception that a trace starts with. Compilers put words of
/// their own before it: the first word that is the name of a class in a package
/// counts.
fn exception(line: &str) -> String {
    let is_class = |word: &str| {
        let simple = word.rsplit('.').next().unwrap_or_default();
        word.contains('.')
            && simple.starts_with(|c: char| c.is_ascii_uppercase())
            && word.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '$' | '_'))
    };
    line.split_whitespace()
        .map(|word| word.trim_end_matches(':'))
        .find(|word| is_class(word))
        .unwrap_or("exception")
        .to_owned()
}

/// The method of a line `at module/class.method(File.java:12)`, unless the
/// virtual machine made it. The compiler of the compiler numbers its lambdas
/// (`lambda$visit$12`); the numbers go.
fn frame(line: &str) -> Option<String> {
    let (place, _) = line.trim_start().strip_prefix("at ")?.split_once('(')?;
    if ["$$Lambda", "jdk.internal.", "java.lang.reflect."].iter().any(|own| place.contains(own)) {
        return None;
    }
    let method = place.rsplit('/').next().unwrap_or(place);
    Some(LAMBDAS.replace(method))
}

/// The numbers of lambdas and anonymous classes.
static LAMBDAS: Patterns = Patterns::new(&[(r"\$\d+", "$$")]);

/// The methods of a recursion, in the order of their names: those that occur at
/// least half as often as the most frequent one.
fn recursion(frames: &[String]) -> Vec<String> {
    let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
    for frame in frames {
        *counts.entry(frame).or_default() += 1;
    }
    let most = counts.values().copied().max().unwrap_or(0);
    let often = counts.into_iter().filter(|&(_, count)| count * 2 >= most);
    often.map(|(method, _)| method.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_cause_without_what_varies() {
        let trace = "org.example.FileException: while analysing /tmp/ws7/Main.kt\n\
                     \tat org.example.Outer.run(Outer.kt:3)\n\
                     Caused by: java.lang.IllegalStateException: no type for ws7.Foo\n\
                     \tat jdk.compiler/com.example.Attr.lambda$visit$12(Attr.java:40)\n\
                     \tat com.example.Attr$$Lambda$81/0x0000.apply(Unknown Source)\n\
                     \tat com.example.Attr.visit(Attr.java:41)\n\
                     \t... 12 more\n";
        assert_eq!(
            signature(trace),
            "java.lang.IllegalStateException < com.example.Attr.lambda$visit$ \
             < com.example.Attr.visit"
        );
        assert_eq!(
            signature(trace),
            signature(&trace.replace(":40)", ":77)").replace("ws7", "ws9"))
        );
    }

    #[test]
    fn a_recursion_has_one_signature_wherever_the_room_ran_out() {
        let trace = |offset: usize| {
            let cycle = ["a.B.tree", "a.B.visit", "a.B.accept"];
            let frames =
                (0..999).map(|i| format!("\tat {}(B.java:{i})\n", cycle[(i + offset) % 3]));
            std::iter::once("java.lang.StackOverflowError\n".to_owned())
                .chain([format!("\tat a.Leaf{offset}.x(L.java:1)\n")])
                .chain(frames)
                .collect::<String>()
        };
        assert_eq!(signature(&trace(0)), signature(&trace(1)));
        let expected = "java.lang.StackOverflowError < a.B.accept < a.B.tree < a.B.visit";
        assert_eq!(signature(&trace(2)), expected);
    }

    #[test]
    fn a_recursion_of_a_race_has_one_signature_whoever_came_first() {
        let trace = |first: &str, second: &str| {
            let cycle = [first, "a.Node$Op.perform", second];
            let frames = (0..900).map(|i| format!("\tat {}(B.java:{i})\n", cycle[i % 3]));
            format!("java.lang.StackOverflowError\n{}", frames.collect::<String>())
        };
        let poll = trace("a.b.Channel$Poll.validate", "a.b.SendChannel$Send.resume");
        let offer = trace("a.b.SendChannel$Offer.validate", "a.c.Select.resume");
        assert_ne!(signature(&poll), signature(&offer));
        let expected = "java.lang.StackOverflowError < a";
        assert_eq!(signature_of_run(&poll), expected);
        assert_eq!(signature_of_run(&offer), expected);
        let other = "java.lang.Error: x\n\tat a.B$C.d(E)\n";
        assert_eq!(signature_of_run(other), signature(other));
    }

    #[test]
    fn words_before_the_exception() {
        assert_eq!(
            signature("exception: java.lang.Error: x\n\tat a.B.c(D)\n"),
            "java.lang.Error < a.B.c"
        );
        assert_eq!(signature(""), "exception");
    }
}
