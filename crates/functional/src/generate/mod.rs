//! The generator: the paper's judgments, read backwards, over a tape of choices.
//!
//! Every judgment takes Γ (the scope) and Δ (the declarations so far), which are in
//! [`Generator`], and a type, and gives something of that type. Fuel decreases with
//! each recursive use; without fuel only terminal symbols are left (Section 3.1).

mod arithmetic;
mod classes;
mod declarations;
mod expressions;
mod functions;
mod gadts;
mod main;
mod operations;
mod patterns;
mod types;

use choice::{Choices, DeadEnd};

use crate::library::fresh;
use crate::syntax::{BottomKind, Class, ExprId, FunId, Name, Program, Slice, Var};
use crate::types::{Ty, TyVar, Types};

/// What programs may use: one switch for each feature of the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Switches {
    pub arithmetic: bool,
    pub sized: bool,
    pub bits: bool,
    pub division: bool,
    pub big: bool,
    pub doubles: bool,
    pub polymorphism: bool,
    pub classes: bool,
    pub higher: bool,
    pub records: bool,
    pub newtypes: bool,
    pub existentials: bool,
    pub gadts: bool,
    pub rank2: bool,
    pub recursion: bool,
    pub locals: bool,
    pub guards: bool,
    pub strictness: bool,
    pub laziness: bool,
    pub exceptions: bool,
    pub state: bool,
    pub references: bool,
    pub operators: bool,
    pub comprehensions: bool,
    pub pragmas: bool,
    pub synonyms: bool,
    pub by_hand: bool,
    pub huge: bool,
}

/// A function that may call itself, in a place where it may.
#[derive(Clone, Copy, Debug)]
struct Recursion {
    /// The function: top-level with its own type variables, or local.
    callee: Callee,
    /// The number of the argument that gets smaller.
    place: usize,
    /// What is smaller than that argument.
    smaller: [Option<ExprId>; 2],
    /// How many calls may still be made.
    calls: u8,
}

#[derive(Clone, Copy, Debug)]
enum Callee {
    Global(FunId),
    Local(Var),
}

/// The state of generating one program.
struct Generator<'a> {
    program: Program,
    choices: &'a mut Choices,
    on: Switches,
    /// Γ, the inner variables last.
    scope: Vec<(Var, Ty)>,
    /// The classes of the type variables in scope.
    context: Vec<(Class, TyVar)>,
    /// Whether the current declaration has type variables.
    polymorphic: bool,
    /// Primitive types that this program prefers.
    palette: Vec<Ty>,
    /// Types that were chosen before.
    pool: Vec<Ty>,
    recursion: Option<Recursion>,
    /// The parameters and the result of the recursive function.
    recursive_type: (Vec<Ty>, Ty),
    /// How many functions inside each other are called for each item of a list.
    loops: u32,
    /// How many steps a call of each function takes, roughly.
    costs: Vec<u64>,
    /// The same for the function being generated.
    cost: u64,
    /// How often each word was used for a local variable of the current declaration.
    used_words: Vec<(&'static str, u32)>,
    /// Functions that may be called.
    callable: usize,
    /// Functions of nothing but arithmetic.
    kernels: Vec<FunId>,
    /// Whether such a function is being generated.
    in_kernel: bool,
    /// The beginnings of lists of expressions and types, the inner ones last.
    parts: Vec<ExprId>,
    type_parts: Vec<Ty>,
    /// How many expressions there may be before only the simplest are made.
    room: usize,
    size: u32,
}

type Made<T> = Result<T, DeadEnd>;

/// After how many expressions for each unit of size a program is large enough: what is
/// still to be made is made as simple as possible.
const ROOM: usize = 22;

/// Generates a program.
pub fn generate(on: Switches, size: u32, choices: &mut Choices) -> Result<Program, DeadEnd> {
    let program = fresh();
    let costs = vec![20; program.functions.len()];
    let callable = program.functions.len();
    let room = program.exprs.len() + ROOM * size as usize;
    let mut generator = Generator {
        program,
        choices,
        on,
        scope: Vec::new(),
        context: Vec::new(),
        polymorphic: false,
        palette: Vec::new(),
        pool: Vec::new(),
        recursion: None,
        recursive_type: (Vec::new(), Types::INT),
        loops: 0,
        costs,
        cost: 0,
        used_words: Vec::new(),
        callable,
        kernels: Vec::new(),
        in_kernel: false,
        parts: Vec::with_capacity(32),
        type_parts: Vec::with_capacity(32),
        room,
        size,
    };
    generator.module()?;
    Ok(generator.program)
}

impl Generator<'_> {
    /// A module: declarations of types, then of classes, then of functions, then
    /// `main`.
    fn module(&mut self) -> Made<()> {
        self.palette()?;
        if self.on.exceptions && self.choices.chance(1, 2)? {
            let kinds = [BottomKind::Error, BottomKind::Arithmetic, BottomKind::Own];
            self.program.bottom = Some(kinds[self.choices.weighted(&[1, 2, 1])?]);
        }
        let size = self.size as usize;
        for _ in 0..self.choices.range(1..=1 + size / 5)? {
            self.choose_data()?;
        }
        if self.on.synonyms && self.choices.chance(1, 2)? {
            self.alias()?;
        }
        if self.on.classes && self.choices.chance(1, 4)? {
            self.class()?;
        }
        if self.on.higher && self.choices.chance(1, 8)? {
            self.higher_class()?;
        }
        if self.on.existentials && self.choices.chance(1, 8)? {
            self.existential()?;
        }
        if self.on.gadts && self.choices.chance(1, 8)? {
            self.gadt()?;
        }
        for _ in 0..self.choices.range(1..=1 + size / 5)? {
            self.function()?;
        }
        if self.on.arithmetic {
            for _ in 0..self.choices.range(0..=1 + size / 8)? {
                self.kernel()?;
            }
        }
        self.main()
    }

    /// A name for a local variable of a type, different from all others of the
    /// declaration.
    fn fresh(&mut self, ty: Ty) -> Var {
        let word = self.word_for(ty);
        self.fresh_named(word, ty)
    }

    fn fresh_named(&mut self, word: &'static str, ty: Ty) -> Var {
        let number = match self.used_words.iter_mut().find(|(used, _)| *used == word) {
            Some((_, count)) => {
                *count += 1;
                *count
            }
            None => {
                self.used_words.push((word, 0));
                0
            }
        };
        self.program.local(Name { word, number }, ty)
    }

    /// Stores the list of expressions that begins here.
    fn finish(&mut self, from: usize) -> Slice {
        let list = self.program.add_exprs(&self.parts[from..]);
        self.parts.truncate(from);
        list
    }

    /// Does something with more variables in scope.
    fn with_scope<T>(&mut self, make: impl FnOnce(&mut Self) -> Made<T>) -> Made<T> {
        let depth = self.scope.len();
        let made = make(self);
        self.scope.truncate(depth);
        made
    }

    /// Does something that is repeated for each item of a list.
    fn in_loop<T>(&mut self, make: impl FnOnce(&mut Self) -> Made<T>) -> Made<T> {
        self.loops += 1;
        let made = make(self);
        self.loops -= 1;
        made
    }

    /// Does something where the current function must not be called.
    fn without_recursion<T>(&mut self, make: impl FnOnce(&mut Self) -> Made<T>) -> Made<T> {
        let outer = self.recursion.take();
        let made = make(self);
        self.recursion = outer;
        made
    }
}
