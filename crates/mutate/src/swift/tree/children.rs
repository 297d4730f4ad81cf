//! The children of nodes, and the texts of parts of the source.

use super::{Accessor, Case, Condition, Expr, ExprId, ExprKind, Span, StmtId, StmtKind, Tree};

/// A node of any arena that can have children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeId {
    /// An expression.
    Expr(ExprId),
    /// A statement.
    Stmt(StmtId),
}

impl<'s> Tree<'s> {
    /// The text of a part of the source.
    pub fn text(&self, span: Span) -> &'s str {
        &self.source[span.start as usize..span.end as usize]
    }

    /// All expressions, in the order in which the parser finished them.
    pub fn expressions(&self) -> impl Iterator<Item = (ExprId, &Expr<'s>)> {
        self.exprs.iter().enumerate().map(|(i, expr)| (ExprId(i as u32), expr))
    }

    /// Where a node is.
    pub fn span(&self, node: NodeId) -> Span {
        match node {
            NodeId::Expr(id) => self[id].span,
            NodeId::Stmt(id) => self[id].span,
        }
    }

    /// The children of a node, in the order of the source.
    pub fn children(&self, node: NodeId) -> Vec<NodeId> {
        let mut found = Vec::new();
        match node {
            NodeId::Expr(id) => self.expr_children(id, &mut found),
            NodeId::Stmt(id) => self.stmt_children(id, &mut found),
        }
        found.sort_by_key(|&child| self.span(child).start);
        found
    }

    fn expr_children(&self, id: ExprId, found: &mut Vec<NodeId>) {
        use ExprKind::*;
        let mut add = |id: &ExprId| found.push(NodeId::Expr(*id));
        match &self[id].kind {
            String { interpolated } => interpolated.iter().for_each(add),
            Member { base, .. } => base.iter().for_each(add),
            Call { callee, arguments, trailing } => {
                add(callee);
                arguments.iter().chain(trailing).for_each(|argument| add(&argument.value));
            }
            Subscript { base, arguments } => {
                add(base);
                arguments.iter().for_each(|argument| add(&argument.value));
            }
            Tuple(elements) => elements.iter().for_each(|element| add(&element.value)),
            Array(elements) => elements.iter().for_each(add),
            Dictionary(elements) => elements.iter().for_each(|(key, value)| {
                add(key);
                add(value);
            }),
            Paren(inner) | InOut(inner) | Force(inner) | Chain(inner) | Binding(inner) => {
                add(inner)
            }
            Prefix { operand, .. } | Postfix { operand, .. } => add(operand),
            Infix { left, right, .. } | Assign { left, right } => {
                add(left);
                add(right);
            }
            Ternary { condition, then, otherwise } => {
                add(condition);
                add(then);
                add(otherwise);
            }
            Cast { value, .. } | Try { value, .. } | Word { value, .. } => add(value),
            Closure(closure) => {
                closure.captures.iter().filter_map(|(_, value)| value.as_ref()).for_each(add);
                found.extend(closure.body.iter().map(|&id| NodeId::Stmt(id)));
            }
            Statement(stmt) => found.push(NodeId::Stmt(*stmt)),
            Integer
            | Float
            | Regex
            | Bool
            | Nil
            | Name { .. }
            | KeyPath
            | Macro(_)
            | Discard
            | IsPattern
            | TypeExpr(_)
            | Raw => {}
        }
    }

    fn stmt_children(&self, id: StmtId, found: &mut Vec<NodeId>) {
        use StmtKind::*;
        let mut found = Children(found);
        match &self[id].kind {
            Expr(value) | Throw(value) => found.expr(value),
            Return(value) => found.exprs(value),
            If { conditions, then, otherwise } => {
                found.conditions(conditions);
                found.stmts(&then.stmts);
                found.stmts(otherwise);
            }
            Guard { conditions, otherwise: body } | While { conditions, body } => {
                found.conditions(conditions);
                found.stmts(&body.stmts);
            }
            Repeat { body, condition } => {
                found.stmts(&body.stmts);
                found.expr(condition);
            }
            For { sequence, filter, body, .. } => {
                found.expr(sequence);
                found.exprs(filter);
                found.stmts(&body.stmts);
            }
            Switch { subject, cases } => {
                found.expr(subject);
                found.cases(cases);
            }
            Do { body, catches } => {
                found.stmts(&body.stmts);
                found.cases(catches);
            }
            Defer(body) | Block(body) => found.stmts(&body.stmts),
            Var(var) => {
                for binding in &var.bindings {
                    found.exprs(&binding.value);
                    found.accessors(&binding.accessors);
                }
            }
            Func(func) => {
                found.exprs(func.params.iter().filter_map(|param| param.default.as_ref()));
                found.stmts(func.body.iter().flat_map(|body| &body.stmts));
                found.accessors(&func.accessors);
            }
            Nominal(nominal) => found.stmts(&nominal.members),
            Cases(cases) => {
                let params = cases.iter().flat_map(|case| case.params.iter().flatten());
                found.exprs(params.filter_map(|param| param.default.as_ref()));
            }
            Conditional(stmts) => found.stmts(stmts),
            Jump | Alias { .. } | Associated(_) | Import(_) | Other | Raw => {}
        }
    }
}

/// Children as they are found.
struct Children<'a>(&'a mut Vec<NodeId>);

impl Children<'_> {
    fn expr(&mut self, id: &ExprId) {
        self.0.push(NodeId::Expr(*id));
    }

    fn exprs<'a>(&mut self, ids: impl IntoIterator<Item = &'a ExprId>) {
        self.0.extend(ids.into_iter().map(|&id| NodeId::Expr(id)));
    }

    fn stmts<'a>(&mut self, ids: impl IntoIterator<Item = &'a StmtId>) {
        self.0.extend(ids.into_iter().map(|&id| NodeId::Stmt(id)));
    }

    fn conditions(&mut self, conditions: &[Condition<'_>]) {
        for condition in conditions {
            match condition {
                Condition::Bool(value) => self.expr(value),
                Condition::Let { value, .. } => self.exprs(value),
                Condition::Case { pattern, value } => self.exprs([pattern, value]),
                Condition::Available => {}
            }
        }
    }

    fn cases(&mut self, cases: &[Case]) {
        for case in cases {
            for (pattern, filter) in &case.patterns {
                self.expr(pattern);
                self.exprs(filter);
            }
            self.stmts(&case.body);
        }
    }

    fn accessors(&mut self, accessors: &[Accessor<'_>]) {
        for accessor in accessors {
            self.stmts(&accessor.body.stmts);
        }
    }
}
