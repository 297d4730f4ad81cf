//! An enumeration with values, and matching on it.

enum Shape {
    Circle(f64),
    Rectangle { width: f64, height: f64 },
    Empty,
}

fn area(shape: Shape) -> f64 {
    match shape {
        Shape::Circle(radius) => 3.14 * radius * radius,
        Shape::Rectangle { width, height } => width * height,
        Shape::Empty => 0.0,
    }
}

fn corners(shape: &Shape) -> u8 {
    match shape {
        Shape::Circle(_) => 0,
        Shape::Rectangle { .. } => 4,
        Shape::Empty => 0,
    }
}

fn pick(which: u8) -> Shape {
    match which {
        0 => Shape::Empty,
        1 => Shape::Circle(2.0),
        _ => Shape::Rectangle { width: 1.5, height: 2.0 },
    }
}

fn main() {
    let round: Shape = pick(1);
    println!("{} {}", corners(&round), area(round));
    println!("{}", area(pick(3)) + area(Shape::Circle(1.0)));
}
