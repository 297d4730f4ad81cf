//! Functions as values.

fn apply(f: fn(i32) -> i32, x: i32) -> i32 {
    f(x)
}

fn triple(x: i32) -> i32 {
    3 * x
}

fn compose(a: i32, b: i32) -> i32 {
    let add = |x: i32| -> i32 { x + a };
    let scale = move |x: i32| x * b;
    scale(add(2))
}

fn count_if(values: [i32; 4], limit: i32) -> usize {
    let above = |value: &i32| *value > limit;
    values.iter().filter(|v| above(v)).count()
}

fn boxed(offset: i32) -> Box<dyn Fn(i32) -> i32> {
    Box::new(move |x: i32| x + offset)
}

fn main() {
    println!("{}", apply(triple, 4) + 1);
    println!("{}", compose(5, 6));
    println!("{}", count_if([1, 5, 9, 13], 6));
    println!("{}", boxed(10)(5));
    let constant = || 42i32;
    println!("{}", constant());
}
