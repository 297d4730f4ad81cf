//! The generator: expressions of a type, in an environment, up to a depth
//! (section V). It fails where it does not understand a type.
//!
//! Compound expressions are in parentheses, so that an expression can stand wherever
//! one stood. Variables are only copied; everything else is made afresh, so that no
//! borrow or move is in conflict with those of the program. What overflows or
//! divides by zero is allowed by [`super::HEADER`].

use choice::{Choices, DeadEnd};

use super::analysis::{Analysed, Environment, Site};
use super::declarations::{Constructor, Function};
use super::types::{Form, Type, Types};
use crate::forms::{Form as Used, Forms};
use crate::level::Level;

/// The integers, each in four bases.
const INTEGERS: [[&str; 4]; 7] = [
    ["1", "0x1", "0b1", "0o1"],
    ["2", "0x2", "0b10", "0o2"],
    ["3", "0x3", "0b11", "0o3"],
    ["7", "0x7", "0b111", "0o7"],
    ["10", "0xA", "0b1010", "0o12"],
    ["42", "0x2a", "0b101_010", "0o52"],
    ["0", "0x0", "0b0", "0o0"],
];

const FLOATS: [&str; 6] = ["1.0", "0.5", "2.25", "1e1", "1.5e-1", "1_0.0"];

const STRINGS: [&str; 6] = ["\"\"", "\"a\"", "\"foo\"", "\"\\n\"", "\"\\u{e9}\"", "r#\"\\b\"#"];

const CHARS: [&str; 5] = ["'a'", "'0'", "'\\n'", "'\\u{e9}'", "'\\''"];

/// What an expression is generated for.
pub(super) struct Generator<'a> {
    pub(super) source: &'a str,
    pub(super) analysed: &'a Analysed,
    pub(super) site: &'a Site,
    pub(super) environment: &'a Environment,
    pub(super) level: Level,
    /// Expressions from elsewhere.
    pub(super) splices: &'a [String],
    pub(super) out: &'a mut String,
    pub(super) used: &'a mut Forms,
}

type Made = Result<(), DeadEnd>;

/// The place of a generated expression.
#[derive(Clone, Copy)]
struct At {
    ty: Type,
    depth: u32,
    /// Whether a literal without a suffix has the type.
    bare: bool,
    /// Whether it stands for the whole site.
    top: bool,
    /// Whether the original can be here: it is evaluated once, if at all.
    original: bool,
}

macro_rules! ways {
    ($($way:ident,)*) => {
        /// The ways to make an expression, in the order of their numbers on the tape.
        #[derive(Clone, Copy, PartialEq, Eq)]
        enum Way { $($way,)* }
        const WAYS: &[Way] = &[$(Way::$way,)*];
    };
}

ways! {
    Literal, Paren, Original, Prefix, Infix, If, Variable, Array, Call, Assignment, Construct,
    Optional, Boxed, Tuple, Unit, Text, Cast, Block, Match, Closure, Loop, Element, Unwrap,
    UnwrapOr, Reference, Unboxed, Method, Splice,
}

/// One of those that there are.
fn one_of<T>(items: impl Iterator<Item = T> + Clone, choices: &mut Choices) -> Result<T, DeadEnd> {
    let mut items = items;
    let at = choices.pick(items.clone().count())?;
    items.nth(at).ok_or(DeadEnd)
}

impl<'a> Generator<'a> {
    /// Writes an expression in the place of the site.
    pub(super) fn replacement(&mut self, depth: u32, choices: &mut Choices) -> Made {
        let Site { ty, bare, movable, .. } = *self.site;
        let mark = self.out.len();
        self.expression(At { ty, depth, bare, top: true, original: movable }, choices)?;
        // `5i32.pow(2)` is fine, `1.pow(2)` and `-1.abs()` are not what they seem.
        if self.site.base && self.out.as_bytes()[mark] != b'(' {
            self.out.insert(mark, '(');
            self.out.push(')');
        }
        Ok(())
    }

    fn expression(&mut self, at: At, choices: &mut Choices) -> Made {
        if at.depth == 0 {
            return Err(DeadEnd);
        }
        let weights = self.weights(at);
        let mark = self.out.len();
        let used = *self.used;
        choices.alternatives(&weights, |choices, way| {
            self.out.truncate(mark);
            *self.used = used;
            self.make(WAYS[way], at, choices)
        })
    }

    /// How likely each way is; 0 if it leads nowhere. All are weighed together, as most
    /// of them depend on the same.
    fn weights(&self, at: At) -> [u32; WAYS.len()] {
        let ty = at.ty;
        let decls = &self.analysed.decls;
        let form = decls.types.form(ty);
        let deep = at.depth > 1;
        let two = self.level >= Level::Two && deep;
        let three = self.level >= Level::Three && deep;
        let four = self.level >= Level::Four && deep && self.analysed.prelude;
        let literals = Types::has_literals(ty);
        let variable = self.level >= Level::Three && self.variables(ty).next().is_some();
        // What is there may have its type from the place where it stands.
        let original =
            ty == self.site.ty && (at.top || (at.original && (at.bare || self.site.firm)));
        // Something that can be written at once.
        let leaf = literals || (original && at.original) || variable;
        let mut weights = [0; WAYS.len()];
        let mut weigh = |way: Way, weight: u32, possible: bool| {
            weights[way as usize] = if possible { weight } else { 0 };
        };
        weigh(Way::Literal, 2, literals);
        weigh(Way::Paren, 1, deep && ty != Types::UNIT);
        weigh(Way::Original, 1, original);
        if two {
            let bool = ty == Types::BOOL;
            weigh(Way::Prefix, 1, Types::is_signed(ty) || Types::is_float(ty) || bool);
            weigh(Way::Infix, 3, Types::is_number(ty) || bool);
            weigh(Way::If, 2, leaf);
        }
        weigh(Way::Variable, 3, variable);
        if three {
            weigh(Way::Array, 1, matches!(form, Form::Array(..) | Form::Vec(_)));
            weigh(Way::Call, 3, self.functions(ty).next().is_some());
            weigh(Way::Assignment, 1, ty == Types::UNIT && self.assignables().next().is_some());
        }
        weigh(Way::Unit, 1, ty == Types::UNIT && self.analysed.prelude);
        if four {
            let scalar = Types::is_number(ty) || ty == Types::BOOL;
            weigh(Way::Construct, 3, !self.constructors(ty).is_empty());
            weigh(Way::Optional, 1, matches!(form, Form::Option(_)));
            weigh(Way::Boxed, 1, matches!(form, Form::Box(_)));
            weigh(Way::Tuple, 1, matches!(form, Form::Tuple(elements) if !elements.is_empty()));
            weigh(Way::Text, 1, ty == Types::STRING);
            weigh(Way::Cast, 1, Types::is_number(ty));
            weigh(Way::Method, 1, scalar && matches!(form, Form::Library(_)));
            for way in [Way::Block, Way::Match, Way::Loop, Way::Unwrap, Way::UnwrapOr] {
                weigh(way, 1, leaf);
            }
            // What comes out of these has the lifetime of nothing else.
            let owned = leaf && decls.is_owned(ty);
            weigh(Way::Closure, 1, owned);
            weigh(Way::Unboxed, 1, owned);
            let copied = owned && decls.is_copy(ty);
            weigh(Way::Element, 1, copied);
            weigh(Way::Reference, 1, copied);
        }
        weigh(Way::Splice, 1, at.top && !self.splices.is_empty());
        weights
    }

    fn variables(&self, ty: Type) -> impl Iterator<Item = &'a str> + Clone + use<'a> {
        let all = self.environment.variables.iter();
        all.filter(move |variable| variable.ty == ty).map(|variable| variable.name.as_str())
    }

    fn assignables(&self) -> impl Iterator<Item = (&'a str, Type)> + Clone + use<'a> {
        let all = self.environment.variables.iter();
        let all = all.filter(|variable| variable.assignable && Types::is_scalar(variable.ty));
        all.map(|variable| (variable.name.as_str(), variable.ty))
    }

    /// The functions that can be called here for a value of a type.
    fn functions(&self, ty: Type) -> impl Iterator<Item = &'a Function> + Clone + use<'a> {
        let (decls, environment) = (&self.analysed.decls, self.environment);
        decls.modules[environment.module].functions.iter().filter(move |function| {
            function.plain
                && function.result == Some(ty)
                && !environment.hidden.contains(&function.name)
                && function.params.iter().all(|param| param.is_some())
                // What is borrowed by an argument ends with the call.
                && (decls.is_owned(ty)
                    || function.params.iter().flatten().all(|&param| {
                        decls.is_owned(param) || param == Types::STR
                    }))
        })
    }

    fn constructors(&self, ty: Type) -> &'a [Constructor] {
        let decls = &self.analysed.decls;
        match *decls.types.form(ty) {
            Form::Declared(index) if decls.declared[index].module == self.environment.module => {
                &decls.declared[index].constructors
            }
            _ => &[],
        }
    }

    /// A part of an expression, of another type.
    fn part(&mut self, at: At, ty: Type, bare: bool, choices: &mut Choices) -> Made {
        let original = at.original && ty == at.ty;
        self.expression(At { ty, depth: at.depth - 1, bare, top: false, original }, choices)
    }

    /// A part of the same type that stands for the whole.
    fn same(&mut self, at: At, bare: bool, choices: &mut Choices) -> Made {
        self.part(at, at.ty, bare, choices)
    }

    fn text(&mut self, ty: Type) {
        self.analysed.decls.write(ty, self.out);
    }

    fn make(&mut self, way: Way, at: At, choices: &mut Choices) -> Made {
        let ty = at.ty;
        // The operands of an operator are evaluated both.
        let other = At { original: false, ..at };
        match way {
            Way::Literal => self.literal(at, choices),
            Way::Paren => {
                self.used.add(Used::Paren);
                self.out.push('(');
                let mark = self.out.len();
                self.same(at, at.bare, choices)?;
                // The original in parentheses is a way of its own.
                if at.top && self.out[mark..] == self.source[self.site.range.clone()] {
                    return Err(DeadEnd);
                }
                self.out.push(')');
                Ok(())
            }
            Way::Original => {
                self.used.add(Used::Original);
                self.out.push('(');
                self.out.push_str(&self.source[self.site.range.clone()]);
                self.out.push(')');
                Ok(())
            }
            Way::Prefix => {
                self.used.add(Used::Prefix);
                let operators: &[&str] = match ty {
                    Types::BOOL => &["!"],
                    ty if Types::is_float(ty) => &["-"],
                    _ => &["-", "!"],
                };
                self.out.push('(');
                self.out.push_str(choices.choose(operators)?);
                self.same(at, at.bare, choices)?;
                self.out.push(')');
                Ok(())
            }
            Way::Infix => self.infix(at, choices),
            Way::If => {
                self.used.add(Used::Ternary);
                self.out.push_str("(if ");
                self.part(other, Types::BOOL, true, choices)?;
                self.out.push_str(" { ");
                self.same(at, at.bare, choices)?;
                self.out.push_str(" } else { ");
                self.same(at, at.bare, choices)?;
                self.out.push_str(" })");
                Ok(())
            }
            Way::Variable => {
                self.used.add(Used::Variable);
                let name = one_of(self.variables(ty), choices)?;
                self.out.push_str(name);
                Ok(())
            }
            Way::Array => self.array(at, choices),
            Way::Call => {
                self.used.add(Used::Call);
                let function = one_of(self.functions(ty), choices)?;
                self.out.push_str(&function.name);
                self.out.push('(');
                for (i, param) in function.params.iter().enumerate() {
                    self.out.push_str(if i == 0 { "" } else { ", " });
                    self.argument(at, param.ok_or(DeadEnd)?, choices)?;
                }
                self.out.push(')');
                Ok(())
            }
            Way::Assignment => {
                self.used.add(Used::Assignment);
                let (name, ty) = one_of(self.assignables(), choices)?;
                self.out.push('(');
                self.out.push_str(name);
                self.out.push_str(" = ");
                self.part(other, ty, true, choices)?;
                self.out.push(')');
                Ok(())
            }
            Way::Construct => self.construct(at, choices),
            Way::Optional => {
                let Form::Option(inner) = *self.analysed.decls.types.form(ty) else {
                    return Err(DeadEnd);
                };
                self.used.add(Used::Optional);
                if choices.chance(1, 2)? {
                    self.out.push_str("Some(");
                    self.part(other, inner, false, choices)?;
                    self.out.push(')');
                } else {
                    self.out.push_str("None::<");
                    self.text(inner);
                    self.out.push('>');
                }
                Ok(())
            }
            Way::Boxed => {
                let Form::Box(inner) = *self.analysed.decls.types.form(ty) else {
                    return Err(DeadEnd);
                };
                self.used.add(Used::Boxed);
                self.out.push_str("Box::new(");
                self.part(other, inner, false, choices)?;
                self.out.push(')');
                Ok(())
            }
            Way::Tuple => {
                let Form::Tuple(elements) = self.analysed.decls.types.form(ty) else {
                    return Err(DeadEnd);
                };
                self.used.add(Used::Tuple);
                self.out.push('(');
                for &element in elements {
                    self.part(other, element, false, choices)?;
                    self.out.push_str(", ");
                }
                self.out.push(')');
                Ok(())
            }
            Way::Unit => {
                self.used.add(Used::Tuple);
                self.out.push_str("()");
                Ok(())
            }
            Way::Text => {
                self.used.add(Used::Method);
                self.out.push_str(choices.choose(&["String::from(", "str::to_string("])?);
                self.part(other, Types::STR, true, choices)?;
                self.out.push(')');
                Ok(())
            }
            Way::Cast => {
                self.used.add(Used::Cast);
                let from = *choices.choose(&[Types::U8, Types::I32, Types::USIZE, ty])?;
                self.out.push('(');
                self.part(if from == ty { at } else { other }, from, false, choices)?;
                self.out.push_str(" as ");
                self.text(ty);
                self.out.push(')');
                Ok(())
            }
            Way::Block => {
                self.used.add(Used::Block);
                self.out.push_str("({ let made: ");
                self.text(ty);
                self.out.push_str(" = ");
                self.same(at, true, choices)?;
                self.out.push_str("; made })");
                Ok(())
            }
            Way::Match => {
                self.used.add(Used::Match);
                self.out.push_str("(match ");
                if choices.chance(1, 2)? {
                    self.part(other, Types::BOOL, true, choices)?;
                    self.out.push_str(" { true => ");
                    self.same(at, at.bare, choices)?;
                    self.out.push_str(", false => ");
                } else {
                    self.part(other, Types::U8, false, choices)?;
                    self.out.push_str(" { 0..=9 => ");
                    self.same(at, at.bare, choices)?;
                    self.out.push_str(", _ => ");
                }
                self.same(at, at.bare, choices)?;
                self.out.push_str(" })");
                Ok(())
            }
            Way::Closure => {
                self.used.add(Used::Closure);
                self.out.push_str("(|| -> ");
                self.text(ty);
                self.out.push_str(" { ");
                self.same(other, true, choices)?;
                self.out.push_str(" })()");
                Ok(())
            }
            Way::Loop => {
                self.used.add(Used::Loop);
                self.out.push_str("(loop { break ");
                self.same(at, at.bare, choices)?;
                self.out.push_str("; })");
                Ok(())
            }
            Way::Element => {
                self.used.add(Used::Element);
                let (open, close) = *choices.choose(&[("([", "])[0]"), ("((", ",)).0")])?;
                self.out.push_str(open);
                self.same(at, at.bare, choices)?;
                self.out.push_str(close);
                Ok(())
            }
            Way::Unwrap => {
                self.used.add(Used::Force);
                self.out.push_str("Some(");
                self.same(at, false, choices)?;
                self.out.push_str(").unwrap()");
                Ok(())
            }
            Way::UnwrapOr => {
                self.used.add(Used::Coalesce);
                self.out.push_str("None::<");
                self.text(ty);
                self.out.push_str(">.unwrap_or(");
                self.same(at, true, choices)?;
                self.out.push(')');
                Ok(())
            }
            Way::Reference => {
                self.used.add(Used::Reference);
                self.out.push_str(choices.choose(&["(*&", "(*&mut "])?);
                self.out.push('(');
                // A variable that is not mutable cannot be borrowed as if it were.
                self.out.push('{');
                self.same(at, at.bare, choices)?;
                self.out.push_str("}))");
                Ok(())
            }
            Way::Unboxed => {
                self.used.add(Used::Boxed);
                self.out.push_str("(*Box::new(");
                self.same(at, false, choices)?;
                self.out.push_str("))");
                Ok(())
            }
            Way::Method => self.method(at, choices),
            Way::Splice => {
                self.used.add(Used::Splice);
                let text = choices.choose(self.splices)?;
                // What its literals are is for the type to say.
                self.out.push_str("({ let spliced: ");
                self.text(ty);
                self.out.push_str(" = ");
                self.out.push_str(text);
                self.out.push_str("; spliced })");
                Ok(())
            }
        }
    }

    /// An argument: for a reference, what is borrowed is made in its place.
    fn argument(&mut self, at: At, ty: Type, choices: &mut Choices) -> Made {
        let other = At { original: false, ..at };
        match *self.analysed.decls.types.form(ty) {
            Form::Ref(inner) => {
                self.out.push_str("&(");
                self.argument(At { depth: at.depth - 1, ..other }, inner, choices)?;
                self.out.push(')');
                Ok(())
            }
            _ if at.depth == 0 => Err(DeadEnd),
            _ => self.part(other, ty, true, choices),
        }
    }

    fn literal(&mut self, at: At, choices: &mut Choices) -> Made {
        self.used.add(Used::Literal);
        match at.ty {
            Types::BOOL => self.out.push_str(choices.choose(&["true", "false"])?),
            Types::CHAR => self.out.push_str(choices.choose(&CHARS)?),
            Types::STR => self.out.push_str(choices.choose(&STRINGS)?),
            ty => {
                if Types::is_float(ty) {
                    self.out.push_str(choices.choose(&FLOATS)?);
                } else {
                    let value = choices.pick(INTEGERS.len())?;
                    self.out.push_str(choices.choose(&INTEGERS[value])?);
                }
                if !at.bare {
                    self.out.push('_');
                    self.text(ty);
                }
            }
        }
        Ok(())
    }

    fn infix(&mut self, at: At, choices: &mut Choices) -> Made {
        self.used.add(Used::Infix);
        const COMPARED: [Type; 6] =
            [Types::BOOL, Types::I32, Types::F64, Types::CHAR, Types::STR, Types::USIZE];
        const COMPARISONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];
        let mut operand = at.ty;
        let mut bare = at.bare;
        let mut shift = false;
        let operator: &str = match at.ty {
            Types::BOOL => {
                operand = *choices.choose(&COMPARED)?;
                bare = false;
                match operand {
                    Types::BOOL => choices.choose(&["&&", "||", "&", "|", "^", "==", "!="])?,
                    _ => choices.choose(&COMPARISONS)?,
                }
            }
            ty if Types::is_float(ty) => choices.choose(&["+", "-", "*", "/", "%"])?,
            _ => {
                const OPERATORS: [&str; 10] = ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"];
                let operator = choices.choose(&OPERATORS)?;
                shift = ["<<", ">>"].contains(operator);
                operator
            }
        };
        self.out.push('(');
        self.part(at, operand, bare, choices)?;
        self.out.push(' ');
        self.out.push_str(operator);
        self.out.push(' ');
        let other = At { original: false, ..at };
        if shift {
            self.part(other, Types::U32, false, choices)?;
        } else {
            self.part(other, operand, bare, choices)?;
        }
        self.out.push(')');
        Ok(())
    }

    fn array(&mut self, at: At, choices: &mut Choices) -> Made {
        let other = At { original: false, ..at };
        self.used.add(Used::Array);
        let (element, count) = match *self.analysed.decls.types.form(at.ty) {
            Form::Vec(element) => {
                let count = choices.pick(3)?;
                if count == 0 {
                    self.out.push_str("Vec::<");
                    self.text(element);
                    self.out.push_str(">::new()");
                    return Ok(());
                }
                self.out.push_str("vec![");
                (element, count)
            }
            Form::Array(element, length) => {
                let copied = self.analysed.decls.is_copy(element);
                self.out.push('[');
                if length == 0 || length > 4 || choices.chance(1, 3)? {
                    if !copied || length == 0 {
                        return Err(DeadEnd);
                    }
                    self.part(other, element, false, choices)?;
                    self.out.push_str(&format!("; {length}]"));
                    return Ok(());
                }
                (element, length)
            }
            _ => return Err(DeadEnd),
        };
        for i in 0..count {
            self.out.push_str(if i == 0 { "" } else { ", " });
            self.part(other, element, false, choices)?;
        }
        self.out.push(']');
        Ok(())
    }

    fn construct(&mut self, at: At, choices: &mut Choices) -> Made {
        let other = At { original: false, ..at };
        self.used.add(Used::Construct);
        let made = choices.choose(self.constructors(at.ty))?;
        self.out.push('(');
        self.text(at.ty);
        if let Some(variant) = &made.variant {
            self.out.push_str("::");
            self.out.push_str(variant);
        }
        let (open, close) = match &made.names {
            Some(_) => (" { ", " }"),
            None if made.called => ("(", ")"),
            None => ("", ""),
        };
        self.out.push_str(open);
        for (i, ty) in made.types.iter().enumerate() {
            self.out.push_str(if i == 0 { "" } else { ", " });
            if let Some(names) = &made.names {
                self.out.push_str(&names[i]);
                self.out.push_str(": ");
            }
            self.part(other, ty.ok_or(DeadEnd)?, true, choices)?;
        }
        self.out.push_str(close);
        self.out.push(')');
        Ok(())
    }

    fn method(&mut self, at: At, choices: &mut Choices) -> Made {
        let other = At { original: false, ..at };
        self.used.add(Used::Method);
        let ty = at.ty;
        if ty == Types::BOOL {
            let (of, call) = *choices.choose(&[
                (Types::CHAR, ").is_alphabetic()"),
                (Types::STR, ").is_empty()"),
                (Types::F64, ").is_nan()"),
                (Types::I32, ").is_negative()"),
            ])?;
            self.out.push('(');
            self.part(other, of, false, choices)?;
            self.out.push_str(call);
            return Ok(());
        }
        self.out.push('(');
        self.same(at, false, choices)?;
        if Types::is_float(ty) {
            self.out.push_str(choices.choose(&[").abs()", ").sqrt()", ").floor()"])?);
            return Ok(());
        }
        let calls = [").wrapping_add(", ").wrapping_mul(", ").saturating_sub(", ").min("];
        self.out.push_str(choices.choose(&calls)?);
        self.part(other, ty, true, choices)?;
        self.out.push(')');
        Ok(())
    }
}
