//! A game with rules and scores.

#[derive(Clone, Copy, PartialEq, Debug)]
enum Hand {
    Rock,
    Paper,
    Scissors,
}

fn beats(a: Hand, b: Hand) -> bool {
    match (a, b) {
        (Hand::Rock, Hand::Scissors) => true,
        (Hand::Paper, Hand::Rock) => true,
        (Hand::Scissors, Hand::Paper) => true,
        _ => false,
    }
}

fn score(mine: Hand, yours: Hand) -> i32 {
    if mine == yours {
        0
    } else if beats(mine, yours) {
        1
    } else {
        -1
    }
}

fn from_number(n: u32) -> Hand {
    let kind: u32 = n % 3;
    if kind == 0 { Hand::Rock } else if kind == 1 { Hand::Paper } else { Hand::Scissors }
}

fn play(rounds: u32) -> i32 {
    let mut total: i32 = 0;
    for round in 0..rounds {
        total += score(from_number(round * 7), from_number(round + 2));
    }
    total
}

fn main() {
    println!("{} {}", play(9), beats(Hand::Paper, from_number(3)));
}
