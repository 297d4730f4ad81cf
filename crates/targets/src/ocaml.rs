//! OCaml as a target, for type checking only.
//!
//! `ocamlc` takes many files and stops at the first error; then it is started
//! again behind that file. What it checked before has an interface, and that is
//! how it is known. A small program that is accepted takes 3 to 4 ms of processor
//! time in this way, instead of 12 ms for a process of its own; one that is
//! rejected still costs a process.
//!
//! A program is a compilation unit.

use std::sync::LazyLock;
use std::time::Duration;

use case::{Crash, Diagnostic, Dialect, Language};
use regex::Regex;

use crate::checker::{
    Answer, Checker, Job, NUMBERED, describe_one, killed, one_line, said_and_status,
};
use crate::registry::Driver;
use crate::signature::regex;
use crate::{Alone, Canary, Recipe, Report, Target, TargetInfo};

const FILE: &str = "program.ml";

/// No warnings, and errors that do not quote the program.
const QUIET: &str = "-w -a -color never -error-style short";

pub(crate) const DRIVER: Driver = Driver {
    toolchains: &["ocaml"],
    describe: |toolchain| describe_one(toolchain, Language::OCaml, Dialect::Standard, 100),
    open: |toolchain, info, settings| {
        let checker = Checker::of(toolchain, settings).expect("described, so it is a program");
        Ok(Box::new(OCaml { info, checker }))
    },
    recipe: |target, _| Recipe {
        tool: ("OCAMLC", format!("opam exec --switch={} -- ocamlc", target.version)),
        version: "-version",
        get: format!("`opam switch create {}` gets this version", target.version),
        file: "repro.ml".to_owned(),
        beside: Vec::new(),
        compile: "$OCAMLC -c -w -a repro.ml".to_owned(),
        run: None,
        crash: "Fatal error",
    },
};

/// One OCaml.
#[derive(Clone, Debug)]
struct OCaml {
    info: TargetInfo,
    checker: Checker,
}

impl Target for OCaml {
    fn info(&self) -> &TargetInfo {
        &self.info
    }

    fn canaries(&self) -> Vec<Canary> {
        vec![
            Canary::accepted(
                "\
type id = { id : 'a. 'a -> 'a }
let twice (f : id) : int * bool = (f.id 1, f.id true)
let program : int * bool = twice { id = (fun (type a) (x : a) -> x) }
",
            ),
            Canary::rejected(
                "\
type id = { id : 'a. 'a -> 'a }
let program : id = { id = (fun (x : int) -> x) }
",
            ),
        ]
    }

    fn submit(&mut self, programs: &[&str]) -> Report {
        let cpu = Duration::from_secs(5) + Duration::from_millis(50) * programs.len() as u32;
        let script = format!(
            "ulimit -S -t {}\n\
             printf '\\036'\n\
             while [ $# -gt 0 ]; do\n\
             \"$0\" -stop-after typing {QUIET} \"$@\" > said 2>&1; status=$?\n\
             while [ -e \"${{1%ml}}cmi\" ]; do printf '\\n0\\036'; shift; done\n\
             if [ $# -gt 0 ]; then cat said; printf '\\n%d\\036' $status; shift; fi\n\
             done\n",
            cpu.as_secs()
        );
        let job = Job { script, stdin: String::new(), file: FILE, cpu: 2 * cpu };
        self.checker.run(job, programs, answer)
    }

    fn confirm(&mut self, program: &str) -> Alone {
        let cpu = Duration::from_secs(60);
        let script = self.checker.one_by_one(&format!("-c {QUIET}"), cpu);
        let job = Job { script, stdin: String::new(), file: FILE, cpu: 2 * cpu };
        self.checker.run(job, &[program], answer).alone()
    }
}

fn answer(text: &str) -> Answer {
    let (said, status) = said_and_status(text);
    if status == Some(0) {
        return Answer::Accepted;
    }
    if let Some(answer) = killed(status, said) {
        return answer;
    }
    // The compiler's own words about a bug come before those of its runtime.
    if let Some(words) = said.lines().find(|line| line.contains("Fatal error: ")) {
        let signature = NUMBERED.gist(words.trim_start_matches(['>', ' ']));
        return Answer::Crashed(Crash { signature, text: said.trim().to_owned() });
    }
    match ERROR.captures(said) {
        Some(error) if status == Some(2) => {
            let message = one_line([&error["message"]]);
            let syntax = SYNTAX_WORDS.iter().any(|words| message.starts_with(words));
            let line = error["line"].parse().ok();
            Answer::Rejected(vec![Diagnostic { code: None, message, line, syntax }])
        }
        _ => Answer::Unclear(format!("OCaml said: {}", text.trim())),
    }
}

/// How messages of the lexer and the parser begin.
const SYNTAX_WORDS: [&str; 9] = [
    "Syntax error",
    "Illegal character",
    "Illegal backslash escape",
    "Illegal empty character literal",
    "Invalid literal",
    "Comment not terminated",
    "This comment contains",
    "String literal not terminated",
    "Reserved character sequence",
];

/// An error: where, and the message up to the end.
static ERROR: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"(?m)^File "[^"]*", lines? (?P<line>\d+)[^\n]*:\nError(?: \([^\n]*\))?: (?P<message>(?s:.*))"#,
    )
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_of_crashes_hold_what_stays_the_same() {
        let signature = |said: &str| match answer(&format!("{said}\n2")) {
            Answer::Crashed(crash) => crash.signature,
            other => panic!("no crash: {other:?}"),
        };
        assert_eq!(
            signature(
                ">> Fatal error: Ctype.expand x/234\nFatal error: exception Misc.Fatal_error\n"
            ),
            "Fatal error: Ctype.expand x/#"
        );
        assert_eq!(
            signature("Fatal error: exception Stack_overflow\n"),
            "Fatal error: exception Stack_overflow"
        );
    }

    #[test]
    fn what_is_not_understood_is_no_rejection() {
        let unknown = "ocamlc: unknown option '-nonsense'.\nUsage: ocamlc <options>\n2";
        assert!(matches!(answer(unknown), Answer::Unclear(_)));
    }
}
