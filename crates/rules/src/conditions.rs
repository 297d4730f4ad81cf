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
