struct Address {
  var street: String
  var number: Int?
}

struct Company {
  var name: String
  var address: Address?
}

final class Employee {
  var name: String
  var employer: Company?
  weak var manager: Employee?

  init(name: String, employer: Company? = nil) {
    self.name = name
    self.employer = employer
  }
}

func houseNumber(of employee: Employee?) -> Int {
  return employee?.employer?.address?.number ?? -1
}

func label(for employee: Employee?) -> String {
  guard let employee else { return "nobody" }
  let street: String = employee.employer?.address?.street.uppercased() ?? "UNKNOWN"
  if let manager = employee.manager, manager.name != employee.name {
    return employee.name + " under " + manager.name + ", " + street
  }
  return employee.name + ", " + street
}

func move(_ employee: Employee, to number: Int) -> Bool {
  let changed: Void? = employee.employer?.address?.number = number
  return changed != nil
}

func staff() -> [String] {
  let office = Company(name: "Mill", address: Address(street: "Canal", number: nil))
  let boss = Employee(name: "Olga", employer: office)
  let clerk = Employee(name: "Per", employer: boss.employer)
  clerk.manager = boss
  let moved: Bool = move(boss, to: 12)
  let total: Int = houseNumber(of: boss) + houseNumber(of: clerk)
  let extra: String? = moved && total > 10 ? "moved" : nil
  return [label(for: boss), label(for: clerk), label(for: nil), extra ?? "stayed"]
}
