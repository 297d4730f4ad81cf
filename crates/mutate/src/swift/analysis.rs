//! The type analysis: sound and incomplete.
//!
//! It annotates the expressions whose type it surely knows and leaves the rest
//! alone (section III-A). Beyond the paper it knows members, initialisers,
//! methods, optionals, collections, tuples and the file's own types.
//!
//! The type of an expression is either *firm*, the same in every context, or it
//! is made of literals and depends on what the context *wants*.

mod expressions;
mod infer;
mod names;
mod visit;

use rustc_hash::FxHashMap;

use super::compiler_types::Given;
use super::declarations::{Declarations, Signature, TypeScope};
use super::tree::{ExprId, ExprKind, Span, Tree};
use super::types::{Form, Type, Types};

/// What is known of the type that a context wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Want {
    /// Nothing.
    Unknown,
    /// The context takes any type, so that literals have their default types.
    Default,
    /// This type, or one that converts to it.
    Is(Type),
}

/// A variable that can be used at a site.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Variable {
    /// How it is written there.
    pub text: String,
    /// Its type.
    pub ty: Type,
    /// Whether it can be assigned to.
    pub assignable: bool,
}

/// A function that can be called with arguments of known types.
#[derive(Clone, Debug)]
pub struct Callable {
    /// How the call begins: `f` or `S`.
    pub text: String,
    /// Its labels and the types of its arguments.
    pub params: Vec<(Option<String>, Type)>,
    /// The type of the call.
    pub result: Type,
    /// Whether it is called; a case without values is not.
    pub called: bool,
    /// Whether it is a function of the file, as opposed to an initialiser, an
    /// enumeration case or a property: the paper's level 3.
    pub function: bool,
}

/// An expression whose type is known and that can be replaced. Generating waits for
/// memory more than for anything else, so that a site does not lie across cache lines.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub struct Site {
    /// Where it is.
    pub span: Span,
    /// Its type.
    pub ty: Type,
    /// Whether a bare literal has the type there, without `as`.
    pub bare: bool,
    /// Whether the context wants this very type, as opposed to any.
    pub wanted: bool,
    /// Whether something is applied to it: `x.y`, `x[y]`.
    pub base: bool,
    /// The environment: an index into [`Analysed::environments`].
    pub env: u32,
    /// A name that must not be used: that of the variable assigned to.
    pub excluded: Option<String>,
    /// The value of an integer literal, which small and unsigned types keep.
    pub value: Option<u64>,
    /// Whether it is a constant condition, which control flow depends on.
    pub constant_condition: bool,
    /// Whether it cannot move into a closure: `try` or `await` before it applies
    /// to it, or `self` may not be initialised there.
    pub pinned: bool,
    /// Whether it is the name of a function that is called, which has a type that
    /// programs cannot always write.
    pub callee: bool,
    /// Whether it is a whole statement, initial value or result in an asynchronous
    /// function, so that `await` can stand before it.
    pub awaitable: bool,
    /// Whether it is in a closure.
    pub in_closure: bool,
}

/// The variables and functions at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Environment {
    /// The variables, the innermost first.
    pub variables: Vec<Variable>,
    /// Whether the functions and types of the file can be used.
    pub calls: bool,
}

/// A program with what is surely known about its expressions.
#[derive(Clone, Debug)]
pub struct Analysed {
    /// The types.
    pub types: Types,
    /// The type of each expression, where it is known, by span.
    pub annotations: Vec<(Span, Type)>,
    /// What can be replaced, in the order of the source, the outermost first.
    pub sites: Vec<Site>,
    /// The environments of the sites.
    pub environments: Vec<Environment>,
    /// The functions, initialisers and cases that can be called.
    pub callables: Vec<Callable>,
    /// The other expressions that have a value, with the types that only the
    /// compiler knows.
    pub others: Vec<(Span, Option<Type>)>,
    /// Whether the program divides integers, so that no generated expression may
    /// be zero.
    pub divides: bool,
    /// Whether values may be consumed, so that not every type can be copied.
    pub ownership: bool,
    /// Variables without a written type: where it could be written, and the type.
    pub untyped: Vec<(u32, Type)>,
}

/// What something is evaluated in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FrameKind {
    /// The top of the file.
    Top,
    /// A function: whether `self` can be used in it.
    Function { with_self: bool },
    /// A closure.
    Closure,
    /// The members of a type.
    Type(usize),
    /// A block.
    Block,
    /// A default argument or the initial value of a property: neither `self` nor
    /// variables are there.
    Isolated,
}

/// A variable of a function or block.
#[derive(Clone, Debug)]
pub(crate) struct Local<'s> {
    pub(crate) name: &'s str,
    pub(crate) ty: Option<Type>,
    pub(crate) is_let: bool,
    /// Whether it surely has a value and can be read any number of times.
    pub(crate) usable: bool,
    pub(crate) inout: bool,
}

pub(crate) struct Frame<'s> {
    pub(crate) kind: FrameKind,
    pub(crate) locals: Vec<Local<'s>>,
}

/// The kind of a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Literal {
    Integer,
    Float,
    String,
    Bool,
}

pub(crate) struct Analysis<'a, 's> {
    pub(crate) tree: &'a Tree<'s>,
    pub(crate) types: Types,
    pub(crate) decls: Declarations<'s>,
    pub(crate) frames: Vec<Frame<'s>>,
    pub(crate) scope: TypeScope<'s>,
    /// The want of `return` in each function.
    pub(crate) results: Vec<Want>,
    firm: FxHashMap<ExprId, Option<Type>>,
    flexible: FxHashMap<ExprId, Option<Literal>>,
    /// Types from the compiler, by the spans of expressions.
    pub(crate) given: FxHashMap<Span, Given>,
    pub(crate) annotations: Vec<(Span, Type)>,
    pub(crate) sites: Vec<Site>,
    pub(crate) environments: Vec<Environment>,
    env_index: FxHashMap<Environment, u32>,
    pub(crate) others: Vec<(Span, Option<Type>)>,
    pub(crate) excluded: Option<String>,
    /// Greater than zero inside what must not be changed.
    pub(crate) frozen: u32,
    /// Greater than zero where expressions cannot move into closures.
    pub(crate) pinned: u32,
    /// Whether literals are what a call converts: `T("a")`.
    pub(crate) coerced: bool,
    /// Whether what is visited belongs to an asynchronous function.
    pub(crate) asynchronous: bool,
    /// Variables without a written type, where that could be written.
    pub(crate) untyped: Vec<(u32, Type)>,
    /// Whether literals have the library's default types.
    pub(crate) defaults: bool,
    /// Whether anything is known: the basic types have their names to themselves, and no function
    /// promises what its mutants may not keep.
    pub(crate) certain: bool,
}

/// Attributes of functions that forbid allocations and the like, in what they call as well.
const PROMISES: [&str; 5] =
    ["@_noLocks", "@_noAllocation", "@_noRuntime", "@_noExistentials", "@_noObjCBridging"];

/// Analyses a program. `given` are types that are known from elsewhere.
pub(crate) fn analyse(
    tree: &Tree<'_>,
    given: impl FnOnce(&mut Types) -> FxHashMap<Span, Given>,
) -> Analysed {
    let mut types = Types::new();
    let decls = Declarations::collect(tree, &mut types);
    let given = given(&mut types);
    let redefined =
        ["IntegerLiteralType", "FloatLiteralType", "StringLiteralType", "BooleanLiteralType"];
    let defaults = !redefined.iter().any(|name| decls.names_a_type(name));
    let promises = PROMISES.iter().any(|attribute| tree.source.contains(attribute));
    let certain = !promises && !decls.hides_basic_types(&types);
    let mut analysis = Analysis {
        tree,
        types,
        decls,
        frames: vec![Frame { kind: FrameKind::Top, locals: Vec::new() }],
        scope: TypeScope { inside: true, ..TypeScope::default() },
        results: Vec::new(),
        firm: FxHashMap::default(),
        flexible: FxHashMap::default(),
        given,
        annotations: Vec::new(),
        sites: Vec::new(),
        environments: Vec::new(),
        env_index: FxHashMap::default(),
        others: Vec::new(),
        excluded: None,
        frozen: 0,
        pinned: 0,
        coerced: false,
        asynchronous: false,
        untyped: Vec::new(),
        defaults,
        certain,
    };
    analysis.statements(&tree.top, None);
    let callables = analysis.callables();
    let divides = tree.expressions().any(|(_, expr)| {
        matches!(expr.kind, ExprKind::Infix { operator: "/" | "%" | "/=" | "%=", .. })
    });
    let ownership = analysis.decls.ownership;
    let Analysis { types, annotations, mut sites, environments, others, untyped, .. } = analysis;
    sites.sort_by_key(|site| (site.span.start, std::cmp::Reverse(site.span.end)));
    // A closure may be visited once for each way of reading its call.
    sites.dedup_by_key(|site| site.span);
    Analysed {
        types,
        annotations,
        sites,
        environments,
        callables,
        others,
        divides,
        ownership,
        untyped,
    }
}

impl Analysis<'_, '_> {
    /// The type of a literal where something is wanted.
    pub(crate) fn literal_type(&self, literal: Literal, want: Want) -> Option<Type> {
        let default = match literal {
            Literal::Integer => Types::INT,
            Literal::Float => Types::DOUBLE,
            Literal::String => Types::STRING,
            Literal::Bool => Types::BOOL,
        };
        match want {
            Want::Unknown => None,
            Want::Default => Some(default).filter(|_| self.defaults),
            Want::Is(Types::ANY) => Some(default).filter(|_| self.defaults),
            Want::Is(ty) => {
                let fits = match literal {
                    Literal::Integer => Types::is_integer(ty) || Types::is_floating(ty),
                    Literal::Float => Types::is_floating(ty),
                    Literal::String => ty == Types::STRING || ty == Types::CHARACTER,
                    Literal::Bool => ty == Types::BOOL,
                };
                if fits {
                    return Some(ty);
                }
                match self.types.form(ty) {
                    Form::Optional(inner) => self.literal_type(literal, Want::Is(*inner)),
                    _ => None,
                }
            }
        }
    }

    /// The functions, initialisers and cases of the file that can be called
    /// anywhere with arguments of known types.
    fn callables(&mut self) -> Vec<Callable> {
        let mut found = Vec::new();
        let known = |signature: &Signature| {
            let params: Option<Vec<_>> = signature
                .params
                .iter()
                .map(|param| {
                    let plain = !param.variadic && !param.autoclosure;
                    param.ty.filter(|_| plain).map(|ty| (param.label.clone(), ty))
                })
                .collect();
            params.filter(|_| !signature.effects && !signature.generic && !signature.attributes)
        };
        for signature in &self.decls.top_functions {
            let operator = !signature.name.starts_with(|c: char| c.is_alphabetic() || c == '_');
            if operator || self.unique_function(&signature.name).is_none() {
                continue;
            }
            if let (Some(params), Some(result)) = (known(signature), signature.result) {
                let text = signature.name.clone();
                found.push(Callable { text, params, result, called: true, function: true });
            }
        }
        for decl in &self.decls.types {
            use super::tree::NominalKind::*;
            let certain = !decl.murky
                && decl.copyable
                && !self.decls.ownership
                && decl.generics.is_empty()
                && !decl.qualified.contains('.')
                && !self.decls.murky_names.contains(decl.qualified.as_str());
            if !certain || !matches!(decl.kind, Struct | Class | Enum) {
                continue;
            }
            let scope = TypeScope::default();
            if self.decls.type_named(&decl.qualified, &scope).is_none() {
                continue;
            }
            let result = self.types.intern(Form::Named(decl.qualified.clone(), Vec::new()));
            let text = decl.qualified.clone();
            if let (Struct | Class, [only]) = (decl.kind, &decl.inits[..])
                && !only.failable
                && (decl.kind == Struct || decl.inherits.is_empty())
                && let Some(params) = known(only)
            {
                found.push(Callable {
                    text: text.clone(),
                    params,
                    result,
                    called: true,
                    function: false,
                });
            }
            for case in decl.cases.iter().filter(|case| case.plain) {
                let text = format!("{text}.{}", case.name);
                let params: Option<Vec<_>> = match &case.params {
                    None => Some(Vec::new()),
                    Some(params) => {
                        params.iter().map(|p| p.ty.map(|ty| (p.label.clone(), ty))).collect()
                    }
                };
                if let Some(params) = params {
                    let called = case.params.is_some();
                    found.push(Callable { text, params, result, called, function: false });
                }
            }
        }
        // Arguments may say their types, wherever the call is.
        let scope = TypeScope::default();
        found.retain(|callable: &Callable| {
            let mut types = callable.params.iter().map(|&(_, ty)| ty).chain([callable.result]);
            types.all(|ty| self.decls.can_be_written(&self.types, ty, &scope))
        });
        found
    }

    pub(crate) fn intern_environment(&mut self, environment: Environment) -> u32 {
        if let Some(&known) = self.env_index.get(&environment) {
            return known;
        }
        let index = self.environments.len() as u32;
        self.environments.push(environment.clone());
        self.env_index.insert(environment, index);
        index
    }
}
