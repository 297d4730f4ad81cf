//! From text to a [`Tree`].
//!
//! A statement that is not understood becomes a raw node as large as itself and
//! the parser continues behind it. Recursion is bounded: a program that nests
//! more deeply than [`NESTING`] is not parsed at all.

mod declarations;
mod expressions;
mod statements;
mod types;

use super::lexer::{LexError, Token, TokenKind, lex};
use super::operators::Operators;
use super::tree::{Expr, ExprId, NodeId, Span, Stmt, StmtId, Tree};
use crate::Unsuitable;

/// How deeply expressions, types and statements may nest.
const NESTING: u32 = 128;

/// How deep the tree may be. Operators and members in a row nest in the tree
/// although nothing nests in the text.
const HEIGHT: u16 = 400;

/// How many steps the parser takes for each token, going back included, before
/// it gives up.
const FUEL: usize = 50;

/// The largest program that is read, in bytes.
const LARGEST: usize = 1 << 18;

/// Parses a program.
pub fn parse(source: &str) -> Result<Tree<'_>, Unsuitable> {
    if source.len() > LARGEST {
        return Err(Unsuitable::TooLarge { bytes: source.len(), limit: LARGEST });
    }
    let tokens = lex(source, Span::new(0, source.len())).map_err(|error| lexical(source, error))?;
    let operators = Operators::of(source, &tokens);
    let tree =
        Tree { source, exprs: Vec::new(), stmts: Vec::new(), types: Vec::new(), top: Vec::new() };
    balanced(source, &tokens)?;
    let mut parser = Parser {
        tree,
        fuel: FUEL * (tokens.len() + 100),
        tokens,
        at: 0,
        split: Vec::new(),
        expr_heights: Vec::new(),
        stmt_heights: Vec::new(),
        too_high: false,
        depth: 0,
        operators,
        in_pattern: false,
        no_trailing: false,
    };
    let top = parser.statements(statements::Until::End).map_err(|stop| match stop {
        Stop::TooDeep => Unsuitable::TooDeep,
        // A syntax error ends no list of statements.
        Stop::Syntax => Unsuitable::Syntax { line: 1 },
    })?;
    parser.tree.top = top;
    if parser.too_high { Err(Unsuitable::TooDeep) } else { Ok(parser.tree) }
}

/// Checks that brackets match: a list of statements ends with its bracket.
fn balanced(source: &str, tokens: &[Token]) -> Result<(), Unsuitable> {
    let mut open = Vec::new();
    for token in tokens.iter().filter(|token| token.kind == TokenKind::Punctuation) {
        let matches = match token.span.of(source) {
            bracket @ ("(" | "[" | "{") => {
                open.push(bracket);
                true
            }
            ")" => open.pop() == Some("("),
            "]" => open.pop() == Some("["),
            "}" => open.pop() == Some("{"),
            _ => true,
        };
        if !matches {
            return Err(lexical(source, LexError::Stray(token.span.start)));
        }
    }
    match open.is_empty() {
        true => Ok(()),
        false => Err(lexical(source, LexError::Unclosed(source.len() as u32))),
    }
}

fn lexical(source: &str, error: LexError) -> Unsuitable {
    match error {
        LexError::TooDeep(_) => Unsuitable::TooDeep,
        LexError::Unclosed(at) | LexError::Stray(at) => {
            let line = source.as_bytes()[..at as usize].iter().filter(|&&b| b == b'\n').count();
            Unsuitable::Syntax { line: line + 1 }
        }
    }
}

/// Why the parser leaves a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    /// It is not understood.
    Syntax,
    /// It nests too deeply, or going back takes too long.
    TooDeep,
}

type Parsed<T> = Result<T, Stop>;

/// The words that never name a value.
const RESERVED: [&str; 42] = [
    "associatedtype",
    "break",
    "case",
    "catch",
    "class",
    "continue",
    "default",
    "defer",
    "deinit",
    "do",
    "else",
    "enum",
    "extension",
    "fallthrough",
    "false",
    "fileprivate",
    "for",
    "func",
    "guard",
    "if",
    "import",
    "in",
    "internal",
    "is",
    "as",
    "let",
    "nil",
    "operator",
    "precedencegroup",
    "private",
    "protocol",
    "public",
    "repeat",
    "return",
    "static",
    "struct",
    "subscript",
    "switch",
    "throw",
    "true",
    "var",
    "while",
];

struct Parser<'s> {
    tree: Tree<'s>,
    tokens: Vec<Token>,
    at: usize,
    /// How many steps may still be taken.
    fuel: usize,
    /// Tokens as they were before `>` was split off, to be restored when the
    /// parser goes back.
    split: Vec<(usize, Token)>,
    /// How deep the tree below each expression and statement is.
    expr_heights: Vec<u16>,
    stmt_heights: Vec<u16>,
    too_high: bool,
    depth: u32,
    operators: Operators<'s>,
    /// Whether `_`, `let x` and `is T` are allowed.
    in_pattern: bool,
    /// Whether `{` opens the body of a statement rather than a closure.
    no_trailing: bool,
}

/// A state to go back to.
struct State {
    at: usize,
    split: usize,
    exprs: usize,
    stmts: usize,
    types: usize,
    depth: u32,
    in_pattern: bool,
    no_trailing: bool,
}

impl<'s> Parser<'s> {
    fn token(&self) -> Token {
        self.tokens[self.at]
    }

    fn ahead(&self, by: usize) -> Token {
        self.tokens[(self.at + by).min(self.tokens.len() - 1)]
    }

    fn text(&self) -> &'s str {
        self.tree.text(self.token().span)
    }

    fn text_ahead(&self, by: usize) -> &'s str {
        self.tree.text(self.ahead(by).span)
    }

    fn advance(&mut self) -> Token {
        let token = self.token();
        self.fuel = self.fuel.saturating_sub(1);
        if token.kind != TokenKind::End {
            self.at += 1;
        }
        token
    }

    fn is(&self, text: &str) -> bool {
        self.token().kind != TokenKind::String && self.text() == text
    }

    fn is_ahead(&self, by: usize, text: &str) -> bool {
        self.ahead(by).kind != TokenKind::String && self.text_ahead(by) == text
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.is(text);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, text: &str) -> Parsed<Token> {
        if self.is(text) { Ok(self.advance()) } else { Err(Stop::Syntax) }
    }

    /// A name that is no reserved word.
    fn name(&mut self) -> Parsed<&'s str> {
        let text = self.text();
        if self.token().kind != TokenKind::Name || RESERVED.contains(&text) {
            return Err(Stop::Syntax);
        }
        self.advance();
        Ok(text.trim_matches('`'))
    }

    /// A name where reserved words are names too: behind a point, as a label.
    fn any_name(&mut self) -> Parsed<&'s str> {
        let text = self.text();
        if self.token().kind != TokenKind::Name {
            return Err(Stop::Syntax);
        }
        self.advance();
        Ok(text.trim_matches('`'))
    }

    /// Where the last token ended.
    fn end(&self) -> u32 {
        if self.at == 0 { self.token().span.start } else { self.tokens[self.at - 1].span.end }
    }

    fn since(&self, start: u32) -> Span {
        Span { start, end: self.end().max(start) }
    }

    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == NESTING || self.fuel == 0 {
            return Err(Stop::TooDeep);
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    fn state(&self) -> State {
        State {
            at: self.at,
            split: self.split.len(),
            exprs: self.tree.exprs.len(),
            stmts: self.tree.stmts.len(),
            types: self.tree.types.len(),
            depth: self.depth,
            in_pattern: self.in_pattern,
            no_trailing: self.no_trailing,
        }
    }

    fn go_back(&mut self, state: &State) {
        self.at = state.at;
        while self.split.len() > state.split {
            let (at, token) = self.split.pop().expect("it is longer than before");
            self.tokens[at] = token;
        }
        self.tree.exprs.truncate(state.exprs);
        self.tree.stmts.truncate(state.stmts);
        self.expr_heights.truncate(state.exprs);
        self.stmt_heights.truncate(state.stmts);
        self.tree.types.truncate(state.types);
        self.depth = state.depth;
        self.in_pattern = state.in_pattern;
        self.no_trailing = state.no_trailing;
    }

    /// Parses something, or goes back as if nothing had been tried.
    fn attempt<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<Option<T>> {
        let state = self.state();
        match parse(self) {
            Ok(parsed) => Ok(Some(parsed)),
            Err(Stop::TooDeep) => Err(Stop::TooDeep),
            Err(Stop::Syntax) => {
                self.go_back(&state);
                Ok(None)
            }
        }
    }

    fn new_expr(&mut self, expr: Expr<'s>) -> ExprId {
        let id = self.tree.exprs(expr);
        let height = self.height(NodeId::Expr(id));
        self.expr_heights.push(height);
        id
    }

    fn new_stmt(&mut self, stmt: Stmt<'s>) -> StmtId {
        let id = self.tree.stmts(stmt);
        let height = self.height(NodeId::Stmt(id));
        self.stmt_heights.push(height);
        id
    }

    /// The height of a new node, whose children have theirs.
    fn height(&mut self, node: NodeId) -> u16 {
        let below = self.tree.children(node).into_iter().map(|child| match child {
            NodeId::Expr(id) => self.expr_heights[id.0 as usize],
            NodeId::Stmt(id) => self.stmt_heights[id.0 as usize],
        });
        let height = below.max().unwrap_or(0).saturating_add(1);
        self.too_high |= height > HEIGHT;
        height
    }

    /// Eats the first character of an operator token.
    fn eat_start(&mut self, start: &str) -> bool {
        let token = self.token();
        let operator =
            matches!(token.kind, TokenKind::Prefix | TokenKind::Infix | TokenKind::Postfix);
        if !operator || !self.text().starts_with(start) {
            return false;
        }
        if self.text() == start {
            self.advance();
            return true;
        }
        self.split.push((self.at, token));
        let rest = &mut self.tokens[self.at];
        rest.span.start += start.len() as u32;
        rest.glued = true;
        if matches!(&self.tree.source.as_bytes()[rest.span.start as usize], b'?' | b'!') {
            rest.kind = TokenKind::Postfix;
        }
        true
    }

    /// Skips from an opening bracket behind the one that closes it.
    fn skip_brackets(&mut self) -> Parsed<()> {
        let mut depth = 0usize;
        loop {
            if self.token().kind == TokenKind::End {
                return Err(Stop::Syntax);
            }
            if self.token().kind == TokenKind::Punctuation {
                match self.text() {
                    "(" | "[" | "{" => depth += 1,
                    ")" | "]" | "}" => depth -= 1,
                    _ => {}
                }
            }
            self.advance();
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// Allows or forbids trailing closures while something is parsed.
    fn with_trailing<T>(
        &mut self,
        allowed: bool,
        parse: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<T> {
        let before = std::mem::replace(&mut self.no_trailing, !allowed);
        let parsed = parse(self);
        self.no_trailing = before;
        parsed
    }

    /// Allows or forbids patterns while something is parsed.
    fn with_patterns<T>(
        &mut self,
        allowed: bool,
        parse: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<T> {
        let before = std::mem::replace(&mut self.in_pattern, allowed);
        let parsed = parse(self);
        self.in_pattern = before;
        parsed
    }
}
