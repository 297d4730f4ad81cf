//! How much of the core and of the printer programs use.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use case::Covered;

use crate::library::BASE;
use crate::prims::Op;
use crate::print::Style;
use crate::syntax::{Bind, DataKind, Expr, Home, Pat, Pragma, Program, Qualifier, Stmt};

case::words! {
    /// A form of the core. A rule of the paper keeps its name.
    Form, "form" {
        /// See its name.
        LiteralInteger = "literal integer",
        /// See its name.
        LiteralDouble = "literal double",
        /// See its name.
        LiteralCharacter = "literal character",
        /// See its name.
        LiteralString = "literal string",
        /// See its name.
        Variable = "T-Var",
        /// See its name.
        Function = "T-Fun",
        /// See its name.
        Method = "method",
        /// See its name.
        Abstraction = "T-Abs",
        /// See its name.
        Application = "T-App",
        /// See its name.
        Let = "T-Let",
        /// See its name.
        Case = "T-Case",
        /// See its name.
        If = "T-If",
        /// See its name.
        Constructor = "T-Constr",
        /// See its name.
        List = "T-List",
        /// See its name.
        Record = "record",
        /// See its name.
        Update = "update",
        /// See its name.
        Selector = "selector",
        /// See its name.
        Operation = "operation",
        /// See its name.
        Section = "section",
        /// See its name.
        Comprehension = "comprehension",
        /// See its name.
        Enumeration = "enumeration",
        /// See its name.
        StBlock = "ST block",
        /// See its name.
        Annotation = "annotation",
        /// See its name.
        PolymorphicArgument = "polymorphic argument",
        /// See its name.
        PolymorphicParameter = "polymorphic parameter",
        /// See its name.
        Bottom = "bottom",
        /// See its name.
        PatternVariable = "pattern: variable",
        /// See its name.
        PatternWildcard = "pattern: wildcard",
        /// See its name.
        PatternConstructor = "pattern: constructor",
        /// See its name.
        PatternHiddenType = "pattern: hidden type",
        /// See its name.
        PatternNumber = "pattern: number",
        /// See its name.
        PatternCharacter = "pattern: character",
        /// See its name.
        PatternAs = "pattern: as",
        /// See its name.
        PatternBang = "pattern: bang",
        /// See its name.
        PatternLazy = "pattern: lazy",
        /// See its name.
        BindingValue = "binding: value",
        /// See its name.
        BindingPattern = "binding: pattern",
        /// See its name.
        BindingFunction = "binding: function",
        /// See its name.
        QualifierGenerator = "qualifier: generator",
        /// See its name.
        QualifierGuard = "qualifier: guard",
        /// See its name.
        QualifierLet = "qualifier: let",
        /// See its name.
        StatementNew = "statement: new",
        /// See its name.
        StatementWrite = "statement: write",
        /// See its name.
        StatementModify = "statement: modify",
        /// See its name.
        StatementRead = "statement: read",
        /// See its name.
        StatementWhen = "statement: when",
        /// See its name.
        StatementForEach = "statement: for each",
        /// See its name.
        StatementPrint = "statement: print",
        /// See its name.
        StatementAttempt = "statement: attempt",
        /// See its name.
        StatementDemand = "statement: demand",
        /// See its name.
        InstanceByHand = "instance written out",
        /// See its name.
        InstanceOfNum = "instance of Num",
        /// See its name.
        PragmaInline = "pragma: INLINE",
        /// See its name.
        PragmaNoinline = "pragma: NOINLINE",
        /// See its name.
        PragmaInlinable = "pragma: INLINABLE",
        /// See its name.
        PragmaSpecialise = "pragma: SPECIALISE",
        /// See its name.
        Adt = "T-Adt",
        /// See its name.
        Newtype = "newtype",
        /// See its name.
        Gadt = "GADT",
        /// See its name.
        ExistentialType = "existential type",
        /// See its name.
        RecordType = "record type",
        /// See its name.
        InfixConstructor = "infix constructor",
        /// See its name.
        StrictField = "strict field",
        /// See its name.
        Alias = "T-Alias",
        /// See its name.
        Class = "class",
        /// See its name.
        Superclass = "superclass",
        /// See its name.
        DefaultMethod = "default method",
        /// See its name.
        Instance = "instance",
        /// See its name.
        InstanceWithAContext = "instance with a context",
        /// See its name.
        FunctionDeclaration = "T-Function",
        /// See its name.
        PolymorphicFunction = "T-Function, polymorphic",
        /// See its name.
        OverloadedFunction = "T-Function, overloaded",
        /// See its name.
        Operator = "operator",
        /// See its name.
        Guard = "guard",
        /// See its name.
        Where = "where",
    }
}

/// The forms, sorted by name.
static BY_NAME: LazyLock<Vec<Form>> = LazyLock::new(|| {
    let mut forms = Form::ALL.to_vec();
    forms.sort_unstable_by_key(|form| form.name());
    forms
});

/// What programs have used.
#[derive(Debug)]
pub(crate) struct Uses {
    forms: Vec<AtomicU64>,
    ops: Vec<AtomicU64>,
    styles: Vec<AtomicU64>,
}

impl Default for Uses {
    fn default() -> Uses {
        let zeros = |count: usize| (0..count).map(|_| AtomicU64::new(0)).collect();
        Uses {
            forms: zeros(Form::ALL.len()),
            ops: zeros(Op::ALL.len()),
            styles: zeros(Style::ALL.len()),
        }
    }
}

impl Uses {
    /// Counts a program and the ways in which it was printed; the forms that it has.
    pub(crate) fn count(&self, program: &Program, styles: u64) -> Vec<&'static str> {
        let used = used(program);
        let has = |form: &&Form| used.forms[**form as usize];
        let mut names = Vec::with_capacity(48);
        names.extend(BY_NAME.iter().filter(has).map(|form| form.name()));
        bump(&self.forms, |i| used.forms[i]);
        bump(&self.ops, |i| used.ops[i]);
        bump(&self.styles, |i| styles >> i & 1 == 1);
        names
    }

    pub(crate) fn covered(&self) -> Vec<Covered> {
        let form_names: Vec<&str> = Form::ALL.iter().map(|form| form.name()).collect();
        let op_names: Vec<&str> = Op::ALL.iter().map(|op| op.name()).collect();
        let style_names: Vec<&str> = Style::ALL.iter().map(|style| style.name()).collect();
        vec![
            covered("forms of the core", &form_names, &self.forms),
            covered("operations", &op_names, &self.ops),
            covered("alternatives of the printer", &style_names, &self.styles),
        ]
    }
}

fn bump(counters: &[AtomicU64], used: impl Fn(usize) -> bool) {
    for (i, counter) in counters.iter().enumerate() {
        if used(i) {
            counter.fetch_add(1, Ordering::Relaxed);
        }
    }
}

fn covered(what: &str, names: &[&str], counters: &[AtomicU64]) -> Covered {
    let mut counts: Vec<(String, u64)> = names
        .iter()
        .zip(counters)
        .map(|(name, counter)| ((*name).to_owned(), counter.load(Ordering::Relaxed)))
        .collect();
    let (used, of) = (counts.iter().filter(|(_, count)| *count > 0).count(), counts.len());
    counts.sort_by(|a, b| a.1.cmp(&b.1).then_with(|| a.0.cmp(&b.0)));
    counts.truncate(5);
    Covered { what: what.to_owned(), used: used as u64, of: of as u64, rarest: counts }
}

/// What one program uses.
struct Used {
    forms: [bool; Form::ALL.len()],
    ops: [bool; Op::ALL.len()],
}

/// The forms that a program has beyond those of the library.
fn used(program: &Program) -> Used {
    let mut used = Used { forms: [false; Form::ALL.len()], ops: [false; Op::ALL.len()] };
    let mut note = |form: Form| used.forms[form as usize] = true;
    for (expr, _) in &program.exprs[BASE.exprs.len()..] {
        note(match expr {
            Expr::Int(_) => Form::LiteralInteger,
            Expr::Double(_) => Form::LiteralDouble,
            Expr::Char(_) => Form::LiteralCharacter,
            Expr::Str(_) => Form::LiteralString,
            Expr::Local(_) => Form::Variable,
            Expr::Global(..) => Form::Function,
            Expr::Method(..) => Form::Method,
            Expr::Lambda(_) => Form::Abstraction,
            Expr::App(..) => Form::Application,
            Expr::Let(..) => Form::Let,
            Expr::Case(..) => Form::Case,
            Expr::If(..) => Form::If,
            Expr::Con(..) => Form::Constructor,
            Expr::List(_) => Form::List,
            Expr::Record(..) => Form::Record,
            Expr::Update(..) => Form::Update,
            Expr::Selector(..) => Form::Selector,
            Expr::Prim(op, ..) => {
                used.ops[*op as usize] = true;
                Form::Operation
            }
            Expr::Section(op, ..) => {
                used.ops[*op as usize] = true;
                Form::Section
            }
            Expr::Comprehension(..) => Form::Comprehension,
            Expr::Enumeration(..) => Form::Enumeration,
            Expr::RunSt(..) => Form::StBlock,
            Expr::Annotated(_) => Form::Annotation,
            Expr::Generalised(..) => Form::PolymorphicArgument,
            Expr::Instantiated(..) => Form::PolymorphicParameter,
            Expr::Bottom => Form::Bottom,
        });
    }
    for pat in &program.pats[BASE.pats.len()..] {
        note(match pat {
            Pat::Var(_) => Form::PatternVariable,
            Pat::Wild => Form::PatternWildcard,
            Pat::Con(..) => Form::PatternConstructor,
            Pat::Unpack(..) => Form::PatternHiddenType,
            Pat::Int(..) => Form::PatternNumber,
            Pat::Char(_) => Form::PatternCharacter,
            Pat::As(..) => Form::PatternAs,
            Pat::Bang(_) => Form::PatternBang,
            Pat::Lazy(_) => Form::PatternLazy,
        });
    }
    for bind in &program.binds {
        note(match bind {
            Bind::Value { .. } => Form::BindingValue,
            Bind::Pattern { .. } => Form::BindingPattern,
            Bind::Function { .. } => Form::BindingFunction,
        });
    }
    for qualifier in &program.qualifiers {
        note(match qualifier {
            Qualifier::Generator(..) => Form::QualifierGenerator,
            Qualifier::Guard(_) => Form::QualifierGuard,
            Qualifier::Let(..) => Form::QualifierLet,
        });
    }
    for stmt in &program.stmts {
        note(match stmt {
            Stmt::New(..) => Form::StatementNew,
            Stmt::Write(..) => Form::StatementWrite,
            Stmt::Modify { .. } => Form::StatementModify,
            Stmt::Read(..) => Form::StatementRead,
            Stmt::When(..) => Form::StatementWhen,
            Stmt::ForEach(..) => Form::StatementForEach,
            Stmt::Print(_) => Form::StatementPrint,
            Stmt::Attempt(_) => Form::StatementAttempt,
            Stmt::Demand(_) => Form::StatementDemand,
        });
    }
    for alt in &program.alts[BASE.alts.len()..] {
        if alt.binds.len > 0 {
            note(Form::Where);
        }
        if alt.bodies.len > 1 {
            note(Form::Guard);
        }
    }
    for function in program.functions.iter().filter(|function| function.home != Home::Library) {
        match function.pragma {
            Pragma::None => {}
            Pragma::Inline => note(Form::PragmaInline),
            Pragma::NoInline => note(Form::PragmaNoinline),
            Pragma::Inlinable => note(Form::PragmaInlinable),
            Pragma::Specialise(_) => note(Form::PragmaSpecialise),
        }
        if function.home == Home::Program {
            let scheme = &function.scheme;
            note(Form::FunctionDeclaration);
            if !scheme.vars.is_empty() {
                note(Form::PolymorphicFunction);
            }
            if !scheme.context.is_empty() {
                note(Form::OverloadedFunction);
            }
            if !function.name.word.starts_with(char::is_alphabetic) {
                note(Form::Operator);
            }
        }
    }
    for data in &program.datas {
        if data.derived.by_hand {
            note(Form::InstanceByHand);
        }
        if data.derived.num {
            note(Form::InstanceOfNum);
        }
        match data.kind {
            DataKind::BuiltIn => {}
            DataKind::Data => note(Form::Adt),
            DataKind::Newtype => note(Form::Newtype),
            DataKind::Gadt => note(Form::Gadt),
        }
    }
    for con in &program.cons[BASE.cons.len()..] {
        for (has, form) in [
            (con.hides.is_some(), Form::ExistentialType),
            (!con.labels.is_empty(), Form::RecordType),
            (con.infix.is_some(), Form::InfixConstructor),
            (con.strict != 0, Form::StrictField),
        ] {
            if has {
                note(form);
            }
        }
    }
    if !program.synonyms.is_empty() {
        note(Form::Alias);
    }
    for class in &program.classes {
        note(Form::Class);
        if class.superclass.is_some() {
            note(Form::Superclass);
        }
        if class.methods.iter().any(|method| method.default.is_some()) {
            note(Form::DefaultMethod);
        }
    }
    for instance in &program.instances {
        note(Form::Instance);
        if !instance.context.is_empty() {
            note(Form::InstanceWithAContext);
        }
    }
    used
}
