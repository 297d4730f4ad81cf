enum Light: Int, CaseIterable {
  case red = 30, amber = 3, green = 25

  var next: Light {
    switch self {
    case .red: .green
    case .green: .amber
    case .amber: .red
    }
  }

  var seconds: Int { rawValue }
}

struct Crossing {
  private(set) var light: Light = .red {
    didSet {
      changes += oldValue == light ? 0 : 1
    }
  }
  private(set) var changes: Int = 0
  private var elapsed: Int = 0

  mutating func tick(_ seconds: Int = 1) {
    elapsed += seconds
    while elapsed >= light.seconds {
      elapsed -= light.seconds
      light = light.next
    }
  }
}

func waitingTime(cars: Int, perCar: Int = 2) -> Int {
  var crossing = Crossing()
  var passed: Int = 0
  var time: Int = 0
  while passed < cars && time < 600 {
    crossing.tick()
    time += 1
    let mayGo: Bool = crossing.light == .green
    if mayGo && time.isMultiple(of: perCar) {
      passed += 1
    }
  }
  let penalty: Int = crossing.changes > 6 ? 10 : 0
  return time + penalty
}
