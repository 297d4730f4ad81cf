func mean(_ values: Double...) -> Double {
  guard !values.isEmpty else { return 0.0 }
  var sum: Double = 0.0
  for value in values {
    sum += value
  }
  return sum / Double(values.count)
}

func variance(of values: [Double], around centre: Double, corrected: Bool = true) -> Double {
  var sum: Double = 0.0
  for value in values {
    let distance: Double = value - centre
    sum += distance * distance
  }
  let count: Int = corrected ? values.count - 1 : values.count
  return count > 0 ? sum / Double(count) : 0.0
}

func median(_ values: [Double]) -> Double? {
  if values.isEmpty { return nil }
  let ordered: [Double] = values.sorted()
  let middle: Int = ordered.count / 2
  if ordered.count % 2 == 1 {
    return ordered[middle]
  }
  return (ordered[middle - 1] + ordered[middle]) * 0.5
}

func joined(_ words: String..., separator: String = ", ", last: String = " and ") -> String {
  var text: String = ""
  for (index, word) in words.enumerated() {
    let isLast: Bool = index == words.count - 1
    text += index == 0 ? "" : (isLast ? last : separator)
    text += word
  }
  return text
}

func spread() -> String {
  let centre: Double = mean(1.5, 2.5, 4.0)
  let wide: Double = variance(of: [1.5, 2.5, 4.0], around: centre)
  let middle: Double = median([4.0, 1.5, 2.5]) ?? 0.0
  let skewed: Bool = middle < centre || wide > 10.0
  return joined("mean", "median", skewed ? "skewed" : "even", separator: "; ")
}
