final class Person {
  let name: String
  var children: [Person] = []
  weak var parent: Person?
  unowned let town: Town

  init(_ name: String, in town: Town) {
    self.name = name
    self.town = town
  }

  func addChild(_ name: String) -> Person {
    let child = Person(name, in: town)
    child.parent = self
    children.append(child)
    town.count += 1
    return child
  }

  var generation: Int {
    guard let parent = parent else { return 0 }
    return parent.generation + 1
  }

  var descendants: Int {
    var total: Int = children.count
    for child in children {
      total += child.descendants
    }
    return total
  }
}

final class Town {
  let name: String
  var count: Int = 0
  private(set) var founder: Person?

  init(name: String) {
    self.name = name
    founder = Person("Founder", in: self)
    count = 1
  }
}

func settle(_ years: Int) -> String {
  let town = Town(name: "Ash")
  var latest: Person? = town.founder
  for year in 0..<years {
    let child: Person? = latest?.addChild("child \(year)")
    if year > 2 {
      _ = child?.parent?.addChild("twin")
    }
    latest = child
  }
  let depth: Int = latest?.generation ?? -1
  let all: Int = town.founder?.descendants ?? 0
  let whole: Bool = all + 1 == town.count && depth == years
  return whole ? town.name : town.name + "?"
}
