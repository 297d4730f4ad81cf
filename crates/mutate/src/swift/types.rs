//! Types, interned: two types are the same if their handles are.

use std::fmt::Write;

use rustc_hash::FxHashMap;

/// A type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Type(u32);

/// A set of types in one word, for a generator that asks all the time: the first
/// [`TypeSet::EXACT`] types of a program have a bit each, all others share one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TypeSet(u64);

impl TypeSet {
    const EXACT: u32 = u64::BITS - 1;

    /// Whether a type is in it; `search` answers where the set does not know.
    pub(super) fn has(self, ty: Type, search: impl FnOnce() -> bool) -> bool {
        self.0 & TypeSet::bit(ty) != 0 && (ty.0 < TypeSet::EXACT || search())
    }

    fn bit(ty: Type) -> u64 {
        1 << ty.0.min(TypeSet::EXACT)
    }
}

impl FromIterator<Type> for TypeSet {
    fn from_iter<I: IntoIterator<Item = Type>>(types: I) -> TypeSet {
        TypeSet(types.into_iter().fold(0, |bits, ty| bits | TypeSet::bit(ty)))
    }
}

/// What a type is made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// A type by its name, qualified by the types that it is declared in, with
    /// its generic arguments.
    Named(String, Vec<Type>),
    /// A generic parameter of the type with this qualified name.
    Param(String, String),
    /// `T?`
    Optional(Type),
    /// `[T]`
    Array(Type),
    /// `[K: V]`
    Dictionary(Type, Type),
    /// A tuple; `Void` is the one without elements.
    Tuple(Vec<(Option<String>, Type)>),
    /// A function that neither throws nor is asynchronous.
    Function(Vec<Type>, Type),
}

/// The types of a program.
#[derive(Clone, Debug)]
pub struct Types {
    forms: Vec<Form>,
    index: FxHashMap<Form, Type>,
}

macro_rules! common {
    ($($(#[$doc:meta])* $name:ident = $index:literal, $form:expr;)*) => {
        impl Types {
            $($(#[$doc])* pub const $name: Type = Type($index);)*

            /// The types that every program knows.
            pub fn new() -> Types {
                let mut types = Types { forms: Vec::new(), index: FxHashMap::default() };
                $(assert_eq!(types.intern($form), Types::$name);)*
                types
            }
        }
    };
}

fn named(name: &str) -> Form {
    Form::Named(name.to_owned(), Vec::new())
}

common! {
    /// `Void`
    VOID = 0, Form::Tuple(Vec::new());
    /// `Int`
    INT = 1, named("Int");
    /// `Double`
    DOUBLE = 2, named("Double");
    /// `Bool`
    BOOL = 3, named("Bool");
    /// `String`
    STRING = 4, named("String");
    /// `Character`
    CHARACTER = 5, named("Character");
    /// `Float`
    FLOAT = 6, named("Float");
    /// `Int8`
    INT8 = 7, named("Int8");
    /// `Int16`
    INT16 = 8, named("Int16");
    /// `Int32`
    INT32 = 9, named("Int32");
    /// `Int64`
    INT64 = 10, named("Int64");
    /// `UInt`
    UINT = 11, named("UInt");
    /// `UInt8`
    UINT8 = 12, named("UInt8");
    /// `UInt16`
    UINT16 = 13, named("UInt16");
    /// `UInt32`
    UINT32 = 14, named("UInt32");
    /// `UInt64`
    UINT64 = 15, named("UInt64");
    /// `Any`
    ANY = 16, named("Any");
}

impl Default for Types {
    fn default() -> Types {
        Types::new()
    }
}

impl Types {
    /// The type of this form.
    pub fn intern(&mut self, form: Form) -> Type {
        if let Some(&known) = self.index.get(&form) {
            return known;
        }
        let new = Type(self.forms.len() as u32);
        self.forms.push(form.clone());
        self.index.insert(form, new);
        new
    }

    /// What a type is made of.
    pub fn form(&self, ty: Type) -> &Form {
        &self.forms[ty.0 as usize]
    }

    /// The names of the types that every program knows.
    pub(super) fn basic_names(&self) -> impl Iterator<Item = &str> {
        self.forms[..=Types::ANY.0 as usize].iter().filter_map(|form| match form {
            Form::Named(name, _) => Some(name.as_str()),
            _ => None,
        })
    }

    /// Whether it is one of the library's integer types.
    pub fn is_integer(ty: Type) -> bool {
        ty == Types::INT || (Types::INT8..=Types::UINT64).contains(&ty)
    }

    /// Whether it is one of the library's unsigned integer types.
    pub fn is_unsigned(ty: Type) -> bool {
        (Types::UINT..=Types::UINT64).contains(&ty)
    }

    /// Whether it is one of the library's floating-point types.
    pub fn is_floating(ty: Type) -> bool {
        ty == Types::DOUBLE || ty == Types::FLOAT
    }

    /// Whether it is one of the types with operators that the generator knows.
    pub fn is_basic(ty: Type) -> bool {
        (Types::INT..=Types::UINT64).contains(&ty)
    }

    /// The type with others in the place of its generic parameters.
    pub fn substitute(&mut self, ty: Type, owner: &str, names: &[String], with: &[Type]) -> Type {
        let form = match self.form(ty).clone() {
            Form::Param(of, name) if of == owner => {
                let position = names.iter().position(|known| *known == name);
                return position.and_then(|i| with.get(i)).copied().unwrap_or(ty);
            }
            Form::Param(..) => return ty,
            Form::Named(name, args) => {
                Form::Named(name, self.substitute_all(args, owner, names, with))
            }
            Form::Optional(inner) => Form::Optional(self.substitute(inner, owner, names, with)),
            Form::Array(inner) => Form::Array(self.substitute(inner, owner, names, with)),
            Form::Dictionary(key, value) => Form::Dictionary(
                self.substitute(key, owner, names, with),
                self.substitute(value, owner, names, with),
            ),
            Form::Tuple(elements) => Form::Tuple(
                elements
                    .into_iter()
                    .map(|(label, ty)| (label, self.substitute(ty, owner, names, with)))
                    .collect(),
            ),
            Form::Function(params, result) => Form::Function(
                self.substitute_all(params, owner, names, with),
                self.substitute(result, owner, names, with),
            ),
        };
        self.intern(form)
    }

    fn substitute_all(
        &mut self,
        types: Vec<Type>,
        owner: &str,
        names: &[String],
        with: &[Type],
    ) -> Vec<Type> {
        types.into_iter().map(|ty| self.substitute(ty, owner, names, with)).collect()
    }

    /// The type as it is written in a program.
    pub fn text(&self, ty: Type) -> String {
        let mut out = String::new();
        self.write(ty, &mut out);
        out
    }

    pub(super) fn write(&self, ty: Type, out: &mut String) {
        let list = |types: &[Type], out: &mut String| {
            for (i, &ty) in types.iter().enumerate() {
                out.push_str(if i == 0 { "" } else { ", " });
                self.write(ty, out);
            }
        };
        match self.form(ty) {
            Form::Named(name, args) => {
                out.push_str(name);
                if !args.is_empty() {
                    out.push('<');
                    list(args, out);
                    out.push('>');
                }
            }
            Form::Param(_, name) => out.push_str(name),
            Form::Optional(inner) => {
                let compound = match self.form(*inner) {
                    Form::Function(..) => true,
                    Form::Named(name, _) => name.starts_with("any "),
                    _ => false,
                };
                if compound {
                    let _ = write!(out, "({})?", self.text(*inner));
                } else {
                    self.write(*inner, out);
                    out.push('?');
                }
            }
            Form::Array(inner) => {
                out.push('[');
                self.write(*inner, out);
                out.push(']');
            }
            Form::Dictionary(key, value) => {
                let _ = write!(out, "[{} : {}]", self.text(*key), self.text(*value));
            }
            Form::Tuple(elements) => {
                out.push('(');
                for (i, (label, ty)) in elements.iter().enumerate() {
                    out.push_str(if i == 0 { "" } else { ", " });
                    match label {
                        Some(raw) if !is_identifier(raw) => {
                            let _ = write!(out, "`{raw}`: ");
                        }
                        Some(label) => {
                            let _ = write!(out, "{label}: ");
                        }
                        None => {}
                    }
                    self.write(*ty, out);
                }
                out.push(')');
            }
            Form::Function(params, result) => {
                out.push('(');
                list(params, out);
                out.push_str(") -> ");
                self.write(*result, out);
            }
        }
    }
}

/// Whether a name can be written without backticks, if it is no word of the language.
pub(super) fn is_identifier(name: &str) -> bool {
    !name.starts_with(|c: char| c.is_ascii_digit())
        && name.chars().all(|c| c == '_' || c == '$' || c.is_alphanumeric() || !c.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_types_searches_where_it_does_not_know() {
        let set: TypeSet = [1, 62, 100].into_iter().map(Type).collect();
        for ty in 0..63 {
            let searched = || panic!("the set knows {ty}");
            assert_eq!(set.has(Type(ty), searched), ty == 1 || ty == 62);
        }
        for found in [true, false] {
            assert_eq!(set.has(Type(63), || found), found);
            assert_eq!(set.has(Type(100), || found), found);
        }
        let small: TypeSet = std::iter::once(Type(62)).collect();
        assert!(!small.has(Type(100), || panic!("there are no such types")));
    }
}
