//! Lines of source text, put together from pieces. Printing is a large part of
//! generating a program, so this does without `std::fmt`, which is slower.

use crate::lambda::{Chan, Group, Lock};
use crate::program::{Ref, Var};

/// A text under construction.
pub(crate) struct Writer {
    text: String,
    depth: usize,
    /// One level of indentation.
    indent: &'static str,
}

impl Writer {
    pub(crate) fn new(indent: &'static str) -> Writer {
        Writer { text: String::with_capacity(2048), depth: 0, indent }
    }

    pub(crate) fn begin(&mut self) -> &mut String {
        for _ in 0..self.depth {
            self.text.push_str(self.indent);
        }
        &mut self.text
    }

    /// The text so far, to continue a line that was begun.
    pub(crate) fn text(&mut self) -> &mut String {
        &mut self.text
    }

    pub(crate) fn end(&mut self) {
        self.text.push('\n');
    }

    /// Indents the following lines by one more level.
    pub(crate) fn deeper(&mut self) {
        self.depth += 1;
    }

    /// Indents the following lines by one level less.
    pub(crate) fn shallower(&mut self) {
        self.depth -= 1;
    }

    /// The text, which is taken out.
    pub(crate) fn finish(&mut self) -> String {
        std::mem::take(&mut self.text)
    }
}

/// Writes a line made of pieces.
macro_rules! line {
    ($writer:expr) => {
        $writer.end()
    };
    ($writer:expr $(, $piece:expr)+) => {{
        let text = $writer.begin();
        $($crate::print::writer::Piece::put(&$piece, text);)+
        $writer.end();
    }};
}

/// Writes pieces into a string.
macro_rules! put {
    ($text:expr $(, $piece:expr)*) => {{
        let text: &mut String = $text;
        $($crate::print::writer::Piece::put(&$piece, text);)*
    }};
}
pub(crate) use {line, put};

/// Something that can stand in a line.
pub(crate) trait Piece {
    fn put(&self, text: &mut String);
}

impl Piece for &str {
    #[inline]
    fn put(&self, text: &mut String) {
        text.push_str(self);
    }
}

impl Piece for String {
    fn put(&self, text: &mut String) {
        text.push_str(self);
    }
}

impl<F: Fn(&mut String) + ?Sized> Piece for F {
    #[inline]
    fn put(&self, text: &mut String) {
        self(text);
    }
}

impl Piece for u16 {
    fn put(&self, text: &mut String) {
        number(u64::from(*self), text);
    }
}

impl Piece for usize {
    fn put(&self, text: &mut String) {
        number(*self as u64, text);
    }
}

impl Piece for i64 {
    fn put(&self, text: &mut String) {
        if *self < 0 {
            text.push('-');
        }
        number(self.unsigned_abs(), text);
    }
}

fn number(n: u64, text: &mut String) {
    if n >= 10 {
        number(n / 10, text);
    }
    text.push(char::from(b'0' + (n % 10) as u8));
}

impl Piece for Chan {
    fn put(&self, text: &mut String) {
        text.push('c');
        self.0.put(text);
    }
}

impl Piece for Lock {
    fn put(&self, text: &mut String) {
        text.push('m');
        self.0.put(text);
    }
}

impl Piece for Group {
    fn put(&self, text: &mut String) {
        text.push('w');
        self.0.put(text);
    }
}

impl Piece for Var {
    fn put(&self, text: &mut String) {
        text.push('x');
        self.0.put(text);
    }
}

impl Piece for Ref {
    fn put(&self, text: &mut String) {
        match self.alias {
            Some(alias) => {
                text.push('d');
                alias.put(text);
            }
            None => self.channel.put(text),
        }
    }
}
