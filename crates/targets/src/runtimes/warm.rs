//! Programs for the JVM: a batch is run in one warm JVM, by a small host of
//! ours.
//!
//! A run takes microseconds in a warm JVM, and half a second in one that has
//! just been started; and some races only show once the code is compiled to
//! machine code.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::slice;
use std::time::Duration;

use case::{Crash, Hang, HangEvidence, Ran, RunEnd};
use serde::Deserialize;

use super::runner::{Effort, add_series, raised};
use crate::ended::Ended;
use crate::jvm::crash;
use crate::jvm::install::{self, class_path, source, visible};
use crate::sandbox::{self, Command, Limits, Work};

/// Programs that are ready to be run.
pub(crate) struct Built<'a> {
    /// The part of the class path that has them, with their folder as `/w`.
    pub(crate) classes: &'a str,
    /// The class of a program's main function, with `%d` for the number of the
    /// program.
    pub(crate) main: &'a str,
    /// The rest of the class path.
    pub(crate) libraries: &'a [PathBuf],
}

/// The host of channel programs.
pub(crate) struct WarmHost {
    java: PathBuf,
    classes: PathBuf,
}

impl WarmHost {
    /// Builds the host for a JVM, unless the cache has it.
    pub(crate) fn prepare(java: &Path, cache: &Path) -> Result<WarmHost, String> {
        let host = source!("channels", "ChannelHost.java");
        // A link would not lead anywhere in the sandbox.
        let java = java
            .canonicalize()
            .map_err(|error| format!("{} cannot be used: {error}", java.display()))?;
        let classes = install::classes(cache, "channel-host", &java, &[&host], &[])
            .map_err(|error| error.to_string())?;
        Ok(WarmHost { java, classes })
    }

    /// The JVM that programs are run on.
    pub(crate) fn java(&self) -> &Path {
        &self.java
    }

    /// Runs programs that were built in a folder.
    pub(crate) fn run(
        &self,
        folder: &Path,
        built: &Built<'_>,
        programs: usize,
        effort: Effort,
    ) -> Result<Vec<Ran>, String> {
        let mut runs = vec![Ran::default(); programs];
        let mut waiting: VecDeque<usize> = (0..effort.series).flat_map(|_| 0..programs).collect();
        while let Some(&next) = waiting.front() {
            let (lines, crash) = self.start(folder, built, &waiting, effort)?;
            if lines.is_empty() && crash.is_none() {
                return Err(format!("the host said nothing about program {next}"));
            }
            for line in lines {
                let Some(program) = waiting.pop_front() else { break };
                let series: Series = serde_json::from_str(&line)
                    .map_err(|error| format!("the host printed {line:?}: {error}"))?;
                let outputs = series.outputs.iter().map(|(output, runs)| (&output[..], *runs));
                add_series(&mut runs[program], outputs, series.failure.map(Failure::into_end));
            }
            if let Some(crash) = crash {
                let culprit = waiting.pop_front().unwrap_or(next);
                runs[culprit].add(raised("", crash), 1);
            }
        }
        Ok(runs)
    }

    /// Runs programs one after the other in a new JVM: the series that came to
    /// their end, and how the JVM crashed if it did.
    fn start(
        &self,
        folder: &Path,
        built: &Built<'_>,
        programs: &VecDeque<usize>,
        effort: Effort,
    ) -> Result<(Vec<String>, Option<Crash>), String> {
        let Built { classes, main, libraries } = *built;
        let own = [self.classes.clone(), PathBuf::from(classes)];
        let seen: Vec<PathBuf> = own.iter().chain(libraries).cloned().collect();
        let millis =
            |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX).to_string();
        let hang = effort.hang;
        // With more processors than there may be, more threads take part; and
        // one thread collects the garbage.
        let mut args: Vec<OsString> =
            ["-XX:ActiveProcessorCount=4", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xmx1g", "-cp"]
                .map(Into::into)
                .into();
        args.push(class_path(&seen));
        args.extend(["ChannelHost", main].map(Into::into));
        let limits = [hang.blocked, hang.cpu, hang.wall].map(millis);
        args.push(effort.repetitions.to_string().into());
        args.extend(limits.map(Into::into));
        args.extend(programs.iter().map(|program| program.to_string().into()));
        let series = u32::try_from(programs.len()).unwrap_or(u32::MAX);
        let command = Command {
            args,
            read_only: visible(&self.java, &[slice::from_ref(&self.classes), libraries].concat()),
            work: Some(Work { path: folder.to_owned(), writable: false }),
            limits: Limits {
                wall: hang.wall.saturating_mul(2 + series),
                cpu: hang.cpu.saturating_mul(2 + series),
                processes: 4096,
                ..Limits::default()
            },
            ..Command::new(&self.java, Limits::default())
        };
        let finished = sandbox::run(&command).map_err(|error| error.to_string())?;
        let lines = String::from_utf8_lossy(&finished.stdout).lines().map(str::to_owned).collect();
        let crash = |signature| {
            let text = String::from_utf8_lossy(&finished.stderr).into_owned();
            Some(Crash { signature, text })
        };
        match Ended::of(finished.status) {
            Ended::Exited(0) => Ok((lines, None)),
            Ended::Exited(status) => {
                Ok((lines, crash(format!("the JVM ended with exit status {status}"))))
            }
            Ended::Signalled(signal) => {
                Ok((lines, crash(format!("the JVM ended with signal {signal}"))))
            }
            other => Err(format!("running the programs gave no result: {other:?}")),
        }
    }
}

/// A series of runs as the host tells it.
#[derive(Deserialize)]
struct Series {
    /// How many runs ended normally, by what they printed.
    outputs: Vec<(String, u32)>,
    failure: Option<Failure>,
}

#[derive(Deserialize)]
struct Failure {
    kind: Kind,
    text: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Crash,
    Blocked,
    Cpu,
    Wall,
}

impl Failure {
    fn into_end(self) -> RunEnd {
        let text = self.text;
        let hung = |evidence, text| RunEnd::Hung(Hang { evidence, text });
        match self.kind {
            Kind::Crash => {
                let signature = crash::signature_of_run(&without_program(&text));
                raised("", Crash { signature, text })
            }
            Kind::Blocked => hung(HangEvidence::AllBlocked, text),
            Kind::Cpu => hung(HangEvidence::CpuTime, text),
            Kind::Wall => hung(HangEvidence::WallTime, text),
        }
    }
}

/// A stack trace without the frames of the program, which differ from program
/// to program. In a batch its classes are in a package of its own (`p7.MainKt`),
/// alone they are in none.
fn without_program(trace: &str) -> String {
    let own = |line: &&str| {
        let Some(frame) = line.trim_start().strip_prefix("at ") else { return false };
        let method = frame.split('(').next().unwrap_or(frame);
        let Some((class, _)) = method.rsplit_once('.') else { return false };
        match class.split_once('.') {
            None => true,
            Some((package, _)) => package
                .strip_prefix(['p', 'P'])
                .is_some_and(|number| !number.is_empty() && number.parse::<u32>().is_ok()),
        }
    };
    trace.lines().filter(|line| !own(line)).map(|line| format!("{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_the_program_go_in_a_batch_and_alone() {
        let trace = |package: &str| {
            format!(
                "java.lang.IllegalStateException: no\n\
                 \tat {package}MainKt$main$1$2.invokeSuspend(Main.kt:7)\n\
                 \tat kotlin.coroutines.jvm.internal.BaseContinuationImpl.resumeWith(C.kt:33)\n\
                 \tat java.base/java.lang.Thread.run(Thread.java:840)\n\
                 \tat {package}MainKt.main(Main.kt)\n\
                 \tat p2x.Library.call(Library.kt:1)\n"
            )
        };
        let expected = "java.lang.IllegalStateException: no\n\
                        \tat kotlin.coroutines.jvm.internal.BaseContinuationImpl.resumeWith(C.kt:33)\n\
                        \tat java.base/java.lang.Thread.run(Thread.java:840)\n\
                        \tat p2x.Library.call(Library.kt:1)\n";
        for package in ["", "p7.", "P12."] {
            assert_eq!(without_program(&trace(package)), expected);
        }
    }
}
