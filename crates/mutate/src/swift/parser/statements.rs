//! Statements.

use super::{Parsed, Parser, Stop};
use crate::swift::lexer::TokenKind;
use crate::swift::tree::{Block, Case, Condition, ExprId, Pattern, Stmt, StmtId, StmtKind};

/// Where a list of statements ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Until {
    /// At the end of the file.
    End,
    /// At a closing brace.
    Brace,
    /// At the next case of a `switch` or a closing brace.
    Case,
    /// At a closing brace; the statements are members of a type.
    Members,
    /// At a closing brace; the statements are members of an enumeration.
    EnumMembers,
}

impl<'s> Parser<'s> {
    /// A list of statements. What is not understood becomes raw statements.
    pub(super) fn statements(&mut self, until: Until) -> Parsed<Vec<StmtId>> {
        let mut stmts = Vec::new();
        loop {
            while self.eat(";") {}
            if self.ends(until) {
                return Ok(stmts);
            }
            stmts.push(self.statement_or_raw(until)?);
        }
    }

    fn ends(&self, until: Until) -> bool {
        match until {
            _ if self.token().kind == TokenKind::End => true,
            Until::End => false,
            Until::Case => {
                self.is("}") || self.begins_case() || (self.is("#") && self.is_directive_end())
            }
            _ => self.is("}") || (self.is("#") && self.is_directive_end()),
        }
    }

    fn begins_case(&self) -> bool {
        self.is("case")
            || (self.is("default") && self.is_ahead(1, ":"))
            || (self.is("@") && self.is_ahead(1, "unknown"))
    }

    fn is_directive_end(&self) -> bool {
        ["elseif", "else", "endif"].contains(&self.text_ahead(1))
    }

    fn statement_or_raw(&mut self, until: Until) -> Parsed<StmtId> {
        let start = self.at;
        let parsed = self.attempt(|parser| {
            let stmt = parser.statement(until)?;
            let next = parser.token();
            let ended = next.newline
                || next.kind == TokenKind::End
                || [";", "}"].contains(&parser.text())
                || parser.ends(until);
            if ended { Ok(stmt) } else { Err(Stop::Syntax) }
        })?;
        match parsed {
            Some(stmt) => Ok(stmt),
            None => Ok(self.raw_statement(start, until)),
        }
    }

    /// Skips what is not understood: at least one token, whole brackets, and up
    /// to the end of a line.
    fn raw_statement(&mut self, from: usize, until: Until) -> StmtId {
        let start = self.tokens[from].span.start;
        loop {
            let bracket = self.token().kind == TokenKind::Punctuation
                && ["(", "[", "{"].contains(&self.text());
            let skipped = bracket && matches!(self.attempt(Self::skip_brackets), Ok(Some(())));
            if !skipped {
                self.advance();
            }
            let next = self.token();
            if next.kind == TokenKind::End
                || next.newline
                || self.is(";")
                || (until != Until::End && self.is("}"))
            {
                break;
            }
        }
        let span = self.since(start);
        self.new_stmt(Stmt { kind: StmtKind::Raw, span })
    }

    fn add_stmt(&mut self, start: u32, kind: StmtKind<'s>) -> StmtId {
        let span = self.since(start);
        self.new_stmt(Stmt { kind, span })
    }

    /// A statement or declaration.
    pub(super) fn statement(&mut self, until: Until) -> Parsed<StmtId> {
        self.nested(|parser| {
            let start = parser.token().span.start;
            let kind = parser.statement_kind(until)?;
            Ok(parser.add_stmt(start, kind))
        })
    }

    fn statement_kind(&mut self, until: Until) -> Parsed<StmtKind<'s>> {
        if self.token().kind == TokenKind::Punctuation && self.is("#") {
            match self.text_ahead(1) {
                "if" => return self.conditional(until),
                "sourceLocation" | "error" | "warning" => {
                    self.advance();
                    self.advance();
                    self.skip_brackets()?;
                    return Ok(StmtKind::Other);
                }
                _ => {}
            }
        }
        if let Some(kind) = self.declaration(until)? {
            return Ok(kind);
        }
        if matches!(until, Until::Members | Until::EnumMembers) {
            // A macro may expand to members; nothing else is no declaration.
            return Err(Stop::Syntax);
        }
        if self.token().kind == TokenKind::Name
            && self.is_ahead(1, ":")
            && ["for", "while", "repeat", "do", "if", "switch"].contains(&self.text_ahead(2))
        {
            self.advance();
            self.advance();
        }
        match self.text() {
            _ if self.token().kind != TokenKind::Name => {}
            "if" => return self.if_statement(),
            "guard" => {
                self.advance();
                let conditions = self.conditions()?;
                self.expect("else")?;
                return Ok(StmtKind::Guard { conditions, otherwise: self.block()? });
            }
            "while" => {
                self.advance();
                let conditions = self.conditions()?;
                return Ok(StmtKind::While { conditions, body: self.block()? });
            }
            "repeat" if self.is_ahead(1, "{") => {
                self.advance();
                let body = self.block()?;
                self.expect("while")?;
                return Ok(StmtKind::Repeat { body, condition: self.expr()? });
            }
            "for" => return self.for_statement(),
            "switch" => return self.switch_statement(),
            "do" => return self.do_statement(),
            "defer" => {
                self.advance();
                return Ok(StmtKind::Defer(self.block()?));
            }
            "return" => {
                self.advance();
                let next = self.token();
                let ends = next.kind == TokenKind::End
                    || ["}", ";"].contains(&self.text())
                    || (next.newline && (self.begins_statement() || self.ends(until)));
                return Ok(StmtKind::Return(if ends { None } else { Some(self.expr()?) }));
            }
            "throw" => {
                self.advance();
                return Ok(StmtKind::Throw(self.expr()?));
            }
            "break" | "continue" => {
                self.advance();
                if self.token().kind == TokenKind::Name && !self.token().newline {
                    self.name()?;
                }
                return Ok(StmtKind::Jump);
            }
            "fallthrough" => {
                self.advance();
                return Ok(StmtKind::Jump);
            }
            "discard" if self.is_ahead(1, "self") => {
                self.advance();
                self.advance();
                return Ok(StmtKind::Jump);
            }
            "yield" if self.is_ahead(1, "&") || self.ahead(1).kind == TokenKind::Name => {
                return Err(Stop::Syntax);
            }
            _ => {}
        }
        Ok(StmtKind::Expr(self.expr()?))
    }

    /// Whether the token on a new line begins another statement, behind `return`.
    fn begins_statement(&self) -> bool {
        self.token().kind == TokenKind::Name
            && [
                "let",
                "var",
                "func",
                "class",
                "struct",
                "enum",
                "if",
                "for",
                "while",
                "switch",
                "return",
                "guard",
                "do",
                "defer",
                "case",
                "default",
                "throw",
                "break",
                "continue",
                "repeat",
                "import",
                "typealias",
                "extension",
                "protocol",
            ]
            .contains(&self.text())
    }

    /// Statements in braces.
    pub(super) fn block(&mut self) -> Parsed<Block> {
        self.nested(|parser| {
            let start = parser.expect("{")?.span.start;
            let stmts = parser.with_trailing(true, |parser| {
                parser.with_patterns(false, |parser| parser.statements(Until::Brace))
            })?;
            parser.expect("}")?;
            Ok(Block { stmts, span: parser.since(start) })
        })
    }

    fn if_statement(&mut self) -> Parsed<StmtKind<'s>> {
        self.expect("if")?;
        let conditions = self.conditions()?;
        let then = self.block()?;
        let mut otherwise = None;
        if self.eat("else") {
            let start = self.token().span.start;
            let kind = if self.is("if") {
                self.nested(Self::if_statement)?
            } else {
                StmtKind::Block(self.block()?)
            };
            otherwise = Some(self.add_stmt(start, kind));
        }
        Ok(StmtKind::If { conditions, then, otherwise })
    }

    fn conditions(&mut self) -> Parsed<Vec<Condition<'s>>> {
        let mut conditions = Vec::new();
        loop {
            conditions.push(self.with_trailing(false, Self::condition)?);
            if !self.eat(",") {
                return Ok(conditions);
            }
        }
    }

    fn condition(&mut self) -> Parsed<Condition<'s>> {
        if self.is("#") && ["available", "unavailable", "_hasSymbol"].contains(&self.text_ahead(1))
        {
            self.advance();
            self.advance();
            self.skip_brackets()?;
            return Ok(Condition::Available);
        }
        if self.is("let") || self.is("var") || self.is("inout") {
            self.advance();
            let pattern = self.pattern()?;
            let ty = if self.eat(":") { Some(self.ty()?) } else { None };
            let value = if self.eat("=") { Some(self.expr()?) } else { None };
            return Ok(Condition::Let { pattern, ty, value });
        }
        if self.eat("case") {
            let pattern = self.match_pattern()?;
            if self.eat(":") {
                self.ty()?;
            }
            self.expect("=")?;
            return Ok(Condition::Case { pattern, value: self.expr()? });
        }
        Ok(Condition::Bool(self.expr()?))
    }

    /// The pattern of a `case`: an expression with bindings in it.
    fn match_pattern(&mut self) -> Parsed<ExprId> {
        self.with_patterns(true, Self::expr_before_body)
    }

    /// The pattern of a declaration.
    pub(super) fn pattern(&mut self) -> Parsed<Pattern<'s>> {
        self.nested(|parser| {
            if parser.eat("_") {
                return Ok(Pattern::Discard);
            }
            if parser.eat("(") {
                let mut elements = Vec::new();
                while !parser.eat(")") {
                    if parser.token().kind == TokenKind::Name && parser.is_ahead(1, ":") {
                        parser.advance();
                        parser.advance();
                    }
                    elements.push(parser.pattern()?);
                    if !parser.eat(",") {
                        parser.expect(")")?;
                        break;
                    }
                }
                return Ok(Pattern::Tuple(elements));
            }
            Ok(Pattern::Name(parser.name()?))
        })
    }

    fn for_statement(&mut self) -> Parsed<StmtKind<'s>> {
        self.expect("for")?;
        self.eat("try");
        self.eat("await");
        let mut pattern = None;
        let mut ty = None;
        if self.eat("case") {
            self.match_pattern()?;
        } else {
            if !self.eat("let") {
                self.eat("var");
            }
            pattern = Some(self.pattern()?);
            if self.eat(":") {
                ty = Some(self.ty()?);
            }
        }
        self.expect("in")?;
        let sequence = self.expr_before_body()?;
        let filter = if self.eat("where") { Some(self.expr_before_body()?) } else { None };
        let body = self.block()?;
        Ok(StmtKind::For { pattern, ty, sequence, filter, body })
    }

    fn switch_statement(&mut self) -> Parsed<StmtKind<'s>> {
        self.expect("switch")?;
        let subject = self.expr_before_body()?;
        self.expect("{")?;
        let mut cases = Vec::new();
        while !self.eat("}") {
            if self.is("@") {
                self.attribute()?;
            }
            let mut patterns = Vec::new();
            if !self.eat("default") {
                self.expect("case")?;
                patterns = self.patterns()?;
            }
            self.expect(":")?;
            let body = self.with_trailing(true, |parser| parser.statements(Until::Case))?;
            cases.push(Case { patterns, body });
        }
        Ok(StmtKind::Switch { subject, cases })
    }

    fn patterns(&mut self) -> Parsed<Vec<(ExprId, Option<ExprId>)>> {
        let mut patterns = Vec::new();
        loop {
            let pattern = self.match_pattern()?;
            let filter = if self.eat("where") { Some(self.expr_before_body()?) } else { None };
            patterns.push((pattern, filter));
            if !self.eat(",") {
                return Ok(patterns);
            }
        }
    }

    fn do_statement(&mut self) -> Parsed<StmtKind<'s>> {
        self.expect("do")?;
        self.effects()?;
        let body = self.block()?;
        let mut catches = Vec::new();
        while self.eat("catch") {
            let patterns = if self.is("{") { Vec::new() } else { self.patterns()? };
            catches.push(Case { patterns, body: self.block()?.stmts });
        }
        Ok(StmtKind::Do { body, catches })
    }

    /// All branches of `#if`, one after the other.
    fn conditional(&mut self, until: Until) -> Parsed<StmtKind<'s>> {
        let mut stmts = Vec::new();
        let inner = if until == Until::End { Until::Brace } else { until };
        loop {
            // The condition is the rest of the line.
            self.advance();
            let word = self.text();
            self.advance();
            if word == "endif" {
                return Ok(StmtKind::Conditional(stmts));
            }
            while !self.token().newline && self.token().kind != TokenKind::End {
                self.advance();
            }
            // In a `switch` whole cases may be conditional: that is not understood.
            stmts.extend(self.statements(inner)?);
            if !self.is("#") || !self.is_directive_end() {
                return Err(Stop::Syntax);
            }
        }
    }
}
