use flume::bounded;
use flume::Selector;
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
        match Selector::new()
            .recv(&c2.1, |got| got.map(|_| 0).unwrap())
            .recv(&c1.1, |got| got.map(|_| 1).unwrap())
            .wait()
        {
            0 => {
                c1.1.recv().unwrap();
                c3.1.recv().unwrap();
            }
            _ => {
                c2.1.recv().unwrap();
                c3.1.recv().unwrap();
            }
        }
    });
    println!("ok");
}
