//! Which batches a compiler does more for than for the others.
//!
//! That depends on nothing but the programs, so that a shard gets the same
//! verdicts from any worker. The parts of a chosen batch are chosen, too: what is
//! found by doing more must be found again when the batch is taken apart.

/// Which batches are chosen.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    every: u32,
    /// Hashes of the programs in the last batch that was chosen.
    chosen: Vec<blake3::Hash>,
}

impl Sample {
    /// One batch in so many; none if 0.
    pub(crate) fn new(every: u32) -> Sample {
        Sample { every, chosen: Vec::new() }
    }

    /// Whether a batch is chosen.
    pub(crate) fn takes(&mut self, programs: &[&str]) -> bool {
        if self.every == 0 {
            return false;
        }
        let hashes: Vec<blake3::Hash> =
            programs.iter().map(|program| blake3::hash(program.as_bytes())).collect();
        let is_part = hashes.len() < self.chosen.len()
            && hashes.iter().all(|hash| self.chosen.contains(hash));
        if is_part {
            return true;
        }
        let mut batch = blake3::Hasher::new();
        for hash in &hashes {
            batch.update(hash.as_bytes());
        }
        let digest = batch.finalize();
        let number = u32::from_le_bytes(digest.as_bytes()[..4].try_into().expect("4 bytes"));
        let takes = number.is_multiple_of(self.every);
        self.chosen = if takes { hashes } else { Vec::new() };
        takes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Batches of three programs.
    fn batches(count: usize) -> Vec<[String; 3]> {
        (0..count)
            .map(|batch| [0, 1, 2].map(|number| format!("program {batch}.{number}")))
            .collect()
    }

    fn takes(sample: &mut Sample, batch: &[String]) -> bool {
        sample.takes(&batch.iter().map(String::as_str).collect::<Vec<_>>())
    }

    #[test]
    fn the_choice_of_full_batches_does_not_depend_on_what_came_before() {
        let batches = batches(1000);
        let mut one = Sample::new(20);
        let chosen: Vec<bool> = batches.iter().map(|batch| takes(&mut one, batch)).collect();
        let alone = |batch: &[String; 3]| takes(&mut Sample::new(20), batch);
        assert_eq!(batches.iter().map(alone).collect::<Vec<_>>(), chosen);
        let mut another = Sample::new(20);
        let mut backwards: Vec<bool> =
            batches.iter().rev().map(|batch| takes(&mut another, batch)).collect();
        backwards.reverse();
        assert_eq!(backwards, chosen);
        let count = chosen.iter().filter(|chosen| **chosen).count();
        assert!((25..100).contains(&count), "{count} of 1000 are not one in 20");
        assert!(!batches.iter().any(|batch| takes(&mut Sample::new(0), batch)));
    }

    #[test]
    fn the_parts_of_a_chosen_batch_are_chosen() {
        let mut sample = Sample::new(20);
        for batch in batches(400) {
            if takes(&mut sample, &batch) {
                for part in [&batch[..1], &batch[1..], &batch[2..], &batch[..2]] {
                    assert!(takes(&mut sample, part));
                }
            }
        }
    }
}
