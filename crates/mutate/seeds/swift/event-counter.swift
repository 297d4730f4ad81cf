final class Counter {
  private(set) var history: [Int] = []
  var step: Int = 1

  var value: Int = 0 {
    willSet {
      if newValue > peak { peak = newValue }
    }
    didSet {
      history.append(value - oldValue)
    }
  }

  private(set) var peak: Int = 0
  var onLimit: ((Int) -> Void)?

  func increase(upTo limit: Int) -> Bool {
    let following: Int = value + step
    if following > limit {
      onLimit?(limit)
      return false
    }
    value = following
    return true
  }

  deinit {
    history.removeAll()
  }
}

final class Log {
  var lines: [String] = []
}

func count(to limit: Int, by step: Int) -> String {
  let log = Log()
  let counter = Counter()
  counter.step = step
  counter.onLimit = { [weak log] limit in
    log?.lines.append("limit \(limit)")
  }
  var rounds: Int = 0
  while counter.increase(upTo: limit) {
    rounds += 1
  }
  let steady: Bool = counter.history.count == rounds && counter.peak <= limit
  let first: String = log.lines.first ?? "no limit"
  return steady ? first : first + "?"
}
