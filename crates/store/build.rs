//! The migrations are embedded by a macro, which does not notice new files.

#![allow(clippy::print_stdout)] // This is how a build script talks to cargo.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
    println!("cargo:rerun-if-changed=postgres");
}
