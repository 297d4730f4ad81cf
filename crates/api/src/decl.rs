//! An API as it was read, before names are resolved: the one shape into which
//! class files and JSON are brought, so that everything behind it is the same
//! for both.

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

/// How a type constructor treats subtypes of its arguments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Variance {
    /// Not at all.
    #[default]
    Invariant,
    /// It keeps their order (`out`, `+`).
    Covariant,
    /// It turns their order around (`in`, `-`).
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
    /// How many arguments it takes itself (`F[_]` takes one).
    pub(crate) arity: usize,
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
    /// Whether it names all its subclasses, so that no function can be one.
    pub(crate) sealed: bool,
    /// The class around it whose instances its own instances belong to.
    pub(crate) inner_of: Option<String>,
    /// The class around it, whether or not instances belong together.
    pub(crate) nested_in: Option<String>,
    /// Its type parameters.
    pub(crate) params: Vec<ParamDecl>,
    /// What it extends and implements; the superclass first.
    pub(crate) supertypes: Vec<TypeDecl>,
    /// Its methods, constructors and fields.
    pub(crate) members: Vec<MemberDecl>,
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
    /// Whether its last parameter takes any number of arguments.
    pub(crate) varargs: bool,
    /// Its own type parameters.
    pub(crate) vars: Vec<ParamDecl>,
    /// The receiver of an extension function.
    pub(crate) extends: Option<TypeDecl>,
    /// The types of its parameters.
    pub(crate) params: Vec<TypeDecl>,
    /// The type of its result; for a constructor it is not used.
    pub(crate) result: TypeDecl,
    /// Whether it may throw something that must be caught or declared.
    pub(crate) throws: bool,
    /// Whether it is a compile-time constant.
    pub(crate) constant: bool,
    /// Whether an annotation says that its result may be null.
    pub(crate) nullable: bool,
}
