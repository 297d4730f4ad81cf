//! How the program ends.

use std::process::ExitCode;

/// The documented exit codes.
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
    /// A mistake in wellsmith itself.
    Internal = 4,
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

/// Prints an error, if there is one, and gives the exit code.
pub(crate) fn report(result: anyhow::Result<Exit>) -> ExitCode {
    let exit = result.unwrap_or_else(|error| {
        // A closed pipe (`wellsmith generate | head`) is no error.
        let closed = error.chain().any(|cause| {
            cause
                .downcast_ref::<std::io::Error>()
                .is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
        });
        if closed {
            return Exit::Nothing;
        }
        eprintln!("error: {error:#}");
        error.downcast_ref::<Told>().map_or(Exit::Internal, |told| told.exit)
    });
    ExitCode::from(exit as u8)
}
