//! Other reducers on the same findings, with the same test: the finding is there, and the
//! reference agrees. The compilers that are asked are those that we ask, warm as they are.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Read, Write};
use std::net::Shutdown;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use campaign::Sighting;
use case::{Exit, Expectation, Family, Language, Outcome, gist};
use targets::Target;

/// So much time has another reducer for one finding.
const TIME: Duration = Duration::from_secs(90);

/// A reducer of others.
pub(super) struct Peer {
    pub(super) name: &'static str,
    pub(super) program: &'static str,
    /// The one language that it reads; any if there is none.
    language: Option<Language>,
    /// What it takes, with `FILE` for the name of the program.
    arguments: &'static str,
}

const fn treereduce(program: &'static str, language: Language) -> Peer {
    let arguments = "--slow -q -s FILE -o reduced -- ./test.sh @@.EXT";
    Peer { name: "treereduce", program, language: Some(language), arguments }
}

pub(super) const PEERS: &[Peer] = &[
    treereduce("treereduce-rust", Language::Rust),
    treereduce("treereduce-java", Language::Java),
    treereduce("treereduce-swift", Language::Swift),
    Peer {
        name: "cvise",
        program: "cvise",
        language: None,
        arguments: "--not-c --n 2 --no-cache test.sh FILE",
    },
];

impl Peer {
    /// Whether it is installed and reads a language.
    pub(super) fn reads(&self, language: Language) -> bool {
        self.language.is_none_or(|own| own == language)
    }

    pub(super) fn is_installed(&self) -> bool {
        let mut version = Command::new(self.program);
        version.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        version.status().is_ok_and(|status| status.success())
    }
}

/// What another reducer made of a finding.
pub(super) struct Left {
    /// The smallest program that it tried and that shows the finding.
    pub(super) tokens: usize,
    /// How many programs it tried.
    pub(super) queries: u64,
    pub(super) time: Duration,
    /// Whether it came to its end in its time.
    pub(super) ended: bool,
}

/// Says whether a text shows a finding and is of its class.
pub(super) struct Test<'a> {
    sighting: &'a Sighting,
    target: &'a mut dyn Target,
    reference: &'a mut dyn Target,
    /// A compiler may say something else in a batch than alone.
    signatures: BTreeSet<String>,
    /// What the reference says about an ill-typed program.
    errors: Errors,
    queries: u64,
    smallest: usize,
}

/// Codes and messages, and how many there are.
type Errors = (BTreeSet<(Option<String>, String)>, usize);

fn errors(outcome: &Outcome) -> Errors {
    let Outcome::Rejected(said) = outcome else { return Errors::default() };
    (said.iter().map(|said| (said.code.clone(), gist(&said.message))).collect(), said.len())
}

fn outcome(target: &mut dyn Target, text: &str) -> Outcome {
    targets::verdicts(target, &[text]).outcomes.swap_remove(0)
}

impl<'a> Test<'a> {
    /// The test for a finding in one program; `None` if it has siblings, or is compared
    /// with something else, or nobody can tell the class of a changed program.
    pub(super) fn new(
        sighting: &'a Sighting,
        target: &'a mut dyn Target,
        reference: &'a mut dyn Target,
    ) -> anyhow::Result<Option<Test<'a>>> {
        let case = sighting.case();
        let tells = !matches!(case.expectation, Expectation::Terminates { .. });
        if sighting.family.len() > 1 || sighting.against.is_some() || !tells {
            return Ok(None);
        }
        let text = &case.source;
        let errors = errors(&outcome(reference, text));
        let own = outcome(target, text);
        let warm = sighting.like_this(&sighting.family, vec![own], None);
        let mut signatures: BTreeSet<String> = [sighting.signature.clone()].into();
        let like = warm.into_iter().filter(|(seen, _)| seen.kind == sighting.kind);
        signatures.extend(like.map(|(seen, _)| seen.signature));
        let smallest = reduce::size(case.language, text);
        let mut test =
            Test { sighting, target, reference, signatures, errors, queries: 0, smallest };
        ensure!(test.shows(text), "the program as it was found fails the test:\n{text}");
        Ok(Some(test))
    }

    fn shows(&mut self, text: &str) -> bool {
        self.queries += 1;
        let mut case = self.sighting.case().clone();
        text.clone_into(&mut case.source);
        let said = outcome(self.reference, text);
        let of_class = match (&mut case.expectation, &said) {
            (Expectation::Accept, said) => said.is_accepted() == Some(true),
            (Expectation::Reject(_), said) => {
                let (now, count) = errors(said);
                !now.is_empty() && now == self.errors.0 && count <= self.errors.1
            }
            (Expectation::SameBehaviour { predicted }, Outcome::Ran(ran)) => {
                *predicted = ran.behaviour().filter(|b| b.exit == Exit::Status(0)).cloned();
                predicted.is_some()
            }
            _ => false,
        };
        if !of_class {
            return false;
        }
        let size = reduce::size(case.language, text);
        let family: Family = vec![case];
        let own = outcome(self.target, text);
        let seen = self.sighting.like_this(&family, vec![own], None);
        let shows = seen.iter().any(|(seen, _)| {
            seen.kind == self.sighting.kind && self.signatures.contains(&seen.signature)
        });
        if shows {
            self.smallest = self.smallest.min(size);
        }
        shows
    }

    /// Answers one question.
    fn answer(&mut self, mut client: UnixStream) -> std::io::Result<()> {
        let mut text = Vec::new();
        client.read_to_end(&mut text)?;
        let shows = String::from_utf8(text).is_ok_and(|text| self.shows(&text));
        client.write_all(if shows { b"y" } else { b"n" })
    }

    /// Gives the finding to another reducer.
    pub(super) fn reduce_by(&mut self, peer: &Peer) -> anyhow::Result<Left> {
        let (language, source) = {
            let case = self.sighting.case();
            (case.language, case.source.clone())
        };
        self.smallest = reduce::size(language, &source);
        self.queries = 0;
        let folder = tempfile::tempdir()?;
        let extension = language.extension();
        let file = format!("program.{extension}");
        fs::write(folder.path().join(&file), source)?;
        let socket = folder.path().join("socket");
        let test = folder.path().join("test.sh");
        let text = format!(
            "#!/bin/sh\nexec '{}' shows '{}' \"${{1:-{file}}}\"\n",
            std::env::current_exe()?.display(),
            socket.display(),
        );
        fs::write(&test, text)?;
        fs::set_permissions(&test, fs::Permissions::from_mode(0o755))?;
        let arguments = peer.arguments.replace("FILE", &file).replace("EXT", extension);
        let mut command = Command::new("timeout");
        command
            .arg(TIME.as_secs().to_string())
            .arg(peer.program)
            .args(arguments.split(' '))
            .current_dir(folder.path())
            .stdin(Stdio::null());
        let listener = UnixListener::bind(&socket)?;
        let done = AtomicBool::new(false);
        let started = Instant::now();
        let output = std::thread::scope(|scope| {
            let serving = scope.spawn(|| {
                for client in listener.incoming() {
                    if done.load(Ordering::SeqCst) {
                        break;
                    }
                    // One that was killed in the middle gets no answer.
                    let _ = client.and_then(|client| self.answer(client));
                }
            });
            let output = command.output();
            done.store(true, Ordering::SeqCst);
            let _ = UnixStream::connect(&socket);
            serving.join().expect("it does not panic");
            output
        });
        let output = output?;
        /// How `timeout` says that the time was over.
        const LATE: i32 = 124;
        let ended = output.status.success();
        ensure!(
            ended || output.status.code() == Some(LATE),
            "{}: {}",
            peer.program,
            String::from_utf8_lossy(&output.stderr)
        );
        let Test { smallest, queries, .. } = *self;
        Ok(Left { tokens: smallest, queries, time: started.elapsed(), ended })
    }
}

/// Asks the test that listens at a socket about a program: what other reducers run.
pub(crate) fn shows(socket: &Path, file: &Path) -> anyhow::Result<bool> {
    let mut test = UnixStream::connect(socket).context("nobody listens")?;
    test.write_all(&fs::read(file)?)?;
    test.shutdown(Shutdown::Write)?;
    let mut answer = Vec::new();
    test.read_to_end(&mut answer)?;
    Ok(answer == b"y")
}
