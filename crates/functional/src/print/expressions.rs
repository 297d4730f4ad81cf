//! Expressions.

use super::declarations::is_operator;
use super::{Context, Monad, Printer, Style};
use crate::eval::show::{char_literal, push_double, string_literal};
use crate::prims::{Fixity, Needs, Op, Shape, Side};
use crate::syntax::{
    Bind, BottomKind, Expr, ExprId, FunId, Home, Name, Pat, Qualifier, Scheme, Slice,
};
use crate::types::{TyVar, Type, data};

/// Functions of the library over all containers, of which the core has lists only.
const FOLDABLE: [&str; 10] =
    ["foldr", "foldl", "foldl'", "length", "sum", "product", "elem", "any", "all", "concatMap"];

/// A context for each argument, as bits: 1 where its type must be evident.
#[derive(Clone, Copy)]
struct Contexts(u32);

impl Contexts {
    const KNOWN: Contexts = Contexts(0);
    const EVIDENT: Contexts = Contexts(u32::MAX);

    fn both(contexts: [Context; 2]) -> Contexts {
        let bit = |context| u32::from(context == Context::Evident);
        Contexts(bit(contexts[0]) | bit(contexts[1]) << 1)
    }

    fn of(self, argument: usize) -> Context {
        if self.0 >> argument & 1 == 1 { Context::Evident } else { Context::Known }
    }
}

impl Printer<'_> {
    /// An expression in a context of some precedence: 0 where nothing binds, the
    /// precedence of an operator for its operands, 11 where it must be atomic.
    pub(super) fn expr(&mut self, id: ExprId, precedence: u8, context: Context) {
        if context == Context::Evident && !self.is_evident(id) {
            let noted = self.known.len();
            self.annotated(id);
            // Its type is known from its own annotation, not from its context.
            self.known.remove(noted);
            return;
        }
        if context == Context::Known {
            self.known.push(id);
        }
        let program = self.program;
        match program.get(id) {
            Expr::Int(place) => {
                let value = program.ints[place as usize];
                if value < 0 {
                    self.note(Style::NegativeLiteral);
                }
                self.integer(value);
            }
            Expr::Double(value) => {
                let negative = value.is_sign_negative();
                self.open(negative);
                push_double(&mut self.out, value);
                self.close(negative);
            }
            Expr::Char(c) => char_literal(&mut self.out, c),
            Expr::Str(place) => string_literal(&mut self.out, &program.strings[place as usize]),
            Expr::Local(var) | Expr::Instantiated(var, _) => self.local(var),
            Expr::Global(function, tys) => {
                self.import_function(function);
                let name = program.functions[function.index()].name;
                let applied = program.type_applications.contains(&id);
                self.open(applied && precedence > 10);
                self.open(is_operator(name));
                self.name(name);
                self.close(is_operator(name));
                if applied {
                    self.extension("TypeApplications");
                    self.note(Style::TypeApplication);
                    for &ty in program.tys_of(tys) {
                        self.put(" @");
                        self.ty(ty, 2);
                    }
                }
                self.close(applied && precedence > 10);
            }
            Expr::Method(class, method, _) => {
                let name = program.classes[class.index()].methods[method as usize].name;
                self.name(name);
            }
            Expr::Selector(con, field) => {
                self.name(program.cons[con.index()].labels[field as usize]);
            }
            Expr::Lambda(alt) => {
                self.open(precedence > 0);
                self.put("\\");
                let alt = program.alts[alt.index()];
                let first = program.pats[program.pats_of(alt.pats)[0].index()];
                if matches!(first, Pat::Bang(_) | Pat::Lazy(_)) {
                    // A backslash before a symbol would be part of an operator.
                    self.note(Style::SpacedLambda);
                    self.put(" ");
                }
                for &pat in program.pats_of(alt.pats) {
                    self.pat(pat, 11);
                    self.put(" ");
                }
                self.put("-> ");
                self.expr(program.bodies_of(alt.bodies)[0].expr, 0, Context::Known);
                self.close(precedence > 0);
            }
            Expr::App(function, args) => self.application(function, args, precedence, context),
            Expr::Let(binds, body) => self.let_in(binds, body, precedence, context),
            Expr::Case(scrutinee, alts) => {
                self.open(precedence > 0);
                self.put("case ");
                self.expr(scrutinee, 0, Context::Evident);
                self.put(" of");
                self.indent += 2;
                for alt in program.alts_of(alts) {
                    self.newline();
                    self.pat(program.pats_of(alt.pats)[0], 0);
                    self.bodies(alt, "->", None);
                }
                self.indent -= 2;
                self.close(precedence > 0);
            }
            Expr::If(condition, yes, no) => {
                self.open(precedence > 0);
                self.put("if ");
                self.expr(condition, 0, Context::Known);
                self.put(" then ");
                self.expr(yes, 0, context);
                self.put(" else ");
                self.expr(no, 0, Context::Known);
                self.close(precedence > 0);
            }
            Expr::Con(con, args) => self.constructor(con, args, precedence),
            Expr::Record(con, args) => {
                let constructor = &program.cons[con.index()];
                self.note(Style::Labels);
                self.open(precedence > 10);
                self.name(constructor.name);
                self.put(" { ");
                for (i, (&arg, &label)) in
                    program.exprs_of(args).iter().zip(&constructor.labels).enumerate()
                {
                    if i > 0 {
                        self.put(", ");
                    }
                    self.name(label);
                    self.put(" = ");
                    self.expr(arg, 0, Context::Known);
                }
                self.put(" }");
                self.close(precedence > 10);
            }
            Expr::Update(record, con, field, value) => {
                self.open(precedence > 10);
                self.expr(record, 11, Context::Evident);
                self.put(" { ");
                self.name(program.cons[con.index()].labels[field as usize]);
                self.put(" = ");
                self.expr(value, 0, Context::Known);
                self.put(" }");
                self.close(precedence > 10);
            }
            Expr::List(items) => {
                self.put("[");
                for (i, &item) in program.exprs_of(items).iter().enumerate() {
                    if i > 0 {
                        self.put(", ");
                    }
                    self.expr(item, 0, if i == 0 { context } else { Context::Known });
                }
                self.put("]");
            }
            Expr::Prim(op, _, args) => self.operation(op, args, precedence, context),
            Expr::Section(op, _, second) => self.section(op, second),
            Expr::Comprehension(body, qualifiers) => {
                self.put("[");
                // A bar in the body would be taken for the one that ends it.
                self.expr(body, 1, context);
                self.put(" | ");
                for (i, qualifier) in program.qualifiers_of(qualifiers).iter().enumerate() {
                    if i > 0 {
                        self.put(", ");
                    }
                    self.qualifier(*qualifier);
                }
                self.put("]");
            }
            Expr::Enumeration(from, then, to) => {
                self.put("[");
                self.expr(from, 0, context);
                if let Some(then) = then {
                    self.put(", ");
                    self.expr(then, 0, Context::Known);
                }
                self.put(" ..");
                if let Some(to) = to {
                    self.put(" ");
                    self.expr(to, 0, Context::Known);
                }
                self.put("]");
            }
            Expr::RunSt(stmts, result) => {
                self.import("Control.Monad.ST", "runST");
                self.open(precedence > 10);
                self.put("runST (do");
                let outer = std::mem::replace(&mut self.monad, Monad::St);
                self.indent += 2;
                self.statements(stmts);
                self.newline();
                self.put("return ");
                self.expr(result, 11, Context::Known);
                self.indent -= 2;
                self.monad = outer;
                self.put(")");
                self.close(precedence > 10);
            }
            Expr::Annotated(inner) => self.annotated(inner),
            Expr::Generalised(_, body) => self.expr(body, precedence, Context::Known),
            Expr::Bottom => {
                self.open(precedence > 10);
                match program.bottom {
                    Some(BottomKind::Arithmetic) => {
                        self.import("Control.Exception", "throw");
                        self.import("Control.Exception", "ArithException (..)");
                        self.put("throw DivideByZero");
                    }
                    Some(BottomKind::Own) => {
                        self.fails = true;
                        self.import("Control.Exception", "throw");
                        self.put("throw Failure");
                    }
                    _ => self.put("error \"bottom\""),
                }
                self.close(precedence > 10);
            }
        }
    }

    fn annotated(&mut self, id: ExprId) {
        self.note(Style::Annotation);
        self.put("(");
        self.expr(id, 1, Context::Known);
        self.put(" :: ");
        self.ty(self.program.ty(id), 0);
        self.put(")");
    }

    /// Whether the type of an expression can be inferred from the expression alone.
    fn is_evident(&self, id: ExprId) -> bool {
        let program = self.program;
        match program.get(id) {
            Expr::Char(_) | Expr::Str(_) | Expr::Local(_) | Expr::Annotated(_) => true,
            Expr::Global(function, _) => program.functions[function.index()].scheme.vars.is_empty(),
            Expr::App(function, _) => match program.get(function) {
                Expr::Local(_) => true,
                Expr::Global(function, _) => {
                    program.functions[function.index()].scheme.vars.is_empty()
                }
                Expr::Selector(con, _) => program.data_of(con).params == 0,
                _ => false,
            },
            Expr::Con(con, _) | Expr::Record(con, _) | Expr::Update(_, con, ..) => {
                program.data_of(con).params == 0
            }
            Expr::Prim(op, _, args) if args.len as usize == op.arity() => {
                let args = program.exprs_of(args);
                match op.shape() {
                    Shape::Relation
                    | Shape::Comparison
                    | Shape::Predicate
                    | Shape::Bit
                    | Shape::ToInt
                    | Shape::ToString => true,
                    Shape::Unary | Shape::Binary | Shape::ByInt => {
                        op.needs() == Needs::Bool || self.is_evident(args[0])
                    }
                    Shape::Then => self.is_evident(args[1]),
                    Shape::Both | Shape::Constant | Shape::Convert => false,
                }
            }
            Expr::List(items) => {
                program.exprs_of(items).first().is_some_and(|&first| self.is_evident(first))
            }
            Expr::Comprehension(body, _) => self.is_evident(body),
            Expr::If(_, yes, _) => self.is_evident(yes),
            Expr::Let(_, body) => self.is_evident(body),
            Expr::Enumeration(from, ..) => self.is_evident(from),
            _ => false,
        }
    }

    fn import_function(&mut self, function: FunId) {
        let function = &self.program.functions[function.index()];
        if function.home == Home::Library && function.name.word == "foldl'" {
            self.import("Data.List", "foldl'");
        }
    }

    fn application(&mut self, head: ExprId, args: Slice, precedence: u8, context: Context) {
        let program = self.program;
        let all = program.exprs_of(args);
        let (name, scheme): (_, Option<&Scheme>) = match program.get(head) {
            Expr::Global(function, _) => {
                let function = &program.functions[function.index()];
                (Some(function.name), Some(&function.scheme))
            }
            Expr::Method(class, method, _) => {
                let method = &program.classes[class.index()].methods[method as usize];
                (Some(method.name), Some(&method.scheme))
            }
            _ => (None, None),
        };
        if let (Some(name), 2) = (name, all.len())
            && is_operator(name)
        {
            let fixity = operator_fixity(name.word);
            let contexts = self.contexts(Some(name), scheme, all, context);
            self.infix(fixity, precedence, all, contexts, |printer| printer.name(name));
            return;
        }
        self.open(precedence > 10);
        match program.get(head) {
            Expr::Lambda(_) | Expr::If(..) | Expr::App(..) | Expr::Case(..) | Expr::Let(..) => {
                self.expr(head, 11, Context::Evident);
            }
            _ => self.expr(head, 11, Context::Known),
        }
        let contexts = match program.get(head) {
            Expr::Instantiated(..) => Contexts::EVIDENT,
            Expr::Selector(con, _) if program.data_of(con).params > 0 => Contexts::EVIDENT,
            _ => self.contexts(name, scheme, all, context),
        };
        for (i, &arg) in all.iter().enumerate() {
            self.put(" ");
            self.expr(arg, 11, contexts.of(i));
        }
        self.close(precedence > 10);
    }

    /// For each argument whether its type is known: its type variables are those of
    /// a known result, or of an argument before it.
    fn contexts(
        &self,
        name: Option<Name>,
        scheme: Option<&Scheme>,
        args: &[ExprId],
        context: Context,
    ) -> Contexts {
        let Some(scheme) = scheme else { return Contexts::KNOWN };
        let mut contexts = Contexts::KNOWN;
        let types = &self.program.types;
        let foldable = name.is_some_and(|name| FOLDABLE.contains(&name.word));
        if scheme.vars.is_empty() && !foldable {
            return contexts;
        }
        let mut determined: Vec<TyVar> = Vec::new();
        if context == Context::Known && args.len() == scheme.params.len() {
            types.variables(scheme.result, &mut determined);
        }
        for (i, &param) in scheme.params.iter().take(args.len()).enumerate() {
            let before = determined.len();
            types.variables(param, &mut determined);
            // A function of the library that takes a list takes other containers too.
            let container = foldable && matches!(types.shape(param), Type::Data(data::LIST, _));
            if container || determined.len() > before {
                contexts.0 |= 1 << i;
            }
        }
        contexts
    }

    fn infix(
        &mut self,
        fixity: Fixity,
        precedence: u8,
        args: &[ExprId],
        contexts: Contexts,
        operator: impl FnOnce(&mut Self),
    ) {
        let own = fixity.precedence;
        let parentheses = precedence > own || fixity.side == Side::Neither && precedence == own;
        self.open(parentheses);
        let (left, right) = match fixity.side {
            Side::Left => (own, own + 1),
            Side::Right => (own + 1, own),
            Side::Neither => (own + 1, own + 1),
        };
        // Precedence 0 would let a lambda or a conditional stand bare.
        self.expr(args[0], left.max(1), contexts.of(0));
        self.put(" ");
        operator(self);
        self.put(" ");
        self.expr(args[1], right.max(1), contexts.of(1));
        self.close(parentheses);
    }

    fn constructor(&mut self, con: crate::syntax::ConId, args: Slice, precedence: u8) {
        let program = self.program;
        let constructor = &program.cons[con.index()];
        let all = program.exprs_of(args);
        let complete = all.len() == constructor.fields.len();
        if matches!(constructor.data, data::PAIR | data::TRIPLE) && complete {
            self.note(Style::Tuple);
            self.put("(");
            for (i, &arg) in all.iter().enumerate() {
                if i > 0 {
                    self.put(", ");
                }
                self.expr(arg, 0, Context::Known);
            }
            self.put(")");
            return;
        }
        if let (Some(own), true) = (constructor.infix, complete) {
            self.note(Style::InfixConstructor);
            let fixity = Fixity { precedence: own, side: Side::Neither };
            let name = constructor.name;
            let contexts = Contexts::KNOWN;
            self.infix(fixity, precedence, all, contexts, |printer| printer.name(name));
            return;
        }
        let application = !all.is_empty() && precedence > 10;
        self.open(application);
        self.open(constructor.infix.is_some());
        self.name(constructor.name);
        self.close(constructor.infix.is_some());
        for (i, &arg) in all.iter().enumerate() {
            self.put(" ");
            let hidden = i == 0 && constructor.hides.is_some();
            self.expr(arg, 11, if hidden { Context::Evident } else { Context::Known });
        }
        self.close(application);
    }

    /// The name of an operation, as it stands between operands if it does.
    fn op_name(&mut self, op: Op, infix: bool) {
        if !op.module().is_empty() {
            self.import(op.module(), op.name());
        }
        let word = op.name().starts_with(|c: char| c.is_alphabetic());
        match (infix, word) {
            (true, true) => {
                self.note(Style::InfixWord);
                self.put("`");
                self.put(op.name());
                self.put("`");
            }
            (false, false) => {
                self.note(Style::OperatorFunction);
                self.put("(");
                self.put(op.name());
                self.put(")");
            }
            (true, false) => {
                self.note(Style::InfixSymbol);
                self.put(op.name());
            }
            (false, true) => {
                self.note(Style::Prefix);
                self.put(op.name());
            }
        }
    }

    fn operation(&mut self, op: Op, args: Slice, precedence: u8, context: Context) {
        let program = self.program;
        let all = program.exprs_of(args);
        let second = if op == Op::Power { Context::Evident } else { Context::Known };
        let contexts: [Context; 2] = match op.shape() {
            _ if op.needs() == Needs::Bool || op.needs() == Needs::Int => [Context::Known; 2],
            Shape::Constant | Shape::Unary | Shape::Binary | Shape::ByInt | Shape::Both => {
                [context, second]
            }
            Shape::Relation | Shape::Comparison => {
                let first_evident = all.first().is_some_and(|&first| self.is_evident(first));
                let second_evident = all.get(1).is_some_and(|&second| self.is_evident(second));
                if !first_evident && second_evident {
                    [Context::Known, Context::Evident]
                } else {
                    [Context::Evident, Context::Known]
                }
            }
            Shape::Bit | Shape::ToInt | Shape::ToString | Shape::Convert | Shape::Predicate => {
                [Context::Evident, Context::Known]
            }
            Shape::Then => [Context::Evident, context],
        };
        if let (Some(fixity), 2) = (op.fixity(), all.len()) {
            let contexts = Contexts::both(contexts);
            self.infix(fixity, precedence, all, contexts, |printer| printer.op_name(op, true));
            return;
        }
        self.open(!all.is_empty() && precedence > 10);
        self.op_name(op, false);
        for (&arg, context) in all.iter().zip(contexts) {
            self.put(" ");
            self.expr(arg, 11, context);
        }
        self.close(!all.is_empty() && precedence > 10);
    }

    fn section(&mut self, op: Op, second: ExprId) {
        self.put("(");
        let context = if op == Op::Power { Context::Evident } else { Context::Known };
        self.note(Style::Section);
        if op == Op::Sub {
            self.note(Style::Subtraction);
            self.put("subtract ");
            self.expr(second, 11, context);
        } else {
            self.op_name(op, true);
            self.put(" ");
            self.expr(second, 11, context);
        }
        self.put(")");
    }

    fn qualifier(&mut self, qualifier: Qualifier) {
        match qualifier {
            Qualifier::Generator(pat, list) => {
                self.pat(pat, 0);
                self.put(" <- ");
                self.expr(list, 1, Context::Evident);
            }
            Qualifier::Guard(condition) => self.expr(condition, 1, Context::Known),
            Qualifier::Let(var, rhs) => {
                self.put("let { ");
                self.local(var);
                self.put(" = ");
                self.expr(rhs, 0, Context::Evident);
                self.put(" }");
            }
        }
    }

    fn let_in(&mut self, binds: Slice, body: ExprId, precedence: u8, context: Context) {
        let program = self.program;
        self.open(precedence > 0);
        match program.binds_of(binds) {
            [Bind::Value { var, rhs, signature: false, strict: false }] => {
                self.note(Style::BraceLet);
                self.put("let { ");
                self.local(*var);
                self.put(" = ");
                self.expr(*rhs, 0, Context::Evident);
                self.put(" } in ");
                self.expr(body, 0, context);
            }
            _ => {
                self.note(Style::BlockLet);
                self.put("let");
                self.indent += 4;
                self.binds(binds);
                self.indent -= 2;
                self.newline();
                self.put("in ");
                self.expr(body, 0, context);
                self.indent -= 2;
            }
        }
        self.close(precedence > 0);
    }
}

/// The fixity of a function that is an operator: those of the library have their
/// own, those of programs are declared as `infixl 6`.
fn operator_fixity(word: &str) -> Fixity {
    match word {
        "++" => Fixity { precedence: 5, side: Side::Right },
        "." => Fixity { precedence: 9, side: Side::Right },
        _ => Fixity { precedence: 6, side: Side::Left },
    }
}
