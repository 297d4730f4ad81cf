//! Neutral rewrites: programs that mean the same and must get the same verdict.

use std::sync::Arc;

use choice::{Choices, DeadEnd};

use crate::library::con;
use crate::print::print_noting;
use crate::syntax::{AltId, Bind, Expr, ExprId, Home, Name, Pat, Pragma, Program, Slice};
use crate::types::{Type, Types};

/// The most rewrites of one sibling.
const REWRITES: usize = 4;

/// A program that differs from this one by a few rewrites.
pub(crate) fn rewritten(program: &Program, choices: &mut Choices) -> Result<Program, DeadEnd> {
    let mut program = program.clone();
    // Heads of applications are printed by the rule for applications.
    let heads: Vec<ExprId> = program
        .exprs
        .iter()
        .filter_map(|(expr, _)| match expr {
            Expr::App(head, _) | Expr::Generalised(_, head) => Some(*head),
            _ => None,
        })
        .collect();
    let known = print_noting(&program).known;
    let mut known: Vec<ExprId> = known.into_iter().filter(|id| !heads.contains(id)).collect();
    known.sort_unstable();
    known.dedup();
    if known.is_empty() {
        return Ok(program);
    }
    for number in 0..choices.range(1..=REWRITES)? {
        let number = number as u32;
        let first = choices.pick(8)?;
        for way in 0..8 {
            let done = match (first + way) % 8 {
                0 => expand(&mut program, *choices.choose(&known)?, number),
                1 => to_case(&mut program, *choices.choose(&known)?),
                2 => annotate(&mut program, *choices.choose(&known)?),
                3 => float(&mut program, *choices.choose(&known)?, number),
                4 => apply_types(&mut program, choices)?,
                5 => drop_signature(&mut program, choices)?,
                6 => infer(&mut program, choices)?,
                _ => reorder(&mut program, choices)?,
            };
            if done {
                break;
            }
        }
    }
    Ok(program)
}

/// A use of a polymorphic function of the program gets its type arguments: `f @Int`. The
/// signatures of its own functions say in which order these are.
fn apply_types(program: &mut Program, choices: &mut Choices) -> Result<bool, DeadEnd> {
    let fits = |i: &usize| match program.exprs[*i].0 {
        Expr::Global(function, tys) => {
            let function = &program.functions[function.index()];
            // The type of a rank-2 argument is not known where it is an argument.
            let named = function.home == Home::Program
                && function.name.word.starts_with(char::is_alphabetic);
            named && tys.len > 0 && !program.type_applications.contains(&ExprId(*i as u32))
        }
        _ => false,
    };
    let generalised: Vec<ExprId> = program
        .exprs
        .iter()
        .filter_map(|(expr, _)| match expr {
            Expr::Generalised(_, inner) => Some(*inner),
            _ => None,
        })
        .collect();
    let uses: Vec<usize> = (0..program.exprs.len())
        .filter(|i| fits(i) && !generalised.contains(&ExprId(*i as u32)))
        .collect();
    if uses.is_empty() {
        return Ok(false);
    }
    let chosen = *choices.choose(&uses)?;
    program.type_applications.push(ExprId(chosen as u32));
    Ok(true)
}

/// A local variable loses its signature; what it is bound to says its type.
fn drop_signature(program: &mut Program, choices: &mut Choices) -> Result<bool, DeadEnd> {
    let signed: Vec<usize> = (0..program.binds.len())
        .filter(|&i| matches!(program.binds[i], Bind::Value { signature: true, .. }))
        .collect();
    if signed.is_empty() {
        return Ok(false);
    }
    let chosen = *choices.choose(&signed)?;
    if let Bind::Value { signature, .. } = &mut program.binds[chosen] {
        *signature = false;
    }
    Ok(true)
}

/// A function loses its signature: its first equation says the types of its parameters
/// and of its result, so that nothing but its own type can be inferred.
fn infer(program: &mut Program, choices: &mut Choices) -> Result<bool, DeadEnd> {
    let signed: Vec<usize> = (0..program.functions.len())
        .filter(|&i| {
            let function = &program.functions[i];
            !function.inferred && function.home == Home::Program && program.can_infer(function)
        })
        .collect();
    if signed.is_empty() {
        return Ok(false);
    }
    let chosen = *choices.choose(&signed)?;
    program.functions[chosen].inferred = true;
    Ok(true)
}

/// The first two parameters of a function change places, and so do the arguments of all
/// calls.
fn reorder(program: &mut Program, choices: &mut Choices) -> Result<bool, DeadEnd> {
    let mut calls: Vec<Vec<Slice>> = vec![Vec::new(); program.functions.len()];
    let mut heads: Vec<ExprId> = Vec::new();
    for (expr, _) in &program.exprs {
        if let &Expr::App(head, args) = expr
            && let Expr::Global(function, _) = program.get(head)
            && args.len >= 2
        {
            calls[function.index()].push(args);
            heads.push(head);
        }
    }
    let mut possible: Vec<bool> = program
        .functions
        .iter()
        .map(|function| {
            function.home == Home::Program
                && function.scheme.params.len() >= 2
                && !matches!(function.pragma, Pragma::Specialise(_))
        })
        .collect();
    // One that is also passed on, or called with fewer arguments, stays as it is.
    for (i, (expr, _)) in program.exprs.iter().enumerate() {
        if let Expr::Global(function, _) = expr
            && !heads.contains(&ExprId(i as u32))
        {
            possible[function.index()] = false;
        }
    }
    let possible: Vec<usize> = (0..possible.len()).filter(|&i| possible[i]).collect();
    if possible.is_empty() {
        return Ok(false);
    }
    let chosen = *choices.choose(&possible)?;
    // A call that stands in two places is one call.
    let mut starts: Vec<u32> = calls[chosen].iter().map(|args| args.start).collect();
    starts.sort_unstable();
    starts.dedup();
    for start in starts {
        program.expr_lists.swap(start as usize, start as usize + 1);
    }
    let function = &mut program.functions[chosen];
    Arc::make_mut(&mut function.scheme).params.swap(0, 1);
    for alt in function.alts.range() {
        let start = program.alts[alt].pats.start as usize;
        program.pat_lists.swap(start, start + 1);
    }
    // The types that the heads of the calls carry are those of the function.
    for head in heads {
        if matches!(program.get(head), Expr::Global(function, _) if function.index() == chosen) {
            let (mut params, result) = program.types.uncurry(program.ty(head), 2);
            params.swap(0, 1);
            program.exprs[head.index()].1 = program.types.function(&params, result);
        }
    }
    Ok(true)
}

/// Whether a type may be written where an expression stands: it mentions no type
/// variable but those in scope, which those of rank-2 arguments are not.
fn can_be_written(program: &Program, id: ExprId) -> bool {
    !matches!(program.types.shape(program.ty(id)), Type::Forall(..))
}

/// `e` becomes `(e :: T)`. Each rewrite says whether it applies.
fn annotate(program: &mut Program, id: ExprId) -> bool {
    if !can_be_written(program, id) {
        return false;
    }
    let (expr, ty) = program.exprs[id.index()];
    let inner = program.expr(expr, ty);
    program.exprs[id.index()].0 = Expr::Annotated(inner);
    true
}

/// `e` becomes `let x = e in x`, with a signature.
fn float(program: &mut Program, id: ExprId, number: u32) -> bool {
    if !can_be_written(program, id) {
        return false;
    }
    let (expr, ty) = program.exprs[id.index()];
    let rhs = program.expr(expr, ty);
    let var = program.local(Name { word: "floated", number }, ty);
    let body = program.expr(Expr::Local(var), ty);
    let binds = program.add_binds(&[Bind::Value { var, rhs, signature: true, strict: false }]);
    program.exprs[id.index()].0 = Expr::Let(binds, body);
    true
}

/// η-expansion: a function `e` becomes `\x -> e x`.
fn expand(program: &mut Program, id: ExprId, number: u32) -> bool {
    let (expr, ty) = program.exprs[id.index()];
    let Type::Fun(param, result) = program.types.shape(ty) else { return false };
    let simple = matches!(expr, Expr::Local(_) | Expr::Global(..) | Expr::Section(..));
    if !simple || matches!(program.types.shape(param), Type::Forall(..)) {
        return false;
    }
    let head = program.expr(expr, ty);
    let var = program.local(Name { word: "eta", number }, param);
    let arg = program.expr(Expr::Local(var), param);
    let args = program.add_exprs(&[arg]);
    let body = program.expr(Expr::App(head, args), result);
    let pat = program.pat(Pat::Var(var));
    let alt = program.alt(&[pat], body);
    let alts = program.add_alts(&[alt]);
    program.exprs[id.index()].0 = Expr::Lambda(AltId(alts.start));
    true
}

/// `if c then a else b` becomes `case c of { True -> a; False -> b }`.
fn to_case(program: &mut Program, id: ExprId) -> bool {
    let Expr::If(condition, yes, no) = program.get(id) else { return false };
    debug_assert_eq!(program.ty(condition), Types::BOOL);
    let alts = [(con::TRUE, yes), (con::FALSE, no)].map(|(con, body)| {
        let pat = program.pat(Pat::Con(con, Slice::default()));
        program.alt(&[pat], body)
    });
    let alts = program.add_alts(&alts);
    program.exprs[id.index()].0 = Expr::Case(condition, alts);
    true
}
