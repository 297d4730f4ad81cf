//! A program as one file among many of a module.
//!
//! Programs of a batch must not see each other. So every top-level declaration
//! becomes `fileprivate`, and statements, which only the main file of a module may
//! have at its top level, become the body of a function, all in the same line. To
//! the type checker that makes no difference, with exceptions: what declares an
//! operator, says `public`, binds a variable without an initial value or makes a
//! type of the library conform to a protocol of the library is no part of
//! anything, and is compiled alone. Whatever is uncertain is treated alike: a
//! program that is compiled alone costs time, but nothing else.

use std::collections::BTreeSet;

use super::tokens::{Kind, Token, tokens};

/// A program that can be a part of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// The file.
    pub(super) source: String,
    /// The modules that it imports, sorted. Files with different imports do not
    /// go together: the members of an imported module's extensions are visible in
    /// all files of a module.
    pub(super) imports: Vec<String>,
}

impl Part {
    /// `None` if the program must be compiled alone. In language mode 6, what is
    /// at the top level of a main file belongs to the main actor (`isolated`).
    pub(super) fn of(program: &str, isolated: bool) -> Option<Part> {
        let tokens = tokens(program)?;
        if tokens.windows(2).any(|pair| forbids(pair[0], pair[1])) {
            return None;
        }
        let mut edits = Edits::default();
        let items = items(&tokens, 0)?;
        let own = Own::of(&items);
        let imports = top_level(&items, &own, isolated, &mut edits)?;
        Some(Part { source: edits.apply(program), imports })
    }
}

/// Whether a program says that it is its module's main program.
pub(super) fn has_main_attribute(program: &str) -> bool {
    let tokens = tokens(program).unwrap_or_default();
    tokens.windows(2).any(|pair| pair[0].is("@") && pair[1].is("main"))
}

/// Attributes that are about what other files or modules see, or about the
/// module as a whole.
const GLOBAL_ATTRIBUTES: [&str; 9] = [
    "main",
    "inlinable",
    "usableFromInline",
    "frozen",
    "testable",
    "objc",
    "objcMembers",
    "attached",
    "freestanding",
];

/// Whether two tokens in a row are something that a part of a module cannot have.
fn forbids(token: Token<'_>, next: Token<'_>) -> bool {
    let attribute = token.is("@")
        && (next.text.starts_with('_') || GLOBAL_ATTRIBUTES.iter().any(|name| next.is(name)));
    let access = ["public", "open", "package", "internal"].iter().any(|word| token.is(word))
        && (next.kind == Kind::Word || next.is("(") || next.is("@"));
    attribute || access
}

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Import,
    /// A type, by the position of its name.
    Type(usize),
    Function,
    Variable,
    Extension,
    /// Something that must stand in a type: an initialiser, a subscript.
    Member,
    Statement,
}

/// An item of a program or of a type's body.
#[derive(Clone, Copy, Debug)]
struct Item<'a> {
    form: Form,
    /// Its tokens, inner ones included.
    tokens: &'a [Token<'a>],
    /// The position of its first modifier, behind its attributes.
    modifiers: usize,
    /// The position of the keyword that says what it is.
    keyword: usize,
}

impl<'a> Item<'a> {
    fn depth(&self) -> usize {
        self.tokens[0].depth
    }

    /// Its tokens outside of brackets, from the keyword on.
    fn outer(&self) -> impl Iterator<Item = &'a Token<'a>> + use<'a> {
        let depth = self.depth();
        self.tokens[self.keyword..].iter().filter(move |token| token.depth == depth)
    }

    fn has_modifier(&self, word: &str) -> bool {
        let modifiers = &self.tokens[self.modifiers..=self.keyword];
        modifiers.windows(2).any(|pair| pair[0].is(word) && !pair[1].is("("))
    }

    fn is_private(&self) -> bool {
        self.has_modifier("private") || self.has_modifier("fileprivate")
    }
}

const MODIFIERS: [&str; 24] = [
    "async",
    "borrowing",
    "consuming",
    "convenience",
    "distributed",
    "dynamic",
    "fileprivate",
    "final",
    "indirect",
    "infix",
    "isolated",
    "lazy",
    "mutating",
    "nonisolated",
    "nonmutating",
    "optional",
    "override",
    "postfix",
    "prefix",
    "private",
    "required",
    "static",
    "unowned",
    "weak",
];

/// Words that no item ends with.
const UNFINISHED: [&str; 26] = [
    "as",
    "await",
    "case",
    "catch",
    "defer",
    "do",
    "else",
    "enum",
    "extension",
    "for",
    "func",
    "guard",
    "if",
    "import",
    "in",
    "is",
    "let",
    "protocol",
    "repeat",
    "struct",
    "switch",
    "throw",
    "try",
    "typealias",
    "var",
    "where",
];

/// Words that continue an item on the next line.
const CONTINUING: [&str; 8] = ["as", "async", "catch", "else", "is", "rethrows", "throws", "where"];

/// The items that tokens are made of, those inside of `depth` brackets; `None` if
/// there is one among them that cannot be part of anything.
fn items<'a>(tokens: &'a [Token<'a>], depth: usize) -> Option<Vec<Item<'a>>> {
    let mut items = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at].is(";") {
            at += 1;
            continue;
        }
        let (form, modifiers, keyword) = form(&tokens[at..])?;
        let mut end = at + keyword + 1;
        while end < tokens.len() && !starts_item(tokens, end, depth) {
            end += 1;
        }
        items.push(Item { form, tokens: &tokens[at..end], modifiers, keyword });
        at = end;
    }
    Some(items)
}

/// Whether a new item starts at a position behind the start of another.
fn starts_item(tokens: &[Token<'_>], at: usize, depth: usize) -> bool {
    let (last, next) = (tokens[at - 1], tokens[at]);
    if next.depth != depth {
        return false;
    }
    if next.is(";") || last.is(";") {
        return true;
    }
    if !next.first_on_line {
        return false;
    }
    let ends = match last.kind {
        Kind::Word => !UNFINISHED.contains(&last.text),
        Kind::Literal | Kind::Close => true,
        Kind::Operator => !last.space_before,
        Kind::Open | Kind::Separator => false,
    };
    let continues = match next.kind {
        Kind::Word => CONTINUING.contains(&next.text),
        Kind::Operator => next.space_after || next.is("."),
        Kind::Separator => !next.is("@") && !next.is("\\"),
        Kind::Open => next.is("{"),
        Kind::Close => true,
        Kind::Literal => false,
    };
    ends && !continues
}

/// What the item at the start of these tokens is, with the positions of its
/// modifiers and its keyword.
fn form(tokens: &[Token<'_>]) -> Option<(Form, usize, usize)> {
    let modifiers = behind_attributes(tokens);
    let mut keyword = modifiers;
    loop {
        let (token, next) = (tokens.get(keyword)?, tokens.get(keyword + 1));
        let next_is_word = next.is_some_and(|next| next.kind == Kind::Word);
        let form = match token.text {
            "import" => Form::Import,
            "struct" | "enum" | "protocol" | "typealias" => Form::Type(keyword + 1),
            "class" if next.is_some_and(|next| next.is("func") || next.is("var")) => {
                keyword += 1;
                continue;
            }
            "class" => Form::Type(keyword + 1),
            "actor" if next_is_word => Form::Type(keyword + 1),
            "func" => Form::Function,
            // What binds no variable is no variable.
            "let" | "var" if next.is_some_and(|next| next.is("_")) => Form::Statement,
            "let" | "var" => Form::Variable,
            "extension" => Form::Extension,
            "init" | "subscript" => Form::Member,
            "operator" | "precedencegroup" if next_is_word => return None,
            "operator" if keyword > modifiers => return None,
            "macro" if next_is_word => return None,
            // What is bound here is visible in functions.
            "guard" => return None,
            "#if" | "#elseif" | "#else" | "#endif" => return None,
            "#sourceLocation" | "#warning" | "#error" => return None,
            word if MODIFIERS.contains(&word) => {
                keyword += 1;
                if tokens.get(keyword).is_some_and(|token| token.is("(")) {
                    keyword = behind_brackets(tokens, keyword);
                }
                // A name in an expression.
                if tokens.get(keyword).is_none_or(|token| token.kind != Kind::Word) {
                    return Some((Form::Statement, 0, 0));
                }
                continue;
            }
            _ => Form::Statement,
        };
        return match form {
            Form::Statement => Some((form, 0, 0)),
            form => Some((form, modifiers, keyword)),
        };
    }
}

/// The position behind the attributes that tokens begin with.
fn behind_attributes(tokens: &[Token<'_>]) -> usize {
    let mut at = 0;
    while tokens.get(at).is_some_and(|token| token.is("@")) {
        at += 2;
        while tokens.get(at).is_some_and(|token| token.is(".")) {
            at += 2;
        }
        at = behind_generics(tokens, at);
        if tokens.get(at).is_some_and(|token| token.is("(") && !token.space_before) {
            at = behind_brackets(tokens, at);
        }
    }
    at
}

/// The position behind the generic arguments that may stand at another.
fn behind_generics(tokens: &[Token<'_>], start: usize) -> usize {
    let mut open = 0;
    for (at, token) in tokens.iter().enumerate().skip(start) {
        if token.kind == Kind::Operator && !token.is("->") {
            open += token.text.matches('<').count();
            open = open.saturating_sub(token.text.matches('>').count());
        }
        if open == 0 {
            return if at == start { start } else { at + 1 };
        }
    }
    start
}

/// The position behind the brackets that open at another.
fn behind_brackets(tokens: &[Token<'_>], open: usize) -> usize {
    let depth = tokens[open].depth;
    let close = tokens[open + 1..].iter().position(|token| token.depth == depth);
    close.map_or(tokens.len(), |close| open + 1 + close + 1)
}

/// The types that a program declares.
struct Own<'a> {
    types: BTreeSet<&'a str>,
    protocols: BTreeSet<&'a str>,
}

impl<'a> Own<'a> {
    fn of(items: &[Item<'a>]) -> Own<'a> {
        let mut own = Own { types: BTreeSet::new(), protocols: BTreeSet::new() };
        for item in items {
            let Form::Type(name) = item.form else { continue };
            let Some(name) = item.tokens.get(name) else { continue };
            // An alias may be another name for a type of the library.
            match item.tokens[item.keyword].text {
                "typealias" => continue,
                "protocol" => own.protocols.insert(name.text),
                _ => false,
            };
            own.types.insert(name.text);
        }
        own
    }
}

/// Texts to be inserted, each with its place.
#[derive(Default)]
struct Edits(Vec<(usize, String)>);

impl Edits {
    fn insert(&mut self, place: usize, text: impl Into<String>) {
        self.0.push((place, text.into()));
    }

    fn make_private(&mut self, item: &Item<'_>) {
        if !item.is_private() {
            self.insert(item.tokens[item.modifiers].start, "fileprivate ");
        }
    }

    fn apply(mut self, program: &str) -> String {
        self.0.sort_by_key(|(place, _)| *place);
        let mut text = String::with_capacity(program.len() + 32 * self.0.len());
        let mut done = 0;
        for (place, inserted) in &self.0 {
            text.push_str(&program[done..*place]);
            text.push_str(inserted);
            done = *place;
        }
        text.push_str(&program[done..]);
        text
    }
}

/// Makes the items of a program those of a part. The result is its imports.
fn top_level(
    items: &[Item<'_>],
    own: &Own<'_>,
    isolated: bool,
    edits: &mut Edits,
) -> Option<Vec<String>> {
    let actor = if isolated { "@MainActor " } else { "" };
    let mut imports = BTreeSet::new();
    for item in items {
        match item.form {
            Form::Import => {
                let words = item.tokens.iter().map(|token| token.text);
                imports.insert(words.collect::<Vec<_>>().join(" "));
            }
            Form::Type(_) | Form::Function => edits.make_private(item),
            // Its attributes may name an actor already.
            Form::Variable if isolated && item.modifiers > 0 => return None,
            Form::Variable if is_global(item) => {
                edits.insert(item.tokens[0].start, actor);
                edits.make_private(item);
            }
            Form::Variable | Form::Member => return None,
            Form::Extension => extension(item, own, edits)?,
            Form::Statement => {}
        }
    }
    let runs = items.chunk_by(|a, b| a.form == Form::Statement && b.form == Form::Statement);
    for (number, run) in runs.filter(|run| run[0].form == Form::Statement).enumerate() {
        let (first, last) = (run[0].tokens[0], *run[run.len() - 1].tokens.last()?);
        let awaits = run.iter().flat_map(|item| item.tokens).any(|token| token.is("await"));
        let effects = if awaits { "async throws" } else { "throws" };
        edits.insert(
            first.start,
            format!("{actor}fileprivate func _wellsmith{number}() {effects} {{ "),
        );
        edits.insert(last.end(), " }");
    }
    Some(imports.into_iter().collect())
}

/// Whether a variable of the main file could be one of any other file: those have
/// an initial value, and computing it neither throws nor waits.
fn is_global(item: &Item<'_>) -> bool {
    if item.has_modifier("async") {
        return false;
    }
    let outer: Vec<_> = item.outer().collect();
    let has_value = outer.iter().any(|token| token.is("=") || token.is("{"))
        || outer.last().is_some_and(|token| token.is("?") || token.is("!"));
    let is_plain = item.tokens.windows(2).all(|pair| {
        let handled = pair[1].is("!") || pair[1].is("?");
        !pair[0].is("await") && (!pair[0].is("try") || handled)
    });
    has_value && is_plain
}

/// Makes an extension one of a part.
fn extension(item: &Item<'_>, own: &Own<'_>, edits: &mut Edits) -> Option<()> {
    let outer: Vec<_> = item.outer().collect();
    let is_own = own.types.contains(outer.get(1)?.text);
    let head = outer.iter().position(|token| token.is("{") || token.is("where"))?;
    let Some(colon) = outer[..head].iter().position(|token| token.is(":")) else {
        edits.make_private(item);
        return Some(());
    };
    if is_own {
        return Some(());
    }
    let names = outer[colon + 1..head].iter().filter(|token| token.kind == Kind::Word);
    if !names.clone().all(|name| own.protocols.contains(name.text)) {
        return None;
    }
    // An extension with a conformance has no access level of its own.
    let depth = item.depth();
    let open = item.tokens.iter().position(|token| token.is("{") && token.depth == depth)?;
    let close = item.tokens.iter().rposition(|token| token.is("}") && token.depth == depth)?;
    for member in items(&item.tokens[open + 1..close], depth + 1)? {
        match member.form {
            Form::Type(_) | Form::Function | Form::Variable | Form::Member => {
                edits.make_private(&member);
            }
            Form::Import | Form::Extension | Form::Statement => return None,
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A program and the part that it becomes.
    #[track_caller]
    fn check(program: &str, expected: &str) {
        assert_eq!(Part::of(program, false).map(|part| part.source).as_deref(), Some(expected));
    }

    #[test]
    fn declarations_become_private() {
        check("struct S {\n  var x = 1\n}\n", "fileprivate struct S {\n  var x = 1\n}\n");
        check(
            "@available(*, deprecated)\nfunc f()\n  -> Int\n{ 1 }",
            "@available(*, deprecated)\nfileprivate func f()\n  -> Int\n{ 1 }",
        );
        check(
            "final class C {}; indirect enum E {}",
            "fileprivate final class C {}; fileprivate indirect enum E {}",
        );
        check("@B<A<Int>>(1) func f() {}", "@B<A<Int>>(1) fileprivate func f() {}");
        check("@B<() -> A>\n@C\nfunc f() {}", "@B<() -> A>\n@C\nfileprivate func f() {}");
        check("let a = f\n  .g(), b =\n  2", "fileprivate let a = f\n  .g(), b =\n  2");
        check(
            "var x: Int {\n  1\n}\nvar y: Int?",
            "fileprivate var x: Int {\n  1\n}\nfileprivate var y: Int?",
        );
        check(
            "private var x = 1\nfileprivate struct S {}",
            "private var x = 1\nfileprivate struct S {}",
        );
        check("private(set) var x = 1", "fileprivate private(set) var x = 1");
        check("import A\ntypealias T = A.T", "import A\nfileprivate typealias T = A.T");
        check("prefix func - (x: S) -> S { x }", "fileprivate prefix func - (x: S) -> S { x }");
    }

    #[test]
    fn statements_become_functions_where_they_are() {
        check(
            "let x = 1\nprint(x) // one\nif x > 0 {\n}\nelse { f() }\nfunc f() {}\nf()",
            "fileprivate let x = 1\nfileprivate func _wellsmith0() throws { print(x) // one\nif x > \
             0 {\n}\nelse { f() } }\nfileprivate func f() {}\nfileprivate func _wellsmith1() throws \
             { f() }",
        );
        check("let _ = f()", "fileprivate func _wellsmith0() throws { let _ = f() }");
        check("await f()", "fileprivate func _wellsmith0() async throws { await f() }");
        check("-x\n+ y", "fileprivate func _wellsmith0() throws { -x\n+ y }");
        let isolated = Part::of("let x = 1; f(x)", true).unwrap().source;
        assert_eq!(
            isolated,
            "@MainActor fileprivate let x = 1; @MainActor fileprivate func _wellsmith0() throws { f(x) }"
        );
    }

    #[test]
    fn extensions_are_private_in_their_own_way() {
        check(
            "extension Int { var a: Int { 1 } }",
            "fileprivate extension Int { var a: Int { 1 } }",
        );
        check(
            "extension Array where Element == Int {}",
            "fileprivate extension Array where Element == Int {}",
        );
        check(
            "struct S {}\nextension S: Error {}",
            "fileprivate struct S {}\nextension S: Error {}",
        );
        check(
            "protocol P { func f() }\nextension Int: P {\n  func f() {}\n  static var g: Int { 1 }\n}",
            "fileprivate protocol P { func f() }\nextension Int: P {\n  fileprivate func f() {}\n  \
             fileprivate static var g: Int { 1 }\n}",
        );
    }

    #[test]
    fn some_programs_are_alone() {
        for program in [
            "@main struct A { static func main() {} }",
            "infix operator +++",
            "prefix operator +++; f()",
            "precedencegroup P {}",
            "extension Int: Error {}",
            "typealias I = Int\nextension I: Error {}",
            "public func f() {}",
            "struct S { public init() {} }",
            "@inlinable func f() {}",
            "@_silgen_name(\"f\") func f()",
            "guard let x = f() else { fatalError() }",
            "let x: Int\nx = 1",
            "let x = try f()",
            "let x = await f()",
            "async let x = f()",
            "#if os(Linux)\nf()\n#endif",
            "func f( {",
        ] {
            assert_eq!(Part::of(program, false), None, "{program}");
        }
        assert!(Part::of("let x = try? f()\nlet y = try! f()\nopen(x)", false).is_none());
        assert!(Part::of("let x = try? f()\nlet y = try! f()", false).is_some());
        assert_eq!(Part::of("@MainActor let x = 1", true), None);
        assert!(has_main_attribute("@main\nstruct S {}") && !has_main_attribute("main()"));
    }

    #[test]
    fn imports_are_known() {
        let imports = |program| Part::of(program, false).unwrap().imports;
        assert_eq!(
            imports("import B\nimport struct A.S\nf()"),
            ["import B", "import struct A . S"]
        );
        assert_eq!(imports("f()"), [""; 0]);
    }

    proptest! {
        #[test]
        fn no_text_is_too_strange(words in prop::collection::vec(
            prop::sample::select(vec![
                "let", "x", "=", "{", "}", "(", ")", "\n", ";", "extension", "func", "@", "class",
                ":", "private", ".", "struct", "#if", "\"a\"", "import", "where", "try",
            ]),
            0..20,
        )) {
            let _ = Part::of(&words.join(" "), false);
            let _ = Part::of(&words.concat(), true);
        }
    }
}
