//! Threads, and what moves into them.

use std::sync::{Arc, Mutex, mpsc};
use std::thread;

fn work(id: u32) -> u32 {
    let base: u32 = 100;
    base * id + 1
}

fn parallel(count: u32) -> u32 {
    let total = Arc::new(Mutex::new(0u32));
    let mut handles = Vec::new();
    for id in 0..count {
        let total = Arc::clone(&total);
        handles.push(thread::spawn(move || {
            let part: u32 = work(id) + 2;
            *total.lock().unwrap() += part;
        }));
    }
    for handle in handles {
        handle.join().unwrap();
    }
    let sum: u32 = *total.lock().unwrap();
    sum
}

fn channel() -> i32 {
    let (sender, receiver) = mpsc::channel::<i32>();
    thread::spawn(move || {
        sender.send(20 + 1).unwrap();
    });
    receiver.recv().unwrap()
}

fn main() {
    println!("{} {}", parallel(3), channel());
}
