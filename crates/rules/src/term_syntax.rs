//! Terms as they stand in a rule file, before their sorts are known.

use std::ops::Range;

use crate::diagnostic::Problem;
use crate::lexer::{Kind, Token};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ast {
    pub(crate) node: Node,
    pub(crate) span: Range<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node {
    /// A metavariable or a constructor without arguments.
    Ident(String),
    Wild,
    Int(i64),
    Call(String, Vec<Ast>),
    /// `op` applied to two terms.
    Infix(String, Box<[Ast; 2]>),
    /// `a. T`
    Bind(String, Box<Ast>),
    /// `[T1, T2 | Ts]`
    List(Vec<Ast>, Option<Box<Ast>>),
    /// `G, x : T`
    Extend(Box<[Ast; 2]>),
    /// `T[a := U]`
    Subst(Box<[Ast; 2]>, String),
}

/// An infix operator; the later it is declared, the tighter it binds.
#[derive(Clone, Debug)]
pub(crate) struct Operator {
    pub(crate) text: String,
    pub(crate) right: bool,
}

pub(crate) struct TermParser<'a> {
    tokens: &'a [Token],
    at: usize,
    end: usize,
    operators: &'a [Operator],
    depth: u32,
}

const MAX_DEPTH: u32 = 64;

type Parsed<T> = Result<T, Problem>;

impl<'a> TermParser<'a> {
    /// Parses all of the tokens as one term. `end` is where a missing token
    /// would have stood.
    pub(crate) fn parse(tokens: &'a [Token], end: usize, operators: &'a [Operator]) -> Parsed<Ast> {
        let mut parser = TermParser { tokens, at: 0, end, operators, depth: 0 };
        let term = parser.extended()?;
        match parser.peek() {
            None => Ok(term),
            Some(token) => Err(Problem::new(
                "the term ends before this",
                token.span.clone(),
                "not part of the term on its left",
            )
            .help("an infix operator is declared with its constructor: infix \"->\"")),
        }
    }

    fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.at)
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.peek().is_some_and(|token| token.is(text));
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, text: &str) -> Parsed<()> {
        if self.eat(text) {
            return Ok(());
        }
        Err(self.unexpected(&format!("expected `{text}`")))
    }

    fn unexpected(&self, label: &str) -> Problem {
        let span = self.peek().map_or(self.end..self.end, |token| token.span.clone());
        Problem::new("this is not a term", span, label)
    }

    fn span_from(&self, start: usize) -> Range<usize> {
        start..self.tokens[self.at - 1].span.end
    }

    /// A term, extended by entries: `G, x : T, y : U`.
    fn extended(&mut self) -> Parsed<Ast> {
        let mut term = self.infix(0)?;
        let mut entries = 0;
        while self.eat(",") {
            entries += 1;
            if entries > MAX_DEPTH {
                return Err(self.unexpected("nested too deeply"));
            }
            let entry = self.infix(0)?;
            let span = term.span.start..entry.span.end;
            term = Ast { node: Node::Extend(Box::new([term, entry])), span };
        }
        Ok(term)
    }

    fn infix(&mut self, level: usize) -> Parsed<Ast> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.unexpected("nested too deeply"));
        }
        let term = self.infix_inner(level);
        self.depth -= 1;
        term
    }

    fn infix_inner(&mut self, level: usize) -> Parsed<Ast> {
        let mut left = self.postfix()?;
        let mut operands = 0;
        while let Some(token) = self.peek() {
            let Kind::Punct(text) = &token.kind else { break };
            let Some(found) = self.operators.iter().position(|op| op.text == *text) else { break };
            if found < level {
                break;
            }
            self.at += 1;
            operands += 1;
            if operands > MAX_DEPTH {
                return Err(self.unexpected("nested too deeply"));
            }
            let next = if self.operators[found].right { found } else { found + 1 };
            let right = self.infix(next)?;
            let span = left.span.start..right.span.end;
            left = Ast { node: Node::Infix(text.clone(), Box::new([left, right])), span };
        }
        Ok(left)
    }

    fn postfix(&mut self) -> Parsed<Ast> {
        let mut term = self.primary()?;
        let mut substitutions = 0;
        while self.peek().is_some_and(|t| t.is("[") && t.span.start == term.span.end) {
            substitutions += 1;
            if substitutions > MAX_DEPTH {
                return Err(self.unexpected("nested too deeply"));
            }
            self.at += 1;
            let Some(bound) = self.peek().and_then(Token::ident) else {
                return Err(self.unexpected("expected a bound variable, as in T[a := U]"));
            };
            self.at += 1;
            self.expect(":=")?;
            let replacement = self.infix(0)?;
            self.expect("]")?;
            let span = self.span_from(term.span.start);
            let node = Node::Subst(Box::new([term, replacement]), bound.to_owned());
            term = Ast { node, span };
        }
        Ok(term)
    }

    fn primary(&mut self) -> Parsed<Ast> {
        let Some(token) = self.peek() else {
            return Err(self.unexpected("expected a term here"));
        };
        let start = token.span.start;
        self.at += 1;
        let node = match &token.kind {
            Kind::Int(n) => Node::Int(*n),
            Kind::Ident(word) if word == "_" => Node::Wild,
            Kind::Ident(word) => {
                let next = self.peek();
                if next.is_some_and(|t| t.is("(") && t.span.start == token.span.end) {
                    self.at += 1;
                    Node::Call(word.clone(), self.args()?)
                } else if self.eat(".") {
                    Node::Bind(word.clone(), Box::new(self.infix(0)?))
                } else {
                    Node::Ident(word.clone())
                }
            }
            Kind::Punct(p) if p == "(" => {
                self.depth += 1;
                if self.depth > MAX_DEPTH {
                    return Err(self.unexpected("nested too deeply"));
                }
                let inner = self.extended()?;
                self.depth -= 1;
                self.expect(")")?;
                return Ok(Ast { span: self.span_from(start), ..inner });
            }
            Kind::Punct(p) if p == "[" => {
                let mut items = Vec::new();
                let mut rest = None;
                if !self.eat("]") {
                    loop {
                        items.push(self.infix(0)?);
                        if self.eat("|") {
                            rest = Some(Box::new(self.infix(0)?));
                            break;
                        }
                        if !self.eat(",") {
                            break;
                        }
                    }
                    self.expect("]")?;
                }
                Node::List(items, rest)
            }
            _ => {
                self.at -= 1;
                return Err(self.unexpected("a term cannot begin with this"));
            }
        };
        Ok(Ast { node, span: self.span_from(start) })
    }

    fn args(&mut self) -> Parsed<Vec<Ast>> {
        let mut args = Vec::new();
        if self.eat(")") {
            return Ok(args);
        }
        loop {
            args.push(self.infix(0)?);
            if self.eat(")") {
                return Ok(args);
            }
            self.expect(",")?;
        }
    }
}
