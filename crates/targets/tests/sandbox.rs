//! What the sandbox must contain, tried with programs that do it.

use targets::sandbox::{self, Command, Limits, Status};

fn sh(script: &str) -> Command {
    let mut command = Command::new("/bin/sh", Limits::default());
    command.args = vec!["-c".into(), script.into()];
    command
}

#[test]
fn an_ordinary_program_is_run() {
    let mut command = sh("cat; echo err >&2; exit 7");
    command.stdin = b"in\n".to_vec();
    let finished = sandbox::run(&command).unwrap();
    assert_eq!(finished.status, Status::Exited(7));
    assert_eq!(finished.stdout, b"in\n");
    assert_eq!(finished.stderr, b"err\n");
    let t = std::time::Instant::now();
    for _ in 0..50 {
        sandbox::run(&sh("true")).unwrap();
    }
    println!("{:?} {:?}", t.elapsed() / 50, sandbox::run(&sh("ls /; kill -SEGV $$")).unwrap());
}
