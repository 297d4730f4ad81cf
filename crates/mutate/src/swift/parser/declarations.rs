//! Declarations.

use super::statements::Until;
use super::{Parsed, Parser, Stop};
use crate::swift::lexer::TokenKind;
use crate::swift::tree::{
    Accessor, EnumCase, FuncDecl, FuncKind, Modifiers, Nominal, NominalKind, Param, StmtKind,
    VarBinding, VarDecl,
};

/// The words before the keyword of a declaration.
const MODIFIERS: [&str; 36] = [
    "public",
    "private",
    "fileprivate",
    "internal",
    "open",
    "package",
    "static",
    "final",
    "override",
    "mutating",
    "nonmutating",
    "lazy",
    "weak",
    "unowned",
    "dynamic",
    "optional",
    "required",
    "convenience",
    "prefix",
    "postfix",
    "infix",
    "indirect",
    "isolated",
    "nonisolated",
    "distributed",
    "consuming",
    "borrowing",
    "__consuming",
    "async",
    "reasync",
    "class",
    "_const",
    "sending",
    "__owned",
    "__shared",
    "unsafe",
];

/// The keywords of declarations.
const KEYWORDS: [&str; 19] = [
    "let",
    "var",
    "func",
    "init",
    "deinit",
    "subscript",
    "struct",
    "class",
    "enum",
    "actor",
    "protocol",
    "extension",
    "typealias",
    "associatedtype",
    "import",
    "operator",
    "precedencegroup",
    "case",
    "macro",
];

/// The words that open an accessor.
const ACCESSORS: [&str; 12] = [
    "get",
    "set",
    "willSet",
    "didSet",
    "_read",
    "_modify",
    "unsafeAddress",
    "unsafeMutableAddress",
    "init",
    "read",
    "modify",
    "borrow",
];

impl<'s> Parser<'s> {
    /// An attribute with its arguments: its name.
    pub(super) fn attribute(&mut self) -> Parsed<&'s str> {
        self.expect("@")?;
        let mut name = self.any_name()?;
        while self.is(".") && self.ahead(1).kind == TokenKind::Name {
            self.advance();
            name = self.any_name()?;
        }
        self.generic_arguments()?;
        if self.is("(") && self.token().glued {
            self.skip_brackets()?;
        }
        Ok(name)
    }

    /// Whether the word is a modifier of what follows.
    fn is_modifier(&self) -> bool {
        if self.token().kind != TokenKind::Name || !MODIFIERS.contains(&self.text()) {
            return false;
        }
        let mut by = 1;
        if self.is_ahead(1, "(") && self.ahead(2).kind == TokenKind::Name && self.is_ahead(3, ")") {
            by = 4;
        }
        let next = self.text_ahead(by);
        self.is_ahead(by, "@")
            || (self.ahead(by).kind == TokenKind::Name
                && (MODIFIERS.contains(&next) || KEYWORDS.contains(&next))
                && !(self.is("class") && ["class", "struct", "enum", "actor"].contains(&next)))
    }

    /// A declaration, if one begins here.
    pub(super) fn declaration(&mut self, until: Until) -> Parsed<Option<StmtKind<'s>>> {
        let mut modifiers = Modifiers::default();
        loop {
            if self.is("@") {
                modifiers.attributes.push(self.attribute()?);
            } else if self.is_modifier() {
                modifiers.words.push(self.text());
                self.advance();
                if self.is("(") {
                    self.skip_brackets()?;
                }
            } else {
                break;
            }
        }
        let plain = modifiers.attributes.is_empty() && modifiers.words.is_empty();
        let member = matches!(until, Until::Members | Until::EnumMembers);
        let kind = match self.text() {
            _ if self.token().kind != TokenKind::Name => None,
            "let" | "var" => Some(self.variables(modifiers)?),
            "func" => Some(self.function(modifiers, FuncKind::Func)?),
            "init" if member => Some(self.function(modifiers, FuncKind::Init)?),
            "deinit" if member => Some(self.function(modifiers, FuncKind::Deinit)?),
            "subscript" if member => Some(self.function(modifiers, FuncKind::Subscript)?),
            "struct" => Some(self.nominal(modifiers, NominalKind::Struct)?),
            "class" => Some(self.nominal(modifiers, NominalKind::Class)?),
            "enum" => Some(self.nominal(modifiers, NominalKind::Enum)?),
            "actor" if self.ahead(1).kind == TokenKind::Name && !self.ahead(1).newline => {
                Some(self.nominal(modifiers, NominalKind::Actor)?)
            }
            "protocol" => Some(self.nominal(modifiers, NominalKind::Protocol)?),
            "extension" => Some(self.nominal(modifiers, NominalKind::Extension)?),
            "case" if until == Until::EnumMembers => Some(self.cases(&modifiers)?),
            "typealias" => Some(self.alias()?),
            "associatedtype" => Some(self.associated_type()?),
            "import" => {
                self.advance();
                if ["struct", "class", "enum", "protocol", "typealias", "func", "var", "let"]
                    .contains(&self.text())
                {
                    self.advance();
                }
                let module = self.any_name()?;
                while self.eat(".") {
                    self.advance();
                }
                Some(StmtKind::Import(module))
            }
            "operator" => {
                self.advance();
                self.advance();
                if self.eat(":") {
                    self.any_name()?;
                    while self.eat(",") {
                        self.any_name()?;
                    }
                }
                if self.is("{") {
                    self.skip_brackets()?;
                }
                Some(StmtKind::Other)
            }
            "precedencegroup" => {
                self.advance();
                self.name()?;
                if !self.is("{") {
                    return Err(Stop::Syntax);
                }
                self.skip_brackets()?;
                Some(StmtKind::Other)
            }
            "macro" if self.ahead(1).kind == TokenKind::Name => {
                self.advance();
                self.name()?;
                self.generic_parameters()?;
                self.params()?;
                if self.eat("->") {
                    self.ty()?;
                }
                if self.eat("=") {
                    self.expr()?;
                }
                self.where_clause()?;
                Some(StmtKind::Other)
            }
            _ => None,
        };
        match kind {
            None if !plain => Err(Stop::Syntax),
            kind => Ok(kind),
        }
    }

    fn variables(&mut self, modifiers: Modifiers<'s>) -> Parsed<StmtKind<'s>> {
        let is_let = self.is("let");
        self.advance();
        let mut bindings = Vec::new();
        loop {
            let pattern = self.pattern()?;
            let ty = if self.eat(":") { Some(self.ty()?) } else { None };
            let value = if self.eat("=") { Some(self.expr()?) } else { None };
            let has_accessors = self.is("{");
            let accessors = if has_accessors { self.accessors()? } else { Vec::new() };
            bindings.push(VarBinding { pattern, ty, value, accessors, has_accessors });
            if !self.eat(",") {
                return Ok(StmtKind::Var(VarDecl { modifiers, is_let, bindings }));
            }
        }
    }

    /// The accessors in braces, or a body that is a getter.
    fn accessors(&mut self) -> Parsed<Vec<Accessor<'s>>> {
        let listed = self.attempt(Self::accessor_list)?;
        match listed {
            Some(accessors) => Ok(accessors),
            None => Ok(vec![Accessor { word: "get", param: None, body: self.block()? }]),
        }
    }

    fn accessor_list(&mut self) -> Parsed<Vec<Accessor<'s>>> {
        self.expect("{")?;
        let mut accessors = Vec::new();
        let mut any = false;
        while !self.eat("}") {
            while self.is("@") {
                self.attribute()?;
            }
            while ["mutating", "nonmutating", "__consuming", "borrowing", "consuming", "yielding"]
                .contains(&self.text())
            {
                self.advance();
            }
            let word = self.text();
            if !ACCESSORS.contains(&word) {
                return Err(Stop::Syntax);
            }
            self.advance();
            let mut param = None;
            if self.eat("(") {
                param = Some(self.name()?);
                self.expect(")")?;
            }
            self.effects()?;
            if self.is("{") {
                accessors.push(Accessor { word, param, body: self.block()? });
            } else if !(self.is("}")
                || ACCESSORS.contains(&self.text())
                || self.token().newline
                || ["mutating", "nonmutating", "@"].contains(&self.text()))
            {
                return Err(Stop::Syntax);
            }
            any = true;
        }
        if any { Ok(accessors) } else { Err(Stop::Syntax) }
    }

    fn function(&mut self, modifiers: Modifiers<'s>, kind: FuncKind) -> Parsed<StmtKind<'s>> {
        let mut name = self.text();
        self.advance();
        let mut failable = false;
        let mut unwrapped = false;
        match kind {
            FuncKind::Func => {
                name = match self.token().kind {
                    TokenKind::Name => self.any_name()?,
                    TokenKind::Prefix | TokenKind::Infix | TokenKind::Postfix => {
                        self.operator_name()?
                    }
                    _ => return Err(Stop::Syntax),
                };
            }
            FuncKind::Init => {
                failable = self.eat_start("?");
                unwrapped = self.eat_start("!");
            }
            FuncKind::Deinit | FuncKind::Subscript => {}
        }
        let generics = self.generic_parameters()?;
        let params = if kind == FuncKind::Deinit { Vec::new() } else { self.params()? };
        let before = self.token().span.start as usize;
        let effects = self.effects()?;
        let written = &self.tree.source[before..self.token().span.start as usize];
        let asynchronous = written.split_whitespace().any(|word| word == "async");
        let result = if self.eat("->") { Some(self.ty()?) } else { None };
        let constrained = self.where_clause()?;
        let mut body = None;
        let mut accessors = Vec::new();
        if self.is("{") {
            if kind == FuncKind::Subscript {
                accessors = self.accessors()?;
            } else {
                body = Some(self.block()?);
            }
        }
        // A parameter may stand for an unnamed or a `subscript` one: those have
        // no label unless two names are written.
        let mut params = params;
        if kind == FuncKind::Subscript {
            for param in &mut params {
                if param.label == Some(param.name) {
                    param.label = None;
                }
            }
        }
        Ok(StmtKind::Func(Box::new(FuncDecl {
            modifiers,
            kind,
            name,
            generics,
            constrained,
            failable,
            unwrapped,
            params,
            effects,
            asynchronous,
            result,
            body,
            accessors,
        })))
    }

    /// The name of an operator function, of which `<` may open generic parameters.
    fn operator_name(&mut self) -> Parsed<&'s str> {
        let text = self.text();
        // In `func <<T>(…)` the last `<` opens the parameters.
        let generic = text.len() > 1
            && text.ends_with('<')
            && self.ahead(1).glued
            && self.ahead(1).kind == TokenKind::Name;
        if generic {
            let name = &text[..text.len() - 1];
            self.eat_start(name);
            return Ok(name);
        }
        self.advance();
        Ok(text)
    }

    fn params(&mut self) -> Parsed<Vec<Param<'s>>> {
        self.expect("(")?;
        let mut params = Vec::new();
        while !self.eat(")") {
            let plain = !self.is("@");
            while self.is("@") {
                self.attribute()?;
            }
            let first = self.any_name()?;
            let mut label = Some(first).filter(|&name| name != "_");
            let mut name = first;
            if self.token().kind == TokenKind::Name {
                name = self.any_name()?;
            } else if first == "_" {
                label = None;
            }
            self.expect(":")?;
            let ty = self.ty()?;
            let variadic = self.eat_start("...");
            let default =
                if self.eat("=") { Some(self.with_trailing(true, Self::expr)?) } else { None };
            params.push(Param { label, name, ty, default, variadic, plain });
            if !self.eat(",") {
                self.expect(")")?;
                break;
            }
        }
        Ok(params)
    }

    fn nominal(&mut self, modifiers: Modifiers<'s>, kind: NominalKind) -> Parsed<StmtKind<'s>> {
        self.advance();
        let (name, generics) = if kind == NominalKind::Extension {
            let ty = self.ty()?;
            (self.tree.text(self.tree[ty].span), Vec::new())
        } else {
            let name = self.name()?;
            (name, self.generic_parameters()?)
        };
        let mut inherits = Vec::new();
        if self.eat(":") {
            loop {
                // `class` is the old name of `AnyObject` in this place.
                if !self.eat("class") {
                    inherits.push(self.ty()?);
                }
                if !self.eat(",") {
                    break;
                }
            }
        }
        let constrained = self.is("where");
        self.where_clause()?;
        self.expect("{")?;
        let until = if kind == NominalKind::Enum { Until::EnumMembers } else { Until::Members };
        let members = self.statements(until)?;
        self.expect("}")?;
        Ok(StmtKind::Nominal(Box::new(Nominal {
            modifiers,
            kind,
            name,
            generics,
            inherits,
            constrained,
            members,
        })))
    }

    fn cases(&mut self, modifiers: &Modifiers<'s>) -> Parsed<StmtKind<'s>> {
        let plain = modifiers.attributes.is_empty();
        self.expect("case")?;
        let mut cases = Vec::new();
        loop {
            let name = self.any_name()?;
            let params = if self.is("(") { Some(self.case_params()?) } else { None };
            if self.eat("=") {
                // A raw value must stay a literal: it is parsed and forgotten.
                self.expr()?;
            }
            cases.push(EnumCase { name, params, plain });
            if !self.eat(",") {
                return Ok(StmtKind::Cases(cases));
            }
        }
    }

    fn case_params(&mut self) -> Parsed<Vec<Param<'s>>> {
        self.expect("(")?;
        let mut params = Vec::new();
        while !self.eat(")") {
            let mut label = None;
            if self.token().kind == TokenKind::Name && self.is_ahead(1, ":") {
                label = Some(self.any_name()?).filter(|&name| name != "_");
                self.advance();
            } else if self.token().kind == TokenKind::Name
                && self.ahead(1).kind == TokenKind::Name
                && self.is_ahead(2, ":")
            {
                label = Some(self.any_name()?).filter(|&name| name != "_");
                self.advance();
                self.advance();
            }
            let ty = self.ty()?;
            let default = if self.eat("=") { Some(self.expr()?) } else { None };
            let name = label.unwrap_or("_");
            params.push(Param { label, name, ty, default, variadic: false, plain: true });
            if !self.eat(",") {
                self.expect(")")?;
                break;
            }
        }
        Ok(params)
    }

    fn alias(&mut self) -> Parsed<StmtKind<'s>> {
        self.advance();
        let name = self.name()?;
        let generic = !self.generic_parameters()?.is_empty();
        self.expect("=")?;
        let ty = self.ty()?;
        self.where_clause()?;
        Ok(StmtKind::Alias { name, generic, ty })
    }

    fn associated_type(&mut self) -> Parsed<StmtKind<'s>> {
        self.advance();
        let name = self.name()?;
        if self.eat(":") {
            loop {
                self.ty()?;
                if !self.eat(",") {
                    break;
                }
            }
        }
        if self.eat("=") {
            self.ty()?;
        }
        self.where_clause()?;
        Ok(StmtKind::Associated(name))
    }
}
