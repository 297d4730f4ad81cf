struct Settings: Codable, Equatable {
  enum CodingKeys: String, CodingKey {
    case name
    case volume = "vol"
    case muted
  }

  var name: String
  var volume: Double = 0.5
  var muted: Bool = false

  init(name: String, volume: Double = 0.5) {
    self.name = name
    self.volume = volume
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    volume = try container.decodeIfPresent(Double.self, forKey: .volume) ?? 0.5
    muted = try container.decodeIfPresent(Bool.self, forKey: .muted) ?? false
    if volume < 0.0 || volume > 1.0 {
      throw DecodingError.dataCorruptedError(forKey: .volume, in: container, debugDescription: "out of range")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    if volume != 0.5 {
      try container.encode(volume, forKey: .volume)
    }
    try container.encode(muted, forKey: .muted)
  }
}

struct Track: Codable, Hashable {
  var title: String
  var seconds: Int
  var tags: [String]? = nil
}

func louder(_ settings: Settings, by step: Double) -> Settings {
  var copy = settings
  let wanted: Double = copy.volume + step
  copy.volume = wanted > 1.0 ? 1.0 : wanted
  copy.muted = copy.volume == 0.0
  return copy
}

func playlist() -> Int {
  let tracks: [Track] = [Track(title: "One", seconds: 190), Track(title: "Two", seconds: 60 * 4, tags: ["slow"])]
  let loud: Bool = louder(Settings(name: "a"), by: 0.75) == Settings(name: "a", volume: 1.0)
  let keys: Int = Settings.CodingKeys.volume.stringValue.count
  return loud ? tracks[1].seconds - tracks[0].seconds : keys
}
