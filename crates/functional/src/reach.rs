//! What of a program is reachable from `main`.

use crate::prims::{Needs, Op};
use crate::syntax::{
    Alt, Bind, Class, Expr, ExprId, FunId, Home, Pragma, Program, Qualifier, Scheme, Slice, Stmt,
};
use crate::types::{DataId, Ty, TyVar, Type, Types, data};

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
    /// The instances that are used.
    instances: Vec<(Class, Ty)>,
}

/// Finds what is reachable from `main`.
pub fn reached(program: &Program) -> Reached {
    let mut walk = Walk::new(program);
    walk.finish();
    walk.reached
}

/// Derives only what is used: an instance that nothing uses shows nothing, and GHC takes
/// a third of its time for it. Everything can be shown, though.
pub(crate) fn drop_unused_instances(program: &mut Program) {
    let mut walk = Walk::new(program);
    for (i, function) in program.functions.iter().enumerate() {
        // Methods are compiled even where nothing calls them.
        if !matches!(function.home, Home::Library | Home::Dropped) {
            walk.function(FunId(i as u16));
        }
        if let Pragma::Specialise(at) = function.pragma {
            let mut substitution = Vec::new();
            let Scheme { vars, context, params, result } = &*function.scheme;
            let (own, last) = program.types.uncurry(at, params.len());
            for (&param, &at) in params.iter().chain([result]).zip(own.iter().chain([&last])) {
                program.types.matches(param, at, vars, &mut substitution);
            }
            walk.context(context, &substitution);
        }
    }
    walk.finish();
    let mut instances = walk.instances;
    for instance in &program.instances {
        let class = &program.classes[instance.class.index()];
        instances.extend(class.superclass.map(|superclass| (superclass, instance.head)));
    }
    let mut used: Vec<(Class, DataId)> = Vec::new();
    while let Some((class, ty)) = instances.pop() {
        let Type::Data(id, args) = program.types.shape(ty) else { continue };
        instances.extend(Types::args(&args).iter().map(|&arg| (class, arg)));
        if let Class::User(class) = class {
            // What the instances of the class need of the parts of a type.
            for instance in program.instances.iter().filter(|one| one.class == class) {
                let parts = Types::args(&args).iter();
                instances.extend(
                    parts.flat_map(|&arg| {
                        instance.context.iter().map(move |&(class, _)| (class, arg))
                    }),
                );
            }
        }
        if usize::from(id.0) < data::COUNT || used.contains(&(class, id)) {
            continue;
        }
        used.push((class, id));
        if class == Class::Ord {
            instances.push((Class::Eq, ty));
        }
        let declared = &program.datas[usize::from(id.0)];
        let first = declared.first.index();
        let cons = &program.cons[first..first + usize::from(declared.count)];
        instances.extend(cons.iter().flat_map(|con| &con.fields).map(|&field| (class, field)));
    }
    for (i, declared) in program.datas.iter_mut().enumerate().skip(data::COUNT) {
        let is_used = |class| used.contains(&(class, DataId(i as u16)));
        declared.derived.num &= is_used(Class::Num);
        declared.derived.eq &= is_used(Class::Eq);
        declared.derived.ord &= is_used(Class::Ord);
        declared.derived.enumeration &= is_used(Class::Enum) || is_used(Class::Bounded);
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

impl<'a> Walk<'a> {
    fn new(program: &'a Program) -> Walk<'a> {
        let reached = Reached {
            functions: vec![false; program.functions.len()],
            cons: vec![false; program.cons.len()],
        };
        let exprs = Vec::with_capacity(64);
        let (functions, instances) = (Vec::with_capacity(16), Vec::with_capacity(32));
        let mut walk = Walk { program, reached, exprs, functions, instances };
        for &group in &program.main {
            walk.stmts(group);
        }
        walk
    }

    fn finish(&mut self) {
        loop {
            if let Some(expr) = self.exprs.pop() {
                self.expr(expr);
            } else if let Some(function) = self.functions.pop() {
                self.alts(self.program.functions[function.index()].alts);
            } else {
                return;
            }
        }
    }

    /// Notes the instances that a context asks for.
    fn context(&mut self, context: &[(Class, TyVar)], substitution: &[(TyVar, Ty)]) {
        for &(class, var) in context {
            let bound = substitution.iter().find(|(known, _)| *known == var);
            self.instances.extend(bound.map(|&(_, ty)| (class, ty)));
        }
    }

    /// Notes the instances that a use of something with type arguments asks for.
    fn uses(&mut self, scheme: &Scheme, tys: Slice) {
        let tys = self.program.tys_of(tys);
        for &(class, var) in &scheme.context {
            let place = scheme.vars.iter().position(|known| *known == var);
            self.instances.extend(place.map(|place| (class, tys[place])));
        }
    }

    /// Notes the instance that an operation asks for.
    fn operation(&mut self, op: Op, at: Ty) {
        match op.needs() {
            Needs::Class(class) => self.instance(class, at),
            Needs::Negative => self.instance(Class::Num, at),
            _ => {}
        }
    }

    /// Notes an instance that is used. Those of primitive types are not ours.
    fn instance(&mut self, class: Class, ty: Ty) {
        if self.program.types.as_prim(ty).is_none() {
            self.instances.push((class, ty));
        }
    }

    fn function(&mut self, id: FunId) {
        let known = std::mem::replace(&mut self.reached.functions[id.index()], true);
        // What a function of the library needs is of the library, too.
        if !known && self.program.functions[id.index()].home != Home::Library {
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
                | Stmt::Attempt(expr)
                | Stmt::Demand(expr) => self.exprs.push(expr),
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
            Expr::Int(_) => self.instance(Class::Num, program.ty(id)),
            Expr::Double(_)
            | Expr::Char(_)
            | Expr::Str(_)
            | Expr::Local(_)
            | Expr::Selector(..)
            | Expr::Instantiated(..)
            | Expr::Bottom => {}
            Expr::Global(function, tys) => {
                self.uses(&program.functions[function.index()].scheme, tys);
                self.function(function);
            }
            Expr::Method(class, method, tys) => {
                let declared = &program.classes[class.index()].methods[method as usize];
                self.uses(&declared.scheme, tys);
                self.instances.push((Class::User(class), program.tys_of(tys)[0]));
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
                if let (Some(class), Some(&hidden)) =
                    (program.cons[con.index()].hides, program.exprs_of(args).first())
                {
                    self.instances.push((class, program.ty(hidden)));
                }
                self.exprs.extend(program.exprs_of(args));
            }
            Expr::List(items) => self.exprs.extend(program.exprs_of(items)),
            Expr::Prim(op, at, items) => {
                // `toEnum` needs the class of its result.
                let result = program.types.uncurry(program.ty(id), op.arity()).1;
                match op {
                    Op::Chr => self.instance(Class::Enum, result),
                    Op::FromIntegral => self.instance(Class::Num, result),
                    _ => {}
                }
                self.operation(op, at);
                self.exprs.extend(program.exprs_of(items));
            }
            Expr::Update(record, _, _, value) => self.exprs.extend([record, value]),
            Expr::Section(op, at, inner) => {
                self.operation(op, at);
                self.exprs.push(inner);
            }
            Expr::Annotated(inner) | Expr::Generalised(_, inner) => self.exprs.push(inner),
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
