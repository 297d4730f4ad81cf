//! The migrations are embedded by a macro, which does not notice new files.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
