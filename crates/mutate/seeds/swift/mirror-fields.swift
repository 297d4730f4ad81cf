struct Planet {
  let name: String
  var moons: Int
  var mass: Double
  var ringed: Bool = false
}

func fields(of value: Any) -> [String] {
  var names: [String] = []
  for child in Mirror(reflecting: value).children {
    names.append(child.label ?? "?")
  }
  return names
}

func dumped(_ value: Any, depth: Int = 0) -> String {
  let space: String = String(repeating: "  ", count: depth)
  let mirror = Mirror(reflecting: value)
  if mirror.children.isEmpty {
    return space + String(describing: value)
  }
  var lines: [String] = []
  for (label, child) in mirror.children {
    let name: String = label ?? "-"
    lines.append(space + name + ":\n" + dumped(child, depth: depth + 1))
  }
  return lines.joined(separator: "\n")
}

func numbers(in value: Any) -> Double {
  var sum: Double = 0.0
  for (_, child) in Mirror(reflecting: value).children {
    switch child {
    case let number as Int: sum += Double(number)
    case let number as Double: sum += number
    case is Bool: sum += 0.5
    default: continue
    }
  }
  return sum
}

func compare() -> Bool {
  let earth = Planet(name: "Earth", moons: 1, mass: 1.0)
  let saturn = Planet(name: "Saturn", moons: 80 + 3, mass: 95.16, ringed: true)
  let heavier: Bool = numbers(in: saturn) > numbers(in: earth) * 10.0
  let count: Int = fields(of: earth).count
  let lines: Int = dumped([earth, saturn]).split(separator: "\n").count
  return heavier && count == 4 && lines > 8
}
