struct Trip {
  let kilometres: Double
  let litres: Double
  var towing: Bool = false

  var consumption: Double { kilometres > 0.0 ? litres * 100.0 / kilometres : 0.0 }
}

struct Tank {
  private(set) var litres: Double {
    didSet {
      if litres < 0.0 { litres = 0.0 }
    }
  }
  let size: Double

  init(size: Double, filled: Double = 1.0) {
    self.size = size
    litres = size * filled
  }

  mutating func use(_ amount: Double) { litres -= amount }

  mutating func fill(_ amount: Double? = nil) -> Double {
    let room: Double = size - litres
    let added: Double = min(room, amount ?? room)
    litres += added
    return added
  }

  var isLow: Bool { litres < size * 0.1 }
}

func drive(_ trips: [Trip], tank: inout Tank, price: Double) -> Double {
  var cost: Double = 0.0
  for trip in trips {
    let factor: Double = trip.towing ? 1.25 : 1.0
    tank.use(trip.litres * factor)
    guard tank.isLow else { continue }
    cost += tank.fill() * price
  }
  return cost
}

func holiday(_ long: Bool) -> String {
  var tank = Tank(size: 50.0, filled: 0.5)
  let trips: [Trip] = [Trip(kilometres: 300.0, litres: 21.0), Trip(kilometres: long ? 650.0 : 50.0, litres: 38.5, towing: true)]
  let cost: Double = drive(trips, tank: &tank, price: 1.75)
  let thirsty: Bool = trips[1].consumption > trips[0].consumption
  let dear: Bool = cost > 100.0 || tank.litres == 0.0
  return thirsty ? (dear ? "dear" : "thirsty") : "fine"
}
