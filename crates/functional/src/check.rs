//! The type checker of the core: the rules of Figures 2 and 3, and those for what goes
//! beyond the paper. It shares no code with the generator.
//!
//! Every rule computes the type of an expression from those of its parts and holds it
//! against the type that the expression carries. The recursion is as deep as the
//! program, which the generator bounds.

use std::fmt;

use crate::prims::{Needs, Op, Shape, prim_in};
use crate::syntax::{
    Alt, Bind, Class, ConId, Constructor, DataKind, Expr, ExprId, Function, HIDDEN, Home, Pat,
    PatId, Pragma, Program, Qualifier, Scheme, Slice, Stmt, Var,
};
use crate::types::{Prim, Ty, TyVar, Type, Types, data};

/// Why a program is ill-typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllTyped {
    /// The rule that does not hold.
    pub rule: &'static str,
    /// What is wrong.
    pub what: String,
    /// Where, by the number of the top-level function; none in `main`.
    pub function: Option<usize>,
}

impl fmt::Display for IllTyped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule, self.what)?;
        self.function.map_or(Ok(()), |function| write!(f, " (function {function})"))
    }
}

impl std::error::Error for IllTyped {}

type Checked<T> = Result<T, IllTyped>;

fn fail<T>(rule: &'static str, what: impl Into<String>) -> Checked<T> {
    Err(IllTyped { rule, what: what.into(), function: None })
}

/// Checks a program.
pub fn check(program: &Program) -> Result<(), IllTyped> {
    let mut checker = Checker {
        program,
        types: program.types.clone(),
        scope: Vec::new(),
        references: Vec::new(),
        vars: Vec::new(),
        given: Vec::new(),
        refined: Vec::new(),
    };
    checker.datas()?;
    for (number, function) in program.functions.iter().enumerate() {
        let checked = checker.function(function);
        checked.map_err(|error| IllTyped { function: Some(number), ..error })?;
    }
    checker.instances()?;
    checker.begin(&[], &[]);
    for &group in &program.main {
        let depth = checker.depth();
        checker.statements(group, true)?;
        checker.leave(depth);
    }
    Ok(())
}

struct Checker<'a> {
    program: &'a Program,
    types: Types,
    scope: Vec<(Var, Ty)>,
    references: Vec<(Var, Ty)>,
    /// The type variables in scope.
    vars: Vec<TyVar>,
    given: Vec<(Class, TyVar)>,
    /// What matching a constructor of a GADT has shown about type variables.
    refined: Vec<(TyVar, Ty)>,
}

impl Checker<'_> {
    fn begin(&mut self, vars: &[TyVar], given: &[(Class, TyVar)]) {
        self.scope.clear();
        self.references.clear();
        self.vars = vars.to_vec();
        self.given = given.to_vec();
    }

    fn depth(&self) -> (usize, usize, usize, usize) {
        (self.scope.len(), self.references.len(), self.vars.len(), self.given.len())
    }

    fn leave(&mut self, depth: (usize, usize, usize, usize)) {
        self.scope.truncate(depth.0);
        self.references.truncate(depth.1);
        self.vars.truncate(depth.2);
        self.given.truncate(depth.3);
    }

    /// Whether a type makes sense where it stands: its variables are in scope, and its
    /// constructors have as many arguments as they take.
    fn well_formed(&mut self, ty: Ty) -> Checked<()> {
        let mut vars = Vec::new();
        self.types.variables(ty, &mut vars);
        if let Some(free) = vars.iter().find(|var| !self.vars.contains(var)) {
            return fail("T-Type", format!("type variable {} is not in scope", free.0));
        }
        match self.types.shape(ty) {
            Type::Data(id, args) => {
                let declared = self.program.datas.get(usize::from(id.0));
                let params = declared.map(|declared| usize::from(declared.params));
                if params != Some(Types::args(&args).len()) {
                    return fail("T-Type", "a type constructor with too few or many arguments");
                }
                for arg in Types::args(&args) {
                    self.well_formed(*arg)?;
                }
                Ok(())
            }
            Type::Fun(param, result) => {
                self.well_formed(param)?;
                self.well_formed(result)
            }
            _ => Ok(()),
        }
    }

    /// T-Adt and T-Alias.
    fn datas(&mut self) -> Checked<()> {
        let program = self.program;
        for declared in &program.datas {
            let params: Vec<TyVar> = (0..declared.params).map(TyVar).collect();
            let first = declared.first.index();
            for con in &program.cons[first..first + usize::from(declared.count)] {
                self.begin(&params, &[]);
                if con.hides.is_some() {
                    self.vars.push(HIDDEN);
                }
                for &field in &con.fields {
                    self.well_formed(field)?;
                }
                let labels = con.labels.len();
                if labels != 0 && labels != con.fields.len() {
                    return fail("T-Adt", "a record with too few labels");
                }
                let number = |field: &Ty| {
                    let prim = self.types.as_prim(*field);
                    prim.is_some_and(|prim| !matches!(prim, Prim::Natural | Prim::Char))
                };
                if declared.derived.num
                    && !(declared.kind == DataKind::Newtype && con.fields.iter().all(number))
                {
                    return fail("T-Instance", "an instance of Num for what is no number");
                }
                if con.infix.is_some() && con.fields.len() != 2 {
                    return fail("T-Adt", "an infix constructor without two fields");
                }
            }
        }
        self.begin(&[], &[]);
        program.synonyms.iter().try_for_each(|synonym| self.well_formed(synonym.ty))
    }

    /// T-Function.
    fn function(&mut self, function: &Function) -> Checked<()> {
        let scheme = &function.scheme;
        self.begin(&scheme.vars, &scheme.context);
        for &param in &scheme.params {
            self.well_formed(param)?;
        }
        self.well_formed(scheme.result)?;
        if let Some(synonym) = function.synonym
            && self.program.synonyms[usize::from(synonym)].ty != scheme.result
        {
            return fail("T-Alias", "a synonym that stands for another type");
        }
        if let Pragma::Specialise(at) = function.pragma {
            let whole = self.types.function(&scheme.params, scheme.result);
            let mut substitution = Vec::new();
            if !self.types.matches(whole, at, &scheme.vars, &mut substitution) {
                return fail("T-Function", "a SPECIALISE pragma at no instance of the type");
            }
            self.context_holds(scheme, &substitution)?;
        }
        if function.alts.len == 0 {
            return fail("T-Function", "a function without equations");
        }
        self.alternatives(function.alts, &scheme.params, scheme.result)
    }

    /// The methods of instances have the types that their class asks for.
    fn instances(&mut self) -> Checked<()> {
        let program = self.program;
        for (number, instance) in program.instances.iter().enumerate() {
            let class = &program.classes[instance.class.index()];
            self.begin(&instance.vars, &instance.context);
            if let Some(superclass) = class.superclass
                && !self.is_in(instance.head, superclass)
            {
                return fail("T-Instance", "a type that is not in the superclass");
            }
            for (method, own) in class.methods.iter().zip(&instance.methods) {
                let Some(own) = own else {
                    if method.default.is_none() {
                        return fail("T-Instance", "a method with neither definition nor default");
                    }
                    continue;
                };
                let own = &program.functions[own.index()];
                let substitution = [(class.var, instance.head)];
                let mut wanted = |ty| self.types.substitute(ty, &substitution);
                let params: Vec<Ty> =
                    method.scheme.params.iter().map(|&param| wanted(param)).collect();
                let result = wanted(method.scheme.result);
                if own.scheme.params != params || own.scheme.result != result {
                    return fail("T-Instance", "a method of another type");
                }
                if own.home != Home::Instance(number as u16) {
                    return fail("T-Instance", "a method of another instance");
                }
            }
        }
        Ok(())
    }

    /// Whether a type is in a class.
    fn is_in(&mut self, ty: Ty, class: Class) -> bool {
        if let Class::User(id) = class {
            if let Type::Var(var) = self.types.shape(ty) {
                return self.is_given(var, class);
            }
            let program = self.program;
            return program.instances.iter().filter(|one| one.class == id).any(|one| {
                let mut substitution = Vec::new();
                self.types.matches(one.head, ty, &one.vars, &mut substitution)
                    && one.context.iter().all(|&(class, var)| {
                        let bound = substitution.iter().find(|(known, _)| *known == var);
                        bound.is_some_and(|&(_, ty)| self.is_in(ty, class))
                    })
            });
        }
        match self.types.shape(ty) {
            Type::Prim(prim) => prim_in(prim, class),
            Type::Var(var) => self.is_given(var, class),
            Type::Data(id, args) => {
                let declared = &self.program.datas[usize::from(id.0)];
                let derived = match class {
                    Class::Eq => declared.derived.eq,
                    Class::Ord => declared.derived.ord,
                    Class::Show => declared.derived.show,
                    Class::Enum | Class::Bounded => declared.derived.enumeration,
                    Class::Num => declared.derived.num,
                    _ => false,
                };
                derived && Types::args(&args).iter().all(|&arg| self.is_in(arg, class))
            }
            _ => false,
        }
    }

    /// Whether a type variable is in a class, by what is given or by a superclass.
    fn is_given(&self, var: TyVar, class: Class) -> bool {
        self.given.iter().filter(|(_, of)| *of == var).any(|&(given, _)| {
            let mut given = Some(given);
            while let Some(one) = given {
                let implied: &[Class] = match one {
                    Class::Ord | Class::Bits => &[Class::Eq],
                    Class::Integral => &[Class::Num, Class::Ord, Class::Eq, Class::Enum],
                    _ => &[],
                };
                if one == class || implied.contains(&class) {
                    return true;
                }
                given = match one {
                    Class::User(id) => self.program.classes[id.index()].superclass,
                    _ => None,
                };
            }
            false
        })
    }

    fn context_holds(&mut self, scheme: &Scheme, substitution: &[(TyVar, Ty)]) -> Checked<()> {
        for &(class, var) in &scheme.context {
            let bound = substitution.iter().find(|(known, _)| *known == var);
            let Some(&(_, ty)) = bound else {
                return fail("T-Fun", "an ambiguous type variable");
            };
            if !self.is_in(ty, class) {
                return fail("T-Fun", format!("no instance of {class:?} for its argument"));
            }
        }
        Ok(())
    }

    fn alternatives(&mut self, alts: Slice, params: &[Ty], result: Ty) -> Checked<()> {
        let program = self.program;
        program.alts_of(alts).iter().try_for_each(|alt| self.alternative(alt, params, result))
    }

    fn alternative(&mut self, alt: &Alt, params: &[Ty], result: Ty) -> Checked<()> {
        let program = self.program;
        let depth = self.depth();
        let pats = program.pats_of(alt.pats);
        if pats.len() != params.len() {
            return fail("T-Function", "too few or too many patterns");
        }
        let known = self.refined.len();
        for (&pat, &param) in pats.iter().zip(params) {
            self.pattern(pat, param)?;
        }
        let refined = self.refined.split_off(known);
        let result = self.types.substitute(result, &refined);
        self.binds(alt.binds)?;
        if alt.bodies.len == 0 {
            return fail("T-Function", "an alternative without a body");
        }
        for body in program.bodies_of(alt.bodies) {
            if let Some(guard) = body.guard {
                self.expect("T-Guard", guard, Types::BOOL)?;
            }
            self.expect("T-Function", body.expr, result)?;
        }
        self.leave(depth);
        Ok(())
    }

    /// *var-types*: checks a pattern and puts its variables into scope.
    fn pattern(&mut self, id: PatId, ty: Ty) -> Checked<()> {
        let program = self.program;
        match program.pats[id.index()] {
            Pat::Wild => Ok(()),
            Pat::Var(var) => self.bind(var, ty),
            Pat::As(var, inner) => {
                self.bind(var, ty)?;
                self.pattern(inner, ty)
            }
            Pat::Bang(inner) | Pat::Lazy(inner) => self.pattern(inner, ty),
            Pat::Char(_) => same("P-Lit", ty, Types::CHAR),
            Pat::Int(place, at) => {
                same("P-Lit", ty, at)?;
                self.literal(program.ints[place as usize], at)
            }
            Pat::Con(con, pats) => {
                let fields = self.fields(con, ty)?;
                if let (Some(index), Type::Data(_, args)) =
                    (program.cons[con.index()].index, self.types.shape(ty))
                {
                    match self.types.shape(args[0]) {
                        Type::Var(var) => self.refined.push((var, index)),
                        _ => same("P-Con", args[0], index)?,
                    }
                }
                if program.cons[con.index()].hides.is_some() {
                    return fail("P-Con", "a hidden type that is not named");
                }
                let pats = program.pats_of(pats);
                if pats.len() != fields.len() {
                    return fail("P-Con", "too few or too many patterns");
                }
                pats.iter().zip(fields).try_for_each(|(&pat, field)| self.pattern(pat, field))
            }
            Pat::Unpack(con, var, pats) => {
                let Some(class) = program.cons[con.index()].hides else {
                    return fail("P-Con", "a constructor that hides nothing");
                };
                let fields = self.fields(con, ty)?;
                if self.vars.contains(&var) {
                    return fail("P-Con", "a hidden type with the name of another");
                }
                self.vars.push(var);
                self.given.push((class, var));
                let pats = program.pats_of(pats);
                pats.iter().zip(fields).try_for_each(|(&pat, field)| self.pattern(pat, field))
            }
        }
    }

    fn bind(&mut self, var: Var, ty: Ty) -> Checked<()> {
        same("T-Var", self.program.locals[var.index()].1, ty)?;
        self.scope.push((var, ty));
        Ok(())
    }

    /// The types of a constructor's fields in a value of a type.
    fn fields(&mut self, con: ConId, ty: Ty) -> Checked<Vec<Ty>> {
        let constructor: &Constructor = &self.program.cons[con.index()];
        match self.types.shape(ty) {
            Type::Data(id, args) if id == constructor.data => {
                let substitution: Vec<(TyVar, Ty)> = Types::args(&args)
                    .iter()
                    .enumerate()
                    .map(|(i, &arg)| (TyVar(i as u16), arg))
                    .collect();
                let fields = constructor.fields.iter();
                Ok(fields.map(|&field| self.types.substitute(field, &substitution)).collect())
            }
            _ => fail("T-Constr", "a constructor of another type"),
        }
    }

    fn literal(&mut self, value: i128, ty: Ty) -> Checked<()> {
        let Some(prim) = self.number(ty) else {
            let number = self.is_in(ty, Class::Num);
            return if number { Ok(()) } else { fail("T-Lit", "a number of no numeric type") };
        };
        let (least, greatest) = match prim {
            Prim::Natural => (0, i128::MAX),
            Prim::Char => return fail("T-Lit", "a number as a character"),
            prim => prim.bounds().unwrap_or((i128::MIN, i128::MAX)),
        };
        if (least..=greatest).contains(&value) {
            Ok(())
        } else {
            fail("T-Lit", format!("{value} is no {}", prim.name()))
        }
    }

    /// Checks local definitions, which stay in scope.
    fn binds(&mut self, binds: Slice) -> Checked<()> {
        let program = self.program;
        for bind in program.binds_of(binds) {
            match *bind {
                Bind::Value { var, rhs, .. } => {
                    let ty = self.infer(rhs)?;
                    self.bind(var, ty)?;
                }
                Bind::Pattern { pat, rhs } => {
                    let ty = self.infer(rhs)?;
                    self.pattern(pat, ty)?;
                }
                Bind::Function { var, ty, alts, .. } => {
                    self.well_formed(ty)?;
                    self.bind(var, ty)?;
                    let arity = program.alts_of(alts)[0].pats.len as usize;
                    let (params, result) = self.types.uncurry(ty, arity);
                    self.alternatives(alts, &params, result)?;
                }
            }
        }
        Ok(())
    }

    fn expect(&mut self, rule: &'static str, id: ExprId, ty: Ty) -> Checked<()> {
        let found = self.infer(id)?;
        same(rule, found, ty)
    }

    fn expect_all(&mut self, rule: &'static str, exprs: Slice, tys: &[Ty]) -> Checked<()> {
        let program = self.program;
        let exprs = program.exprs_of(exprs);
        if exprs.len() > tys.len() {
            return fail(rule, "too many arguments");
        }
        exprs.iter().zip(tys).try_for_each(|(&expr, &ty)| self.expect(rule, expr, ty))
    }

    /// A type with types for the variables of a scheme.
    fn instantiate(&mut self, scheme: &Scheme, tys: Slice) -> Checked<Ty> {
        let tys = self.program.tys_of(tys).to_vec();
        if tys.len() != scheme.vars.len() {
            return fail("T-Fun", "too few or too many type arguments");
        }
        let substitution: Vec<(TyVar, Ty)> = scheme.vars.iter().copied().zip(tys).collect();
        for &(_, ty) in &substitution {
            self.well_formed(ty)?;
        }
        self.context_holds(scheme, &substitution)?;
        let whole = self.types.function(&scheme.params, scheme.result);
        Ok(self.types.substitute(whole, &substitution))
    }

    /// The type of an expression, by the rule for its form.
    fn infer(&mut self, id: ExprId) -> Checked<Ty> {
        let program = self.program;
        let recorded = program.ty(id);
        let ty = match program.get(id) {
            Expr::Int(place) => {
                self.literal(program.ints[place as usize], recorded)?;
                recorded
            }
            Expr::Double(_) => Types::DOUBLE,
            Expr::Char(_) => Types::CHAR,
            Expr::Str(_) => Types::STRING,
            Expr::Local(var) => match self.scope.iter().rev().find(|(known, _)| *known == var) {
                Some(&(_, ty)) => ty,
                None => return fail("T-Var", format!("variable {} is not in scope", var.0)),
            },
            Expr::Global(function, tys) => {
                let function = &program.functions[function.index()];
                if !matches!(function.home, Home::Library | Home::Program) {
                    return fail("T-Fun", "a method as a function");
                }
                self.instantiate(&function.scheme, tys)?
            }
            Expr::Method(class, method, tys) => {
                let method = &program.classes[class.index()].methods[method as usize];
                self.instantiate(&method.scheme, tys)?
            }
            Expr::Lambda(alt) => {
                let alt = program.alts[alt.index()];
                let (params, result) = self.types.uncurry(recorded, alt.pats.len as usize);
                self.alternative(&alt, &params, result)?;
                recorded
            }
            Expr::App(function, args) => {
                let whole = self.infer(function)?;
                let (params, result) = self.types.uncurry(whole, args.len as usize);
                if params.len() != args.len as usize || params.is_empty() {
                    return fail("T-App", "too many arguments, or none");
                }
                self.expect_all("T-App", args, &params)?;
                result
            }
            Expr::Let(binds, body) => {
                let depth = self.depth();
                self.binds(binds)?;
                let ty = self.infer(body)?;
                self.leave(depth);
                ty
            }
            Expr::Case(scrutinee, alts) => {
                let of = self.infer(scrutinee)?;
                self.alternatives(alts, &[of], recorded)?;
                recorded
            }
            Expr::If(condition, yes, no) => {
                self.expect("T-If", condition, Types::BOOL)?;
                let ty = self.infer(yes)?;
                self.expect("T-If", no, ty)?;
                ty
            }
            Expr::Con(con, args) => self.constructor(con, args, recorded)?,
            Expr::Record(con, args) => {
                let fields = self.fields(con, recorded)?;
                if program.cons[con.index()].labels.len() != args.len as usize {
                    return fail("T-Record", "too few or too many fields");
                }
                self.expect_all("T-Record", args, &fields)?;
                recorded
            }
            Expr::Update(record, con, field, value) => {
                let ty = self.infer(record)?;
                let fields = self.fields(con, ty)?;
                if program.cons[con.index()].labels.len() != fields.len() {
                    return fail("T-Update", "a constructor without labels");
                }
                self.expect("T-Update", value, fields[field as usize])?;
                ty
            }
            Expr::Selector(con, field) => {
                let Type::Fun(record, _) = self.types.shape(recorded) else {
                    return fail("T-Selector", "a selector that is no function");
                };
                let result = self.fields(con, record)?[field as usize];
                self.types.function(&[record], result)
            }
            Expr::List(items) => {
                let Type::Data(data::LIST, args) = self.types.shape(recorded) else {
                    return fail("T-List", "a list of another type");
                };
                let all = program.exprs_of(items);
                all.iter().try_for_each(|&item| self.expect("T-List", item, args[0]))?;
                recorded
            }
            Expr::Prim(op, at, args) => self.operation(op, at, args, recorded)?,
            Expr::Section(op, at, second) => {
                let result = self.result(op, at, at)?;
                let second_ty = if op.shape() == Shape::ByInt { Types::INT } else { at };
                self.expect("T-Section", second, second_ty)?;
                self.types.function(&[at], result)
            }
            Expr::Comprehension(body, qualifiers) => {
                let depth = self.depth();
                for qualifier in program.qualifiers_of(qualifiers) {
                    match *qualifier {
                        Qualifier::Generator(pat, list) => {
                            let list = self.infer(list)?;
                            let Type::Data(data::LIST, args) = self.types.shape(list) else {
                                return fail("T-Comprehension", "a generator without a list");
                            };
                            self.pattern(pat, args[0])?;
                        }
                        Qualifier::Guard(guard) => {
                            self.expect("T-Comprehension", guard, Types::BOOL)?;
                        }
                        Qualifier::Let(var, rhs) => {
                            let ty = self.infer(rhs)?;
                            self.bind(var, ty)?;
                        }
                    }
                }
                let item = self.infer(body)?;
                self.leave(depth);
                self.types.list(item)
            }
            Expr::Enumeration(from, then, to) => {
                let item = self.infer(from)?;
                if self.types.as_prim(item).is_none_or(|prim| prim.sized().is_none()) {
                    return fail("T-Enumeration", "items of no sized type");
                }
                for bound in then.into_iter().chain(to) {
                    self.expect("T-Enumeration", bound, item)?;
                }
                self.types.list(item)
            }
            Expr::RunSt(stmts, result) => {
                let depth = self.depth();
                self.statements(stmts, false)?;
                let ty = self.infer(result)?;
                self.leave(depth);
                ty
            }
            Expr::Annotated(inner) => self.infer(inner)?,
            Expr::Generalised(var, body) => {
                let Type::Forall(bound, of) = self.types.shape(recorded) else {
                    return fail("T-Forall", "a polymorphic value of another type");
                };
                let depth = self.depth();
                self.vars.push(var);
                let ty = self.infer(body)?;
                self.leave(depth);
                if bound != var || ty != of {
                    return fail("T-Forall", "a polymorphic value of another type");
                }
                recorded
            }
            Expr::Instantiated(var, at) => {
                let known = self.scope.iter().rev().find(|(known, _)| *known == var);
                let Some(Type::Forall(bound, of)) = known.map(|&(_, ty)| self.types.shape(ty))
                else {
                    return fail("T-Inst", "a variable that is not polymorphic");
                };
                self.types.substitute(of, &[(bound, at)])
            }
            Expr::Bottom => {
                if program.bottom.is_none() {
                    return fail("T-Bottom", "a bottom in a program without one");
                }
                recorded
            }
        };
        self.well_formed(recorded)?;
        same("T-Type", ty, recorded)?;
        Ok(ty)
    }

    /// T-Constr and T-Tuple.
    fn constructor(&mut self, con: ConId, args: Slice, recorded: Ty) -> Checked<Ty> {
        let constructor = &self.program.cons[con.index()];
        let missing = constructor.fields.len().checked_sub(args.len as usize);
        let Some(missing) = missing else { return fail("T-Constr", "too many fields") };
        let (rest, whole) = self.types.uncurry(recorded, missing);
        let mut fields = self.fields(con, whole)?;
        if let (Some(index), Type::Data(_, args)) = (constructor.index, self.types.shape(whole)) {
            same("T-Constr", args[0], index)?;
        }
        if let Some(class) = constructor.hides {
            if missing > 0 {
                return fail("T-Constr", "a constructor that hides a type, without its fields");
            }
            let hidden = self.infer(self.program.exprs_of(args)[0])?;
            if !self.is_in(hidden, class) {
                return fail("T-Constr", "a hidden type that is not in its class");
            }
            fields[0] = hidden;
        }
        if rest != fields[fields.len() - missing..] {
            return fail("T-Constr", "a partial application of another type");
        }
        self.expect_all("T-Constr", args, &fields)?;
        Ok(recorded)
    }

    /// The primitive type of the numbers of a type, which a newtype may have inside.
    fn number(&self, ty: Ty) -> Option<Prim> {
        match self.types.shape(ty) {
            Type::Prim(prim) => Some(prim),
            Type::Data(id, _) => self.program.number_inside(id),
            _ => None,
        }
    }

    /// The type of an operation's result; that of a conversion is the one asked for.
    fn result(&mut self, op: Op, at: Ty, asked: Ty) -> Checked<Ty> {
        let prim = self.types.as_prim(at);
        let admitted = match (op.needs(), prim) {
            (Needs::Bool, _) => at == Types::BOOL,
            (Needs::Any, _) => true,
            (Needs::Class(class), None) => self.is_in(at, class),
            (Needs::Negative, None) => self.number(at).is_some(),
            (_, Some(prim)) => op.admits(prim),
            (_, None) => false,
        };
        if !admitted {
            return fail("T-Prim", format!("{} at a type that does not have it", op.name()));
        }
        Ok(match op.shape() {
            Shape::Constant | Shape::Unary | Shape::Binary | Shape::ByInt => at,
            Shape::Both => self.types.data(data::PAIR, &[at, at]),
            Shape::Relation | Shape::Predicate | Shape::Bit => Types::BOOL,
            Shape::Comparison => Types::ORDERING,
            Shape::ToInt => Types::INT,
            Shape::ToString => Types::STRING,
            Shape::Then => asked,
            Shape::Convert => {
                let to = self.types.as_prim(asked);
                let possible = match op {
                    Op::FromIntegral => self.number(asked).is_some_and(|to| to != Prim::Char),
                    Op::Chr => to == Some(Prim::Char) || self.is_in(asked, Class::Enum),
                    _ => to == Some(Prim::Integer),
                };
                if !possible {
                    return fail("T-Prim", format!("{} to another type", op.name()));
                }
                asked
            }
        })
    }

    fn operation(&mut self, op: Op, at: Ty, args: Slice, recorded: Ty) -> Checked<Ty> {
        let Some(missing) = op.arity().checked_sub(args.len as usize) else {
            return fail("T-Prim", "too many operands");
        };
        let (rest, asked) = self.types.uncurry(recorded, missing);
        let result = self.result(op, at, asked)?;
        let slots: Vec<Ty> = op.params().iter().map(|slot| slot.ty(at, result)).collect();
        self.expect_all("T-Prim", args, &slots)?;
        if rest != slots[args.len as usize..] {
            return fail("T-Prim", "a partial application of another type");
        }
        Ok(self.types.function(&rest, result))
    }

    /// Statements, whose variables stay in scope.
    fn statements(&mut self, stmts: Slice, io: bool) -> Checked<()> {
        let program = self.program;
        for stmt in program.stmts_of(stmts) {
            match *stmt {
                Stmt::New(var, content) => {
                    let ty = self.infer(content)?;
                    self.references.push((var, ty));
                }
                Stmt::Write(var, content) => {
                    let ty = self.reference(var)?;
                    self.expect("T-Write", content, ty)?;
                }
                Stmt::Modify { var, function, .. } => {
                    let ty = self.reference(var)?;
                    let endo = self.types.function(&[ty], ty);
                    self.expect("T-Modify", function, endo)?;
                }
                Stmt::Read(target, var) => {
                    let ty = self.reference(var)?;
                    self.bind(target, ty)?;
                }
                Stmt::When(condition, inner) => {
                    self.expect("T-When", condition, Types::BOOL)?;
                    let depth = self.depth();
                    self.statements(inner, io)?;
                    self.leave(depth);
                }
                Stmt::ForEach(var, list, inner) => {
                    let list = self.infer(list)?;
                    let Type::Data(data::LIST, args) = self.types.shape(list) else {
                        return fail("T-ForEach", "no list");
                    };
                    let depth = self.depth();
                    self.bind(var, args[0])?;
                    self.statements(inner, io)?;
                    self.leave(depth);
                }
                Stmt::Print(value) | Stmt::Attempt(value) | Stmt::Demand(value) => {
                    let ty = self.infer(value)?;
                    if !io || !self.is_in(ty, Class::Show) {
                        return fail("T-Print", "a value that cannot be shown, or not here");
                    }
                }
            }
        }
        Ok(())
    }

    fn reference(&self, var: Var) -> Checked<Ty> {
        match self.references.iter().rev().find(|(known, _)| *known == var) {
            Some(&(_, ty)) => Ok(ty),
            None => fail("T-Reference", format!("reference {} is not in scope", var.0)),
        }
    }
}

fn same(rule: &'static str, found: Ty, expected: Ty) -> Checked<()> {
    if found == expected {
        return Ok(());
    }
    fail(rule, format!("type {} instead of {}", found.0, expected.0))
}
