//! What is known of the standard library.

use super::types::{Form, Type, Types};

/// The type of the arguments of a method, if it takes any, and of the call. None of
/// these methods lends anything out of its receiver.
pub(super) fn method(types: &mut Types, ty: Type, name: &str) -> Option<(Option<Type>, Type)> {
    let plain = |result| Some((None, result));
    let taking = |argument, result| Some((Some(argument), result));
    match name {
        "to_string" if Types::has_literals(ty) || ty == Types::STRING => plain(Types::STRING),
        "clone" if Types::is_scalar(ty) || ty == Types::STRING => plain(ty),
        "min" | "max" if Types::is_number(ty) => taking(ty, ty),
        "abs" | "signum" if Types::is_signed(ty) || Types::is_float(ty) => plain(ty),
        "is_positive" | "is_negative" if Types::is_signed(ty) => plain(Types::BOOL),
        _ if Types::is_integer(ty) => match name {
            "pow" | "rotate_left" | "rotate_right" | "wrapping_shl" | "wrapping_shr" => {
                taking(Types::U32, ty)
            }
            "wrapping_add" | "wrapping_sub" | "wrapping_mul" | "saturating_add"
            | "saturating_sub" => taking(ty, ty),
            "count_ones" | "count_zeros" | "leading_zeros" | "trailing_zeros" => plain(Types::U32),
            "swap_bytes" => plain(ty),
            "checked_add" | "checked_sub" | "checked_mul" | "checked_div" => {
                taking(ty, types.intern(Form::Option(ty)))
            }
            _ => None,
        },
        _ if Types::is_float(ty) => match name {
            "sqrt" | "floor" | "ceil" | "round" | "trunc" | "fract" => plain(ty),
            "powi" => taking(Types::I32, ty),
            "powf" => taking(ty, ty),
            "is_nan" | "is_infinite" | "is_finite" => plain(Types::BOOL),
            _ => None,
        },
        _ if ty == Types::CHAR => match name {
            "is_alphabetic" | "is_numeric" | "is_alphanumeric" | "is_whitespace"
            | "is_uppercase" | "is_lowercase" | "is_ascii_digit" => plain(Types::BOOL),
            "to_ascii_uppercase" | "to_ascii_lowercase" => plain(ty),
            "len_utf8" => plain(Types::USIZE),
            _ => None,
        },
        _ if ty == Types::STR || ty == Types::STRING => match name {
            "len" => plain(Types::USIZE),
            "is_empty" => plain(Types::BOOL),
            "to_uppercase" | "to_lowercase" => plain(Types::STRING),
            "repeat" => taking(Types::USIZE, Types::STRING),
            _ => None,
        },
        _ => match (types.form(ty).clone(), name) {
            (Form::Vec(_) | Form::Array(..), "len") => plain(Types::USIZE),
            (Form::Vec(_) | Form::Array(..), "is_empty") => plain(Types::BOOL),
            (Form::Option(_), "is_some" | "is_none") => plain(Types::BOOL),
            (Form::Option(inner), "unwrap") => plain(inner),
            (Form::Option(inner), "unwrap_or") => taking(inner, inner),
            _ => None,
        },
    }
}
