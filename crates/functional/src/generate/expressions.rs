//! Definitions 3 to 13: expressions.

use super::patterns::Cover;
use super::{Callee, Generator, Made};
use crate::library::{con, library_function};
use crate::prims::Op;
use crate::syntax::{
    Alt, Bind, Body, Class, ClassId, ConId, DataKind, Expr, ExprId, FunId, HIDDEN, Home, Pat,
    Pragma, Qualifier, Scheme, Slice, Stmt, Var,
};
use crate::types::{DataId, Prim, Ty, TyVar, Type, Types, data};

/// How many steps a call inside a function may take, roughly.
const COST: u64 = 2_000;

impl Generator<'_> {
    /// Definition 3: an expression of a type.
    pub(super) fn expr(&mut self, ty: Ty, fuel: u32) -> Made<ExprId> {
        self.cost += 1;
        if fuel == 0 || self.program.exprs.len() > self.room {
            return self.leaf(ty);
        }
        let fuel = fuel - 1;
        if self.in_kernel {
            return self.arithmetic(ty, fuel);
        }
        if self.polymorphic && self.lacks_values(ty) {
            // What is not there cannot be passed to functions either.
            return match self.choices.weighted(&[3, 1, 1, 1])? {
                0 => self.introduce(ty, fuel),
                1 => self.conditional(ty, fuel),
                2 => self.case(ty, fuel),
                _ => self.let_in(ty, fuel),
            };
        }
        let shape = self.program.types.shape(ty);
        let is_function = matches!(shape, Type::Fun(..));
        let is_value = !is_function && !matches!(shape, Type::Forall(..));
        let is_list = matches!(shape, Type::Data(data::LIST, _));
        let on = |switch: bool, weight: u32| if switch { weight } else { 0 };
        let recursion = self.recursion.is_some_and(|recursion| recursion.calls > 0);
        let recursion = recursion && self.recursive_type.1 == ty;
        // Of what cannot be shown, main has no value but this.
        let shown = match shape {
            Type::Data(id, _) => self.program.datas[usize::from(id.0)].derived.show,
            _ => true,
        };
        let bottom = self.may_fail() && shown;
        let polymorphic = self.has_polymorphic_variable();
        let weights = [
            4,
            if is_function { 10 } else { 5 },
            on(is_value, 7),
            on(is_value, if polymorphic { 12 } else { 3 }),
            on(is_value, 9),
            on(is_value, 2),
            on(is_value, 3),
            on(is_value, 3),
            on(is_value && !self.program.classes.is_empty(), 4),
            on(recursion, 30),
            on(is_list && self.on.comprehensions, 3),
            on(is_value && self.on.state && self.loops == 0, 1),
            on(is_value && self.on.records, 2),
            on(is_value && self.on.strictness, 2),
            1,
            on(bottom && is_value, 1),
        ];
        let made = match self.choices.weighted(&weights)? {
            0 => return self.leaf(ty),
            1 => Some(self.introduce(ty, fuel)?),
            2 => self.call(ty, fuel)?,
            3 => self.local_call(ty, fuel)?,
            4 => self.operation(ty, fuel)?,
            5 => Some(self.conditional(ty, fuel)?),
            6 => Some(self.case(ty, fuel)?),
            7 => Some(self.let_in(ty, fuel)?),
            8 => self.method_call(ty, fuel)?,
            9 => self.recursive_call(fuel)?,
            10 => self.comprehension(ty, fuel)?,
            11 => Some(self.state_block(ty, fuel)?),
            12 => self.field_access(ty, fuel)?,
            13 => {
                let other = self.value_type(0)?;
                let (first, second) = (self.expr(other, fuel)?, self.expr(ty, fuel)?);
                Some(self.prim(Op::Seq, other, &[first, second], ty))
            }
            14 => {
                let inner = self.expr(ty, fuel)?;
                Some(self.program.expr(Expr::Annotated(inner), ty))
            }
            _ => Some(self.program.expr(Expr::Bottom, ty)),
        };
        match made {
            Some(made) => Ok(made),
            None => self.introduce(ty, fuel),
        }
    }

    /// Whether a polymorphic argument is in scope.
    fn has_polymorphic_variable(&self) -> bool {
        let is_polymorphic = |ty| matches!(self.program.types.shape(ty), Type::Forall(..));
        self.on.rank2
            && self.program.types.has_forall()
            && self.scope.iter().any(|&(_, of)| is_polymorphic(of))
    }

    /// One of the variables in scope that fit, the innermost being the simplest, unless
    /// there is none or `odds` decide otherwise.
    pub(super) fn variable_where(
        &mut self,
        odds: (u32, u32),
        fits: impl Fn(&Self, Ty) -> bool,
    ) -> Made<Option<(Var, Ty)>> {
        let count = self.scope.iter().filter(|&&(_, of)| fits(self, of)).count();
        if count == 0 || odds.0 < odds.1 && !self.choices.chance(odds.0, odds.1)? {
            return Ok(None);
        }
        let place = self.choices.pick(count)?;
        let mut fitting = self.scope.iter().rev().filter(|&&(_, of)| fits(self, of));
        Ok(fitting.nth(place).copied())
    }

    /// Whether there may be a bottom here.
    fn may_fail(&self) -> bool {
        self.program.bottom.is_some() && self.on.laziness && !self.in_kernel
    }

    /// Definition 4: a variable of a type.
    fn variable(&mut self, ty: Ty) -> Made<Option<ExprId>> {
        let count = self.scope.iter().filter(|(_, of)| *of == ty).count();
        if count == 0 {
            return Ok(None);
        }
        let place = self.choices.pick(count)?;
        // The innermost is the simplest.
        let mut fitting = self.scope.iter().rev().filter(|(_, of)| *of == ty);
        let (var, _) = *fitting.nth(place).expect("there are that many");
        Ok(Some(self.program.expr(Expr::Local(var), ty)))
    }

    /// Something of a type without further parts, as far as possible.
    pub(super) fn leaf(&mut self, ty: Ty) -> Made<ExprId> {
        if let Some((var, _)) = self.variable_where((4, 5), |_, of| of == ty)? {
            return Ok(self.program.expr(Expr::Local(var), ty));
        }
        if let Some(related) = self.related(ty)? {
            return Ok(related);
        }
        self.introduce(ty, 0)
    }

    /// A number or a Boolean that depends on a variable of another type.
    fn related(&mut self, ty: Ty) -> Made<Option<ExprId>> {
        let wanted = self.program.types.as_prim(ty);
        let signed = |prim: Prim| prim == Prim::Integer || prim.sized().is_some_and(|(_, s)| s);
        let usable = |this: &Self, from: Ty| {
            let prim = this.program.types.as_prim(from).filter(|prim| prim.is_integral());
            prim.is_some_and(|from| match wanted {
                Some(Prim::Natural) => !signed(from),
                Some(Prim::Double) => from.sized().is_some(),
                _ => true,
            })
        };
        let number = wanted.is_some_and(|prim| prim != Prim::Char);
        if !number && ty != Types::BOOL {
            return Ok(None);
        }
        let Some((var, from)) = self.variable_where((2, 3), usable)? else { return Ok(None) };
        let value = self.program.expr(Expr::Local(var), from);
        if number {
            return Ok(Some(self.prim(Op::FromIntegral, from, &[value], ty)));
        }
        let op = *self.choices.choose(&[Op::Lt, Op::Ge, Op::Eq])?;
        let prim = self.program.types.as_prim(from).expect("it is a number");
        let other = self.int_literal(prim, from)?;
        Ok(Some(self.prim(op, from, &[value, other], ty)))
    }

    /// A literal, a constructor (Definitions 11 to 13) or an abstraction
    /// (Definition 6), according to the type.
    pub(super) fn introduce(&mut self, ty: Ty, fuel: u32) -> Made<ExprId> {
        match self.program.types.shape(ty) {
            Type::Prim(Prim::Double) => self.double_literal(),
            Type::Prim(Prim::Char) => {
                let chars = ['a', 'z', 'B', '0', ' ', '\n', '"', '\'', '\\', 'é', '\u{7f}', 'λ'];
                let c = *self.choices.choose(&chars)?;
                Ok(self.program.expr(Expr::Char(c), ty))
            }
            Type::Prim(prim) => self.int_literal(prim, ty),
            Type::Fun(..) => self.function_value(ty, fuel),
            Type::Data(data::LIST, args)
                if args[0] == Types::CHAR && self.choices.chance(2, 3)? =>
            {
                let texts = ["", "ab", "x", "hello", "a\"b\\", "\n1", "\u{e}H", "é5", "zz"];
                let text = *self.choices.choose(&texts)?;
                self.program.strings.push(text.to_owned());
                Ok(self.program.expr(Expr::Str(self.program.strings.len() as u32 - 1), ty))
            }
            Type::Data(data::LIST, args) => {
                let most = match (self.is_inhabited(args[0], 2), fuel) {
                    (false, _) => 1,
                    (true, 0) => 2,
                    (true, _) => 4,
                };
                let count = self.choices.pick(most)?;
                if fuel > 0 && count > 0 && self.choices.chance(1, 4)? {
                    let (head, tail) = (self.expr(args[0], fuel)?, self.expr(ty, fuel - 1)?);
                    return Ok(self.con(con::CONS, &[head, tail], ty));
                }
                let from = self.parts.len();
                for _ in 0..count {
                    let item = self.expr(args[0], fuel.saturating_sub(1))?;
                    self.parts.push(item);
                }
                let items = self.finish(from);
                Ok(self.program.expr(Expr::List(items), ty))
            }
            Type::Data(id, _)
                if self.program.number_inside(id).is_some() && self.choices.chance(1, 2)? =>
            {
                let value = self.choices.range(0..=9)? as i128;
                Ok(self.program.int(value, ty))
            }
            Type::Data(id, args) => {
                let con = self.choose_constructor(id, Types::args(&args), fuel)?;
                self.construct(con, Types::args(&args), ty, fuel)
            }
            Type::Forall(var, body) => self.generalised(var, body, ty),
            Type::Var(_) | Type::App(..) | Type::Constructor(_) => {
                if let Some(variable) = self.variable(ty)? {
                    return Ok(variable);
                }
                if self.is_in(ty, Class::Num) {
                    let value = self.choices.range(0..=9)? as i128;
                    return Ok(self.program.int(value, ty));
                }
                if let Some(called) = self.local_call(ty, 0)? {
                    return Ok(called);
                }
                Err(choice::DeadEnd)
            }
        }
    }

    /// A constructor for a value; without fuel one that has no fields, or the first,
    /// which is not recursive.
    fn choose_constructor(&mut self, id: DataId, args: &[Ty], fuel: u32) -> Made<ConId> {
        let declared = &self.program.datas[usize::from(id.0)];
        let all = declared.first.0..declared.first.0 + declared.count;
        let mut cons: Vec<ConId> = all.map(ConId).collect();
        if declared.kind == DataKind::Gadt {
            let index = args[0];
            cons.retain(|con| {
                let own = self.program.cons[con.index()].index;
                own.map_or(fuel > 0, |own| own == index)
            });
        }
        let mut vars = Vec::new();
        args.iter().for_each(|&arg| self.program.types.variables(arg, &mut vars));
        if !vars.is_empty() {
            let possible: Vec<ConId> = cons
                .iter()
                .copied()
                .filter(|&con| {
                    let fields = self.program.fields(con, args);
                    fields.into_iter().all(|field| self.is_inhabited(field, 3))
                })
                .collect();
            // Where none was found, the search was not deep enough.
            if !possible.is_empty() {
                cons = possible;
            }
        }
        if fuel == 0 {
            let bare = |con: &ConId| self.program.cons[con.index()].fields.is_empty();
            let nullary: Vec<ConId> = cons.iter().copied().filter(bare).collect();
            if nullary.is_empty() {
                cons.truncate(1);
            } else {
                cons = nullary;
            }
        }
        Ok(*self.choices.choose(&cons)?)
    }

    /// Whether a type has a variable of which there is no value.
    fn lacks_values(&mut self, ty: Ty) -> bool {
        let mut vars = Vec::new();
        self.program.types.variables(ty, &mut vars);
        vars.into_iter().any(|var| {
            let ty = self.program.types.var(var);
            var.0 < crate::types::HIGHER && !self.is_inhabited(ty, 2)
        })
    }

    /// Whether there is a value of a type. That of a type variable must be in scope, or
    /// the result of a function in scope.
    fn is_inhabited(&mut self, ty: Ty, depth: u32) -> bool {
        match self.program.types.shape(ty) {
            Type::Var(_) | Type::App(..) => {
                if self.scope.iter().any(|(_, of)| *of == ty) || self.is_in(ty, Class::Num) {
                    return true;
                }
                let functions: Vec<Vec<Ty>> = self
                    .scope
                    .iter()
                    .filter(|(_, of)| matches!(self.program.types.shape(*of), Type::Fun(..)))
                    .map(|(_, of)| self.program.types.uncurry(*of, 9))
                    .filter(|(_, result)| *result == ty)
                    .map(|(params, _)| params)
                    .collect();
                depth > 0
                    && functions.into_iter().any(|params| {
                        params.into_iter().all(|param| self.is_inhabited(param, depth - 1))
                    })
            }
            Type::Data(id, args) if id != data::LIST => {
                let declared = &self.program.datas[usize::from(id.0)];
                let cons = declared.first.0..declared.first.0 + declared.count;
                depth > 0
                    && cons.map(ConId).any(|con| {
                        let fields = self.program.fields(con, Types::args(&args));
                        let plain = self.program.cons[con.index()].hides.is_some();
                        plain || fields.into_iter().all(|field| self.is_inhabited(field, depth - 1))
                    })
            }
            _ => true,
        }
    }

    pub(super) fn con(&mut self, con: ConId, args: &[ExprId], ty: Ty) -> ExprId {
        let args = self.program.add_exprs(args);
        self.program.expr(Expr::Con(con, args), ty)
    }

    /// Definition 13 (and 11): a constructor with its fields.
    pub(super) fn construct(&mut self, con: ConId, args: &[Ty], ty: Ty, fuel: u32) -> Made<ExprId> {
        let mut fields = self.program.fields(con, args);
        if let Some(class) = self.program.cons[con.index()].hides {
            fields[0] = self.type_in(class)?;
        }
        let from = self.parts.len();
        let bottom = self.may_fail();
        for field in fields {
            let part = if bottom && self.choices.chance(1, 12)? {
                self.program.expr(Expr::Bottom, field)
            } else {
                self.expr(field, fuel.saturating_sub(1))?
            };
            self.parts.push(part);
        }
        let parts = self.finish(from);
        let labelled = !self.program.cons[con.index()].labels.is_empty();
        if labelled && self.choices.chance(1, 2)? {
            return Ok(self.program.expr(Expr::Record(con, parts), ty));
        }
        Ok(self.program.expr(Expr::Con(con, parts), ty))
    }

    /// A closed type in a class.
    pub(super) fn type_in(&mut self, class: Class) -> Made<Ty> {
        let instances: Vec<Ty> = match class {
            Class::User(id) => {
                let of = self.program.instances.iter().filter(|instance| instance.class == id);
                of.filter(|instance| instance.vars.is_empty()).map(|one| one.head).collect()
            }
            _ => Vec::new(),
        };
        if !instances.is_empty() {
            return Ok(*self.choices.choose(&instances)?);
        }
        let palette: Vec<Ty> =
            self.palette.iter().copied().filter(|&ty| self.is_in(ty, class)).collect();
        Ok(if palette.is_empty() { Types::INT } else { *self.choices.choose(&palette)? })
    }

    /// Definitions 5 and 6, sections and partial applications: a function.
    fn function_value(&mut self, ty: Ty, fuel: u32) -> Made<ExprId> {
        let Type::Fun(param, result) = self.program.types.shape(ty) else {
            unreachable!("the caller has a function type");
        };
        let prim = self.program.types.as_prim(param).is_some_and(Prim::is_integral);
        let section = prim && (result == param || result == Types::BOOL);
        let operators = self.operators(param, result);
        let weights = [
            6,
            if section && self.on.operators { 3 } else { 0 },
            2,
            1,
            if self.on.operators && !operators.is_empty() { 4 } else { 0 },
        ];
        match self.choices.weighted(&weights)? {
            4 => {
                let op = *self.choices.choose(&operators)?;
                return Ok(self.program.expr(Expr::Prim(op, param, Slice::default()), ty));
            }
            1 => {
                let ops: &[Op] = if result == Types::BOOL {
                    &[Op::Eq, Op::Lt, Op::Ge, Op::Ne]
                } else {
                    &[Op::Add, Op::Max, Op::Min]
                };
                let mut ops = ops.to_vec();
                if result == param && param == Types::INT {
                    ops.push(Op::Sub);
                }
                ops.retain(|op| op.fixity().is_some());
                let op = *self.choices.choose(&ops)?;
                let second = self.expr(param, fuel.saturating_sub(1))?;
                return Ok(self.program.expr(Expr::Section(op, param, second), ty));
            }
            2 => {
                if let Some(function) = self.function_named(ty, true)? {
                    return Ok(function);
                }
            }
            3 => {
                if let Some(constructor) = self.constructor_function(param, result) {
                    return Ok(self.program.expr(Expr::Con(constructor, Slice::default()), ty));
                }
            }
            _ => {}
        }
        let (params, result) = self.program.types.uncurry(ty, 3);
        self.with_scope(|this| {
            let mut pats = Vec::with_capacity(params.len());
            for param in params {
                pats.push(this.irrefutable(param, fuel.min(1))?);
            }
            let body = this.without_recursion(|this| this.expr(result, fuel))?;
            let alt = this.program.alt(&pats, body);
            let alts = this.program.add_alts(&[alt]);
            Ok(this.program.expr(Expr::Lambda(crate::syntax::AltId(alts.start)), ty))
        })
    }

    /// The operators that are functions of this type.
    fn operators(&self, param: Ty, result: Ty) -> Vec<Op> {
        if self.program.types.shape(result) != Type::Fun(param, param) {
            return Vec::new();
        }
        let all = [Op::Add, Op::Sub, Op::Max, Op::Min, Op::Conj, Op::Disj];
        all.into_iter().filter(|&op| self.admits(op, param)).collect()
    }

    /// Definition 5: a top-level function of exactly this type.
    fn function_named(&mut self, ty: Ty, cheap: bool) -> Made<Option<ExprId>> {
        let count = self.callable;
        let start = self.choices.pick(count)?;
        let mut substitution = Vec::new();
        for i in 0..count {
            let id = FunId(((start + i) % count) as u16);
            let function = &self.program.functions[id.index()];
            let callable = self.may_call(id) || !cheap && function.home == Home::Library;
            if !callable || function.scheme.params.is_empty() {
                continue;
            }
            substitution.clear();
            let scheme = &function.scheme;
            let fits = self.matches_function(scheme, ty, &mut substitution);
            if fits && self.context_holds(scheme, &substitution) {
                let tys: Vec<Ty> =
                    scheme.vars.iter().map(|var| bound(&substitution, *var)).collect();
                self.add_cost(id);
                let tys = self.program.add_tys(&tys);
                return Ok(Some(self.program.expr(Expr::Global(id, tys), ty)));
            }
        }
        Ok(None)
    }

    /// Whether a function can be used at a type, all of its parameters included.
    fn matches_function(
        &self,
        scheme: &Scheme,
        mut ty: Ty,
        substitution: &mut Vec<(TyVar, Ty)>,
    ) -> bool {
        let types = &self.program.types;
        for &param in &scheme.params {
            let Type::Fun(own, result) = types.shape(ty) else { return false };
            if !types.matches(param, own, &scheme.vars, substitution) {
                return false;
            }
            ty = result;
        }
        types.matches(scheme.result, ty, &scheme.vars, substitution)
    }

    /// A constructor with one field, as a function.
    fn constructor_function(&mut self, param: Ty, result: Ty) -> Option<ConId> {
        let Type::Data(id, args) = self.program.types.shape(result) else { return None };
        let declared = &self.program.datas[usize::from(id.0)];
        let cons = declared.first.0..declared.first.0 + declared.count;
        cons.map(ConId).find(|&con| {
            let constructor = &self.program.cons[con.index()];
            let plain = constructor.hides.is_none() && constructor.index.is_none();
            plain && self.program.fields(con, Types::args(&args)) == [param]
        })
    }

    /// A polymorphic argument: a top-level function of that type.
    fn generalised(&mut self, var: TyVar, body: Ty, ty: Ty) -> Made<ExprId> {
        if let Some(variable) = self.variable(ty)? {
            return Ok(variable);
        }
        match self.function_named(body, false)? {
            Some(function) => Ok(self.program.expr(Expr::Generalised(var, function), ty)),
            None => Err(choice::DeadEnd),
        }
    }

    fn context_holds(&self, scheme: &Scheme, substitution: &[(TyVar, Ty)]) -> bool {
        scheme.context.iter().all(|&(class, var)| {
            let ty = bound(substitution, var);
            ty == crate::types::NONE || self.is_in(ty, class)
        })
    }

    /// Whether a function may be called here.
    fn may_call(&self, id: FunId) -> bool {
        let function = &self.program.functions[id.index()];
        let infinite = function.home == Home::Library && function.name.word == "iterate";
        let ours = matches!(function.home, Home::Library | Home::Program);
        let cost = self.costs[id.index()].saturating_mul(6u64.saturating_pow(self.loops));
        let nested = function.home == Home::Library
            && self.loops > 1
            && function
                .scheme
                .params
                .iter()
                .any(|&param| matches!(self.program.types.shape(param), Type::Fun(..)));
        ours && !infinite && !nested && cost < COST
    }

    fn add_cost(&mut self, id: FunId) {
        let cost = self.costs[id.index()].saturating_mul(6u64.saturating_pow(self.loops));
        self.cost = self.cost.saturating_add(cost);
    }

    /// Definition 7: a call of a top-level function with a result of this type.
    fn call(&mut self, ty: Ty, fuel: u32) -> Made<Option<ExprId>> {
        let library = crate::library::BASE.functions.len();
        // Functions of the program are rarer than those of the library and matter more.
        let own = self.callable > library && self.choices.chance(1, 2)?;
        let (first, count) = if own { (library, self.callable - library) } else { (0, library) };
        let start = self.choices.pick(count)?;
        let mut substitution = Vec::new();
        for i in 0..count {
            let id = FunId((first + (start + i) % count) as u16);
            if !self.may_call(id) {
                continue;
            }
            let scheme = &self.program.functions[id.index()].scheme;
            substitution.clear();
            if !self.program.types.matches(scheme.result, ty, &scheme.vars, &mut substitution)
                || !self.context_holds(scheme, &substitution)
            {
                continue;
            }
            let scheme = scheme.clone();
            return self.call_of(id, &scheme, &substitution, ty, fuel).map(Some);
        }
        Ok(None)
    }

    /// A call of a function at types of which some are known.
    pub(super) fn call_of(
        &mut self,
        id: FunId,
        scheme: &Scheme,
        substitution: &[(TyVar, Ty)],
        ty: Ty,
        fuel: u32,
    ) -> Made<ExprId> {
        self.add_cost(id);
        let library = self.program.functions[id.index()].home == Home::Library;
        let tys = self.complete(scheme, substitution)?;
        let head = Expr::Global(id, self.program.add_tys(&tys));
        self.apply(head, scheme, &tys, ty, fuel, library)
    }

    /// Types for all variables of a scheme.
    pub(super) fn complete(
        &mut self,
        scheme: &Scheme,
        substitution: &[(TyVar, Ty)],
    ) -> Made<Vec<Ty>> {
        let mut tys = Vec::with_capacity(scheme.vars.len());
        for &var in &scheme.vars {
            let known = bound(substitution, var);
            tys.push(if known != crate::types::NONE { known } else { self.type_for(scheme, var)? });
        }
        Ok(tys)
    }

    /// A type for a variable with its classes.
    fn type_for(&mut self, scheme: &Scheme, var: TyVar) -> Made<Ty> {
        if var.0 >= crate::types::HIGHER {
            return self.constructor_in(scheme, var);
        }
        let classes: Vec<Class> =
            scheme.context.iter().filter(|(_, of)| *of == var).map(|(class, _)| *class).collect();
        if let Some(&user) = classes.iter().find(|class| matches!(class, Class::User(_))) {
            if let Some(rigid) = self.rigid_in(user) {
                return Ok(rigid);
            }
            let ty = self.type_in(user)?;
            if classes.iter().all(|&class| self.is_in(ty, class)) {
                return Ok(ty);
            }
        }
        // Something in scope is likelier to be interesting.
        if !self.scope.is_empty() && self.choices.chance(1, 2)? {
            let (_, ty) = *self.choices.choose(&self.scope)?;
            let plain = !matches!(
                self.program.types.shape(ty),
                Type::Fun(..) | Type::Forall(..) | Type::App(..)
            );
            if plain && classes.iter().all(|&class| self.is_in(ty, class)) {
                return Ok(ty);
            }
        }
        let ty = self.value_type(1)?;
        if classes.iter().all(|&class| self.is_in(ty, class)) {
            return Ok(ty);
        }
        let fitting: Vec<Ty> = self
            .palette
            .iter()
            .copied()
            .filter(|&ty| classes.iter().all(|&class| self.is_in(ty, class)))
            .collect();
        Ok(*self.choices.choose(&fitting)?)
    }

    /// A type variable in scope that is in a class and has a value.
    fn rigid_in(&mut self, class: Class) -> Option<Ty> {
        let mut known = self.context.clone();
        known.retain(|&(given, _)| self.entails(given, class));
        known.into_iter().find_map(|(_, var)| {
            let ty = self.program.types.var(var);
            self.is_inhabited(ty, 2).then_some(ty)
        })
    }

    /// The head of an application, applied to arguments of the types of a scheme.
    pub(super) fn apply(
        &mut self,
        head: Expr,
        scheme: &Scheme,
        tys: &[Ty],
        ty: Ty,
        fuel: u32,
        repeats: bool,
    ) -> Made<ExprId> {
        let mut substitution = [(TyVar(0), crate::types::NONE); 4];
        for (place, known) in substitution.iter_mut().zip(scheme.vars.iter().zip(tys)) {
            *place = (*known.0, *known.1);
        }
        let substitution = &substitution[..tys.len()];
        let types = &mut self.program.types;
        let params = self.type_parts.len();
        for &param in &scheme.params {
            self.type_parts.push(types.substitute(param, substitution));
        }
        let whole = types.function(&self.type_parts[params..], ty);
        let named = match head {
            Expr::Global(id, tys) => {
                let function = &self.program.functions[id.index()];
                tys.len > 0
                    && function.home == Home::Program
                    && function.name.word.starts_with(char::is_alphabetic)
            }
            _ => false,
        };
        let head = self.program.expr(head, whole);
        if named && self.choices.chance(1, 8)? {
            self.program.type_applications.push(head);
        }
        if scheme.params.is_empty() {
            return Ok(head);
        }
        let from = self.parts.len();
        for place in 0..scheme.params.len() {
            let param = self.type_parts[params + place];
            let function = matches!(self.program.types.shape(param), Type::Fun(..));
            let arg = if function && repeats {
                self.in_loop(|this| this.expr(param, fuel))?
            } else {
                self.expr(param, fuel)?
            };
            self.parts.push(arg);
        }
        self.type_parts.truncate(params);
        let args = self.finish(from);
        Ok(self.program.expr(Expr::App(head, args), ty))
    }

    /// Definition 7: a call of a local function, or of an abstraction.
    fn local_call(&mut self, ty: Ty, fuel: u32) -> Made<Option<ExprId>> {
        let polymorphic = match self.has_polymorphic_variable() {
            true => self.variable_where((1, 2), |this, of| {
                matches!(this.program.types.shape(of), Type::Forall(..))
            })?,
            false => None,
        };
        if let Some((var, of)) = polymorphic
            && let Type::Forall(bound, body) = self.program.types.shape(of)
        {
            let (params, result) = self.program.types.uncurry(body, 3);
            let mut substitution = Vec::new();
            if self.program.types.matches(result, ty, &[bound], &mut substitution) {
                let at = match substitution.first() {
                    Some(&(_, at)) => at,
                    None => self.value_type(0)?,
                };
                let substitution = [(bound, at)];
                let whole = self.program.types.substitute(body, &substitution);
                let head = self.program.expr(Expr::Instantiated(var, at), whole);
                let mut args = Vec::new();
                for param in params {
                    let param = self.program.types.substitute(param, &substitution);
                    args.push(self.expr(param, fuel)?);
                }
                let args = self.program.add_exprs(&args);
                return Ok(Some(self.program.expr(Expr::App(head, args), ty)));
            }
        }
        let fitting = self.variable_where((1, 1), |this, of| this.program.types.gives(of, ty))?;
        let Some((var, whole)) = fitting else {
            if fuel == 0 {
                return Ok(None);
            }
            // An abstraction, applied at once.
            let param = self.value_type(1)?;
            let whole = self.program.types.function(&[param], ty);
            let head = self.function_value(whole, fuel)?;
            if !matches!(self.program.get(head), Expr::Lambda(_)) {
                return Ok(None);
            }
            let arg = self.expr(param, fuel)?;
            let args = self.program.add_exprs(&[arg]);
            return Ok(Some(self.program.expr(Expr::App(head, args), ty)));
        };
        // A local function can be anything; assume that a call is not cheap.
        self.cost += 30 * 6u64.saturating_pow(self.loops);
        let head = self.program.expr(Expr::Local(var), whole);
        let from = self.parts.len();
        let mut rest = whole;
        while let Type::Fun(param, result) = self.program.types.shape(rest) {
            let arg = self.expr(param, fuel)?;
            self.parts.push(arg);
            rest = result;
        }
        let args = self.finish(from);
        Ok(Some(self.program.expr(Expr::App(head, args), ty)))
    }

    /// A call of a method with a result of this type.
    fn method_call(&mut self, ty: Ty, fuel: u32) -> Made<Option<ExprId>> {
        let class = ClassId(self.choices.pick(self.program.classes.len())? as u8);
        let higher = self.program.classes[class.index()].var.0 >= crate::types::HIGHER;
        let inhabited = self.program.instances.iter().any(|instance| instance.class == class);
        if !inhabited && (higher || self.rigid_in(Class::User(class)).is_none()) {
            return Ok(None);
        }
        let methods = self.program.classes[class.index()].methods.len();
        let start = self.choices.pick(methods)?;
        for i in 0..methods {
            let method = (start + i) % methods;
            let scheme = self.program.classes[class.index()].methods[method].scheme.clone();
            let mut substitution = Vec::new();
            if self.program.types.matches(scheme.result, ty, &scheme.vars, &mut substitution)
                && self.context_holds(&scheme, &substitution)
                && self.cost < COST
            {
                let tys = self.complete(&scheme, &substitution)?;
                if !scheme.context.iter().all(|&(class, var)| {
                    let place = scheme.vars.iter().position(|known| *known == var);
                    place.is_some_and(|place| self.is_in(tys[place], class))
                }) {
                    return Ok(None);
                }
                self.cost += 60 * 6u64.saturating_pow(self.loops);
                let slice = self.program.add_tys(&tys);
                let head = Expr::Method(class, method as u8, slice);
                return self.apply(head, &scheme, &tys, ty, fuel, false).map(Some);
            }
        }
        Ok(None)
    }

    /// A call of the function that is being defined, with a smaller argument.
    pub(super) fn recursive_call(&mut self, fuel: u32) -> Made<Option<ExprId>> {
        let Some(mut recursion) = self.recursion else { return Ok(None) };
        let known: Vec<ExprId> = recursion.smaller.iter().flatten().copied().collect();
        let smaller = *self.choices.choose(&known)?;
        recursion.calls -= 1;
        self.recursion = Some(recursion);
        let (params, result) = self.recursive_type.clone();
        let whole = self.program.types.function(&params, result);
        let head = match recursion.callee {
            Callee::Local(var) => Expr::Local(var),
            Callee::Global(id) => {
                let vars = self.program.functions[id.index()].scheme.vars.clone();
                let tys: Vec<Ty> =
                    vars.into_iter().map(|var| self.program.types.var(var)).collect();
                Expr::Global(id, self.program.add_tys(&tys))
            }
        };
        let head = self.program.expr(head, whole);
        let from = self.parts.len();
        for (place, &param) in params.iter().enumerate() {
            let arg = if place == recursion.place {
                smaller
            } else {
                self.without_recursion(|this| this.expr(param, fuel))?
            };
            self.parts.push(arg);
        }
        let args = self.finish(from);
        Ok(Some(self.program.expr(Expr::App(head, args), result)))
    }

    /// Definition 10.
    pub(super) fn conditional(&mut self, ty: Ty, fuel: u32) -> Made<ExprId> {
        let condition = self.boolean_operation(fuel)?;
        let (yes, no) = (self.expr(ty, fuel)?, self.expr(ty, fuel)?);
        Ok(self.program.expr(Expr::If(condition, yes, no), ty))
    }

    /// Definition 9.
    pub(super) fn case(&mut self, ty: Ty, fuel: u32) -> Made<ExprId> {
        let (scrutinee, of) = self.scrutinee(fuel)?;
        let covers = self.cover(of)?;
        let last = covers.len() - 1;
        let mut alts = Vec::with_capacity(covers.len());
        for (i, cover) in covers.into_iter().enumerate() {
            alts.push(self.with_scope(|this| {
                let pat = match cover {
                    Cover::Refutable => this.refutable(of, 1)?,
                    Cover::Irrefutable => this.irrefutable(of, 1)?,
                    Cover::Constructor(con) => this.whole_constructor(con, of)?,
                };
                this.alternative(&[pat], ty, fuel, i == last || cover != Cover::Refutable)
            })?);
        }
        let alts = self.program.add_alts(&alts);
        Ok(self.program.expr(Expr::Case(scrutinee, alts), ty))
    }

    /// A pattern for all values of a constructor.
    pub(super) fn whole_constructor(&mut self, con: ConId, of: Ty) -> Made<crate::syntax::PatId> {
        if let Some(class) = self.program.cons[con.index()].hides {
            return self.unpack(con, class);
        }
        self.constructor_pattern(con, of, 0, false)
    }

    /// A pattern that brings a hidden type into scope. There is one such pattern in a
    /// declaration, so that the hidden types of two values are never mixed up.
    fn unpack(&mut self, con: ConId, class: Class) -> Made<crate::syntax::PatId> {
        if self.context.iter().any(|(_, var)| *var == HIDDEN) {
            return Ok(self.program.pat(Pat::Wild));
        }
        self.context.push((class, HIDDEN));
        let fields = self.program.cons[con.index()].fields.clone();
        let pats: Vec<_> = fields.into_iter().map(|ty| self.variable_pattern(ty)).collect();
        let pats = self.program.add_pats(&pats);
        Ok(self.program.pat(Pat::Unpack(con, HIDDEN, pats)))
    }

    /// What a case expression looks at: preferably something in scope.
    fn scrutinee(&mut self, fuel: u32) -> Made<(ExprId, Ty)> {
        let interesting = self.variable_where((2, 3), |this, ty| {
            let prim = this.program.types.as_prim(ty);
            this.is_data(ty) || prim.is_some_and(|prim| prim != Prim::Double)
        })?;
        if let Some((var, ty)) = interesting {
            return Ok((self.program.expr(Expr::Local(var), ty), ty));
        }
        let ty = self.value_type(1)?;
        let ty = if ty == Types::DOUBLE { Types::INT } else { ty };
        Ok((self.without_recursion(|this| this.expr(ty, fuel))?, ty))
    }

    /// An alternative: local definitions, guards and bodies. A complete one has a body
    /// that is always taken.
    pub(super) fn alternative(
        &mut self,
        pats: &[crate::syntax::PatId],
        ty: Ty,
        fuel: u32,
        complete: bool,
    ) -> Made<Alt> {
        let pats = self.program.add_pats(pats);
        let binds = if self.on.locals && fuel > 1 && self.choices.chance(1, 6)? {
            self.binds(fuel - 1)?
        } else {
            Slice::default()
        };
        let mut bodies = Vec::new();
        if self.on.guards && fuel > 0 && self.choices.chance(1, 6)? {
            for _ in 0..self.choices.range(1..=2)? {
                let guard = self.without_recursion(|this| this.boolean_operation(fuel - 1))?;
                let expr = self.expr(ty, fuel)?;
                bodies.push(Body { guard: Some(guard), expr });
            }
        }
        if bodies.is_empty() || complete || self.choices.chance(1, 2)? {
            bodies.push(Body { guard: None, expr: self.expr(ty, fuel)? });
        }
        let bodies = self.program.add_bodies(&bodies);
        Ok(Alt { pats, binds, bodies })
    }

    /// Definition 8.
    pub(super) fn let_in(&mut self, ty: Ty, fuel: u32) -> Made<ExprId> {
        self.with_scope(|this| {
            let binds = this.without_recursion(|this| this.binds(fuel))?;
            let body = this.expr(ty, fuel)?;
            Ok(this.program.expr(Expr::Let(binds, body), ty))
        })
    }

    /// Local definitions, which stay in scope.
    fn binds(&mut self, fuel: u32) -> Made<Slice> {
        let bottom = self.may_fail();
        let weights =
            [6, u32::from(self.on.locals) * 3, u32::from(self.on.laziness) * 2, u32::from(bottom)];
        let bind = match self.choices.weighted(&weights)? {
            1 => {
                let bind = self.local_function(fuel)?;
                let binds = self.program.add_binds(&[bind]);
                return Ok(binds);
            }
            2 => {
                let (a, b) = (self.value_type(0)?, self.value_type(0)?);
                let pair = self.program.types.data(data::PAIR, &[a, b]);
                let rhs = self.expr(pair, fuel)?;
                let (first, second) = (self.variable_pattern(a), self.variable_pattern(b));
                let pats = self.program.add_pats(&[first, second]);
                let pat = self.program.pat(Pat::Con(con::PAIR, pats));
                Bind::Pattern { pat, rhs }
            }
            form => {
                let ty = self.value_type(1)?;
                let rhs = if form == 3 {
                    self.program.expr(Expr::Bottom, ty)
                } else {
                    self.expr(ty, fuel)?
                };
                let signature = self.choices.chance(1, 2)?;
                let strict = form == 0 && self.on.strictness && self.choices.chance(1, 4)?;
                let var = self.fresh(ty);
                self.scope.push((var, ty));
                Bind::Value { var, rhs, signature, strict }
            }
        };
        Ok(self.program.add_binds(&[bind]))
    }

    /// A local function, which stays in scope; perhaps a loop.
    pub(super) fn local_function(&mut self, fuel: u32) -> Made<Bind> {
        let looping = self.on.recursion && self.loops == 0 && self.choices.chance(1, 3)?;
        let pragma = self.pragma()?;
        let result = self.value_type(1)?;
        let mut params = Vec::new();
        for _ in 0..self.choices.range(1..=2)? {
            params.push(self.value_type(1)?);
        }
        if looping {
            params.insert(0, Types::INT);
        }
        let ty = self.program.types.function(&params, result);
        let var = self.fresh_named(if looping { "go" } else { "f" }, ty);
        let alts = if looping {
            self.in_loop(|this| this.counting(Callee::Local(var), &params, result, fuel))?
        } else {
            let alt = self.with_scope(|this| {
                let mut pats = Vec::new();
                for &param in &params {
                    pats.push(this.irrefutable(param, 1)?);
                }
                this.without_recursion(|this| {
                    let body = this.expr(result, fuel)?;
                    Ok(this.program.alt(&pats, body))
                })
            })?;
            vec![alt]
        };
        let alts = self.program.add_alts(&alts);
        // A loop is only called with few rounds: through a function around it.
        self.scope.push((var, ty));
        Ok(Bind::Function { var, ty, alts, pragma })
    }

    pub(super) fn pragma(&mut self) -> Made<Pragma> {
        if !self.on.pragmas {
            return Ok(Pragma::None);
        }
        let pragmas = [Pragma::None, Pragma::Inline, Pragma::NoInline, Pragma::Inlinable];
        Ok(pragmas[self.choices.weighted(&[5, 2, 3, 1])?])
    }

    /// A list comprehension or an enumeration.
    fn comprehension(&mut self, ty: Ty, fuel: u32) -> Made<Option<ExprId>> {
        let Type::Data(data::LIST, args) = self.program.types.shape(ty) else { return Ok(None) };
        let item = args[0];
        let prim = self.program.types.as_prim(item).filter(|prim| prim.sized().is_some());
        if let (Some(prim), true) = (prim, self.choices.chance(1, 2)?) {
            return self.enumeration(prim, item, ty).map(Some);
        }
        if self.on.laziness && self.choices.chance(1, 5)? {
            return self.iteration(item, ty, fuel).map(Some);
        }
        if self.loops > 1 {
            return Ok(None);
        }
        self.without_recursion(|this| {
            this.with_scope(|this| {
                let mut qualifiers = Vec::new();
                for _ in 0..this.choices.range(1..=2)? {
                    let of = this.value_type(0)?;
                    let list_ty = this.program.types.list(of);
                    let list = this.expr(list_ty, fuel.min(1))?;
                    let pat = this.variable_pattern(of);
                    qualifiers.push(Qualifier::Generator(pat, list));
                }
                match this.choices.weighted(&[2, 2, 1])? {
                    0 => {}
                    1 => qualifiers.push(Qualifier::Guard(this.boolean_operation(fuel)?)),
                    _ => {
                        let of = this.value_type(0)?;
                        let rhs = this.in_loop(|this| this.expr(of, fuel))?;
                        let var = this.fresh(of);
                        this.scope.push((var, of));
                        qualifiers.push(Qualifier::Let(var, rhs));
                    }
                }
                let body = this.in_loop(|this| this.expr(item, fuel))?;
                let qualifiers = this.program.add_qualifiers(&qualifiers);
                Ok(Some(this.program.expr(Expr::Comprehension(body, qualifiers), ty)))
            })
        })
    }

    /// An enumeration of few items, at the bounds of its type now and then.
    fn enumeration(&mut self, prim: Prim, item: Ty, ty: Ty) -> Made<ExprId> {
        let (least, greatest) = prim.bounds().expect("the caller has looked");
        let few = self.choices.range(0..=4)? as i128;
        let (from, then, to) = match self.choices.weighted(&[4, 2, 2, 1])? {
            0 => {
                let from = self.choices.range(0..=5)? as i128;
                (from, None, Some(from + few))
            }
            1 => (greatest - few, None, None),
            2 => {
                let step = self.choices.range(1..=3)? as i128;
                (greatest - few * step - 1, Some(greatest - few * step - 1 + step), None)
            }
            _ => {
                let step = self.choices.range(1..=3)? as i128;
                (least + few * step, Some(least + (few - 1) * step), Some(least))
            }
        };
        // The next item must be of the type too.
        let then = then.filter(|then| (least..=greatest).contains(then));
        let to = if then.is_none() && to == Some(least) { Some(from) } else { to };
        let from = self.program.int(from, item);
        let then = then.map(|then| self.program.int(then, item));
        let to = to.map(|to| self.program.int(to, item));
        Ok(self.program.expr(Expr::Enumeration(from, then, to), ty))
    }

    /// The beginning of an infinite list.
    fn iteration(&mut self, item: Ty, ty: Ty, fuel: u32) -> Made<ExprId> {
        let endo = self.program.types.function(&[item], item);
        let step = self.in_loop(|this| this.without_recursion(|this| this.expr(endo, fuel)))?;
        let start = self.expr(item, fuel)?;
        let infinite = self.call_with(library_function("iterate"), &[item], &[step, start], ty);
        let count = self.choices.range(0..=4)? as i128;
        let count = self.program.int(count, Types::INT);
        Ok(self.call_with(library_function("take"), &[item], &[count, infinite], ty))
    }

    pub(super) fn call_with(&mut self, id: FunId, tys: &[Ty], args: &[ExprId], ty: Ty) -> ExprId {
        let params: Vec<Ty> = args.iter().map(|&arg| self.program.ty(arg)).collect();
        let whole = self.program.types.function(&params, ty);
        let tys = self.program.add_tys(tys);
        let head = self.program.expr(Expr::Global(id, tys), whole);
        let args = self.program.add_exprs(args);
        self.program.expr(Expr::App(head, args), ty)
    }

    /// `runST` with a reference that is changed a few times.
    fn state_block(&mut self, ty: Ty, fuel: u32) -> Made<ExprId> {
        self.without_recursion(|this| {
            this.with_scope(|this| {
                let (stmts, content) = this.statements(ty, fuel)?;
                let stmts = this.program.add_stmts(&stmts);
                Ok(this.program.expr(Expr::RunSt(stmts, content), ty))
            })
        })
    }

    /// Statements about a reference of a type, and its content in the end.
    pub(super) fn statements(&mut self, ty: Ty, fuel: u32) -> Made<(Vec<Stmt>, ExprId)> {
        let reference = self.fresh_named("ref", ty);
        let start = self.expr(ty, fuel)?;
        let mut stmts = vec![Stmt::New(reference, start)];
        for _ in 0..self.choices.range(1..=2)? {
            let change = self.change(reference, ty, fuel)?;
            match self.choices.weighted(&[3, 2, 2, 1])? {
                0 => stmts.push(change),
                1 => {
                    let condition = self.boolean_operation(fuel)?;
                    let inner = self.program.add_stmts(&[change]);
                    stmts.push(Stmt::When(condition, inner));
                }
                2 => {
                    let of = self.value_type(0)?;
                    let list_ty = self.program.types.list(of);
                    let list = self.expr(list_ty, fuel)?;
                    let var = self.fresh(of);
                    let depth = self.scope.len();
                    self.scope.push((var, of));
                    let change = self.in_loop(|this| this.change(reference, ty, fuel))?;
                    self.scope.truncate(depth);
                    let inner = self.program.add_stmts(&[change]);
                    stmts.push(Stmt::ForEach(var, list, inner));
                }
                _ => {
                    let value = self.expr(ty, fuel)?;
                    stmts.push(Stmt::Write(reference, value));
                    let now = self.fresh(ty);
                    self.scope.push((now, ty));
                    stmts.push(Stmt::Read(now, reference));
                }
            }
        }
        let content = self.fresh_named("final", ty);
        stmts.push(Stmt::Read(content, reference));
        Ok((stmts, self.program.expr(Expr::Local(content), ty)))
    }

    fn change(&mut self, reference: Var, ty: Ty, fuel: u32) -> Made<Stmt> {
        if self.choices.chance(1, 4)? {
            return Ok(Stmt::Write(reference, self.expr(ty, fuel)?));
        }
        let endo = self.program.types.function(&[ty], ty);
        let function = self.expr(endo, fuel)?;
        let strict = self.on.strictness && self.choices.chance(1, 2)?;
        Ok(Stmt::Modify { var: reference, function, strict })
    }

    /// A field of a record, or a record with another value for a field.
    fn field_access(&mut self, ty: Ty, fuel: u32) -> Made<Option<ExprId>> {
        if let Type::Data(id, args) = self.program.types.shape(ty) {
            let declared = &self.program.datas[usize::from(id.0)];
            let con = declared.first;
            let labels = self.program.cons[con.index()].labels.len();
            if labels > 0 && declared.kind == DataKind::Data && declared.count == 1 {
                let field = self.choices.pick(labels)?;
                let field_ty = self.program.fields(con, Types::args(&args))[field];
                let (record, value) = (self.expr(ty, fuel)?, self.expr(field_ty, fuel)?);
                let update = Expr::Update(record, con, field as u8, value);
                return Ok(Some(self.program.expr(update, ty)));
            }
        }
        let mut fields = Vec::new();
        for (i, constructor) in self.program.cons.iter().enumerate() {
            if self.program.datas[usize::from(constructor.data.0)].params > 0 {
                continue;
            }
            for (field, _) in constructor.labels.iter().enumerate() {
                if constructor.fields[field] == ty {
                    fields.push((ConId(i as u16), field as u8));
                }
            }
        }
        if fields.is_empty() {
            return Ok(None);
        }
        let (con, field) = *self.choices.choose(&fields)?;
        let record = self.program.types.data(self.program.cons[con.index()].data, &[]);
        let whole = self.program.types.function(&[record], ty);
        let head = self.program.expr(Expr::Selector(con, field), whole);
        let arg = self.expr(record, fuel)?;
        let args = self.program.add_exprs(&[arg]);
        Ok(Some(self.program.expr(Expr::App(head, args), ty)))
    }
}

/// The type that a variable is bound to; none if it is not.
fn bound(substitution: &[(TyVar, Ty)], var: TyVar) -> Ty {
    let found = substitution.iter().find(|(known, _)| *known == var);
    found.map_or(crate::types::NONE, |&(_, ty)| ty)
}
