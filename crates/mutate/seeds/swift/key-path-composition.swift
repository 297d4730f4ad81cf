struct Engine {
  var power: Int
  var fuel: String?
}

struct Wheel {
  var size: Double = 16.0
}

struct Car {
  var engine: Engine
  var wheels: [Wheel] = [Wheel(), Wheel(size: 17.5)]
  let plate: String
}

func total(_ cars: [Car], _ path: KeyPath<Car, Int>) -> Int {
  var sum: Int = 0
  for car in cars {
    sum += car[keyPath: path]
  }
  return sum
}

func update<Root, Value>(_ root: Root, _ path: WritableKeyPath<Root, Value>, to value: Value) -> Root {
  var copy = root
  copy[keyPath: path] = value
  return copy
}

func longest(_ cars: [Car]) -> String {
  let plates: [String] = cars.map(\.plate)
  let fuels: [String] = cars.compactMap(\.engine.fuel)
  let most: Int = (plates + fuels).map(\.count).max() ?? 0
  return String(most)
}

func garage(_ boost: Int) -> Int {
  let small = Car(engine: Engine(power: 60, fuel: nil), plate: "AB 1")
  let engine: WritableKeyPath<Car, Engine> = \.engine
  let power: WritableKeyPath<Car, Int> = engine.appending(path: \.power)
  let large = update(small, power, to: small[keyPath: power] + boost)
  let wheel: Double = large[keyPath: \.wheels[1].size]
  let fuelled = update(large, \.engine.fuel, to: "gas")
  let letters: Int = fuelled[keyPath: \.engine.fuel?.count] ?? 0
  let wide: Bool = wheel > 17.0 && longest([small, fuelled]) == "4"
  return wide ? total([small, large], \.engine.power) + letters : 0
}
