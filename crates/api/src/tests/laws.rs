//! The laws of subtyping, substitution and unification, on types of the JDK, with
//! the rules of every language.

use std::path::PathBuf;

use case::Language;
use choice::{Choices, DeadEnd, Random};

use crate::language::LANGUAGES;
use crate::relation::Relation;
use crate::synth::Synth;
use crate::tests::{javac, jdk_api};
use crate::types::{Kind, Subst, Type, VarId};

/// Runs a check on synthesised types, a number of times in every language.
fn check(times: u64, mut law: impl FnMut(&mut Synth<'_, '_>) -> Result<(), DeadEnd>) {
    let api = jdk_api();
    for facts in LANGUAGES {
        let mut random = Random::new(7).with_budget(10_000, 4);
        for index in 0..times {
            let made = random.generate(index, |choices: &mut Choices| {
                let mut synth = api.synth_for_tests(facts.language, choices);
                law(&mut synth)
            });
            made.unwrap_or_else(|_| panic!("types can be made in {}", facts.language));
        }
    }
}

#[test]
fn subtyping_is_reflexive_and_has_a_top_and_a_bottom() {
    check(500, |synth| {
        let t = synth.random_type(3)?;
        let relation = &mut synth.relation;
        let (top, bottom) = (relation.top(), relation.types.leaf(Kind::Bottom));
        assert!(relation.is_subtype(t, t), "{}", relation.show(t));
        assert!(relation.is_subtype(t, top), "{}", relation.show(t));
        assert!(relation.is_subtype(bottom, t), "{}", relation.show(t));
        Ok(())
    });
}

#[test]
fn subtyping_is_transitive() {
    check(1000, |synth| {
        let a = synth.random_type(2)?;
        let b = synth.supertype(a)?;
        let c = synth.supertype(b)?;
        let lower = synth.subtype(a)?;
        let relation = &mut synth.relation;
        for (x, y) in [(a, b), (b, c), (a, c), (lower, a), (lower, b), (lower, c)] {
            assert!(relation.is_subtype(x, y), "{} <: {}", relation.show(x), relation.show(y));
        }
        Ok(())
    });
}

#[test]
fn subtyping_is_stable_under_substitution() {
    check(1000, |synth| {
        // A generic class and one of its ancestors, both with open variables.
        let t = synth.random_type(2)?;
        let Some(class) = synth.relation.types.class(t) else { return Ok(()) };
        let (subst, _) = synth.relation.decompose(t);
        let open = synth.open_instance(class);
        for &(ancestor, _) in synth.relation.model.supers(class) {
            let relation = &mut synth.relation;
            // Not every language sees all ancestors.
            let Some(seen) = relation.as_super(open, ancestor) else {
                assert_eq!(relation.as_super(t, ancestor), None, "{}", relation.show(t));
                continue;
            };
            assert!(relation.is_subtype(open, seen));
            let (low, high) =
                (relation.types.apply(&subst, open), relation.types.apply(&subst, seen));
            assert_eq!(low, t, "decomposition: σt' = t");
            assert!(relation.is_subtype(low, high));
        }
        Ok(())
    });
}

#[test]
fn unification_makes_a_subtype() {
    let mut unified = 0;
    check(1000, |synth| {
        let t = synth.random_type(2)?;
        let above = synth.supertype(t)?;
        let Some(class) = synth.relation.types.class(t) else { return Ok(()) };
        let open = synth.open_instance(class);
        let params: Vec<VarId> = synth.relation.model.class(class).params.clone();
        let mut subst = Subst::new();
        let relation = &mut synth.relation;
        assert!(relation.unify(open, above, &params, &mut subst), "{}", relation.show(above));
        // Variables that the target does not mention stay open.
        let (known, _) = relation.decompose(t);
        let mut whole = known.clone();
        whole.extend(&subst);
        let made: Type = relation.types.apply(&whole, open);
        assert!(
            relation.is_subtype(made, above),
            "{} <: {}",
            relation.show(made),
            relation.show(above)
        );
        unified += 1;
        Ok(())
    });
    assert!(unified > 500, "only {unified} of the types were classes");
}

#[test]
fn a_failed_unification_leaves_no_trace() {
    check(500, |synth| {
        let (a, b) = (synth.random_type(2)?, synth.random_type(2)?);
        let Some(class) = synth.relation.types.class(a) else { return Ok(()) };
        let open = synth.open_instance(class);
        let params = synth.relation.model.class(class).params.clone();
        let mut subst = Subst::new();
        if !synth.relation.unify(open, b, &params, &mut subst) {
            assert!(subst.is_empty());
        }
        Ok(())
    });
}

#[test]
fn substitutions_made_are_valid_and_subsumption_is_an_order() {
    check(500, |synth| {
        let t = synth.random_type(3)?;
        let (subst, _) = synth.relation.decompose(t);
        assert!(synth.relation.is_valid(&subst), "{}", synth.relation.show(t));
        assert!(subst.subsumes(&subst) && Subst::new().subsumes(&subst));
        assert_eq!(subst.is_empty(), subst.subsumes(&Subst::new()));
        Ok(())
    });
}

/// Subtyping, as `javac` sees it: one method for each pair of types, and an
/// error exactly where a value of the one is no value of the other.
#[test]
fn javac_agrees_about_subtyping() {
    let api = jdk_api();
    let mut pairs: Vec<(String, String, bool, bool)> = Vec::new();
    let mut random = Random::new(11).with_budget(10_000, 4);
    for index in 0..600 {
        let made = random.generate(index, |choices| {
            let mut synth = api.synth_for_tests(Language::Java, choices);
            let a = synth.random_type(2)?;
            // Related types, types that are nearly related, and any types.
            let b = match index % 3 {
                0 => synth.supertype(a)?,
                1 => {
                    let above = synth.supertype(a)?;
                    synth.subtype(above)?
                }
                _ => synth.random_type(2)?,
            };
            let relation = &mut synth.relation;
            let (holds, certain) = (relation.is_subtype(a, b), relation.certain(a));
            Ok((java(relation, a), java(relation, b), holds, certain))
        });
        pairs.push(made.expect("types can be made").value);
    }
    let mut text = String::from("class Pairs {\n");
    for (at, (a, b, ..)) in pairs.iter().enumerate() {
        text += &format!("static {b} m{at}({a} x) {{ return x; }}\n");
    }
    text += "}\n";
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file: PathBuf = folder.path().join("Pairs.java");
    std::fs::write(&file, text).expect("a writable folder");
    let errors = javac(&[file], folder.path()).remove(0);
    let (mut yes, mut no) = (0, 0);
    for (at, (a, b, holds, certain)) in pairs.iter().enumerate() {
        let accepted = !errors.contains(&(at + 2));
        if *holds {
            yes += 1;
            assert!(accepted, "we say {a} <: {b}, javac does not");
        } else if *certain {
            no += 1;
            assert!(!accepted, "javac says {a} <: {b}, we do not");
        }
    }
    assert!(yes > 150 && no > 150, "{yes} pairs are related, {no} are not");
}

/// A type in Java with all names in full.
fn java(relation: &Relation<'_>, t: Type) -> String {
    let args = relation.types.args(t);
    match relation.types.kind(t) {
        Kind::Class(class) => {
            let class = relation.model.class(class);
            let name = format!("{}.{}", class.package, class.path.join("."));
            let args: Vec<String> = args.iter().map(|&arg| java(relation, arg)).collect();
            if args.is_empty() { name } else { format!("{name}<{}>", args.join(", ")) }
        }
        Kind::Array => format!("{}[]", java(relation, args[0])),
        Kind::Extends => format!("? extends {}", java(relation, args[0])),
        Kind::Super => format!("? super {}", java(relation, args[0])),
        _ => relation.show(t),
    }
}
