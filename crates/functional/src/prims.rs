//! The primitive operations: what they are called, and at which types they work.

use crate::syntax::Class;
use crate::types::{Prim, Ty, Types};

/// How the arguments and the result of an operation depend on the type `t` at
/// which it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `t`.
    Constant,
    /// `t -> t`.
    Unary,
    /// `t -> t -> t`.
    Binary,
    /// `t -> t -> (t, t)`.
    Both,
    /// `t -> t -> Bool`.
    Relation,
    /// `t -> t -> Ordering`.
    Comparison,
    /// `t -> Bool`.
    Predicate,
    /// `t -> Int -> t`.
    ByInt,
    /// `t -> Int -> Bool`.
    Bit,
    /// `t -> Int`.
    ToInt,
    /// `t -> String`.
    ToString,
    /// `t -> r`, where the result says what `r` is.
    Convert,
    /// `t -> r -> r`.
    Then,
}

/// What a type must offer for an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// It is in this class.
    Class(Class),
    /// It is a sized integer.
    Sized,
    /// It is a type of numbers that can be negative.
    Negative,
    /// It is `Bool`.
    Bool,
    /// It is `Double`.
    Double,
    /// It is `Int`.
    Int,
    /// Nothing.
    Any,
}

macro_rules! operations {
    ($($op:ident = $name:literal, $fixity:expr, $shape:ident, $needs:expr, $module:literal;)*) => {
        /// A primitive operation.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs)]
        pub enum Op { $($op,)* }

        impl Op {
            /// All of them.
            pub const ALL: &'static [Op] = &[$(Op::$op,)*];

            /// Its name in Haskell.
            pub fn name(self) -> &'static str {
                match self { $(Op::$op => $name,)* }
            }

            /// Its fixity, if it is written between its operands.
            pub fn fixity(self) -> Option<Fixity> {
                match self { $(Op::$op => $fixity,)* }
            }

            /// How its type depends on that at which it is used.
            pub fn shape(self) -> Shape {
                match self { $(Op::$op => Shape::$shape,)* }
            }

            /// What it needs of the type at which it is used.
            pub fn needs(self) -> Needs {
                match self { $(Op::$op => $needs,)* }
            }

            /// The module that it is imported from; empty for the Prelude.
            pub fn module(self) -> &'static str {
                match self { $(Op::$op => $module,)* }
            }
        }
    };
}

/// The precedence and associativity of an operator. `^` is written as if it did not
/// associate: among operators of its precedence, it is the only one to associate to
/// the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixity {
    /// 0 to 9.
    pub precedence: u8,
    /// To which side it associates.
    pub side: Side,
}

/// The side to which an operator associates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Side {
    Left,
    Right,
    Neither,
}

const fn left(precedence: u8) -> Option<Fixity> {
    Some(Fixity { precedence, side: Side::Left })
}

const fn right(precedence: u8) -> Option<Fixity> {
    Some(Fixity { precedence, side: Side::Right })
}

const fn neither(precedence: u8) -> Option<Fixity> {
    Some(Fixity { precedence, side: Side::Neither })
}

const NUM: Needs = Needs::Class(Class::Num);
const INTEGRAL: Needs = Needs::Class(Class::Integral);
const BITS: Needs = Needs::Class(Class::Bits);
const EQ: Needs = Needs::Class(Class::Eq);
const ORD: Needs = Needs::Class(Class::Ord);

operations! {
    Add = "+", left(6), Binary, NUM, "";
    Sub = "-", left(6), Binary, Needs::Negative, "";
    Mul = "*", left(7), Binary, NUM, "";
    Negate = "negate", None, Unary, Needs::Negative, "";
    Abs = "abs", None, Unary, NUM, "";
    Signum = "signum", None, Unary, NUM, "";
    Quot = "quot", left(7), Binary, INTEGRAL, "";
    Rem = "rem", left(7), Binary, INTEGRAL, "";
    Div = "div", left(7), Binary, INTEGRAL, "";
    Mod = "mod", left(7), Binary, INTEGRAL, "";
    QuotRem = "quotRem", None, Both, INTEGRAL, "";
    DivMod = "divMod", None, Both, INTEGRAL, "";
    Gcd = "gcd", None, Binary, INTEGRAL, "";
    Even = "even", None, Predicate, INTEGRAL, "";
    Odd = "odd", None, Predicate, INTEGRAL, "";
    Power = "^", neither(8), ByInt, NUM, "";
    And = ".&.", left(7), Binary, BITS, "Data.Bits";
    Or = ".|.", left(5), Binary, BITS, "Data.Bits";
    Xor = "xor", left(6), Binary, BITS, "Data.Bits";
    Complement = "complement", None, Unary, Needs::Sized, "Data.Bits";
    ShiftL = "shiftL", left(8), ByInt, BITS, "Data.Bits";
    ShiftR = "shiftR", left(8), ByInt, BITS, "Data.Bits";
    RotateL = "rotateL", left(8), ByInt, Needs::Sized, "Data.Bits";
    RotateR = "rotateR", left(8), ByInt, Needs::Sized, "Data.Bits";
    PopCount = "popCount", None, ToInt, BITS, "Data.Bits";
    TestBit = "testBit", None, Bit, BITS, "Data.Bits";
    LeadingZeros = "countLeadingZeros", None, ToInt, Needs::Sized, "Data.Bits";
    TrailingZeros = "countTrailingZeros", None, ToInt, Needs::Sized, "Data.Bits";
    Eq = "==", neither(4), Relation, EQ, "";
    Ne = "/=", neither(4), Relation, EQ, "";
    Lt = "<", neither(4), Relation, ORD, "";
    Le = "<=", neither(4), Relation, ORD, "";
    Gt = ">", neither(4), Relation, ORD, "";
    Ge = ">=", neither(4), Relation, ORD, "";
    Compare = "compare", None, Comparison, ORD, "";
    Max = "max", None, Binary, ORD, "";
    Min = "min", None, Binary, ORD, "";
    Conj = "&&", right(3), Binary, Needs::Bool, "";
    Disj = "||", right(2), Binary, Needs::Bool, "";
    Not = "not", None, Unary, Needs::Bool, "";
    Show = "show", None, ToString, Needs::Class(Class::Show), "";
    FromIntegral = "fromIntegral", None, Convert, INTEGRAL, "";
    FromEnum = "fromEnum", None, ToInt, Needs::Class(Class::Enum), "";
    Chr = "toEnum", None, Convert, Needs::Int, "";
    MinBound = "minBound", None, Constant, Needs::Class(Class::Bounded), "";
    MaxBound = "maxBound", None, Constant, Needs::Class(Class::Bounded), "";
    Divide = "/", left(7), Binary, Needs::Double, "";
    Sqrt = "sqrt", None, Unary, Needs::Double, "";
    IsNaN = "isNaN", None, Predicate, Needs::Double, "";
    IsInfinite = "isInfinite", None, Predicate, Needs::Double, "";
    IsNegativeZero = "isNegativeZero", None, Predicate, Needs::Double, "";
    Truncate = "truncate", None, Convert, Needs::Double, "";
    Round = "round", None, Convert, Needs::Double, "";
    Floor = "floor", None, Convert, Needs::Double, "";
    Ceiling = "ceiling", None, Convert, Needs::Double, "";
    Seq = "seq", right(0), Then, Needs::Any, "";
}

impl Op {
    /// The types of its arguments.
    pub fn params(self) -> &'static [Slot] {
        match self.shape() {
            Shape::Constant => &[],
            Shape::Unary | Shape::Predicate | Shape::ToInt | Shape::ToString | Shape::Convert => {
                &[Slot::Same]
            }
            Shape::Binary | Shape::Both | Shape::Relation | Shape::Comparison => {
                &[Slot::Same, Slot::Same]
            }
            Shape::ByInt | Shape::Bit => &[Slot::Same, Slot::Int],
            Shape::Then => &[Slot::Same, Slot::Result],
        }
    }

    /// How many arguments it takes.
    pub fn arity(self) -> usize {
        self.params().len()
    }

    /// Whether it works at a primitive type.
    pub fn admits(self, prim: Prim) -> bool {
        match self.needs() {
            Needs::Any => true,
            Needs::Sized => prim.sized().is_some(),
            Needs::Negative => !matches!(prim, Prim::Natural | Prim::Char),
            Needs::Bool => false,
            Needs::Double => prim == Prim::Double,
            Needs::Int => prim == Prim::Int,
            Needs::Class(class) => prim_in(prim, class),
        }
    }
}

/// The type of an argument of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// The type at which it is used.
    Same,
    /// `Int`.
    Int,
    /// The type of its result.
    Result,
}

impl Slot {
    /// The type.
    pub fn ty(self, at: Ty, result: Ty) -> Ty {
        match self {
            Slot::Same => at,
            Slot::Int => Types::INT,
            Slot::Result => result,
        }
    }
}

/// Whether a primitive type is in a class of the library.
pub fn prim_in(prim: Prim, class: Class) -> bool {
    match class {
        Class::Eq | Class::Ord | Class::Show => true,
        Class::Num => prim != Prim::Char,
        Class::Integral | Class::Bits => prim.is_integral(),
        Class::Enum => prim != Prim::Double && prim != Prim::Integer && prim != Prim::Natural,
        Class::Bounded => prim.sized().is_some() || prim == Prim::Char,
        Class::User(_) => false,
    }
}
