use crossbeam_channel::bounded;
use std::thread;

fn main() {
    let c1 = &bounded::<i32>(0);
    thread::scope(|s| {
        s.spawn(move || {
            c1.0.send("abc").unwrap();
        });
        c1.1.recv().unwrap();
        c1.1.recv().unwrap();
    });
    println!("ok");
}
