//! The types of expressions.

use super::names::{Meaning, fits};
use super::{Analysis, Literal, Want};
use crate::swift::declarations::Signature;
use crate::swift::library;
use crate::swift::tree::{Argument, CastKind, ExprId, ExprKind, TryKind};
use crate::swift::types::{Form, Type, Types};

/// What a call means.
pub(crate) enum Callee {
    /// A function, method, initialiser or case of the file with its result. The
    /// receiver's type and its arguments are already in the types.
    Known {
        signature: Signature,
        result: Option<Type>,
    },
    /// A function of the library with what it wants of all its arguments.
    Library {
        wants: Want,
        result: Option<Type>,
    },
    Unknown,
}

impl<'s> Analysis<'_, 's> {
    /// The type that an expression has in every context.
    pub(crate) fn firm(&mut self, id: ExprId) -> Option<Type> {
        if let Some(&known) = self.firm.get(&id) {
            return known;
        }
        let found = self.firm_anew(id);
        self.firm.insert(id, found);
        found
    }

    fn firm_anew(&mut self, id: ExprId) -> Option<Type> {
        let tree = self.tree;
        match &tree[id].kind {
            ExprKind::Name { name, generics } if generics.is_empty() => self.firm_name(name),
            ExprKind::Member { base: Some(base), name, qualified: false } => {
                self.firm_member(*base, name)
            }
            ExprKind::Call { callee, arguments, trailing } => {
                match self.callee(*callee, arguments, trailing.len()) {
                    Callee::Known { result, .. } | Callee::Library { result, .. } => result,
                    Callee::Unknown => None,
                }
            }
            ExprKind::Subscript { base, arguments } => {
                let [Argument { label: None, value }] = arguments[..] else { return None };
                if self.decls.foreign_members.contains("subscript") {
                    return None;
                }
                let base = self.firm(*base)?;
                match *self.types.form(base) {
                    Form::Array(element) => {
                        let index = self.typed(value, Want::Is(Types::INT))?;
                        (index == Types::INT).then_some(element)
                    }
                    Form::Dictionary(key, value_type) => {
                        let found = self.typed(value, Want::Is(key))?;
                        (found == key).then(|| self.types.intern(Form::Optional(value_type)))
                    }
                    _ => None,
                }
            }
            ExprKind::Paren(inner) => self.firm(*inner),
            ExprKind::Infix { operator, left, right } => self.firm_infix(operator, *left, *right),
            ExprKind::Prefix { operator, operand } => {
                if self.decls.operators.get(operator) == Some(&false) {
                    return None;
                }
                match *operator {
                    "!" => Some(Types::BOOL),
                    "-" | "+" | "~" => self.firm(*operand).filter(|&ty| Types::is_basic(ty)),
                    _ => None,
                }
            }
            ExprKind::Assign { .. } => Some(Types::VOID),
            ExprKind::Cast { kind, to, .. } => {
                if *kind == CastKind::Is {
                    return Some(Types::BOOL);
                }
                let to = self.decls.resolve(tree, &mut self.types, *to, &self.scope)?;
                // What a checked cast to an optional is depends on what is cast.
                if *kind != CastKind::As && matches!(self.types.form(to), Form::Optional(_)) {
                    return None;
                }
                Some(match kind {
                    CastKind::AsOptional => self.types.intern(Form::Optional(to)),
                    _ => to,
                })
            }
            ExprKind::Force(inner) => {
                let inner = self.firm(*inner)?;
                match *self.types.form(inner) {
                    Form::Optional(wrapped) => Some(wrapped),
                    _ => None,
                }
            }
            ExprKind::Try { kind, value } => {
                let inner = self.firm(*value)?;
                match (kind, self.types.form(inner)) {
                    (TryKind::Optional, Form::Optional(_)) => Some(inner),
                    (TryKind::Optional, _) => Some(self.types.intern(Form::Optional(inner))),
                    _ => Some(inner),
                }
            }
            ExprKind::Word { word: "await", value } => self.firm(*value),
            ExprKind::Tuple(elements) => {
                let mut types = Vec::new();
                for element in elements {
                    let ty = self.firm(element.value)?;
                    types.push((element.label.map(str::to_owned), ty));
                }
                // Elements may be converted one by one; only `()` is certain.
                types.is_empty().then_some(Types::VOID)
            }
            _ => None,
        }
    }

    fn firm_name(&mut self, name: &str) -> Option<Type> {
        if name == "self" {
            return match self.meaning("self") {
                Meaning::Variable(ty) => ty,
                _ => None,
            };
        }
        match self.meaning(name) {
            Meaning::Variable(ty) => ty,
            Meaning::Member(index) => {
                let decl = self.decls.types[index].clone();
                let property = self.property(&decl, name, false);
                property.or_else(|| self.property(&decl, name, true))?.ty
            }
            Meaning::Global | Meaning::Unclear => None,
        }
    }

    /// The type of the file that an expression names, as in `S.x`.
    fn type_expression(&mut self, id: ExprId) -> Option<crate::swift::declarations::TypeDecl> {
        let ExprKind::Name { name, generics } = &self.tree[id].kind else { return None };
        if !generics.is_empty()
            || !matches!(self.meaning(name), Meaning::Global | Meaning::Member(_))
        {
            return None;
        }
        let decl = self.decls.type_named(name, &self.scope)?;
        (decl.generics.is_empty() && !self.decls.functions.contains_key(name)).then(|| decl.clone())
    }

    fn named(&mut self, qualified: &str) -> Type {
        self.types.intern(Form::Named(qualified.to_owned(), Vec::new()))
    }

    fn firm_member(&mut self, base: ExprId, name: &str) -> Option<Type> {
        if let Some(decl) = self.type_expression(base) {
            if decl.cases.iter().any(|case| case.name == name && case.params.is_none()) {
                let clear = decl.cases.iter().filter(|case| case.name == name).count() == 1;
                return (clear && !decl.murky).then(|| self.named(&decl.qualified));
            }
            return self.property(&decl, name, true)?.ty;
        }
        let ty = self.firm(base)?;
        match self.types.form(ty).clone() {
            Form::Tuple(elements) => {
                if let Ok(index) = name.parse::<usize>() {
                    return elements.get(index).map(|element| element.1);
                }
                elements.iter().find(|(label, _)| label.as_deref() == Some(name)).map(|e| e.1)
            }
            Form::Named(qualified, args) if self.decls.decl(&self.types, ty).is_some() => {
                let decl = self.decls.decl(&self.types, ty)?.clone();
                if name == "rawValue" || name == "hashValue" || name == "description" {
                    return None;
                }
                let found = self.property(&decl, name, false)?.ty?;
                Some(self.types.substitute(found, &qualified, &decl.generics, &args))
            }
            _ if self.decls.foreign_members.contains(name) => None,
            _ => library::property(&mut self.types, ty, name),
        }
    }

    /// Whether an operator of the file could be meant instead of the library's.
    fn overloaded(&self, operator: &str) -> bool {
        self.decls.operators.get(operator) == Some(&false)
    }

    fn firm_infix(&mut self, operator: &str, left: ExprId, right: ExprId) -> Option<Type> {
        if self.overloaded(operator) {
            return None;
        }
        let own = self.decls.operators.contains_key(operator);
        match operator {
            "&&" | "||" if !own => Some(Types::BOOL),
            "==" | "!=" | "<" | ">" | "<=" | ">=" => {
                let operands = self.operand_type(left, right);
                (!own || operands.is_some_and(Types::is_basic)).then_some(Types::BOOL)
            }
            "===" | "!==" if !own => Some(Types::BOOL),
            "+" | "-" | "*" | "/" | "%" | "&+" | "&-" | "&*" | "&" | "|" | "^" => {
                let ty = self.operand_type(left, right)?;
                let firm = self.firm(left).or_else(|| self.firm(right))?;
                (firm == ty && library::has_infix(operator, ty)).then_some(ty)
            }
            "<<" | ">>" => {
                let ty = self.firm(left)?;
                let amount = self.typed(right, Want::Is(ty))?;
                (Types::is_integer(ty) && amount == ty).then_some(ty)
            }
            "??" => {
                let left = self.firm(left)?;
                let Form::Optional(wrapped) = *self.types.form(left) else { return None };
                let right = self.typed(right, Want::Is(wrapped))?;
                (right == wrapped && Types::is_basic(wrapped)).then_some(wrapped)
            }
            "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=" => {
                let left = self.firm(left)?;
                (!own && Types::is_basic(left)).then_some(Types::VOID)
            }
            _ => None,
        }
    }

    /// The common type of two operands, where one of them has it in any case.
    pub(crate) fn operand_type(&mut self, left: ExprId, right: ExprId) -> Option<Type> {
        let ty = match (self.firm(left), self.firm(right)) {
            (Some(left), Some(right)) => Some(left).filter(|_| left == right),
            (Some(left), None) => {
                let right = self.typed(right, Want::Is(left))?;
                Some(left).filter(|_| left == right)
            }
            (None, Some(right)) => {
                let left = self.typed(left, Want::Is(right))?;
                Some(right).filter(|_| left == right)
            }
            (None, None) => {
                let kind = self.flexible(left)?.max(self.flexible(right)?);
                self.literal_type(kind, Want::Default)
            }
        };
        ty.filter(|&ty| Types::is_basic(ty))
    }

    /// The kind of literals that an expression consists of, if it does.
    pub(crate) fn flexible(&mut self, id: ExprId) -> Option<Literal> {
        if let Some(&known) = self.flexible.get(&id) {
            return known;
        }
        let found = match &self.tree[id].kind {
            ExprKind::Integer => Some(Literal::Integer),
            ExprKind::Float => Some(Literal::Float),
            ExprKind::String { .. } => Some(Literal::String),
            ExprKind::Bool => Some(Literal::Bool),
            ExprKind::Paren(inner) => self.flexible(*inner),
            ExprKind::Prefix { operator: operator @ ("-" | "+"), operand } => {
                let own = self.decls.operators.contains_key(operator);
                self.flexible(*operand).filter(|&kind| !own && kind <= Literal::Float)
            }
            ExprKind::Infix { operator: operator @ ("+" | "-" | "*" | "/"), left, right } => {
                let own = self.decls.operators.contains_key(operator);
                let (left, right) = (self.flexible(*left), self.flexible(*right));
                match (left, right) {
                    (Some(left), Some(right)) if !own && left.max(right) <= Literal::Float => {
                        Some(left.max(right))
                    }
                    (Some(Literal::String), Some(Literal::String)) if !own && *operator == "+" => {
                        Some(Literal::String)
                    }
                    _ => None,
                }
            }
            _ => None,
        };
        self.flexible.insert(id, found);
        found
    }

    /// The type of an expression where something is wanted.
    pub(crate) fn typed(&mut self, id: ExprId, want: Want) -> Option<Type> {
        if let Some(firm) = self.firm(id) {
            return Some(firm);
        }
        if let Some(kind) = self.flexible(id) {
            let ty = self.literal_type(kind, want)?;
            // A sum of strings is a string and never a character.
            let literal = matches!(self.tree[id].kind, ExprKind::String { .. });
            return Some(ty).filter(|&ty| ty != Types::CHARACTER || literal);
        }
        let tree = self.tree;
        match (&tree[id].kind, want) {
            (ExprKind::Paren(inner), _) => self.typed(*inner, want),
            (ExprKind::Ternary { then, otherwise, .. }, Want::Is(ty)) => {
                let (then, otherwise) = (self.typed(*then, want)?, self.typed(*otherwise, want)?);
                (then == ty && otherwise == ty).then_some(ty)
            }
            (ExprKind::Ternary { then, otherwise, .. }, Want::Default) => {
                let (then, otherwise) = (self.typed(*then, want)?, self.typed(*otherwise, want)?);
                (then == otherwise).then_some(then)
            }
            (ExprKind::Array(elements), Want::Is(ty)) => {
                let element = match *self.types.form(ty) {
                    Form::Array(element) => element,
                    Form::Optional(inner) => return self.typed(id, Want::Is(inner)),
                    _ => return None,
                };
                for &value in elements {
                    self.typed(value, Want::Is(element))?;
                }
                Some(ty)
            }
            (ExprKind::Array(elements), Want::Default) => {
                let (first, rest) = elements.split_first()?;
                let element = self.typed(*first, Want::Default)?;
                for &value in rest {
                    if self.typed(value, Want::Default)? != element {
                        return None;
                    }
                }
                Some(self.types.intern(Form::Array(element)))
            }
            (ExprKind::Tuple(elements), Want::Default) if elements.len() > 1 => {
                let mut types = Vec::new();
                for element in elements {
                    let ty = self.typed(element.value, Want::Default)?;
                    types.push((element.label.map(str::to_owned), ty));
                }
                Some(self.types.intern(Form::Tuple(types)))
            }
            (ExprKind::Member { base: None, name, qualified: false }, Want::Is(ty)) => {
                let decl = self.decls.decl(&self.types, ty)?;
                let certain = !decl.murky && decl.generics.is_empty();
                let case = decl.cases.iter().any(|c| c.name == *name && c.params.is_none());
                (certain && case).then_some(ty)
            }
            _ => None,
        }
    }

    /// What a call means.
    pub(crate) fn callee(
        &mut self,
        callee: ExprId,
        arguments: &[Argument<'s>],
        trailing: usize,
    ) -> Callee {
        let tree = self.tree;
        match &tree[callee].kind {
            ExprKind::Name { name, generics } if generics.is_empty() => {
                self.named_callee(name, arguments, trailing)
            }
            ExprKind::Member { base: Some(base), name, qualified: false } => {
                self.member_callee(*base, name, arguments, trailing)
            }
            // `[Int]()` and `[String: Int]()`
            ExprKind::Array(elements) if arguments.is_empty() && trailing == 0 => {
                let [element] = elements[..] else { return Callee::Unknown };
                let Some(element) = self.type_value(element) else { return Callee::Unknown };
                let result = Some(self.types.intern(Form::Array(element)));
                Callee::Library { wants: Want::Unknown, result }
            }
            ExprKind::Dictionary(pairs) if arguments.is_empty() && trailing == 0 => {
                let [(key, value)] = pairs[..] else { return Callee::Unknown };
                let (Some(key), Some(value)) = (self.type_value(key), self.type_value(value))
                else {
                    return Callee::Unknown;
                };
                let result = Some(self.types.intern(Form::Dictionary(key, value)));
                Callee::Library { wants: Want::Unknown, result }
            }
            _ => Callee::Unknown,
        }
    }

    /// The type that an expression in the place of a type names.
    fn type_value(&mut self, id: ExprId) -> Option<Type> {
        if let Some(decl) = self.type_expression(id) {
            return Some(self.named(&decl.qualified));
        }
        let ExprKind::Name { name, generics } = &self.tree[id].kind else { return None };
        let known = generics.is_empty()
            && !self.decls.names_a_type(name)
            && !self.decls.murky_names.contains(name)
            && !self.scope.generics.contains(name)
            && matches!(self.meaning(name), Meaning::Global);
        let ty = known.then(|| self.named(name))?;
        Types::is_basic(ty).then_some(ty)
    }

    fn known(&self, signature: Option<Signature>) -> Callee {
        match signature {
            Some(signature) => {
                let result = signature.result;
                Callee::Known { signature, result }
            }
            None => Callee::Unknown,
        }
    }

    fn named_callee(&mut self, name: &str, arguments: &[Argument<'s>], trailing: usize) -> Callee {
        match self.meaning(name) {
            Meaning::Variable(_) | Meaning::Unclear => return Callee::Unknown,
            Meaning::Member(index) => {
                let decl = self.decls.types[index].clone();
                if decl.methods.iter().any(|method| method.name == name) {
                    let found = self
                        .method(&decl, name, false, arguments, trailing)
                        .or_else(|| self.method(&decl, name, true, arguments, trailing));
                    return self.known(found);
                }
            }
            Meaning::Global => {}
        }
        if let Some(decl) = self.decls.type_named(name, &self.scope).cloned() {
            if !decl.generics.is_empty() || self.decls.functions.contains_key(name) {
                return Callee::Unknown;
            }
            let Some(init) = self.initialiser(&decl, arguments, trailing) else {
                return Callee::Unknown;
            };
            let ty = self.named(&decl.qualified);
            let result = if init.failable { self.types.intern(Form::Optional(ty)) } else { ty };
            return Callee::Known { signature: init, result: Some(result) };
        }
        if let Some(function) = self.unique_function(name) {
            let fitting = fits(&function.params, arguments, trailing).is_some();
            let function = function.clone();
            return self.known(Some(function).filter(|_| fitting));
        }
        let free = !self.decls.functions.contains_key(name)
            && !self.decls.names_a_type(name)
            && !self.scope.generics.contains(&name);
        if !free || trailing > 0 {
            return Callee::Unknown;
        }
        self.library_callee(name, arguments)
    }

    fn library_callee(&mut self, name: &str, arguments: &[Argument<'s>]) -> Callee {
        let foreign_init = self.decls.foreign_members.contains("init");
        let labels: Vec<Option<&str>> = arguments.iter().map(|argument| argument.label).collect();
        let (wants, result) = match (name, &labels[..]) {
            ("print" | "debugPrint", _) => (Want::Default, Some(Types::VOID)),
            ("assert" | "precondition", [None, ..]) => (Want::Unknown, Some(Types::VOID)),
            ("min" | "max", [None, None]) => {
                let ty = self.operand_type(arguments[0].value, arguments[1].value);
                let firm = self.firm(arguments[0].value).or_else(|| self.firm(arguments[1].value));
                (ty.map_or(Want::Unknown, Want::Is), ty.filter(|_| firm.is_some()))
            }
            ("abs", [None]) => (Want::Unknown, self.firm(arguments[0].value)),
            ("String", [Some("describing" | "reflecting")]) if !foreign_init => {
                (Want::Default, Some(Types::STRING))
            }
            (
                "Int" | "Double" | "Float" | "UInt" | "UInt8" | "UInt16" | "UInt32" | "UInt64"
                | "Int8" | "Int16" | "Int32" | "Int64",
                [None],
            ) if !foreign_init => {
                let ty = self.named(name);
                let argument = self.firm(arguments[0].value);
                let numeric =
                    argument.is_some_and(|ty| Types::is_integer(ty) || Types::is_floating(ty));
                (Want::Unknown, Some(ty).filter(|_| numeric))
            }
            ("String", [None]) if !foreign_init => {
                let argument = self.firm(arguments[0].value);
                let known = argument.is_some_and(Types::is_basic);
                (Want::Unknown, Some(Types::STRING).filter(|_| known))
            }
            _ => return Callee::Unknown,
        };
        Callee::Library { wants, result }
    }

    fn member_callee(
        &mut self,
        base: ExprId,
        name: &str,
        arguments: &[Argument<'s>],
        trailing: usize,
    ) -> Callee {
        if let Some(decl) = self.type_expression(base) {
            let mut cases = decl.cases.iter().filter(|case| case.name == name);
            if let (Some(case), None) = (cases.next(), cases.next())
                && let Some(params) = &case.params
                && !decl.murky
            {
                if fits(params, arguments, trailing).is_none() {
                    return Callee::Unknown;
                }
                let result = Some(self.named(&decl.qualified));
                let signature = case_signature(&case.name, params.clone());
                return Callee::Known { signature, result };
            }
            if name == "init" {
                let found = self.initialiser(&decl, arguments, trailing);
                return match found {
                    Some(signature) if !signature.failable => {
                        let result = Some(self.named(&decl.qualified));
                        Callee::Known { signature, result }
                    }
                    _ => Callee::Unknown,
                };
            }
            let found = self.method(&decl, name, true, arguments, trailing);
            return self.known(found);
        }
        let Some(ty) = self.firm(base) else { return Callee::Unknown };
        if let Some(decl) = self.decls.decl(&self.types, ty).cloned() {
            let Form::Named(qualified, args) = self.types.form(ty).clone() else {
                return Callee::Unknown;
            };
            let Some(mut method) = self.method(&decl, name, false, arguments, trailing) else {
                return Callee::Unknown;
            };
            for param in &mut method.params {
                param.ty =
                    param.ty.map(|ty| self.types.substitute(ty, &qualified, &decl.generics, &args));
            }
            method.result = method
                .result
                .map(|ty| self.types.substitute(ty, &qualified, &decl.generics, &args));
            return self.known(Some(method));
        }
        if self.decls.foreign_members.contains(name) || trailing > 0 {
            return Callee::Unknown;
        }
        let labels: Vec<Option<&str>> = arguments.iter().map(|argument| argument.label).collect();
        match library::method(&mut self.types, ty, name, &labels) {
            Some((wants, result)) => {
                let wants = wants.map_or(Want::Unknown, Want::Is);
                Callee::Library { wants, result: Some(result) }
            }
            None => Callee::Unknown,
        }
    }
}

fn case_signature(name: &str, params: Vec<crate::swift::declarations::SigParam>) -> Signature {
    Signature {
        name: name.to_owned(),
        params,
        result: None,
        effects: false,
        generic: false,
        attributes: false,
        mutating: false,
        is_static: true,
        failable: false,
    }
}
