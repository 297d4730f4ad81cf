//! APIs as JSON: one file for each class.
//!
//! The format is that of Thalia (Sotiropoulos, Chaliasos and Su, "API-driven
//! Program Synthesis for Testing Static Typing Implementations"), so that its
//! users can bring what they have, with a few optional keys more, marked (+)
//! below, for what a compiler's own symbol table knows and a documentation page
//! does not. A file is an object:
//!
//! | key | value |
//! |---|---|
//! | `name` | the source name, `java.util.Map.Entry`; of a package if `is_class` is false |
//! | `language` | `java`, `groovy`, `kotlin` or `scala` (default `java`) |
//! | `is_class` | false if the members belong to a package (default true) |
//! | `class_type` | 0 class, 1 interface or trait, 2 abstract class, 3 (+) singleton |
//! | `package` | (+) its package; by default, the part of the name before the first capital letter |
//! | `sealed` | (+) whether only its own library can extend it (default false) |
//! | `functional_interface` | of Kotlin: whether it is declared as `fun interface` (default false) |
//! | `omitted` | (+) the names of further members whose signatures are unknown |
//! | `access_mod` | only `public` classes and members are used (default `public`) |
//! | `parent` | the name of the class around this one, or null |
//! | `is_inner` | (+) whether its instances belong to an instance of `parent` |
//! | `type_parameters` | `["T extends A<T>"]`, `["out T : A"]`, `["+A <: B", "F[_]"]` |
//! | `inherits`, `implements` | types; they are taken together |
//! | `methods` | objects with `name`, `type_parameters`, `parameters`, `return_type`, `receiver` (of an extension function, or null), `is_static`, `is_constructor`, `is_abstract` (+), `is_vararg` (+), `optional` (+: how many of the last parameters have default arguments), `access_mod`, `throws` |
//! | `fields` | objects with `name`, `type`, `receiver`, `type_parameters`, `is_static`, `is_abstract` (+), `access_mod` |
//!
//! Types are written as in the language: `java.util.List<? extends T>[]`,
//! `kotlin.collections.Map<out K, V?>?`, `(A, B) -> C`, `scala.Option[F[A]]`,
//! `(A) => B`. A name without a dot is a type parameter if one of that name is
//! in scope. A last parameter `T...`, `vararg T` or `T*` is variadic;
//! one that is `=> T` is passed by name, as only Scala does.
//!
//! Names that the languages have for types of the JVM are taken for those:
//! `kotlin.Int` for `java.lang.Integer`, `scala.Int` for `int`, `kotlin.Any` for
//! `java.lang.Object`, `kotlin.collections.MutableList` for `java.util.List`.
//! Members in a form that is not known (singleton types) refer to types that no
//! library has; they are counted as skipped when the API is resolved.

use case::Language;
use serde::Deserialize;

use crate::decl::{
    ClassDecl, ClassSort, MemberDecl, MemberSort, ParamDecl, Primitive, TypeDecl, Variance,
};
use crate::language::{LANGUAGES, Signatures};
use crate::signature;

#[derive(Deserialize)]
struct ClassJson {
    name: String,
    #[serde(default = "java")]
    language: String,
    #[serde(default = "yes")]
    is_class: bool,
    #[serde(default)]
    class_type: u8,
    #[serde(default = "public")]
    access_mod: String,
    #[serde(default)]
    package: Option<String>,
    #[serde(default)]
    sealed: bool,
    #[serde(default)]
    functional_interface: bool,
    #[serde(default)]
    parent: Option<String>,
    #[serde(default)]
    is_inner: bool,
    #[serde(default)]
    type_parameters: Vec<String>,
    #[serde(default)]
    inherits: Vec<String>,
    #[serde(default)]
    implements: Vec<String>,
    #[serde(default)]
    methods: Vec<MethodJson>,
    #[serde(default)]
    fields: Vec<FieldJson>,
    #[serde(default)]
    omitted: Vec<String>,
}

#[derive(Deserialize)]
struct MethodJson {
    name: String,
    #[serde(default)]
    type_parameters: Vec<String>,
    #[serde(default)]
    parameters: Vec<String>,
    #[serde(default)]
    return_type: Option<String>,
    #[serde(default)]
    receiver: Option<String>,
    #[serde(default)]
    is_static: bool,
    #[serde(default)]
    is_constructor: bool,
    #[serde(default)]
    is_abstract: Option<bool>,
    #[serde(default)]
    is_default: bool,
    #[serde(default)]
    is_vararg: bool,
    #[serde(default)]
    optional: usize,
    #[serde(default = "public")]
    access_mod: String,
    #[serde(default)]
    throws: Vec<String>,
}

#[derive(Deserialize)]
struct FieldJson {
    name: String,
    #[serde(rename = "type")]
    field_type: String,
    #[serde(default)]
    receiver: Option<String>,
    #[serde(default)]
    type_parameters: Vec<String>,
    #[serde(default)]
    is_static: bool,
    #[serde(default)]
    is_abstract: bool,
    #[serde(default = "public")]
    access_mod: String,
}

fn java() -> String {
    Language::Java.name().to_owned()
}

fn yes() -> bool {
    true
}

fn public() -> String {
    "public".to_owned()
}

/// Reads a file.
pub(crate) fn read(text: &str) -> Result<ClassDecl, serde_json::Error> {
    let class: ClassJson = serde_json::from_str(text)?;
    let malformed = <serde_json::Error as serde::de::Error>::custom;
    let signatures =
        signatures_of(&class.language).ok_or_else(|| malformed("an unknown language"))?;
    if class.name.split('.').any(str::is_empty) {
        return Err(malformed("a name is empty"));
    }
    let mut scope = param_names(&class.type_parameters);
    let mut supertypes = Vec::new();
    // The superclass and the interfaces are repeated in either of the lists.
    let mut listed: Vec<&String> = class.inherits.iter().chain(&class.implements).collect();
    listed.dedup();
    for supertype in listed {
        let supertype = type_text(supertype, &scope);
        if !supertypes.contains(&supertype) {
            supertypes.push(supertype);
        }
    }
    let params = class_params(signatures, &class.type_parameters, &scope);
    let sort = match class.class_type {
        1 => ClassSort::Interface,
        2 => ClassSort::Abstract,
        3 => ClassSort::Object,
        _ => ClassSort::Class,
    };
    let mut members = Vec::new();
    let own = scope.len();
    for method in class.methods.iter().filter(|m| m.access_mod == "public") {
        scope.truncate(own);
        scope.extend(param_names(&method.type_parameters));
        let mut varargs = method.is_vararg;
        let mut by_name = false;
        let mut params = Vec::new();
        for (at, param) in method.parameters.iter().enumerate() {
            let element = param
                .strip_suffix("...")
                .or(param.strip_prefix("vararg "))
                .or(param.strip_suffix('*').filter(|rest| !rest.ends_with(['<', ',', ' '])));
            let read = match element {
                Some(element) if at + 1 == method.parameters.len() => {
                    varargs = true;
                    let element = type_text(element, &scope);
                    let boxed = |p: &Primitive| matches!(&element, TypeDecl::Class(name, _) if name == p.boxed());
                    let primitive = Primitive::ALL.into_iter().find(boxed);
                    let primitive = primitive.filter(|_| signatures.primitive_varargs);
                    let element = primitive.map_or(element, TypeDecl::Primitive);
                    TypeDecl::Array(Box::new(element))
                }
                _ => match param.strip_prefix("=> ").filter(|_| signatures.by_name_parameters) {
                    Some(result) => {
                        by_name = true;
                        type_text(result, &scope)
                    }
                    None => type_text(param, &scope),
                },
            };
            params.push(read);
        }
        let result = match &method.return_type {
            Some(result) => match type_text(result, &scope) {
                TypeDecl::Class(name, _) if short_name(&name) == "Unit" => TypeDecl::Void,
                result => result,
            },
            None => TypeDecl::Void,
        };
        let receiver = method.receiver.as_ref().map(|r| type_text(r, &scope));
        let interface = sort == ClassSort::Interface && !method.is_static && !method.is_default;
        members.push(MemberDecl {
            name: method.name.clone(),
            sort: if method.is_constructor { MemberSort::Constructor } else { MemberSort::Method },
            is_static: method.is_static || !class.is_class || sort == ClassSort::Object,
            is_abstract: method.is_abstract.unwrap_or(interface),
            varargs,
            vars: class_params(signatures, &method.type_parameters, &scope),
            extends: receiver,
            params,
            result,
            throws: !method.throws.is_empty(),
            constant: false,
            nullable: false,
            nullable_inside: false,
            delegates: false,
            optional: method.optional,
            by_name,
            hidden: false,
        });
    }
    for field in class.fields.iter().filter(|f| f.access_mod == "public") {
        scope.truncate(own);
        scope.extend(param_names(&field.type_parameters));
        members.push(MemberDecl {
            name: field.name.clone(),
            sort: MemberSort::Field,
            is_static: field.is_static || !class.is_class || sort == ClassSort::Object,
            is_abstract: field.is_abstract,
            varargs: false,
            vars: class_params(signatures, &field.type_parameters, &scope),
            extends: field.receiver.as_ref().map(|r| type_text(r, &scope)),
            params: Vec::new(),
            result: type_text(&field.field_type, &scope),
            throws: false,
            constant: false,
            nullable: false,
            nullable_inside: false,
            delegates: false,
            optional: 0,
            by_name: false,
            hidden: false,
        });
    }
    let nested_in = class.parent.filter(|parent| !parent.is_empty());
    let (package, path) = place(&class.name, class.package.as_deref(), class.is_class);
    let native = signatures.native;
    let number = signatures.functions.and_then(|f| class.name.strip_prefix(f.prefix));
    let function = number.is_some_and(|n| n.chars().all(|c| c.is_ascii_digit()));
    let public = class.access_mod == "public";
    let internal = match alias(&class.name) {
        Some(alias) => alias.to_owned(),
        None if native || !class.is_class => class.name.clone(),
        // A class of Java is the same whether it comes from a class file or from here.
        None if package.is_empty() => path.join("$"),
        None => format!("{}/{}", package.replace('.', "/"), path.join("$")),
    };
    Ok(ClassDecl {
        internal,
        package,
        path,
        sort,
        public: public && !(native && is_special(signatures, &class.name)),
        no_function: class.sealed
            || signatures.declared_functional_interfaces
                && !class.functional_interface
                && !function,
        native,
        inner_of: nested_in.clone().filter(|_| class.is_inner),
        nested_in,
        params,
        supertypes,
        nullable_supertypes: Vec::new(),
        members,
        omitted: class.omitted,
    })
}

/// How the language of a file writes signatures.
fn signatures_of(language: &str) -> Option<&'static Signatures> {
    let known = LANGUAGES.iter().find(|facts| facts.language.name() == language);
    known.map(|facts| &facts.signatures)
}

/// Whether signatures mean something else by the name than a class: an array, a
/// primitive type, or the type of no value.
fn is_special(signatures: &Signatures, name: &str) -> bool {
    !matches!(type_text(name, &[]), TypeDecl::Class(..)) || signatures.special.contains(&name)
}

/// The type parameters of a class or of one of its members.
fn class_params(signatures: &Signatures, params: &[String], scope: &[String]) -> Vec<ParamDecl> {
    let mut params = type_params(params, scope);
    for param in &mut params {
        param.primitives = signatures.primitive_type_arguments;
        if signatures.nullable_type_parameters && param.bounds.is_empty() {
            let top = TypeDecl::Class("java/lang/Object".to_owned(), Vec::new());
            param.bounds.push(TypeDecl::Nullable(Box::new(top)));
        }
        // In Java, the bound `Object` is the default.
        if !signatures.native {
            param.bounds.retain(
                |bound| !matches!(bound, TypeDecl::Class(name, _) if name == "java.lang.Object"),
            );
        }
    }
    params
}

/// The package of a class and the simple names from the outermost inwards. A
/// package begins with small letters, where it is not told.
fn place(name: &str, package: Option<&str>, is_class: bool) -> (String, Vec<String>) {
    if !is_class {
        return (name.to_owned(), Vec::new());
    }
    let rest = package.and_then(|package| name.strip_prefix(package)?.strip_prefix('.'));
    if let (Some(package), Some(rest)) = (package, rest) {
        return (package.to_owned(), rest.split('.').map(str::to_owned).collect());
    }
    let parts: Vec<&str> = name.split('.').collect();
    let small = |part: &&str| part.starts_with(|c: char| c.is_lowercase());
    let split = parts.iter().position(|part| !small(part)).unwrap_or(parts.len() - 1);
    (parts[..split].join("."), parts[split..].iter().map(|part| (*part).to_owned()).collect())
}

/// The class of Java that a built-in type of a language is, by its internal name.
fn alias(name: &str) -> Option<&'static str> {
    LANGUAGES.iter().find_map(|facts| (facts.signatures.alias)(name))
}

/// The name of a built-in type without its language's package.
fn short_name(name: &str) -> &str {
    let mut native = LANGUAGES.iter().map(|facts| &facts.signatures).filter(|s| s.native);
    native.find_map(|s| name.strip_prefix(s.package)?.strip_prefix('.')).unwrap_or(name)
}

fn param_names(params: &[String]) -> Vec<String> {
    params.iter().map(|param| split_param(param).1).collect()
}

/// The variance, the name and the rest (arguments and bounds) of a parameter.
fn split_param(text: &str) -> (Variance, String, &str) {
    let mut rest = text.trim();
    let mut variance = Variance::Invariant;
    loop {
        let (mark, next) = match rest.split_at_checked(1) {
            Some(("+", next)) => (Variance::Covariant, next),
            Some(("-", next)) => (Variance::Contravariant, next),
            _ if rest.starts_with("out ") => (Variance::Covariant, &rest[4..]),
            _ if rest.starts_with("in ") => (Variance::Contravariant, &rest[3..]),
            _ if rest.starts_with("reified ") => (variance, &rest[8..]),
            _ => break,
        };
        variance = mark;
        rest = next.trim_start();
    }
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$');
    let end = end.unwrap_or(rest.len());
    (variance, rest[..end].to_owned(), &rest[end..])
}

fn type_params(params: &[String], scope: &[String]) -> Vec<ParamDecl> {
    params
        .iter()
        .map(|text| {
            let (variance, name, mut rest) = split_param(text);
            let mut param = ParamDecl { name, variance, ..ParamDecl::default() };
            if let Some(inside) = rest.strip_prefix('[') {
                let (params, behind) = inside.split_once(']').unwrap_or((inside, ""));
                param.arity = params.split(',').count();
                rest = behind;
            }
            let rest = rest.trim();
            if let Some(lower) = rest.strip_prefix(">:") {
                param.lower = Some(type_text(lower, scope));
            } else {
                let upper = rest
                    .strip_prefix("extends ")
                    .or(rest.strip_prefix("<:"))
                    .or(rest.strip_prefix(':'));
                for bound in upper.into_iter().flat_map(|upper| upper.split('&')) {
                    param.bounds.push(type_text(bound, scope));
                }
            }
            param
        })
        .collect()
}

/// Reads a type. What cannot be read is a class that no library has: whatever
/// mentions it is skipped, and counted, when names are resolved.
fn type_text(text: &str, scope: &[String]) -> TypeDecl {
    let mut reader = Reader { text, at: 0, scope, depth: 0 };
    let read = reader.function();
    reader.space();
    match read {
        Some(read) if reader.at == text.len() => read,
        _ => TypeDecl::Class(text.to_owned(), Vec::new()),
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    scope: &'a [String],
    /// How many types are around.
    depth: usize,
}

impl Reader<'_> {
    fn space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn eat(&mut self, token: &str) -> bool {
        self.space();
        let found = self.text[self.at..].starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    /// `A`, `A => B`, `(A, B) -> C`
    fn function(&mut self) -> Option<TypeDecl> {
        self.depth += 1;
        let read = if self.depth > signature::DEEPEST { None } else { self.any_function() };
        self.depth -= 1;
        read
    }

    fn any_function(&mut self) -> Option<TypeDecl> {
        let start = self.at;
        let mut params = Vec::new();
        if self.eat("(") {
            while !self.eat(")") {
                params.push(self.function()?);
                self.eat(",");
            }
            if !self.eat("->") && !self.eat("=>") {
                // Only parentheses around a type.
                self.at = start;
                return self.postfix();
            }
        } else {
            let first = self.postfix()?;
            if !self.eat("=>") && !self.eat("->") {
                return Some(first);
            }
            params.push(first);
        }
        let arrow = &self.text[self.at - 2..self.at];
        let mut types = LANGUAGES.iter().filter_map(|facts| facts.signatures.functions);
        let functions = types.find(|functions| functions.arrow == arrow)?;
        let name = format!("{}{}", functions.prefix, params.len());
        params.push(self.function()?);
        Some(TypeDecl::Class(name, params))
    }

    fn postfix(&mut self) -> Option<TypeDecl> {
        let mut read = self.primary()?;
        let mut depth = self.depth;
        loop {
            depth += 1;
            if depth > signature::DEEPEST {
                return None;
            }
            if self.text[self.at..].starts_with("[]") {
                self.at += 2;
                read = TypeDecl::Array(Box::new(read));
            } else if self.text[self.at..].starts_with('?') {
                self.at += 1;
                read = TypeDecl::Nullable(Box::new(read));
            } else {
                return Some(read);
            }
        }
    }

    fn primary(&mut self) -> Option<TypeDecl> {
        if self.eat("(") {
            let inside = self.function()?;
            return self.eat(")").then_some(inside);
        }
        self.space();
        let rest = &self.text[self.at..];
        let end = rest
            .find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '$' | '.'))
            .unwrap_or(rest.len());
        let name = &rest[..end];
        if name.is_empty() {
            return None;
        }
        self.at += end;
        let mut args = Vec::new();
        let open = self.text[self.at..].chars().next();
        if open == Some('<') || open == Some('[') && !self.text[self.at..].starts_with("[]") {
            self.at += 1;
            while !self.eat(">") && !self.eat("]") {
                args.push(self.argument()?);
                self.eat(",");
            }
        }
        if self.scope.iter().any(|var| var == name) {
            return Some(TypeDecl::Var(name.to_owned(), args));
        }
        let keyword = Primitive::ALL.into_iter().find(|p| p.keyword() == name);
        let builtin = || LANGUAGES.iter().find_map(|facts| (facts.signatures.builtin)(name));
        if let Some(builtin) = keyword.map(TypeDecl::Primitive).or_else(builtin) {
            return Some(builtin);
        }
        Some(match short_name(name) {
            "void" => TypeDecl::Void,
            "Nothing" => TypeDecl::Bottom,
            "Array" if args.len() == 1 => TypeDecl::Array(Box::new(args.remove(0))),
            _ => TypeDecl::Class(alias(name).unwrap_or(name).to_owned(), args),
        })
    }

    fn argument(&mut self) -> Option<TypeDecl> {
        self.space();
        if self.eat("*") {
            return Some(TypeDecl::Any);
        }
        if self.eat("out ") {
            return Some(TypeDecl::Extends(Box::new(self.function()?)));
        }
        if self.eat("in ") {
            return Some(TypeDecl::Super(Box::new(self.function()?)));
        }
        let rest = &self.text[self.at..];
        let wild = rest.starts_with('?')
            || rest.starts_with('_') && rest[1..].trim_start().starts_with([']', ',', '<', '>']);
        if wild {
            self.at += 1;
            if self.eat("extends ") || self.eat("<:") {
                return Some(TypeDecl::Extends(Box::new(self.function()?)));
            }
            if self.eat("super ") || self.eat(">:") {
                return Some(TypeDecl::Super(Box::new(self.function()?)));
            }
            return Some(TypeDecl::Any);
        }
        self.function()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(name: &str, args: Vec<TypeDecl>) -> TypeDecl {
        TypeDecl::Class(name.to_owned(), args)
    }

    fn var(name: &str) -> TypeDecl {
        TypeDecl::Var(name.to_owned(), vec![])
    }

    #[test]
    fn types_of_four_languages() {
        let scope = ["T".to_owned(), "F".to_owned()];
        let check = |text: &str, expected: TypeDecl| {
            assert_eq!(type_text(text, &scope), expected, "{text}");
        };
        let upper = TypeDecl::Extends(Box::new(var("T")));
        check("java.util.List<? extends T>", class("java.util.List", vec![upper.clone()]));
        check("kotlin.collections.List<out T>", class("kotlin.collections.List", vec![upper]));
        check("int[]", TypeDecl::Array(Box::new(TypeDecl::Primitive(Primitive::Int))));
        check("T?", TypeDecl::Nullable(Box::new(var("T"))));
        check("(T) -> kotlin.Int", {
            class("kotlin.Function1", vec![var("T"), class("java/lang/Integer", vec![])])
        });
        check("(T, T) => T", class("scala.Function2", vec![var("T"), var("T"), var("T")]));
        check("F[scala.Option[_]]", {
            TypeDecl::Var("F".to_owned(), vec![class("scala.Option", vec![TypeDecl::Any])])
        });
        check("=> T", class("=> T", vec![]));
    }

    #[test]
    fn type_parameters() {
        let params = ["+A", "B >: A", "F[_]", "T extends java.util.List<T>", "out R : A"];
        let params = params.map(str::to_owned);
        let scope = param_names(&params);
        assert_eq!(scope, ["A", "B", "F", "T", "R"]);
        let read = type_params(&params, &scope);
        assert_eq!(read[0].variance, Variance::Covariant);
        assert_eq!(read[1].lower, Some(var("A")));
        assert_eq!(read[2].arity, 1);
        assert_eq!(read[3].bounds, [class("java.util.List", vec![var("T")])]);
        assert_eq!((read[4].variance, &read[4].bounds[..]), (Variance::Covariant, &[var("A")][..]));
    }
}
