//! Which findings are one suspected bug.

use case::{Expectation, FindingKind, Outcome, RunEnd};

/// What two findings of one bug have in common: the kind, the compiler (in any
/// version and configuration), and the gist of what was said, without the names
/// and numbers of the program at hand.
pub fn signature(
    kind: FindingKind,
    target: &str,
    expectation: &Expectation,
    outcome: &Outcome,
) -> String {
    let compiler = target.split(['@', '+']).next().unwrap_or(target);
    let gist = match (kind, outcome) {
        (FindingKind::Soundness, _) => match expectation {
            Expectation::Reject(reason) => reason.rule.clone(),
            _ => String::new(),
        },
        (_, Outcome::Crashed(crash)) => crash.signature.clone(),
        (_, Outcome::Rejected(diagnostics)) => {
            let said = diagnostics.first().map_or(String::new(), |first| {
                let code = first.code.as_deref().unwrap_or("");
                format!("{code} {}", gist(&first.message)).trim().to_owned()
            });
            match (kind, expectation) {
                (FindingKind::Reason, Expectation::Reject(reason)) => {
                    format!("{} answered with {said}", reason.rule)
                }
                _ => said,
            }
        }
        (_, Outcome::Ran(ran)) => match &ran.end {
            RunEnd::Crashed(crash) => crash.signature.clone(),
            RunEnd::Hung(_) => "does not end".to_owned(),
            RunEnd::Finished(_) => "prints something else than it must".to_owned(),
        },
        (_, Outcome::TimedOut(_)) => "compiling takes too long".to_owned(),
        (_, Outcome::Accepted | Outcome::Unknown(_)) => String::new(),
    };
    format!("{kind} {compiler}: {gist}").trim_end_matches([':', ' ']).to_owned()
}

/// A message without what belongs to one program: quoted pieces and the names
/// of types and members become `_`, numbers `#`, and only the first line counts.
fn gist(message: &str) -> String {
    let mut words: Vec<&str> = Vec::new();
    for word in message.lines().next().unwrap_or("").split_whitespace() {
        let word = if is_name(word) { "_" } else { word };
        if word != "_" || words.last() != Some(&"_") {
            words.push(word);
        }
    }
    without_quotes(&words.join(" "))
}

/// Whether a word is the qualified name of a type or member (`java.util.List`,
/// `Map#get(Object)`) or has type arguments.
fn is_name(word: &str) -> bool {
    let qualified = word.split('.').collect::<Vec<_>>().windows(2).any(|pair| {
        pair[0].ends_with(char::is_alphanumeric) && pair[1].starts_with(char::is_alphabetic)
    });
    let quoted = word.contains(['`', '\'', '"', '‘']);
    !quoted && (qualified || word.contains(['#', '<']))
}

fn without_quotes(message: &str) -> String {
    let mut gist = String::new();
    let mut chars = message.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '`' | '\'' | '"' | '‘' => {
                let close = if c == '‘' { '’' } else { c };
                // An apostrophe inside a word opens nothing.
                let in_word = c == '\'' && gist.chars().last().is_some_and(char::is_alphanumeric);
                if !in_word && chars.clone().any(|later| later == close) {
                    for inner in chars.by_ref() {
                        if inner == close {
                            break;
                        }
                    }
                    gist.push('_');
                } else {
                    gist.push(c);
                }
            }
            '0'..='9' => {
                while chars.next_if(char::is_ascii_digit).is_some() {}
                gist.push('#');
            }
            _ => gist.push(c),
        }
        if gist.chars().count() >= 200 {
            break;
        }
    }
    gist
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gist_has_no_names_and_numbers() {
        for (message, expected) in [
            (
                "mismatched types: expected `Vec<u8>`, found `i32`",
                "mismatched types: expected _, found _",
            ),
            ("line 12: can't find \"x\"", "line #: can't find _"),
            ("no method ‘foo’ in p17", "no method _ in p#"),
            ("first\nsecond", "first"),
            ("an unclosed ` stays", "an unclosed ` stays"),
            (
                "Cannot find java.util.Map<java.lang.String, Integer> put(int). Please check.",
                "Cannot find _ Integer> put(int). Please check.",
            ),
            (
                "Cannot call Graph#remove(A<? extends B>) with [A <B>]",
                "Cannot call _ extends B>) with [A _",
            ),
        ] {
            assert_eq!(gist(message), expected);
        }
    }

    #[test]
    fn versions_and_configurations_of_one_compiler_share_their_bugs() {
        let outcome = Outcome::Rejected(vec![case::Diagnostic {
            code: Some("E0308".into()),
            message: "mismatched types".into(),
            ..Default::default()
        }]);
        let of = |target| signature(FindingKind::Precision, target, &Expectation::Accept, &outcome);
        assert_eq!(of("rustc@1.95.0"), "precision rustc: E0308 mismatched types");
        assert_eq!(of("rustc@1.63.0+next-solver"), of("rustc@1.95.0"));
    }
}
