//! Which premises can be false in a program, and what the file says about those that
//! are never negated.

use std::ops::Range;

use case::intern;
use logic::{Goal, Pat};

use super::parts::{collect_vars, missing, universal};
use super::{DraftPremise, Loaded, Loader, Section};
use crate::conditions;
use crate::diagnostic::Problem;
use crate::lexer::{Kind, Line, Token};
use crate::standing::{About, Reason, Says, Stated};
use crate::system::{Mode, Rule};

impl Loader {
    /// What a premise says, given the variables that a checker knows before it. None if
    /// there is no way for it to be false: it computes something, or is a bound for the
    /// search.
    pub(super) fn stated(&self, draft: &DraftPremise, known: &[u16]) -> Option<Stated> {
        let premise = draft.label?;
        let unknown = |pat: &Pat| {
            let mut vars = Vec::new();
            collect_vars(pat, &mut vars);
            vars.retain(|var| !known.contains(var));
            vars
        };
        let says = match &draft.goal {
            Goal::Call(pred, args) => {
                let modes = &self.modes[pred.0 as usize];
                let mut outputs = args.iter().zip(modes).filter(|(_, mode)| **mode == Mode::Out);
                let whatever = outputs.all(|(arg, _)| universal(arg, &unknown(arg)) == Pat::Any);
                Says::Judgment { pred: *pred, whatever }
            }
            Goal::Range(..) | Goal::Length(..) | Goal::Open { .. } | Goal::Local(_) => return None,
            Goal::Condition(number, _) if conditions::ALL[*number].finds => return None,
            // One side says what the variables of the other are.
            Goal::Equal(a, b) if !unknown(a).is_empty() || !unknown(b).is_empty() => return None,
            Goal::In(Pat::Node(symbol, _), _) => Says::Entry(*symbol),
            _ => Says::Other,
        };
        Some(Stated { premise, says })
    }

    /// A section `never "why"` with the names of what is never negated below it.
    pub(super) fn never(
        &self,
        section: &Section<'_>,
        rules: &[Rule],
    ) -> Loaded<Vec<(Reason, Range<usize>)>> {
        let [_, Token { kind: Kind::Text(why), .. }] = &section.head.tokens[..] else {
            return Err(missing(
                section.head,
                1,
                "expected why premises are never negated, in quotes",
            ));
        };
        let why = intern(why);
        let mut reasons = Vec::new();
        for line in section.body {
            for (words, span) in names(line) {
                let about = self.about(&words, rules).ok_or_else(|| {
                    Problem::new(
                        format!("`{}` is nothing that is never negated", words.join(".")),
                        span.clone(),
                        "neither RULE.PREMISE, nor a rule, a judgment or a constructor of entries",
                    )
                })?;
                reasons.push((Reason { why, about }, span));
            }
        }
        Ok(reasons)
    }

    fn about(&self, words: &[&str], rules: &[Rule]) -> Option<About> {
        let rule = |name: &str| rules.iter().find(|rule| rule.name == name).map(|rule| rule.name);
        match words {
            [name] => {
                let judgment = self.judgments.iter().find(|judgment| judgment.name == *name);
                let ctor = || self.ctors.iter().position(|ctor| ctor.name == *name);
                judgment
                    .map(|judgment| About::Judgment(judgment.pred))
                    .or_else(|| rule(name).map(About::Rule))
                    .or_else(|| ctor().map(|i| About::Entry(self.ctors[i].symbol(i))))
            }
            [of, premise] => Some(About::Premise(rule(of)?, intern(premise))),
            _ => None,
        }
    }
}

/// The names in a line, with commas between them; each a word, or two with a dot.
fn names(line: &Line) -> impl Iterator<Item = (Vec<&str>, Range<usize>)> {
    line.tokens.split(|token| token.is(",")).filter(|name| !name.is_empty()).map(|name| {
        let words = name.iter().filter_map(|token| match &token.kind {
            Kind::Ident(word) => Some(word.clone()),
            Kind::Int(n) => Some(n.to_string()),
            _ => None,
        });
        let words = words.map(|word| intern(&word)).collect();
        (words, name[0].span.start..name[name.len() - 1].span.end)
    })
}
