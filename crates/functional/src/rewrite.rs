//! Neutral rewrites: programs that mean the same and must get the same verdict.

use choice::{Choices, DeadEnd};

use crate::library::con;
use crate::print::print_noting;
use crate::syntax::{AltId, Bind, Expr, ExprId, Name, Pat, Program, Slice};
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
        let id = *choices.choose(&known)?;
        let number = number as u32;
        let first = choices.pick(4)?;
        for way in 0..4 {
            let done = match (first + way) % 4 {
                0 => expand(&mut program, id, number),
                1 => to_case(&mut program, id),
                2 => annotate(&mut program, id),
                _ => float(&mut program, id, number),
            };
            if done {
                break;
            }
        }
    }
    Ok(program)
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
