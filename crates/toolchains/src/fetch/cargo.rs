//! Rust libraries: built once, in their release profile, with the machine's
//! own `rustc`.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{Fetched, Work};
use crate::Home;
use crate::catalogue::CATALOGUE;
use crate::error::Error;
use crate::manifest::Layout;
use crate::process::{Client, Listener, Progress, is_executable, on_path};

pub(super) fn fetch(
    work: &Work<'_>,
    version: &str,
    listener: Listener<'_>,
) -> Result<Fetched, Error> {
    let name = work.entry.name;
    let missing = |program| Error::MissingTool {
        program,
        remedy: "install Rust with your system's package manager or with rustup".to_owned(),
    };
    let compiler = CATALOGUE.iter().find(|entry| entry.name == "rustc").expect("it is there");
    let compiler = work.machine.all(compiler).into_iter().next().ok_or(missing("rustc"))?;
    let Home::Program(rustc) = compiler.home else { unreachable!("it was found as a program") };
    let cargo = Some(rustc.with_file_name("cargo"))
        .filter(|cargo| is_executable(cargo))
        .or_else(|| on_path("cargo"))
        .ok_or(missing("cargo"))?;

    listener(Progress::Step(format!(
        "building {name} {version} with rustc {}",
        compiler.id.version
    )));
    let project = work.folder.join("project");
    let write = |path: &str, text: String| {
        let path = project.join(path);
        fs::write(&path, text).map_err(Error::writing(&path))
    };
    fs::create_dir_all(project.join("src")).map_err(Error::writing(&project))?;
    // A whole version is meant exactly; a shorter one is a prefix.
    let operator = if version.split('.').count() >= 3 { '=' } else { '~' };
    write(
        "Cargo.toml",
        format!(
            "[package]\nname = \"carrier\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n\
             [dependencies]\n{name} = \"{operator}{version}\"\n\n[workspace]\n"
        ),
    )?;
    write("src/lib.rs", String::new())?;
    let mut client = Client::new(cargo, work.lock)
        .args(["build", "--release", "--message-format=json-render-diagnostics"])
        .current_dir(&project)
        .env("RUSTC", &rustc)
        .env("CARGO_TARGET_DIR", project.join("target"))
        // Set and empty: flags of the user's own do not apply.
        .env("CARGO_ENCODED_RUSTFLAGS", "");
    for (variable, _) in env::vars_os() {
        let text = variable.to_string_lossy();
        let changes_builds = ["CARGO_BUILD_", "CARGO_PROFILE_", "CARGO_UNSTABLE_", "RUSTC_"];
        if changes_builds.iter().any(|prefix| text.starts_with(prefix)) {
            client = client.env_remove(&variable);
        }
    }
    let command = client.line();
    let messages = client.answer(listener)?;

    let dependencies = work.folder.join("dependencies");
    fs::create_dir_all(&dependencies).map_err(Error::writing(&dependencies))?;
    let mut library = None;
    for message in messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let Some((package, version)) = package(&message) else { continue };
        for file in libraries(&message) {
            let target = dependencies.join(file.file_name().unwrap_or_default());
            fs::copy(&file, &target).map_err(Error::writing(&target))?;
            if package == name && target.extension().is_some_and(|ending| ending == "rlib") {
                library = Some((version.to_owned(), target));
            }
        }
    }
    let (version, library) =
        library.ok_or_else(|| Error::Unexpected { command, what: format!("no library {name}") })?;
    fs::remove_dir_all(&project).map_err(Error::writing(&project))?;
    Ok(Fetched {
        version,
        from: "cargo".to_owned(),
        suite: None,
        home: Layout::Crate {
            rustc,
            rustc_version: compiler.id.version,
            library: Path::new("dependencies").join(library.file_name().unwrap_or_default()),
            dependencies: "dependencies".into(),
        },
    })
}

/// The name and version of the package that a message is about, if it is about
/// something built.
fn package(message: &Value) -> Option<(&str, &str)> {
    if message["reason"] != "compiler-artifact" {
        return None;
    }
    let (_, package) = message["package_id"].as_str()?.rsplit_once('#')?;
    package.split_once('@')
}

/// The libraries that were built: what a later compilation is given, without
/// build scripts.
fn libraries(message: &Value) -> impl Iterator<Item = PathBuf> {
    message["filenames"].as_array().into_iter().flatten().filter_map(|file| {
        let file = PathBuf::from(file.as_str()?);
        matches!(file.extension()?.to_str()?, "rlib" | "rmeta" | "so").then_some(file)
    })
}
