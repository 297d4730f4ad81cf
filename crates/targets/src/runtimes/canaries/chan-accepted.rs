use chan::sync;
use chan::{Receiver, Sender};
use chan::chan_select;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::Mutex;
use std::thread;
use std::thread::Scope;

fn f1<'s, 'e>(s: &'s Scope<'s, 'e>, balance: &'s AtomicI64, c1: &'s (Sender<i32>, Receiver<i32>), c2: &'s (Sender<bool>, Receiver<bool>)) {
    c1.0.send(42);
    balance.fetch_add(42, Ordering::Relaxed);
    let x2 = c2.1.recv().unwrap();
    balance.fetch_sub(2 * (1 + i64::from(x2)), Ordering::Relaxed);
    if x2 {
        s.spawn(move || {
        });
    }
}

fn main() {
    let balance = &AtomicI64::new(0);
    let c1 = &sync::<i32>(0);
    let c2 = &sync::<bool>(0);
    let c3 = &sync::<&'static str>(2);
    let c4 = &sync::<()>(0);
    let c5 = &sync::<i32>(0);
    let m1 = &Mutex::new(());
    thread::scope(|s| {
        s.spawn(move || {
            f1(s, balance, c1, c2);
        });
        let d1 = c1;
        let x1 = d1.1.recv().unwrap();
        balance.fetch_sub(1 * i64::from(x1), Ordering::Relaxed);
        if x1 <= 50 {
            c2.0.send(true);
            balance.fetch_add(4, Ordering::Relaxed);
        } else {
            if RandomState::new().build_hasher().finish() % 2 == 0 {
                c2.0.send(false);
                balance.fetch_add(2, Ordering::Relaxed);
            } else {
                c2.0.send(true);
                balance.fetch_add(4, Ordering::Relaxed);
            }
        }
        s.spawn(move || {
            c3.0.send("abc");
            balance.fetch_add(9, Ordering::Relaxed);
            s.spawn(move || {
                c4.0.send(());
                balance.fetch_add(4, Ordering::Relaxed);
            });
        });
        let e1 = &c3.1;
        let e2 = &c4.1;
        chan_select! {
            default => {
                let x6 = c3.1.recv().unwrap();
                balance.fetch_sub(3 * x6.len() as i64, Ordering::Relaxed);
                c4.1.recv().unwrap();
                balance.fetch_sub(4, Ordering::Relaxed);
            },
            e1.recv() -> got => {
                let x4 = got.unwrap();
                balance.fetch_sub(3 * x4.len() as i64, Ordering::Relaxed);
                c4.1.recv().unwrap();
                balance.fetch_sub(4, Ordering::Relaxed);
            },
            e2.recv() -> got => {
                got.unwrap();
                balance.fetch_sub(4, Ordering::Relaxed);
                let x5 = c3.1.recv().unwrap();
                balance.fetch_sub(3 * x5.len() as i64, Ordering::Relaxed);
            },
        }
        s.spawn(move || {
            let x7 = c5.1.recv().unwrap();
            balance.fetch_sub(5 * i64::from(x7), Ordering::Relaxed);
        });
        let e3 = &c5.0;
        chan_select! {
            e3.send(7) => {
                balance.fetch_add(35, Ordering::Relaxed);
            },
        }
        s.spawn(move || {
            {
                let _held = m1.lock().unwrap();
            }
        });
        {
            let _held = m1.lock().unwrap();
        }
    });
    match balance.load(Ordering::SeqCst) {
        0 => println!("ok"),
        n => println!("balance {n}"),
    }
}
