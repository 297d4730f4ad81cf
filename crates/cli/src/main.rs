//! The `wellsmith` program.

fn main() -> std::process::ExitCode {
    wellsmith_cli::main()
}
