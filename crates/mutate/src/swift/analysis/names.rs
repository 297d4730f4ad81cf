//! What names mean: variables, members and functions.

use super::{Analysis, Environment, FrameKind, Local, Variable};
use crate::swift::declarations::{Property, SigParam, Signature, TypeDecl};
use crate::swift::tree::{Argument, NominalKind};
use crate::swift::types::{Form, Type, Types, is_identifier};

/// Functions of the library that a file's function of the same name overloads.
const LIBRARY_FUNCTIONS: [&str; 24] = [
    "print",
    "debugPrint",
    "min",
    "max",
    "abs",
    "swap",
    "zip",
    "stride",
    "type",
    "assert",
    "precondition",
    "fatalError",
    "dump",
    "readLine",
    "repeatElement",
    "sequence",
    "numericCast",
    "unsafeBitCast",
    "withExtendedLifetime",
    "assertionFailure",
    "preconditionFailure",
    "isKnownUniquelyReferenced",
    "getVaList",
    "withUnsafePointer",
];

/// What a name means.
pub(crate) enum Meaning {
    /// A variable, perhaps of unknown type.
    Variable(Option<Type>),
    /// A member of a type that the name is used in.
    Member(usize),
    /// Nothing that a variable or an enclosing type declares.
    Global,
    /// Something that cannot be told.
    Unclear,
}

impl<'s> Analysis<'_, 's> {
    pub(crate) fn meaning(&self, name: &str) -> Meaning {
        if self.decls.murky_names.contains(name) {
            return Meaning::Unclear;
        }
        for frame in self.frames.iter().rev() {
            if let Some(local) = frame.locals.iter().rev().find(|local| local.name == name) {
                return Meaning::Variable(local.ty);
            }
            let FrameKind::Type(index) = frame.kind else { continue };
            let decl = &self.decls.types[index];
            if decl.names.contains(name) {
                return Meaning::Member(index);
            }
            let closed = !matches!(decl.kind, NominalKind::Extension | NominalKind::Protocol);
            match self.decls.ancestry(decl) {
                Some(ancestry) if closed => {
                    if ancestry.iter().any(|ty| ty.names.contains(name)) {
                        return Meaning::Member(index);
                    }
                }
                _ => return Meaning::Unclear,
            }
            if self.decls.foreign_members.contains(name) {
                return Meaning::Unclear;
            }
        }
        if let Some(global) = self.decls.globals.get(name) {
            // A function or type of this name would make it ambiguous.
            let only = !self.decls.functions.contains_key(name) && !self.decls.names_a_type(name);
            return Meaning::Variable(global.ty.filter(|_| only));
        }
        Meaning::Global
    }

    /// The function of a name outside types, if there is only one.
    pub(crate) fn unique_function(&self, name: &str) -> Option<&Signature> {
        let certain = !LIBRARY_FUNCTIONS.contains(&name)
            && !self.decls.murky_names.contains(name)
            && !self.decls.names_a_type(name)
            && !self.decls.globals.contains_key(name);
        match &self.decls.functions.get(name)?[..] {
            [only] if certain => Some(only),
            _ => None,
        }
    }

    /// The type that `self` has here.
    pub(crate) fn self_type(&mut self) -> Option<Type> {
        let index = self.frames.iter().rev().find_map(|frame| match frame.kind {
            FrameKind::Type(index) => Some(index),
            _ => None,
        })?;
        self.type_itself(index)
    }

    /// A declared type with its own parameters as arguments.
    pub(crate) fn type_itself(&mut self, index: usize) -> Option<Type> {
        let decl = &self.decls.types[index];
        if decl.murky || matches!(decl.kind, NominalKind::Extension | NominalKind::Protocol) {
            return None;
        }
        let qualified = decl.qualified.clone();
        let args = decl
            .generics
            .clone()
            .into_iter()
            .map(|name| self.types.intern(Form::Param(qualified.clone(), name)))
            .collect();
        Some(self.types.intern(Form::Named(qualified, args)))
    }

    /// A property of a type of the file.
    pub(crate) fn property(
        &self,
        decl: &TypeDecl,
        name: &str,
        is_static: bool,
    ) -> Option<Property> {
        let ancestry = self.decls.ancestry(decl)?;
        let mut found = ancestry
            .iter()
            .filter(|ty| ty.kind != NominalKind::Protocol)
            .flat_map(|ty| &ty.properties)
            .filter(|property| property.name == name);
        let first = found.next()?;
        let overridden = found.all(|other| other.ty == first.ty);
        let methods = ancestry.iter().flat_map(|ty| &ty.methods).any(|method| method.name == name);
        (overridden && !methods && first.is_static == is_static).then(|| first.clone())
    }

    /// The method that a call means, if there is only one that it can mean.
    pub(crate) fn method(
        &self,
        decl: &TypeDecl,
        name: &str,
        is_static: bool,
        arguments: &[Argument<'s>],
        trailing: usize,
    ) -> Option<Signature> {
        let ancestry = self.decls.ancestry(decl)?;
        let any_property =
            ancestry.iter().flat_map(|ty| &ty.properties).any(|property| property.name == name);
        let mut fitting = ancestry
            .iter()
            .flat_map(|ty| &ty.methods)
            .filter(|method| method.name == name)
            .filter(|method| fits(&method.params, arguments, trailing).is_some());
        let first = fitting.next()?;
        let same = |other: &Signature| {
            other.result == first.result
                && other.params.len() == first.params.len()
                && other.params.iter().zip(&first.params).all(|(a, b)| a.ty == b.ty)
        };
        (fitting.all(same) && first.is_static == is_static && !any_property && !first.generic)
            .then(|| first.clone())
    }

    /// The initialiser that a call means.
    pub(crate) fn initialiser(
        &self,
        decl: &TypeDecl,
        arguments: &[Argument<'s>],
        trailing: usize,
    ) -> Option<Signature> {
        let ancestry = self.decls.ancestry(decl)?;
        if self.decls.foreign_members.contains("init") {
            return None;
        }
        let mut candidates: Vec<Signature> = Vec::new();
        match decl.kind {
            NominalKind::Struct if !decl.own_init => {
                let memberwise = memberwise(decl)?;
                let all_have_values =
                    decl.properties.iter().all(|p| p.is_static || !p.stored || p.has_value);
                if all_have_values && !memberwise.params.is_empty() {
                    candidates.push(Signature { params: Vec::new(), ..memberwise.clone() });
                }
                candidates.push(memberwise);
            }
            NominalKind::Struct | NominalKind::Class => {}
            _ => return None,
        }
        let inherited =
            if decl.kind == NominalKind::Class { &ancestry[..] } else { &ancestry[..1] };
        candidates.extend(inherited.iter().flat_map(|ty| ty.inits.iter().cloned()));
        if decl.kind == NominalKind::Class && candidates.is_empty() {
            candidates.push(empty_init());
        }
        candidates.retain(|init| fits(&init.params, arguments, trailing).is_some());
        // Of two that fit, the one that needs no default argument is meant.
        let exact = |init: &Signature| init.params.len() == arguments.len() + trailing;
        match &candidates[..] {
            [only] if !only.generic => Some(only.clone()),
            [first, second]
                if !first.generic && !second.generic && exact(first) && !exact(second) =>
            {
                Some(first.clone())
            }
            _ => None,
        }
    }

    /// The variables and functions that can be used here.
    pub(crate) fn environment(&mut self) -> u32 {
        let mut environment = Environment { variables: Vec::new(), calls: true };
        let mut seen: Vec<&str> = Vec::new();
        let mut captured = false;
        let mut locals_visible = true;
        let mut globals_visible = true;
        let mut with_self = false;
        for frame in self.frames.iter().rev() {
            let at_top = frame.kind == FrameKind::Top;
            if at_top && captured {
                // Of these a function sees the constants, which follow below.
                continue;
            }
            for local in frame.locals.iter().rev() {
                if seen.contains(&local.name) {
                    continue;
                }
                seen.push(local.name);
                let visible = if at_top { globals_visible } else { locals_visible };
                if visible && let Some(variable) = self.variable(local, captured) {
                    environment.variables.push(variable);
                }
            }
            match frame.kind {
                FrameKind::Closure => captured = true,
                FrameKind::Function { with_self: own } => {
                    with_self = own && !captured;
                    captured = true;
                }
                FrameKind::Isolated => {
                    locals_visible = false;
                    globals_visible = false;
                    environment.calls = false;
                }
                FrameKind::Type(index) => {
                    let decl = &self.decls.types[index];
                    locals_visible = false;
                    captured = true;
                    if std::mem::take(&mut with_self) {
                        self.members(decl, &mut environment);
                    }
                    // A name of the file could mean a member that is not known.
                    let closed =
                        !matches!(decl.kind, NominalKind::Extension | NominalKind::Protocol);
                    let ancestry = self.decls.ancestry(decl).filter(|_| closed);
                    globals_visible &= ancestry.is_some();
                    environment.calls &= ancestry.is_some();
                    for ty in ancestry.unwrap_or_default() {
                        seen.extend(ty.names.iter().map(String::as_str));
                    }
                }
                FrameKind::Top | FrameKind::Block => {}
            }
        }
        if globals_visible && captured {
            let mut globals: Vec<(&str, Type)> = self
                .decls
                .globals
                .iter()
                .filter(|(name, global)| global.plain && global.is_let && !seen.contains(*name))
                .filter(|(name, _)| matches!(self.meaning(name), Meaning::Variable(Some(_))))
                .filter_map(|(name, global)| Some((*name, global.ty?)))
                .filter(|(_, ty)| Types::is_basic(*ty))
                .collect();
            globals.sort_unstable();
            environment.variables.extend(globals.into_iter().map(|(name, ty)| Variable {
                text: escaped(name),
                ty,
                assignable: false,
            }));
        }
        // A function or type that something hides cannot be used.
        environment.calls &= !seen
            .iter()
            .any(|name| self.decls.functions.contains_key(name) || self.decls.names_a_type(name));
        self.intern_environment(environment)
    }

    fn variable(&self, local: &Local<'s>, captured: bool) -> Option<Variable> {
        let ty = local.ty?;
        let copyable = !self.decls.ownership || Types::is_basic(ty);
        let readable = local.usable && copyable && (!captured || (local.is_let && !local.inout));
        let assignable = !local.is_let && !captured;
        readable.then(|| Variable { text: escaped(local.name), ty, assignable })
    }

    fn members(&self, decl: &TypeDecl, environment: &mut Environment) {
        if self.decls.ownership || decl.kind == NominalKind::Actor {
            return;
        }
        for property in &decl.properties {
            let known = property.plain && property.stored && !property.is_static;
            if let Some(ty) = property.ty.filter(|_| known) {
                let text = format!("self.{}", escaped(&property.name));
                environment.variables.push(Variable { text, ty, assignable: false });
            }
        }
    }
}

/// A name as it is written, in backticks if it is a word of the language or no identifier.
fn escaped(name: &str) -> String {
    const WORDS: [&str; 47] = [
        "as",
        "break",
        "case",
        "catch",
        "class",
        "continue",
        "default",
        "defer",
        "do",
        "else",
        "enum",
        "extension",
        "false",
        "for",
        "func",
        "guard",
        "if",
        "import",
        "in",
        "init",
        "is",
        "let",
        "nil",
        "protocol",
        "repeat",
        "return",
        "struct",
        "switch",
        "true",
        "var",
        "while",
        "where",
        "static",
        "subscript",
        "throw",
        "throws",
        "try",
        "internal",
        "public",
        "private",
        "operator",
        "Self",
        "Type",
        "Any",
        "super",
        "rethrows",
        "fileprivate",
    ];
    match WORDS.contains(&name) || !is_identifier(name) {
        true => format!("`{name}`"),
        false => name.to_owned(),
    }
}

fn empty_init() -> Signature {
    Signature {
        name: "init".to_owned(),
        params: Vec::new(),
        result: None,
        effects: false,
        generic: false,
        attributes: false,
        mutating: false,
        is_static: true,
        failable: false,
    }
}

/// The initialiser that a structure has by itself.
fn memberwise(decl: &TypeDecl) -> Option<Signature> {
    let mut params = Vec::new();
    for property in decl.properties.iter().filter(|p| p.stored && !p.is_static) {
        if !property.plain {
            return None;
        }
        if property.is_let && property.has_value {
            continue;
        }
        params.push(SigParam {
            label: Some(property.name.clone()),
            ty: property.ty,
            has_default: property.has_value,
            variadic: false,
            autoclosure: false,
            plain: true,
        });
    }
    Some(Signature { params, ..empty_init() })
}

/// Which parameter each argument is for, if the arguments fit.
pub(crate) fn fits(
    params: &[SigParam],
    arguments: &[Argument<'_>],
    trailing: usize,
) -> Option<Vec<usize>> {
    if trailing > 0 {
        // Trailing closures fill the last parameters; only the plain case is known.
        let rest = params.len().checked_sub(trailing)?;
        return if trailing == 1 { fits(&params[..rest], arguments, 0) } else { None };
    }
    let mut positions: Vec<usize> = Vec::new();
    let mut next = 0;
    for argument in arguments {
        if let Some(&last) = positions.last()
            && argument.label.is_none()
            && params[last].variadic
        {
            positions.push(last);
            continue;
        }
        loop {
            let param = params.get(next)?;
            next += 1;
            if param.label.as_deref() == argument.label {
                positions.push(next - 1);
                break;
            }
            if !param.has_default && !param.variadic {
                return None;
            }
        }
    }
    params[next..].iter().all(|param| param.has_default || param.variadic).then_some(positions)
}
