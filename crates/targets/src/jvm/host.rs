//! A JVM that keeps one compiler warm, and the protocol of its messages. The
//! other end is `hosts/jvm/host/Host.java`.

use std::ffi::OsString;
use std::io::{self, ErrorKind, Read, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use case::Diagnostic;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::coverage::Coverage;
use crate::sandbox::{self, Command, Finished, Limits, SandboxError, Session};

/// How a host is started.
#[derive(Clone, Debug)]
pub(super) struct Launch {
    /// The `java` program.
    pub(super) java: PathBuf,
    /// Its options, with those that say which host to run.
    pub(super) args: Vec<OsString>,
    /// The paths that it must see beside the machine's system.
    pub(super) read_only: Vec<PathBuf>,
    /// Records which parts of the compiler are executed.
    pub(super) coverage: Option<Coverage>,
    /// The resident memory it may use, in bytes.
    pub(super) memory: u64,
}

/// How long a host may work on a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimit {
    /// Processor time: what counts.
    pub cpu: Duration,
    /// Processor time in addition for a host that has not yet warmed up.
    pub cold: Duration,
    /// Wall-clock time: only so that a host that sleeps does not do so for ever.
    pub wall: Duration,
}

/// A JVM with a compiler in it.
pub(super) struct Host {
    session: Session,
    received: Vec<u8>,
    /// How many programs it was given.
    pub(super) programs: u64,
    /// Keeps the coverage that it writes when it exits.
    coverage: Option<Coverage>,
}

/// A host's answer about a batch.
pub(super) struct Answer {
    /// No error hides one in another program.
    pub(super) complete: bool,
    /// The stack trace of a crash, and the program it is about, if known.
    pub(super) crash: Option<(String, Option<usize>)>,
    /// Errors that are about no program in particular.
    pub(super) failure: String,
    /// The processor time that the JVM has taken since the last answer: that of
    /// its start belongs to the first.
    pub(super) cpu: Duration,
    /// The errors of each program.
    pub(super) errors: Vec<Vec<Diagnostic>>,
}

/// Why a host did not answer. It cannot be used again.
pub(super) enum Lost {
    /// It took this much processor time, and was last seen at this program.
    TimedOut(Duration, Option<usize>),
    /// This much wall-clock time has passed, which is for a busy or stuck
    /// machine to explain and not for the programs.
    Stuck(Duration),
    /// It ended like this.
    Ended(Finished),
    /// The sandbox failed.
    Sandbox(SandboxError),
}

/// After how many programs a host is warm.
const COLD_PROGRAMS: u64 = 100;

/// Tells a host to end.
const END: u8 = 2;

/// How long a host may take to do so.
const END_LIMIT: Duration = Duration::from_secs(120);

/// The largest message that a host sends: the errors of a batch are some
/// kilobytes. More comes from a program that writes to the host's pipe.
const LARGEST_MESSAGE: usize = 64 << 20;

/// How often a host's use of processor time is looked at.
const LOOK: Duration = Duration::from_millis(20);

impl Host {
    pub(super) fn start(launch: &Launch) -> Result<Host, SandboxError> {
        let limits = Limits { memory: launch.memory, ..Limits::default() };
        let mut command = Command::new(&launch.java, limits);
        command.read_only = launch.read_only.clone();
        if let Some(coverage) = &launch.coverage {
            command.args.push(coverage.option().into());
            command.read_only.push(coverage.agent().to_owned());
        }
        command.args.extend(launch.args.iter().cloned());
        let session = sandbox::spawn(&command)?;
        for pipe in
            [rustix::fd::AsFd::as_fd(&session.stdin), rustix::fd::AsFd::as_fd(&session.stdout)]
        {
            rustix::io::ioctl_fionbio(pipe, true).map_err(|error| SandboxError::System {
                doing: "prepare a pipe",
                source: error.into(),
            })?;
        }
        let coverage = launch.coverage.clone();
        Ok(Host { session, received: Vec::new(), programs: 0, coverage })
    }

    /// Compiles programs. Each comes with its name, which must not have been used
    /// in this host before.
    pub(super) fn compile(
        mut self,
        programs: &[(String, String)],
        full: bool,
        limit: TimeLimit,
    ) -> Result<(Host, Answer), Lost> {
        let cold = self.programs < COLD_PROGRAMS;
        let cpu_limit = limit.cpu + if cold { limit.cold } else { Duration::ZERO };
        let request = request(programs, full);
        let mut unsent = &request[..];
        let mut at = None;
        let (started, cpu) = (Instant::now(), self.session.cpu());
        self.programs += programs.len() as u64;
        loop {
            match self.message() {
                Some(Message::Progress(program)) => at = Some(program),
                Some(Message::Answer(body)) => match answer(&body, programs.len()) {
                    Some(answer) => return Ok((self, answer)),
                    None => return Err(self.ended()),
                },
                Some(Message::Malformed) => return Err(self.ended()),
                None => {
                    let ready = match self.exchange(&mut unsent) {
                        Ok(ready) => ready,
                        Err(_) => return Err(self.ended()),
                    };
                    let spent = self.session.cpu().saturating_sub(cpu);
                    if !ready && spent > cpu_limit {
                        return Err(Lost::TimedOut(spent, at));
                    }
                    if !ready && started.elapsed() > limit.wall {
                        return Err(Lost::Stuck(limit.wall));
                    }
                }
            }
        }
    }

    /// Ends it. If it records coverage, it may write that first.
    pub(super) fn retire(mut self) {
        let Some(coverage) = self.coverage.take() else { return };
        let mut unsent = &[END][..];
        let deadline = Instant::now() + END_LIMIT;
        while Instant::now() < deadline && self.exchange(&mut unsent).is_ok() {}
        if let Ok(finished) = self.session.kill() {
            coverage.keep(&finished.scratch);
        }
    }

    /// Sends and receives what can be at once, or waits a while for it. False
    /// if nothing came to pass; an error if the other end is closed.
    fn exchange(&mut self, unsent: &mut &[u8]) -> io::Result<bool> {
        let mut fds = vec![PollFd::new(&self.session.stdout, PollFlags::IN)];
        if !unsent.is_empty() {
            fds.push(PollFd::new(&self.session.stdin, PollFlags::OUT));
        }
        let wait = Timespec::try_from(LOOK).expect("a short time fits");
        match poll(&mut fds, Some(&wait)) {
            Ok(0) | Err(rustix::io::Errno::INTR) => return Ok(false),
            Ok(_) => {}
            Err(error) => return Err(error.into()),
        }
        if !unsent.is_empty() {
            match self.session.stdin.write(unsent) {
                Ok(n) => *unsent = &unsent[n..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
        let mut buffer = [0; 1 << 16];
        match self.session.stdout.read(&mut buffer) {
            Ok(0) => Err(ErrorKind::UnexpectedEof.into()),
            Ok(n) => {
                self.received.extend_from_slice(&buffer[..n]);
                Ok(true)
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(true),
            Err(error) => Err(error),
        }
    }

    /// Takes the next whole message from what was received.
    fn message(&mut self) -> Option<Message> {
        let length = u32::from_be_bytes(self.received.get(..4)?.try_into().ok()?) as usize;
        if length > LARGEST_MESSAGE {
            return Some(Message::Malformed);
        }
        let message = self.received.get(4..4 + length)?.to_vec();
        self.received.drain(..4 + length);
        Some(match message.split_first() {
            Some((b'P', body)) => match Reader(body).int() {
                Some(program) => Message::Progress(program as usize),
                None => Message::Malformed,
            },
            Some((b'A', body)) => Message::Answer(body.to_vec()),
            _ => Message::Malformed,
        })
    }

    /// How it ended; a host that breaks the protocol is killed.
    fn ended(self) -> Lost {
        match self.session.kill() {
            Ok(finished) => Lost::Ended(finished),
            Err(error) => Lost::Sandbox(error),
        }
    }
}

enum Message {
    Progress(usize),
    Answer(Vec<u8>),
    /// Something else than the host has written to its pipe.
    Malformed,
}

fn request(programs: &[(String, String)], full: bool) -> Vec<u8> {
    let mut request = vec![u8::from(full)];
    let mut int = |number: usize, text: &str| {
        let number = u32::try_from(number).expect("programs are smaller than 4 GB");
        request.extend(number.to_be_bytes());
        request.extend(text.as_bytes());
    };
    int(programs.len(), "");
    for (name, text) in programs {
        int(name.len(), name);
        int(text.len(), text);
    }
    request
}

fn answer(body: &[u8], programs: usize) -> Option<Answer> {
    let mut reader = Reader(body);
    let complete = reader.flag()?;
    let trace = reader.text()?;
    let culprit = usize::try_from(reader.int()?).ok();
    let failure = reader.text()?;
    let cpu = Duration::from_nanos(reader.long()?);
    let errors = (0..programs)
        .map(|_| {
            let count = reader.int()?;
            (0..count).map(|_| reader.diagnostic()).collect::<Option<Vec<_>>>()
        })
        .collect::<Option<Vec<_>>>()?;
    let crash = (!trace.is_empty()).then_some((trace, culprit));
    Some(Answer { complete, crash, failure, cpu, errors })
}

/// Parses a host's message.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*head)
    }

    fn flag(&mut self) -> Option<bool> {
        self.take::<1>().map(|[byte]| byte != 0)
    }

    fn int(&mut self) -> Option<i32> {
        self.take().map(i32::from_be_bytes)
    }

    fn long(&mut self) -> Option<u64> {
        self.take().map(u64::from_be_bytes)
    }

    fn text(&mut self) -> Option<String> {
        let length = usize::try_from(self.int()?).ok()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(String::from_utf8_lossy(text).into_owned())
    }

    fn diagnostic(&mut self) -> Option<Diagnostic> {
        let code = Some(self.text()?).filter(|code| !code.is_empty());
        let message = self.text()?;
        let line = u32::try_from(self.int()?).ok().filter(|&line| line > 0);
        Some(Diagnostic { code, message, line, syntax: self.flag()? })
    }
}
