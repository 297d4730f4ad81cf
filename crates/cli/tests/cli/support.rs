//! Running the program and looking at what it says.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A user's folder of their own: a store, and a folder for temporary files.
pub(crate) struct Home {
    folder: TempDir,
    /// The program, and the cache that it uses.
    program: PathBuf,
    cache: PathBuf,
    /// The user, if it is not the one who runs the tests.
    user: Option<u32>,
}

impl Home {
    pub(crate) fn new() -> Home {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("tmp")).unwrap();
        let program = PathBuf::from(env!("CARGO_BIN_EXE_wellsmith"));
        Home { folder, program, cache: cache(), user: None }
    }

    /// The folder of an ordinary user, with a cache of their own. Only root can
    /// be somebody else.
    pub(crate) fn of_an_ordinary_user() -> Option<Home> {
        const NOBODY: u32 = 65534;
        if !rustix::process::geteuid().is_root() {
            return None;
        }
        let mut home = Home::new();
        // Others may not look into root's folders.
        let program = home.path("wellsmith");
        fs::copy(&home.program, &program).unwrap();
        for path in [home.path(""), home.path("tmp"), program.clone()] {
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
            chown(&path, Some(NOBODY), Some(NOBODY)).unwrap();
        }
        (home.program, home.cache, home.user) = (program, home.path("cache"), Some(NOBODY));
        Some(home)
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
        let mut command = Command::new(&self.program);
        command
            .args(args)
            .current_dir(self.folder.path())
            .env("WELLSMITH_STORE", self.store())
            .env("WELLSMITH_CACHE", &self.cache)
            // What is reduced, and how far, depends on the time.
            .env("WELLSMITH_REDUCE_SHARE", "0")
            .env("TMPDIR", self.path("tmp"))
            .stdin(Stdio::null());
        self.by_user(&mut command);
        command
    }

    /// Lets the user of this folder run a command.
    fn by_user(&self, command: &mut Command) {
        if let Some(user) = self.user {
            command.uid(user).gid(user).env("HOME", self.folder.path());
        }
    }

    /// Runs a command of the shell, and then the program.
    pub(crate) fn run_after(&self, shell: &str, args: &[&str]) -> Said {
        let script = format!("{shell} && exec \"$0\" \"$@\"");
        self.run_in(Command::new("/bin/sh").args(["-c", &script]), args)
    }

    /// Runs the program to its end.
    pub(crate) fn run(&self, args: &[&str]) -> Said {
        Said::of(self.command(args).output().unwrap())
    }

    /// Runs the program where a part of the file system is different: `mounts`
    /// are options of bubblewrap.
    pub(crate) fn run_with(&self, mounts: &[&str], args: &[&str]) -> Said {
        let mut bwrap = Command::new("bwrap");
        self.run_in(bwrap.args(["--dev-bind", "/", "/"]).args(mounts).arg("--"), args)
    }

    /// Runs the program by means of another.
    fn run_in(&self, outer: &mut Command, args: &[&str]) -> Said {
        let inner = self.command(args);
        outer.arg(inner.get_program()).args(inner.get_args());
        outer.current_dir(self.folder.path()).stdin(Stdio::null());
        outer.envs(inner.get_envs().filter_map(|(key, value)| Some((key, value?))));
        self.by_user(outer);
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
