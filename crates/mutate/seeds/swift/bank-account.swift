enum BankError: Error, Equatable {
  case insufficient(missing: Int)
  case frozen
  case negative(Int)
}

final class Account {
  let owner: String
  private(set) var balance: Int
  var isFrozen: Bool = false

  init(owner: String, balance: Int = 0) {
    self.owner = owner
    self.balance = balance
  }

  func withdraw(_ amount: Int) throws -> Int {
    guard amount >= 0 else { throw BankError.negative(amount) }
    if isFrozen { throw BankError.frozen }
    if amount > balance {
      throw BankError.insufficient(missing: amount - balance)
    }
    balance -= amount
    return balance
  }

  func deposit(_ amount: Int) {
    balance += amount
  }
}

func transfer(_ amount: Int, from: Account, to: Account) throws {
  let fee: Int = amount > 1000 ? 5 : 1
  _ = try from.withdraw(amount + fee)
  to.deposit(amount)
}

func attempt(_ amount: Int) -> String {
  let first = Account(owner: "Ada", balance: 250)
  let second = Account(owner: "Ben")
  do {
    try transfer(amount, from: first, to: second)
    return first.owner + " paid " + second.owner
  } catch BankError.insufficient(let missing) where missing > 100 {
    return "far too much"
  } catch let BankError.insufficient(missing) {
    return "missing \(missing + 1)"
  } catch BankError.frozen, BankError.negative {
    return "refused"
  } catch {
    return "\(error)"
  }
}
