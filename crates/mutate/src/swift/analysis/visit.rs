//! Walking over statements and declarations: scopes, and what they want of
//! their expressions.

use super::names::Meaning;
use super::{Analysis, Frame, FrameKind, Local, Site, Want};
use crate::swift::declarations::pattern_names;
use crate::swift::tree::{
    Accessor, Block, Condition, ExprId, ExprKind, FuncDecl, FuncKind, NodeId, Nominal, NominalKind,
    Pattern, StmtId, StmtKind, TypeKind, VarBinding, VarDecl,
};
use crate::swift::types::{Form, Type, Types};

/// Attributes after which a body may only use what the outside sees.
const EXPOSING: [&str; 5] =
    ["inlinable", "usableFromInline", "_alwaysEmitIntoClient", "_transparent", "backDeployed"];

impl<'s> Analysis<'_, 's> {
    pub(super) fn local(&mut self, name: &'s str, ty: Option<Type>, is_let: bool, usable: bool) {
        let local = Local { name, ty, is_let, usable, inout: false };
        self.innermost().locals.push(local);
    }

    fn innermost(&mut self) -> &mut Frame<'s> {
        self.frames.last_mut().expect("the top frame is never left")
    }

    pub(super) fn in_frame(&mut self, kind: FrameKind, visit: impl FnOnce(&mut Self)) {
        self.frames.push(Frame { kind, locals: Vec::new() });
        visit(self);
        self.frames.pop();
    }

    pub(super) fn frozen(&mut self, visit: impl FnOnce(&mut Self)) {
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

    pub(super) fn statement(&mut self, id: StmtId, value: Option<Want>) {
        let tree = self.tree;
        match &tree[id].kind {
            StmtKind::Expr(expr) => {
                let want = value.unwrap_or(Want::Default);
                self.whole(*expr, want);
            }
            StmtKind::Return(Some(expr)) => {
                let want = self.results.last().copied().unwrap_or(Want::Unknown);
                self.whole(*expr, want);
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
                let before = self.innermost().locals.len();
                self.conditions(conditions);
                // What the conditions bind is not seen in the block, but a name
                // that they hide is not used there either.
                let bound = self.innermost().locals.split_off(before);
                for local in &bound {
                    self.local(local.name, None, true, false);
                }
                self.block(otherwise, None);
                let locals = &mut self.innermost().locals;
                locals.truncate(before);
                locals.extend(bound);
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
            StmtKind::Block(body) => self.block(body, value),
            StmtKind::Defer(body) => {
                self.in_function(false, |analysis| analysis.block(body, value));
            }
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

    /// An expression that is a whole statement or all of a value.
    fn whole(&mut self, id: ExprId, want: Want) {
        let before = self.sites.len();
        self.value(id, want);
        let span = self.tree[id].span;
        if let Some(site) = self.sites[before..].iter_mut().find(|site| site.span == span) {
            site.awaitable = self.asynchronous && !site.pinned && site.ty != Types::VOID;
        }
    }

    /// What belongs to a function that is asynchronous, or to one that is not.
    pub(super) fn in_function(&mut self, asynchronous: bool, visit: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.asynchronous, asynchronous);
        visit(self);
        self.asynchronous = before;
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
                wanted: true,
                base: false,
                env,
                excluded: None,
                value: None,
                constant_condition: true,
                pinned: true,
                callee: false,
                awaitable: false,
                in_closure: self.in_closure(),
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
                    self.whole(value, want);
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
        let writable = self.certain && self.decls.can_be_written(&self.types, ty, &self.scope);
        if written.ends_with(name) && self.frozen == 0 && writable {
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
                analysis.in_function(false, |analysis| {
                    analysis.statements(&accessor.body.stmts, getter.then_some(want));
                });
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
            // It may have no name.
            if param.name == "_" {
                continue;
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
                    analysis.in_function(func.asynchronous, |analysis| {
                        analysis.statements(&body.stmts, result);
                    });
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
}
