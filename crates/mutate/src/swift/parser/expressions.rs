//! Expressions.

use super::statements::Until;
use super::{Parsed, Parser, RESERVED, Stop};
use crate::swift::lexer::{TokenKind, interpolations, lex};
use crate::swift::operators::{ASSIGNMENT, CASTING, First, TERNARY};
use crate::swift::tree::{
    Argument, CastKind, Closure, Expr, ExprId, ExprKind, Span, TryKind, TypeRef,
};

/// Words that may stand before an expression.
const WORDS: [&str; 7] = ["await", "consume", "copy", "each", "unsafe", "borrow", "repeat"];

/// An operator between two operands of a sequence.
#[derive(Clone, Copy)]
enum Operator<'s> {
    Infix(&'s str),
    Assign,
    /// `? then :`
    Ternary(ExprId),
}

impl<'s> Parser<'s> {
    /// An expression.
    pub(super) fn expr(&mut self) -> Parsed<ExprId> {
        self.nested(Self::sequence)
    }

    /// An expression in front of the body of a statement.
    pub(super) fn expr_before_body(&mut self) -> Parsed<ExprId> {
        self.with_trailing(false, Self::expr)
    }

    /// An expression inside brackets.
    fn inner_expr(&mut self) -> Parsed<ExprId> {
        self.with_trailing(true, Self::expr)
    }

    pub(super) fn add_expr(&mut self, start: u32, kind: ExprKind<'s>) -> ExprId {
        let span = self.since(start);
        self.new_expr(Expr { kind, span })
    }

    fn add_spanned(&mut self, span: Span, kind: ExprKind<'s>) -> ExprId {
        self.new_expr(Expr { kind, span })
    }

    /// Operands and operators, folded by the precedence of the operators.
    fn sequence(&mut self) -> Parsed<ExprId> {
        let mut operands = vec![self.element()?];
        let mut pending: Vec<Operator<'s>> = Vec::new();
        while let Some(group) = self.next_group() {
            while let Some(&last) = pending.last() {
                match self.operators.first(self.group(last), group) {
                    First::Left => self.apply(&mut operands, &mut pending),
                    First::Right => break,
                    First::Neither => return Err(Stop::Syntax),
                }
            }
            if group == CASTING {
                let value = operands.pop().expect("an operand before each operator");
                let (kind, to) = self.cast()?;
                let start = self.tree[value].span.start;
                operands.push(self.add_expr(start, ExprKind::Cast { kind, value, to }));
                continue;
            }
            let operator = self.advance();
            pending.push(match self.tree.text(operator.span) {
                "=" => Operator::Assign,
                "?" => {
                    let then = self.expr()?;
                    self.expect(":")?;
                    Operator::Ternary(then)
                }
                text => Operator::Infix(text),
            });
            operands.push(self.element()?);
        }
        while !pending.is_empty() {
            self.apply(&mut operands, &mut pending);
        }
        Ok(operands.pop().expect("one operand is left"))
    }

    fn group(&self, operator: Operator<'s>) -> &'s str {
        match operator {
            Operator::Infix(text) => self.operators.group(text),
            Operator::Assign => ASSIGNMENT,
            Operator::Ternary(_) => TERNARY,
        }
    }

    /// The group of the operator that comes next, if one does.
    fn next_group(&self) -> Option<&'s str> {
        let token = self.token();
        match (token.kind, self.text()) {
            (TokenKind::Name, "is" | "as") => Some(CASTING),
            (TokenKind::Infix, "->") => None,
            // Behind a pattern stands the value that is matched.
            (TokenKind::Infix, "=") if self.in_pattern => None,
            (TokenKind::Infix, "=") => Some(ASSIGNMENT),
            (TokenKind::Infix, "?") => Some(TERNARY),
            (TokenKind::Infix, text) => Some(self.operators.group(text)),
            _ => None,
        }
    }

    fn cast(&mut self) -> Parsed<(CastKind, TypeRef)> {
        let word = self.any_name()?;
        let mark = self.token();
        let kind = if word == "is" {
            CastKind::Is
        } else if mark.glued && self.is("!") {
            self.advance();
            CastKind::AsForce
        } else if mark.glued && self.is("?") {
            self.advance();
            CastKind::AsOptional
        } else {
            CastKind::As
        };
        Ok((kind, self.ty()?))
    }

    /// Applies the last operator to the last operands.
    fn apply(&mut self, operands: &mut Vec<ExprId>, pending: &mut Vec<Operator<'s>>) {
        let operator = pending.pop().expect("an operator to apply");
        let right = operands.pop().expect("an operand behind each operator");
        let left = operands.pop().expect("an operand before each operator");
        let span = self.tree[left].span.to(self.tree[right].span);
        let kind = match operator {
            Operator::Infix(operator) => ExprKind::Infix { operator, left, right },
            Operator::Assign => ExprKind::Assign { left, right },
            Operator::Ternary(then) => {
                ExprKind::Ternary { condition: left, then, otherwise: right }
            }
        };
        operands.push(self.add_spanned(span, kind));
    }

    /// An operand: what `try` and its like stand before extends as far as it can.
    fn element(&mut self) -> Parsed<ExprId> {
        let start = self.token().span.start;
        if self.token().kind == TokenKind::Name {
            if self.eat("try") {
                let mark = self.token();
                let kind = match self.text() {
                    "!" if mark.glued => TryKind::Force,
                    "?" if mark.glued => TryKind::Optional,
                    _ => TryKind::Plain,
                };
                if kind != TryKind::Plain {
                    self.advance();
                }
                let value = self.expr()?;
                return Ok(self.add_expr(start, ExprKind::Try { kind, value }));
            }
            let word = self.text();
            let next = self.ahead(1);
            let begins_operand = match next.kind {
                TokenKind::Name => {
                    !["in", "is", "as", "where", "else"].contains(&self.text_ahead(1))
                }
                TokenKind::String | TokenKind::Integer => true,
                TokenKind::Punctuation => {
                    let next = self.text_ahead(1);
                    (word == "await" && ["(", "[", ".", "{", "#"].contains(&next))
                        || (word == "repeat" && next == "(")
                }
                _ => false,
            };
            if WORDS.contains(&word) && begins_operand && !next.newline {
                self.advance();
                let value = if matches!(word, "await" | "unsafe" | "repeat") {
                    self.expr()?
                } else {
                    self.unary()?
                };
                return Ok(self.add_expr(start, ExprKind::Word { word, value }));
            }
        }
        self.unary()
    }

    fn unary(&mut self) -> Parsed<ExprId> {
        let token = self.token();
        if token.kind != TokenKind::Prefix {
            return self.postfix();
        }
        let operator = self.text();
        self.advance();
        let operand = self.nested(Self::unary)?;
        let kind = match (operator, &self.tree[operand].kind) {
            ("&", _) => ExprKind::InOut(operand),
            ("-", ExprKind::Integer) => ExprKind::Integer,
            ("-", ExprKind::Float) => ExprKind::Float,
            _ => ExprKind::Prefix { operator, operand },
        };
        Ok(self.add_expr(token.span.start, kind))
    }

    fn postfix(&mut self) -> Parsed<ExprId> {
        let start = self.token().span.start;
        let mut base = self.primary()?;
        loop {
            let token = self.token();
            let kind = match (token.kind, self.text()) {
                (TokenKind::Punctuation, ".") => {
                    self.advance();
                    if self.token().kind == TokenKind::Float {
                        // `t.0.1` reads as a number behind a point.
                        base = self.two_indices(start, base)?;
                        continue;
                    }
                    self.member(Some(base))?
                }
                (TokenKind::Punctuation, "(") if !token.newline => {
                    let arguments = self.arguments("(", ")")?;
                    let trailing = self.trailing_closures()?;
                    ExprKind::Call { callee: base, arguments, trailing }
                }
                (TokenKind::Punctuation, "[") if !token.newline => {
                    let arguments = self.arguments("[", "]")?;
                    ExprKind::Subscript { base, arguments }
                }
                (TokenKind::Punctuation, "{") if !token.newline && self.takes_closure(base) => {
                    let trailing = self.trailing_closures()?;
                    if trailing.is_empty() {
                        return Ok(base);
                    }
                    ExprKind::Call { callee: base, arguments: Vec::new(), trailing }
                }
                (TokenKind::Postfix, "!") => {
                    self.advance();
                    ExprKind::Force(base)
                }
                (TokenKind::Postfix, "?") => {
                    self.advance();
                    ExprKind::Chain(base)
                }
                (TokenKind::Postfix, operator) if operator != "=" => {
                    self.advance();
                    ExprKind::Postfix { operator, operand: base }
                }
                _ => return Ok(base),
            };
            base = self.add_expr(start, kind);
        }
    }

    fn two_indices(&mut self, start: u32, base: ExprId) -> Parsed<ExprId> {
        let span = self.token().span;
        let (first, second) = self.text().split_once('.').ok_or(Stop::Syntax)?;
        self.advance();
        let member = |base, name| ExprKind::Member { base: Some(base), name, qualified: false };
        let inner = Span { start, end: span.start + first.len() as u32 };
        let inner = self.add_spanned(inner, member(base, first));
        Ok(self.add_expr(start, member(inner, second)))
    }

    /// What follows a point.
    fn member(&mut self, base: Option<ExprId>) -> Parsed<ExprKind<'s>> {
        if self.token().kind == TokenKind::Integer {
            let name = self.text();
            self.advance();
            return Ok(ExprKind::Member { base, name, qualified: false });
        }
        let name = self.any_name()?;
        let generics = self.generics_of_value()?;
        let labels = self.compound_name()?;
        Ok(ExprKind::Member { base, name, qualified: labels || !generics.is_empty() })
    }

    /// The labels of a function's full name: `(x:y:)`.
    fn compound_name(&mut self) -> Parsed<bool> {
        if !self.is("(") || !self.token().glued {
            return Ok(false);
        }
        let mut by = 1;
        while self.ahead(by).kind == TokenKind::Name && self.is_ahead(by + 1, ":") {
            by += 2;
        }
        let found = by > 1 && self.is_ahead(by, ")");
        if found {
            self.at += by + 1;
        }
        Ok(found)
    }

    /// Generic arguments in an expression, where `<` may be an operator.
    fn generics_of_value(&mut self) -> Parsed<Vec<TypeRef>> {
        let found = self.attempt(|parser| {
            let arguments = parser.generic_arguments()?.ok_or(Stop::Syntax)?;
            let next = parser.token();
            let fits = match next.kind {
                TokenKind::End | TokenKind::Postfix => true,
                TokenKind::Infix => ["=", "==", "->", "?"].contains(&parser.text()) || next.newline,
                TokenKind::Punctuation => {
                    let text = parser.text();
                    let another = next.newline && ["(", "["].contains(&text);
                    !another && !["@", "#", "\\"].contains(&text)
                }
                _ => next.newline,
            };
            if fits { Ok(arguments) } else { Err(Stop::Syntax) }
        })?;
        Ok(found.unwrap_or_default())
    }

    fn takes_closure(&self, base: ExprId) -> bool {
        use ExprKind::*;
        !self.no_trailing
            && matches!(
                self.tree[base].kind,
                Name { .. }
                    | Member { .. }
                    | Call { .. }
                    | Subscript { .. }
                    | Force(_)
                    | Paren(_)
                    | Array(_)
                    | Dictionary(_)
                    | Chain(_)
                    | Macro(_)
            )
    }

    /// The closures behind a call, the first without a label.
    fn trailing_closures(&mut self) -> Parsed<Vec<Argument<'s>>> {
        let mut closures = Vec::new();
        if self.no_trailing || !self.is("{") || self.token().newline || self.opens_accessors() {
            return Ok(closures);
        }
        let value = self.closure()?;
        closures.push(Argument { label: None, value });
        while self.token().kind == TokenKind::Name
            && self.is_ahead(1, ":")
            && self.is_ahead(2, "{")
            && !self.is("default")
        {
            let label = Some(self.any_name()?);
            self.advance();
            let value = self.closure()?;
            closures.push(Argument { label, value });
        }
        Ok(closures)
    }

    /// Whether the brace opens accessors, behind the initial value of a variable.
    fn opens_accessors(&self) -> bool {
        ["willSet", "didSet", "get", "set"].contains(&self.text_ahead(1))
            && ["{", "("].contains(&self.text_ahead(2))
    }

    /// Arguments between brackets.
    pub(super) fn arguments(&mut self, open: &str, close: &str) -> Parsed<Vec<Argument<'s>>> {
        self.expect(open)?;
        let mut arguments = Vec::new();
        while !self.eat(close) {
            let mut label = None;
            if self.token().kind == TokenKind::Name && self.is_ahead(1, ":") {
                label = Some(self.any_name()?);
                self.advance();
            }
            let operator = matches!(
                self.token().kind,
                TokenKind::Prefix | TokenKind::Infix | TokenKind::Postfix
            ) && [",", close].contains(&self.text_ahead(1));
            let value = if operator {
                let start = self.token().span.start;
                let name = self.text();
                self.advance();
                self.add_expr(start, ExprKind::Name { name, generics: Vec::new() })
            } else {
                self.inner_expr()?
            };
            arguments.push(Argument { label, value });
            if !self.eat(",") {
                self.expect(close)?;
                break;
            }
        }
        Ok(arguments)
    }

    fn primary(&mut self) -> Parsed<ExprId> {
        let token = self.token();
        let start = token.span.start;
        let kind = match token.kind {
            TokenKind::Integer => {
                self.advance();
                ExprKind::Integer
            }
            TokenKind::Float => {
                self.advance();
                ExprKind::Float
            }
            TokenKind::Regex => {
                self.advance();
                ExprKind::Regex
            }
            TokenKind::String => {
                self.advance();
                ExprKind::String { interpolated: self.interpolated(token.span)? }
            }
            TokenKind::Name => self.named()?,
            TokenKind::Punctuation => match self.text() {
                "(" => self.parenthesised()?,
                "[" => self.collection()?,
                "{" => return self.closure(),
                "." => {
                    self.advance();
                    self.member(None)?
                }
                "\\" => self.key_path()?,
                "#" => self.macro_use()?,
                _ => return Err(Stop::Syntax),
            },
            _ => return Err(Stop::Syntax),
        };
        Ok(self.add_expr(start, kind))
    }

    /// The expressions in a string literal.
    fn interpolated(&mut self, literal: Span) -> Parsed<Vec<ExprId>> {
        let source = self.tree.source;
        if !literal.of(source).contains('\\') {
            return Ok(Vec::new());
        }
        let parts = interpolations(source, literal).map_err(|_| Stop::Syntax)?;
        let mut found = Vec::new();
        for part in parts {
            let inner = lex(source, part).map_err(|_| Stop::Syntax)?;
            let outer = std::mem::replace(&mut self.tokens, inner);
            let at = std::mem::replace(&mut self.at, 0);
            let split = std::mem::take(&mut self.split);
            let parsed = self.nested(|parser| {
                parser.with_trailing(true, |parser| parser.interpolated_arguments(&mut found))
            });
            self.tokens = outer;
            self.at = at;
            self.split = split;
            parsed?;
        }
        Ok(found)
    }

    fn interpolated_arguments(&mut self, found: &mut Vec<ExprId>) -> Parsed<()> {
        while self.token().kind != TokenKind::End {
            if self.token().kind == TokenKind::Name && self.is_ahead(1, ":") {
                self.advance();
                self.advance();
            }
            found.push(self.expr()?);
            if !self.eat(",") && self.token().kind != TokenKind::End {
                return Err(Stop::Syntax);
            }
        }
        Ok(())
    }

    fn named(&mut self) -> Parsed<ExprKind<'s>> {
        let text = self.text();
        match text {
            "true" | "false" => {
                self.advance();
                return Ok(ExprKind::Bool);
            }
            "nil" => {
                self.advance();
                return Ok(ExprKind::Nil);
            }
            "_" => {
                self.advance();
                return Ok(ExprKind::Discard);
            }
            "if" | "switch" | "do" => {
                let stmt = self.with_trailing(true, |parser| {
                    parser.with_patterns(false, |parser| parser.statement(Until::Brace))
                })?;
                return Ok(ExprKind::Statement(stmt));
            }
            "let" | "var" if self.in_pattern => {
                self.advance();
                let inner = self.nested(Self::postfix)?;
                return Ok(ExprKind::Binding(inner));
            }
            "is" if self.in_pattern => {
                self.advance();
                self.ty()?;
                return Ok(ExprKind::IsPattern);
            }
            _ if RESERVED.contains(&text) => return Err(Stop::Syntax),
            _ => {}
        }
        let name = self.name()?;
        let generics = self.generics_of_value()?;
        self.compound_name()?;
        Ok(ExprKind::Name { name, generics })
    }

    fn parenthesised(&mut self) -> Parsed<ExprKind<'s>> {
        if self.is_function_type() {
            return Ok(ExprKind::TypeExpr(self.ty()?));
        }
        let elements = self.arguments("(", ")")?;
        Ok(match &elements[..] {
            [Argument { label: None, value }] => ExprKind::Paren(*value),
            _ => ExprKind::Tuple(elements),
        })
    }

    /// Whether an arrow follows the parentheses that open here.
    fn is_function_type(&self) -> bool {
        let mut depth = 0;
        for (at, token) in self.tokens.iter().enumerate().skip(self.at) {
            if token.kind != TokenKind::Punctuation {
                continue;
            }
            match self.tree.text(token.span) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                let by = at + 1 - self.at;
                return self.is_ahead(by, "->")
                    || (["throws", "async"].contains(&self.text_ahead(by))
                        && (1..3).any(|further| self.is_ahead(by + further, "->")));
            }
        }
        false
    }

    fn collection(&mut self) -> Parsed<ExprKind<'s>> {
        self.expect("[")?;
        if self.eat(":") {
            self.expect("]")?;
            return Ok(ExprKind::Dictionary(Vec::new()));
        }
        let mut elements = Vec::new();
        let mut pairs = Vec::new();
        while !self.eat("]") {
            let first = self.inner_expr()?;
            if self.eat(":") {
                pairs.push((first, self.inner_expr()?));
            } else {
                elements.push(first);
            }
            if !self.eat(",") {
                self.expect("]")?;
                break;
            }
        }
        match (elements.is_empty(), pairs.is_empty()) {
            (_, true) => Ok(ExprKind::Array(elements)),
            (true, false) => Ok(ExprKind::Dictionary(pairs)),
            _ => Err(Stop::Syntax),
        }
    }

    /// A key path, up to the first token that cannot belong to it.
    fn key_path(&mut self) -> Parsed<ExprKind<'s>> {
        self.advance();
        let mut any = false;
        loop {
            let token = self.token();
            match (token.kind, self.text()) {
                _ if !token.glued => break,
                (TokenKind::Punctuation, ".") => {
                    self.advance();
                    if self.is("[") {
                        self.skip_brackets()?;
                    } else if self.token().kind == TokenKind::Integer {
                        self.advance();
                    } else {
                        self.any_name()?;
                        self.generic_arguments()?;
                    }
                }
                (TokenKind::Name, _) if !any => {
                    self.advance();
                    self.generic_arguments()?;
                }
                (TokenKind::Punctuation, "[") => self.skip_brackets()?,
                (TokenKind::Punctuation, "(") => self.skip_brackets()?,
                (TokenKind::Postfix, "?" | "!") => {
                    self.advance();
                }
                _ => break,
            }
            any = true;
        }
        if any { Ok(ExprKind::KeyPath) } else { Err(Stop::Syntax) }
    }

    fn macro_use(&mut self) -> Parsed<ExprKind<'s>> {
        self.advance();
        let name = self.any_name()?;
        if ["if", "elseif", "else", "endif"].contains(&name) {
            return Err(Stop::Syntax);
        }
        self.generics_of_value()?;
        if self.is("(") && !self.token().newline {
            self.skip_brackets()?;
        }
        Ok(ExprKind::Macro(name))
    }

    fn closure(&mut self) -> Parsed<ExprId> {
        self.nested(|parser| {
            parser.with_trailing(true, |parser| parser.with_patterns(false, Self::closure_itself))
        })
    }

    fn closure_itself(&mut self) -> Parsed<ExprId> {
        let start = self.expect("{")?.span.start;
        let signature = self.attempt(Self::closure_signature)?;
        let mut closure = signature.unwrap_or(Closure {
            params: Vec::new(),
            result: None,
            captures: Vec::new(),
            body: Vec::new(),
        });
        closure.body = self.statements(Until::Brace)?;
        self.expect("}")?;
        Ok(self.add_expr(start, ExprKind::Closure(Box::new(closure))))
    }

    /// What stands before `in`.
    fn closure_signature(&mut self) -> Parsed<Closure<'s>> {
        while self.is("@") {
            self.attribute()?;
        }
        let mut captures = Vec::new();
        if self.eat("[") {
            while !self.eat("]") {
                if ["weak", "unowned"].contains(&self.text())
                    && (self.ahead(1).kind == TokenKind::Name || self.is_ahead(1, "("))
                {
                    self.advance();
                    if self.is("(") {
                        self.skip_brackets()?;
                    }
                }
                let name = self.any_name()?;
                let value = if self.eat("=") { Some(self.inner_expr()?) } else { None };
                captures.push((name, value));
                if !self.eat(",") {
                    self.expect("]")?;
                    break;
                }
            }
        }
        let mut params = Vec::new();
        if self.eat("(") {
            while !self.eat(")") {
                let mut name = self.any_name()?;
                if self.token().kind == TokenKind::Name {
                    name = self.any_name()?;
                }
                let ty = if self.eat(":") { Some(self.ty()?) } else { None };
                self.eat_start("...");
                params.push((name, ty));
                if !self.eat(",") {
                    self.expect(")")?;
                    break;
                }
            }
        } else if !self.is("in") && !self.is("->") {
            loop {
                if ["async", "throws"].contains(&self.text()) {
                    break;
                }
                params.push((self.name()?, None));
                if !self.eat(",") {
                    break;
                }
            }
        }
        self.effects()?;
        let result = if self.eat("->") { Some(self.ty()?) } else { None };
        self.expect("in")?;
        Ok(Closure { params, result, captures, body: Vec::new() })
    }
}
