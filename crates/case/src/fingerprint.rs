//! Telling whether an engine still generates what it did.

use choice::Random;

use crate::engine::{Digest, Engine};

/// The digest of the first programs that an engine generates in every language,
/// mode and dialect. Each engine has a test that holds this against its
/// [`Engine::version`]: who changes what a tape gives must raise the version.
pub fn fingerprint(engine: &dyn Engine, programs: u64) -> Digest {
    let mut parts: Vec<String> = Vec::new();
    for (language, modes) in engine.abilities() {
        for mode in modes {
            for &dialect in engine.dialects(language) {
                let mut plan = engine.plan(language, mode);
                plan.dialect = dialect;
                let mut random = Random::new(1).with_budget(50_000, 4);
                for index in 0..programs {
                    let subjects = engine.subjects(&plan);
                    if !subjects.is_empty() {
                        plan.subject = Some(subjects[index as usize % subjects.len()].clone());
                    }
                    match random.generate(index, |choices| engine.generate(&plan, choices)) {
                        Ok(made) => parts.extend(made.value.into_iter().map(|case| case.source)),
                        Err(gave_up) => parts.push(gave_up.to_string()),
                    }
                }
            }
        }
    }
    Digest::of_parts(parts.iter().map(String::as_bytes))
}
