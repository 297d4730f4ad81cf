struct PhoneNumber: LosslessStringConvertible, Hashable {
  let digits: String

  init?(_ description: String) {
    let kept: String = description.filter { $0.isNumber }
    guard kept.count >= 5, kept.count <= 15 else { return nil }
    digits = kept
  }

  var description: String {
    let head = digits.prefix(3)
    let tail = digits.dropFirst(3)
    return head + "-" + tail
  }

  var isLocal: Bool { !digits.hasPrefix("00") }
}

final class Directory {
  private var numbers: [String: [PhoneNumber]] = [:]
  private(set) var refused: Int = 0

  @discardableResult
  func add(_ name: String, _ text: String) -> Bool {
    guard let number = PhoneNumber(text) else {
      refused += 1
      return false
    }
    numbers[name.lowercased(), default: []].append(number)
    return true
  }

  subscript(name: String) -> [PhoneNumber] { numbers[name.lowercased()] ?? [] }

  func owner(of number: PhoneNumber) -> String? {
    numbers.first { $0.value.contains(number) }?.key
  }
}

func lookUp(_ name: String) -> String {
  let directory = Directory()
  directory.add("Kim", "030 1234")
  directory.add("kim", "0049 30 99")
  let short: Bool = directory.add("Lee", "12")
  let found: [PhoneNumber] = directory[name]
  let local: Int = found.filter { $0.isLocal }.count
  let owner: String = PhoneNumber("0301234").flatMap(directory.owner(of:)) ?? "nobody"
  let clear: Bool = !short && directory.refused == 1
  return clear && local > 0 ? owner : "\(found.count + local)"
}
