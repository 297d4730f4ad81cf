//! Functions without a result, and variables that are assigned to.

fn note(level: u8, text: &str) {
    if level > 2 {
        println!("{}", text);
    }
}

fn quiet() {}

fn sum(limit: u32) -> u32 {
    let mut total: u32 = 0;
    for n in 0..limit {
        note(1, "adding");
        total += n;
    }
    quiet();
    total
}

fn average(a: f64, b: f64) -> f64 {
    let mut scale: f64 = 0.5;
    let mut positive: bool = true;
    if a + b < 0.0 {
        positive = false;
        note(3, "negative");
        scale = -scale;
    }
    quiet();
    if positive { (a + b) * scale } else { 0.0 }
}

fn main() {
    println!("{} {}", sum(5), average(1.0, 2.5));
    let done: () = note(0, "done");
    done
}
