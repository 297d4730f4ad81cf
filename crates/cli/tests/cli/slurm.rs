//! The launch file for Slurm, run by a real Slurm: controller, node and job array on this
//! machine.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::many_machines::server::{PASSWORD, Server, free_port};
use crate::many_machines::{run, seen};
use crate::planted;
use crate::support::{Home, Said};

/// Slurm with one node, which is this machine, and everything that it runs. All of it ends
/// with this value, or with this process.
struct Slurm {
    folder: TempDir,
    running: Child,
}

impl Slurm {
    fn start() -> Slurm {
        for program in ["munged", "slurmctld", "slurmd"] {
            let found = ["/usr/sbin", "/usr/local/sbin"]
                .iter()
                .any(|folder| Path::new(folder).join(program).exists());
            assert!(found, "this test needs {program}; `cargo xtask test` installs it");
        }
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in ["munge", "state", "spool"] {
            fs::create_dir(path(name)).unwrap();
            fs::set_permissions(path(name), fs::Permissions::from_mode(0o700)).unwrap();
        }
        let [controller, node] = [free_port(), free_port()];
        let said = |program: &str, arg: &str| {
            let said = Command::new(program).arg(arg).output().unwrap();
            String::from_utf8(said.stdout).unwrap().trim().to_owned()
        };
        let (host, user) = (said("hostname", "-s"), said("id", "-un"));
        let at = folder.path().display();
        let settings = format!(
            "ClusterName=test
             SlurmctldHost={host}(127.0.0.1)
             SlurmctldPort={controller}
             SlurmdPort={node}
             SlurmUser={user}
             SlurmdUser={user}
             AuthType=auth/munge
             AuthInfo=socket={at}/munge/socket
             StateSaveLocation={at}/state
             SlurmdSpoolDir={at}/spool
             SlurmctldPidFile={at}/slurmctld.pid
             SlurmdPidFile={at}/slurmd.pid
             SlurmctldLogFile={at}/slurmctld.log
             SlurmdLogFile={at}/slurmd.log
             ProctrackType=proctrack/linuxproc
             TaskPlugin=task/none
             SelectType=select/cons_tres
             SelectTypeParameters=CR_Core
             SlurmdParameters=config_overrides
             ReturnToService=2
             KillWait=60
             MailProg=/bin/true
             NodeName={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=1000
             PartitionName=all Nodes=ALL Default=YES\n"
        );
        fs::write(path("slurm.conf"), settings.replace("\n             ", "\n")).unwrap();
        let script = "
            head -c 1024 /dev/urandom > munge/key && chmod 400 munge/key
            munged --foreground --force --key-file=$PWD/munge/key --socket=$PWD/munge/socket \
                --pid-file=$PWD/munge/pid --log-file=$PWD/munge/log --seed-file=$PWD/munge/seed &
            until [ -S munge/socket ]; do sleep 0.1; done
            slurmctld -D &
            exec slurmd -D";
        // Jobs are not children of the daemons' parents: the end of a process name space ends
        // them too.
        let running = Command::new("bwrap")
            .args(["--dev-bind", "/", "/", "--unshare-pid", "--proc", "/proc"])
            .args(["--die-with-parent", "--", "/bin/sh", "-c", script])
            .current_dir(folder.path())
            .env("PATH", search_path("/usr/sbin"))
            .env("SLURM_CONF", path("slurm.conf"))
            .stdin(Stdio::null())
            .stdout(fs::File::create(path("log")).unwrap())
            .stderr(fs::File::create(path("errors")).unwrap())
            .spawn()
            .unwrap();
        let slurm = Slurm { folder, running };
        slurm.until("the node is idle", || {
            let mut state = slurm.command("sinfo");
            String::from_utf8(state.args(["-h", "-o", "%T"]).output().unwrap().stdout).unwrap()
                == "idle\n"
        });
        slurm
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A program of Slurm's, in its folder.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("SLURM_CONF", self.path("slurm.conf")).current_dir(self.folder.path());
        command
    }

    fn run(&self, program: &str, args: &[&str]) -> String {
        Said::of(self.command(program).args(args).output().unwrap()).ends(0).stdout
    }

    /// Waits until something is so.
    fn until(&self, what: &str, mut is_so: impl FnMut() -> bool) {
        let started = Instant::now();
        while !is_so() {
            assert!(started.elapsed() < Duration::from_secs(300), "{what}: never\n{}", self.logs());
            thread::sleep(Duration::from_millis(200));
        }
    }

    /// What the daemons and jobs have said.
    fn logs(&self) -> String {
        let mut logs = String::new();
        for file in fs::read_dir(self.folder.path()).unwrap().flatten() {
            let name = file.file_name().into_string().unwrap();
            if let Ok(text) = fs::read_to_string(file.path()) {
                logs += &format!("--- {name}\n{text}\n");
            }
        }
        logs
    }
}

impl Drop for Slurm {
    fn drop(&mut self) {
        let _ = self.running.kill();
        let _ = self.running.wait();
    }
}

/// PATH with a folder before the others.
fn search_path(first: &str) -> String {
    format!("{first}:{}", std::env::var("PATH").unwrap())
}

#[test]
fn a_job_array_finishes_a_campaign_although_one_of_its_tasks_is_cancelled() {
    let undisturbed = planted::campaign();
    let home = Home::new();
    let server = Server::start(&["fsync=off"]);
    server.database("campaigns");
    let url = &server.url("owner", "campaigns");
    let plan = ["fuzz", "--target", planted::target(), "--count", planted::COUNT, "--seed", "7"];
    run(&home, url, &[&plan[..], &["--detach"]].concat()).ends(0);
    let number = |sql: &str| server.sql("campaigns", sql).parse::<u64>().unwrap();

    let slurm = Slurm::start();
    let program = Path::new(env!("CARGO_BIN_EXE_wellsmith"));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/slurm/workers.sbatch");
    let mut sbatch = slurm.command("sbatch");
    // Jobs get the environment of who submits them.
    sbatch.envs(home.command(&[]).get_envs().filter_map(|(key, value)| Some((key, value?))));
    sbatch
        .env("PATH", search_path(program.parent().unwrap().to_str().unwrap()))
        .env("WELLSMITH_STORE", url)
        .env("PGPASSWORD", PASSWORD)
        .args(["--parsable", "--array=1-2", "--cpus-per-task=1"])
        .arg(file)
        .args(["--allow", planted::target()]);
    let job = Said::of(sbatch.output().unwrap()).ends(0).stdout.trim().to_owned();

    let leased_by = |task: u32| {
        number(&format!(
            "SELECT COUNT(*) FROM shards WHERE state = 'leased' AND lease_until > 0
             AND worker LIKE '{job}.{task}@%'"
        ))
    };
    slurm.until("both tasks work", || {
        let done = number("SELECT COUNT(*) FROM shards WHERE state = 'done'");
        assert!(done < 8, "the campaign is too short\n{}", slurm.logs());
        leased_by(1) == 1 && leased_by(2) == 1
    });
    slurm.run("scancel", &[&format!("{job}_1")]);
    slurm.until("the array ends", || slurm.run("squeue", &["-h"]).is_empty());

    let (shards, done) = (
        number("SELECT COUNT(*) FROM shards"),
        number("SELECT COUNT(*) FROM shards WHERE state = 'done'"),
    );
    assert_eq!((shards, done), (8, 8), "{}", slurm.logs());
    // SIGTERM reached the worker, and no lease had to run out.
    assert_eq!(number("SELECT SUM(lost) FROM shards"), 0, "{}", slurm.logs());
    assert_eq!(number("SELECT COUNT(*) FROM workers WHERE word = 'has ended'"), 2);
    let by_first = number(&format!("SELECT shards FROM workers WHERE name LIKE '{job}.1@%'"));
    assert!(by_first < 8, "the second task did its part");
    let summary = run(&home, url, &["fuzz", "--resume", "--json"]).json();
    assert_eq!(summary["families"], undisturbed.summary["families"]);
    assert_eq!(summary["outcomes"], undisturbed.summary["outcomes"]);
    assert_eq!(seen(&summary["buckets"]), seen(&undisturbed.summary["buckets"]));
}
