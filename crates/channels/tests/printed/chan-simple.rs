use chan::sync;
use chan::chan_select;
use std::thread;

fn main() {
    let c1 = &sync::<()>(0);
    let c2 = &sync::<()>(0);
    let c3 = &sync::<()>(0);
    thread::scope(|s| {
        s.spawn(move || {
            c1.0.send(());
        });
        s.spawn(move || {
            c3.0.send(());
        });
        s.spawn(move || {
            c2.0.send(());
        });
        let e1 = &c2.1;
        let e2 = &c1.1;
        chan_select! {
            e1.recv() -> got => {
                got.unwrap();
                c1.1.recv().unwrap();
                c3.1.recv().unwrap();
            },
            e2.recv() -> got => {
                got.unwrap();
                c2.1.recv().unwrap();
                c3.1.recv().unwrap();
            },
        }
    });
    println!("ok");
}
