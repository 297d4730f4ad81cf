//! Targets that are asked nothing more once a time is over.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use case::Outcome;
use targets::{Alone, Canary, End, Report, Target, TargetInfo};

/// A target that gives no verdicts once the time is over. A compiler that is running then is
/// left to its end, so that whatever is under way ends within the time of one batch.
pub(crate) struct Until<'a> {
    target: &'a mut dyn Target,
    is_over: &'a (dyn Fn() -> bool + Sync),
    /// Set if anything was asked after that.
    refused: &'a AtomicBool,
}

const OVER: &str = "the time is over";

impl<'a> Until<'a> {
    pub(crate) fn new(
        target: &'a mut dyn Target,
        is_over: &'a (dyn Fn() -> bool + Sync),
        refused: &'a AtomicBool,
    ) -> Until<'a> {
        Until { target, is_over, refused }
    }

    fn is_over(&self) -> bool {
        let over = (self.is_over)();
        if over {
            self.refused.store(true, Ordering::Relaxed);
        }
        over
    }
}

impl Target for Until<'_> {
    fn info(&self) -> &TargetInfo {
        self.target.info()
    }

    fn canaries(&self) -> Vec<Canary> {
        self.target.canaries()
    }

    fn submit(&mut self, programs: &[&str]) -> Report {
        if self.is_over() {
            return Report::silent(programs.len(), End::Failed(OVER.to_owned()), Duration::ZERO);
        }
        self.target.submit(programs)
    }

    fn confirm(&mut self, program: &str) -> Alone {
        if self.is_over() {
            return Alone { outcome: Outcome::Unknown(OVER.to_owned()), cpu: Duration::ZERO };
        }
        self.target.confirm(program)
    }
}
