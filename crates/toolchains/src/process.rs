//! Running other programs: asking one for its version, and following a client
//! that fetches.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Signal, geteuid, set_parent_process_death_signal};

use crate::error::Error;

/// What an install is doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Another process is installing the same; this one waits for it.
    Waiting(String),
    /// The next step begins.
    Step(String),
    /// A client said something.
    Line(String),
    /// The bytes of the current step that have been fetched so far.
    Bytes(u64),
}

/// A listener for the progress of an install.
pub(crate) type Listener<'listener> = &'listener mut dyn FnMut(Progress);

/// How long a program may take to say its version. A JVM on a busy machine
/// takes several seconds.
const PATIENCE: Duration = Duration::from_secs(60);

/// How much a program may say about its version.
const ANSWER: u64 = 64 * 1024;

/// How many of a failed client's last lines an error shows.
const LAST_LINES: usize = 20;

/// The program of this name on PATH.
pub(crate) fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(name))
        .find(|candidate| is_executable(candidate))
}

pub(crate) fn is_executable(path: &Path) -> bool {
    path.is_file() && rustix::fs::access(path, rustix::fs::Access::EXEC_OK).is_ok()
}

/// What a program prints, on standard output and then on standard error, when it
/// is run without input. The error completes a sentence that begins with "it".
pub(crate) fn ask(command: &mut Command) -> Result<String, String> {
    let mut child = command
        .current_dir("/")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("it cannot be run: {error}"))?;
    let stdout = answer(child.stdout.take().expect("it is piped"));
    let stderr = answer(child.stderr.take().expect("it is piped"));
    let status = wait(&mut child, PATIENCE)?;
    let mut text = stdout.recv().unwrap_or_default();
    text.push_str(&stderr.recv().unwrap_or_default());
    if status.success() {
        Ok(text)
    } else {
        let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("nothing");
        Err(format!("it ended with {status} and said: {}", shorten(first)))
    }
}

/// Reads an answer in a thread of its own. A program that prints more than the
/// limit gets a closed pipe.
fn answer(from: impl Read + Send + 'static) -> mpsc::Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read before an error is the answer.
        let _ = from.take(ANSWER).read_to_end(&mut bytes);
        let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    receiver
}

fn wait(child: &mut Child, patience: Duration) -> Result<ExitStatus, String> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status),
            Ok(None) if start.elapsed() < patience => thread::sleep(pause),
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("it did not answer within {} s", patience.as_secs()));
            }
            Err(error) => return Err(format!("it cannot be waited for: {error}")),
        }
        pause = (pause * 2).min(Duration::from_millis(50));
    }
}

/// The start of a line, fit for an error message.
pub(crate) fn shorten(line: &str) -> String {
    let mut short: String = line.trim().chars().take(200).collect();
    if short.len() < line.trim().len() {
        short.push('…');
    }
    short
}

/// Runs its arguments, and forwards a termination signal to the whole process
/// group. mmdebstrap needs that: alone, it waits for its children first.
///
/// A shell gives what it starts in the background an empty input, unless that
/// is named by another number.
const SUPERVISE: &str =
    r#"trap 'trap - TERM; kill -TERM 0' TERM; exec 3<&0; "$@" <&3 3<&- & wait $!"#;

/// A client that fetches, with the lock that it inherits.
///
/// Should this process be killed, the client and everything it has started are
/// told to end. They have the lock as their standard input, so it stays taken
/// until they have ended, and nobody sweeps a folder that is still being
/// written to.
pub(crate) struct Client<'lock> {
    command: Command,
    lock: &'lock File,
}

impl<'lock> Client<'lock> {
    pub(crate) fn new(program: impl AsRef<OsStr>, lock: &'lock File) -> Client<'lock> {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", SUPERVISE, "sh"]).arg(program).env("LC_ALL", "C.UTF-8");
        command.process_group(0);
        // SAFETY: between fork and exec this makes one system call and touches
        // no memory of the parent.
        unsafe {
            command.pre_exec(|| Ok(set_parent_process_death_signal(Some(Signal::TERM))?));
        }
        Client { command, lock }
    }

    pub(crate) fn args<S: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = S>) -> Self {
        self.command.args(args);
        self
    }

    pub(crate) fn arg(self, arg: impl AsRef<OsStr>) -> Self {
        self.args([arg])
    }

    pub(crate) fn env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    pub(crate) fn env_remove(mut self, name: impl AsRef<OsStr>) -> Self {
        self.command.env_remove(name);
        self
    }

    pub(crate) fn current_dir(mut self, folder: &Path) -> Self {
        self.command.current_dir(folder);
        self
    }

    /// The command, as a user would write it.
    pub(crate) fn line(&self) -> String {
        let words = self.command.get_args().skip(3);
        words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
    }

    /// Runs it to its end; what it prints is told to the listener.
    pub(crate) fn run(self, listener: Listener<'_>) -> Result<(), Error> {
        self.follow(None, &mut |heard| match heard {
            Heard::Output(line) | Heard::Error(line) => listener(Progress::Line(line)),
            Heard::Bytes(_) => {}
        })
    }

    /// Runs it to its end and gives what it printed on standard output.
    pub(crate) fn answer(self, listener: Listener<'_>) -> Result<String, Error> {
        let mut answer = String::new();
        self.follow(None, &mut |heard| match heard {
            Heard::Output(line) => {
                answer.push_str(&line);
                answer.push('\n');
            }
            Heard::Error(line) => listener(Progress::Line(line)),
            Heard::Bytes(_) => {}
        })?;
        Ok(answer)
    }

    /// Runs it to its end, with its standard output going into another.
    pub(crate) fn run_into(self, sink: Client<'lock>, listener: Listener<'_>) -> Result<(), Error> {
        self.follow(Some(sink), &mut |heard| match heard {
            Heard::Output(line) | Heard::Error(line) => listener(Progress::Line(line)),
            Heard::Bytes(bytes) => listener(Progress::Bytes(bytes)),
        })
    }

    fn follow(
        mut self,
        sink: Option<Client<'lock>>,
        listener: &mut dyn FnMut(Heard),
    ) -> Result<(), Error> {
        let line = self.line();
        let failed = |error: io::Error| Error::Client {
            command: line.clone(),
            how: "it could not be run".to_owned(),
            output: error.to_string(),
        };
        let lock = self.lock.try_clone().map_err(failed)?;
        self.command.stdin(lock).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = self.command.spawn().map_err(failed)?;
        let from = child.stdout.take().expect("it is piped");
        let (events, heard) = mpsc::channel();
        lines(child.stderr.take().expect("it is piped"), events.clone(), Heard::Error);
        let sink = match sink {
            None => {
                lines(from, events, Heard::Output);
                None
            }
            Some(mut sink) => {
                let line = sink.line();
                sink.command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
                let mut child = sink.command.spawn().map_err(failed)?;
                lines(child.stderr.take().expect("it is piped"), events.clone(), Heard::Error);
                pump(from, child.stdin.take().expect("it is piped"), events);
                Some((line, child))
            }
        };

        let mut last = Vec::new();
        for event in heard {
            if let Heard::Output(line) | Heard::Error(line) = &event {
                if last.len() == LAST_LINES {
                    last.remove(0);
                }
                last.push(line.clone());
            }
            listener(event);
        }
        let status = child.wait().map_err(failed)?;
        // Either failure makes the other one fail, and the last lines are
        // those of both; so the source is named if it failed.
        let sink = sink.map(|(line, mut child)| (line, child.wait()));
        check(&line, status, &last)?;
        match sink {
            Some((line, status)) => check(&line, status.map_err(failed)?, &last),
            None => Ok(()),
        }
    }
}

enum Heard {
    Output(String),
    Error(String),
    Bytes(u64),
}

fn lines(
    from: impl Read + Send + 'static,
    to: mpsc::Sender<Heard>,
    heard: impl Fn(String) -> Heard + Send + 'static,
) {
    thread::spawn(move || {
        let mut from = BufReader::new(from);
        let mut line = Vec::new();
        while from.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
            // Progress bars overwrite their line: the last state counts.
            let text = without_escapes(&String::from_utf8_lossy(&line));
            let text = text.trim_end().rsplit('\r').next().unwrap_or_default().trim_end();
            if !text.is_empty() && to.send(heard(text.to_owned())).is_err() {
                return;
            }
            line.clear();
        }
    });
}

/// Leaves out what only changes colours (`ESC [ … letter`).
fn without_escapes(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain.push_str(
            part.trim_start_matches(|c: char| !c.is_ascii_alphabetic())
                .get(1..)
                .unwrap_or_default(),
        );
    }
    plain
}

fn pump(
    mut from: impl Read + Send + 'static,
    mut to: impl Write + Send + 'static,
    events: mpsc::Sender<Heard>,
) {
    thread::spawn(move || {
        let mut buffer = vec![0; 1 << 20];
        let (mut total, mut told) = (0, Instant::now());
        while let Ok(length) = from.read(&mut buffer) {
            // A broken pipe is reported by the status of the process behind it.
            if length == 0 || to.write_all(&buffer[..length]).is_err() {
                return;
            }
            total += length as u64;
            if told.elapsed() > Duration::from_millis(200) {
                let _ = events.send(Heard::Bytes(total));
                told = Instant::now();
            }
        }
    });
}

fn check(command: &str, status: ExitStatus, last: &[String]) -> Result<(), Error> {
    if status.success() {
        return Ok(());
    }
    Err(Error::Client {
        command: command.to_owned(),
        how: status.to_string(),
        output: last.join("\n"),
    })
}

/// A program that fetching needs, and the Debian packages that bring it.
pub(crate) struct Tool {
    pub(crate) program: &'static str,
    pub(crate) packages: &'static [&'static str],
}

/// What programs are run in.
pub(crate) const BUBBLEWRAP: Tool = Tool { program: "bwrap", packages: &["bubblewrap"] };

/// The browser that reports are looked at in.
pub(crate) const CHROMIUM: Tool = Tool { program: "chromium", packages: &["chromium"] };

/// The server that the tests of a store on many machines start for themselves. Debian keeps
/// its other programs away from PATH; this one comes with it.
pub(crate) const POSTGRESQL: Tool = Tool { program: "pg_ctlcluster", packages: &["postgresql-15"] };

impl Tool {
    /// Where it is. If it is missing and this is root's own Debian-like
    /// system, it is installed.
    pub(crate) fn need(&self, lock: &File, listener: Listener<'_>) -> Result<PathBuf, Error> {
        if let Some(path) = on_path(self.program) {
            return Ok(path);
        }
        let packages = self.packages.join(" ");
        let Some(apt) = on_path("apt-get") else {
            return Err(Error::MissingTool {
                program: self.program,
                remedy: format!(
                    "install it with your system's package manager (Debian: {packages})"
                ),
            });
        };
        if !geteuid().is_root() {
            return Err(Error::MissingTool {
                program: self.program,
                remedy: format!("install it with `sudo apt-get install -y {packages}`"),
            });
        }
        let run = |args: &[&str], listener: Listener<'_>| {
            Client::new(&apt, lock)
                .env("DEBIAN_FRONTEND", "noninteractive")
                .args(args)
                .run(listener)
        };
        let install: Vec<&str> = ["install", "-y", "--no-install-recommends"]
            .iter()
            .chain(self.packages)
            .copied()
            .collect();
        listener(Progress::Step(format!(
            "this needs the program `{}`, which is missing: installing the system \
             package {packages} with apt-get",
            self.program
        )));
        // A system that never read its package lists does so first.
        if run(&install, listener).is_err() {
            run(&["update"], listener)?;
            run(&install, listener)?;
        }
        on_path(self.program).ok_or_else(|| Error::MissingTool {
            program: self.program,
            remedy: format!("installing {packages} did not provide it"),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn shell<'lock>(script: &str, lock: &'lock File) -> Client<'lock> {
        Client::new("sh", lock).args(["-c", script])
    }

    #[test]
    fn a_client_holds_on_to_the_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let lock = File::create(&path).unwrap();
        let answer = shell("readlink /proc/self/fd/0", &lock).answer(&mut |_| {}).unwrap();
        assert_eq!(Path::new(answer.trim()), path);
    }

    #[test]
    fn a_client_feeds_another() {
        let folder = tempfile::tempdir().unwrap();
        let lock = File::create(folder.path().join("lock")).unwrap();
        let mut lines = Vec::new();
        let sink = shell("cat > numbers", &lock).current_dir(folder.path());
        shell("echo working >&2; seq 100000", &lock)
            .run_into(sink, &mut |progress| {
                if let Progress::Line(line) = progress {
                    lines.push(line);
                }
            })
            .unwrap();
        let numbers = fs::read_to_string(folder.path().join("numbers")).unwrap();
        assert!(numbers.ends_with("99999\n100000\n"));
        assert_eq!(lines, ["working"]);
    }

    #[test]
    fn of_two_clients_the_failed_one_is_named_with_the_lines_of_both() {
        let folder = tempfile::tempdir().unwrap();
        let lock = File::create(folder.path().join("lock")).unwrap();
        for (source, sink, named) in [
            ("echo broken >&2; exit 3", "cat > /dev/null", "sh -c echo broken >&2; exit 3"),
            ("seq 10", "cat > /dev/null; echo broken >&2; exit 3", "sh -c cat > /dev/null; echo"),
        ] {
            let error = shell(source, &lock).run_into(shell(sink, &lock), &mut |_| {}).unwrap_err();
            let Error::Client { command, how, output } = error else { panic!("{error}") };
            assert!(command.starts_with(named), "{command}");
            assert_eq!((how.as_str(), output.as_str()), ("exit status: 3", "broken"));
        }
    }

    #[test]
    fn colours_and_overwritten_lines_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let lock = File::create(folder.path().join("lock")).unwrap();
        let script = r"printf '\033[1mbold\033[m text\n10%%\r100%%\n\033[0m\n'";
        let answer = shell(script, &lock).answer(&mut |_| {}).unwrap();
        assert_eq!(answer, "bold text\n100%\n");
    }
}
