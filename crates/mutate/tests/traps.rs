//! Where the same type is not enough: each trap that real compilers showed.

use mutate::swift::analyse;
use mutate::swift::analysis::{Analysed, Site};

/// The sites of a program as texts with their types.
fn sites(source: &str) -> Vec<String> {
    let analysed = analyse(source).expect("a program that is understood");
    let usual = analysed.sites.iter().filter(|site| !site.constant_condition && !site.callee);
    usual
        .map(|site| format!("{}: {}", site.span.of(source), analysed.types.text(site.ty)))
        .collect()
}

/// The site with a text, and the variables there.
fn at<'a>(analysed: &'a Analysed, source: &str, text: &str) -> (&'a Site, Vec<&'a str>) {
    let site = analysed
        .sites
        .iter()
        .find(|site| site.span.of(source) == text)
        .unwrap_or_else(|| panic!("{text} can be replaced in\n{source}"));
    let environment = &analysed.environments[site.env as usize];
    (site, environment.variables.iter().map(|variable| variable.text.as_str()).collect())
}

#[track_caller]
fn variables(source: &str, text: &str, expected: &[&str]) {
    let analysed = analyse(source).expect("a program that is understood");
    assert_eq!(at(&analysed, source, text).1, expected, "at {text} in\n{source}");
}

#[track_caller]
fn check(source: &str, expected: &[&str]) {
    assert_eq!(sites(source), expected, "in\n{source}");
}

#[test]
fn literals_have_the_type_that_their_context_wants() {
    check("let d: Double = 5", &["5: Double"]);
    check("let o: Int? = 5", &["5: Int"]);
    check("let c: Character = \"a\"", &["\"a\": Character"]);
    check("let a: [Double] = [1, 2.5]", &["[1, 2.5]: [Double]", "1: Double", "2.5: Double"]);
    check("let x = 1 + 2.5", &["1 + 2.5: Double", "1: Double", "2.5: Double"]);
}

#[test]
fn literals_of_unknown_context_stay() {
    check("import M\nf(5, \"a\", true)", &[]);
    check("let s: StaticString = \"a\"", &[]);
    check("let b = UInt8(200)", &[]);
}

#[test]
fn literals_have_no_default_type_where_the_file_redefines_it() {
    check("typealias IntegerLiteralType = Int8\nlet x = 5", &[]);
}

#[test]
fn overloaded_operators_are_not_followed() {
    check(
        "func + (a: Int, b: Int) -> String { return \"\" }\nlet x: Int = 1\n_ = x + x",
        &["\"\": String", "1: Int", "x: Int", "x: Int"],
    );
}

#[test]
fn overloads_are_not_followed() {
    let source =
        "func f(_ x: Int) -> Int { x }\nfunc f(_ x: Double) -> String { \"\" }\nlet r = f(1)";
    check(source, &["x: Int", "\"\": String"]);
}

#[test]
fn operands_that_give_a_prefix_operator_its_type_keep_it() {
    let source = "func f(a: Int) -> Int { _ = String(-a); return -a }";
    let analysed = analyse(source).unwrap();
    let bare = analysed.sites.iter().filter(|s| s.span.of(source) == "a").map(|s| s.bare);
    assert_eq!(bare.collect::<Vec<_>>(), [false, true]);
}

#[test]
fn divisors_stay() {
    check("func f(a: Int) -> Int { a / 2 }", &["a / 2: Int", "a: Int"]);
    check("func f(a: Int) -> Int { a % (a + 1) }", &["a % (a + 1): Int", "a: Int"]);
}

#[test]
fn narrow_integers_keep_their_values() {
    let source = "let x: UInt8 = 200\nlet y: UInt8 = x - 3";
    let analysed = analyse(source).unwrap();
    assert_eq!(at(&analysed, source, "200").0.value, Some(200));
    check(source, &["200: UInt8"]);
}

#[test]
fn large_integers_stay() {
    check("let x = 9223372036854775807 - 1", &["9223372036854775807 - 1: Int", "1: Int"]);
}

#[test]
fn constant_conditions_stay() {
    check("func f() -> Int { while true { } }", &[]);
    check("func f() -> Int { if 1 == 1 { return 1 }; return 2 }", &["1: Int", "2: Int"]);
    let source = "func f() -> Int { while true { } }";
    let analysed = analyse(source).unwrap();
    assert!(at(&analysed, source, "true").0.constant_condition);
}

#[test]
fn places_that_want_a_literal_stay() {
    check("enum E: Int { case a = 1, b = 2 }", &[]);
    check("@available(*, deprecated, message: \"a\") func f() {}", &[]);
    check("#if true\nlet x = 1\n#endif", &[]);
    check("func f(x: Int) { switch x { case 1: break; default: break } }", &["x: Int"]);
    check("let x = #line", &[]);
}

#[test]
fn what_is_written_to_stays() {
    check("func f(_ x: inout Int) {}\nvar y = 1\nf(&y)", &["1: Int"]);
    check("var a = [1]\na.append(2)", &["[1]: [Int]", "1: Int"]);
    check("var a = [1]\na[0] = 2", &["[1]: [Int]", "1: Int", "0: Int", "2: Int"]);
    check("func f(a: inout Int, b: inout Int) { (a, b) = (b, a) }", &["b: Int", "a: Int"]);
    check("func f(b: Bool) { let x: Int; x = 1; _ = x }", &["1: Int", "x: Int"]);
}

#[test]
fn a_variable_is_not_assigned_to_itself() {
    let source = "func f() { var x = 1; x = 2 }";
    let analysed = analyse(source).unwrap();
    assert_eq!(at(&analysed, source, "2").0.excluded.as_deref(), Some("x"));
}

#[test]
fn variables_are_used_behind_their_declaration() {
    variables("func f() { let a = 1; let b = 2; _ = 3 }", "2", &["a"]);
    variables("func f() { let a = 1; let b = 2; _ = 3 }", "3", &["b", "a"]);
    variables("func f() { let x: Int; x = 7; _ = x }", "7", &[]);
}

#[test]
fn what_a_guard_binds_is_not_in_its_block() {
    let source = "func f(p: Int?) -> Int { guard let a = p else { return 1 }; return a + 2 }";
    variables(source, "1", &["p"]);
    variables(source, "2", &["a", "p"]);
}

#[test]
fn parameters_are_not_in_default_arguments() {
    variables("func f(a: Int, b: Int = 5) {}", "5", &[]);
}

#[test]
fn members_are_not_in_property_initialisers_or_initialisers() {
    variables("struct S { var a: Int = 1; var b: Int = 2 }", "2", &[]);
    variables("struct S { var a: Int; init() { a = 3 } }", "3", &[]);
    variables("struct S { var a: Int = 1; func f() { _ = 4 } }", "4", &["self.a"]);
    variables("struct S { var a: Int = 1; static func f() { _ = 4 } }", "4", &[]);
}

#[test]
fn closures_capture_constants_only() {
    let source = "func f(_ g: () -> ()) {}\nfunc h(p: Int, q: inout Int) { var x = 1; let y = 2; \
                  f { _ = 3 }; x = 4; _ = y }";
    variables(source, "3", &["y", "p"]);
}

#[test]
fn implicit_closure_parameters_stay() {
    check("let a: [Int] = []\nlet b = a.filter { $0 == 1 }", &["[]: [Int]"]);
}

#[test]
fn globals_behind_a_type_that_may_hide_them_are_not_used() {
    variables("import M\nlet x = 1\nclass C: Base { func f() { _ = 2 } }", "2", &[]);
    variables("let x = 1\nstruct S { func f() { _ = 2 } }", "2", &["x"]);
    variables("let x = 1\nstruct S { var x = \"\"; func f() { _ = 2 } }", "2", &["self.x"]);
}

#[test]
fn expressions_do_not_leave_their_try() {
    let source =
        "func g() throws -> Int { 1 }\nfunc h(_ x: Int) {}\nfunc f() throws { try h(g()) }";
    let analysed = analyse(source).unwrap();
    assert!(at(&analysed, source, "g()").0.pinned);
}

#[test]
fn a_try_makes_a_closure_throw() {
    let source =
        "func f(_ x: Int) {\n  func g() { _ = 1 }\n  f({ _ = 2; func h() { _ = 3 } }())\n}";
    let analysed = analyse(source).unwrap();
    for (text, in_closure) in [("1", false), ("2", true), ("3", false)] {
        assert_eq!(at(&analysed, source, text).0.in_closure, in_closure, "{text}");
    }
}

#[test]
fn parameters_without_a_name_are_no_variables() {
    variables("func f(_: Int, a b: Int, _ c: Int) { _ = 5 }", "5", &["c", "b"]);
}

#[test]
fn functions_that_lose_something_of_their_parameters_are_no_values() {
    let callees = |source: &str| {
        let analysed = analyse(source).unwrap();
        analysed.sites.iter().filter(|site| site.callee).count()
    };
    assert_eq!(callees("func f(_ body: () -> Int) {}\nf { 1 }"), 1);
    assert_eq!(callees("func f(@B _ body: () -> Int) {}\nf { 1 }"), 0);
    assert_eq!(callees("func f(_ p: some P) {}\nf(1)"), 0);
    assert_eq!(callees("func f(_ p: [some P]) {}\nf([1])"), 0);
}

#[test]
fn self_does_not_leave_an_initialiser() {
    let source = "struct S { var a: Int = 1; var b: Int; init() { b = a } }";
    let analysed = analyse(source).unwrap();
    let pinned = analysed.sites.iter().find(|s| s.pinned).expect("a site that is pinned");
    assert_eq!(pinned.span.of(source), "a");
}

#[test]
fn result_builders_stay() {
    let source = "@resultBuilder struct B { static func buildBlock(_ x: Int...) -> Int { 0 } }\n\
                  @B func f() -> Int { 1; 2 }";
    check(source, &["0: Int"]);
}

#[test]
fn values_that_may_be_consumed_are_not_used_twice() {
    let source = "struct N: ~Copyable { var v: Int }\nfunc f(n: consuming N, i: Int) { _ = 3 }";
    variables(source, "3", &["i"]);
}

#[test]
fn optionals_stay_optional() {
    check("func f(x: Int?) { if let y = x { _ = y } }", &["x: Int?", "y: Int"]);
}

#[test]
fn shadowed_names_have_their_innermost_type() {
    check("let x = 1\nfunc f(x: String) { _ = x }", &["1: Int", "x: String"]);
    check("let x = 1\nfunc f(p: (Int)?) { if case let x? = p { _ = x } }", &["1: Int", "p: Int?"]);
}

#[test]
fn functions_that_may_not_escape_stay() {
    check("func f(g: () -> Int) { _ = g() }\nfunc h(g: () -> Int) { f(g: g) }", &["g()"; 0]);
}

#[test]
fn initialisers_that_unwrap_are_not_followed() {
    check("class C { init!() {} }\nlet c = C()", &[]);
}

#[test]
fn cases_that_are_not_available_are_not_used() {
    let source = "enum E { @available(*, unavailable) case a\ncase b }\nfunc f(e: E) { _ = e }";
    let analysed = analyse(source).unwrap();
    let texts: Vec<&str> = analysed.callables.iter().map(|c| c.text.as_str()).collect();
    assert_eq!(texts, ["f", "E.b"]);
}

#[test]
fn operators_are_not_called_like_functions() {
    let source = "infix operator ~~\nfunc ~~ (x: Int, y: Int) -> Bool { return x < y }\n";
    assert!(analyse(source).unwrap().callables.is_empty());
}

#[test]
fn variadic_function_types_are_not_known() {
    let source = "func f(g: (Int...) -> Int) { _ = g }";
    let analysed = analyse(source).unwrap();
    assert!(!analysed.annotations.iter().any(|(span, _)| span.of(source) == "g"));
}

#[test]
fn a_type_whose_name_means_another_one_somewhere_is_not_written() {
    let twice = "struct S {}\nlet s = S()\nstruct A { struct S {}\n  func f() { g(s) } }\n\
                 func g(_ x: S) {}";
    check(twice, &[]);
    let local = "struct S {}\nlet s = S()\nfunc f() { struct S {}\n  g(s) }\nfunc g(_ x: S) {}";
    check(local, &[]);
    let once = "struct S {}\nlet s = S()\nfunc f() { g(s) }\nfunc g(_ x: S) {}";
    check(once, &["S(): S", "s: S"]);
    // A qualified name begins with another one.
    let inner = "struct B { struct S {} }\nstruct A { struct S {} }\nfunc g(_ x: B.S) { g(x) }";
    check(inner, &["x: B.S"]);
    let parameter = "struct S {}\nlet s = S()\nfunc f<S>(_ x: S) { g(s) }\nfunc g(_ x: S) {}";
    check(parameter, &[]);
}

#[test]
fn a_generic_parameter_that_another_one_hides_is_not_written() {
    let hidden = "struct A<T> { let x: T\n  func f<T>(_ y: T) { g(x) }\n  func g(_ x: T) {} }";
    check(hidden, &[]);
    let seen = "struct A<T> { let x: T\n  func f() { g(x) }\n  func g(_ x: T) {} }";
    check(seen, &["x: T"]);
}

#[test]
fn nothing_is_known_where_a_basic_type_has_another_meaning() {
    check("let x = 1\nstruct A { struct Int {} }", &[]);
    check("let x = 1\nfunc f<String>(_ x: String) {}", &[]);
    check("let x = 1\nstruct A<Bool> {}", &[]);
    check("let x = 1\nfunc f() { enum Double {} }", &[]);
}

#[test]
fn a_tuple_with_names_stays_where_another_order_may_be_wanted() {
    let source = |wanted: &str| {
        format!("let t = (y: 1, x: true)\nfunc f(_ t: {wanted}) {{}}\nfunc g() {{ f(t) }}")
    };
    let whole = |site: &String| site == "t: (y: Int, x: Bool)";
    assert!(!sites(&source("(x: Bool, y: Int)")).iter().any(whole));
    assert!(sites(&source("(y: Int, x: Bool)")).iter().any(whole));
}

#[test]
fn nothing_is_known_where_functions_promise_not_to_allocate() {
    check("@_noLocks func f() -> Int { 1 }", &[]);
    check("@_noAllocation func f() -> Int { g() }\nfunc g() -> Int { 1 }", &[]);
}

#[test]
fn what_is_assigned_to_a_variable_that_may_be_consumed_stays() {
    let assigned = |inside: &str| {
        let source = format!("struct S {inside} {{}}\nfunc f() {{ var s = S(); s = S() }}");
        sites(&source).iter().any(|site| site.starts_with("s = S()"))
    };
    assert!(assigned("") && !assigned(": ~Copyable"));
}

#[test]
fn two_comparisons_do_not_become_generic_arguments() {
    let compared = |text: &str| {
        let source = format!("func f(a: Int, b: Int, c: Int) {{ _ = [{text}] }}");
        let last = |site: &String| site == "7: Int";
        sites(&source).iter().any(last)
    };
    assert!(!compared("a < b, c > 7"));
    assert!(compared("a < b, c >= 7") && compared("a < 7, c > b") && compared("c > 7, a < b"));
}
