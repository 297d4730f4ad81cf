struct Lens<Whole, Part> {
  let get: (Whole) -> Part
  let set: (Part, Whole) -> Whole

  func over(_ change: @escaping (Part) -> Part) -> (Whole) -> Whole {
    { whole in self.set(change(self.get(whole)), whole) }
  }

  func then<Inner>(_ inner: Lens<Part, Inner>) -> Lens<Whole, Inner> {
    Lens<Whole, Inner>(
      get: { inner.get(self.get($0)) },
      set: { part, whole in self.set(inner.set(part, self.get(whole)), whole) })
  }
}

struct Street {
  var name: String
  var number: Int
}

struct House {
  var street: Street
  var rooms: Int
}

enum Lenses {
  static func street() -> Lens<House, Street> {
    Lens(get: { $0.street }, set: { House(street: $0, rooms: $1.rooms) })
  }

  static func number() -> Lens<Street, Int> {
    Lens(get: { $0.number }, set: { Street(name: $1.name, number: $0) })
  }

  static func rooms() -> Lens<House, Int> {
    Lens(get: { $0.rooms }, set: { House(street: $1.street, rooms: $0) })
  }
}

func renumber(_ house: House, by step: Int) -> House {
  Lenses.street().then(Lenses.number()).over { $0 + step }(house)
}

func move() -> Int {
  let house = House(street: Street(name: "Elm", number: 7), rooms: 3)
  let other: House = renumber(house, by: 10 - 2)
  let larger: House = Lenses.rooms().set(house.rooms * 2, other)
  let number: Int = larger.street.number
  let grown: Bool = larger.rooms > house.rooms && number > 10
  return grown ? number * 100 + larger.rooms : -1
}
