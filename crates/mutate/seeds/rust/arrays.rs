//! Arrays and their elements.

fn sum(values: [i32; 5]) -> i32 {
    let mut total: i32 = 0;
    let mut at: usize = 0;
    while at < 5 {
        total += values[at];
        at += 1;
    }
    total
}

fn identity() -> [[u8; 2]; 2] {
    [[1, 0], [0, 1]]
}

fn filled(value: u16) -> [u16; 8] {
    [value; 8]
}

fn first_two(values: [char; 3]) -> (char, char) {
    (values[0], values[1])
}

fn main() {
    let numbers: [i32; 5] = [1, 2, 3, 4, 5];
    println!("{}", sum(numbers));
    let matrix: [[u8; 2]; 2] = identity();
    println!("{}", matrix[1][1]);
    println!("{}", filled(9)[3]);
    let (a, b) = first_two(['x', 'y', 'z']);
    println!("{}{} {}", a, b, numbers.len());
}
