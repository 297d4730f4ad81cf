//! Seed programs as they come in, and the list that names a set of them.

use std::fmt::Write;

use case::{Dialect, Digest, Language};

/// A seed program as it comes in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeedFile {
    /// Its name, which is the subject of its mutants.
    pub name: String,
    /// Its language.
    pub language: Language,
    /// The dialects of the language that it is a program of.
    pub dialects: Vec<Dialect>,
    /// Its text.
    pub text: String,
    /// The compiler's dump of it, which gives types that the analysis does not
    /// find (`compiler-types`).
    pub dump: Option<String>,
}

impl SeedFile {
    /// A seed in the usual dialect, without a dump.
    pub fn new(name: impl Into<String>, language: Language, text: impl Into<String>) -> SeedFile {
        let dialects = vec![Dialect::Standard];
        SeedFile { name: name.into(), language, dialects, text: text.into(), dump: None }
    }
}

/// The built-in seeds, by language and name.
const BUILT_IN: &[(Language, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/seeds.rs"));

/// The seed programs that need no import, in every dialect of their languages.
pub fn built_in() -> Vec<SeedFile> {
    let file = |&(language, name, text): &(Language, &str, &str)| {
        let mut file = SeedFile::new(name, language, text);
        if language == Language::Swift {
            file.dialects.push(Dialect::Swift6);
        }
        file
    };
    BUILT_IN.iter().map(file).collect()
}

/// A line of a [list](list) of seeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The seed's name.
    pub name: String,
    /// Its language.
    pub language: Language,
    /// The dialects of the language that it is a program of.
    pub dialects: Vec<Dialect>,
    /// The digest of its text.
    pub text: String,
    /// The digest of its dump, if it has one.
    pub dump: Option<String>,
}

/// The list of some seeds. It stands for all of them as one input: there may be
/// thousands, and everything that is generated is stored with its inputs.
pub(crate) fn list<'a>(files: impl IntoIterator<Item = &'a SeedFile>) -> String {
    let mut list = String::new();
    for file in files {
        let text = Digest::of(file.text.as_bytes());
        let dump = file.dump.as_ref().map(|dump| Digest::of(dump.as_bytes()).to_string());
        let dump = dump.as_deref().unwrap_or("-");
        let dialects: Vec<_> = file.dialects.iter().map(|dialect| dialect.name()).collect();
        let dialects = dialects.join(",");
        // A name with a line break would look like two lines.
        let name = file.name.replace(char::is_control, "?");
        writeln!(list, "{text} {dump} {} {dialects} {name}", file.language)
            .expect("a string takes all");
    }
    list
}

/// Reads a list of seeds; `None` if it is not one.
pub fn read_list(list: &str) -> Option<Vec<Listed>> {
    let line = |line: &str| {
        let mut words = line.splitn(5, ' ');
        let (text, dump) = (words.next()?.to_owned(), words.next()?);
        let language = Language::named(words.next()?);
        let dialects = words.next()?.split(',').map(|dialect| dialect.parse().ok());
        let dialects = dialects.collect::<Option<_>>()?;
        let dump = (dump != "-").then(|| dump.to_owned());
        Some(Listed { name: words.next()?.to_owned(), language, dialects, text, dump })
    };
    list.lines().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_as_it_was_written() {
        let plain = SeedFile::new("a b.swift", Language::Swift, "let x = 1");
        let odd =
            SeedFile { dump: Some("()".to_owned()), name: "a\nb".to_owned(), ..plain.clone() };
        let listed = read_list(&list([&plain, &odd])).unwrap();
        let digest = |text: &str| Digest::of(text.as_bytes()).to_string();
        let first = Listed {
            name: "a b.swift".to_owned(),
            language: Language::Swift,
            dialects: vec![Dialect::Standard],
            text: digest("let x = 1"),
            dump: None,
        };
        let second = Listed { name: "a?b".to_owned(), dump: Some(digest("()")), ..first.clone() };
        assert_eq!(listed, [first, second]);
        assert_eq!(read_list("what is this"), None);
        assert_eq!(read_list(""), Some(Vec::new()));
    }
}
