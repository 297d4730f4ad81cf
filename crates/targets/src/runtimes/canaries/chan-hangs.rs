use chan::sync;
use std::thread;

fn main() {
    let c1 = &sync::<i32>(0);
    thread::scope(|s| {
        s.spawn(move || {
            c1.0.send(1);
        });
        c1.1.recv().unwrap();
        c1.1.recv().unwrap();
    });
    println!("ok");
}
