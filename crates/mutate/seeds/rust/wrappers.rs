//! Tuple structures.

#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Metres(f64);

#[derive(Clone, Copy)]
struct Id(u32, bool);

struct Marker;

impl Metres {
    fn doubled(&self) -> Metres {
        Metres(self.0 * 2.0)
    }

    fn value(&self) -> f64 {
        self.0
    }
}

fn longest(a: Metres, b: Metres) -> Metres {
    if a > b { a } else { b }
}

fn number(id: Id) -> u32 {
    if id.1 { id.0 } else { 0 }
}

fn marked(_marker: Marker, n: u32) -> u32 {
    n + 1
}

fn main() {
    let road: Metres = longest(Metres(3.5), Metres(2.0).doubled());
    println!("{}", road.value());
    println!("{} {}", number(Id(7, true)), marked(Marker, 4));
    let Metres(inner) = road;
    println!("{}", inner > 1.0);
}
