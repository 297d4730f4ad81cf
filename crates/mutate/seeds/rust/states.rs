//! A machine with states that are copied.

#[derive(Clone, Copy, PartialEq)]
enum Light {
    Red,
    Green,
    Yellow,
    Blinking(u8),
}

fn after(light: Light, broken: bool) -> Light {
    if broken {
        return Light::Blinking(1);
    }
    match light {
        Light::Red => Light::Green,
        Light::Green => Light::Yellow,
        Light::Yellow => Light::Red,
        Light::Blinking(times) => Light::Blinking(times + 1),
    }
}

fn seconds(light: Light) -> u16 {
    match light {
        Light::Red => 30,
        Light::Green => 25,
        Light::Yellow | Light::Blinking(_) => 3,
    }
}

fn cycle(steps: usize) -> u16 {
    let mut light: Light = Light::Red;
    let mut time: u16 = 0;
    for _ in 0..steps {
        time += seconds(light);
        light = after(light, time > 200);
    }
    time
}

fn main() {
    println!("{} {}", cycle(3), after(Light::Red, false) == Light::Green);
}
