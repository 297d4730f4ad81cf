//! Ill-typed programs: one judgment of a well-typed one is broken in a known way.

use std::sync::Arc;

use case::Reason;
use choice::{Choices, DeadEnd};

use crate::check::check;
use crate::library::con;
use crate::print::print_noting;
use crate::syntax::{Expr, ExprId, Home, Name, Pat, Program, Slice};
use crate::types::{Ty, Type, Types, data};

/// Breaks a judgment, if there is one that it can break.
type Way = fn(&mut Program, &mut Choices) -> Result<Option<Broken>, DeadEnd>;

/// The ways of breaking a judgment.
const WAYS: [Way; 4] = [other_type, unbound_variable, extra_pattern, missing_context];

/// What was broken, but for the rule, which the checker names.
struct Broken {
    text: String,
    codes: &'static [&'static str],
}

/// Breaks a judgment of a program.
pub(crate) fn break_one(program: &mut Program, choices: &mut Choices) -> Result<Reason, DeadEnd> {
    let first = choices.weighted(&[5, 2, 2, 2])?;
    for i in 0..WAYS.len() {
        let mut candidate = program.clone();
        let way = WAYS[(first + i) % WAYS.len()];
        if let Some(broken) = way(&mut candidate, choices)?
            && let Err(error) = check(&candidate)
        {
            *program = candidate;
            // GHC has codes from 9.6 on.
            let no_code = (!broken.codes.is_empty()).then_some(Reason::NO_CODE);
            let codes = broken.codes.iter().copied().chain(no_code).map(str::to_owned).collect();
            let rule = error.rule.to_owned();
            return Ok(Reason { text: broken.text, rule, codes, line: None });
        }
    }
    Err(DeadEnd)
}

/// An expression of another type, where the context determines the type.
fn other_type(program: &mut Program, choices: &mut Choices) -> Result<Option<Broken>, DeadEnd> {
    let known = print_noting(program).known;
    let plain = |id: &ExprId| !matches!(program.get(*id), Expr::Global(..) | Expr::Method(..));
    let mut known: Vec<ExprId> = known.into_iter().filter(plain).collect();
    // Heads of applications are printed as known too, but nothing else determines them.
    for (expr, _) in &program.exprs {
        if let Expr::App(head, _) = expr {
            known.retain(|id| id != head);
        }
    }
    if known.is_empty() {
        return Ok(None);
    }
    let id = *choices.choose(&known)?;
    let ty = program.ty(id);
    let rigid = matches!(program.types.shape(ty), Type::Var(_) | Type::App(..));
    // Neither says its whole type by itself, so that all annotations stay as they are.
    let wrong = match program.types.shape(ty) {
        Type::Data(data::MAYBE, _) => {
            let list = program.types.list(Types::UNIT);
            (Expr::List(Slice::default()), list)
        }
        _ => {
            let maybe = program.types.data(data::MAYBE, &[Types::UNIT]);
            (Expr::Con(con::NOTHING, Slice::default()), maybe)
        }
    };
    let text = format!("{} where {} is needed", describe(program, wrong.1), describe(program, ty));
    program.exprs[id.index()] = wrong;
    let codes: &[&str] = if rigid { &["GHC-25897"] } else { &["GHC-83865"] };
    Ok(Some(Broken { text, codes }))
}

/// A few words for a type.
fn describe(program: &Program, ty: Ty) -> String {
    match program.types.shape(ty) {
        Type::Prim(prim) => format!("a value of type {}", prim.name()),
        Type::Fun(..) => "a function".to_owned(),
        Type::Data(data::LIST, _) => "a list".to_owned(),
        Type::Data(data::PAIR | data::TRIPLE, _) => "a tuple".to_owned(),
        Type::Data(id, _) => {
            format!("a value of type {}", program.datas[usize::from(id.0)].name.word)
        }
        Type::Var(_) | Type::App(..) => "a value of a type variable's type".to_owned(),
        Type::Forall(..) | Type::Constructor(_) => "a polymorphic value".to_owned(),
    }
}

/// A variable that is not in scope.
fn unbound_variable(
    program: &mut Program,
    choices: &mut Choices,
) -> Result<Option<Broken>, DeadEnd> {
    let known = print_noting(program).known;
    let local = |id: &ExprId| matches!(program.get(*id), Expr::Local(_));
    let locals: Vec<ExprId> = known.into_iter().filter(local).collect();
    if locals.is_empty() {
        return Ok(None);
    }
    let id = *choices.choose(&locals)?;
    let var = program.local(Name::plain("missing"), program.ty(id));
    program.exprs[id.index()].0 = Expr::Local(var);
    let text = "the variable missing is not in scope".to_owned();
    Ok(Some(Broken { text, codes: &["GHC-88464"] }))
}

/// A constructor with one pattern too many.
fn extra_pattern(program: &mut Program, choices: &mut Choices) -> Result<Option<Broken>, DeadEnd> {
    let pats = print_noting(program).pats;
    let prefix = |pat: &crate::syntax::PatId| match program.pats[pat.index()] {
        Pat::Con(con, _) => {
            let constructor = &program.cons[con.index()];
            let tuple = matches!(constructor.data, data::PAIR | data::TRIPLE | data::UNIT);
            !tuple && constructor.infix.is_none() && constructor.data != data::LIST
        }
        _ => false,
    };
    let candidates: Vec<_> = pats.into_iter().filter(prefix).collect();
    if candidates.is_empty() {
        return Ok(None);
    }
    let pat = *choices.choose(&candidates)?;
    let Pat::Con(con, inner) = program.pats[pat.index()] else { return Ok(None) };
    let mut all = program.pats_of(inner).to_vec();
    all.push(program.pat(Pat::Wild));
    let all = program.add_pats(&all);
    program.pats[pat.index()] = Pat::Con(con, all);
    let name = program.cons[con.index()].name.word;
    let text = format!("the constructor {name} with one pattern too many");
    // GHC 9.6 has no code for this.
    Ok(Some(Broken { text, codes: &[] }))
}

/// A function without the classes that its body needs.
fn missing_context(
    program: &mut Program,
    choices: &mut Choices,
) -> Result<Option<Broken>, DeadEnd> {
    let overloaded: Vec<usize> = (0..program.functions.len())
        .filter(|&i| {
            let function = &program.functions[i];
            let specialised = matches!(function.pragma, crate::syntax::Pragma::Specialise(_));
            function.home == Home::Program && !function.scheme.context.is_empty() && !specialised
        })
        .collect();
    if overloaded.is_empty() {
        return Ok(None);
    }
    let function = *choices.choose(&overloaded)?;
    Arc::make_mut(&mut program.functions[function].scheme).context.clear();
    let name = program.functions[function].name.word;
    let text = format!("the signature of {name} lacks the class that its body needs");
    Ok(Some(Broken { text, codes: &["GHC-39999"] }))
}
