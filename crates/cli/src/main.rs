//! The `wellsmith` program.

/// Generators and evaluators make many small values: some 5% faster than with the
/// system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    wellsmith_cli::main()
}
