//! Names, sorts, constructors, error classes and judgments.

use case::{Feature, intern};
use logic::{Pred, PredInfo};

use super::parts::{missing, word};
use super::{DeclaredCtor, Loaded, Loader, Section};
use crate::diagnostic::Problem;
use crate::lexer::{Kind, Line, Token};
use crate::system::{Base, ErrorClass, Judgment, Mode, Piece, Sort, SortDecl};

impl Loader {
    pub(super) fn declare_names(&mut self, section: &Section<'_>) -> Loaded<()> {
        let tokens = &section.head.tokens;
        match tokens[0].ident() {
            Some("system") => {
                let name = word(tokens, 1, section.head, "the name of the system")?;
                if self.system.is_some() {
                    return Err(twice("the system has two names", &tokens[1]));
                }
                self.system = Some(intern(name));
                match tokens.get(2) {
                    None => {}
                    Some(token) if token.is("feature") && tokens.len() <= 4 => {
                        let feature = word(tokens, 3, section.head, "the name of a feature")?;
                        self.system_feature = Some(intern(feature));
                    }
                    Some(token) => {
                        return Err(Problem::new(
                            "after the name of the system may stand feature NAME",
                            token.span.clone(),
                            "not expected here",
                        ));
                    }
                }
            }
            Some("feature") => self.declare_feature(section.head)?,
            Some("names") => {
                let name = word(tokens, 1, section.head, "the name of a kind of names")?;
                if self.sort_named(name).is_some() {
                    return Err(twice(format!("the sort `{name}` is declared twice"), &tokens[1]));
                }
                self.names.push(intern(name));
                let sort = Sort { base: Base::Names(self.names.len() - 1), lists: 0 };
                self.declare_metavars(&tokens[2..], sort)?;
                let metavar = word(tokens, 2, section.head, "a metavariable for them")?;
                self.name_words.push(intern(metavar));
            }
            Some("sort") => {
                let name = word(tokens, 1, section.head, "the name of a sort")?;
                if self.sort_named(name).is_some() {
                    return Err(twice(format!("the sort `{name}` is declared twice"), &tokens[1]));
                }
                if let Some(equals) = tokens.iter().position(|token| token.is("=")) {
                    let sort = self.sort_at(tokens, equals + 1, section.head)?.0;
                    self.aliases.insert(name.to_owned(), sort);
                    self.declare_metavars(&tokens[2..equals], sort)?;
                } else {
                    self.sorts.push(SortDecl { name: intern(name), variable: None });
                    let sort = Sort { base: Base::Sort(self.sorts.len() - 1), lists: 0 };
                    self.declare_metavars(&tokens[2..], sort)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    pub(super) fn declare_metavars(&mut self, tokens: &[Token], sort: Sort) -> Loaded<()> {
        for token in tokens {
            let Some(name) = token.ident() else {
                return Err(Problem::new(
                    "metavariables are words",
                    token.span.clone(),
                    "not a word",
                ));
            };
            if self.metavars.insert(name.to_owned(), sort).is_some() {
                return Err(Problem::new(
                    format!("the metavariable `{name}` has two sorts"),
                    token.span.clone(),
                    "declared before",
                ));
            }
        }
        Ok(())
    }

    pub(super) fn sort_named(&self, name: &str) -> Option<Sort> {
        let plain = |base| Some(Sort { base, lists: 0 });
        if name == "Int" {
            return plain(Base::Int);
        }
        if let Some(sort) = self.aliases.get(name) {
            return Some(*sort);
        }
        if let Some(i) = self.names.iter().position(|known| *known == name) {
            return plain(Base::Names(i));
        }
        let i = self.sorts.iter().position(|known| known.name == name)?;
        plain(Base::Sort(i))
    }

    /// The sort that is written at a token, and how many tokens it takes.
    pub(super) fn sort_at(
        &self,
        tokens: &[Token],
        at: usize,
        line: &Line,
    ) -> Loaded<(Sort, usize)> {
        let name = word(tokens, at, line, "a sort")?;
        let Some(mut sort) = self.sort_named(name) else {
            return Err(Problem::new(
                format!("unknown sort `{name}`"),
                tokens[at].span.clone(),
                "not declared before this line",
            )
            .help(format!("known are: {}", self.known_sorts())));
        };
        let mut taken = 1;
        if let Some(Token { kind: Kind::Punct(p), .. }) = tokens.get(at + 1)
            && p.bytes().all(|b| b == b'*')
        {
            sort.lists = sort.lists.saturating_add(p.len().min(8) as u8);
            taken += 1;
        }
        Ok((sort, taken))
    }

    pub(super) fn known_sorts(&self) -> String {
        let sorts = self.sorts.iter().map(|sort| sort.name);
        let mut known: Vec<&str> = sorts.chain(self.names.iter().copied()).collect();
        known.extend(self.aliases.keys().map(String::as_str));
        known.push("Int");
        known.join(", ")
    }

    pub(super) fn show(&self, sort: Sort) -> String {
        let base = match sort.base {
            Base::Int => "Int",
            Base::Names(i) => self.names[i],
            Base::Sort(i) => self.sorts[i].name,
        };
        format!("{base}{}", "*".repeat(sort.lists as usize))
    }

    pub(super) fn declare(&mut self, section: &Section<'_>) -> Loaded<()> {
        let tokens = &section.head.tokens;
        match tokens[0].ident() {
            Some("sort") => {
                let name = word(tokens, 1, section.head, "the name of a sort")?;
                if let Some(Sort { base: Base::Sort(sort), lists: 0 }) = self.sort_named(name) {
                    for line in section.body {
                        self.declare_ctor(sort, line)?;
                    }
                }
                Ok(())
            }
            Some("error") => self.declare_error(section.head),
            Some("judgment") => self.declare_judgment(section.head),
            _ => Ok(()),
        }
    }

    pub(super) fn declare_ctor(&mut self, sort: usize, line: &Line) -> Loaded<()> {
        let tokens = &line.tokens;
        let name = word(tokens, 0, line, "a constructor")?;
        if name == "variable" {
            let (names, _) = self.sort_at(tokens, 1, line)?;
            let Base::Names(names) = names.base else {
                return Err(Problem::new(
                    "only names can be variables of a sort",
                    tokens[1].span.clone(),
                    "not declared by `names`",
                ));
            };
            if self.sorts[sort].variable.replace(names).is_some() {
                return Err(twice("a sort has names of one kind for variables", &tokens[0]));
            }
            return Ok(());
        }
        if self.ctors.iter().any(|ctor| ctor.name == name) || self.metavar(name).is_some() {
            return Err(Problem::new(
                format!("the name `{name}` is taken"),
                tokens[0].span.clone(),
                "already a constructor or a metavariable",
            ));
        }
        let mut at = 1;
        let mut args = Vec::new();
        let mut binds = None;
        if tokens.get(at).is_some_and(|token| token.is("(")) {
            at += 1;
            loop {
                let (mut sort, taken) = self.sort_at(tokens, at, line)?;
                at += taken;
                if tokens.get(at).is_some_and(|token| token.is(".")) {
                    binds = Some(sort);
                    let (body, taken) = self.sort_at(tokens, at + 1, line)?;
                    sort = body;
                    at += 1 + taken;
                }
                args.push(sort);
                let token = tokens.get(at);
                at += 1;
                match token {
                    Some(token) if token.is(",") => {}
                    Some(token) if token.is(")") => break,
                    _ => return Err(missing(line, at - 1, "expected `,` or `)`")),
                }
            }
        }
        if binds.is_some() && args.len() != 1 {
            return Err(Problem::new(
                "a constructor that binds has one argument",
                line.span(),
                "move the others into a constructor of their own",
            ));
        }
        if let Some(Sort { base: Base::Int | Base::Sort(_), .. }) = binds {
            return Err(Problem::new("only names can be bound", line.span(), "not names"));
        }
        let mut infix = None;
        if let Some(token) = tokens.get(at) {
            let right = token.is("infixr");
            match tokens.get(at + 1) {
                Some(Token { kind: Kind::Text(op), .. })
                    if (right || token.is("infix"))
                        && args.len() == 2
                        && at + 2 == tokens.len() =>
                {
                    let same = |ctor: &DeclaredCtor| {
                        ctor.infix.as_ref().is_some_and(|(known, _)| known == op)
                    };
                    if self.ctors.iter().any(same) {
                        return Err(twice(
                            format!("there are two constructors for {op}"),
                            &tokens[at + 1],
                        ));
                    }
                    infix = Some((op.clone(), right));
                }
                _ => {
                    return Err(Problem::new(
                        "a constructor may be followed by infix \"…\" or infixr \"…\"",
                        token.span.clone(),
                        "and then it has two arguments",
                    ));
                }
            }
        }
        self.ctors.push(DeclaredCtor { name: intern(name), sort, args, binds, infix });
        Ok(())
    }

    /// `feature NAME "what it adds"`, and `off` if users must ask for it.
    pub(super) fn declare_feature(&mut self, line: &Line) -> Loaded<()> {
        let tokens = &line.tokens;
        let name = intern(word(tokens, 1, line, "the name of a feature")?);
        let span = tokens[1].span.clone();
        if self.features.iter().any(|(known, _)| known.name == name) {
            return Err(twice(format!("the feature `{name}` is declared twice"), &tokens[1]));
        }
        let Some(Token { kind: Kind::Text(about), .. }) = tokens.get(2) else {
            return Err(missing(line, 2, "expected what the feature adds, in quotes"));
        };
        let default = match &tokens[3..] {
            [] => true,
            [off] if off.is("off") => false,
            [other, ..] => {
                return Err(Problem::new(
                    "after the description of a feature may stand off",
                    other.span.clone(),
                    "not expected here",
                ));
            }
        };
        self.features.push((Feature { name, about: intern(about), default }, span));
        Ok(())
    }

    pub(super) fn declare_error(&mut self, line: &Line) -> Loaded<()> {
        let name = intern(word(&line.tokens, 1, line, "the name of an error class")?);
        if self.errors.iter().any(|known| known.name == name) {
            return Err(twice(
                format!("the error class `{name}` is declared twice"),
                &line.tokens[1],
            ));
        }
        let Some(Token { kind: Kind::Text(text), .. }) = line.tokens.get(2) else {
            return Err(missing(line, 2, "expected what is wrong, in quotes"));
        };
        let codes = line.tokens[3..].iter().map(|token| {
            token
                .ident()
                .map(intern)
                .ok_or_else(|| Problem::new("codes are words", token.span.clone(), "not a word"))
        });
        let codes = codes.collect::<Loaded<_>>()?;
        self.errors.push(ErrorClass { name, text: intern(text), codes });
        Ok(())
    }

    pub(super) fn declare_judgment(&mut self, line: &Line) -> Loaded<()> {
        let tokens = &line.tokens;
        let name = intern(word(tokens, 1, line, "the name of a judgment")?);
        if self.judgments.iter().any(|known| known.name == name) {
            return Err(twice(format!("the judgment `{name}` is declared twice"), &tokens[1]));
        }
        let mut at = 2;
        let (mut depth, mut deep, mut reflexive) = (None, true, None);
        loop {
            match tokens.get(at..at + 2) {
                Some([word, Token { kind: Kind::Int(n @ 1..=100), .. }]) if word.is("depth") => {
                    at += 2;
                    depth = Some(*n as u32);
                }
                Some([word, _]) if word.is("flat") => {
                    at += 1;
                    deep = false;
                }
                Some([word, _]) if word.is("reflexive") => {
                    reflexive = Some(word.span.clone());
                    at += 1;
                }
                _ => break,
            }
        }
        if !tokens.get(at).is_some_and(|token| token.is(":")) {
            return Err(missing(
                line,
                at,
                "expected `depth N` (1 to 100), `flat`, `reflexive` or `:`, and then the judgment's \
                 notation",
            ));
        }
        at += 1;
        let (mut template, mut sorts, mut modes) = (Vec::new(), Vec::new(), Vec::new());
        let mut known = Vec::new();
        while at < tokens.len() {
            let mode = match &tokens[at].kind {
                Kind::Punct(p) if p == "+" => Some((Mode::In, false)),
                Kind::Punct(p) if p == "!" => Some((Mode::Context, true)),
                Kind::Punct(p) if p == "-" => Some((Mode::Out, false)),
                Kind::Punct(p) if p == "?" => Some((Mode::Out, true)),
                _ => None,
            };
            match (mode, &tokens[at].kind) {
                (Some((mode, before)), _) => {
                    if matches!(template.last(), Some(Piece::Arg(_))) {
                        return Err(Problem::new(
                            "two arguments of a judgment need a word between them",
                            tokens[at].span.clone(),
                            "directly after another argument",
                        ));
                    }
                    let (sort, taken) = self.sort_at(tokens, at + 1, line)?;
                    template.push(Piece::Arg(sorts.len()));
                    sorts.push(sort);
                    modes.push(mode);
                    known.push(before);
                    at += 1 + taken;
                }
                (None, Kind::Ident(text) | Kind::Punct(text)) => {
                    template.push(Piece::Word(text.clone()));
                    at += 1;
                }
                _ => {
                    return Err(Problem::new(
                        "a judgment is made of words and arguments",
                        tokens[at].span.clone(),
                        "neither",
                    )
                    .help("arguments are written +Sort, !Sort, -Sort or ?Sort"));
                }
            }
        }
        if !template.iter().any(|piece| matches!(piece, Piece::Word(_))) {
            return Err(Problem::new(
                "a judgment needs at least one word to be known by",
                line.span(),
                "arguments only",
            ));
        }
        if let Some(same) = self.judgments.iter().find(|known| known.template == template) {
            let message = format!("the judgment `{}` is written in the same way", same.name);
            return Err(twice(message, &tokens[1])
                .help("judgments are told apart by the words between their arguments"));
        }
        let pred = self.add_pred(name, modes.clone(), deep);
        let info = &mut self.preds[pred.0 as usize];
        info.own_depth = depth;
        info.decided = !modes.contains(&Mode::Out);
        info.context = (0..modes.len()).find(|&i| modes[i] == Mode::Context && sorts[i].lists == 1);
        if let Some(span) = reflexive {
            let output = modes.iter().position(|mode| *mode == Mode::Out);
            let input = output
                .and_then(|out| (0..out).find(|&i| modes[i] == Mode::In && sorts[i] == sorts[out]));
            info.reflexive = Some(input.zip(output).ok_or_else(|| {
                Problem::new(
                    "a reflexive judgment takes something to another of the same sort",
                    span,
                    "expected an argument +Sort and behind it an argument -Sort",
                )
            })?);
        }
        let span = line.span();
        self.judgments.push(Judgment { name, template, sorts, modes, known, pred, span });
        Ok(())
    }

    pub(super) fn add_pred(&mut self, name: &'static str, modes: Vec<Mode>, deep: bool) -> Pred {
        let arity = modes.len();
        self.preds.push(PredInfo {
            name,
            arity,
            deep,
            own_depth: None,
            decided: false,
            aside: false,
            context: None,
            reflexive: None,
        });
        self.modes.push(modes);
        Pred(self.preds.len() as u32 - 1)
    }

    /// The sort of a metavariable: a declared word, an `s` for lists, digits
    /// and primes.
    pub(super) fn metavar(&self, word: &str) -> Option<Sort> {
        let base = word.trim_end_matches(|c: char| c.is_ascii_digit() || c == '\'');
        if let Some(sort) = self.metavars.get(base) {
            return Some(*sort);
        }
        if base == "n" {
            return Some(Sort { base: Base::Int, lists: 0 });
        }
        let sort = self.metavars.get(base.strip_suffix('s')?)?;
        Some(Sort { lists: sort.lists + 1, ..*sort })
    }
}

fn twice(message: impl Into<String>, token: &Token) -> Problem {
    Problem::new(message, token.span.clone(), "declared before")
}
