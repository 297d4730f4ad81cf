//! Rules and their premises.

use std::ops::Range;

use case::intern;
use logic::{Clause, Goal, Pat};

use super::parts::{collect_vars, depths, lengths, missing, range, skip_label, universal, word};
use super::{
    DeclaredCtor, DraftNegation, DraftPremise, DraftRule, Header, Loaded, Loader, Scope, Section,
};
use crate::conditions;
use crate::diagnostic::Problem;
use crate::lexer::{Kind, Line, Token};
use crate::system::{Base, Judgment, Mode, Piece, Sort};
use crate::term_syntax::{Ast, Node};

impl Loader {
    pub(super) fn rule_section(&mut self, section: &Section<'_>) -> Loaded<()> {
        if section.is("start") {
            let name = word(&section.head.tokens, 1, section.head, "the name of a judgment")?;
            let span = section.head.tokens[1].span.clone();
            let Some(i) = self.judgments.iter().position(|judgment| judgment.name == name) else {
                return Err(Problem::new(
                    format!("unknown judgment `{name}`"),
                    span,
                    "not declared",
                ));
            };
            if self.judgments[i].modes != [Mode::In] {
                return Err(Problem::new(
                    "the judgment to start from has one argument, the program",
                    span,
                    "its notation has others",
                )
                .help("give the program a sort and a judgment of its own: |- +Program program"));
            }
            if self.start.is_some() {
                return Err(Problem::new("there are two lines `start`", span, "the second one"));
            }
            self.start = Some((i, span));
        }
        if section.is("rule") { self.rule(section) } else { Ok(()) }
    }

    pub(super) fn rule(&mut self, section: &Section<'_>) -> Loaded<()> {
        let head = &section.head.tokens;
        let name = intern(word(head, 1, section.head, "the name of the rule")?);
        if self.rules.iter().any(|rule| rule.name == name) {
            return Err(Problem::new(
                format!("there are two rules `{name}`"),
                head[1].span.clone(),
                "the second one",
            ));
        }
        let (mut weight, mut feature, mut negates, mut closed) = (1, None, None, false);
        let mut at = 2;
        while at < head.len() {
            if head[at].is("negates") {
                negates = Some(self.negates(section.head, at + 1)?);
                at += 6;
                continue;
            }
            if head[at].is("closed") {
                closed = true;
                at += 1;
                continue;
            }
            match (head[at].ident(), head.get(at + 1).map(|token| &token.kind)) {
                (Some("weight"), Some(Kind::Int(n))) if (0..=1000).contains(n) => {
                    weight = *n as u32;
                }
                (Some("feature"), Some(Kind::Ident(word))) => feature = Some(intern(word)),
                _ => {
                    return Err(Problem::new(
                        "after a rule's name may stand weight N (0 to 1000), feature NAME, closed \
                         and negates RULE.PREMISE else ERROR",
                        head[at].span.clone(),
                        "none of these",
                    ));
                }
            }
            at += 2;
        }
        let Some(line) = section.body.iter().position(Line::is_rule_line) else {
            return Err(Problem::new(
                format!("the rule `{name}` has no conclusion"),
                section.head.span(),
                "expected a line --- and the conclusion below it",
            ));
        };
        let [conclusion] = &section.body[line + 1..] else {
            return Err(Problem::new(
                format!("the rule `{name}` needs one conclusion"),
                section.body[line].span(),
                "below this line",
            ));
        };
        let premises = &section.body[..line];
        let mut scope = Scope::default();
        for premise in premises {
            let tokens = skip_label(&premise.tokens).1;
            if is_names(tokens) {
                let names = tokens[1..].iter().filter_map(Token::ident);
                scope.fresh.extend(names.map(str::to_owned));
            }
        }
        let (judgment, segments) = self.match_judgment(&conclusion.tokens).ok_or_else(|| {
            Problem::new(
                "the conclusion has the shape of no judgment",
                conclusion.span(),
                "no judgment is written like this",
            )
            .help(format!("judgments are: {}", self.shapes()))
        })?;
        let pred = self.judgments[judgment].pred;
        let own_depth = self.preds[pred.0 as usize].own_depth;
        let mut drafts = Vec::new();
        for premise in premises {
            let header = Header { name, feature, own_depth };
            self.premise(&mut scope, header, premise, &mut drafts)?;
        }
        let args = self.judgment_args(&mut scope, judgment, &segments, &conclusion.tokens)?;
        // A negation is never checked, so it may leave variables open.
        let conclusion_span = negates.is_none().then(|| conclusion.span());
        let draft =
            self.assemble(name, section.head.span(), scope, drafts, (pred, args), conclusion_span)?;
        self.rules.push(DraftRule {
            clause: Clause { weight, closed, ..draft.clause },
            negations: draft
                .negations
                .into_iter()
                .map(|n| DraftNegation { clause: Clause { weight, ..n.clause }, ..n })
                .collect(),
            feature,
            negates,
            ..draft
        });
        Ok(())
    }

    /// `RULE.PREMISE else ERROR`
    pub(super) fn negates(&self, line: &Line, at: usize) -> Loaded<(String, String, usize)> {
        let tokens = &line.tokens;
        let expected = "expected: negates RULE.PREMISE else ERROR";
        let rule = word(tokens, at, line, "the rule that is negated")?;
        let premise = word(tokens, at + 2, line, "the premise that is negated")?;
        let dot = tokens[at + 1].is(".");
        if !dot || !tokens.get(at + 3).is_some_and(|token| token.is("else")) {
            return Err(missing(line, at + 1, expected));
        }
        let error = word(tokens, at + 4, line, "an error class")?;
        let error = self.error_class(error, &tokens[at + 4].span)?;
        Ok((rule.to_owned(), premise.to_owned(), error))
    }

    pub(super) fn error_class(&self, name: &str, span: &Range<usize>) -> Loaded<usize> {
        self.errors.iter().position(|class| class.name == name).ok_or_else(|| {
            Problem::new(format!("unknown error class `{name}`"), span.clone(), "not declared")
                .help(format!("declare it: error {name} \"what is wrong\""))
        })
    }

    pub(super) fn shapes(&self) -> String {
        let shape = |judgment: &Judgment| {
            let word = |piece: &Piece| match piece {
                Piece::Word(word) => word.clone(),
                Piece::Arg(i) => self.show(judgment.sorts[*i]),
            };
            judgment.template.iter().map(word).collect::<Vec<_>>().join(" ")
        };
        self.judgments.iter().map(shape).collect::<Vec<_>>().join("; ")
    }

    /// The judgment whose words stand in these tokens in order, and where its
    /// arguments stand between them.
    pub(super) fn match_judgment(&self, tokens: &[Token]) -> Option<(usize, Vec<Range<usize>>)> {
        let depths = depths(tokens);
        let words = |i: &usize| {
            let template = &self.judgments[*i].template;
            template.iter().filter(|piece| matches!(piece, Piece::Word(_))).count()
        };
        // Where several fit, the one with the most words was meant.
        let mut by_words: Vec<usize> = (0..self.judgments.len()).collect();
        by_words.sort_by_key(|i| std::cmp::Reverse(words(i)));
        'judgments: for i in by_words {
            let judgment = &self.judgments[i];
            let mut segments = Vec::new();
            let mut at = 0;
            let mut pieces = judgment.template.iter().peekable();
            while let Some(piece) = pieces.next() {
                match piece {
                    Piece::Word(word) => {
                        if !tokens.get(at).is_some_and(|token| token.is(word)) {
                            continue 'judgments;
                        }
                        at += 1;
                    }
                    Piece::Arg(_) => {
                        let end = match pieces.peek() {
                            None => tokens.len(),
                            Some(Piece::Word(word)) => {
                                let found = (at + 1..tokens.len())
                                    .find(|&j| depths[j] == 0 && tokens[j].is(word));
                                match found {
                                    Some(end) => end,
                                    None => continue 'judgments,
                                }
                            }
                            Some(Piece::Arg(_)) => unreachable!("refused when declared"),
                        };
                        if end <= at {
                            continue 'judgments;
                        }
                        segments.push(at..end);
                        at = end;
                    }
                }
            }
            if at == tokens.len() {
                return Some((i, segments));
            }
        }
        None
    }

    pub(super) fn judgment_args(
        &self,
        scope: &mut Scope,
        judgment: usize,
        segments: &[Range<usize>],
        tokens: &[Token],
    ) -> Loaded<Vec<Pat>> {
        let sorts = &self.judgments[judgment].sorts;
        let args = segments.iter().zip(sorts).map(|(segment, sort)| {
            let tokens = &tokens[segment.clone()];
            let ast = self.parse(tokens, tokens[tokens.len() - 1].span.end)?;
            self.term(scope, &ast, *sort)
        });
        args.collect()
    }

    pub(super) fn premise(
        &mut self,
        scope: &mut Scope,
        header: Header,
        line: &Line,
        drafts: &mut Vec<DraftPremise>,
    ) -> Loaded<()> {
        let (given, tokens) = skip_label(&line.tokens);
        if tokens.is_empty() {
            return Err(missing(line, line.tokens.len(), "expected a premise"));
        }
        let label = given.map_or_else(|| intern(&format!("{}", drafts.len() + 1)), intern);
        let depths = depths(tokens);
        let find = |word: &str, from: usize| {
            (from..tokens.len()).find(|&i| depths[i] == 0 && tokens[i].is(word))
        };
        let otherwise = find("else", 0);
        let stated = &tokens[..otherwise.unwrap_or(tokens.len())];
        let span = line.span();
        let mut error = None;
        let mut by = None;
        if let Some(at) = otherwise {
            let name = word(tokens, at + 1, line, "the name of an error class")?;
            let class = self.error_class(name, &tokens[at + 1].span)?;
            error = Some(class);
            match tokens.get(at + 2) {
                None => {}
                Some(token) if token.is("by") && tokens.len() > at + 3 => by = Some(at + 3),
                Some(token) => {
                    return Err(Problem::new(
                        "after the error class may stand `by` and a premise",
                        token.span.clone(),
                        "not expected",
                    ));
                }
            }
        }
        if stated.is_empty() {
            return Err(Problem::new("a premise is missing", span, "nothing before `else`"));
        }
        if is_names(stated) {
            return self.fresh(scope, stated, given.map(intern), error, &span, drafts);
        }
        if stated[0].is("zip") {
            // Lists of the same length; nothing is known about their items.
            let goal = self.zip(scope, stated, error, &span)?;
            drafts.push(DraftPremise {
                label: Some(label),
                goal,
                after: Vec::new(),
                span,
                negation: None,
            });
            return Ok(());
        }
        if stated[0].is("for") {
            if by.is_some() {
                return Err(Problem::new(
                    "`by` cannot follow a premise about lists",
                    span,
                    "make the premise about lists a judgment of its own",
                ));
            }
            let (goal, after) = self.for_each(scope, header, label, stated, error, &span)?;
            drafts.push(DraftPremise { label: Some(label), goal, after, span, negation: None });
            return Ok(());
        }
        let (goal, after) = self.goal(scope, stated, &span)?;
        let negation = match error {
            None => None,
            Some(error) => {
                let by = match by {
                    Some(from) => Some(self.goal(scope, &tokens[from..], &span)?.0),
                    None => None,
                };
                Some((error, by, span.clone()))
            }
        };
        drafts.push(DraftPremise { label: Some(label), goal, after, span, negation });
        Ok(())
    }

    /// `fresh x, y` and `fresh xs 0..2`; the same with `local`.
    pub(super) fn fresh(
        &self,
        scope: &mut Scope,
        tokens: &[Token],
        label: Option<&'static str>,
        error: Option<usize>,
        span: &Range<usize>,
        drafts: &mut Vec<DraftPremise>,
    ) -> Loaded<()> {
        if error.is_some() {
            return Err(Problem::new(
                "this premise cannot be negated",
                span.clone(),
                "there is always a fresh name",
            ));
        }
        let mut push = |label, goal| {
            let span = span.clone();
            drafts.push(DraftPremise { label, goal, after: Vec::new(), span, negation: None });
        };
        let local = tokens[0].is("local");
        let mut made: Vec<(Sort, Pat)> = Vec::new();
        let mut at = 1;
        while at < tokens.len() {
            let token = &tokens[at];
            let names = token.ident().and_then(|word| Some((word, self.metavar(word)?)));
            let Some((name, sort @ Sort { base: Base::Names(_), .. })) = names else {
                return Err(Problem::new("only names can be fresh", token.span.clone(), "no name"));
            };
            let var = Pat::Var(scope.var(name, sort));
            at += 1;
            if sort.lists > 0 {
                let (low, high, taken) = lengths(tokens, at).ok_or_else(|| {
                    Problem::new(
                        "how many fresh names?",
                        token.span.clone(),
                        "a list of names needs a range behind it: 0..2",
                    )
                })?;
                at += taken;
                push(None, Goal::Length(var.clone(), low, high));
            }
            push(label, if local { Goal::Local(var.clone()) } else { Goal::Fresh(var.clone()) });
            // A list of fresh names has no name twice; single ones of a kind differ, too.
            for (_, other) in made.iter().filter(|(of, _)| *of == sort && sort.lists == 0) {
                if !local {
                    push(None, Goal::Differ(other.clone(), var.clone()));
                }
            }
            made.push((sort, var));
            if tokens.get(at).is_some_and(|token| token.is(",")) {
                at += 1;
            }
        }
        Ok(())
    }

    /// A premise without label and error class; and the variable that must be
    /// known first.
    pub(super) fn goal(
        &self,
        scope: &mut Scope,
        tokens: &[Token],
        span: &Range<usize>,
    ) -> Loaded<(Goal, Vec<u16>)> {
        let Some(last) = tokens.last() else {
            return Err(Problem::new("a premise is missing", span.clone(), "expected one here"));
        };
        let end = last.span.end;
        let twice = tokens[0].is("not") && tokens.get(1).is_some_and(|token| token.is("not"));
        if tokens[0].is("not") && !twice {
            let (goal, _) = self.goal(scope, &tokens[1..], span)?;
            return match goal {
                Goal::Call(pred, args) => {
                    // Whatever the outputs at `_` are, the judgment must not hold.
                    let modes = &self.modes[pred.0 as usize];
                    let args = args.into_iter().zip(modes).map(|(arg, mode)| match mode {
                        Mode::Out => universal(&arg, &scope.wild),
                        Mode::In | Mode::Context => arg,
                    });
                    Ok((Goal::Not(pred, args.collect()), Vec::new()))
                }
                _ => Err(Problem::new(
                    "`not` stands before a judgment",
                    span.clone(),
                    "write /= for = and `not in` for `in`",
                )),
            };
        }
        if tokens[0].is("length") {
            let metavar = tokens.get(1).and_then(Token::ident);
            let sort = metavar.and_then(|name| self.metavar(name)).filter(|sort| sort.lists > 0);
            let counts = lengths(tokens, 3).filter(|_| tokens.get(2).is_some_and(|t| t.is("in")));
            return match (metavar, sort, counts) {
                (Some(name), Some(sort), Some((low, high, _))) => {
                    let var = Pat::Var(scope.var(name, sort));
                    Ok((Goal::Length(var, low, high), Vec::new()))
                }
                _ => Err(Problem::new(
                    "this is not a premise about a length",
                    span.clone(),
                    "expected: length Ts in 0..3",
                )),
            };
        }
        if tokens[0].is("where") {
            return Ok((self.condition(scope, &tokens[1..], span)?, Vec::new()));
        }
        if let Some((judgment, segments)) = self.match_judgment(tokens) {
            let args = self.judgment_args(scope, judgment, &segments, tokens)?;
            let Judgment { known, pred, .. } = &self.judgments[judgment];
            let mut after = Vec::new();
            for (_, arg) in known.iter().zip(&args).filter(|(known, _)| **known) {
                collect_vars(arg, &mut after);
            }
            return Ok((Goal::Call(*pred, args), after));
        }
        let depths = depths(tokens);
        let find = |word: &str| (0..tokens.len()).find(|&i| depths[i] == 0 && tokens[i].is(word));
        if let Some(at) = find("in").filter(|&at| at > 0) {
            if let Some((low, high, taken)) = range(tokens, at + 1)
                && at + 1 + taken == tokens.len()
            {
                let ast = self.parse(&tokens[..at], tokens[at].span.start)?;
                let n = self.term(scope, &ast, Sort { base: Base::Int, lists: 0 })?;
                return Ok((Goal::Range(n, low, high), Vec::new()));
            }
            if tokens.get(at + 2).is_some_and(|token| token.is("..")) {
                return Err(Problem::new(
                    "this is no range",
                    tokens[at + 1].span.start..end,
                    "expected two numbers, the smaller one first, and at most 1024 in all",
                ));
            }
            let negated = tokens[at - 1].is("not");
            let entry = &tokens[..at - usize::from(negated)];
            let list = &tokens[at + 1..];
            let list = self.parse(list, end)?;
            let sort = self.sort_of(&list).filter(|sort| sort.lists > 0).ok_or_else(|| {
                Problem::new("this is not a list", list.span.clone(), "expected a list after `in`")
            })?;
            let entry = self.parse(entry, tokens[at].span.start)?;
            let entry = self.term(scope, &entry, Sort { lists: sort.lists - 1, ..sort })?;
            let list = self.term(scope, &list, sort)?;
            return Ok(if negated {
                (Goal::NotIn(universal(&entry, &scope.wild), list), Vec::new())
            } else {
                (Goal::In(entry, list), Vec::new())
            });
        }
        for (op, equal) in [("=", true), ("/=", false)] {
            let Some(at) = find(op) else { continue };
            let left = self.parse(&tokens[..at], tokens[at].span.start)?;
            let right = self.parse(&tokens[at + 1..], end)?;
            let sort = self.sort_of(&left).or_else(|| self.sort_of(&right)).ok_or_else(|| {
                Problem::new("the sort of these terms is not known", span.clone(), "here")
            })?;
            let (left, right) = (self.term(scope, &left, sort)?, self.term(scope, &right, sort)?);
            // In a disequality, `_` is a wildcard.
            let any = |pat: &Pat| universal(pat, &scope.wild);
            let goal = if equal {
                Goal::Equal(left, right)
            } else {
                Goal::Differ(any(&left), any(&right))
            };
            return Ok((goal, Vec::new()));
        }
        Err(Problem::new(
            "this premise has the shape of no judgment",
            span.clone(),
            "no judgment is written like this",
        )
        .help(format!(
            "judgments are: {}; besides there are `fresh x`, `X in L`, `X not in L`, `T = U`, \
             `T /= U`, `local x`, `n in 0..9`, `length Ts in 0..3`, `for T in Ts: …`, `zip Es, Ts`, `not …` and \
             `where condition(…)`",
            self.shapes()
        )))
    }

    /// The sort of a term as far as its outermost part tells.
    pub(super) fn sort_of(&self, ast: &Ast) -> Option<Sort> {
        match &ast.node {
            Node::Ident(word) | Node::Call(word, _) => self.metavar(word).or_else(|| {
                let ctor = self.ctors.iter().find(|ctor| ctor.name == word)?;
                Some(Sort { base: Base::Sort(ctor.sort), lists: 0 })
            }),
            Node::Infix(op, _) => {
                let named = |ctor: &&DeclaredCtor| {
                    ctor.infix.as_ref().is_some_and(|(known, _)| known == op)
                };
                let ctor = self.ctors.iter().find(named)?;
                Some(Sort { base: Base::Sort(ctor.sort), lists: 0 })
            }
            Node::Extend(parts) => self.sort_of(&parts[0]),
            Node::Subst(parts, _) => self.sort_of(&parts[0]),
            Node::List(items, rest) => {
                let item = items.first().and_then(|item| self.sort_of(item));
                let item = item.map(|sort| Sort { lists: sort.lists + 1, ..sort });
                item.or_else(|| self.sort_of(rest.as_deref()?))
            }
            Node::Int(_) => Some(Sort { base: Base::Int, lists: 0 }),
            Node::Wild | Node::Bind(..) => None,
        }
    }

    pub(super) fn condition(
        &self,
        scope: &mut Scope,
        tokens: &[Token],
        span: &Range<usize>,
    ) -> Loaded<Goal> {
        let end = span.end;
        let ast = self.parse(tokens, end)?;
        let (name, args) = match &ast.node {
            Node::Call(name, args) => (name, args.as_slice()),
            Node::Ident(name) => (name, &[][..]),
            _ => {
                return Err(Problem::new(
                    "a condition is a name with arguments",
                    ast.span,
                    "expected: where name(T, U)",
                ));
            }
        };
        let Some(number) = conditions::ALL.iter().position(|known| known.name == name) else {
            let known: Vec<&str> = conditions::ALL.iter().map(|known| known.name).collect();
            return Err(Problem::new(
                format!("unknown condition `{name}`"),
                ast.span,
                "not registered",
            )
            .help(format!("known are: {}", known.join(", "))));
        };
        let arity = conditions::ALL[number].arity;
        if args.len() != arity {
            return Err(Problem::new(
                format!("the condition `{name}` has {arity} arguments"),
                ast.span,
                format!("here are {}", args.len()),
            ));
        }
        let mut pats = Vec::new();
        for arg in args {
            let sort = self.sort_of(arg).ok_or_else(|| {
                Problem::new("the sort of this term is not known", arg.span.clone(), "here")
            })?;
            pats.push(self.term(scope, arg, sort)?);
        }
        let pats = pats.iter().map(|pat| universal(pat, &scope.wild)).collect();
        Ok(Goal::Condition(number, pats))
    }
}

/// Whether a premise makes names: `fresh x` or `local x`.
fn is_names(tokens: &[Token]) -> bool {
    matches!(tokens, [first, ..] if first.is("fresh"))
        || matches!(tokens, [first, second, ..] if first.is("local") && second.ident().is_some())
}
