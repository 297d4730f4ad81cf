func checksum(_ bytes: [UInt8]) -> UInt16 {
  var low: UInt16 = 1
  var high: UInt16 = 0
  for byte in bytes {
    low = (low &+ UInt16(byte)) % 251
    high = (high &+ low) % 251
  }
  return (high << 8) | low
}

func mix(_ seed: UInt64) -> UInt64 {
  var state: UInt64 = seed
  state ^= state << 13
  state ^= state >> 7
  state ^= state << 17
  return state
}

func saturate(_ value: Int32) -> Int8 {
  let upper: Int32 = 127
  let lower: Int32 = -128
  if value > upper { return Int8.max }
  if value < lower { return Int8.min }
  return Int8(value)
}

func packed(red: UInt8, green: UInt8, blue: UInt8) -> UInt32 {
  let r: UInt32 = UInt32(red)
  let g: UInt32 = UInt32(green)
  let b: UInt32 = UInt32(blue)
  return r << 16 | g << 8 | b
}

func widths() -> [Int] {
  let small: Int8 = 12
  let medium: Int16 = 0x7F
  let large: Int64 = 1_000_000
  let bits: Int = small.bitWidth + medium.bitWidth + large.bitWidth
  let ones: Int = medium.nonzeroBitCount
  let shade: UInt32 = packed(red: 200, green: 100, blue: 50)
  let same: Bool = UInt8(truncatingIfNeeded: shade) == 50
  return [bits, ones, same ? 1 : 0, Int(saturate(300)), large.leadingZeroBitCount]
}
