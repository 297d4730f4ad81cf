//! Parses every Swift file of a folder and says how much of it is understood.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::Path;

use mutate::swift::parse;
use mutate::swift::tree::{NodeId, Span, StmtKind, Tree};

fn main() {
    let folder = std::env::args().nth(1).expect("a folder");
    let mut files = Vec::new();
    collect(Path::new(&folder), &mut files);
    files.sort();
    let (mut parsed, mut refused, mut raw, mut total, mut whole) = (0, 0, 0, 0, 0);
    for path in &files {
        let Ok(source) = std::fs::read_to_string(path) else { continue };
        let before = std::time::Instant::now();
        let result = parse(&source);
        if before.elapsed().as_millis() > 200 {
            eprintln!("slow: {} {:?}", path.display(), before.elapsed());
        }
        match result {
            Ok(tree) => {
                parsed += 1;
                assert_eq!(printed(&tree), source, "{}", path.display());
                total += source.len();
                let mut raw_here = 0;
                let mut stack: Vec<NodeId> = tree.top.iter().map(|&s| NodeId::Stmt(s)).collect();
                while let Some(node) = stack.pop() {
                    if let NodeId::Stmt(id) = node
                        && matches!(tree[id].kind, StmtKind::Raw)
                    {
                        raw_here += tree[id].span.len();
                        if std::env::args().nth(2).is_some() {
                            let text: String = tree.text(tree[id].span).chars().take(100).collect();
                            println!("{}: {}", path.display(), text.replace('\n', "⏎"));
                        }
                    }
                    stack.extend(tree.children(node));
                }
                raw += raw_here;
                whole += usize::from(raw_here == 0);
            }
            Err(error) => {
                refused += 1;
                if std::env::args().nth(2).is_some() {
                    println!("{}: REFUSED {error}", path.display());
                }
            }
        }
    }
    println!("{parsed} parsed, {whole} wholly, {refused} refused, {raw} raw bytes of {total}");
}

fn collect(folder: &Path, files: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "swift") {
            files.push(path);
        }
    }
}

fn printed(tree: &Tree<'_>) -> String {
    fn copy(tree: &Tree<'_>, nodes: &[NodeId], within: Span, out: &mut String) {
        let mut at = within.start;
        for &node in nodes {
            let span = tree.span(node);
            out.push_str(tree.text(Span { start: at, end: span.start }));
            copy(tree, &tree.children(node), span, out);
            at = span.end;
        }
        out.push_str(tree.text(Span { start: at, end: within.end }));
    }
    let top: Vec<NodeId> = tree.top.iter().map(|&id| NodeId::Stmt(id)).collect();
    let mut out = String::new();
    copy(tree, &top, Span { start: 0, end: tree.source.len() as u32 }, &mut out);
    out
}
