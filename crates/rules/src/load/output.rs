//! Output languages and rewrites.

use case::{Dialect, UnknownWord, intern};
use logic::{Goal, Pat};

use super::parts::{collect_vars, missing, with, word};
use super::{Loaded, Loader, Scope, Section};
use crate::diagnostic::Problem;
use crate::lexer::{Kind, Token};
use crate::print::{self, Part, Printer};
use crate::rewrite::{Precondition, Rewrite};
use crate::system::{Base, Sort};

impl Loader {
    pub(super) fn language(&self, section: &Section<'_>) -> Loaded<Printer> {
        let name = intern(word(&section.head.tokens, 1, section.head, "a language")?);
        let mut printer = Printer::new(name, self.names.len(), self.ctors.len());
        for line in section.body {
            let tokens = &line.tokens;
            let name = word(tokens, 0, line, "a constructor or a kind of names")?;
            // A line with a template is about a constructor, whatever its name.
            let equals = tokens.iter().position(|token| token.is("="));
            if name == "rigid" && tokens.len() == 1 {
                printer.rigid = true;
                continue;
            }
            if name == "braces" && tokens.len() == 1 {
                printer.braces = true;
                continue;
            }
            if name == "converts" && equals.is_none() {
                for token in tokens[1..].iter().filter(|token| !token.is(",")) {
                    let ctor = self.ctors.iter().position(|ctor| token.is(ctor.name));
                    let ctor =
                        ctor.filter(|&i| !self.ctors[i].args.is_empty()).ok_or_else(|| {
                            Problem::new(
                                "this is no constructor with arguments",
                                token.span.clone(),
                                "unknown",
                            )
                        })?;
                    printer.converted.push(self.ctors[ctor].symbol(ctor));
                }
                continue;
            }
            if name == "skip" && equals.is_none() {
                // `skip a, b in rust-2024`
                let end = tokens.iter().position(|token| token.is("in")).unwrap_or(tokens.len());
                let only = tokens[end..].get(1).map(dialect).transpose()?;
                for token in tokens[1..end].iter().filter(|token| !token.is(",")) {
                    let class = self.errors.iter().position(|class| token.is(class.name));
                    let class = class.ok_or_else(|| {
                        Problem::new("unknown error class", token.span.clone(), "not declared")
                    })?;
                    printer.skipped.push((class, only));
                }
                continue;
            }
            if name == "dialects" && equals.is_none() {
                printer.dialects = tokens[1..]
                    .iter()
                    .filter(|token| !token.is(","))
                    .map(dialect)
                    .collect::<Loaded<_>>()?;
                continue;
            }
            let Some(equals) = equals else {
                return Err(missing(line, tokens.len(), "expected = and a template in quotes"));
            };
            let mut template = String::new();
            for token in &tokens[equals + 1..] {
                let Kind::Text(text) = &token.kind else {
                    return Err(Problem::new(
                        "a template is a text",
                        token.span.clone(),
                        "not in quotes",
                    ));
                };
                template.push_str(text);
            }
            let span = tokens[equals].span.clone();
            if let Some(names) = self.names.iter().position(|known| *known == name) {
                if !template.contains('#') {
                    return Err(Problem::new(
                        "a template for names contains # for their number",
                        line.span(),
                        "no # in it",
                    ));
                }
                printer.names[names] = Some(template);
                continue;
            }
            let Some(number) = self.ctors.iter().position(|ctor| ctor.name == name) else {
                return Err(Problem::new(
                    format!("`{name}` is neither a constructor nor a kind of names"),
                    tokens[0].span.clone(),
                    "unknown",
                ));
            };
            let ctor = &self.ctors[number];
            // The names of the arguments are free: name(T, _, a. U).
            if tokens.get(1).is_some_and(|token| token.is("binds")) && equals == 2 {
                printer.bound[number] = Some(template);
                continue;
            }
            if tokens.get(1).is_some_and(|token| token.is("takes")) && equals == 2 {
                printer.declared[number].get_or_insert_default().takes = template;
                continue;
            }
            let declared = equals > 1 && tokens[equals - 1].is("declared");
            if declared && ctor.binds.is_none_or(|names| names.lists > 0) {
                return Err(Problem::new(
                    "only a constructor that binds one name can be declared",
                    line.span(),
                    format!("`{name}` does not"),
                ));
            }
            let mut params = Vec::new();
            let mut bound = None;
            for token in &tokens[1..equals - usize::from(declared)] {
                match &token.kind {
                    Kind::Ident(word) => params.push(word.as_str()),
                    Kind::Punct(p) if p == "." => bound = params.pop(),
                    _ => {}
                }
            }
            if params.len() != ctor.args.len() {
                return Err(Problem::new(
                    format!("`{name}` has {} arguments", ctor.args.len()),
                    line.span(),
                    format!("here are {}", params.len()),
                ));
            }
            if let Some(same) =
                (1..params.len()).find(|&i| params[i] != "_" && params[..i].contains(&params[i]))
            {
                return Err(Problem::new(
                    format!("two arguments are called `{}`", params[same]),
                    line.span(),
                    "give each a name of its own, or `_` if the template does not use it",
                ));
            }
            let pieces = print::template(&template, &params, bound)
                .map_err(|text| Problem::new(text, span.clone(), "in the template after this"))?;
            let no_list = |part: &Part| match part {
                Part::Items { arg, .. } if ctor.args[*arg].lists == 0 => Some(*arg),
                _ => None,
            };
            if let Some(arg) = pieces.iter().find_map(no_list) {
                return Err(Problem::new(
                    format!("`{}` is not a list", params[arg]),
                    span,
                    "only the items of a list are printed with something between them",
                ));
            }
            let known = if declared {
                printer.declared[number].as_ref().is_some_and(|d| !d.template.is_empty())
            } else {
                printer.templates[number].is_some()
            };
            if known {
                return Err(Problem::new(
                    format!("`{name}` has two templates"),
                    line.span(),
                    "the second one",
                ));
            }
            if declared {
                printer.declared[number].get_or_insert_default().template = pieces;
            } else {
                printer.templates[number] = Some(pieces);
            }
        }
        for (i, ctor) in self.ctors.iter().enumerate() {
            if printer.templates[i].is_none() && self.is_syntax(ctor.sort) {
                return Err(Problem::new(
                    format!("the language `{}` has no template for `{}`", name, ctor.name),
                    section.head.span(),
                    "add a line for it here",
                ));
            }
            // Declarations are put in front of the whole program, and only once.
            let shows = printer.templates[i].iter().flatten().any(|p| *p == Part::Declarations);
            let mut below = self.ctors.iter().flat_map(|ctor| &ctor.args);
            let whole = self.start.as_ref().map(|(start, _)| self.judgments[*start].sorts[0]);
            if shows
                && (whole != Some(Sort { base: Base::Sort(ctor.sort), lists: 0 })
                    || below.any(|arg| arg.base == Base::Sort(ctor.sort)))
            {
                return Err(Problem::new(
                    format!("the template for `{}` cannot have {{declarations}}", ctor.name),
                    section.head.span(),
                    "they stand in a template for whole programs, which are part of nothing else",
                ));
            }
            if let Some(problem) = printer.problem(i) {
                return Err(Problem::new(
                    format!("the templates for `{}` do not fit together", ctor.name),
                    section.head.span(),
                    problem,
                ));
            }
        }
        Ok(printer)
    }

    /// Whether terms of a sort are part of programs.
    pub(super) fn is_syntax(&self, sort: usize) -> bool {
        let Some((start, _)) = self.start else { return false };
        let mut reached = vec![false; self.sorts.len()];
        let mut work = vec![self.judgments[start].sorts[0].base];
        while let Some(base) = work.pop() {
            let Base::Sort(sort) = base else { continue };
            if std::mem::replace(&mut reached[sort], true) {
                continue;
            }
            for ctor in self.ctors.iter().filter(|ctor| ctor.sort == sort) {
                work.extend(ctor.args.iter().map(|arg| arg.base));
            }
        }
        reached[sort]
    }

    /// ```text
    /// rewrite name
    ///   E  =>  let(x, T, E, x)
    ///   fresh x
    ///   G |- E : T
    /// ```
    pub(super) fn rewrite(&self, section: &Section<'_>) -> Loaded<Rewrite> {
        let name = intern(word(&section.head.tokens, 1, section.head, "the rewrite's name")?);
        let beyond = match section.head.tokens.get(2) {
            None => false,
            Some(word) if word.is("beyond") => true,
            Some(other) => {
                return Err(Problem::new(
                    "after the name of a rewrite may stand beyond",
                    other.span.clone(),
                    "not expected here",
                ));
            }
        };
        let Some((change, conditions)) = section.body.split_first() else {
            return Err(missing(section.head, 2, "expected a line: term => term"));
        };
        let arrow = change.tokens.iter().position(|token| token.is("=>"));
        let Some(arrow) = arrow.filter(|&arrow| arrow > 0) else {
            return Err(missing(change, change.tokens.len(), "expected: term => term"));
        };
        let mut scope = Scope::default();
        let from = self.parse(&change.tokens[..arrow], change.tokens[arrow].span.start)?;
        let to = self.parse(&change.tokens[arrow + 1..], change.span().end)?;
        let sort = self.sort_of(&from).ok_or_else(|| {
            Problem::new("the sort of this term is not known", from.span.clone(), "here")
        })?;
        let from_pat = self.term(&mut scope, &from, sort)?;
        let mut known = Vec::new();
        collect_vars(&from_pat, &mut known);
        let mut fresh = Vec::new();
        let mut premises = Vec::new();
        for line in conditions {
            if line.tokens[0].is("fresh") {
                for token in &line.tokens[1..] {
                    if let Some(word) = token.ident() {
                        let sort = self.metavar(word);
                        let name = |sort: &Sort| matches!(sort.base, Base::Names(_));
                        let sort = sort.filter(|s| name(s) && s.lists == 0).ok_or_else(|| {
                            Problem::new("only names can be fresh", token.span.clone(), "no name")
                        })?;
                        fresh.push(scope.var(word, sort));
                        scope.fresh.push(word.to_owned());
                    }
                }
                continue;
            }
            let (goal, _) = self.goal(&mut scope, &line.tokens, &line.span())?;
            let Goal::Call(pred, args) = goal else {
                return Err(Problem::new(
                    "the condition of a rewrite is a judgment about what is rewritten",
                    line.span(),
                    "not a judgment",
                ));
            };
            let of_whole = args.iter().position(|arg| *arg == from_pat);
            let Some(subject) = of_whole else {
                return Err(Problem::new(
                    "the condition of a rewrite is a judgment about what is rewritten",
                    line.span(),
                    "the left-hand side is not one of its arguments",
                ));
            };
            args.iter().for_each(|arg| collect_vars(arg, &mut known));
            premises.push(Precondition { pred, args, subject });
        }
        let mut to_pat = self.term(&mut scope, &to, sort)?;
        for (goal, span) in &scope.extra {
            // A fresh name does not occur in what is put under its binder.
            if let Goal::Open { body: Pat::Var(body), result, closing: true, .. } = goal {
                to_pat = with(&to_pat, *body, result);
                continue;
            }
            return Err(Problem::new(
                "substitution cannot stand in a rewrite",
                span.clone(),
                "here",
            ));
        }
        if to_pat == from_pat {
            return Err(Problem::new(
                "this rewrite changes nothing",
                change.span(),
                "both sides are the same",
            ));
        }
        let mut used = Vec::new();
        collect_vars(&to_pat, &mut used);
        if let Some(var) = used.iter().find(|var| !known.contains(var) && !fresh.contains(var)) {
            return Err(Problem::new(
                format!("the variable `{}` is not bound", scope.vars[*var as usize].0),
                to.span.clone(),
                "neither on the left, nor fresh, nor in a condition",
            ));
        }
        Ok(Rewrite {
            name,
            beyond,
            sort,
            from: from_pat,
            to: to_pat,
            fresh,
            premises,
            vars: scope.vars.len(),
        })
    }
}

fn dialect(token: &Token) -> Loaded<Dialect> {
    let word = token.ident().unwrap_or_default();
    word.parse().map_err(|unknown: UnknownWord| {
        Problem::new("unknown dialect", token.span.clone(), "not one of the known ones")
            .help(format!("known are: {}", unknown.known.join(", ")))
    })
}
