//! An API as it was read, before names are resolved: the one shape into which
//! class files and JSON are brought, so that everything behind it is the same
//! for both.

use std::collections::BTreeSet;

use crate::language::{LANGUAGES, Signatures};

/// The primitive types of the JVM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Primitive {
    /// `boolean`
    Boolean,
    /// `byte`
    Byte,
    /// `short`
    Short,
    /// `char`
    Char,
    /// `int`
    Int,
    /// `long`
    Long,
    /// `float`
    Float,
    /// `double`
    Double,
}

impl Primitive {
    /// All of them.
    pub(crate) const ALL: [Primitive; 8] = [
        Primitive::Boolean,
        Primitive::Byte,
        Primitive::Short,
        Primitive::Char,
        Primitive::Int,
        Primitive::Long,
        Primitive::Float,
        Primitive::Double,
    ];

    /// Its Java keyword.
    pub(crate) fn keyword(self) -> &'static str {
        match self {
            Primitive::Boolean => "boolean",
            Primitive::Byte => "byte",
            Primitive::Short => "short",
            Primitive::Char => "char",
            Primitive::Int => "int",
            Primitive::Long => "long",
            Primitive::Float => "float",
            Primitive::Double => "double",
        }
    }

    /// The class whose objects hold it, by its internal name.
    pub(crate) fn boxed(self) -> &'static str {
        match self {
            Primitive::Boolean => "java/lang/Boolean",
            Primitive::Byte => "java/lang/Byte",
            Primitive::Short => "java/lang/Short",
            Primitive::Char => "java/lang/Character",
            Primitive::Int => "java/lang/Integer",
            Primitive::Long => "java/lang/Long",
            Primitive::Float => "java/lang/Float",
            Primitive::Double => "java/lang/Double",
        }
    }

    /// Whether a value of this type may be used where `to` is wanted, by
    /// identity or by widening.
    pub(crate) fn widens_to(self, to: Primitive) -> bool {
        use Primitive::*;
        let rank = |p| match p {
            Boolean => None,
            Byte => Some(0),
            Short | Char => Some(1),
            Int => Some(2),
            Long => Some(3),
            Float => Some(4),
            Double => Some(5),
        };
        match (self, to) {
            (a, b) if a == b => true,
            (_, Char) | (Char, Short) => false,
            (a, b) => matches!((rank(a), rank(b)), (Some(a), Some(b)) if a < b),
        }
    }
}

/// A type as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TypeDecl {
    /// A primitive type.
    Primitive(Primitive),
    /// No value.
    Void,
    /// The type of no value at all (`Nothing`).
    Bottom,
    /// A class with its type arguments, those of enclosing instances first. A
    /// class by its internal name (`java/util/Map$Entry`) or, where dots stand
    /// for both, by its source name (`java.util.Map.Entry`).
    Class(String, Vec<TypeDecl>),
    /// An array.
    Array(Box<TypeDecl>),
    /// A type variable, perhaps applied to arguments.
    Var(String, Vec<TypeDecl>),
    /// `?`
    Any,
    /// `? extends T`, `out T`
    Extends(Box<TypeDecl>),
    /// `? super T`, `in T`
    Super(Box<TypeDecl>),
    /// `T?`
    Nullable(Box<TypeDecl>),
}

/// How subtyping of a type constructor depends on its argument.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Variance {
    /// Arguments must be equal.
    #[default]
    Invariant,
    /// Subtyping follows the argument (`out`, `+`).
    Covariant,
    /// Subtyping is reversed (`in`, `-`).
    Contravariant,
}

/// A type parameter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ParamDecl {
    /// Its name.
    pub(crate) name: String,
    /// Its upper bounds; none means the top type.
    pub(crate) bounds: Vec<TypeDecl>,
    /// Its lower bound.
    pub(crate) lower: Option<TypeDecl>,
    /// Its variance.
    pub(crate) variance: Variance,
    /// Its arity as a type constructor (`F[_]` has one).
    pub(crate) arity: usize,
    /// Whether a primitive type may stand for it.
    pub(crate) primitives: bool,
}

/// What sort of class it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClassSort {
    /// A class that has instances of its own.
    Class,
    /// An abstract class.
    Abstract,
    /// An interface, a trait, or an annotation.
    Interface,
    /// A singleton: its members are reached through its name.
    Object,
}

/// A class as it was read.
#[derive(Clone, Debug)]
pub(crate) struct ClassDecl {
    /// Its internal name, unique.
    pub(crate) internal: String,
    /// Its package with dots, empty for none.
    pub(crate) package: String,
    /// Its simple name behind those of the classes around it.
    pub(crate) path: Vec<String>,
    /// What sort of class it is.
    pub(crate) sort: ClassSort,
    /// Whether a client may name it, as far as its own modifiers go.
    pub(crate) public: bool,
    /// Whether it is no functional interface, because it is sealed or because its
    /// language requires a declaration.
    pub(crate) no_function: bool,
    /// Whether its members are given as its language sees them, which is not
    /// always as they are in class files.
    pub(crate) native: bool,
    /// The class around it whose instances its own instances belong to.
    pub(crate) inner_of: Option<String>,
    /// The class around it, whether or not instances belong together.
    pub(crate) nested_in: Option<String>,
    /// Its type parameters.
    pub(crate) params: Vec<ParamDecl>,
    /// What it extends and implements; the superclass first.
    pub(crate) supertypes: Vec<TypeDecl>,
    /// The positions of those supertypes that have a part that may be null,
    /// which matters in languages with null safety.
    pub(crate) nullable_supertypes: Vec<usize>,
    /// Its methods, constructors and fields.
    pub(crate) members: Vec<MemberDecl>,
    /// The names of further members whose signatures are unknown.
    pub(crate) omitted: Vec<String>,
}

/// What sort of member it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum MemberSort {
    /// A method or function.
    Method,
    /// A constructor.
    Constructor,
    /// A field or property.
    Field,
}

/// A member as it was read.
#[derive(Clone, Debug)]
pub(crate) struct MemberDecl {
    /// Its name; that of its class for a constructor.
    pub(crate) name: String,
    /// What sort of member it is.
    pub(crate) sort: MemberSort,
    /// Whether it is called on a class or package rather than an object.
    pub(crate) is_static: bool,
    /// Whether it lacks a body.
    pub(crate) is_abstract: bool,
    /// Whether its last parameter is variadic.
    pub(crate) varargs: bool,
    /// Its own type parameters.
    pub(crate) vars: Vec<ParamDecl>,
    /// The receiver of an extension function.
    pub(crate) extends: Option<TypeDecl>,
    /// The types of its parameters.
    pub(crate) params: Vec<TypeDecl>,
    /// The type of its result; for a constructor it is not used.
    pub(crate) result: TypeDecl,
    /// Whether it throws a checked exception.
    pub(crate) throws: bool,
    /// Whether it is a compile-time constant.
    pub(crate) constant: bool,
    /// Whether an annotation says that its result may be null.
    pub(crate) nullable: bool,
    /// Whether an annotation says so of a part of its result's type, or of a
    /// parameter's.
    pub(crate) nullable_inside: bool,
    /// Whether an annotation declares the delegate of a closure parameter.
    pub(crate) delegates: bool,
    /// How many of its last parameters have default arguments.
    pub(crate) optional: usize,
    /// Whether it has a by-name parameter.
    pub(crate) by_name: bool,
    /// Whether its language shows another member in its place.
    pub(crate) hidden: bool,
}

/// The function types that are mentioned but, being known to the compilers of their
/// languages only, not declared.
pub(crate) fn missing_functions<'a>(
    decls: impl Iterator<Item = &'a ClassDecl> + Clone,
) -> Vec<ClassDecl> {
    let mut mentioned = BTreeSet::new();
    for decl in decls.clone() {
        for member in &decl.members {
            let types = member.params.iter().chain(&member.extends).chain([&member.result]);
            types.for_each(|t| mention_functions(t, &mut mentioned));
        }
    }
    for decl in decls {
        mentioned.retain(|(name, _)| *name != decl.internal);
    }
    mentioned.into_iter().map(|(name, arity)| function(name, arity)).collect()
}

fn mention_functions(t: &TypeDecl, mentioned: &mut BTreeSet<(String, usize)>) {
    match t {
        TypeDecl::Class(name, args) => {
            let arity = args.len().wrapping_sub(1);
            if function_types(name).is_some_and(|(_, number)| number.parse() == Ok(arity)) {
                mentioned.insert((name.clone(), arity));
            }
            args.iter().for_each(|arg| mention_functions(arg, mentioned));
        }
        TypeDecl::Var(_, args) => args.iter().for_each(|arg| mention_functions(arg, mentioned)),
        TypeDecl::Array(t) | TypeDecl::Extends(t) | TypeDecl::Super(t) | TypeDecl::Nullable(t) => {
            mention_functions(t, mentioned);
        }
        TypeDecl::Primitive(_) | TypeDecl::Void | TypeDecl::Bottom | TypeDecl::Any => {}
    }
}

/// The language's function types to which a name belongs, and the rest of the name.
fn function_types(name: &str) -> Option<(&'static Signatures, &str)> {
    LANGUAGES.iter().find_map(|facts| {
        let number = name.strip_prefix(facts.signatures.functions?.prefix)?;
        Some((&facts.signatures, number))
    })
}

/// `interface FunctionN<in P1, …, out R>` with its one method.
fn function(name: String, arity: usize) -> ClassDecl {
    let (signatures, _) = function_types(&name).expect("the name of a function type");
    let method = signatures.functions.map_or("", |functions| functions.method);
    let simple = &name[signatures.package.len() + 1..];
    let primitives = signatures.primitive_type_arguments;
    let param =
        |name: String, variance| ParamDecl { name, variance, primitives, ..ParamDecl::default() };
    let var = |name: String| TypeDecl::Var(name, Vec::new());
    let mut params: Vec<ParamDecl> =
        (1..=arity).map(|at| param(format!("P{at}"), Variance::Contravariant)).collect();
    params.push(param("R".to_owned(), Variance::Covariant));
    ClassDecl {
        package: signatures.package.to_owned(),
        path: vec![simple.to_owned()],
        internal: name,
        sort: ClassSort::Interface,
        public: true,
        no_function: false,
        native: true,
        inner_of: None,
        nested_in: None,
        params,
        supertypes: Vec::new(),
        nullable_supertypes: Vec::new(),
        omitted: Vec::new(),
        members: vec![MemberDecl {
            name: method.to_owned(),
            sort: MemberSort::Method,
            is_static: false,
            is_abstract: true,
            varargs: false,
            vars: Vec::new(),
            extends: None,
            params: (1..=arity).map(|at| var(format!("P{at}"))).collect(),
            result: var("R".to_owned()),
            throws: false,
            constant: false,
            nullable: false,
            nullable_inside: false,
            delegates: false,
            optional: 0,
            by_name: false,
            hidden: false,
        }],
    }
}
