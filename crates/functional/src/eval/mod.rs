//! The reference evaluator: call by need on an explicit stack.
//!
//! Types are passed at run time: a polymorphic function gets its type arguments,
//! and a method is looked up in the instance of the type that it is used at. This
//! gives the same results as dictionaries, because instances are coherent.
//!
//! An evaluation is bounded in steps and in memory; the host's stack is never used
//! for the depth of a program.

mod machine;
mod number;
mod operations;
pub(crate) mod show;
mod statements;

use num_bigint::BigInt;

use crate::prims::Op;
use crate::syntax::{AltId, ConId, ExprId, Program, Slice, Stmt, Var};
use crate::types::{Prim, Ty, Types};

pub use number::Number;

/// A cell of the heap.
pub(crate) type Ref = u32;

/// A chain of bindings; 0 is the empty one.
type Env = u32;

/// How an evaluation ended otherwise than with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// With the program's deliberate bottom or an arithmetic exception.
    Raised,
    /// It took too many steps, too much memory or too long an output.
    Limit,
    /// With an exception of an operand that not every version of the library evaluates.
    Unspecified,
    /// No alternative matched: the program is not one of ours.
    NoMatch,
}

/// The bounds of the evaluation of one group of statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Steps of the machine.
    pub steps: u32,
    /// Cells on the heap.
    pub cells: u32,
    /// Bytes of output.
    pub output: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 20_000, cells: 60_000, output: 2_000 }
    }
}

/// A mistake that the evaluator can be told to make, as a compiler might.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Bug {
    SignedComparison,
    SaturatingAddition,
    NarrowMultiplication,
    RemainderSign,
    DivAsQuot,
    ModAsRem,
    ShiftMasked,
    LogicalShift,
    AbsOfLeast,
    LostNarrowing,
    SignExtension,
    SmallIntegerCarry,
    LostParentheses,
    /// A lazy `let` is evaluated at once.
    StrictLet,
    /// A strict field is left unevaluated.
    LostStrictField,
    /// A bang pattern is ignored.
    LostBang,
    /// `seq` forgets its first operand.
    LostSeq,
    /// The branches of a conditional are swapped where the condition is `not`.
    SwappedBranches,
    /// Guards fall through to the last.
    SkippedGuard,
    /// A literal alternative is never taken.
    SkippedLiteral,
    /// A closure sees the variable that was bound last.
    Capture,
    /// The method of the first instance is taken.
    WrongInstance,
    /// The default of a method is taken although the instance has its own.
    DefaultMethod,
    /// A write is moved behind the read that follows it.
    FloatedWrite,
    /// The last item of an enumeration is lost.
    ShortEnumeration,
    /// A record update changes the next field.
    WrongField,
    /// The arguments of a saturated call of a local function are swapped.
    SwappedArguments,
    /// A comparison of constructors takes their fields first.
    ComparedFieldsFirst,
}

impl Bug {
    /// All of them.
    pub const ALL: &'static [Bug] = &[
        Bug::SignedComparison,
        Bug::SaturatingAddition,
        Bug::NarrowMultiplication,
        Bug::RemainderSign,
        Bug::DivAsQuot,
        Bug::ModAsRem,
        Bug::ShiftMasked,
        Bug::LogicalShift,
        Bug::AbsOfLeast,
        Bug::LostNarrowing,
        Bug::SignExtension,
        Bug::SmallIntegerCarry,
        Bug::LostParentheses,
        Bug::StrictLet,
        Bug::LostStrictField,
        Bug::LostBang,
        Bug::LostSeq,
        Bug::SwappedBranches,
        Bug::SkippedGuard,
        Bug::SkippedLiteral,
        Bug::Capture,
        Bug::WrongInstance,
        Bug::DefaultMethod,
        Bug::FloatedWrite,
        Bug::ShortEnumeration,
        Bug::WrongField,
        Bug::SwappedArguments,
        Bug::ComparedFieldsFirst,
    ];
}

/// A cell of the heap.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cell {
    /// An expression to be evaluated.
    Thunk(ExprId, Env),
    /// An application to be evaluated: a function and a list of arguments.
    Apply(Ref, u32, u32),
    /// A variable of a lazy pattern, by its place in `Machine::selections`.
    Select(u32),
    /// What follows in a list comprehension, by its place in `Machine::remainders`.
    Comprehension(u32),
    /// An enumeration, by its place in `Machine::enumerations`.
    Enumeration(u32),
    /// It is being evaluated.
    Blackhole,
    /// It was evaluated and raised the exception.
    Raises,
    /// See there.
    Indirection(Ref),
    /// A sized integer, a character, or an exact integer that fits.
    Int(i64),
    /// Another exact integer, by its place in `Machine::bigs`.
    Big(u32),
    /// A double.
    Double(f64),
    /// A constructor; its fields begin at this place in `Machine::refs`.
    Con(ConId, u32),
    /// A function with some of its arguments: its place in `Machine::heads`, the
    /// place of the arguments in `Machine::refs`, and their number.
    Function(u32, u32, u32),
    /// A reference of `ST` or `IO`.
    Reference(Ref),
}

/// What is applied.
#[derive(Clone, Copy, Debug)]
enum Head {
    /// Alternatives in an environment.
    Code {
        alts: Slice,
        env: Env,
        arity: u32,
    },
    Con(ConId),
    Prim {
        op: Op,
        at: Ty,
        result: Ty,
    },
    Section {
        op: Op,
        at: Ty,
        second: Ref,
    },
    Selector(ConId, u8),
}

/// The state of matching arguments with alternatives.
#[derive(Clone, Copy, Debug)]
struct Matching {
    /// The alternatives that are left, the current one first.
    alts: Slice,
    /// The environment of the alternatives.
    outer: Env,
    /// The environment with what the current alternative has bound so far.
    env: Env,
    /// The arguments.
    args: u32,
    /// Where the patterns that are left begin in `Machine::todo`.
    base: u32,
}

/// A guard is being evaluated.
#[derive(Clone, Copy, Debug)]
struct Guarding {
    matching: Matching,
    body: u32,
}

/// A variable of a lazy pattern.
#[derive(Clone, Copy, Debug)]
struct Selection {
    pat: crate::syntax::PatId,
    whole: Ref,
    var: Var,
    env: Env,
}

/// What follows in a list comprehension.
#[derive(Clone, Copy, Debug)]
struct Remainder {
    body: ExprId,
    qualifiers: Slice,
    /// The qualifier to go on with.
    next: u32,
    env: Env,
    /// The rest of the list of the generator before, if we are in the middle of it.
    list: Option<Ref>,
    /// What follows after all.
    tail: Ref,
}

/// `[next, next + step .. last]`.
#[derive(Clone, Debug)]
struct Enumeration {
    prim: Prim,
    next: i128,
    step: i128,
    last: i128,
}

/// Statements that are being executed.
#[derive(Clone, Copy, Debug)]
struct Executing {
    stmts: Slice,
    next: u32,
    env: Env,
    result: Option<ExprId>,
}

/// What to do with a value.
#[derive(Clone, Copy, Debug)]
enum Frame {
    /// Overwrite this cell with it.
    Update(Ref),
    /// Apply it to arguments.
    Apply(u32, u32),
    /// Match with it.
    Match(Matching),
    /// Decide a guard.
    Guard(Guarding),
    /// Decide a conditional.
    If(ExprId, ExprId, Env),
    /// Take it as the next operand of an operation whose arguments begin here.
    Operand { op: Op, at: Ty, result: Ty, args: u32, next: u32 },
    /// Forget it and go on there.
    Then(Ref),
    /// Decide `&&` or `||`.
    Lazy(Op, Ref),
    /// Take it as the next strict field.
    Field { con: ConId, args: u32, next: u32 },
    /// Go on comparing the pairs above this place.
    Compare { op: Op, base: u32, pair: Option<(Ref, Ref)> },
    /// Go on showing the items above this place.
    Show { base: u32, text: u32, to: Shown },
    /// Select a field.
    Select(ConId, u8),
    /// Update a field.
    Update2(ConId, u8, Ref),
    /// Read a bound of an enumeration.
    Bound { expr: ExprId, env: Env, from: Option<i64>, then: Option<i64> },
    /// Decide a condition of a list comprehension.
    Condition(u32),
    /// Take the list of a generator.
    Generator(u32),
    /// Go on with a lazy pattern.
    Selected(u32),
    /// Go on with the body of strict bindings.
    Body { binds: Slice, next: u32, body: ExprId, env: Env },
    /// Go on with the alternative whose strict local definitions were evaluated.
    Where { matching: Matching, next: u32 },
    /// Execute statements.
    Execute(Executing),
    /// Decide a `when`.
    When(Slice, Env),
    /// Take the next item of a list and execute statements with it.
    ForEach(Var, Slice, Env),
    /// Write it to a reference.
    Write(Ref),
    /// The exception is caught here.
    Catch,
}

/// What becomes of a text.
#[derive(Clone, Copy, Debug)]
enum Shown {
    /// It is a string.
    Value,
    /// It is printed.
    Printed,
}

/// What the machine does next.
#[derive(Clone, Copy, Debug)]
enum State {
    Eval(ExprId, Env),
    Enter(Ref),
    Return(Ref),
    Raise,
}

/// A binding of a variable to a cell, or of a type variable to a type.
#[derive(Clone, Copy, Debug)]
struct Binding {
    key: u32,
    value: u32,
    parent: Env,
}

/// The key of a type variable's binding.
const TYPE_KEY: u32 = 1 << 31;

/// The evaluator.
#[derive(Debug)]
pub struct Machine<'a> {
    program: &'a Program,
    types: Types,
    limits: Limits,
    bug: Option<Bug>,
    steps: u32,
    cells: Vec<Cell>,
    refs: Vec<Ref>,
    heads: Vec<Head>,
    bigs: Vec<BigInt>,
    envs: Vec<Binding>,
    stack: Vec<Frame>,
    todo: Vec<(crate::syntax::PatId, Ref)>,
    pairs: Vec<(Ref, Ref, Ty)>,
    shows: Vec<show::Item>,
    text: String,
    pending: Option<Ref>,
    selections: Vec<Selection>,
    remainders: Vec<Remainder>,
    enumerations: Vec<Enumeration>,
    /// The cells of monomorphic top-level functions.
    globals: Vec<Option<Ref>>,
    /// Whether a type has no variables, as far as known.
    closed: Vec<Option<bool>>,
    output: String,
}

/// The cells that every machine has.
mod known {
    pub(super) const UNIT: u32 = 0;
    pub(super) const FALSE: u32 = 1;
    pub(super) const NIL: u32 = 3;
    pub(super) const LT: u32 = 4;
}

/// What a group of statements of `main` gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// What it printed.
    pub output: String,
    /// Why it ended before its end.
    pub stop: Option<Stop>,
    /// How many steps it took.
    pub steps: u32,
}

impl<'a> Machine<'a> {
    /// A machine for a program.
    pub fn new(program: &'a Program, limits: Limits) -> Machine<'a> {
        let mut machine = Machine {
            program,
            types: program.types.clone(),
            limits,
            bug: None,
            steps: 0,
            cells: Vec::with_capacity(2048),
            refs: Vec::with_capacity(2048),
            heads: Vec::with_capacity(256),
            bigs: Vec::new(),
            envs: Vec::with_capacity(2048),
            stack: Vec::with_capacity(256),
            todo: Vec::with_capacity(32),
            pairs: Vec::new(),
            shows: Vec::with_capacity(32),
            text: String::new(),
            pending: None,
            selections: Vec::new(),
            remainders: Vec::new(),
            enumerations: Vec::new(),
            globals: vec![None; program.functions.len()],
            closed: Vec::new(),
            output: String::new(),
        };
        machine.envs.push(Binding { key: u32::MAX, value: 0, parent: 0 });
        use crate::library::con;
        let nullary = [con::UNIT, con::FALSE, con::TRUE, con::NIL];
        let orderings = (0..3).map(|i| ConId(con::LT.0 + i));
        machine.cells.extend(nullary.into_iter().chain(orderings).map(|con| Cell::Con(con, 0)));
        machine
    }

    /// With a mistake.
    pub fn with_bug(mut self, bug: Option<Bug>) -> Machine<'a> {
        self.bug = bug;
        self
    }

    /// Runs a group of statements of `main`. What was evaluated stays evaluated for
    /// the next group.
    pub fn run(&mut self, group: Slice) -> Ran {
        self.steps = 0;
        self.output.clear();
        self.stack.clear();
        let cells = self.cells.len();
        self.stack.push(Frame::Execute(Executing { stmts: group, next: 0, env: 0, result: None }));
        let stop = self.go(State::Return(known::UNIT), cells).err();
        if stop.is_some() {
            // Cells that were under evaluation are left black.
            self.globals.iter_mut().for_each(|global| *global = None);
            self.todo.clear();
            self.pairs.clear();
            self.shows.clear();
            self.text.clear();
        }
        Ran { output: std::mem::take(&mut self.output), stop, steps: self.steps }
    }
}

/// Something of the program that the machine looks up often.
impl Machine<'_> {
    fn alt(&self, id: AltId) -> crate::syntax::Alt {
        self.program.alts[id.index()]
    }

    fn stmt(&self, executing: &Executing) -> Option<Stmt> {
        self.program.stmts_of(executing.stmts).get(executing.next as usize).copied()
    }
}
