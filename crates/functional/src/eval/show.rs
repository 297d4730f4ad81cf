//! `show` as the library and derived instances define it.

use std::fmt::Write;

use num_bigint::BigInt;

use super::{Bug, Cell, Machine, Ref};
use crate::library::con;
use crate::syntax::Name;
use crate::types::{Prim, Ty, Type, Types, data};

/// What is still to be shown, the next last.
#[derive(Clone, Copy, Debug)]
pub(super) enum Item {
    Text(&'static str),
    Name(Name),
    /// A value in a context of this precedence.
    Value(Ref, Ty, u8),
    /// The rest of a list, after its first item.
    Rest(Ref, Ty),
    /// The rest of a string; whether a digit or an `H` needs a `\&` before it.
    Chars(Ref, Gap),
}

/// What the last character of a string forbids for the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    None,
    /// It was a numeric escape: a digit would belong to it.
    Digit,
    /// It was `\SO`: an `H` would belong to it.
    H,
}

impl Machine<'_> {
    /// Shows what can be shown; the cell that must be evaluated first, if any.
    pub(super) fn show_on(&mut self, base: usize) -> Option<Ref> {
        while self.shows.len() > base {
            let item = self.shows.pop().expect("there is one above the base");
            match item {
                Item::Text(text) => self.text.push_str(text),
                Item::Name(name) => push_name(&mut self.text, name),
                Item::Value(cell, ..) | Item::Rest(cell, _) | Item::Chars(cell, _) => {
                    let cell = self.follow(cell);
                    if !self.is_value(cell) {
                        self.shows.push(item);
                        return Some(cell);
                    }
                    self.show_value(item, cell);
                    if let Some(first) = self.pending.take() {
                        return Some(first);
                    }
                }
            }
        }
        None
    }

    fn show_value(&mut self, item: Item, cell: Ref) {
        match item {
            Item::Value(_, ty, precedence) => self.show_at(cell, ty, precedence),
            Item::Rest(_, ty) => match self.cells[cell as usize] {
                Cell::Con(con::CONS, start) => {
                    let (head, tail) = (self.refs[start as usize], self.refs[start as usize + 1]);
                    self.text.push(',');
                    self.shows.push(Item::Rest(tail, ty));
                    self.shows.push(Item::Value(head, ty, 0));
                }
                _ => self.text.push(']'),
            },
            Item::Chars(_, gap) => match self.cells[cell as usize] {
                Cell::Con(con::CONS, start) => {
                    let (head, tail) = (self.refs[start as usize], self.refs[start as usize + 1]);
                    let head = self.follow(head);
                    match self.cells[head as usize] {
                        Cell::Int(code) => {
                            let c = char::from_u32(code as u32).unwrap_or('?');
                            let needs_gap = match gap {
                                Gap::None => false,
                                Gap::Digit => c.is_ascii_digit(),
                                Gap::H => c == 'H',
                            };
                            if needs_gap {
                                self.text.push_str("\\&");
                            }
                            let gap = if c == '"' {
                                self.text.push_str("\\\"");
                                Gap::None
                            } else {
                                push_char(&mut self.text, c)
                            };
                            self.shows.push(Item::Chars(tail, gap));
                        }
                        // The character is evaluated first: as a value, which is
                        // then found evaluated.
                        _ => {
                            self.shows.push(item);
                            self.pending = Some(head);
                        }
                    }
                }
                _ => self.text.push('"'),
            },
            Item::Text(_) | Item::Name(_) => unreachable!("texts need no evaluation"),
        }
    }

    fn show_at(&mut self, cell: Ref, ty: Ty, precedence: u8) {
        match self.types.shape(ty) {
            Type::Prim(prim) => self.show_prim(cell, prim, precedence),
            Type::Data(data::LIST, args) if args[0] == Types::CHAR => {
                self.text.push('"');
                self.shows.push(Item::Chars(cell, Gap::None));
            }
            Type::Data(data::LIST, args) => match self.cells[cell as usize] {
                Cell::Con(con::CONS, start) => {
                    let (head, tail) = (self.refs[start as usize], self.refs[start as usize + 1]);
                    self.text.push('[');
                    self.shows.push(Item::Rest(tail, args[0]));
                    self.shows.push(Item::Value(head, args[0], 0));
                }
                _ => self.text.push_str("[]"),
            },
            Type::Data(id, args) => {
                let data = &self.program.datas[id.0 as usize];
                let (con, fields) = if data.kind == crate::syntax::DataKind::Newtype {
                    (data.first, vec![cell])
                } else {
                    let Cell::Con(con, start) = self.cells[cell as usize] else {
                        unreachable!("a value of an algebraic type is a constructor");
                    };
                    let count = self.program.cons[con.index()].fields.len();
                    (con, self.refs[start as usize..start as usize + count].to_vec())
                };
                let tys = self.field_types(con, Types::args(&args));
                let tuple = matches!(id, data::PAIR | data::TRIPLE);
                self.show_con(con, &fields, &tys, precedence, tuple);
            }
            _ => unreachable!("a value of this type is not shown"),
        }
    }

    fn show_con(
        &mut self,
        id: crate::syntax::ConId,
        fields: &[Ref],
        tys: &[Ty],
        precedence: u8,
        tuple: bool,
    ) {
        let constructor = &self.program.cons[id.index()];
        // Items are put down from the last to the first.
        let mut items: Vec<Item> = Vec::with_capacity(2 * fields.len() + 3);
        let name = Item::Name(constructor.name);
        let values = || fields.iter().zip(tys);
        if tuple {
            items.push(Item::Text("("));
            for (i, (&field, &ty)) in values().enumerate() {
                if i > 0 {
                    items.push(Item::Text(","));
                }
                items.push(Item::Value(field, ty, 0));
            }
            items.push(Item::Text(")"));
        } else if fields.is_empty() {
            items.push(name);
        } else {
            let own = constructor.infix.unwrap_or(10);
            let limit = match self.bug {
                Some(Bug::LostParentheses) => 11,
                _ => own,
            };
            let parentheses = precedence > limit;
            if parentheses {
                items.push(Item::Text("("));
            }
            if !constructor.labels.is_empty() {
                items.push(name);
                for (i, ((&field, &ty), &label)) in values().zip(&constructor.labels).enumerate() {
                    items.push(Item::Text(if i == 0 { " {" } else { ", " }));
                    items.push(Item::Name(label));
                    items.push(Item::Text(" = "));
                    items.push(Item::Value(field, ty, 0));
                }
                items.push(Item::Text("}"));
            } else if constructor.infix.is_some() {
                items.push(Item::Value(fields[0], tys[0], own + 1));
                items.push(Item::Text(" "));
                items.push(name);
                items.push(Item::Text(" "));
                items.push(Item::Value(fields[1], tys[1], own + 1));
            } else {
                items.push(name);
                for (&field, &ty) in values() {
                    items.push(Item::Text(" "));
                    items.push(Item::Value(field, ty, 11));
                }
            }
            if parentheses {
                items.push(Item::Text(")"));
            }
        }
        self.shows.extend(items.into_iter().rev());
    }

    fn show_prim(&mut self, cell: Ref, prim: Prim, precedence: u8) {
        let start = self.text.len();
        let negative = match self.cells[cell as usize] {
            Cell::Int(code) if prim == Prim::Char => {
                let c = char::from_u32(code as u32).unwrap_or('?');
                self.text.push('\'');
                if c == '\'' {
                    self.text.push_str("\\'");
                } else {
                    push_char(&mut self.text, c);
                }
                self.text.push('\'');
                false
            }
            Cell::Int(bits) => {
                let value = super::number::value(prim, bits);
                let _ = write!(self.text, "{value}");
                value < 0
            }
            Cell::Big(index) => {
                let value: &BigInt = &self.bigs[index as usize];
                let _ = write!(self.text, "{value}");
                value.sign() == num_bigint::Sign::Minus
            }
            Cell::Double(value) => {
                push_double(&mut self.text, value);
                value < 0.0 || value == 0.0 && value.is_sign_negative()
            }
            _ => unreachable!("a value of a primitive type is a primitive value"),
        };
        if negative && precedence > 6 && self.bug != Some(Bug::LostParentheses) {
            self.text.insert(start, '(');
            self.text.push(')');
        }
    }
}

/// Writes a name.
pub(crate) fn push_name(text: &mut String, name: Name) {
    text.push_str(name.word);
    match name.number {
        0 => {}
        digit @ 1..=9 => text.push(char::from(b'0' + digit as u8)),
        number => {
            let _ = write!(text, "{number}");
        }
    }
}

/// Writes a character as it stands in a literal, quotes excepted.
fn push_char(text: &mut String, c: char) -> Gap {
    const CONTROL: [&str; 32] = [
        "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "a", "b", "t", "n", "v", "f", "r", "SO",
        "SI", "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC",
        "FS", "GS", "RS", "US",
    ];
    match c {
        '\\' => text.push_str("\\\\"),
        ' '..='~' => text.push(c),
        '\u{7f}' => text.push_str("\\DEL"),
        _ if (c as u32) < 32 => {
            text.push('\\');
            text.push_str(CONTROL[c as usize]);
            if c == '\u{e}' {
                return Gap::H;
            }
        }
        _ => {
            let _ = write!(text, "\\{}", c as u32);
            return Gap::Digit;
        }
    }
    Gap::None
}

/// Writes a character literal, as it also stands in source text.
pub(crate) fn char_literal(text: &mut String, c: char) {
    text.push('\'');
    if c == '\'' {
        text.push_str("\\'");
    } else {
        push_char(text, c);
    }
    text.push('\'');
}

/// Writes a string literal, as it also stands in source text.
pub(crate) fn string_literal(text: &mut String, string: &str) {
    text.push('"');
    let mut gap = Gap::None;
    for c in string.chars() {
        if gap == Gap::Digit && c.is_ascii_digit() || gap == Gap::H && c == 'H' {
            text.push_str("\\&");
        }
        gap = if c == '"' {
            text.push_str("\\\"");
            Gap::None
        } else {
            push_char(text, c)
        };
    }
    text.push('"');
}

/// Writes a `Double`: plain from 0.1 up to ten million, else with an exponent.
pub(crate) fn push_double(text: &mut String, value: f64) {
    if value.is_nan() {
        text.push_str("NaN");
        return;
    }
    if value.is_sign_negative() {
        text.push('-');
    }
    let value = value.abs();
    if value.is_infinite() {
        text.push_str("Infinity");
        return;
    }
    if value == 0.0 {
        text.push_str("0.0");
        return;
    }
    let (digits, point) = digits(value);
    let or_zero = |digits: &str| if digits.is_empty() { "0".to_owned() } else { digits.to_owned() };
    if (0.1..1e7).contains(&value) {
        let whole = usize::try_from(point).unwrap_or(0);
        let padded = format!("{digits:0<whole$}");
        text.push_str(&or_zero(&padded[..whole]));
        text.push('.');
        text.extend(std::iter::repeat_n('0', (-point).max(0) as usize));
        text.push_str(&or_zero(&padded[whole..]));
    } else {
        text.push_str(&digits[..1]);
        text.push('.');
        text.push_str(&or_zero(&digits[1..]));
        let _ = write!(text, "e{}", point - 1);
    }
}

/// The digits of a positive number and the place of its point (`floatToDigits` of the
/// library). They are the fewest that lie between the number's neighbours, bounds
/// excluded; what Rust prints includes the bounds and can be shorter.
fn digits(value: f64) -> (String, i32) {
    const LEAST: i32 = -1074;
    let bits = value.to_bits();
    let (fraction, field) = (bits & ((1 << 52) - 1), (bits >> 52) as i32);
    let (f, e) = if field == 0 { (fraction, LEAST) } else { (fraction | 1 << 52, field - 1075) };
    // The neighbour below a power of two is nearer than the one above.
    let narrow = f == 1 << 52 && e > LEAST;
    let scale = if narrow { 2u32 } else { 1 };
    let up = BigInt::from(scale);
    let (mut r, mut s) = (BigInt::from(f) * 2u32 * scale, BigInt::from(2u32 * scale));
    let (mut up, mut down) = (up, BigInt::from(1u32));
    if e >= 0 {
        r <<= e;
        up <<= e;
        down <<= e;
    } else {
        s <<= -e;
    }
    // The first guess is at most one too small.
    let mut point = value.log10().floor() as i32;
    let power = |n: i32| BigInt::from(10u32).pow(n.unsigned_abs());
    loop {
        let fits =
            if point >= 0 { &r + &up <= power(point) * &s } else { power(point) * (&r + &up) <= s };
        if fits {
            break;
        }
        point += 1;
    }
    if point >= 0 {
        s *= power(point);
    } else {
        let by = power(point);
        r *= &by;
        up *= &by;
        down *= &by;
    }
    let mut digits = String::new();
    loop {
        r *= 10u32;
        up *= 10u32;
        down *= 10u32;
        let digit = &r / &s;
        r %= &s;
        let (low, high) = (r < down, &r + &up > s);
        let digit = u8::try_from(digit).unwrap_or(9);
        if !low && !high {
            digits.push(char::from(b'0' + digit));
            continue;
        }
        let round_up = high && (!low || &r * 2u32 >= s);
        digits.push(char::from(b'0' + digit + u8::from(round_up)));
        return (digits, point);
    }
}
