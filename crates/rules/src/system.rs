//! A rule file after loading.

use std::ops::Range;
use std::sync::OnceLock;

use case::Feature;
use logic::{Clause, ClauseId, Pred, Symbol, Theory};

use crate::coverage::{Coverage, Uses};
use crate::generate::Negate;
use crate::print::Printer;
use crate::rewrite::Rewrite;
use crate::standing::{Reason, Stated};

/// The sort of a term: integers, names, or one of the declared sorts; or lists of
/// these, or lists of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sort {
    pub(crate) base: Base,
    pub(crate) lists: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Base {
    Int,
    Names(usize),
    Sort(usize),
}

#[derive(Debug)]
pub(crate) struct SortDecl {
    pub(crate) name: &'static str,
    /// The names that are terms of this sort by themselves.
    pub(crate) variable: Option<usize>,
}

#[derive(Debug)]
pub(crate) struct Ctor {
    pub(crate) name: &'static str,
    pub(crate) sort: usize,
    pub(crate) args: Vec<Sort>,
    /// The names that are bound in the one argument.
    pub(crate) binds: Option<Sort>,
    pub(crate) symbol: Symbol,
    pub(crate) infix: Option<String>,
}

/// The mode of an argument of a judgment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// An input.
    In,
    /// An input that is a context: it does not bind fresh names.
    Context,
    /// An output.
    Out,
}

#[derive(Debug)]
pub(crate) struct Judgment {
    pub(crate) name: &'static str,
    /// Literal words, and arguments by number.
    pub(crate) template: Vec<Piece>,
    pub(crate) sorts: Vec<Sort>,
    pub(crate) modes: Vec<Mode>,
    /// Whether an argument should be ground before the search works on the
    /// judgment.
    pub(crate) known: Vec<bool>,
    pub(crate) pred: Pred,
    /// Where it is declared.
    pub(crate) span: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Word(String),
    Arg(usize),
}

/// A typing rule, or one of the two rules behind a premise about lists.
#[derive(Debug)]
pub(crate) struct Rule {
    pub(crate) name: &'static str,
    pub(crate) clause: ClauseId,
    /// The name of each premise of the clause; built-in ones that stand for
    /// notation have none.
    pub(crate) labels: Vec<Option<&'static str>>,
    /// What the file says in premises that can be false.
    pub(crate) premises: Vec<Stated>,
    /// The order in which a checker can work on the premises.
    pub(crate) order: Vec<usize>,
    pub(crate) feature: Option<&'static str>,
    /// For the rules behind a premise about lists: the rule with the premise.
    pub(crate) behind: Option<&'static str>,
}

/// An error class: a reason for a compiler to reject a program.
#[derive(Debug)]
pub(crate) struct ErrorClass {
    pub(crate) name: &'static str,
    pub(crate) text: &'static str,
    pub(crate) codes: Vec<&'static str>,
}

/// A premise that can be negated.
#[derive(Debug)]
pub(crate) struct Negation {
    pub(crate) rule: &'static str,
    pub(crate) premise: &'static str,
    /// The rule that says what holds instead, if there is one.
    pub(crate) by: Option<&'static str>,
    pub(crate) error: usize,
    pub(crate) feature: Option<&'static str>,
}

/// A type system: sorts, judgments, rules, and how its programs are printed.
/// Made from a rule file by [`System::load`].
#[derive(Debug)]
pub struct System {
    pub(crate) name: &'static str,
    /// The first metavariable of each kind of names.
    pub(crate) name_words: Vec<&'static str>,
    pub(crate) sorts: Vec<SortDecl>,
    pub(crate) ctors: Vec<Ctor>,
    pub(crate) judgments: Vec<Judgment>,
    /// By the order in the file.
    pub(crate) rules: Vec<Rule>,
    /// The rule of each clause that is not a negated one.
    pub(crate) rule_of: Vec<Option<usize>>,
    pub(crate) errors: Vec<ErrorClass>,
    pub(crate) negations: Vec<Negation>,
    /// Why premises are never negated.
    pub(crate) reasons: Vec<Reason>,
    pub(crate) theory: Theory,
    pub(crate) start: usize,
    pub(crate) printers: Vec<Printer>,
    pub(crate) rewrites: Vec<Rewrite>,
    /// The features of its rules, sorted.
    pub(crate) features: Vec<&'static str>,
    /// Those and the one of the whole file, with their descriptions.
    pub(crate) switches: Vec<Feature>,
    /// The feature without which there are no programs of this file.
    pub(crate) own_feature: Option<&'static str>,
    /// The modes of every predicate, those behind premises about lists too.
    pub(crate) modes: Vec<Vec<Mode>>,
    /// How often its parts were used.
    pub(crate) uses: Uses,
    /// The factor by which the weight of each clause is raised because it is rare;
    /// computed by the first generator.
    pub(crate) rarity: OnceLock<Vec<u32>>,
}

impl System {
    /// Its name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The names of its rules, in the order of the file.
    pub fn rules(&self) -> impl Iterator<Item = &'static str> {
        self.rules.iter().filter(|rule| rule.behind.is_none()).map(|rule| rule.name)
    }

    /// The premises that can be negated: rule, premise and error class.
    pub fn negatable(&self) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
        self.negations.iter().map(|n| (n.rule, n.premise, self.errors[n.error].name))
    }

    /// Whether a name is that of a premise that can be negated, or of a rule that
    /// negates one.
    pub fn negates(&self, name: &str) -> bool {
        let one = Negate { premises: vec![name.to_owned()], ..Negate::default() };
        self.negations.iter().any(|negation| one.chooses(negation))
    }

    /// The features that its rules name.
    pub fn features(&self) -> &[&'static str] {
        &self.features
    }

    /// Everything that users can switch on and off: the features of its rules and
    /// the one of the whole file, if it has one. Sorted by name.
    pub fn switches(&self) -> &[Feature] {
        &self.switches
    }

    /// The names of its rewrites.
    pub fn rewrites(&self) -> impl Iterator<Item = &'static str> {
        self.rewrites.iter().map(|rewrite| rewrite.name)
    }

    /// How often the programs that were generated from it used its parts.
    pub fn coverage(&self) -> Coverage {
        self.uses.coverage(&self.negations)
    }

    /// The languages for which it has templates.
    pub fn languages(&self) -> impl Iterator<Item = &'static str> {
        let templates = self.printers.iter().filter(|printer| !printer.notation);
        templates.map(|printer| printer.language)
    }

    /// The number of the printer for a language.
    pub(crate) fn printer(&self, language: &str) -> Option<usize> {
        self.printers.iter().position(|printer| printer.language == language)
    }

    pub(crate) fn ctor(&self, symbol: Symbol) -> Option<&Ctor> {
        self.ctors.get(symbol.number()? as usize)
    }

    pub(crate) fn clause(&self, rule: usize) -> &Clause {
        self.theory.clause(self.rules[rule].clause)
    }

    pub(crate) fn program_sort(&self) -> Sort {
        self.judgments[self.start].sorts[0]
    }

    pub(crate) fn start_pred(&self) -> Pred {
        self.judgments[self.start].pred
    }
}
