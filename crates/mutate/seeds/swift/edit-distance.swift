func distance(_ first: String, _ second: String) -> Int {
  let a: [Character] = Array(first)
  let b: [Character] = Array(second)
  if a.isEmpty || b.isEmpty {
    return max(a.count, b.count)
  }
  var previous: [Int] = Array(0...b.count)
  for i in 1...a.count {
    var current: [Int] = [i]
    for j in 1...b.count {
      let change: Int = a[i - 1] == b[j - 1] ? 0 : 1
      let replaced: Int = previous[j - 1] + change
      let inserted: Int = current[j - 1] + 1
      let removed: Int = previous[j] + 1
      current.append(min(replaced, min(inserted, removed)))
    }
    previous = current
  }
  return previous[b.count]
}

func similarity(_ first: String, _ second: String) -> Double {
  let longest: Int = max(first.count, second.count)
  guard longest > 0 else { return 1.0 }
  let share: Double = Double(distance(first, second)) / Double(longest)
  return 1.0 - share
}

func suggestion(for word: String, among known: [String], atLeast limit: Double = 0.5) -> String? {
  var best: String? = nil
  var score: Double = limit
  for candidate in known {
    let found: Double = similarity(word, candidate)
    if found > score {
      score = found
      best = candidate
    }
  }
  return best
}

func correct(_ word: String) -> String {
  let known: [String] = ["kitten", "sitting", "mitten"]
  let exact: Bool = known.contains(word)
  return exact ? word : suggestion(for: word, among: known) ?? "?" + word
}
