//! Conditions and logic.

fn xor(a: bool, b: bool) -> bool {
    (a || b) && !(a && b)
}

fn majority(a: bool, b: bool, c: bool) -> bool {
    a && b || b && c || a & c
}

fn leap(year: u32) -> bool {
    (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
}

fn compare(a: i32, b: i32) -> i32 {
    if a < b {
        -1
    } else if a > b {
        1
    } else {
        0
    }
}

fn all_of(flags: [bool; 3]) -> bool {
    flags[0] & flags[1] & flags[2]
}

fn main() {
    let yes: bool = true;
    let no: bool = !yes;
    println!("{} {}", xor(yes, no), majority(yes, no, yes));
    println!("{} {}", leap(2024), compare(3, 2));
    if all_of([yes, !no, true]) {
        println!("all");
    }
}
