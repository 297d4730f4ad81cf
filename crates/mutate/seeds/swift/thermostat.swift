protocol Sensor: AnyObject {
  var reading: Double { get }
}

final class Room: Sensor {
  var reading: Double
  var insulation: Double = 0.5

  init(_ reading: Double) {
    self.reading = reading
  }

  func pass(minutes: Int, heating: Bool) {
    let change: Double = heating ? 0.25 : -0.125 * (1.0 - insulation)
    reading += change * Double(minutes)
  }
}

final class Thermostat {
  var target: Double
  let tolerance: Double
  private(set) var heating: Bool = false {
    didSet { switches += heating == oldValue ? 0 : 1 }
  }
  private(set) var switches: Int = 0
  private unowned let sensor: any Sensor

  init(target: Double, tolerance: Double = 0.5, sensor: any Sensor) {
    self.target = target
    self.tolerance = tolerance
    self.sensor = sensor
  }

  func update() {
    let gap: Double = target - sensor.reading
    if gap > tolerance {
      heating = true
    } else if gap < -tolerance {
      heating = false
    }
  }
}

func night(hours: Int) -> Int {
  let room = Room(17.5)
  let thermostat = Thermostat(target: 19.0, sensor: room)
  for _ in 0..<hours * 6 {
    thermostat.update()
    room.pass(minutes: 10, heating: thermostat.heating)
  }
  let warm: Bool = room.reading > 18.0 && room.reading < 25.0
  return warm ? thermostat.switches : -1
}
