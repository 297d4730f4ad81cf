enum Plan: Int {
  case free = 0, basic, team, enterprise
}

struct Features {
  var storage: Int = 1
  var support: Bool = false
  var seats: Int = 1
  var names: [String] = []
}

func features(of plan: Plan) -> Features {
  var result = Features()
  switch plan {
  case .enterprise:
    result.support = true
    result.names.append("audit")
    fallthrough
  case .team:
    result.seats += 9
    result.names.append("sharing")
    fallthrough
  case .basic:
    result.storage *= 100
  case .free:
    break
  }
  return result
}

func price(_ plan: Plan, months: Int) -> Double {
  let monthly: Double
  switch (plan, months) {
  case (.free, _): monthly = 0.0
  case (.basic, 12...): monthly = 4.5
  case (.basic, _): monthly = 5.0
  case (let other, 24...) where other.rawValue > 2: monthly = 40.0
  case (.team, _), (.enterprise, _): monthly = 50.0
  }
  return monthly * Double(months)
}

func offer(_ level: Int, months: Int) -> String {
  guard let plan = Plan(rawValue: level) else { return "no such plan" }
  let included: Features = features(of: plan)
  let cost: Double = price(plan, months: months)
  let cheap: Bool = cost < 100.0 || included.seats > 5
  let label: String = included.support ? "supported" : "plain"
  return cheap ? label + " \(included.storage)" : label
}
