struct Generator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state
  }
}

func roll(_ count: Int, seed: UInt64) -> [Int] {
  var generator = Generator(seed: seed)
  var rolls: [Int] = []
  for _ in 0..<count {
    rolls.append(Int.random(in: 1...6, using: &generator))
  }
  return rolls
}

func estimate(_ samples: Int) -> Double {
  var generator = Generator(seed: 42)
  var inside: Int = 0
  var index: Int = 0
  while index < samples {
    let x: Double = Double.random(in: 0.0..<1.0, using: &generator)
    let y: Double = Double.random(in: 0.0..<1.0, using: &generator)
    if x * x + y * y < 1.0 {
      inside += 1
    }
    index += 1
  }
  return 4.0 * Double(inside) / Double(samples)
}

func shuffled(_ words: [String]) -> String {
  var generator = Generator(seed: 7)
  var copy: [String] = words
  copy.shuffle(using: &generator)
  let chosen: String = copy.randomElement(using: &generator) ?? "none"
  let heads: Bool = Bool.random(using: &generator)
  return heads ? chosen : copy[0]
}

func report() -> Bool {
  let rolls: [Int] = roll(100, seed: 3)
  let sixes: Int = rolls.filter { $0 == 6 }.count
  let error: Double = abs(estimate(200) - 3.14159)
  return sixes > 5 && error < 0.5 || shuffled(["a", "b"]).isEmpty
}
