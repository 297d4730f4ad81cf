//! The classes of uncaught exceptions.
//!
//! In a batch, `Main` catches what a program throws and tells its type. A program
//! that is alone ends as for its users: the runtime only shows the exception,
//! and its type is told from that.

use std::sync::LazyLock;

use case::Crash;
use regex::Regex;

use crate::runtimes::native::ReportedFailure;
use crate::signature::regex;

/// What the runtime shows of exceptions of each type, as patterns; for the limits
/// of the runtime, the limit stands for the type.
const SHOWN: &[(&str, &str)] = &[
    (
        "ArithException",
        "^(divide by zero|arithmetic (over|under)flow|loss of precision|denormal\
         |Ratio has zero denominator)$",
    ),
    ("NonTermination", "^<<loop>>$"),
    ("BlockedIndefinitelyOnMVar", "^thread blocked indefinitely in an MVar operation$"),
    ("BlockedIndefinitelyOnSTM", "^thread blocked indefinitely in an STM transaction$"),
    ("stack overflow", "^[Ss]tack (space )?overflow"),
    ("heap overflow", "^[Hh]eap (overflow|exhausted)"),
    ("PatternMatchFail", r"^\S+\.hs:\S+: Non-exhaustive "),
    ("RecConError", r"^\S+\.hs:\S+: Missing field in record construction "),
    ("RecSelError", "^No match in record selector "),
    ("NoMethodError", r"^\S+\.hs:\S+: No instance nor default method "),
    ("ArrayException", "^(array index out of range|undefined array element)"),
    ("IOException", r"^user error \("),
];

/// The class of the exception that a program alone ended with, and what was shown
/// of it; `None` if it did not end so. A type of the program's own is found by its
/// constructor; what is not known is an error call, which shows any text.
pub(super) fn exception(stderr: &str, program: &str) -> Option<(String, String)> {
    let shown = &HEAD.captures(stderr)?["shown"];
    let known = KNOWN.iter().find(|(_, pattern)| pattern.is_match(shown));
    let class = match known {
        Some((class, _)) => (*class).to_owned(),
        None => own_type(shown, program).unwrap_or("ErrorCall").to_owned(),
    };
    Some((class, stderr.trim().to_owned()))
}

/// The type that a program declares with the constructor that a text begins with.
fn own_type<'a>(shown: &str, program: &'a str) -> Option<&'a str> {
    let constructor = shown.split(|c: char| !(c.is_alphanumeric() || c == '_')).next()?;
    if !program.contains("Exception") || !constructor.starts_with(char::is_uppercase) {
        return None;
    }
    DECLARATION.captures_iter(program).find_map(|declaration| {
        let (_, [name, constructors]) = declaration.extract();
        let first = |part: &str| part.split_whitespace().next() == Some(constructor);
        constructors.split('|').any(first).then_some(())?;
        program.contains(&format!("Exception {name}")).then_some(name)
    })
}

/// What the runtime reports with an exception of this class.
pub(super) fn failure(class: String, text: String) -> ReportedFailure {
    match &class[..] {
        // Compiled code may notice that it waits for itself, and the interpreter
        // does not: both do not terminate.
        "NonTermination" => ReportedFailure::Deadlock(text),
        _ => ReportedFailure::Crash(Crash { signature: class, text }),
    }
}

static KNOWN: LazyLock<Vec<(&str, Regex)>> =
    LazyLock::new(|| SHOWN.iter().map(|(class, pattern)| (*class, regex(pattern))).collect());
/// The name of the executable, or of the interpreter, and the exception.
static HEAD: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?m)^(?:program|ghc\S*|<interactive>): (?P<shown>.*)$"));
/// The declaration of an algebraic type without parameters.
static DECLARATION: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?m)^(?:data|newtype) (\w+)\s*=([^\n]*(?:\n[ \t][^\n]*)*)"));

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(stderr: &str, expected: Option<&str>) {
        let program = "data Mine = First Int | Second deriving Show\ninstance Exception Mine\n\
                       data Other\n  = Third\n  | Fourth\ninstance Exception Other\n\
                       data Not = Fifth\n";
        let found = exception(stderr, program).map(|(class, _)| class);
        assert_eq!(found.as_deref(), expected, "{stderr}");
    }

    #[test]
    fn the_type_is_told_from_what_is_shown() {
        check("", None);
        check("trace: of the program\n", None);
        check("program: divide by zero\n\n", Some("ArithException"));
        check("noise\nprogram: arithmetic overflow\n", Some("ArithException"));
        check("<interactive>: <<loop>>\n", Some("NonTermination"));
        check(
            "program: Main.hs:10:1-7: Non-exhaustive patterns in function f\n\n",
            Some("PatternMatchFail"),
        );
        check(
            "program: Stack space overflow: current size 33616 bytes.\nprogram: Relink with\n",
            Some("stack overflow"),
        );
        check("program: user error (x)", Some("IOException"));
        check(
            "program: boom\nCallStack (from HasCallStack):\n  error, called at Main.hs:17:10\n",
            Some("ErrorCall"),
        );
        check("program: Prelude.head: empty list", Some("ErrorCall"));
        check("program: First 3", Some("Mine"));
        check("program: Second", Some("Mine"));
        check("program: Fourth\nHasCallStack backtrace:\n", Some("Other"));
        check("program: Fifth", Some("ErrorCall"));
        check("program: Firstly", Some("ErrorCall"));
    }
}
