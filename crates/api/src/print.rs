//! Programs in the syntax of the four languages. Each construct has one
//! function, with one arm for each language where they differ.

use std::collections::{BTreeMap, BTreeSet};

use case::Language;

use crate::decl::{MemberSort, Primitive};
use crate::expr::{Call, Expr, Literal, Program};
use crate::language::Rules;
use crate::model::Model;
use crate::relation::Relation;
use crate::types::{ClassId, Kind, Type};

/// How a program is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// In which language.
    pub(crate) language: Language,
    /// Whether types are left out that inference restores.
    pub(crate) erase: bool,
}

/// Writes a program.
pub(crate) fn print(relation: &Relation<'_>, program: &Program, style: Style) -> String {
    let language = style.language;
    let imports = Imports::new(relation.model, Rules(language));
    let mut printer = Printer { relation, imports, style };
    let mut params = Vec::new();
    for (at, &t) in program.params.iter().enumerate() {
        let t = printer.t(t);
        params.push(match language {
            Language::Kotlin | Language::Scala => format!("p{at}: {t}"),
            _ => format!("{t} p{at}"),
        });
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
    let (end, params) = (if language == Language::Java { ";" } else { "" }, params.join(", "));
    let mut text = String::new();
    for import in printer.imports.lines() {
        text += &format!("import {import}{end}\n");
    }
    if !text.is_empty() {
        text.push('\n');
    }
    let (head, indent, foot) = match language {
        Language::Kotlin => (format!("fun test({params}) {{\n"), "    ", "}\n"),
        Language::Scala => {
            (format!("object Main {{\n  def test({params}): Unit = {{\n"), "    ", "  }\n}\n")
        }
        Language::Groovy => (
            format!(
                "@groovy.transform.CompileStatic\nclass Main {{\n    \
                 static void test({params}) throws Throwable {{\n"
            ),
            "        ",
            "    }\n}\n",
        ),
        _ => (
            format!("class Main {{\n    static void test({params}) throws Throwable {{\n"),
            "        ",
            "    }\n}\n",
        ),
    };
    text += &head;
    for line in body {
        text += &format!("{indent}{line}{end}\n");
    }
    text + foot
}

/// The names of classes in a file: by their simple names if imported, in full
/// if two would be the same.
struct Imports<'m> {
    model: &'m Model,
    rules: Rules,
    simple: BTreeMap<&'m str, ClassId>,
    /// Functions that extend a class from outside.
    functions: BTreeSet<String>,
}

impl<'m> Imports<'m> {
    fn new(model: &'m Model, rules: Rules) -> Imports<'m> {
        Imports { model, rules, simple: BTreeMap::new(), functions: BTreeSet::new() }
    }

    /// The name of the outermost class, and those of the classes in it.
    fn names(&mut self, class: ClassId) -> (String, &'m [String]) {
        let path = &self.model.class(class).path;
        let mut outer = class;
        while let Some(next) = self.model.class(outer).nested_in {
            outer = next;
        }
        let known = match self.rules.is_reserved(&path[0]) {
            true => None,
            false => Some(*self.simple.entry(&path[0]).or_insert(outer)),
        };
        let simple = self.rules.escape(&path[0]);
        let first =
            if known == Some(outer) { simple } else { format!("{}.{simple}", self.package(class)) };
        (first, &path[1..])
    }

    fn package(&self, class: ClassId) -> String {
        let package = self.model.class(class).package.split('.');
        let parts: Vec<String> = package.map(|part| self.rules.escape(part)).collect();
        parts.join(".")
    }

    /// What must be imported, sorted.
    fn lines(&self) -> Vec<String> {
        let package = self.rules.implicit_package();
        let implicit = |class: ClassId| self.model.class(class).package == package;
        let mut lines: Vec<String> = self
            .simple
            .iter()
            .filter(|&(_, &class)| !implicit(class))
            .map(|(simple, &class)| {
                format!("{}.{}", self.package(class), self.rules.escape(simple))
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
    style: Style,
}

impl Printer<'_, '_> {
    fn language(&self) -> Language {
        self.style.language
    }

    /// The definition of a variable.
    fn variable(&mut self, name: &str, t: Type, omitted: bool, value: &str) -> String {
        let t = if omitted && self.style.erase { None } else { Some(self.t(t)) };
        match (self.language(), t) {
            (Language::Kotlin | Language::Scala, Some(t)) => format!("val {name}: {t} = {value}"),
            (Language::Kotlin | Language::Scala, None) => format!("val {name} = {value}"),
            (_, Some(t)) => format!("{t} {name} = {value}"),
            (_, None) => format!("var {name} = {value}"),
        }
    }

    fn list(&mut self, args: &[Type]) -> String {
        let args: Vec<String> = args.iter().map(|&arg| self.t(arg)).collect();
        match self.language() {
            Language::Scala => format!("[{}]", args.join(", ")),
            _ => format!("<{}>", args.join(", ")),
        }
    }

    fn t(&mut self, t: Type) -> String {
        let types = &self.relation.types;
        let args = types.args(t).to_vec();
        let language = self.language();
        match types.kind(t) {
            Kind::Primitive(primitive) => match language {
                Language::Kotlin | Language::Scala => capitalised(primitive),
                _ => primitive.keyword().to_owned(),
            },
            Kind::Class(class) => self.class(class, Some(&args)),
            Kind::Array => match (language, types.kind(args[0])) {
                (Language::Kotlin, Kind::Primitive(primitive)) => {
                    format!("{}Array", capitalised(primitive))
                }
                (Language::Kotlin, _) => format!("Array<{}>", self.t(args[0])),
                (Language::Scala, _) => format!("Array[{}]", self.t(args[0])),
                _ => format!("{}[]", self.t(args[0])),
            },
            Kind::Any => match language {
                Language::Kotlin => "*".to_owned(),
                _ => "?".to_owned(),
            },
            Kind::Extends => match language {
                Language::Kotlin => format!("out {}", self.t(args[0])),
                Language::Scala => format!("? <: {}", self.t(args[0])),
                _ => format!("? extends {}", self.t(args[0])),
            },
            Kind::Super => match language {
                Language::Kotlin => format!("in {}", self.t(args[0])),
                Language::Scala => format!("? >: {}", self.t(args[0])),
                _ => format!("? super {}", self.t(args[0])),
            },
            Kind::Nullable => match language {
                Language::Kotlin => format!("{}?", self.t(args[0])),
                Language::Scala => format!("({} | Null)", self.t(args[0])),
                _ => self.t(args[0]),
            },
            Kind::Void => match language {
                Language::Kotlin | Language::Scala => "Unit".to_owned(),
                _ => "void".to_owned(),
            },
            // Programs have no type variables of their own.
            Kind::Bottom | Kind::Var(_) => "Nothing".to_owned(),
        }
    }

    /// A class with its type arguments, each list behind the class that
    /// declares it; `None` for no lists at all.
    fn class(&mut self, class: ClassId, args: Option<&[Type]>) -> String {
        let model = self.relation.model;
        let rules = self.imports.rules;
        let written: Option<Vec<Type>> = args.map(|args| {
            let args = args.iter().enumerate();
            args.map(|(at, &arg)| rules.projection(self.relation, class, at, arg)).collect()
        });
        let args = written.as_deref();
        if let Some(args) = args
            && let Some(name) = rules.mapped_name(model, class)
        {
            let list = if args.is_empty() { String::new() } else { self.list(args) };
            return format!("{name}{list}");
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
                text += &self.imports.rules.escape(&inner[at - 1]);
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
                let class = self.relation.types.class(*to);
                let own = class.is_some_and(|c| self.relation.model.class(c).package == "kotlin");
                // Only as an argument it becomes an object of Java by itself.
                if self.language() == Language::Kotlin && !own {
                    return format!("{}({reference})", self.t(*to));
                }
                reference
            }
            Expr::Conditional { condition, yes, no } => {
                let (yes, no) = (self.operand(yes), self.operand(no));
                match self.language() {
                    Language::Kotlin => format!("(if (p{condition}) {yes} else {no})"),
                    Language::Scala => format!("(if p{condition} then {yes} else {no})"),
                    _ => format!("(p{condition} ? {yes} : {no})"),
                }
            }
            Expr::Cast(t, inside) => {
                let (t, inside) = (self.t(*t), self.operand(inside));
                match self.language() {
                    Language::Kotlin => format!("({inside} as {t})"),
                    Language::Scala => format!("({inside}: {t})"),
                    _ => format!("({t}) {inside}"),
                }
            }
        }
    }

    fn lambda(
        &mut self,
        params: &[(usize, Type)],
        explicit: bool,
        body: Option<&Expr>,
        of: Type,
    ) -> String {
        let language = self.language();
        let params: Vec<String> = params
            .iter()
            .map(|&(at, t)| match (explicit, language) {
                (false, _) => format!("x{at}"),
                (true, Language::Kotlin | Language::Scala) => format!("x{at}: {}", self.t(t)),
                (true, _) => format!("{} x{at}", self.t(t)),
            })
            .collect();
        let params = params.join(", ");
        let body = body.map(|body| self.expr(body));
        match language {
            Language::Kotlin => {
                let body = body.unwrap_or_default();
                let arrow = if params.is_empty() { "" } else { " ->" };
                let lambda = format!("{{ {params}{arrow} {body} }}");
                let class = self.relation.types.class(of);
                if class.is_some_and(|c| self.relation.model.class(c).package == "kotlin") {
                    return lambda;
                }
                // An interface of Java is named, since only an argument has a
                // type that tells which one is meant.
                format!("{} {lambda}", self.t(of))
            }
            Language::Scala => format!("({params}) => {}", body.unwrap_or("()".to_owned())),
            _ => format!("({params}) -> {}", body.unwrap_or("{ }".to_owned())),
        }
    }

    /// A reference to a member, without the type that it has as an object.
    fn reference(&mut self, reference: &Expr) -> String {
        let Expr::Reference { member, of, receiver, .. } = reference else {
            return self.expr(reference);
        };
        let member = self.relation.model.member(*member);
        let class = self.relation.types.class(*of).expect("a reference to a class");
        let name = self.imports.rules.escape(self.relation.model.name(member.name));
        if let Some(receiver) = receiver {
            let dots = if self.language() == Language::Scala { "." } else { "::" };
            return format!("{}{dots}{name}", self.operand(receiver));
        }
        match (self.language(), member.sort) {
            (Language::Scala, _) => format!("{}.{name}", self.class(class, None)),
            (Language::Kotlin, MemberSort::Constructor) => {
                format!("::{}", self.class(class, None))
            }
            (_, MemberSort::Constructor) => format!("{}::new", self.t(*of)),
            (Language::Kotlin, _) if !member.is_static => {
                format!("{}::{name}", self.t(*of))
            }
            _ => format!("{}::{name}", self.class(class, None)),
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
        let Literal::Primitive(primitive) = literal else { return "\"a\"".to_owned() };
        let text = match (self.language(), primitive) {
            (_, Primitive::Boolean) => "true",
            (Language::Kotlin, Primitive::Byte) => "1.toByte()",
            (Language::Kotlin, Primitive::Short) => "1.toShort()",
            (Language::Scala, Primitive::Byte) => "1.toByte",
            (Language::Scala, Primitive::Short) => "1.toShort",
            (_, Primitive::Byte) => "(byte) 1",
            (_, Primitive::Short) => "(short) 1",
            (Language::Groovy, Primitive::Char) => "(char) 'a'",
            (_, Primitive::Char) => "'a'",
            (_, Primitive::Int) => "1",
            (_, Primitive::Long) => "1L",
            (_, Primitive::Float) => "1.0f",
            (Language::Groovy, Primitive::Double) => "1.0d",
            (_, Primitive::Double) => "1.0",
        };
        text.to_owned()
    }

    fn call(&mut self, call: &Call) -> String {
        let model = self.relation.model;
        let member = model.member(call.member);
        let name = self.imports.rules.escape(model.name(member.name));
        let erased = self.style.erase && call.erasable;
        let args = call.args.iter().zip(&call.formals).enumerate();
        let args: Vec<String> = args
            .map(|(at, (arg, &formal))| match self.relation.types.kind(formal) {
                // An array for a variable number of arguments.
                Kind::Array
                    if member.varargs
                        && at + 1 == member.params.len()
                        && member.params[at] == formal
                        && self.imports.rules.spreads_arrays() =>
                {
                    let array = self.operand(arg);
                    match self.language() {
                        Language::Kotlin => format!("*{array}"),
                        _ => format!("{array}*"),
                    }
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
        if member.extends.is_some() {
            let function = format!("{}.{name}", self.imports.package(member.owner));
            self.imports.functions.insert(function);
        }
        let qualifier = match &call.receiver {
            Some(receiver @ Expr::Call(inner)) if self.language() == Language::Scala => {
                // `new C().m()` is read as `new (C().m())` by nobody, but the
                // parentheses cost nothing.
                let text = self.operand(receiver);
                let sort = model.member(inner.member).sort;
                if sort == MemberSort::Constructor { format!("({text})") } else { text }
            }
            Some(receiver) => self.operand(receiver),
            None if model.class(call.class).path.is_empty() => self.imports.package(call.class),
            None => self.class(call.class, None),
        };
        if member.sort == MemberSort::Field || self.imports.rules.is_property(model, call.member) {
            // Only Scala has type arguments without parentheses behind them.
            let list = match self.language() {
                Language::Scala if !call.type_args.is_empty() => self.list(&call.type_args),
                _ => String::new(),
            };
            return format!("{qualifier}.{name}{list}");
        }
        let null = self.imports.rules.asserts_non_null(model, call.member);
        let sure = if null { "!!" } else { "" };
        let list = if erased || call.type_args.is_empty() {
            String::new()
        } else {
            self.list(&call.type_args)
        };
        match self.language() {
            Language::Kotlin | Language::Scala => format!("{qualifier}.{name}{list}({args}){sure}"),
            _ => format!("{qualifier}.{list}{name}({args})"),
        }
    }

    /// A call of a constructor, behind an object if the class is an inner one.
    fn construction(&mut self, call: &Call, erased: bool, args: &str) -> String {
        let model = self.relation.model;
        let language = self.language();
        let (own, generic) = call.type_args.split_at(model.own_params(call.class).len());
        let list = |printer: &mut Self, types: &[Type]| match types {
            [] => String::new(),
            _ => printer.list(types),
        };
        let class = match &call.receiver {
            // Groovy looks for the name from outside.
            Some(_) if language != Language::Groovy => {
                let path = &model.class(call.class).path;
                self.imports.rules.escape(path.last().map_or("", String::as_str))
            }
            _ => self.class(call.class, None),
        };
        // Kotlin takes the variables of a constructor for further ones of its class.
        let (own, generic) = match language {
            _ if !erased && language == Language::Kotlin => {
                (list(self, &call.type_args), String::new())
            }
            _ if !erased => (list(self, own), list(self, generic)),
            Language::Java | Language::Groovy if !own.is_empty() => {
                ("<>".to_owned(), String::new())
            }
            _ => (String::new(), String::new()),
        };
        let outer = match &call.receiver {
            Some(receiver) => self.operand(receiver) + ".",
            None => String::new(),
        };
        match language {
            Language::Kotlin => format!("{outer}{class}{own}({args})"),
            _ => format!("{outer}new {generic}{class}{own}({args})"),
        }
    }
}

fn capitalised(primitive: Primitive) -> String {
    let keyword = primitive.keyword();
    keyword[..1].to_uppercase() + &keyword[1..]
}
