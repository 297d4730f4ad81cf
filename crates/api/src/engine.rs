//! The engine: what the campaign sees of all this.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use case::{
    Dialect, Digest, Engine, Expectation, Family, Feature, InputId, Language, Mode, Plan, Reason,
    TestCase,
};
use choice::{Choices, DeadEnd};
use rustc_hash::FxHashMap;

use crate::expr::{Overload, Program};
use crate::graph::Graph;
use crate::ill;
use crate::language::{Facts, LANGUAGES};
use crate::load::{self, Library, LoadError, Source};
use crate::model::{MemberId, Model, Skips};
use crate::print;
use crate::relation::{HiddenSupertypes, Relation};
use crate::synth::{Pools, Settings, Synth};
use crate::types::Types;

/// The engine over a loaded API.
pub struct Api {
    model: Model,
    /// Texts of which the name of every exercised member contains one; none for all.
    wanted: Vec<String>,
    /// The API as each of the languages sees it, in the order of [`LANGUAGES`].
    views: [OnceLock<View>; LANGUAGES.len()],
    inputs: Vec<InputId>,
}

impl fmt::Debug for Api {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The whole of it would be megabytes.
        f.debug_struct("Api").field("skips", &self.model.skips).finish_non_exhaustive()
    }
}

/// An API as one language sees it.
#[derive(Debug)]
struct View {
    facts: &'static Facts,
    graph: Graph,
    pools: Pools,
    /// The members of the libraries under test that programs can use.
    members: Vec<MemberId>,
    /// The members by their signatures.
    by_signature: FxHashMap<Arc<str>, MemberId>,
    /// Their signatures.
    subjects: Vec<Arc<str>>,
    /// Those of members that ill-typed programs can use.
    ill_typed_subjects: Vec<Arc<str>>,
    unusable: BTreeMap<&'static str, usize>,
    hidden: HiddenSupertypes,
}

const MODES: [Mode; 5] = [
    Mode::WellTyped,
    Mode::IllTyped,
    Mode::WellTypedErased,
    Mode::IllTypedErased,
    Mode::Equivalent,
];

static FEATURES: [Feature; 9] = [
    Feature { name: "arrays", about: "arrays as type arguments", default: true },
    Feature { name: "conditionals", about: "conditional expressions", default: true },
    Feature {
        name: "enclosing",
        about: "calls of plain members as arguments of generic ones",
        default: true,
    },
    Feature {
        name: "erased-overloads",
        about: "types left out on which overload resolution depends: languages may reject the call",
        default: false,
    },
    Feature { name: "lambdas", about: "lambda expressions", default: true },
    Feature { name: "locals", about: "local variables for parts of the call", default: true },
    Feature { name: "references", about: "references to members", default: true },
    Feature { name: "varargs", about: "variadic arguments", default: true },
    Feature { name: "wildcards", about: "wildcards in the types of variables", default: true },
];

/// Classes with more type parameters are used where a member asks for one, but
/// neither as just any type nor on the way to one: programs would become large,
/// and say no more.
const MANY: usize = 5;

/// A member that encloses a call has no more parameters: the program is about the call.
const FEW: usize = 3;

impl Api {
    /// Loads an API and makes the engine.
    pub fn load(sources: &[Source]) -> Result<Api, LoadError> {
        let libraries: Vec<Library> = sources
            .iter()
            .map(|source| Library::read(&source.path, source.format))
            .collect::<Result<_, _>>()?;
        let subjects = sources.iter().map(|source| source.subject);
        Api::of(libraries.iter().zip(subjects))
    }

    /// Makes the engine for an API of libraries that were read before, each with
    /// whether its members are to be exercised.
    pub fn of<'a>(
        libraries: impl IntoIterator<Item = (&'a Library, bool)>,
    ) -> Result<Api, LoadError> {
        Ok(Api::new(load::load(libraries)?))
    }

    pub(crate) fn new(model: Model) -> Api {
        Api { model, wanted: Vec::new(), views: Default::default(), inputs: Vec::new() }
    }

    /// Says what the API was loaded from.
    pub fn with_inputs(mut self, inputs: Vec<InputId>) -> Api {
        self.inputs = inputs;
        self
    }

    /// Exercises only those members of the libraries under test whose full
    /// names contain one of the texts: `java.util.stream.`, `ArrayUtils.removeAll`.
    /// All else still helps.
    pub fn only(mut self, wanted: &[String]) -> Result<Api, LoadError> {
        let subject = |&id: &MemberId| self.model.class(self.model.member(id).owner).subject;
        for text in wanted {
            let mut members = self.model.member_ids().filter(subject);
            if !members.any(|id| self.model.full_name(id).contains(text)) {
                return Err(LoadError::NoSuchMember(text.clone()));
            }
        }
        self.wanted = wanted.to_vec();
        self.views = Default::default();
        Ok(self)
    }

    /// What of the API is not used, and why.
    pub fn skips(&self) -> &Skips {
        &self.model.skips
    }

    /// How many members of the libraries under test a language can use.
    pub fn members(&self, language: Language) -> usize {
        self.view(language).members.len()
    }

    /// How many members of the libraries under test a language cannot use, by
    /// reason.
    pub fn unusable(&self, language: Language) -> &BTreeMap<&'static str, usize> {
        &self.view(language).unusable
    }

    /// An error that says why, if a language can use none of the members under test.
    pub fn check_used(&self, language: Language) -> Result<(), LoadError> {
        if self.members(language) > 0 {
            return Ok(());
        }
        let reasons = self.unusable(language).iter();
        let reasons: Vec<String> =
            reasons.map(|(reason, count)| format!("{count} × {reason}")).collect();
        Err(LoadError::Unusable { language, reasons: reasons.join(", ") })
    }

    pub(crate) fn model(&self) -> &Model {
        &self.model
    }

    pub(crate) fn graph(&self, language: Language) -> &Graph {
        &self.view(language).graph
    }

    pub(crate) fn member_ids(&self, language: Language) -> &[MemberId] {
        &self.view(language).members
    }

    /// A generator of types in a language.
    #[cfg(test)]
    pub(crate) fn synth_for_tests<'a, 'c>(
        &'a self,
        language: Language,
        choices: &'c mut Choices,
    ) -> Synth<'a, 'c> {
        let settings = Settings::new(&self.plan(language, Mode::WellTyped));
        self.view(language).synth(&self.model, settings, choices)
    }

    fn view(&self, language: Language) -> &View {
        let at = Facts::position(language);
        self.views[at].get_or_init(|| View::new(&self.model, LANGUAGES[at], &self.wanted))
    }
}

impl View {
    fn new(model: &Model, facts: &'static Facts, wanted: &[String]) -> View {
        let mut members = Vec::new();
        let mut unusable = BTreeMap::new();
        let is_wanted = |id| {
            let named = |name: String| wanted.iter().any(|text| name.contains(text));
            wanted.is_empty() || named(model.full_name(id))
        };
        let subject = |&id: &MemberId| model.class(model.member(id).owner).subject;
        for id in model.member_ids().filter(subject).filter(|&id| is_wanted(id)) {
            match facts.obstacle(model, id) {
                None => members.push(id),
                Some(obstacle) => *unusable.entry(obstacle).or_default() += 1,
            }
        }
        let mut by_signature = FxHashMap::default();
        for &id in &members {
            by_signature.insert(unique(&by_signature, model.signature(id)), id);
        }
        let types = Types::over(&model.table);
        let may_be_wrong = |&id: &MemberId| !ill::positions(facts, model, &types, id).is_empty();
        let ranked = |(name, &id)| (name, model.is_rich(id));
        let mut pools = Pools::new(model, facts);
        for id in model.class_ids() {
            if !pools.names(id) {
                continue;
            }
            let class = model.class(id);
            if class.params.is_empty() {
                pools.simple.push(id);
            } else if class.params.len() <= MANY {
                pools.generic.push(id);
            }
        }
        let wild = model.member_ids().filter(|&id| {
            let result = model.member(id).result;
            pools.uses(id) && types.has_wildcard(result) && types.has_var(result)
        });
        let wild: Vec<MemberId> = wild.collect();
        pools.wild = wild;
        let few = |id| model.class(model.member(id).owner).params.len() <= MANY;
        let takers = model.member_ids().filter(|&id| {
            let params = model.member(id).params.len();
            pools.uses(id) && few(id) && params <= FEW && model.any_parameter(id).is_some()
        });
        let takers: Vec<MemberId> = takers.collect();
        let is_identity = |id: &&MemberId| {
            let member = model.member(**id);
            member.is_static && member.params == [member.result]
        };
        pools.identities = takers.iter().filter(is_identity).copied().collect();
        pools.takers = takers;
        let boxes = model.known.boxes.into_iter().flatten();
        pools.common.extend(model.known.string);
        pools.common.push(model.known.object);
        if model.known.top != model.known.object {
            pools.common.push(model.known.top);
        }
        pools.common.extend(boxes);
        let graph = Graph::new(model, |id| pools.uses(id) && few(id));
        let hidden = (facts.hidden_supertypes)(model);
        View {
            facts,
            graph,
            pools,
            subjects: in_order(by_signature.iter().map(ranked)),
            ill_typed_subjects: in_order(
                by_signature.iter().filter(|(_, id)| may_be_wrong(id)).map(ranked),
            ),
            members,
            by_signature,
            unusable,
            hidden,
        }
    }

    /// The generator of one program.
    fn synth<'a, 'c>(
        &'a self,
        model: &'a Model,
        settings: Settings,
        choices: &'c mut Choices,
    ) -> Synth<'a, 'c> {
        let relation = Relation::new(model, self.facts).without(&self.hidden);
        Synth::new(relation, &self.graph, &self.pools, settings, choices)
    }
}

/// The name, with a number behind it if there is one like it. No library declares two
/// members with one signature, but a forged one may.
fn unique(known: &FxHashMap<Arc<str>, MemberId>, name: String) -> Arc<str> {
    if !known.contains_key(name.as_str()) {
        return name.into();
    }
    let numbered = (2..).map(|number| format!("{name} #{number}"));
    numbered.map(Arc::from).find(|name: &Arc<str>| !known.contains_key(name)).expect("no end")
}

/// Names in an order that depends on each of them alone, so that a new one leaves the
/// others as they are, and that takes neighbours in a library apart, so that the first
/// programs of a campaign are already about all of it. Rich members, which their names
/// come with, are denser at the beginning.
fn in_order<'a>(names: impl Iterator<Item = (&'a Arc<str>, bool)>) -> Vec<Arc<str>> {
    let key = |(name, rich): (&'a Arc<str>, bool)| {
        let digest = Digest::of(name.as_bytes()).to_string();
        let place = u64::from_str_radix(&digest[..16], 16).expect("hexadecimal digits");
        (if rich { place / DENSER } else { place }, name)
    };
    let mut keyed: Vec<(u64, &Arc<str>)> = names.map(key).collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, name)| name.clone()).collect()
}

/// How much more often than its share a rich member comes before others.
const DENSER: u64 = 4;

impl Engine for Api {
    fn name(&self) -> &'static str {
        "api"
    }

    fn version(&self) -> u32 {
        10
    }

    fn inputs(&self) -> &[InputId] {
        &self.inputs
    }

    fn abilities(&self) -> Vec<(Language, Vec<Mode>)> {
        LANGUAGES.iter().map(|facts| (facts.language, MODES.to_vec())).collect()
    }

    fn dialects(&self, language: Language) -> &[Dialect] {
        let known = LANGUAGES.iter().any(|facts| facts.language == language);
        if known { &[Dialect::Standard] } else { &[] }
    }

    fn features(&self, _language: Language, _mode: Mode) -> &[Feature] {
        &FEATURES
    }

    /// The signatures of the members of the libraries under test that programs can
    /// use.
    fn subjects(&self, plan: &Plan) -> Cow<'_, [Arc<str>]> {
        if !LANGUAGES.iter().any(|facts| facts.language == plan.language) {
            return Cow::Borrowed(&[]);
        }
        let view = self.view(plan.language);
        Cow::Borrowed(match plan.mode {
            Mode::IllTyped | Mode::IllTypedErased => &view.ill_typed_subjects,
            _ => &view.subjects,
        })
    }

    fn generate(&self, plan: &Plan, choices: &mut Choices) -> Result<Family, DeadEnd> {
        let view = self.view(plan.language);
        let first = || self.subjects(plan).first().cloned();
        let subject = plan.subject.clone().or_else(first).ok_or(DeadEnd)?;
        let member = view.by_signature.get(&subject).ok_or(DeadEnd)?;
        let erase = matches!(plan.mode, Mode::WellTypedErased | Mode::IllTypedErased);
        let settings = Settings::new(plan);
        let mut synth = view.synth(&self.model, settings, choices);
        let ill = matches!(plan.mode, Mode::IllTyped | Mode::IllTypedErased);
        let program = synth.program(*member, ill)?;
        let relation = &synth.relation;
        let write = |program: &Program, erase: bool| print::print(relation, program, erase);
        let mut sources = vec![write(&program, erase)];
        let expectation = match &program.reason {
            Some(reason) => {
                let line = Some(print::call_line(relation, &sources[0]));
                Expectation::Reject(Reason { line, ..reason.clone() })
            }
            None if program.overload != Overload::Open => Expectation::Accept,
            None => Expectation::SameVerdict,
        };
        let foreseen = program.overload == Overload::Foreseen;
        if program.reason.is_none() && (!foreseen || plan.mode == Mode::Equivalent) {
            // Types that stand there may be repeated without changing what the program
            // means; whether they may be left out is known only if it is known which
            // overload is meant.
            sources.extend(program.sibling(relation).map(|program| write(&program, erase)));
            if settings.can_erase(&program) {
                sources.push(write(&program, !erase));
            }
        }
        let mut features = program.features.clone();
        if !foreseen {
            features.push("unresolved-overload");
            features.sort_unstable();
        }
        Ok(sources
            .into_iter()
            .map(|source| TestCase {
                language: plan.language,
                source,
                expectation: expectation.clone(),
                features: features.clone(),
            })
            .collect())
    }
}
