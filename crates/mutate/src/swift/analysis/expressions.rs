//! Walking over expressions: what each context wants, and what can be replaced.

use super::infer::Callee;
use super::names::{Meaning, fits};
use super::{Analysis, FrameKind, Literal, Site, Want};
use crate::swift::compiler_types::Given;
use crate::swift::declarations::{SigParam, Signature};
use crate::swift::library;
use crate::swift::tree::{Argument, ExprId, ExprKind, NominalKind, Span};
use crate::swift::types::{Form, Type, Types};

/// What may be done with an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// It may be replaced.
    Value,
    /// It may be replaced, and something is applied to it.
    Base,
    /// It stays: it is assigned to, passed by reference, or named.
    Fixed,
}

impl<'s> Analysis<'_, 's> {
    /// Visits an expression that may be replaced.
    pub(super) fn value(&mut self, id: ExprId, want: Want) {
        self.visit(id, want, Place::Value);
    }

    fn visit(&mut self, id: ExprId, want: Want, place: Place) {
        let expr = &self.tree[id];
        let counted = !matches!(
            expr.kind,
            ExprKind::Closure(_) | ExprKind::Discard | ExprKind::InOut(_) | ExprKind::TypeExpr(_)
        );
        if counted {
            let mut ty = self.typed(id, want).filter(|_| self.certain);
            match ty {
                Some(ty) => self.annotations.push((expr.span, ty)),
                None => {
                    let given = self.given.get(&expr.span).copied();
                    self.others.push((expr.span, given.map(|given| given.ty)));
                    ty = given.filter(|&given| self.is_certain(expr.span, given)).map(|g| g.ty);
                }
            }
            if let Some(ty) = ty {
                self.site(id, ty, want, place);
            }
        }
        self.children(id, want);
    }

    /// Whether another expression of the type that the compiler's dump gives would do
    /// as well. What `super` gives may be converted to `Self`, an optional may be one
    /// that is unwrapped, in a closure the types of parameters may depend on it, and
    /// `T("a")` is `"a" as T`.
    fn is_certain(&self, span: Span, given: Given) -> bool {
        given.simple
            && self.certain
            && !self.coerced
            && !self.tree.text(span).contains("super")
            && !matches!(self.types.form(given.ty), Form::Optional(_))
            && !self.frames.iter().any(|frame| frame.kind == FrameKind::Closure)
    }

    fn site(&mut self, id: ExprId, ty: Type, want: Want, place: Place) {
        let tree = self.tree;
        if place == Place::Fixed || self.frozen > 0 {
            return;
        }
        if ty == Types::VOID && !self.is_replaceable_statement(id) {
            return;
        }
        if !self.decls.can_be_written(&self.types, ty, &self.scope) {
            return;
        }
        // A function may be one that must not escape.
        let inner = match *self.types.form(ty) {
            Form::Optional(inner) | Form::Array(inner) => inner,
            _ => ty,
        };
        if matches!(self.types.form(inner), Form::Function(..)) {
            return;
        }
        // The elements of a tuple with names may be wanted in another order, and only those of
        // a plain expression are put into it.
        if let Form::Tuple(elements) = self.types.form(ty)
            && elements.iter().any(|(name, _)| name.is_some())
            && want != Want::Is(ty)
        {
            return;
        }
        if ends_generic_arguments(&tree.source[..tree[id].span.start as usize]) {
            return;
        }
        // A closure has as many parameters as its body uses: `$0` must stay.
        if tree.text(tree[id].span).contains('$') {
            return;
        }
        let value = match tree[id].kind {
            ExprKind::Integer => integer(tree.text(tree[id].span)),
            _ => None,
        };
        // Other values of small and unsigned types could overflow elsewhere.
        if Types::is_integer(ty) && ty != Types::INT && value.is_none() {
            return;
        }
        // A number that is not small could overflow with its neighbours changed.
        if value.is_some_and(|value| value > 1_000_000) {
            return;
        }
        let kind = match ty {
            Types::BOOL => Some(Literal::Bool),
            Types::STRING | Types::CHARACTER => Some(Literal::String),
            ty if Types::is_floating(ty) => Some(Literal::Float),
            ty if Types::is_integer(ty) => Some(Literal::Integer),
            _ => None,
        };
        let bare = kind.is_some_and(|kind| self.literal_type(kind, want) == Some(ty));
        let env = self.environment();
        self.sites.push(Site {
            span: tree[id].span,
            ty,
            bare,
            wanted: want == Want::Is(ty),
            base: place == Place::Base,
            env,
            excluded: self.excluded.clone(),
            value,
            constant_condition: false,
            pinned: self.pinned > 0,
            callee: false,
            awaitable: false,
            in_closure: self.in_closure(),
        });
    }

    /// Whether a statement without a value can be replaced by another: an
    /// assignment to a variable that surely has a value already, and that was not consumed.
    fn is_replaceable_statement(&self, id: ExprId) -> bool {
        if self.decls.ownership {
            return false;
        }
        let target = match self.tree[id].kind {
            ExprKind::Assign { left, .. } => left,
            ExprKind::Infix { left, .. } => left,
            ExprKind::Paren(inner) => return self.is_replaceable_statement(inner),
            _ => return false,
        };
        let ExprKind::Name { name, .. } = self.tree[target].kind else { return false };
        let local = self
            .frames
            .iter()
            .rev()
            .flat_map(|frame| frame.locals.iter().rev())
            .find(|local| local.name == name);
        local.is_some_and(|local| local.usable && !local.is_let)
    }

    fn children(&mut self, id: ExprId, want: Want) {
        let tree = self.tree;
        match &tree[id].kind {
            ExprKind::String { interpolated } => {
                for &value in interpolated {
                    self.value(value, Want::Unknown);
                }
            }
            ExprKind::Member { base: Some(base), name, .. } => self.base(*base, name, false),
            ExprKind::Call { callee, arguments, trailing } => {
                self.call(*callee, arguments, trailing);
            }
            ExprKind::Subscript { base, arguments } => {
                // The subscript may be assigned to, or give access to what is inside.
                self.base(*base, "subscript", false);
                let container = self.firm(*base);
                let index = match container.map(|ty| self.types.form(ty)) {
                    Some(Form::Array(_)) => self.firm(id).map(|_| Types::INT),
                    Some(Form::Dictionary(key, _)) => Some(*key),
                    _ => None,
                };
                for argument in arguments {
                    self.value(argument.value, index.map_or(Want::Unknown, Want::Is));
                }
            }
            ExprKind::Paren(inner) => self.value(*inner, want),
            ExprKind::Tuple(elements) => {
                let known = self.typed(id, want).is_some();
                for element in elements {
                    self.value(element.value, if known { want } else { Want::Unknown });
                }
            }
            ExprKind::Array(elements) => {
                let ty = self.typed(id, want);
                let element = match ty.map(|ty| self.types.form(ty)) {
                    Some(Form::Array(element)) => Want::Is(*element),
                    _ => Want::Unknown,
                };
                for &value in elements {
                    self.value(value, element);
                }
            }
            ExprKind::Dictionary(pairs) => {
                let (key, value) = match want {
                    Want::Is(ty) => match *self.types.form(ty) {
                        Form::Dictionary(key, value) => (Want::Is(key), Want::Is(value)),
                        _ => (Want::Unknown, Want::Unknown),
                    },
                    _ => (Want::Unknown, Want::Unknown),
                };
                for (k, v) in pairs {
                    // Equal keys in a literal are an error at run time, not here.
                    self.value(*k, key);
                    self.value(*v, value);
                }
            }
            ExprKind::Prefix { operator, operand } => {
                let own = self.decls.operators.contains_key(operator);
                let operand_want = match *operator {
                    "!" if !own => Want::Is(Types::BOOL),
                    "-" | "+" | "~" if !own => self.typed(id, want).map_or(Want::Unknown, Want::Is),
                    _ => Want::Unknown,
                };
                let known = operand_want != Want::Unknown;
                let place = if known { Place::Value } else { Place::Fixed };
                // Where nobody else says what it is, the operand does: literals in
                // its place need their type.
                let alone = *operator != "!" && !matches!(want, Want::Is(_));
                let firm = self.firm(*operand).is_some();
                let operand_want = if alone && firm { Want::Unknown } else { operand_want };
                self.visit(*operand, operand_want, place);
            }
            ExprKind::Postfix { operand, .. } => self.visit(*operand, Want::Unknown, Place::Fixed),
            ExprKind::Infix { operator, left, right } => {
                self.infix(id, operator, *left, *right, want);
            }
            ExprKind::Ternary { condition, then, otherwise } => {
                self.value(*condition, Want::Is(Types::BOOL));
                let known = self.typed(id, want);
                let branch = match (known, want) {
                    (Some(ty), _) => Want::Is(ty),
                    (None, Want::Is(ty)) => Want::Is(ty),
                    _ => Want::Unknown,
                };
                self.value(*then, branch);
                self.value(*otherwise, branch);
            }
            ExprKind::Assign { left, right } => {
                let visit = |analysis: &mut Self| {
                    analysis.visit(*left, Want::Unknown, Place::Fixed);
                };
                // What is assigned to stays, also where it is an element of a tuple.
                let several = matches!(tree[*left].kind, ExprKind::Tuple(_));
                if several {
                    self.frozen(visit)
                } else {
                    visit(self)
                }
                let want = match tree[*left].kind {
                    ExprKind::Discard => Want::Default,
                    _ => self.firm(*left).map_or(Want::Unknown, Want::Is),
                };
                let assigned = match &tree[*left].kind {
                    ExprKind::Name { name, .. } | ExprKind::Member { name, .. } => Some(*name),
                    _ => None,
                };
                let before = std::mem::replace(&mut self.excluded, assigned.map(str::to_owned));
                self.value(*right, want);
                self.excluded = before;
            }
            ExprKind::Cast { value, to, .. } => {
                let to = self.decls.resolve(tree, &mut self.types, *to, &self.scope);
                let is_coercion =
                    tree.text(Span { start: tree[*value].span.end, end: tree[id].span.end });
                let coercion = is_coercion.trim_start().starts_with("as ");
                let want = match to {
                    Some(ty) if coercion => Want::Is(ty),
                    _ => Want::Unknown,
                };
                self.value(*value, want);
            }
            ExprKind::Try { value, .. } => {
                let inner = self.firm(*value).map_or(Want::Unknown, Want::Is);
                self.pinned += 1;
                self.value(*value, inner);
                self.pinned -= 1;
            }
            ExprKind::Word { word, value } => {
                // `consume x` and its like want a name.
                let place = if *word == "await" { Place::Value } else { Place::Fixed };
                self.pinned += 1;
                self.visit(*value, Want::Unknown, place);
                self.pinned -= 1;
            }
            ExprKind::InOut(inner) => self.visit(*inner, Want::Unknown, Place::Fixed),
            ExprKind::Force(inner) | ExprKind::Chain(inner) => {
                self.visit(*inner, Want::Unknown, Place::Fixed);
            }
            ExprKind::Closure(closure) => {
                self.results.push(Want::Unknown);
                for (_, value) in &closure.captures {
                    if let Some(value) = value {
                        self.value(*value, Want::Unknown);
                    }
                }
                self.in_frame(FrameKind::Closure, |analysis| {
                    for (name, _) in &closure.captures {
                        analysis.local(name, None, true, false);
                    }
                    for (name, ty) in &closure.params {
                        let ty = ty.and_then(|ty| {
                            analysis.decls.resolve(tree, &mut analysis.types, ty, &analysis.scope)
                        });
                        analysis.local(name, ty, true, true);
                    }
                    analysis.in_function(false, |analysis| {
                        analysis.statements(&closure.body, Some(Want::Unknown));
                    });
                });
                self.results.pop();
            }
            ExprKind::Statement(stmt) => {
                // The branches are values whose common type is not known.
                self.in_function(false, |analysis| {
                    analysis.statement(*stmt, Some(Want::Unknown));
                });
            }
            ExprKind::Integer
            | ExprKind::Float
            | ExprKind::Regex
            | ExprKind::Bool
            | ExprKind::Nil
            | ExprKind::Name { .. }
            | ExprKind::Member { base: None, .. }
            | ExprKind::KeyPath
            | ExprKind::Macro(_)
            | ExprKind::Discard
            | ExprKind::Binding(_)
            | ExprKind::IsPattern
            | ExprKind::TypeExpr(_)
            | ExprKind::Raw => {}
        }
    }

    /// What a member, call or subscript is applied to. It is replaced only where
    /// that surely reads it.
    fn base(&mut self, base: ExprId, name: &str, keeps: bool) {
        if self.names_type(base) {
            return;
        }
        let ty = self.firm(base);
        let is_class = ty
            .and_then(|ty| self.decls.decl(&self.types, ty))
            .is_some_and(|decl| decl.kind == NominalKind::Class);
        let read_only = ["count", "isEmpty", "description", "first", "last", "isNaN", "bitWidth"]
            .contains(&name)
            && !self.decls.foreign_members.contains(name);
        let rvalue = matches!(self.tree[base].kind, ExprKind::Call { .. } | ExprKind::Paren(_));
        let is_super =
            matches!(self.tree[base].kind, ExprKind::Name { name: "super" | "self", .. });
        let replace = (is_class || read_only || keeps || rvalue) && !is_super && ty.is_some();
        self.visit(base, Want::Unknown, if replace { Place::Base } else { Place::Fixed });
    }

    /// Whether an expression stands for a type or module, not a value.
    fn names_type(&mut self, id: ExprId) -> bool {
        let ExprKind::Name { name, .. } = &self.tree[id].kind else { return false };
        matches!(self.meaning(name), Meaning::Global | Meaning::Member(_))
            && self.firm(id).is_none()
            && name.starts_with(char::is_uppercase)
    }

    fn call(&mut self, callee: ExprId, arguments: &[Argument<'s>], trailing: &[Argument<'s>]) {
        let tree = self.tree;
        let meaning = self.callee(callee, arguments, trailing.len());
        match &tree[callee].kind {
            ExprKind::Member { base: Some(base), name, .. } => {
                let keeps = match &meaning {
                    Callee::Known { signature, .. } => !signature.mutating && !signature.is_static,
                    Callee::Library { .. } => library::keeps_receiver(name),
                    Callee::Unknown => false,
                };
                self.base(*base, name, keeps);
            }
            ExprKind::Name { name, .. } => {
                if let Callee::Known { signature, .. } = &meaning
                    && self.is_also_a_value(name, signature, arguments, trailing.len())
                {
                    self.callee_site(callee);
                }
            }
            ExprKind::Member { .. } | ExprKind::Array(_) | ExprKind::Dictionary(_) => {}
            _ => self.visit(callee, Want::Unknown, Place::Fixed),
        }
        match meaning {
            Callee::Known { signature, .. } => {
                let positions =
                    fits(&signature.params, arguments, trailing.len()).unwrap_or_default();
                for (i, argument) in arguments.iter().enumerate() {
                    let param = positions.get(i).map(|&at| &signature.params[at]);
                    let ty = param.and_then(|param| param.ty);
                    let want = ty.map_or(Want::Unknown, Want::Is);
                    if param.is_some_and(|param| param.autoclosure) {
                        self.in_frame(FrameKind::Closure, |analysis| {
                            analysis.value(argument.value, want);
                        });
                    } else {
                        self.value(argument.value, want);
                    }
                }
            }
            Callee::Library { wants, .. } => {
                for argument in arguments {
                    self.value(argument.value, wants);
                }
            }
            Callee::Unknown => {
                self.coerced = self.is_coercion(callee, arguments);
                for argument in arguments {
                    self.value(argument.value, Want::Unknown);
                }
                self.coerced = false;
            }
        }
        for closure in trailing {
            self.visit(closure.value, Want::Unknown, Place::Fixed);
        }
    }

    /// Whether a call may be another way to write `literal as T`.
    fn is_coercion(&self, callee: ExprId, arguments: &[Argument<'s>]) -> bool {
        let [Argument { label: None, value, .. }] = *arguments else { return false };
        let mut value = value;
        while let ExprKind::Paren(inner) = self.tree[value].kind {
            value = inner;
        }
        let literal = matches!(
            self.tree[value].kind,
            ExprKind::Integer
                | ExprKind::Float
                | ExprKind::Bool
                | ExprKind::Nil
                | ExprKind::String { .. }
                | ExprKind::Array(_)
                | ExprKind::Dictionary(_)
        );
        let callee = self.tree.text(self.tree[callee].span);
        let name = callee.rsplit('.').next().unwrap_or(callee);
        literal && !name.starts_with(|c: char| c.is_lowercase() || c == '_')
    }

    /// Whether the innermost function is a closure, whose type may depend on what is
    /// in it: a superfluous `try` makes it one that throws.
    pub(super) fn in_closure(&self) -> bool {
        let functions = self.frames.iter().rev().map(|frame| frame.kind).find(|kind| {
            matches!(kind, FrameKind::Closure | FrameKind::Function { .. } | FrameKind::Type(_))
        });
        functions == Some(FrameKind::Closure)
    }

    /// Whether a call means the same if the function is a value: a value has
    /// neither labels nor defaults, and the type of its parameters is its own.
    fn is_also_a_value(
        &self,
        name: &str,
        signature: &Signature,
        arguments: &[Argument<'s>],
        trailing: usize,
    ) -> bool {
        let plain = |param: &SigParam| {
            param.plain
                && param.label.is_none()
                && !param.variadic
                && !param.autoclosure
                && !param.has_default
        };
        !signature.generic
            && !signature.attributes
            && signature.params.iter().all(plain)
            && signature.params.len() == arguments.len() + trailing
            && matches!(self.meaning(name), Meaning::Global)
            && self.decls.top_functions.iter().any(|function| function.name == name)
            && self.unique_function(name).is_some()
    }

    fn callee_site(&mut self, callee: ExprId) {
        if self.frozen > 0 || !self.certain {
            return;
        }
        let env = self.environment();
        self.sites.push(Site {
            span: self.tree[callee].span,
            ty: Types::VOID,
            bare: false,
            wanted: false,
            base: false,
            env,
            excluded: self.excluded.clone(),
            value: None,
            constant_condition: false,
            pinned: true,
            callee: true,
            awaitable: false,
            in_closure: self.in_closure(),
        });
    }

    fn infix(&mut self, id: ExprId, operator: &str, left: ExprId, right: ExprId, want: Want) {
        let own = self.decls.operators.contains_key(operator);
        match operator {
            "&&" | "||" if !own => {
                self.value(left, Want::Is(Types::BOOL));
                self.value(right, Want::Is(Types::BOOL));
            }
            "==" | "!=" | "<" | ">" | "<=" | ">=" => {
                let ty = self.operand_type(left, right);
                let want = ty.map_or(Want::Unknown, Want::Is);
                self.value(left, want);
                self.value(right, want);
            }
            "+" | "-" | "*" | "/" | "%" | "&+" | "&-" | "&*" | "&" | "|" | "^" => {
                let ty = self.typed(id, want).filter(|&ty| Types::is_basic(ty));
                let operand = match ty {
                    Some(ty) => Want::Is(ty),
                    None => Want::Unknown,
                };
                let whole = |ty: Type| Types::is_integer(ty);
                // Constants of small types overflow, and a divisor could become zero.
                let narrow = ty.is_some_and(|ty| whole(ty) && ty != Types::INT);
                let divides = matches!(operator, "/" | "%") && !ty.is_some_and(Types::is_floating);
                if narrow {
                    self.frozen(|analysis| {
                        analysis.value(left, operand);
                        analysis.value(right, operand);
                    });
                    return;
                }
                self.value(left, operand);
                if divides {
                    self.frozen(|analysis| analysis.value(right, operand));
                } else {
                    self.value(right, operand);
                }
            }
            "<<" | ">>" | "&<<" | "&>>" => {
                self.frozen(|analysis| {
                    analysis.value(left, Want::Unknown);
                    analysis.value(right, Want::Unknown);
                });
            }
            "??" => {
                self.value(left, Want::Unknown);
                let known = self.firm(id).is_some();
                let wrapped = match self.firm(left).map(|ty| self.types.form(ty)) {
                    Some(Form::Optional(inner)) if known => Want::Is(*inner),
                    _ => Want::Unknown,
                };
                self.value(right, wrapped);
            }
            "..<" | "..." if !own => {
                let ty = self.operand_type(left, right);
                let want = match ty {
                    Some(ty) if self.firm(left).or_else(|| self.firm(right)).is_some() => {
                        Want::Is(ty)
                    }
                    _ => Want::Unknown,
                };
                self.value(left, want);
                self.value(right, want);
            }
            "+=" | "-=" | "*=" | "/=" | "%=" => {
                self.visit(left, Want::Unknown, Place::Fixed);
                let ty = self.firm(left).filter(|&ty| Types::is_basic(ty) && !own);
                let want = ty.map_or(Want::Unknown, Want::Is);
                let keep = matches!(operator, "/=" | "%=")
                    || ty.is_some_and(|ty| Types::is_integer(ty) && ty != Types::INT);
                if keep {
                    self.frozen(|analysis| analysis.value(right, want));
                } else {
                    self.value(right, want);
                }
            }
            _ => {
                self.visit(left, Want::Unknown, Place::Fixed);
                self.value(right, Want::Unknown);
            }
        }
    }
}

/// Whether a parenthesis behind this text would make generic arguments of two comparisons:
/// `a < b, c > (d)`.
fn ends_generic_arguments(before: &str) -> bool {
    let Some(before) = before.trim_end().strip_suffix('>') else { return false };
    let start = before.rfind(['{', '}', ';']).unwrap_or(0);
    let from_less = before[start..].find('<').map(|less| &before[start + less..]);
    from_less.is_some_and(|arguments| arguments.contains(','))
}

/// The value of an integer literal without a sign.
fn integer(text: &str) -> Option<u64> {
    let digits: String = text.chars().filter(|&c| c != '_').collect();
    match digits.get(..2) {
        Some("0x") => u64::from_str_radix(&digits[2..], 16).ok(),
        Some("0b") => u64::from_str_radix(&digits[2..], 2).ok(),
        Some("0o") => u64::from_str_radix(&digits[2..], 8).ok(),
        _ => digits.parse().ok(),
    }
}
