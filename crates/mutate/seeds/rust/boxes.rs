//! Values on the heap.

struct Node {
    value: i32,
    next: Option<Box<Node>>,
}

fn cons(value: i32, next: Option<Box<Node>>) -> Option<Box<Node>> {
    Some(Box::new(Node { value, next }))
}

fn sum(list: &Option<Box<Node>>) -> i32 {
    match list {
        Some(node) => node.value + sum(&node.next),
        None => 0,
    }
}

fn unboxed(number: Box<i64>) -> i64 {
    *number + 1
}

fn depth(list: &Option<Box<Node>>, so_far: usize) -> usize {
    if let Some(node) = list { depth(&node.next, so_far + 1) } else { so_far }
}

fn main() {
    let list = cons(1, cons(2, cons(3, None)));
    println!("{} {}", sum(&list), depth(&list, 0));
    let number: Box<i64> = Box::new(41i64);
    println!("{}", unboxed(number));
}
