struct Saturating<Number: FixedWidthInteger>: Equatable {
  var value: Number

  static func + (a: Saturating, b: Saturating) -> Saturating {
    let (sum, overflow) = a.value.addingReportingOverflow(b.value)
    if !overflow { return Saturating(value: sum) }
    return Saturating(value: a.value < 0 ? Number.min : Number.max)
  }

  static func * (a: Saturating, b: Saturating) -> Saturating {
    let (product, overflow) = a.value.multipliedReportingOverflow(by: b.value)
    return Saturating(value: overflow ? Number.max : product)
  }
}

func wrapped(_ start: UInt8, steps: Int) -> UInt8 {
  var value: UInt8 = start
  var left: Int = steps
  while left > 0 {
    value = value &+ 100
    left -= 1
  }
  return value
}

func hash(_ text: String) -> UInt32 {
  var result: UInt32 = 2_166_136_261
  for byte in text.utf8 {
    result ^= UInt32(byte)
    result = result &* 16_777_619
  }
  return result
}

func highWord(_ a: UInt64, _ b: UInt64) -> UInt64 {
  a.multipliedFullWidth(by: b).high
}

func results(_ text: String) -> [Int] {
  let limit = Saturating<Int8>(value: 100) + Saturating(value: 27 + 1)
  let product = Saturating<Int16>(value: 200) * Saturating<Int16>(value: 200)
  let small: Int = Int(wrapped(250, steps: 3))
  let bits: Int = hash(text).nonzeroBitCount
  let high: Bool = highWord(UInt64.max, 2) == 1
  let capped: Bool = limit.value == Int8.max && product.value == Int16.max
  return capped && high ? [small, bits] : [small - bits]
}
