struct Numeral {
  let digits: [UInt8]
  let base: Int

  init(_ number: Int, base: Int) {
    var rest: Int = abs(number)
    var found: [UInt8] = []
    repeat {
      found.append(UInt8(rest % base))
      rest /= base
    } while rest > 0
    digits = found.reversed()
    self.base = base
  }

  var value: Int {
    var result: Int = 0
    for digit in digits {
      result = result * base + Int(digit)
    }
    return result
  }

  var text: String {
    let symbols: [Character] = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    var result: String = ""
    for digit in digits {
      result.append(symbols[Int(digit)])
    }
    return result
  }
}

func literals() -> [Int] {
  let binary: Int = 0b1010_0101
  let octal: Int = 0o755
  let hexadecimal: Int = 0xDE_AD
  let decimal: Int = 1_000_003
  return [binary, octal, hexadecimal, decimal, -0x7F]
}

func convert(_ number: Int) -> String {
  let hex = Numeral(number, base: 16)
  let bits = Numeral(number, base: 2)
  let exact: Bool = hex.value == number && bits.value == hex.value
  let sum: Int = literals().reduce(0, +)
  let longer: Bool = bits.digits.count > hex.digits.count * 3
  let prefix: String = exact ? "0x" : "?"
  return longer || sum > 0 ? prefix + hex.text : String(number, radix: 8)
}
