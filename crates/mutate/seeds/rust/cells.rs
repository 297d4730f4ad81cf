//! Shared and changed through cells.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

struct Meter {
    reads: Cell<u32>,
    log: RefCell<Vec<i32>>,
}

impl Meter {
    fn read(&self, value: i32) -> i32 {
        self.reads.set(self.reads.get() + 1);
        self.log.borrow_mut().push(value * 2);
        value + 1
    }

    fn total(&self) -> i32 {
        let mut sum: i32 = 0;
        for entry in self.log.borrow().iter() {
            sum += *entry;
        }
        sum
    }
}

fn shared() -> usize {
    let first: Rc<u8> = Rc::new(5u8);
    let second: Rc<u8> = Rc::clone(&first);
    Rc::strong_count(&second) + 1
}

fn main() {
    let meter = Meter { reads: Cell::new(0), log: RefCell::new(Vec::new()) };
    println!("{}", meter.read(3) + meter.read(4));
    println!("{} {} {}", meter.total(), meter.reads.get(), shared());
}
