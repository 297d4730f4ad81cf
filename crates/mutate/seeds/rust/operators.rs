//! Operators of one's own.

use std::ops::{Add, Index, Mul, Neg};

#[derive(Clone, Copy, PartialEq)]
struct Vector {
    x: i32,
    y: i32,
}

impl Add for Vector {
    type Output = Vector;

    fn add(self, other: Vector) -> Vector {
        Vector { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Mul<i32> for Vector {
    type Output = Vector;

    fn mul(self, by: i32) -> Vector {
        Vector { x: self.x * by, y: self.y * by }
    }
}

impl Neg for Vector {
    type Output = Vector;

    fn neg(self) -> Vector {
        Vector { x: -self.x, y: -self.y }
    }
}

struct Table {
    cells: [i32; 3],
}

impl Index<usize> for Table {
    type Output = i32;

    fn index(&self, at: usize) -> &i32 {
        &self.cells[at]
    }
}

fn main() {
    let a: Vector = Vector { x: 1, y: 2 };
    let b: Vector = a + Vector { x: 3, y: 4 } * 2;
    println!("{} {}", (-b).x, a == b);
    println!("{}", Table { cells: [7, 8, 9] }[1] + 1);
}
