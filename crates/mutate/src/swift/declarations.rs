//! What a file declares: its types with their members, its functions and its
//! global variables.
//!
//! Everything here is by name, and what two declarations could mean is not
//! known: the analysis asks for *the* function of a name and gets it only if
//! there is one.

mod members;
mod names;

use rustc_hash::{FxHashMap, FxHashSet};

use super::tree::{NominalKind, StmtId, Tree, TypeKind, TypeRef};
use super::types::{Form, Type, Types};
use members::members;
pub(crate) use members::pattern_names;
use names::Collector;

/// A parameter of a function.
#[derive(Clone, Debug)]
pub(crate) struct SigParam {
    pub(crate) label: Option<String>,
    /// Its type, if it is known and an argument is an expression of that type.
    pub(crate) ty: Option<Type>,
    pub(crate) has_default: bool,
    pub(crate) variadic: bool,
    /// Whether the argument is evaluated inside a closure.
    pub(crate) autoclosure: bool,
    /// Whether a function that is a value has it as well: it has no attributes, and
    /// its type is no opaque one.
    pub(crate) plain: bool,
}

/// A function as its callers see it.
#[derive(Clone, Debug)]
pub(crate) struct Signature {
    pub(crate) name: String,
    pub(crate) params: Vec<SigParam>,
    /// Its result type, if it is known.
    pub(crate) result: Option<Type>,
    /// Whether it throws, rethrows or is asynchronous.
    pub(crate) effects: bool,
    pub(crate) generic: bool,
    /// Whether it has attributes, which may mean anything.
    pub(crate) attributes: bool,
    pub(crate) mutating: bool,
    pub(crate) is_static: bool,
    pub(crate) failable: bool,
}

/// A member that is no function.
#[derive(Clone, Debug)]
pub(crate) struct Property {
    pub(crate) name: String,
    pub(crate) ty: Option<Type>,
    pub(crate) is_static: bool,
    pub(crate) is_let: bool,
    /// Stored with neither accessors nor observers.
    pub(crate) stored: bool,
    pub(crate) has_value: bool,
    pub(crate) plain: bool,
}

/// A case of an enumeration.
#[derive(Clone, Debug)]
pub(crate) struct CaseMember {
    pub(crate) name: String,
    pub(crate) params: Option<Vec<SigParam>>,
    /// Whether it has no attributes: it may be used anywhere.
    pub(crate) plain: bool,
}

/// A type that the file declares, with the members of all its extensions.
#[derive(Clone, Debug)]
pub(crate) struct TypeDecl {
    pub(crate) kind: NominalKind,
    pub(crate) qualified: String,
    pub(crate) generics: Vec<String>,
    /// What it inherits from and conforms to, as written.
    pub(crate) inherits: Vec<String>,
    pub(crate) properties: Vec<Property>,
    pub(crate) methods: Vec<Signature>,
    pub(crate) inits: Vec<Signature>,
    pub(crate) cases: Vec<CaseMember>,
    pub(crate) has_subscript: bool,
    /// Whether an initialiser is declared in the type itself.
    pub(crate) own_init: bool,
    /// Whether members may be unknown: attributes, macros, raw text, conditional
    /// compilation, constrained extensions.
    pub(crate) murky: bool,
    /// Whether its values may be used any number of times.
    pub(crate) copyable: bool,
    /// The names of its members.
    pub(crate) names: FxHashSet<String>,
}

/// What a type's name means.
#[derive(Clone, Debug)]
enum Naming {
    Nominal(usize),
    Alias(TypeRef, Vec<usize>),
    /// A generic parameter, an associated type, or something murky.
    Unclear,
}

/// Where a type is written: in which declared types, from the outside in, and
/// among which generic parameters of functions.
#[derive(Clone, Debug, Default)]
pub(crate) struct TypeScope<'s> {
    pub(crate) types: Vec<usize>,
    pub(crate) generics: Vec<&'s str>,
    /// Whether generic parameters of functions are types: inside the function
    /// they are, to its callers they stand for others.
    pub(crate) inside: bool,
}

/// A global variable.
#[derive(Clone, Debug)]
pub(crate) struct Global {
    pub(crate) ty: Option<Type>,
    pub(crate) is_let: bool,
    pub(crate) plain: bool,
}

/// What a file declares.
pub(crate) struct Declarations<'s> {
    pub(crate) types: Vec<TypeDecl>,
    /// The declaration of each `struct`, `class`, `enum`, `actor`, `protocol`
    /// and `extension` statement.
    pub(crate) type_of_stmt: FxHashMap<StmtId, usize>,
    naming: FxHashMap<&'s str, Vec<(Vec<usize>, Naming)>>,
    /// The names of generic parameters.
    generics: FxHashSet<&'s str>,
    /// Functions outside types, by name; local ones included.
    pub(crate) functions: FxHashMap<&'s str, Vec<Signature>>,
    /// Functions at the top of the file, in order.
    pub(crate) top_functions: Vec<Signature>,
    /// How often each name is declared as a variable of the file.
    pub(crate) globals: FxHashMap<&'s str, Global>,
    /// Operators with functions in this file, and whether they only take types
    /// of this file and, for comparisons, return `Bool`.
    pub(crate) operators: FxHashMap<&'s str, bool>,
    /// Names that occur in text that is not understood.
    pub(crate) murky_names: FxHashSet<&'s str>,
    /// The members that extensions give to types from elsewhere, and protocols
    /// to whatever conforms.
    pub(crate) foreign_members: FxHashSet<String>,
    pub(crate) imports: Vec<&'s str>,
    /// Whether values may be consumed in this file.
    pub(crate) ownership: bool,
}

/// The protocols of the library whose members cannot be mistaken for others.
const CLOSED: [&str; 16] = [
    "Equatable",
    "Hashable",
    "Comparable",
    "Codable",
    "Encodable",
    "Decodable",
    "Error",
    "CustomStringConvertible",
    "Sendable",
    "CaseIterable",
    "AnyObject",
    "Identifiable",
    "CustomDebugStringConvertible",
    "Copyable",
    "BitwiseCopyable",
    "@unchecked Sendable",
];

/// The types by which an enumeration can be represented.
const RAW: [&str; 7] = ["Int", "String", "Double", "UInt8", "Character", "UInt", "Int32"];

/// Types of the library that take no generic arguments.
const LIBRARY: [&str; 14] = [
    "Void",
    "Never",
    "Substring",
    "StaticString",
    "UnicodeScalar",
    "AnyHashable",
    "ObjectIdentifier",
    "CGFloat",
    "AnyObject",
    "Float16",
    "Float80",
    "Data",
    "Date",
    "URL",
];

/// Attributes that do not change what a variable or function is.
const HARMLESS: [&str; 14] = [
    "discardableResult",
    "inline",
    "inlinable",
    "usableFromInline",
    "_silgen_name",
    "available",
    "frozen",
    "_optimize",
    "_transparent",
    "_semantics",
    "_alwaysEmitIntoClient",
    "objc",
    "nonobjc",
    "_fixed_layout",
];

fn harmless(attributes: &[&str]) -> bool {
    attributes.iter().all(|attribute| HARMLESS.contains(attribute))
}

impl<'s> Declarations<'s> {
    pub(crate) fn collect(tree: &Tree<'s>, types: &mut Types) -> Declarations<'s> {
        let mut declarations = Declarations {
            types: Vec::new(),
            type_of_stmt: FxHashMap::default(),
            naming: FxHashMap::default(),
            generics: FxHashSet::default(),
            functions: FxHashMap::default(),
            top_functions: Vec::new(),
            globals: FxHashMap::default(),
            operators: FxHashMap::default(),
            murky_names: FxHashSet::default(),
            foreign_members: FxHashSet::default(),
            imports: Vec::new(),
            ownership: ["~Copyable", "~Escapable", "consuming", "consume ", "borrowing"]
                .iter()
                .any(|word| tree.source.contains(word)),
        };
        let mut collector = Collector { tree, declarations: &mut declarations, extensions: vec![] };
        collector.names(&tree.top, &mut Vec::new(), true);
        let extensions = std::mem::take(&mut collector.extensions);
        for (stmt, name) in extensions {
            let base = name.split('<').next().unwrap_or(name);
            let found = declarations.types.iter().position(|ty| ty.qualified == base);
            if let Some(found) = found {
                declarations.type_of_stmt.insert(stmt, found);
            }
        }
        let mut scope = TypeScope::default();
        members(tree, &mut declarations, types, &tree.top, &mut scope, true);
        declarations
    }

    /// The type that is written there, if it is known.
    pub(crate) fn resolve(
        &self,
        tree: &Tree<'s>,
        types: &mut Types,
        written: TypeRef,
        scope: &TypeScope<'s>,
    ) -> Option<Type> {
        self.resolve_within(tree, types, written, scope, 8)
    }

    fn resolve_within(
        &self,
        tree: &Tree<'s>,
        types: &mut Types,
        written: TypeRef,
        scope: &TypeScope<'s>,
        aliases: u32,
    ) -> Option<Type> {
        let mut resolve = |inner| self.resolve_within(tree, types, inner, scope, aliases);
        let form = match &tree[written].kind {
            TypeKind::Optional(inner) => Form::Optional(resolve(*inner)?),
            TypeKind::Array(inner) => Form::Array(resolve(*inner)?),
            TypeKind::Dictionary(key, value) => Form::Dictionary(resolve(*key)?, resolve(*value)?),
            TypeKind::Tuple(elements) => {
                if let [(None, only)] = elements[..] {
                    return resolve(only);
                }
                let mut resolved = Vec::new();
                for (label, ty) in elements {
                    resolved.push((label.map(str::to_owned), resolve(*ty)?));
                }
                Form::Tuple(resolved)
            }
            TypeKind::Function { params, effects: false, result } => {
                let mut resolved = Vec::new();
                for &param in params {
                    resolved.push(resolve(param)?);
                }
                Form::Function(resolved, resolve(*result)?)
            }
            TypeKind::Named(parts) => {
                return self.resolve_named(tree, types, parts, scope, aliases);
            }
            TypeKind::Function { .. } | TypeKind::Attributed { .. } | TypeKind::Other => {
                return None;
            }
        };
        Some(types.intern(form))
    }

    fn resolve_named(
        &self,
        tree: &Tree<'s>,
        types: &mut Types,
        parts: &[(&'s str, Vec<TypeRef>)],
        scope: &TypeScope<'s>,
        aliases: u32,
    ) -> Option<Type> {
        if aliases == 0 {
            return None;
        }
        let mut parts = parts;
        if let [("Swift", _), rest @ ..] = parts
            && !rest.is_empty()
        {
            parts = rest;
        }
        let (last, args) = parts.last()?;
        let mut resolved = Vec::new();
        for &arg in args {
            resolved.push(self.resolve_within(tree, types, arg, scope, aliases)?);
        }
        if parts.len() > 1 {
            let qualified = parts.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(".");
            let generic_outside = parts[..parts.len() - 1].iter().any(|(_, args)| !args.is_empty());
            let found = self.types.iter().find(|ty| ty.qualified == qualified)?;
            let first_is_unclear = scope.generics.contains(&parts[0].0);
            let args_fit = found.generics.len() == resolved.len();
            return (!generic_outside && !first_is_unclear && args_fit)
                .then(|| types.intern(Form::Named(qualified, resolved)));
        }
        if scope.generics.contains(last) {
            let param = Form::Param("a function".to_owned(), (*last).to_owned());
            return scope.inside.then(|| types.intern(param));
        }
        if self.murky_names.contains(last) {
            return None;
        }
        for &outer in scope.types.iter().rev() {
            let outer = &self.types[outer];
            if outer.generics.iter().any(|name| name == last) {
                // In a constrained extension the parameter may equal another type.
                if outer.murky {
                    return None;
                }
                let param = Form::Param(outer.qualified.clone(), (*last).to_owned());
                return Some(types.intern(param));
            }
        }
        if *last == "Self" {
            return None;
        }
        let Some(named) = self.naming.get(last) else {
            return self.library(types, last, resolved);
        };
        // The innermost declaration that encloses the use.
        let visible = |at: &[usize]| scope.types.starts_with(at) || at.is_empty();
        let deepest = named.iter().filter(|(at, _)| visible(at)).map(|(at, _)| at.len()).max()?;
        let mut found = named.iter().filter(|(at, _)| visible(at) && at.len() == deepest);
        let (_, naming) = found.next()?;
        if found.next().is_some() || named.iter().any(|(_, n)| matches!(n, Naming::Unclear)) {
            return None;
        }
        match naming {
            Naming::Nominal(index) => {
                let decl = &self.types[*index];
                if decl.kind == NominalKind::Protocol {
                    let any = format!("any {}", decl.qualified);
                    return resolved.is_empty().then(|| types.intern(Form::Named(any, resolved)));
                }
                (decl.generics.len() == resolved.len())
                    .then(|| types.intern(Form::Named(decl.qualified.clone(), resolved)))
            }
            Naming::Alias(target, at) => {
                let scope = TypeScope { types: at.clone(), ..TypeScope::default() };
                self.resolve_within(tree, types, *target, &scope, aliases - 1)
            }
            Naming::Unclear => None,
        }
    }

    /// A type of the library.
    fn library(&self, types: &mut Types, name: &str, args: Vec<Type>) -> Option<Type> {
        let form = match (name, &args[..]) {
            ("Void", []) => Form::Tuple(Vec::new()),
            ("Array", &[element]) => Form::Array(element),
            ("Optional", &[wrapped]) => Form::Optional(wrapped),
            ("Dictionary", &[key, value]) => Form::Dictionary(key, value),
            (
                "Set"
                | "Range"
                | "ClosedRange"
                | "UnsafePointer"
                | "UnsafeMutablePointer"
                | "ContiguousArray"
                | "ArraySlice"
                | "UnsafeBufferPointer",
                &[_],
            ) => Form::Named(name.to_owned(), args),
            (_, []) => {
                let form = Form::Named(name.to_owned(), Vec::new());
                let known = types.intern(form.clone());
                let common = Types::is_basic(known) || known == Types::ANY;
                if !common && !LIBRARY.contains(&name) {
                    return None;
                }
                form
            }
            _ => return None,
        };
        Some(types.intern(form))
    }

    /// The declaration of a type.
    pub(crate) fn decl(&self, types: &Types, ty: Type) -> Option<&TypeDecl> {
        match types.form(ty) {
            Form::Named(name, _) => self.types.iter().find(|decl| decl.qualified == *name),
            _ => None,
        }
    }

    /// The type that a name in an expression means, if it means one.
    pub(crate) fn type_named(&self, name: &str, scope: &TypeScope<'s>) -> Option<&TypeDecl> {
        if scope.generics.contains(&name) || self.murky_names.contains(name) {
            return None;
        }
        let named = self.naming.get(name)?;
        let visible = |at: &[usize]| scope.types.starts_with(at) || at.is_empty();
        match &named[..] {
            [(at, Naming::Nominal(index))] if visible(at) => Some(&self.types[*index]),
            _ => None,
        }
    }

    /// Whether a type is declared under this name anywhere in the file.
    pub(crate) fn names_a_type(&self, name: &str) -> bool {
        self.naming.contains_key(name)
    }

    /// Whether a name that types begin with means the same wherever it is written in the
    /// file: it is a type of the library, a generic parameter, or declared once, at the top.
    fn is_one_type(&self, name: &str) -> bool {
        match self.naming.get(name).map(Vec::as_slice) {
            None => true,
            Some([(at, _)]) => at.is_empty() && !self.generics.contains(name),
            Some(_) => false,
        }
    }

    /// Whether the file declares something of the name of a basic type, so that the type
    /// cannot be told from it.
    pub(crate) fn hides_basic_types(&self, types: &Types) -> bool {
        let hides = |name: &str| self.naming.contains_key(name) || self.generics.contains(name);
        types.basic_names().any(hides)
    }

    /// Whether a type that is written in a scope is that type.
    pub(crate) fn can_be_written(&self, types: &Types, ty: Type, scope: &TypeScope<'s>) -> bool {
        let can = |ty: Type| self.can_be_written(types, ty, scope);
        match types.form(ty) {
            Form::Named(name, args) => {
                let first = name.trim_start_matches("any ").split('.').next().unwrap_or(name);
                self.is_one_type(first)
                    && self.declares_parameter_once(first, scope)
                    && args.iter().all(|&arg| can(arg))
            }
            Form::Param(_, name) => {
                self.is_one_type(name) && self.declares_parameter_once(name, scope)
            }
            &(Form::Optional(inner) | Form::Array(inner)) => can(inner),
            &Form::Dictionary(key, value) => can(key) && can(value),
            Form::Tuple(elements) => elements.iter().all(|&(_, ty)| can(ty)),
            Form::Function(params, result) => {
                params.iter().all(|&param| can(param)) && can(*result)
            }
        }
    }

    /// Whether at most one of the functions and types around a place has a generic
    /// parameter of this name.
    fn declares_parameter_once(&self, name: &str, scope: &TypeScope<'s>) -> bool {
        let of_functions = scope.generics.iter().filter(|known| **known == name).count();
        let of_types = scope.types.iter().filter(|&&outer| {
            let outer = &self.types[outer];
            outer.generics.iter().any(|known| known == name)
        });
        of_functions + of_types.count() <= 1
    }

    /// The declared types that a type inherits from and conforms to, itself
    /// first; none if some are not declared here.
    pub(crate) fn ancestry<'a>(&'a self, decl: &'a TypeDecl) -> Option<Vec<&'a TypeDecl>> {
        let mut found = vec![decl];
        let mut next = 0;
        while let Some(&ty) = found.get(next) {
            next += 1;
            if ty.murky {
                return None;
            }
            for (position, name) in ty.inherits.iter().enumerate() {
                if CLOSED.contains(&name.as_str())
                    || (ty.kind == NominalKind::Enum
                        && position == 0
                        && RAW.contains(&name.as_str()))
                {
                    continue;
                }
                let parent = self.types.iter().find(|known| known.qualified == *name)?;
                if !found.iter().any(|known| known.qualified == parent.qualified) {
                    found.push(parent);
                }
            }
        }
        Some(found)
    }
}
