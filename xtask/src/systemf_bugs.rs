//! `cargo xtask systemf-bugs`: the bugs of a checker for System F, and the program
//! that finds each.

use anyhow::bail;
use case::Expectation;
use rules::systemf_checker::bug_hunt;

/// Prints the table; each bug is looked for with at most `limit` programs.
pub(crate) fn run(limit: u64) -> anyhow::Result<()> {
    println!("| bug | found with program | the program, shrunk | it must be |");
    println!("|---|---|---|---|");
    let mut missed = 0;
    for found in bug_hunt(1, limit) {
        let (Some(number), Some(case)) = (found.programs, &found.by) else {
            missed += 1;
            println!("| {} | not with {limit} | | |", found.about);
            continue;
        };
        let verdict = match &case.expectation {
            Expectation::Reject(reason) => format!("rejected: {}", reason.rule),
            other => format!("{}ed", other.word()),
        };
        println!("| {} | {number} | `{}` | {verdict} |", found.about, case.source.trim_end());
    }
    if missed > 0 {
        bail!("{missed} bugs were not found; more programs may find them");
    }
    Ok(())
}
