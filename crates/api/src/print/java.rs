//! Java.

use crate::decl::{MemberSort, Primitive};
use crate::expr::{Call, Expr, Literal, Program};
use crate::print::{Imports, Style};
use crate::relation::Relation;
use crate::types::{ClassId, Kind, Type};

pub(super) fn print(relation: &Relation<'_>, program: &Program, style: Style) -> String {
    let mut java = Java { relation, imports: Imports::new(relation.model), style };
    let params: Vec<String> = program
        .params
        .iter()
        .enumerate()
        .map(|(at, &t)| format!("{} p{at}", java.t(t)))
        .collect();
    let mut body = String::new();
    for (at, local) in program.locals.iter().enumerate() {
        let t = java.declared(local.t, local.omitted);
        body += &format!("        {t} v{at} = {};\n", java.expr(&local.value));
    }
    let call = java.expr(&program.call);
    body += &match program.result {
        Some(t) => format!("        {} result = {call};\n", java.declared(t, program.omitted)),
        None => format!("        {call};\n"),
    };
    let mut text = String::new();
    for import in java.imports.lines(&["java.lang"]) {
        text += &format!("import {import};\n");
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text + &format!(
        "class Main {{\n    static void test({}) throws Throwable {{\n{body}    }}\n}}\n",
        params.join(", ")
    )
}

struct Java<'a, 'm> {
    relation: &'a Relation<'m>,
    imports: Imports<'m>,
    style: Style,
}

impl Java<'_, '_> {
    fn declared(&mut self, t: Type, omitted: bool) -> String {
        if omitted && self.style.erase { "var".to_owned() } else { self.t(t) }
    }

    fn t(&mut self, t: Type) -> String {
        let types = &self.relation.types;
        let args = types.args(t).to_vec();
        match types.kind(t) {
            Kind::Primitive(primitive) => primitive.keyword().to_owned(),
            Kind::Class(class) => self.class(class, Some(&args)),
            Kind::Array => format!("{}[]", self.t(args[0])),
            Kind::Any => "?".to_owned(),
            Kind::Extends => format!("? extends {}", self.t(args[0])),
            Kind::Super => format!("? super {}", self.t(args[0])),
            // Java does not tell whether a reference may be null.
            Kind::Nullable => self.t(args[0]),
            Kind::Void => "void".to_owned(),
            Kind::Bottom | Kind::Var(_) => "Object".to_owned(),
        }
    }

    /// A class with its type arguments, each list behind the class that
    /// declares it; `None` for no lists at all.
    fn class(&mut self, class: ClassId, args: Option<&[Type]>) -> String {
        let model = self.relation.model;
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
                text += &inner[at - 1];
            }
            let Some(args) = args else { continue };
            // Only classes whose instances belong together share arguments.
            let shared = chain[at + 1..].iter().all(|&c| model.class(c).inner_of.is_some());
            if shared && model.class(class).params.len() > used {
                let own = &args[used..model.class(class).params.len()];
                used = model.class(class).params.len();
                let own: Vec<String> = own.iter().map(|&arg| self.t(arg)).collect();
                text += &format!("<{}>", own.join(", "));
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
            Expr::Lambda { params, explicit, body } => {
                let params: Vec<String> = params
                    .iter()
                    .map(|&(at, t)| {
                        if *explicit { format!("{} x{at}", self.t(t)) } else { format!("x{at}") }
                    })
                    .collect();
                let body = body.as_ref().map_or("{ }".to_owned(), |body| self.expr(body));
                format!("({}) -> {body}", params.join(", "))
            }
            Expr::Reference { member, of } => {
                let member = self.relation.model.member(*member);
                let class = self.relation.types.class(*of).expect("a reference to a class");
                match member.sort {
                    MemberSort::Constructor => format!("{}::new", self.t(*of)),
                    _ => {
                        let name = self.relation.model.name(member.name);
                        format!("{}::{name}", self.class(class, None))
                    }
                }
            }
            Expr::Conditional { condition, yes, no } => {
                format!("(p{condition} ? {} : {})", self.operand(yes), self.operand(no))
            }
            Expr::Cast(t, inside) => format!("({}) {}", self.t(*t), self.operand(inside)),
        }
    }

    /// An expression before a dot, behind a cast or between `?` and `:`.
    fn operand(&mut self, expr: &Expr) -> String {
        let text = self.expr(expr);
        match expr {
            Expr::Cast(..) | Expr::Lambda { .. } => format!("({text})"),
            Expr::Literal(Literal::Primitive(_)) if text.starts_with('(') => format!("({text})"),
            _ => text,
        }
    }

    fn literal(&self, literal: Literal) -> String {
        match literal {
            Literal::String => "\"a\"",
            Literal::Primitive(Primitive::Boolean) => "true",
            Literal::Primitive(Primitive::Byte) => "(byte) 1",
            Literal::Primitive(Primitive::Short) => "(short) 1",
            Literal::Primitive(Primitive::Char) => "'a'",
            Literal::Primitive(Primitive::Int) => "1",
            Literal::Primitive(Primitive::Long) => "1L",
            Literal::Primitive(Primitive::Float) => "1.0f",
            Literal::Primitive(Primitive::Double) => "1.0",
        }
        .to_owned()
    }

    fn call(&mut self, call: &Call) -> String {
        let model = self.relation.model;
        let member = model.member(call.member);
        let name = model.name(member.name);
        let erased = self.style.erase && call.erasable;
        if member.sort == MemberSort::Constructor {
            let class = match (erased, call.type_args.is_empty()) {
                (true, _) => format!("{}<>", self.class(call.class, None)),
                (false, true) => self.class(call.class, None),
                (false, false) => self.class(call.class, Some(&call.type_args)),
            };
            let args = self.args(&call.args);
            return format!("new {class}({args})");
        }
        let qualifier = match &call.receiver {
            Some(receiver) => self.operand(receiver),
            None => self.class(call.class, None),
        };
        if member.sort == MemberSort::Field {
            return format!("{qualifier}.{name}");
        }
        let type_args = if erased || call.type_args.is_empty() {
            String::new()
        } else {
            let args: Vec<String> = call.type_args.iter().map(|&t| self.t(t)).collect();
            format!("<{}>", args.join(", "))
        };
        let args = self.args(&call.args);
        format!("{qualifier}.{type_args}{name}({args})")
    }

    fn args(&mut self, args: &[Expr]) -> String {
        let args: Vec<String> = args.iter().map(|arg| self.expr(arg)).collect();
        args.join(", ")
    }
}
