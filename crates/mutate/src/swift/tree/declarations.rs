//! The nodes of declarations.

use super::{Block, ExprId, Pattern, StmtId, TypeRef};

/// What is written before a declaration.
#[derive(Clone, Debug, Default)]
pub struct Modifiers<'s> {
    /// The names of the attributes.
    pub attributes: Vec<&'s str>,
    /// The modifiers.
    pub words: Vec<&'s str>,
}

impl Modifiers<'_> {
    /// Whether a modifier is there.
    pub fn has(&self, word: &str) -> bool {
        self.words.contains(&word)
    }

    /// Whether the declaration belongs to the type and not to its values.
    pub fn is_static(&self) -> bool {
        self.has("static") || self.has("class")
    }
}

/// A declaration of variables.
#[derive(Clone, Debug)]
pub struct VarDecl<'s> {
    /// What is written before it.
    pub modifiers: Modifiers<'s>,
    /// Whether it is `let`.
    pub is_let: bool,
    /// What is declared.
    pub bindings: Vec<VarBinding<'s>>,
}

/// A pattern with its type, value and accessors.
#[derive(Clone, Debug)]
pub struct VarBinding<'s> {
    /// What is bound.
    pub pattern: Pattern<'s>,
    /// The type that is written.
    pub ty: Option<TypeRef>,
    /// The initial value.
    pub value: Option<ExprId>,
    /// The bodies of the accessors.
    pub accessors: Vec<Accessor<'s>>,
    /// Whether there are accessors, with or without bodies.
    pub has_accessors: bool,
}

/// `get`, `set` and their like.
#[derive(Clone, Debug)]
pub struct Accessor<'s> {
    /// Which accessor; `get` for a body without a word.
    pub word: &'s str,
    /// The name of its parameter.
    pub param: Option<&'s str>,
    /// Its body.
    pub body: Block,
}

/// What a function is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FuncKind {
    /// `func`
    Func,
    /// `init`
    Init,
    /// `deinit`
    Deinit,
    /// `subscript`
    Subscript,
}

/// A function.
#[derive(Clone, Debug)]
pub struct FuncDecl<'s> {
    /// What is written before it.
    pub modifiers: Modifiers<'s>,
    /// What it is.
    pub kind: FuncKind,
    /// Its name; that of its keyword if it has none.
    pub name: &'s str,
    /// Its generic parameters.
    pub generics: Vec<&'s str>,
    /// Whether a `where` clause makes types equal.
    pub constrained: bool,
    /// Whether it is `init?`.
    pub failable: bool,
    /// Whether it is `init!`, whose result is unwrapped where that is needed.
    pub unwrapped: bool,
    /// Its parameters.
    pub params: Vec<Param<'s>>,
    /// Whether it throws, rethrows or is asynchronous.
    pub effects: bool,
    /// Whether it is asynchronous.
    pub asynchronous: bool,
    /// Its result type.
    pub result: Option<TypeRef>,
    /// Its body.
    pub body: Option<Block>,
    /// The accessors of a subscript.
    pub accessors: Vec<Accessor<'s>>,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Param<'s> {
    /// The label at calls.
    pub label: Option<&'s str>,
    /// The name inside.
    pub name: &'s str,
    /// Its type.
    pub ty: TypeRef,
    /// The default argument.
    pub default: Option<ExprId>,
    /// Whether it has a default argument, also in a protocol's extension.
    pub variadic: bool,
    /// Whether it has no attributes, such as a result builder.
    pub plain: bool,
}

/// What kind of type is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NominalKind {
    /// `struct`
    Struct,
    /// `class`
    Class,
    /// `enum`
    Enum,
    /// `actor`
    Actor,
    /// `protocol`
    Protocol,
    /// `extension`
    Extension,
}

/// A type with members, or an extension of one.
#[derive(Clone, Debug)]
pub struct Nominal<'s> {
    /// What is written before it.
    pub modifiers: Modifiers<'s>,
    /// What it is.
    pub kind: NominalKind,
    /// Its name; the extended type's for an extension.
    pub name: &'s str,
    /// Its generic parameters.
    pub generics: Vec<&'s str>,
    /// What it inherits from and conforms to.
    pub inherits: Vec<TypeRef>,
    /// Whether there is a `where` clause.
    pub constrained: bool,
    /// Its members.
    pub members: Vec<StmtId>,
}

/// A case of an enumeration.
#[derive(Clone, Debug)]
pub struct EnumCase<'s> {
    /// Its name.
    pub name: &'s str,
    /// Its associated values; none if it has no parentheses.
    pub params: Option<Vec<Param<'s>>>,
    /// Whether it has no attributes.
    pub plain: bool,
}
