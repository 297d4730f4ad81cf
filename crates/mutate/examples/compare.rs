//! Holds the analysis against the compiler's own dumps: FILES DUMPS, two folders.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use mutate::swift::analyse;
use mutate::swift::compiler_types::read_dump;

fn main() {
    let mut args = std::env::args().skip(1);
    let (files, dumps) = (args.next().expect("a folder"), args.next().expect("a folder"));
    let (mut right, mut wrong, mut absent, mut values, mut annotated, mut sites, mut typed) =
        (0, 0, 0, 0, 0, 0, 0);
    let mut names: Vec<_> = std::fs::read_dir(&files)
        .expect("a folder")
        .flatten()
        .map(|entry| entry.file_name().into_string().expect("a name"))
        .collect();
    names.sort();
    for name in names {
        let source = std::fs::read_to_string(format!("{files}/{name}")).expect("a text");
        let Ok(dump) = std::fs::read_to_string(format!("{dumps}/{name}.txt")) else { continue };
        let Ok(analysed) = analyse(&source) else { continue };
        let dump = read_dump(&source, &dump);
        values += analysed.values;
        annotated += analysed.annotations.len();
        sites += analysed.sites.len();
        typed += usize::from(!analysed.sites.is_empty());
        for (span, ty) in &analysed.annotations {
            let ours = analysed.types.text(*ty);
            match dump.get(span) {
                None => {
                    absent += 1;
                    if std::env::var("ABSENT").is_ok() {
                        println!("ABSENT {name}: {:?} {ours}", span.of(&source));
                    }
                }
                Some(theirs) if same(&source, &theirs.ty, &ours) => right += 1,
                Some(theirs) => {
                    wrong += 1;
                    let line = source[..span.start as usize].lines().count();
                    let text: String = span.of(&source).chars().take(60).collect();
                    println!(
                        "WRONG {name}:{line}: {text:?} is {} ({}), not {ours}",
                        theirs.ty, theirs.kind
                    );
                }
            }
        }
    }
    println!(
        "{right} right, {wrong} wrong, {absent} not in the dump; {annotated} of {values} values \
         annotated; {sites} sites in {typed} files"
    );
}

/// Whether the compiler's type is ours but for its spelling: `Void`, parentheses,
/// a variadic parameter, or the name of an alias.
fn same(source: &str, theirs: &str, ours: &str) -> bool {
    let plain = theirs.replace("Void", "()").replace("Self.", "");
    let unwrapped = plain.strip_prefix('(').and_then(|ty| ty.strip_suffix(')')).unwrap_or(&plain);
    let alias = theirs
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .any(|word| !word.is_empty() && source.contains(&format!("typealias {word}")));
    plain == ours
        || unwrapped == ours
        || alias
        || theirs.strip_suffix("...").is_some_and(|element| format!("[{element}]") == ours)
}
