//! Type erasure (section 3.5): which type arguments inference restores.
//!
//! While a program is synthesised every call knows its formal types, the types
//! of its arguments and, from outside, its target. Definition 3.14 compares the
//! explicit type arguments with those that unification finds; here unification
//! is refined into the constraints of local type inference, because a variable
//! that must only be *above* the type of an argument is inferred as that type,
//! even if a larger one was meant. The result of a lambda is such a type, too. A
//! wildcard of an argument's own type, or of a lambda's result, is captured, so that the
//! inferred type has no name; a wildcard inside a type argument is not.

use crate::decl::{MemberSort, Variance};
use crate::expr::{Call, Expr};
use crate::relation::Relation;
use crate::types::{Kind, Subst, Type, VarId};

/// A constraint on a type variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Constraint {
    Equal(Type),
    Above(Type),
    Below(Type),
}

/// Marks the calls inside an expression whose type arguments can be left out.
/// `target` is the type that the context asks for, if it asks for one.
pub(crate) fn mark(relation: &mut Relation<'_>, expr: &mut Expr, target: Option<Type>) {
    match expr {
        Expr::Call(call) => mark_call(relation, call, target, false),
        // The types of the parameters are known where the call around the lambda has its
        // type arguments, and by Java's rules before the body is looked at.
        Expr::Lambda { body: Some(body), result, .. }
            if target.is_some() || relation.facts.applicability_phases =>
        {
            let typed = relation.facts.target_typed_lambda_bodies
                && relation.types.kind(*result) != Kind::Void;
            mark(relation, body, target.filter(|_| typed).map(|_| *result));
        }
        Expr::Lambda { .. } => {}
        Expr::Conditional { yes, no, .. } => {
            let target = target.filter(|_| !relation.facts.infers_from_arguments_first);
            mark(relation, yes, target);
            mark(relation, no, target);
        }
        Expr::Cast(t, inside) if inside.is_function() => mark(relation, inside, Some(*t)),
        Expr::Cast(_, inside) => mark(relation, inside, None),
        Expr::Reference { receiver: Some(receiver), .. } => mark_receiver(relation, receiver),
        Expr::Literal(_)
        | Expr::Param(_)
        | Expr::Local(_)
        | Expr::Bound(_)
        | Expr::Reference { .. } => {}
    }
}

/// The same for what stands before a dot or the colons of a reference.
fn mark_receiver(relation: &mut Relation<'_>, expr: &mut Expr) {
    match expr {
        Expr::Call(call) => mark_call(relation, call, None, true),
        other => mark(relation, other, None),
    }
}

/// `receiver` says that the call is a receiver, or an argument that is deferred like one.
fn mark_call(relation: &mut Relation<'_>, call: &mut Call, target: Option<Type>, receiver: bool) {
    let open = receiver && relation.facts.defers_receiver_inference;
    if let Some(receiver) = &mut call.receiver {
        mark_receiver(relation, receiver);
    }
    let vars = call_vars(relation, call);
    call.erasable = !vars.is_empty()
        && !call.told_by_types
        && !is_array_for_elements(relation, call)
        && vars.iter().all(|&var| is_safe(relation, call, var, target, receiver));
    for at in 0..call.args.len() {
        let formal = call.formals[at];
        let depends = vars.iter().any(|&var| relation.types.mentions(formal, var));
        let target =
            (!call.erasable || !depends).then(|| relation.types.apply(&call.subst, formal));
        match &mut call.args[at] {
            // It is deferred like the variable that it constrains.
            Expr::Call(inner) if open && target.is_none() => {
                mark_call(relation, inner, None, true);
            }
            // The type of its body may help to choose the overload.
            Expr::Lambda { .. } if call.overloaded => {}
            arg => mark(relation, arg, target),
        }
        // Where arguments come first, a target type without wildcards is needed to
        // infer the type arguments of an argument.
        let vague = |t| relation.types.has_wildcard(t);
        let untold = relation.facts.infers_from_arguments_first && target.is_none_or(vague);
        if call.overloaded || untold || at + 1 == call.args.len() && may_be_array(relation, call) {
            keep(relation, &mut call.args[at]);
        }
    }
}

/// Whether the last argument is an element that, without its type arguments, may be taken
/// for the array of a variable number of them: phases of applicability try that first.
fn may_be_array(relation: &Relation<'_>, call: &Call) -> bool {
    let member = relation.model.member(call.member);
    let (Some(Expr::Call(last)), Some(&formal)) = (call.args.last(), call.formals.last()) else {
        return false;
    };
    let result = relation.model.member(last.member).result;
    relation.facts.applicability_phases
        && member.varargs
        && call.args.len() == member.params.len()
        && member.params.last() != Some(&formal)
        && (relation.types.var(result).is_some() || relation.types.kind(result) == Kind::Array)
}

/// Whether one array stands for a variable number of elements that are arrays
/// only by the explicit type arguments: without them it would be the elements.
fn is_array_for_elements(relation: &Relation<'_>, call: &Call) -> bool {
    let member = relation.model.member(call.member);
    let (Some(&t), Some(&formal)) = (call.arg_types.last(), call.formals.last()) else {
        return false;
    };
    member.varargs
        && call.args.len() == member.params.len()
        && relation.types.kind(t) == Kind::Array
        && relation.types.var(formal).is_some()
}

/// Keeps the type arguments of an argument that no target type tells: that of a cast, or
/// one on which the choice of an overload depends, so that without them its type would
/// depend on the overload in turn.
pub(crate) fn keep(relation: &Relation<'_>, expr: &mut Expr) {
    match expr {
        Expr::Call(call) => {
            let result = relation.model.member(call.member).result;
            let vars = call_vars(relation, call);
            if vars.iter().any(|&var| relation.types.mentions(result, var)) {
                call.erasable = false;
            }
        }
        Expr::Conditional { yes, no, .. } => {
            keep(relation, yes);
            keep(relation, no);
        }
        _ => {}
    }
}

/// The variables whose types stand, or do not stand, in the call.
fn call_vars(relation: &Relation<'_>, call: &Call) -> Vec<VarId> {
    match relation.model.member(call.member).sort {
        MemberSort::Field => Vec::new(),
        _ => relation.model.call_vars(call.member),
    }
}

/// Definition 3.14 for one variable.
fn is_safe(
    relation: &mut Relation<'_>,
    call: &Call,
    var: VarId,
    target: Option<Type>,
    receiver: bool,
) -> bool {
    let open = receiver && relation.facts.defers_receiver_inference;
    let Some(explicit) = call.subst.get(var) else { return false };
    let mut constraints = Vec::new();
    for (at, &formal) in call.formals.iter().enumerate() {
        // Functions are postponed until the types of their parameters are inferred.
        // Their results are constraints then, except by Java's rules.
        if let Expr::Lambda { .. } | Expr::Reference { .. } = call.args[at] {
            let precise = matches!(call.args[at], Expr::Lambda { precise: true, .. });
            let told = relation.facts.infers_from_arguments_first
                || relation.facts.infers_from_function_results
                    && (!precise || relation.types.var(formal) == Some(var));
            // Where the parameter types of a lambda are instantiated when it is typed, an
            // earlier argument must constrain them.
            let early = relation.facts.defers_receiver_inference
                && matches!(call.args[at], Expr::Lambda { explicit: false, .. })
                && constraints.is_empty();
            // The result of a reference to a generic method depends on its own type
            // arguments, which are inferred without regard to the variable.
            let open = matches!(&call.args[at], Expr::Reference { member, .. }
                if !relation.model.member(*member).vars.is_empty());
            if (told || early || open) && relation.types.mentions(formal, var) {
                return false;
            }
            if let Expr::Lambda { result, explicit, precise: true, body: Some(_), .. } =
                call.args[at]
                && let Some((params, declared)) = function_type(relation, formal)
                // An implicitly typed parameter must be known before the body.
                && (explicit || !params.iter().any(|&t| relation.types.mentions(t, var)))
                && (explicit || !needs_itself(relation, call, at, &params, var))
                && !collect(relation, result, declared, var, true, &mut constraints)
            {
                return false;
            }
            continue;
        }
        // What a function in a branch says about a variable is not looked at.
        if call.args[at].is_function() && relation.types.mentions(formal, var) {
            return false;
        }
        let Some(t) = relation.boxed(call.arg_types[at]) else { return false };
        if !collect(relation, t, formal, var, true, &mut constraints) {
            return false;
        }
    }
    let from_arguments = constraints.len();
    if let Some(target) = target
        && !(relation.facts.infers_from_arguments_first
            && (from_arguments > 0 || relation.types.has_wildcard(target)))
    {
        let declared = relation.model.member(call.member).result;
        let primitive = relation.types.is_primitive(target);
        if !primitive && !collect(relation, declared, target, var, false, &mut constraints) {
            return false;
        }
    }
    if constraints.is_empty() {
        let mentioned = call.formals.iter().any(|&formal| relation.types.mentions(formal, var));
        // Elsewhere the call around it may say something.
        return receiver
            && relation.facts.infers_top_without_constraints
            && !mentioned
            && relation.model.var(var).bounds.is_empty()
            && explicit == relation.top();
    }
    let equal = |c: &Constraint| *c == Constraint::Equal(explicit);
    if constraints.iter().any(equal) {
        return true;
    }
    if open && relation.types.mentions(relation.model.member(call.member).result, var) {
        return false;
    }
    let lower: Vec<Constraint> =
        constraints.iter().copied().filter(|c| matches!(c, Constraint::Above(_))).collect();
    if !lower.is_empty() {
        return lower.iter().all(|&c| c == Constraint::Above(explicit));
    }
    // Without a lower bound, Java takes the greatest type below the upper ones (JLS 18.4).
    (from_arguments == 0 || relation.facts.applicability_phases)
        && constraints.iter().all(|&c| c == Constraint::Below(explicit))
}

/// Whether another lambda must be typed before an implicitly typed one with these
/// parameters, and that one needs a variable that the result of this one is to tell.
fn needs_itself(
    relation: &mut Relation<'_>,
    call: &Call,
    at: usize,
    params: &[Type],
    var: VarId,
) -> bool {
    let mut needed = call_vars(relation, call);
    needed.retain(|&var| params.iter().any(|&t| relation.types.mentions(t, var)));
    for (other, &formal) in call.formals.iter().enumerate() {
        if other == at || !matches!(call.args[other], Expr::Lambda { explicit: false, .. }) {
            continue;
        }
        let Some((params, result)) = function_type(relation, formal) else { continue };
        if params.iter().any(|&t| relation.types.mentions(t, var))
            && needed.iter().any(|&var| relation.types.mentions(result, var))
        {
            return true;
        }
    }
    false
}

/// The parameters and the result of the function that is passed for a formal type.
fn function_type(relation: &mut Relation<'_>, formal: Type) -> Option<(Vec<Type>, Type)> {
    let class = relation.types.class(formal)?;
    let sam = relation.model.class(class).sam?;
    let mut subst = relation.seen_from(formal, sam)?;
    let bounded: Vec<(VarId, Type)> =
        subst.iter().filter(|&(_, t)| relation.types.is_wildcard(t)).collect();
    for (var, t) in bounded {
        subst.set(var, *relation.types.args(t).first()?);
    }
    let member = relation.model.member(sam);
    let params = member.params.iter().map(|&t| relation.types.apply(&subst, t)).collect();
    Some((params, relation.types.apply(&subst, member.result)))
}

/// Leaves out the type arguments of a call whose value is none of the target type,
/// whatever is inferred for them, and of the arguments that show it. False if another
/// choice of type arguments could make it one.
pub(crate) fn leave_out(relation: &mut Relation<'_>, call: &mut Call, target: Type) -> bool {
    let vars = call_vars(relation, call);
    if call.overloaded || call.told_by_types {
        return false;
    }
    let declared = relation.model.member(call.member).result;
    let mut known = Subst::new();
    for (var, t) in call.subst.iter().filter(|(var, _)| !vars.contains(var)) {
        known.set(var, t);
    }
    let declared = relation.project(&known, declared);
    let mut apart = relation.is_apart(declared, target);
    // What the target asks of a variable, an argument of its type must be.
    for &var in &vars {
        let mut asked = Vec::new();
        collect(relation, declared, target, var, false, &mut asked);
        for constraint in asked {
            let (Constraint::Equal(t) | Constraint::Below(t)) = constraint else { continue };
            for at in 0..call.args.len() {
                if relation.types.var(call.formals[at]) != Some(var) {
                    continue;
                }
                apart |= match &mut call.args[at] {
                    Expr::Call(inner) => leave_out(relation, inner, t),
                    _ => relation.is_apart(call.arg_types[at], t),
                };
            }
        }
    }
    call.erasable |= apart && !vars.is_empty();
    apart
}

/// Collects the constraints of `have <: want` on the variable, on either side. False
/// if they are not certain. `captured` says that `have` is the type of a value, so that
/// its wildcards are captured.
fn collect(
    relation: &mut Relation<'_>,
    have: Type,
    want: Type,
    var: VarId,
    captured: bool,
    found: &mut Vec<Constraint>,
) -> bool {
    let types = &relation.types;
    if !types.mentions(have, var) && !types.mentions(want, var) {
        return true;
    }
    if types.var(want) == Some(var) {
        found.push(Constraint::Above(have));
        return !(captured && types.args(have).iter().any(|&arg| types.is_wildcard(arg)));
    }
    if types.var(have) == Some(var) {
        found.push(Constraint::Below(want));
        return !types.has_wildcard(want);
    }
    match (types.kind(have), types.kind(want)) {
        (Kind::Array, Kind::Array) => {
            let (have, want) = (types.args(have)[0], types.args(want)[0]);
            collect(relation, have, want, var, false, found)
        }
        (_, Kind::Nullable) => {
            let want = types.args(want)[0];
            collect(relation, have, want, var, captured, found)
        }
        (Kind::Class(_), Kind::Class(class)) => {
            let Some(seen) = relation.as_super(have, class) else { return false };
            let count = relation.types.args(want).len();
            if relation.types.args(seen).len() != count {
                return false;
            }
            (0..count).all(|at| {
                let (have, want) = (relation.types.args(seen)[at], relation.types.args(want)[at]);
                let variance = relation.model.var(relation.model.class(class).params[at]).variance;
                let plain = !relation.types.is_wildcard(have) && !relation.types.is_wildcard(want);
                match variance {
                    Variance::Covariant if plain => {
                        collect(relation, have, want, var, false, found)
                    }
                    Variance::Contravariant if plain => {
                        collect(relation, want, have, var, false, found)
                    }
                    _ => collect_argument(relation, have, want, var, captured, found),
                }
            })
        }
        (_, Kind::Class(class)) if class == relation.model.known.top => true,
        _ => false,
    }
}

fn collect_argument(
    relation: &mut Relation<'_>,
    have: Type,
    want: Type,
    var: VarId,
    captured: bool,
    found: &mut Vec<Constraint>,
) -> bool {
    let types = &relation.types;
    if !types.mentions(have, var) && !types.mentions(want, var) {
        return true;
    }
    match (types.kind(have), types.kind(want)) {
        (_, Kind::Any) => true,
        // One type argument contains another (JLS 18.2.3).
        (Kind::Extends, Kind::Extends) if is_contained(relation, captured) => {
            let (have, want) = (types.args(have)[0], types.args(want)[0]);
            collect(relation, have, want, var, false, found)
        }
        (Kind::Super, Kind::Super) if is_contained(relation, captured) => {
            let (have, want) = (types.args(have)[0], types.args(want)[0]);
            collect(relation, want, have, var, false, found)
        }
        // A wildcard is captured: the inferred type has no name.
        (Kind::Any | Kind::Extends | Kind::Super, _) => false,
        (_, Kind::Extends) => {
            let want = types.args(want)[0];
            collect(relation, have, want, var, false, found)
        }
        (_, Kind::Super) => {
            let want = types.args(want)[0];
            collect(relation, want, have, var, false, found)
        }
        _ if types.var(want) == Some(var) => {
            found.push(Constraint::Equal(have));
            true
        }
        _ if types.var(have) == Some(var) => {
            found.push(Constraint::Equal(want));
            true
        }
        (a, b) if a == b && types.args(have).len() == types.args(want).len() => {
            (0..types.args(have).len()).all(|at| {
                let (have, want) = (relation.types.args(have)[at], relation.types.args(want)[at]);
                collect_argument(relation, have, want, var, false, found)
            })
        }
        _ => false,
    }
}

/// Whether wildcards are compared by containment, as Java does where they are not captured.
fn is_contained(relation: &Relation<'_>, captured: bool) -> bool {
    !captured && relation.facts.applicability_phases
}
