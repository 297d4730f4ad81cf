func firstPair(in rows: [[Int]], summingTo target: Int) -> (Int, Int)? {
  var found: (Int, Int)? = nil
  search: for (i, row) in rows.enumerated() {
    for (j, value) in row.enumerated() {
      if value < 0 {
        continue search
      }
      if value + i == target {
        found = (i, j)
        break search
      }
    }
  }
  return found
}

func collatz(_ start: Int, limit: Int) -> Int {
  var number: Int = start
  var steps: Int = 0
  outer: while number != 1 {
    steps += 1
    if steps > limit { break outer }
    inner: repeat {
      if !number.isMultiple(of: 2) { break inner }
      number = number >> 1
      continue outer
    } while number > 1
    number = 3 * number + 1
  }
  return steps
}

func skipBlock(_ flag: Bool) -> Int {
  var result: Int = 1
  block: do {
    if flag { break block }
    result = result + 10
  }
  check: if result > 5 {
    if result == 11 { break check }
    result = 0
  }
  return result
}

func combined() -> Int {
  let pair: (Int, Int)? = firstPair(in: [[1, 2], [-1, 4], [5, 3]], summingTo: 5)
  let place: Int = pair.map { $0.0 * 10 + $0.1 } ?? -1
  let steps: Int = collatz(27, limit: 200)
  return place + steps + skipBlock(steps > 100) - skipBlock(false)
}
