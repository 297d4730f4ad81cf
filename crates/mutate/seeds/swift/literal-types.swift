struct Duration: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, Equatable {
  var seconds: Double

  init(integerLiteral value: Int) { seconds = Double(value) }
  init(floatLiteral value: Double) { seconds = value }
  init(minutes: Double) { seconds = minutes * 60.0 }
}

struct Name: ExpressibleByStringLiteral, Hashable {
  let text: String
  init(stringLiteral value: String) { text = value.lowercased() }
}

struct Bag: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  private(set) var counts: [Name: Int] = [:]

  init(arrayLiteral elements: Name...) {
    for element in elements {
      counts[element, default: 0] += 1
    }
  }

  init(dictionaryLiteral elements: (Name, Int)...) {
    for (name, count) in elements {
      counts[name] = count
    }
  }

  func count(_ name: Name) -> Int { counts[name] ?? 0 }
}

func longest(_ durations: [Duration]) -> Double {
  var best: Double = 0.0
  for duration in durations {
    best = max(best, duration.seconds)
  }
  return best
}

func mixed() -> String {
  let pause: Duration = 5
  let song: Duration = 182.5
  let all: [Duration] = [pause, song, Duration(minutes: 1.5), 90]
  let fruit: Bag = ["Apple", "pear", "apple"]
  let tools: Bag = ["saw": 2, "Hammer": 1 + 2]
  let apples: Int = fruit.count("APPLE") + tools.count("hammer")
  let long: Bool = longest(all) > 180.0
  return long && apples == 5 ? "long" : "short"
}
