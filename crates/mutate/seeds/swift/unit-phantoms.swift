enum Metre {}
enum Foot {}

protocol Unit { static var metres: Double { get } }
extension Metre: Unit { static let metres: Double = 1.0 }
extension Foot: Unit { static let metres: Double = 0.3048 }

struct Length<U: Unit>: Comparable {
  var value: Double

  init(_ value: Double) { self.value = value }

  init<Other: Unit>(_ other: Length<Other>) {
    value = other.value * Other.metres / U.metres
  }

  static func + (a: Length, b: Length) -> Length { Length(a.value + b.value) }
  static func * (factor: Double, length: Length) -> Length { Length(factor * length.value) }
  static func < (a: Length, b: Length) -> Bool { a.value < b.value }
}

extension Length where U == Metre {
  var kilometres: Double { value / 1000.0 }
}

extension Double {
  var metres: Length<Metre> { Length(self) }
  var feet: Length<Foot> { Length(self) }
}

func climb(_ stages: [Length<Foot>]) -> Length<Metre> {
  var height = Length<Metre>(0.0)
  for stage in stages {
    height = height + Length<Metre>(stage)
  }
  return height
}

func expedition(_ days: Int) -> String {
  let stages: [Length<Foot>] = [Length(1200.0), 950.5.feet, 2.0 * 400.0.feet]
  let top: Length<Metre> = climb(stages)
  let goal: Length<Metre> = days > 2 ? 900.0.metres : 600.0.metres
  let reached: Bool = top > goal || top.kilometres > 0.95
  let rest: Double = goal.value - top.value
  return reached ? "top" : "missing \(rest.rounded())"
}
