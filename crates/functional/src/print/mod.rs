//! Programs as Haskell.
//!
//! The core has all its types; Haskell infers most of them. The printer says where
//! they cannot be inferred: an expression is printed either where its type is
//! *known* from its context, or where it must be *evident* from the expression
//! itself, and gets an annotation where it is not.

mod declarations;
mod expressions;
mod instances;

use std::cell::Cell;
use std::fmt::Write as _;

use crate::eval::show::push_name;
use crate::syntax::{BottomKind, Class, ExprId, Name, Pat, PatId, Program, Slice, Stmt};
use crate::types::{HIGHER, Prim, Ty, TyVar, Type, Types, data};

case::words! {
    /// An alternative of the printer.
    Style, "style" {
        /// An expression with its type.
        Annotation = "annotation",
        /// A number below zero, in parentheses.
        NegativeLiteral = "negative literal",
        /// A symbol between operands.
        InfixSymbol = "infix symbol",
        /// A word between operands, in backquotes.
        InfixWord = "infix word",
        /// An operation before its operands.
        Prefix = "prefix operation",
        /// An operator as a function, in parentheses.
        OperatorFunction = "operator as a function",
        /// A section.
        Section = "section",
        /// A section of subtraction, which needs a function.
        Subtraction = "section of subtraction",
        /// Local definitions in braces.
        BraceLet = "let in braces",
        /// Local definitions by layout.
        BlockLet = "let by layout",
        /// Guards.
        Guards = "guards",
        /// Local definitions behind an equation or alternative.
        Where = "where",
        /// A tuple.
        Tuple = "tuple",
        /// A constructor between its fields.
        InfixConstructor = "infix constructor",
        /// A pattern with a constructor between its fields.
        InfixPattern = "infix pattern",
        /// A record by its labels.
        Labels = "labels",
        /// Labels in a declaration.
        LabelledType = "labelled type",
        /// A space between a backslash and a symbol.
        SpacedLambda = "spaced lambda",
        /// Type variables and their classes.
        Context = "context",
        /// A polymorphic type inside another.
        Forall = "forall inside a type",
        /// A constructor with its type.
        GadtConstructor = "constructor with its type",
        /// A method with its type in an instance.
        InstanceSignature = "signature in an instance",
        /// A synonym in a signature.
        Synonym = "synonym in a signature",
        /// A type constructor without its argument.
        TypeConstructor = "type constructor alone",
        /// A function without its signature.
        Inferred = "signature left out",
        /// A function with its type arguments.
        TypeApplication = "type application",
    }
}

/// The text of a program.
pub fn print(program: &Program) -> String {
    print_noting(program).text
}

/// A printed program.
pub(crate) struct Printed {
    /// Its text.
    pub(crate) text: String,
    /// The alternatives of the printer that were taken, as bits.
    pub(crate) styles: u64,
    /// The expressions whose types their contexts determine.
    pub(crate) known: Vec<ExprId>,
    /// The patterns.
    pub(crate) pats: Vec<PatId>,
}

thread_local! {
    /// The memory in which programs are printed, one after the other.
    static BUFFER: Cell<String> = const { Cell::new(String::new()) };
}

/// Prints a program and notes how.
pub(crate) fn print_noting(program: &Program) -> Printed {
    let mut printer = Printer {
        program,
        out: BUFFER.take(),
        indent: 0,
        extensions: Vec::new(),
        imports: Vec::new(),
        monad: Monad::Io,
        attempts: false,
        demands: false,
        fails: false,
        styles: 0,
        known: Vec::with_capacity(256),
        pats: Vec::with_capacity(64),
    };
    printer.declarations();
    printer.main();
    let header = printer.header();
    let Printer { out: mut body, styles, known, pats, .. } = printer;
    let mut text = String::with_capacity(header.len() + body.len());
    text.push_str(&header);
    text.push_str(&body);
    body.clear();
    BUFFER.set(body);
    Printed { text, styles, known, pats }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Monad {
    St,
    Io,
}

/// Whether the context says what the type of an expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Context {
    /// It does.
    Known,
    /// It does not: the expression must.
    Evident,
}

struct Printer<'a> {
    program: &'a Program,
    out: String,
    indent: usize,
    /// The extensions and the imports (a module and an item of it), each once.
    extensions: Vec<&'static str>,
    imports: Vec<(&'static str, &'static str)>,
    monad: Monad,
    attempts: bool,
    demands: bool,
    /// Whether the program's own exception is mentioned.
    fails: bool,
    styles: u64,
    known: Vec<ExprId>,
    pats: Vec<PatId>,
}

impl Printer<'_> {
    fn note(&mut self, style: Style) {
        self.styles |= 1 << style as u32;
    }

    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn name(&mut self, name: Name) {
        push_name(&mut self.out, name);
    }

    fn newline(&mut self) {
        const BLANKS: &str = "                                                                ";
        self.out.push('\n');
        let mut left = self.indent;
        while left > 0 {
            let some = left.min(BLANKS.len());
            self.out.push_str(&BLANKS[..some]);
            left -= some;
        }
    }

    fn integer(&mut self, value: i128) {
        self.open(value < 0);
        // Numbers of this size are written faster, and most are.
        let _ = match i64::try_from(value) {
            Ok(value) => write!(self.out, "{value}"),
            Err(_) => write!(self.out, "{value}"),
        };
        self.close(value < 0);
    }

    fn extension(&mut self, name: &'static str) {
        if !self.extensions.contains(&name) {
            self.extensions.push(name);
        }
    }

    fn import(&mut self, module: &'static str, item: &'static str) {
        if !self.imports.contains(&(module, item)) {
            self.imports.push((module, item));
        }
    }

    /// What stands before the declarations.
    fn header(&mut self) -> String {
        let mut header = String::with_capacity(512);
        self.extensions.sort_unstable();
        for (i, extension) in self.extensions.iter().enumerate() {
            header.push_str(if i == 0 { "{-# LANGUAGE " } else { ", " });
            header.push_str(extension);
        }
        if !self.extensions.is_empty() {
            header.push_str(" #-}\n");
        }
        header.push_str("module Main (main) where\n\n");
        self.imports.sort_unstable();
        for of_module in self.imports.chunk_by(|one, other| one.0 == other.0) {
            header.push_str("import ");
            header.push_str(of_module[0].0);
            for (i, (_, item)) in of_module.iter().enumerate() {
                header.push_str(if i == 0 { " (" } else { ", " });
                let operator = !item.starts_with(|c: char| c.is_alphanumeric() || c == '_');
                header.push_str(if operator { "(" } else { "" });
                header.push_str(item);
                header.push_str(if operator { ")" } else { "" });
            }
            header.push_str(")\n");
        }
        if !self.imports.is_empty() {
            header.push('\n');
        }
        header
    }

    /// `main`, which consumes everything.
    fn main(&mut self) {
        self.put("main :: IO ()\nmain = do");
        self.indent = 2;
        self.monad = Monad::Io;
        let program = self.program;
        for &group in &program.main {
            self.statements(group);
        }
        if program.main.is_empty() {
            self.newline();
            self.put("return ()");
        }
        self.indent = 0;
        self.put("\n");
        if self.attempts {
            self.attempt();
        }
        if self.demands {
            self.import("Control.Exception", "evaluate");
            self.put(
                "\ndemand :: Show a => a -> IO ()\n\
                 demand value = evaluate (length (show value)) >> print value\n",
            );
        }
        if self.fails {
            self.import("Control.Exception", "Exception");
            self.put("\ndata Failure = Failure deriving (Show)\n\ninstance Exception Failure\n");
        }
    }

    /// The function that prints a value, or that it has none.
    fn attempt(&mut self) {
        let kind = self.program.bottom.unwrap_or(BottomKind::Error);
        let exception = kind.class();
        self.import("Control.Exception", "evaluate");
        self.import("Control.Exception", "try");
        match kind {
            BottomKind::Own => self.fails = true,
            _ => self.import("Control.Exception", exception),
        }
        let text = format!(
            "\nattempt :: Show a => a -> IO ()\nattempt value = do\n  \
             outcome <- try (evaluate (length (show value)))\n  case outcome of\n    \
             Left problem -> putStrLn (const \"raised\" (problem :: {exception}))\n    \
             Right _ -> print value\n"
        );
        self.put(&text);
    }

    fn statements(&mut self, stmts: Slice) {
        let program = self.program;
        for stmt in program.stmts_of(stmts) {
            self.newline();
            self.statement(*stmt);
        }
    }

    /// The name of an operation on references, for the monad of the block.
    fn reference(&mut self, st: &'static str, io: &'static str) {
        let (module, item) = match self.monad {
            Monad::St => ("Data.STRef", st),
            Monad::Io => ("Data.IORef", io),
        };
        self.import(module, item);
        self.put(item);
        self.put(" ");
    }

    fn local(&mut self, var: crate::syntax::Var) {
        let name = self.program.locals[var.index()].0;
        self.name(name);
    }

    fn statement(&mut self, stmt: Stmt) {
        match stmt {
            Stmt::New(var, content) => {
                self.local(var);
                self.put(" <- ");
                self.reference("newSTRef", "newIORef");
                self.expr(content, 11, Context::Evident);
            }
            Stmt::Write(var, content) => {
                self.reference("writeSTRef", "writeIORef");
                self.local(var);
                self.put(" ");
                self.expr(content, 11, Context::Known);
            }
            Stmt::Modify { var, function, strict } => {
                if strict {
                    self.reference("modifySTRef'", "modifyIORef'");
                } else {
                    self.reference("modifySTRef", "modifyIORef");
                }
                self.local(var);
                self.put(" ");
                self.expr(function, 11, Context::Known);
            }
            Stmt::Read(target, var) => {
                self.local(target);
                self.put(" <- ");
                self.reference("readSTRef", "readIORef");
                self.local(var);
            }
            Stmt::When(condition, stmts) => {
                self.import("Control.Monad", "when");
                self.put("when ");
                self.expr(condition, 11, Context::Known);
                self.put(" $ do");
                self.indent += 2;
                self.statements(stmts);
                self.indent -= 2;
            }
            Stmt::ForEach(var, list, stmts) => {
                self.import("Control.Monad", "forM_");
                self.put("forM_ ");
                self.expr(list, 11, Context::Evident);
                self.put(" $ \\");
                self.local(var);
                self.put(" -> do");
                self.indent += 2;
                self.statements(stmts);
                self.indent -= 2;
            }
            Stmt::Print(value) => {
                self.put("print ");
                self.expr(value, 11, Context::Evident);
            }
            Stmt::Demand(value) => {
                self.demands = true;
                self.put("demand ");
                self.expr(value, 11, Context::Evident);
            }
            Stmt::Attempt(value) => {
                self.attempts = true;
                self.put("attempt ");
                self.expr(value, 11, Context::Evident);
            }
        }
    }

    fn ty_var(&mut self, var: TyVar) {
        const PLAIN: &[u8] = b"abcdefghijklmnopqrsuvwxyz";
        let TyVar(number) = var;
        if number >= HIGHER {
            let name = format!("t{}", number - HIGHER);
            self.put(&name);
        } else {
            self.out.push(char::from(PLAIN[number as usize % PLAIN.len()]));
            let round = number as usize / PLAIN.len();
            if round > 0 {
                let round = round.to_string();
                self.put(&round);
            }
        }
    }

    /// A type: 1 on the left of an arrow, 2 as an argument.
    fn ty(&mut self, ty: Ty, precedence: u8) {
        match self.program.types.shape(ty) {
            Type::Prim(prim) => {
                match prim {
                    Prim::Int8 | Prim::Int16 | Prim::Int32 | Prim::Int64 => {
                        self.import("Data.Int", prim.name());
                    }
                    Prim::Word8 | Prim::Word16 | Prim::Word32 | Prim::Word64 => {
                        self.import("Data.Word", prim.name());
                    }
                    Prim::Natural => self.import("Numeric.Natural", "Natural"),
                    _ => {}
                }
                self.put(prim.name());
            }
            Type::Fun(param, result) => {
                self.open(precedence > 0);
                self.ty(param, 1);
                self.put(" -> ");
                self.ty(result, 0);
                self.close(precedence > 0);
            }
            Type::Data(data::LIST, args) if args[0] == Types::CHAR => self.put("String"),
            Type::Data(data::LIST, args) => {
                self.put("[");
                self.ty(args[0], 0);
                self.put("]");
            }
            Type::Data(data::PAIR | data::TRIPLE, args) => {
                self.put("(");
                for (i, &arg) in Types::args(&args).iter().enumerate() {
                    if i > 0 {
                        self.put(", ");
                    }
                    self.ty(arg, 0);
                }
                self.put(")");
            }
            Type::Data(id, args) => {
                let args = Types::args(&args);
                self.open(!args.is_empty() && precedence > 1);
                self.name(self.program.datas[id.0 as usize].name);
                for &arg in args {
                    self.put(" ");
                    self.ty(arg, 2);
                }
                self.close(!args.is_empty() && precedence > 1);
            }
            Type::Var(var) => self.ty_var(var),
            Type::App(var, arg) => {
                self.open(precedence > 1);
                self.ty_var(var);
                self.put(" ");
                self.ty(arg, 2);
                self.close(precedence > 1);
            }
            Type::Forall(var, body) => {
                self.extension("RankNTypes");
                self.note(Style::Forall);
                self.put("(forall ");
                self.ty_var(var);
                self.put(". ");
                self.ty(body, 0);
                self.put(")");
            }
            Type::Constructor(id) => {
                self.note(Style::TypeConstructor);
                self.name(self.program.datas[id.0 as usize].name);
            }
        }
    }

    fn class(&mut self, class: Class) {
        match class {
            Class::Eq => self.put("Eq"),
            Class::Ord => self.put("Ord"),
            Class::Show => self.put("Show"),
            Class::Num => self.put("Num"),
            Class::Integral => self.put("Integral"),
            Class::Bits => {
                self.import("Data.Bits", "Bits");
                self.put("Bits");
            }
            Class::Enum => self.put("Enum"),
            Class::Bounded => self.put("Bounded"),
            Class::User(id) => self.name(self.program.classes[id.index()].name),
        }
    }

    fn constraints(&mut self, context: &[(Class, TyVar)]) {
        if context.is_empty() {
            return;
        }
        self.note(Style::Context);
        self.put("(");
        for (i, (class, var)) in context.iter().enumerate() {
            if i > 0 {
                self.put(", ");
            }
            self.class(*class);
            self.put(" ");
            self.ty_var(*var);
        }
        self.put(") => ");
    }

    fn open(&mut self, needed: bool) {
        if needed {
            self.out.push('(');
        }
    }

    fn close(&mut self, needed: bool) {
        if needed {
            self.out.push(')');
        }
    }

    /// A pattern: 11 where it must be atomic, 12 where a strict or lazy one is not
    /// atomic enough: GHC 8.8 reads the `!` in `x : !xs` as an operator.
    fn pat(&mut self, id: PatId, precedence: u8) {
        let program = self.program;
        self.pats.push(id);
        match program.pats[id.index()] {
            Pat::Var(var) => self.local(var),
            Pat::Wild => self.put("_"),
            Pat::Int(place, _) => {
                self.integer(program.ints[place as usize]);
            }
            Pat::Char(c) => crate::eval::show::char_literal(&mut self.out, c),
            Pat::As(var, inner) => {
                self.local(var);
                self.put("@");
                self.pat(inner, 11);
            }
            Pat::Bang(inner) => {
                self.extension("BangPatterns");
                self.open(precedence > 11);
                self.put("!");
                self.pat(inner, 11);
                self.close(precedence > 11);
            }
            Pat::Lazy(inner) => {
                self.open(precedence > 11);
                self.put("~");
                self.pat(inner, 11);
                self.close(precedence > 11);
            }
            Pat::Con(con, pats) => {
                let constructor = &program.cons[con.index()];
                let pats = program.pats_of(pats);
                match constructor.data {
                    data::PAIR | data::TRIPLE => {
                        self.put("(");
                        for (i, &pat) in pats.iter().enumerate() {
                            if i > 0 {
                                self.put(", ");
                            }
                            self.pat(pat, 0);
                        }
                        self.put(")");
                    }
                    _ if constructor.infix.is_some() && pats.len() == 2 => {
                        self.note(Style::InfixPattern);
                        self.open(precedence > 0);
                        self.pat(pats[0], 12);
                        self.put(" ");
                        self.name(constructor.name);
                        self.put(" ");
                        self.pat(pats[1], 12);
                        self.close(precedence > 0);
                    }
                    _ => {
                        self.open(!pats.is_empty() && precedence > 10);
                        self.name(constructor.name);
                        for &pat in pats {
                            self.put(" ");
                            self.pat(pat, 11);
                        }
                        self.close(!pats.is_empty() && precedence > 10);
                    }
                }
            }
            Pat::Unpack(con, var, pats) => {
                self.extension("ScopedTypeVariables");
                self.open(precedence > 10);
                self.name(program.cons[con.index()].name);
                for (i, &pat) in program.pats_of(pats).iter().enumerate() {
                    self.put(" ");
                    // The signature gives the hidden type its name.
                    if i == 0 {
                        self.put("(");
                        self.pat(pat, 0);
                        self.put(" :: ");
                        self.ty_var(var);
                        self.put(")");
                    } else {
                        self.pat(pat, 11);
                    }
                }
                self.close(precedence > 10);
            }
        }
    }
}
