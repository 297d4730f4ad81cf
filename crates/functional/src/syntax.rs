//! The core: declarations, patterns and expressions (Figure 1 of the paper, and
//! what goes beyond it), explicitly typed, in arenas.
//!
//! Every expression has its type beside it, and uses of polymorphic things carry
//! their type arguments, which the printer leaves out. So the checker needs no
//! inference and the evaluator no dictionaries.

use std::sync::Arc;

use crate::prims::Op;
use crate::types::{DataId, NONE, Prim, Ty, TyVar, Type, Types};

macro_rules! handles {
    ($($(#[$doc:meta])* $name:ident($of:ty);)*) => {
        $($(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub $of);

        impl $name {
            /// The number as an index.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        })*
    };
}

handles! {
    /// A local variable.
    Var(u32);
    /// A top-level function: of the library, of the program, or of an instance.
    FunId(u16);
    /// A data constructor.
    ConId(u16);
    /// A class of the program.
    ClassId(u8);
    /// An expression.
    ExprId(u32);
    /// A pattern.
    PatId(u32);
    /// An alternative.
    AltId(u32);
}

/// Neighbours in an arena.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slice {
    /// The first.
    pub start: u32,
    /// How many.
    pub len: u32,
}

impl Slice {
    /// The indices.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

/// A readable name: a word, and a number where the word alone is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// The word.
    pub word: &'static str,
    /// The number; 0 is not shown.
    pub number: u32,
}

impl Name {
    /// A word without a number.
    pub const fn plain(word: &'static str) -> Name {
        Name { word, number: 0 }
    }
}

/// An expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Expr {
    /// A literal of an integral type, by its place in [`Program::ints`].
    Int(u32),
    /// A literal of type `Double`.
    Double(f64),
    /// A character.
    Char(char),
    /// A string, by its place in [`Program::strings`].
    Str(u32),
    /// T-Var: a local variable.
    Local(Var),
    /// T-Fun: a top-level function with its type arguments.
    Global(FunId, Slice),
    /// A method of a class with its type arguments, that of the class first.
    Method(ClassId, u8, Slice),
    /// T-Abs: an abstraction. Its one alternative has no guards.
    Lambda(AltId),
    /// T-App: an application to one or more arguments.
    App(ExprId, Slice),
    /// T-Let.
    Let(Slice, ExprId),
    /// T-Case.
    Case(ExprId, Slice),
    /// T-If.
    If(ExprId, ExprId, ExprId),
    /// T-Constr: a constructor with some or all of its arguments. Tuples
    /// (T-Tuple) are constructors too.
    Con(ConId, Slice),
    /// T-List.
    List(Slice),
    /// A constructor with all its fields, by their labels.
    Record(ConId, Slice),
    /// A record with another value for the field of this number.
    Update(ExprId, ConId, u8, ExprId),
    /// A field's selector.
    Selector(ConId, u8),
    /// A primitive operation at a type, with some or all of its arguments.
    Prim(Op, Ty, Slice),
    /// The section of a binary operation that lacks its first operand.
    Section(Op, Ty, ExprId),
    /// A list comprehension.
    Comprehension(ExprId, Slice),
    /// `[from ..]`, `[from, then ..]`, `[from .. to]` or `[from, then .. to]`.
    Enumeration(ExprId, Option<ExprId>, Option<ExprId>),
    /// `runST` of a block: statements, and what it returns.
    RunSt(Slice, ExprId),
    /// An expression with a type annotation.
    Annotated(ExprId),
    /// A polymorphic argument of a rank-2 function.
    Generalised(TyVar, ExprId),
    /// A polymorphic parameter at a type.
    Instantiated(Var, Ty),
    /// The deliberate bottom of a program.
    Bottom,
}

/// A pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pat {
    /// A variable.
    Var(Var),
    /// `_`.
    Wild,
    /// A constructor with patterns for its fields, tuples and lists included.
    Con(ConId, Slice),
    /// A constructor of an existential type: the type variable that it brings,
    /// and patterns for its fields.
    Unpack(ConId, TyVar, Slice),
    /// A literal of an integral type.
    Int(u32, Ty),
    /// A character.
    Char(char),
    /// `x@p`.
    As(Var, PatId),
    /// `!p`.
    Bang(PatId),
    /// `~p`.
    Lazy(PatId),
}

/// One way of a function, abstraction or case expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alt {
    /// A pattern for each argument, as list of [`Program::pat_lists`].
    pub pats: Slice,
    /// Local definitions over all guards.
    pub binds: Slice,
    /// Bodies in the order in which their guards are tried.
    pub bodies: Slice,
}

/// A body with its guard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body {
    /// None for the body that is always taken.
    pub guard: Option<ExprId>,
    /// What is evaluated.
    pub expr: ExprId,
}

/// A local definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bind {
    /// A variable.
    Value {
        /// The variable.
        var: Var,
        /// What it is bound to.
        rhs: ExprId,
        /// Whether it has a type signature.
        signature: bool,
        /// Whether it is evaluated at once.
        strict: bool,
    },
    /// A lazy pattern, all of whose variables are bound at once.
    Pattern {
        /// The pattern.
        pat: PatId,
        /// What is taken apart.
        rhs: ExprId,
    },
    /// A function, which may be recursive.
    Function {
        /// Its name.
        var: Var,
        /// Its type.
        ty: Ty,
        /// Its alternatives.
        alts: Slice,
        /// How it may be inlined.
        pragma: Pragma,
    },
}

/// A part of a list comprehension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Qualifier {
    /// `pattern <- list`.
    Generator(PatId, ExprId),
    /// A condition.
    Guard(ExprId),
    /// `let variable = expression`.
    Let(Var, ExprId),
}

/// A statement of a block in `ST` or `IO`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stmt {
    /// A new reference with its first content.
    New(Var, ExprId),
    /// Replaces the content.
    Write(Var, ExprId),
    /// Applies a function to the content; at once if strict.
    Modify {
        /// The reference.
        var: Var,
        /// The function.
        function: ExprId,
        /// `modifySTRef'` rather than `modifySTRef`.
        strict: bool,
    },
    /// Reads the content into a variable.
    Read(Var, Var),
    /// Statements under a condition.
    When(ExprId, Slice),
    /// Statements for each item of a list.
    ForEach(Var, ExprId, Slice),
    /// Prints a value; in `IO` only.
    Print(ExprId),
    /// Prints a value, or that it has none; in `IO` only.
    Attempt(ExprId),
    /// Prints a value, all of which is evaluated first; if it has none, the program
    /// ends. In `IO` only.
    Demand(ExprId),
}

/// How a function may be inlined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pragma {
    /// As the compiler likes.
    None,
    /// `INLINE`.
    Inline,
    /// `NOINLINE`.
    NoInline,
    /// `INLINABLE`.
    Inlinable,
    /// `SPECIALISE` at a type of the whole function.
    Specialise(Ty),
}

/// A class: one of the library's, or of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Class {
    Eq,
    Ord,
    Show,
    Num,
    Integral,
    Bits,
    Enum,
    Bounded,
    User(ClassId),
}

/// The type of a top-level function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// Its type variables.
    pub vars: Vec<TyVar>,
    /// The classes that they must be in.
    pub context: Vec<(Class, TyVar)>,
    /// The parameters.
    pub params: Vec<Ty>,
    /// The result.
    pub result: Ty,
}

/// Where a top-level function belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// It is of the library: known by its name, defined here for the evaluator.
    Library,
    /// It is defined by the program.
    Program,
    /// It is the default of a method.
    Default(ClassId),
    /// It is a method of the instance of this number.
    Instance(u16),
    /// It is not in the program any more: nothing calls it.
    Dropped,
}

/// A top-level function (`f :: T̄ → T ▷ f P̄ = e`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name; an operator has one of symbols.
    pub name: Name,
    /// Its type.
    pub scheme: Arc<Scheme>,
    /// Its alternatives.
    pub alts: Slice,
    /// How it may be inlined.
    pub pragma: Pragma,
    /// Where it belongs.
    pub home: Home,
    /// The synonym that stands for its result in its signature.
    pub synonym: Option<u16>,
    /// Whether it is written without its signature, and with types in its first equation
    /// from which its type can be inferred.
    pub inferred: bool,
}

/// How a type is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataKind {
    /// It is of the library.
    BuiltIn,
    /// `data`.
    Data,
    /// `newtype`.
    Newtype,
    /// `data … where`, each constructor with its type.
    Gadt,
}

/// The classes that are derived for a type, Eq if none other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Derived {
    pub eq: bool,
    pub ord: bool,
    pub show: bool,
    pub enumeration: bool,
    /// Whether the instances of Eq, Ord and Show are written out: what they do is what
    /// derived ones do.
    pub by_hand: bool,
    /// Whether there is an instance of Num, written out. Only a newtype of numbers has
    /// one, and it does what the instance of these numbers does.
    pub num: bool,
}

/// An algebraic type (`data N = K T̄`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Data {
    /// Its name.
    pub name: Name,
    /// How many type parameters it has: variables 0, 1, ….
    pub params: u16,
    /// Its first constructor.
    pub first: ConId,
    /// How many constructors it has.
    pub count: u16,
    /// How it is declared.
    pub kind: DataKind,
    /// What is derived.
    pub derived: Derived,
}

/// The type variable that an existential constructor hides.
pub const HIDDEN: TyVar = TyVar(90);

/// A data constructor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constructor {
    /// Its name; an infix one has one of symbols.
    pub name: Name,
    /// Its type.
    pub data: DataId,
    /// Its place among the constructors of its type.
    pub tag: u16,
    /// The types of its fields.
    pub fields: Vec<Ty>,
    /// Which fields are strict, as bits.
    pub strict: u32,
    /// The labels of its fields, if it is a record.
    pub labels: Vec<Name>,
    /// If it hides a type ([`HIDDEN`], that of its first field), the class of it.
    pub hides: Option<Class>,
    /// The type argument to which a constructor of a GADT belongs.
    pub index: Option<Ty>,
    /// The precedence of an infix constructor, which associates to the right.
    pub infix: Option<u8>,
}

/// A type synonym (`type N = T`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Synonym {
    /// Its name.
    pub name: Name,
    /// What it stands for.
    pub ty: Ty,
}

/// A method of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodDecl {
    /// Its name.
    pub name: Name,
    /// Its type; the first variable is that of the class.
    pub scheme: Arc<Scheme>,
    /// Its default.
    pub default: Option<FunId>,
}

/// A class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassDecl {
    /// Its name.
    pub name: Name,
    /// Its variable.
    pub var: TyVar,
    /// Its superclass.
    pub superclass: Option<Class>,
    /// Its methods.
    pub methods: Vec<MethodDecl>,
}

/// An instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The class.
    pub class: ClassId,
    /// The type, with variables for its arguments.
    pub head: Ty,
    /// The variables of the head.
    pub vars: Vec<TyVar>,
    /// What must hold of them.
    pub context: Vec<(Class, TyVar)>,
    /// The methods; none where the default is taken.
    pub methods: Vec<Option<FunId>>,
}

/// The kind of exception that is a program's one deliberate bottom. GHC may raise
/// any of the exceptions that an expression can raise; where all are alike, there
/// is only one answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BottomKind {
    /// `error "…"`, an `ErrorCall`.
    Error,
    /// `throw` of an arithmetic exception, or an operation that raises one.
    Arithmetic,
    /// `throw` of an exception of the program's own.
    Own,
}

impl BottomKind {
    /// The type of the exception.
    pub fn class(self) -> &'static str {
        match self {
            BottomKind::Error => "ErrorCall",
            BottomKind::Arithmetic => "ArithException",
            BottomKind::Own => "Failure",
        }
    }
}

/// A module (`module n Ī D̄`).
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Its types.
    pub types: Types,
    /// Δ: the algebraic types, the built-in ones first.
    pub datas: Vec<Data>,
    /// Their constructors.
    pub cons: Vec<Constructor>,
    /// The synonyms.
    pub synonyms: Vec<Synonym>,
    /// The classes.
    pub classes: Vec<ClassDecl>,
    /// The instances.
    pub instances: Vec<Instance>,
    /// The top-level functions, those of the library first.
    pub functions: Vec<Function>,
    /// What `main` does: groups of statements that are independent of each other.
    pub main: Vec<Slice>,
    /// The deliberate bottom.
    pub bottom: Option<BottomKind>,
    /// The names and types of local variables.
    pub locals: Vec<(Name, Ty)>,
    /// Expressions with their types.
    pub exprs: Vec<(Expr, Ty)>,
    /// Lists of expressions.
    pub expr_lists: Vec<ExprId>,
    /// Lists of types.
    pub ty_lists: Vec<Ty>,
    /// Patterns.
    pub pats: Vec<Pat>,
    /// Lists of patterns.
    pub pat_lists: Vec<PatId>,
    /// Alternatives.
    pub alts: Vec<Alt>,
    /// Bodies of alternatives.
    pub bodies: Vec<Body>,
    /// Local definitions.
    pub binds: Vec<Bind>,
    /// Qualifiers of list comprehensions.
    pub qualifiers: Vec<Qualifier>,
    /// Statements.
    pub stmts: Vec<Stmt>,
    /// Integer literals.
    pub ints: Vec<i128>,
    /// String literals.
    pub strings: Vec<String>,
    /// Uses of functions of the program that are printed with their type arguments.
    pub type_applications: Vec<ExprId>,
}

macro_rules! arenas {
    ($($add:ident, $get:ident, $arena:ident, $item:ty;)*) => {
        $(/// Stores a list.
        pub fn $add(&mut self, items: &[$item]) -> Slice {
            let start = self.$arena.len() as u32;
            self.$arena.extend_from_slice(items);
            Slice { start, len: items.len() as u32 }
        }

        /// A stored list.
        #[inline]
        pub fn $get(&self, slice: Slice) -> &[$item] {
            &self.$arena[slice.range()]
        })*
    };
}

impl Program {
    arenas! {
        add_exprs, exprs_of, expr_lists, ExprId;
        add_tys, tys_of, ty_lists, Ty;
        add_pats, pats_of, pat_lists, PatId;
        add_alts, alts_of, alts, Alt;
        add_bodies, bodies_of, bodies, Body;
        add_binds, binds_of, binds, Bind;
        add_qualifiers, qualifiers_of, qualifiers, Qualifier;
        add_stmts, stmts_of, stmts, Stmt;
    }

    /// Stores an expression.
    pub fn expr(&mut self, expr: Expr, ty: Ty) -> ExprId {
        self.exprs.push((expr, ty));
        ExprId(self.exprs.len() as u32 - 1)
    }

    /// An expression.
    #[inline]
    pub fn get(&self, id: ExprId) -> Expr {
        self.exprs[id.index()].0
    }

    /// The type of an expression.
    #[inline]
    pub fn ty(&self, id: ExprId) -> Ty {
        self.exprs[id.index()].1
    }

    /// Stores a pattern.
    pub fn pat(&mut self, pat: Pat) -> PatId {
        self.pats.push(pat);
        PatId(self.pats.len() as u32 - 1)
    }

    /// A new local variable.
    pub fn local(&mut self, name: Name, ty: Ty) -> Var {
        self.locals.push((name, ty));
        Var(self.locals.len() as u32 - 1)
    }

    /// An integer literal.
    pub fn int(&mut self, value: i128, ty: Ty) -> ExprId {
        self.ints.push(value);
        self.expr(Expr::Int(self.ints.len() as u32 - 1), ty)
    }

    /// An alternative with one body and no guard.
    pub fn alt(&mut self, pats: &[PatId], expr: ExprId) -> Alt {
        let pats = self.add_pats(pats);
        let bodies = self.add_bodies(&[Body { guard: None, expr }]);
        Alt { pats, binds: Slice::default(), bodies }
    }

    /// The primitive type of the numbers of a type: itself, or what a newtype with an
    /// instance of Num has inside.
    #[inline]
    pub fn as_number(&self, ty: Ty) -> Option<Prim> {
        if let Some(prim) = self.types.as_prim(ty) {
            return Some(prim);
        }
        match self.types.shape(ty) {
            Type::Data(id, _) => self.number_inside(id),
            _ => None,
        }
    }

    /// The primitive type inside a newtype with an instance of Num.
    pub fn number_inside(&self, id: DataId) -> Option<Prim> {
        let declared = &self.datas[usize::from(id.0)];
        if !declared.derived.num {
            return None;
        }
        self.types.as_prim(self.cons[declared.first.index()].fields[0])
    }

    /// Whether the type of a function can be inferred where the types of its parameters and
    /// its result are given: it has no type variables, and matching its arguments brings
    /// neither types nor facts about types, which would need a signature.
    pub fn can_infer(&self, function: &Function) -> bool {
        let plain = |ty: &Ty| match self.types.shape(*ty) {
            Type::Forall(..) => false,
            Type::Data(id, _) => {
                let declared = &self.datas[usize::from(id.0)];
                let hides = self.cons[declared.first.index()].hides.is_some();
                declared.kind != DataKind::Gadt && !hides
            }
            _ => true,
        };
        function.scheme.vars.is_empty() && function.scheme.params.iter().all(plain)
    }

    /// The data type of a constructor.
    pub fn data_of(&self, con: ConId) -> &Data {
        &self.datas[self.cons[con.index()].data.0 as usize]
    }

    /// The types of a constructor's fields in a value of the given type.
    pub fn fields(&mut self, con: ConId, args: &[Ty]) -> Vec<Ty> {
        let mut substitution = [(TyVar(0), NONE); 3];
        for (i, &arg) in args.iter().enumerate() {
            substitution[i] = (TyVar(i as u16), arg);
        }
        let (types, fields) = (&mut self.types, &self.cons[con.index()].fields);
        let substitution = &substitution[..args.len()];
        fields.iter().map(|&field| types.substitute(field, substitution)).collect()
    }
}
