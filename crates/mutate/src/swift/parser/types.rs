//! Types as they are written.

use super::{Parsed, Parser, Stop};
use crate::swift::lexer::TokenKind;
use crate::swift::tree::{TypeKind, TypeNode, TypeRef};

/// What may stand before a type.
const SPECIFIERS: [&str; 10] = [
    "inout",
    "borrowing",
    "consuming",
    "__owned",
    "__shared",
    "sending",
    "isolated",
    "_const",
    "nonisolated",
    "each",
];

impl<'s> Parser<'s> {
    /// A type.
    pub(super) fn ty(&mut self) -> Parsed<TypeRef> {
        self.nested(Self::unbounded_type)
    }

    fn add_type(&mut self, start: u32, kind: TypeKind<'s>) -> TypeRef {
        let span = self.since(start);
        self.tree.types(TypeNode { kind, span })
    }

    fn unbounded_type(&mut self) -> Parsed<TypeRef> {
        let start = self.token().span.start;
        let mut words = Vec::new();
        loop {
            if self.is("@") {
                self.advance();
                words.push(self.any_name()?);
                if self.is("(") && self.token().glued && words.last() != Some(&"escaping") {
                    self.skip_brackets()?;
                }
            } else if SPECIFIERS.contains(&self.text())
                && (self.ahead(1).kind == TokenKind::Name
                    || ["(", "[", "@"].contains(&self.text_ahead(1)))
            {
                words.push(self.text());
                self.advance();
                if self.is("(") && words.last() == Some(&"nonisolated") {
                    self.skip_brackets()?;
                }
            } else {
                break;
            }
        }
        if !words.is_empty() {
            let inner = self.ty()?;
            return Ok(self.add_type(start, TypeKind::Attributed { words, inner }));
        }
        if (["some", "any", "repeat"].contains(&self.text())
            && (self.ahead(1).kind == TokenKind::Name
                || ["(", "[", "~"].contains(&self.text_ahead(1))))
            || self.is("~")
        {
            self.advance();
            self.ty()?;
            return Ok(self.add_type(start, TypeKind::Other));
        }
        let mut ty = self.postfix_type()?;
        if self.token().kind == TokenKind::Infix && self.is("&") {
            while self.token().kind == TokenKind::Infix && self.eat("&") {
                self.eat("~");
                self.postfix_type()?;
            }
            ty = self.add_type(start, TypeKind::Other);
        }
        if let TypeKind::Tuple(params) = &self.tree[ty].kind {
            let params = params.iter().map(|&(_, ty)| ty).collect();
            return self.function_type(start, ty, params);
        }
        Ok(ty)
    }

    /// A function type if an arrow follows the parameters, or else the tuple.
    fn function_type(
        &mut self,
        start: u32,
        tuple: TypeRef,
        params: Vec<TypeRef>,
    ) -> Parsed<TypeRef> {
        let effect = ["async", "throws", "rethrows", "reasync"].contains(&self.text())
            && ["->", "(", "throws", "rethrows"].contains(&self.text_ahead(1));
        if !self.is("->") && !effect {
            return Ok(tuple);
        }
        let effects = self.effects()?;
        if !self.eat("->") {
            return Err(Stop::Syntax);
        }
        let result = self.ty()?;
        Ok(self.add_type(start, TypeKind::Function { params, effects, result }))
    }

    /// `async`, `throws` and `rethrows`; says whether there is any.
    pub(super) fn effects(&mut self) -> Parsed<bool> {
        let mut any = false;
        while ["async", "throws", "rethrows", "reasync"].contains(&self.text()) {
            any = true;
            let throws = self.is("throws");
            self.advance();
            if throws && self.is("(") {
                self.skip_brackets()?;
            }
        }
        Ok(any)
    }

    fn postfix_type(&mut self) -> Parsed<TypeRef> {
        let start = self.token().span.start;
        let mut ty = self.primary_type()?;
        loop {
            if self.token().kind == TokenKind::Postfix && self.token().glued {
                if self.eat_start("?") {
                    ty = self.add_type(start, TypeKind::Optional(ty));
                    continue;
                }
                if self.eat_start("!") {
                    ty = self.add_type(start, TypeKind::Other);
                    continue;
                }
            }
            if self.is(".") && ["Type", "Protocol"].contains(&self.text_ahead(1)) {
                self.advance();
                self.advance();
                ty = self.add_type(start, TypeKind::Other);
                continue;
            }
            return Ok(ty);
        }
    }

    fn primary_type(&mut self) -> Parsed<TypeRef> {
        let start = self.token().span.start;
        if self.eat("(") {
            let elements = self.type_tuple()?;
            return Ok(self.add_type(start, TypeKind::Tuple(elements)));
        }
        if self.eat("[") {
            let first = self.ty()?;
            let kind = if self.eat(":") {
                TypeKind::Dictionary(first, self.ty()?)
            } else {
                TypeKind::Array(first)
            };
            self.expect("]")?;
            return Ok(self.add_type(start, kind));
        }
        let mut parts = Vec::new();
        loop {
            let name = self.name()?;
            let generics = self.generic_arguments()?.unwrap_or_default();
            parts.push((name, generics));
            let further = self.is(".")
                && self.ahead(1).kind == TokenKind::Name
                && !["Type", "Protocol", "self", "init"].contains(&self.text_ahead(1));
            if !further {
                break;
            }
            self.advance();
        }
        Ok(self.add_type(start, TypeKind::Named(parts)))
    }

    fn type_tuple(&mut self) -> Parsed<Vec<(Option<&'s str>, TypeRef)>> {
        let mut elements = Vec::new();
        while !self.eat(")") {
            let mut label = None;
            if self.token().kind == TokenKind::Name && self.is_ahead(1, ":") {
                label = Some(self.any_name()?).filter(|&name| name != "_");
                self.advance();
            } else if self.token().kind == TokenKind::Name
                && self.ahead(1).kind == TokenKind::Name
                && self.is_ahead(2, ":")
            {
                self.advance();
                self.advance();
                self.advance();
            }
            let start = self.token().span.start;
            let mut ty = self.ty()?;
            if self.eat_start("...") {
                ty = self.add_type(start, TypeKind::Other);
            }
            elements.push((label, ty));
            if !self.eat(",") {
                self.expect(")")?;
                break;
            }
        }
        Ok(elements)
    }

    /// Generic arguments directly behind a name.
    pub(super) fn generic_arguments(&mut self) -> Parsed<Option<Vec<TypeRef>>> {
        if !self.token().glued || !self.text().starts_with('<') {
            return Ok(None);
        }
        self.attempt(|parser| {
            if !parser.eat_start("<") {
                return Err(Stop::Syntax);
            }
            let mut arguments = Vec::new();
            if parser.eat_start(">") {
                return Ok(arguments);
            }
            loop {
                if parser.token().kind == TokenKind::Integer {
                    parser.advance();
                } else {
                    arguments.push(parser.ty()?);
                }
                if !parser.eat(",") {
                    break;
                }
            }
            if parser.eat_start(">") { Ok(arguments) } else { Err(Stop::Syntax) }
        })
    }

    /// `<T: P, U>` of a declaration: the names.
    pub(super) fn generic_parameters(&mut self) -> Parsed<Vec<&'s str>> {
        let mut names = Vec::new();
        if !self.text().starts_with('<') || !self.eat_start("<") {
            return Ok(names);
        }
        loop {
            self.eat("each");
            self.eat("let");
            names.push(self.name()?);
            if self.eat(":") {
                self.ty()?;
            }
            if !self.eat(",") {
                break;
            }
        }
        self.where_clause()?;
        if self.eat_start(">") { Ok(names) } else { Err(Stop::Syntax) }
    }

    /// A `where` clause; says whether it makes types equal.
    pub(super) fn where_clause(&mut self) -> Parsed<bool> {
        let mut equal = false;
        if !self.eat("where") {
            return Ok(false);
        }
        loop {
            if self.is("@") {
                self.attribute()?;
            }
            self.ty()?;
            let start = self.token().span;
            if !self.eat(":") {
                equal = true;
                if !self.eat_start("==") {
                    return Err(Stop::Syntax);
                }
            }
            self.ty()?;
            // A class with arguments may fix them, if a subclass is required too.
            equal |= self.tree.source[start.end as usize..self.token().span.start as usize]
                .contains('<');
            if self.is("(") {
                self.skip_brackets()?;
            }
            if !self.eat(",") {
                return Ok(equal);
            }
        }
    }
}
