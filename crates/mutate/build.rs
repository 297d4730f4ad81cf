//! Lists the built-in seed programs: the files in `seeds`, by language.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=seeds");
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo names the package's folder");
    let mut list = String::from("&[\n");
    for (language, folder, extension) in [("Swift", "swift", ".swift"), ("Rust", "rust", ".rs")] {
        let folder = Path::new(&root).join("seeds").join(folder);
        let mut names: Vec<String> = fs::read_dir(&folder)
            .map(|all| all.flatten().filter_map(|e| e.file_name().into_string().ok()).collect())
            .unwrap_or_default();
        names.retain(|name| name.ends_with(extension));
        names.sort();
        for name in names {
            let path = folder.join(&name);
            writeln!(list, "    (Language::{language}, {name:?}, include_str!({path:?})),")
                .expect("a string takes all");
        }
    }
    list.push_str("]\n");
    let out = env::var("OUT_DIR").expect("cargo names the output folder");
    fs::write(Path::new(&out).join("seeds.rs"), list).expect("the output folder is writable");
}
