class Instrument {
  let name: String
  private(set) var plays: Int = 0
  class var family: String { "unknown" }

  required init(name: String) {
    self.name = name
  }

  convenience init() {
    self.init(name: "instrument")
  }

  func play(_ notes: Int) -> Int {
    plays += notes
    return plays
  }

  class func make(_ count: Int) -> [Instrument] {
    (0..<count).map { self.init(name: family + " \($0)") }
  }
}

class Guitar: Instrument {
  var strings: Int = 6
  override class var family: String { "strings" }

  override func play(_ notes: Int) -> Int {
    let sounded: Int = notes * (strings > 6 ? 2 : 1)
    return super.play(sounded)
  }
}

final class Bass: Guitar {
  required init(name: String) {
    super.init(name: name.uppercased())
    strings = 4
  }

  init(name: String, strings: Int) {
    super.init(name: name)
    self.strings = strings
  }
}

func concert() -> String {
  let guitar = Guitar()
  let bass = Bass(name: "low", strings: 5)
  let band: [Instrument] = [guitar, bass] + Bass.make(2)
  var total: Int = 0
  for player in band {
    total += player.play(player is Bass ? 4 : 10)
  }
  let loud: Bool = total > 20 && band.count == 4
  return loud ? Guitar.family : bass.name
}
