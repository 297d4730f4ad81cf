//! Tests that need the whole crate, and those that ask a real compiler.

mod compilers;
mod forged;
mod languages;
mod laws;
mod loading;
mod papers;
mod tapes;
mod variety;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use case::{Engine, Family, Plan};
use choice::{GaveUp, Generated, Random};

use crate::engine::Api;
use crate::load::{Format, Source};

/// The home of the JDK whose `javac` is on the PATH.
pub(crate) fn jdk_home() -> PathBuf {
    let javac = which::which("javac").expect("these tests need a JDK: put its javac on the PATH");
    let javac = javac.canonicalize().expect("it exists");
    javac.parent().and_then(Path::parent).expect("javac lies in bin").to_owned()
}

/// The base module of that JDK.
pub(crate) fn jdk(subject: bool) -> Source {
    let home = jdk_home();
    let module = home.join("jmods/java.base.jmod");
    if module.exists() {
        return Source { path: module, format: Format::Jmod, subject };
    }
    let release = std::fs::read_to_string(home.join("release")).expect("a release file");
    let version = release.split("JAVA_VERSION=\"").nth(1).expect("a version");
    let digits: String = version.chars().take_while(char::is_ascii_digit).collect();
    let release = digits.parse().expect("a release number");
    Source { path: home.join("lib/ct.sym"), format: Format::CtSym(release), subject }
}

/// Generates program number `index` of a plan, about the member whose turn it is.
pub(crate) fn generate(
    api: &Api,
    plan: &Plan,
    random: &mut Random,
    index: u64,
) -> Result<Generated<Family>, GaveUp> {
    let subjects = api.subjects(plan);
    let subject = subjects[index as usize % subjects.len()].clone();
    let plan = Plan { subject: Some(subject), ..plan.clone() };
    random.generate(index, |choices| api.generate(&plan, choices))
}

/// The engine over the base module of the JDK.
pub(crate) fn jdk_api() -> &'static Api {
    static API: OnceLock<Api> = OnceLock::new();
    API.get_or_init(|| Api::load(&[jdk(true)]).expect("the JDK can be read"))
}

/// Runs `javac` over files and gives, for each of them, the lines with errors.
pub(crate) fn javac(files: &[PathBuf], folder: &Path) -> Vec<Vec<usize>> {
    let list: Vec<String> = files.iter().map(|file| format!("\"{}\"", file.display())).collect();
    let arguments = folder.join("arguments");
    std::fs::write(&arguments, list.join("\n")).expect("a writable folder");
    let output = Command::new(jdk_home().join("bin/javac"))
        .args(["-J-Xss64m", "-proc:none", "-nowarn", "-Xmaxerrs", "100000", "-implicit:none"])
        .arg("-XDshould-stop.ifError=FLOW")
        .arg("-d")
        .arg(folder.join("classes"))
        .arg(format!("@{}", arguments.display()))
        .env("LC_ALL", "C")
        .output()
        .expect("javac runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.code().is_some_and(|code| code <= 1),
        "javac did not come to its end: {said}"
    );
    let mut errors = vec![Vec::new(); files.len()];
    for line in said.lines() {
        let Some((place, _)) = line.split_once(": error: ") else { continue };
        let Some((file, line)) = place.rsplit_once(':') else { continue };
        let Some(at) = files.iter().position(|f| f.as_os_str() == file) else { continue };
        errors[at].push(line.parse().expect("a line number"));
    }
    errors
}
