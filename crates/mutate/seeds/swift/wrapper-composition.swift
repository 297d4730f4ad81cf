@propertyWrapper
struct Trimmed {
  private var text: String = ""
  var wrappedValue: String {
    get { text }
    set { text = newValue.filter { $0 != " " } }
  }
  init(wrappedValue: String) {
    self.wrappedValue = wrappedValue
  }
}

@propertyWrapper
struct Logged<Value> {
  private(set) var changes: [Value] = []
  var wrappedValue: Value {
    didSet { changes.append(oldValue) }
  }
  var projectedValue: Logged<Value> { self }
  var count: Int { changes.count }

  init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }
}

@propertyWrapper
final class Shared<Value> {
  var wrappedValue: Value
  var projectedValue: Shared<Value> { self }
  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

struct Profile {
  @Trimmed var name: String = " Ann "
  @Logged var score: Int = 0
  @Shared var visits: Int = 1
}

func play(_ rounds: Int) -> Int {
  var profile = Profile()
  for round in 0..<rounds {
    profile.score += round * 2
  }
  let copy = profile
  copy.visits += 10
  profile.name = " B o "
  let changes: Int = profile.$score.count
  let shared: Bool = profile.visits == copy.visits && profile.$visits === copy.$visits
  let letters: Int = profile.name.count + copy.name.count
  return shared ? profile.score + changes : letters
}

func local(_ start: Int) -> Int {
  @Logged var value: Int = start
  value = value * 2
  value = value > 10 ? 10 : value
  return value + $value.count
}
