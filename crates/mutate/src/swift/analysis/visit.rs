//! Walking over a program: scopes, what each context wants, and what can be
//! replaced.

use super::infer::Callee;
use super::names::{Meaning, fits};
use super::{Analysis, Frame, FrameKind, Local, Site, Want};
use crate::swift::declarations::pattern_names;
use crate::swift::library;
use crate::swift::tree::{
    Accessor, Argument, Block, Condition, ExprId, ExprKind, FuncDecl, FuncKind, NodeId, Nominal,
    NominalKind, Pattern, Span, StmtId, StmtKind, TypeKind, VarBinding, VarDecl,
};
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

/// Attributes after which a body may only use what the outside sees.
const EXPOSING: [&str; 5] =
    ["inlinable", "usableFromInline", "_alwaysEmitIntoClient", "_transparent", "backDeployed"];

impl<'s> Analysis<'_, 's> {
    fn local(&mut self, name: &'s str, ty: Option<Type>, is_let: bool, usable: bool) {
        let local = Local { name, ty, is_let, usable, inout: false };
        self.frames.last_mut().expect("the top frame is never left").locals.push(local);
    }

    fn in_frame(&mut self, kind: FrameKind, visit: impl FnOnce(&mut Self)) {
        self.frames.push(Frame { kind, locals: Vec::new() });
        visit(self);
        self.frames.pop();
    }

    fn frozen(&mut self, visit: impl FnOnce(&mut Self)) {
        self.frozen += 1;
        visit(self);
        self.frozen -= 1;
    }

    /// Statements; `value` is what the only one of them is the value for.
    pub(super) fn statements(&mut self, stmts: &[StmtId], value: Option<Want>) {
        let value = value.filter(|_| stmts.len() == 1);
        for &id in stmts {
            self.statement(id, value);
        }
    }

    fn block(&mut self, block: &Block, value: Option<Want>) {
        self.in_frame(FrameKind::Block, |analysis| analysis.statements(&block.stmts, value));
    }

    fn statement(&mut self, id: StmtId, value: Option<Want>) {
        let tree = self.tree;
        match &tree[id].kind {
            StmtKind::Expr(expr) => {
                let want = value.unwrap_or(Want::Default);
                self.value(*expr, want);
            }
            StmtKind::Return(Some(expr)) => {
                let want = self.results.last().copied().unwrap_or(Want::Unknown);
                self.value(*expr, want);
            }
            StmtKind::Throw(expr) => self.value(*expr, Want::Unknown),
            StmtKind::If { conditions, then, otherwise } => {
                self.in_frame(FrameKind::Block, |analysis| {
                    analysis.conditions(conditions);
                    analysis.block(then, value);
                });
                if let Some(otherwise) = otherwise {
                    self.statement(*otherwise, value);
                }
            }
            StmtKind::Guard { conditions, otherwise } => {
                self.conditions(conditions);
                // What the conditions bind is not seen in the block, but a name
                // that they hide is not used there either.
                self.block(otherwise, None);
            }
            StmtKind::While { conditions, body } => {
                self.in_frame(FrameKind::Block, |analysis| {
                    analysis.conditions(conditions);
                    analysis.block(body, None);
                });
            }
            StmtKind::Repeat { body, condition } => {
                self.block(body, None);
                self.condition(*condition);
            }
            StmtKind::For { pattern, ty, sequence, filter, body } => {
                self.value(*sequence, Want::Default);
                let element = self.element_of(*sequence).filter(|_| ty.is_none());
                self.in_frame(FrameKind::Block, |analysis| {
                    match pattern {
                        Some(Pattern::Name(name)) => {
                            analysis.local(name, element, true, true);
                        }
                        Some(pattern) => analysis.unknown_names(pattern),
                        None => analysis.unknown_names_in(tree.text(tree[id].span)),
                    }
                    if let Some(filter) = filter {
                        analysis.value(*filter, Want::Is(Types::BOOL));
                    }
                    analysis.block(body, None);
                });
            }
            StmtKind::Switch { subject, cases } => {
                self.value(*subject, Want::Unknown);
                for case in cases {
                    self.case(&case.patterns, &case.body, value);
                }
            }
            StmtKind::Do { body, catches } => {
                self.block(body, value);
                for case in catches {
                    self.in_frame(FrameKind::Block, |analysis| {
                        analysis.local("error", None, true, false);
                        analysis.case(&case.patterns, &case.body, value);
                    });
                }
            }
            StmtKind::Defer(body) | StmtKind::Block(body) => self.block(body, value),
            StmtKind::Var(var) => self.variables(var),
            StmtKind::Func(func) => self.function(func),
            StmtKind::Nominal(nominal) => self.nominal(id, nominal),
            // Whether what is compiled conditionally is compiled is not known.
            StmtKind::Conditional(_) | StmtKind::Raw => {}
            StmtKind::Return(None)
            | StmtKind::Jump
            | StmtKind::Cases(_)
            | StmtKind::Alias { .. }
            | StmtKind::Associated(_)
            | StmtKind::Import(_)
            | StmtKind::Other => {}
        }
    }

    fn case(
        &mut self,
        patterns: &[(ExprId, Option<ExprId>)],
        body: &[StmtId],
        value: Option<Want>,
    ) {
        self.in_frame(FrameKind::Block, |analysis| {
            for (pattern, filter) in patterns {
                analysis.bind_pattern(*pattern);
                if let Some(filter) = filter {
                    analysis.value(*filter, Want::Is(Types::BOOL));
                }
            }
            analysis.statements(body, value);
        });
    }

    /// Every name in a pattern may be a variable from here on.
    fn bind_pattern(&mut self, pattern: ExprId) {
        let mut stack = vec![NodeId::Expr(pattern)];
        while let Some(node) = stack.pop() {
            if let NodeId::Expr(id) = node
                && let ExprKind::Name { name, .. } = self.tree[id].kind
            {
                self.local(name, None, true, false);
            }
            stack.extend(self.tree.children(node));
        }
    }

    fn unknown_names(&mut self, pattern: &Pattern<'s>) {
        let mut names = Vec::new();
        pattern_names(pattern, &mut names);
        for name in names {
            self.local(name, None, true, false);
        }
    }

    fn unknown_names_in(&mut self, text: &'s str) {
        for word in text.split(|c: char| !c.is_alphanumeric() && c != '_') {
            if !word.is_empty() {
                self.local(word, None, true, false);
            }
        }
    }

    fn element_of(&mut self, sequence: ExprId) -> Option<Type> {
        let found = self.typed(sequence, Want::Default);
        if let Some(ty) = found {
            return match *self.types.form(ty) {
                Form::Array(element) => Some(element),
                _ => None,
            };
        }
        match self.tree[sequence].kind {
            ExprKind::Infix { operator: operator @ ("..<" | "..."), left, right }
                if !self.decls.operators.contains_key(operator) =>
            {
                self.operand_type(left, right).filter(|&ty| Types::is_integer(ty))
            }
            _ => None,
        }
    }

    fn conditions(&mut self, conditions: &[Condition<'s>]) {
        for condition in conditions {
            match condition {
                Condition::Bool(value) => self.condition(*value),
                Condition::Let { pattern, ty, value } => {
                    let wrapped = match (pattern, value) {
                        (_, Some(value)) => {
                            self.value(*value, Want::Unknown);
                            self.firm(*value)
                        }
                        (Pattern::Name(name), None) => match self.meaning(name) {
                            Meaning::Variable(ty) => ty,
                            _ => None,
                        },
                        _ => None,
                    };
                    let wrapped = match wrapped.map(|ty| self.types.form(ty)) {
                        Some(Form::Optional(inner)) => Some(*inner),
                        _ => None,
                    };
                    match pattern {
                        Pattern::Name(name) => {
                            let known = wrapped.filter(|_| ty.is_none());
                            self.local(name, known, true, known.is_some());
                        }
                        pattern => self.unknown_names(pattern),
                    }
                }
                Condition::Case { pattern, value } => {
                    self.value(*value, Want::Unknown);
                    self.bind_pattern(*pattern);
                }
                Condition::Available => {}
            }
        }
    }

    /// A condition of a statement. If it is constant, control flow depends on it.
    fn condition(&mut self, id: ExprId) {
        if !self.is_constant(id) {
            self.value(id, Want::Is(Types::BOOL));
            return;
        }
        self.frozen(|analysis| analysis.value(id, Want::Is(Types::BOOL)));
        let span = self.tree[id].span;
        if self.frozen == 0 && self.tree.text(span) == "true" {
            let env = self.environment();
            self.sites.push(Site {
                span,
                ty: Types::BOOL,
                bare: true,
                base: false,
                env,
                excluded: None,
                value: None,
                constant_condition: true,
                pinned: true,
            });
        }
    }

    fn is_constant(&self, id: ExprId) -> bool {
        let mut stack = vec![NodeId::Expr(id)];
        while let Some(node) = stack.pop() {
            let NodeId::Expr(id) = node else { return false };
            let constant = matches!(
                self.tree[id].kind,
                ExprKind::Integer
                    | ExprKind::Float
                    | ExprKind::String { .. }
                    | ExprKind::Bool
                    | ExprKind::Paren(_)
                    | ExprKind::Prefix { .. }
                    | ExprKind::Infix { .. }
                    | ExprKind::Ternary { .. }
            );
            if !constant {
                return false;
            }
            stack.extend(self.tree.children(node));
        }
        true
    }

    fn variables(&mut self, var: &VarDecl<'s>) {
        let at_top = self.frames.len() == 1;
        for binding in &var.bindings {
            let written = binding
                .ty
                .and_then(|ty| self.decls.resolve(self.tree, &mut self.types, ty, &self.scope));
            let plain = var.modifiers.attributes.is_empty()
                && !var.modifiers.has("async")
                && !var.modifiers.has("lazy")
                && !var.modifiers.has("weak")
                && !var.modifiers.has("unowned");
            let want = match (binding.ty, written) {
                (None, _) => Want::Default,
                (Some(_), Some(ty)) => Want::Is(ty),
                (Some(_), None) => Want::Unknown,
            };
            let mut inferred = None;
            if let Some(value) = binding.value {
                if plain {
                    self.value(value, want);
                }
                inferred = self.typed(value, Want::Default);
                let tuple = matches!(self.tree[value].kind, ExprKind::Tuple(_));
                inferred = inferred.filter(|_| !tuple || binding.ty.is_none());
            }
            let ty = if binding.ty.is_some() { written } else { inferred };
            self.accessors(binding, ty, false);
            match &binding.pattern {
                Pattern::Name(name) => {
                    let known = ty.filter(|_| plain || binding.ty.is_some());
                    let known = known.filter(|_| var.modifiers.attributes.is_empty());
                    let usable = plain && binding.value.is_some() && !binding.has_accessors;
                    self.local(name, known, var.is_let, usable);
                    if let (Some(value), Some(ty), None) = (binding.value, known, binding.ty) {
                        self.note_untyped(name, value, ty);
                    }
                    if at_top
                        && let Some(global) = self.decls.globals.get_mut(name)
                        && global.ty.is_none()
                        && global.plain
                    {
                        global.ty = known;
                    }
                }
                pattern => self.unknown_names(pattern),
            }
        }
    }

    /// Notes where the type of a variable could be written: behind its name.
    fn note_untyped(&mut self, name: &str, value: ExprId, ty: Type) {
        let before = &self.tree.source[..self.tree[value].span.start as usize];
        let Some(written) = before.trim_end().strip_suffix('=') else { return };
        let written = written.trim_end();
        if written.ends_with(name) && self.frozen == 0 {
            self.untyped.push((written.len() as u32, ty));
        }
    }

    fn accessors(&mut self, binding: &VarBinding<'s>, ty: Option<Type>, with_self: bool) {
        self.accessor_bodies(&binding.accessors, ty, with_self);
    }

    fn accessor_bodies(&mut self, accessors: &[Accessor<'s>], ty: Option<Type>, with_self: bool) {
        for accessor in accessors {
            let getter = accessor.word == "get";
            let want = if getter { ty.map_or(Want::Unknown, Want::Is) } else { Want::Unknown };
            self.results.push(want);
            self.in_frame(FrameKind::Function { with_self }, |analysis| {
                let implicit = match accessor.word {
                    "set" | "willSet" => Some("newValue"),
                    "didSet" => Some("oldValue"),
                    _ => None,
                };
                if let Some(name) = accessor.param.or(implicit) {
                    analysis.local(name, ty, true, false);
                }
                analysis.statements(&accessor.body.stmts, getter.then_some(want));
            });
            self.results.pop();
        }
    }

    fn function(&mut self, func: &FuncDecl<'s>) {
        // In such a function a parameter of the type may be equal to another type.
        if func.constrained {
            return;
        }
        let generics = self.scope.generics.len();
        self.scope.generics.extend(&func.generics);
        let builder = !func.modifiers.attributes.iter().all(|attribute| {
            attribute.starts_with(char::is_lowercase) || attribute.starts_with('_')
        });
        let exposed = func.modifiers.attributes.iter().any(|a| EXPOSING.contains(a));
        let mut params = Vec::new();
        for param in &func.params {
            let mut inout = false;
            let mut written = param.ty;
            let mut usable = true;
            if let TypeKind::Attributed { words, inner } = &self.tree[param.ty].kind {
                inout = words.contains(&"inout");
                usable = words.iter().all(|word| ["inout", "escaping"].contains(word));
                written = *inner;
            }
            let mut ty = self.decls.resolve(self.tree, &mut self.types, written, &self.scope);
            if !usable {
                ty = None;
            }
            if let Some(default) = param.default {
                let want = ty.map_or(Want::Unknown, Want::Is);
                self.in_frame(FrameKind::Isolated, |analysis| analysis.value(default, want));
            }
            if param.variadic {
                ty = ty.map(|ty| self.types.intern(Form::Array(ty)));
            }
            params.push(Local { name: param.name, ty, is_let: !inout, usable, inout });
        }
        let result = match func.result {
            None => None,
            Some(written) => {
                let ty = self.decls.resolve(self.tree, &mut self.types, written, &self.scope);
                Some(ty.map_or(Want::Unknown, Want::Is))
            }
        };
        let instance = func.kind == FuncKind::Func && !func.modifiers.is_static();
        let with_self =
            instance && matches!(self.frames.last(), Some(Frame { kind: FrameKind::Type(_), .. }));
        let has_self = self.in_type();
        self.results.push(result.unwrap_or(Want::Unknown));
        if exposed {
            self.frames.push(Frame { kind: FrameKind::Isolated, locals: Vec::new() });
        }
        // Where `Self` is meant, `self` may have that type.
        let text = func.body.as_ref().map_or("", |body| self.tree.text(body.span));
        let dynamic = text.contains("Self")
            || (func.kind == FuncKind::Init && self.in_class())
            || func.result.is_some_and(|ty| self.tree.text(self.tree[ty].span).contains("Self"));
        let no_type = func.modifiers.is_static() || dynamic;
        self.in_frame(FrameKind::Function { with_self }, |analysis| {
            if has_self {
                let ty = if no_type { None } else { analysis.self_type() };
                analysis.local("self", ty, true, false);
            }
            let frame = analysis.frames.last_mut().expect("the frame of the function");
            frame.locals.extend(params);
            if let Some(body) = &func.body {
                let pinned = u32::from(func.kind == FuncKind::Init);
                let visit = |analysis: &mut Self| {
                    let before = std::mem::replace(&mut analysis.pinned, pinned);
                    analysis.statements(&body.stmts, result);
                    analysis.pinned = before;
                };
                // The body of a result builder or of another macro is not a plain one.
                if builder { analysis.frozen(visit) } else { visit(analysis) }
            }
        });
        if exposed {
            self.frames.pop();
        }
        self.results.pop();
        self.accessor_bodies_of(func, result);
        self.scope.generics.truncate(generics);
    }

    fn accessor_bodies_of(&mut self, func: &FuncDecl<'s>, result: Option<Want>) {
        let ty = match result {
            Some(Want::Is(ty)) => Some(ty),
            _ => None,
        };
        if func.accessors.is_empty() {
            return;
        }
        self.in_frame(FrameKind::Block, |analysis| {
            for param in &func.params {
                analysis.local(param.name, None, true, false);
            }
            analysis.accessor_bodies(&func.accessors, ty, false);
        });
    }

    fn in_type(&self) -> bool {
        matches!(self.frames.last(), Some(Frame { kind: FrameKind::Type(_), .. }))
    }

    fn in_class(&self) -> bool {
        self.scope
            .types
            .last()
            .is_some_and(|&index| self.decls.types[index].kind == NominalKind::Class)
    }

    fn nominal(&mut self, id: StmtId, nominal: &Nominal<'s>) {
        let Some(&index) = self.decls.type_of_stmt.get(&id) else { return };
        let extended = nominal.kind == NominalKind::Extension
            && self.decls.types[index].kind == NominalKind::Extension;
        self.scope.types.push(index);
        self.in_frame(FrameKind::Type(index), |analysis| {
            for &member in &nominal.members {
                match &analysis.tree[member].kind {
                    StmtKind::Var(var) => analysis.properties(var, extended),
                    StmtKind::Func(func) => analysis.function(func),
                    StmtKind::Nominal(_) => analysis.statement(member, None),
                    _ => {}
                }
            }
        });
        self.scope.types.pop();
    }

    fn properties(&mut self, var: &VarDecl<'s>, extended: bool) {
        let plain = var.modifiers.attributes.is_empty() && !var.modifiers.has("lazy");
        for binding in &var.bindings {
            let written = binding
                .ty
                .and_then(|ty| self.decls.resolve(self.tree, &mut self.types, ty, &self.scope));
            let want = match (binding.ty, written) {
                (None, _) => Want::Default,
                (Some(_), Some(ty)) => Want::Is(ty),
                (Some(_), None) => Want::Unknown,
            };
            if let Some(value) = binding.value
                && plain
            {
                self.in_frame(FrameKind::Isolated, |analysis| analysis.value(value, want));
            }
            let with_self = !var.modifiers.is_static() && !extended;
            let ty = written.filter(|_| binding.ty.is_some());
            let builder = !var.modifiers.attributes.is_empty();
            let is_static = var.modifiers.is_static();
            self.in_frame(FrameKind::Block, |analysis| {
                let bodies = binding.accessors.iter().map(|accessor| accessor.body.span);
                let dynamic = bodies
                    .chain(binding.ty.map(|ty| analysis.tree[ty].span))
                    .any(|span| analysis.tree.text(span).contains("Self"));
                let self_type = if is_static || dynamic { None } else { analysis.self_type() };
                analysis.local("self", self_type, true, false);
                let visit = |analysis: &mut Self| analysis.accessors(binding, ty, with_self);
                if builder { analysis.frozen(visit) } else { visit(analysis) }
            });
        }
    }

    /// Visits an expression that may be replaced.
    fn value(&mut self, id: ExprId, want: Want) {
        self.visit(id, want, Place::Value);
    }

    fn visit(&mut self, id: ExprId, want: Want, place: Place) {
        let expr = &self.tree[id];
        let counted = !matches!(
            expr.kind,
            ExprKind::Closure(_) | ExprKind::Discard | ExprKind::InOut(_) | ExprKind::TypeExpr(_)
        );
        if counted {
            self.values += 1;
            let ty = self.typed(id, want);
            if let Some(ty) = ty {
                self.annotations.push((expr.span, ty));
            }
            let given = self.given.get(&expr.span).copied();
            self.from_compiler += usize::from(ty.is_none() && given.is_some());
            let ty = ty.or(given);
            if let Some(ty) = ty {
                self.site(id, ty, want, place);
            }
        }
        self.children(id, want);
    }

    fn site(&mut self, id: ExprId, ty: Type, want: Want, place: Place) {
        let tree = self.tree;
        if place == Place::Fixed || self.frozen > 0 {
            return;
        }
        if ty == Types::VOID && !self.is_replaceable_statement(id) {
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
            Types::BOOL => Some(super::Literal::Bool),
            Types::STRING | Types::CHARACTER => Some(super::Literal::String),
            ty if Types::is_floating(ty) => Some(super::Literal::Float),
            ty if Types::is_integer(ty) => Some(super::Literal::Integer),
            _ => None,
        };
        let bare = kind.is_some_and(|kind| self.literal_type(kind, want) == Some(ty));
        let env = self.environment();
        self.sites.push(Site {
            span: tree[id].span,
            ty,
            bare,
            base: place == Place::Base,
            env,
            excluded: self.excluded.clone(),
            value,
            constant_condition: false,
            pinned: self.pinned > 0,
        });
    }

    /// Whether a statement without a value can be replaced by another: an
    /// assignment to a variable that surely has a value already.
    fn is_replaceable_statement(&self, id: ExprId) -> bool {
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
                self.visit(*left, Want::Unknown, Place::Fixed);
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
                    analysis.statements(&closure.body, Some(Want::Unknown));
                });
                self.results.pop();
            }
            ExprKind::Statement(stmt) => {
                // The branches are values whose common type is not known.
                self.statement(*stmt, Some(Want::Unknown));
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
            ExprKind::Name { .. }
            | ExprKind::Member { .. }
            | ExprKind::Array(_)
            | ExprKind::Dictionary(_) => {}
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
                for argument in arguments {
                    self.value(argument.value, Want::Unknown);
                }
            }
        }
        for closure in trailing {
            self.visit(closure.value, Want::Unknown, Place::Fixed);
        }
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
