//! Facts about expressions that do not need types.

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Expr, Item, Lit, UnOp};

use super::super::types::{Type, Types};

/// Whether it denotes a place in memory, as opposed to a value.
pub(super) fn is_place(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) | Expr::Field(_) | Expr::Index(_) => true,
        Expr::Unary(unary) => matches!(unary.op, UnOp::Deref(_)),
        Expr::Paren(inner) => is_place(&inner.expr),
        _ => false,
    }
}

/// Whether it is made of literals without suffixes, whose type is for others to say.
pub(super) fn is_flexible(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.suffix().is_empty(),
            Lit::Float(number) => number.suffix().is_empty(),
            _ => false,
        },
        Expr::Paren(inner) => is_flexible(&inner.expr),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_)) && is_flexible(&unary.expr),
        _ => false,
    }
}

/// Whether a flexible expression can have a type.
pub(super) fn fits(expr: &Expr, ty: Type) -> bool {
    match expr {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(_) => Types::is_integer(ty),
            Lit::Float(_) => Types::is_float(ty),
            _ => false,
        },
        Expr::Paren(inner) => fits(&inner.expr, ty),
        Expr::Unary(unary) => fits(&unary.expr, ty),
        _ => false,
    }
}

/// Whether a reference to it may be one to a constant, which lives for ever.
pub(super) fn is_promotable(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) | Expr::Array(_) | Expr::Tuple(_) | Expr::Struct(_) | Expr::Repeat(_) => true,
        Expr::Call(call) => {
            // A structure or a variant is made like this too.
            let Expr::Path(path) = &*call.func else { return false };
            let last = path.path.segments.last().map(|last| last.ident.to_string());
            last.is_some_and(|name| name.starts_with(char::is_uppercase))
        }
        Expr::Path(path) => {
            let last = path.path.segments.last().map(|last| last.ident.to_string());
            last.is_some_and(|name| name.starts_with(char::is_uppercase))
        }
        Expr::Paren(inner) => is_promotable(&inner.expr),
        Expr::Unary(unary) => is_promotable(&unary.expr),
        Expr::Cast(cast) => is_promotable(&cast.expr),
        Expr::Reference(reference) => is_promotable(&reference.expr),
        Expr::Field(field) => is_promotable(&field.base),
        Expr::Index(index) => is_promotable(&index.expr),
        Expr::Binary(binary) => is_promotable(&binary.left) && is_promotable(&binary.right),
        _ => false,
    }
}

/// Whether it is a condition with `let`.
pub(super) fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

/// The variable that a place is a part of.
fn root(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
        Expr::Field(field) => root(&field.base),
        Expr::Index(index) => root(&index.expr),
        Expr::Paren(inner) => root(&inner.expr),
        _ => None,
    }
}

/// The arguments of a macro that is called like a function.
pub(super) fn arguments(mac: &syn::Macro) -> Option<Vec<Expr>> {
    let parser = Punctuated::<Expr, syn::Token![,]>::parse_terminated;
    let args = parser.parse2(mac.tokens.clone()).ok()?;
    Some(args.into_iter().collect())
}

/// The element and the length in `vec![element; length]`.
pub(super) fn repeated(mac: &syn::Macro) -> Option<Vec<Expr>> {
    let parser = Punctuated::<Expr, syn::Token![;]>::parse_separated_nonempty;
    let args = parser.parse2(mac.tokens.clone()).ok()?;
    Some(args.into_iter().collect()).filter(|args: &Vec<Expr>| args.len() == 2)
}

/// The macros that a program defines.
pub(super) fn macros_of(file: &syn::File) -> Vec<String> {
    #[derive(Default)]
    struct Macros(Vec<String>);
    impl<'ast> Visit<'ast> for Macros {
        fn visit_item(&mut self, item: &'ast Item) {
            if let Item::Macro(item) = item {
                self.0.extend(item.ident.as_ref().map(ToString::to_string));
            }
            if let Item::Use(item) = item {
                // A macro could be imported under any name.
                let mut words = Vec::new();
                words_of(quote::ToTokens::to_token_stream(&item.tree), &mut words);
                self.0.extend(words);
            }
            visit::visit_item(self, item);
        }
    }
    let mut macros = Macros::default();
    macros.visit_file(file);
    macros.0
}

fn words_of(tokens: TokenStream, words: &mut Vec<String>) {
    each_word(tokens, &mut |word| words.push(word.to_string()));
}

fn each_word(tokens: TokenStream, on_word: &mut impl FnMut(&Ident)) {
    for token in tokens {
        match token {
            TokenTree::Ident(word) => on_word(&word),
            TokenTree::Group(group) => each_word(group.stream(), on_word),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// The variables of a function that are borrowed for longer than an expression, or
/// captured: what reads or writes them elsewhere could be in conflict with that.
pub(super) fn exposed(block: &syn::Block) -> Vec<String> {
    #[derive(Default)]
    struct Exposed {
        names: Vec<String>,
    }
    impl<'ast> Visit<'ast> for Exposed {
        fn visit_expr_reference(&mut self, reference: &'ast syn::ExprReference) {
            self.names.extend(root(&reference.expr));
            visit::visit_expr_reference(self, reference);
        }
        fn visit_expr_raw_addr(&mut self, address: &'ast syn::ExprRawAddr) {
            self.names.extend(root(&address.expr));
            visit::visit_expr_raw_addr(self, address);
        }
        fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
            self.names.extend(root(&call.receiver));
            visit::visit_expr_method_call(self, call);
        }
        fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
            self.names.extend(names_in(&closure.body));
        }
        fn visit_expr_async(&mut self, block: &'ast syn::ExprAsync) {
            words_of(quote::ToTokens::to_token_stream(&block.block), &mut self.names);
        }
        fn visit_expr_match(&mut self, choice: &'ast syn::ExprMatch) {
            if choice.arms.iter().any(|arm| super::patterns::has_ref(&arm.pat)) {
                self.names.extend(root(&choice.expr));
            }
            visit::visit_expr_match(self, choice);
        }
        fn visit_expr_let(&mut self, condition: &'ast syn::ExprLet) {
            if super::patterns::has_ref(&condition.pat) {
                self.names.extend(root(&condition.expr));
            }
            visit::visit_expr_let(self, condition);
        }
        fn visit_local(&mut self, local: &'ast syn::Local) {
            if let Some(init) = &local.init
                && super::patterns::has_ref(&local.pat)
            {
                self.names.extend(root(&init.expr));
            }
            visit::visit_local(self, local);
        }
        fn visit_macro(&mut self, mac: &'ast syn::Macro) {
            // Those that only print borrow for the statement.
            let printing = ["println", "print", "eprintln", "eprint", "format", "panic"];
            if !mac.path.get_ident().is_some_and(|name| printing.iter().any(|p| name == p)) {
                words_of(mac.tokens.clone(), &mut self.names);
            }
        }
    }
    let mut found = Exposed::default();
    found.visit_block(block);
    found.names
}

/// The names that an expression uses, those in macros included.
fn names_in(expr: &Expr) -> Vec<String> {
    let mut names = Vec::new();
    words_of(quote::ToTokens::to_token_stream(expr), &mut names);
    names
}

/// The names in an expression that is made of literals, names and operators alone, and
/// is more than a name.
pub(super) fn simple_names(expr: &Expr) -> Option<Vec<String>> {
    #[derive(Default)]
    struct Simple {
        odd: bool,
        names: Vec<String>,
    }
    impl<'ast> Visit<'ast> for Simple {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            self.odd |= !matches!(
                expr,
                Expr::Lit(_)
                    | Expr::Paren(_)
                    | Expr::Path(_)
                    | Expr::Unary(_)
                    | Expr::Binary(_)
                    | Expr::Tuple(_)
                    | Expr::Array(_)
            );
            if !self.odd {
                visit::visit_expr(self, expr);
            }
        }
        fn visit_ident(&mut self, name: &'ast Ident) {
            self.names.push(name.to_string());
        }
    }
    if matches!(expr, Expr::Path(_)) {
        return None;
    }
    let mut simple = Simple::default();
    simple.visit_expr(expr);
    (!simple.odd).then_some(simple.names)
}

/// Whether nothing depends on an expression but its value: neither control flow, nor
/// the value of a variable, nor a type that is inferred. `known` says whether the type
/// of what has a name is known.
pub(super) fn is_removable(expr: &Expr, known: impl Fn(&Ident) -> bool) -> bool {
    struct Uses<F> {
        known: F,
        /// Whether something was found that keeps the expression where it is.
        kept: bool,
    }
    impl<'ast, F: Fn(&Ident) -> bool> Visit<'ast> for Uses<F> {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            self.kept |= matches!(
                expr,
                Expr::Return(_)
                    | Expr::Break(_)
                    | Expr::Continue(_)
                    | Expr::Try(_)
                    | Expr::Await(_)
                    | Expr::Yield(_)
                    | Expr::Assign(_)
                    | Expr::Loop(_)
                    | Expr::Let(_)
                    | Expr::Verbatim(_)
            );
            if let Expr::Binary(binary) = expr {
                use syn::BinOp::*;
                self.kept |= matches!(
                    binary.op,
                    AddAssign(_)
                        | SubAssign(_)
                        | MulAssign(_)
                        | DivAssign(_)
                        | RemAssign(_)
                        | BitAndAssign(_)
                        | BitOrAssign(_)
                        | BitXorAssign(_)
                        | ShlAssign(_)
                        | ShrAssign(_)
                );
            }
            if !self.kept {
                visit::visit_expr(self, expr);
            }
        }
        fn visit_macro(&mut self, mac: &'ast syn::Macro) {
            // `panic!` never returns; of others nothing is known.
            let harmless = ["format", "vec", "println", "print", "assert", "assert_eq"];
            self.kept |= !mac.path.get_ident().is_some_and(|n| harmless.iter().any(|h| n == h));
            each_word(mac.tokens.clone(), &mut |word| {
                let leaving = ["return", "break", "continue", "await", "panic", "loop"];
                self.kept |= leaving.iter().any(|leaves| word == leaves) || !(self.known)(word);
            });
        }
        fn visit_ident(&mut self, name: &'ast Ident) {
            self.kept |= !(self.known)(name);
        }
        fn visit_attribute(&mut self, _: &'ast syn::Attribute) {
            self.kept = true;
        }
    }
    let mut uses = Uses { known, kept: false };
    uses.visit_expr(expr);
    !uses.kept
}
