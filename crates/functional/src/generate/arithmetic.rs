//! Functions of nothing but arithmetic. Compilers are wrong where operations on numbers
//! meet: a narrowing that was forgotten, a rule for constants that does not hold at the
//! bounds. So these functions are deep in operations and have nothing else, some of
//! their operands are constants and some are not known when they are compiled, and they
//! are called with many arguments.

use super::{Callee, Generator, Made};
use crate::prims::Op;
use crate::syntax::{Alt, Bind, Expr, ExprId, FunId, Home, Name, Pat, PatId, Pragma, Scheme};
use crate::types::{Ty, Type, Types, data};

/// How deep the expressions are.
const FUEL: u32 = 4;

impl Generator<'_> {
    /// A function from numbers to a number, or to what is computed from some.
    pub(super) fn kernel(&mut self) -> Made<()> {
        self.begin(&[], false);
        let mut params = Vec::new();
        for _ in 0..self.choices.range(1..=3)? {
            params.push(self.number_type()?);
        }
        let result = match self.choices.weighted(&[6, 1, 2])? {
            0 => self.number_type()?,
            1 => Types::BOOL,
            _ => {
                let both = [self.number_type()?, self.number_type()?];
                self.program.types.data(data::PAIR, &both)
            }
        };
        let name = Name { word: "kernel", number: self.kernels.len() as u32 };
        let (vars, context) = (Vec::new(), Vec::new());
        let scheme = Scheme { vars, context, params: params.clone(), result };
        let id = self.declare(name, scheme, Home::Program);
        let looping = self.on.recursion && self.choices.chance(1, 4)?;
        self.in_kernel = true;
        let alt = self.with_scope(|this| {
            let pats: Vec<_> =
                params.iter().map(|&param| this.parameter(param)).collect::<Made<_>>()?;
            if looping && this.on.locals {
                return this.looping(&pats, result);
            }
            this.alternative(&pats, result, FUEL, true)
        });
        self.in_kernel = false;
        let alts = self.program.add_alts(&[alt?]);
        self.costs[id.index()] = self.cost.saturating_mul(10);
        // Not inlined, its parameters stay unknown; inlined, they become constants.
        let pragma = match self.on.pragmas {
            true => [Pragma::NoInline, Pragma::None, Pragma::Inline]
                [self.choices.weighted(&[3, 2, 1])?],
            false => Pragma::None,
        };
        let function = &mut self.program.functions[id.index()];
        function.alts = alts;
        function.pragma = pragma;
        self.kernels.push(id);
        self.callable = self.program.functions.len();
        Ok(())
    }

    /// A local loop and a call of it, whose value is the result or becomes part of it.
    fn looping(&mut self, pats: &[PatId], result: Ty) -> Made<Alt> {
        let number = self.palette.contains(&result);
        let item = match self.program.types.shape(result) {
            _ if number => result,
            Type::Data(data::PAIR, parts) => parts[0],
            _ => self.number_type()?,
        };
        let params = [Types::INT, item];
        let ty = self.program.types.function(&params, item);
        let var = self.fresh_named("go", ty);
        let alts = self.counting(Callee::Local(var), &params, item, FUEL - 2)?;
        let alts = self.program.add_alts(&alts);
        let pragma = Pragma::None;
        let binds = self.program.add_binds(&[Bind::Function { var, ty, alts, pragma }]);
        let rounds = self.choices.range(1..=7)? as i128;
        let rounds = self.program.int(rounds, Types::INT);
        let start = self.expr(item, 2)?;
        let head = self.program.expr(Expr::Local(var), ty);
        let args = self.program.add_exprs(&[rounds, start]);
        let last = self.program.expr(Expr::App(head, args), item);
        let inner = match self.program.types.shape(result) {
            _ if number => last,
            Type::Data(data::PAIR, parts) => {
                let mut both = Vec::with_capacity(2);
                for &part in &parts[..2] {
                    both.push(if part == item { last } else { self.expr(part, 2)? });
                }
                self.con(crate::library::con::PAIR, &both, result)
            }
            _ => {
                let other = self.expr(item, 2)?;
                self.prim(Op::Lt, item, &[last, other], result)
            }
        };
        let body = self.program.expr(Expr::Let(binds, inner), result);
        Ok(self.program.alt(pats, body))
    }

    /// A type of numbers; those with bounds are the more interesting ones.
    pub(super) fn number_type(&mut self) -> Made<Ty> {
        let numbers = || self.palette.iter().copied().filter(|&ty| ty != Types::CHAR);
        let place = self.choices.pick(numbers().count())?;
        Ok(numbers().nth(place).expect("there are that many"))
    }

    fn parameter(&mut self, ty: Ty) -> Made<PatId> {
        let strict = self.on.strictness && self.choices.chance(1, 4)?;
        let pat = self.variable_pattern(ty);
        Ok(if strict { self.program.pat(Pat::Bang(pat)) } else { pat })
    }

    /// Definition 3 inside such a function.
    pub(super) fn arithmetic(&mut self, ty: Ty, fuel: u32) -> Made<ExprId> {
        let recursion = self.recursion.is_some_and(|recursion| recursion.calls > 0);
        let recursion = recursion && self.recursive_type.1 == ty;
        let weights = [20, 2, 2, 1, 1, if recursion { 10 } else { 0 }];
        match self.choices.weighted(&weights)? {
            0 => {}
            1 => return self.operand(ty),
            2 => return self.conditional(ty, fuel),
            3 => return self.case(ty, fuel),
            4 => return self.let_in(ty, fuel),
            _ => {
                if let Some(call) = self.recursive_call(fuel)? {
                    return Ok(call);
                }
            }
        }
        let pair = matches!(self.program.types.shape(ty), Type::Data(data::PAIR, _));
        if pair && !self.choices.chance(1, 2)? {
            return self.introduce(ty, fuel);
        }
        match self.operation(ty, fuel)? {
            Some(made) => Ok(made),
            None => self.introduce(ty, fuel),
        }
    }

    /// A constant or a variable.
    fn operand(&mut self, ty: Ty) -> Made<ExprId> {
        if self.choices.chance(1, 3)? { self.introduce(ty, 0) } else { self.leaf(ty) }
    }

    /// Calls of a function with a few arguments, many of them at bounds.
    pub(super) fn table(&mut self, id: FunId) -> Made<Vec<ExprId>> {
        let scheme = self.program.functions[id.index()].scheme.clone();
        let whole = self.program.types.function(&scheme.params, scheme.result);
        let count = self.choices.range(2..=6)?;
        let mut calls = Vec::with_capacity(count);
        for _ in 0..count {
            let mut args = Vec::with_capacity(scheme.params.len());
            for &param in &scheme.params {
                args.push(self.introduce(param, 0)?);
            }
            let none = self.program.add_tys(&[]);
            let head = self.program.expr(Expr::Global(id, none), whole);
            let args = self.program.add_exprs(&args);
            calls.push(self.program.expr(Expr::App(head, args), scheme.result));
        }
        Ok(calls)
    }
}
