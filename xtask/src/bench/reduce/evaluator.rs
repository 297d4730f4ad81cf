//! Wrong evaluators of functional programs as runtimes.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ::functional::Functional;
use ::functional::eval::{Bug, Limits, Machine, Stop};
use ::functional::print::print;
use ::functional::syntax::Program;
use case::{
    Behaviour, Dialect, Does, Engine, Exit, Expectation, Family, Feature, InputId, Language, Mode,
    Outcome, Plan, Ran, RunEnd, TestCase,
};
use choice::{Choices, DeadEnd};
use targets::{Alone, Canary, End, Report, Said, Target, TargetInfo, Used};

/// What the wrong evaluator does with the programs that were generated, by their texts.
type Made = Arc<Mutex<BTreeMap<String, Ran>>>;

/// The engine, which has each program evaluated as it makes it: a text cannot be.
pub(super) struct Evaluated {
    engine: Functional,
    bug: Bug,
    made: Made,
}

/// The engine and the runtime of a wrong evaluator.
pub(super) fn evaluator(bug: Bug) -> (Evaluated, Evaluator) {
    let made = Made::default();
    let info = TargetInfo {
        name: "evaluator@1".parse().expect("it is a name"),
        language: Language::Haskell,
        dialect: Dialect::Standard,
        does: Does::Runs,
        batch: 50,
        used: Used::ByDefault,
    };
    (Evaluated { engine: Functional::new(), bug, made: made.clone() }, Evaluator { info, made })
}

impl Evaluated {
    /// What the wrong evaluator does with a program.
    fn ran(&self, program: &Program, predicted: &Behaviour) -> Ran {
        let mut stdout = String::new();
        let mut exit = Exit::Status(0);
        // One that mixes up names meets values of types that no evaluator expects.
        let run = || {
            let mut machine = Machine::new(program, Limits::default()).with_bug(Some(self.bug));
            for &group in &program.main {
                let ran = machine.run(group);
                match ran.stop {
                    None => stdout.push_str(&ran.output),
                    Some(stop) => return Some(stop),
                }
            }
            None
        };
        match catch_unwind(AssertUnwindSafe(run)) {
            Ok(None) => {}
            Ok(Some(Stop::Raised)) if matches!(predicted.exit, Exit::Exception(_)) => {
                exit = predicted.exit.clone();
            }
            Ok(Some(_)) | Err(_) => exit = Exit::Exception("Stopped".to_owned()),
        }
        let behaviour = Behaviour { stdout, exit };
        Ran { ends: vec![(RunEnd::Ended { behaviour, crash: None }, 1)] }
    }
}

impl Engine for Evaluated {
    fn name(&self) -> &'static str {
        self.engine.name()
    }

    fn version(&self) -> u32 {
        self.engine.version()
    }

    fn inputs(&self) -> &[InputId] {
        self.engine.inputs()
    }

    fn abilities(&self) -> Vec<(Language, Vec<Mode>)> {
        self.engine.abilities()
    }

    fn dialects(&self, language: Language) -> &[Dialect] {
        self.engine.dialects(language)
    }

    fn features(&self, language: Language, mode: Mode) -> &[Feature] {
        self.engine.features(language, mode)
    }

    fn generate(&self, plan: &Plan, choices: &mut Choices) -> Result<Family, DeadEnd> {
        let (program, predicted) = self.engine.make(plan, choices)?;
        let source = print(&program);
        if let Some(predicted) = &predicted {
            let ran = self.ran(&program, predicted);
            let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
            made.insert(source.clone(), ran);
        }
        let expectation = Expectation::SameBehaviour { predicted };
        Ok(vec![TestCase { language: Language::Haskell, source, expectation, features: vec![] }])
    }
}

/// What a wrong evaluator does with the programs of its engine.
pub(super) struct Evaluator {
    info: TargetInfo,
    made: Made,
}

impl Evaluator {
    pub(super) fn outcome(&self, program: &str) -> Outcome {
        let made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        match made.get(program) {
            Some(ran) => Outcome::Ran(ran.clone()),
            None => Outcome::Unknown("only programs of the engine are evaluated".to_owned()),
        }
    }
}

impl Target for Evaluator {
    fn info(&self) -> &TargetInfo {
        &self.info
    }

    fn canaries(&self) -> Vec<Canary> {
        Vec::new()
    }

    fn submit(&mut self, programs: &[&str]) -> Report {
        let said = programs.iter().map(|program| match self.outcome(program) {
            Outcome::Ran(ran) => Said::Ran(ran),
            _ => Said::Unknown("not of the engine".to_owned()),
        });
        Report { said: said.collect(), end: End::FinishedAll, cpu: Duration::ZERO }
    }

    fn confirm(&mut self, program: &str) -> Alone {
        Alone { outcome: self.outcome(program), cpu: Duration::ZERO }
    }
}
