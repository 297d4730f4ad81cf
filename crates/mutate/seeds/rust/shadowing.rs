//! Names that mean different things in turn.

fn total(value: u32) -> u32 {
    value + 1
}

fn shadows(x: u32) -> u32 {
    let x: u32 = x * 2;
    let total: u32 = x + 3;
    {
        let x: bool = total > 5;
        if x {
            return total;
        }
    }
    total - x
}

fn nested(a: i32) -> i32 {
    fn helper(a: i32) -> i32 {
        a * 10
    }
    let b: i32 = helper(a);
    {
        let a: i32 = b + 1;
        a
    }
}

fn rebound(flag: bool) -> usize {
    let count: usize = 3;
    let count: usize = if flag { count } else { count + 1 };
    count * 2
}

fn main() {
    println!("{} {}", total(1), shadows(2));
    println!("{} {}", nested(3), rebound(false));
}
