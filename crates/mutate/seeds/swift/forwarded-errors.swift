enum Refused: Error {
  case odd(Int)
}

func total(_ values: [Int], _ change: (Int) throws -> Int) rethrows -> Int {
  var sum: Int = 0
  for value in values {
    sum += try change(value)
  }
  return sum
}

func twice(_ change: (Int) throws -> Int) rethrows -> Int {
  let once = try change(1)
  return try change(once)
}

func halved(_ value: Int) throws -> Int {
  if value % 2 != 0 { throw Refused.odd(value) }
  return value / 2
}

func report() -> String {
  let plain: Int = total([1, 2, 3], { value in value + 1 })
  let doubled: Int = twice({ value in value * 2 })
  do {
    let half = try total([2, 4], halved)
    return "\(plain) \(doubled) \(half)"
  } catch {
    return "refused after \(plain)"
  }
}

print(report())
