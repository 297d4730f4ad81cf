//! Days and months.

#[derive(Clone, Copy, PartialEq)]
struct Date {
    year: i32,
    month: u8,
    day: u8,
}

impl Date {
    fn leap(&self) -> bool {
        self.year % 4 == 0 && (self.year % 100 != 0 || self.year % 400 == 0)
    }

    fn days(&self) -> u8 {
        match self.month {
            2 => {
                if self.leap() {
                    29
                } else {
                    28
                }
            }
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        }
    }

    fn tomorrow(&self) -> Date {
        if self.day < self.days() {
            Date { day: self.day + 1, ..*self }
        } else if self.month == 12 {
            Date { year: self.year + 1, month: 1, day: 1 }
        } else {
            Date { year: self.year, month: self.month + 1, day: 1 }
        }
    }
}

fn main() {
    let date: Date = Date { year: 2024, month: 2, day: 28 };
    let next: Date = date.tomorrow();
    println!("{} {}", next.day, date == next);
    println!("{}", next.tomorrow().month + 1);
}
