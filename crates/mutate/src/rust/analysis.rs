//! The type analysis: sound and incomplete. It annotates the expressions whose
//! types it surely knows and finds those that can be replaced, with the variables
//! that can be used there.
//!
//! Two things make a type sure: what an expression is (a literal with a suffix, a
//! variable whose type is written, a call of a function with a known signature), and
//! what its place wants of it ([`Want`]), which decides the types of literals.
//!
//! Where the same type is not enough nothing is replaced:
//! * constants, array lengths and `const fn`, whose values the compiler computes;
//! * places, as opposed to values: they are assigned to and borrowed;
//! * operands of `&` and receivers that may be promoted to constants, and then live
//!   longer than any other value there;
//! * expressions from which control flow leaves, that assign, or that use a variable
//!   whose type is inferred: from this very use, perhaps.

mod calls;
mod facts;
mod patterns;
mod spans;

use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use syn::{BinOp, Expr, Item, Lit, Stmt, UnOp};

use self::facts::{is_flexible, is_place, is_promotable, is_removable, simple_names};
use self::spans::range_of;
use super::declarations::{Declarations, inner_items, length};
use super::types::{Form, Type, Types};

/// What the place of an expression wants of its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Want {
    /// That is not known.
    Unknown,
    /// Anything, so that literals have their default types.
    Default,
    /// This type, or what converts to it.
    Is(Type),
}

/// Whether an expression may be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Position {
    /// It is a value.
    Value,
    /// It is a value to which something is applied: `x.f()`.
    Base,
    /// It is a value if it is no place.
    Place,
    /// It stays: the grammar wants this form there.
    Fixed,
}

/// A variable that can be used at a site.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) ty: Type,
    /// Whether it can be assigned to.
    pub(super) assignable: bool,
}

/// The variables at a place, and its module.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Environment {
    pub(super) module: usize,
    /// The innermost first.
    pub(super) variables: Vec<Variable>,
    /// Variables by whose names functions of the program cannot be called here.
    pub(super) hidden: Vec<String>,
}

/// An expression whose type is known and that can be replaced.
#[derive(Clone, Debug)]
pub(super) struct Site {
    pub(super) range: Range<usize>,
    pub(super) ty: Type,
    /// Whether a literal without a suffix has the type there.
    pub(super) bare: bool,
    /// Whether something is applied to it, so that a literal needs parentheses.
    pub(super) base: bool,
    pub(super) env: usize,
    /// Whether what is there can stand in a block, a branch or a loop instead.
    pub(super) movable: bool,
    /// Whether what is there has the type by itself, wherever it stands.
    pub(super) firm: bool,
    /// The names that it uses, if it is made of literals, names and operators alone.
    pub(super) names: Option<Vec<String>>,
}

/// A program with what is surely known about its expressions.
#[derive(Debug)]
pub(super) struct Analysed {
    pub(super) decls: Declarations,
    /// The expressions that have a value.
    pub(super) expressions: Vec<(Range<usize>, Option<Type>)>,
    pub(super) sites: Vec<Site>,
    pub(super) environments: Vec<Environment>,
    /// Variables without a written type: where it could be written, and the type.
    pub(super) untyped: Vec<(usize, Type)>,
    /// Functions that could be there a second time: where they end, and the text
    /// between the name and there.
    pub(super) functions: Vec<(String, Range<usize>)>,
    /// Whether names such as `Some` and `Box` are the library's.
    pub(super) prelude: bool,
}

struct Local {
    name: String,
    ty: Option<Type>,
    mutable: bool,
    origin: Origin,
}

/// Where a variable comes from.
#[derive(Clone, Copy)]
struct Origin {
    /// Whether it surely has a value.
    has_value: bool,
    /// Whether its type is inferred, where it is not known: any use of it may be
    /// what it is inferred from.
    inferred: bool,
}

impl Origin {
    const WRITTEN: Origin = Origin { has_value: true, inferred: false };
    const INFERRED: Origin = Origin { has_value: true, inferred: true };

    /// What is matched, if its type is known.
    fn matched(ty: Option<Type>) -> Origin {
        Origin { has_value: true, inferred: ty.is_none() }
    }
}

struct Frame {
    locals: Vec<Local>,
    /// Whether what is outside cannot be used here: another function, or a closure,
    /// which would capture it.
    barrier: bool,
}

struct Analysis {
    decls: Declarations,
    module: usize,
    /// `Self`.
    this: Option<Type>,
    frames: Vec<Frame>,
    /// What `return` wants, by function and closure.
    results: Vec<Want>,
    /// Names of variables of the function that are borrowed or captured somewhere.
    exposed: Vec<String>,
    expressions: Vec<(Range<usize>, Option<Type>)>,
    sites: Vec<Site>,
    environments: Vec<Environment>,
    env_index: FxHashMap<Environment, usize>,
    untyped: Vec<(usize, Type)>,
    functions: Vec<(String, Range<usize>)>,
    /// Greater than zero inside what must not be changed.
    frozen: u32,
    /// Whether only the type is asked for, so that nothing is recorded.
    probing: bool,
    /// Macros of the program, which hide those of the library.
    macros: Vec<String>,
    /// What [`Analysis::firm`] found, by the addresses of expressions.
    firm: FxHashMap<*const Expr, Option<Type>>,
    /// The arguments of macros, which are parsed once and then stay where they are.
    arguments: FxHashMap<*const syn::Macro, Option<Rc<Vec<Expr>>>>,
}

/// Analyses a program.
pub(super) fn analyse(file: &syn::File) -> Analysed {
    let mut analysis = Analysis {
        decls: Declarations::collect(file),
        module: 0,
        this: None,
        frames: Vec::new(),
        results: Vec::new(),
        exposed: Vec::new(),
        expressions: Vec::new(),
        sites: Vec::new(),
        environments: Vec::new(),
        env_index: FxHashMap::default(),
        untyped: Vec::new(),
        functions: Vec::new(),
        frozen: 0,
        probing: false,
        macros: facts::macros_of(file),
        firm: FxHashMap::default(),
        arguments: FxHashMap::default(),
    };
    // The modules in the order in which they were declared.
    let mut modules = vec![&file.items];
    let mut next = 0;
    while next < modules.len() {
        analysis.module = next;
        for item in modules[next] {
            analysis.item(item);
            modules.extend(inner_items(item));
        }
        next += 1;
    }
    let Analysis { decls, mut expressions, mut sites, environments, untyped, functions, .. } =
        analysis;
    let order = |range: &Range<usize>| (range.start, std::cmp::Reverse(range.end));
    sites.sort_by_key(|site| order(&site.range));
    expressions.sort_by_key(|(range, _)| order(range));
    let prelude = decls.has_prelude();
    Analysed { decls, expressions, sites, environments, untyped, functions, prelude }
}

impl Analysis {
    fn item(&mut self, item: &Item) {
        match item {
            Item::Fn(item) => {
                // A copy has no qualifiers, and these change what the body may do.
                let safe = matches!(item.sig.safety, syn::Safety::Default);
                let plain = item.sig.asyncness.is_none() && safe;
                let plain = plain && item.attrs.is_empty() && self.frames.is_empty();
                if plain && item.sig.ident != "main" {
                    let end = item.block.brace_token.span.close().byte_range().end;
                    let name = item.sig.ident.to_string();
                    self.functions.push((name, item.sig.ident.span().byte_range().start..end));
                }
                self.function(&item.sig, &item.block);
            }
            Item::Impl(item) => {
                let generic = !item.generics.params.is_empty();
                let this = self.decls.resolve(self.module, None, &item.self_ty);
                let before = std::mem::replace(&mut self.this, this.filter(|_| !generic));
                for item in &item.items {
                    if let syn::ImplItem::Fn(function) = item {
                        self.function(&function.sig, &function.block);
                    }
                }
                self.this = before;
            }
            Item::Trait(item) => {
                let before = self.this.take();
                for item in &item.items {
                    if let syn::TraitItem::Fn(function) = item
                        && let Some(block) = &function.default
                    {
                        self.function(&function.sig, block);
                    }
                }
                self.this = before;
            }
            // The values of constants are computed while compiling.
            _ => {}
        }
    }

    fn function(&mut self, sig: &syn::Signature, block: &syn::Block) {
        let known = self.decls.function(self.module, self.this, sig);
        let mut locals = Vec::new();
        for input in &sig.inputs {
            match input {
                syn::FnArg::Receiver(receiver) => {
                    let by_reference =
                        matches!(receiver.kind, syn::ReceiverKind::Reference(_, _, None));
                    let ty = self.this.filter(|_| by_reference);
                    let ty = ty.map(|this| self.decls.types.intern(Form::Ref(this)));
                    let name = "self".to_owned();
                    locals.push(Local { name, ty, mutable: false, origin: Origin::WRITTEN });
                }
                syn::FnArg::Typed(param) => {
                    let ty = self.decls.resolve(self.module, self.this, &param.ty);
                    self.bind(&param.pat, ty, Origin::WRITTEN, &mut locals);
                }
            }
        }
        // A constant function may be evaluated while compiling.
        let constant = u32::from(sig.constness.is_some());
        let outer = std::mem::replace(&mut self.exposed, facts::exposed(block));
        self.frozen += constant;
        self.frames.push(Frame { locals, barrier: true });
        let want = known.result.map_or(Want::Unknown, Want::Is);
        self.results.push(want);
        self.block(block, want);
        self.results.pop();
        self.frames.pop();
        self.frozen -= constant;
        self.exposed = outer;
    }

    /// The statements of a block; the type is that of its last expression.
    fn block(&mut self, block: &syn::Block, want: Want) -> Option<Type> {
        self.frames.push(Frame { locals: Vec::new(), barrier: false });
        let mut ty = None;
        for (at, stmt) in block.stmts.iter().enumerate() {
            let last = at + 1 == block.stmts.len();
            match stmt {
                Stmt::Local(local) => self.local(local),
                Stmt::Item(item) => {
                    let this = self.this.take();
                    self.item(item);
                    self.this = this;
                }
                Stmt::Expr(expr, None) if last => ty = self.expr(expr, want, Position::Value),
                // Without a semicolon it ends where its block ends.
                Stmt::Expr(expr, None) => {
                    self.expr(expr, Want::Unknown, Position::Fixed);
                }
                Stmt::Expr(expr, Some(_)) => {
                    self.expr(expr, Want::Unknown, Position::Value);
                }
                Stmt::Macro(stmt) => {
                    self.macro_call(&stmt.mac);
                }
            }
        }
        self.frames.pop();
        ty
    }

    fn local(&mut self, local: &syn::Local) {
        let (pat, written, inferred) = match &local.pat {
            syn::Pat::Type(typed) => {
                let ty = self.decls.resolve(self.module, self.this, &typed.ty);
                (&*typed.pat, Some(ty), patterns::is_inferred(&typed.ty))
            }
            pat => (pat, None, true),
        };
        let want = written.flatten().map_or(Want::Unknown, Want::Is);
        let mut ty = written.flatten();
        if let Some(init) = &local.init {
            // `let ref` borrows the place.
            let borrows = u32::from(patterns::has_ref(pat));
            self.frozen += borrows;
            let found = self.expr(&init.expr, want, Position::Value);
            self.frozen -= borrows;
            if written.is_none() {
                ty = found;
                if let (Some(ty), syn::Pat::Ident(name)) = (found, pat)
                    && name.by_ref.is_none()
                    && name.subpat.is_none()
                    && self.frozen == 0
                    && !self.probing
                    && self.decls.can_be_written(ty, self.module)
                {
                    self.untyped.push((name.ident.span().byte_range().end, ty));
                }
            }
            if let Some((_, diverge)) = &init.diverge {
                self.expr(diverge, Want::Unknown, Position::Fixed);
            }
        }
        let mut locals = Vec::new();
        self.bind(pat, ty, Origin { has_value: local.init.is_some(), inferred }, &mut locals);
        self.add(locals);
    }

    fn add(&mut self, locals: Vec<Local>) {
        self.frames.last_mut().expect("inside a function").locals.extend(locals);
    }

    /// The variables in scope, the innermost first.
    fn locals(&self) -> impl Iterator<Item = &Local> {
        self.frames.iter().rev().flat_map(|frame| frame.locals.iter().rev())
    }

    fn lookup(&self, name: &str) -> Option<&Local> {
        self.locals().find(|local| local.name == name)
    }

    /// An expression: its type, if it is known.
    fn expr(&mut self, expr: &Expr, want: Want, position: Position) -> Option<Type> {
        let ty = self.inside(expr, want);
        let has_value = !matches!(
            expr,
            Expr::Assign(_)
                | Expr::Break(_)
                | Expr::Continue(_)
                | Expr::Return(_)
                | Expr::Let(_)
                | Expr::While(_)
                | Expr::ForLoop(_)
                | Expr::Loop(_)
                | Expr::Infer(_)
        );
        if !has_value || self.probing {
            return ty;
        }
        let range = range_of(expr);
        self.expressions.push((range.clone(), ty));
        let fixed = position == Position::Fixed || (position == Position::Place && is_place(expr));
        if let Some(ty) = ty
            && !fixed
            && self.frozen == 0
            && !range.is_empty()
            && (self.decls.is_owned(ty) || ty == Types::STR)
            && self.decls.can_be_written(ty, self.module)
            && is_removable(expr, |name| {
                let mut all = self.locals().filter(|local| name == local.name.as_str());
                all.next().is_none_or(|local| local.ty.is_some() || !local.origin.inferred)
            })
        {
            let env = self.environment();
            let firm = self.firm(expr) == Some(ty);
            self.sites.push(Site {
                range,
                ty,
                bare: want == Want::Is(ty),
                base: position == Position::Base,
                env,
                // What is compared or printed is not moved.
                movable: self.decls.is_owned(ty) && (self.decls.is_copy(ty) || !is_place(expr)),
                firm,
                names: simple_names(expr),
            });
        }
        ty
    }

    /// The variables that can be used here.
    fn environment(&mut self) -> usize {
        let mut variables: Vec<Variable> = Vec::new();
        let mut seen: Vec<&str> = Vec::new();
        let mut hidden = Vec::new();
        let mut reachable = true;
        for frame in self.frames.iter().rev() {
            for local in frame.locals.iter().rev() {
                if seen.contains(&local.name.as_str()) {
                    continue;
                }
                seen.push(&local.name);
                if self.decls.function_named(self.module, &local.name).is_some() {
                    hidden.push(local.name.clone());
                }
                let exposed = local.mutable && self.exposed.contains(&local.name);
                if !reachable || !local.origin.has_value || exposed {
                    continue;
                }
                let Some(ty) = local.ty else { continue };
                if self.decls.is_copy(ty) && self.decls.is_owned(ty) {
                    let name = local.name.clone();
                    variables.push(Variable { name, ty, assignable: local.mutable });
                } else if local.name == "self"
                    && let Form::Ref(this) = *self.decls.types.form(ty)
                {
                    variables.extend(self.fields_of_self(this));
                }
            }
            reachable &= !frame.barrier;
        }
        let environment = Environment { module: self.module, variables, hidden };
        if let Some(&known) = self.env_index.get(&environment) {
            return known;
        }
        self.environments.push(environment.clone());
        self.env_index.insert(environment, self.environments.len() - 1);
        self.environments.len() - 1
    }

    /// What can be copied out of `&self`.
    fn fields_of_self(&self, this: Type) -> Vec<Variable> {
        let Form::Declared(index) = *self.decls.types.form(this) else { return Vec::new() };
        let declared = &self.decls.declared[index];
        let [only] = &declared.constructors[..] else { return Vec::new() };
        if declared.is_enum || declared.module != self.module {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (at, ty) in only.types.iter().enumerate() {
            if let Some(ty) = *ty
                && self.decls.is_copy(ty)
                && self.decls.is_owned(ty)
            {
                let field = only.names.as_ref().map_or(at.to_string(), |names| names[at].clone());
                found.push(Variable { name: format!("self.{field}"), ty, assignable: false });
            }
        }
        found
    }

    /// The parts of an expression, and its type.
    fn inside(&mut self, expr: &Expr, want: Want) -> Option<Type> {
        match expr {
            Expr::Lit(literal) => literal_type(&literal.lit, want),
            Expr::Paren(inner) => self.expr(&inner.expr, want, Position::Value),
            Expr::Path(path) => self.path(path, want),
            Expr::Unary(unary) => match unary.op {
                UnOp::Deref(_) => {
                    let base = self.operand(&unary.expr)?;
                    match *self.decls.types.form(base) {
                        Form::Ref(inner) | Form::Box(inner) => Some(inner),
                        _ => None,
                    }
                }
                UnOp::Neg(_) => {
                    let ty = self.expr(&unary.expr, want, Position::Value)?;
                    (Types::is_signed(ty) || Types::is_float(ty)).then_some(ty)
                }
                UnOp::Not(_) => {
                    let ty = self.expr(&unary.expr, want, Position::Value)?;
                    (Types::is_integer(ty) || ty == Types::BOOL).then_some(ty)
                }
                _ => None,
            },
            Expr::Binary(binary) => self.binary(binary, want),
            Expr::Cast(cast) => {
                self.expr(&cast.expr, Want::Unknown, Position::Value);
                let ty = self.decls.resolve(self.module, self.this, &cast.ty)?;
                Types::is_scalar(ty).then_some(ty)
            }
            Expr::Field(field) => {
                let base = self.operand(&field.base)?;
                let name = match &field.member {
                    syn::Member::Named(name) => name.to_string(),
                    syn::Member::Unnamed(index) => index.index.to_string(),
                };
                self.field(base, &name)
            }
            Expr::Index(index) => {
                let base = self.operand(&index.expr);
                let element = base.and_then(|base| self.element(base));
                let want = element.map_or(Want::Unknown, |_| Want::Is(Types::USIZE));
                let ty = self.expr(&index.index, want, Position::Value);
                element.filter(|_| ty == Some(Types::USIZE))
            }
            Expr::Call(call) => self.call(call, want),
            Expr::MethodCall(call) => self.method(call),
            Expr::Struct(made) => self.structure(made),
            Expr::Tuple(tuple) => {
                let wants = match want {
                    Want::Is(ty) => match self.decls.types.form(ty) {
                        Form::Tuple(elements) if elements.len() == tuple.elems.len() => {
                            elements.iter().map(|&ty| Want::Is(ty)).collect()
                        }
                        _ => Vec::new(),
                    },
                    _ => Vec::new(),
                };
                let mut types = Vec::new();
                for (at, element) in tuple.elems.iter().enumerate() {
                    let want = wants.get(at).copied().unwrap_or(Want::Unknown);
                    types.push(self.expr(element, want, Position::Value));
                }
                let types: Option<Vec<Type>> = types.into_iter().collect();
                Some(self.decls.types.intern(Form::Tuple(types?)))
            }
            Expr::Array(array) => {
                let (want, element) = self.elements(array.elems.iter(), want);
                array.elems.iter().for_each(|element| {
                    self.expr(element, want, Position::Value);
                });
                Some(self.decls.types.intern(Form::Array(element?, array.elems.len())))
            }
            Expr::Repeat(repeat) => {
                let (want, element) = self.elements(std::iter::once(&*repeat.expr), want);
                // What is repeated is copied, or else a constant.
                let copied = element.is_some_and(Types::is_scalar);
                self.frozen += u32::from(!copied);
                self.expr(&repeat.expr, want, Position::Value);
                self.frozen -= u32::from(!copied);
                let length = length(&repeat.len)?;
                Some(self.decls.types.intern(Form::Array(element?, length)))
            }
            Expr::Reference(reference) => {
                let ty = self.operand(&reference.expr)?;
                if reference.mutability.is_some() {
                    return None;
                }
                Some(self.decls.types.intern(Form::Ref(ty)))
            }
            Expr::If(choice) => {
                self.frames.push(Frame { locals: Vec::new(), barrier: false });
                self.expr(&choice.cond, Want::Is(Types::BOOL), Position::Value);
                let then = self.block(&choice.then_branch, want);
                self.frames.pop();
                let (_, other) = choice.else_branch.as_ref()?;
                // The grammar wants a block or another `if` here.
                let other = self.expr(other, want, Position::Fixed);
                then.or(other)
            }
            Expr::Match(choice) => {
                let borrows = choice.arms.iter().any(|arm| patterns::has_ref(&arm.pat));
                self.frozen += u32::from(borrows);
                let scrutinee = self.expr(&choice.expr, Want::Unknown, Position::Place);
                self.frozen -= u32::from(borrows);
                let mut found = None;
                for arm in &choice.arms {
                    let mut locals = Vec::new();
                    self.bind(&arm.pat, scrutinee, Origin::matched(scrutinee), &mut locals);
                    self.frames.push(Frame { locals, barrier: false });
                    if let syn::Pat::Guard(guarded) = &arm.pat {
                        self.expr(&guarded.guard, Want::Is(Types::BOOL), Position::Value);
                    }
                    let position =
                        if arm.comma.is_some() { Position::Value } else { Position::Fixed };
                    let ty = self.expr(&arm.body, want, position);
                    self.frames.pop();
                    found = found.or(ty);
                }
                found
            }
            Expr::Block(block) if block.label.is_none() => self.block(&block.block, want),
            Expr::Block(block) => {
                self.block(&block.block, Want::Unknown);
                None
            }
            Expr::Unsafe(block) => self.block(&block.block, want),
            Expr::Const(block) => {
                self.frozen += 1;
                self.block(&block.block, Want::Unknown);
                self.frozen -= 1;
                None
            }
            Expr::While(repeat) => {
                self.frames.push(Frame { locals: Vec::new(), barrier: false });
                self.expr(&repeat.cond, Want::Is(Types::BOOL), Position::Value);
                self.block(&repeat.body, Want::Unknown);
                self.frames.pop();
                None
            }
            Expr::Loop(repeat) => {
                self.block(&repeat.body, Want::Unknown);
                None
            }
            Expr::ForLoop(repeat) => {
                let item = match &*repeat.expr {
                    Expr::Range(range) => self.range(range),
                    _ => None,
                };
                if item.is_none() {
                    self.expr(&repeat.expr, Want::Unknown, Position::Place);
                }
                let mut locals = Vec::new();
                self.bind(&repeat.pat, item, Origin::INFERRED, &mut locals);
                self.frames.push(Frame { locals, barrier: false });
                self.block(&repeat.body, Want::Unknown);
                self.frames.pop();
                None
            }
            Expr::Range(range) => {
                self.range(range);
                None
            }
            Expr::Let(condition) => {
                let borrows = u32::from(patterns::has_ref(&condition.pat));
                self.frozen += borrows;
                let ty = self.expr(&condition.expr, Want::Unknown, Position::Place);
                self.frozen -= borrows;
                let mut locals = Vec::new();
                self.bind(&condition.pat, ty, Origin::matched(ty), &mut locals);
                self.add(locals);
                None
            }
            Expr::Assign(assignment) => {
                let ty = self.expr(&assignment.left, Want::Unknown, Position::Fixed);
                let want = ty.map_or(Want::Unknown, Want::Is);
                self.expr(&assignment.right, want, Position::Value);
                None
            }
            Expr::Return(leave) => {
                let want = self.results.last().copied().unwrap_or(Want::Unknown);
                if let Some(value) = &leave.expr {
                    self.expr(value, want, Position::Value);
                }
                None
            }
            Expr::Break(leave) => {
                if let Some(value) = &leave.expr {
                    self.expr(value, Want::Unknown, Position::Value);
                }
                None
            }
            Expr::Closure(closure) => {
                self.closure(closure);
                None
            }
            Expr::Async(block) => {
                self.frames.push(Frame { locals: Vec::new(), barrier: true });
                self.results.push(Want::Unknown);
                self.block(&block.block, Want::Unknown);
                self.results.pop();
                self.frames.pop();
                None
            }
            Expr::Try(attempt) => {
                self.expr(&attempt.expr, Want::Unknown, Position::Value);
                None
            }
            Expr::Await(future) => {
                self.expr(&future.base, Want::Unknown, Position::Place);
                None
            }
            Expr::Macro(call) => self.macro_call(&call.mac),
            _ => None,
        }
    }

    /// Something that a place is made from or that is borrowed.
    fn operand(&mut self, expr: &Expr) -> Option<Type> {
        // A constant may be promoted and then lives on.
        let promotable = u32::from(is_promotable(expr));
        self.frozen += promotable;
        let ty = self.expr(expr, Want::Unknown, Position::Place);
        self.frozen -= promotable;
        ty
    }

    fn closure(&mut self, closure: &syn::ExprClosure) {
        let mut locals = Vec::new();
        for input in &closure.inputs {
            match input {
                syn::Pat::Type(typed) => {
                    let ty = self.decls.resolve(self.module, self.this, &typed.ty);
                    self.bind(&typed.pat, ty, Origin::INFERRED, &mut locals);
                }
                pat => self.bind(pat, None, Origin::INFERRED, &mut locals),
            }
        }
        let (want, position) = match &closure.output {
            syn::ReturnType::Default => (Want::Unknown, Position::Value),
            syn::ReturnType::Type(_, ty) => {
                let ty = self.decls.resolve(self.module, self.this, ty);
                (ty.map_or(Want::Unknown, Want::Is), Position::Fixed)
            }
        };
        self.frames.push(Frame { locals, barrier: true });
        self.results.push(want);
        self.expr(&closure.body, want, position);
        self.results.pop();
        self.frames.pop();
    }

    /// The type of the ends of a range.
    fn range(&mut self, range: &syn::ExprRange) -> Option<Type> {
        let ends: Vec<&Expr> =
            [&range.start, &range.end].into_iter().flatten().map(|e| &**e).collect();
        let known = ends.iter().find_map(|end| self.firm(end)).filter(|&ty| Types::is_integer(ty));
        let sure = ends.iter().all(|end| is_flexible(end) || self.firm(end) == known);
        let want = known.filter(|_| sure).map_or(Want::Unknown, Want::Is);
        for end in ends {
            self.expr(end, want, Position::Value);
        }
        known.filter(|_| sure)
    }

    /// What the elements of an array are, and what their place wants of them.
    fn elements<'e>(
        &mut self,
        elements: impl Iterator<Item = &'e Expr> + Clone,
        want: Want,
    ) -> (Want, Option<Type>) {
        let wanted = match want {
            Want::Is(ty) => match *self.decls.types.form(ty) {
                Form::Array(element, _) | Form::Vec(element) => Some(element),
                _ => None,
            },
            _ => None,
        };
        if let Some(ty) = wanted.filter(|&ty| Types::has_literals(ty) || self.decls.is_owned(ty)) {
            return (Want::Is(ty), Some(ty));
        }
        let known = elements.clone().find_map(|element| self.firm(element));
        let known = known.filter(|&ty| self.decls.is_owned(ty) || ty == Types::STR);
        let mut all = elements;
        let sure = all.all(|element| {
            (is_flexible(element) && known.is_some_and(Types::is_number))
                || self.firm(element) == known
        });
        match known.filter(|_| sure) {
            Some(ty) => (Want::Is(ty), Some(ty)),
            None => (Want::Unknown, None),
        }
    }

    fn element(&self, base: Type) -> Option<Type> {
        match *self.decls.types.form(base) {
            Form::Array(element, _) | Form::Vec(element) => Some(element),
            Form::Ref(inner) => self.element(inner),
            _ => None,
        }
    }

    fn field(&self, base: Type, name: &str) -> Option<Type> {
        match self.decls.types.form(base) {
            Form::Tuple(elements) => elements.get(name.parse::<usize>().ok()?).copied(),
            Form::Ref(inner) | Form::Box(inner) => self.field(*inner, name),
            Form::Declared(index) => {
                let declared = &self.decls.declared[*index];
                match &declared.constructors[..] {
                    [only] if !declared.is_enum => only.field(name),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn binary(&mut self, binary: &syn::ExprBinary, want: Want) -> Option<Type> {
        let (left, right) = (&*binary.left, &*binary.right);
        use BinOp::*;
        match binary.op {
            And(_) | Or(_) => {
                self.expr(left, Want::Is(Types::BOOL), Position::Value);
                self.expr(right, Want::Is(Types::BOOL), Position::Value);
                // Conditions with `let` are not values.
                let chained = |expr: &Expr| facts::has_let(expr);
                (!chained(left) && !chained(right)).then_some(Types::BOOL)
            }
            Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_) => {
                let want = match self.common(left, right) {
                    Some(ty) => Want::Is(ty),
                    None if is_flexible(left) && is_flexible(right) => Want::Default,
                    None => Want::Unknown,
                };
                self.expr(left, want, Position::Value);
                self.expr(right, want, Position::Value);
                Some(Types::BOOL)
            }
            Shl(_) | Shr(_) => {
                let ty = self.expr(left, want, Position::Value);
                let amount = self.expr(right, Want::Unknown, Position::Value);
                ty.filter(|&ty| Types::is_integer(ty))
                    .filter(|_| is_flexible(right) || amount.is_some_and(Types::is_integer))
            }
            Add(_) | Sub(_) | Mul(_) | Div(_) | Rem(_) | BitAnd(_) | BitOr(_) | BitXor(_) => {
                let wanted = match want {
                    Want::Is(ty) if is_flexible(left) && is_flexible(right) => Some(ty),
                    _ => None,
                };
                let ty = self.common(left, right).or(wanted).filter(|&ty| {
                    let bits = matches!(binary.op, BitAnd(_) | BitOr(_) | BitXor(_));
                    match bits {
                        true => Types::is_integer(ty) || ty == Types::BOOL,
                        false => Types::is_number(ty),
                    }
                });
                let inner = ty.map_or(Want::Unknown, Want::Is);
                let appended =
                    matches!(binary.op, Add(_)) && self.firm(left) == Some(Types::STRING);
                self.expr(left, inner, Position::Value);
                self.expr(right, inner, Position::Value);
                if appended { Some(Types::STRING) } else { ty }
            }
            AddAssign(_) | SubAssign(_) | MulAssign(_) | DivAssign(_) | RemAssign(_)
            | BitAndAssign(_) | BitOrAssign(_) | BitXorAssign(_) => {
                let ty = self.expr(left, Want::Unknown, Position::Fixed);
                let ty = ty.filter(|&ty| Types::is_scalar(ty) && is_flexible(right));
                self.expr(right, ty.map_or(Want::Unknown, Want::Is), Position::Value);
                None
            }
            _ => {
                self.expr(left, Want::Unknown, Position::Fixed);
                self.expr(right, Want::Unknown, Position::Value);
                None
            }
        }
    }

    /// The primitive type that both sides of an operator surely have.
    fn common(&mut self, left: &Expr, right: &Expr) -> Option<Type> {
        let (first, second) = (self.firm(left), self.firm(right));
        let literal = |ty: Type, other: &Expr| {
            is_flexible(other) && Types::is_number(ty) && facts::fits(other, ty)
        };
        match (first, second) {
            (Some(a), Some(b)) => (a == b && Types::is_scalar(a)).then_some(a),
            (Some(ty), None) => literal(ty, right).then_some(ty),
            (None, Some(ty)) => literal(ty, left).then_some(ty),
            (None, None) => None,
        }
    }

    /// The type that an expression has whatever its place wants.
    fn firm(&mut self, expr: &Expr) -> Option<Type> {
        if let Some(&known) = self.firm.get(&std::ptr::from_ref(expr)) {
            return known;
        }
        // The same rules, without leaving traces.
        let before = std::mem::replace(&mut self.probing, true);
        let ty = self.inside(expr, Want::Unknown);
        self.probing = before;
        self.firm.insert(expr, ty);
        ty
    }
}

/// The type of a literal where something is wanted.
fn literal_type(literal: &Lit, want: Want) -> Option<Type> {
    let wanted = |fits: fn(Type) -> bool, default: Type| match want {
        Want::Unknown => None,
        Want::Default => Some(default),
        Want::Is(ty) => fits(ty).then_some(ty),
    };
    match literal {
        Lit::Int(number) => match number.suffix() {
            "" => wanted(Types::is_integer, Types::I32),
            suffix => Types::named(suffix).filter(|&ty| Types::is_number(ty)),
        },
        Lit::Float(number) => match number.suffix() {
            "" => wanted(Types::is_float, Types::F64),
            suffix => Types::named(suffix).filter(|&ty| Types::is_float(ty)),
        },
        Lit::Bool(_) => Some(Types::BOOL),
        Lit::Char(_) => Some(Types::CHAR),
        Lit::Str(_) => Some(Types::STR),
        Lit::Byte(_) => Some(Types::U8),
        _ => None,
    }
}
