//! How the program ends.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use store::StoreError;

use crate::words::tell;

/// The exit codes as `--help`, the manual page and the README have them.
pub(crate) const HELP: &str = "\
Exit codes:
  0  all went well, and nothing was found; a listing is always 0
  1  findings: a compiler did something else than it must
  2  the command line is wrong
  3  something on this machine is missing or broken; the message says what to do
  4  a bug in wellsmith itself
130  stopped at once, by a second Ctrl-C";

/// The exit codes; [`HELP`] documents them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Exit {
    /// All went well and nothing was found.
    Nothing = 0,
    /// All went well and there are findings.
    Findings = 1,
    /// The command line asks for something that does not exist.
    Usage = 2,
    /// A compiler, a folder, the store or another thing on this machine is not
    /// as it must be; the message says what to do.
    Setup = 3,
    /// A bug in wellsmith itself.
    Internal = 4,
    /// Stopped at once by a second interrupt.
    Interrupted = 130,
}

impl Exit {
    /// The exit code after running compilers: whether one of them was wrong, and
    /// whether one of them could not be run.
    pub(crate) fn of_verdicts(wrong: bool, unknown: bool) -> Exit {
        match (wrong, unknown) {
            (true, _) => Exit::Findings,
            (false, true) => Exit::Setup,
            (false, false) => Exit::Nothing,
        }
    }
}

/// An error of the user's words or of the machine, told with what to do next.
#[derive(Debug)]
pub(crate) struct Told {
    exit: Exit,
    text: String,
}

impl std::fmt::Display for Told {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Told {}

/// The command line asks for something that does not exist.
pub(crate) fn usage(text: impl std::fmt::Display) -> anyhow::Error {
    Told { exit: Exit::Usage, text: text.to_string() }.into()
}

/// Something on this machine is not as it must be.
pub(crate) fn setup(text: impl std::fmt::Display) -> anyhow::Error {
    Told { exit: Exit::Setup, text: text.to_string() }.into()
}

/// An error of the store. What it does not have, the user named wrongly, and
/// `list` tells how to find the right name; everything else is a fault of the
/// machine.
pub(crate) fn asked(list: &str) -> impl FnOnce(StoreError) -> anyhow::Error {
    move |error| match error {
        StoreError::NoSuch { what, id } => {
            usage(format!("there is no {what} {id} in this store; {list}"))
        }
        ambiguous @ StoreError::Ambiguous { .. } => usage(ambiguous),
        other => setup(other),
    }
}

/// Runs a command, prints its error, if there is one, and gives the exit code.
pub(crate) fn report(command: impl FnOnce() -> anyhow::Result<Exit>) -> Exit {
    // A panic has said what happened already, and where.
    let Ok(result) = catch_unwind(AssertUnwindSafe(command)) else {
        return Exit::Internal;
    };
    result.unwrap_or_else(|error| {
        // A closed pipe (`wellsmith generate | head`) is not an error.
        let closed = error.chain().any(|cause| {
            cause
                .downcast_ref::<std::io::Error>()
                .is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
        });
        if closed {
            return Exit::Nothing;
        }
        tell!("{} {error:#}", console::style("error:").red().bold().for_stderr());
        error.downcast_ref::<Told>().map_or(Exit::Internal, |told| told.exit)
    })
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_and_panics_have_their_codes() {
        assert_eq!(report(|| Ok(Exit::Findings)), Exit::Findings);
        assert_eq!(report(|| Err(usage("no such engine"))), Exit::Usage);
        assert_eq!(report(|| Err(setup("no compiler"))), Exit::Setup);
        assert_eq!(report(|| Err(anyhow::anyhow!("unforeseen"))), Exit::Internal);
        assert_eq!(report(|| panic!("impossible")), Exit::Internal);
    }
}
