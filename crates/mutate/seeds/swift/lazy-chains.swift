struct Measurement {
  let label: String
  let value: Double
}

func parse(_ text: String) -> [Measurement] {
  text.split(separator: ";").compactMap { entry in
    let parts = entry.split(separator: "=")
    guard parts.count == 2, let value = Double(parts[1]) else { return nil }
    return Measurement(label: String(parts[0]), value: value)
  }
}

func firstAbove(_ limit: Double, in all: [Measurement]) -> String? {
  all.lazy
    .filter { $0.value > limit }
    .map { $0.label }
    .first
}

func histogram(_ values: [Int], width: Int) -> [Int: Int] {
  values.reduce(into: [:]) { counts, value in
    let bucket: Int = value / width
    counts[bucket, default: 0] += 1
  }
}

func scaled(_ all: [Measurement], by factor: Double) -> Double {
  let sum: Double = all.map { $0.value * factor }.reduce(0.0, +)
  let size: Double = Double(all.count)
  return all.isEmpty ? 0.0 : sum / size
}

func report(_ text: String) -> String {
  let all: [Measurement] = parse(text)
  let name: String = firstAbove(2.5, in: all) ?? "none"
  let mean: Double = scaled(all, by: 0.5)
  let counts: [Int: Int] = histogram([1, 5, 12, 14, 23], width: 10)
  let busiest: Int = counts.values.max() ?? 0
  let even: Bool = mean < 1.0 && busiest == 2
  return even ? name : name + " above \(busiest + 1)"
}

let sample: String = report("a=1.5;b=3.25;c;d=x")
