struct BitReader {
  private let bytes: [UInt8]
  private var position: Int = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var remaining: Int { bytes.count * 8 - position }

  mutating func bit() -> UInt8? {
    guard remaining > 0 else { return nil }
    let byte: UInt8 = bytes[position >> 3]
    let shift: Int = 7 - position & 7
    position += 1
    return (byte >> shift) & 1
  }

  mutating func number(bits: Int) -> UInt32? {
    var value: UInt32 = 0
    for _ in 0..<bits {
      guard let bit = bit() else { return nil }
      value = value << 1 | UInt32(bit)
    }
    return value
  }
}

struct Header: Equatable {
  var version: UInt32
  var flagged: Bool
  var length: Int
}

func header(_ bytes: [UInt8]) -> Header? {
  var reader = BitReader(bytes)
  guard let version = reader.number(bits: 3),
    let flag = reader.bit(),
    let length = reader.number(bits: 12)
  else { return nil }
  let flagged: Bool = flag == 1
  let size: Int = Int(length) + (flagged ? 4 : 0)
  return Header(version: version, flagged: flagged, length: size)
}

func check() -> Bool {
  let found: Header? = header([0b0101_0000, 0x2A])
  let expected = Header(version: 2, flagged: true, length: 42 + 4)
  let short: Bool = header([0xFF]) == nil
  return found == expected && short
}
