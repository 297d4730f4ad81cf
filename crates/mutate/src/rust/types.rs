//! Types, interned: two types are the same if their handles are.

use rustc_hash::FxHashMap;

/// A type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Type(u32);

/// What a type is made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    /// A type of the library, by its name.
    Library(&'static str),
    /// A type of the program: an index into its declarations.
    Declared(usize),
    /// A tuple; the one without elements is the unit type.
    Tuple(Vec<Type>),
    /// `[T; N]`, where the length is a literal.
    Array(Type, usize),
    /// `Vec<T>`
    Vec(Type),
    /// `Option<T>`
    Option(Type),
    /// `Box<T>`
    Box(Type),
    /// `&T`
    Ref(Type),
}

/// The types of a program.
#[derive(Clone, Debug)]
pub(crate) struct Types {
    forms: Vec<Form>,
    index: FxHashMap<Form, Type>,
}

macro_rules! library {
    ($($name:ident = $index:literal, $text:literal;)*) => {
        impl Types {
            $(#[allow(dead_code)] pub(crate) const $name: Type = Type($index);)*
            const LIBRARY: &'static [&'static str] = &[$($text,)*];
        }
    };
}

library! {
    BOOL = 0, "bool";
    CHAR = 1, "char";
    STRING = 2, "String";
    STR = 3, "&str";
    F32 = 4, "f32";
    F64 = 5, "f64";
    I8 = 6, "i8";
    I16 = 7, "i16";
    I32 = 8, "i32";
    I64 = 9, "i64";
    I128 = 10, "i128";
    ISIZE = 11, "isize";
    U8 = 12, "u8";
    U16 = 13, "u16";
    U32 = 14, "u32";
    U64 = 15, "u64";
    U128 = 16, "u128";
    USIZE = 17, "usize";
}

impl Types {
    /// The unit type.
    pub(crate) const UNIT: Type = Type(18);

    pub(crate) fn new() -> Types {
        let mut types = Types { forms: Vec::new(), index: FxHashMap::default() };
        for name in Types::LIBRARY {
            types.intern(Form::Library(name));
        }
        types.intern(Form::Tuple(Vec::new()));
        types
    }

    pub(crate) fn intern(&mut self, form: Form) -> Type {
        if let Some(&known) = self.index.get(&form) {
            return known;
        }
        let new = Type(self.forms.len() as u32);
        self.forms.push(form.clone());
        self.index.insert(form, new);
        new
    }

    pub(crate) fn form(&self, ty: Type) -> &Form {
        &self.forms[ty.0 as usize]
    }

    /// The primitive type or `String` with this name.
    pub(crate) fn named(name: &str) -> Option<Type> {
        let index = Types::LIBRARY.iter().position(|known| *known == name)?;
        Some(Type(index as u32))
    }

    pub(crate) fn is_signed(ty: Type) -> bool {
        (Types::I8..=Types::ISIZE).contains(&ty)
    }

    pub(crate) fn is_integer(ty: Type) -> bool {
        (Types::I8..=Types::USIZE).contains(&ty)
    }

    pub(crate) fn is_float(ty: Type) -> bool {
        ty == Types::F32 || ty == Types::F64
    }

    pub(crate) fn is_number(ty: Type) -> bool {
        Types::is_integer(ty) || Types::is_float(ty)
    }

    /// Whether it is a primitive type with values of its own: nothing converts to
    /// it but the never type.
    pub(crate) fn is_scalar(ty: Type) -> bool {
        Types::is_number(ty) || ty == Types::BOOL || ty == Types::CHAR
    }

    /// Whether there are literals of it.
    pub(crate) fn has_literals(ty: Type) -> bool {
        Types::is_scalar(ty) || ty == Types::STR
    }
}
