//! The second pass over declarations: members and signatures, with their types.

use super::{CaseMember, Declarations, Global, Property, SigParam, Signature, TypeScope, harmless};
use crate::swift::tree::{
    ExprId, FuncDecl, FuncKind, Nominal, NominalKind, Param, Pattern, StmtId, StmtKind, Tree,
    TypeKind,
};
use crate::swift::types::{Form, Type, Types};

/// The second pass: members and signatures, with their types.
pub(super) fn members<'s>(
    tree: &Tree<'s>,
    declarations: &mut Declarations<'s>,
    types: &mut Types,
    stmts: &[StmtId],
    scope: &mut TypeScope<'s>,
    top: bool,
) {
    for &id in stmts {
        match &tree[id].kind {
            StmtKind::Nominal(nominal) => {
                let index = declarations.type_of_stmt[&id];
                scope.types.push(index);
                add_members(tree, declarations, types, index, nominal, scope);
                members(tree, declarations, types, &nominal.members, scope, false);
                scope.types.pop();
            }
            StmtKind::Func(func) if scope.types.is_empty() => {
                function(tree, declarations, types, func, scope, top);
            }
            StmtKind::Var(var) if top => {
                for binding in &var.bindings {
                    let ty = binding
                        .ty
                        .and_then(|written| declarations.resolve(tree, types, written, scope));
                    let plain = var.modifiers.attributes.is_empty()
                        && !binding.has_accessors
                        && !var.modifiers.has("weak");
                    let mut names = Vec::new();
                    pattern_names(&binding.pattern, &mut names);
                    let ty = ty.filter(|_| matches!(binding.pattern, Pattern::Name(_)));
                    for name in names {
                        let twice = declarations.globals.contains_key(name);
                        let global = Global {
                            ty: ty.filter(|_| !twice && harmless(&var.modifiers.attributes)),
                            is_let: var.is_let,
                            plain: plain && !twice && binding.value.is_some(),
                        };
                        declarations.globals.insert(name, global);
                    }
                }
            }
            _ => {}
        }
        if scope.types.is_empty() {
            local_functions(tree, declarations, types, id, scope);
        }
    }
}

pub(crate) fn pattern_names<'s>(pattern: &Pattern<'s>, names: &mut Vec<&'s str>) {
    match pattern {
        Pattern::Name(name) => names.push(name),
        Pattern::Discard => {}
        Pattern::Tuple(elements) => {
            elements.iter().for_each(|element| pattern_names(element, names));
        }
    }
}

/// Functions inside functions share the names of all others.
fn local_functions<'s>(
    tree: &Tree<'s>,
    declarations: &mut Declarations<'s>,
    types: &mut Types,
    id: StmtId,
    scope: &TypeScope<'s>,
) {
    use crate::swift::tree::NodeId;
    let members_of =
        |node| matches!(node, NodeId::Stmt(id) if matches!(tree[id].kind, StmtKind::Nominal(_)));
    let children = |node| {
        let member = members_of(node);
        tree.children(node).into_iter().map(move |child| (child, member))
    };
    let mut stack: Vec<(NodeId, bool)> = children(NodeId::Stmt(id)).collect();
    while let Some((node, member)) = stack.pop() {
        if let NodeId::Stmt(stmt) = node
            && let StmtKind::Func(func) = &tree[stmt].kind
            && func.kind == FuncKind::Func
            && !member
        {
            function(tree, declarations, types, func, &mut scope.clone(), false);
        }
        stack.extend(children(node));
    }
}

fn function<'s>(
    tree: &Tree<'s>,
    declarations: &mut Declarations<'s>,
    types: &mut Types,
    func: &FuncDecl<'s>,
    scope: &mut TypeScope<'s>,
    top: bool,
) {
    let signature = signature(tree, declarations, types, func, scope);
    note_operator(declarations, types, func.name, &signature);
    if top {
        declarations.top_functions.push(signature.clone());
    }
    declarations.functions.entry(func.name).or_default().push(signature);
}

fn note_operator<'s>(
    declarations: &mut Declarations<'s>,
    types: &Types,
    name: &'s str,
    signature: &Signature,
) {
    if name.chars().next().is_some_and(|c| c.is_alphanumeric() || c == '_') {
        return;
    }
    // An overload on types of this file alone cannot be meant where an operand
    // has a type of the library.
    let own = !signature.params.is_empty()
        && signature
            .params
            .iter()
            .all(|param| param.ty.is_some_and(|ty| declarations.decl(types, ty).is_some()))
        && signature.result.is_some();
    let known = declarations.operators.entry(name).or_insert(true);
    *known &= own;
}

fn signature<'s>(
    tree: &Tree<'s>,
    declarations: &Declarations<'s>,
    types: &mut Types,
    func: &FuncDecl<'s>,
    scope: &mut TypeScope<'s>,
) -> Signature {
    let generics = scope.generics.len();
    scope.generics.extend(&func.generics);
    let params = sig_params(tree, declarations, types, &func.params, scope);
    let result = match func.result {
        None => Some(Types::VOID),
        Some(written) => declarations.resolve(tree, types, written, scope),
    };
    scope.generics.truncate(generics);
    Signature {
        name: func.name.to_owned(),
        params,
        result,
        effects: func.effects,
        generic: !func.generics.is_empty() || func.constrained || func.unwrapped,
        attributes: !func.modifiers.attributes.is_empty(),
        mutating: ["mutating", "consuming", "__consuming"]
            .iter()
            .any(|word| func.modifiers.has(word)),
        is_static: func.modifiers.is_static(),
        failable: func.failable,
    }
}

fn sig_params<'s>(
    tree: &Tree<'s>,
    declarations: &Declarations<'s>,
    types: &mut Types,
    params: &[Param<'s>],
    scope: &TypeScope<'s>,
) -> Vec<SigParam> {
    let mut found = Vec::new();
    for param in params {
        let mut written = param.ty;
        let mut autoclosure = false;
        if let TypeKind::Attributed { words, inner } = &tree[param.ty].kind
            && words.iter().all(|word| ["autoclosure", "escaping", "Sendable"].contains(word))
        {
            autoclosure = words.contains(&"autoclosure");
            written = *inner;
        }
        let mut words = tree.text(tree[param.ty].span).split_whitespace();
        let opaque = words.any(|word| word.trim_start_matches(['(', '[']) == "some");
        let mut ty = declarations.resolve(tree, types, written, scope);
        if autoclosure {
            ty = match ty.map(|ty| types.form(ty)) {
                Some(Form::Function(params, result)) if params.is_empty() => Some(*result),
                _ => None,
            };
        }
        found.push(SigParam {
            label: param.label.map(str::to_owned),
            ty,
            has_default: param.default.is_some(),
            variadic: param.variadic,
            autoclosure,
            plain: param.plain && !opaque,
        });
    }
    found
}

fn add_members<'s>(
    tree: &Tree<'s>,
    declarations: &mut Declarations<'s>,
    types: &mut Types,
    index: usize,
    nominal: &Nominal<'s>,
    scope: &mut TypeScope<'s>,
) {
    let extension = nominal.kind == NominalKind::Extension;
    let own = declarations.types[index].kind != NominalKind::Extension;
    if extension && own {
        let added: Vec<String> =
            nominal.inherits.iter().map(|&ty| tree.text(tree[ty].span).to_owned()).collect();
        let decl = &mut declarations.types[index];
        decl.inherits.extend(added);
        decl.murky |= nominal.constrained
            || nominal.name.contains('<')
            || !harmless(&nominal.modifiers.attributes)
            || nominal.members.iter().any(|&member| {
                matches!(tree[member].kind, StmtKind::Raw | StmtKind::Conditional(_))
            });
    }
    let foreign = !own || declarations.types[index].kind == NominalKind::Protocol;
    for &member in &nominal.members {
        let mut names: Vec<&str> = Vec::new();
        match &tree[member].kind {
            StmtKind::Var(var) => {
                for binding in &var.bindings {
                    let ty = binding
                        .ty
                        .and_then(|written| declarations.resolve(tree, types, written, scope))
                        .or_else(|| {
                            literal_default(tree, binding.value).filter(|_| binding.ty.is_none())
                        });
                    let plain = harmless(&var.modifiers.attributes);
                    pattern_names(&binding.pattern, &mut names);
                    if let Pattern::Name(name) = binding.pattern {
                        declarations.types[index].properties.push(Property {
                            name: name.to_owned(),
                            ty: ty.filter(|_| plain),
                            is_static: var.modifiers.is_static(),
                            is_let: var.is_let,
                            stored: !binding.has_accessors
                                || binding
                                    .accessors
                                    .iter()
                                    .all(|accessor| ["willSet", "didSet"].contains(&accessor.word))
                                    && !binding.accessors.is_empty(),
                            has_value: binding.value.is_some(),
                            plain: plain && !var.modifiers.has("lazy"),
                        });
                    }
                }
            }
            StmtKind::Func(func) => {
                let signature = signature(tree, declarations, types, func, scope);
                let decl = &mut declarations.types[index];
                match func.kind {
                    FuncKind::Func => {
                        names.push(func.name);
                        decl.methods.push(signature.clone());
                        note_operator(declarations, types, func.name, &signature);
                    }
                    FuncKind::Init => {
                        decl.own_init |= !extension;
                        decl.inits.push(signature);
                    }
                    FuncKind::Subscript => {
                        decl.has_subscript = true;
                        names.push("subscript");
                    }
                    FuncKind::Deinit => {}
                }
            }
            StmtKind::Cases(cases) => {
                for case in cases {
                    names.push(case.name);
                    let params = case
                        .params
                        .as_ref()
                        .map(|params| sig_params(tree, declarations, types, params, scope));
                    let name = case.name.to_owned();
                    let case = CaseMember { name, params, plain: case.plain };
                    declarations.types[index].cases.push(case);
                }
            }
            StmtKind::Nominal(inner) => names.push(inner.name),
            StmtKind::Alias { name, .. } | StmtKind::Associated(name) => names.push(name),
            _ => {}
        }
        if foreign {
            declarations.foreign_members.extend(names.iter().map(|&name| name.to_owned()));
            if matches!(&tree[member].kind, StmtKind::Func(func) if func.kind == FuncKind::Init) {
                declarations.foreign_members.insert("init".to_owned());
            }
        }
        declarations.types[index].names.extend(names.iter().map(|&name| name.to_owned()));
    }
}

/// The type of a property without a written one, where its value is a literal.
fn literal_default(tree: &Tree<'_>, value: Option<ExprId>) -> Option<Type> {
    use crate::swift::tree::ExprKind::*;
    match tree[value?].kind {
        Integer => Some(Types::INT),
        Float => Some(Types::DOUBLE),
        Bool => Some(Types::BOOL),
        String { .. } => Some(Types::STRING),
        _ => None,
    }
}
