//! The variables that patterns bind.

use syn::Pat;
use syn::visit::{self, Visit};

use super::super::types::{Form, Type};
use super::{Analysis, Local, Origin};

/// Whether a pattern borrows what it matches.
pub(super) fn has_ref(pat: &Pat) -> bool {
    struct Found(bool);
    impl<'ast> Visit<'ast> for Found {
        fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
            self.0 |= name.by_ref.is_some();
            visit::visit_pat_ident(self, name);
        }
    }
    let mut found = Found(false);
    found.visit_pat(pat);
    found.0
}

/// Whether a part of a written type is left to inference.
pub(super) fn is_inferred(ty: &syn::Type) -> bool {
    struct Found(bool);
    impl<'ast> Visit<'ast> for Found {
        fn visit_type(&mut self, ty: &'ast syn::Type) {
            self.0 |= matches!(ty, syn::Type::Infer(_) | syn::Type::Macro(_));
            visit::visit_type(self, ty);
        }
    }
    let mut found = Found(false);
    found.visit_type(ty);
    found.0
}

impl Analysis {
    /// The variables of a pattern over values of a type, as far as that is known.
    pub(super) fn bind(
        &mut self,
        pat: &Pat,
        ty: Option<Type>,
        origin: Origin,
        locals: &mut Vec<Local>,
    ) {
        match pat {
            Pat::Ident(ident) => {
                let name = ident.ident.to_string();
                // Constants and variants look the same, and begin with a capital.
                if !name.starts_with(char::is_uppercase) {
                    let ty = ty.filter(|_| ident.by_ref.is_none());
                    let mutable = ident.mutability.is_some();
                    locals.push(Local { name, ty, mutable, origin });
                }
                if let Some((_, inner)) = &ident.subpat {
                    self.bind(inner, ty, origin, locals);
                }
            }
            Pat::Paren(inner) => self.bind(&inner.pat, ty, origin, locals),
            Pat::Guard(guarded) => self.bind(&guarded.pat, ty, origin, locals),
            Pat::Type(typed) => {
                let ty = self.decls.resolve(self.module, self.this, &typed.ty);
                self.bind(&typed.pat, ty, origin, locals);
            }
            Pat::Tuple(tuple) => {
                let types = match ty.map(|ty| self.decls.types.form(ty)) {
                    Some(Form::Tuple(types)) => types.clone(),
                    _ => Vec::new(),
                };
                let rest = tuple.elems.iter().any(|pat| matches!(pat, Pat::Rest(_)));
                for (at, pat) in tuple.elems.iter().enumerate() {
                    let ty = types.get(at).copied().filter(|_| !rest);
                    self.bind(pat, ty, origin, locals);
                }
            }
            Pat::TupleStruct(pattern) => {
                let types = ty.map_or(Vec::new(), |ty| self.matched(&pattern.path, ty));
                let rest = pattern.elems.iter().any(|pat| matches!(pat, Pat::Rest(_)));
                for (at, pat) in pattern.elems.iter().enumerate() {
                    let ty = types.get(at).copied().flatten().filter(|_| !rest);
                    self.bind(pat, ty, origin, locals);
                }
            }
            Pat::Struct(pattern) => {
                for field in &pattern.fields {
                    self.bind(&field.pat, None, origin, locals);
                }
            }
            Pat::Or(alternatives) => {
                // All alternatives bind the same variables.
                for pat in alternatives.cases.iter().take(1) {
                    self.bind(pat, ty, origin, locals);
                }
            }
            Pat::Slice(slice) => {
                for pat in &slice.elems {
                    self.bind(pat, None, origin, locals);
                }
            }
            Pat::Reference(reference) => {
                let inner = match ty.map(|ty| self.decls.types.form(ty)) {
                    Some(Form::Ref(inner)) => Some(*inner),
                    _ => None,
                };
                self.bind(&reference.pat, inner, origin, locals);
            }
            _ => {}
        }
    }

    /// The types of what `Some(…)`, a tuple structure or a variant holds.
    fn matched(&self, path: &syn::Path, ty: Type) -> Vec<Option<Type>> {
        let names: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        match (self.decls.types.form(ty), &names[..]) {
            (Form::Option(inner), [name]) if name == "Some" && self.decls.is_library("Some") => {
                vec![Some(*inner)]
            }
            (Form::Declared(_), [_]) => self.called(ty, None).unwrap_or_default(),
            (Form::Declared(_), [_, variant]) => self.called(ty, Some(variant)).unwrap_or_default(),
            _ => Vec::new(),
        }
    }
}
