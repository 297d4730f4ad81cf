//! What names, calls and macros give.

use std::rc::Rc;

use syn::Expr;

use super::super::declarations::{Constructor, Function};
use super::super::library;
use super::super::types::{Form, Type, Types};
use super::{Analysis, Position, Want, facts};

impl Analysis {
    pub(super) fn path(&mut self, path: &syn::ExprPath, want: Want) -> Option<Type> {
        if path.qself.is_some() || path.path.leading_colon.is_some() {
            return None;
        }
        let segments: Vec<_> = path.path.segments.iter().collect();
        match segments[..] {
            [only] => {
                let name = only.ident.to_string();
                if let Some(local) = self.lookup(&name) {
                    return local.ty;
                }
                if name == "None" && self.decls.is_library("None") {
                    let Want::Is(ty) = want else { return None };
                    return matches!(self.decls.types.form(ty), Form::Option(_)).then_some(ty);
                }
                let ty = self.decls.type_named(self.module, None, &name)?;
                self.constructor(ty, None).filter(|made| made.is_unit()).map(|_| ty)
            }
            [first, second] => {
                let ty = self.decls.type_named(self.module, self.this, &first.ident.to_string())?;
                let name = second.ident.to_string();
                if Types::is_integer(ty) && ["MAX", "MIN"].contains(&&name[..]) {
                    return Some(ty);
                }
                self.constructor(ty, Some(&name)).filter(|made| made.is_unit()).map(|_| ty)
            }
            _ => None,
        }
    }

    /// How values of a structure or of a variant are made.
    fn constructor(&self, ty: Type, variant: Option<&str>) -> Option<&Constructor> {
        let Form::Declared(index) = *self.decls.types.form(ty) else { return None };
        let mut all = self.decls.declared[index].constructors.iter();
        all.find(|made| made.variant.as_deref() == variant)
    }

    /// The types of the values that make a structure or a variant when it is called.
    pub(super) fn called(&self, ty: Type, variant: Option<&str>) -> Option<Vec<Option<Type>>> {
        self.constructor(ty, variant).filter(|made| made.called).map(|made| made.types.clone())
    }

    pub(super) fn structure(&mut self, made: &syn::ExprStruct) -> Option<Type> {
        let segments: Vec<String> =
            made.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let named = |name: &str| self.decls.type_named(self.module, self.this, name);
        let (ty, variant) = match &segments[..] {
            _ if made.qself.is_some() || made.path.leading_colon.is_some() => (None, None),
            [only] => (named(only), None),
            [first, second] => (named(first), Some(second.as_str())),
            _ => (None, None),
        };
        let fields = ty.and_then(|ty| self.constructor(ty, variant)).cloned();
        for field in &made.fields {
            let name = match &field.member {
                syn::Member::Named(name) => name.to_string(),
                syn::Member::Unnamed(index) => index.index.to_string(),
            };
            let ty = fields.as_ref().and_then(|fields| fields.field(&name));
            let position =
                if field.colon_token.is_some() { Position::Value } else { Position::Fixed };
            self.expr(&field.expr, ty.map_or(Want::Unknown, Want::Is), position);
        }
        if let Some(rest) = &made.rest {
            self.operand(rest);
        }
        fields.and(ty)
    }

    pub(super) fn call(&mut self, call: &syn::ExprCall, want: Want) -> Option<Type> {
        let (params, result) = match &*call.func {
            Expr::Path(path) if path.qself.is_none() && path.path.leading_colon.is_none() => {
                self.callee(&path.path, &call.args, want)
            }
            callee => {
                self.expr(callee, Want::Unknown, Position::Place);
                (Vec::new(), None)
            }
        };
        self.arguments(call.args.iter(), &params);
        result.filter(|_| params.len() == call.args.len())
    }

    fn arguments<'e>(&mut self, args: impl Iterator<Item = &'e Expr>, params: &[Option<Type>]) {
        for (at, arg) in args.enumerate() {
            let want = params.get(at).copied().flatten().map_or(Want::Unknown, Want::Is);
            self.expr(arg, want, Position::Value);
        }
    }

    /// The types of the parameters of what a path names, and of the call.
    fn callee(
        &mut self,
        path: &syn::Path,
        args: &syn::punctuated::Punctuated<Expr, syn::Token![,]>,
        want: Want,
    ) -> (Vec<Option<Type>>, Option<Type>) {
        let unknown = (Vec::new(), None);
        let plain = path.segments.iter().all(|segment| segment.arguments.is_none());
        let names: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        match &names[..] {
            _ if !plain => unknown,
            [name] if self.lookup(name).is_some() => unknown,
            [name] if name == "Some" && self.decls.is_library("Some") => {
                let wanted = match want {
                    Want::Is(ty) => match *self.decls.types.form(ty) {
                        Form::Option(inner) => Some(inner),
                        _ => None,
                    },
                    _ => None,
                };
                let inner = wanted.or_else(|| args.first().and_then(|arg| self.firm(arg)));
                let result = inner.map(|inner| self.decls.types.intern(Form::Option(inner)));
                (vec![wanted], result)
            }
            [name] => {
                if let Some(function) = self.decls.function_named(self.module, name) {
                    return signature(function);
                }
                let ty = self.decls.type_named(self.module, self.this, name);
                match ty.and_then(|ty| self.called(ty, None)) {
                    Some(types) => (types, ty),
                    None => unknown,
                }
            }
            [first, second] => match (&first[..], &second[..]) {
                ("Box", "new") if self.decls.is_library("Box") => {
                    let inner = args.first().and_then(|arg| self.firm(arg));
                    let result = inner.map(|inner| self.decls.types.intern(Form::Box(inner)));
                    (vec![None], result)
                }
                ("String", "from") if self.decls.is_library("String") => {
                    (vec![None], Some(Types::STRING))
                }
                ("String", "new") if self.decls.is_library("String") => {
                    (Vec::new(), Some(Types::STRING))
                }
                _ => {
                    let Some(ty) = self.decls.type_named(self.module, self.this, first) else {
                        return unknown;
                    };
                    let Form::Declared(index) = *self.decls.types.form(ty) else { return unknown };
                    if let Some(types) = self.called(ty, Some(second)) {
                        return (types, Some(ty));
                    }
                    let functions = &self.decls.declared[index].functions;
                    let found = functions.iter().find(|f| f.name == *second && !f.method);
                    found.map_or(unknown, signature)
                }
            },
            _ => unknown,
        }
    }

    pub(super) fn method(&mut self, call: &syn::ExprMethodCall) -> Option<Type> {
        let receiver = self.firm(&call.receiver);
        let name = call.method.to_string();
        let mut base = receiver;
        while let Some(ty) = base
            && let Form::Ref(inner) = *self.decls.types.form(ty)
        {
            base = Some(inner);
        }
        let known = match base.map(|ty| (ty, self.decls.types.form(ty).clone())) {
            _ if call.turbofish.is_some() => None,
            Some((_, Form::Declared(index))) => {
                let functions = &self.decls.declared[index].functions;
                let found = functions.iter().find(|f| f.name == name && f.method);
                found.map(signature)
            }
            // A trait of the program could have such a method too.
            Some(_) if self.decls.is_method(&name) => None,
            Some((ty, _)) => library::method(&mut self.decls.types, ty, &name)
                .map(|(param, result)| (param.into_iter().map(Some).collect(), Some(result))),
            None => None,
        };
        // A scalar is copied into the call, and nothing of it comes out again.
        let by_value = known.is_some() && receiver.is_some_and(Types::is_scalar);
        if by_value {
            self.expr(&call.receiver, Want::Unknown, Position::Base);
        } else {
            self.operand(&call.receiver);
        }
        let (params, result) = known.unwrap_or_default();
        self.arguments(call.args.iter(), &params);
        result.filter(|_| params.len() == call.args.len())
    }

    /// What a macro of the library is given, and the type of the call.
    pub(super) fn macro_call(&mut self, mac: &syn::Macro) -> Option<Type> {
        let name = mac.path.get_ident()?.to_string();
        if self.macros.contains(&name) {
            return None;
        }
        // The formatted text, if there is one, and what comes before it.
        let (before, result) = match &name[..] {
            "println" | "print" | "eprintln" | "eprint" | "panic" => (0, None),
            "format" => (0, Some(Types::STRING)),
            "write" | "writeln" | "assert" => (1, None),
            "assert_eq" | "assert_ne" => (2, None),
            "vec" => return self.vector(mac),
            _ => return None,
        };
        let args = self.macro_arguments(mac)?;
        for (at, arg) in args.iter().enumerate() {
            // The text is a literal.
            if at == before {
                continue;
            }
            let arg = match arg {
                Expr::Assign(named) => &named.right,
                arg => arg,
            };
            match &name[..] {
                "assert" if at == 0 => {
                    self.expr(arg, Want::Unknown, Position::Value);
                }
                "assert_eq" | "assert_ne" if at < 2 => {
                    let want = self.common(&args[0], &args[1]).map_or(Want::Unknown, Want::Is);
                    self.expr(arg, want, Position::Value);
                }
                "write" | "writeln" if at == 0 => {
                    self.operand(arg);
                }
                // It is borrowed until the end of the statement.
                _ => {
                    self.expr(arg, Want::Default, Position::Value);
                }
            }
        }
        result
    }

    fn vector(&mut self, mac: &syn::Macro) -> Option<Type> {
        let args = self.macro_arguments(mac)?;
        let repeats = facts::arguments(mac).is_none();
        let elements = if repeats { &args[..1] } else { &args[..] };
        let (want, element) = self.elements(elements.iter(), Want::Unknown);
        for arg in elements {
            self.expr(arg, want, Position::Value);
        }
        if repeats {
            self.expr(&args[1], Want::Is(Types::USIZE), Position::Value);
        }
        Some(self.decls.types.intern(Form::Vec(element?)))
    }

    fn macro_arguments(&mut self, mac: &syn::Macro) -> Option<Rc<Vec<Expr>>> {
        let parse = || facts::arguments(mac).or_else(|| facts::repeated(mac)).map(Rc::new);
        self.arguments.entry(mac).or_insert_with(parse).clone()
    }
}

fn signature(function: &Function) -> (Vec<Option<Type>>, Option<Type>) {
    (function.params.clone(), function.result)
}
