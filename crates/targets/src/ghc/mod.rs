//! GHC as targets: one that checks types, and some that also run programs.
//!
//! A program is a module `Main`, with the language extensions that it needs in
//! pragmas.

mod batch;
mod check;
mod exceptions;
mod interpreter;
mod run;
mod said;

use case::{Dialect, Language};
use toolchains::Toolchain;

use self::check::Checks;
use crate::checker::{Checker, describe_one};
use crate::registry::Driver;
use crate::{Recipe, TargetInfo};

pub(crate) const DRIVER: Driver = Driver {
    toolchains: &["ghc"],
    describe,
    open: |toolchain, info, settings| {
        if info.name.is_default() {
            let checker = Checker::of(toolchain, settings).expect("described, so it is a program");
            return Ok(Box::new(Checks { info, checker }));
        }
        run::open(toolchain, info, settings)
    },
    recipe: |target, _| Recipe {
        tool: ("GHC", format!("ghcup run --ghc {} -- ghc", target.version)),
        version: "--version",
        get: format!("`ghcup install ghc {}` gets this version", target.version),
        file: "Main.hs".to_owned(),
        beside: Vec::new(),
        compile: match run::options(&target.configuration) {
            None => "$GHC -c -O0 -w -outputdir out Main.hs".to_owned(),
            Some(None) => "$GHC -ignore-dot-ghci -w -e ':quit' Main.hs".to_owned(),
            Some(Some(options)) => {
                format!("$GHC {} -w -outputdir out -o repro Main.hs", options.join(" "))
            }
        },
        run: run::options(&target.configuration).map(|options| match options {
            None => "$GHC -ignore-dot-ghci -w -e :main Main.hs".to_owned(),
            Some(_) => "./repro".to_owned(),
        }),
        crash: "the 'impossible' happened|Core Lint errors|panic!",
    },
};

fn describe(toolchain: &Toolchain) -> Vec<TargetInfo> {
    let dialect = dialect(&toolchain.id.version);
    let checks = describe_one(toolchain, Language::Haskell, dialect, 200);
    let runs = checks.first().map(run::describe);
    checks.into_iter().chain(runs.into_iter().flatten()).collect()
}

/// The dialect of a version. From 9.2 on there is impredicative instantiation, and
/// the language is GHC2021 unless a program says otherwise.
fn dialect(version: &str) -> Dialect {
    if release(version) >= (9, 2) { Dialect::Standard } else { Dialect::Haskell2010 }
}

/// The first two numbers of a version.
fn release(version: &str) -> (u32, u32) {
    let mut numbers = version.split('.').map(|number| number.parse::<u32>().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_versions_speak_an_old_language() {
        for version in ["9.2", "9.10.3", "10.0.1"] {
            assert_eq!(dialect(version), Dialect::Standard, "{version}");
        }
        for version in ["8.8.4", "9", "9.0.2"] {
            assert_eq!(dialect(version), Dialect::Haskell2010, "{version}");
        }
    }
}
