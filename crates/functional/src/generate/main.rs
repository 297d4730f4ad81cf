//! `main`, which consumes every function, constructor and instance.

use super::{Generator, Made};
use crate::library::library_function;
use crate::prims::Op;
use crate::syntax::{
    BottomKind, Class, ClassId, ConId, DataKind, Expr, ExprId, FunId, Home, Scheme, Stmt,
};
use crate::types::{DataId, Ty, TyVar, Type, Types};

/// How many items a huge list has.
const HUGE: u32 = 45_000;

impl Generator<'_> {
    /// Definition 3 for `main`: one group of statements for each thing.
    pub(super) fn main(&mut self) -> Made<()> {
        for id in self.showable_datas().collect::<Vec<_>>() {
            self.begin_group();
            self.all_constructors(id)?;
        }
        for i in 0..self.program.datas.len() {
            if self.program.datas[i].kind == DataKind::Gadt {
                self.begin_group();
                for call in self.all_terms(DataId(i as u16))? {
                    self.consume(call);
                }
            }
        }
        for instance in 0..self.program.instances.len() {
            self.instance_methods(instance)?;
        }
        for i in 0..self.program.functions.len() {
            if self.program.functions[i].home != Home::Program {
                continue;
            }
            let scheme = self.program.functions[i].scheme.clone();
            if self.is_evaluator(&scheme) {
                continue;
            }
            if self.kernels.contains(&FunId(i as u16)) {
                self.consume_kernel(FunId(i as u16))?;
                continue;
            }
            for _ in 0..self.choices.range(1..=2)? {
                self.begin_group();
                let id = FunId(i as u16);
                let tys = self.complete(&scheme, &[])?;
                let substitution: Vec<(TyVar, Ty)> =
                    scheme.vars.iter().copied().zip(tys.iter().copied()).collect();
                let ty = self.program.types.substitute(scheme.result, &substitution);
                let call = self.call_of(id, &scheme, &substitution, ty, 2)?;
                self.consume(call);
            }
        }
        // A bottom in a statement would end the program.
        if self.on.references && self.program.bottom.is_none() && self.choices.chance(1, 3)? {
            self.begin_group();
            let ty = self.value_type(1)?;
            let (mut stmts, content) = self.statements(ty, 2)?;
            stmts.push(Stmt::Print(content));
            let group = self.program.add_stmts(&stmts);
            self.program.main.push(group);
        }
        if self.on.huge {
            self.huge_list();
        }
        if self.program.bottom.is_some() && self.choices.chance(1, 2)? {
            self.failure()?;
        }
        Ok(())
    }

    /// The last statement: its value is the deliberate bottom, or depends on it, and
    /// nothing catches the exception.
    fn failure(&mut self) -> Made<()> {
        self.begin_group();
        let ty = self.value_type(1)?;
        let bottom = self.program.expr(Expr::Bottom, ty);
        let value = self.expr(ty, 2)?;
        let value = match self.choices.weighted(&[2, 1, 1])? {
            0 => {
                let condition = self.expr(Types::BOOL, 2)?;
                self.program.expr(Expr::If(condition, bottom, value), ty)
            }
            1 => self.prim(Op::Seq, ty, &[bottom, value], ty),
            _ => bottom,
        };
        let list = self.program.types.list(ty);
        let other = self.expr(ty, 1)?;
        let items = self.program.add_exprs(&[other, value]);
        let all = self.program.expr(Expr::List(items), list);
        let group = self.program.add_stmts(&[Stmt::Demand(all)]);
        self.program.main.push(group);
        Ok(())
    }

    /// More items in a list than GHC's code generator can lay out as static data
    /// without optimisation (GHC's issue 4505, which the paper met).
    fn huge_list(&mut self) {
        self.begin_group();
        let items: Vec<ExprId> =
            (0..HUGE).map(|i| self.program.int(i128::from(i % 10), Types::INT)).collect();
        let list = self.program.types.list(Types::INT);
        let items = self.program.add_exprs(&items);
        let all = self.program.expr(Expr::List(items), list);
        // What is seen to be needed only in part is not laid out.
        let value = self.call_with(library_function("length"), &[Types::INT], &[all], Types::INT);
        self.consume(value);
    }

    /// What a function of arithmetic gives for some arguments. Where it may raise an
    /// exception, that of one call must not hide the values of the others.
    fn consume_kernel(&mut self, id: FunId) -> Made<()> {
        self.begin_group();
        let calls = self.table(id)?;
        if self.program.bottom == Some(BottomKind::Arithmetic) {
            calls.into_iter().for_each(|call| self.consume(call));
            return Ok(());
        }
        let list = self.program.types.list(self.program.ty(calls[0]));
        let calls = self.program.add_exprs(&calls);
        let all = self.program.expr(Expr::List(calls), list);
        self.consume(all);
        Ok(())
    }

    /// Whether a function evaluates terms of a GADT: it was consumed with them.
    fn is_evaluator(&self, scheme: &Scheme) -> bool {
        scheme.params.iter().any(|&param| match self.program.types.shape(param) {
            Type::Data(id, _) => self.program.datas[usize::from(id.0)].kind == DataKind::Gadt,
            _ => false,
        })
    }

    /// Names of variables in `main` must differ over all groups.
    fn begin_group(&mut self) {
        let words = std::mem::take(&mut self.used_words);
        self.begin(&[], false);
        if !self.program.main.is_empty() {
            self.used_words = words;
        }
    }

    /// Prints an expression.
    fn consume(&mut self, value: ExprId) {
        let stmt = match self.program.bottom {
            Some(_) => Stmt::Attempt(value),
            None => Stmt::Print(value),
        };
        let group = self.program.add_stmts(&[stmt]);
        self.program.main.push(group);
    }

    /// A list of values with all constructors of a type, and of operations if they are
    /// numbers.
    fn all_constructors(&mut self, id: DataId) -> Made<()> {
        let ty = self.data_type(id, 1)?;
        let Type::Data(_, args) = self.program.types.shape(ty) else {
            unreachable!("it is an algebraic type");
        };
        let declared = &self.program.datas[usize::from(id.0)];
        let cons = declared.first.0..declared.first.0 + declared.count;
        let mut values = Vec::new();
        for con in cons.map(ConId) {
            values.push(self.construct(con, Types::args(&args), ty, 2)?);
        }
        if self.program.number_inside(id).is_some() {
            values.push(self.own_number_operation(ty, 2)?);
            values.push(self.own_number_operation(ty, 2)?);
        }
        let list = self.program.types.list(ty);
        let values = self.program.add_exprs(&values);
        let all = self.program.expr(Expr::List(values), list);
        self.consume(all);
        Ok(())
    }

    /// A call of each method of an instance.
    fn instance_methods(&mut self, number: usize) -> Made<()> {
        let instance = self.program.instances[number].clone();
        let class: ClassId = instance.class;
        let mut substitution = Vec::new();
        for &var in &instance.vars {
            substitution.push((var, self.type_in(Class::User(class))?));
        }
        let head = self.program.types.substitute(instance.head, &substitution);
        let methods = self.program.classes[class.index()].methods.clone();
        for (i, method) in methods.iter().enumerate() {
            self.begin_group();
            let mut tys = vec![head];
            for _ in &method.scheme.vars[1..] {
                tys.push(self.value_type(0)?);
            }
            let substitution: Vec<(TyVar, Ty)> =
                method.scheme.vars.iter().copied().zip(tys.iter().copied()).collect();
            let ty = self.program.types.substitute(method.scheme.result, &substitution);
            if !self.is_in(ty, Class::Show) {
                continue;
            }
            let slice = self.program.add_tys(&tys);
            let call = Expr::Method(class, i as u8, slice);
            let call = self.apply(call, &method.scheme, &tys, ty, 1, false)?;
            self.consume(call);
        }
        Ok(())
    }
}
