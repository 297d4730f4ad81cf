//! What GHC says about programs: errors, and its own mistakes.

use std::sync::LazyLock;

use case::{Crash, Diagnostic};
use regex::Regex;

use crate::checker::{Answer, NUMBERED, one_line};
use crate::signature::{Patterns, regex};

/// Why a program was not compiled. `orderly` is whether GHC came to its end.
pub(super) fn failure(said: &str, orderly: bool) -> Answer {
    // A limit of GHC's that a correct program may meet.
    if said.contains("Simplifier ticks exhausted") {
        return Answer::Unclear("GHC's simplifier ticks are exhausted".to_owned());
    }
    if let Some(crash) = crash(said) {
        return Answer::Crashed(crash);
    }
    let diagnostics = diagnostics(said);
    match &diagnostics[..] {
        [_, ..] if orderly => Answer::Rejected(diagnostics),
        _ => Answer::Unclear(format!("GHC said: {}", said.trim())),
    }
}

/// The errors that are reported.
fn diagnostics(said: &str) -> Vec<Diagnostic> {
    let mut lines = said.lines().peekable();
    let mut diagnostics = Vec::new();
    while let Some(line) = lines.next() {
        let Some(head) = HEAD.captures(line) else { continue };
        // The message is what follows up to the next bullet, which tells where
        // it was, or to the advice.
        let mut message = vec![head.name("message").map_or("", |rest| rest.as_str())];
        while let Some(line) = lines.next_if(|line| line.starts_with("    ")) {
            let line = line.trim_start();
            let first = message.iter().all(|words| words.is_empty());
            let over = ["• ", "In the ", "In a", "Suggested fix", "Perhaps "];
            match line.strip_prefix("• ") {
                Some(line) if first => message.push(line),
                None if first || !over.iter().any(|word| line.starts_with(word)) => {
                    message.push(line);
                }
                _ => break,
            }
        }
        // What follows a colon is of the program, and belongs on a line of its
        // own: the first line is what other programs get told too.
        let message = COLON.replace(&one_line(message), ":\n").into_owned();
        let line = head.name("line").or_else(|| head.name("first"));
        diagnostics.push(Diagnostic {
            code: head.name("code").map(|code| code.as_str().to_owned()),
            line: line.and_then(|line| line.as_str().parse().ok()),
            syntax: SYNTAX_WORDS.iter().any(|words| message.starts_with(words)),
            message,
        });
    }
    diagnostics
}

/// How messages of the lexer and the parser begin.
const SYNTAX_WORDS: [&str; 4] = ["parse error", "Parse error", "lexical error", "unterminated "];

/// How GHC fell over, if it did: what it says about it and the place that said
/// so.
fn crash(said: &str) -> Option<Crash> {
    let words = BUG.find(said)?;
    if let Some(signature) = lint(said) {
        return Some(Crash { signature, text: beginning(said) });
    }
    let what = match PANIC.captures(&said[words.start()..]) {
        Some(panic) => {
            let place = PLACE.captures_iter(&said[words.start()..]).map(|place| {
                let (_, [place]) = place.extract();
                place
            });
            let mut place = place.filter(|place| !place.contains("Panic.hs"));
            let message = NUMBERED.gist(&panic["message"]);
            match place.next() {
                Some(place) => format!("{message} at {place}"),
                None => message,
            }
        }
        None => NUMBERED.gist(&said[words.start()..]),
    };
    Some(Crash { signature: what, text: said.trim().to_owned() })
}

/// What a linter found, without what belongs to the program: the pass after which
/// it looked, and what it says up to the first name.
fn lint(said: &str) -> Option<String> {
    let found = LINT.captures(said)?;
    let head = found.name("pass").or(found.name("cmm")).map_or("", |head| head.as_str());
    let head = one_line(head.lines());
    let mut lines = found["complaint"].lines().map(str::trim).filter(|line| !WHERE.is_match(line));
    let complaint = lines.next().unwrap_or_default();
    let complaint = complaint.split(':').next().unwrap_or_default();
    Some(format!("{head}: {}", UNIQUE.gist(complaint)))
}

/// The beginning of a text that may quote all of a program's code.
fn beginning(text: &str) -> String {
    let end = text.char_indices().nth(10_000).map_or(text.len(), |(end, _)| end);
    text[..end].trim().to_owned()
}

/// The head of an error: where, which, and perhaps the message.
static HEAD: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"^(?:(?:\d+/)?M(?:ain|\d+)\.hs|<[^>]*>)",
        r"(?::(?:(?P<line>\d+):[\d-]+|\((?P<first>\d+),\d+\)-\(\d+,\d+\)))?",
        r": error:(?: \[(?P<code>GHC-\d+)\])?(?P<message>.*)$",
    ))
});
/// A colon after a word, with its space.
static COLON: LazyLock<Regex> = LazyLock::new(|| regex(r"\b: "));
/// Words that only a bug makes GHC say, and what it says about a limit of its
/// own.
static BUG: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"panic! \(the 'impossible' happened\)|sorry! \(unimplemented feature or known bug\)",
        r"|GHC internal error|internal error: |stack overflow|heap overflow",
        r"|\*\*\* (?:Core Lint errors|Stg Lint ErrMsgs)|Cmm lint error",
    ))
});
/// The head of what a linter found, and the first complaint.
static LINT: LazyLock<Regex> = LazyLock::new(|| {
    regex(concat!(
        r"(?:\*\*\* (?P<pass>(?:Core Lint errors|Stg Lint ErrMsgs)[^*]*?) ?\*\*\*|(?P<cmm>Cmm lint error))",
        r"[^\n]*",
        r"(?P<complaint>(?s:.*))",
    ))
});
/// The lines that say where in the program a complaint is.
static WHERE: LazyLock<Regex> = LazyLock::new(|| regex(r"^\[?[Ii]n |: warning:|^$"));
/// Names in GHC's intermediate languages.
static UNIQUE: Patterns = Patterns::new(&[(r"\b\w*_\w+\b|\b\w*\d\w*\b", "_")]);
/// A panic: after the version comes the message.
static PANIC: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^(?:panic|sorry)!.*\n\s*\(?GHC version [^\n]*\n(?P<message>.*)"));
/// A place in GHC's own sources.
static PLACE: LazyLock<Regex> = LazyLock::new(|| regex(r"called at compiler/(\S+?\.hs:\d+)"));

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn signature(said: &str) -> String {
        match failure(said, false) {
            Answer::Crashed(crash) => crash.signature,
            other => panic!("no crash: {other:?}"),
        }
    }

    #[test]
    fn signatures_of_panics_hold_what_stays_the_same() {
        assert_eq!(
            signature(
                "<no location info>: error:\n    panic! (the 'impossible' happened)\n  \
                 GHC version 9.6.6:\n\ttcTyVarDetails of ‘x’\n  a_a1Xy[sk:1]\n  \
                 Call stack (from HasCallStack):\n      \
                 callStackDoc, called at compiler/GHC/Utils/Panic.hs:189:37 in ghc:Panic\n      \
                 pprPanic, called at compiler/GHC/Types/Var.hs:1185:34 in ghc:GHC.Types.Var\n"
            ),
            "tcTyVarDetails of _ at GHC/Types/Var.hs:1185"
        );
        assert_eq!(
            signature(
                "ghc: panic! (the 'impossible' happened)\n  \
                 (GHC version 8.8.4 for x86_64-unknown-linux:\n\tNo skolem info: [a_a1Xy]\n"
            ),
            "No skolem info: [#]"
        );
        assert_eq!(
            signature(
                "0/Main.hs:3:1: error: [GHC-12345]\n    • GHC internal error: ‘T’ is not in scope \
                 during type checking, but it passed the renamer\n"
            ),
            "GHC internal error: _ is not in scope during type checking, but it passed the renamer"
        );
    }

    #[test]
    fn what_linters_find_is_named_by_pass_and_complaint() {
        let program = "*** Offending Program ***\nunion = \\ l_aBE -> l_aBE\n*** End of Offense ***\n\n\n\
                       <no location info>: error: \nCompilation had errors\n";
        for (said, expected) in [
            (
                "*** Core Lint errors : in result of SpecConstr ***\nM3.hs:10:1: warning:\n    Out of \
                 scope: l_aBE :: N\n                  [LclId]\n    In the RHS of $ssplitS_sJx :: N\n",
                "Core Lint errors : in result of SpecConstr: Out of scope",
            ),
            (
                "*** Core Lint errors : in result of Simplifier ***\n<no location info>: warning:\n    \
                 [in body of lambda with binder m_azbFg :: a_afdP]\n    l_aBE is out of scope\n",
                "Core Lint errors : in result of Simplifier: _ is out of scope",
            ),
            (
                "*** Stg Lint ErrMsgs: in Unarise ***\n<no location info>: warning:\n     [in body of \
                 f_s1]\n    x_s2 is out of scope\n",
                "Stg Lint ErrMsgs: in Unarise: _ is out of scope",
            ),
            (
                "Cmm lint error:\n  in basic block cTh\n    in assignment:\n      _gRg::I64 = \
                 _sQU::F32;   // CmmAssign\n",
                "Cmm lint error: _",
            ),
        ] {
            assert_eq!(signature(&format!("{said}{program}")), expected);
        }
    }

    #[test]
    fn limits_of_ghc_are_no_rejections() {
        let ticks = "ghc: panic! (the 'impossible' happened)\n  GHC version 9.6.6:\n\tSimplifier ticks \
                     exhausted\n  When trying UnfoldingDone f\n";
        assert!(matches!(failure(ticks, true), Answer::Unclear(_)));
        assert_eq!(
            signature(
                "\n<no location info>: error:\n    sorry! (unimplemented feature or known bug)\n  GHC \
                 version 9.6.6:\n\t Trying to allocate more than 129024 bytes.\n\nThis is currently \
                 not possible due to a limitation of GHC's code generator.\n"
            ),
            "Trying to allocate more than # bytes."
        );
    }

    #[test]
    fn messages_end_where_their_context_begins() {
        let said = "\n0/Main.hs:(5,87)-(6,2): error: [GHC-83865]\n    \
                    • Couldn't match expected type: (Bool, Bool)\n                  \
                    with actual type: Int -> Bool\n    • Probable cause: ‘f’ is applied to too \
                    few arguments\n      In the expression: f\n\n<no location info>: error: \
                    [GHC-49196] Can't find x\n\n0/Main.hs:9:1-3: error:\n    \
                    Variable not in scope: y\n    Suggested fix: x\n";
        let diagnostic = |line, code: Option<&str>, message: &str| Diagnostic {
            code: code.map(str::to_owned),
            message: message.to_owned(),
            line,
            syntax: false,
        };
        assert_eq!(
            diagnostics(said),
            [
                diagnostic(
                    Some(5),
                    Some("GHC-83865"),
                    "Couldn't match expected type:\n(Bool, Bool) with actual type: Int -> Bool"
                ),
                diagnostic(None, Some("GHC-49196"), "Can't find x"),
                diagnostic(Some(9), None, "Variable not in scope:\ny"),
            ]
        );
    }

    #[test]
    fn what_is_not_understood_is_no_rejection() {
        assert!(matches!(failure("ghc: unrecognised flag: -x", true), Answer::Unclear(_)));
        assert!(matches!(failure("0/Main.hs:1:1: error: x", false), Answer::Unclear(_)));
    }
}
