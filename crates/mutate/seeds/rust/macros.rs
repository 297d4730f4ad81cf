//! Macros of one's own beside those of the library.

macro_rules! square {
    ($x:expr) => {
        $x * $x
    };
}

macro_rules! largest {
    ($first:expr $(, $rest:expr)*) => {{
        let mut found: i32 = $first;
        $(if $rest > found { found = $rest; })*
        found
    }};
}

fn area(side: i32) -> i32 {
    let inner: i32 = side - 1;
    square!(inner) + 4 * side
}

fn report(values: [i32; 3]) -> String {
    format!("{} of {}", largest!(values[0], values[1]), values.len() + 0)
}

fn main() {
    println!("{} {}", area(5), report([1, 9, 4]));
    assert!(area(2) > 0, "an area is positive");
    assert_eq!(area(1), 4);
    let list: Vec<i32> = vec![square!(3), 2, 1];
    println!("{}", list.len() == 3);
}
