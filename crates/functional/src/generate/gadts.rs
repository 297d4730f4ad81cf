//! Types whose constructors say their type argument, with a function that evaluates
//! their values.

use super::{Generator, Made};
use crate::names;
use crate::syntax::{
    Alt, Bind, Body, ConId, Constructor, Data, DataKind, Derived, Expr, ExprId, FunId, Home, Pat,
    Scheme,
};
use crate::types::{DataId, Ty, TyVar, Type, Types};

use super::declarations::numbered;

impl Generator<'_> {
    /// A type of terms: for each of two index types a constructor with a value of it,
    /// some with terms inside, and one for terms of any type; and the function that
    /// evaluates terms.
    pub(super) fn gadt(&mut self) -> Made<()> {
        let id = DataId(self.program.datas.len() as u16);
        let first = ConId(self.program.cons.len() as u16);
        let var = TyVar(0);
        let any = self.program.types.var(var);
        let mut indices = vec![self.simple_type()?, Types::BOOL];
        if self.choices.chance(1, 2)? {
            let further = self.value_type(1)?;
            if !indices.contains(&further) {
                indices.push(further);
            }
        }
        let term = |this: &mut Self, index: Ty| this.program.types.data(id, &[index]);
        let mut cons: Vec<(Vec<Ty>, Option<Ty>)> =
            indices.iter().map(|&index| (vec![index], Some(index))).collect();
        for _ in 0..self.choices.range(1..=2)? {
            let index = *self.choices.choose(&indices)?;
            let mut fields = Vec::new();
            for _ in 0..self.choices.range(1..=2)? {
                let of = *self.choices.choose(&indices)?;
                fields.push(term(self, of));
            }
            cons.push((fields, Some(index)));
        }
        if self.choices.chance(1, 2)? {
            let (condition, branch) = (term(self, Types::BOOL), term(self, any));
            cons.push((vec![condition, branch, branch], None));
        }
        let name = numbered(names::TYPES, self.program.datas.len() - crate::types::data::COUNT);
        let (count, kind) = (cons.len() as u16, DataKind::Gadt);
        let derived = Derived::default();
        self.program.datas.push(Data { name, params: 1, first, count, kind, derived });
        for (tag, (fields, index)) in cons.into_iter().enumerate() {
            let made = self.program.cons.iter().skip(14).filter(|con| con.infix.is_none());
            let name = numbered(names::CONSTRUCTORS, made.count());
            self.program.cons.push(Constructor {
                name,
                data: id,
                tag: tag as u16,
                fields,
                strict: 0,
                labels: Vec::new(),
                hides: None,
                index,
                infix: None,
            });
        }
        self.evaluator(id, any)?;
        Ok(())
    }

    /// `run :: T a -> a`.
    fn evaluator(&mut self, id: DataId, any: Ty) -> Made<FunId> {
        let whole = self.program.types.data(id, &[any]);
        let (vars, context) = (vec![TyVar(0)], Vec::new());
        let scheme = Scheme { vars, context, params: vec![whole], result: any };
        let words = self.program.functions.iter().filter(|f| f.home == Home::Program).count();
        let name = numbered(names::FUNCTIONS, words);
        let function = self.declare(name, scheme, Home::Program);
        let declared = &self.program.datas[usize::from(id.0)];
        let cons = declared.first.0..declared.first.0 + declared.count;
        let mut alts = Vec::new();
        for con in cons.map(ConId) {
            self.begin(&[], true);
            alts.push(self.equation(function, id, con, any)?);
        }
        let alts = self.program.add_alts(&alts);
        self.program.functions[function.index()].alts = alts;
        // It is called by `main` alone, with few terms inside each other.
        Ok(function)
    }

    /// The equation for a constructor: terms are evaluated by local definitions.
    fn equation(&mut self, function: FunId, id: DataId, con: ConId, any: Ty) -> Made<Alt> {
        let fields = self.program.cons[con.index()].fields.clone();
        let result = self.program.cons[con.index()].index.unwrap_or(any);
        let mut pats = Vec::new();
        let mut binds = Vec::new();
        for field in fields {
            let shape = self.program.types.shape(field);
            match shape {
                Type::Data(of, args) if of == id => {
                    let part = self.fresh(field);
                    pats.push(self.program.pat(Pat::Var(part)));
                    let part = self.program.expr(Expr::Local(part), field);
                    let rhs = self.call_with(function, &[args[0]], &[part], args[0]);
                    let var = self.fresh_named("value", args[0]);
                    self.scope.push((var, args[0]));
                    let strict = self.on.strictness && self.choices.chance(1, 4)?;
                    binds.push(Bind::Value { var, rhs, signature: true, strict });
                }
                _ => pats.push(self.variable_pattern(field)),
            }
        }
        let expr = self.expr(result, 2)?;
        let pats = self.program.add_pats(&pats);
        let pat = self.program.pat(Pat::Con(con, pats));
        let pats = self.program.add_pats(&[pat]);
        let binds = self.program.add_binds(&binds);
        let bodies = self.program.add_bodies(&[Body { guard: None, expr }]);
        Ok(Alt { pats, binds, bodies })
    }

    /// Prints what each constructor of a type of terms comes to.
    pub(super) fn all_terms(&mut self, id: DataId) -> Made<Vec<ExprId>> {
        let declared = &self.program.datas[usize::from(id.0)];
        let cons = declared.first.0..declared.first.0 + declared.count;
        let function = self.program.functions.iter().position(|function| {
            function.home == Home::Program
                && function.scheme.params.len() == 1
                && matches!(
                    self.program.types.shape(function.scheme.params[0]),
                    Type::Data(of, _) if of == id
                )
        });
        let function = FunId(function.ok_or(choice::DeadEnd)? as u16);
        let mut calls = Vec::new();
        for con in cons.map(ConId) {
            let index = self.program.cons[con.index()].index.unwrap_or(Types::BOOL);
            let whole = self.program.types.data(id, &[index]);
            let term = self.construct(con, &[index], whole, 2)?;
            calls.push(self.call_with(function, &[index], &[term], index));
        }
        Ok(calls)
    }
}
