//! Constants and statics, whose values are computed by the compiler.

const LIMIT: usize = 4 * 2;
const GREETING: &str = "hello";
static BASE: u32 = 10;

const fn square(x: u32) -> u32 {
    x * x
}

const TABLE: [u32; 3] = [square(1), square(2), square(3)];

struct Config;

impl Config {
    const RETRIES: u8 = 3;
}

fn entry(at: usize) -> u32 {
    if at < 3 { TABLE[at] } else { BASE + 1 }
}

fn buffer() -> [u8; LIMIT] {
    [0; LIMIT]
}

fn main() {
    let tries: u8 = Config::RETRIES - 1;
    println!("{} {}", entry(1), entry(7));
    println!("{} {}", buffer().len(), tries);
    println!("{} {}", GREETING, square(5) + 1);
    let largest: i16 = i16::MAX;
    println!("{}", largest - 1);
}
