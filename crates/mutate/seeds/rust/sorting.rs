//! Sorting by hand.

fn swap(values: &mut [i32], a: usize, b: usize) {
    let kept: i32 = values[a];
    values[a] = values[b];
    values[b] = kept;
}

fn bubble(values: &mut [i32]) {
    let count: usize = values.len();
    let mut sorted: bool = false;
    while !sorted {
        sorted = true;
        for i in 1..count {
            if values[i - 1] > values[i] {
                swap(values, i - 1, i);
                sorted = false;
            }
        }
    }
}

fn is_sorted(values: [i32; 4]) -> bool {
    let mut at: usize = 1;
    while at < 4 {
        if values[at - 1] > values[at] {
            return false;
        }
        at += 1;
    }
    true
}

fn main() {
    let mut values: [i32; 4] = [4, -1, 3, 2];
    bubble(&mut values);
    println!("{} {}", values[0] + values[3], is_sorted(values));
}
