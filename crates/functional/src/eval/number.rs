//! Arithmetic as the library defines it: sized integers wrap around, `Integer` and
//! `Natural` are exact, `Double` is IEEE 754.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::{FromPrimitive, One, Signed, ToPrimitive, Zero};

use super::Bug;
use crate::prims::Op;
use crate::types::Prim;

/// A number, a character (its code point) or a Boolean-free primitive value.
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    /// A sized integer, as the bits of a 64-bit one, a character, or an `Integer`
    /// or `Natural` that fits.
    Small(i64),
    /// An `Integer` or `Natural` that does not fit.
    Big(BigInt),
    /// A `Double`.
    Double(f64),
}

/// What an operation gives.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Answer {
    /// A number.
    Number(Number),
    /// A pair of numbers.
    Pair(Number, Number),
    /// A Boolean.
    Bool(bool),
    /// An ordering.
    Ordering(Ordering),
    /// An arithmetic exception.
    Raises,
    /// A number of more bits than programs are allowed to have.
    TooLarge,
}

/// How many bits an `Integer` may have.
const BITS: u64 = 8192;

/// The number that is mathematically meant by the bits of a sized integer.
pub(crate) fn value(prim: Prim, bits: i64) -> i128 {
    match prim.sized() {
        Some((_, false)) => i128::from(bits as u64),
        _ => i128::from(bits),
    }
}

/// Wraps a number around to a sized integer.
pub(crate) fn wrap(prim: Prim, value: i128) -> i64 {
    match prim.sized() {
        Some((64, _)) | None => value as i64,
        Some((bits, true)) => {
            let unused = 64 - bits;
            ((value as i64) << unused) >> unused
        }
        Some((bits, false)) => (value as u64 & ((1 << bits) - 1)) as i64,
    }
}

/// The smallest representation of an `Integer`.
pub(crate) fn integer(value: BigInt) -> Number {
    match value.to_i64() {
        Some(small) => Number::Small(small),
        None => Number::Big(value),
    }
}

fn big(number: &Number) -> BigInt {
    match number {
        Number::Small(small) => BigInt::from(*small),
        Number::Big(big) => big.clone(),
        Number::Double(_) => BigInt::zero(),
    }
}

/// A literal at a type.
pub(crate) fn literal(prim: Prim, value: i128) -> Number {
    match prim {
        Prim::Double => Number::Double(value as f64),
        Prim::Integer | Prim::Natural => integer(BigInt::from(value)),
        _ => Number::Small(wrap(prim, value)),
    }
}

/// Applies an operation at a primitive type; `to` is the type of a conversion's
/// result.
pub(crate) fn apply(op: Op, prim: Prim, to: Prim, args: &[Number], bug: Option<Bug>) -> Answer {
    match (prim, args) {
        (Prim::Double, _) => double(op, args),
        (Prim::Integer | Prim::Natural, _) => exact(op, to, args, bug),
        (_, [Number::Small(x), Number::Small(y)]) => sized_binary(op, prim, *x, *y, bug),
        (_, [Number::Small(x)]) => sized_unary(op, prim, to, *x, bug),
        (_, []) => {
            let (least, greatest) = prim.bounds().unwrap_or((0, 0x10_FFFF));
            let value = if op == Op::MinBound { least } else { greatest };
            Answer::Number(Number::Small(wrap(prim, value)))
        }
        _ => unreachable!("sized integers are small: {op:?} at {prim:?} of {args:?}"),
    }
}

fn compared(op: Op, ordering: Ordering) -> Option<Answer> {
    Some(match op {
        Op::Eq => Answer::Bool(ordering.is_eq()),
        Op::Ne => Answer::Bool(ordering.is_ne()),
        Op::Lt => Answer::Bool(ordering.is_lt()),
        Op::Le => Answer::Bool(ordering.is_le()),
        Op::Gt => Answer::Bool(ordering.is_gt()),
        Op::Ge => Answer::Bool(ordering.is_ge()),
        Op::Compare => Answer::Ordering(ordering),
        _ => return None,
    })
}

fn sized_binary(op: Op, prim: Prim, x: i64, y: i64, bug: Option<Bug>) -> Answer {
    let (a, b) = (value(prim, x), value(prim, y));
    let (a_cmp, b_cmp) = match bug {
        Some(Bug::SignedComparison) => (i128::from(x), i128::from(y)),
        _ => (a, b),
    };
    if let Some(result) = compared(op, a_cmp.cmp(&b_cmp)) {
        return result;
    }
    let (width, signed) = prim.sized().unwrap_or((32, false));
    let number = |value: i128| Answer::Number(Number::Small(wrap(prim, value)));
    let least = prim.bounds().map_or(0, |bounds| bounds.0);
    match op {
        Op::Add => match bug {
            Some(Bug::SaturatingAddition) => {
                let (low, high) = prim.bounds().unwrap_or((0, 0));
                number((a + b).clamp(low, high))
            }
            _ => number(a + b),
        },
        Op::Sub => number(a - b),
        Op::Mul => match bug {
            Some(Bug::NarrowMultiplication) if width == 64 => number((a as i32 as i128) * b),
            _ => number(a.wrapping_mul(b)),
        },
        Op::Max => number(a.max(b)),
        Op::Min => number(a.min(b)),
        Op::And => number(a & b),
        Op::Or => number(a | b),
        Op::Xor => number(a ^ b),
        Op::Quot | Op::Div | Op::QuotRem | Op::DivMod | Op::Rem | Op::Mod if b == 0 => {
            Answer::Raises
        }
        Op::Quot | Op::Div | Op::QuotRem | Op::DivMod if b == -1 && a == least && signed => {
            Answer::Raises
        }
        Op::Quot => number(a / b),
        Op::Rem => match bug {
            Some(Bug::RemainderSign) => number(a.rem_euclid(b)),
            _ => number(a % b),
        },
        Op::Div => match bug {
            Some(Bug::DivAsQuot) => number(a / b),
            _ => number(div_floor(a, b)),
        },
        Op::Mod => match bug {
            Some(Bug::ModAsRem) => number(a % b),
            _ => number(a - b * div_floor(a, b)),
        },
        Op::QuotRem => {
            Answer::Pair(Number::Small(wrap(prim, a / b)), Number::Small(wrap(prim, a % b)))
        }
        Op::DivMod => {
            let quotient = div_floor(a, b);
            Answer::Pair(
                Number::Small(wrap(prim, quotient)),
                Number::Small(wrap(prim, a - b * quotient)),
            )
        }
        Op::Gcd => {
            let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
            while b != 0 {
                (a, b) = (b, a % b);
            }
            number(a as i128)
        }
        // The second operand of what follows is an `Int`.
        _ => {
            if y < 0 {
                return Answer::Raises;
            }
            let by = u32::try_from(y).unwrap_or(u32::MAX);
            match op {
                Op::Power => {
                    power(x, y, |a, b| wrap(prim, i128::from(*a).wrapping_mul((*b).into())))
                        .map_or(number(1), |value| number(i128::from(value)))
                }
                Op::ShiftL => match bug {
                    Some(Bug::ShiftMasked) => number(a << (by % width)),
                    _ if by >= width => number(0),
                    _ => number(a << by),
                },
                Op::ShiftR => match bug {
                    Some(Bug::LogicalShift) if signed && by < width => {
                        let bits = (a as u128) & ((1u128 << width) - 1);
                        number((bits >> by) as i128)
                    }
                    _ => number(a >> by.min(100)),
                },
                Op::RotateL | Op::RotateR => {
                    let by = by % width;
                    let by = if op == Op::RotateL { by } else { (width - by) % width };
                    let bits = (a as u128) & ((1u128 << width) - 1);
                    number(((bits << by) | (bits >> (width - by))) as i128)
                }
                Op::TestBit => {
                    let within = by < width;
                    Answer::Bool(within && (a >> by.min(100)) & 1 == 1)
                }
                _ => unreachable!("{op:?} is not a binary operation on sized integers"),
            }
        }
    }
}

fn div_floor(a: i128, b: i128) -> i128 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

fn sized_unary(op: Op, prim: Prim, to: Prim, x: i64, bug: Option<Bug>) -> Answer {
    let a = value(prim, x);
    let number = |value: i128| Answer::Number(Number::Small(wrap(prim, value)));
    let (width, _) = prim.sized().unwrap_or((32, false));
    let bits = (a as u128) & ((1u128 << width) - 1);
    let int = |value: u32| Answer::Number(Number::Small(value.into()));
    match op {
        Op::Negate => number(-a),
        Op::Abs => match bug {
            Some(Bug::AbsOfLeast) if a == prim.bounds().map_or(0, |b| b.0) => number(-(a + 1)),
            _ => number(a.abs()),
        },
        Op::Signum => number(a.signum()),
        Op::Complement => number(!a),
        Op::Even => Answer::Bool(a & 1 == 0),
        Op::Odd => Answer::Bool(a & 1 == 1),
        Op::PopCount => int(bits.count_ones()),
        Op::LeadingZeros => int(bits.leading_zeros() - (128 - width)),
        Op::TrailingZeros => int(bits.trailing_zeros().min(width)),
        Op::FromIntegral => Answer::Number(match (bug, to) {
            (Some(Bug::LostNarrowing), to) if to.sized().is_some_and(|(bits, _)| bits < 64) => {
                Number::Small(x)
            }
            (Some(Bug::SignExtension), _) if width < 64 => literal(to, i128::from(bits as i64)),
            (_, Prim::Double) => Number::Double(a as f64),
            _ => literal(to, a),
        }),
        Op::FromEnum | Op::Chr => Answer::Number(Number::Small(x)),
        _ => unreachable!("{op:?} is not a unary operation on sized integers"),
    }
}

/// `x ^ n` with the library's order of multiplications, which matters for `Double`;
/// none for `x ^ 0`.
fn power<T: Clone>(x: T, n: i64, times: impl Fn(&T, &T) -> T) -> Option<T> {
    if n <= 0 {
        return None;
    }
    let (mut x, mut n) = (x, n);
    while n % 2 == 0 {
        x = times(&x, &x);
        n /= 2;
    }
    if n == 1 {
        return Some(x);
    }
    let mut z = x.clone();
    x = times(&x, &x);
    n /= 2;
    loop {
        if n % 2 == 0 {
            x = times(&x, &x);
        } else if n == 1 {
            return Some(times(&x, &z));
        } else {
            z = times(&x, &z);
            x = times(&x, &x);
        }
        n /= 2;
    }
}

fn exact(op: Op, to: Prim, args: &[Number], bug: Option<Bug>) -> Answer {
    let a = big(&args[0]);
    let number = |value: BigInt| {
        if value.bits() > BITS { Answer::TooLarge } else { Answer::Number(integer(value)) }
    };
    if let [_, second] = args {
        let b = big(second);
        if let Some(result) = compared(op, a.cmp(&b)) {
            return result;
        }
        let by = b.to_u64().filter(|by| *by <= BITS);
        let floor = |a: &BigInt, b: &BigInt| {
            let quotient = a / b;
            let inexact = !(a % b).is_zero() && (a.is_negative() != b.is_negative());
            if inexact { quotient - 1 } else { quotient }
        };
        return match op {
            Op::Add => match bug {
                Some(Bug::SmallIntegerCarry) if to == Prim::Integer => {
                    let wrapped = a.to_i64().zip(b.to_i64()).map(|(a, b)| a.wrapping_add(b));
                    wrapped.map_or_else(|| number(a + b), |sum| number(sum.into()))
                }
                _ => number(a + b),
            },
            Op::Sub => number(a - b),
            Op::Mul => number(a * b),
            Op::Max => number(a.max(b)),
            Op::Min => number(a.min(b)),
            Op::And => number(a & b),
            Op::Or => number(a | b),
            Op::Xor => number(a ^ b),
            Op::Quot | Op::Rem | Op::Div | Op::Mod | Op::QuotRem | Op::DivMod if b.is_zero() => {
                Answer::Raises
            }
            Op::Quot => number(a / b),
            Op::Rem => number(a % b),
            Op::Div => number(floor(&a, &b)),
            Op::Mod => {
                let quotient = floor(&a, &b);
                number(a - b * quotient)
            }
            Op::QuotRem => Answer::Pair(integer(&a / &b), integer(a % b)),
            Op::DivMod => {
                let quotient = floor(&a, &b);
                let remainder = a - b * &quotient;
                Answer::Pair(integer(quotient), integer(remainder))
            }
            Op::Gcd => {
                let (mut a, mut b) = (a.abs(), b.abs());
                while !b.is_zero() {
                    let rest = &a % &b;
                    (a, b) = (b, rest);
                }
                number(a)
            }
            Op::Power => {
                let n = b.to_i64().unwrap_or(i64::MAX);
                if n < 0 {
                    return Answer::Raises;
                }
                if a.bits().saturating_mul(n as u64) > BITS {
                    return Answer::TooLarge;
                }
                number(power(a, n, |a, b| a * b).unwrap_or_else(BigInt::one))
            }
            Op::ShiftL => match by {
                Some(by) => number(a << by),
                None if b.is_negative() => Answer::Raises,
                None => Answer::TooLarge,
            },
            Op::ShiftR => match by {
                Some(by) => number(a >> by),
                None if b.is_negative() => Answer::Raises,
                None => number(if a.is_negative() { -BigInt::one() } else { BigInt::zero() }),
            },
            Op::TestBit => match by {
                Some(by) => Answer::Bool(((a >> by) & BigInt::one()).is_one()),
                None => Answer::Raises,
            },
            _ => unreachable!("{op:?} is not a binary operation on integers"),
        };
    }
    match op {
        Op::Negate => number(-a),
        Op::Abs => number(a.abs()),
        Op::Signum => number(a.signum()),
        Op::Even => Answer::Bool((a & BigInt::one()).is_zero()),
        Op::Odd => Answer::Bool((a & BigInt::one()).is_one()),
        Op::PopCount => {
            let ones = |value: &BigInt| value.magnitude().count_ones() as i64;
            // The library counts the ones of a negative number's magnitude, and gives
            // that count with a minus sign.
            let count = if a.is_negative() { -ones(&-a) } else { ones(&a) };
            Answer::Number(Number::Small(count))
        }
        Op::FromIntegral => Answer::Number(match to {
            Prim::Integer | Prim::Natural => integer(a),
            _ => {
                let low: BigInt = a & BigInt::from(u64::MAX);
                Number::Small(wrap(to, i128::from(low.to_u64().unwrap_or_default())))
            }
        }),
        _ => unreachable!("{op:?} is not a unary operation on integers"),
    }
}

fn double(op: Op, args: &[Number]) -> Answer {
    let at = |i: usize| match args[i] {
        Number::Double(x) => x,
        _ => unreachable!("{op:?} of {args:?}"),
    };
    let x = at(0);
    let number = |value: f64| Answer::Number(Number::Double(value));
    let rounded = |value: f64| match BigInt::from_f64(value) {
        Some(whole) => Answer::Number(integer(whole)),
        None => Answer::Raises,
    };
    match op {
        Op::Negate => number(-x),
        Op::Abs => number(x.abs()),
        Op::Signum if x > 0.0 => number(1.0),
        Op::Signum if x < 0.0 => number(-1.0),
        Op::Signum => number(x),
        Op::Sqrt => number(x.sqrt()),
        Op::IsNaN => Answer::Bool(x.is_nan()),
        Op::IsInfinite => Answer::Bool(x.is_infinite()),
        Op::IsNegativeZero => Answer::Bool(x == 0.0 && x.is_sign_negative()),
        Op::Truncate => rounded(x.trunc()),
        Op::Round => rounded(x.round_ties_even()),
        Op::Floor => rounded(x.floor()),
        Op::Ceiling => rounded(x.ceil()),
        Op::Power => match args[1] {
            Number::Small(n) if n >= 0 => number(power(x, n, |a, b| a * b).unwrap_or(1.0)),
            _ => Answer::Raises,
        },
        Op::Add => number(x + at(1)),
        Op::Sub => number(x - at(1)),
        Op::Mul => number(x * at(1)),
        Op::Divide => number(x / at(1)),
        Op::Eq => Answer::Bool(x == at(1)),
        Op::Ne => Answer::Bool(x != at(1)),
        Op::Lt => Answer::Bool(x < at(1)),
        Op::Le => Answer::Bool(x <= at(1)),
        Op::Gt => Answer::Bool(x > at(1)),
        Op::Ge => Answer::Bool(x >= at(1)),
        // What is not a number is greater than everything.
        Op::Compare => Answer::Ordering(x.partial_cmp(&at(1)).unwrap_or(Ordering::Greater)),
        Op::Max => number(if x <= at(1) { at(1) } else { x }),
        Op::Min => number(if x <= at(1) { x } else { at(1) }),
        _ => unreachable!("{op:?} is not an operation on doubles"),
    }
}
