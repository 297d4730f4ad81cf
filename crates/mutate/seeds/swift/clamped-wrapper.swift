@propertyWrapper
struct Clamped {
  private var stored: Int
  let range: ClosedRange<Int>

  init(wrappedValue: Int, _ range: ClosedRange<Int>) {
    self.range = range
    stored = min(max(wrappedValue, range.lowerBound), range.upperBound)
  }

  var wrappedValue: Int {
    get { stored }
    set { stored = min(max(newValue, range.lowerBound), range.upperBound) }
  }

  var projectedValue: Bool {
    stored == range.lowerBound || stored == range.upperBound
  }
}

struct Player {
  @Clamped(0...100) var health: Int = 80
  @Clamped(1...20) var level: Int = 1
  var name: String

  mutating func hit(for damage: Int) {
    health -= damage
    if health == 0 {
      level = level - 1
    }
  }

  var isAtEdge: Bool { $health || $level }
}

func fight(rounds: Int) -> String {
  var hero = Player(name: "Rook")
  var round: Int = 0
  while round < rounds {
    let damage: Int = round * 5 + 3
    hero.hit(for: damage)
    round += 1
  }
  let alive: Bool = hero.health > 0
  let state: String = hero.isAtEdge ? "at the edge" : "fine"
  return hero.name + (alive ? " stands, " : " falls, ") + state
}
