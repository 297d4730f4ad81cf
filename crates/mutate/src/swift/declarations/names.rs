//! The first pass over declarations: the names of types, and everything that makes
//! names murky.

use rustc_hash::FxHashSet;

use super::{Declarations, Naming, TypeDecl, harmless};
use crate::swift::lexer::{TokenKind, lex};
use crate::swift::tree::{Nominal, NominalKind, Span, StmtId, StmtKind, Tree};

/// The first pass: the names of types, and everything that makes names murky.
pub(super) struct Collector<'a, 's> {
    pub(super) tree: &'a Tree<'s>,
    pub(super) declarations: &'a mut Declarations<'s>,
    pub(super) extensions: Vec<(StmtId, &'s str)>,
}

impl<'s> Collector<'_, 's> {
    fn name(&mut self, name: &'s str, at: &[usize], naming: Naming) {
        self.declarations.naming.entry(name).or_default().push((at.to_vec(), naming));
    }

    /// `at` is the path of declared types; `named` whether types declared here
    /// can be named from outside, which those of functions cannot.
    pub(super) fn names(&mut self, stmts: &[StmtId], at: &mut Vec<usize>, named: bool) {
        for &id in stmts {
            match &self.tree[id].kind {
                StmtKind::Nominal(nominal) => self.nominal(id, nominal, at, named),
                StmtKind::Alias { name, generic, ty } => {
                    let naming = if *generic || !named {
                        Naming::Unclear
                    } else {
                        Naming::Alias(*ty, at.clone())
                    };
                    self.name(name, at, naming);
                }
                StmtKind::Associated(name) => self.name(name, at, Naming::Unclear),
                StmtKind::Import(module) => self.declarations.imports.push(module),
                StmtKind::Conditional(_) | StmtKind::Raw => self.murky(self.tree[id].span),
                _ => self.local_types(id),
            }
        }
    }

    /// Types inside functions: their names mean nothing certain.
    fn local_types(&mut self, id: StmtId) {
        use crate::swift::tree::NodeId;
        let mut stack = vec![NodeId::Stmt(id)];
        while let Some(node) = stack.pop() {
            if let NodeId::Stmt(stmt) = node {
                match &self.tree[stmt].kind {
                    StmtKind::Nominal(nominal) => {
                        self.name(nominal.name, &[], Naming::Unclear);
                        self.murky(self.tree[stmt].span);
                        continue;
                    }
                    StmtKind::Alias { name, .. } => self.name(name, &[], Naming::Unclear),
                    StmtKind::Func(func) => self.declarations.generics.extend(&func.generics),
                    StmtKind::Raw | StmtKind::Conditional(_) => self.murky(self.tree[stmt].span),
                    _ => {}
                }
            }
            stack.extend(self.tree.children(node));
        }
    }

    /// Every name in there may be declared there.
    fn murky(&mut self, span: Span) {
        let source = self.tree.source;
        for token in lex(source, span).unwrap_or_default() {
            if token.kind == TokenKind::Name {
                let name = self.tree.text(token.span).trim_matches('`');
                self.declarations.murky_names.insert(name);
            }
        }
    }

    fn nominal(&mut self, id: StmtId, nominal: &Nominal<'s>, at: &mut Vec<usize>, named: bool) {
        let tree = self.tree;
        let extension = nominal.kind == NominalKind::Extension;
        if extension {
            self.extensions.push((id, nominal.name));
        }
        self.declarations.generics.extend(&nominal.generics);
        let index = self.declarations.types.len();
        let mut qualified = String::new();
        for &outer in at.iter() {
            let outer = &self.declarations.types[outer];
            if outer.kind != NominalKind::Extension {
                qualified = format!("{}.", outer.qualified);
            } else {
                qualified = format!("{}.", outer.qualified.trim_start_matches("extension "));
            }
        }
        let source = tree.text(tree[id].span);
        let header = &source[..source.find('{').unwrap_or(source.len())];
        // Neither members of generic types nor parameter packs are followed.
        let generic_outside =
            at.iter().any(|&outer| !self.declarations.types[outer].generics.is_empty())
                || header.contains("<each ")
                || header.contains(", each ");
        if extension {
            qualified = format!("extension {}", nominal.name);
        } else {
            qualified.push_str(nominal.name);
        }
        let murky_member = nominal
            .members
            .iter()
            .any(|&member| matches!(tree[member].kind, StmtKind::Raw | StmtKind::Conditional(_)));
        self.declarations.types.push(TypeDecl {
            kind: nominal.kind,
            qualified,
            generics: nominal.generics.iter().map(|&name| name.to_owned()).collect(),
            inherits: nominal
                .inherits
                .iter()
                .map(|&ty| tree.text(tree[ty].span).to_owned())
                .collect(),
            properties: Vec::new(),
            methods: Vec::new(),
            inits: Vec::new(),
            cases: Vec::new(),
            has_subscript: false,
            own_init: false,
            murky: murky_member || !harmless(&nominal.modifiers.attributes) || generic_outside,
            copyable: !nominal.inherits.iter().any(|&ty| tree.text(tree[ty].span).starts_with('~')),
            names: FxHashSet::default(),
        });
        self.declarations.type_of_stmt.insert(id, index);
        if !extension {
            let naming =
                if named && !generic_outside { Naming::Nominal(index) } else { Naming::Unclear };
            self.name(nominal.name, at, naming);
        }
        at.push(index);
        self.names(&nominal.members, at, named);
        at.pop();
    }
}
