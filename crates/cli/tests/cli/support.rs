//! Running the program and looking at what it says.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A user's folder of their own: a store, and a folder for temporary files.
pub(crate) struct Home {
    folder: TempDir,
}

impl Home {
    pub(crate) fn new() -> Home {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("tmp")).unwrap();
        Home { folder }
    }

    /// A place in the folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The same as text, for the command line.
    pub(crate) fn text(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    /// Writes a file in the folder and gives its path.
    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), text).unwrap();
        self.text(name)
    }

    /// The text of a file in the folder.
    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub(crate) fn store(&self) -> PathBuf {
        self.path("store.db")
    }

    /// Something that is in the name of every file in the folder, and nowhere
    /// else.
    pub(crate) fn marker(&self) -> &str {
        self.folder.path().file_name().and_then(OsStr::to_str).unwrap()
    }

    /// The program, in this folder.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wellsmith"));
        command
            .args(args)
            .current_dir(self.folder.path())
            .env("WELLSMITH_STORE", self.store())
            .env("WELLSMITH_CACHE", cache())
            .env("TMPDIR", self.path("tmp"))
            .stdin(Stdio::null());
        command
    }

    /// Runs the program to its end.
    pub(crate) fn run(&self, args: &[&str]) -> Said {
        Said::of(self.command(args).output().unwrap())
    }

    /// Runs the program where a part of the file system is different: `mounts`
    /// are options of bubblewrap.
    pub(crate) fn run_with(&self, mounts: &[&str], args: &[&str]) -> Said {
        let inner = self.command(args);
        let mut outer = Command::new("bwrap");
        outer.args(["--dev-bind", "/", "/"]).args(mounts).arg("--").arg(inner.get_program());
        outer.args(inner.get_args()).current_dir(self.folder.path()).stdin(Stdio::null());
        outer.envs(inner.get_envs().filter_map(|(key, value)| Some((key, value?))));
        Said::of(outer.output().unwrap())
    }
}

/// The folder that keeps what is made once, also from one test run to the next.
pub(crate) fn cache() -> PathBuf {
    let named = std::env::var_os("WELLSMITH_CACHE").map(PathBuf::from);
    named.unwrap_or_else(|| Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"))
}

/// What the program said, and how it ended.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Said {
    pub(crate) fn of(output: Output) -> Said {
        let [stdout, stderr] =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        let said = Said { code: output.status.code(), stdout, stderr };
        // None of these outputs is a terminal.
        assert!(!said.stdout.contains('\x1b') && !said.stderr.contains('\x1b'), "{said:?}");
        assert!(!said.stderr.contains("panicked"), "{}", said.stderr);
        said
    }

    /// Asserts that it ended with this code.
    #[track_caller]
    pub(crate) fn ends(self, code: i32) -> Said {
        assert_eq!(self.code, Some(code), "{}\n{}", self.stdout, self.stderr);
        self
    }

    /// Asserts that it failed with this code and one message that has these
    /// pieces in it.
    #[track_caller]
    pub(crate) fn fails(&self, code: i32, pieces: &[&str]) {
        assert_eq!(self.code, Some(code), "{}\n{}", self.stdout, self.stderr);
        assert_eq!(self.stdout, "", "an error is said on standard error only");
        let messages = self.stderr.lines().filter(|line| line.starts_with("error: ")).count();
        assert_eq!(messages, 1, "{}", self.stderr);
        for piece in pieces {
            assert!(self.stderr.contains(piece), "{piece:?} is not in:\n{}", self.stderr);
        }
    }

    /// The one line of JSON on standard output.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        assert!(self.stdout.ends_with('\n'), "{self:?}");
        assert_eq!(self.stdout.lines().count(), 1, "{self:?}");
        serde_json::from_str(&self.stdout).unwrap()
    }
}

/// The keys of a JSON object.
#[track_caller]
pub(crate) fn keys(value: &Value) -> BTreeSet<String> {
    value.as_object().unwrap_or_else(|| panic!("{value} is no object")).keys().cloned().collect()
}

/// Asks a store's file, behind the program's back.
pub(crate) fn query<T>(store: &Path, sql: &'static str) -> Vec<T>
where
    T: for<'r> sqlx::FromRow<'r, sqlx::sqlite::SqliteRow> + Send + Unpin,
{
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    runtime.block_on(async {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(store);
        let mut connection = sqlx::ConnectOptions::connect(&options).await.unwrap();
        let rows = sqlx::query_as(sql).fetch_all(&mut connection).await.unwrap();
        sqlx::Connection::close(connection).await.unwrap();
        rows
    })
}
