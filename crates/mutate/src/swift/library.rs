//! What is known of the standard library.

use super::types::{Form, Type, Types};

/// The type of a property of a library type.
pub(crate) fn property(types: &mut Types, ty: Type, name: &str) -> Option<Type> {
    let collection =
        ty == Types::STRING || matches!(types.form(ty), Form::Array(_) | Form::Dictionary(..));
    match name {
        "count" if collection => Some(Types::INT),
        "isEmpty" if collection => Some(Types::BOOL),
        "first" | "last" => match *types.form(ty) {
            Form::Array(element) => Some(types.intern(Form::Optional(element))),
            _ => None,
        },
        "description" if Types::is_basic(ty) => Some(Types::STRING),
        "bitWidth" | "leadingZeroBitCount" | "trailingZeroBitCount" | "nonzeroBitCount"
            if Types::is_integer(ty) =>
        {
            Some(Types::INT)
        }
        "isNaN" | "isInfinite" | "isFinite" | "isZero" if Types::is_floating(ty) => {
            Some(Types::BOOL)
        }
        _ => None,
    }
}

/// What a method of a library type wants of its arguments, and its result.
pub(crate) fn method(
    types: &mut Types,
    ty: Type,
    name: &str,
    labels: &[Option<&str>],
) -> Option<(Option<Type>, Type)> {
    match (name, labels) {
        ("uppercased" | "lowercased", []) if ty == Types::STRING => Some((None, Types::STRING)),
        ("hasPrefix" | "hasSuffix", [None]) if ty == Types::STRING => {
            Some((Some(Types::STRING), Types::BOOL))
        }
        ("append", [None]) => match *types.form(ty) {
            Form::Array(element) if Types::is_basic(element) => Some((None, Types::VOID)),
            _ => None,
        },
        ("removeLast", []) => match *types.form(ty) {
            Form::Array(element) => Some((None, element)),
            _ => None,
        },
        ("isMultiple", [Some("of")]) if Types::is_integer(ty) => Some((Some(ty), Types::BOOL)),
        ("squareRoot", []) if Types::is_floating(ty) => Some((None, ty)),
        _ => None,
    }
}

/// Whether a method of a library type is known to leave its receiver alone.
pub(crate) fn keeps_receiver(name: &str) -> bool {
    ["uppercased", "lowercased", "hasPrefix", "hasSuffix", "isMultiple", "squareRoot"]
        .contains(&name)
}

/// Whether an infix operator takes and gives a basic type.
pub(crate) fn has_infix(operator: &str, ty: Type) -> bool {
    match operator {
        "+" => ty != Types::BOOL && ty != Types::CHARACTER,
        "-" | "*" | "/" => Types::is_integer(ty) || Types::is_floating(ty),
        "%" | "&+" | "&-" | "&*" | "&" | "|" | "^" => Types::is_integer(ty),
        _ => false,
    }
}
