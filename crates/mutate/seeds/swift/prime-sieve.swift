func sieve(upTo limit: Int) -> [Int] {
  var composite: [Bool] = [Bool](repeating: false, count: limit + 1)
  var primes: [Int] = []
  var candidate: Int = 2
  while candidate <= limit {
    if !composite[candidate] {
      primes.append(candidate)
      var multiple: Int = candidate * candidate
      while multiple <= limit {
        composite[multiple] = true
        multiple += candidate
      }
    }
    candidate += 1
  }
  return primes
}

func isPrime(_ number: Int) -> Bool {
  guard number > 1 else { return false }
  var divisor: Int = 2
  while divisor * divisor <= number {
    if number.isMultiple(of: divisor) {
      return false
    }
    divisor += divisor == 2 ? 1 : 2
  }
  return true
}

func twins(upTo limit: Int) -> [(Int, Int)] {
  let primes: [Int] = sieve(upTo: limit)
  var pairs: [(Int, Int)] = []
  var index: Int = 1
  while index < primes.count {
    let low: Int = primes[index - 1]
    let high: Int = primes[index]
    if high - low == 2 && isPrime(low) {
      pairs.append((low, high))
    }
    index = index + 1
  }
  return pairs
}
