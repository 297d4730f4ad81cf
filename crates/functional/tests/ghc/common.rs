//! GHC 9.6.6, the real one, in its Debian root.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The root of GHC's Debian system, where `wellsmith toolchain install` puts it.
fn root() -> PathBuf {
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let cache = variable("WELLSMITH_CACHE")
        .or_else(|| variable("XDG_CACHE_HOME").map(|cache| cache.join("wellsmith")))
        .or_else(|| variable("HOME").map(|home| home.join(".cache/wellsmith")))
        .expect("there is a home folder");
    let root = cache.join("toolchains/ghc@9.6.6/root");
    assert!(
        root.is_dir(),
        "this test needs GHC 9.6.6: `wellsmith toolchain install ghc@9.6.6` puts it into {}",
        root.display()
    );
    root
}

/// Runs a program of that system in a folder.
pub(crate) fn run(folder: &Path, program: &str, args: &[&str]) -> Output {
    let root = root();
    let mut command = Command::new("bwrap");
    command.args(["--unshare-all", "--die-with-parent", "--tmpfs", "/"]);
    for part in ["usr", "lib", "lib64", "bin", "sbin", "etc", "var"] {
        command.arg("--ro-bind-try").arg(root.join(part)).arg(format!("/{part}"));
    }
    command.args(["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]);
    command.arg("--bind").arg(folder).args(["/w", "--chdir", "/w"]);
    command.args(["--setenv", "LANG", "C.UTF-8", "--setenv", "PATH", "/usr/bin:/bin"]);
    command.arg(program).args(args);
    command.output().expect("this test needs bubblewrap: put `bwrap` on the PATH")
}

/// Compiles a program and runs it; what it prints.
pub(crate) fn run_alone(source: &str, flag: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("Main.hs"), source).unwrap();
    let made = run(folder.path(), "ghc", &["-w", flag, "Main.hs", "-o", "main"]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let ran = run(folder.path(), "./main", &[]);
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).unwrap()
}
