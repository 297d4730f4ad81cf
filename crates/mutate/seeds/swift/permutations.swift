func permutations(_ items: [Int]) -> [[Int]] {
  if items.count < 2 { return [items] }
  var result: [[Int]] = []
  for (index, item) in items.enumerated() {
    var rest: [Int] = items
    rest.remove(at: index)
    for tail in permutations(rest) {
      result.append([item] + tail)
    }
  }
  return result
}

func subsets(_ items: [String]) -> [[String]] {
  guard let first = items.first else { return [[]] }
  let rest: [[String]] = subsets(Array(items.dropFirst()))
  return rest + rest.map { [first] + $0 }
}

func factorial(_ number: Int) -> Int {
  return number < 2 ? 1 : number * factorial(number - 1)
}

func choose(_ n: Int, _ k: Int) -> Int {
  var result: Int = 1
  var step: Int = 1
  while step <= k {
    result = result * (n - k + step) / step
    step += 1
  }
  return result
}

func counts() -> Bool {
  let orders: Int = permutations([1, 2, 3, 4]).count
  let sets: [[String]] = subsets(["a", "b", "c"])
  var pairs: Int = 0
  for set in sets where set.count == 2 {
    pairs += 1
  }
  let expected: Int = factorial(4)
  return orders == expected && pairs == choose(3, 2) && sets.count == 8
}
