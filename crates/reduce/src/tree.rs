//! The tree of a program, and the ways to make it smaller.
//!
//! The tree is read off the tokens without a grammar: brackets hold lists, lists are
//! cut into items by separators and by lines, deeper lines are lists inside of an
//! item, and an item is cut into parts by operators. What a step makes of it may not
//! even parse; the compilers say so.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use case::Language;

use crate::canon::KEYWORDS;
use crate::token::{Gap, Kind, Token};

/// Some pieces of a program are cut out, and something may be put in their place.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Edit {
    /// The pieces, in order and apart from each other.
    pub(crate) cuts: Vec<Range2>,
    /// The tokens that stand in the place of the first piece.
    pub(crate) put: Vec<String>,
    /// The tokens that stand in the place of the second one.
    pub(crate) after: Vec<String>,
}

/// A range of tokens that can be ordered.
pub(crate) type Range2 = (usize, usize);

impl Edit {
    fn cut(range: Range<usize>) -> Edit {
        Edit { cuts: vec![(range.start, range.end)], put: Vec::new(), after: Vec::new() }
    }

    fn put(range: Range<usize>, put: Vec<String>) -> Edit {
        Edit { put, ..Edit::cut(range) }
    }

    /// By how many tokens the program becomes smaller.
    pub(crate) fn gain(&self) -> usize {
        let gone: usize = self.cuts.iter().map(|(start, end)| end - start).sum();
        gone.saturating_sub(self.put.len() + self.after.len())
    }

    /// Whether two edits can be made together.
    pub(crate) fn is_apart_from(&self, other: &Edit) -> bool {
        let apart = |a: &Range2, b: &Range2| a.1 <= b.0 || b.1 <= a.0;
        self.cuts.iter().all(|a| other.cuts.iter().all(|b| apart(a, b)))
    }
}

/// What a token is to a grammar: names are all alike, and so are numbers.
fn class(token: Option<&Token>) -> &str {
    match token {
        None => "",
        Some(token) => match token.kind {
            Kind::Word if !KEYWORDS.contains(&&token.text[..]) => "name",
            Kind::Number => "0",
            Kind::Text => "text",
            _ => &token.text,
        },
    }
}

/// Two neighbours, as a grammar sees them.
pub(crate) type Joint = (String, String);

fn joint(one: &str, other: &str) -> Joint {
    (one.to_owned(), other.to_owned())
}

/// All neighbours in a program.
pub(crate) fn joints(tokens: &[Token]) -> BTreeSet<Joint> {
    tokens.windows(2).map(|two| joint(class(Some(&two[0])), class(Some(&two[1])))).collect()
}

/// The tokens that an edit makes neighbours.
pub(crate) fn new_joints(tokens: &[Token], edit: &Edit) -> BTreeSet<Joint> {
    let mut joints = BTreeSet::new();
    for (number, &(start, end)) in edit.cuts.iter().enumerate() {
        let put = match number {
            0 => &edit.put[..],
            1 => &edit.after[..],
            _ => &[],
        };
        let before = class(start.checked_sub(1).and_then(|at| tokens.get(at)));
        let after = class(tokens.get(end));
        match put {
            [] => joints.insert(joint(before, after)),
            [first, ..] => {
                joints.insert(joint(before, first));
                joints.insert(joint(put.last().unwrap_or(first), after))
            }
        };
    }
    joints
}

/// What an edit is like: what it puts where, and between which tokens.
pub(crate) fn shape(tokens: &[Token], edit: &Edit) -> String {
    let class = |at: Option<usize>| class(at.and_then(|at| tokens.get(at)));
    let mut shape = format!("{:?} {:?}", edit.put, edit.after);
    for &(start, end) in &edit.cuts {
        let around = [start.checked_sub(1), Some(start), end.checked_sub(1), Some(end)];
        for at in around {
            shape.push(' ');
            shape.push_str(class(at));
        }
    }
    shape
}

/// An edit of a program with all that may decide whether it is good: what it cuts out
/// between which neighbours, what it puts there, and how often the words that it takes
/// away stand elsewhere. What was no good once is tried again when any of this is
/// different.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Attempt {
    /// For each piece, the places of what is before it, of its ends and of what is behind
    /// it.
    pieces: Vec<[Option<usize>; 4]>,
    put: Vec<String>,
    after: Vec<String>,
    elsewhere: BTreeMap<String, usize>,
}

const SMALL: usize = 8;

/// What an edit tries.
pub(crate) fn attempt(tokens: &[Token], edit: &Edit) -> Attempt {
    let place = |at: usize| tokens.get(at).map(|token| token.place);
    let is_cut = |at: usize| edit.cuts.iter().any(|&(start, end)| (start..end).contains(&at));
    let is_small = edit.cuts.iter().map(|(start, end)| end - start).sum::<usize>() <= SMALL;
    let is_word =
        |at: &usize| tokens[*at].kind == Kind::Word && (is_small || declares(tokens, *at));
    let mut elsewhere: BTreeMap<String, usize> = BTreeMap::new();
    for at in (0..tokens.len()).filter(|&at| is_cut(at)).filter(is_word) {
        elsewhere.entry(tokens[at].text.clone()).or_default();
    }
    for at in (0..tokens.len()).filter(|&at| !is_cut(at)) {
        if let Some(times) = elsewhere.get_mut(&tokens[at].text) {
            *times += 1;
        }
    }
    let piece = |&(start, end): &Range2| {
        [
            start.checked_sub(1).and_then(place),
            place(start),
            end.checked_sub(1).and_then(place),
            place(end),
        ]
    };
    Attempt {
        pieces: edit.cuts.iter().map(piece).collect(),
        put: edit.put.clone(),
        after: edit.after.clone(),
        elsewhere,
    }
}

/// Words and signs after which a name is declared.
const DECLARES: &[&str] = &[
    "class",
    "const",
    "data",
    "def",
    "enum",
    "fn",
    "for",
    "forall",
    "fun",
    "func",
    "interface",
    "let",
    "mut",
    "newtype",
    "object",
    "protocol",
    "record",
    "static",
    "struct",
    "trait",
    "type",
    "val",
    "var",
    "\\",
    "/\\",
];

/// Whether a token is a name that is declared there.
pub(crate) fn declares(tokens: &[Token], at: usize) -> bool {
    tokens[at].kind == Kind::Word
        && at > 0
        && DECLARES.contains(&&tokens[at - 1].text[..])
        && !KEYWORDS.contains(&&tokens[at].text[..])
}

/// Whether an edit takes away the declaration of a name that is used in what is left.
pub(crate) fn orphans(tokens: &[Token], edit: &Edit) -> bool {
    let is_cut = |at: usize| edit.cuts.iter().any(|&(start, end)| (start..end).contains(&at));
    (0..tokens.len()).filter(|&at| is_cut(at) && declares(tokens, at)).any(|at| {
        let is_same = |other: usize| tokens[other].text == tokens[at].text && !is_cut(other);
        let left: Vec<usize> = (0..tokens.len()).filter(|&other| is_same(other)).collect();
        !left.is_empty() && !left.iter().any(|&other| declares(tokens, other))
    })
}

/// Brackets nested deeper than this are not looked into.
const DEEPEST: usize = 100;

/// Makes edits that are apart from each other.
pub(crate) fn apply(tokens: &[Token], edits: &[&Edit]) -> Vec<Token> {
    let mut cuts: Vec<(Range2, &[String], bool)> = Vec::new();
    for edit in edits {
        let put = [&edit.put[..], &edit.after[..]].into_iter().chain(std::iter::repeat(&[][..]));
        let in_context = !edit.after.is_empty();
        cuts.extend(edit.cuts.iter().zip(put).map(|(cut, put)| (*cut, put, in_context)));
    }
    cuts.sort();
    let mut left: Vec<Token> = Vec::new();
    // How what is gone was set apart from what stood before it.
    let mut gone: Option<Gap> = None;
    let mut at = 0;
    for ((start, end), put, in_context) in cuts {
        for token in &tokens[at..start] {
            push(&mut left, token.clone(), gone.take());
        }
        at = end;
        let first = &tokens[start];
        for (number, text) in put.iter().enumerate() {
            let kind = kind_of(text);
            let gap = match left.last() {
                Some(last) if in_context || number > 0 && put.len() > 4 => set_apart(last, text),
                _ if number == 0 => first.gap,
                _ => Gap::None,
            };
            let token =
                Token { text: text.clone(), kind, gap, line: first.line, place: first.place };
            push(&mut left, token, gone.take());
        }
        if put.is_empty() {
            gone = gone.or(Some(first.gap));
        } else if in_context && let Some(next) = tokens.get(end) {
            let last = left.last().expect("something was put there");
            gone = None;
            let gap = set_apart(last, &next.text);
            push(&mut left, Token { gap, ..next.clone() }, None);
            at = end + 1;
        }
    }
    for token in &tokens[at..] {
        push(&mut left, token.clone(), gone.take());
    }
    left
}

/// How a token is usually set apart from the one before it.
fn set_apart(last: &Token, text: &str) -> Gap {
    match last.kind == Kind::Open || matches!(text, ")" | "]" | "," | ";") {
        true => Gap::None,
        false => Gap::Space,
    }
}

fn kind_of(text: &str) -> Kind {
    match text.chars().next() {
        Some(c) if c.is_ascii_digit() => Kind::Number,
        Some('"') => Kind::Text,
        Some('(' | '[' | '{') => Kind::Open,
        Some(')' | ']' | '}') => Kind::Close,
        Some(c) if c.is_alphabetic() || c == '_' => Kind::Word,
        Some(',' | ';') => Kind::Separator,
        _ => Kind::Symbol,
    }
}

/// Adds a token. It takes the place of what is `gone` before it, at the beginning of a
/// line as well, and must not grow together with the one before.
fn push(tokens: &mut Vec<Token>, mut token: Token, gone: Option<Gap>) {
    let last = tokens.last().map(|last| last.kind);
    if let Some(gone) = gone {
        token.gap = match (gone, token.gap) {
            _ if last == Some(Kind::Open) && token.kind == Kind::Close => Gap::None,
            // A bracket on a line of its own stays there.
            (_, Gap::Line(indent)) if token.kind == Kind::Close => Gap::Line(indent),
            (gone, _) if matches!(last, None | Some(Kind::Open)) => gone,
            (Gap::None, Gap::Space) if last == Some(Kind::Symbol) && token.kind != Kind::Symbol => {
                Gap::None
            }
            (Gap::Line(indent), _) | (_, Gap::Line(indent)) => Gap::Line(indent),
            (Gap::Space, Gap::None)
                if matches!(token.kind, Kind::Separator | Kind::Close) || token.text == ">" =>
            {
                Gap::None
            }
            (Gap::Space, _) | (_, Gap::Space) => Gap::Space,
            (Gap::None, Gap::None) => Gap::None,
        };
    }
    let solid = |kind: Kind| matches!(kind, Kind::Word | Kind::Number | Kind::Text);
    if token.gap == Gap::None && last.is_some_and(solid) && solid(token.kind) {
        token.gap = Gap::Space;
    }
    tokens.push(token);
}

/// How soon an edit is tried: what is most likely to leave a program comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// Items of lists are cut out: declarations, statements, arguments.
    Items,
    /// Parts of items are cut out or replaced.
    Parts,
    /// A declaration is taken apart as if it were an expression.
    Declarations,
}

/// Every way to make a program smaller in one step, the earliest stage and the greatest gain
/// first.
pub(crate) fn edits(language: Language, tokens: &[Token]) -> Vec<(Stage, Edit)> {
    let mut tree = Tree {
        tokens,
        partner: partners(language, tokens),
        inhabitants: inhabitants(language),
        items: Vec::new(),
        edits: BTreeMap::new(),
        stage: Stage::Items,
    };
    tree.list(0..tokens.len(), 0);
    if !is_one_expression(language) {
        tree.names();
        tree.positions();
    }
    tree.stage = Stage::Parts;
    if language == Language::SystemF {
        tree.wholes(contexts(language));
        tree.inhabit();
    }
    let edits = tree.edits.into_iter().filter(|(edit, _)| edit.gain() > 0);
    let stage_of = |stage| if is_one_expression(language) { Stage::Items } else { stage };
    let mut edits: Vec<(Stage, Edit)> =
        edits.map(|(edit, stage)| (stage_of(stage), edit)).collect();
    edits.sort_by_key(|(stage, edit)| (*stage, Reverse(edit.gain())));
    edits
}

/// Words that begin a declaration with parts of its own, as far as its bracket.
const HEADS: &[&str] = &[
    "class",
    "data",
    "def",
    "enum",
    "extension",
    "fn",
    "fun",
    "func",
    "impl",
    "instance",
    "interface",
    "mod",
    "newtype",
    "object",
    "protocol",
    "record",
    "struct",
    "trait",
    "type",
];

/// Small expressions, of which one may take the place of a larger one.
pub(crate) fn inhabitants(language: Language) -> &'static [&'static [&'static str]] {
    match language {
        Language::Rust => &[&["(", ")"], &["0"], &["todo", "!", "(", ")"]],
        Language::Java => &[&["null"], &["0"]],
        Language::Groovy => &[&["null"], &["0"]],
        Language::Kotlin => &[&["TODO", "(", ")"], &["0"], &["null"]],
        Language::Scala => &[&["?", "?", "?"], &["0"]],
        Language::Haskell => &[&["undefined"], &["(", ")"], &["0"]],
        Language::OCaml => &[&["(", ")"], &["0"]],
        Language::Go => &[&["0"], &["nil"]],
        Language::Swift => &[&["0"], &["nil"], &["fatalError", "(", ")"]],
        Language::Crystal => &[&["0"], &["nil"]],
        Language::Flix => &[&["(", ")"], &["0"]],
        Language::SystemF => &[&["0"], &["true"], &["Int"], &["Bool"], &["(", "0", "<", "0", ")"]],
        Language::User(_) => &[&["0"], &["true"], &["Int"], &["Bool"]],
    }
}

/// Whether a program is one expression: there the gain alone says what comes first.
pub(crate) fn is_one_expression(language: Language) -> bool {
    !contexts(language).is_empty()
}

/// What may stand around an expression so that it is a program of its own, for languages
/// in which a program is one expression.
fn contexts(language: Language) -> &'static [Context] {
    match language {
        Language::SystemF => &[
            (&[], &[":", "Int"]),
            (&[], &[":", "Bool"]),
            (&["(", "fst"], &[")", ":", "Int"]),
            (&["(", "snd"], &[")", ":", "Int"]),
            (&["(", "fst"], &[")", ":", "Bool"]),
            (&["(", "snd"], &[")", ":", "Bool"]),
            (&["(", "fst", "(", "0", ","], &[")", ")", ":", "Int"]),
        ],
        _ => &[],
    }
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

/// The tokens before and after an expression.
type Context = (&'static [&'static str], &'static [&'static str]);

/// Words that begin a part of an item, as operators do.
const CLAUSES: &[&str] = &[
    "where",
    "extends",
    "implements",
    "throws",
    "with",
    "else",
    "in",
    "as",
    "is",
    "then",
    "of",
    "deriving",
    "derives",
    "return",
    "if",
    "while",
    "for",
    "match",
    "case",
    "let",
    "using",
];

/// The position of the bracket that belongs to each bracket.
fn partners(language: Language, tokens: &[Token]) -> Vec<Option<usize>> {
    let mut partner = vec![None; tokens.len()];
    let mut open: Vec<usize> = Vec::new();
    let closes =
        |open: &str, close: &str| matches!((open, close), ("(", ")") | ("[", "]") | ("{", "}"));
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Open => open.push(at),
            Kind::Close => {
                if let Some(&last) = open.last()
                    && closes(&tokens[last].text, &token.text)
                {
                    open.pop();
                    partner[last] = Some(at);
                    partner[at] = Some(last);
                }
            }
            _ => {}
        }
    }
    let angles = !matches!(
        language,
        Language::Haskell | Language::OCaml | Language::Scala | Language::SystemF
    );
    if angles {
        angle_brackets(tokens, &mut partner);
    }
    partner
}

/// `<` and `>` are brackets if nothing that ends a type is between them.
fn angle_brackets(tokens: &[Token], partner: &mut [Option<usize>]) {
    // Open ones, with a mark for each bracket of another kind around them.
    let mut open: Vec<Option<usize>> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match (&token.text[..], token.kind) {
            ("<", _) => open.push(Some(at)),
            (">", _) => {
                if let Some(Some(start)) = open.last().copied() {
                    open.pop();
                    partner[start] = Some(at);
                    partner[at] = Some(start);
                }
            }
            (";" | "&&" | "||" | "==", _) => {
                while let Some(Some(_)) = open.last() {
                    open.pop();
                }
            }
            (_, Kind::Open) => open.push(None),
            (_, Kind::Close) => while let Some(Some(_)) = open.pop() {},
            _ => {}
        }
    }
}

/// Ranges in order and apart from each other.
fn joined(mut ranges: Vec<Range2>) -> Vec<Range2> {
    ranges.sort();
    let mut joined: Vec<Range2> = Vec::new();
    for (start, end) in ranges {
        match joined.last_mut() {
            Some(last) if start <= last.1 => last.1 = last.1.max(end),
            _ => joined.push((start, end)),
        }
    }
    joined
}

struct Tree<'a> {
    tokens: &'a [Token],
    partner: Vec<Option<usize>>,
    inhabitants: &'static [&'static [&'static str]],
    /// What is cut out for each item of a list, outer lists before inner ones.
    items: Vec<Range<usize>>,
    /// Each with the first stage in which it was thought of.
    edits: BTreeMap<Edit, Stage>,
    /// The stage of what is added.
    stage: Stage,
}

impl Tree<'_> {
    fn insert(&mut self, edit: Edit) {
        let stage = self.stage;
        let known = self.edits.entry(edit).or_insert(stage);
        *known = stage.min(*known);
    }

    /// Whether an item declares something that has a body or parts.
    fn is_declaration(&self, item: &Range<usize>) -> bool {
        let tokens = self.tokens[item.clone()].iter();
        let words = tokens.take_while(|token| token.kind == Kind::Word);
        words.take(4).any(|word| HEADS.contains(&&word.text[..]))
    }

    /// The end of the unit that begins at a position: a token, or a pair of brackets
    /// with what is between them.
    fn unit_end(&self, at: usize) -> usize {
        match self.partner[at] {
            Some(close) if close > at => close + 1,
            _ => at + 1,
        }
    }

    /// The units of a range.
    fn units(&self, range: &Range<usize>) -> Vec<Range<usize>> {
        let mut units = Vec::new();
        let mut at = range.start;
        while at < range.end {
            let end = self.unit_end(at).min(range.end);
            units.push(at..end);
            at = end;
        }
        units
    }

    /// The items of a list. Separators belong to the item before them.
    fn items(&self, range: &Range<usize>) -> Vec<Range<usize>> {
        let base = match self.tokens[range.start].gap {
            Gap::Line(indent) => Some(indent),
            Gap::None | Gap::Space if range.start == 0 => Some(0),
            Gap::None | Gap::Space => None,
        };
        let mut items: Vec<Range<usize>> = Vec::new();
        for unit in self.units(range) {
            let token = &self.tokens[unit.start];
            let begins_line = match (token.gap, base) {
                (Gap::Line(indent), Some(base)) => indent <= base,
                _ => false,
            };
            let separated = items.last().is_some_and(|item| {
                let last = &self.tokens[item.end - 1];
                // What stands on lines of its own has commas inside, as in `where A, B {}`.
                let ends = last.kind == Kind::Separator && (base.is_none() || last.text != ",");
                ends && item.end == unit.start
            });
            let begins = separated && token.kind != Kind::Separator
                || begins_line && token.kind != Kind::Close && token.text != "."
                || items.is_empty();
            match items.last_mut() {
                Some(item) if !begins => item.end = unit.end,
                _ => items.push(unit),
            }
        }
        items
    }

    fn add(&mut self, range: Range<usize>) {
        if range.start < range.end {
            self.insert(Edit::cut(range));
        }
    }

    /// Leaves only a part of a range.
    fn hoist(&mut self, whole: Range<usize>, part: Range<usize>) {
        let cuts = [(whole.start, part.start), (part.end, whole.end)];
        let cuts: Vec<Range2> = cuts.into_iter().filter(|(start, end)| start < end).collect();
        if !cuts.is_empty() && part.start < part.end {
            self.insert(Edit { cuts, ..Edit::default() });
        }
    }

    /// What is cut out with some items of a list.
    fn cut_of(&self, items: &[Range<usize>], some: Range<usize>) -> Range<usize> {
        let mut cut = items[some.start].start..items[some.end - 1].end;
        // `(a, b)` becomes `(a)`, not `(a,)`.
        if some.end == items.len()
            && some.start > 0
            && self.is_comma(cut.start - 1)
            && !self.is_comma(cut.end - 1)
        {
            cut.start -= 1;
        }
        cut
    }

    fn list(&mut self, range: Range<usize>, depth: usize) {
        if range.is_empty() || depth > DEEPEST {
            return;
        }
        let items = self.items(&range);
        let stage = std::mem::replace(&mut self.stage, Stage::Items);
        if range.len() > 1 && self.is_comma(range.end - 1) {
            self.add(range.end - 1..range.end);
        }
        let mut size = items.len();
        while size > 0 {
            for (number, chunk) in items.chunks(size).enumerate() {
                let first = number * size;
                let cut = self.cut_of(&items, first..first + chunk.len());
                if size == 1 {
                    self.items.push(cut.clone());
                }
                self.add(cut);
            }
            size = if size > 1 { size.div_ceil(2) } else { 0 };
        }
        for item in items {
            self.stage = match self.is_declaration(&item) {
                true => Stage::Declarations,
                false => Stage::Parts,
            };
            self.item(item, depth);
        }
        self.stage = stage;
    }

    /// A name is cut out wherever it stands, with the items that it stands in: an associated
    /// type with its values and bounds, a field with what reads it.
    fn names(&mut self) {
        let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, token) in self.tokens.iter().enumerate() {
            if token.kind == Kind::Word && !KEYWORDS.contains(&&token.text[..]) {
                places.entry(&token.text).or_default().push(at);
            }
        }
        let mut found = Vec::new();
        for places in places.values().filter(|places| places.len() > 1) {
            // The items around each, the innermost first.
            let around = |at: usize| {
                let mut around: Vec<&Range<usize>> =
                    self.items.iter().filter(|item| item.contains(&at)).collect();
                around.sort_by_key(|item| item.len());
                around
            };
            let around: Vec<_> = places.iter().map(|&at| (at, around(at))).collect();
            // Where a name is an argument, it goes alone or with the whole call.
            for outwards in [0, 1] {
                let item = |(at, around): &(usize, Vec<&Range<usize>>)| {
                    let is_typed = self.tokens.get(at + 1).is_some_and(|next| next.text == ":");
                    let is_declared = is_typed || declares(self.tokens, *at);
                    let outwards = if is_declared { 0 } else { outwards };
                    let item = around.get(outwards).or(around.last())?;
                    Some((item.start, item.end))
                };
                if let Some(items) = around.iter().map(item).collect::<Option<Vec<_>>>() {
                    let cuts = joined(items);
                    if cuts.len() > 1 {
                        found.push(Edit { cuts, ..Edit::default() });
                    }
                }
            }
        }
        found.into_iter().for_each(|edit| self.insert(edit));
    }

    /// The items at one position of the lists behind a name go together, wherever the name
    /// stands: a parameter with its arguments, a type parameter with what it is.
    fn positions(&mut self) {
        type Items = Vec<Range<usize>>;
        // The lists with as many items in brackets of one kind.
        let mut lists: BTreeMap<(&str, &str, usize), Vec<Items>> = BTreeMap::new();
        for (at, token) in self.tokens.iter().enumerate() {
            if token.kind != Kind::Word || KEYWORDS.contains(&&token.text[..]) {
                continue;
            }
            let mut next = at + 1;
            while let Some(open) = self.tokens.get(next) {
                if open.text == "::" {
                    next += 1;
                    continue;
                }
                let Some(close) = self.partner[next].filter(|&close| close > next) else { break };
                let inside = next + 1..close;
                if open.text == "{" || inside.is_empty() {
                    break;
                }
                let items = self.items(&inside);
                lists.entry((&token.text, &open.text, items.len())).or_default().push(items);
                next = close + 1;
            }
        }
        let mut found = Vec::new();
        for ((_, _, count), lists) in lists.iter().filter(|(_, lists)| lists.len() > 1) {
            for position in 0..*count {
                let cut = |items: &Items| {
                    let cut = match items.len() {
                        // The brackets of types are gone with the only one.
                        1 if self.tokens[items[0].start - 1].text != "(" => {
                            let start = items[0].start - 1;
                            let is_path = self.tokens[start - 1].text == "::";
                            start - usize::from(is_path)..items[0].end + 1
                        }
                        _ => self.cut_of(items, position..position + 1),
                    };
                    (cut.start, cut.end)
                };
                let cuts = joined(lists.iter().map(cut).collect());
                if cuts.len() > 1 {
                    found.push(Edit { cuts, ..Edit::default() });
                }
            }
        }
        found.into_iter().for_each(|edit| self.insert(edit));
    }

    fn is_comma(&self, at: usize) -> bool {
        self.tokens[at].text == ","
    }

    /// An item without the separator behind it.
    fn bare(&self, item: &Range<usize>) -> Range<usize> {
        let separated = self.tokens[item.end - 1].kind == Kind::Separator;
        item.start..item.end - usize::from(separated && item.end - 1 > item.start)
    }

    fn item(&mut self, item: Range<usize>, depth: usize) {
        let bare = self.bare(&item);
        let units = self.units(&bare);
        // Runs of neighbours: modifiers, prefixes, arguments.
        for length in 1..=3 {
            for run in units.windows(length) {
                if length < units.len() {
                    self.add(run[0].start..run[length - 1].end);
                }
            }
        }
        self.parts(&bare, &units);
        for unit in &units {
            if unit.len() >= 2 && self.partner[unit.start].is_some() {
                let inside = unit.start + 1..unit.end - 1;
                self.hoist(unit.clone(), inside.clone());
                self.hoist(bare.clone(), unit.clone());
                self.replace(unit.clone());
                if !inside.is_empty() {
                    self.hoist(bare.clone(), inside.clone());
                    for kid in self.items(&inside) {
                        let kid = self.bare(&kid);
                        self.hoist(bare.clone(), kid.clone());
                        self.hoist(unit.clone(), kid);
                    }
                    self.list(inside, depth + 1);
                }
            }
        }
        // Deeper lines are a list of their own.
        let base = match self.tokens[bare.start].gap {
            Gap::Line(indent) => indent,
            Gap::None | Gap::Space => 0,
        };
        let deeper = units
            .iter()
            .skip(1)
            .find(|unit| matches!(self.tokens[unit.start].gap, Gap::Line(indent) if indent > base));
        if let Some(first) = deeper {
            let inside = first.start..bare.end;
            self.hoist(bare.clone(), inside.clone());
            self.list(inside, depth + 1);
        }
    }

    /// The parts of an item between operators.
    fn parts(&mut self, bare: &Range<usize>, units: &[Range<usize>]) {
        let is_operator = |unit: &Range<usize>| {
            let token = &self.tokens[unit.start];
            unit.len() == 1
                && (token.kind == Kind::Symbol
                    || token.kind == Kind::Word && CLAUSES.contains(&&token.text[..]))
        };
        let operators: Vec<usize> =
            (0..units.len()).filter(|&number| is_operator(&units[number])).collect();
        // The parts, each between two operators or the ends.
        let mut bounds: Vec<Range<usize>> = Vec::new();
        let mut start = bare.start;
        for &operator in &operators {
            bounds.push(start..units[operator].start);
            start = units[operator].end;
        }
        bounds.push(start..bare.end);
        for (number, part) in bounds.clone().into_iter().enumerate() {
            if number > 0 {
                let operator = units[operators[number - 1]].clone();
                // With the operator before it, and from there to the end.
                self.add(operator.start..part.end);
                self.add(operator.start..bare.end);
                // Up to here.
                self.add(bare.start..part.start);
            }
            if let Some(&next) = operators.get(number) {
                self.add(part.start..units[next].end);
            }
            self.replace(part.clone());
            for later in bounds.iter().skip(number + 1).take(4) {
                self.replace(part.start..later.end);
            }
            // A call becomes one of its arguments.
            for unit in self.units(&part) {
                if self.partner[unit.start].is_some() && unit.len() > 2 {
                    for kid in self.items(&(unit.start + 1..unit.end - 1)) {
                        let kid = self.bare(&kid);
                        self.hoist(part.clone(), kid);
                    }
                }
            }
        }
        self.replace(bare.clone());
    }

    /// Each expression between brackets becomes a program of its own, as it is or with a
    /// number as its result.
    fn wholes(&mut self, contexts: &'static [Context]) {
        let end = self.tokens.len();
        for start in 0..end {
            let Some(close) = self.partner[start] else { continue };
            if close < start || close + 1 == end {
                continue;
            }
            for &(put, after) in contexts {
                if start == 0 && put.is_empty() {
                    continue;
                }
                let cuts = vec![(0, start), (close + 1, end)];
                self.insert(Edit { cuts, put: owned(put), after: owned(after) });
            }
            if let Some(open) = self.partner[close - 1].filter(|open| *open < close - 1)
                && !contexts.is_empty()
            {
                let cuts = vec![(0, start), (open, end)];
                let after = owned(&["0", ")", ":", "Int"]);
                self.insert(Edit { cuts, after, ..Edit::default() });
            }
        }
    }

    /// What has a type and no value is replaced by the smallest value of the type.
    fn inhabit(&mut self) {
        let is = |at: usize, text: &str| self.tokens.get(at).is_some_and(|t| t.text == text);
        let mut found = Vec::new();
        for start in 0..self.tokens.len() {
            let Some(close) = self.partner[start].filter(|close| *close > start + 4) else {
                continue;
            };
            if is(start + 1, "fail") && is(start + 2, "[") {
                let ty: Vec<&str> =
                    self.tokens[start + 3..close - 1].iter().map(|t| &t.text[..]).collect();
                if let Some((value, [])) = inhabitant(&ty) {
                    found.push(Edit::put(start..close + 1, value));
                }
            }
        }
        found.into_iter().for_each(|edit| self.insert(edit));
    }

    /// A small expression takes the place of a range.
    fn replace(&mut self, range: Range<usize>) {
        if range.len() < 2 {
            return;
        }
        for &put in self.inhabitants {
            if put.len() < range.len() {
                self.insert(Edit::put(range.clone(), owned(put)));
            }
        }
    }
}

/// The smallest value of the type of System F that some tokens begin with, and what is
/// behind it.
fn inhabitant<'a>(ty: &'a [&'a str]) -> Option<(Vec<String>, &'a [&'a str])> {
    let parts = |parts: &[&[String]]| parts.concat();
    match ty {
        ["Int", rest @ ..] => Some((owned(&["0"]), rest)),
        ["Bool", rest @ ..] => Some((owned(&["true"]), rest)),
        ["(", "forall", name, ".", body @ ..] => {
            let (body, rest) = inhabitant(body)?;
            let rest = rest.strip_prefix(&[")"])?;
            Some((parts(&[&owned(&["(", "/\\", name, "."]), &body, &owned(&[")"])]), rest))
        }
        ["(", left @ ..] => {
            let (first, rest) = inhabitant(left)?;
            let (&sign, right) = rest.split_first()?;
            let (second, rest) = inhabitant(right)?;
            let rest = rest.strip_prefix(&[")"])?;
            let head = match sign {
                "*" => parts(&[&owned(&["("]), &first, &owned(&[","])]),
                _ => {
                    let parameter = &left[..left.len() - right.len() - 1];
                    parts(&[&owned(&["(", "\\", "x", ":"]), &owned(parameter), &owned(&["."])])
                }
            };
            Some((parts(&[&head, &second, &owned(&[")"])]), rest))
        }
        _ => None,
    }
}

/// For each token of a program, the token of its sibling that it corresponds to: a
/// longest common subsequence.
pub(crate) fn align(one: &[Token], other: &[Token]) -> Vec<Option<usize>> {
    let (n, m) = (one.len(), other.len());
    let mut aligned = vec![None; n];
    // Equal beginnings and ends need no table.
    let head = one.iter().zip(other).take_while(|(a, b)| a.text == b.text).count();
    let most = n.min(m) - head;
    let tail = (one.iter().rev().zip(other.iter().rev()).take(most))
        .take_while(|(a, b)| a.text == b.text)
        .count();
    for (at, slot) in aligned.iter_mut().enumerate() {
        if at < head {
            *slot = Some(at);
        } else if at >= n - tail {
            *slot = Some(at + m - n);
        }
    }
    let (rows, columns) = (n - tail - head, m - tail - head);
    if rows.saturating_mul(columns) > 4_000_000 {
        return aligned;
    }
    let mut table = vec![vec![0_u32; columns + 1]; rows + 1];
    for i in (0..rows).rev() {
        for j in (0..columns).rev() {
            table[i][j] = match one[head + i].text == other[head + j].text {
                true => table[i + 1][j + 1] + 1,
                false => table[i + 1][j].max(table[i][j + 1]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < rows && j < columns {
        if one[head + i].text == other[head + j].text {
            aligned[head + i] = Some(head + j);
            (i, j) = (i + 1, j + 1);
        } else if table[i + 1][j] >= table[i][j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    aligned
}

/// The same edit of a sibling, if every token that it touches is in both.
pub(crate) fn carry_over(edit: &Edit, aligned: &[Option<usize>]) -> Option<Edit> {
    let mut cuts = Vec::new();
    for &(start, end) in &edit.cuts {
        let first = aligned[start]?;
        let contiguous = (start..end).all(|at| aligned[at] == Some(first + at - start));
        if !contiguous {
            return None;
        }
        cuts.push((first, first + end - start));
    }
    Some(Edit { cuts, ..edit.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::{print, tokens};
    use expect_test::expect_file;

    fn edits(language: Language, tokens: &[Token]) -> Vec<Edit> {
        super::edits(language, tokens).into_iter().map(|(_, edit)| edit).collect()
    }

    /// The programs that one step makes of another, on one line each.
    fn steps(language: Language, source: &str) -> Vec<String> {
        let read = tokens(language, source);
        let line = |edit: &Edit| {
            print(&apply(&read, &[edit])).split_whitespace().collect::<Vec<_>>().join(" ")
        };
        edits(language, &read).iter().map(line).collect()
    }

    #[track_caller]
    fn check(language: Language, source: &str, expected: &[&str]) {
        let steps = steps(language, source);
        for expected in expected {
            assert!(steps.iter().any(|step| step == expected), "{expected:?} of {steps:#?}");
        }
    }

    #[test]
    fn items_are_cut_out() {
        check(
            Language::Rust,
            "struct A;\nfn f(a: A, b: u8) { g(a); h(b) }\nfn main() {}\n",
            &[
                "fn f(a: A, b: u8) { g(a); h(b) } fn main() {}",
                "struct A; fn main() {}",
                "struct A; fn f(a: A) { g(a); h(b) } fn main() {}",
                "struct A; fn f(b: u8) { g(a); h(b) } fn main() {}",
                "struct A; fn f(a: A, b: u8) { h(b) } fn main() {}",
                "struct A; fn f(a: A, b: u8) {} fn main() {}",
                "fn main() {}",
                "",
            ],
        );
    }

    #[test]
    fn parts_are_cut_out_hoisted_and_replaced() {
        check(
            Language::Rust,
            "pub fn f<T: Copy>() -> Vec<T> { let x: u8 = g(h(1, 2)).i(); }",
            &[
                "fn f<T: Copy>() -> Vec<T> { let x: u8 = g(h(1, 2)).i(); }",
                "pub fn f() -> Vec<T> { let x: u8 = g(h(1, 2)).i(); }",
                "pub fn f<T>() -> Vec<T> { let x: u8 = g(h(1, 2)).i(); }",
                "pub fn f<T: Copy>() { let x: u8 = g(h(1, 2)).i(); }",
                "pub fn f<T: Copy>() -> Vec<T> { let x = g(h(1, 2)).i(); }",
                "pub fn f<T: Copy>() -> Vec<T> { let x: u8; }",
                "pub fn f<T: Copy>() -> Vec<T> { let x: u8 = g(h(1, 2)); }",
                "pub fn f<T: Copy>() -> Vec<T> { let x: u8 = h(1, 2).i(); }",
                "pub fn f<T: Copy>() -> Vec<T> { let x: u8 = g(2).i(); }",
                "pub fn f<T: Copy>() -> Vec<T> { let x: u8 = 0; }",
                "pub fn f<T: Copy>() -> Vec<T> { let x: u8 = g(0).i(); }",
            ],
        );
    }

    #[test]
    fn layout_is_a_tree_too() {
        check(
            Language::Haskell,
            "data A = A\nmain = do\n  print 1\n  print (f 2)\n    where f x = x\n",
            &[
                "main = do print 1 print (f 2) where f x = x",
                "data A = A",
                "data A = A main = do print 1",
                "data A = A main = do print (f 2) where f x = x",
                "data A = A main = do print 1 print (2) where f x = x",
                "data A = A main = undefined",
            ],
        );
        let read = tokens(Language::Haskell, "main = do\n  a\n  b\n  c\n");
        let edits = edits(Language::Haskell, &read);
        let second = edits.iter().find(|edit| edit.cuts == [(4, 5)]).expect("a line is an item");
        assert_eq!(print(&apply(&read, &[second])), "main = do\n  a\n  c\n");
    }

    /// All steps of a small program of each kind of layout: what is tried, and in which
    /// order. A change here changes how many programs a reduction takes.
    #[test]
    fn every_step_of_small_programs() {
        for (language, source, expected) in [
            (
                Language::Rust,
                "pub fn f<T: A + B>(a: T, b: u8) -> Vec<T> { g(a, 1 + 2).h(); }\nstruct S;\n",
                expect_file!["../tests/steps/rust.txt"],
            ),
            (
                Language::Haskell,
                "f x\n  | x == 0 = 1\n  where y = (x, 2)\nmain = do\n  print 1\n  f (g 2)\n",
                expect_file!["../tests/steps/haskell.txt"],
            ),
            (
                Language::Kotlin,
                "val x = listOf(1, 2)\n  .map { a; b }\nfun f() = if (a) b else c\n",
                expect_file!["../tests/steps/kotlin.txt"],
            ),
            (
                Language::SystemF,
                "(let x : Int = (fail [(Int -> (Bool * Int))]) in (f (x, (g x)))) : Int",
                expect_file!["../tests/steps/systemf.txt"],
            ),
        ] {
            let read = tokens(language, source);
            let mut text = String::new();
            for (stage, edit) in super::edits(language, &read) {
                let step = print(&apply(&read, &[&edit])).trim_end().replace('\n', "⏎");
                text.push_str(&format!("{stage:?} -{} {step}\n", edit.gain()));
            }
            expected.assert_eq(&text);
        }
    }

    #[test]
    fn declarations_are_cut_out_first_and_as_a_whole() {
        let text = "fn f<T>() where T: A, T: B {\n    g(1, 2)\n}\nfn g(a: u8, b: u8) {}\n";
        let read = tokens(Language::Rust, text);
        let line = |edit: &Edit| print(&apply(&read, &[edit])).replace('\n', " ");
        let steps = super::edits(Language::Rust, &read);
        let stage =
            |text: &str| steps.iter().find(|(_, e)| line(e).trim() == text).map(|(s, _)| *s);
        assert_eq!(stage("fn g(a: u8, b: u8) {}"), Some(Stage::Items), "a comma does not end it");
        assert_eq!(
            stage("fn f<T>() where T: A, T: B {     g(1) } fn g(a: u8, b: u8) {}"),
            Some(Stage::Items)
        );
        assert_eq!(
            stage("fn f<T>() where T: A, T: B {     g(1, 2) } g(a: u8, b: u8) {}"),
            Some(Stage::Declarations)
        );
        assert!(steps.is_sorted_by_key(|(stage, edit)| (*stage, Reverse(edit.gain()))));
    }

    #[test]
    fn edits_make_tokens_neighbours() {
        let read = tokens(Language::Rust, "let a = f(1, b);");
        let owned = |joints: &[(&str, &str)]| {
            joints.iter().map(|(a, b)| joint(a, b)).collect::<BTreeSet<_>>()
        };
        assert_eq!(new_joints(&read, &Edit::cut(3..4)), owned(&[("=", "(")]));
        assert_eq!(new_joints(&read, &Edit::cut(0..1)), owned(&[("", "name")]));
        let put = Edit::put(3..9, vec!["(".to_owned(), ")".to_owned()]);
        assert_eq!(new_joints(&read, &put), owned(&[("=", "("), (")", ";")]));
        assert!(joints(&read).contains(&joint("name", "(")), "names are all alike");
        assert!(!joints(&read).contains(&joint("=", "(")));
    }

    #[test]
    fn edits_go_together_and_names_stay_apart() {
        let read = tokens(Language::Rust, "a(b)c(d)");
        let one = Edit::cut(1..4);
        let two = Edit::put(5..8, owned(&["0"]));
        assert!(one.is_apart_from(&two) && !one.is_apart_from(&Edit::cut(3..5)));
        assert_eq!(print(&apply(&read, &[&two, &one])), "a c 0\n");
        assert_eq!((one.gain(), two.gain()), (3, 2));
    }

    #[test]
    fn an_edit_is_carried_over_to_what_is_the_same_in_a_sibling() {
        let one = tokens(Language::Rust, "f(x); let y: T = g(); h();");
        let other = tokens(Language::Rust, "f(x); k(); let y = g(); h();");
        let aligned = align(&one, &other);
        let carried = |range: Range<usize>| {
            let edit = carry_over(&Edit::cut(range), &aligned)?;
            Some(print(&apply(&other, &[&edit])))
        };
        assert_eq!(carried(0..5).as_deref(), Some("k(); let y = g(); h();\n"));
        assert_eq!(carried(14..18).as_deref(), Some("f(x); k(); let y = g();\n"));
        assert_eq!(carried(5..10), None, "the type is not in both");
        assert_eq!(align(&one, &one), (0..one.len()).map(Some).collect::<Vec<_>>());
    }

    /// The length of a longest common subsequence, by its definition.
    fn common(one: &[Token], other: &[Token]) -> usize {
        match (one, other) {
            ([a, one_rest @ ..], [b, other_rest @ ..]) if a.text == b.text => {
                1 + common(one_rest, other_rest)
            }
            ([_, one_rest @ ..], [_, other_rest @ ..]) => {
                common(one_rest, other).max(common(one, other_rest))
            }
            _ => 0,
        }
    }

    #[test]
    fn aligned_tokens_are_a_longest_common_subsequence() {
        // Every text of up to five letters of two kinds, some of which begin or end alike.
        let texts: Vec<Vec<Token>> = (0..6_u32)
            .flat_map(|length| (0..1_u32 << length).map(move |bits| (length, bits)))
            .map(|(length, bits)| {
                let letter = |at| if bits >> at & 1 == 0 { "a " } else { "b " };
                tokens(Language::Rust, &(0..length).map(letter).collect::<String>())
            })
            .collect();
        for one in &texts {
            for other in &texts {
                let aligned = align(one, other);
                assert_eq!(aligned.len(), one.len());
                let pairs: Vec<(usize, usize)> =
                    aligned.iter().enumerate().filter_map(|(a, b)| Some((a, (*b)?))).collect();
                assert!(pairs.iter().all(|&(a, b)| one[a].text == other[b].text), "{pairs:?}");
                assert!(pairs.is_sorted_by(|a, b| a.1 < b.1), "{pairs:?}");
                assert_eq!(pairs.len(), common(one, other), "{pairs:?}");
            }
        }
    }

    #[test]
    fn only_what_is_alike_at_the_ends_is_aligned_in_huge_programs() {
        let huge = |middle: &str| {
            tokens(Language::Rust, &format!("a b {} c d", format!("{middle} x ").repeat(1100)))
        };
        let (one, other) = (huge("p"), huge("q"));
        let aligned = align(&one, &other);
        let last = one.len() - 1;
        assert_eq!(aligned[..3], [Some(0), Some(1), None]);
        // The last `x` of both is alike as well.
        assert_eq!(aligned[last - 3..], [None, Some(last - 2), Some(last - 1), Some(last)]);
        assert!(aligned[3..last - 3].iter().all(Option::is_none));
    }

    #[test]
    fn an_edit_that_would_take_what_is_not_in_both_is_not_carried_over() {
        let one = tokens(Language::Rust, "a b c d");
        let other = tokens(Language::Rust, "a b x c d");
        let aligned = align(&one, &other);
        assert_eq!(carry_over(&Edit::cut(1..3), &aligned), None, "x stands between");
        let moved = carry_over(&Edit::cut(2..4), &aligned).expect("it is in both");
        assert_eq!(moved.cuts, [(3, 5)]);
    }

    #[test]
    fn deep_and_broken_programs_are_no_harm() {
        let deep = "(".repeat(3000) + &")".repeat(3000);
        let read = tokens(Language::Rust, &deep);
        assert!(!edits(Language::Rust, &read).is_empty());
        for broken in ["", ")", "((", "<<<>", "a < b; c > d", "{ ( }", "\"", "'", "a,"] {
            let read = tokens(Language::Rust, broken);
            for edit in edits(Language::Rust, &read) {
                assert!(apply(&read, &[&edit]).len() < read.len());
            }
        }
    }

    #[test]
    fn a_declaration_stays_as_long_as_its_name_is_used() {
        let read = tokens(Language::Rust, "fn f() {} fn g() { f() } fn h() {}");
        assert!(orphans(&read, &Edit::cut(0..6)), "f is used");
        assert!(!orphans(&read, &Edit::cut(6..15)), "g is not");
        let twice = tokens(Language::Rust, "fn f() {} fn f() {} f");
        assert!(!orphans(&twice, &Edit::cut(0..6)), "there is another one");
        assert!(!declares(&read, 0), "a keyword");
        assert!(declares(&read, 1) && !declares(&read, 2));
        let keyword = tokens(Language::Rust, "let mut x = fn_;");
        assert!(!declares(&keyword, 1) && declares(&keyword, 2) && !declares(&keyword, 4));
    }

    #[test]
    fn a_name_is_cut_out_wherever_it_stands() {
        check(
            Language::Rust,
            "trait T { type A; type B; } impl T for u8 { type A = u8; type B = u8; } fn f(_: D<A = u8, B = u8>) {}",
            &[
                "trait T { type B; } impl T for u8 { type B = u8; } fn f(_: D<B = u8>) {}",
                "trait T { type A; } impl T for u8 { type A = u8; } fn f(_: D<A = u8>) {}",
            ],
        );
        // A value goes with what is done with it.
        check(
            Language::Rust,
            "fn f(a: u8, b: u8) { g(a, b); h(b); } fn k() {}",
            &["fn f(a: u8) { g(a); h(); } fn k() {}", "fn f(a: u8) {} fn k() {}"],
        );
        assert_eq!(joined(vec![(4, 6), (0, 2), (1, 3), (3, 4)]), [(0, 6)]);
        assert_eq!(joined(vec![(5, 6), (0, 2)]), [(0, 2), (5, 6)]);
    }

    #[test]
    fn a_parameter_goes_with_its_arguments() {
        check(
            Language::Rust,
            "fn f<'a, A, B>(a: A, b: B) {} fn g() { f::<'static, i32, bool>(1, true); f(2, x()) }",
            &[
                "fn f<'a, A, B>(b: B) {} fn g() { f::<'static, i32, bool>(true); f(x()) }",
                "fn f<'a, A>(a: A, b: B) {} fn g() { f::<'static, i32>(1, true); f(2, x()) }",
            ],
        );
        check(
            Language::Rust,
            "fn f<A,>(a: A) {} fn g() { f::<i32>(1) }",
            &["fn f(a: A) {} fn g() { f(1) }", "fn f<A>(a: A) {} fn g() { f::<i32>(1) }"],
        );
    }

    #[test]
    fn an_attempt_is_another_one_when_what_it_touches_has_changed() {
        let read = tokens(Language::Rust, "fn f() {} fn g() { f(); h(1) } fn k() {}");
        let cut = Edit::cut(0..6);
        let first = attempt(&read, &cut);
        // What it has nothing to do with is gone.
        let other = apply(&read, &[&Edit::cut(16..19)]);
        assert_eq!(attempt(&other, &cut), first);
        // The use of what it takes away is gone.
        let used = apply(&read, &[&Edit::cut(11..15)]);
        assert_ne!(attempt(&used, &cut), first);
        // It stands between others.
        let neighbour = apply(&read, &[&Edit::cut(6..7)]);
        assert_ne!(attempt(&neighbour, &cut), first);
        assert_ne!(attempt(&read, &Edit::put(0..6, owned(&["0"]))), first);
        assert_ne!(attempt(&read, &Edit::cut(0..0)), first);
    }

    #[test]
    fn edits_of_one_shape_differ_in_names_and_numbers() {
        let read = tokens(Language::Rust, "f(a, 1); g(b, 2); h(c, d);");
        let shape = |range| shape(&read, &Edit::cut(range));
        assert_eq!(shape(3..5), shape(10..12));
        assert_ne!(shape(3..5), shape(17..19));
        assert_ne!(shape(2..3), shape(3..5));
    }

    #[test]
    fn expressions_of_system_f_become_programs_and_get_values() {
        check(
            Language::SystemF,
            "((fail [((Int * Bool) -> (forall a. Int))]) (let x : Bool = true in (y z))) : Int",
            &[
                "((\\ x : (Int * Bool) . (/\\ a . 0)) (let x : Bool = true in (y z))) : Int",
                "(let x : Bool = true in (y z)) : Bool",
                "(fst (0, (y z))) : Int",
                "(snd (y z)) : Int",
                "(let x : Bool = true in 0) : Int",
            ],
        );
        assert_eq!(inhabitant(&["a"]), None, "a variable has no value that is known");
    }
}
