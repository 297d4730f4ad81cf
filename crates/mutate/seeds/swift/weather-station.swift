struct Reading {
  let celsius: Float
  let humidity: Float
  var wind: Float = 0.0

  var feels: Float {
    let chill: Float = wind > 5.0 ? wind * 0.25 : 0.0
    let damp: Float = humidity > 0.75 ? 1.5 : 0.0
    return celsius - chill - damp
  }
}

final class Station {
  let name: String
  private var readings: [Reading] = []
  private(set) var alarms: Int = 0
  var limit: Float = 30.0

  init(_ name: String) { self.name = name }

  func add(_ reading: Reading) {
    readings.append(reading)
    if reading.celsius > limit || reading.feels < -20.0 {
      alarms += 1
    }
  }

  var mean: Float {
    if readings.isEmpty { return 0.0 }
    var sum: Float = 0.0
    for reading in readings {
      sum += reading.celsius
    }
    return sum / Float(readings.count)
  }
}

func week(_ start: Float) -> String {
  let station = Station("north")
  var celsius: Float = start
  for day in 0..<7 {
    let windy: Bool = day == 2 || day == 5
    station.add(Reading(celsius: celsius, humidity: 0.5, wind: windy ? 12.0 : 1.0))
    celsius = celsius + (windy ? -2.5 : 1.5)
  }
  let mild: Bool = station.mean > 10.0 && station.mean < 25.0
  let quiet: Bool = station.alarms == 0
  return mild && quiet ? "mild" : station.name + " \(station.alarms)"
}
