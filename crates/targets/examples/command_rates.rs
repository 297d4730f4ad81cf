//! How many programs a second a command target takes: `command_rates COMMAND
//! PROGRAM`, for example `command_rates 'true {file}' 'text'`.

#![allow(clippy::print_stdout, clippy::print_stderr)] // It shows what it measured.

use std::time::Instant;

use case::Language;
use targets::command::CommandTarget;
use targets::{Settings, verdicts};

fn main() {
    let mut args = std::env::args().skip(1);
    let (Some(command), Some(program)) = (args.next(), args.next()) else {
        panic!("usage: command_rates COMMAND PROGRAM");
    };
    let description = CommandTarget::from_command_line(&command, Language::named("calc"))
        .unwrap_or_else(|error| panic!("{error}"));
    let info = description.describe().remove(0);
    let settings = Settings::new(std::env::temp_dir());
    let target =
        &mut *description.open(&info.name, &settings).unwrap_or_else(|error| panic!("{error}"));
    for size in [1, 10, info.batch, 10 * info.batch] {
        let programs = vec![&program[..]; size];
        let rounds = (1000 / size).clamp(1, 50);
        let started = Instant::now();
        let cpu: std::time::Duration = (0..rounds).map(|_| verdicts(target, &programs).cpu()).sum();
        let (wall, count) = (started.elapsed().as_secs_f64(), (size * rounds) as f64);
        println!(
            "batches of {size}: {:.0} programs a second, {:.2} ms of processor time each",
            count / wall,
            1000.0 * cpu.as_secs_f64() / count
        );
    }
}
