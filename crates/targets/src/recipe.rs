//! How people give a program to a target by hand: the commands that they would type.

use case::TargetName;

use crate::DRIVERS;

/// The commands that give one program to a target without wellsmith, for a POSIX
/// shell in a folder of its own. They take the options that the target takes when
/// it confirms a finding, as far as these decide about verdicts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The shell variable that holds the compiler's command, and what it is unless
    /// the user sets it: the compiler's usual client, asked for this version.
    pub tool: (&'static str, String),
    /// The arguments that make the tool say its version; empty if nobody knows.
    pub version: &'static str,
    /// How that client, or the compiler, is got, in words.
    pub get: String,
    /// The name of the program's file.
    pub file: String,
    /// Further files that it needs.
    pub beside: Vec<(String, String)>,
    /// The command that compiles the file.
    pub compile: String,
    /// The command that runs the result, for targets that run programs.
    pub run: Option<String>,
    /// What the compiler prints when it crashes: an extended regular expression.
    pub crash: &'static str,
}

impl Recipe {
    /// The command that compiles the file, with the tool in place of its variable:
    /// one line to be shown.
    pub fn command(&self) -> String {
        let (variable, tool) = &self.tool;
        let compile = self.compile.replace(" ${CLASSPATH:+-cp \"$CLASSPATH\"}", "");
        let line = compile.replace(&format!("${variable}"), tool);
        match &self.run {
            Some(run) => format!("{line} && {run}"),
            None => line,
        }
    }
}

/// How a program is given to a target by hand; `None` if the target is not of the
/// catalogue.
pub fn recipe(target: &TargetName, program: &str) -> Option<Recipe> {
    let driver = DRIVERS.iter().find(|driver| driver.toolchains.contains(&&target.compiler[..]))?;
    let mut recipe = (driver.recipe)(target, program);
    if target.version.contains('/') {
        // A build of the user's own is named by its path.
        recipe.tool.1 = target.version.clone();
        recipe.get = "this is a build of the reporter's own".to_owned();
    }
    Some(recipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn command(target: &str) -> String {
        recipe(&target.parse().unwrap(), "class Main {}\n").unwrap().command()
    }

    #[test]
    fn commands_have_the_options_of_their_targets() {
        let rustc = "rustup run 1.95.0 rustc --crate-type=lib --edition=2021";
        assert_eq!(command("rustc@1.95.0"), format!("{rustc} repro.rs"));
        assert_eq!(
            command("rustc@1.95.0+next-solver"),
            "RUSTC_BOOTSTRAP=1 rustup run 1.95.0 rustc --crate-type=lib --edition=2021 \
             -Znext-solver=globally repro.rs"
        );
        assert_eq!(
            command("rustc@1.95.0+edition-2024"),
            "rustup run 1.95.0 rustc --crate-type=lib --edition=2024 repro.rs"
        );
        assert_eq!(
            command("rustc@1.48.0"),
            "rustup run 1.48.0 rustc --crate-type=lib --edition=2018 repro.rs"
        );
        assert_eq!(
            command("rustc@/my/build/rustc"),
            "/my/build/rustc --crate-type=lib --edition=2021 repro.rs"
        );
        assert_eq!(
            command("go@1.21.13+noopt"),
            "env GOTOOLCHAIN=go1.21.13 go build -gcflags='-N -l' -o repro repro.go && ./repro"
        );
        assert_eq!(command("javac@17.0.15"), "javac -proc:none -implicit:none -d out Main.java");
        assert_eq!(
            command("ghc@9.6.6+O2"),
            "ghcup run --ghc 9.6.6 -- ghc -O2 -w -outputdir out -o repro Main.hs && ./repro"
        );
        assert_eq!(
            command("flume@0.12.0+release"),
            "cargo build -q --release && target/release/repro"
        );
    }

    #[test]
    fn every_driver_has_one() {
        for driver in DRIVERS {
            for name in driver.toolchains {
                let recipe = recipe(&TargetName::new(*name, "1.2.3"), "").unwrap();
                let variable = format!("${}", recipe.tool.0);
                assert!(recipe.compile.contains(&variable), "{name}: {}", recipe.compile);
                assert!(
                    recipe.compile.contains(&recipe.file) || !recipe.beside.is_empty(),
                    "{name}"
                );
                assert!(!recipe.crash.is_empty() && !recipe.get.is_empty(), "{name}");
            }
        }
    }
}
