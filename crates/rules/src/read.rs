//! Reading a program in the notation of its rule file.

use std::rc::Rc;

use logic::{Store, Term};

use crate::checker::{Answer, Checker, Derivation, Failure};
use crate::diagnostic::{Problem, RuleFileError};
use crate::lexer;
use crate::system::{Base, Sort, System};
use crate::term_syntax::{Ast, Node, Operator, TermParser};

/// What the rules say about a program, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// What they say.
    pub answer: Answer,
    /// The derivation, if there is one.
    pub derivation: Option<Rc<Derivation>>,
    /// The place where the checker got stuck, if there is none.
    pub failure: Option<Failure>,
}

/// Checks a program, written in the notation of the rule file, and explains the
/// answer. `path` is its name in error messages.
pub fn explain(system: &System, path: &str, text: &str) -> Result<Explanation, RuleFileError> {
    let mut store = Store::new();
    let term = read_named(system, &mut store, path, text)?;
    let mut checker = Checker::new(system, &mut store);
    let (answer, derivation, failure) = checker.explain(system.start_pred(), &[term]);
    Ok(Explanation { answer, derivation, failure })
}

/// A program, written in the notation of the rule file, in one of its languages;
/// `None` if it has no templates for that. `path` is the name of the program in
/// error messages.
pub fn print(
    system: &System,
    path: &str,
    text: &str,
    language: &str,
) -> Result<Option<String>, RuleFileError> {
    let mut store = Store::new();
    let term = read_named(system, &mut store, path, text)?;
    Ok(system.print(language, &store, term))
}

fn read_named(
    system: &System,
    store: &mut Store,
    path: &str,
    text: &str,
) -> Result<Term, RuleFileError> {
    read(system, store, text).map_err(|problem| RuleFileError {
        path: path.to_owned(),
        source_text: text.to_owned(),
        problems: vec![problem],
    })
}

fn read(system: &System, store: &mut Store, text: &str) -> Result<Term, Problem> {
    let tokens: Vec<_> = lexer::lines(text)?.into_iter().flat_map(|line| line.tokens).collect();
    let operators: Vec<Operator> = system
        .ctors
        .iter()
        .filter_map(|ctor| ctor.infix.clone())
        .map(|text| Operator { text, right: true })
        .collect();
    let ast = TermParser::parse(&tokens, text.len(), &operators)?;
    Reader { system, store, names: Vec::new() }.term(&ast, system.program_sort())
}

struct Reader<'a> {
    system: &'a System,
    store: &'a mut Store,
    /// Names by their number.
    names: Vec<String>,
}

impl Reader<'_> {
    fn name(&mut self, word: &str) -> Term {
        let number = self.names.iter().position(|known| known == word).unwrap_or_else(|| {
            self.names.push(word.to_owned());
            self.names.len() - 1
        });
        self.store.reserve_name(number as u32);
        Term::name(number as u32)
    }

    fn is_name(&self, word: &str, kind: usize) -> bool {
        let rest = word.strip_prefix(self.system.name_words[kind]);
        rest.is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit() || b == b'_'))
    }

    fn term(&mut self, ast: &Ast, sort: Sort) -> Result<Term, Problem> {
        let system = self.system;
        let wrong = |label: &str| {
            Err(Problem::new("this is not a term of the expected sort", ast.span.clone(), label))
        };
        let (word, args) = match &ast.node {
            Node::Int(n) if sort == (Sort { base: Base::Int, lists: 0 }) => {
                return Ok(self.store.int(*n));
            }
            Node::List(items, None) if sort.lists > 0 => {
                let item = Sort { lists: sort.lists - 1, ..sort };
                let items =
                    items.iter().map(|ast| self.term(ast, item)).collect::<Result<Vec<_>, _>>()?;
                return Ok(self.store.list(&items));
            }
            Node::Ident(word) => {
                let kind = system.names_of(sort).filter(|_| sort.lists == 0);
                if kind.is_some_and(|kind| self.is_name(word, kind)) {
                    return Ok(self.name(word));
                }
                (word.as_str(), &[][..])
            }
            Node::Call(word, args) => (word.as_str(), args.as_slice()),
            Node::Infix(op, args) => {
                let ctor = system.ctors.iter().find(|ctor| ctor.infix.as_ref() == Some(op));
                (ctor.expect("a known operator").name, &args[..])
            }
            _ => return wrong("not expected here"),
        };
        let Some(ctor) = system.ctors.iter().find(|ctor| ctor.name == word) else {
            return wrong("neither a constructor nor a name of this sort");
        };
        let found = Sort { base: Base::Sort(ctor.sort), lists: 0 };
        if found != sort || ctor.args.len() != args.len() {
            return wrong("another sort, or another number of arguments");
        }
        if let Some(Sort { base: Base::Names(kind), .. }) = ctor.binds {
            let Node::Bind(bound, body) = &args[0].node else {
                return wrong("the argument is written with what it binds: a. T");
            };
            if !self.is_name(bound, kind) {
                return wrong("what is bound here is no name");
            }
            let body = self.term(body, ctor.args[0])?;
            let name = self.name(bound);
            let body = self.store.close(body, &[name]);
            return Ok(self.store.structure(ctor.symbol, &[body]));
        }
        let mut terms = Vec::new();
        for (arg, sort) in args.iter().zip(&ctor.args) {
            terms.push(self.term(arg, *sort)?);
        }
        Ok(self.store.structure(ctor.symbol, &terms))
    }
}
