//! Programs as text. What all languages share: which parts a construct has, in
//! which order they are printed, and what must be imported. How the parts are put
//! together is each language's [`Syntax`].

use std::collections::{BTreeMap, BTreeSet};

use crate::decl::{MemberSort, Primitive};
use crate::expr::{Call, Expr, Literal, Program};
use crate::language::{Construction, Facts, Syntax};
use crate::model::Model;
use crate::relation::Relation;
use crate::types::{ClassId, Kind, Type};

/// Writes a program in the language of the relation; types that inference restores
/// are left out if they are to be erased.
pub(crate) fn print(relation: &Relation<'_>, program: &Program, erase: bool) -> String {
    let facts = relation.facts;
    let syntax = &facts.syntax;
    let imports = Imports::new(relation.model, facts);
    let mut printer = Printer { relation, imports, syntax, erase };
    let mut params = Vec::new();
    for (at, &t) in program.params.iter().enumerate() {
        params.push((syntax.parameter)(&format!("p{at}"), &printer.t(t)));
    }
    let mut body = Vec::new();
    for (at, local) in program.locals.iter().enumerate() {
        let value = printer.expr(&local.value);
        body.push(printer.variable(&format!("v{at}"), local.t, local.omitted, &value));
    }
    let call = printer.expr(&program.call);
    body.push(match program.result {
        Some(t) => printer.variable("result", t, program.omitted, &call),
        None => call,
    });
    let mut text = String::new();
    for import in printer.imports.lines() {
        text += &format!("import {import}{}\n", syntax.terminator);
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text += &(syntax.head)(&params.join(", "));
    for line in body {
        text += &format!("{}{line}{}\n", syntax.indent, syntax.terminator);
    }
    text + syntax.foot
}

/// The line of a printed program with the call that it is about: the last one of its
/// body.
pub(crate) fn call_line(relation: &Relation<'_>, text: &str) -> u32 {
    let lines = text.lines().count() - relation.facts.syntax.foot.lines().count();
    u32::try_from(lines).unwrap_or(u32::MAX)
}

/// The names of classes in a file: by their simple names if imported, in full
/// if two would be the same.
struct Imports<'m> {
    model: &'m Model,
    facts: &'static Facts,
    simple: BTreeMap<&'m str, ClassId>,
    /// Functions that extend a class from outside.
    functions: BTreeSet<String>,
}

impl<'m> Imports<'m> {
    fn new(model: &'m Model, facts: &'static Facts) -> Imports<'m> {
        Imports { model, facts, simple: BTreeMap::new(), functions: BTreeSet::new() }
    }

    /// The name of the outermost class, and those of the classes in it.
    fn names(&mut self, class: ClassId) -> (String, &'m [String]) {
        let path = &self.model.class(class).path;
        let mut outer = class;
        while let Some(next) = self.model.class(outer).nested_in {
            outer = next;
        }
        let known = match self.facts.is_predefined(&path[0]) {
            true => None,
            false => Some(*self.simple.entry(&path[0]).or_insert(outer)),
        };
        let simple = self.facts.escape(&path[0]);
        let first =
            if known == Some(outer) { simple } else { format!("{}.{simple}", self.package(class)) };
        (first, &path[1..])
    }

    fn package(&self, class: ClassId) -> String {
        let package = self.model.class(class).package.split('.');
        let parts: Vec<String> = package.map(|part| self.facts.escape(part)).collect();
        parts.join(".")
    }

    /// Imports a function that extends a class from outside.
    fn function(&mut self, owner: ClassId, name: &str) {
        let path = self.model.class(owner).path.iter().map(|part| self.facts.escape(part));
        let parts: Vec<String> =
            [self.package(owner)].into_iter().chain(path).chain([name.to_owned()]).collect();
        self.functions.insert(parts.join("."));
    }

    /// What must be imported, sorted.
    fn lines(&self) -> Vec<String> {
        let package = self.facts.implicit_import;
        let implicit = |class: ClassId| self.model.class(class).package == package;
        let mut lines: Vec<String> = self
            .simple
            .iter()
            .filter(|&(_, &class)| !implicit(class))
            .map(|(simple, &class)| {
                format!("{}.{}", self.package(class), self.facts.escape(simple))
            })
            .collect();
        lines.extend(self.functions.iter().cloned());
        lines.sort_unstable();
        lines
    }
}

struct Printer<'a, 'm> {
    relation: &'a Relation<'m>,
    imports: Imports<'m>,
    syntax: &'static Syntax,
    erase: bool,
}

impl Printer<'_, '_> {
    /// The definition of a variable.
    fn variable(&mut self, name: &str, t: Type, omitted: bool, value: &str) -> String {
        let t = if omitted && self.erase { None } else { Some(self.t(t)) };
        (self.syntax.variable)(name, t.as_deref(), value)
    }

    /// Type arguments in brackets; nothing for none.
    fn list(&mut self, args: &[Type]) -> String {
        if args.is_empty() {
            return String::new();
        }
        let args: Vec<String> = args.iter().map(|&arg| self.t(arg)).collect();
        let [open, close] = self.syntax.brackets;
        format!("{open}{}{close}", args.join(", "))
    }

    fn t(&mut self, t: Type) -> String {
        let types = &self.relation.types;
        let args = types.args(t).to_vec();
        let syntax = self.syntax;
        match types.kind(t) {
            Kind::Primitive(primitive) => (syntax.primitive)(primitive),
            Kind::Class(class) => self.class(class, Some(&args)),
            Kind::Array => {
                let primitive = types.is_primitive(args[0]);
                (syntax.array)(&self.t(args[0]), primitive)
            }
            Kind::Any => syntax.wildcard.to_owned(),
            Kind::Extends => format!("{}{}", syntax.upper_bound, self.t(args[0])),
            Kind::Super => format!("{}{}", syntax.lower_bound, self.t(args[0])),
            Kind::Nullable => (syntax.nullable)(&self.t(args[0])),
            Kind::Void => syntax.unit.to_owned(),
            // Programs have no type variables of their own.
            Kind::Bottom | Kind::Var(_) => "Nothing".to_owned(),
        }
    }

    /// A class with its type arguments, each list behind the class that
    /// declares it; `None` for no lists at all.
    fn class(&mut self, class: ClassId, args: Option<&[Type]>) -> String {
        let model = self.relation.model;
        let facts = self.imports.facts;
        let written: Option<Vec<Type>> = args.map(|args| {
            let args = args.iter().enumerate();
            args.map(|(at, &arg)| facts.projection(self.relation, class, at, arg)).collect()
        });
        let args = written.as_deref();
        if let Some(args) = args
            && let Some(name) = facts.mapped_name(model, class)
        {
            return format!("{name}{}", self.list(args));
        }
        let (mut text, inner) = self.imports.names(class);
        // The classes from the outermost to this one.
        let mut chain = vec![class];
        while let Some(outer) = model.class(chain[chain.len() - 1]).nested_in {
            chain.push(outer);
        }
        chain.reverse();
        let mut used = 0;
        for (at, &class) in chain.iter().enumerate() {
            if at > 0 {
                text.push('.');
                text += &self.imports.facts.escape(&inner[at - 1]);
            }
            let Some(args) = args else { continue };
            // Only classes whose instances belong together share arguments.
            let shared = chain[at + 1..].iter().all(|&c| model.class(c).inner_of.is_some());
            let count = model.class(class).params.len();
            if shared && used < count && count <= args.len() {
                text += &self.list(&args[used..count]);
                used = count;
            }
        }
        text
    }

    fn expr(&mut self, expr: &Expr) -> String {
        match expr {
            Expr::Literal(literal) => self.literal(*literal),
            Expr::Param(at) => format!("p{at}"),
            Expr::Local(at) => format!("v{at}"),
            Expr::Bound(at) => format!("x{at}"),
            Expr::Call(call) => self.call(call),
            Expr::Lambda { params, explicit, body, of, .. } => {
                self.lambda(params, *explicit, body.as_deref(), *of)
            }
            Expr::Reference { to, .. } => {
                let reference = self.reference(expr);
                match self.needs_sam_constructor(*to) {
                    true => format!("{}({reference})", self.t(*to)),
                    false => reference,
                }
            }
            Expr::Conditional { condition, yes, no } => {
                let (yes, no) = (self.operand(yes), self.operand(no));
                (self.syntax.conditional)(&format!("p{condition}"), &yes, &no)
            }
            Expr::Cast(t, inside) => self.cast(*t, inside),
        }
    }

    fn cast(&mut self, t: Type, inside: &Expr) -> String {
        let cast = match inside.is_function() {
            // The type stands before it in any case.
            true if self.needs_sam_constructor(t) => return self.expr(inside),
            true => self.syntax.function_cast,
            false => self.syntax.cast,
        };
        let (t, inside) = (self.t(t), self.operand(inside));
        cast(&t, &inside)
    }

    fn lambda(
        &mut self,
        params: &[(usize, Type)],
        explicit: bool,
        body: Option<&Expr>,
        of: Type,
    ) -> String {
        let params: Vec<String> = params
            .iter()
            .map(|&(at, t)| match explicit {
                true => (self.syntax.parameter)(&format!("x{at}"), &self.t(t)),
                false => format!("x{at}"),
            })
            .collect();
        let body = body.map(|body| self.expr(body));
        let lambda = (self.syntax.lambda)(&params.join(", "), body.as_deref());
        match self.needs_sam_constructor(of) {
            true => format!("{} {lambda}", self.t(of)),
            false => lambda,
        }
    }

    /// Whether the type of a function stands before it.
    fn needs_sam_constructor(&self, t: Type) -> bool {
        let class = self.relation.types.class(t).map(|class| self.relation.model.class(class));
        class.is_some_and(self.syntax.sam_constructor)
    }

    /// A reference to a member, without the type that it has as an object.
    fn reference(&mut self, reference: &Expr) -> String {
        let Expr::Reference { member, of, receiver, .. } = reference else {
            return self.expr(reference);
        };
        let member = self.relation.model.member(*member);
        let class = self.relation.types.class(*of).expect("a reference to a class");
        let name = self.imports.facts.escape(self.relation.model.name(member.name));
        let before = match receiver {
            Some(receiver) => self.receiver(receiver),
            None if member.sort == MemberSort::Constructor => {
                return self.t(*of) + self.syntax.constructor_reference;
            }
            None if self.syntax.references_type_arguments && !member.is_static => self.t(*of),
            None => self.class(class, None),
        };
        format!("{before}{}{name}", self.syntax.reference)
    }

    /// An expression before the name of a member.
    fn receiver(&mut self, expr: &Expr) -> String {
        let text = self.operand(expr);
        match expr {
            Expr::Call(call)
                if self.syntax.parenthesised_new
                    && self.relation.model.member(call.member).sort == MemberSort::Constructor =>
            {
                format!("({text})")
            }
            _ => text,
        }
    }

    /// An expression before a dot, behind a cast or in a conditional.
    fn operand(&mut self, expr: &Expr) -> String {
        let text = self.expr(expr);
        match expr {
            Expr::Cast(..) | Expr::Lambda { .. } => format!("({text})"),
            Expr::Literal(Literal::Primitive(_)) => format!("({text})"),
            _ => text,
        }
    }

    fn literal(&self, literal: Literal) -> String {
        match literal {
            Literal::String => "\"a\"".to_owned(),
            Literal::Integer => (self.syntax.literal)(Primitive::Int).to_owned(),
            Literal::Primitive(primitive) => (self.syntax.literal)(primitive).to_owned(),
        }
    }

    fn call(&mut self, call: &Call) -> String {
        let model = self.relation.model;
        let member = model.member(call.member);
        let name = self.imports.facts.escape(model.name(member.name));
        let erased = self.erase && call.erasable;
        let args = call.args.iter().zip(&call.formals).enumerate();
        let args: Vec<String> = args
            .map(|(at, (arg, &formal))| match self.relation.types.kind(formal) {
                // An array for a variable number of arguments.
                Kind::Array
                    if member.varargs
                        && at + 1 == member.params.len()
                        && member.params[at] == formal
                        && self.imports.facts.spread_operator =>
                {
                    (self.syntax.spread)(&self.operand(arg))
                }
                // A parameter of any type does not ask for a function.
                Kind::Var(_) => self.expr(arg),
                _ => self.reference(arg),
            })
            .collect();
        let args = args.join(", ");
        if member.sort == MemberSort::Constructor {
            return self.construction(call, erased, &args);
        }
        let list = if erased { String::new() } else { self.list(&call.type_args) };
        if member.extends.is_some() {
            if let Some(receiver) = &call.receiver
                && !self.syntax.extension_type_arguments
                && !list.is_empty()
            {
                let (object, receiver) = (self.class(member.owner, None), self.expr(receiver));
                return format!("{object}.{name}{list}({receiver})({args})");
            }
            self.imports.function(member.owner, &name);
        }
        let qualifier = match &call.receiver {
            Some(receiver) => self.receiver(receiver),
            None if model.class(call.class).path.is_empty() => self.imports.package(call.class),
            None => self.class(call.class, None),
        };
        if member.sort == MemberSort::Field || self.imports.facts.is_property(model, call.member) {
            let list = match self.syntax.property_type_arguments {
                true => self.list(&call.type_args),
                false => String::new(),
            };
            return format!("{qualifier}.{name}{list}");
        }
        let mut text = (self.syntax.call)(&qualifier, &name, &list, &args);
        if (self.imports.facts.not_null_assertion)(model, call.member) {
            text += self.syntax.not_null;
        }
        text
    }

    /// A call of a constructor, behind an object if the class is an inner one.
    fn construction(&mut self, call: &Call, erased: bool, args: &str) -> String {
        let model = self.relation.model;
        let syntax = self.syntax;
        let class = match &call.receiver {
            Some(_) if syntax.simple_inner_names => {
                let path = &model.class(call.class).path;
                self.imports.facts.escape(path.last().map_or("", String::as_str))
            }
            _ => self.class(call.class, None),
        };
        let own = model.own_params(call.class).len();
        let (class_args, type_args) = match (erased, syntax.joins_constructor_type_arguments) {
            (false, true) => (self.list(&call.type_args), String::new()),
            (false, false) => {
                let (own, generic) = call.type_args.split_at(own);
                (self.list(own), self.list(generic))
            }
            (true, _) if own == 0 => (String::new(), String::new()),
            (true, _) => (syntax.diamond.to_owned(), String::new()),
        };
        let outer = match &call.receiver {
            Some(receiver) => self.operand(receiver) + ".",
            None => String::new(),
        };
        (syntax.construction)(&Construction {
            outer: &outer,
            type_args: &type_args,
            class: &class,
            class_args: &class_args,
            args,
        })
    }
}
