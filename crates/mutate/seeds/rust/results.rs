//! Errors as values.

#[derive(Debug)]
enum Failure {
    Negative(i32),
    TooLarge { limit: i32 },
}

fn check(x: i32) -> Result<i32, Failure> {
    if x < 0 {
        return Err(Failure::Negative(x));
    }
    if x > 100 {
        Err(Failure::TooLarge { limit: 100 })
    } else {
        Ok(x + 1)
    }
}

fn both(a: i32, b: i32) -> Result<i32, Failure> {
    let first: i32 = check(a)?;
    let second: i32 = check(b)?;
    Ok(first * second)
}

fn code(result: Result<i32, Failure>) -> i32 {
    match result {
        Ok(value) => value,
        Err(Failure::Negative(x)) => x,
        Err(Failure::TooLarge { limit }) => -limit,
    }
}

fn main() {
    println!("{} {}", code(both(3, 4)), code(check(-7)));
    println!("{}", code(both(1, 500)) == -100);
}
