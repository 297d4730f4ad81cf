//! What of a program is reachable from `main`.

use crate::syntax::{Alt, Bind, Expr, ExprId, FunId, Home, Program, Qualifier, Slice, Stmt};

/// The functions and constructors that `main` needs, directly or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// For each function whether it is reachable.
    pub functions: Vec<bool>,
    /// For each constructor whether a value with it may be made.
    pub cons: Vec<bool>,
}

struct Walk<'a> {
    program: &'a Program,
    reached: Reached,
    exprs: Vec<ExprId>,
    functions: Vec<FunId>,
}

/// Finds what is reachable from `main`.
pub fn reached(program: &Program) -> Reached {
    let reached = Reached {
        functions: vec![false; program.functions.len()],
        cons: vec![false; program.cons.len()],
    };
    let mut walk = Walk { program, reached, exprs: Vec::new(), functions: Vec::new() };
    for &group in &program.main {
        walk.stmts(group);
    }
    loop {
        if let Some(expr) = walk.exprs.pop() {
            walk.expr(expr);
        } else if let Some(function) = walk.functions.pop() {
            walk.alts(program.functions[function.index()].alts);
        } else {
            return walk.reached;
        }
    }
}

/// Drops the functions of a program that are not reachable: what they would have
/// shown is not looked at.
pub(crate) fn prune(program: &mut Program) {
    let reached = reached(program);
    for (function, reached) in program.functions.iter_mut().zip(reached.functions) {
        if function.home == Home::Program && !reached {
            function.home = Home::Dropped;
        }
    }
}

impl Walk<'_> {
    fn function(&mut self, id: FunId) {
        if !std::mem::replace(&mut self.reached.functions[id.index()], true) {
            self.functions.push(id);
        }
    }

    fn alts(&mut self, alts: Slice) {
        let program = self.program;
        for &Alt { binds, bodies, .. } in program.alts_of(alts) {
            self.binds(binds);
            for body in program.bodies_of(bodies) {
                self.exprs.extend(body.guard);
                self.exprs.push(body.expr);
            }
        }
    }

    fn binds(&mut self, binds: Slice) {
        let program = self.program;
        for bind in program.binds_of(binds) {
            match *bind {
                Bind::Value { rhs, .. } | Bind::Pattern { rhs, .. } => self.exprs.push(rhs),
                Bind::Function { alts, .. } => self.alts(alts),
            }
        }
    }

    fn stmts(&mut self, stmts: Slice) {
        let program = self.program;
        for stmt in program.stmts_of(stmts) {
            match *stmt {
                Stmt::New(_, expr)
                | Stmt::Write(_, expr)
                | Stmt::Modify { function: expr, .. }
                | Stmt::Print(expr)
                | Stmt::Attempt(expr) => self.exprs.push(expr),
                Stmt::Read(..) => {}
                Stmt::When(expr, inner) | Stmt::ForEach(_, expr, inner) => {
                    self.exprs.push(expr);
                    self.stmts(inner);
                }
            }
        }
    }

    fn expr(&mut self, id: ExprId) {
        let program = self.program;
        match program.get(id) {
            Expr::Int(_)
            | Expr::Double(_)
            | Expr::Char(_)
            | Expr::Str(_)
            | Expr::Local(_)
            | Expr::Selector(..)
            | Expr::Instantiated(..)
            | Expr::Bottom => {}
            Expr::Global(function, _) => self.function(function),
            Expr::Method(class, method, _) => {
                let declared = &program.classes[class.index()].methods[method as usize];
                declared.default.into_iter().for_each(|default| self.function(default));
                for instance in program.instances.iter().filter(|one| one.class == class) {
                    instance.methods[method as usize]
                        .into_iter()
                        .for_each(|own| self.function(own));
                }
            }
            Expr::Lambda(alt) => self.alts(Slice { start: alt.0, len: 1 }),
            Expr::App(function, args) => {
                self.exprs.push(function);
                self.exprs.extend(program.exprs_of(args));
            }
            Expr::Let(binds, body) => {
                self.binds(binds);
                self.exprs.push(body);
            }
            Expr::Case(scrutinee, alts) => {
                self.exprs.push(scrutinee);
                self.alts(alts);
            }
            Expr::If(condition, yes, no) => self.exprs.extend([condition, yes, no]),
            Expr::Con(con, args) | Expr::Record(con, args) => {
                self.reached.cons[con.index()] = true;
                self.exprs.extend(program.exprs_of(args));
            }
            Expr::List(items) | Expr::Prim(_, _, items) => {
                self.exprs.extend(program.exprs_of(items));
            }
            Expr::Update(record, _, _, value) => self.exprs.extend([record, value]),
            Expr::Section(_, _, inner) | Expr::Annotated(inner) | Expr::Generalised(_, inner) => {
                self.exprs.push(inner)
            }
            Expr::Comprehension(body, qualifiers) => {
                self.exprs.push(body);
                for qualifier in program.qualifiers_of(qualifiers) {
                    match *qualifier {
                        Qualifier::Generator(_, expr)
                        | Qualifier::Guard(expr)
                        | Qualifier::Let(_, expr) => self.exprs.push(expr),
                    }
                }
            }
            Expr::Enumeration(from, then, to) => {
                self.exprs.push(from);
                self.exprs.extend(then);
                self.exprs.extend(to);
            }
            Expr::RunSt(stmts, result) => {
                self.stmts(stmts);
                self.exprs.push(result);
            }
        }
    }
}
