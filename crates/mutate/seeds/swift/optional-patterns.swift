struct Form {
  var name: String?
  var age: Int?
  var email: String?
}

enum Problem: Hashable {
  case missing(String)
  case tooYoung(Int)
  case malformed
}

func problems(_ form: Form, minimum: Int = 18) -> Set<Problem> {
  var found: Set<Problem> = []
  if form.name?.isEmpty ?? true {
    found.insert(.missing("name"))
  }
  switch form.age {
  case nil: found.insert(.missing("age"))
  case let age? where age < minimum: found.insert(Problem.tooYoung(minimum - age))
  case .some: break
  }
  if let email = form.email, !email.contains("@") || email.hasPrefix("@") {
    found.insert(.malformed)
  }
  return found
}

func greeting(_ form: Form) -> String {
  guard let name = form.name, let age = form.age, age >= 0 else { return "hello" }
  let title: String = age > 60 ? "dear " : ""
  return "hello " + title + name
}

func merge(_ a: Form, _ b: Form) -> Form {
  Form(name: a.name ?? b.name, age: a.age ?? b.age, email: a.email ?? b.email)
}

func register() -> String {
  let first = Form(name: "Ola", age: nil, email: "ola.example")
  let second = Form(name: nil, age: 17 + 3, email: "ola@example")
  let both: Form = merge(second, first)
  let before: Int = problems(first).count
  let after: Int = problems(both).count + problems(both, minimum: 21).count
  let better: Bool = after < before && both.email == second.email
  return better ? greeting(both) : greeting(first) + "!"
}
