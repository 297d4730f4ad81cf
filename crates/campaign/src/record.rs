//! The form in which plans, campaigns and findings are kept in the store and in
//! manifests. Nothing else in this crate knows a wire format.

use std::time::Duration;

use case::{
    Behaviour, Crash, Diagnostic, Dialect, Engine, Exit, Expectation, InputId, Language, Mode,
    Outcome, Plan, Reason, RunEnd, TargetName, TestCase, intern,
};
use serde::{Deserialize, Serialize};

use crate::plan::{Lane, Settings};
use crate::sighting::{Against, Evidence, Sighting};

/// An input as it is stored: its name, and the digest of its content.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InputRecord {
    /// What users call it.
    pub name: String,
    /// The digest of its content.
    pub digest: String,
}

impl InputRecord {
    /// The record of an input.
    pub fn new(input: &InputId) -> InputRecord {
        InputRecord { name: input.name.to_string(), digest: input.digest.to_string() }
    }
}

/// What an engine was when it generated something: its version and inputs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineRecord {
    /// Its name.
    pub name: String,
    /// The version of its generator.
    pub version: u32,
    /// What it was built from.
    pub inputs: Vec<InputRecord>,
}

/// Why an engine of today does not generate what another one did.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OtherEngine {
    /// Its generator has changed.
    #[error(
        "the generator of engine {engine} has changed (it was version {was}, this is {is}), so that \
         it gives other programs"
    )]
    Version {
        /// The engine.
        engine: String,
        /// The version at that time.
        was: u32,
        /// The version now.
        is: u32,
    },
    /// It was built from other inputs.
    #[error("engine {engine} had other inputs: {}", differences.join("; "))]
    Inputs {
        /// The engine.
        engine: String,
        /// Each input that differs, in words.
        differences: Vec<String>,
    },
}

impl EngineRecord {
    /// The record of an engine.
    pub fn new(engine: &dyn Engine) -> EngineRecord {
        EngineRecord {
            name: engine.name().to_owned(),
            version: engine.version(),
            inputs: engine.inputs().iter().map(InputRecord::new).collect(),
        }
    }

    /// Checks that an engine generates what this one did; else says what differs.
    pub fn check(&self, engine: &dyn Engine) -> Result<(), OtherEngine> {
        let now = EngineRecord::new(engine);
        if self.version != now.version {
            let (engine, was, is) = (now.name, self.version, now.version);
            return Err(OtherEngine::Version { engine, was, is });
        }
        let mut differences = Vec::new();
        for input in &self.inputs {
            match now.inputs.iter().find(|other| other.name == input.name) {
                None => differences.push(format!("{} is missing", input.name)),
                Some(other) if other.digest != input.digest => differences.push(format!(
                    "{} has another content (it was {}, this is {})",
                    input.name, input.digest, other.digest
                )),
                Some(_) => {}
            }
        }
        let known = |name: &String| self.inputs.iter().any(|input| input.name == *name);
        let new = now.inputs.iter().filter(|input| !known(&input.name));
        differences.extend(new.map(|input| format!("{} is new", input.name)));
        if differences.is_empty() {
            Ok(())
        } else {
            Err(OtherEngine::Inputs { engine: now.name, differences })
        }
    }
}

/// A plan as it is stored: enough to generate the same program again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanRecord {
    /// The engine.
    pub engine: EngineRecord,
    /// The mode's name.
    pub mode: String,
    /// The language's name.
    pub language: String,
    /// The dialect's name.
    pub dialect: String,
    /// The size.
    pub size: u32,
    /// The features in use.
    pub features: Vec<String>,
    /// What the program is about.
    pub subject: Option<String>,
}

impl PlanRecord {
    /// The record of an engine's plan.
    pub fn new(engine: &dyn Engine, plan: &Plan) -> PlanRecord {
        PlanRecord {
            engine: EngineRecord::new(engine),
            mode: plan.mode.name().to_owned(),
            language: plan.language.name().to_owned(),
            dialect: plan.dialect.name().to_owned(),
            size: plan.size,
            features: plan.features.iter().map(|&feature| feature.to_owned()).collect(),
            subject: plan.subject.as_deref().map(str::to_owned),
        }
    }

    /// The plan again, for the engine it was made for. The error says what this
    /// engine does not know.
    pub fn plan(&self, engine: &dyn Engine) -> Result<Plan, String> {
        let word = |error: case::UnknownWord| error.to_string();
        let mode: Mode = self.mode.parse().map_err(word)?;
        let language = Language::named(&self.language);
        let dialect: Dialect = self.dialect.parse().map_err(word)?;
        let unknown =
            |what: &str, name: &str| format!("engine {} has no {what} {name:?}", engine.name());
        let abilities = engine.abilities();
        let (_, modes) = abilities
            .iter()
            .find(|(able, _)| *able == language)
            .ok_or_else(|| unknown("language", &self.language))?;
        if !modes.contains(&mode) {
            return Err(unknown("mode", &self.mode));
        }
        if !engine.dialects(language).contains(&dialect) {
            return Err(unknown("dialect", &self.dialect));
        }
        let available = engine.features(language, mode);
        let features = self
            .features
            .iter()
            .map(|name| {
                let feature = available.iter().find(|feature| feature.name == name);
                feature.map(|feature| feature.name).ok_or_else(|| unknown("feature", name))
            })
            .collect::<Result<_, _>>()?;
        let subject = self.subject.as_deref().map(Into::into);
        Ok(Plan { mode, language, dialect, size: self.size, features, subject })
    }
}

/// A campaign's settings as they are stored: enough to continue it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CampaignRecord {
    /// The version of this form.
    format: u32,
    seed: u64,
    size: u32,
    swarm: bool,
    features: Vec<(String, bool)>,
    count: Option<u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    liked: Vec<String>,
    lanes: Vec<LaneRecord>,
    /// What the caller needs to build the engines and targets again.
    sources: serde_json::Value,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LaneRecord {
    name: String,
    engine: EngineRecord,
    targets: Vec<String>,
    shard_size: usize,
}

impl LaneRecord {
    fn select(&self, lanes: &[Lane]) -> Result<Lane, CannotContinue> {
        let name = || self.name.clone();
        let lane = lanes.iter().find(|lane| lane.name() == self.name);
        let lane = lane.ok_or_else(|| CannotContinue::NoLane(name()))?;
        let same = self.engine.check(lane.engine.as_ref());
        same.map_err(|other| CannotContinue::Other(name(), other))?;
        Ok(Lane { shard_size: self.shard_size, ..lane.clone() })
    }
}

const FORMAT: u32 = 2;

/// Why a campaign cannot be continued here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotContinue {
    /// A lane is not available.
    #[error("lane {0} is not available now; are its compilers still installed?")]
    NoLane(String),
    /// Its programs would be others.
    #[error("lane {0}: {1}")]
    Other(String, OtherEngine),
}

impl CampaignRecord {
    /// The record of a campaign. `sources` is what the caller needs to build its
    /// engines and targets again.
    pub fn new(settings: &Settings, lanes: &[Lane], sources: serde_json::Value) -> CampaignRecord {
        let Settings { seed, size, swarm, features, count, liked } = settings.clone();
        let lanes = lanes.iter().map(|lane| LaneRecord {
            name: lane.name(),
            engine: EngineRecord::new(lane.engine.as_ref()),
            targets: lane.panel.iter().map(|info| info.name.to_string()).collect(),
            shard_size: lane.shard_size,
        });
        let lanes = lanes.collect();
        let format = FORMAT;
        CampaignRecord { format, seed, size, swarm, features, count, liked, lanes, sources }
    }

    /// The text that is stored.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a record has a JSON form")
    }

    /// Reads what [`CampaignRecord::to_json`] wrote, unless another version of
    /// wellsmith wrote it in another form.
    pub fn from_json(text: &str) -> Result<CampaignRecord, String> {
        /// What records of all versions since the second have.
        #[derive(Deserialize)]
        struct Form {
            #[serde(default)]
            format: u32,
        }
        let Form { format } = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if format != FORMAT {
            return Err("another version of wellsmith wrote it".to_owned());
        }
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    /// The settings again.
    pub fn settings(&self) -> Settings {
        Settings {
            seed: self.seed,
            size: self.size,
            swarm: self.swarm,
            features: self.features.clone(),
            count: self.count,
            liked: self.liked.clone(),
        }
    }

    /// What the caller needs to build the engines and targets again.
    pub fn sources(&self) -> &serde_json::Value {
        &self.sources
    }

    /// The engines in use, each once.
    pub fn engines(&self) -> Vec<String> {
        sorted(self.lanes.iter().map(|lane| lane.engine.name.clone()))
    }

    /// What an engine was built from.
    pub fn inputs(&self, engine: &str) -> Vec<InputRecord> {
        let lane = self.lanes.iter().find(|lane| lane.engine.name == engine);
        lane.map_or(Vec::new(), |lane| lane.engine.inputs.clone())
    }

    /// The targets in use, each once.
    pub fn targets(&self) -> Vec<String> {
        sorted(self.lanes.iter().flat_map(|lane| lane.targets.clone()))
    }

    /// The lanes of this campaign among those that are available now, if they all
    /// generate what they did.
    pub fn select(&self, lanes: &[Lane]) -> Result<Vec<Lane>, CannotContinue> {
        self.lanes.iter().map(|record| record.select(lanes)).collect()
    }

    /// The lanes of this campaign that are available now and generate what they did, and
    /// why the others are not.
    pub fn select_some(&self, lanes: &[Lane]) -> (Vec<Lane>, Vec<CannotContinue>) {
        let (mut some, mut others) = (Vec::new(), Vec::new());
        for record in &self.lanes {
            match record.select(lanes) {
                Ok(lane) => some.push(lane),
                Err(why) => others.push(why),
            }
        }
        (some, others)
    }

    /// How many lanes it has.
    pub fn lanes(&self) -> usize {
        self.lanes.len()
    }
}

fn sorted(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<_> = names.collect();
    names.sort();
    names.dedup();
    names
}

/// A sighting as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SightingRecord {
    kind: String,
    target: String,
    signature: String,
    family: Vec<CaseRecord>,
    member: usize,
    against: Option<AgainstRecord>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct CaseRecord {
    source: String,
    expectation: ExpectationRecord,
    #[serde(default)]
    features: Vec<String>,
}

/// What must be true of a program, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExpectationRecord {
    /// One word for it.
    pub must: String,
    /// Why, as a sentence without its full stop.
    pub why: String,
    /// The rule and premise, or the member and position, that is violated.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rule: String,
    /// The error codes of which a correct compiler gives one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub codes: Vec<String>,
    /// The line of the program in which it is violated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The behaviour that was predicted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub predicted: Option<BehaviourRecord>,
}

/// The other side of a comparison, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AgainstRecord {
    /// The position of a sibling.
    Sibling(usize),
    /// The name of another target.
    Target(String),
    /// The text of another program.
    Program(String),
    /// The name of the compiler before a change.
    Base(String),
    /// The name of the compiler after a change.
    Head(String),
}

impl AgainstRecord {
    /// The name of the other target, if two are compared.
    pub fn target(&self) -> Option<&str> {
        match self {
            AgainstRecord::Target(name) | AgainstRecord::Base(name) | AgainstRecord::Head(name) => {
                Some(name)
            }
            AgainstRecord::Sibling(_) | AgainstRecord::Program(_) => None,
        }
    }
}

/// A behaviour as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BehaviourRecord {
    /// What is printed on standard output.
    pub stdout: String,
    /// The exit status, if it ends with one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<i32>,
    /// The class of the uncaught exception, if it ends with one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exception: Option<String>,
    /// The signal, if it ends by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signal: Option<i32>,
}

impl BehaviourRecord {
    fn new(behaviour: &Behaviour) -> BehaviourRecord {
        let mut record = BehaviourRecord {
            stdout: behaviour.stdout.clone(),
            status: None,
            exception: None,
            signal: None,
        };
        match &behaviour.exit {
            Exit::Status(status) => record.status = Some(*status),
            Exit::Exception(class) => record.exception = Some(class.clone()),
            Exit::Signal(signal) => record.signal = Some(*signal),
        }
        record
    }

    fn behaviour(&self) -> Behaviour {
        let exit = match (&self.exception, self.signal) {
            (Some(class), _) => Exit::Exception(class.clone()),
            (None, Some(signal)) => Exit::Signal(signal),
            (None, None) => Exit::Status(self.status.unwrap_or(0)),
        };
        Behaviour { stdout: self.stdout.clone(), exit }
    }
}

impl ExpectationRecord {
    /// The record of an expectation.
    pub fn new(expectation: &Expectation) -> ExpectationRecord {
        let (rule, codes, line) = match expectation {
            Expectation::Reject(reason) => (reason.rule.clone(), reason.codes.clone(), reason.line),
            _ => Default::default(),
        };
        ExpectationRecord {
            must: expectation.word().to_owned(),
            why: expectation.why(),
            rule,
            codes,
            line,
            predicted: expectation.predicted().map(BehaviourRecord::new),
        }
    }

    fn expectation(&self) -> Result<Expectation, String> {
        let predicted = || self.predicted.as_ref().map(BehaviourRecord::behaviour);
        Ok(match &self.must[..] {
            "accept" => Expectation::Accept,
            "reject" => Expectation::Reject(Reason {
                text: self.why.clone(),
                rule: self.rule.clone(),
                codes: self.codes.clone(),
                line: self.line,
            }),
            "same-verdict" => Expectation::SameVerdict,
            "same-behaviour" => Expectation::SameBehaviour { predicted: predicted() },
            "terminates" => Expectation::Terminates { predicted: predicted() },
            other => return Err(format!("unknown expectation {other:?}")),
        })
    }
}

impl SightingRecord {
    /// The record of a sighting.
    pub fn new(sighting: &Sighting) -> SightingRecord {
        SightingRecord {
            kind: sighting.kind.name().to_owned(),
            target: sighting.target.to_string(),
            signature: sighting.signature.clone(),
            family: sighting
                .family
                .iter()
                .map(|case| CaseRecord {
                    source: case.source.clone(),
                    expectation: ExpectationRecord::new(&case.expectation),
                    features: case.features.iter().map(|&name| name.to_owned()).collect(),
                })
                .collect(),
            member: sighting.member,
            against: sighting.against.as_ref().map(|against| match against {
                Against::Sibling(sibling) => AgainstRecord::Sibling(*sibling),
                Against::Target(target) => AgainstRecord::Target(target.to_string()),
                Against::Program(program) => AgainstRecord::Program(program.clone()),
                Against::Base(target) => AgainstRecord::Base(target.to_string()),
                Against::Head(target) => AgainstRecord::Head(target.to_string()),
            }),
        }
    }

    /// The sighting again; the language is kept beside it. The error says what
    /// is wrong with the record.
    pub fn sighting(&self, language: Language) -> Result<Sighting, String> {
        let words = |error: case::UnknownWord| error.to_string();
        let target = |name: &str| name.parse().map_err(|e: case::BadTargetName| e.to_string());
        let family = self.family.iter().map(|case| {
            Ok(TestCase {
                language,
                source: case.source.clone(),
                expectation: case.expectation.expectation()?,
                features: case.features.iter().map(|name| intern(name)).collect(),
            })
        });
        let sighting = Sighting {
            kind: self.kind.parse().map_err(words)?,
            target: target(&self.target)?,
            family: family.collect::<Result<_, String>>()?,
            member: self.member,
            against: match &self.against {
                None => None,
                Some(AgainstRecord::Sibling(sibling)) => Some(Against::Sibling(*sibling)),
                Some(AgainstRecord::Target(name)) => Some(Against::Target(target(name)?)),
                Some(AgainstRecord::Program(program)) => Some(Against::Program(program.clone())),
                Some(AgainstRecord::Base(name)) => Some(Against::Base(target(name)?)),
                Some(AgainstRecord::Head(name)) => Some(Against::Head(target(name)?)),
            },
            signature: self.signature.clone(),
        };
        let sibling = match sighting.against {
            Some(Against::Sibling(sibling)) => sibling,
            _ => 0,
        };
        if sighting.member.max(sibling) >= sighting.family.len() {
            return Err("it names a sibling that it does not have".to_owned());
        }
        Ok(sighting)
    }

    /// The expectation of the program that shows it.
    pub fn expectation(&self) -> Option<&ExpectationRecord> {
        self.family.get(self.member).map(|case| &case.expectation)
    }

    /// The other side.
    pub fn against(&self) -> Option<&AgainstRecord> {
        self.against.as_ref()
    }

    /// The text of the sibling that it is held against, if it is.
    pub fn sibling(&self) -> Option<&str> {
        match self.against {
            Some(AgainstRecord::Sibling(sibling)) => Some(&self.family.get(sibling)?.source),
            _ => None,
        }
    }
}

/// What was seen, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvidenceRecord {
    /// What the target did with the program.
    pub outcome: OutcomeRecord,
    /// What was seen on the other side.
    #[serde(default)]
    pub other: Option<OutcomeRecord>,
    /// The known issue that it fits: its name, and what it is.
    #[serde(default)]
    pub known: Option<(String, String)>,
    /// What each configuration of the compiler does with the program, if that was
    /// looked at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub verdicts: Vec<VerdictRecord>,
}

/// What one target does with a program, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerdictRecord {
    /// The target.
    pub target: String,
    /// What it does.
    #[serde(flatten)]
    pub outcome: OutcomeRecord,
}

/// An outcome as it is stored: data, and a text for people.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutcomeRecord {
    /// The word for it.
    pub outcome: String,
    /// All of it, as text.
    pub text: String,
    /// The compiler's diagnostics.
    #[serde(default)]
    pub diagnostics: Vec<DiagnosticRecord>,
    /// The signature of a crash, of the compiler or of the program.
    #[serde(default)]
    pub crash: Option<String>,
    /// The processor time in milliseconds, if that is what counts.
    #[serde(default)]
    pub millis: Option<u64>,
    /// The processor time in milliseconds of the program it is compared with.
    #[serde(default)]
    pub usual_millis: Option<u64>,
    /// How runs ended.
    #[serde(default)]
    pub runs: Vec<RunRecord>,
}

/// Runs that ended alike, as they are stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunRecord {
    /// How many.
    pub count: u32,
    /// How they ended; `None` if they hung.
    pub behaviour: Option<BehaviourRecord>,
    /// How a hang was established.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hang: Option<String>,
}

/// A diagnostic as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiagnosticRecord {
    /// The compiler's code.
    pub code: Option<String>,
    /// The message.
    pub message: String,
    /// The line in the program.
    pub line: Option<u32>,
    /// Whether the program was not even parsed.
    #[serde(default, skip_serializing_if = "is_false")]
    pub syntax: bool,
}

fn is_false(value: &bool) -> bool {
    !value
}

impl EvidenceRecord {
    /// The record of what was seen.
    pub fn new(
        evidence: &Evidence,
        known: Option<(String, String)>,
        verdicts: &[(TargetName, Outcome)],
    ) -> EvidenceRecord {
        let verdict = |(target, outcome): &(TargetName, Outcome)| VerdictRecord {
            target: target.to_string(),
            outcome: OutcomeRecord::new(outcome),
        };
        EvidenceRecord {
            verdicts: verdicts.iter().map(verdict).collect(),
            outcome: OutcomeRecord::new(&evidence.outcome),
            other: evidence.other.as_ref().map(OutcomeRecord::new),
            known,
        }
    }
}

impl OutcomeRecord {
    /// The record of an outcome.
    pub fn new(outcome: &Outcome) -> OutcomeRecord {
        let millis = |time: &Duration| u64::try_from(time.as_millis()).ok();
        let signature = |crash: &Crash| Some(crash.signature.clone());
        let mut record = OutcomeRecord {
            outcome: outcome.kind().name().to_owned(),
            text: outcome.to_string(),
            ..OutcomeRecord::default()
        };
        match outcome {
            Outcome::Accepted | Outcome::Unknown(_) => {}
            Outcome::Rejected(diagnostics) => {
                record.diagnostics = diagnostics.iter().map(DiagnosticRecord::new).collect();
            }
            Outcome::Crashed(crash) => record.crash = signature(crash),
            Outcome::TimedOut(time) => record.millis = millis(time),
            Outcome::Slow(slow) => {
                (record.millis, record.usual_millis) = (millis(&slow.time), millis(&slow.usual));
            }
            Outcome::Ran(ran) => {
                record.crash = ran.ends.iter().find_map(|(end, _)| match end {
                    RunEnd::Ended { crash, .. } => crash.as_ref().and_then(signature),
                    RunEnd::Hung(_) => None,
                });
                record.runs =
                    ran.ends.iter().map(|(end, count)| RunRecord::new(end, *count)).collect();
            }
        }
        record
    }
}

impl RunRecord {
    fn new(end: &RunEnd, count: u32) -> RunRecord {
        match end {
            RunEnd::Ended { behaviour, .. } => {
                RunRecord { count, behaviour: Some(BehaviourRecord::new(behaviour)), hang: None }
            }
            RunEnd::Hung(hang) => {
                RunRecord { count, behaviour: None, hang: Some(hang.evidence.to_string()) }
            }
        }
    }
}

impl DiagnosticRecord {
    fn new(diagnostic: &Diagnostic) -> DiagnosticRecord {
        let Diagnostic { code, message, line, syntax } = diagnostic.clone();
        DiagnosticRecord { code, message, line, syntax }
    }
}
