//! What the sandbox must contain, tried with programs that do it. The last test
//! runs all the others again as an ordinary user, if they were run as root.
//!
//! None of the time limits here depends on how busy the machine is: a program
//! that is contained is stopped by the limit that it runs into, and the limits
//! that it must not run into are far away.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use targets::sandbox::{self, Command, Finished, Limit, Limits, SandboxError, Status, Work};

/// The variable that names the compiled [`misbehave`] to a test run by another
/// user, who may not have a compiler.
const MISBEHAVE: &str = "WELLSMITH_TEST_MISBEHAVE";

/// The variable that makes a test play the part of a process that comes to harm.
const VICTIM: &str = "WELLSMITH_TEST_VICTIM";

/// Limits that are met only by what a test does on purpose.
fn far_away() -> Limits {
    Limits {
        wall: Duration::from_secs(300),
        cpu: Duration::from_secs(100),
        memory: 1 << 30,
        output: 1 << 20,
        file_size: 64 << 20,
        processes: 300,
        scratch: 64 << 20,
    }
}

fn sh(script: &str) -> Command {
    let mut command = Command::new("/bin/sh", far_away());
    command.args = vec!["-c".into(), script.into()];
    command
}

/// The program in `programs/misbehave.rs`, compiled once.
fn misbehave(args: &[&str]) -> Command {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    let program = PROGRAM.get_or_init(|| {
        if let Some(program) = std::env::var_os(MISBEHAVE) {
            return program.into();
        }
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("misbehave");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/misbehave.rs");
        let rustc = std::env::var_os("RUSTC").unwrap_or("rustc".into());
        let status = std::process::Command::new(rustc)
            .args(["--edition=2024", "-O"])
            .arg(source)
            .arg("-o")
            .arg(&program)
            .status()
            .unwrap();
        assert!(status.success(), "the test's own program does not compile");
        program
    });
    let mut command = Command::new(program, far_away());
    command.read_only = vec![program.clone()];
    command.args = args.iter().map(Into::into).collect();
    command
}

/// Runs a program and checks that none of its processes is left.
fn run(mut command: Command) -> Finished {
    let marker = marker();
    command.args.push(marker.clone().into());
    let finished = sandbox::run(&command).unwrap();
    assert_eq!(processes_with(&marker), Vec::<String>::new(), "processes are left");
    finished
}

/// An argument that no other process has.
fn marker() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("wellsmith-test-{}-{number}-", std::process::id())
}

/// The command lines of the processes that have this marker.
fn processes_with(marker: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").unwrap() {
        let line = fs::read(entry.unwrap().path().join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        if line.contains(marker) {
            found.push(line);
        }
    }
    found
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn an_ordinary_program_runs_and_is_seen() {
    let mut command = sh("cat; echo err >&2; pwd; echo $HOME $GREETING; exit 7");
    command.stdin = b"in\n".to_vec();
    command.env = vec![("GREETING".into(), "hello there".into())];
    let finished = run(command);
    assert_eq!(finished.status, Status::Exited(7));
    assert_eq!(text(&finished.stdout), "in\n/tmp\n/tmp hello there\n");
    assert_eq!(text(&finished.stderr), "err\n");
}

#[test]
fn a_large_input_and_output_pass() {
    let mut command = sh("cat");
    command.limits.output = 8 << 20;
    command.stdin = b"0123456789abcdef".repeat(1 << 18);
    let finished = run(command.clone());
    assert_eq!(finished.status, Status::Exited(0));
    assert_eq!(finished.stdout, command.stdin);
}

#[test]
fn input_that_nobody_reads_is_no_error() {
    let mut command = sh("exec <&-; exit 3");
    command.stdin = vec![b'x'; 1 << 20];
    assert_eq!(run(command).status, Status::Exited(3));
}

#[test]
fn a_signal_is_told_from_an_exit() {
    let finished = run(sh("kill -SEGV $$"));
    assert_eq!(finished.status, Status::Signalled(11));
    assert_eq!(text(&finished.stderr), "", "the sandbox's own shell speaks");
    // As process 1 a program would not hear its own SIGABRT.
    assert_eq!(run(sh("kill -ABRT $$")).status, Status::Signalled(6));
}

#[test]
fn a_missing_program_is_said_to_be_missing() {
    let finished = run(Command::new("/no/such/program", far_away()));
    assert_eq!(finished.status, Status::Exited(127));
    assert!(text(&finished.stderr).contains("/no/such/program"));
}

#[test]
fn a_sandbox_that_cannot_be_made_is_an_error_of_the_sandbox() {
    let mut command = sh("exit 1");
    command.read_only = vec!["/no/such/folder".into()];
    let error = sandbox::run(&command).unwrap_err();
    assert!(matches!(&error, SandboxError::Setup(text) if text.contains("/no/such/folder")));
}

#[test]
fn without_bubblewrap_the_error_says_what_to_install() {
    if std::env::var_os(VICTIM).is_some() {
        println!("{}", sandbox::run(&sh("true")).unwrap_err());
        return;
    }
    let output = this_test("without_bubblewrap_the_error_says_what_to_install")
        .env("PATH", "/nowhere")
        .output()
        .unwrap();
    assert!(output.status.success());
    assert!(text(&output.stdout).contains("apt-get install bubblewrap"));
}

#[test]
fn the_users_files_are_invisible() {
    let home = std::env::var_os("HOME").unwrap();
    let file = tempfile::NamedTempFile::new_in(home).unwrap();
    fs::write(file.path(), "secret").unwrap();
    let finished = run(sh(&format!("cat {}", file.path().display())));
    assert_eq!(finished.status, Status::Exited(1));
    assert_eq!(text(&finished.stdout), "");

    let folder = env!("CARGO_MANIFEST_DIR");
    assert_eq!(run(sh(&format!("test -e {folder}"))).status, Status::Exited(1));
    let listed = run(sh("ls -A / /tmp /etc"));
    for name in ["home", "root", "var", "shadow", "ssh"] {
        assert!(!text(&listed.stdout).lines().any(|line| line == name), "{name} is visible");
    }
}

#[test]
fn nothing_can_be_written_but_the_private_tmp_and_the_work_folder() {
    let work = tempfile::tempdir().unwrap();
    let mut command = sh("for folder in / /usr /etc /dev /dev/shm /proc/sys/kernel /tmp /w; do
            (: >$folder/written) 2>/dev/null && echo $folder
        done
        cat /proc/sys/kernel/printk_ratelimit_burst >/tmp/old
        (cat /tmp/old >/proc/sys/kernel/printk_ratelimit_burst) 2>/dev/null && echo sysctl
        :");
    command.work = Some(Work { path: work.path().to_owned(), writable: true });
    assert_eq!(text(&run(command.clone()).stdout), "/tmp\n/w\n");
    assert!(work.path().join("written").exists());

    fs::remove_file(work.path().join("written")).unwrap();
    command.work = Some(Work { path: work.path().to_owned(), writable: false });
    assert_eq!(text(&run(command).stdout), "/tmp\n");
}

#[test]
fn system_calls_that_nobody_needs_are_refused() {
    let refused = [
        ("a user namespace", vec![libc::SYS_unshare, libc::CLONE_NEWUSER.into()]),
        ("a user namespace by clone", vec![libc::SYS_clone, libc::CLONE_NEWUSER.into()]),
        ("memory without a process", vec![libc::SYS_memfd_create, 0, 0]),
        ("shared memory", vec![libc::SYS_shmget, 0, 4096, 0o600]),
        ("a keyring", vec![libc::SYS_keyctl, 0, -3, 1]),
        ("ptrace", vec![libc::SYS_ptrace, 0, 0, 0]),
        ("a hypervisor's socket", vec![libc::SYS_socket, libc::AF_VSOCK.into(), 1, 0]),
        ("the kernel's ciphers", vec![libc::SYS_socket, libc::AF_ALG.into(), 5, 0]),
        ("packets", vec![libc::SYS_socket, libc::AF_PACKET.into(), 3, 0]),
        ("the kernel's log", vec![libc::SYS_syslog, 10, 0, 0]),
    ];
    let absent = [
        ("clone3", vec![libc::SYS_clone3, 0, 0]),
        ("an io_uring", vec![libc::SYS_io_uring_setup, 1, 0]),
        ("the x32 ABI", vec![0x4000_0000 + libc::SYS_getpid]),
    ];
    let expected = refused.map(|(what, call)| (what, call, libc::EPERM)).into_iter();
    let expected = expected.chain(absent.map(|(what, call)| (what, call, libc::ENOSYS)));
    for (what, call, error) in expected {
        let words: Vec<String> = call.iter().map(i64::to_string).collect();
        let words: Vec<&str> = ["call"].into_iter().chain(words.iter().map(|w| &w[..])).collect();
        assert_eq!(text(&run(misbehave(&words)).stdout), format!("{error}\n"), "{what}");
    }
    let inet = [libc::SYS_socket, libc::AF_INET.into(), libc::SOCK_STREAM.into()];
    let words: Vec<String> = inet.iter().map(i64::to_string).collect();
    let finished = run(misbehave(&["call", &words[0], &words[1], &words[2]]));
    assert_eq!(text(&finished.stdout), "done\n");
}

#[test]
fn no_descriptor_of_ours_is_inherited() {
    // Without the flag that closes it when a program is executed.
    let open = fs::File::open("/").unwrap();
    let inherited = rustix::io::fcntl_dupfd_cloexec(&open, 77).unwrap();
    rustix::io::fcntl_setfd(&inherited, rustix::io::FdFlags::empty()).unwrap();
    let finished = run(sh("ls /proc/self/fd"));
    let descriptors: Vec<&str> = text(&finished.stdout).lines().collect();
    // The last one is that of the folder itself.
    assert_eq!(descriptors, ["0", "1", "2", "3"]);
}

#[test]
fn started_by_root_a_program_has_an_id_that_owns_nothing() {
    let finished = run(sh("id -u; id -G; grep -E '^(CapEff|NoNewPrivs)' /proc/self/status"));
    let said = text(&finished.stdout);
    let mut lines = said.lines();
    let [user, groups] = [(); 2].map(|()| lines.next().unwrap());
    if rustix::process::geteuid().is_root() {
        assert!(user.parse::<u32>().unwrap() > 65536, "{said}");
        assert_eq!(user, groups);
    }
    let rest: Vec<&str> = lines.collect();
    assert_eq!(rest, ["CapEff:\t0000000000000000", "NoNewPrivs:\t1"]);
}

#[test]
fn this_machine_protects_fully() {
    let missing = sandbox::Protection::of_this_machine().unwrap().missing();
    assert_eq!(missing, Vec::<&str>::new());
}

#[test]
fn only_regular_files_are_read_from_what_a_program_leaves() {
    let finished = run(misbehave(&["leave"]));
    let scratch = &finished.scratch;
    assert_eq!(scratch.read("file", 100).unwrap(), b"text");
    assert_eq!(scratch.read("file", 2).unwrap(), b"te");
    let elsewhere = ["link", "zero", "root/etc/passwd", "fifo", "folder", "missing", "/etc/passwd"];
    for path in elsewhere.into_iter().chain(["../etc/passwd"]) {
        assert!(scratch.read(path, 100).is_err(), "{path}");
    }
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("saved");
    scratch.save("file", &saved).unwrap();
    assert_eq!(fs::read(&saved).unwrap(), b"text");
    assert!(scratch.save("file", &saved).is_err(), "a file that is there is not replaced");
}

#[test]
fn the_network_is_out_of_reach() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let finished = run(misbehave(&["connect", &address]));
    assert!(text(&finished.stdout).starts_with("refused"), "{finished:?}");
}

#[test]
fn printing_without_end_is_stopped() {
    for script in ["yes", "yes >&2"] {
        let finished = run(sh(script));
        assert_eq!(finished.status, Status::Stopped(Limit::Output));
        let printed = (finished.stdout.len() + finished.stderr.len()) as u64;
        assert_eq!(printed, far_away().output + 1);
    }
}

#[test]
fn a_file_without_end_is_stopped() {
    let work = tempfile::tempdir().unwrap();
    let mut command = sh("exec head -c 100000000000 /dev/zero >/w/file");
    command.work = Some(Work { path: work.path().to_owned(), writable: true });
    assert_eq!(run(command).status, Status::Stopped(Limit::Files));
    let size = fs::metadata(work.path().join("file")).unwrap().len();
    assert_eq!(size, far_away().file_size);
}

#[test]
fn files_without_end_are_stopped() {
    let work = tempfile::tempdir().unwrap();
    let mut command = sh("while :; do i=$((i+1)); head -c 1000000 /dev/zero >/w/$i; done");
    command.work = Some(Work { path: work.path().to_owned(), writable: true });
    assert_eq!(run(command).status, Status::Stopped(Limit::Files));
}

#[test]
fn the_private_tmp_is_small() {
    let mut command = sh("head -c 100000000 /dev/zero >/tmp/file");
    command.limits.scratch = 1 << 20;
    assert_eq!(run(command).status, Status::Stopped(Limit::Files));
}

#[test]
fn sleeping_without_end_is_stopped() {
    let mut command = sh("sleep 100000");
    command.limits.wall = Duration::from_millis(200);
    let finished = run(command);
    assert_eq!(finished.status, Status::Stopped(Limit::Wall));
    assert!(finished.wall >= Duration::from_millis(200));
}

#[test]
fn burning_processor_time_is_stopped_wherever_it_burns() {
    for script in [
        "while :; do :; done",
        // In children, of which each alone stays below the limit.
        "for i in 1 2 3 4; do (while :; do :; done) & done; wait",
        // In a daemon.
        "setsid sh -c 'while :; do :; done' & sleep 100000",
        // In children that are over before anyone looks.
        "while :; do (for i in 1 2 3 4 5 6 7 8 9 10; do :; done); done",
    ] {
        let mut command = sh(script);
        command.limits.cpu = Duration::from_millis(500);
        let finished = run(command);
        assert_eq!(finished.status, Status::Stopped(Limit::Cpu), "{script}");
        assert!(finished.cpu >= Duration::from_millis(450), "{script}: {:?}", finished.cpu);
    }
}

#[test]
fn processor_time_is_counted_for_the_whole_tree() {
    let finished = run(misbehave(&["burn-in-a-child", "300"]));
    assert_eq!(finished.status, Status::Exited(0));
    assert!(finished.cpu >= Duration::from_millis(300), "{:?}", finished.cpu);
    // What it took besides is the start of three processes.
    assert!(finished.cpu <= Duration::from_millis(1500), "{:?}", finished.cpu);
}

#[test]
fn eating_memory_is_stopped() {
    let mut command = misbehave(&["eat"]);
    command.limits.memory = 300 << 20;
    assert_eq!(run(command).status, Status::Stopped(Limit::Memory));
    // Three children of 150 megabytes each.
    let mut command = misbehave(&["eat-together", &(150 << 20).to_string()]);
    command.limits.memory = 300 << 20;
    assert_eq!(run(command).status, Status::Stopped(Limit::Memory));
}

#[test]
fn a_fork_bomb_is_stopped() {
    let finished = run(sh("bomb() { bomb | bomb & }; bomb; while :; do sleep 1; done"));
    assert_eq!(finished.status, Status::Stopped(Limit::Processes));
}

#[test]
fn too_many_threads_are_stopped() {
    let finished = run(misbehave(&["threads"]));
    assert_eq!(finished.status, Status::Stopped(Limit::Processes));
}

#[test]
fn a_daemon_ends_with_its_program() {
    let daemon = "exec </dev/null >/dev/null 2>&1; while :; do sleep 1; done";
    // `run` looks for the marker, which is `$0` of the outer shell.
    let finished = run(sh(&format!("setsid sh -c '{daemon}' $0 & echo started")));
    assert_eq!(finished.status, Status::Exited(0));
    assert_eq!(text(&finished.stdout), "started\n");
}

#[test]
fn a_foreign_root_becomes_the_root() {
    // A shell and the libraries it needs.
    let root = tempfile::tempdir().unwrap();
    let listed = std::process::Command::new("ldd").arg("/bin/sh").output().unwrap();
    let libraries = text(&listed.stdout).split_ascii_whitespace().filter(|w| w.starts_with('/'));
    for file in libraries.chain(["/bin/sh"]) {
        let copy = root.path().join(&file[1..]);
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        fs::copy(file, copy).unwrap();
    }
    fs::create_dir(root.path().join("etc")).unwrap();
    fs::write(root.path().join("etc/release"), "another system\n").unwrap();

    let work = tempfile::tempdir().unwrap();
    let shown = tempfile::tempdir().unwrap();
    fs::write(shown.path().join("file"), "of this machine\n").unwrap();
    let shown_file = shown.path().join("file");
    let mut command = sh(&format!(
        "read -r line </etc/release; echo $line; read -r line <{}; echo $line;
         test -e /usr/bin/env || echo no env; echo done >result",
        shown_file.display()
    ));
    command.root = Some(root.path().to_owned());
    command.read_only = vec![shown.path().to_owned()];
    command.work = Some(Work { path: work.path().to_owned(), writable: true });
    let finished = run(command);
    assert_eq!(text(&finished.stderr), "");
    assert_eq!(text(&finished.stdout), "another system\nof this machine\nno env\n");
    assert_eq!(fs::read_to_string(work.path().join("result")).unwrap(), "done\n");
}

#[test]
fn a_session_is_spoken_to_until_it_is_killed() {
    let marker = marker();
    let mut command = sh("while read -r line; do echo \"you said $line\"; done");
    command.args.push(marker.clone().into());
    command.limits.wall = Duration::ZERO;
    command.limits.cpu = Duration::ZERO;
    // Started by a thread that is over while the session is still used.
    let mut session = std::thread::spawn(move || sandbox::spawn(&command).unwrap()).join().unwrap();
    for word in ["hello", "again"] {
        writeln!(session.stdin, "{word}").unwrap();
        let mut line = String::new();
        BufReader::new(&mut session.stdout).read_line(&mut line).unwrap();
        assert_eq!(line, format!("you said {word}\n"));
    }
    let finished = session.kill().unwrap();
    assert_eq!(finished.status, Status::Signalled(9));
    assert!(finished.cpu > Duration::ZERO);
    assert_eq!(processes_with(&marker), Vec::<String>::new());
}

#[test]
fn a_session_ends_when_it_is_dropped_or_meets_a_limit() {
    let marker = marker();
    let mut command = sh("sleep 100000");
    command.args.push(marker.clone().into());
    drop(sandbox::spawn(&command).unwrap());
    assert_eq!(processes_with(&marker), Vec::<String>::new());

    let mut command = misbehave(&["eat"]);
    command.limits.memory = 200 << 20;
    let mut session = sandbox::spawn(&command).unwrap();
    // Comes back when the program is gone.
    BufReader::new(&mut session.stdout).read_line(&mut String::new()).unwrap();
    assert_eq!(session.kill().unwrap().status, Status::Stopped(Limit::Memory));
}

#[test]
fn a_session_counts_processor_time_while_it_runs() {
    let session = sandbox::spawn(&sh("while :; do :; done")).unwrap();
    while session.cpu() < Duration::from_millis(200) {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(session.kill().unwrap().cpu >= Duration::from_millis(200));
}

#[test]
fn nothing_survives_when_we_are_killed() {
    if let Some(marker) = std::env::var_os(VICTIM) {
        let mut command = sh("setsid sleep 100000 & while :; do sleep 1; done");
        command.args.push(marker);
        sandbox::run(&command).unwrap();
        return;
    }
    let marker = marker();
    let mut victim = this_test("nothing_survives_when_we_are_killed")
        .env(VICTIM, &marker)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    // `bwrap`, process 1 and the program.
    while processes_with(&marker).len() < 3 {
        assert!(victim.try_wait().unwrap().is_none(), "the victim is over too early");
        std::thread::sleep(Duration::from_millis(5));
    }
    victim.kill().unwrap();
    victim.wait().unwrap();
    // The kernel sends the signals at once; they may take a moment to arrive.
    let patience = Instant::now() + Duration::from_secs(60);
    while !processes_with(&marker).is_empty() {
        assert!(Instant::now() < patience, "left: {:?}", processes_with(&marker));
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// This test binary, to run one test as the victim.
fn this_test(name: &str) -> std::process::Command {
    let mut command = std::process::Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", name, "--nocapture"]).env(VICTIM, "");
    command
}

#[test]
fn all_of_this_holds_for_an_ordinary_user_too() {
    const NOBODY: u32 = 65534;
    if !rustix::process::geteuid().is_root() {
        return;
    }
    // Nobody may look into root's folders, so everything goes to a public one.
    let folder = tempfile::tempdir().unwrap();
    let public = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    public(folder.path(), 0o777);
    let copy = |file: &Path, name: &str| {
        let copy = folder.path().join(name);
        fs::copy(file, &copy).unwrap();
        public(&copy, 0o755);
        copy
    };
    let tests = copy(&std::env::current_exe().unwrap(), "tests");
    let program = copy(&misbehave(&[]).program, "misbehave");
    let output = std::process::Command::new(tests)
        .uid(NOBODY)
        .gid(NOBODY)
        .current_dir(folder.path())
        .env("HOME", folder.path())
        .env("TMPDIR", folder.path())
        .env(MISBEHAVE, program)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "as an ordinary user:\n{}{}",
        text(&output.stdout),
        text(&output.stderr)
    );
}
