//! A structure with methods.

#[derive(Clone, Copy, Debug, PartialEq)]
struct Point {
    x: i32,
    y: i32,
}

impl Point {
    fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    fn norm(&self) -> i32 {
        self.x * self.x + self.y * self.y
    }

    fn moved(&self, dx: i32, dy: i32) -> Point {
        Point { x: self.x + dx, y: self.y + dy }
    }

    fn is_origin(&self) -> bool {
        self.x == 0 && self.y == 0
    }
}

fn furthest(a: Point, b: Point) -> Point {
    if a.norm() > b.norm() { a } else { b }
}

fn main() {
    let start: Point = Point::new(1, 2);
    let other: Point = start.moved(3, -4);
    let far: Point = furthest(start, other);
    println!("{} {}", far.x, far.is_origin());
    println!("{}", Point { x: 0, ..far }.norm());
}
