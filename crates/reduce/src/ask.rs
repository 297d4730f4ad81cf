//! Asking targets whether candidates still show the finding.

use std::collections::{BTreeMap, BTreeSet};

use campaign::{Against, Evidence, MissingTarget, Seen, Sighting};
use case::{
    Digest, Exit, Expectation, Family, FindingKind, Outcome, Ran, RunEnd, TargetName, gist, judge,
};
use targets::Target;

use crate::token::{Gap, Token};
use crate::{Guarantee, Trouble};

/// The targets that a finding is reduced on, and what was learned from them.
pub(crate) struct Bench<'a, 't> {
    /// The finding as it was confirmed.
    pub(crate) finding: Sighting,
    pub(crate) targets: &'a mut [Box<dyn Target + 't>],
    pub(crate) reference: Option<&'a mut (dyn Target + 't)>,
    /// How many programs were given to targets.
    pub(crate) queries: u64,
    /// Other findings, by signature.
    pub(crate) others: BTreeMap<String, Sighting>,
    /// In which share of its runs the program hung at first.
    pub(crate) rate: Option<f64>,
    /// The signature of the finding in a batch: in company, a compiler may say
    /// something else first than alone. `None` if it shows alone only.
    warm: Option<String>,
    /// Families that were asked about, and whether they show the finding.
    answered: BTreeMap<Digest, bool>,
    /// Families of which a program is none, as the target or the reference says.
    unparsed: BTreeSet<Digest>,
    /// About how many programs the reference has said nothing since its last verdict.
    silent: usize,
}

/// A target that has no verdict on so many programs, one after the other, has none.
const ENOUGH: usize = 4;

/// A program that hangs in this share of its runs also hangs in a batch.
const OFTEN: f64 = 0.5;

/// What must stay true of a program while its text is changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Nothing: the expectation holds of every program.
    Any,
    /// The reference accepts it.
    Accepted,
    /// The reference accepts and runs it, and what it does is what must be done.
    Predicted,
    /// The reference says this about each program, and no more.
    Said(Vec<Complaint>),
}

/// What a reference says about a program: nothing, or the error for which it is
/// rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Complaint {
    /// The code and the gist of each diagnostic. One error may be told at several places.
    errors: BTreeSet<(Option<String>, String)>,
    /// For each diagnostic that points at a line, the lines of the first program that the
    /// tokens of that line come from.
    places: Vec<Vec<u32>>,
    /// How many diagnostics there are.
    count: usize,
}

/// A family whose text was changed, with the tokens of each program.
pub(crate) struct Changed {
    pub(crate) family: Family,
    pub(crate) tokens: Vec<Vec<Token>>,
}

impl<'a, 't> Bench<'a, 't> {
    pub(crate) fn new(
        finding: Sighting,
        targets: &'a mut [Box<dyn Target + 't>],
        reference: Option<&'a mut (dyn Target + 't)>,
    ) -> Bench<'a, 't> {
        Bench {
            finding,
            targets,
            reference,
            queries: 0,
            others: BTreeMap::new(),
            rate: None,
            warm: None,
            answered: BTreeMap::new(),
            unparsed: BTreeSet::new(),
            silent: 0,
        }
    }

    /// Tries the finding with another family: alone and cold.
    pub(crate) fn confirm(&mut self, family: &Family) -> Result<Seen, MissingTarget> {
        let sighting = Sighting { family: family.clone(), ..self.finding.clone() };
        sighting.seen_again(self.targets)
    }

    /// Which families show the finding, in batches on warm targets. What is asked
    /// again is not tried again. In families that were not changed by hand, every
    /// other finding is one.
    pub(crate) fn show(&mut self, families: &[&Family], made: bool) -> Result<Vec<bool>, Trouble> {
        let digests: Vec<Digest> = families.iter().map(|family| digest(family)).collect();
        let new: Vec<usize> = (0..families.len())
            .filter(|&at| !self.answered.contains_key(&digests[at]))
            .filter(|&at| !digests[..at].contains(&digests[at]))
            .collect();
        if !new.is_empty() {
            let asked: Vec<&Family> = new.iter().map(|&at| families[at]).collect();
            let answers = match self.warm {
                None => self.show_alone(&asked)?,
                Some(_) => self.show_together(&asked, made)?,
            };
            for (at, answer) in new.into_iter().zip(answers) {
                self.answered.insert(digests[at], answer);
            }
        }
        Ok(digests.iter().map(|digest| self.answered[digest]).collect())
    }

    fn show_alone(&mut self, families: &[&Family]) -> Result<Vec<bool>, Trouble> {
        let mut answers = Vec::new();
        for family in families {
            if self.finding.member >= family.len() {
                answers.push(false);
                continue;
            }
            self.queries += 1;
            let seen = self.confirm(family).map_err(|missing| Trouble::Missing(missing.0))?;
            answers.push(match seen {
                Seen::Same(evidence) => self.keeps_its_rate(&evidence),
                Seen::Other(other, _) => {
                    self.others.entry(other.signature.clone()).or_insert(*other);
                    false
                }
                Seen::Nothing(_) => false,
                Seen::Unknown(evidence) => {
                    self.check(&[evidence.outcome])?;
                    false
                }
            });
        }
        Ok(answers)
    }

    /// A program that hangs far more rarely is harder to work with, however small.
    pub(crate) fn keeps_its_rate(&self, evidence: &Evidence) -> bool {
        match (self.rate, rate(&evidence.outcome)) {
            (Some(first), Some(now)) => now * 2.0 >= first,
            _ => true,
        }
    }

    /// Looks how the finding shows on warm targets.
    pub(crate) fn warm_up(&mut self, family: &Family) -> Result<(), Trouble> {
        let alone_only = match self.finding.kind {
            // A time is that of a program alone.
            FindingKind::Slow => true,
            // A rare hang needs more runs than there are in a batch.
            FindingKind::Termination => self.rate.is_none_or(|rate| rate < OFTEN),
            _ => false,
        };
        if !alone_only {
            let seen = self.seen_together(&[family])?.remove(0);
            let same = seen.into_iter().find(|seen| self.is_like(seen));
            self.warm = same.map(|same| same.signature);
        }
        Ok(())
    }

    fn show_together(&mut self, families: &[&Family], made: bool) -> Result<Vec<bool>, Trouble> {
        let mut answers = Vec::new();
        for seen in self.seen_together(families)? {
            let same = seen.iter().any(|seen| {
                self.is_like(seen)
                    && (seen.signature == self.finding.signature
                        || self.warm.as_ref() == Some(&seen.signature))
            });
            answers.push(same);
            if same {
                continue;
            }
            // A changed program may be wrong itself, but a compiler must not crash.
            let real = |seen: &Sighting| made || seen.kind == FindingKind::Crash;
            if let Some(other) = seen.into_iter().find(real) {
                self.others.entry(other.signature.clone()).or_insert(other);
            }
        }
        Ok(answers)
    }

    /// What is wrong with each of some families on the target, in a batch.
    fn seen_together(&mut self, families: &[&Family]) -> Result<Vec<Vec<Sighting>>, Trouble> {
        let sources: Vec<&str> =
            families.iter().flat_map(|family| family.iter()).map(|case| &case.source[..]).collect();
        let names: Vec<TargetName> = self.finding.targets().into_iter().cloned().collect();
        let mut columns: Vec<Vec<Outcome>> = Vec::new();
        for name in &names {
            let target = self.targets.iter_mut().find(|target| target.info().name == *name);
            let target = target.ok_or_else(|| Trouble::Missing(name.clone()))?;
            columns.push(outcomes(target.as_mut(), &sources));
        }
        self.queries += families.len() as u64;
        for column in &columns {
            self.check(column)?;
        }
        let mut start = 0;
        let mut all = Vec::new();
        for family in families {
            let end = start + family.len();
            self.note_unparsed(family, &columns[0][start..end]);
            let mut parts = columns.iter().map(|column| column[start..end].to_vec());
            let own = parts.next().unwrap_or_default();
            let seen = self.finding.like_this(family, own, parts.next());
            start = end;
            all.push(seen.into_iter().map(|(sighting, _)| sighting).collect());
        }
        Ok(all)
    }

    fn note_unparsed(&mut self, family: &Family, said: &[Outcome]) {
        let is_syntax = |outcome: &Outcome| match outcome {
            Outcome::Rejected(diagnostics) => diagnostics.iter().any(|said| said.syntax),
            _ => false,
        };
        if said.iter().any(is_syntax) {
            self.unparsed.insert(digest(family));
        }
    }

    /// Whether a program of a family was refused because of its syntax.
    pub(crate) fn is_unparsed(&self, family: &Family) -> bool {
        self.unparsed.contains(&digest(family))
    }

    /// Whether a finding is of the same kind, and the same programs and targets show it.
    fn is_like(&self, seen: &Sighting) -> bool {
        (seen.kind, seen.member, &seen.against)
            == (self.finding.kind, self.finding.member, &self.finding.against)
    }

    /// Looks whether targets still work if they gave no verdict at all.
    fn check(&mut self, outcomes: &[Outcome]) -> Result<(), Trouble> {
        if outcomes.is_empty() || !outcomes.iter().all(is_silent) {
            return Ok(());
        }
        self.still_work()?;
        // A single program may be without a verdict for reasons of its own, and there are
        // programs for which a compiler takes too long.
        match &outcomes[0] {
            Outcome::Unknown(why) if outcomes.len() >= ENOUGH => {
                Err(Trouble::NoVerdicts(self.finding.target.clone(), why.clone()))
            }
            _ => Ok(()),
        }
    }

    /// The same for the reference, which is asked about few programs at a time.
    fn check_reference(&mut self, outcomes: &[Outcome]) -> Result<(), Trouble> {
        let Some(reference) = &mut self.reference else { return Ok(()) };
        if outcomes.is_empty() || !outcomes.iter().all(is_silent) {
            self.silent = 0;
            return Ok(());
        }
        works(&mut **reference)?;
        self.silent += outcomes.len();
        match &outcomes[0] {
            Outcome::Unknown(why) if self.silent >= ENOUGH => {
                Err(Trouble::NoVerdicts(reference.info().name.clone(), why.clone()))
            }
            _ => Ok(()),
        }
    }

    /// Whether all targets give their canaries the right verdicts.
    pub(crate) fn still_work(&mut self) -> Result<(), Trouble> {
        for target in self.targets.iter_mut() {
            works(target.as_mut())?;
        }
        match &mut self.reference {
            Some(reference) => works(&mut **reference),
            None => Ok(()),
        }
    }

    /// About which families the reference is right; about all of them if there is none.
    pub(crate) fn reference_is_right(
        &mut self,
        families: &[&Family],
    ) -> Result<Vec<bool>, Trouble> {
        let Some(reference) = &mut self.reference else { return Ok(vec![true; families.len()]) };
        let sources: Vec<&str> =
            families.iter().flat_map(|family| family.iter()).map(|case| &case.source[..]).collect();
        let all = outcomes(&mut **reference, &sources);
        self.check_reference(&all)?;
        let mut all = all.into_iter();
        let right = |family: &&Family| {
            let said: Vec<Outcome> = all.by_ref().take(family.len()).collect();
            let silent = said.iter().any(|outcome| matches!(outcome, Outcome::Unknown(_)));
            !silent && judge(family, &[said]).is_empty()
        };
        Ok(families.iter().map(right).collect())
    }

    /// What must stay true of the programs of a family, and by what that is known;
    /// `None` if nobody can tell.
    pub(crate) fn class(&mut self, now: &Changed) -> Result<Option<(Class, Guarantee)>, Trouble> {
        let case = &now.family[self.finding.member];
        match (&case.expectation, &self.finding.against) {
            // That configurations agree is true of every program, and so is that
            // compilers do not crash, and that a change makes a difference.
            (
                Expectation::SameVerdict,
                None | Some(Against::Target(_) | Against::Base(_) | Against::Head(_)),
            ) => {
                return Ok(Some((Class::Any, Guarantee::AnyProgram)));
            }
            // A few runs do not show that every execution ends.
            (Expectation::Terminates { .. }, _) => return Ok(None),
            _ => {}
        }
        let Some(said) = self.reference_says(&[now])? else { return Ok(None) };
        Ok(self.class_of(now, &said[0]))
    }

    /// The class of programs about which the reference says this.
    fn class_of(&self, now: &Changed, said: &[Outcome]) -> Option<(Class, Guarantee)> {
        let runs = |ran: &Ran| matches!(ran.behaviour(), Some(b) if b.exit == Exit::Status(0));
        let name = self.reference.as_ref()?.info().name.clone();
        let class = match &now.family[self.finding.member].expectation {
            Expectation::Accept => {
                said.iter().all(|o| o.is_accepted() == Some(true)).then_some(Class::Accepted)
            }
            Expectation::SameBehaviour { .. } => {
                let ran = said.iter().all(|o| matches!(o, Outcome::Ran(ran) if runs(ran)));
                ran.then_some(Class::Predicted)
            }
            Expectation::Reject(reason) => {
                let complaints = complaints(said, now)?;
                let expected = |(code, _): &(Option<String>, String)| {
                    let code = code.as_deref().unwrap_or(case::Reason::NO_CODE);
                    reason.codes.is_empty() || reason.codes.iter().any(|known| known == code)
                };
                let broken = complaints.iter().all(|complaint| {
                    complaint.errors.len() == 1 && complaint.errors.iter().all(expected)
                });
                broken.then_some(Class::Said(complaints))
            }
            Expectation::SameVerdict => {
                let complaints = complaints(said, now)?;
                let verdict = |complaint: &Complaint| complaint.errors.clone();
                let same = complaints.iter().all(|c| verdict(c) == verdict(&complaints[0]));
                same.then_some(Class::Said(complaints))
            }
            Expectation::Terminates { .. } => None,
        };
        class.map(|class| (class, Guarantee::Reference(name)))
    }

    /// What the reference does with each program of some families.
    fn reference_says(
        &mut self,
        changed: &[&Changed],
    ) -> Result<Option<Vec<Vec<Outcome>>>, Trouble> {
        let Some(reference) = self.reference.as_mut() else { return Ok(None) };
        let sources: Vec<&str> = changed
            .iter()
            .flat_map(|changed| &changed.family)
            .map(|case| &case.source[..])
            .collect();
        self.queries += changed.len() as u64;
        let all = outcomes(&mut **reference, &sources);
        self.check_reference(&all)?;
        let mut all = all.into_iter();
        let of = |changed: &&Changed| all.by_ref().take(changed.family.len()).collect();
        let said: Vec<Vec<Outcome>> = changed.iter().map(of).collect();
        for (changed, said) in changed.iter().zip(&said) {
            self.note_unparsed(&changed.family, said);
        }
        Ok(Some(said))
    }

    /// Which changed families show the finding and are of the class.
    pub(crate) fn show_in_class(
        &mut self,
        changed: &mut [Changed],
        class: &Class,
    ) -> Result<Vec<bool>, Trouble> {
        if *class == Class::Predicted {
            return self.show_predicted(changed);
        }
        let families: Vec<&Family> = changed.iter().map(|changed| &changed.family).collect();
        let mut answers = self.show(&families, false)?;
        let (Class::Accepted | Class::Said(_)) = class else { return Ok(answers) };
        let good: Vec<usize> = (0..changed.len()).filter(|&at| answers[at]).collect();
        if good.is_empty() {
            return Ok(answers);
        }
        let asked: Vec<&Changed> = good.iter().map(|&at| &changed[at]).collect();
        let said = self.reference_says(&asked)?.expect("a class needs a reference");
        let is_of_class = |changed: &Changed, said: &[Outcome]| match class {
            Class::Said(before) => complaints(said, changed)
                .is_some_and(|now| now.iter().zip(before).all(|(now, before)| now.is_like(before))),
            _ => said.iter().all(|outcome| outcome.is_accepted() == Some(true)),
        };
        for (at, said) in good.iter().copied().zip(said) {
            answers[at] = is_of_class(&changed[at], &said);
            // In company, one error may hide another.
            if answers[at] && good.len() > 1 && matches!(class, Class::Said(_)) {
                let said = self.reference_says(&[&changed[at]])?.expect("it was there");
                answers[at] = is_of_class(&changed[at], &said[0]);
            }
        }
        Ok(answers)
    }

    /// What a changed program must do is what it does on the reference.
    fn show_predicted(&mut self, changed: &mut [Changed]) -> Result<Vec<bool>, Trouble> {
        let all: Vec<&Changed> = changed.iter().collect();
        let said = self.reference_says(&all)?.expect("a class needs a reference");
        let mut good = Vec::new();
        for (at, (changed, said)) in changed.iter_mut().zip(said).enumerate() {
            let mut known = true;
            for (case, outcome) in changed.family.iter_mut().zip(said) {
                let behaviour = match &outcome {
                    Outcome::Ran(ran) => ran.behaviour().filter(|b| b.exit == Exit::Status(0)),
                    _ => None,
                };
                known &= behaviour.is_some();
                if let Expectation::SameBehaviour { predicted: Some(predicted) } =
                    &mut case.expectation
                    && let Some(behaviour) = behaviour
                {
                    *predicted = behaviour.clone();
                }
            }
            if known {
                good.push(at);
            }
        }
        let families: Vec<&Family> = good.iter().map(|&at| &changed[at].family).collect();
        let shown = self.show(&families, false)?;
        let mut answers = vec![false; changed.len()];
        for (at, shown) in good.into_iter().zip(shown) {
            answers[at] = shown;
        }
        Ok(answers)
    }
}

impl Complaint {
    /// Whether a reference says the same about the same construct, and nothing more: a
    /// second error of the same kind is another broken premise.
    fn is_like(&self, before: &Complaint) -> bool {
        let was_there = |place: &Vec<u32>| {
            let mut known = before.places.iter().flatten();
            known.any(|line| place.contains(line))
        };
        self.errors == before.errors
            && self.count <= before.count
            && (before.places.is_empty() || self.places.iter().all(was_there))
    }
}

/// What a reference said about the programs of a family; `None` if it came to no
/// verdict.
fn complaints(said: &[Outcome], changed: &Changed) -> Option<Vec<Complaint>> {
    let mut complaints = Vec::new();
    for (outcome, tokens) in said.iter().zip(&changed.tokens) {
        let diagnostics = match outcome {
            Outcome::Rejected(diagnostics) => &diagnostics[..],
            outcome if outcome.is_accepted() == Some(true) => &[],
            _ => return None,
        };
        let origins = origins(tokens);
        let places = diagnostics
            .iter()
            .filter_map(|diagnostic| origins.get(diagnostic.line?.checked_sub(1)? as usize))
            .cloned()
            .collect();
        let errors = diagnostics.iter().map(|d| (d.code.clone(), gist(&d.message))).collect();
        complaints.push(Complaint { errors, places, count: diagnostics.len() });
    }
    Some(complaints)
}

/// For each line of some tokens as they are printed, the lines of the first program
/// that these come from.
fn origins(tokens: &[Token]) -> Vec<Vec<u32>> {
    let mut lines: Vec<Vec<u32>> = vec![Vec::new()];
    for (position, token) in tokens.iter().enumerate() {
        if position > 0 && matches!(token.gap, Gap::Line(_)) {
            lines.push(Vec::new());
        }
        lines.last_mut().expect("there is a line").push(token.line);
        lines.extend(std::iter::repeat_n(vec![token.line], token.text.matches('\n').count()));
    }
    lines
}

/// What a target does with programs, in batches of its own size.
fn outcomes(target: &mut (dyn Target + '_), sources: &[&str]) -> Vec<Outcome> {
    let size = target.info().batch.max(1);
    let mut outcomes = Vec::new();
    for batch in sources.chunks(size) {
        outcomes.extend(targets::verdicts(&mut *target, batch).outcomes);
    }
    outcomes
}

/// Whether an outcome says nothing about a program.
fn is_silent(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Unknown(_) | Outcome::TimedOut(_))
}

fn works(target: &mut (dyn Target + '_)) -> Result<(), Trouble> {
    let name = target.info().name.clone();
    targets::still_works(target).map_err(|why| Trouble::Broken(name, why.to_string()))
}

/// In which share of its runs a program hung.
pub(crate) fn rate(outcome: &Outcome) -> Option<f64> {
    let Outcome::Ran(ran) = outcome else { return None };
    let hung: u32 = ran
        .ends
        .iter()
        .filter(|(end, _)| matches!(end, RunEnd::Hung(_)))
        .map(|(_, count)| *count)
        .sum();
    (hung > 0).then(|| f64::from(hung) / f64::from(ran.runs()))
}

/// The identity of a family: its texts, and what is predicted of them.
fn digest(family: &Family) -> Digest {
    let predicted = |case: &case::TestCase| format!("{:?}", case.expectation.predicted());
    let parts: Vec<String> =
        family.iter().flat_map(|case| [case.source.clone(), predicted(case)]).collect();
    Digest::of_parts(parts.iter().map(|part| part.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::tokens;
    use case::{Diagnostic, Language};

    /// What a reference says that gives one error in each of these lines.
    fn complaint(source: &str, lines: &[u32]) -> Complaint {
        let error = |line: &u32| Diagnostic {
            message: format!("`x{line}` is unknown"),
            line: Some(*line),
            ..Diagnostic::default()
        };
        let said = [Outcome::Rejected(lines.iter().map(error).collect())];
        let tokens = vec![tokens(Language::Rust, source)];
        complaints(&said, &Changed { family: Vec::new(), tokens }).unwrap().remove(0)
    }

    #[test]
    fn a_second_error_is_another_broken_premise() {
        let program = "a;\nb;\nc;\n";
        let before = complaint(program, &[2]);
        assert!(complaint(program, &[2]).is_like(&before));
        assert!(!complaint(program, &[2, 2]).is_like(&before), "of the same kind");
        assert!(!complaint(program, &[3]).is_like(&before), "at another place");
        assert!(!complaint(program, &[]).is_like(&before), "none at all");
        let twice = complaint(program, &[1, 2]);
        assert!(before.is_like(&twice), "one of two places is left");
    }
}
