//! A PostgreSQL server of a test's own: in a temporary folder, as an ordinary user, on a
//! free port of the loopback interface, and gone when the test ends, also when it is killed.

#![allow(dead_code)] // Each test that includes this uses a part of it.

use std::ffi::OsStr;
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// The password of the role `owner`, which connections through the network need.
pub(crate) const PASSWORD: &str = "correct-horse";

/// A server, which ends with this value.
pub(crate) struct Server {
    folder: TempDir,
    programs: PathBuf,
    port: u16,
    settings: Vec<String>,
    running: Option<Child>,
}

impl Server {
    /// Makes a server and starts it, with these settings (`fsync=off`).
    pub(crate) fn start(settings: &[&str]) -> Server {
        let folder = tempfile::tempdir().unwrap();
        let mut server = Server {
            programs: programs(),
            port: free_port(),
            settings: settings.iter().map(|setting| (*setting).to_owned()).collect(),
            running: None,
            folder,
        };
        let password = server.path("password");
        fs::write(&password, PASSWORD).unwrap();
        fs::set_permissions(server.folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        if rustix::process::geteuid().is_root() {
            chown(server.folder.path(), Some(NOBODY), Some(NOBODY)).unwrap();
            chown(&password, Some(NOBODY), Some(NOBODY)).unwrap();
        }
        let mut initdb = server.command("initdb");
        initdb.args(["--username=owner", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"]);
        initdb.args(["--auth-local=trust", "--auth-host=scram-sha-256", "--pgdata"]);
        initdb.arg(server.path("data")).arg("--pwfile").arg(&password);
        let made = initdb.output().unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        server.resume();
        server
    }

    /// A program of PostgreSQL, run by an ordinary user: the server refuses root.
    fn command(&self, program: &str) -> Command {
        let mut command = ends_with_us(self.programs.join(program));
        command.current_dir(self.folder.path()).env_remove("PGPASSWORD").stdin(Stdio::null());
        if rustix::process::geteuid().is_root() {
            command.uid(NOBODY).gid(NOBODY);
        }
        command
    }

    /// A place in the server's folder, which is also that of its socket.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Starts the server again and waits until it answers.
    pub(crate) fn resume(&mut self) {
        let mut postgres = self.command("postgres");
        postgres.arg("-D").arg(self.path("data")).arg("-k").arg(self.folder.path());
        postgres.args(["-p", &self.port.to_string(), "-c", "listen_addresses=127.0.0.1"]);
        for setting in &self.settings {
            postgres.args(["-c", setting]);
        }
        let log = fs::File::create(self.path("log")).unwrap();
        postgres.stdout(log.try_clone().unwrap()).stderr(log);
        self.running = Some(postgres.spawn().unwrap());
        let started = Instant::now();
        loop {
            let mut ready = self.command("pg_isready");
            ready.arg("-h").arg(self.folder.path()).args(["-p", &self.port.to_string()]);
            if ready.output().unwrap().status.success() {
                return;
            }
            let log = || fs::read_to_string(self.path("log")).unwrap_or_default();
            assert!(started.elapsed() < Duration::from_secs(60), "no answer: {}", log());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Ends the server in order, and its connections with it.
    pub(crate) fn stop(&mut self) {
        self.end(rustix::process::Signal::INT);
    }

    /// Ends the server as a crash would.
    pub(crate) fn kill(&mut self) {
        // Its children notice, and end by themselves.
        self.end(rustix::process::Signal::KILL);
    }

    fn end(&mut self, signal: rustix::process::Signal) {
        let Some(mut running) = self.running.take() else { return };
        let pid = rustix::process::Pid::from_child(&running);
        rustix::process::kill_process(pid, signal).unwrap();
        running.wait().unwrap();
    }

    /// Runs SQL as the owner of everything, and gives what it prints.
    pub(crate) fn sql(&self, database: &str, sql: &str) -> String {
        let mut psql = self.command("psql");
        psql.arg("-h").arg(self.folder.path()).args(["-p", &self.port.to_string()]);
        psql.args(["-U", "owner", "-d", database, "-v", "ON_ERROR_STOP=1", "-qAtc", sql]);
        let said = psql.output().unwrap();
        assert!(said.status.success(), "{sql}: {}", String::from_utf8_lossy(&said.stderr));
        String::from_utf8(said.stdout).unwrap().trim().to_owned()
    }

    /// Runs SQL as another role, and gives what it prints, also as an error.
    pub(crate) fn run_sql(&self, role: &str, database: &str, sql: &str) -> String {
        let mut psql = self.command("psql");
        psql.arg("-h").arg(self.folder.path()).args(["-p", &self.port.to_string()]);
        let said = psql.args(["-U", role, "-d", database, "-qAtc", sql]).output().unwrap();
        let [out, errors] = [said.stdout, said.stderr].map(|said| String::from_utf8(said).unwrap());
        out + &errors
    }

    /// Gives a file in its folder to the server's user, and to nobody else.
    pub(crate) fn owns(&self, name: &str) {
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(0o600)).unwrap();
        if rustix::process::geteuid().is_root() {
            chown(self.path(name), Some(NOBODY), Some(NOBODY)).unwrap();
        }
    }

    /// Makes a database, and gives its URL through the socket, without a password.
    pub(crate) fn database(&self, name: &str) -> String {
        self.sql("postgres", &format!("CREATE DATABASE {name}"));
        self.local(name)
    }

    /// The URL of a database through the socket, for the owner.
    pub(crate) fn local(&self, name: &str) -> String {
        let socket = self.folder.path().to_str().unwrap().replace('/', "%2F");
        format!("postgres://owner@{socket}:{}/{name}", self.port)
    }

    /// The URL of a database through the network, for a role.
    pub(crate) fn url(&self, role: &str, name: &str) -> String {
        format!("postgres://{role}@127.0.0.1:{}/{name}", self.port)
    }

    /// The port on the loopback interface.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// The process of the server.
    pub(crate) fn pid(&self) -> Option<u32> {
        self.running.as_ref().map(Child::id)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

const NOBODY: u32 = 65534;

/// A command whose process ends when the thread that started it does, however that ends.
/// SIGINT lets a server give back its shared memory.
pub(crate) fn ends_with_us(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "INT", "--"]).arg(program);
    command
}

/// A port of the loopback interface that nobody listens on.
pub(crate) fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// The folder of PostgreSQL's programs: the newest that Debian has installed, or that of
/// the one on PATH.
fn programs() -> PathBuf {
    let mut debian: Vec<PathBuf> = fs::read_dir("/usr/lib/postgresql")
        .map(|versions| versions.flatten().map(|version| version.path().join("bin")).collect())
        .unwrap_or_default();
    debian.retain(|bin| bin.join("initdb").exists());
    debian.sort();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).find(|bin| bin.join("initdb").exists());
    debian.pop().or(on_path).unwrap_or_else(|| {
        panic!("these tests need PostgreSQL's server; `cargo xtask test` installs it")
    })
}
