//! A shell script that reproduces a finding without wellsmith.
//!
//! It ends with status 1 if the bug is there, 0 if it is not, and 125 if that cannot
//! be told: what `git bisect run` and `cargo bisect-rustc --script` expect.

use std::fmt::Write as _;

use case::{FindingKind, Reason, TargetName};
use targets::Recipe;

use crate::Recipes;
use crate::proof::{first_line, proof, seen};
use crate::view::FindingView;

/// How often a program is run to see whether a run hangs, and how many seconds each
/// run has.
const RUNS: u32 = 200;
const SECONDS: u32 = 10;

/// The script for a finding; `None` if nobody knows how the target is used by hand.
pub fn script(finding: &FindingView, recipes: Recipes<'_>) -> Option<String> {
    let program = finding.program();
    let recipe = recipes(&finding.target, program)?;
    // The other side: another program, or another target.
    let other = match (finding.equivalent(), finding.compared.as_deref(), &finding.other_target) {
        (Some(program), ..) | (None, Some(program), _) => {
            Some((&finding.target, program, recipes(&finding.target, program)?))
        }
        (None, None, Some(target)) => Some((target, program, recipes(target, program)?)),
        (None, None, None) => None,
    };
    let mut text = String::new();
    head(&mut text, finding, &recipe);
    side(&mut text, "a", &finding.target, program, &recipe, finding);
    if let Some((target, program, other)) = &other {
        if other.tool != recipe.tool {
            let (variable, tool) = &other.tool;
            let _ =
                write!(text, "\n# The other compiler; to use another command for it, set OTHER.\n");
            let _ = writeln!(text, "{variable}=${{OTHER:-{}}}", quoted(tool));
        }
        let recipe = other;
        side(&mut text, "b", target, program, recipe, finding);
    }
    text.push('\n');
    text.push_str(&judge(finding, &recipe, other.is_some()));
    Some(text)
}

fn head(text: &mut String, finding: &FindingView, recipe: &Recipe) {
    let proof = proof(finding);
    let (variable, tool) = &recipe.tool;
    let mut comment = |line: &str| {
        let _ = writeln!(text, "{}", format!("# {}", one_line(line)).trim_end());
    };
    text_lines(
        &mut comment,
        &[
            &format!("wellsmith finding {}: {} in {}", finding.id, finding.kind, finding.target),
            "",
            &format!("A correct compiler must {}: {}.", proof.must, proof.because.join("; ")),
            &format!("Seen instead: {}.", seen(&finding.seen)),
            "",
            "Ends with status 1 if the bug is there, 0 if it is not, 125 if that cannot be told.",
            &format!("The compiler: {}.", recipe.get),
            &format!("To use another command for it, set {variable}."),
        ],
    );
    text.insert_str(0, "#!/bin/sh\n");
    let _ = write!(
        text,
        "set -u\n\
         [ -n \"${{{variable}:-}}\" ] || {variable}={}\n\
         folder=$(mktemp -d) && cd \"$folder\" || exit 125\n\
         trap 'cd /; rm -rf \"$folder\"' EXIT\n\
         cannot_tell() {{ echo \"CANNOT TELL: $1\"; exit 125; }}\n\
         there() {{ echo \"REPRODUCED: $1\"; exit 1; }}\n\
         gone() {{ echo \"NOT REPRODUCED: $1\"; exit 0; }}\n",
        quoted(tool),
    );
    if !recipe.version.is_empty() {
        let missing = quoted(&format!("{variable} does not work; {}", recipe.get));
        let _ = writeln!(text, "${variable} {} || cannot_tell {missing}", recipe.version);
    }
}

fn text_lines(write: &mut impl FnMut(&str), lines: &[&str]) {
    for line in lines {
        write(line);
    }
}

/// Writes the files of a side into a folder and runs its commands there. The output is
/// in `NAME.log` and the status in `$NAME`; what the program printed is in `NAME.out`.
fn side(
    text: &mut String,
    name: &str,
    target: &TargetName,
    program: &str,
    recipe: &Recipe,
    finding: &FindingView,
) {
    let _ = write!(text, "\n# {}\nmkdir -p {name}/src {name}/out\n", one_line(&target.to_string()));
    let own = recipe.beside.iter().any(|(file, _)| *file == recipe.file);
    let own = (!own).then(|| (recipe.file.clone(), program.to_owned()));
    for (file, content) in own.iter().chain(&recipe.beside) {
        here_document(text, &format!("{name}/{file}"), content);
    }
    let timed = finding.kind == FindingKind::Slow;
    let clock = if timed { format!("{name}_time=$(date +%s)\n") } else { String::new() };
    let clocked = match timed {
        true => format!("{name}_time=$(( $(date +%s) - {name}_time ))\n"),
        false => String::new(),
    };
    let _ = write!(
        text,
        "{clock}( cd {name} && {} ) > {name}.log 2>&1\n{name}=$?\n{clocked}\
         cat {name}.log; echo \"compiler: exit status ${name}\"\n",
        recipe.compile
    );
    let Some(run) = &recipe.run else { return };
    let hangs = finding.kind == FindingKind::Termination;
    let once = format!(
        "( cd {name} && timeout {SECONDS} {run} ) > {name}.out 2> {name}.err; {name}_run=$?"
    );
    let body = match hangs {
        // A Go program that hangs is told so by its runtime.
        true => format!(
            "{name}_hung=0\ntries=0\nwhile [ $tries -lt {RUNS} ]; do\n  {once}\n  \
             if [ ${name}_run -eq 124 ] || grep -q 'all goroutines are asleep' {name}.err; then\n    \
             {name}_hung=1; break\n  fi\n  tries=$((tries + 1))\ndone\n"
        ),
        false => format!(
            "{once}\nhead -c 4000 {name}.out; head -c 4000 {name}.err; \
             echo \"program: exit status ${name}_run\"\n"
        ),
    };
    let _ = write!(text, "{name}_run=\nif [ ${name} -eq 0 ]; then\n{body}fi\n");
}

/// Decides.
fn judge(finding: &FindingView, recipe: &Recipe, compared: bool) -> String {
    let crashed = format!(
        "{{ [ $a -ge 128 ] || [ $a -eq 101 ] || grep -qE {} a.log; }}",
        quoted(recipe.crash)
    );
    match finding.kind {
        FindingKind::Crash if finding.seen.outcome == "compiler-crashed" => format!(
            "if {crashed}; then there 'the compiler crashes'; fi\n\
             gone 'the compiler does not crash'\n"
        ),
        FindingKind::Crash => "\
[ $a -eq 0 ] || cannot_tell 'the program is not accepted'\n\
if [ \"$a_run\" -ne 0 ]; then there \"the program ends with status $a_run\"; fi\n\
gone 'the program ends with status 0'\n"
            .to_owned(),
        FindingKind::Soundness => format!(
            "if {crashed}; then cannot_tell 'the compiler crashes'; fi\n\
             if [ $a -eq 0 ]; then there 'the program is accepted'; fi\n\
             gone 'the program is rejected'\n"
        ),
        FindingKind::Reason => {
            let codes = finding.expected.codes.iter().filter(|code| *code != Reason::NO_CODE);
            let codes: String = codes.map(|code| format!(" -e {}", quoted(code))).collect();
            format!(
                "if [ $a -eq 0 ]; then cannot_tell 'the program is accepted'; fi\n\
                 if grep -qF{codes} a.log; then gone 'it is rejected for the true reason'; fi\n\
                 there 'it is rejected for another reason than the true one'\n"
            )
        }
        FindingKind::Precision | FindingKind::Parser => rejected(finding, &crashed),
        FindingKind::Consistency if compared => "\
if [ $a -eq 0 ] && [ $b -ne 0 ]; then there 'the first is accepted, the second rejected'; fi\n\
if [ $a -ne 0 ] && [ $b -eq 0 ]; then there 'the first is rejected, the second accepted'; fi\n\
gone 'both get the same verdict'\n"
            .to_owned(),
        FindingKind::Behaviour if compared => "\
if [ $a -ne 0 ] || [ $b -ne 0 ]; then cannot_tell 'the program is not accepted'; fi\n\
if ! cmp -s a.out b.out; then there 'the two print different things'; fi\n\
if [ \"$a_run\" -ne \"$b_run\" ]; then there \"exit statuses $a_run and $b_run\"; fi\n\
gone 'both behave the same'\n"
            .to_owned(),
        FindingKind::Behaviour => predicted(finding),
        FindingKind::Termination => "\
[ $a -eq 0 ] || cannot_tell 'the program is not accepted'\n\
if [ $a_hung -eq 1 ]; then there 'a run does not come to an end'; fi\n\
gone \"$tries runs come to an end\"\n"
            .to_owned(),
        FindingKind::Slow => "\
echo \"$a_time s, and $b_time s for the program that it is compared with\"\n\
if [ $a_time -ge 2 ] && [ $a_time -ge $((5 * b_time)) ]; then there 'far slower'; fi\n\
gone 'not far slower'\n"
            .to_owned(),
        FindingKind::Consistency => rejected(finding, &crashed),
    }
}

/// A program that must be accepted is rejected, with the message that was seen.
fn rejected(finding: &FindingView, crashed: &str) -> String {
    let mut patterns = String::new();
    for diagnostic in finding.seen.diagnostics.iter().take(1) {
        // A message has the names of the program that it is about.
        let message = finding.is_seen_with_it().then_some(&diagnostic.message[..]);
        for words in diagnostic.code.iter().map(|code| &code[..]).chain(message) {
            let words = one_line(first_line(words.trim()));
            if !words.is_empty() {
                let _ = write!(patterns, " -e {}", quoted(&words));
            }
        }
    }
    let same = match patterns.is_empty() {
        true => "there 'the program is rejected'\n".to_owned(),
        // Compilers break long messages into lines.
        false => format!(
            "if tr -s ' \\t\\n' ' ' < a.log | grep -qF{patterns}; then there 'the program is rejected'; fi\n\
             cannot_tell 'the program is rejected, but with another message'\n"
        ),
    };
    format!(
        "if [ $a -eq 0 ]; then gone 'the program is accepted'; fi\n\
         if {crashed}; then cannot_tell 'the compiler crashes'; fi\n{same}"
    )
}

/// A program behaves otherwise than predicted.
fn predicted(finding: &FindingView) -> String {
    let Some(predicted) = &finding.expected.predicted else {
        return "cannot_tell 'nothing is known to compare with'\n".to_owned();
    };
    let mut text = String::new();
    here_document_exact(&mut text, "expected.out", &predicted.stdout);
    let status = match (predicted.status, predicted.signal, &predicted.exception) {
        (Some(status), None, None) => format!("[ \"$a_run\" -eq {status} ]"),
        // A shell adds 128 to the number of a signal.
        (_, Some(signal), _) => format!("[ \"$a_run\" -eq {} ]", 128 + signal),
        _ => "[ \"$a_run\" -ne 0 ]".to_owned(),
    };
    let _ = write!(
        text,
        "[ $a -eq 0 ] || cannot_tell 'the program is not accepted'\n\
         if ! cmp -s a.out expected.out; then there 'it prints something else than predicted'; fi\n\
         if ! {status}; then there \"it ends with status $a_run\"; fi\n\
         gone 'it behaves as predicted'\n"
    );
    text
}

/// A file with this text, which ends with a line break.
fn here_document(text: &mut String, file: &str, content: &str) {
    let mut end = "END_OF_FILE".to_owned();
    while content.lines().any(|line| line == end) {
        end.push('_');
    }
    let content = content.strip_suffix('\n').unwrap_or(content);
    let _ = write!(text, "cat > {file} <<'{end}'\n{content}\n{end}\n");
}

/// A file with exactly this text.
fn here_document_exact(text: &mut String, file: &str, content: &str) {
    match content.ends_with('\n') {
        true => here_document(text, file, content),
        false => {
            let _ = writeln!(text, "printf %s {} > {file}", quoted(content));
        }
    }
}

/// A text on one line, with single blanks.
pub(crate) fn one_line(text: &str) -> String {
    let shown = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().map(shown).collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text as one word of a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\0', "").replace('\'', "'\\''"))
}
