//! The functions of the library that programs use. The printer knows their names
//! and the evaluator their definitions, which are written in the core.

use std::cell::Cell;
use std::sync::{Arc, LazyLock};

use crate::prims::Op;
use crate::syntax::{
    Alt, Class, ConId, Constructor, Data, DataKind, Derived, Expr, ExprId, FunId, Function, Home,
    Name, Pat, PatId, Pragma, Program, Scheme, Slice,
};
use crate::types::{DataId, Ty, TyVar, Types, data};

/// The constructors of the built-in types.
pub mod con {
    use crate::syntax::ConId;

    /// `[]`.
    pub const NIL: ConId = ConId(0);
    /// `:`.
    pub const CONS: ConId = ConId(1);
    /// `()`.
    pub const UNIT: ConId = ConId(2);
    /// `(a, b)`.
    pub const PAIR: ConId = ConId(3);
    /// `(a, b, c)`.
    pub const TRIPLE: ConId = ConId(4);
    /// `False`.
    pub const FALSE: ConId = ConId(5);
    /// `True`.
    pub const TRUE: ConId = ConId(6);
    /// `LT`, which `EQ` and `GT` follow.
    pub const LT: ConId = ConId(7);
    /// `Nothing`.
    pub const NOTHING: ConId = ConId(10);
    /// `Just`.
    pub const JUST: ConId = ConId(11);
    /// `Left`.
    pub const LEFT: ConId = ConId(12);
    /// `Right`.
    pub const RIGHT: ConId = ConId(13);
}

/// A program that declares nothing: the built-in types and the library.
pub static BASE: LazyLock<Program> = LazyLock::new(base);

/// The function of the library with a name.
pub(crate) fn library_function(name: &str) -> FunId {
    let place = BASE.functions.iter().position(|function| function.name.word == name);
    FunId(place.expect("the library has it") as u16)
}

thread_local! {
    /// A program that is not needed any more: its memory is used for the next one.
    static SPARE: Cell<Option<Program>> = const { Cell::new(None) };
}

/// Gives the memory of a program to the next one.
pub(crate) fn recycle(program: Program) {
    // That of a huge one would be kept for nothing.
    if program.exprs.len() < 10_000 {
        SPARE.set(Some(program));
    }
}

/// A copy of [`BASE`] with room for a program, so that its arenas need not grow.
pub(crate) fn fresh() -> Program {
    match SPARE.take() {
        Some(mut program) => {
            clear(&mut program);
            program
        }
        None => copy(),
    }
}

/// Leaves nothing of a program but the library, which no program changes.
fn clear(program: &mut Program) {
    let base = &*BASE;
    program.types.reset(&base.types);
    program.datas.truncate(base.datas.len());
    program.cons.truncate(base.cons.len());
    program.functions.truncate(base.functions.len());
    program.locals.truncate(base.locals.len());
    program.exprs.truncate(base.exprs.len());
    program.expr_lists.truncate(base.expr_lists.len());
    program.ty_lists.truncate(base.ty_lists.len());
    program.pats.truncate(base.pats.len());
    program.pat_lists.truncate(base.pat_lists.len());
    program.alts.truncate(base.alts.len());
    program.bodies.truncate(base.bodies.len());
    program.ints.truncate(base.ints.len());
    program.synonyms.clear();
    program.classes.clear();
    program.instances.clear();
    program.main.clear();
    program.bottom = None;
    program.binds.clear();
    program.qualifiers.clear();
    program.stmts.clear();
    program.strings.clear();
    program.type_applications.clear();
}

fn copy() -> Program {
    fn roomy<T: Clone>(items: &[T], room: usize) -> Vec<T> {
        let mut copy = Vec::with_capacity(items.len() + room);
        copy.extend_from_slice(items);
        copy
    }
    let base = &*BASE;
    Program {
        types: base.types.clone(),
        datas: roomy(&base.datas, 4),
        cons: roomy(&base.cons, 12),
        functions: roomy(&base.functions, 8),
        locals: roomy(&base.locals, 120),
        exprs: roomy(&base.exprs, 600),
        expr_lists: roomy(&base.expr_lists, 500),
        ty_lists: roomy(&base.ty_lists, 60),
        pats: roomy(&base.pats, 120),
        pat_lists: roomy(&base.pat_lists, 120),
        alts: roomy(&base.alts, 60),
        bodies: roomy(&base.bodies, 60),
        ints: roomy(&base.ints, 120),
        // What a program declares or does, of which the library has nothing.
        synonyms: Vec::new(),
        classes: Vec::new(),
        instances: Vec::new(),
        main: Vec::with_capacity(16),
        bottom: None,
        binds: Vec::with_capacity(16),
        qualifiers: Vec::new(),
        stmts: Vec::with_capacity(32),
        strings: Vec::new(),
        type_applications: Vec::new(),
    }
}

const A: TyVar = TyVar(0);
const B: TyVar = TyVar(1);
const C: TyVar = TyVar(2);

fn base() -> Program {
    let mut program = Program::default();
    let [a, b, c] = [A, B, C].map(|var| program.types.var(var));
    let list = program.types.list(a);
    program.types.intern(crate::types::Type::Constructor(data::LIST));
    program.types.intern(crate::types::Type::Constructor(data::MAYBE));
    for (name, params, constructors) in [
        ("[]", 1, &[("[]", &[][..]), (":", &[a, list][..])][..]),
        ("()", 0, &[("()", &[])]),
        ("(,)", 2, &[("(,)", &[a, b])]),
        ("(,,)", 3, &[("(,,)", &[a, b, c])]),
        ("Bool", 0, &[("False", &[]), ("True", &[])]),
        ("Ordering", 0, &[("LT", &[]), ("EQ", &[]), ("GT", &[])]),
        ("Maybe", 1, &[("Nothing", &[]), ("Just", &[a])]),
        ("Either", 2, &[("Left", &[a]), ("Right", &[b])]),
    ] {
        let id = DataId(program.datas.len() as u16);
        let first = ConId(program.cons.len() as u16);
        for (tag, (name, fields)) in constructors.iter().enumerate() {
            program.cons.push(Constructor {
                name: Name::plain(name),
                data: id,
                tag: tag as u16,
                fields: fields.to_vec(),
                strict: 0,
                labels: Vec::new(),
                hides: None,
                index: None,
                infix: (*name == ":").then_some(5),
            });
        }
        let enumeration = matches!(id, data::UNIT | data::BOOL | data::ORDERING);
        program.datas.push(Data {
            name: Name::plain(name),
            params,
            first,
            count: constructors.len() as u16,
            kind: DataKind::BuiltIn,
            derived: Derived { eq: true, ord: true, show: true, enumeration, ..Derived::default() },
        });
    }
    functions(&mut Builder { program: &mut program, list, a, b, c });
    program.types.reserve(64);
    program
}

/// Writes definitions of library functions.
struct Builder<'a> {
    program: &'a mut Program,
    list: Ty,
    a: Ty,
    b: Ty,
    c: Ty,
}

type P = PatId;
type E = ExprId;

impl Builder<'_> {
    /// Declares a function; its type variables are those that occur in its type.
    fn declare(
        &mut self,
        name: &'static str,
        context: &[(Class, TyVar)],
        params: &[Ty],
        result: Ty,
    ) -> FunId {
        let mut vars = Vec::new();
        for &ty in params.iter().chain([&result]) {
            self.program.types.variables(ty, &mut vars);
        }
        vars.sort_unstable();
        self.program.functions.push(Function {
            name: Name::plain(name),
            scheme: Arc::new(Scheme {
                vars,
                context: context.to_vec(),
                params: params.to_vec(),
                result,
            }),
            alts: Slice::default(),
            pragma: Pragma::None,
            home: Home::Library,
            synonym: None,
            inferred: false,
        });
        FunId(self.program.functions.len() as u16 - 1)
    }

    fn define(&mut self, id: FunId, alts: &[Alt]) {
        self.program.functions[id.index()].alts = self.program.add_alts(alts);
    }

    /// A variable, as a pattern and as an expression.
    fn var(&mut self, word: &'static str, ty: Ty) -> (P, E) {
        let var = self.program.local(Name::plain(word), ty);
        (self.program.pat(Pat::Var(var)), self.program.expr(Expr::Local(var), ty))
    }

    fn wild(&mut self) -> P {
        self.program.pat(Pat::Wild)
    }

    fn con_pat(&mut self, con: ConId, pats: &[P]) -> P {
        let pats = self.program.add_pats(pats);
        self.program.pat(Pat::Con(con, pats))
    }

    fn con(&mut self, con: ConId, args: &[E], ty: Ty) -> E {
        let args = self.program.add_exprs(args);
        self.program.expr(Expr::Con(con, args), ty)
    }

    fn app(&mut self, function: E, args: &[E], ty: Ty) -> E {
        let args = self.program.add_exprs(args);
        self.program.expr(Expr::App(function, args), ty)
    }

    /// A call of a function of the library, at its own type variables or others.
    fn call_at(&mut self, id: FunId, tys: &[Ty], args: &[E]) -> E {
        let scheme = self.program.functions[id.index()].scheme.clone();
        let substitution: Vec<(TyVar, Ty)> =
            scheme.vars.iter().copied().zip(tys.iter().copied()).collect();
        let types = &mut self.program.types;
        let params: Vec<Ty> =
            scheme.params.iter().map(|&param| types.substitute(param, &substitution)).collect();
        let result = types.substitute(scheme.result, &substitution);
        let whole = types.function(&params, result);
        let tys = self.program.add_tys(tys);
        let head = self.program.expr(Expr::Global(id, tys), whole);
        self.app(head, args, result)
    }

    fn call(&mut self, id: FunId, args: &[E]) -> E {
        let vars = self.program.functions[id.index()].scheme.vars.clone();
        let tys: Vec<Ty> = vars.into_iter().map(|var| self.program.types.var(var)).collect();
        self.call_at(id, &tys, args)
    }

    fn prim(&mut self, op: Op, at: Ty, args: &[E], ty: Ty) -> E {
        let args = self.program.add_exprs(args);
        self.program.expr(Expr::Prim(op, at, args), ty)
    }

    fn alt(&mut self, pats: &[P], body: E) -> Alt {
        self.program.alt(pats, body)
    }

    fn fun(&mut self, params: &[Ty], result: Ty) -> Ty {
        self.program.types.function(params, result)
    }

    fn when(&mut self, condition: E, yes: E, no: E) -> E {
        let ty = self.program.ty(yes);
        self.program.expr(Expr::If(condition, yes, no), ty)
    }

    /// `(x : xs)`, with its parts.
    fn cons_pat(&mut self, item: Ty) -> (P, E, E) {
        let list = self.program.types.list(item);
        let (x_pat, x) = self.var("x", item);
        let (xs_pat, xs) = self.var("xs", list);
        (self.con_pat(con::CONS, &[x_pat, xs_pat]), x, xs)
    }
}

/// Defines the library.
fn functions(b: &mut Builder<'_>) {
    let (ta, tb, tc, list) = (b.a, b.b, b.c, b.list);
    let list_b = b.program.types.list(tb);
    let list_c = b.program.types.list(tc);
    let a_to_b = b.fun(&[ta], tb);
    let a_to_bool = b.fun(&[ta], Types::BOOL);
    let pair = b.program.types.data(data::PAIR, &[ta, tb]);

    let map = b.declare("map", &[], &[a_to_b, list], list_b);
    let (w, nil_pat) = (b.wild(), b.con_pat(con::NIL, &[]));
    let nil = b.con(con::NIL, &[], list_b);
    let first = b.alt(&[w, nil_pat], nil);
    let (f_pat, f) = b.var("f", a_to_b);
    let (cons, x, xs) = b.cons_pat(ta);
    let (head, tail) = (b.app(f, &[x], tb), b.call(map, &[f, xs]));
    let body = b.con(con::CONS, &[head, tail], list_b);
    let second = b.alt(&[f_pat, cons], body);
    b.define(map, &[first, second]);

    let filter = b.declare("filter", &[], &[a_to_bool, list], list);
    let nil_a = b.con(con::NIL, &[], list);
    let first = b.alt(&[w, nil_pat], nil_a);
    let (f_pat, f) = b.var("f", a_to_bool);
    let (cons, x, xs) = b.cons_pat(ta);
    let rest = b.call(filter, &[f, xs]);
    let (test, kept) = (b.app(f, &[x], Types::BOOL), b.con(con::CONS, &[x, rest], list));
    let body = b.when(test, kept, rest);
    let second = b.alt(&[f_pat, cons], body);
    b.define(filter, &[first, second]);

    let take_while = b.declare("takeWhile", &[], &[a_to_bool, list], list);
    let (f_pat, f) = b.var("f", a_to_bool);
    let (cons, x, xs) = b.cons_pat(ta);
    let rest = b.call(take_while, &[f, xs]);
    let (test, kept) = (b.app(f, &[x], Types::BOOL), b.con(con::CONS, &[x, rest], list));
    let body = b.when(test, kept, nil_a);
    let second = b.alt(&[f_pat, cons], body);
    b.define(take_while, &[first, second]);

    let step = b.fun(&[ta, tb], tb);
    let foldr = b.declare("foldr", &[], &[step, tb, list], tb);
    let (z_pat, z) = b.var("z", tb);
    let first = b.alt(&[w, z_pat, nil_pat], z);
    let (f_pat, f) = b.var("f", step);
    let (cons, x, xs) = b.cons_pat(ta);
    let rest = b.call(foldr, &[f, z, xs]);
    let body = b.app(f, &[x, rest], tb);
    let second = b.alt(&[f_pat, z_pat, cons], body);
    b.define(foldr, &[first, second]);

    let step = b.fun(&[tb, ta], tb);
    for (name, strict) in [("foldl", false), ("foldl'", true)] {
        let foldl = b.declare(name, &[], &[step, tb, list], tb);
        let (z_pat, z) = b.var("z", tb);
        let first = b.alt(&[w, z_pat, nil_pat], z);
        let (f_pat, f) = b.var("f", step);
        let (cons, x, xs) = b.cons_pat(ta);
        let next = b.app(f, &[z, x], tb);
        let body = b.call(foldl, &[f, next, xs]);
        let z_pat = if strict { b.program.pat(Pat::Bang(z_pat)) } else { z_pat };
        let second = b.alt(&[f_pat, z_pat, cons], body);
        let first = if strict { b.alt(&[w, z_pat, nil_pat], z) } else { first };
        b.define(foldl, &[first, second]);
    }

    let zip_step = b.fun(&[ta, tb], tc);
    let zip_with = b.declare("zipWith", &[], &[zip_step, list, list_b], list_c);
    let nil_c = b.con(con::NIL, &[], list_c);
    let first = b.alt(&[w, nil_pat, w], nil_c);
    let second = b.alt(&[w, w, nil_pat], nil_c);
    let (f_pat, f) = b.var("f", zip_step);
    let ((xs_pat, x, xs), (ys_pat, y, ys)) = (b.cons_pat(ta), b.cons_pat(tb));
    let (head, tail) = (b.app(f, &[x, y], tc), b.call(zip_with, &[f, xs, ys]));
    let body = b.con(con::CONS, &[head, tail], list_c);
    let third = b.alt(&[f_pat, xs_pat, ys_pat], body);
    b.define(zip_with, &[first, second, third]);

    let pairs = b.program.types.list(pair);
    let zip = b.declare("zip", &[], &[list, list_b], pairs);
    let nil_pairs = b.con(con::NIL, &[], pairs);
    let first = b.alt(&[nil_pat, w], nil_pairs);
    let second = b.alt(&[w, nil_pat], nil_pairs);
    let ((xs_pat, x, xs), (ys_pat, y, ys)) = (b.cons_pat(ta), b.cons_pat(tb));
    let (head, tail) = (b.con(con::PAIR, &[x, y], pair), b.call(zip, &[xs, ys]));
    let body = b.con(con::CONS, &[head, tail], pairs);
    let third = b.alt(&[xs_pat, ys_pat], body);
    b.define(zip, &[first, second, third]);

    for (name, keeps) in [("take", true), ("drop", false)] {
        let this = b.declare(name, &[], &[Types::INT, list], list);
        let (n_pat, n) = b.var("n", Types::INT);
        let (zero, one) = (b.program.int(0, Types::INT), b.program.int(1, Types::INT));
        let done = b.prim(Op::Le, Types::INT, &[n, zero], Types::BOOL);
        let less = b.prim(Op::Sub, Types::INT, &[n, one], Types::INT);
        let (all_pat, all) = b.var("xs", list);
        let (cons, x, xs) = b.cons_pat(ta);
        let rest = b.call(this, &[less, xs]);
        let more = if keeps { b.con(con::CONS, &[x, rest], list) } else { rest };
        let at_nil = b.alt(&[nil_pat], nil_a);
        let at_cons = b.alt(&[cons], more);
        let alts = b.program.add_alts(&[at_nil, at_cons]);
        let apart = b.program.expr(Expr::Case(all, alts), list);
        let body = b.when(done, if keeps { nil_a } else { all }, apart);
        let alt = b.alt(&[n_pat, all_pat], body);
        b.define(this, &[alt]);
    }

    let length = b.declare("length", &[], &[list], Types::INT);
    let zero = b.program.int(0, Types::INT);
    let first = b.alt(&[nil_pat], zero);
    let (cons, _, xs) = b.cons_pat(ta);
    let one = b.program.int(1, Types::INT);
    let rest = b.call(length, &[xs]);
    let body = b.prim(Op::Add, Types::INT, &[one, rest], Types::INT);
    let second = b.alt(&[cons], body);
    b.define(length, &[first, second]);

    let append = b.declare("++", &[], &[list, list], list);
    let (ys_pat, ys) = b.var("ys", list);
    let first = b.alt(&[nil_pat, ys_pat], ys);
    let (cons, x, xs) = b.cons_pat(ta);
    let rest = b.call(append, &[xs, ys]);
    let body = b.con(con::CONS, &[x, rest], list);
    let second = b.alt(&[cons, ys_pat], body);
    b.define(append, &[first, second]);

    let reverse = b.declare("reverse", &[], &[list], list);
    let first = b.alt(&[nil_pat], nil_a);
    let (cons, x, xs) = b.cons_pat(ta);
    let (rest, last) = (b.call(reverse, &[xs]), b.con(con::CONS, &[x, nil_a], list));
    let body = b.call(append, &[rest, last]);
    let second = b.alt(&[cons], body);
    b.define(reverse, &[first, second]);

    let a_to_list = b.fun(&[ta], list_b);
    let concat_map = b.declare("concatMap", &[], &[a_to_list, list], list_b);
    let first = b.alt(&[w, nil_pat], nil);
    let (f_pat, f) = b.var("f", a_to_list);
    let (cons, x, xs) = b.cons_pat(ta);
    let (head, rest) = (b.app(f, &[x], list_b), b.call(concat_map, &[f, xs]));
    let body = b.call_at(append, &[tb], &[head, rest]);
    let second = b.alt(&[f_pat, cons], body);
    b.define(concat_map, &[first, second]);

    let endo = b.fun(&[ta], ta);
    let iterate = b.declare("iterate", &[], &[endo, ta], list);
    let ((f_pat, f), (x_pat, x)) = (b.var("f", endo), b.var("x", ta));
    let next = b.app(f, &[x], ta);
    let rest = b.call(iterate, &[f, next]);
    let body = b.con(con::CONS, &[x, rest], list);
    let alt = b.alt(&[f_pat, x_pat], body);
    b.define(iterate, &[alt]);

    let maybe_a = b.program.types.data(data::MAYBE, &[ta]);
    let maybe = b.declare("maybe", &[], &[tb, a_to_b, maybe_a], tb);
    let ((z_pat, z), (f_pat, f), (x_pat, x)) = (b.var("z", tb), b.var("f", a_to_b), b.var("x", ta));
    let nothing = b.con_pat(con::NOTHING, &[]);
    let first = b.alt(&[z_pat, w, nothing], z);
    let just = b.con_pat(con::JUST, &[x_pat]);
    let body = b.app(f, &[x], tb);
    let second = b.alt(&[w, f_pat, just], body);
    b.define(maybe, &[first, second]);

    let either_ab = b.program.types.data(data::EITHER, &[ta, tb]);
    let (a_to_c, b_to_c) = (b.fun(&[ta], tc), b.fun(&[tb], tc));
    let either = b.declare("either", &[], &[a_to_c, b_to_c, either_ab], tc);
    let ((f_pat, f), (x_pat, x)) = (b.var("f", a_to_c), b.var("x", ta));
    let (at_left, body) = (b.con_pat(con::LEFT, &[x_pat]), b.app(f, &[x], tc));
    let first = b.alt(&[f_pat, w, at_left], body);
    let ((g_pat, g), (y_pat, y)) = (b.var("g", b_to_c), b.var("y", tb));
    let (at_right, body) = (b.con_pat(con::RIGHT, &[y_pat]), b.app(g, &[y], tc));
    let second = b.alt(&[w, g_pat, at_right], body);
    b.define(either, &[first, second]);

    for (name, place, ty) in [("fst", 0, ta), ("snd", 1, tb)] {
        let this = b.declare(name, &[], &[pair], ty);
        let (x_pat, x) = b.var("x", ty);
        let pats = if place == 0 { [x_pat, w] } else { [w, x_pat] };
        let apart = b.con_pat(con::PAIR, &pats);
        let alt = b.alt(&[apart], x);
        b.define(this, &[alt]);
    }

    let compose = b.declare(".", &[], &[b_to_c, a_to_b, ta], tc);
    let ((f_pat, f), (g_pat, g), (x_pat, x)) =
        (b.var("f", b_to_c), b.var("g", a_to_b), b.var("x", ta));
    let inner = b.app(g, &[x], tb);
    let body = b.app(f, &[inner], tc);
    let alt = b.alt(&[f_pat, g_pat, x_pat], body);
    b.define(compose, &[alt]);

    let constant = b.declare("const", &[], &[ta, tb], ta);
    let (x_pat, x) = b.var("x", ta);
    let alt = b.alt(&[x_pat, w], x);
    b.define(constant, &[alt]);

    for (name, op, unit) in [("sum", Op::Add, 0), ("product", Op::Mul, 1)] {
        let this = b.declare(name, &[(Class::Num, A)], &[list], ta);
        let unit = b.program.int(unit, ta);
        let fold = b.program.functions.iter().position(|f| f.name.word == "foldl'");
        let fold = FunId(fold.expect("it was defined above") as u16);
        let plus = b.prim(op, ta, &[], ta);
        let plus_ty = b.fun(&[ta, ta], ta);
        b.program.exprs[plus.index()].1 = plus_ty;
        let (xs_pat, xs) = b.var("xs", list);
        let body = b.call_at(fold, &[ta, ta], &[plus, unit, xs]);
        let alt = b.alt(&[xs_pat], body);
        b.define(this, &[alt]);
    }

    let elem = b.declare("elem", &[(Class::Eq, A)], &[ta, list], Types::BOOL);
    let no = b.con(con::FALSE, &[], Types::BOOL);
    let first = b.alt(&[w, nil_pat], no);
    let (y_pat, y) = b.var("y", ta);
    let (cons, x, xs) = b.cons_pat(ta);
    let (same, rest) = (b.prim(Op::Eq, ta, &[y, x], Types::BOOL), b.call(elem, &[y, xs]));
    let body = b.prim(Op::Disj, Types::BOOL, &[same, rest], Types::BOOL);
    let second = b.alt(&[y_pat, cons], body);
    b.define(elem, &[first, second]);

    for (name, op, unit) in [("any", Op::Disj, con::FALSE), ("all", Op::Conj, con::TRUE)] {
        let this = b.declare(name, &[], &[a_to_bool, list], Types::BOOL);
        let end = b.con(unit, &[], Types::BOOL);
        let first = b.alt(&[w, nil_pat], end);
        let (f_pat, f) = b.var("f", a_to_bool);
        let (cons, x, xs) = b.cons_pat(ta);
        let (test, rest) = (b.app(f, &[x], Types::BOOL), b.call(this, &[f, xs]));
        let body = b.prim(op, Types::BOOL, &[test, rest], Types::BOOL);
        let second = b.alt(&[f_pat, cons], body);
        b.define(this, &[first, second]);
    }
}

#[cfg(test)]
mod tests {
    use case::{Engine, Language, Mode};
    use choice::Random;

    use super::*;

    /// No program changes the library, in no mode, so that its memory can be used again.
    #[test]
    fn nothing_of_a_program_is_left_in_the_next() {
        let engine = crate::Functional::new();
        let clean = format!("{:?}", copy());
        for mode in [Mode::Behaviour, Mode::WellTyped, Mode::IllTyped, Mode::Equivalent] {
            let plan = engine.plan(Language::Haskell, mode);
            let mut random = Random::new(1);
            for index in 0..50 {
                random.generate(index, |choices| engine.generate(&plan, choices)).unwrap();
                assert_eq!(format!("{:?}", fresh()), clean, "{mode}, program {index}");
            }
        }
    }
}
