//! The machine's steps.

use super::number::Number;
use super::{
    Binding, Bug, Cell, Enumeration, Env, Executing, Frame, Guarding, Head, Machine, Matching, Ref,
    Remainder, Selection, State, Stop, TYPE_KEY, known,
};
use crate::library::con;
use crate::prims::{Op, Shape};
use crate::syntax::{
    Bind, ConId, DataKind, Expr, ExprId, FunId, Pat, PatId, Qualifier, Slice, Var,
};
use crate::types::{HIGHER, Prim, Ty, TyVar, Type, Types, data};

impl Machine<'_> {
    /// Runs until the stack is empty.
    pub(super) fn go(&mut self, start: State, cells: usize) -> Result<Ref, Stop> {
        let mut state = start;
        loop {
            self.steps += 1;
            if self.steps > self.limits.steps
                || self.cells.len() - cells > self.limits.cells as usize
                || self.output.len() + self.text.len() > self.limits.output as usize
            {
                return Err(Stop::Limit);
            }
            state = match state {
                State::Eval(expr, env) => self.eval(expr, env)?,
                State::Enter(cell) => self.enter(cell)?,
                State::Return(cell) => match self.stack.pop() {
                    None => return Ok(cell),
                    Some(frame) => self.resume(frame, cell)?,
                },
                State::Raise => match self.stack.pop() {
                    None => return Err(Stop::Raised),
                    Some(frame) => self.unwind(frame)?,
                },
            };
        }
    }

    fn unwind(&mut self, frame: Frame) -> Result<State, Stop> {
        Ok(match frame {
            Frame::Update(cell) => {
                self.cells[cell as usize] = Cell::Raises;
                State::Raise
            }
            Frame::Match(matching) | Frame::Guard(Guarding { matching, .. }) => {
                self.todo.truncate(matching.base as usize);
                State::Raise
            }
            Frame::Compare { base, .. } => {
                self.pairs.truncate(base as usize);
                State::Raise
            }
            Frame::Show { base, text, .. } => {
                self.shows.truncate(base as usize);
                self.text.truncate(text as usize);
                State::Raise
            }
            Frame::Catch => {
                self.output.push_str("raised\n");
                State::Return(known::UNIT)
            }
            Frame::Operand { op, at, args, next, .. } if self.may_be_lazy(op, at, args, next) => {
                return Err(Stop::Unspecified);
            }
            _ => State::Raise,
        })
    }

    pub(super) fn alloc(&mut self, cell: Cell) -> Ref {
        self.cells.push(cell);
        self.cells.len() as Ref - 1
    }

    pub(super) fn alloc_refs(&mut self, refs: &[Ref]) -> u32 {
        self.refs.extend_from_slice(refs);
        (self.refs.len() - refs.len()) as u32
    }

    pub(super) fn alloc_con(&mut self, con: ConId, fields: &[Ref]) -> Ref {
        let start = self.alloc_refs(fields);
        self.alloc(Cell::Con(con, start))
    }

    pub(super) fn number(&mut self, number: Number) -> Ref {
        match number {
            Number::Small(value) => self.alloc(Cell::Int(value)),
            Number::Double(value) => self.alloc(Cell::Double(value)),
            Number::Big(value) => {
                self.bigs.push(value);
                self.alloc(Cell::Big(self.bigs.len() as u32 - 1))
            }
        }
    }

    /// The cell behind indirections.
    #[inline]
    pub(super) fn follow(&self, mut cell: Ref) -> Ref {
        while let Cell::Indirection(next) = self.cells[cell as usize] {
            cell = next;
        }
        cell
    }

    #[inline]
    pub(super) fn is_value(&self, cell: Ref) -> bool {
        matches!(
            self.cells[cell as usize],
            Cell::Int(_)
                | Cell::Big(_)
                | Cell::Double(_)
                | Cell::Con(..)
                | Cell::Function(..)
                | Cell::Reference(_)
        )
    }

    pub(super) fn bind(&mut self, env: Env, var: Var, cell: Ref) -> Env {
        self.envs.push(Binding { key: var.0, value: cell, parent: env });
        self.envs.len() as Env - 1
    }

    fn bind_type(&mut self, env: Env, var: TyVar, ty: Ty) -> Env {
        self.envs.push(Binding { key: TYPE_KEY | u32::from(var.0), value: ty.0, parent: env });
        self.envs.len() as Env - 1
    }

    #[inline]
    fn find(&self, mut env: Env, key: u32) -> Option<u32> {
        while env != 0 {
            let binding = self.envs[env as usize];
            if binding.key == key {
                return Some(binding.value);
            }
            env = binding.parent;
        }
        None
    }

    pub(super) fn local(&self, env: Env, var: Var) -> Ref {
        self.find(env, var.0).expect("a variable is in scope")
    }

    /// A type without variables.
    pub(super) fn close(&mut self, ty: Ty, env: Env) -> Ty {
        if self.is_closed(ty) {
            return ty;
        }
        let mut vars = Vec::new();
        self.types.variables(ty, &mut vars);
        let substitution: Vec<(TyVar, Ty)> = vars
            .into_iter()
            .filter_map(|var| {
                let found = self.find(env, TYPE_KEY | u32::from(var.0));
                found.map(|ty| (var, Ty(ty)))
            })
            .collect();
        self.types.substitute(ty, &substitution)
    }

    /// The primitive type of the numbers of a type. A newtype is what is inside.
    #[inline]
    pub(super) fn number_type(&self, ty: Ty) -> Option<Prim> {
        match self.types.shape(ty) {
            Type::Prim(prim) => Some(prim),
            Type::Data(id, _) => self.program.number_inside(id),
            _ => None,
        }
    }

    fn is_closed(&mut self, ty: Ty) -> bool {
        let index = ty.0 as usize;
        if self.closed.len() <= index {
            self.closed.resize(index + 1, None);
        }
        if let Some(known) = self.closed[index] {
            return known;
        }
        let mut vars = Vec::new();
        self.types.variables(ty, &mut vars);
        self.closed[index] = Some(vars.is_empty());
        vars.is_empty()
    }

    /// The types of a constructor's fields.
    pub(super) fn field_types(&mut self, con: ConId, args: &[Ty]) -> Vec<Ty> {
        let program = self.program;
        let substitution: Vec<(TyVar, Ty)> =
            args.iter().enumerate().map(|(i, &arg)| (TyVar(i as u16), arg)).collect();
        let fields = &program.cons[con.index()].fields;
        fields.iter().map(|&field| self.types.substitute(field, &substitution)).collect()
    }

    /// A cell for an expression that is not evaluated yet.
    pub(super) fn delay(&mut self, expr: ExprId, env: Env) -> Ref {
        match self.program.get(expr) {
            Expr::Local(var) => self.local(env, var),
            Expr::Annotated(inner) => self.delay(inner, env),
            Expr::Con(con, args) if args.len == 0 && self.arity_of_con(con) == 0 => {
                self.nullary(con)
            }
            _ => self.alloc(Cell::Thunk(expr, env)),
        }
    }

    fn nullary(&mut self, con: ConId) -> Ref {
        match con {
            con::UNIT => known::UNIT,
            con::FALSE => known::FALSE,
            con::TRUE => known::FALSE + 1,
            con::NIL => known::NIL,
            _ => self.alloc(Cell::Con(con, 0)),
        }
    }

    fn arity_of_con(&self, con: ConId) -> usize {
        self.program.cons[con.index()].fields.len()
    }

    pub(super) fn delay_all(&mut self, exprs: Slice, env: Env) -> u32 {
        let program = self.program;
        let start = self.refs.len() as u32;
        for &expr in program.exprs_of(exprs) {
            let cell = self.delay(expr, env);
            self.refs.push(cell);
        }
        start
    }

    pub(super) fn enter(&mut self, cell: Ref) -> Result<State, Stop> {
        let cell = self.follow(cell);
        let content = self.cells[cell as usize];
        match content {
            Cell::Thunk(expr, env) => {
                self.blacken(cell);
                Ok(State::Eval(expr, env))
            }
            Cell::Apply(function, args, count) => {
                self.blacken(cell);
                self.stack.push(Frame::Apply(args, count));
                Ok(State::Enter(function))
            }
            Cell::Select(selection) => {
                self.blacken(cell);
                self.select(selection)
            }
            Cell::Comprehension(remainder) => {
                self.blacken(cell);
                self.comprehend(remainder)
            }
            Cell::Enumeration(enumeration) => {
                self.blacken(cell);
                Ok(self.enumerate(enumeration))
            }
            Cell::Raises => Ok(State::Raise),
            // A value that needs itself: no program of ours has one.
            Cell::Blackhole => Err(Stop::NoMatch),
            _ => Ok(State::Return(cell)),
        }
    }

    fn blacken(&mut self, cell: Ref) {
        self.cells[cell as usize] = Cell::Blackhole;
        self.stack.push(Frame::Update(cell));
    }

    fn eval(&mut self, id: ExprId, env: Env) -> Result<State, Stop> {
        let program = self.program;
        let ty = program.ty(id);
        Ok(match program.get(id) {
            Expr::Int(place) => {
                let value = program.ints[place as usize];
                let at = self.close(ty, env);
                let prim = self.number_type(at).ok_or(Stop::NoMatch)?;
                let literal = super::number::literal(prim, value);
                State::Return(self.number(literal))
            }
            Expr::Double(value) => State::Return(self.alloc(Cell::Double(value))),
            Expr::Char(c) => State::Return(self.alloc(Cell::Int(i64::from(u32::from(c))))),
            Expr::Str(place) => State::Return(self.string(&program.strings[place as usize])),
            Expr::Local(var) => {
                let last = self.envs[env as usize];
                let captured = self.bug == Some(Bug::Capture)
                    && env != 0
                    && last.key != var.0
                    && last.key & TYPE_KEY == 0
                    && program.locals[last.key as usize].1 == ty;
                let found = if captured { last.value } else { self.local(env, var) };
                State::Enter(found)
            }
            Expr::Global(function, tys) => {
                let tys = self.close_all(tys, env);
                State::Enter(self.global(function, &tys))
            }
            Expr::Method(class, method, tys) => {
                let tys = self.close_all(tys, env);
                State::Enter(self.method(class, method, &tys)?)
            }
            Expr::Lambda(alt) => {
                let arity = self.alt(alt).pats.len;
                let alts = Slice { start: alt.0, len: 1 };
                State::Return(self.code(alts, env, arity))
            }
            Expr::App(function, args) => {
                let start = self.delay_all(args, env);
                if self.bug == Some(Bug::SwappedArguments)
                    && args.len == 2
                    && matches!(program.get(function), Expr::Local(_) | Expr::Global(..))
                {
                    let both = program.exprs_of(args);
                    if program.ty(both[0]) == program.ty(both[1]) {
                        self.refs.swap(start as usize, start as usize + 1);
                    }
                }
                self.stack.push(Frame::Apply(start, args.len));
                State::Eval(function, env)
            }
            Expr::Let(binds, body) => {
                let env = self.bind_all(binds, env);
                self.force_binds(binds, 0, body, env)
            }
            Expr::Case(scrutinee, alts) => {
                let cell = self.delay(scrutinee, env);
                let args = self.alloc_refs(&[cell]);
                self.begin(alts, env, args)?
            }
            Expr::If(condition, yes, no) => {
                let swapped = self.bug == Some(Bug::SwappedBranches)
                    && matches!(program.get(condition), Expr::Prim(Op::Not, ..));
                let (yes, no) = if swapped { (no, yes) } else { (yes, no) };
                self.stack.push(Frame::If(yes, no, env));
                State::Eval(condition, env)
            }
            Expr::Con(con, args) | Expr::Record(con, args) => {
                if args.len == 0 && self.arity_of_con(con) == 0 {
                    return Ok(State::Return(self.nullary(con)));
                }
                if (args.len as usize) < self.arity_of_con(con) {
                    let start = self.delay_all(args, env);
                    let head = self.head(Head::Con(con));
                    return Ok(State::Return(self.alloc(Cell::Function(head, start, args.len))));
                }
                if program.data_of(con).kind == DataKind::Newtype {
                    return Ok(State::Eval(program.exprs_of(args)[0], env));
                }
                let start = self.delay_all(args, env);
                if program.cons[con.index()].hides.is_some() {
                    let first = program.exprs_of(args)[0];
                    let hidden = self.close(program.ty(first), env);
                    // The hidden type stands behind the fields.
                    self.alloc_refs(&[hidden.0]);
                }
                self.construct(con, start, 0)
            }
            Expr::List(items) => {
                let items: Vec<Ref> =
                    program.exprs_of(items).iter().map(|&item| self.delay(item, env)).collect();
                State::Return(self.list(&items))
            }
            Expr::Update(record, con, field, value) => {
                let value = self.delay(value, env);
                self.stack.push(Frame::Update2(con, field, value));
                State::Eval(record, env)
            }
            Expr::Selector(con, field) => {
                let head = self.head(Head::Selector(con, field));
                State::Return(self.alloc(Cell::Function(head, 0, 0)))
            }
            Expr::Prim(op, at, args) => {
                let at = self.close(at, env);
                if (args.len as usize) < op.arity() {
                    let (_, result) = self.types.uncurry(ty, op.arity() - args.len as usize);
                    let result = self.close(result, env);
                    let start = self.delay_all(args, env);
                    let head = self.head(Head::Prim { op, at, result });
                    return Ok(State::Return(self.alloc(Cell::Function(head, start, args.len))));
                }
                let result = self.close(ty, env);
                let start = self.delay_all(args, env);
                self.operate(op, at, result, start)?
            }
            Expr::Section(op, at, second) => {
                let at = self.close(at, env);
                let second = self.delay(second, env);
                let head = self.head(Head::Section { op, at, second });
                State::Return(self.alloc(Cell::Function(head, 0, 0)))
            }
            Expr::Comprehension(body, qualifiers) => {
                let tail = known::NIL;
                let start = Remainder { body, qualifiers, next: 0, env, list: None, tail };
                self.remainders.push(start);
                self.comprehend(self.remainders.len() as u32 - 1)?
            }
            Expr::Enumeration(from, ..) => {
                self.stack.push(Frame::Bound { expr: id, env, from: None, then: None });
                State::Eval(from, env)
            }
            Expr::RunSt(stmts, result) => {
                let result = Some(result);
                self.stack.push(Frame::Execute(Executing { stmts, next: 0, env, result }));
                State::Return(known::UNIT)
            }
            Expr::Annotated(inner) => State::Eval(inner, env),
            // A polymorphic value is evaluated at each type that it is used at.
            Expr::Generalised(..) => {
                let alts = Slice { start: id.0, len: 0 };
                State::Return(self.code(alts, env, 0))
            }
            Expr::Instantiated(var, at) => {
                let at = self.close(at, env);
                let cell = self.local(env, var);
                self.instantiate(cell, at)?
            }
            Expr::Bottom => State::Raise,
        })
    }

    /// A polymorphic argument at a type.
    fn instantiate(&mut self, cell: Ref, at: Ty) -> Result<State, Stop> {
        let cell = self.follow(cell);
        let (id, env) = match self.cells[cell as usize] {
            Cell::Thunk(id, env) => (id, env),
            Cell::Function(head, ..) => match self.heads[head as usize] {
                Head::Code { alts, env, .. } => (ExprId(alts.start), env),
                _ => return Err(Stop::NoMatch),
            },
            _ => return Err(Stop::NoMatch),
        };
        match self.program.get(id) {
            Expr::Generalised(var, body) => {
                let env = self.bind_type(env, var, at);
                Ok(State::Eval(body, env))
            }
            _ => Err(Stop::NoMatch),
        }
    }

    fn close_all(&mut self, tys: Slice, env: Env) -> Vec<Ty> {
        let program = self.program;
        program.tys_of(tys).iter().map(|&ty| self.close(ty, env)).collect()
    }

    fn head(&mut self, head: Head) -> u32 {
        self.heads.push(head);
        self.heads.len() as u32 - 1
    }

    fn code(&mut self, alts: Slice, env: Env, arity: u32) -> Ref {
        let head = self.head(Head::Code { alts, env, arity });
        self.alloc(Cell::Function(head, 0, 0))
    }

    /// A top-level function at types without variables.
    fn global(&mut self, id: FunId, tys: &[Ty]) -> Ref {
        if let Some(cell) = self.globals[id.index()] {
            return cell;
        }
        let program = self.program;
        let function = &program.functions[id.index()];
        let mut env = 0;
        for (&var, &ty) in function.scheme.vars.iter().zip(tys) {
            env = self.bind_type(env, var, ty);
        }
        let arity = self.alt(crate::syntax::AltId(function.alts.start)).pats.len;
        let cell = if arity == 0 {
            let body = program.bodies_of(program.alts_of(function.alts)[0].bodies)[0].expr;
            self.alloc(Cell::Thunk(body, env))
        } else {
            self.code(function.alts, env, arity)
        };
        if function.scheme.vars.is_empty() {
            self.globals[id.index()] = Some(cell);
        }
        cell
    }

    /// The method of the instance at a type.
    fn method(
        &mut self,
        class: crate::syntax::ClassId,
        method: u8,
        tys: &[Ty],
    ) -> Result<Ref, Stop> {
        let program = self.program;
        let mut found = None;
        for instance in program.instances.iter().filter(|instance| instance.class == class) {
            let mut substitution = Vec::new();
            if self.types.matches(instance.head, tys[0], &instance.vars, &mut substitution) {
                found = Some((instance, substitution));
                break;
            }
        }
        let (mut instance, substitution) = found.ok_or(Stop::NoMatch)?;
        if self.bug == Some(Bug::WrongInstance) && instance.vars.is_empty() {
            let mut same = program.instances.iter().filter(|other| other.class == class);
            instance = same.find(|other| other.vars.is_empty()).unwrap_or(instance);
        }
        let own = instance.methods[method as usize];
        let default = program.classes[class.index()].methods[method as usize].default;
        let own = match self.bug {
            Some(Bug::DefaultMethod) => default.or(own).filter(|_| default.is_some()).or(own),
            _ => own,
        };
        let is_default = own.is_none() || (own == default && default.is_some());
        if is_default {
            return Ok(self.global(default.ok_or(Stop::NoMatch)?, tys));
        }
        let mut args: Vec<Ty> = Vec::new();
        for var in &instance.vars {
            let bound = substitution.iter().find(|(known, _)| known == var);
            args.push(bound.ok_or(Stop::NoMatch)?.1);
        }
        args.extend_from_slice(&tys[1..]);
        Ok(self.global(own.ok_or(Stop::NoMatch)?, &args))
    }

    pub(super) fn list(&mut self, items: &[Ref]) -> Ref {
        let mut list = known::NIL;
        for &item in items.iter().rev() {
            list = self.alloc_con(con::CONS, &[item, list]);
        }
        list
    }

    pub(super) fn string(&mut self, text: &str) -> Ref {
        let items: Vec<Ref> =
            text.chars().map(|c| self.alloc(Cell::Int(i64::from(u32::from(c))))).collect();
        self.list(&items)
    }

    /// Evaluates the strict fields from a number on, and makes the value.
    pub(super) fn construct(&mut self, con: ConId, args: u32, from: u32) -> State {
        let constructor = &self.program.cons[con.index()];
        let strict = if self.bug == Some(Bug::LostStrictField) { 0 } else { constructor.strict };
        for field in from..constructor.fields.len() as u32 {
            let place = (args + field) as usize;
            let cell = self.follow(self.refs[place]);
            if strict >> field & 1 == 1 && !self.is_value(cell) {
                self.stack.push(Frame::Field { con, args, next: field });
                return State::Enter(cell);
            }
        }
        State::Return(self.alloc(Cell::Con(con, args)))
    }

    /// Binds local definitions, each of which may use all of them.
    fn bind_all(&mut self, binds: Slice, env: Env) -> Env {
        let program = self.program;
        let mut inner = env;
        let mut made: Vec<Ref> = Vec::new();
        for bind in program.binds_of(binds) {
            match *bind {
                Bind::Value { var, .. } | Bind::Function { var, .. } => {
                    let cell = self.alloc(Cell::Blackhole);
                    made.push(cell);
                    inner = self.bind(inner, var, cell);
                }
                Bind::Pattern { pat, .. } => {
                    let whole = self.alloc(Cell::Blackhole);
                    made.push(whole);
                    inner = self.bind_lazily(pat, whole, inner);
                }
            }
        }
        for (bind, cell) in program.binds_of(binds).iter().zip(made) {
            self.cells[cell as usize] = match *bind {
                Bind::Value { rhs, .. } | Bind::Pattern { rhs, .. } => Cell::Thunk(rhs, inner),
                Bind::Function { alts, .. } => {
                    let arity = program.alts_of(alts)[0].pats.len;
                    let head = self.head(Head::Code { alts, env: inner, arity });
                    Cell::Function(head, 0, 0)
                }
            };
        }
        inner
    }

    /// Evaluates strict local definitions from a number on, then the body.
    fn force_binds(&mut self, binds: Slice, from: u32, body: ExprId, env: Env) -> State {
        match self.strict_bind(binds, from, env) {
            Some((next, cell)) => {
                self.stack.push(Frame::Body { binds, next, body, env });
                State::Enter(cell)
            }
            None => State::Eval(body, env),
        }
    }

    fn strict_bind(&mut self, binds: Slice, from: u32, env: Env) -> Option<(u32, Ref)> {
        let program = self.program;
        let all = program.binds_of(binds);
        for (i, bind) in all.iter().enumerate().skip(from as usize) {
            if let Bind::Value { var, strict, .. } = *bind {
                let strict = match self.bug {
                    Some(Bug::StrictLet) => true,
                    Some(Bug::LostBang) => false,
                    _ => strict,
                };
                if strict {
                    return Some((i as u32 + 1, self.local(env, var)));
                }
            }
        }
        None
    }

    /// Binds the variables of a pattern to what will be found there.
    fn bind_lazily(&mut self, pat: PatId, whole: Ref, env: Env) -> Env {
        let mut vars = Vec::new();
        self.pattern_vars(pat, &mut vars);
        let mut inner = env;
        for var in vars {
            self.selections.push(Selection { pat, whole, var, env });
            let cell = self.alloc(Cell::Select(self.selections.len() as u32 - 1));
            inner = self.bind(inner, var, cell);
        }
        inner
    }

    fn pattern_vars(&self, pat: PatId, vars: &mut Vec<Var>) {
        let mut work = vec![pat];
        while let Some(pat) = work.pop() {
            match self.program.pats[pat.index()] {
                Pat::Var(var) => vars.push(var),
                Pat::As(var, inner) => {
                    vars.push(var);
                    work.push(inner);
                }
                Pat::Bang(inner) | Pat::Lazy(inner) => work.push(inner),
                Pat::Con(_, pats) | Pat::Unpack(_, _, pats) => {
                    work.extend(self.program.pats_of(pats));
                }
                Pat::Wild | Pat::Int(..) | Pat::Char(_) => {}
            }
        }
    }

    fn select(&mut self, selection: u32) -> Result<State, Stop> {
        let Selection { pat, whole, env, .. } = self.selections[selection as usize];
        let base = self.todo.len() as u32;
        self.todo.push((pat, whole));
        self.stack.push(Frame::Selected(selection));
        let matching = Matching { alts: Slice::default(), outer: env, env, args: 0, base };
        self.match_on(matching)
    }

    /// Matches arguments with alternatives.
    pub(super) fn begin(&mut self, alts: Slice, env: Env, args: u32) -> Result<State, Stop> {
        let base = self.todo.len() as u32;
        let matching = Matching { alts, outer: env, env, args, base };
        self.begin_alt(matching)
    }

    fn begin_alt(&mut self, mut matching: Matching) -> Result<State, Stop> {
        if matching.alts.len == 0 {
            return Err(Stop::NoMatch);
        }
        matching.env = matching.outer;
        let program = self.program;
        let alt = program.alts[matching.alts.start as usize];
        let pats = program.pats_of(alt.pats);
        for (i, &pat) in pats.iter().enumerate().rev() {
            let cell = self.refs[matching.args as usize + i];
            self.todo.push((pat, cell));
        }
        self.match_on(matching)
    }

    fn next_alt(&mut self, mut matching: Matching) -> Result<State, Stop> {
        self.todo.truncate(matching.base as usize);
        matching.alts.start += 1;
        matching.alts.len = matching.alts.len.checked_sub(1).ok_or(Stop::NoMatch)?;
        self.begin_alt(matching)
    }

    fn match_on(&mut self, mut matching: Matching) -> Result<State, Stop> {
        let program = self.program;
        while self.todo.len() > matching.base as usize {
            let (pat, cell) = self.todo.pop().expect("there is one above the base");
            let cell = self.follow(cell);
            let pattern = program.pats[pat.index()];
            match pattern {
                Pat::Wild => continue,
                Pat::Var(var) => {
                    matching.env = self.bind(matching.env, var, cell);
                    continue;
                }
                Pat::As(var, inner) => {
                    matching.env = self.bind(matching.env, var, cell);
                    self.todo.push((inner, cell));
                    continue;
                }
                Pat::Lazy(inner) => {
                    matching.env = self.bind_lazily(inner, cell, matching.env);
                    continue;
                }
                Pat::Bang(inner) if self.bug == Some(Bug::LostBang) => {
                    self.todo.push((inner, cell));
                    continue;
                }
                Pat::Con(con, pats) if program.data_of(con).kind == DataKind::Newtype => {
                    self.todo.push((program.pats_of(pats)[0], cell));
                    continue;
                }
                _ => {}
            }
            if !self.is_value(cell) {
                self.todo.push((pat, cell));
                self.stack.push(Frame::Match(matching));
                return Ok(State::Enter(cell));
            }
            let content = self.cells[cell as usize];
            let fits = match (pattern, content) {
                (Pat::Bang(inner), _) => {
                    self.todo.push((inner, cell));
                    true
                }
                (Pat::Con(con, pats), Cell::Con(actual, start)) => {
                    if con == actual {
                        self.push_fields(pats, start);
                    }
                    con == actual
                }
                (Pat::Unpack(con, var, pats), Cell::Con(actual, start)) => {
                    if con == actual {
                        let hidden = self.refs[(start + pats.len) as usize];
                        matching.env = self.bind_type(matching.env, var, Ty(hidden));
                        self.push_fields(pats, start);
                    }
                    con == actual
                }
                (Pat::Int(..), _) if self.bug == Some(Bug::SkippedLiteral) => false,
                (Pat::Int(place, _), Cell::Int(bits)) => {
                    program.ints[place as usize] as i64 == bits
                }
                (Pat::Int(place, _), Cell::Double(value)) => {
                    program.ints[place as usize] as f64 == value
                }
                (Pat::Int(place, _), Cell::Big(big)) => {
                    self.bigs[big as usize] == program.ints[place as usize].into()
                }
                (Pat::Char(c), Cell::Int(code)) => i64::from(u32::from(c)) == code,
                _ => return Err(Stop::NoMatch),
            };
            if !fits {
                return self.next_alt(matching);
            }
        }
        // A lazy pattern has no alternative behind it.
        if let (0, Some(Frame::Selected(selection))) = (matching.alts.len, self.stack.last()) {
            let var = self.selections[*selection as usize].var;
            self.stack.pop();
            return Ok(State::Enter(self.local(matching.env, var)));
        }
        let alt = program.alts[matching.alts.start as usize];
        if alt.binds.len > 0 {
            matching.env = self.bind_all(alt.binds, matching.env);
            return self.force_where(matching, 0);
        }
        self.try_bodies(matching, 0)
    }

    fn force_where(&mut self, matching: Matching, from: u32) -> Result<State, Stop> {
        let binds = self.program.alts[matching.alts.start as usize].binds;
        match self.strict_bind(binds, from, matching.env) {
            Some((next, cell)) => {
                self.stack.push(Frame::Where { matching, next });
                Ok(State::Enter(cell))
            }
            None => self.try_bodies(matching, 0),
        }
    }

    fn push_fields(&mut self, pats: Slice, start: u32) {
        let program = self.program;
        for (i, &pat) in program.pats_of(pats).iter().enumerate().rev() {
            self.todo.push((pat, self.refs[start as usize + i]));
        }
    }

    fn try_bodies(&mut self, matching: Matching, from: u32) -> Result<State, Stop> {
        let program = self.program;
        let bodies = program.bodies_of(program.alts[matching.alts.start as usize].bodies);
        let from = match self.bug {
            Some(Bug::SkippedGuard) if bodies.len() > 2 => from.max(bodies.len() as u32 - 2),
            _ => from,
        };
        match bodies.get(from as usize) {
            None => self.next_alt(matching),
            Some(body) => match body.guard {
                None => Ok(State::Eval(body.expr, matching.env)),
                Some(guard) => {
                    self.stack.push(Frame::Guard(Guarding { matching, body: from }));
                    Ok(State::Eval(guard, matching.env))
                }
            },
        }
    }

    /// Applies a function to arguments.
    pub(super) fn apply(&mut self, function: Ref, args: u32, count: u32) -> Result<State, Stop> {
        let Cell::Function(head, first, held) = self.cells[function as usize] else {
            return Err(Stop::NoMatch);
        };
        let total = held + count;
        let arity = match self.heads[head as usize] {
            Head::Code { arity, .. } => arity,
            Head::Con(con) => self.arity_of_con(con) as u32,
            Head::Prim { op, .. } => op.arity() as u32,
            Head::Section { .. } | Head::Selector(..) => 1,
        };
        // All arguments side by side.
        let all = if held == 0 {
            args
        } else {
            let start = self.refs.len() as u32;
            for i in 0..held {
                self.refs.push(self.refs[(first + i) as usize]);
            }
            for i in 0..count {
                self.refs.push(self.refs[(args + i) as usize]);
            }
            start
        };
        if total < arity {
            return Ok(State::Return(self.alloc(Cell::Function(head, all, total))));
        }
        if total > arity {
            self.stack.push(Frame::Apply(all + arity, total - arity));
        }
        match self.heads[head as usize] {
            Head::Code { alts, env, .. } => self.begin(alts, env, all),
            Head::Con(con) if self.program.data_of(con).kind == DataKind::Newtype => {
                Ok(State::Enter(self.refs[all as usize]))
            }
            Head::Con(con) => {
                let start = self.refs.len() as u32;
                for i in 0..arity {
                    self.refs.push(self.refs[(all + i) as usize]);
                }
                Ok(self.construct(con, start, 0))
            }
            Head::Prim { op, at, result } => self.operate(op, at, result, all),
            Head::Section { op, at, second } => {
                let first = self.refs[all as usize];
                let both = self.alloc_refs(&[first, second]);
                let result = match op.shape() {
                    Shape::Relation | Shape::Bit => Types::BOOL,
                    _ => at,
                };
                self.operate(op, at, result, both)
            }
            Head::Selector(con, field) => {
                let record = self.refs[all as usize];
                self.stack.push(Frame::Select(con, field));
                Ok(State::Enter(record))
            }
        }
    }

    /// Goes on in a list comprehension.
    fn comprehend(&mut self, remainder: u32) -> Result<State, Stop> {
        let program = self.program;
        let now = self.remainders[remainder as usize];
        if let Some(list) = now.list {
            self.stack.push(Frame::Generator(remainder));
            return Ok(State::Enter(list));
        }
        Ok(match program.qualifiers_of(now.qualifiers).get(now.next as usize) {
            None => {
                let item = self.delay(now.body, now.env);
                State::Return(self.alloc_con(con::CONS, &[item, now.tail]))
            }
            Some(&Qualifier::Guard(condition)) => {
                self.stack.push(Frame::Condition(remainder));
                State::Eval(condition, now.env)
            }
            Some(&Qualifier::Let(var, rhs)) => {
                let cell = self.delay(rhs, now.env);
                let env = self.bind(now.env, var, cell);
                self.remainders.push(Remainder { next: now.next + 1, env, ..now });
                return self.comprehend(self.remainders.len() as u32 - 1);
            }
            Some(&Qualifier::Generator(_, list)) => {
                let list = self.delay(list, now.env);
                self.remainders.push(Remainder { list: Some(list), ..now });
                self.stack.push(Frame::Generator(self.remainders.len() as u32 - 1));
                State::Enter(list)
            }
        })
    }

    pub(super) fn condition(&mut self, remainder: u32, holds: bool) -> Result<State, Stop> {
        let now = self.remainders[remainder as usize];
        if !holds {
            return Ok(State::Enter(now.tail));
        }
        self.remainders.push(Remainder { next: now.next + 1, ..now });
        self.comprehend(self.remainders.len() as u32 - 1)
    }

    /// The list of a generator was evaluated: binds its first item and goes on, with
    /// the other items in the tail.
    pub(super) fn generate(&mut self, remainder: u32, list: Ref) -> Result<State, Stop> {
        let program = self.program;
        let now = self.remainders[remainder as usize];
        let Cell::Con(con::CONS, start) = self.cells[list as usize] else {
            return Ok(State::Enter(now.tail));
        };
        let (item, rest) = (self.refs[start as usize], self.refs[start as usize + 1]);
        let Qualifier::Generator(pat, _) = program.qualifiers_of(now.qualifiers)[now.next as usize]
        else {
            return Err(Stop::NoMatch);
        };
        self.remainders.push(Remainder { list: Some(rest), ..now });
        let tail = self.alloc(Cell::Comprehension(self.remainders.len() as u32 - 1));
        // The patterns of generators are variables and tuples of them: they fit.
        let env = self.bind_lazily(pat, item, now.env);
        self.remainders.push(Remainder { next: now.next + 1, env, list: None, tail, ..now });
        self.comprehend(self.remainders.len() as u32 - 1)
    }

    /// The first item of an enumeration, and the rest.
    fn enumerate(&mut self, place: u32) -> State {
        let Enumeration { prim, next, step, last } = self.enumerations[place as usize].clone();
        let ends = if step >= 0 { next > last } else { next < last };
        if ends {
            return State::Return(known::NIL);
        }
        self.enumerations.push(Enumeration { prim, next: next + step, step, last });
        let rest = self.alloc(Cell::Enumeration(self.enumerations.len() as u32 - 1));
        let item = super::number::literal(prim, next);
        let item = self.number(item);
        State::Return(self.alloc_con(con::CONS, &[item, rest]))
    }

    /// All bounds of an enumeration are known.
    pub(super) fn enumeration(
        &mut self,
        prim: Prim,
        from: i64,
        then: Option<i64>,
        to: Option<i64>,
    ) -> State {
        let value = |bits| super::number::value(prim, bits);
        let next = value(from);
        let step = then.map_or(1, |then| value(then) - next);
        let (least, greatest) = prim.bounds().unwrap_or((0, 0x10_FFFF));
        let last = match to {
            Some(to) => value(to),
            None if step >= 0 => greatest,
            None => least,
        };
        let last =
            if self.bug == Some(Bug::ShortEnumeration) { last - step.signum() } else { last };
        self.enumerations.push(Enumeration { prim, next, step, last });
        self.enumerate(self.enumerations.len() as u32 - 1)
    }

    /// Goes on with a value.
    fn resume(&mut self, frame: Frame, cell: Ref) -> Result<State, Stop> {
        Ok(match frame {
            Frame::Update(target) => {
                self.cells[target as usize] = Cell::Indirection(cell);
                State::Return(cell)
            }
            Frame::Apply(args, count) => self.apply(cell, args, count)?,
            Frame::Match(matching) => self.match_on(matching)?,
            Frame::Guard(Guarding { matching, body }) => {
                if self.is_true(cell) {
                    let alt = self.program.alts[matching.alts.start as usize];
                    let expr = self.program.bodies_of(alt.bodies)[body as usize].expr;
                    State::Eval(expr, matching.env)
                } else {
                    self.try_bodies(matching, body + 1)?
                }
            }
            Frame::If(yes, no, env) => State::Eval(if self.is_true(cell) { yes } else { no }, env),
            Frame::Body { binds, next, body, env } => self.force_binds(binds, next, body, env),
            Frame::Where { matching, next } => self.force_where(matching, next)?,
            Frame::Field { con, args, next } => {
                self.refs[(args + next) as usize] = cell;
                self.construct(con, args, next + 1)
            }
            Frame::Then(next) => State::Enter(next),
            Frame::Condition(remainder) => {
                let holds = self.is_true(cell);
                self.condition(remainder, holds)?
            }
            Frame::Generator(remainder) => self.generate(remainder, cell)?,
            Frame::Selected(_) => return Err(Stop::NoMatch),
            Frame::Select(con, field) => {
                if self.program.data_of(con).kind == DataKind::Newtype {
                    return Ok(State::Return(cell));
                }
                let Cell::Con(_, start) = self.cells[cell as usize] else {
                    return Err(Stop::NoMatch);
                };
                State::Enter(self.refs[start as usize + field as usize])
            }
            Frame::Update2(con, field, value) => {
                let Cell::Con(_, start) = self.cells[cell as usize] else {
                    return Err(Stop::NoMatch);
                };
                let count = self.arity_of_con(con);
                let mut fields = self.refs[start as usize..start as usize + count].to_vec();
                let field = match self.bug {
                    Some(Bug::WrongField) => self.field_alike(con, field as usize),
                    _ => field as usize,
                };
                fields[field] = value;
                let args = self.alloc_refs(&fields);
                self.construct(con, args, 0)
            }
            Frame::Bound { expr, env, from, then } => self.bound(expr, env, from, then, cell)?,
            Frame::Operand { .. }
            | Frame::Lazy(..)
            | Frame::Compare { .. }
            | Frame::Show { .. } => self.resume_operation(frame, cell)?,
            Frame::Execute(_)
            | Frame::When(..)
            | Frame::ForEach(..)
            | Frame::Write(_)
            | Frame::Catch => self.resume_statement(frame, cell)?,
        })
    }

    /// Another field of the same type, for the mistake of the wrong field.
    fn field_alike(&self, con: ConId, field: usize) -> usize {
        let fields = &self.program.cons[con.index()].fields;
        let alike = |i: &usize| *i != field && fields[*i] == fields[field];
        (0..fields.len()).find(alike).unwrap_or(field)
    }

    fn bound(
        &mut self,
        expr: ExprId,
        env: Env,
        from: Option<i64>,
        then: Option<i64>,
        cell: Ref,
    ) -> Result<State, Stop> {
        let Expr::Enumeration(_, then_expr, to_expr) = self.program.get(expr) else {
            return Err(Stop::NoMatch);
        };
        let Cell::Int(bits) = self.cells[cell as usize] else { return Err(Stop::NoMatch) };
        let (from, then, to) = match (from, then) {
            (None, _) => (bits, None, None),
            (Some(from), None) if then_expr.is_some() => (from, Some(bits), None),
            (Some(from), then) => (from, then, Some(bits)),
        };
        let waits = if then.is_none() && to.is_none() { then_expr.or(to_expr) } else { to_expr };
        if let (Some(next), None) = (waits, to) {
            self.stack.push(Frame::Bound { expr, env, from: Some(from), then });
            return Ok(State::Eval(next, env));
        }
        let list = self.close(self.program.ty(expr), env);
        let Type::Data(data::LIST, args) = self.types.shape(list) else {
            return Err(Stop::NoMatch);
        };
        let prim = self.types.as_prim(args[0]).ok_or(Stop::NoMatch)?;
        Ok(self.enumeration(prim, from, then, to))
    }

    pub(super) fn is_true(&self, cell: Ref) -> bool {
        matches!(self.cells[cell as usize], Cell::Con(con::TRUE, _))
    }
}

const _: () = assert!(HIGHER > 90, "higher-kinded variables have numbers of their own");
