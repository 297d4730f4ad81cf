//! Types of the core: the paper's, with parametric polymorphism, higher-kinded
//! variables and rank-2 arguments beyond it.
//!
//! Types are interned: a [`Ty`] is a small handle, and two types are equal if and
//! only if their handles are. Lists, tuples, Booleans and the like are algebraic
//! types with fixed numbers, so that there is one rule for all of them.

use rustc_hash::FxHashMap;

/// A type, interned in a [`Types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ty(pub u32);

/// A type variable. Numbers from [`HIGHER`] on are of kind `* -> *`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TyVar(pub u16);

/// The first type variable of kind `* -> *`.
pub const HIGHER: u16 = 1000;

/// An algebraic type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DataId(pub u16);

/// The primitive types. The paper's integer, float and char are `Integer`,
/// `Double` and `Char`; its Booleans and strings are algebraic here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Prim {
    Int,
    Int8,
    Int16,
    Int32,
    Int64,
    Word,
    Word8,
    Word16,
    Word32,
    Word64,
    Integer,
    Natural,
    Double,
    Char,
}

impl Prim {
    /// All of them.
    pub const ALL: [Prim; 14] = [
        Prim::Int,
        Prim::Int8,
        Prim::Int16,
        Prim::Int32,
        Prim::Int64,
        Prim::Word,
        Prim::Word8,
        Prim::Word16,
        Prim::Word32,
        Prim::Word64,
        Prim::Integer,
        Prim::Natural,
        Prim::Double,
        Prim::Char,
    ];

    /// Its name in Haskell.
    pub fn name(self) -> &'static str {
        match self {
            Prim::Int => "Int",
            Prim::Int8 => "Int8",
            Prim::Int16 => "Int16",
            Prim::Int32 => "Int32",
            Prim::Int64 => "Int64",
            Prim::Word => "Word",
            Prim::Word8 => "Word8",
            Prim::Word16 => "Word16",
            Prim::Word32 => "Word32",
            Prim::Word64 => "Word64",
            Prim::Integer => "Integer",
            Prim::Natural => "Natural",
            Prim::Double => "Double",
            Prim::Char => "Char",
        }
    }

    /// The width of a sized integer, and whether it is signed. `Int` and `Word`
    /// have 64 bits on all platforms that matter here.
    pub fn sized(self) -> Option<(u32, bool)> {
        Some(match self {
            Prim::Int | Prim::Int64 => (64, true),
            Prim::Int8 => (8, true),
            Prim::Int16 => (16, true),
            Prim::Int32 => (32, true),
            Prim::Word | Prim::Word64 => (64, false),
            Prim::Word8 => (8, false),
            Prim::Word16 => (16, false),
            Prim::Word32 => (32, false),
            Prim::Integer | Prim::Natural | Prim::Double | Prim::Char => return None,
        })
    }

    /// The least and the greatest value of a sized integer.
    pub fn bounds(self) -> Option<(i128, i128)> {
        let (bits, signed) = self.sized()?;
        Some(if signed {
            (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
        } else {
            (0, (1i128 << bits) - 1)
        })
    }

    /// Whether it is an integral type.
    pub fn is_integral(self) -> bool {
        !matches!(self, Prim::Double | Prim::Char)
    }
}

/// The shape of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A primitive type.
    Prim(Prim),
    /// A function of one argument.
    Fun(Ty, Ty),
    /// An algebraic type with its arguments; unused places hold [`NONE`].
    Data(DataId, [Ty; 3]),
    /// A type variable.
    Var(TyVar),
    /// A variable of kind `* -> *`, applied.
    App(TyVar, Ty),
    /// A polymorphic argument of a rank-2 function.
    Forall(TyVar, Ty),
    /// An algebraic type without its one argument, of kind `* -> *`.
    Constructor(DataId),
}

/// The place of a type argument that is not used. No type has this handle.
pub const NONE: Ty = Ty(u32::MAX);

/// The built-in algebraic types, in the order of their numbers.
pub mod data {
    use super::DataId;

    /// `[a]`.
    pub const LIST: DataId = DataId(0);
    /// `()`.
    pub const UNIT: DataId = DataId(1);
    /// `(a, b)`.
    pub const PAIR: DataId = DataId(2);
    /// `(a, b, c)`.
    pub const TRIPLE: DataId = DataId(3);
    /// `Bool`.
    pub const BOOL: DataId = DataId(4);
    /// `Ordering`.
    pub const ORDERING: DataId = DataId(5);
    /// `Maybe a`.
    pub const MAYBE: DataId = DataId(6);
    /// `Either a b`.
    pub const EITHER: DataId = DataId(7);
    /// The number of built-in types.
    pub const COUNT: usize = 8;
}

/// The interner of types.
#[derive(Clone, Debug)]
pub struct Types {
    shapes: Vec<Type>,
    known: FxHashMap<Type, Ty>,
    has_forall: bool,
}

impl Default for Types {
    fn default() -> Types {
        let mut types = Types {
            shapes: Vec::with_capacity(64),
            known: FxHashMap::default(),
            has_forall: false,
        };
        for prim in Prim::ALL {
            types.intern(Type::Prim(prim));
        }
        for constant in [data::UNIT, data::BOOL, data::ORDERING] {
            types.intern(Type::Data(constant, [NONE; 3]));
        }
        types.list(Types::CHAR);
        types
    }
}

impl Types {
    /// `Int`.
    pub const INT: Ty = Ty(0);
    /// `Integer`.
    pub const INTEGER: Ty = Ty(10);
    /// `Double`.
    pub const DOUBLE: Ty = Ty(12);
    /// `Char`.
    pub const CHAR: Ty = Ty(13);
    /// `()`.
    pub const UNIT: Ty = Ty(14);
    /// `Bool`.
    pub const BOOL: Ty = Ty(15);
    /// `Ordering`.
    pub const ORDERING: Ty = Ty(16);
    /// `String`, which is a list of `Char`.
    pub const STRING: Ty = Ty(17);

    /// Forgets all types but those of `base`, of which this was a copy.
    pub(crate) fn reset(&mut self, base: &Types) {
        self.shapes.truncate(base.shapes.len());
        self.known.clone_from(&base.known);
        self.has_forall = base.has_forall;
    }

    /// Makes room for more types; copies have it, too.
    pub(crate) fn reserve(&mut self, more: usize) {
        self.known.reserve(more);
    }

    /// The handle of a shape.
    pub fn intern(&mut self, shape: Type) -> Ty {
        let next = Ty(self.shapes.len() as u32);
        let ty = *self.known.entry(shape).or_insert(next);
        if ty == next {
            self.shapes.push(shape);
            self.has_forall |= matches!(shape, Type::Forall(..));
        }
        ty
    }

    /// Whether any type is polymorphic.
    pub(crate) fn has_forall(&self) -> bool {
        self.has_forall
    }

    /// The shape of a type.
    #[inline]
    pub fn shape(&self, ty: Ty) -> Type {
        self.shapes[ty.0 as usize]
    }

    /// A primitive type.
    pub fn prim(prim: Prim) -> Ty {
        Ty(prim as u32)
    }

    /// The primitive type that this is, if it is one.
    pub fn as_prim(&self, ty: Ty) -> Option<Prim> {
        Prim::ALL.get(ty.0 as usize).copied()
    }

    /// `[item]`.
    pub fn list(&mut self, item: Ty) -> Ty {
        self.data(data::LIST, &[item])
    }

    /// An algebraic type with its arguments.
    pub fn data(&mut self, id: DataId, args: &[Ty]) -> Ty {
        let mut padded = [NONE; 3];
        padded[..args.len()].copy_from_slice(args);
        self.intern(Type::Data(id, padded))
    }

    /// A type variable.
    pub fn var(&mut self, var: TyVar) -> Ty {
        self.intern(Type::Var(var))
    }

    /// A function of several arguments.
    pub fn function(&mut self, params: &[Ty], result: Ty) -> Ty {
        params.iter().rev().fold(result, |result, &param| self.intern(Type::Fun(param, result)))
    }

    /// The parameters of a function and its result, at most `limit` of them.
    pub fn uncurry(&self, mut ty: Ty, limit: usize) -> (Vec<Ty>, Ty) {
        let mut params = Vec::new();
        while let Type::Fun(param, result) = self.shape(ty) {
            if params.len() == limit {
                break;
            }
            params.push(param);
            ty = result;
        }
        (params, ty)
    }

    /// Whether a function gives a result of a type when it has all its arguments.
    pub(crate) fn gives(&self, function: Ty, ty: Ty) -> bool {
        let mut result = function;
        while let Type::Fun(_, next) = self.shape(result) {
            result = next;
        }
        result != function && result == ty
    }

    /// The type arguments of an algebraic type.
    pub fn args(padded: &[Ty; 3]) -> &[Ty] {
        let used = padded.iter().position(|&arg| arg == NONE).unwrap_or(3);
        &padded[..used]
    }

    /// A type with types in the place of variables.
    pub fn substitute(&mut self, ty: Ty, substitution: &[(TyVar, Ty)]) -> Ty {
        if substitution.is_empty() {
            return ty;
        }
        let find = |var| substitution.iter().find(|(known, _)| *known == var).map(|found| found.1);
        match self.shape(ty) {
            Type::Prim(_) | Type::Constructor(_) => ty,
            Type::Var(var) => find(var).unwrap_or(ty),
            Type::Fun(param, result) => {
                let new =
                    (self.substitute(param, substitution), self.substitute(result, substitution));
                if new == (param, result) { ty } else { self.intern(Type::Fun(new.0, new.1)) }
            }
            Type::Data(id, mut args) => {
                let mut changed = false;
                for arg in &mut args {
                    if *arg == NONE {
                        break;
                    }
                    let new = self.substitute(*arg, substitution);
                    changed |= new != *arg;
                    *arg = new;
                }
                if changed { self.intern(Type::Data(id, args)) } else { ty }
            }
            Type::App(var, arg) => {
                let arg = self.substitute(arg, substitution);
                match find(var).map(|found| self.shape(found)) {
                    Some(Type::Constructor(id)) => self.data(id, &[arg]),
                    Some(Type::Var(other)) => self.intern(Type::App(other, arg)),
                    _ => self.intern(Type::App(var, arg)),
                }
            }
            Type::Forall(var, body) => {
                let body = self.substitute(body, substitution);
                self.intern(Type::Forall(var, body))
            }
        }
    }

    /// Extends a substitution for the variables `vars` of a pattern so that the
    /// pattern becomes `ty`; false if there is none.
    pub fn matches(
        &self,
        pattern: Ty,
        ty: Ty,
        vars: &[TyVar],
        substitution: &mut Vec<(TyVar, Ty)>,
    ) -> bool {
        match (self.shape(pattern), self.shape(ty)) {
            (Type::Var(var), _) if vars.contains(&var) => self.bind(var, ty, substitution),
            _ if pattern == ty && vars.is_empty() => true,
            (Type::Fun(a, b), Type::Fun(c, d)) => {
                self.matches(a, c, vars, substitution) && self.matches(b, d, vars, substitution)
            }
            (Type::Data(a, xs), Type::Data(b, ys)) => {
                let pairs = || Types::args(&xs).iter().zip(Types::args(&ys));
                a == b && pairs().all(|(&x, &y)| self.matches(x, y, vars, substitution))
            }
            (Type::App(var, arg), Type::Data(id, args)) if vars.contains(&var) => {
                let one = Types::args(&args);
                let constructor = self.known.get(&Type::Constructor(id));
                match (one, constructor) {
                    (&[only], Some(&constructor)) => {
                        self.bind(var, constructor, substitution)
                            && self.matches(arg, only, vars, substitution)
                    }
                    _ => false,
                }
            }
            _ => pattern == ty,
        }
    }

    fn bind(&self, var: TyVar, ty: Ty, substitution: &mut Vec<(TyVar, Ty)>) -> bool {
        match substitution.iter().find(|(known, _)| *known == var) {
            Some(&(_, found)) => found == ty,
            None => {
                substitution.push((var, ty));
                true
            }
        }
    }

    /// The free variables of a type, each once, in the order of their occurrence.
    pub fn variables(&self, ty: Ty, found: &mut Vec<TyVar>) {
        match self.shape(ty) {
            Type::Prim(_) | Type::Constructor(_) => {}
            Type::Var(var) => add(found, var),
            Type::App(var, arg) => {
                add(found, var);
                self.variables(arg, found);
            }
            Type::Fun(param, result) => {
                self.variables(param, found);
                self.variables(result, found);
            }
            Type::Data(_, args) => {
                for &arg in Types::args(&args) {
                    self.variables(arg, found);
                }
            }
            Type::Forall(var, body) => {
                let mut inner = Vec::new();
                self.variables(body, &mut inner);
                inner.into_iter().filter(|inner| *inner != var).for_each(|free| add(found, free));
            }
        }
    }
}

fn add(found: &mut Vec<TyVar>, var: TyVar) {
    if !found.contains(&var) {
        found.push(var);
    }
}
