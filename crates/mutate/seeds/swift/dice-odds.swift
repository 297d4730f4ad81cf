struct Die {
  let sides: Int
  var bias: Double = 0.0
}

struct Odds {
  private var shares: [Int: Double] = [0: 1.0]

  mutating func add(_ die: Die) {
    var next: [Int: Double] = [:]
    let share: Double = 1.0 / Double(die.sides)
    for (sum, chance) in shares {
      for face in 1...die.sides {
        let weight: Double = face == die.sides ? share + die.bias : share
        next[sum + face, default: 0.0] += chance * weight
      }
    }
    shares = next
  }

  func chance(of sum: Int) -> Double { shares[sum] ?? 0.0 }

  func chance(atLeast limit: Int) -> Double {
    var total: Double = 0.0
    for (sum, chance) in shares where sum >= limit {
      total += chance
    }
    return total
  }
}

func attack(dice: Int, bonus: Int) -> Double {
  var odds = Odds()
  for index in 0..<dice {
    let die = index == 0 ? Die(sides: 6, bias: 0.01) : Die(sides: 4)
    odds.add(die)
  }
  let needed: Int = 10 - bonus
  let hit: Double = odds.chance(atLeast: needed)
  let exact: Double = odds.chance(of: needed)
  let sure: Bool = hit > 0.95
  return sure ? 1.0 : hit + exact * 0.5
}
