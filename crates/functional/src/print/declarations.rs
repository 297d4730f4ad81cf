//! Declarations.

use super::{Context, Printer, Style};
use crate::syntax::{
    Alt, Bind, ClassId, Constructor, Data, DataKind, FunId, Function, HIDDEN, Home, Name, Pat,
    PatId, Pragma, Scheme, Slice,
};
use crate::types::{Ty, TyVar, data};

/// Whether a name is an operator.
pub(super) fn is_operator(name: Name) -> bool {
    !name.word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

impl Printer<'_> {
    pub(super) fn declarations(&mut self) {
        let program = self.program;
        for synonym in &program.synonyms {
            self.put("type ");
            self.name(synonym.name);
            self.put(" = ");
            self.ty(synonym.ty, 0);
            self.put("\n\n");
        }
        for data in program.datas.iter().skip(data::COUNT) {
            self.data(data);
        }
        for class in 0..program.classes.len() {
            self.class_declaration(ClassId(class as u8));
        }
        for instance in 0..program.instances.len() {
            self.instance(instance);
        }
        for function in &program.functions {
            if function.home == Home::Program {
                self.function(function);
            }
        }
    }

    fn constructor_fields(&mut self, constructor: &Constructor) {
        if !constructor.labels.is_empty() {
            self.note(Style::LabelledType);
            self.put(" { ");
            for (i, (&label, &field)) in
                constructor.labels.iter().zip(&constructor.fields).enumerate()
            {
                if i > 0 {
                    self.put(", ");
                }
                self.name(label);
                self.put(" :: ");
                let strict = constructor.strict >> i & 1 == 1;
                self.put(if strict { "!" } else { "" });
                self.ty(field, if strict { 2 } else { 0 });
            }
            self.put(" }");
            return;
        }
        for (i, &field) in constructor.fields.iter().enumerate() {
            self.put(if constructor.strict >> i & 1 == 1 { " !" } else { " " });
            self.ty(field, 2);
        }
    }

    fn data(&mut self, data: &Data) {
        let program = self.program;
        let cons = &program.cons[data.first.index()..data.first.index() + usize::from(data.count)];
        self.put(if data.kind == DataKind::Newtype { "newtype " } else { "data " });
        self.name(data.name);
        for param in 0..data.params {
            self.put(" ");
            self.ty_var(TyVar(param));
        }
        if data.kind == DataKind::Gadt {
            self.extension("GADTs");
            self.note(Style::GadtConstructor);
            self.put(" where");
            for constructor in cons {
                self.put("\n  ");
                self.name(constructor.name);
                self.put(" :: ");
                for &field in &constructor.fields {
                    self.ty(field, 1);
                    self.put(" -> ");
                }
                self.name(data.name);
                self.put(" ");
                match constructor.index {
                    Some(index) => self.ty(index, 2),
                    None => self.ty_var(TyVar(0)),
                }
            }
            self.put("\n\n");
            return;
        }
        // An enumeration has its constructors on one line.
        let enumeration = cons.iter().all(|constructor| constructor.fields.is_empty());
        for (i, constructor) in cons.iter().enumerate() {
            self.put(match (i, enumeration) {
                (0, _) => "\n  = ",
                (_, true) => " | ",
                (_, false) => "\n  | ",
            });
            if let Some(class) = constructor.hides {
                self.extension("ExistentialQuantification");
                self.put("forall ");
                self.ty_var(HIDDEN);
                self.put(". ");
                self.class(class);
                self.put(" ");
                self.ty_var(HIDDEN);
                self.put(" => ");
            }
            if constructor.infix.is_some() {
                let strict = |i: u32| if constructor.strict >> i & 1 == 1 { "!" } else { "" };
                self.put(strict(0));
                self.ty(constructor.fields[0], 2);
                self.put(" ");
                self.name(constructor.name);
                self.put(" ");
                self.put(strict(1));
                self.ty(constructor.fields[1], 2);
            } else {
                self.name(constructor.name);
                self.constructor_fields(constructor);
            }
        }
        let derived = data.derived;
        let classes: Vec<&str> = [
            (derived.eq && !derived.by_hand, "Eq"),
            (derived.ord && !derived.by_hand, "Ord"),
            (derived.show && !derived.by_hand, "Show"),
            (derived.enumeration, "Enum"),
            (derived.enumeration, "Bounded"),
        ]
        .into_iter()
        .filter_map(|(derived, name)| derived.then_some(name))
        .collect();
        if !classes.is_empty() {
            let line = format!("\n  deriving ({})", classes.join(", "));
            self.put(&line);
        }
        self.put("\n\n");
        for constructor in cons.iter().filter(|constructor| constructor.infix.is_some()) {
            let precedence = constructor.infix.unwrap_or(9);
            let text = format!("infixr {precedence} ");
            self.put(&text);
            self.name(constructor.name);
            self.put("\n\n");
        }
        if derived.by_hand {
            self.written_out(data);
        }
        if derived.num {
            self.num_instance(data, &cons[0]);
        }
    }

    fn scheme(&mut self, scheme: &Scheme, hidden: usize, result: Option<Name>) {
        let vars = &scheme.vars[hidden..];
        if !vars.is_empty() {
            self.extension("ScopedTypeVariables");
            self.put("forall");
            for &var in vars {
                self.put(" ");
                self.ty_var(var);
            }
            self.put(". ");
        }
        let context: Vec<_> =
            scheme.context.iter().filter(|(_, var)| vars.contains(var)).copied().collect();
        self.constraints(&context);
        for &param in &scheme.params {
            self.ty(param, 1);
            self.put(" -> ");
        }
        match result {
            Some(synonym) => {
                self.note(Style::Synonym);
                self.name(synonym);
            }
            None => self.ty(scheme.result, 0),
        }
    }

    fn function_name(&mut self, name: Name) {
        let operator = is_operator(name);
        self.open(operator);
        self.name(name);
        self.close(operator);
    }

    fn function(&mut self, function: &Function) {
        let synonym =
            function.synonym.map(|synonym| self.program.synonyms[usize::from(synonym)].name);
        if is_operator(function.name) {
            self.put("infixl 6 ");
            self.name(function.name);
            self.put("\n");
        }
        if function.inferred {
            self.note(Style::Inferred);
            self.extension("ScopedTypeVariables");
            self.pragma(function.name, function.pragma);
            self.equations(function.name, function.alts, Some(&function.scheme));
            self.put("\n");
            return;
        }
        self.function_name(function.name);
        self.put(" :: ");
        self.scheme(&function.scheme, 0, synonym);
        self.put("\n");
        self.pragma(function.name, function.pragma);
        self.equations(function.name, function.alts, None);
        self.put("\n");
    }

    fn pragma(&mut self, name: Name, pragma: Pragma) {
        let word = match pragma {
            Pragma::None => return,
            Pragma::Inline => "INLINE ",
            Pragma::NoInline => "NOINLINE ",
            Pragma::Inlinable => "INLINABLE ",
            Pragma::Specialise(_) => "SPECIALISE ",
        };
        self.put("{-# ");
        self.put(word);
        self.function_name(name);
        if let Pragma::Specialise(at) = pragma {
            self.put(" :: ");
            self.ty(at, 0);
        }
        self.put(" #-}");
        self.newline();
    }

    /// The equations of a function, each on lines of its own; the first one with types if
    /// there are some to be given.
    pub(super) fn equations(&mut self, name: Name, alts: Slice, types: Option<&Scheme>) {
        let program = self.program;
        let operator = is_operator(name);
        for (i, alt) in program.alts_of(alts).iter().enumerate() {
            if i > 0 {
                self.newline();
            }
            let types = types.filter(|_| i == 0);
            let pats = program.pats_of(alt.pats);
            if operator && pats.len() == 2 {
                self.parameter(pats[0], types.map(|types| types.params[0]), 12);
                self.put(" ");
                self.name(name);
                self.put(" ");
                self.parameter(pats[1], types.map(|types| types.params[1]), 12);
            } else {
                self.function_name(name);
                for (place, &pat) in pats.iter().enumerate() {
                    self.put(" ");
                    self.parameter(pat, types.map(|types| types.params[place]), 11);
                }
            }
            self.bodies(alt, "=", types.map(|types| types.result));
        }
        self.put("\n");
    }

    /// A pattern of an equation, perhaps with its type.
    fn parameter(&mut self, pat: PatId, ty: Option<Ty>, precedence: u8) {
        let Some(ty) = ty else { return self.pat(pat, precedence) };
        // GHC 8.8 does not read `(!x :: T)`.
        let (sign, inner) = match self.program.pats[pat.index()] {
            Pat::Bang(inner) => ("!", inner),
            Pat::Lazy(inner) => ("~", inner),
            _ => ("", pat),
        };
        let parentheses = !sign.is_empty() && precedence > 11;
        self.open(parentheses);
        if sign == "!" {
            self.extension("BangPatterns");
        }
        self.put(sign);
        self.put("(");
        self.pat(inner, 0);
        self.put(" :: ");
        self.ty(ty, 0);
        self.put(")");
        self.close(parentheses);
    }

    /// The bodies of an alternative with their guards, and its local definitions; the
    /// first with a type if one is given.
    pub(super) fn bodies(&mut self, alt: &Alt, sign: &str, ty: Option<Ty>) {
        let program = self.program;
        let bodies = program.bodies_of(alt.bodies);
        self.indent += 2;
        for (i, body) in bodies.iter().enumerate() {
            if bodies.len() > 1 || body.guard.is_some() {
                self.note(Style::Guards);
                self.newline();
                self.put("| ");
                match body.guard {
                    Some(guard) => self.expr(guard, 1, Context::Known),
                    None => self.put("otherwise"),
                }
            }
            self.put(" ");
            self.put(sign);
            self.put(" ");
            self.indent += 2;
            match ty.filter(|_| i == 0) {
                Some(ty) => {
                    self.put("(");
                    self.expr(body.expr, 1, Context::Known);
                    self.put(" :: ");
                    self.ty(ty, 0);
                    self.put(")");
                }
                None => self.expr(body.expr, 0, Context::Known),
            }
            self.indent -= 2;
        }
        if alt.binds.len > 0 {
            self.newline();
            self.note(Style::Where);
            self.put("where");
            self.indent += 2;
            self.binds(alt.binds);
            self.indent -= 2;
        }
        self.indent -= 2;
    }

    /// Local definitions, each on lines of its own.
    pub(super) fn binds(&mut self, binds: Slice) {
        let program = self.program;
        for bind in program.binds_of(binds) {
            self.newline();
            match *bind {
                Bind::Value { var, rhs, signature, strict } => {
                    if signature {
                        self.local(var);
                        self.put(" :: ");
                        self.ty(program.locals[var.index()].1, 0);
                        self.newline();
                    }
                    if strict {
                        self.extension("BangPatterns");
                        self.put("!");
                    }
                    self.local(var);
                    self.put(" = ");
                    self.indent += 2;
                    let context = if signature { Context::Known } else { Context::Evident };
                    self.expr(rhs, 0, context);
                    self.indent -= 2;
                }
                Bind::Pattern { pat, rhs } => {
                    self.pat(pat, 0);
                    self.put(" = ");
                    self.indent += 2;
                    self.expr(rhs, 0, Context::Evident);
                    self.indent -= 2;
                }
                Bind::Function { var, ty, alts, pragma } => {
                    let name = program.locals[var.index()].0;
                    self.local(var);
                    self.put(" :: ");
                    self.ty(ty, 0);
                    self.newline();
                    self.pragma(name, pragma);
                    self.equations(name, alts, None);
                    // The line ends with the next definition.
                    self.out.pop();
                }
            }
        }
    }

    fn class_declaration(&mut self, id: ClassId) {
        let program = self.program;
        let class = &program.classes[id.index()];
        self.put("class ");
        if let Some(superclass) = class.superclass {
            self.class(superclass);
            self.put(" ");
            self.ty_var(class.var);
            self.put(" => ");
        }
        self.name(class.name);
        self.put(" ");
        self.ty_var(class.var);
        self.put(" where");
        self.indent = 2;
        for method in &class.methods {
            self.newline();
            self.function_name(method.name);
            self.put(" :: ");
            self.scheme(&method.scheme, 1, None);
        }
        for method in &class.methods {
            if let Some(default) = method.default {
                // Types inside may mention the variable of the class.
                self.extension("ScopedTypeVariables");
                self.newline();
                self.equations(method.name, program.functions[default.index()].alts, None);
                self.out.pop();
            }
        }
        self.indent = 0;
        self.put("\n\n");
    }

    fn instance(&mut self, number: usize) {
        let program = self.program;
        let instance = &program.instances[number];
        let class = &program.classes[instance.class.index()];
        self.put("instance ");
        self.constraints(&instance.context);
        self.name(class.name);
        self.put(" ");
        self.ty(instance.head, 2);
        if !instance.vars.is_empty() {
            self.extension("ScopedTypeVariables");
        }
        if program.types.as_prim(instance.head).is_none() {
            self.extension("FlexibleInstances");
        }
        self.put(" where");
        self.indent = 2;
        for (method, own) in class.methods.iter().zip(&instance.methods) {
            if let Some(own) = own {
                self.instance_method(method.name, *own, instance.vars.len());
            }
        }
        self.indent = 0;
        self.put("\n\n");
    }

    fn instance_method(&mut self, name: Name, own: FunId, hidden: usize) {
        let function = &self.program.functions[own.index()];
        if function.scheme.vars.len() > hidden {
            // Variables of the method's own are in scope only with a signature.
            self.extension("InstanceSigs");
            self.note(Style::InstanceSignature);
            self.newline();
            self.function_name(name);
            self.put(" :: ");
            self.scheme(&function.scheme, hidden, None);
        }
        self.newline();
        self.pragma(name, function.pragma);
        self.equations(name, function.alts, None);
        self.out.pop();
    }
}
