//! Errors in rule files, with the line and an excerpt.

use std::fmt;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// One thing that is wrong with a rule file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The error.
    pub message: String,
    /// Where: a range of bytes in the file.
    pub span: Range<usize>,
    /// A few words about that place.
    pub label: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Problem {
    pub(crate) fn new(
        message: impl Into<String>,
        span: Range<usize>,
        label: impl Into<String>,
    ) -> Problem {
        Problem { message: message.into(), span, label: label.into(), help: None }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Problem {
        self.help = Some(help.into());
        self
    }
}

/// Everything that is wrong with a rule file. Its text shows each place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct RuleFileError {
    /// The name of the file, as the user knows it.
    pub path: String,
    /// Its text.
    pub source_text: String,
    /// At least one.
    pub problems: Vec<Problem>,
}

impl fmt::Display for RuleFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.problems.iter().enumerate() {
            if i > 0 {
                f.write_str("\n\n")?;
            }
            // Spans are cut at tokens or at the end of the file, which may lie
            // within a character.
            let text = &self.source_text;
            let start = text.floor_char_boundary(problem.span.start);
            let span = start..text.ceil_char_boundary(problem.span.end).max(start);
            let mut groups = vec![
                Level::ERROR.primary_title(&*problem.message).element(
                    Snippet::source(&*self.source_text)
                        .path(&*self.path)
                        .annotation(AnnotationKind::Primary.span(span).label(&*problem.label)),
                ),
            ];
            if let Some(help) = &problem.help {
                groups.push(Group::with_title(Level::HELP.secondary_title(&**help)));
            }
            f.write_str(&Renderer::plain().render(&groups))?;
        }
        Ok(())
    }
}
