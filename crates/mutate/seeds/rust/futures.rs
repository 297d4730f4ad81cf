//! Asynchronous functions, which nothing runs.

async fn number(x: i32) -> i32 {
    x * 2 + 1
}

async fn both(a: i32, b: i32) -> i32 {
    let first: i32 = number(a).await;
    let second: i32 = number(b + 1).await;
    if first > second { first - second } else { 0 }
}

fn pending(flag: bool) -> impl std::future::Future<Output = u8> {
    async move {
        let level: u8 = if flag { 3 } else { 4 };
        level + 1
    }
}

fn ready(limit: usize) -> bool {
    let size: usize = std::mem::size_of_val(&pending(true));
    size > limit
}

fn main() {
    let waiting = both(3, 4);
    drop(waiting);
    println!("{}", ready(0));
}
