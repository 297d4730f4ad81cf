struct HexDump {
  let bytes: [UInt8]
  var columns: Int = 8

  private static let digits: [Character] = Array("0123456789abcdef")

  static func text(_ byte: UInt8) -> String {
    let high: Int = Int(byte >> 4)
    let low: Int = Int(byte & 0x0f)
    return String([digits[high], digits[low]])
  }

  func lines() -> [String] {
    var all: [String] = []
    var line: String = ""
    for (index, byte) in bytes.enumerated() {
      line += HexDump.text(byte)
      let last: Bool = index + 1 == bytes.count
      let full: Bool = (index + 1).isMultiple(of: columns)
      if last || full {
        all.append(line)
        line = ""
      } else {
        line += " "
      }
    }
    return all
  }
}

func printable(_ byte: UInt8) -> Character {
  let low: UInt8 = 32
  let high: UInt8 = 127
  return byte >= low && byte < high ? Character(UnicodeScalar(byte)) : "."
}

func dump(_ text: String, wide: Bool) -> String {
  let bytes: [UInt8] = Array(text.utf8)
  var dump = HexDump(bytes: bytes)
  dump.columns = wide ? 16 : 4
  let rows: [String] = dump.lines()
  let tail: String = String(bytes.prefix(4).map(printable))
  let count: Int = rows.count * dump.columns
  return count > bytes.count + 3 ? tail : rows.joined(separator: "\n")
}
