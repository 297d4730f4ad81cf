//! Methods that change their receiver.

struct Counter {
    count: u32,
    step: u32,
    history: Vec<u32>,
}

impl Counter {
    fn new(step: u32) -> Counter {
        Counter { count: 0, step, history: Vec::new() }
    }

    fn tick(&mut self) -> u32 {
        self.count += self.step;
        self.history.push(self.count);
        self.count
    }

    fn reset(&mut self, to: u32) {
        self.count = to;
        self.history.clear();
    }

    fn average(&self) -> u32 {
        if self.history.is_empty() {
            return 0;
        }
        self.count / self.step + 1
    }

    fn finish(self) -> usize {
        self.history.len()
    }
}

fn main() {
    let mut counter: Counter = Counter::new(3);
    println!("{}", counter.tick() + counter.tick());
    counter.reset(8);
    println!("{} {}", counter.average(), counter.finish());
}
