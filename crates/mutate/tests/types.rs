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

/// The type that a line of a dump gives to an expression.
#[track_caller]
fn check_line(source: &str, expression: &str, line: &str, expected: Option<&str>) {
    let start = source.rfind(expression).unwrap();
    let dumped = read_dump(source, line);
    let found = dumped.iter().find(|(span, _)| {
        (span.start as usize, span.end as usize) == (start, start + expression.len())
    });
    assert_eq!(found.map(|(_, dumped)| &dumped.ty[..]), expected);
}

#[test]
fn a_line_of_a_dump_is_about_its_own_expression() {
    let source = "let t = ((1, 2), 3)\nlet x = t.0.1\n";
    let line = "(tuple_element_expr type=\"(Int, Int)\" range=[a:2:9 - line:2:11] field #0)";
    check_line(source, "t.0", line, Some("(Int, Int)"));
    check_line(source, "t.0.1", line, None);
    let line = "(tuple_element_expr type=\"Int\" range=[a:2:9 - line:2:13] field #1)";
    check_line(source, "t.0.1", line, Some("Int"));
    let line = "(paren_expr type=\"(@lvalue S)\" range=[a:1:1 - line:1:6])";
    check_line("(self).a = 0\n", "(self)", line, Some("(S)"));
}

#[test]
fn labels_that_are_no_identifiers_are_in_backticks() {
    let source = "func f(_ t: (`a b`: Int, in: Int)) {\n  let u: (Int, Int) = (t)\n}\n";
    let analysed = analyse(source).unwrap();
    let (_, ty) = analysed.annotations.iter().find(|(span, _)| span.of(source) == "t").unwrap();
    assert_eq!(analysed.types.text(*ty), "(`a b`: Int, in: Int)");
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
fn a_literal_that_a_call_converts_stays() {
    for (source, expression, replaced) in [
        ("let x = Thing(\"a\")\n", "\"a\"", false),
        ("let x = Thing((\"a\"))\n", "\"a\"", false),
        ("let x = make(\"a\")\n", "\"a\"", true),
        ("let x = Thing(a())\n", "a()", true),
    ] {
        let start = source.find(expression).unwrap();
        let last = start + if expression == "a()" { 2 } else { 0 };
        let dump = format!(
            "(some_expr type=\"Thing\" range=[a.swift:1:{} - line:1:{}])",
            start + 1,
            last + 1
        );
        let program = Swift.read(source, Some(&dump)).unwrap();
        let place = program.places().iter().any(|place| place.range.start == start);
        assert_eq!(place, replaced, "{source}");
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
        ("Shape.Type", false),
        ("Shape.Protocol", false),
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

#[test]
fn an_object_of_self_is_one() {
    let source = "let a = self.init()\n";
    let at = "range=[a.swift:1:9 - line:1:19]";
    let dump = format!(
        "(original_init=call_expr type=\"E\" {at})\n\
         (processed_init=covariant_return_conversion_expr implicit type=\"Self\" {at}\n\
         (call_expr type=\"E\" {at}\n"
    );
    let found = read_dump(source, &dump);
    assert_eq!(found.values().map(|dumped| &dumped.ty[..]).collect::<Vec<_>>(), ["Self"]);
}

#[test]
fn an_operator_that_is_a_value_is_not_the_type_that_declares_it() {
    let source = "f(-)\nf(Int.max)\n";
    let dump = "(type_expr type=\"Int.Type\" range=[a.swift:1:3 - line:1:3])\n\
                (type_expr type=\"Int.Type\" range=[a.swift:2:3 - line:2:3])\n";
    let found = read_dump(source, dump);
    let texts: Vec<&str> = found.keys().map(|span| span.of(source)).collect();
    assert_eq!(texts, ["Int"]);
}
