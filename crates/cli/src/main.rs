//! The `wellsmith` program.
fn main() {}
