//! The built-in seed programs in Swift: all are used, much of them is known, and together
//! they have every form that the parser tells apart.

use std::collections::BTreeSet;

use case::Language;
use mutate::swift::parse;
use mutate::swift::tree::{
    CastKind, Condition, ExprKind, FuncKind, NodeId, NominalKind, Pattern, StmtKind, Tree, TryKind,
};
use mutate::{Mutate, SeedFile};

/// Those in Swift.
fn built_in() -> Vec<SeedFile> {
    mutate::built_in().into_iter().filter(|seed| seed.language == Language::Swift).collect()
}

#[test]
fn all_are_used() {
    let files = built_in();
    assert!(files.len() >= 150, "{} programs", files.len());
    for file in &files {
        let lines = file.text.lines().count();
        assert!((20..=70).contains(&lines), "{} has {lines} lines", file.name);
    }
    let engine = Mutate::new(files);
    assert_eq!(engine.passed_over(), []);
    assert_eq!(engine.files().count(), built_in().len());
}

#[test]
fn at_least_half_of_their_expressions_are_known() {
    let known = Mutate::new(built_in()).statistics();
    assert_eq!(known.with_annotations, known.programs);
    assert!(known.share_annotated() >= 0.5, "{known:?}");
}

/// Forms that no seed program has: what the parser does not understand, and words
/// that swiftc 6.0 does not take before an expression.
const UNUSED: [&str; 3] = ["a statement that is not understood", "raw", "unsafe or borrow"];

#[test]
fn together_they_have_every_form() {
    let mut seen = BTreeSet::new();
    for file in built_in() {
        let tree = parse(&file.text).unwrap();
        let mut nodes: Vec<NodeId> = tree.top.iter().map(|&id| NodeId::Stmt(id)).collect();
        while let Some(node) = nodes.pop() {
            note(&tree, node, &mut seen);
            nodes.extend(tree.children(node));
        }
    }
    let all = [EXPRESSIONS, STATEMENTS, FUNCTIONS, TYPES, CONDITIONS, PATTERNS, ACCESSORS, JUMPS]
        .concat();
    let mut missing: Vec<&str> = all.into_iter().filter(|form| !seen.contains(form)).collect();
    missing.sort_unstable();
    assert_eq!(missing, UNUSED, "forms without a seed program");
}

/// Notes the forms of a node.
fn note(tree: &Tree<'_>, node: NodeId, seen: &mut BTreeSet<&'static str>) {
    let id = match node {
        NodeId::Expr(id) => {
            seen.insert(expression(&tree[id].kind));
            return;
        }
        NodeId::Stmt(id) => id,
    };
    let kind = &tree[id].kind;
    seen.insert(statement(kind));
    match kind {
        StmtKind::If { conditions, .. }
        | StmtKind::Guard { conditions, .. }
        | StmtKind::While { conditions, .. } => seen.extend(conditions.iter().map(condition)),
        StmtKind::Func(func) => {
            seen.insert(function(&func.kind));
        }
        StmtKind::Nominal(declared) => {
            seen.insert(nominal(&declared.kind));
        }
        StmtKind::Var(var) => {
            for binding in &var.bindings {
                seen.insert(pattern(&binding.pattern));
                let words = binding.accessors.iter().map(|accessor| accessor.word);
                seen.extend(
                    words.filter_map(|word| ACCESSORS.iter().find(|known| **known == word)),
                );
            }
        }
        StmtKind::Jump => {
            let text = tree.text(tree[id].span);
            seen.extend(JUMPS.iter().filter(|word| text.starts_with(**word)));
        }
        _ => {}
    }
}

const ACCESSORS: &[&str] = &["get", "set", "willSet", "didSet"];
const JUMPS: &[&str] = &["break", "continue", "fallthrough"];

/// The names of the forms of a kind of node, and which of them a node has. What is
/// not named here does not compile.
macro_rules! forms {
    ($all:ident, $of:ident($kind:ty) { $($pattern:pat => $name:literal,)* }) => {
        const $all: &[&str] = &[$($name,)*];

        fn $of(kind: &$kind) -> &'static str {
            match kind { $($pattern => $name,)* }
        }
    };
}

forms! { EXPRESSIONS, expression(ExprKind<'_>) {
    ExprKind::Integer => "integer",
    ExprKind::Float => "float",
    ExprKind::String { .. } => "string",
    ExprKind::Regex => "regular expression",
    ExprKind::Bool => "boolean",
    ExprKind::Nil => "nil",
    ExprKind::Name { .. } => "name",
    ExprKind::Member { base: Some(_), qualified: false, .. } => "member",
    ExprKind::Member { base: Some(_), qualified: true, .. } => "member with labels or arguments",
    ExprKind::Member { base: None, .. } => "member without a base",
    ExprKind::Call { .. } => "call",
    ExprKind::Subscript { .. } => "subscript",
    ExprKind::Paren(_) => "parentheses",
    ExprKind::Tuple(_) => "tuple",
    ExprKind::Array(_) => "array",
    ExprKind::Dictionary(_) => "dictionary",
    ExprKind::Prefix { .. } => "prefix operator",
    ExprKind::Postfix { .. } => "postfix operator",
    ExprKind::Infix { .. } => "infix operator",
    ExprKind::Ternary { .. } => "ternary",
    ExprKind::Assign { .. } => "assignment",
    ExprKind::Cast { kind: CastKind::Is, .. } => "is",
    ExprKind::Cast { kind: CastKind::As, .. } => "as",
    ExprKind::Cast { kind: CastKind::AsForce, .. } => "as!",
    ExprKind::Cast { kind: CastKind::AsOptional, .. } => "as?",
    ExprKind::Try { kind: TryKind::Plain, .. } => "try",
    ExprKind::Try { kind: TryKind::Force, .. } => "try!",
    ExprKind::Try { kind: TryKind::Optional, .. } => "try?",
    ExprKind::Word { word: "await", .. } => "await",
    ExprKind::Word { word: "consume", .. } => "consume",
    ExprKind::Word { word: "copy", .. } => "copy",
    ExprKind::Word { word: "each", .. } => "each",
    ExprKind::Word { word: "repeat", .. } => "pack expansion",
    ExprKind::Word { .. } => "unsafe or borrow",
    ExprKind::InOut(_) => "inout",
    ExprKind::Force(_) => "force",
    ExprKind::Chain(_) => "optional chain",
    ExprKind::Closure(_) => "closure",
    ExprKind::KeyPath => "key path",
    ExprKind::Macro(_) => "macro",
    ExprKind::Statement(_) => "statement as an expression",
    ExprKind::Discard => "discard",
    ExprKind::Binding(_) => "binding",
    ExprKind::IsPattern => "is as a pattern",
    ExprKind::TypeExpr(_) => "type",
    ExprKind::Raw => "raw",
} }

forms! { STATEMENTS, statement(StmtKind<'_>) {
    StmtKind::Expr(_) => "expression",
    StmtKind::Return(Some(_)) => "return with a value",
    StmtKind::Return(None) => "return",
    StmtKind::Throw(_) => "throw",
    StmtKind::Jump => "jump",
    StmtKind::If { .. } => "if",
    StmtKind::Guard { .. } => "guard",
    StmtKind::While { .. } => "while",
    StmtKind::Repeat { .. } => "repeat",
    StmtKind::For { pattern: Some(_), .. } => "for",
    StmtKind::For { pattern: None, .. } => "for case",
    StmtKind::Switch { .. } => "switch",
    StmtKind::Do { .. } => "do",
    StmtKind::Defer(_) => "defer",
    StmtKind::Block(_) => "else",
    StmtKind::Var(_) => "variable",
    StmtKind::Func(_) => "function",
    StmtKind::Nominal(_) => "type declaration",
    StmtKind::Cases(_) => "cases",
    StmtKind::Alias { .. } => "type alias",
    StmtKind::Associated(_) => "associated type",
    StmtKind::Import(_) => "import",
    StmtKind::Other => "operator declaration",
    StmtKind::Conditional(_) => "conditional compilation",
    StmtKind::Raw => "a statement that is not understood",
} }

forms! { FUNCTIONS, function(FuncKind) {
    FuncKind::Func => "func",
    FuncKind::Init => "init",
    FuncKind::Deinit => "deinit",
    FuncKind::Subscript => "subscript declaration",
} }

forms! { TYPES, nominal(NominalKind) {
    NominalKind::Struct => "struct",
    NominalKind::Class => "class",
    NominalKind::Enum => "enum",
    NominalKind::Actor => "actor",
    NominalKind::Protocol => "protocol",
    NominalKind::Extension => "extension",
} }

forms! { CONDITIONS, condition(Condition<'_>) {
    Condition::Bool(_) => "condition",
    Condition::Let { value: Some(_), .. } => "optional binding",
    Condition::Let { value: None, .. } => "optional binding of the same name",
    Condition::Case { .. } => "case as a condition",
    Condition::Available => "availability",
} }

forms! { PATTERNS, pattern(Pattern<'_>) {
    Pattern::Name(_) => "name as a pattern",
    Pattern::Discard => "discard as a pattern",
    Pattern::Tuple(_) => "tuple as a pattern",
} }
