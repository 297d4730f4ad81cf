//! A queue with two ends.

use std::collections::VecDeque;

struct Jobs {
    waiting: VecDeque<u32>,
    done: usize,
}

impl Jobs {
    fn new() -> Jobs {
        Jobs { waiting: VecDeque::new(), done: 0 }
    }

    fn add(&mut self, id: u32, urgent: bool) {
        if urgent {
            self.waiting.push_front(id);
        } else {
            self.waiting.push_back(id * 10);
        }
    }

    fn next(&mut self) -> Option<u32> {
        let job: Option<u32> = self.waiting.pop_front();
        if job.is_some() {
            self.done += 1;
        }
        job
    }
}

fn main() {
    let mut jobs: Jobs = Jobs::new();
    jobs.add(1, false);
    jobs.add(2, true);
    while let Some(id) = jobs.next() {
        println!("{}", id + 1);
    }
    println!("{}", jobs.done == 2);
}
