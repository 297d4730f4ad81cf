//! The tree of a Swift program: nodes in arenas, with spans into the source.
//!
//! What the parser does not understand is a raw node. Nodes nest: the children
//! of a node lie inside it, in the order of the source and without overlap, so
//! a program is printed with other texts in the place of some nodes by copying
//! what lies between ([`Tree::children`], and the test of the round trip).

mod children;
mod declarations;

use std::ops::Index;

pub use children::NodeId;
pub use declarations::{
    Accessor, EnumCase, FuncDecl, FuncKind, Modifiers, Nominal, NominalKind, Param, VarBinding,
    VarDecl,
};

/// A part of the source, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One behind the last byte.
    pub end: u32,
}

impl Span {
    pub(crate) fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }

    /// How many bytes it has.
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether it has no bytes.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The text there.
    pub fn of(self, source: &str) -> &str {
        &source[self.start as usize..self.end as usize]
    }

    /// Whether another span lies inside this one.
    pub fn contains(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    pub(crate) fn to(self, end: Span) -> Span {
        Span { start: self.start, end: end.end }
    }
}

macro_rules! arena {
    ($($(#[$doc:meta])* $id:ident => $node:ident in $field:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $id(pub(crate) u32);

        impl<'s> Index<$id> for Tree<'s> {
            type Output = $node<'s>;

            fn index(&self, id: $id) -> &$node<'s> {
                &self.$field[id.0 as usize]
            }
        }

        impl<'s> Tree<'s> {
            pub(crate) fn $field(&mut self, node: $node<'s>) -> $id {
                self.$field.push(node);
                $id(self.$field.len() as u32 - 1)
            }
        }
    )*};
}

arena! {
    /// An expression.
    ExprId => Expr in exprs;
    /// A statement or declaration.
    StmtId => Stmt in stmts;
    /// A type as it is written.
    TypeRef => TypeNode in types;
}

/// A parsed program.
#[derive(Clone, Debug)]
pub struct Tree<'s> {
    /// The program.
    pub source: &'s str,
    pub(crate) exprs: Vec<Expr<'s>>,
    pub(crate) stmts: Vec<Stmt<'s>>,
    pub(crate) types: Vec<TypeNode<'s>>,
    /// The statements and declarations of the file.
    pub top: Vec<StmtId>,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr<'s> {
    /// What it is.
    pub kind: ExprKind<'s>,
    /// Where it is.
    pub span: Span,
}

/// An argument of a call or subscript, or an element of a tuple.
#[derive(Clone, Copy, Debug)]
pub struct Argument<'s> {
    /// Its label.
    pub label: Option<&'s str>,
    /// Its value.
    pub value: ExprId,
}

/// How a `try` treats errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TryKind {
    /// `try`
    Plain,
    /// `try!`
    Force,
    /// `try?`
    Optional,
}

/// The operators that take a type on their right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastKind {
    /// `is`
    Is,
    /// `as`
    As,
    /// `as!`
    AsForce,
    /// `as?`
    AsOptional,
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind<'s> {
    /// An integer literal, perhaps with a minus sign.
    Integer,
    /// A floating-point literal, perhaps with a minus sign.
    Float,
    /// A string literal and its interpolated expressions.
    String {
        /// The arguments of all interpolations.
        interpolated: Vec<ExprId>,
    },
    /// A regular expression literal.
    Regex,
    /// `true` or `false`.
    Bool,
    /// `nil`.
    Nil,
    /// A name, also `self`, `super`, `Self` and `$0`.
    Name {
        /// The name without backticks.
        name: &'s str,
        /// Its explicit generic arguments.
        generics: Vec<TypeRef>,
    },
    /// `base.name`, or `.name` without a base.
    Member {
        /// What the member is of.
        base: Option<ExprId>,
        /// The member's name or tuple index.
        name: &'s str,
        /// Whether there are generic arguments or argument labels: `f(x:y:)`.
        qualified: bool,
    },
    /// A call.
    Call {
        /// What is called.
        callee: ExprId,
        /// The arguments in parentheses.
        arguments: Vec<Argument<'s>>,
        /// The trailing closures; the first one has no label.
        trailing: Vec<Argument<'s>>,
    },
    /// A subscript.
    Subscript {
        /// What is indexed.
        base: ExprId,
        /// The arguments in brackets.
        arguments: Vec<Argument<'s>>,
    },
    /// An expression in parentheses.
    Paren(ExprId),
    /// A tuple of no or several elements.
    Tuple(Vec<Argument<'s>>),
    /// An array literal.
    Array(Vec<ExprId>),
    /// A dictionary literal.
    Dictionary(Vec<(ExprId, ExprId)>),
    /// A prefix operator and its operand.
    Prefix {
        /// The operator.
        operator: &'s str,
        /// The operand.
        operand: ExprId,
    },
    /// A postfix operator and its operand.
    Postfix {
        /// The operator.
        operator: &'s str,
        /// The operand.
        operand: ExprId,
    },
    /// An infix operator and its operands.
    Infix {
        /// The operator.
        operator: &'s str,
        /// The left operand.
        left: ExprId,
        /// The right operand.
        right: ExprId,
    },
    /// `c ? a : b`
    Ternary {
        /// The condition.
        condition: ExprId,
        /// The value where it holds.
        then: ExprId,
        /// The value where it does not.
        otherwise: ExprId,
    },
    /// `a = b`
    Assign {
        /// What is assigned to.
        left: ExprId,
        /// The value.
        right: ExprId,
    },
    /// `x as T` and its like.
    Cast {
        /// Which cast.
        kind: CastKind,
        /// What is cast.
        value: ExprId,
        /// The type.
        to: TypeRef,
    },
    /// `try x`
    Try {
        /// Which `try`.
        kind: TryKind,
        /// What may throw.
        value: ExprId,
    },
    /// `await x`, `consume x`, `copy x` and other words before an expression.
    Word {
        /// The word.
        word: &'s str,
        /// What it is about.
        value: ExprId,
    },
    /// `&x`
    InOut(ExprId),
    /// `x!`
    Force(ExprId),
    /// `x?` inside an optional chain.
    Chain(ExprId),
    /// A closure.
    Closure(Box<Closure<'s>>),
    /// A key path; the subscripts inside are not looked at.
    KeyPath,
    /// `#name` or `#name(…)`, not looked into.
    Macro(&'s str),
    /// `if`, `switch` or `do` as an expression.
    Statement(StmtId),
    /// `_`
    Discard,
    /// `let x` or `var x` inside a pattern, and the pattern behind it.
    Binding(ExprId),
    /// `is T` as a pattern.
    IsPattern,
    /// A type where an expression could be: `[Int].self`, `(Int) -> Int`.
    TypeExpr(TypeRef),
    /// What the parser does not understand.
    Raw,
}

/// A closure.
#[derive(Clone, Debug)]
pub struct Closure<'s> {
    /// Its parameters, with their types where they are written.
    pub params: Vec<(&'s str, Option<TypeRef>)>,
    /// Its result type, if it is written.
    pub result: Option<TypeRef>,
    /// The expressions of its capture list, with the names they are given.
    pub captures: Vec<(&'s str, Option<ExprId>)>,
    /// Its statements.
    pub body: Vec<StmtId>,
}

/// Statements in braces.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The statements.
    pub stmts: Vec<StmtId>,
    /// From brace to brace.
    pub span: Span,
}

/// A statement or declaration.
#[derive(Clone, Debug)]
pub struct Stmt<'s> {
    /// What it is.
    pub kind: StmtKind<'s>,
    /// Where it is, with its attributes and modifiers.
    pub span: Span,
}

/// One of the conditions of `if`, `guard` and `while`.
#[derive(Clone, Debug)]
pub enum Condition<'s> {
    /// A Boolean expression.
    Bool(ExprId),
    /// `let x: T = e`; without a value in `if let x`.
    Let {
        /// What is bound.
        pattern: Pattern<'s>,
        /// The type that is written.
        ty: Option<TypeRef>,
        /// The optional value.
        value: Option<ExprId>,
    },
    /// `case p = e`
    Case {
        /// The pattern.
        pattern: ExprId,
        /// The value that is matched.
        value: ExprId,
    },
    /// `#available(…)` and its like.
    Available,
}

/// The pattern of a variable declaration.
#[derive(Clone, Debug)]
pub enum Pattern<'s> {
    /// A name.
    Name(&'s str),
    /// `_`
    Discard,
    /// A tuple of patterns.
    Tuple(Vec<Pattern<'s>>),
}

/// A case of a `switch`, or a `catch`.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its patterns, each with its `where` condition; none for `default`.
    pub patterns: Vec<(ExprId, Option<ExprId>)>,
    /// Its statements.
    pub body: Vec<StmtId>,
}

/// The kinds of statements and declarations.
#[derive(Clone, Debug)]
pub enum StmtKind<'s> {
    /// An expression.
    Expr(ExprId),
    /// `return`
    Return(Option<ExprId>),
    /// `throw`
    Throw(ExprId),
    /// `break`, `continue`, `fallthrough`, `discard self` and `yield`.
    Jump,
    /// `if`
    If {
        /// The conditions.
        conditions: Vec<Condition<'s>>,
        /// What is done where they hold.
        then: Block,
        /// What is done where they do not: a block or another `if`.
        otherwise: Option<StmtId>,
    },
    /// `guard`
    Guard {
        /// The conditions.
        conditions: Vec<Condition<'s>>,
        /// What is done where they do not hold.
        otherwise: Block,
    },
    /// `while`
    While {
        /// The conditions.
        conditions: Vec<Condition<'s>>,
        /// The loop's body.
        body: Block,
    },
    /// `repeat`
    Repeat {
        /// The loop's body.
        body: Block,
        /// Whether it is repeated.
        condition: ExprId,
    },
    /// `for`
    For {
        /// What is bound, if it is a plain pattern.
        pattern: Option<Pattern<'s>>,
        /// The type that is written.
        ty: Option<TypeRef>,
        /// What is gone through.
        sequence: ExprId,
        /// The `where` condition.
        filter: Option<ExprId>,
        /// The loop's body.
        body: Block,
    },
    /// `switch`
    Switch {
        /// What is matched.
        subject: ExprId,
        /// The cases.
        cases: Vec<Case>,
    },
    /// `do`
    Do {
        /// What is done.
        body: Block,
        /// The `catch` clauses.
        catches: Vec<Case>,
    },
    /// `defer`
    Defer(Block),
    /// A block after `else`.
    Block(Block),
    /// `let` or `var`.
    Var(VarDecl<'s>),
    /// `func`, `init`, `deinit` or `subscript`.
    Func(Box<FuncDecl<'s>>),
    /// A type with members.
    Nominal(Box<Nominal<'s>>),
    /// The cases of an enumeration in one declaration.
    Cases(Vec<EnumCase<'s>>),
    /// `typealias`
    Alias {
        /// The name.
        name: &'s str,
        /// Whether it has generic parameters.
        generic: bool,
        /// The type.
        ty: TypeRef,
    },
    /// `associatedtype`
    Associated(&'s str),
    /// `import`, with the name of the module.
    Import(&'s str),
    /// An operator, precedence group or macro declaration.
    Other,
    /// What lies between `#if` and `#endif`.
    Conditional(Vec<StmtId>),
    /// What the parser does not understand.
    Raw,
}

/// A type as it is written.
#[derive(Clone, Debug)]
pub struct TypeNode<'s> {
    /// What it is.
    pub kind: TypeKind<'s>,
    /// Where it is.
    pub span: Span,
}

/// The kinds of types.
#[derive(Clone, Debug)]
pub enum TypeKind<'s> {
    /// A name with its generic arguments, perhaps qualified.
    Named(Vec<(&'s str, Vec<TypeRef>)>),
    /// `T?`
    Optional(TypeRef),
    /// `[T]`
    Array(TypeRef),
    /// `[K: V]`
    Dictionary(TypeRef, TypeRef),
    /// A tuple; one element without a label is that element itself.
    Tuple(Vec<(Option<&'s str>, TypeRef)>),
    /// A function.
    Function {
        /// Its parameters.
        params: Vec<TypeRef>,
        /// Whether it throws or is asynchronous.
        effects: bool,
        /// Its result.
        result: TypeRef,
    },
    /// A type with attributes or a specifier such as `inout`.
    Attributed {
        /// The attributes and specifiers.
        words: Vec<&'s str>,
        /// The type.
        inner: TypeRef,
    },
    /// Any other type: `some P`, `A & B`, `T!`, `T.Type`.
    Other,
}
