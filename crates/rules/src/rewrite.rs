//! Rewrites that keep the verdict: how a program gets its siblings.

use choice::{Choices, DeadEnd};
use logic::{Pat, Pred, Store, Symbol, Term, View};

use crate::checker::Checker;
use crate::system::{Base, Sort, System};

/// A rewrite of a rule file. It may be applied to any part of a program that matches
/// its left-hand side and for which all of its preconditions can be derived.
#[derive(Debug)]
pub(crate) struct Rewrite {
    pub(crate) name: &'static str,
    /// The language lets it be applied, but the rules may not know what comes out.
    pub(crate) beyond: bool,
    pub(crate) sort: Sort,
    pub(crate) from: Pat,
    pub(crate) to: Pat,
    pub(crate) fresh: Vec<u16>,
    pub(crate) premises: Vec<Precondition>,
    pub(crate) vars: usize,
}

/// A judgment about the part that is rewritten.
#[derive(Debug)]
pub(crate) struct Precondition {
    pub(crate) pred: Pred,
    pub(crate) args: Vec<Pat>,
    /// Which of the arguments is the part.
    pub(crate) subject: usize,
}

/// A place where a rewrite applies.
struct Place {
    rewrite: usize,
    /// From the program's root, the argument to go to.
    path: Vec<usize>,
    frame: Vec<Option<Term>>,
}

/// Applies one rewrite somewhere; says which.
pub(crate) fn rewrite_once<'s>(
    system: &'s System,
    store: &mut Store,
    program: Term,
    choices: &mut Choices,
) -> Result<(&'s Rewrite, Term), DeadEnd> {
    // What holds of the parts is read off the checker's way through the
    // program; parts of an ill-typed program that it does not reach, or that
    // have no type, are left alone by rewrites that want one.
    let mut checker = Checker::new(system, store);
    checker.seen = Some(Vec::new());
    checker.check(system.start_pred(), &[program]);
    let seen = checker.seen.take().expect("put there before");
    let mut places = Vec::new();
    let mut path = Vec::new();
    find(system, store, program, system.program_sort(), &seen, &mut path, &mut places);
    // First which rewrite, then where: else the one that fits everywhere would
    // crowd out the others.
    let mut kinds: Vec<usize> = places.iter().map(|place| place.rewrite).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let kind = *choices.choose(&kinds)?;
    places.retain(|place| place.rewrite == kind);
    let place = choices.pick(places.len())?;
    let Place { rewrite, path, mut frame } = places.swap_remove(place);
    let rewrite = &system.rewrites[rewrite];
    for var in &rewrite.fresh {
        frame[*var as usize] = Some(store.fresh_name());
    }
    let part = build(store, &rewrite.to, &frame);
    Ok((rewrite, replace(store, program, &path, part)))
}

fn find(
    system: &System,
    store: &Store,
    term: Term,
    sort: Sort,
    seen: &[(Pred, Vec<Term>)],
    path: &mut Vec<usize>,
    places: &mut Vec<Place>,
) {
    for (number, rewrite) in system.rewrites.iter().enumerate() {
        if rewrite.sort != sort {
            continue;
        }
        let mut frame = vec![None; rewrite.vars];
        if !matches(store, &rewrite.from, term, &mut frame) {
            continue;
        }
        let Some(frame) = satisfy(store, &rewrite.premises, term, seen, frame) else { continue };
        places.push(Place { rewrite: number, path: path.clone(), frame });
    }
    match store.view(term) {
        View::Struct(Symbol::NIL | Symbol::CONS, args) => {
            let item = Sort { lists: sort.lists.saturating_sub(1), ..sort };
            for (i, (arg, sort)) in args.iter().zip([item, sort]).enumerate() {
                path.push(i);
                find(system, store, *arg, sort, seen, path, places);
                path.pop();
            }
        }
        View::Struct(Symbol::BOUND, _) => {}
        View::Struct(symbol, args) => {
            let ctor = system.ctor(symbol).expect("a constructor of this system");
            // What stands under a binder is not a program part by itself.
            if ctor.binds.is_some() {
                return;
            }
            for (i, (arg, sort)) in args.iter().zip(&ctor.args).enumerate() {
                if matches!(sort.base, Base::Sort(_)) {
                    path.push(i);
                    find(system, store, *arg, *sort, seen, path, places);
                    path.pop();
                }
            }
        }
        _ => {}
    }
}

/// The variables of a rewrite with which all of its preconditions were derived.
fn satisfy(
    store: &Store,
    premises: &[Precondition],
    term: Term,
    seen: &[(Pred, Vec<Term>)],
    frame: Vec<Option<Term>>,
) -> Option<Vec<Option<Term>>> {
    let Some((first, rest)) = premises.split_first() else { return Some(frame) };
    seen.iter().find_map(|(pred, args)| {
        if *pred != first.pred || args[first.subject] != term {
            return None;
        }
        let mut frame = frame.clone();
        let mut pairs = first.args.iter().zip(args);
        let fits = pairs.all(|(pat, arg)| matches(store, pat, *arg, &mut frame));
        if fits { satisfy(store, rest, term, seen, frame) } else { None }
    })
}

fn matches(store: &Store, pat: &Pat, term: Term, frame: &mut [Option<Term>]) -> bool {
    match pat {
        Pat::Any => true,
        Pat::Int(n) => store.view(term) == View::Int(*n),
        Pat::Var(var) => *frame[*var as usize].get_or_insert(term) == term,
        Pat::Node(symbol, pats) => match store.view(term) {
            View::Struct(found, args) if found == *symbol && args.len() == pats.len() => {
                pats.iter().zip(args).all(|(pat, arg)| matches(store, pat, *arg, frame))
            }
            _ => false,
        },
    }
}

fn build(store: &mut Store, pat: &Pat, frame: &[Option<Term>]) -> Term {
    match pat {
        Pat::Any => Term::ANY,
        Pat::Int(n) => store.int(*n),
        Pat::Var(var) => frame[*var as usize].expect("checked when the file was loaded"),
        Pat::Node(symbol, pats) => {
            let args: Vec<Term> = pats.iter().map(|pat| build(store, pat, frame)).collect();
            store.structure(*symbol, &args)
        }
    }
}

fn replace(store: &mut Store, term: Term, path: &[usize], part: Term) -> Term {
    let Some((&first, rest)) = path.split_first() else { return part };
    let View::Struct(symbol, args) = store.view(term) else {
        unreachable!("paths go through structures")
    };
    let mut args = args.to_vec();
    args[first] = replace(store, args[first], rest, part);
    store.structure(symbol, &args)
}
