//! Does what a sandbox must contain. The first argument says what.

use std::io::Write;
use std::net::TcpStream;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    match args[1].as_str() {
        "connect" => match TcpStream::connect(&args[2]) {
            Ok(_) => println!("connected"),
            Err(error) => println!("refused: {error}"),
        },
        "eat" => drop(eat(u64::MAX)),
        // Stays below the limit itself and leaves the rest to its children.
        "eat-together" => {
            let me = std::env::current_exe().unwrap();
            for _ in 0..3 {
                std::process::Command::new(&me).args(["eat-and-wait", &args[2]]).spawn().unwrap();
            }
            std::thread::park();
        }
        "eat-and-wait" => {
            let _eaten = eat(args[2].parse().unwrap());
            loop {
                std::thread::park();
            }
        }
        "threads" => {
            // More than are allowed, and it goes on when the system refuses one. Without end it
            // could run out of addresses for their stacks before anybody looks.
            for _ in 0..2000 {
                let _ = std::thread::Builder::new().stack_size(16 << 10).spawn(std::thread::park);
            }
            std::thread::park();
        }
        "burn-in-a-child" => {
            let me = std::env::current_exe().unwrap();
            std::process::Command::new(&me).args(["burn", &args[2]]).status().unwrap();
        }
        "burn" => burn(args[2].parse().unwrap()),
        // Makes a system call, and says what the kernel answers.
        "call" => {
            let number = |arg: &String| arg.parse::<i64>().ok();
            let call: Vec<i64> = args[2..].iter().filter_map(number).collect();
            let argument = |i: usize| call.get(i).copied().unwrap_or(0);
            // SAFETY: the tests give calls that touch no memory of this process.
            let result =
                unsafe { syscall(argument(0), argument(1), argument(2), argument(3), 0) };
            match result {
                -1 => println!("{}", std::io::Error::last_os_error().raw_os_error().unwrap()),
                _ => println!("done"),
            }
        }
        // What it leaves in /tmp.
        "leave" => {
            use std::os::unix::fs::symlink;
            std::fs::write("/tmp/file", "text").unwrap();
            std::fs::create_dir("/tmp/folder").unwrap();
            symlink("/etc/passwd", "/tmp/link").unwrap();
            symlink("/dev/zero", "/tmp/zero").unwrap();
            symlink("/", "/tmp/root").unwrap();
            let status = std::process::Command::new("mkfifo").arg("/tmp/fifo").status();
            assert!(status.unwrap().success());
        }
        other => panic!("unknown misbehaviour {other}"),
    }
    std::io::stdout().flush().unwrap();
}

unsafe extern "C" {
    fn syscall(number: i64, ...) -> i64;
}

/// Takes memory and touches it.
fn eat(bytes: u64) -> Vec<Vec<u8>> {
    let mut eaten = Vec::new();
    while (eaten.len() as u64) << 20 < bytes {
        eaten.push(vec![1; 1 << 20]);
    }
    eaten
}

/// Uses processor time, as the system itself counts it, in milliseconds.
fn burn(milliseconds: u64) {
    loop {
        for i in 0..1_000_000 {
            std::hint::black_box(i);
        }
        let schedstat = std::fs::read_to_string("/proc/self/schedstat").unwrap();
        let nanoseconds: u64 = schedstat.split(' ').next().unwrap().parse().unwrap();
        if nanoseconds / 1_000_000 >= milliseconds {
            return;
        }
    }
}
