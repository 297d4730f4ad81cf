//! Items in modules.

mod geometry {
    pub struct Size {
        pub width: u32,
        pub height: u32,
    }

    pub fn area(size: &Size) -> u32 {
        let margin: u32 = border(1);
        size.width * size.height + margin
    }

    fn border(width: u32) -> u32 {
        width * 2
    }

    pub mod solid {
        pub fn volume(a: u32, b: u32, c: u32) -> u32 {
            if a == 0 { 0 } else { a * b * c }
        }
    }
}

use geometry::solid::volume;

fn scaled(x: u32) -> u32 {
    x * 10 + 5
}

fn main() {
    let size = geometry::Size { width: 3, height: 4 };
    println!("{} {}", geometry::area(&size), scaled(2));
    println!("{}", volume(1, 2, 3) + scaled(1));
}
