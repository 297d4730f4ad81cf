//! From the text of a rule file to a [`System`].

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use logic::{
    Clause, ClauseId, Goal, Heights, Pat, Pred, PredInfo, Premise, Symbol, Theory, Tuning,
};

use crate::conditions;
use crate::diagnostic::{Problem, RuleFileError};
use crate::lexer::{self, Kind, Line, Token};
use crate::print::{self, Printer};
use crate::rewrite::{Precondition, Rewrite};
use crate::system::{
    Base, Ctor, ErrorClass, Judgment, Mode, Negation, Piece, Rule, Sort, SortDecl, System,
};
use crate::term_syntax::{Ast, Node, Operator, TermParser};

/// A rule file is loaded once and its names live as long as the program: they
/// are the features of test cases.
fn forever(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

type Loaded<T> = Result<T, Problem>;

impl System {
    /// Loads a rule file. `path` is its name in error messages.
    pub fn load(path: &str, text: &str) -> Result<System, RuleFileError> {
        load(text).map_err(|problems| RuleFileError {
            path: path.to_owned(),
            source_text: text.to_owned(),
            problems,
        })
    }
}

fn load(text: &str) -> Result<System, Vec<Problem>> {
    let lines = lexer::lines(text).map_err(|problem| vec![problem])?;
    let sections = sections(&lines).map_err(|problem| vec![problem])?;
    let mut loader = Loader::default();
    let mut problems = Vec::new();
    // Declarations first, so that rules may stand in any order.
    for section in &sections {
        if let Err(problem) = loader.declare_names(section) {
            problems.push(problem);
        }
    }
    for section in &sections {
        if let Err(problem) = loader.declare(section) {
            problems.push(problem);
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    loader.operators = loader
        .ctors
        .iter()
        .filter_map(|ctor| ctor.infix.clone())
        .map(|(text, right)| Operator { text, right })
        .collect();
    for section in &sections {
        if let Err(problem) = loader.rule_section(section) {
            problems.push(problem);
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    loader.finish(&sections, text)
}

/// A line at the margin and the indented ones below it.
struct Section<'a> {
    head: &'a Line,
    body: &'a [Line],
}

impl Section<'_> {
    fn is(&self, keyword: &str) -> bool {
        self.head.tokens[0].is(keyword)
    }
}

const KEYWORDS: &[&str] =
    &["system", "names", "sort", "error", "judgment", "start", "rule", "language", "rewrite"];

/// A set of features is a word of the machine.
const MAX_FEATURES: usize = u64::BITS as usize;

/// The words of a rule or rewrite. Far more than anyone writes, and far less
/// than there are numbers for its variables.
const MAX_WORDS: usize = 5000;

fn sections(lines: &[Line]) -> Loaded<Vec<Section<'_>>> {
    let mut sections = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let head = &lines[at];
        let known = head.tokens[0].ident().is_some_and(|word| KEYWORDS.contains(&word));
        if head.indented || !known {
            return Err(Problem::new(
                "a section begins with a keyword at the margin",
                head.tokens[0].span.clone(),
                if head.indented { "belongs to no section" } else { "no keyword" },
            )
            .help(format!("keywords are: {}", KEYWORDS.join(", "))));
        }
        let body = lines[at + 1..].iter().take_while(|line| line.indented).count();
        let words = lines[at..=at + body].iter().map(|line| line.tokens.len());
        if words.sum::<usize>() > MAX_WORDS && !head.tokens[0].is("language") {
            return Err(Problem::new("this is too long", head.span(), "more than 5000 words"));
        }
        sections.push(Section { head, body: &lines[at + 1..at + 1 + body] });
        at += 1 + body;
    }
    Ok(sections)
}

#[derive(Default)]
struct Loader {
    system: Option<&'static str>,
    names: Vec<&'static str>,
    name_words: Vec<&'static str>,
    sorts: Vec<SortDecl>,
    /// Sorts that stand for a list of another.
    aliases: BTreeMap<String, Sort>,
    metavars: BTreeMap<String, Sort>,
    ctors: Vec<DeclaredCtor>,
    operators: Vec<Operator>,
    errors: Vec<ErrorClass>,
    judgments: Vec<Judgment>,
    preds: Vec<PredInfo>,
    modes: Vec<Vec<Mode>>,
    start: Option<(usize, Range<usize>)>,
    rules: Vec<DraftRule>,
}

struct DeclaredCtor {
    name: &'static str,
    sort: usize,
    args: Vec<Sort>,
    binds: Option<Sort>,
    infix: Option<(String, bool)>,
}

impl DeclaredCtor {
    fn symbol(&self, number: usize) -> Symbol {
        Symbol::new(number as u32, self.binds.is_some())
    }
}

/// A rule before clauses have their final order.
struct DraftRule {
    name: &'static str,
    span: Range<usize>,
    clause: Clause,
    labels: Vec<Option<&'static str>>,
    order: Vec<usize>,
    feature: Option<&'static str>,
    behind: Option<&'static str>,
    negations: Vec<DraftNegation>,
    /// The rule, the premise and the error class that it is the negation of.
    negates: Option<(String, String, usize)>,
}

struct DraftNegation {
    premise: &'static str,
    error: usize,
    clause: Clause,
}

/// A premise while its rule is being read.
struct DraftPremise {
    label: Option<&'static str>,
    goal: Goal,
    after: Vec<u16>,
    span: Range<usize>,
    /// The error class, and the goals that say what the negation is.
    negation: Option<(usize, Option<Goal>, Range<usize>)>,
}

/// What a rule's premises need to know about it.
#[derive(Clone, Copy)]
struct Header {
    name: &'static str,
    feature: Option<&'static str>,
    /// That of the judgment it concludes.
    own_depth: Option<u32>,
}

/// The variables of a rule.
#[derive(Default)]
struct Scope {
    vars: Vec<(String, Sort)>,
    fresh: Vec<String>,
    /// Metavariables that stand under a binder of a name that is not fresh:
    /// their value is the nameless body.
    under: BTreeMap<String, String>,
    /// The nameless body for a metavariable and the fresh name bound in it.
    closed: BTreeMap<(String, String), u16>,
    /// What a body, opened with an argument, is.
    opened: Vec<(u16, Pat, u16)>,
    /// Goals that notation stands for.
    extra: Vec<(Goal, Range<usize>)>,
}

impl Scope {
    fn var(&mut self, name: &str, sort: Sort) -> u16 {
        if let Some(known) = self.vars.iter().position(|(known, _)| known == name) {
            return known as u16;
        }
        self.vars.push((name.to_owned(), sort));
        self.vars.len() as u16 - 1
    }

    fn anonymous(&mut self, sort: Sort) -> u16 {
        let name = format!("_{}", self.vars.len());
        self.vars.push((name, sort));
        self.vars.len() as u16 - 1
    }
}

impl Loader {
    // Declarations.

    fn declare_names(&mut self, section: &Section<'_>) -> Loaded<()> {
        let tokens = &section.head.tokens;
        match tokens[0].ident() {
            Some("system") => {
                let name = word(tokens, 1, section.head, "the name of the system")?;
                self.system = Some(forever(name));
            }
            Some("names") => {
                let name = word(tokens, 1, section.head, "the name of a kind of names")?;
                self.names.push(forever(name));
                let sort = Sort { base: Base::Names(self.names.len() - 1), lists: 0 };
                self.declare_metavars(&tokens[2..], sort)?;
                let metavar = word(tokens, 2, section.head, "a metavariable for them")?;
                self.name_words.push(forever(metavar));
            }
            Some("sort") => {
                let name = word(tokens, 1, section.head, "the name of a sort")?;
                if self.sort_named(name).is_some() {
                    return Err(Problem::new(
                        format!("the sort `{name}` is declared twice"),
                        tokens[1].span.clone(),
                        "declared before",
                    ));
                }
                if let Some(equals) = tokens.iter().position(|token| token.is("=")) {
                    let sort = self.sort_at(tokens, equals + 1, section.head)?.0;
                    self.aliases.insert(name.to_owned(), sort);
                    self.declare_metavars(&tokens[2..equals], sort)?;
                } else {
                    self.sorts.push(SortDecl { name: forever(name), variable: None });
                    let sort = Sort { base: Base::Sort(self.sorts.len() - 1), lists: 0 };
                    self.declare_metavars(&tokens[2..], sort)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn declare_metavars(&mut self, tokens: &[Token], sort: Sort) -> Loaded<()> {
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

    fn sort_named(&self, name: &str) -> Option<Sort> {
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
    fn sort_at(&self, tokens: &[Token], at: usize, line: &Line) -> Loaded<(Sort, usize)> {
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

    fn known_sorts(&self) -> String {
        let sorts = self.sorts.iter().map(|sort| sort.name);
        let mut known: Vec<&str> = sorts.chain(self.names.iter().copied()).collect();
        known.extend(self.aliases.keys().map(String::as_str));
        known.push("Int");
        known.join(", ")
    }

    fn show(&self, sort: Sort) -> String {
        let base = match sort.base {
            Base::Int => "Int",
            Base::Names(i) => self.names[i],
            Base::Sort(i) => self.sorts[i].name,
        };
        format!("{base}{}", "*".repeat(sort.lists as usize))
    }

    fn declare(&mut self, section: &Section<'_>) -> Loaded<()> {
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

    fn declare_ctor(&mut self, sort: usize, line: &Line) -> Loaded<()> {
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
            self.sorts[sort].variable = Some(names);
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
        self.ctors.push(DeclaredCtor { name: forever(name), sort, args, binds, infix });
        Ok(())
    }

    fn declare_error(&mut self, line: &Line) -> Loaded<()> {
        let name = forever(word(&line.tokens, 1, line, "the name of an error class")?);
        let Some(Token { kind: Kind::Text(text), .. }) = line.tokens.get(2) else {
            return Err(missing(line, 2, "expected what is wrong, in quotes"));
        };
        let codes = line.tokens[3..].iter().map(|token| {
            token
                .ident()
                .map(forever)
                .ok_or_else(|| Problem::new("codes are words", token.span.clone(), "not a word"))
        });
        let codes = codes.collect::<Loaded<_>>()?;
        self.errors.push(ErrorClass { name, text: forever(text), codes });
        Ok(())
    }

    fn declare_judgment(&mut self, line: &Line) -> Loaded<()> {
        let tokens = &line.tokens;
        let name = forever(word(tokens, 1, line, "the name of a judgment")?);
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

    fn add_pred(&mut self, name: &'static str, modes: Vec<Mode>, deep: bool) -> Pred {
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
    fn metavar(&self, word: &str) -> Option<Sort> {
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

    // Terms.

    fn parse(&self, tokens: &[Token], end: usize) -> Loaded<Ast> {
        TermParser::parse(tokens, end, &self.operators)
    }

    /// Whether a term of sort `found` may stand where `wanted` is expected.
    fn fits(&self, found: Sort, wanted: Sort) -> bool {
        found == wanted
            || found.lists == wanted.lists
                && match (found.base, wanted.base) {
                    (Base::Names(n), Base::Sort(s)) => self.sorts[s].variable == Some(n),
                    _ => false,
                }
    }

    fn term(&self, scope: &mut Scope, ast: &Ast, sort: Sort) -> Loaded<Pat> {
        let wrong_sort = |found: String| {
            Problem::new(
                format!("expected a term of sort {}", self.show(sort)),
                ast.span.clone(),
                found,
            )
        };
        match &ast.node {
            Node::Wild => Ok(Pat::Var(scope.anonymous(sort))),
            Node::Int(n) if sort == (Sort { base: Base::Int, lists: 0 }) => Ok(Pat::Int(*n)),
            Node::Int(_) => Err(wrong_sort("this is an Int".to_owned())),
            Node::Ident(word) => {
                let Some(found) = self.metavar(word) else {
                    return self.call(scope, word, &[], ast, sort);
                };
                if !self.fits(found, sort) {
                    return Err(wrong_sort(format!("this is of sort {}", self.show(found))));
                }
                if let Some(bound) = scope.under.get(word) {
                    return Err(Problem::new(
                        format!("`{word}` stands under the binder of `{bound}`"),
                        ast.span.clone(),
                        format!("write {word}[{bound} := …], or make `{bound}` fresh"),
                    ));
                }
                Ok(Pat::Var(scope.var(word, found)))
            }
            Node::Call(word, args) => self.call(scope, word, args, ast, sort),
            Node::Infix(op, operands) => {
                let named = |ctor: &DeclaredCtor| ctor.infix.as_ref().is_some_and(|(o, _)| o == op);
                let ctor = self.ctors.iter().find(|ctor| named(ctor)).expect("a known operator");
                self.call(scope, ctor.name, &operands[..], ast, sort)
            }
            Node::List(items, rest) => {
                if sort.lists == 0 {
                    return Err(wrong_sort("this is a list".to_owned()));
                }
                let item_sort = Sort { lists: sort.lists - 1, ..sort };
                let items = items
                    .iter()
                    .map(|item| self.term(scope, item, item_sort))
                    .collect::<Loaded<Vec<_>>>()?;
                let rest = match rest {
                    Some(rest) => self.term(scope, rest, sort)?,
                    None => Pat::Node(Symbol::NIL, vec![]),
                };
                Ok(items.into_iter().rev().fold(rest, |rest, item| cons(item, rest)))
            }
            Node::Extend(parts) => {
                if sort.lists == 0 {
                    return Err(wrong_sort("this is a list".to_owned()));
                }
                let rest = self.term(scope, &parts[0], sort)?;
                let entry = self.term(scope, &parts[1], Sort { lists: sort.lists - 1, ..sort })?;
                Ok(cons(entry, rest))
            }
            Node::Subst(parts, bound) => {
                let Node::Ident(body) = &parts[0].node else {
                    return Err(Problem::new(
                        "only a metavariable can be substituted into",
                        parts[0].span.clone(),
                        "not a metavariable",
                    ));
                };
                let body_sort = self.metavar(body).filter(|found| self.fits(*found, sort));
                let (Some(body_sort), Some(names)) = (body_sort, self.metavar(bound)) else {
                    return Err(wrong_sort("neither of these is that".to_owned()));
                };
                let body_var = if scope.fresh.contains(bound) {
                    self.closed(scope, body, body_sort, bound, names, &ast.span)
                } else {
                    scope.under.insert(body.clone(), bound.clone());
                    scope.var(body, body_sort)
                };
                let arg_sort = self.stands_for(names).ok_or_else(|| {
                    Problem::new(
                        format!("no sort has `{bound}` among its terms"),
                        ast.span.clone(),
                        "nothing to put in its place",
                    )
                    .help(format!("declare `variable {}` in a sort", self.show(names)))
                })?;
                let arg = self.term(scope, &parts[1], arg_sort)?;
                let args = if names.lists == 0 { cons(arg, nil()) } else { arg };
                let known = scope.opened.iter().find(|(b, a, _)| *b == body_var && *a == args);
                if let Some((.., result)) = known {
                    return Ok(Pat::Var(*result));
                }
                let result = scope.anonymous(sort);
                scope.opened.push((body_var, args.clone(), result));
                let goal = Goal::Open {
                    body: Pat::Var(body_var),
                    args,
                    result: Pat::Var(result),
                    closing: false,
                };
                scope.extra.push((goal, ast.span.clone()));
                Ok(Pat::Var(result))
            }
            Node::Bind(..) => Err(Problem::new(
                "nothing binds here",
                ast.span.clone(),
                "only the argument of a constructor that binds is written like this",
            )),
        }
    }

    /// The sort whose terms can take the place of these names.
    fn stands_for(&self, names: Sort) -> Option<Sort> {
        let Base::Names(kind) = names.base else { return None };
        let sort = self.sorts.iter().position(|sort| sort.variable == Some(kind))?;
        Some(Sort { base: Base::Sort(sort), lists: names.lists })
    }

    fn call(
        &self,
        scope: &mut Scope,
        word: &str,
        args: &[Ast],
        ast: &Ast,
        sort: Sort,
    ) -> Loaded<Pat> {
        let Some(number) = self.ctors.iter().position(|ctor| ctor.name == word) else {
            return Err(Problem::new(
                format!("`{word}` is neither a constructor nor a metavariable"),
                ast.span.clone(),
                "unknown",
            )
            .help(
                "metavariables are declared with their sort; digits, primes and, for lists, an s \
                 may follow",
            ));
        };
        let ctor = &self.ctors[number];
        let found = Sort { base: Base::Sort(ctor.sort), lists: 0 };
        if found != sort {
            return Err(Problem::new(
                format!("expected a term of sort {}", self.show(sort)),
                ast.span.clone(),
                format!("this is of sort {}", self.show(found)),
            ));
        }
        if args.len() != ctor.args.len() {
            return Err(Problem::new(
                format!("`{word}` has {} arguments", ctor.args.len()),
                ast.span.clone(),
                format!("here are {}", args.len()),
            ));
        }
        let symbol = ctor.symbol(number);
        if let Some(names) = ctor.binds {
            return self.binding(scope, symbol, names, ctor.args[0], &args[0]);
        }
        let args = args.iter().zip(&ctor.args).map(|(arg, sort)| self.term(scope, arg, *sort));
        Ok(Pat::Node(symbol, args.collect::<Loaded<_>>()?))
    }

    /// The argument of a constructor that binds.
    fn binding(
        &self,
        scope: &mut Scope,
        symbol: Symbol,
        names: Sort,
        sort: Sort,
        arg: &Ast,
    ) -> Loaded<Pat> {
        if arg.node == Node::Wild {
            return Ok(Pat::Node(symbol, vec![Pat::Any]));
        }
        let Node::Bind(bound, body) = &arg.node else {
            return Err(Problem::new(
                "this argument stands under a binder",
                arg.span.clone(),
                "expected a bound name, a dot and the body: a. T",
            ));
        };
        if self.metavar(bound) != Some(names) {
            return Err(Problem::new(
                format!("expected a name of sort {}", self.show(names)),
                arg.span.clone(),
                format!("`{bound}` is not"),
            ));
        }
        let var = match &body.node {
            Node::Ident(word) if self.metavar(word).is_some_and(|found| self.fits(found, sort)) => {
                let found = self.metavar(word).expect("just seen");
                if scope.fresh.contains(bound) {
                    self.closed(scope, word, found, bound, names, &arg.span)
                } else {
                    scope.under.insert(word.clone(), bound.clone());
                    scope.var(word, found)
                }
            }
            _ if scope.fresh.contains(bound) => {
                let result = self.term(scope, body, sort)?;
                let var = scope.anonymous(sort);
                self.push_closing(scope, var, bound, names, result, &arg.span);
                var
            }
            _ => {
                return Err(Problem::new(
                    format!("`{bound}` is not fresh, so only a metavariable can stand under it"),
                    body.span.clone(),
                    format!("not a metavariable; or write `fresh {bound}` among the premises"),
                ));
            }
        };
        Ok(Pat::Node(symbol, vec![Pat::Var(var)]))
    }

    /// The nameless body of a metavariable under a fresh name.
    fn closed(
        &self,
        scope: &mut Scope,
        word: &str,
        sort: Sort,
        bound: &str,
        names: Sort,
        span: &Range<usize>,
    ) -> u16 {
        let key = (word.to_owned(), bound.to_owned());
        if let Some(var) = scope.closed.get(&key) {
            return *var;
        }
        let var = scope.anonymous(sort);
        scope.closed.insert(key, var);
        let result = Pat::Var(scope.var(word, sort));
        self.push_closing(scope, var, bound, names, result, span);
        var
    }

    fn push_closing(
        &self,
        scope: &mut Scope,
        body: u16,
        bound: &str,
        names: Sort,
        result: Pat,
        span: &Range<usize>,
    ) {
        let name = Pat::Var(scope.var(bound, names));
        let args = if names.lists == 0 { cons(name, nil()) } else { name };
        let goal = Goal::Open { body: Pat::Var(body), args, result, closing: true };
        scope.extra.push((goal, span.clone()));
    }

    // Rules.

    fn rule_section(&mut self, section: &Section<'_>) -> Loaded<()> {
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
            self.start = Some((i, span));
        }
        if section.is("rule") { self.rule(section) } else { Ok(()) }
    }

    fn rule(&mut self, section: &Section<'_>) -> Loaded<()> {
        let head = &section.head.tokens;
        let name = forever(word(head, 1, section.head, "the name of the rule")?);
        if self.rules.iter().any(|rule| rule.name == name) {
            return Err(Problem::new(
                format!("there are two rules `{name}`"),
                head[1].span.clone(),
                "the second one",
            ));
        }
        let (mut weight, mut feature, mut negates) = (1, None, None);
        let mut at = 2;
        while at < head.len() {
            if head[at].is("negates") {
                negates = Some(self.negates(section.head, at + 1)?);
                at += 6;
                continue;
            }
            match (head[at].ident(), head.get(at + 1).map(|token| &token.kind)) {
                (Some("weight"), Some(Kind::Int(n))) if (0..=1000).contains(n) => {
                    weight = *n as u32;
                }
                (Some("feature"), Some(Kind::Ident(word))) => feature = Some(forever(word)),
                _ => {
                    return Err(Problem::new(
                        "after a rule's name may stand weight N (0 to 1000), feature NAME and \
                         negates RULE.PREMISE else ERROR",
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
            if tokens.first().is_some_and(|token| token.is("fresh")) {
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
            clause: Clause { weight, ..draft.clause },
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
    fn negates(&self, line: &Line, at: usize) -> Loaded<(String, String, usize)> {
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

    fn error_class(&self, name: &str, span: &Range<usize>) -> Loaded<usize> {
        self.errors.iter().position(|class| class.name == name).ok_or_else(|| {
            Problem::new(format!("unknown error class `{name}`"), span.clone(), "not declared")
                .help(format!("declare it: error {name} \"what is wrong\""))
        })
    }

    fn shapes(&self) -> String {
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
    fn match_judgment(&self, tokens: &[Token]) -> Option<(usize, Vec<Range<usize>>)> {
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

    fn judgment_args(
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

    fn premise(
        &mut self,
        scope: &mut Scope,
        header: Header,
        line: &Line,
        drafts: &mut Vec<DraftPremise>,
    ) -> Loaded<()> {
        let (label, tokens) = skip_label(&line.tokens);
        if tokens.is_empty() {
            return Err(missing(line, line.tokens.len(), "expected a premise"));
        }
        let label = label.map_or_else(|| forever(&format!("{}", drafts.len() + 1)), forever);
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
        if stated[0].is("fresh") {
            return self.fresh(scope, stated, error, &span, drafts);
        }
        if stated[0].is("zip") {
            // Lists of the same length, and nothing said about their items.
            let goal = self.zip(scope, header, label, stated, error, &span)?;
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

    /// `fresh x, y` and `fresh xs 0..2`.
    fn fresh(
        &self,
        scope: &mut Scope,
        tokens: &[Token],
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
        let mut push = |goal| {
            let span = span.clone();
            drafts.push(DraftPremise {
                label: None,
                goal,
                after: Vec::new(),
                span,
                negation: None,
            });
        };
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
                let (low, high, taken) = range(tokens, at).ok_or_else(|| {
                    Problem::new(
                        "how many fresh names?",
                        token.span.clone(),
                        "a list of names needs a range behind it: 0..2",
                    )
                })?;
                at += taken;
                push(Goal::Length(var.clone(), low as u32, high as u32));
            }
            push(Goal::Fresh(var));
            if tokens.get(at).is_some_and(|token| token.is(",")) {
                at += 1;
            }
        }
        Ok(())
    }

    /// A premise without label and error class; and the variable that must be
    /// known first.
    fn goal(
        &self,
        scope: &mut Scope,
        tokens: &[Token],
        span: &Range<usize>,
    ) -> Loaded<(Goal, Vec<u16>)> {
        let end = tokens[tokens.len() - 1].span.end;
        if tokens[0].is("not") {
            let (goal, _) = self.goal(scope, &tokens[1..], span)?;
            return match goal {
                Goal::Call(pred, args) => Ok((Goal::Not(pred, args), Vec::new())),
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
            let counts = range(tokens, 3).filter(|_| tokens.get(2).is_some_and(|t| t.is("in")));
            return match (metavar, sort, counts) {
                (Some(name), Some(sort), Some((low, high, _))) => {
                    let var = Pat::Var(scope.var(name, sort));
                    Ok((Goal::Length(var, low as u32, high as u32), Vec::new()))
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
                (Goal::NotIn(universal(&entry, &anonymous_vars(scope)), list), Vec::new())
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
            // Of two terms that differ, `_` is whatever stands there.
            let any = |pat: &Pat| universal(pat, &anonymous_vars(scope));
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
             `T /= U`, `n in 0..9`, `length Ts in 0..3`, `for T in Ts: …`, `zip Es, Ts`, `not …` and \
             `where condition(…)`",
            self.shapes()
        )))
    }

    /// The sort of a term as far as its outermost part tells.
    fn sort_of(&self, ast: &Ast) -> Option<Sort> {
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

    fn condition(&self, scope: &mut Scope, tokens: &[Token], span: &Range<usize>) -> Loaded<Goal> {
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
        Ok(Goal::Condition(number, pats))
    }

    /// `for E in Es, T in Ts: premise`: a predicate of its own with one rule
    /// for the empty lists and one for the others.
    fn for_each(
        &mut self,
        scope: &mut Scope,
        header: Header,
        label: &'static str,
        tokens: &[Token],
        error: Option<usize>,
        span: &Range<usize>,
    ) -> Loaded<(Goal, Vec<u16>)> {
        let Header { name: rule, feature, own_depth } = header;
        let malformed = || {
            Problem::new(
                "this is not a premise about lists",
                span.clone(),
                "expected: for E in Es, T in Ts: premise",
            )
        };
        let colon = (1..tokens.len())
            .find(|&i| tokens[i].is(":") && tokens[i].span.start == tokens[i - 1].span.end)
            .ok_or_else(malformed)?;
        let mut pairs = Vec::new();
        for pair in tokens[1..colon].split(|token| token.is(",")) {
            let [item, middle, list] = pair else { return Err(malformed()) };
            let (Some(item), Some(list), true) = (item.ident(), list.ident(), middle.is("in"))
            else {
                return Err(malformed());
            };
            let (item_sort, list_sort) = (self.metavar(item), self.metavar(list));
            let (Some(item_sort), Some(list_sort)) = (item_sort, list_sort) else {
                return Err(malformed());
            };
            if (Sort { lists: item_sort.lists + 1, ..item_sort }) != list_sort {
                return Err(Problem::new(
                    format!("`{list}` is not a list of what `{item}` is"),
                    span.clone(),
                    format!("{} in {}", self.show(item_sort), self.show(list_sort)),
                ));
            }
            pairs.push((item.to_owned(), item_sort, list.to_owned(), list_sort));
        }
        let stated = &tokens[colon + 1..];
        if stated.is_empty() {
            return Err(malformed());
        }
        // The scope of the predicate: items, the rests of the lists, and what
        // the premise shares with the rule.
        let mut inner = Scope { fresh: scope.fresh.clone(), ..Scope::default() };
        let items: Vec<u16> = pairs.iter().map(|(item, sort, ..)| inner.var(item, *sort)).collect();
        let (goal, after) = self.goal(&mut inner, stated, span)?;
        if !inner.extra.is_empty() {
            return Err(Problem::new(
                "binders and substitution cannot stand in a premise about lists",
                span.clone(),
                "make it a judgment of its own",
            ));
        }
        let shared: Vec<(u16, String, Sort)> = inner
            .vars
            .iter()
            .enumerate()
            .filter(|(i, (name, _))| !items.contains(&(*i as u16)) && !name.starts_with('_'))
            .map(|(i, (name, sort))| (i as u16, name.clone(), *sort))
            .collect();
        let outputs = self.output_vars(&goal);
        let mode = |var: &u16| if outputs.contains(var) { Mode::Out } else { Mode::In };
        let mut modes: Vec<Mode> = items.iter().map(mode).collect();
        if modes.iter().all(|mode| *mode == Mode::Out) {
            return Err(Problem::new(
                "a checker would not know how long these lists are",
                span.clone(),
                "at least one item must be given to the premise",
            ));
        }
        modes.extend(shared.iter().map(|_| Mode::In));
        let name = forever(&format!("{rule}.{label}"));
        let pred = self.add_pred(name, modes, false);
        self.preds[pred.0 as usize].own_depth = own_depth;
        self.preds[pred.0 as usize].context = match &goal {
            Goal::Call(asked, args) => {
                let context = self.preds[asked.0 as usize].context.map(|i| &args[i]);
                let given = shared.iter().position(|(var, ..)| context == Some(&Pat::Var(*var)));
                given.map(|i| items.len() + i)
            }
            _ => None,
        };
        let rests: Vec<u16> = pairs.iter().map(|(.., sort)| inner.anonymous(*sort)).collect();
        let share = || shared.iter().map(|(var, ..)| Pat::Var(*var));

        // Both rules.
        let nil_head: Vec<Pat> = items
            .iter()
            .map(|_| nil())
            .chain((0..shared.len()).map(|i| Pat::Var(i as u16)))
            .collect();
        let clause = Clause {
            pred,
            head: nil_head,
            premises: Vec::new(),
            vars: shared.len() as u16,
            names: Vec::new(),
            adds: 0,
            weight: 1,
            negation: None,
        };
        self.rules.push(DraftRule {
            name: forever(&format!("{name}.nil")),
            span: span.clone(),
            clause,
            labels: Vec::new(),
            order: Vec::new(),
            feature,
            behind: Some(rule),
            negations: Vec::new(),
            negates: None,
        });
        let head: Vec<Pat> = items
            .iter()
            .zip(&rests)
            .map(|(item, rest)| cons(Pat::Var(*item), Pat::Var(*rest)))
            .chain(share())
            .collect();
        let again =
            Goal::Call(pred, rests.iter().map(|rest| Pat::Var(*rest)).chain(share()).collect());
        let drafts = vec![
            DraftPremise {
                label: Some(label),
                goal,
                after: after.clone(),
                span: span.clone(),
                negation: error.map(|error| (error, None, span.clone())),
            },
            DraftPremise {
                label: None,
                goal: again,
                after: Vec::new(),
                span: span.clone(),
                negation: None,
            },
        ];
        let cons_name = forever(&format!("{name}.cons"));
        let draft = self.assemble(
            cons_name,
            span.clone(),
            inner,
            drafts,
            (pred, head),
            Some(span.clone()),
        )?;
        self.rules.push(DraftRule { feature, behind: Some(rule), ..draft });

        let mut args = Vec::new();
        let mut outer_after = Vec::new();
        for ((.., list, sort), item) in pairs.iter().zip(&items) {
            let var = scope.var(list, *sort);
            args.push(Pat::Var(var));
            if after.contains(item) {
                outer_after.push(var);
            }
        }
        for (inner_var, name, sort) in &shared {
            let var = scope.var(name, *sort);
            args.push(Pat::Var(var));
            if after.contains(inner_var) {
                outer_after.push(var);
            }
        }
        Ok((Goal::Call(pred, args), outer_after))
    }

    /// `zip Es, Ts`
    fn zip(
        &mut self,
        scope: &mut Scope,
        header: Header,
        label: &'static str,
        tokens: &[Token],
        error: Option<usize>,
        span: &Range<usize>,
    ) -> Loaded<Goal> {
        let lists: Vec<(&str, Sort)> = tokens[1..]
            .iter()
            .filter_map(Token::ident)
            .filter_map(|word| Some((word, self.metavar(word).filter(|sort| sort.lists > 0)?)))
            .collect();
        if lists.len() < 2 || lists.len() * 2 != tokens.len() || error.is_some() {
            return Err(Problem::new(
                "this is not a premise about the length of lists",
                span.clone(),
                "expected: zip Es, Ts; it cannot be negated",
            ));
        }
        let modes = vec![Mode::In; lists.len()];
        let name = forever(&format!("{}.{label}", header.name));
        let pred = self.add_pred(name, modes, false);
        self.preds[pred.0 as usize].own_depth = header.own_depth;
        let count = lists.len() as u16;
        let clause = |head: Vec<Pat>, premises: Vec<Premise>, vars| Clause {
            pred,
            head,
            premises,
            vars,
            names: Vec::new(),
            adds: 0,
            weight: 1,
            negation: None,
        };
        let nils = clause(vec![nil(); lists.len()], Vec::new(), 0);
        let again = Goal::Call(pred, (0..count).map(|i| Pat::Var(count + i)).collect());
        let heads = (0..count).map(|i| cons(Pat::Var(i), Pat::Var(count + i))).collect();
        let conses = clause(heads, vec![again.into()], 2 * count);
        for (clause, suffix) in [(nils, "nil"), (conses, "cons")] {
            let premises = clause.premises.len();
            self.rules.push(DraftRule {
                name: forever(&format!("{name}.{suffix}")),
                span: span.clone(),
                clause,
                labels: vec![None; premises],
                order: (0..premises).collect(),
                feature: header.feature,
                behind: Some(header.name),
                negations: Vec::new(),
                negates: None,
            });
        }
        Ok(Goal::Call(
            pred,
            lists.iter().map(|(name, sort)| Pat::Var(scope.var(name, *sort))).collect(),
        ))
    }

    fn output_vars(&self, goal: &Goal) -> Vec<u16> {
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
    fn assemble(
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
            adds: self.adds(&scope, &head, drafts.iter().map(|draft| &draft.goal)),
            weight: 1,
            negation: None,
        };
        let mut negations = Vec::new();
        for (i, draft) in drafts.iter().enumerate() {
            let Some((error, by, span)) = &draft.negation else { continue };
            let mut vars = vars;
            let goals = self.negate(draft, by.as_ref(), &scope, &known_before[i], &mut vars)?;
            // What this premise would have determined is not there: goals that
            // only compute with it go too.
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
                error: *error,
                clause: Clause {
                    pred,
                    head: head.clone(),
                    adds: self.adds(&scope, &head, premises.iter().map(|premise| &premise.goal)),
                    premises,
                    vars,
                    names: names.clone(),
                    weight: 1,
                    // The final number is given when all negations are known.
                    negation: Some(0),
                },
            });
        }
        Ok(DraftRule {
            name,
            span,
            clause,
            labels: drafts.iter().map(|draft| draft.label).collect(),
            order,
            feature: None,
            behind: None,
            negations,
            negates: None,
        })
    }

    /// The symbols of what a rule adds to contexts.
    fn adds<'g>(&self, scope: &Scope, head: &[Pat], goals: impl Iterator<Item = &'g Goal>) -> u64 {
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
        let mut work: Vec<&Pat> = head.iter().collect();
        for goal in goals {
            match goal {
                Goal::Call(_, args) => work.extend(args),
                Goal::Equal(a, b) => work.extend([a, b]),
                _ => {}
            }
        }
        while let Some(pat) = work.pop() {
            let Pat::Node(symbol, args) = pat else { continue };
            if *symbol == Symbol::CONS && is_entry(&args[0]) {
                adds |= match &args[0] {
                    Pat::Node(entry, _) => entry.bit(),
                    _ => u64::MAX,
                };
            }
            work.extend(args);
        }
        adds
    }

    fn info(&self, pred: Pred) -> &PredInfo {
        &self.preds[pred.0 as usize]
    }

    /// The goals that say that a premise does not hold.
    fn negate(
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
            Goal::Not(pred, args) => Ok(vec![Goal::Call(*pred, args.clone())]),
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
            Goal::Fresh(_) | Goal::Range(..) | Goal::Length(..) | Goal::Open { .. } => impossible(
                "it does not say anything that could be false of a program",
                "leave out `else`",
            ),
        }
    }

    /// The order in which a checker can work on the premises, and for each
    /// premise the variables that are known before it.
    #[allow(clippy::type_complexity)]
    fn schedule(
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
                .find(|&i| self.needs(&drafts[i].goal, &known).is_empty());
            let Some(i) = next else {
                let i = (0..drafts.len()).find(|i| !order.contains(i)).expect("one is left");
                let missing = self.needs(&drafts[i].goal, &known);
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
    fn needs(&self, goal: &Goal, known: &[u16]) -> Vec<u16> {
        let mut needed = Vec::new();
        match goal {
            Goal::Call(pred, args) => {
                for (arg, mode) in args.iter().zip(&self.modes[pred.0 as usize]) {
                    if *mode != Mode::Out {
                        collect_vars(arg, &mut needed);
                    }
                }
            }
            Goal::Not(_, args) | Goal::Condition(_, args) => {
                args.iter().for_each(|arg| collect_vars(arg, &mut needed));
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
            Goal::Differ(a, b) | Goal::NotIn(a, b) => {
                collect_vars(a, &mut needed);
                collect_vars(b, &mut needed);
            }
            Goal::In(_, list) => collect_vars(list, &mut needed),
            Goal::Fresh(_) => {}
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

    // All together.

    fn finish(mut self, sections: &[Section<'_>], text: &str) -> Result<System, Vec<Problem>> {
        let end = text.len();
        let nowhere = end.saturating_sub(1)..end;
        let Some(name) = self.system else {
            return Err(vec![
                Problem::new("the file has no name", nowhere, "nothing before this")
                    .help("begin it with: system NAME"),
            ]);
        };
        let Some((start, start_span)) = self.start.clone() else {
            return Err(vec![
                Problem::new(
                    "the file does not say what a program is",
                    nowhere,
                    "nothing before this",
                )
                .help("name the judgment that holds of whole programs: start JUDGMENT"),
            ]);
        };
        let rules = self.move_negations().map_err(|problem| vec![problem])?;
        for pred in 0..self.preds.len() {
            let count: usize = rules
                .iter()
                .filter(|rule| rule.clause.pred.0 as usize == pred)
                .map(|rule| 1 + rule.negations.len())
                .sum();
            if count > logic::MAX_CLAUSES {
                return Err(vec![Problem::new(
                    format!("the judgment `{}` has too many rules", self.preds[pred].name),
                    start_span,
                    format!(
                        "at most {}, each negatable premise counting as one",
                        logic::MAX_CLAUSES
                    ),
                )]);
            }
        }
        // Heights in the order of the file, then the final order: simplest
        // first, negated clauses last.
        let draft = self.theory(rules.iter().map(|rule| rule.clause.clone()).collect());
        let heights = Rc::new(Heights::new(&draft, |_| true));
        let tuning = Tuning::new(&draft, vec![1; draft.len()], heights);
        let height = |i: usize| tuning.clause_depth(ClauseId(i as u32));
        if let Some(problem) = self.depth_problem(&rules) {
            return Err(vec![problem]);
        }
        let problems = self.unusable(&rules, &height, self.judgments[start].pred);
        if !problems.is_empty() {
            return Err(problems);
        }
        let mut order: Vec<usize> = (0..rules.len()).collect();
        order.sort_by_key(|&i| height(i));
        let mut position = vec![0; rules.len()];
        for (at, &i) in order.iter().enumerate() {
            position[i] = at;
        }
        let mut clauses: Vec<Clause> = order.iter().map(|&i| rules[i].clause.clone()).collect();
        let mut rule_of: Vec<Option<usize>> = order.iter().map(|&i| Some(i)).collect();
        let mut negations = Vec::new();
        let mut finished = Vec::new();
        for (i, rule) in rules.into_iter().enumerate() {
            for negation in rule.negations {
                let number = negations.len() as u32;
                clauses.push(Clause { negation: Some(number), ..negation.clause });
                rule_of.push(None);
                negations.push(Negation {
                    rule: rule.behind.unwrap_or(rule.name),
                    premise: negation.premise,
                    error: negation.error,
                    feature: rule.feature,
                });
            }
            finished.push(Rule {
                name: rule.name,
                clause: ClauseId(position[i] as u32),
                labels: rule.labels,
                order: rule.order,
                feature: rule.feature,
                behind: rule.behind,
            });
        }
        let theory = self.theory(clauses);
        let mut features: Vec<&'static str> =
            finished.iter().filter_map(|rule| rule.feature).collect();
        features.sort_unstable();
        features.dedup();

        let mut problems = Vec::new();
        if features.len() > MAX_FEATURES {
            problems.push(Problem::new(
                format!("there are {} features", features.len()),
                0..0,
                format!("a file may have {MAX_FEATURES}"),
            ));
        }
        let (mut printers, mut rewrites) = (Vec::new(), Vec::new());
        for section in sections {
            if section.is("language") {
                match self.language(section) {
                    Ok(printer) => printers.push(printer),
                    Err(problem) => problems.push(problem),
                }
            } else if section.is("rewrite") {
                match self.rewrite(section) {
                    Ok(rewrite) => rewrites.push(rewrite),
                    Err(problem) => problems.push(problem),
                }
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let ctors = self
            .ctors
            .iter()
            .enumerate()
            .map(|(i, ctor)| Ctor {
                name: ctor.name,
                sort: ctor.sort,
                args: ctor.args.clone(),
                binds: ctor.binds,
                symbol: ctor.symbol(i),
                infix: ctor.infix.as_ref().map(|(op, _)| op.clone()),
            })
            .collect();
        Ok(System {
            name,
            name_words: self.name_words,
            sorts: self.sorts,
            ctors,
            judgments: self.judgments,
            rules: finished,
            rule_of,
            errors: self.errors,
            negations,
            theory,
            start,
            printers,
            rewrites,
            features,
            modes: self.modes,
        })
    }

    /// Makes rules that are the negation of a premise negations of its rule.
    fn move_negations(&mut self) -> Loaded<Vec<DraftRule>> {
        let (negated, mut rules): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.rules).into_iter().partition(|rule| rule.negates.is_some());
        for rule in negated {
            let (of, premise, error) = rule.negates.expect("only those");
            let fits =
                |known: &&mut DraftRule| known.name == of && known.clause.pred == rule.clause.pred;
            let owner = rules.iter_mut().find(fits).ok_or_else(|| {
                Problem::new(
                    format!("there is no rule `{of}` that concludes the same judgment"),
                    rule.span.clone(),
                    "said to be the negation of one of its premises",
                )
            })?;
            let label = owner.labels.iter().flatten().find(|label| **label == premise);
            let label = *label.ok_or_else(|| {
                Problem::new(
                    format!("the rule `{of}` has no premise `{premise}`"),
                    rule.span.clone(),
                    "said to be its negation",
                )
            })?;
            owner.negations.push(DraftNegation {
                premise: label,
                error,
                clause: Clause { negation: Some(0), ..rule.clause },
            });
        }
        Ok(rules)
    }

    /// For each predicate whether its proofs take nothing of the depth that a
    /// program has.
    fn aside(&self, clauses: &[Clause]) -> Vec<bool> {
        let mut aside: Vec<bool> =
            self.preds.iter().map(|pred| !pred.deep || pred.own_depth.is_some()).collect();
        loop {
            let asks = |clause: &&Clause| {
                aside[clause.pred.0 as usize]
                    && clause.premises.iter().any(|premise| match premise.goal {
                        Goal::Call(pred, _) => !aside[pred.0 as usize],
                        _ => false,
                    })
            };
            let Some(clause) = clauses.iter().find(asks) else { return aside };
            aside[clause.pred.0 as usize] = false;
        }
    }

    fn theory(&self, clauses: Vec<Clause>) -> Theory {
        let mut theory = Theory::new();
        let aside = self.aside(&clauses);
        for (pred, aside) in self.preds.iter().zip(aside) {
            theory.add_pred(PredInfo { aside, ..pred.clone() });
        }
        theory.conditions = conditions::ALL.iter().map(|condition| condition.holds).collect();
        for clause in clauses {
            theory.add_clause(clause);
        }
        theory
    }

    /// A judgment with a depth of its own that asks for one without: the two
    /// could go on forever.
    fn depth_problem(&self, rules: &[DraftRule]) -> Option<Problem> {
        let has_own = |pred: Pred| self.preds[pred.0 as usize].own_depth.is_some();
        let asks = |clause: &Clause| {
            clause.premises.iter().find_map(|premise| match &premise.goal {
                Goal::Call(pred, _) if !has_own(*pred) => Some(*pred),
                _ => None,
            })
        };
        rules.iter().filter(|rule| has_own(rule.clause.pred)).find_map(|rule| {
            let negated = rule.negations.iter().map(|negation| &negation.clause);
            let asked = std::iter::once(&rule.clause).chain(negated).find_map(asks)?;
            Some(
                Problem::new(
                    "a judgment with a depth of its own asks for one without",
                    rule.span.clone(),
                    format!("asks for `{}`", self.preds[asked.0 as usize].name),
                )
                .help("give that judgment a depth too: judgment NAME depth 3: …"),
            )
        })
    }

    /// The rules that no derivation can use.
    fn unusable(
        &self,
        rules: &[DraftRule],
        height: &impl Fn(usize) -> Option<u32>,
        start: Pred,
    ) -> Vec<Problem> {
        let mut problems = Vec::new();
        for (i, rule) in rules.iter().enumerate() {
            if height(i).is_none() && rule.behind.is_none() {
                problems.push(
                    Problem::new(
                        format!("the rule `{}` can never be used", rule.name),
                        rule.span.clone(),
                        "one of its premises has no finite derivation",
                    )
                    .help("every judgment needs a rule without premises of its own kind"),
                );
            }
        }
        let mut reached = vec![false; self.preds.len()];
        let mut work = vec![start];
        while let Some(pred) = work.pop() {
            if std::mem::replace(&mut reached[pred.0 as usize], true) {
                continue;
            }
            for rule in rules.iter().filter(|rule| rule.clause.pred == pred) {
                let negated = rule.negations.iter().map(|negation| &negation.clause);
                for clause in std::iter::once(&rule.clause).chain(negated) {
                    work.extend(clause.premises.iter().filter_map(|premise| match &premise.goal {
                        Goal::Call(pred, _) | Goal::Not(pred, _) => Some(*pred),
                        _ => None,
                    }));
                }
            }
        }
        for judgment in &self.judgments {
            let has_rule = rules.iter().any(|rule| rule.clause.pred == judgment.pred);
            if reached[judgment.pred.0 as usize] && !has_rule {
                problems.push(
                    Problem::new(
                        format!("the judgment `{}` has no rule", judgment.name),
                        judgment.span.clone(),
                        "declared here and used, but never concluded",
                    )
                    .help("add a rule whose conclusion is this judgment"),
                );
            }
        }
        for rule in rules {
            if !reached[rule.clause.pred.0 as usize] {
                problems.push(
                    Problem::new(
                        format!("the rule `{}` can never be used", rule.name),
                        rule.span.clone(),
                        "its judgment is not reached from the one to start from",
                    )
                    .help("use the judgment in a premise, or remove it"),
                );
            }
        }
        problems
    }

    // Printing and rewriting.

    fn language(&self, section: &Section<'_>) -> Loaded<Printer> {
        let name = forever(word(&section.head.tokens, 1, section.head, "a language")?);
        let mut printer = Printer::new(name, self.names.len(), self.ctors.len());
        for line in section.body {
            let tokens = &line.tokens;
            let name = word(tokens, 0, line, "a constructor or a kind of names")?;
            if name == "rigid" && tokens.len() == 1 {
                printer.rigid = true;
                continue;
            }
            if name == "converts" {
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
            if name == "skip" {
                for token in tokens[1..].iter().filter(|token| !token.is(",")) {
                    let class = self.errors.iter().position(|class| token.is(class.name));
                    printer.skipped.push(class.ok_or_else(|| {
                        Problem::new("unknown error class", token.span.clone(), "not declared")
                    })?);
                }
                continue;
            }
            let equals = tokens.iter().position(|token| token.is("="));
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
            let declared = tokens[equals - 1].is("declared");
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
            let pieces = print::template(&template, &params, bound)
                .map_err(|text| Problem::new(text, span, "in the template after this"))?;
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
    fn is_syntax(&self, sort: usize) -> bool {
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
    fn rewrite(&self, section: &Section<'_>) -> Loaded<Rewrite> {
        let name = forever(word(&section.head.tokens, 1, section.head, "the rewrite's name")?);
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
        let mut premise = None;
        for line in conditions {
            if line.tokens[0].is("fresh") {
                for token in &line.tokens[1..] {
                    if let Some(word) = token.ident() {
                        let sort = self.metavar(word).ok_or_else(|| {
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
            premise = Some(Precondition { pred, args, subject });
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
            sort,
            from: from_pat,
            to: to_pat,
            fresh,
            premise,
            vars: scope.vars.len(),
        })
    }
}

/// The pattern with another one for a variable.
fn with(pat: &Pat, var: u16, value: &Pat) -> Pat {
    match pat {
        Pat::Var(found) if *found == var => value.clone(),
        Pat::Node(symbol, pats) => {
            Pat::Node(*symbol, pats.iter().map(|pat| with(pat, var, value)).collect())
        }
        other => other.clone(),
    }
}

fn word<'a>(tokens: &'a [Token], at: usize, line: &Line, what: &str) -> Loaded<&'a str> {
    tokens
        .get(at)
        .and_then(Token::ident)
        .ok_or_else(|| missing(line, at, &format!("expected {what}")))
}

fn missing(line: &Line, at: usize, label: &str) -> Problem {
    let end = line.span().end;
    let span = line.tokens.get(at).map_or(end.saturating_sub(1)..end, |token| token.span.clone());
    Problem::new("something is missing here", span, label)
}

/// Cuts `label:` off a premise: the colon stands directly behind the word.
fn skip_label(tokens: &[Token]) -> (Option<&str>, &[Token]) {
    match tokens {
        [first, colon, rest @ ..]
            if colon.is(":") && colon.span.start == first.span.end && first.ident().is_some() =>
        {
            (first.ident(), rest)
        }
        _ => (None, tokens),
    }
}

/// How many brackets are open before each token.
fn depths(tokens: &[Token]) -> Vec<usize> {
    let mut depth = 0usize;
    tokens
        .iter()
        .map(|token| {
            if token.is(")") || token.is("]") {
                depth = depth.saturating_sub(1);
            }
            let here = depth;
            if token.is("(") || token.is("[") {
                depth += 1;
            }
            here
        })
        .collect()
}

/// `0..9`, and how many tokens it takes. At most 1024 numbers.
fn range(tokens: &[Token], at: usize) -> Option<(i32, i32, usize)> {
    match tokens.get(at..at + 3)? {
        [Token { kind: Kind::Int(low), .. }, dots, Token { kind: Kind::Int(high), .. }]
            if dots.is("..") && low <= high && high - low < 1024 =>
        {
            Some((*low, *high, 3))
        }
        _ => None,
    }
}

fn nil() -> Pat {
    Pat::Node(Symbol::NIL, vec![])
}

fn cons(first: Pat, rest: Pat) -> Pat {
    Pat::Node(Symbol::CONS, vec![first, rest])
}

fn list(items: Vec<Pat>) -> Pat {
    items.into_iter().rev().fold(nil(), |rest, item| cons(item, rest))
}

pub(crate) fn collect_vars(pat: &Pat, vars: &mut Vec<u16>) {
    match pat {
        Pat::Var(var) if !vars.contains(var) => vars.push(*var),
        Pat::Node(_, args) => args.iter().for_each(|arg| collect_vars(arg, vars)),
        _ => {}
    }
}

fn goal_vars(goal: &Goal, vars: &mut Vec<u16>) {
    match goal {
        Goal::Call(_, args) | Goal::Not(_, args) | Goal::Condition(_, args) => {
            args.iter().for_each(|arg| collect_vars(arg, vars));
        }
        Goal::Equal(a, b) | Goal::Differ(a, b) | Goal::In(a, b) | Goal::NotIn(a, b) => {
            collect_vars(a, vars);
            collect_vars(b, vars);
        }
        Goal::Fresh(pat) | Goal::Range(pat, ..) | Goal::Length(pat, ..) => collect_vars(pat, vars),
        Goal::Open { body, args, result, .. } => {
            [body, args, result].into_iter().for_each(|pat| collect_vars(pat, vars));
        }
    }
}

/// The pattern with "whatever stands there" for some variables.
fn universal(pat: &Pat, vars: &[u16]) -> Pat {
    match pat {
        Pat::Var(var) if vars.contains(var) => Pat::Any,
        Pat::Node(symbol, args) => {
            Pat::Node(*symbol, args.iter().map(|arg| universal(arg, vars)).collect())
        }
        other => other.clone(),
    }
}

/// The variables written `_`.
fn anonymous_vars(scope: &Scope) -> Vec<u16> {
    let numbered = scope.vars.iter().enumerate();
    numbered.filter(|(_, (name, _))| name.starts_with('_')).map(|(i, _)| i as u16).collect()
}
