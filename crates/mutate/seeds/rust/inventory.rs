//! Items, prices and sums.

#[derive(Clone)]
struct Item {
    name: String,
    price: u32,
    stock: u16,
}

fn item(name: &str, price: u32, stock: u16) -> Item {
    Item { name: name.to_string(), price, stock }
}

fn value(items: &Vec<Item>) -> u32 {
    let mut sum: u32 = 0;
    for item in items {
        sum += item.price * item.stock as u32;
    }
    sum
}

fn discounted(item: &Item, percent: u32) -> u32 {
    let rest: u32 = 100 - percent;
    item.price * rest / 100
}

fn restocked(item: Item, more: u16) -> Item {
    Item { stock: item.stock + more, ..item }
}

fn main() {
    let items: Vec<Item> = vec![item("pen", 120, 10), item("ink", 450, 3)];
    println!("{}", value(&items) + 1);
    println!("{}", discounted(&items[0], 25));
    let more: Item = restocked(items[1].clone(), 7);
    println!("{} {}", more.name, more.stock > 9);
}
