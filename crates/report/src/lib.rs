//! From what the store has to what people read and file: views of findings and
//! campaigns as data, and their formats.
//!
//! [`FindingView`] and [`CampaignView`] are the data: everything that is known about
//! a finding or a campaign, with no format in mind. Each format is a pure function
//! from views to text:
//!
//! | module | |
//! |---|---|
//! | `view` | the data, read from the store |
//! | `history` | since when, until when: what the verdicts of versions say |
//! | `proof` | why a program must be accepted or rejected, and how sure that is |
//! | `script` | a shell script that reproduces a finding without wellsmith |
//! | `lint` | the ten points of a good report |
//! | `change` | what a change of a compiler does, as Markdown for a pull request |
//! | `tracker` | ready-to-file Markdown, in the form that each tracker asks for |
//! | `suite` | tests in the form of the compiler's own test-suite |
//! | `ci` | SARIF, JUnit, and annotations for GitHub and GitLab |
//! | `page` | one HTML page for a campaign, or for two |
//! | `highlight` | source text in colours |
//!
//! This crate never opens a compiler and prints nothing. Everything that comes from
//! programs and compilers is escaped where it enters a format.

mod change;
mod ci;
mod highlight;
mod history;
mod lint;
mod page;
mod proof;
mod script;
mod suite;
mod tracker;
mod view;

pub use change::{ChangeView, change_markdown};
pub use ci::{github_annotations, gitlab_code_quality, junit, sarif};
pub use highlight::{Highlighter, Ink};
pub use history::History;
pub use lint::{Holds, Point, lint};
pub use page::page;
pub use proof::{Proof, proof};
pub use script::script;
pub use suite::{TestFile, test_files};
pub use tracker::{Tracker, markdown, title};
pub use view::{
    BacktestView, BadFinding, CampaignView, FindingView, KnownView, LaneView, Reduction, UsedView,
    VerdictView, campaign, finding, findings,
};

/// How a program is given to a target by hand; [`targets::recipe`] for the targets of
/// the catalogue.
pub type Recipes<'a> = &'a dyn Fn(&case::TargetName, &str) -> Option<targets::Recipe>;
