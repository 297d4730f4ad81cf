struct Reading {
  let sensor: String
  let value: Int
}

func parse(_ line: String) -> Reading? {
  let pattern = #/(?<name>[a-z]+)\s*=\s*(?<value>[0-9]+)/#
  guard let match = line.firstMatch(of: pattern) else { return nil }
  let number: Int = Int(match.value) ?? 0
  return Reading(sensor: String(match.name), value: number)
}

func isBlank(_ line: String) -> Bool {
  return line.wholeMatch(of: #/\s*/#) != nil
}

func cleaned(_ text: String) -> String {
  text.replacing(#/[^a-z0-9=\n ]/#, with: "")
}

func readings(_ lines: [String]) -> [Reading] {
  var found: [Reading] = []
  for line in lines {
    if isBlank(line) { continue }
    if let reading = parse(line) {
      found.append(reading)
    }
  }
  return found
}

func highest(_ lines: [String], above floor: Int) -> String {
  var best: Int = floor
  var name: String = "none"
  for reading in readings(lines.map(cleaned)) {
    if reading.value > best {
      best = reading.value
      name = reading.sensor
    }
  }
  let margin: Int = best - floor
  return margin > 0 ? name + " by \(margin)" : name
}
