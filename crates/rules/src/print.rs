//! Programs as text: templates of a language, and the notation of rule files.

use std::fmt::{self, Write};

use case::Dialect;
use logic::{Store, Symbol, Term, View};

use crate::system::{Base, Ctor, Sort, System};

/// How one language writes programs.
#[derive(Debug)]
pub(crate) struct Printer {
    pub(crate) language: &'static str,
    /// The dialects of the language that its programs are written in.
    pub(crate) dialects: Vec<Dialect>,
    /// Whether there are no templates: programs are printed in the notation of
    /// the rule file.
    pub(crate) notation: bool,
    /// For each kind of names; `#` is the number.
    pub(crate) names: Vec<Option<String>>,
    /// For each constructor.
    pub(crate) templates: Vec<Option<Vec<Part>>>,
    /// Lines are indented by the brackets that are open, whatever templates say.
    pub(crate) braces: bool,
    /// Its compilers convert between types that differ in binders: a mismatch
    /// counts only where other symbols differ.
    pub(crate) rigid: bool,
    /// Constructors that its compilers put around a value, or take off, on
    /// their own: a mismatch counts only where something else differs.
    pub(crate) converted: Vec<Symbol>,
    /// How the variable that a constructor binds is printed.
    pub(crate) bound: Vec<Option<String>>,
    /// Constructors whose terms are declared before they are used.
    pub(crate) declared: Vec<Option<Declared>>,
    /// Error classes that compilers of this language do not report.
    pub(crate) skipped: Vec<(usize, Option<Dialect>)>,
}

/// How a language declares a type that it has no notation for, such as the record
/// type for a polymorphic type.
///
/// Terms that differ only in parts in which nothing bound occurs share one
/// declaration, and those parts are its parameters. So a substitution changes
/// arguments and never the declaration: terms are equal if and only if they are
/// written alike.
#[derive(Debug, Default)]
pub(crate) struct Declared {
    /// The declaration.
    pub(crate) template: Vec<Part>,
    /// How its parameters are called; `#` is the number.
    pub(crate) takes: String,
}

/// A part of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Text(String),
    Arg(usize),
    /// `{Ts|, }` or `{Ts|, |<|>}`: the items of a list, what stands between
    /// them, and the text around them unless the list is empty.
    Items {
        arg: usize,
        between: String,
        before: String,
        after: String,
    },
    /// What the constructor binds.
    Bound,
    /// `{#}`: the number of the declaration.
    Number,
    /// `{*|, |(|)}`: the parameters of the declaration, or the arguments for
    /// them.
    Params {
        between: String,
        before: String,
        after: String,
    },
    /// `{declarations}`: all declarations of the program.
    Declarations,
}

impl Printer {
    pub(crate) fn new(language: &'static str, names: usize, ctors: usize) -> Printer {
        Printer {
            language,
            dialects: vec![Dialect::Standard],
            notation: false,
            names: vec![None; names],
            templates: vec![None; ctors],
            braces: false,
            rigid: false,
            converted: Vec::new(),
            bound: vec![None; ctors],
            declared: (0..ctors).map(|_| None).collect(),
            skipped: Vec::new(),
        }
    }

    /// One for a rule file without templates.
    pub(crate) fn notation(system: &'static str, names: usize, ctors: usize) -> Printer {
        Printer { notation: true, ..Printer::new(system, names, ctors) }
    }

    /// The problem with the templates of a constructor, taken together.
    pub(crate) fn problem(&self, ctor: usize) -> Option<&'static str> {
        let Some(template) = &self.templates[ctor] else { return None };
        let of_declared = |part: &Part| matches!(part, Part::Number | Part::Params { .. });
        let Some(declared) = &self.declared[ctor] else {
            let used = template.iter().any(of_declared);
            return used.then_some("{#} and {*} stand only in what is declared");
        };
        if !template.iter().all(|part| of_declared(part) || matches!(part, Part::Text(_))) {
            return Some("what is declared is written with {#} and {*} alone");
        }
        if self.bound[ctor].is_none() || declared.takes.is_empty() {
            return Some("what is declared also needs lines with `binds` and `takes`");
        }
        if declared.template.contains(&Part::Declarations) {
            return Some("a declaration does not contain {declarations}");
        }
        let mut all = self.templates.iter().flatten().flatten();
        let shown = all.any(|part| *part == Part::Declarations);
        (!shown).then_some("no template has {declarations}")
    }
}

/// Cuts a template into its parts.
pub(crate) fn template(
    text: &str,
    params: &[&str],
    bound: Option<&str>,
) -> Result<Vec<Part>, String> {
    let mut parts = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        plain.push_str(&rest[..at]);
        let brace = &rest[at..at + 1];
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix(brace) {
            plain.push_str(brace);
            rest = after;
            continue;
        }
        if brace == "}" {
            return Err("a single } in a template; write }} for the character".to_owned());
        }
        let Some(end) = rest.find('}') else {
            return Err("a { without its } in a template; write {{ for the character".to_owned());
        };
        let inside = &rest[..end];
        rest = &rest[end + 1..];
        if !plain.is_empty() {
            parts.push(Part::Text(std::mem::take(&mut plain)));
        }
        let mut fields = inside.split('|');
        let name = fields.next().unwrap_or("");
        let mut field = || fields.next().unwrap_or("").to_owned();
        let special = match name {
            _ if bound == Some(name) => Some(Part::Bound),
            "#" => Some(Part::Number),
            "*" => Some(Part::Params { between: field(), before: field(), after: field() }),
            "declarations" => Some(Part::Declarations),
            _ => None,
        };
        if let Some(part) = special {
            parts.push(part);
            continue;
        }
        let Some(arg) = params.iter().position(|param| *param == name) else {
            return Err(format!("the template names {{{name}}}, which is no argument"));
        };
        match fields.next() {
            None => parts.push(Part::Arg(arg)),
            Some(between) => parts.push(Part::Items {
                arg,
                between: between.to_owned(),
                before: fields.next().unwrap_or("").to_owned(),
                after: fields.next().unwrap_or("").to_owned(),
            }),
        }
    }
    plain.push_str(rest);
    if !plain.is_empty() {
        parts.push(Part::Text(plain));
    }
    Ok(parts)
}

struct Writer<'a> {
    system: &'a System,
    store: &'a Store,
    printer: &'a Printer,
    /// For each binder around: the kind of names that it binds, and which
    /// constructor it is.
    binders: Vec<(usize, usize)>,
    out: String,
    /// The declaration that is being written, among `opened`.
    inside: Option<usize>,
    opened: Vec<Opened>,
    /// The constructor and the body of each declaration; the number of a
    /// declaration is its place.
    declared: Vec<(usize, String)>,
    declarations: String,
    /// Where they are put in the end.
    declarations_at: usize,
    /// What is looked for, and the symbol of each: most terms have another one.
    places: &'a [Term],
    heads: Vec<Option<Symbol>>,
    /// Which of them were found, and where in the text they begin.
    notes: Vec<(usize, usize)>,
    /// How many texts are being written that are not part of this one yet.
    apart: u32,
}

/// A declaration that is being written.
struct Opened {
    /// The one around it.
    around: Option<usize>,
    /// The binder that it is about.
    level: usize,
    sort: Sort,
    takes: String,
    /// The arguments for its parameters.
    given: Vec<String>,
}

impl System {
    /// A ground term of the program's sort in a language; `None` if the rule
    /// file has no templates for it.
    pub(crate) fn print(&self, language: &str, store: &Store, term: Term) -> Option<String> {
        Some(self.print_noting(language, store, term, &[])?.0)
    }

    /// The same, and the line of the first of the places that is on one line only. Names
    /// in a place may be bound in the program.
    pub(crate) fn print_noting(
        &self,
        language: &str,
        store: &Store,
        term: Term,
        places: &[Term],
    ) -> Option<(String, Option<u32>)> {
        let printer = self.printers.iter().find(|printer| printer.language == language)?;
        if printer.notation {
            return Some((self.notation(store, term, self.program_sort()) + "\n", None));
        }
        let mut writer = Writer {
            system: self,
            store,
            printer,
            binders: Vec::new(),
            out: String::new(),
            inside: None,
            opened: Vec::new(),
            declared: Vec::new(),
            declarations: String::new(),
            declarations_at: 0,
            places,
            heads: places.iter().map(|place| store.symbol(*place)).collect(),
            notes: Vec::new(),
            apart: 0,
        };
        writer.term(term, self.program_sort());
        let line = writer.line();
        writer.out.insert_str(writer.declarations_at, &writer.declarations);
        // Indenting keeps the lines.
        Some((if printer.braces { indented(&writer.out) } else { writer.out }, line))
    }

    /// A term in the notation of rule files.
    pub(crate) fn notation(&self, store: &Store, term: Term, sort: Sort) -> String {
        let mut out = String::new();
        self.write_notation(store, term, sort, &mut Vec::new(), &mut out);
        out
    }

    fn write_notation(
        &self,
        store: &Store,
        term: Term,
        sort: Sort,
        binders: &mut Vec<usize>,
        out: &mut String,
    ) {
        match store.view(term) {
            View::Var(var) => out.push_str(&format!("?{var:?}")),
            View::Any => out.push('_'),
            View::Int(n) => out.push_str(&n.to_string()),
            View::Name(n) => {
                let kind = self.names_of(sort);
                out.push_str(&format!("{}{n}", kind.map_or("n", |kind| self.metavar_of(kind))));
            }
            View::Struct(Symbol::BOUND, args) => {
                let (depth, i) = (int(store, args[0]), int(store, args[1]));
                let level = binders.len() - 1 - depth as usize;
                out.push_str(&format!("{}_{level}_{i}", self.metavar_of(binders[level])));
            }
            View::Struct(Symbol::NIL | Symbol::CONS, _) => {
                let item = Sort { lists: sort.lists.saturating_sub(1), ..sort };
                out.push('[');
                let items = store.items(term).unwrap_or_default();
                for (i, part) in items.into_iter().enumerate() {
                    if i > 0 {
                        out.push_str(", ");
                    }
                    self.write_notation(store, part, item, binders, out);
                }
                out.push(']');
            }
            View::Struct(symbol, args) => {
                let ctor = self.ctor(symbol).expect("a constructor of this system");
                if let (Some(op), [left, right]) = (&ctor.infix, args) {
                    out.push('(');
                    self.write_notation(store, *left, ctor.args[0], binders, out);
                    out.push_str(&format!(" {op} "));
                    self.write_notation(store, *right, ctor.args[1], binders, out);
                    out.push(')');
                    return;
                }
                out.push_str(ctor.name);
                if args.is_empty() {
                    return;
                }
                out.push('(');
                if let Some(Sort { base: Base::Names(kind), .. }) = ctor.binds {
                    let level = binders.len();
                    out.push_str(&format!("{}_{level}_0. ", self.metavar_of(kind)));
                    binders.push(kind);
                }
                for (i, (arg, sort)) in args.iter().zip(&ctor.args).enumerate() {
                    if i > 0 {
                        out.push_str(", ");
                    }
                    self.write_notation(store, *arg, *sort, binders, out);
                }
                if ctor.binds.is_some() {
                    binders.pop();
                }
                out.push(')');
            }
        }
    }

    /// The names that are terms of a sort.
    pub(crate) fn names_of(&self, sort: Sort) -> Option<usize> {
        match sort.base {
            Base::Names(kind) => Some(kind),
            Base::Sort(sort) => self.sorts[sort].variable,
            Base::Int => None,
        }
    }

    fn metavar_of(&self, kind: usize) -> &str {
        self.name_words[kind]
    }
}

/// The text with each line one step deeper than the one with the last bracket
/// that is open before it, or as deep as that one if it closes the bracket.
fn indented(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 3 / 2);
    // For each open bracket, how deep its line is.
    let mut open: Vec<usize> = Vec::new();
    for line in text.lines() {
        let line = line.trim_start();
        let closing = line.bytes().take_while(|b| b")]}".contains(b)).count();
        let depth = match closing {
            0 => open.last().map_or(0, |around| around + 1),
            _ => open.len().checked_sub(closing).map_or(0, |first| open[first]),
        };
        if !line.is_empty() {
            out.extend(std::iter::repeat_n("    ", depth));
            out.push_str(line);
        }
        out.push('\n');
        for byte in line.bytes() {
            match byte {
                b'(' | b'[' | b'{' => open.push(depth),
                b')' | b']' | b'}' => drop(open.pop()),
                _ => {}
            }
        }
    }
    out
}

/// The number of a binder or of what it binds.
fn int(store: &Store, term: Term) -> i32 {
    match store.view(term) {
        View::Int(n) => n as i32,
        other => panic!("expected an integer, found {other:?}"),
    }
}

/// Whether a part of a program is a term of its proof. What is bound in the program has
/// a name in the proof.
fn same(store: &Store, part: Term, of_proof: Term) -> bool {
    // A program is ground, and then one handle is one term.
    if part == of_proof {
        return true;
    }
    match (store.view(part), store.view(of_proof)) {
        (View::Struct(Symbol::BOUND, _), View::Name(_)) => true,
        (View::Struct(symbol, args), View::Struct(other, others)) => {
            symbol == other
                && args.len() == others.len()
                && args.iter().zip(others).all(|(part, other)| same(store, *part, *other))
        }
        (View::Int(n), View::Int(other)) => n == other,
        (View::Name(n), View::Name(other)) => n == other,
        _ => false,
    }
}

impl Writer<'_> {
    fn term(&mut self, term: Term, sort: Sort) {
        if self.is_parameter(term, sort) {
            return self.parameter(term, sort);
        }
        match self.store.view(term) {
            View::Int(n) => write!(self.out, "{n}").expect("a string takes everything"),
            View::Name(n) => {
                let kind = self.system.names_of(sort).expect("names stand where names may");
                self.name(kind, format_args!("{n}"));
            }
            View::Struct(Symbol::BOUND, args) => {
                let (depth, i) = (int(self.store, args[0]), int(self.store, args[1]));
                let level = self.binders.len() - 1 - depth as usize;
                self.bound(level, i);
            }
            View::Struct(Symbol::NIL | Symbol::CONS, _) => {
                let items = self.store.items(term).expect("a program is ground");
                self.items(&items, sort, "");
            }
            View::Struct(symbol, args) => {
                if self.apart == 0 && !args.is_empty() {
                    let found = |(place, head): &(usize, &Option<Symbol>)| {
                        **head == Some(symbol) && same(self.store, term, self.places[*place])
                    };
                    let found = self.heads.iter().enumerate().filter(found);
                    self.notes.extend(found.map(|(place, _)| (place, self.out.len())));
                }
                let number = symbol.number().expect("a constructor") as usize;
                let ctor = &self.system.ctors[number];
                let printer = self.printer;
                let parts = printer.templates[number].as_ref().expect("every constructor has one");
                if let Some(declared) = &printer.declared[number] {
                    return self.declared(declared, number, args[0], parts);
                }
                if let Some(Sort { base: Base::Names(kind), .. }) = ctor.binds {
                    self.binders.push((kind, number));
                }
                for part in parts {
                    match part {
                        Part::Text(text) => self.out.push_str(text),
                        Part::Arg(i) => self.term(args[*i], ctor.args[*i]),
                        Part::Bound => self.bound(self.binders.len() - 1, 0),
                        Part::Declarations => self.declarations_at = self.out.len(),
                        Part::Number | Part::Params { .. } => {
                            unreachable!("only of what is declared")
                        }
                        Part::Items { arg, between, before, after } => {
                            let items = self.store.items(args[*arg]).expect("ground");
                            if !items.is_empty() {
                                self.out.push_str(before);
                                self.items(&items, ctor.args[*arg], between);
                                self.out.push_str(after);
                            }
                        }
                    }
                }
                if ctor.binds.is_some() {
                    self.binders.pop();
                }
            }
            View::Var(_) | View::Any => unreachable!("a program is ground"),
        }
    }

    /// The line of the first place that is on one line only.
    fn line(&self) -> Option<u32> {
        let line = |offset: usize| {
            let before = match offset >= self.declarations_at {
                true => self.declarations.matches('\n').count(),
                false => 0,
            };
            u32::try_from(self.out[..offset].matches('\n').count() + before + 1).ok()
        };
        (0..self.places.len()).find_map(|place| {
            let mut lines: Vec<_> =
                self.notes.iter().filter(|note| note.0 == place).map(|note| line(note.1)).collect();
            lines.dedup();
            if let [line] = lines[..] { line } else { None }
        })
    }

    /// Whether a term is a parameter of the declaration that is being written.
    fn is_parameter(&self, term: Term, sort: Sort) -> bool {
        self.inside.is_some_and(|inside| {
            let Opened { level, sort: params, .. } = self.opened[inside];
            // Below the binder of the term itself, its own depth counts too.
            let depth = (self.binders.len() - 1 - level) as i32;
            sort == params && !self.mentions(term, depth)
        })
    }

    fn mentions(&self, term: Term, depth: i32) -> bool {
        match self.store.view(term) {
            View::Struct(Symbol::BOUND, args) => int(self.store, args[0]) == depth,
            View::Struct(symbol, args) => {
                let depth = depth + i32::from(symbol.is_binder());
                args.iter().any(|arg| self.mentions(*arg, depth))
            }
            _ => false,
        }
    }

    fn parameter(&mut self, term: Term, sort: Sort) {
        let inside = self.inside.expect("only in a declaration");
        let given = self.apart(self.opened[inside].around, |writer| writer.term(term, sort));
        let opened = &mut self.opened[inside];
        self.out.push_str(&opened.takes.replace('#', &opened.given.len().to_string()));
        opened.given.push(given);
    }

    /// The text that is printed as if within the declaration `inside`.
    fn apart(&mut self, inside: Option<usize>, write: impl FnOnce(&mut Self)) -> String {
        let out = std::mem::take(&mut self.out);
        let around = std::mem::replace(&mut self.inside, inside);
        self.apart += 1;
        write(self);
        self.apart -= 1;
        self.inside = around;
        std::mem::replace(&mut self.out, out)
    }

    /// A term that is declared: its declaration, unless it is there already,
    /// and its use.
    fn declared(&mut self, declared: &Declared, ctor: usize, body: Term, parts: &[Part]) {
        let Ctor { sort, args, binds, .. } = &self.system.ctors[ctor];
        let Some(Sort { base: Base::Names(kind), .. }) = binds else {
            unreachable!("checked when the file was loaded")
        };
        let takes = &declared.takes;
        let opened = Opened {
            around: self.inside,
            level: self.binders.len(),
            sort: Sort { base: Base::Sort(*sort), lists: 0 },
            takes: takes.clone(),
            given: Vec::new(),
        };
        self.opened.push(opened);
        self.binders.push((*kind, ctor));
        let body = self.apart(Some(self.opened.len() - 1), |writer| writer.term(body, args[0]));
        self.binders.pop();
        let given = self.opened.pop().expect("pushed above").given;
        let known = self.declared.iter().position(|known| *known == (ctor, body.clone()));
        let number = known.unwrap_or_else(|| {
            let number = self.declared.len();
            let names: Vec<String> =
                (0..given.len()).map(|i| takes.replace('#', &i.to_string())).collect();
            let bound = self.printer.bound[ctor].as_deref().unwrap_or_default();
            write_declared(
                &mut self.declarations,
                &declared.template,
                number,
                &names,
                bound,
                &body,
            );
            self.declared.push((ctor, body));
            number
        });
        write_declared(&mut self.out, parts, number, &given, "", "");
    }

    fn items(&mut self, items: &[Term], sort: Sort, between: &str) {
        let item = Sort { lists: sort.lists.saturating_sub(1), ..sort };
        for (i, part) in items.iter().enumerate() {
            if i > 0 {
                self.out.push_str(between);
            }
            self.term(*part, item);
        }
    }

    fn name(&mut self, kind: usize, number: fmt::Arguments<'_>) {
        let (first, rest) = match &self.printer.names[kind] {
            Some(template) => template.split_once('#').unwrap_or((template, "")),
            None => (self.system.name_words[kind], ""),
        };
        self.out.push_str(first);
        for piece in rest.split('#') {
            self.out.write_fmt(number).expect("a string takes everything");
            self.out.push_str(piece);
        }
    }

    /// Bound things are named by the level of their binder, which no number of
    /// a free name looks like.
    fn bound(&mut self, level: usize, i: i32) {
        let (kind, ctor) = self.binders[level];
        if let Some(text) = &self.printer.bound[ctor] {
            return self.out.push_str(text);
        }
        match i {
            0 => self.name(kind, format_args!("q{level}")),
            _ => self.name(kind, format_args!("q{level}_{i}")),
        }
    }
}

/// A declaration or its use.
fn write_declared(
    out: &mut String,
    parts: &[Part],
    number: usize,
    params: &[String],
    bound: &str,
    body: &str,
) {
    for part in parts {
        match part {
            Part::Text(text) => out.push_str(text),
            Part::Number => out.push_str(&number.to_string()),
            Part::Bound => out.push_str(bound),
            Part::Arg(_) | Part::Items { .. } => out.push_str(body),
            Part::Params { between, before, after } if !params.is_empty() => {
                out.push_str(before);
                out.push_str(&params.join(between));
                out.push_str(after);
            }
            Part::Params { .. } | Part::Declarations => {}
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn lines_are_as_deep_as_brackets_are_open() {
        let flat = "fn f(\nx: T,\n) {\n\n  match x {\nA => g(|| {\nh([\n1,\n]);\n}),\n}\n}\n";
        let deep = "fn f(\n    x: T,\n) {\n\n    match x {\n        A => g(|| {\n            \
                    h([\n                1,\n            ]);\n        }),\n    }\n}\n";
        assert_eq!(super::indented(flat), deep);
        assert_eq!(super::indented("}\n)\nx\n"), "}\n)\nx\n");
    }
}
