//! Blocks, labels and expressions that are statements.

fn stepwise(a: i32) -> i32 {
    let b: i32 = {
        let doubled: i32 = a * 2;
        doubled + 1
    };
    let c: i32 = if b > 10 { b - 10 } else { b };
    b + c
}

fn labelled(x: u32) -> u32 {
    let result: u32 = 'found: loop {
        if x % 2 == 0 {
            break 'found x / 2;
        }
        break 'found x + 1;
    };
    result
}

fn early(x: i64) -> i64 {
    if x == 0 {
        return 1;
    }
    let y: i64 = x - 1;
    y * 2
}

fn unsafe_sum(values: [u16; 2]) -> u16 {
    unsafe { *values.get_unchecked(0) + 1 }
}

fn main() {
    stepwise(1);
    println!("{} {}", stepwise(8), labelled(7));
    println!("{} {}", early(5), unsafe_sum([3, 4]));
    let unit: () = ();
    unit
}
