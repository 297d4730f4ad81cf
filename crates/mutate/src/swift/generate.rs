//! The generator: expressions of a type, in an environment, up to a depth
//! (section V). It fails where it does not understand a type.
//!
//! Compound expressions are in parentheses and operators have spaces around
//! them, so that an expression can stand wherever one stood. Values are small,
//! and where a program divides they are never zero: the compiler evaluates
//! constants and reports overflows and divisions by zero.

use choice::{Choices, DeadEnd};

use super::analysis::{Analysed, Callable, Environment, Site};
use super::types::{Form, Type, TypeSet, Types};
use crate::forms::{Form as Used, Forms};
use crate::level::Level;

/// The integers, each in four bases; zero is the last, where it may be left out.
const INTEGERS: [[&str; 4]; 7] = [
    ["1", "0x1", "0b1", "0o1"],
    ["2", "0x2", "0b10", "0o2"],
    ["3", "0x3", "0b11", "0o3"],
    ["7", "0x7", "0b111", "0o7"],
    ["10", "0xA", "0b1010", "0o12"],
    ["42", "0x2a", "0b101_010", "0o52"],
    ["0", "0x0", "0b0", "0o0"],
];

const DOUBLES: [&str; 8] = ["1.0", "0.5", "2.25", "1e1", "1.5e-1", "0x1p0", "0x1.8p1", "0xA.8p-2"];

const STRINGS: [&str; 6] = ["\"\"", "\"a\"", "\"foo\"", "\"\\n\"", "\"\\u{e9}\"", "#\"\\b\"#"];

const CHARACTERS: [&str; 4] = ["\"a\"", "\"0\"", "\"\\n\"", "\"\\u{e9}\""];

/// What an expression is generated for.
pub(super) struct Generator<'a> {
    pub(super) source: &'a str,
    pub(super) analysed: &'a Analysed,
    pub(super) site: &'a Site,
    /// Whether the original can stand elsewhere; see [`is_plain`].
    pub(super) plain_original: bool,
    pub(super) environment: &'a Environment,
    pub(super) reach: Reach,
    pub(super) level: Level,
    /// Expressions from elsewhere that fit here.
    pub(super) splices: &'a [String],
    /// Whether a superfluous `try` changes nothing: in a closure it makes one that
    /// throws.
    pub(super) tries: bool,
    pub(super) out: &'a mut String,
    pub(super) used: &'a mut Forms,
}

/// The types of what can be used in an environment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    variables: TypeSet,
    functions: TypeSet,
    constructors: TypeSet,
}

impl Reach {
    pub(super) fn of(environment: &Environment, callables: &[Callable]) -> Reach {
        let called = |function: bool| {
            let all = callables.iter().filter(|_| environment.calls);
            all.filter(|callable| callable.function == function).map(|c| c.result).collect()
        };
        Reach {
            variables: environment.variables.iter().map(|variable| variable.ty).collect(),
            functions: called(true),
            constructors: called(false),
        }
    }
}

type Made = Result<(), DeadEnd>;

/// Whether the original can be moved into a closure: nothing in it is about its
/// place.
pub(super) fn is_plain(site: &Site, source: &str) -> bool {
    let text = site.span.of(source);
    let words = ["try", "await", "$", "{", "&", "super", "consume", "#", "?", "\\"];
    !site.pinned && !words.iter().any(|word| text.contains(word))
}

/// One of those that there are.
fn one_of<T>(items: impl Iterator<Item = T> + Clone, choices: &mut Choices) -> Result<T, DeadEnd> {
    let mut items = items;
    let at = choices.pick(items.clone().count())?;
    items.nth(at).ok_or(DeadEnd)
}

/// The ways to make an expression, in the order of their numbers on the tape.
#[derive(Clone, Copy)]
enum Way {
    Literal,
    Paren,
    Original,
    Prefix,
    Infix,
    Ternary,
    Variable,
    Array,
    Call,
    Assignment,
    Optional,
    Construct,
    Cast,
    Force,
    Coalesce,
    Element,
    Closure,
    IfClosure,
    KeyPath,
    Tuple,
    Splice,
    Try,
    Await,
}

const WAYS: [Way; 23] = [
    Way::Literal,
    Way::Paren,
    Way::Original,
    Way::Prefix,
    Way::Infix,
    Way::Ternary,
    Way::Variable,
    Way::Array,
    Way::Call,
    Way::Assignment,
    Way::Optional,
    Way::Construct,
    Way::Cast,
    Way::Force,
    Way::Coalesce,
    Way::Element,
    Way::Closure,
    Way::IfClosure,
    Way::KeyPath,
    Way::Tuple,
    Way::Splice,
    Way::Try,
    Way::Await,
];

impl<'a> Generator<'a> {
    /// Writes an expression in the place of the site.
    pub(super) fn replacement(&mut self, depth: u32, choices: &mut Choices) -> Made {
        let (ty, bare) = (self.site.ty, self.site.bare);
        if self.site.constant_condition {
            return self.constant_truth(choices);
        }
        if self.site.callee {
            return self.callee(depth, choices);
        }
        let mark = self.out.len();
        self.expression(ty, depth, bare, true, choices)?;
        // `5.description` is fine, `0x5.description` is not.
        if self.site.base && self.out.as_bytes()[mark] != b'(' {
            self.out.insert(mark, '(');
            self.out.push(')');
        }
        Ok(())
    }

    /// Something that is `true` whatever happens (the paper's bug 12).
    fn constant_truth(&mut self, choices: &mut Choices) -> Made {
        const TRUTHS: [&str; 8] = [
            "(true)",
            "true && true",
            "true || false",
            "!false",
            "1 == 1",
            "\"a\" == \"a\"",
            "(true ? true : false)",
            "true == true",
        ];
        let text = choices.choose(if self.level < Level::Two { &TRUTHS[..1] } else { &TRUTHS })?;
        self.out.push_str(text);
        self.used.add(Used::ConstantCondition);
        Ok(())
    }

    /// The function that is called, as a value (the paper's bug 3).
    fn callee(&mut self, depth: u32, choices: &mut Choices) -> Made {
        self.used.add(Used::Callee);
        let name = self.site.span.of(self.source);
        self.out.push('(');
        if self.level >= Level::Two && depth > 1 && choices.chance(1, 2)? {
            self.expression(Types::BOOL, depth - 1, true, false, choices)?;
            self.out.push_str(" ? ");
            self.out.push_str(name);
            self.out.push_str(" : ");
        }
        self.out.push_str(name);
        self.out.push(')');
        Ok(())
    }

    /// An expression; `bare` says whether a literal has the type by itself, and
    /// `top` whether it stands for the whole site.
    fn expression(
        &mut self,
        ty: Type,
        depth: u32,
        bare: bool,
        top: bool,
        choices: &mut Choices,
    ) -> Made {
        if depth == 0 {
            return Err(DeadEnd);
        }
        let weights = self.weights(ty, depth, top);
        let ways = self.last_way(depth, top) as usize + 1;
        let mark = self.out.len();
        let used = *self.used;
        choices.alternatives(&weights[..ways], |choices, way| {
            self.out.truncate(mark);
            *self.used = used;
            self.make(WAYS[way], ty, depth, bare, top, choices)
        })
    }

    fn is_small(ty: Type) -> bool {
        Types::is_integer(ty) && ty != Types::INT
    }

    /// The last way that may be possible, so that those behind it are not looked at.
    fn last_way(&self, depth: u32, top: bool) -> Way {
        match self.level {
            _ if top && !self.splices.is_empty() => Way::Await,
            _ if depth == 1 => Way::Variable,
            Level::One => Way::Original,
            Level::Two => Way::Ternary,
            Level::Three => Way::Assignment,
            Level::Four => Way::Await,
        }
    }

    /// How likely each way is; 0 if it leads nowhere. All are weighed together, as most
    /// of them depend on the same.
    fn weights(&self, ty: Type, depth: u32, top: bool) -> [u32; WAYS.len()] {
        let basic = Types::is_basic(ty);
        let is_form = |is: fn(&Form) -> bool| !basic && is(self.analysed.types.form(ty));
        let variable = self.level >= Level::Three && self.has_variable(ty);
        let whole = ty == self.site.ty;
        let small = Self::is_small(ty);
        let void = ty == Types::VOID;
        let deep = depth > 1;
        let zero_matters = self.analysed.divides && ty == Types::INT;
        // Whether anything of the type can be made without depth.
        let leaf = (basic && !small) || (whole && self.plain_original) || variable;
        let mut weights = [0; WAYS.len()];
        let mut weigh = |way: Way, weight: u32, possible: bool| {
            weights[way as usize] = if possible { weight } else { 0 };
        };
        weigh(Way::Literal, 2, basic && (!small || (whole && self.site.value.is_some())));
        weigh(Way::Paren, 1, deep && !void);
        weigh(Way::Original, 1, whole && (top || (deep && self.plain_original)));
        if self.level >= Level::Two && deep {
            let signed = matches!(ty, Types::INT | Types::DOUBLE | Types::FLOAT | Types::BOOL);
            weigh(Way::Prefix, 1, signed && !small && !zero_matters);
            weigh(Way::Infix, 3, basic && ty != Types::CHARACTER);
            weigh(Way::Ternary, 2, !void && leaf);
        }
        weigh(Way::Variable, 3, variable && !zero_matters);
        if self.level >= Level::Three && deep {
            weigh(Way::Array, 1, is_form(|form| matches!(form, Form::Array(_))));
            weigh(Way::Call, 3, self.has_callable(ty, true));
            weigh(Way::Assignment, 1, void && self.assignables().next().is_some());
        }
        if self.level >= Level::Four && deep && !void {
            weigh(Way::Optional, 1, is_form(|form| matches!(form, Form::Optional(_))));
            weigh(Way::Construct, 3, self.has_callable(ty, false));
            let tuple = is_form(|form| matches!(form, Form::Tuple(parts) if parts.len() > 1));
            weigh(Way::Tuple, 1, tuple);
            weigh(Way::Await, 1, top && self.site.awaitable && leaf);
            let copied = leaf && (basic || !self.analysed.ownership);
            for way in [
                Way::Cast,
                Way::Try,
                Way::Force,
                Way::Coalesce,
                Way::Element,
                Way::Closure,
                Way::IfClosure,
            ] {
                weigh(way, 1, copied);
            }
            weigh(Way::KeyPath, 1, copied && (basic || self.has_key_paths(ty)));
        }
        weigh(Way::Splice, 1, top && !self.splices.is_empty());
        weights
    }

    /// Whether the type can be the root of a key path: existentials cannot.
    fn has_key_paths(&self, ty: Type) -> bool {
        match self.analysed.types.form(ty) {
            Form::Named(name, _) => {
                !name.starts_with("any ") && !["Any", "AnyObject"].contains(&name.as_str())
            }
            _ => true,
        }
    }

    fn has_variable(&self, ty: Type) -> bool {
        let search = || self.variables(ty).next().is_some();
        self.reach.variables.has(ty, search) && (self.site.excluded.is_none() || search())
    }

    fn has_callable(&self, ty: Type, function: bool) -> bool {
        let types = if function { self.reach.functions } else { self.reach.constructors };
        types.has(ty, || self.callables(ty, function).next().is_some())
    }

    fn variables(&self, ty: Type) -> impl Iterator<Item = &'a str> + Clone + use<'a> {
        let (site, environment) = (self.site, self.environment);
        let excluded = site.excluded.as_deref();
        environment
            .variables
            .iter()
            .filter(move |variable| variable.ty == ty)
            .map(|variable| variable.text.as_str())
            .filter(move |text| {
                excluded
                    .is_none_or(|name| text.trim_start_matches("self.").trim_matches('`') != name)
            })
    }

    fn assignables(&self) -> impl Iterator<Item = (&'a str, Type)> + Clone + use<'a> {
        let environment = self.environment;
        environment
            .variables
            .iter()
            .filter(|variable| {
                variable.assignable && Types::is_basic(variable.ty) && !Self::is_small(variable.ty)
            })
            .map(|variable| (variable.text.as_str(), variable.ty))
    }

    fn callables(
        &self,
        ty: Type,
        function: bool,
    ) -> impl Iterator<Item = &'a Callable> + Clone + use<'a> {
        let (usable, analysed) = (self.environment.calls, self.analysed);
        analysed.callables.iter().filter(move |callable| {
            usable && callable.result == ty && callable.function == function
        })
    }

    fn make(
        &mut self,
        way: Way,
        ty: Type,
        depth: u32,
        bare: bool,
        top: bool,
        choices: &mut Choices,
    ) -> Made {
        match way {
            Way::Literal => self.literal(ty, bare, choices),
            Way::Paren => {
                self.used.add(Used::Paren);
                self.out.push('(');
                let mark = self.out.len();
                self.expression(ty, depth - 1, bare, false, choices)?;
                // The original in parentheses is a way of its own.
                let original = self.out[mark..] == *self.site.span.of(self.source);
                if original && (top || self.plain_original) {
                    return Err(DeadEnd);
                }
                self.out.push(')');
                Ok(())
            }
            Way::Original => {
                // Alone, it is what was there: in parentheses.
                self.used.add(Used::Original);
                self.out.push('(');
                self.out.push_str(self.site.span.of(self.source));
                self.out.push(')');
                Ok(())
            }
            Way::Prefix => self.prefix(ty, depth, bare, choices),
            Way::Infix => self.infix(ty, depth, bare, choices),
            Way::Ternary => {
                self.used.add(Used::Ternary);
                self.out.push('(');
                self.expression(Types::BOOL, depth - 1, true, false, choices)?;
                self.out.push_str(" ? ");
                self.expression(ty, depth - 1, bare, false, choices)?;
                self.out.push_str(" : ");
                self.expression(ty, depth - 1, bare, false, choices)?;
                self.out.push(')');
                Ok(())
            }
            Way::Variable => {
                self.used.add(Used::Variable);
                let name = one_of(self.variables(ty), choices)?;
                self.out.push_str(name);
                Ok(())
            }
            Way::Array => self.array(ty, depth, choices),
            Way::Call => {
                self.used.add(Used::Call);
                self.call(ty, depth, true, choices)
            }
            Way::Construct => {
                self.used.add(Used::Construct);
                self.call(ty, depth, false, choices)
            }
            Way::Assignment => self.assignment(depth, choices),
            Way::Optional => self.optional(ty, depth, choices),
            Way::Cast => {
                self.used.add(Used::Cast);
                self.typed(ty, |g| g.expression(ty, depth - 1, true, false, choices))
            }
            Way::Try => {
                // Without anything inside that throws, both are only superfluous.
                self.used.add(Used::Try);
                self.out.push_str(match self.tries {
                    true => choices.choose(&["(try! ", "(try "])?,
                    false => "(try! ",
                });
                self.expression(ty, depth - 1, bare, false, choices)?;
                self.out.push(')');
                Ok(())
            }
            Way::Await => {
                // Nothing inside suspends, so it is only superfluous.
                self.used.add(Used::Await);
                self.out.push_str("(await ");
                self.expression(ty, depth - 1, bare, false, choices)?;
                self.out.push(')');
                Ok(())
            }
            Way::Force => {
                self.used.add(Used::Force);
                self.out.push('(');
                self.wrapped(ty, depth - 1, choices)?;
                self.out.push_str("!)");
                Ok(())
            }
            Way::Coalesce => {
                self.used.add(Used::Coalesce);
                self.out.push('(');
                self.wrapped(ty, depth - 1, choices)?;
                self.out.push_str(" ?? ");
                self.expression(ty, depth - 1, false, false, choices)?;
                self.out.push(')');
                Ok(())
            }
            Way::Element => {
                self.used.add(Used::Element);
                self.out.push_str("([");
                self.expression(ty, depth - 1, true, false, choices)?;
                self.out.push_str("] as [");
                self.analysed.types.write(ty, self.out);
                self.out.push_str("])[0]");
                Ok(())
            }
            Way::Closure => {
                self.used.add(Used::Closure);
                self.out.push_str("({ () -> ");
                self.analysed.types.write(ty, self.out);
                self.out.push_str(" in return ");
                let before = std::mem::replace(&mut self.tries, false);
                self.expression(ty, depth - 1, true, false, choices)?;
                self.tries = before;
                self.out.push_str(" }())");
                Ok(())
            }
            Way::IfClosure => {
                self.used.add(Used::IfExpression);
                self.out.push_str("({ () -> ");
                self.analysed.types.write(ty, self.out);
                let switch = choices.chance(1, 2)?;
                self.out.push_str(if switch { " in switch " } else { " in if " });
                let before = std::mem::replace(&mut self.tries, false);
                self.expression(Types::BOOL, depth - 1, true, false, choices)?;
                self.out.push_str(if switch { " { case true: " } else { " { " });
                self.expression(ty, depth - 1, true, false, choices)?;
                self.out.push_str(if switch { "; case false: " } else { " } else { " });
                self.expression(ty, depth - 1, true, false, choices)?;
                self.tries = before;
                self.out.push_str(" } }())");
                Ok(())
            }
            Way::KeyPath => {
                self.used.add(Used::KeyPath);
                self.typed(ty, |g| g.expression(ty, depth - 1, true, false, choices))?;
                self.out.push_str("[keyPath: \\.self]");
                Ok(())
            }
            Way::Tuple => self.tuple(ty, depth, choices),
            Way::Splice => {
                self.used.add(Used::Splice);
                let text = choices.choose(self.splices)?;
                // What its literals are is for the type to say.
                self.typed(ty, |g| {
                    g.out.push('(');
                    g.out.push_str(text);
                    g.out.push(')');
                    Ok(())
                })
            }
        }
    }

    /// `(… as T)`
    fn typed(&mut self, ty: Type, make: impl FnOnce(&mut Self) -> Made) -> Made {
        self.out.push('(');
        make(self)?;
        self.out.push_str(" as ");
        self.analysed.types.write(ty, self.out);
        self.out.push(')');
        Ok(())
    }

    /// `(… as T?)`
    fn wrapped(&mut self, ty: Type, depth: u32, choices: &mut Choices) -> Made {
        self.out.push('(');
        self.expression(ty, depth, true, false, choices)?;
        self.out.push_str(" as (");
        self.analysed.types.write(ty, self.out);
        self.out.push_str(")?)");
        Ok(())
    }

    fn literal(&mut self, ty: Type, bare: bool, choices: &mut Choices) -> Made {
        self.used.add(Used::Literal);
        if ty == Types::BOOL {
            self.out.push_str(choices.choose(&["true", "false"])?);
            return Ok(());
        }
        if !bare {
            self.out.push('(');
        }
        match ty {
            Types::INT => {
                let values = if self.analysed.divides { 6 } else { 7 };
                let value = choices.pick(values)?;
                self.out.push_str(choices.choose(&INTEGERS[value])?);
            }
            Types::STRING => self.out.push_str(choices.choose(&STRINGS)?),
            Types::CHARACTER => self.out.push_str(choices.choose(&CHARACTERS)?),
            ty if Types::is_floating(ty) => self.out.push_str(choices.choose(&DOUBLES)?),
            _ => {
                // The same value in another base: others could overflow.
                let value = self.site.value.ok_or(DeadEnd)?;
                let text = match choices.pick(4)? {
                    0 => format!("{value}"),
                    1 => format!("0x{value:x}"),
                    2 => format!("0b{value:b}"),
                    _ => format!("0o{value:o}"),
                };
                self.out.push_str(&text);
            }
        }
        if !bare {
            self.out.push_str(" as ");
            self.analysed.types.write(ty, self.out);
            self.out.push(')');
        }
        Ok(())
    }

    fn prefix(&mut self, ty: Type, depth: u32, bare: bool, choices: &mut Choices) -> Made {
        self.used.add(Used::Prefix);
        let operators: &[&str] = match ty {
            Types::BOOL => &["!"],
            Types::INT => &["-", "~", "+"],
            _ => &["-", "+"],
        };
        let operator = choices.choose(operators)?;
        self.out.push('(');
        self.out.push_str(operator);
        // Two prefix operators in a row would be one. Without a type from the
        // context, swiftc 6.0.3 and 6.2.3 call `-(1)` ambiguous.
        self.out.push('(');
        let bare = bare && (ty == Types::BOOL || (ty == self.site.ty && self.site.wanted));
        self.expression(ty, depth - 1, bare, false, choices)?;
        self.out.push_str("))");
        Ok(())
    }

    fn infix(&mut self, ty: Type, depth: u32, bare: bool, choices: &mut Choices) -> Made {
        self.used.add(Used::Infix);
        let mut operand = ty;
        let mut amount = false;
        let mut bare_operands = bare;
        let operator: &str = match ty {
            Types::BOOL => {
                const COMPARED: [Type; 4] = [Types::BOOL, Types::INT, Types::DOUBLE, Types::STRING];
                operand = *choices.choose(&COMPARED)?;
                bare_operands = operand == Types::BOOL;
                if operand == Types::BOOL {
                    choices.choose(&["&&", "||", "==", "!="])?
                } else {
                    choices.choose(&["==", "!=", "<", "<=", ">", ">="])?
                }
            }
            Types::STRING => "+",
            ty if Types::is_floating(ty) => choices.choose(&["+", "-", "*", "/"])?,
            Types::INT if self.analysed.divides => choices.choose(&["+", "*", "|"])?,
            Types::INT => {
                const OPERATORS: [&str; 15] = [
                    "+", "-", "*", "&", "|", "^", "&+", "&-", "&*", "/", "%", "<<", ">>", "&<<",
                    "&>>",
                ];
                let operator = choices.choose(&OPERATORS)?;
                amount = matches!(*operator, "/" | "%" | "<<" | ">>" | "&<<" | "&>>");
                operator
            }
            _ => choices.choose(&["&", "|"])?,
        };
        if Self::is_small(ty) && self.site.value.is_none() {
            return Err(DeadEnd);
        }
        self.out.push('(');
        self.expression(operand, depth - 1, bare_operands, false, choices)?;
        self.out.push(' ');
        self.out.push_str(operator);
        self.out.push(' ');
        if amount {
            // A divisor is not zero and a shift is not wide.
            let text = choices.choose(&["1", "2", "3"])?;
            if bare_operands {
                self.out.push_str(text);
            } else {
                self.typed(Types::INT, |g| {
                    g.out.push_str(text);
                    Ok(())
                })?;
            }
        } else {
            self.expression(operand, depth - 1, bare_operands, false, choices)?;
        }
        self.out.push(')');
        Ok(())
    }

    fn array(&mut self, ty: Type, depth: u32, choices: &mut Choices) -> Made {
        let Form::Array(element) = *self.analysed.types.form(ty) else { return Err(DeadEnd) };
        self.used.add(Used::Array);
        self.typed(ty, |g| {
            g.out.push('[');
            for i in 0..choices.pick(3)? {
                g.out.push_str(if i == 0 { "" } else { ", " });
                g.expression(element, depth - 1, true, false, choices)?;
            }
            g.out.push(']');
            Ok(())
        })
    }

    fn call(&mut self, ty: Type, depth: u32, function: bool, choices: &mut Choices) -> Made {
        let callable = one_of(self.callables(ty, function), choices)?;
        self.out.push_str(&callable.text);
        if !callable.called {
            return Ok(());
        }
        self.out.push('(');
        for (i, (label, ty)) in callable.params.iter().enumerate() {
            self.out.push_str(if i == 0 { "" } else { ", " });
            if let Some(label) = label {
                self.out.push_str(label);
                self.out.push_str(": ");
            }
            self.expression(*ty, depth - 1, true, false, choices)?;
        }
        self.out.push(')');
        Ok(())
    }

    fn assignment(&mut self, depth: u32, choices: &mut Choices) -> Made {
        self.used.add(Used::Assignment);
        let (name, ty) = one_of(self.assignables(), choices)?;
        self.out.push('(');
        self.out.push_str(name);
        self.out.push_str(" = ");
        let mark = self.out.len();
        self.expression(ty, depth - 1, true, false, choices)?;
        // Assigning a variable to itself is an error.
        if self.out[mark..].contains(name) {
            return Err(DeadEnd);
        }
        self.out.push(')');
        Ok(())
    }

    fn optional(&mut self, ty: Type, depth: u32, choices: &mut Choices) -> Made {
        let Form::Optional(inner) = *self.analysed.types.form(ty) else { return Err(DeadEnd) };
        self.used.add(Used::Optional);
        self.typed(ty, |g| {
            if choices.chance(1, 2)? {
                g.expression(inner, depth - 1, true, false, choices)
            } else {
                g.out.push_str("nil");
                Ok(())
            }
        })
    }

    fn tuple(&mut self, ty: Type, depth: u32, choices: &mut Choices) -> Made {
        let Form::Tuple(elements) = self.analysed.types.form(ty).clone() else {
            return Err(DeadEnd);
        };
        self.used.add(Used::Tuple);
        self.typed(ty, |g| {
            g.out.push('(');
            for (i, (label, ty)) in elements.iter().enumerate() {
                g.out.push_str(if i == 0 { "" } else { ", " });
                if let Some(label) = label {
                    g.out.push_str(label);
                    g.out.push_str(": ");
                }
                g.expression(*ty, depth - 1, true, false, choices)?;
            }
            g.out.push(')');
            Ok(())
        })
    }
}
