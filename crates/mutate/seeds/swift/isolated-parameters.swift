actor Thermometer {
  private var readings: [Double] = []
  var unit: String = "C"

  func add(_ reading: Double) { readings.append(reading) }

  var mean: Double {
    var sum: Double = 0.0
    for reading in readings {
      sum += reading
    }
    return readings.isEmpty ? 0.0 : sum / Double(readings.count)
  }

  func rename(_ unit: String) -> Bool {
    let changed: Bool = unit != self.unit
    self.unit = unit
    return changed
  }
}

func calibrate(_ thermometer: isolated Thermometer, offset: Double) -> Double {
  let before: Double = thermometer.mean
  thermometer.add(before + offset)
  return thermometer.mean - before
}

protocol Measuring: Actor {
  func measure() -> Int
}

actor Scale: Measuring {
  let base: Int
  init(base: Int) { self.base = base }
  func measure() -> Int { base * 2 + 1 }
}

func total(_ devices: [any Measuring]) async -> Int {
  var sum: Int = 0
  for device in devices {
    sum += await device.measure()
  }
  return sum
}

func laboratory(_ rounds: Int) async -> String {
  let thermometer = Thermometer()
  for round in 0..<rounds {
    await thermometer.add(Double(round) * 0.5 + 18.0)
  }
  let drift: Double = await calibrate(thermometer, offset: 2.5)
  let renamed: Bool = await thermometer.rename("K")
  let weight: Int = await total([Scale(base: 10), Scale(base: 4)])
  let unit: String = await thermometer.unit
  return renamed && drift > 0.1 ? unit : "weight \(weight)"
}
