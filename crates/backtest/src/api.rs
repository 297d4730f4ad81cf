//! Typing bugs of Groovy, Scala and Kotlin, met again in generated programs: those that
//! the paper's authors reported, and others that `fuzz` meets in older versions.

use case::{FindingKind, Mode};

use crate::bug::{Bug, Control, Shows};

const GUAVA: &str = "com.google.guava:guava:31.1-jre";
const LANG3: &str = "org.apache.commons:commons-lang3:3.12.0";
const SCALA: &str = "org.scala-lang:scala-library:2.13.10";
const KOTLIN: &str = "org.jetbrains.kotlin:kotlin-stdlib:1.8.20";
const COLLECTIONS4: &str = "org.apache.commons:commons-collections4:4.4";

/// Well-typed programs.
const WELL_TYPED: Bug = Bug {
    engine: "api",
    name: "",
    about: "",
    mode: Mode::WellTyped,
    libraries: &[],
    members: &[],
    features: &[],
    wrong: "",
    control: Control::Nothing,
    shows: Shows::any(FindingKind::Precision),
    within: 2000,
};

pub(crate) const BUGS: &[Bug] = &[
    Bug {
        name: "GROOVY-11053",
        about: "a call of ArrayUtils.removeAll is ambiguous",
        libraries: &[LANG3],
        members: &["lang3.ArrayUtils.remove"],
        wrong: "groovy@4.0.10",
        control: Control::SameProgram("groovy@4.0.28"),
        shows: Shows {
            says: "Reference to method is ambiguous",
            has: "ArrayUtils.removeAll(",
            ..Shows::any(FindingKind::Precision)
        },
        ..WELL_TYPED
    },
    Bug {
        name: "GROOVY-11012",
        about: "the type arguments of a HashBasedTable are lost",
        libraries: &[GUAVA],
        members: &["collect.StandardTable.", "collect.Table."],
        wrong: "groovy@4.0.10",
        control: Control::SameProgram("groovy@6.0.0"),
        shows: Shows {
            says: "Cannot assign value of type java.lang.Object",
            has: "HashBasedTable",
            ..Shows::any(FindingKind::Precision)
        },
        ..WELL_TYPED
    },
    Bug {
        name: "GROOVY-11020",
        about: "no overload of forAllDo takes a closure",
        libraries: &[COLLECTIONS4],
        members: &["CollectionUtils.forAllDo"],
        wrong: "groovy@4.0.10",
        control: Control::SameProgram("groovy@4.0.28"),
        shows: Shows {
            says: ", groovy.lang.Closure<",
            has: "forAllDo(",
            ..Shows::any(FindingKind::Precision)
        },
        ..WELL_TYPED
    },
    Bug {
        name: "GROOVY-10270",
        about: "no lambda is taken for a parameter whose type is a variable of the class",
        members: &[
            "java.util.concurrent.Exchanger.",
            "java.util.concurrent.atomic.AtomicReference.",
        ],
        wrong: "groovy@4.0.0",
        control: Control::SameProgram("groovy@4.0.28"),
        shows: Shows {
            says: "with arguments [groovy.lang.Closure",
            has: "->",
            ..Shows::any(FindingKind::Precision)
        },
        ..WELL_TYPED
    },
    Bug {
        name: "GROOVY-10576",
        about: "a wildcard without a bound is not taken for one that is bounded by Object",
        members: &["java.util.Properties.", "java.security.Provider."],
        wrong: "groovy@4.0.0",
        control: Control::SameProgram("groovy@4.0.10"),
        shows: Shows {
            says: "? extends java.lang.Object>) with arguments [",
            has: ", ?> p",
            ..Shows::any(FindingKind::Precision)
        },
        ..WELL_TYPED
    },
    Bug {
        name: "groovy-variable-of-list",
        about: "a variable is inferred as a wildcard from List<E> and List<? extends E>",
        mode: Mode::WellTypedErased,
        libraries: &[COLLECTIONS4],
        members: &["ListUtils.subtract"],
        wrong: "groovy@4.0.0",
        control: Control::SameProgram("groovy@4.0.28"),
        shows: Shows {
            says: "Incompatible generic argument types. Cannot assign java.util.List<? extends ",
            has: "ListUtils.subtract(",
            ..Shows::any(FindingKind::Precision)
        },
        ..WELL_TYPED
    },
    Bug {
        name: "groovy-bridge-method",
        about: "any object is taken for a parameter of a method that has a bridge for Object",
        mode: Mode::IllTyped,
        libraries: &[LANG3],
        members: &["lang3.mutable.Mutable"],
        wrong: "groovy@4.0.0",
        control: Control::SameProgram("groovy@4.0.10"),
        shows: Shows { has: ".setValue(", ..Shows::any(FindingKind::Soundness) },
        ..WELL_TYPED
    },
    Bug {
        name: "groovy-inner-class-of-generic",
        about: "the parser knows no inner class behind type arguments",
        libraries: &[GUAVA],
        members: &["reflect.TypeToken.TypeSet.", "reflect.TypeToken.getTypes"],
        wrong: "groovy@4.0.28",
        control: Control::SameProgram("groovy@6.0.0"),
        shows: Shows {
            says: "Unexpected input",
            has: ">.TypeSet",
            ..Shows::any(FindingKind::Parser)
        },
        ..WELL_TYPED
    },
    Bug {
        name: "DOTTY-17412",
        about: "with its type arguments, a call of Validate.notEmpty is ambiguous",
        mode: Mode::Equivalent,
        libraries: &[LANG3],
        members: &["lang3.Validate."],
        features: &[("erased-overloads", true)],
        wrong: "scala@3.2.2",
        // Bounds play no part in Scala's resolution to this day: the call is
        // ambiguous with its type arguments, and accepted without them.
        control: Control::Nothing,
        shows: Shows {
            says: "Ambiguous overload. The overloaded alternatives of method notEmpty",
            has: "Validate.notEmpty[",
            ..Shows::any(FindingKind::Consistency)
        },
        ..WELL_TYPED
    },
    Bug {
        name: "DOTTY-17391",
        about: "a member of a class that is not accessible crashes the compiler",
        libraries: &[GUAVA, SCALA],
        members: &["collect.AbstractMultiset."],
        wrong: "scala@3.2.2",
        control: Control::SameProgram("scala@3.3.8"),
        shows: Shows {
            says: "class AbstractMultiset is not accessible",
            ..Shows::any(FindingKind::Crash)
        },
        ..WELL_TYPED
    },
    Bug {
        name: "DOTTY-17310",
        about: "no overload takes a function whose type has a lower-bounded wildcard",
        libraries: &[SCALA],
        members: &[
            "scala.Option.exists",
            "scala.Option.filter",
            "scala.Option.flatMap",
            "scala.Option.forall",
            "scala.Option.map",
        ],
        features: &[("lambdas", false), ("conditionals", false)],
        wrong: "scala@3.2.2",
        control: Control::SameProgram("scala@3.3.8"),
        shows: Shows {
            says: "None of the overloaded alternatives of method",
            has: "? >: ",
            ..Shows::any(FindingKind::Precision)
        },
        within: 6000,
        ..WELL_TYPED
    },
    Bug {
        name: "KT-57596",
        about: "minus without type arguments is resolved to another overload",
        mode: Mode::WellTypedErased,
        libraries: &[KOTLIN],
        members: &["kotlin.collections.minus"],
        features: &[("erased-overloads", true)],
        wrong: "kotlin@1.8.20",
        // Kotlin prefers the overload for collections by design.
        control: Control::Nothing,
        shows: Shows {
            says: "Type mismatch: inferred type is",
            has: ".minus(",
            ..Shows::any(FindingKind::Precision)
        },
        ..WELL_TYPED
    },
];
