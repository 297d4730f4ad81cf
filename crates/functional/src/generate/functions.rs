//! Definition 16: functions.

use std::sync::Arc;

use super::declarations::numbered;
use super::patterns::Cover;
use super::{Callee, Generator, Made, Recursion};
use crate::library::con;
use crate::names;
use crate::prims::Op;
use crate::syntax::{
    Alt, Body, Class, ClassId, ConId, Expr, FunId, Function, Home, Name, Pat, Pragma, Scheme, Slice,
};
use crate::types::{DataId, Ty, TyVar, Type, Types, data};

/// The greatest number of rounds of a loop.
const ROUNDS: i128 = 9;

/// How a function is defined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// By one equation, or by several that match the first argument.
    Plain,
    /// By a loop that counts its first argument down.
    Counting,
    /// By recursion over the list that is its first argument.
    OverList,
    /// By recursion over the algebraic type of its first argument.
    OverData(DataId),
}

impl Generator<'_> {
    /// Begins a declaration: nothing is in scope.
    pub(super) fn begin(&mut self, context: &[(Class, TyVar)], polymorphic: bool) {
        self.polymorphic = polymorphic;
        self.scope.clear();
        self.context = context.to_vec();
        self.used_words.clear();
        self.recursion = None;
        self.cost = 0;
    }

    /// Adds a function without its equations.
    pub(super) fn declare(
        &mut self,
        name: Name,
        scheme: impl Into<Arc<Scheme>>,
        home: Home,
    ) -> FunId {
        self.program.functions.push(Function {
            name,
            scheme: scheme.into(),
            alts: Slice::default(),
            pragma: Pragma::None,
            home,
            synonym: None,
            inferred: false,
        });
        self.costs.push(u64::MAX);
        FunId(self.program.functions.len() as u16 - 1)
    }

    fn function_name(&mut self, arity: usize) -> Made<Name> {
        let own = || self.program.functions.iter().filter(|f| f.home == Home::Program);
        let operators = own().filter(|f| !f.name.word.starts_with(char::is_alphabetic)).count();
        let words = own().count() - operators;
        let free = operators < names::OPERATORS.len();
        if arity == 2 && free && self.on.operators && self.choices.chance(1, 5)? {
            return Ok(Name::plain(names::OPERATORS[operators]));
        }
        Ok(numbered(names::FUNCTIONS, words))
    }

    /// Recursive types of the program.
    fn recursive_datas(&self) -> Vec<DataId> {
        let recursive = |id: &DataId| {
            let declared = &self.program.datas[usize::from(id.0)];
            let first = declared.first.index();
            let cons = &self.program.cons[first..first + usize::from(declared.count)];
            cons.iter().flat_map(|con| &con.fields).any(
                |&field| matches!(self.program.types.shape(field), Type::Data(of, _) if of == *id),
            )
        };
        self.showable_datas().filter(recursive).collect()
    }

    /// Definition 16.
    pub(super) fn function(&mut self) -> Made<()> {
        let hiding = self.program.cons.iter().rposition(|con| con.hides.is_some());
        if let Some(con) = hiding {
            let data = self.program.cons[con].data;
            let consumed = self.program.functions.iter().any(|f| {
                f.scheme.params.iter().any(|&param| {
                    matches!(self.program.types.shape(param), Type::Data(id, _) if id == data)
                })
            });
            if !consumed {
                return self.consumer(ConId(con as u16));
            }
        }
        let recursive = self.recursive_datas();
        let weights = [
            5,
            if self.on.recursion { 3 } else { 0 },
            if self.on.recursion { 3 } else { 0 },
            if self.on.recursion && !recursive.is_empty() { 3 } else { 0 },
        ];
        let form = match self.choices.weighted(&weights)? {
            0 => Form::Plain,
            1 => Form::Counting,
            2 => Form::OverList,
            _ => Form::OverData(*self.choices.choose(&recursive)?),
        };
        self.begin(&[], false);
        let scheme = Arc::new(self.scheme(form)?);
        let name = self.function_name(scheme.params.len())?;
        self.begin(&scheme.context, !scheme.vars.is_empty());
        let id = self.declare(name, scheme.clone(), Home::Program);
        let fuel = 2 + self.size / 6;
        let alts = match form {
            Form::Plain => self.equations(&scheme.params, scheme.result, fuel)?,
            Form::Counting => {
                let callee = Callee::Global(id);
                self.counting(callee, &scheme.params, scheme.result, fuel)?
            }
            Form::OverList => self.over_list(id, &scheme, fuel)?,
            Form::OverData(data) => self.over_data(id, data, &scheme, fuel)?,
        };
        let alts = self.program.add_alts(&alts);
        let rounds = if form == Form::Plain { 1 } else { 10 };
        self.costs[id.index()] = self.cost.saturating_mul(rounds);
        let pragma = self.function_pragma(&scheme)?;
        let synonym = self.program.synonyms.iter().position(|one| one.ty == scheme.result);
        let inferred = self.program.can_infer(&self.program.functions[id.index()])
            && self.choices.chance(1, 8)?;
        let function = &mut self.program.functions[id.index()];
        function.alts = alts;
        function.pragma = pragma;
        function.synonym = synonym.map(|synonym| synonym as u16);
        function.inferred = inferred;
        self.callable = self.program.functions.len();
        Ok(())
    }

    fn function_pragma(&mut self, scheme: &Scheme) -> Made<Pragma> {
        let overloaded = scheme.vars.len() == 1 && !scheme.context.is_empty();
        if overloaded && self.on.pragmas && self.choices.chance(1, 2)? {
            self.begin(&[], false);
            let tys = self.complete(scheme, &[])?;
            let substitution = [(scheme.vars[0], tys[0])];
            let whole = self.program.types.function(&scheme.params, scheme.result);
            let at = self.program.types.substitute(whole, &substitution);
            return Ok(Pragma::Specialise(at));
        }
        self.pragma()
    }

    /// The type of a function.
    fn scheme(&mut self, form: Form) -> Made<Scheme> {
        let mut scheme = Scheme {
            vars: Vec::new(),
            context: Vec::new(),
            params: Vec::new(),
            result: Types::INT,
        };
        if self.on.polymorphism && self.choices.chance(2, 5)? {
            scheme.vars.push(TyVar(0));
            if self.choices.chance(2, 3)? {
                let mut classes = vec![Class::Eq, Class::Ord, Class::Num, Class::Integral];
                if self.on.bits {
                    classes.push(Class::Bits);
                }
                for class in 0..self.program.classes.len() {
                    if self.program.classes[class].var.0 < crate::types::HIGHER {
                        let class = Class::User(ClassId(class as u8));
                        classes.extend([class; 4]);
                    }
                }
                let class = *self.choices.choose(&classes)?;
                scheme.context.push((class, TyVar(0)));
            }
        }
        let var = scheme.vars.first().map(|&var| self.program.types.var(var));
        match form {
            Form::Plain => {}
            Form::Counting => scheme.params.push(Types::INT),
            Form::OverList => {
                let item = match var {
                    Some(var) if self.choices.chance(1, 2)? => var,
                    _ => self.value_type(1)?,
                };
                scheme.params.push(self.program.types.list(item));
            }
            Form::OverData(id) => {
                let ty = match (var, self.program.datas[usize::from(id.0)].params) {
                    (Some(var), 1) => self.program.types.data(id, &[var]),
                    _ => self.data_type(id, 1)?,
                };
                scheme.params.push(ty);
            }
        }
        // Without a value of its type, nothing could be done with a type variable.
        if let Some(var) = var {
            scheme.params.push(var);
        }
        let further = self.choices.range(usize::from(scheme.params.is_empty())..=2)?;
        for _ in 0..further {
            let param = self.param_type(var)?;
            scheme.params.push(param);
        }
        // A polymorphic argument is only used where its result is wanted.
        let rank2 = scheme.params.iter().find_map(|&param| match self.program.types.shape(param) {
            Type::Forall(_, body) => Some(self.program.types.uncurry(body, 1).1),
            _ => None,
        });
        if let Some(result) = rank2 {
            let list = result != Types::INT;
            let item = self.value_type(1)?;
            scheme.result = if list { self.program.types.list(item) } else { Types::INT };
            return Ok(scheme);
        }
        scheme.result = match var {
            Some(var) if self.choices.chance(1, 2)? => var,
            _ => self.value_type(2)?,
        };
        Ok(scheme)
    }

    /// The type of a parameter, perhaps with a type variable in it.
    fn param_type(&mut self, var: Option<Ty>) -> Made<Ty> {
        let generic = u32::from(var.is_some());
        let weights = [8, 2 * generic, 2 * generic, 3, u32::from(self.on.rank2)];
        let var = var.unwrap_or(Types::INT);
        Ok(match self.choices.weighted(&weights)? {
            1 => self.program.types.list(var),
            2 => self.program.types.data(data::MAYBE, &[var]),
            3 => {
                let (param, result) = (self.value_type(0)?, self.value_type(0)?);
                self.program.types.function(&[param], result)
            }
            4 => {
                let bound = TyVar(20);
                let item = self.program.types.var(bound);
                let list = self.program.types.list(item);
                let result = if self.choices.chance(1, 2)? { list } else { Types::INT };
                let body = self.program.types.function(&[list], result);
                self.program.types.intern(Type::Forall(bound, body))
            }
            _ => self.value_type(2)?,
        })
    }

    /// The equations of a function that is not recursive.
    pub(super) fn equations(&mut self, params: &[Ty], result: Ty, fuel: u32) -> Made<Vec<Alt>> {
        let matches = params.first().is_some_and(|&first| {
            let prim = self.program.types.as_prim(first);
            self.is_data(first) || prim.is_some_and(|prim| prim != crate::types::Prim::Double)
        });
        // Items of a container are only had by taking it apart.
        let mut items = Vec::new();
        if let Some(Type::Data(_, args)) =
            params.first().map(|&first| self.program.types.shape(first))
        {
            Types::args(&args).iter().for_each(|&ty| self.program.types.variables(ty, &mut items));
        }
        let covers = if !items.is_empty() {
            self.constructors(params[0])
        } else if matches && self.choices.chance(1, 2)? {
            self.cover(params[0])?
        } else {
            vec![Cover::Irrefutable]
        };
        let last = covers.len() - 1;
        let mut alts = Vec::with_capacity(covers.len());
        for (i, cover) in covers.into_iter().enumerate() {
            alts.push(self.with_scope(|this| {
                let mut pats = Vec::with_capacity(params.len());
                for (place, &param) in params.iter().enumerate() {
                    pats.push(match cover {
                        Cover::Constructor(con) if place == 0 => {
                            this.whole_constructor(con, param)?
                        }
                        Cover::Refutable if place == 0 => this.refutable(param, 1)?,
                        _ => this.irrefutable(param, 1)?,
                    });
                }
                this.alternative(&pats, result, fuel, i == last || cover != Cover::Refutable)
            })?);
        }
        Ok(alts)
    }

    /// A loop that counts its first argument down. Whoever calls it with whatever
    /// argument, it makes few rounds.
    pub(super) fn counting(
        &mut self,
        callee: Callee,
        params: &[Ty],
        result: Ty,
        fuel: u32,
    ) -> Made<Vec<Alt>> {
        let outer = (self.recursion.take(), self.recursive_type.clone());
        let alt = self.with_scope(|this| {
            let var = this.fresh(Types::INT);
            this.scope.push((var, Types::INT));
            let mut pats = vec![this.program.pat(Pat::Var(var))];
            for &param in &params[1..] {
                pats.push(this.irrefutable(param, 1)?);
            }
            let n = this.program.expr(Expr::Local(var), Types::INT);
            let (one, limit) =
                (this.program.int(1, Types::INT), this.program.int(ROUNDS, Types::INT));
            let low = this.prim(Op::Lt, Types::INT, &[n, one], Types::BOOL);
            let high = this.prim(Op::Gt, Types::INT, &[n, limit], Types::BOOL);
            let over = this.prim(Op::Disj, Types::BOOL, &[low, high], Types::BOOL);
            let end = this.expr(result, fuel)?;
            let less = this.prim(Op::Sub, Types::INT, &[n, one], Types::INT);
            let smaller = [Some(less), None];
            this.recursion = Some(Recursion { callee, place: 0, smaller, calls: 1 });
            this.recursive_type = (params.to_vec(), result);
            this.loops += 1;
            let tail = this.choices.chance(1, 2)?;
            let again = if tail { this.recursive_call_now(fuel) } else { this.expr(result, fuel) };
            this.loops -= 1;
            let bodies =
                [Body { guard: Some(over), expr: end }, Body { guard: None, expr: again? }];
            let pats = this.program.add_pats(&pats);
            let bodies = this.program.add_bodies(&bodies);
            Ok(Alt { pats, binds: Slice::default(), bodies })
        })?;
        (self.recursion, self.recursive_type) = outer;
        Ok(vec![alt])
    }

    fn recursive_call_now(&mut self, fuel: u32) -> Made<crate::syntax::ExprId> {
        let called = self.recursive_call(fuel)?;
        called.ok_or(choice::DeadEnd)
    }

    fn over_list(&mut self, id: FunId, scheme: &Scheme, fuel: u32) -> Made<Vec<Alt>> {
        let Type::Data(_, args) = self.program.types.shape(scheme.params[0]) else {
            unreachable!("the form asks for a list");
        };
        let end = self.with_scope(|this| {
            let empty = this.program.pat(Pat::Con(con::NIL, Slice::default()));
            let pats = this.rest_patterns(empty, scheme)?;
            this.alternative(&pats, scheme.result, fuel, true)
        })?;
        let more = self.with_scope(|this| {
            let head = this.irrefutable(args[0], 1)?;
            let rest = this.fresh(scheme.params[0]);
            let rest_pat = this.program.pat(Pat::Var(rest));
            let both = this.program.add_pats(&[head, rest_pat]);
            let cons = this.program.pat(Pat::Con(con::CONS, both));
            let pats = this.rest_patterns(cons, scheme)?;
            let smaller = this.program.expr(Expr::Local(rest), scheme.params[0]);
            this.recursive(id, scheme, [Some(smaller), None], 1);
            this.in_loop(|this| this.alternative(&pats, scheme.result, fuel, true))
        })?;
        self.recursion = None;
        Ok(vec![end, more])
    }

    /// Patterns for all arguments, the first of which is given.
    fn rest_patterns(
        &mut self,
        first: crate::syntax::PatId,
        scheme: &Scheme,
    ) -> Made<Vec<crate::syntax::PatId>> {
        let mut pats = vec![first];
        for &param in &scheme.params[1..] {
            pats.push(self.irrefutable(param, 1)?);
        }
        Ok(pats)
    }

    fn recursive(
        &mut self,
        id: FunId,
        scheme: &Scheme,
        smaller: [Option<crate::syntax::ExprId>; 2],
        calls: u8,
    ) {
        self.recursion = Some(Recursion { callee: Callee::Global(id), place: 0, smaller, calls });
        self.recursive_type = (scheme.params.clone(), scheme.result);
    }

    fn over_data(&mut self, id: FunId, of: DataId, scheme: &Scheme, fuel: u32) -> Made<Vec<Alt>> {
        let Type::Data(_, args) = self.program.types.shape(scheme.params[0]) else {
            unreachable!("the form asks for an algebraic type");
        };
        let declared = &self.program.datas[usize::from(of.0)];
        let cons = declared.first.0..declared.first.0 + declared.count;
        let mut alts = Vec::new();
        for con in cons.map(ConId) {
            alts.push(self.with_scope(|this| {
                let fields = this.program.fields(con, Types::args(&args));
                let mut smaller = [None, None];
                let mut pats = Vec::with_capacity(fields.len());
                for field in fields {
                    if field != scheme.params[0] {
                        pats.push(this.irrefutable(field, 1)?);
                        continue;
                    }
                    // What is smaller can only be passed on.
                    let part = this.fresh(field);
                    pats.push(this.program.pat(Pat::Var(part)));
                    let part = this.program.expr(Expr::Local(part), field);
                    if let Some(free) = smaller.iter_mut().find(|place| place.is_none()) {
                        *free = Some(part);
                    }
                }
                let pats = this.program.add_pats(&pats);
                let whole = this.program.pat(Pat::Con(con, pats));
                let pats = this.rest_patterns(whole, scheme)?;
                this.recursion = None;
                let calls = smaller.iter().flatten().count() as u8;
                if calls == 0 {
                    return this.alternative(&pats, scheme.result, fuel, true);
                }
                this.recursive(id, scheme, smaller, calls);
                this.in_loop(|this| this.alternative(&pats, scheme.result, fuel, true))
            })?);
        }
        self.recursion = None;
        Ok(alts)
    }

    /// A function that takes a value with a hidden type apart.
    fn consumer(&mut self, con: ConId) -> Made<()> {
        let data = self.program.cons[con.index()].data;
        let param = self.program.types.data(data, &[]);
        let result = self.value_type(1)?;
        let (vars, context) = (Vec::new(), Vec::new());
        let scheme = Scheme { vars, context, params: vec![param], result };
        let name = self.function_name(1)?;
        self.begin(&[], false);
        let id = self.declare(name, scheme, Home::Program);
        let alt = self.with_scope(|this| {
            let pat = this.whole_constructor(con, param)?;
            this.alternative(&[pat], result, 3, true)
        })?;
        self.context.clear();
        let alts = self.program.add_alts(&[alt]);
        self.costs[id.index()] = self.cost;
        self.program.functions[id.index()].alts = alts;
        self.callable = self.program.functions.len();
        Ok(())
    }
}
