//! From the premises of a rule to its clauses: the order in which a checker works
//! on them, and their negations.

use std::ops::Range;

use logic::{Clause, Goal, Pat, Pred, PredInfo, Premise, Symbol, Symbols};

use super::parts::{collect_vars, existential, goal_vars, list, universal};
use super::{DraftNegation, DraftPremise, DraftRule, Loaded, Loader, Scope};
use crate::conditions;
use crate::diagnostic::Problem;
use crate::system::{Base, Mode, Sort};

impl Loader {
    pub(super) fn output_vars(&self, goal: &Goal) -> Vec<u16> {
        let mut inputs = Vec::new();
        let mut outputs = Vec::new();
        match goal {
            Goal::Call(pred, args) => {
                for (mode, arg) in self.modes[pred.0 as usize].iter().zip(args) {
                    let vars = if *mode == Mode::Out { &mut outputs } else { &mut inputs };
                    collect_vars(arg, vars);
                }
            }
            Goal::In(entry, list) => {
                collect_vars(list, &mut inputs);
                if let Pat::Node(_, args) = entry {
                    for (i, arg) in args.iter().enumerate() {
                        collect_vars(arg, if i == 0 { &mut inputs } else { &mut outputs });
                    }
                }
            }
            _ => {}
        }
        outputs.retain(|var| !inputs.contains(var));
        outputs
    }

    /// Puts a rule together: its clause, the order for a checker if its
    /// conclusion is to be checked, and the clauses of its negated premises.
    pub(super) fn assemble(
        &self,
        name: &'static str,
        span: Range<usize>,
        scope: Scope,
        mut drafts: Vec<DraftPremise>,
        (pred, head): (Pred, Vec<Pat>),
        conclusion: Option<Range<usize>>,
    ) -> Loaded<DraftRule> {
        for (goal, span) in scope.extra.iter().cloned() {
            drafts.push(DraftPremise {
                label: None,
                goal,
                after: Vec::new(),
                span,
                negation: None,
            });
        }
        if drafts.len() > logic::MAX_PREMISES {
            return Err(Problem::new(
                format!("the rule `{name}` has more than {} premises", logic::MAX_PREMISES),
                span,
                "binders and substitutions count too",
            ));
        }
        let (order, known_before) = match conclusion {
            Some(span) => self.schedule(&scope, &drafts, pred, &head, &span)?,
            None => (Vec::new(), vec![Vec::new(); drafts.len()]),
        };
        let vars = scope.vars.len() as u16;
        let is_name = |sort: &Sort| matches!(sort, Sort { base: Base::Names(_), lists: 0 });
        let names: Vec<u16> =
            (0..vars).filter(|var| is_name(&scope.vars[*var as usize].1)).collect();
        let premise =
            |draft: &DraftPremise| Premise { goal: draft.goal.clone(), after: draft.after.clone() };
        let clause = Clause {
            pred,
            head: head.clone(),
            premises: drafts.iter().map(premise).collect(),
            vars,
            names: names.clone(),
            adds: self.adds(&scope, (pred, &head), drafts.iter().map(|draft| &draft.goal)),
            weight: 1,
            negation: None,
            closed: false,
        };
        let mut negations = Vec::new();
        for (i, draft) in drafts.iter().enumerate() {
            let Some((error, by, span)) = &draft.negation else { continue };
            let mut vars = vars;
            let goals = self.negate(draft, by.as_ref(), &scope, &known_before[i], &mut vars)?;
            // The variables that this premise determines stay unknown, so goals
            // that only compute with them are dropped too.
            let lost: Vec<u16> = {
                let mut made = Vec::new();
                goal_vars(&draft.goal, &mut made);
                made.retain(|var| !known_before[i].contains(var));
                made
            };
            let mut premises = Vec::new();
            for (j, other) in drafts.iter().enumerate() {
                if j == i {
                    premises.extend(goals.iter().cloned().map(Premise::from));
                    continue;
                }
                let computes = match &other.goal {
                    Goal::Open { body: Pat::Var(body), .. } => lost.contains(body),
                    _ => false,
                };
                if !computes || by.is_some() {
                    premises.push(premise(other));
                }
            }
            if premises.len() > logic::MAX_PREMISES {
                return Err(Problem::new(
                    format!("the rule `{name}` has too many premises to negate one"),
                    span.clone(),
                    "split the rule",
                ));
            }
            let label = draft.label.expect("a negated premise has a label");
            negations.push(DraftNegation {
                premise: label,
                by: None,
                error: *error,
                clause: Clause {
                    pred,
                    head: head.clone(),
                    adds: self.adds(
                        &scope,
                        (pred, &head),
                        premises.iter().map(|premise| &premise.goal),
                    ),
                    premises,
                    vars,
                    names: names.clone(),
                    weight: 1,
                    // The final number is given when all negations are known.
                    negation: Some(0),
                    closed: false,
                },
            });
        }
        Ok(DraftRule {
            name,
            span,
            clause,
            labels: drafts.iter().map(|draft| draft.label).collect(),
            premises: drafts
                .iter()
                .enumerate()
                .filter_map(|(i, draft)| self.stated(draft, &known_before[i]))
                .collect(),
            order,
            feature: None,
            behind: None,
            negations,
            negates: None,
        })
    }

    /// The symbols of the entries that a rule adds to contexts.
    pub(super) fn adds<'g>(
        &self,
        scope: &Scope,
        (pred, head): (Pred, &[Pat]),
        goals: impl Iterator<Item = &'g Goal>,
    ) -> Symbols {
        let contexts: Vec<Base> = self
            .judgments
            .iter()
            .filter_map(|judgment| Some(judgment.sorts[self.info(judgment.pred).context?].base))
            .collect();
        let is_entry = |pat: &Pat| match pat {
            Pat::Node(symbol, _) => {
                let ctor = symbol.number().map(|number| &self.ctors[number as usize]);
                ctor.is_some_and(|ctor| contexts.contains(&Base::Sort(ctor.sort)))
            }
            Pat::Var(var) => match scope.vars.get(*var as usize) {
                Some((_, sort)) => sort.lists == 0 && contexts.contains(&sort.base),
                None => false,
            },
            Pat::Any | Pat::Int(_) => false,
        };
        let mut adds = 0;
        // What stands in an input was there before.
        let modes = &self.modes[pred.0 as usize];
        let outputs = head.iter().zip(modes).filter(|(_, mode)| **mode == Mode::Out);
        let mut work: Vec<&Pat> = outputs.map(|(pat, _)| pat).collect();
        for goal in goals {
            match goal {
                Goal::Call(_, args) => work.extend(args),
                Goal::Equal(a, b) => work.extend([a, b]),
                // What a condition puts in the place of an entry.
                Goal::Condition(_, args) => {
                    for arg in args {
                        if let Pat::Node(entry, _) = arg
                            && is_entry(arg)
                        {
                            adds |= entry.bit();
                        }
                    }
                }
                _ => {}
            }
        }
        while let Some(pat) = work.pop() {
            let Pat::Node(symbol, args) = pat else { continue };
            if *symbol == Symbol::CONS && is_entry(&args[0]) {
                adds |= match &args[0] {
                    Pat::Node(entry, _) => entry.bit(),
                    _ => Symbols::MAX,
                };
            }
            work.extend(args);
        }
        adds
    }

    pub(super) fn info(&self, pred: Pred) -> &PredInfo {
        &self.preds[pred.0 as usize]
    }

    /// The goals that say that a premise does not hold.
    pub(super) fn negate(
        &self,
        draft: &DraftPremise,
        by: Option<&Goal>,
        scope: &Scope,
        known: &[u16],
        vars: &mut u16,
    ) -> Loaded<Vec<Goal>> {
        if let Some(by) = by {
            return Ok(vec![by.clone()]);
        }
        let mut all = Vec::new();
        goal_vars(&draft.goal, &mut all);
        let unknown: Vec<u16> = all.into_iter().filter(|var| !known.contains(var)).collect();
        let impossible = |label: &str, help: &str| {
            Err(Problem::new("this premise cannot be negated", draft.span.clone(), label)
                .help(help))
        };
        match &draft.goal {
            Goal::Call(pred, args) => {
                let modes = &self.modes[pred.0 as usize];
                let mut args = args.clone();
                let (mut found, mut wanted) = (Vec::new(), Vec::new());
                for (arg, mode) in args.iter_mut().zip(modes) {
                    if *mode == Mode::Out {
                        wanted.push(universal(arg, &unknown));
                        *arg = Pat::Var(*vars);
                        found.push(arg.clone());
                        *vars += 1;
                    }
                }
                if found.is_empty() {
                    return impossible(
                        "the judgment has no result that could differ",
                        "say what holds instead: else ERROR by PREMISE",
                    );
                }
                if wanted.iter().all(|pat| *pat == Pat::Any) {
                    return impossible(
                        "whatever its result is, the premise holds",
                        "negate the premise that compares the result, or say what holds instead: \
                         else ERROR by PREMISE",
                    );
                }
                let differ = match (&found[..], &wanted[..]) {
                    ([found], [wanted]) => Goal::Differ(found.clone(), wanted.clone()),
                    _ => Goal::Differ(list(found), list(wanted)),
                };
                Ok(vec![Goal::Call(*pred, args), differ])
            }
            Goal::In(entry, list) => {
                let mut goals = Vec::new();
                if let Pat::Node(_, args) = entry
                    && let Some(Pat::Var(key)) = args.first()
                    && matches!(scope.vars[*key as usize].1.base, Base::Names(_))
                {
                    goals.push(Goal::Fresh(Pat::Var(*key)));
                }
                goals.push(Goal::NotIn(universal(entry, &unknown), list.clone()));
                Ok(goals)
            }
            Goal::NotIn(entry, list) => Ok(vec![Goal::In(entry.clone(), list.clone())]),
            Goal::Equal(a, b) => {
                Ok(vec![Goal::Differ(universal(a, &unknown), universal(b, &unknown))])
            }
            Goal::Differ(a, b) => Ok(vec![Goal::Equal(a.clone(), b.clone())]),
            Goal::Not(pred, args) => {
                let args = args.iter().map(|arg| existential(arg, vars)).collect();
                Ok(vec![Goal::Call(*pred, args)])
            }
            Goal::Condition(number, args) => match conditions::ALL[*number].negation {
                Some(name) => {
                    let negation = conditions::ALL.iter().position(|known| known.name == name);
                    Ok(vec![Goal::Condition(
                        negation.expect("conditions name their negations"),
                        args.clone(),
                    )])
                }
                None => impossible(
                    "nobody has said what the negation of this condition is",
                    "say what holds instead: else ERROR by PREMISE",
                ),
            },
            Goal::Fresh(_)
            | Goal::Local(_)
            | Goal::Range(..)
            | Goal::Length(..)
            | Goal::Zip(..)
            | Goal::Open { .. } => impossible(
                "it does not say anything that could be false of a program",
                "leave out `else`",
            ),
        }
    }

    /// The order in which a checker can work on the premises, and for each
    /// premise the variables that are known before it.
    #[allow(clippy::type_complexity)]
    pub(super) fn schedule(
        &self,
        scope: &Scope,
        drafts: &[DraftPremise],
        pred: Pred,
        head: &[Pat],
        head_span: &Range<usize>,
    ) -> Loaded<(Vec<usize>, Vec<Vec<u16>>)> {
        let modes = &self.modes[pred.0 as usize];
        let mut known = Vec::new();
        for (arg, mode) in head.iter().zip(modes) {
            if *mode != Mode::Out {
                collect_vars(arg, &mut known);
            }
        }
        let mut order = Vec::new();
        let mut known_before = vec![Vec::new(); drafts.len()];
        while order.len() < drafts.len() {
            let next = (0..drafts.len())
                .filter(|i| !order.contains(i))
                .find(|&i| self.needs(scope, &drafts[i].goal, &known).is_empty());
            let Some(i) = next else {
                let i = (0..drafts.len()).find(|i| !order.contains(i)).expect("one is left");
                let missing = self.needs(scope, &drafts[i].goal, &known);
                let missing: Vec<&str> =
                    missing.iter().map(|var| scope.vars[*var as usize].0.as_str()).collect();
                return Err(Problem::new(
                    "this premise can never be checked",
                    drafts[i].span.clone(),
                    format!("{} is not known here", missing.join(", ")),
                )
                .help(
                    "a variable becomes known as an input of the conclusion or as an output of \
                     another premise",
                ));
            };
            known_before[i] = known.clone();
            goal_vars(&drafts[i].goal, &mut known);
            order.push(i);
        }
        for (arg, mode) in head.iter().zip(modes) {
            let mut vars = Vec::new();
            collect_vars(arg, &mut vars);
            if let (Mode::Out, Some(var)) = (mode, vars.iter().find(|var| !known.contains(var))) {
                return Err(Problem::new(
                    format!(
                        "the variable `{}` of the conclusion is not bound",
                        scope.vars[*var as usize].0
                    ),
                    head_span.clone(),
                    "no premise says what it is",
                ));
            }
        }
        Ok((order, known_before))
    }

    /// The variables that must become known before a checker can work on a
    /// goal.
    pub(super) fn needs(&self, scope: &Scope, goal: &Goal, known: &[u16]) -> Vec<u16> {
        let mut needed = Vec::new();
        match goal {
            Goal::Call(pred, args) => {
                for (arg, mode) in args.iter().zip(&self.modes[pred.0 as usize]) {
                    if *mode != Mode::Out {
                        collect_vars(arg, &mut needed);
                    }
                }
            }
            Goal::Not(_, args) => args.iter().for_each(|arg| collect_vars(arg, &mut needed)),
            Goal::Condition(number, args) => {
                let given = args.len() - usize::from(conditions::ALL[*number].finds);
                args[..given].iter().for_each(|arg| collect_vars(arg, &mut needed));
            }
            Goal::Equal(a, b) => {
                let unknown = |pat| {
                    let mut vars = Vec::new();
                    collect_vars(pat, &mut vars);
                    vars.retain(|var| !known.contains(var));
                    vars
                };
                let (a, b) = (unknown(a), unknown(b));
                needed = if a.len() <= b.len() { a } else { b };
            }
            Goal::Differ(a, b) | Goal::NotIn(a, b) | Goal::Zip(a, b) => {
                collect_vars(a, &mut needed);
                collect_vars(b, &mut needed);
            }
            Goal::In(_, list) => collect_vars(list, &mut needed),
            // A checker can make up one name, but not how many there are in a list.
            Goal::Fresh(Pat::Var(var)) | Goal::Local(Pat::Var(var))
                if scope.vars[*var as usize].1.lists > 0 =>
            {
                needed.push(*var);
            }
            Goal::Fresh(_) | Goal::Local(_) => {}
            Goal::Range(pat, ..) | Goal::Length(pat, ..) => collect_vars(pat, &mut needed),
            Goal::Open { body, args, result, closing } => {
                let vars = |pats: [&Pat; 2]| {
                    let mut vars = Vec::new();
                    pats.iter().for_each(|pat| collect_vars(pat, &mut vars));
                    vars.retain(|var| !known.contains(var));
                    vars
                };
                let mut ways = vec![vars([body, args]), vars([body, result])];
                if *closing {
                    ways.push(vars([args, result]));
                }
                needed = ways.into_iter().min_by_key(Vec::len).expect("there are two ways");
            }
        }
        needed.retain(|var| !known.contains(var));
        needed
    }
}
