//! Instances of Eq, Ord, Show and Num that are written out. They do what derived ones do,
//! by other code: the methods that are not written are the defaults of their classes.

use std::fmt::Write as _;

use super::Printer;
use crate::syntax::{Constructor, Data};
use crate::types::TyVar;

impl Printer<'_> {
    pub(super) fn written_out(&mut self, data: &Data) {
        let program = self.program;
        let first = data.first.index();
        let cons = &program.cons[first..first + usize::from(data.count)];
        if data.derived.eq {
            self.head("Eq", data);
            for con in cons {
                self.line(con, "==", con);
                self.fields(con, "True", |a, b| format!("{a} == {b}"), " && ");
            }
            if cons.len() > 1 {
                self.put("  _ == _ = False\n");
            }
            self.put("\n");
        }
        if data.derived.ord {
            self.head("Ord", data);
            for (i, con) in cons.iter().enumerate() {
                self.line(con, "<=", con);
                self.smaller(con);
                for other in &cons[i + 1..] {
                    for (left, right, result) in [(con, other, "True"), (other, con, "False")] {
                        let line = format!(
                            "  {} <= {} = {result}\n",
                            self.pattern_of(left, None),
                            self.pattern_of(right, None)
                        );
                        self.put(&line);
                    }
                }
            }
            self.put("\n");
        }
        if data.derived.show {
            self.head("Show", data);
            for con in cons {
                self.shows(con);
            }
            self.put("\n");
        }
    }

    fn head(&mut self, class: &str, data: &Data) {
        self.put("instance ");
        if data.params > 0 {
            self.put("(");
            for param in 0..data.params {
                self.put(if param > 0 { ", " } else { "" });
                self.put(class);
                self.put(" ");
                self.ty_var(TyVar(param));
            }
            self.put(") => ");
        }
        self.put(class);
        self.put(if data.params > 0 { " (" } else { " " });
        self.name(data.name);
        for param in 0..data.params {
            self.put(" ");
            self.ty_var(TyVar(param));
        }
        self.put(if data.params > 0 { ")" } else { "" });
        self.put(" where\n");
    }

    /// A pattern for a constructor, with variables for its fields if they have a name.
    fn pattern_of(&mut self, con: &Constructor, fields: Option<char>) -> String {
        let mut text = std::mem::take(&mut self.out);
        let start = text.len();
        std::mem::swap(&mut text, &mut self.out);
        let name = |i: usize| fields.map_or("_".to_owned(), |field| format!("{field}{i}"));
        self.put("(");
        if con.infix.is_some() {
            self.put(&name(0));
            self.put(" ");
        }
        self.name(con.name);
        for i in usize::from(con.infix.is_some())..con.fields.len() {
            self.put(" ");
            self.put(&name(i));
        }
        self.put(")");
        self.out.split_off(start)
    }

    fn line(&mut self, left: &Constructor, op: &str, right: &Constructor) {
        let left = self.pattern_of(left, Some('a'));
        let right = self.pattern_of(right, Some('b'));
        self.put(&format!("  {left} {op} {right} = "));
    }

    /// Something for each pair of fields, with a symbol between.
    fn fields(
        &mut self,
        con: &Constructor,
        none: &str,
        each: impl Fn(&str, &str) -> String,
        between: &str,
    ) {
        let all: Vec<String> =
            (0..con.fields.len()).map(|i| each(&format!("a{i}"), &format!("b{i}"))).collect();
        let text = if all.is_empty() { none.to_owned() } else { all.join(between) };
        self.put(&text);
        self.put("\n");
    }

    /// The lexicographic order of fields.
    fn smaller(&mut self, con: &Constructor) {
        let mut text = String::new();
        let count = con.fields.len();
        for i in 0..count {
            let _ = match i + 1 == count {
                true => write!(text, "a{i} <= b{i}"),
                false => {
                    write!(text, "case compare a{i} b{i} of {{ LT -> True; GT -> False; EQ -> ")
                }
            };
        }
        text.push_str(&" }".repeat(count.saturating_sub(1)));
        self.put(if count == 0 { "True" } else { &text });
        self.put("\n");
    }

    /// `showsPrec`, as it is derived.
    fn shows(&mut self, con: &Constructor) {
        let pattern = self.pattern_of(con, Some('a'));
        let name = {
            let bare = Constructor { fields: Vec::new(), infix: None, ..con.clone() };
            let text = self.pattern_of(&bare, None);
            text[1..text.len() - 1].to_owned()
        };
        let count = con.fields.len();
        let mut text = String::new();
        if count == 0 {
            let _ = write!(text, "showString \"{name}\"");
        } else if let Some(precedence) = con.infix {
            let inner = precedence + 1;
            let _ = write!(
                text,
                "showParen (d > {precedence}) (showsPrec {inner} a0 . showString \" {name} \" . \
                 showsPrec {inner} a1)"
            );
        } else if con.labels.is_empty() {
            let _ = write!(text, "showParen (d > 10) (showString \"{name}\"");
            for i in 0..count {
                let _ = write!(text, " . showChar ' ' . showsPrec 11 a{i}");
            }
            text.push(')');
        } else {
            let _ = write!(text, "showParen (d > 10) (showString \"{name} {{");
            for i in 0..count {
                let label = self.label_of(con, i);
                let comma = if i > 0 { " . showString \", " } else { "" };
                let _ = write!(text, "{comma}{label} = \" . showsPrec 0 a{i}");
            }
            text.push_str(" . showChar '}')");
        }
        self.put(&format!("  showsPrec d {pattern} = {text}\n"));
    }

    /// An instance of Num for a newtype of numbers.
    pub(super) fn num_instance(&mut self, data: &Data, con: &Constructor) {
        self.head("Num", data);
        for op in ["+", "-", "*"] {
            self.put("  ");
            self.name(con.name);
            self.put(" a ");
            self.put(op);
            self.put(" ");
            self.name(con.name);
            self.put(" b = ");
            self.name(con.name);
            self.put(" (a ");
            self.put(op);
            self.put(" b)\n");
        }
        for function in ["negate", "abs", "signum"] {
            self.put("  ");
            self.put(function);
            self.put(" (");
            self.name(con.name);
            self.put(" a) = ");
            self.name(con.name);
            self.put(" (");
            self.put(function);
            self.put(" a)\n");
        }
        self.put("  fromInteger n = ");
        self.name(con.name);
        self.put(" (fromInteger n)\n\n");
    }

    fn label_of(&mut self, con: &Constructor, field: usize) -> String {
        let start = self.out.len();
        self.name(con.labels[field]);
        self.out.split_off(start)
    }
}
