//! Parsing with `syn`, for texts that nest as programs do.
//!
//! `syn` and the analysis are recursive. How deep a tree can become is bounded
//! before it is built, and the work is done on a stack that suffices for that.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};

use crate::Unsuitable;

/// The largest text that is read.
const LARGEST: usize = 1 << 18;

/// How deep a tree may be.
const DEEPEST: usize = 400;

/// The stack for a tree of that depth; `syn` takes some kilobytes for a level.
const STACK: usize = 128 << 20;

/// Parses a text and hands it to `work`, on a stack of its own: places in the text
/// are kept by thread, and are gone with it.
pub(super) fn parsed<T: Send>(
    source: &str,
    work: impl FnOnce(&syn::File) -> Result<T, Unsuitable> + Send,
) -> Result<T, Unsuitable> {
    if source.len() > LARGEST {
        return Err(Unsuitable::TooLarge { bytes: source.len(), limit: LARGEST });
    }
    if nesting(source) > DEEPEST {
        return Err(Unsuitable::TooDeep);
    }
    let run = || {
        let syntax = |line: usize| Unsuitable::Syntax { line };
        let tokens: TokenStream = source
            .parse()
            .map_err(|error: proc_macro2::LexError| syntax(error.span().start().line))?;
        if depth(tokens.clone()) > DEEPEST {
            return Err(Unsuitable::TooDeep);
        }
        let file: syn::File =
            syn::parse2(tokens).map_err(|error| syntax(error.span().start().line))?;
        work(&file)
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run);
        match thread.map(|thread| thread.join()) {
            Ok(Ok(result)) => result,
            // Without memory for a stack the program is passed over.
            Ok(Err(_)) | Err(_) => Err(Unsuitable::TooDeep),
        }
    })
}

/// How deep brackets nest; an upper bound, as those in strings count too.
fn nesting(source: &str) -> usize {
    let (mut open, mut deepest) = (0usize, 0);
    for byte in source.bytes() {
        match byte {
            b'(' | b'[' | b'{' => open += 1,
            b')' | b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(open);
    }
    deepest
}

/// An upper bound of the depth of the tree of these tokens: operators and words
/// nest until something ends what they are part of.
fn depth(tokens: TokenStream) -> usize {
    let (mut here, mut deepest) = (0, 0);
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => {
                here += 1;
                deepest = deepest.max(here + depth(group.stream()));
                // A word behind a block begins another statement or item, but for
                // those that go on with it.
                let goes_on = |word: &Ident| word == "else" || word == "as";
                if group.delimiter() == Delimiter::Brace
                    && matches!(tokens.peek(), Some(TokenTree::Ident(word)) if !goes_on(word))
                {
                    here = 0;
                }
            }
            // Attributes stand before items and statements.
            TokenTree::Punct(mark) if matches!(mark.as_char(), ';' | ',' | '#') => here = 0,
            TokenTree::Punct(_) | TokenTree::Ident(_) => here += 1,
            TokenTree::Literal(_) => {}
        }
        deepest = deepest.max(here);
    }
    deepest
}
