//! The analysis agrees with the compiler: every annotation is held against the
//! dump that swiftc 6.0.3 makes of the same program (`-dump-ast`, of which the
//! lines about expressions are kept).

use mutate::program::Plug;
use mutate::swift::compiler_types::read_dump;
use mutate::swift::{Swift, analyse};

#[track_caller]
fn check(source: &str, dump: &str, share: f64, with_compiler_types: f64) {
    let analysed = analyse(source).unwrap();
    let dumped = read_dump(source, dump);
    for (span, ty) in &analysed.annotations {
        let text = span.of(source);
        let theirs = dumped.get(span).unwrap_or_else(|| panic!("{text} is in the dump"));
        // The compiler keeps the parentheses of expressions in their types.
        let unwrapped = theirs.ty.strip_prefix('(').and_then(|ty| ty.strip_suffix(')'));
        let ours = analysed.types.text(*ty);
        assert!(
            theirs.ty == ours || unwrapped == Some(&ours),
            "{text} is {} to the compiler, {ours} to us",
            theirs.ty
        );
    }
    let known = Swift.read(source, None).unwrap().statistics();
    assert!(known.share_annotated() >= share, "{known:?}");
    let known = Swift.read(source, Some(dump)).unwrap().statistics();
    assert!(known.share_annotated() >= with_compiler_types, "{known:?}");
}

#[test]
fn shapes() {
    check(include_str!("seeds/shapes.swift"), include_str!("dumps/shapes.txt"), 0.7, 0.85);
}

#[test]
fn queue() {
    check(include_str!("seeds/queue.swift"), include_str!("dumps/queue.txt"), 0.7, 0.85);
}

#[test]
fn a_dump_of_something_else_is_harmless() {
    let source = "let x = 1\n";
    for dump in ["", "(call_expr type=", "(call_expr type=\"Int\" range=[a:1:99 - line:7:1])", "é("]
    {
        assert!(read_dump(source, dump).is_empty());
        assert!(Swift.read(source, Some(dump)).is_ok());
    }
}

#[test]
fn types_of_a_dump_are_known_also_where_nothing_is_replaced() {
    let source = "func f(_ p: some P) {\n  use(p)\n}\n";
    let start = source.rfind("p)").unwrap();
    let argument = start..start + 1;
    for (ty, replaced) in [
        ("Shape", true),
        ("[Shape]", true),
        // It may be one that is unwrapped.
        ("Shape?", false),
        ("Pair<Shape, Int>", false),
        ("(Shape, Int)", false),
        ("(Shape) -> Int", false),
    ] {
        let dump = format!("(declref_expr type=\"{ty}\" range=[a.swift:2:7 - line:2:7])");
        let program = Swift.read(source, Some(&dump)).unwrap();
        let expressions = program.expressions();
        let found = expressions.iter().find(|expr| expr.range == argument).unwrap();
        assert_eq!((found.ty.as_deref(), found.from_compiler), (Some(ty), true));
        let place = program.places().iter().any(|place| place.range == argument);
        assert_eq!(place, replaced, "{ty}");
    }
}
