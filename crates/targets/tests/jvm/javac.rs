use targets::{End, Target};

use crate::support::*;

#[test]
fn canaries() {
    for version in ["javac@17", "javac@25"] {
        assert_canaries(&mut open(version, &settings()));
    }
}

#[test]
fn a_mixed_batch() {
    let mut javac = open("javac@17", &settings());
    let report = javac.submit(&[
        "public class A {\n  String a() {\n    return 1;\n  }\n}\n",
        "class Main { void m() { int x = ; } }\n",
        "class Main { Helper h; }\nclass Helper {}\n",
        // Found by flow analysis, after all attribution.
        "class Main { int m(boolean b) { if (b) return 1; } }\n",
        "class Main { Helper h; }\n",
        "import java.util.*; class Main { Set<? extends Number> s = new HashSet<Integer>(); }\n",
    ]);
    assert!(matches!(report.end, End::FinishedAll), "{:?}", report.end);
    let error = &rejected(&report, 0)[0];
    assert_eq!((error.line, error.syntax), (Some(3), false));
    assert_eq!(error.code.as_deref(), Some("compiler.err.prob.found.req"));
    let error = &rejected(&report, 1)[0];
    assert_eq!((error.line, error.syntax), (Some(1), true));
    assert!(silent(&report, 2));
    let error = &rejected(&report, 3)[0];
    assert_eq!(error.code.as_deref(), Some("compiler.err.missing.ret.stmt"));
    // Programs do not see each other's classes, and messages do not show the package.
    let error = &rejected(&report, 4)[0];
    assert!(!error.message.contains("ws"), "{error}");
    assert!(silent(&report, 5));
}
