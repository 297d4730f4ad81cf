class Vehicle {
  var wheels: Int { 0 }
  final let label: String
  init(label: String) { self.label = label }
}

class Car: Vehicle {
  override var wheels: Int { 4 }
  var doors: Int = 5
}

final class Truck: Car {
  override var wheels: Int { super.wheels + 6 }
  var load: Double = 1.5
}

func load(of vehicle: Vehicle) -> Double {
  if let truck = vehicle as? Truck {
    return truck.load * 2.0
  }
  return vehicle is Car ? 0.5 : 0.0
}

func doors(_ vehicles: [Vehicle]) -> Int {
  var sum: Int = 0
  for case let car as Car in vehicles {
    sum += car.doors
  }
  return sum
}

func mixed() -> [String] {
  let values: [Any] = [1, "two", 3.5, true, Car(label: "c")]
  var names: [String] = []
  for value in values {
    if value is Int {
      names.append("int")
    } else if let text = value as? String {
      names.append(text.uppercased())
    } else if (value as? Bool) ?? false {
      names.append("yes")
    }
  }
  let last = values[4] as! Car
  let number = 7 as Double
  let wide: Any = last as Vehicle
  let heavy: Bool = load(of: last) + number > 7.0
  return heavy && wide is Car ? names + [last.label] : names
}
