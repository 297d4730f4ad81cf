//! A trait, default methods and implementations.

trait Animal {
    fn legs(&self) -> u32;
    fn name(&self) -> String;

    fn label(&self, short: bool) -> String {
        let count: u32 = self.legs() + 0;
        if short { self.name() } else { format!("{} with {} legs", self.name(), count) }
    }
}

struct Dog {
    age: u8,
}

struct Bird;

impl Animal for Dog {
    fn legs(&self) -> u32 {
        4
    }

    fn name(&self) -> String {
        if self.age > 10 { String::from("old dog") } else { String::from("dog") }
    }
}

impl Animal for Bird {
    fn legs(&self) -> u32 {
        2
    }

    fn name(&self) -> String {
        String::from("bird")
    }
}

fn main() {
    let rex: Dog = Dog { age: 3 };
    println!("{} {}", rex.label(true), Bird.label(false));
    let all: Vec<Box<dyn Animal>> = vec![Box::new(rex), Box::new(Bird)];
    println!("{}", all.len());
}
