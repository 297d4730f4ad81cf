//! Side conditions that text does not suffice for.

use logic::{Condition, Store, Term, Verdict, View};

/// A condition that rule files may name after `where`.
pub(crate) struct Registered {
    pub(crate) name: &'static str,
    pub(crate) arity: usize,
    pub(crate) holds: Condition,
    /// The condition that holds exactly when this one does not.
    pub(crate) negation: Option<&'static str>,
}

pub(crate) const ALL: &[Registered] = &[
    Registered { name: "name", arity: 1, holds: name, negation: None },
    Registered { name: "distinct", arity: 1, holds: distinct, negation: Some("repeated") },
    Registered { name: "repeated", arity: 1, holds: repeated, negation: Some("distinct") },
    Registered { name: "reaches", arity: 2, holds: reaches, negation: Some("misses") },
    Registered { name: "misses", arity: 2, holds: misses, negation: Some("reaches") },
];

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
