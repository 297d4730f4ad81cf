//! Accounts and transfers.

struct Account {
    owner: String,
    balance: i64,
    open: bool,
}

impl Account {
    fn opened(owner: &str, balance: i64) -> Account {
        Account { owner: owner.to_string(), balance, open: true }
    }

    fn withdraw(&mut self, amount: i64) -> bool {
        if self.open && amount <= self.balance {
            self.balance -= amount;
            true
        } else {
            false
        }
    }

    fn deposit(&mut self, amount: i64) {
        if amount > 0 {
            self.balance += amount;
        }
    }
}

fn transfer(from: &mut Account, to: &mut Account, amount: i64) -> bool {
    let moved: bool = from.withdraw(amount);
    if moved {
        to.deposit(amount);
    }
    moved
}

fn main() {
    let mut first: Account = Account::opened("ann", 100);
    let mut second: Account = Account::opened("bob", 20);
    println!("{}", transfer(&mut first, &mut second, 30));
    println!("{} {} {}", first.balance, second.owner, second.balance - 50);
}
