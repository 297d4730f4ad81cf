//! Side conditions that text does not suffice for.

use logic::{Condition, Store, Term, Var, Verdict, View};

/// A condition that rule files may name after `where`.
pub(crate) struct Registered {
    pub(crate) name: &'static str,
    pub(crate) arity: usize,
    /// The last argument is an output.
    pub(crate) finds: bool,
    pub(crate) holds: Condition,
    /// The condition that holds exactly when this one does not.
    pub(crate) negation: Option<&'static str>,
}

pub(crate) const ALL: &[Registered] = &[
    test("name", 1, name, None),
    test("distinct", 1, distinct, Some("repeated")),
    test("repeated", 1, repeated, Some("distinct")),
    test("unlike", 1, unlike, Some("alike")),
    test("alike", 1, alike, Some("unlike")),
    test("reaches", 2, reaches, Some("misses")),
    test("misses", 2, misses, Some("reaches")),
    Registered { name: "replaced", arity: 4, finds: true, holds: replaced, negation: None },
    Registered { name: "joined", arity: 4, finds: true, holds: joined, negation: None },
    Registered { name: "outer", arity: 3, finds: true, holds: outer, negation: None },
];

const fn test(
    name: &'static str,
    arity: usize,
    holds: Condition,
    negation: Option<&'static str>,
) -> Registered {
    Registered { name, arity, finds: false, holds, negation }
}

/// It is a name and nothing else of its sort.
fn name(store: &mut Store, args: &[Term]) -> Verdict {
    match store.view(args[0]) {
        View::Name(_) => Verdict::Holds,
        View::Var(var) => Verdict::Wait(var),
        _ => Verdict::Fails,
    }
}

/// No two items of a list are equal.
fn distinct(store: &mut Store, args: &[Term]) -> Verdict {
    match repeated(store, args) {
        Verdict::Holds => Verdict::Fails,
        Verdict::Fails => Verdict::Holds,
        wait => wait,
    }
}

/// Two items of a list are equal.
fn repeated(store: &mut Store, args: &[Term]) -> Verdict {
    let list = args[0];
    if let Some(var) = store.open_var(list) {
        return Verdict::Wait(var);
    }
    let list = store.resolve(list);
    let Ok(items) = store.items(list) else { return Verdict::Fails };
    let twice = items.iter().enumerate().any(|(i, item)| items[..i].contains(item));
    debug_assert!(items.iter().all(|item| !matches!(store.view(*item), View::Any)));
    if twice { Verdict::Holds } else { Verdict::Fails }
}

/// No two items of a list are about the same name.
fn unlike(store: &mut Store, args: &[Term]) -> Verdict {
    match alike(store, args) {
        Verdict::Holds => Verdict::Fails,
        Verdict::Fails => Verdict::Holds,
        wait => wait,
    }
}

/// Two items of a list are about the same name: the first argument of each that is a name.
fn alike(store: &mut Store, args: &[Term]) -> Verdict {
    let [list] = match known(store, [args[0]]) {
        Ok(known) => known,
        Err(var) => return Verdict::Wait(var),
    };
    let Ok(items) = store.items(list) else { return Verdict::Fails };
    let about = |item: &Term| match store.view(*item) {
        View::Struct(_, args) => {
            args.iter().find(|arg| matches!(store.view(**arg), View::Name(_))).copied()
        }
        _ => None,
    };
    let mut names: Vec<Term> = items.iter().filter_map(about).collect();
    names.sort_unstable();
    let twice = names.windows(2).any(|pair| pair[0] == pair[1]);
    if twice { Verdict::Holds } else { Verdict::Fails }
}

/// The entries of a list that are like the second argument (one node with two
/// ends, perhaps in others with one argument) are the edges of a graph; there is
/// a way in it from the one end of the second argument to the other.
fn reaches(store: &mut Store, args: &[Term]) -> Verdict {
    if let Some(var) = store.open_var(args[0]).or_else(|| store.open_var(args[1])) {
        return Verdict::Wait(var);
    }
    let (list, wanted) = (store.resolve(args[0]), store.resolve(args[1]));
    let Ok(items) = store.items(list) else { return Verdict::Fails };
    let Some((from, to)) = ends(store, wanted, wanted) else { return Verdict::Fails };
    let edges: Vec<(Term, Term)> =
        items.iter().filter_map(|item| ends(store, *item, wanted)).collect();
    let mut reached = vec![from];
    let mut next = 0;
    while next < reached.len() {
        if reached[next] == to {
            return Verdict::Holds;
        }
        for (start, end) in &edges {
            if *start == reached[next] && !reached.contains(end) {
                reached.push(*end);
            }
        }
        next += 1;
    }
    Verdict::Fails
}

/// There is no such way.
fn misses(store: &mut Store, args: &[Term]) -> Verdict {
    match reaches(store, args) {
        Verdict::Holds => Verdict::Fails,
        Verdict::Fails => Verdict::Holds,
        wait => wait,
    }
}

/// The two ends of an edge that has the shape of another.
fn ends(store: &Store, mut edge: Term, mut like: Term) -> Option<(Term, Term)> {
    loop {
        match (store.view(edge), store.view(like)) {
            (View::Struct(f, &[from, to]), View::Struct(g, &[_, _])) if f == g => {
                return Some((from, to));
            }
            (View::Struct(f, &[inner]), View::Struct(g, &[inner_like])) if f == g => {
                (edge, like) = (inner, inner_like);
            }
            _ => return None,
        }
    }
}

/// The fourth argument is the list with the third one in the place of the second,
/// which stands in it unless the two are the same.
fn replaced(store: &mut Store, args: &[Term]) -> Verdict {
    let &[list, old, new, result] = args else { return Verdict::Fails };
    let [list, old, new] = match known(store, [list, old, new]) {
        Ok(known) => known,
        Err(var) => return Verdict::Wait(var),
    };
    if old == new {
        return found(store, list, result);
    }
    let mut before = Vec::new();
    let mut rest = list;
    while let Some((item, tail)) = store.uncons(rest) {
        rest = tail;
        if item == old {
            rest = store.cons(new, rest);
            let made = before.iter().rev().fold(rest, |rest, item| store.cons(*item, rest));
            return found(store, made, result);
        }
        before.push(item);
    }
    Verdict::Fails
}

/// The fourth argument is the first two, lists of the same length, in one: where
/// their items differ stands the third argument about the same things as the item
/// of the first list.
fn joined(store: &mut Store, args: &[Term]) -> Verdict {
    let &[left, right, like, result] = args else { return Verdict::Fails };
    let [left, right, like] = match known(store, [left, right, like]) {
        Ok(known) => known,
        Err(var) => return Verdict::Wait(var),
    };
    let View::Struct(symbol, slots) = store.view(like) else { return Verdict::Fails };
    let count = slots.len();
    let mut before = Vec::new();
    let (mut left, mut right) = (left, right);
    // What is the same from here on is the same term.
    while left != right {
        let (Some((a, after_a)), Some((b, after_b))) = (store.uncons(left), store.uncons(right))
        else {
            return Verdict::Fails;
        };
        (left, right) = (after_a, after_b);
        if a == b {
            before.push(a);
            continue;
        }
        let View::Struct(_, about) = store.view(a) else { return Verdict::Fails };
        let Some(about) = about.get(..count).map(<[Term]>::to_vec) else { return Verdict::Fails };
        before.push(store.structure(symbol, &about));
    }
    let made = before.iter().rev().fold(left, |rest, item| store.cons(*item, rest));
    found(store, made, result)
}

/// The third argument is the end of the first list that is as long as the second
/// one: what is left of a context when a block ends.
fn outer(store: &mut Store, args: &[Term]) -> Verdict {
    let &[inner, around, result] = args else { return Verdict::Fails };
    let [inner, around] = match known(store, [inner, around]) {
        Ok(known) => known,
        Err(var) => return Verdict::Wait(var),
    };
    let count = |list| std::iter::successors(store.uncons(list), |(_, rest)| store.uncons(*rest));
    let (has, keeps) = (count(inner).count(), count(around).count());
    let mut rest = inner;
    for _ in keeps..has {
        rest = store.uncons(rest).expect("counted before").1;
    }
    found(store, rest, result)
}

/// The terms without variables, or a variable that has no value yet.
fn known<const N: usize>(store: &mut Store, terms: [Term; N]) -> Result<[Term; N], Var> {
    match terms.iter().find_map(|term| store.open_var(*term)) {
        Some(var) => Err(var),
        None => Ok(terms.map(|term| store.resolve(term))),
    }
}

fn found(store: &mut Store, made: Term, result: Term) -> Verdict {
    if store.unify(made, result) { Verdict::Holds } else { Verdict::Fails }
}
