struct Reading {
  var value: Double
  var valid: Bool = true
}

func grade(_ points: Int) -> Character {
  let letter: Character = if points >= 90 {
    "A"
  } else if points >= 75 {
    "B"
  } else {
    "C"
  }
  return letter
}

func factor(for reading: Reading) -> Double {
  let weight: Double = if reading.valid { 1.0 } else { 0.0 }
  let scale: Double = switch reading.value {
  case ..<0.0: 0.5
  case 0.0..<10.0: 1.0
  default: 2.0
  }
  return weight * scale
}

func sizeName(_ count: Int) -> String {
  switch count {
  case 0: "none"
  case 1: "one"
  default: if count > 99 { "many" } else { "some" }
  }
}

func summary(_ values: [Double]) -> String {
  var sum: Double = 0.0
  var skipped: Int = 0
  for value in values {
    let reading = Reading(value: value, valid: value == value)
    if !reading.valid {
      skipped += 1
    }
    sum += value * factor(for: reading)
  }
  let count: Int = values.count - skipped
  let mean: Double? = if count > 0 { sum / Double(count) } else { nil }
  let text: String = sizeName(skipped)
  return mean == nil ? "no mean" : text
}
