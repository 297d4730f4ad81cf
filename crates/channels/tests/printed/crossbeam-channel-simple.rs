use crossbeam_channel::bounded;
use crossbeam_channel::select;
use std::thread;

fn main() {
    let c1 = &bounded::<()>(0);
    let c2 = &bounded::<()>(0);
    let c3 = &bounded::<()>(0);
    thread::scope(|s| {
        s.spawn(move || {
            c1.0.send(()).unwrap();
        });
        s.spawn(move || {
            c3.0.send(()).unwrap();
        });
        s.spawn(move || {
            c2.0.send(()).unwrap();
        });
        select! {
            recv(c2.1) -> got => {
                got.unwrap();
                c1.1.recv().unwrap();
                c3.1.recv().unwrap();
            }
            recv(c1.1) -> got => {
                got.unwrap();
                c2.1.recv().unwrap();
                c3.1.recv().unwrap();
            }
        }
    });
    println!("ok");
}
