//! Holds the analysis against the compiler's own dumps: FILES DUMPS, two folders.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use mutate::program::Plug;
use mutate::swift::compiler_types::read_dump;
use mutate::swift::{Swift, analyse, parse};

fn main() {
    let mut args = std::env::args().skip(1);
    let (files, dumps) = (args.next().expect("a folder"), args.next().expect("a folder"));
    let (mut right, mut wrong, mut absent, mut values, mut annotated, mut sites, mut typed) =
        (0, 0, 0, 0, 0, 0, 0);
    let (mut with_compiler, mut all_values, mut grouped, mut of) = (0, 0, 0, 0);
    let mut names: Vec<_> = std::fs::read_dir(&files)
        .expect("a folder")
        .flatten()
        .map(|entry| entry.file_name().into_string().expect("a name"))
        .collect();
    names.retain(|name| name.ends_with(".swift"));
    names.sort();
    let mut missing: std::collections::BTreeMap<String, Vec<String>> = Default::default();
    for name in names {
        let source = std::fs::read_to_string(format!("{files}/{name}")).expect("a text");
        let Ok(dump) = std::fs::read_to_string(format!("{dumps}/{name}.txt")) else { continue };
        let Ok(analysed) = analyse(&source) else { continue };
        if let Ok(program) = Swift.read(&source, Some(&dump)) {
            let counts = program.statistics();
            with_compiler += counts.annotated;
            all_values += counts.expressions;
        }
        let dump = read_dump(&source, &dump);
        if let Ok(tree) = parse(&source) {
            let spans: std::collections::HashSet<_> =
                tree.expressions().map(|(_, expr)| expr.span).collect();
            let kinds = [
                "binary_expr",
                "ternary_expr",
                "prefix_unary_expr",
                "try_expr",
                "coerce_expr",
                "assign_expr",
                "call_expr",
                "member_ref_expr",
            ];
            for (span, _) in dump.iter().filter(|(_, d)| kinds.contains(&d.kind.as_str())) {
                grouped += usize::from(spans.contains(span));
                of += 1;
                if !spans.contains(span) && std::env::var("GROUPING").is_ok() {
                    println!("GROUP {name}: {:?}", span.of(&source));
                }
            }
        }
        values += analysed.values;
        annotated += analysed.annotations.len();
        sites += analysed.sites.len();
        typed += usize::from(!analysed.sites.is_empty());
        let known: std::collections::BTreeSet<_> =
            analysed.annotations.iter().map(|(span, _)| *span).collect();
        let mut others: Vec<_> = dump.iter().filter(|(span, _)| !known.contains(span)).collect();
        others.sort_by_key(|(span, _)| **span);
        for (span, dumped) in others {
            if !dumped.ty.contains("->") && !dumped.ty.contains(".Type") {
                let text: String = span.of(&source).chars().take(60).collect();
                let line = source[..span.start as usize].lines().count();
                missing
                    .entry(dumped.kind.clone())
                    .or_default()
                    .push(format!("{name}:{line}: {text:?}: {}", dumped.ty));
            }
        }
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
    if std::env::var("MISSING").is_ok() {
        for (kind, all) in &missing {
            println!("{} {kind}", all.len());
            for one in all.iter().step_by(all.len() / 8 + 1) {
                println!("    {one}");
            }
        }
    }
    println!(
        "{right} right, {wrong} wrong, {absent} not in the dump; {annotated} of {values} values \
         annotated; {sites} sites in {typed} files; with the compiler's types {with_compiler} of \
         {all_values}; {grouped} of {of} groups are nodes of ours"
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
        || theirs
            .strip_prefix("Array<")
            .and_then(|t| t.strip_suffix('>'))
            .is_some_and(|element| format!("[{element}]") == ours)
        || theirs.strip_suffix("...").is_some_and(|element| format!("[{element}]") == ours)
}
