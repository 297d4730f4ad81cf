protocol Animal {
  init(name: String)
  static var legs: Int { get }
  var name: String { get }
}

struct Bird: Animal {
  let name: String
  static let legs: Int = 2
}

struct Spider: Animal {
  let name: String
  static var legs: Int { 8 }
}

func make(_ kinds: [any Animal.Type], named name: String) -> [any Animal] {
  var made: [any Animal] = []
  for (index, kind) in kinds.enumerated() {
    let number: String = String(index + 1)
    made.append(kind.init(name: name + number))
  }
  return made
}

func create<T: Animal>(_ type: T.Type, _ name: String) -> T {
  return type.init(name: name)
}

func legs(of animals: [any Animal]) -> Int {
  var sum: Int = 0
  for animal in animals {
    sum += type(of: animal).legs
  }
  return sum
}

func count() -> Int {
  let animals: [any Animal] = make([Bird.self, Spider.self, Bird.self], named: "a")
  let single = create(Spider.self, "s")
  let total: Int = legs(of: animals) + type(of: single).legs
  let same: Bool = type(of: animals[0]) == Bird.self
  let callable: Any.Type = ((Int) -> Int).self
  let list: Any.Type = [String].self
  let different: Bool = callable != list
  return same && different ? total : -total
}
