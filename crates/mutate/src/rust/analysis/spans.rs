//! Where expressions are in the text.
//!
//! `syn` tells that of anything, but turns all of it into tokens to find the first and
//! the last one, for every expression in another. Here both are found by going down the
//! left and the right edge of the tree.

use std::ops::Range;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, Path, UnOp};

/// Where an expression is, in bytes.
pub(super) fn range_of(expr: &Expr) -> Range<usize> {
    match (first(expr), last(expr)) {
        (Some(first), Some(last)) => first.join(last).unwrap_or(first).byte_range(),
        _ => expr.span().byte_range(),
    }
}

/// The first token, unless that takes a closer look.
fn first(expr: &Expr) -> Option<Span> {
    match expr {
        _ if !attributes(expr)?.is_empty() => None,
        Expr::Lit(literal) => Some(literal.lit.span()),
        Expr::Path(path) if path.qself.is_none() => first_of_path(&path.path),
        Expr::Struct(made) if made.qself.is_none() => first_of_path(&made.path),
        Expr::Macro(call) => first_of_path(&call.mac.path),
        Expr::Paren(inner) => Some(inner.paren_token.span.open()),
        Expr::Tuple(tuple) => Some(tuple.paren_token.span.open()),
        Expr::Array(array) => Some(array.bracket_token.span.open()),
        Expr::Repeat(repeat) => Some(repeat.bracket_token.span.open()),
        Expr::Block(block) if block.label.is_none() => Some(block.block.brace_token.span.open()),
        Expr::If(choice) => Some(choice.if_token.span),
        Expr::Match(choice) => Some(choice.match_token.span),
        Expr::Reference(reference) => Some(reference.and_token.span),
        Expr::Unary(unary) => match unary.op {
            UnOp::Deref(token) => Some(token.span),
            UnOp::Not(token) => Some(token.span),
            UnOp::Neg(token) => Some(token.span),
            _ => None,
        },
        Expr::Binary(binary) => first(&binary.left),
        Expr::Cast(cast) => first(&cast.expr),
        Expr::Field(field) => first(&field.base),
        Expr::Index(index) => first(&index.expr),
        Expr::Call(call) => first(&call.func),
        Expr::MethodCall(call) => first(&call.receiver),
        _ => None,
    }
}

/// The last token, unless that takes a closer look.
fn last(expr: &Expr) -> Option<Span> {
    match expr {
        _ if !attributes(expr)?.is_empty() => None,
        Expr::Lit(literal) => Some(literal.lit.span()),
        Expr::Path(path) => {
            let last = path.path.segments.last()?;
            last.arguments.is_none().then(|| last.ident.span())
        }
        Expr::Struct(made) => Some(made.brace_token.span.close()),
        Expr::Macro(call) => Some(call.mac.delimiter.span().close()),
        Expr::Paren(inner) => Some(inner.paren_token.span.close()),
        Expr::Tuple(tuple) => Some(tuple.paren_token.span.close()),
        Expr::Array(array) => Some(array.bracket_token.span.close()),
        Expr::Repeat(repeat) => Some(repeat.bracket_token.span.close()),
        Expr::Block(block) => Some(block.block.brace_token.span.close()),
        Expr::If(choice) => match &choice.else_branch {
            Some((_, other)) => last(other),
            None => Some(choice.then_branch.brace_token.span.close()),
        },
        Expr::Match(choice) => Some(choice.brace_token.span.close()),
        Expr::Reference(reference) => last(&reference.expr),
        Expr::Unary(unary) => last(&unary.expr),
        Expr::Binary(binary) => last(&binary.right),
        Expr::Cast(cast) => Some(cast.ty.span()),
        Expr::Field(field) => match &field.member {
            syn::Member::Named(name) => Some(name.span()),
            syn::Member::Unnamed(index) => Some(index.span),
        },
        Expr::Index(index) => Some(index.bracket_token.span.close()),
        Expr::Call(call) => Some(call.paren_token.span.close()),
        Expr::MethodCall(call) => Some(call.paren_token.span.close()),
        _ => None,
    }
}

fn first_of_path(path: &Path) -> Option<Span> {
    match path.leading_colon {
        Some(_) => None,
        None => path.segments.first().map(|segment| segment.ident.span()),
    }
}

/// The attributes of an expression of one of the kinds that are looked at.
fn attributes(expr: &Expr) -> Option<&[Attribute]> {
    Some(match expr {
        Expr::Lit(expr) => &expr.attrs,
        Expr::Path(expr) => &expr.attrs,
        Expr::Struct(expr) => &expr.attrs,
        Expr::Macro(expr) => &expr.attrs,
        Expr::Paren(expr) => &expr.attrs,
        Expr::Tuple(expr) => &expr.attrs,
        Expr::Array(expr) => &expr.attrs,
        Expr::Repeat(expr) => &expr.attrs,
        Expr::Block(expr) => &expr.attrs,
        Expr::If(expr) => &expr.attrs,
        Expr::Match(expr) => &expr.attrs,
        Expr::Reference(expr) => &expr.attrs,
        Expr::Unary(expr) => &expr.attrs,
        Expr::Binary(expr) => &expr.attrs,
        Expr::Cast(expr) => &expr.attrs,
        Expr::Field(expr) => &expr.attrs,
        Expr::Index(expr) => &expr.attrs,
        Expr::Call(expr) => &expr.attrs,
        Expr::MethodCall(expr) => &expr.attrs,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use syn::visit::{self, Visit};

    use super::*;

    /// Compares the range of every expression with the one that `syn` tells.
    #[derive(Default)]
    struct Compared {
        count: usize,
    }

    impl<'ast> Visit<'ast> for Compared {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            let tokens = quote::ToTokens::to_token_stream(expr);
            assert_eq!(range_of(expr), expr.span().byte_range(), "{tokens}");
            self.count += 1;
            visit::visit_expr(self, expr);
        }
    }

    #[test]
    fn ranges_are_those_of_all_tokens() {
        let text = r#"
            fn f(mut a: [i32; 2], s: S) -> i32 {
                #[allow(unused)] let b = (a[0] as i64 as i32 + -1) * *&a.len();
                let c = #[cfg(all())] b + 1;
                a[1] = ::std::cmp::max(b, if é > "é".len() { 1 } else if true { 2 } else { 3 });
                let t = (1, [1u8; 3], [2, 3], S { x: 1, ..s }, vec![1; 2], Vec::<i32>::new());
                let u = { match t.0 { #![allow(unused)] 0 => t.3.x, _ => !0 } };
                let v = 'a: { break 'a <i32 as From<u8>>::from(1); };
                if let Some(x) = g()? && x < 1 { return x } else { loop { continue } }
                let w = |y: i32| y..; let z = unsafe { ..=w(1) }; std::println!("{}", z);
                h.i.j(async move { k.await }).0.1 += 1;
                #[cfg(all())] s.call() as Vec<i32>
            }
        "#;
        let file = syn::parse_file(text).expect("it is a program");
        let mut compared = Compared::default();
        compared.visit_file(&file);
        assert!(compared.count > 90, "only {} expressions", compared.count);
        for seed in crate::built_in().iter().filter(|seed| seed.language == case::Language::Rust) {
            compared.visit_file(&syn::parse_file(&seed.text).expect("a seed is a program"));
        }
    }
}
