struct Colour: Equatable {
  var red: Double
  var green: Double
  var blue: Double
  var alpha: Double = 1.0

  static let black = Colour(red: 0.0, green: 0.0, blue: 0.0)
  static let white = Colour(red: 1.0, green: 1.0, blue: 1.0)

  var luminance: Double {
    0.2126 * red + 0.7152 * green + 0.0722 * blue
  }

  func mixed(with other: Colour, by share: Double) -> Colour {
    let kept: Double = 1.0 - share
    return Colour(
      red: red * kept + other.red * share,
      green: green * kept + other.green * share,
      blue: blue * kept + other.blue * share,
      alpha: alpha * kept + other.alpha * share)
  }

  var readable: Colour { luminance > 0.5 ? Colour.black : Colour.white }
}

func gradient(from start: Colour, to end: Colour, steps: Int) -> [Colour] {
  var colours: [Colour] = []
  var step: Int = 0
  while step <= steps {
    let share: Double = Double(step) / Double(steps)
    colours.append(start.mixed(with: end, by: share))
    step += 1
  }
  return colours
}

func bands(_ count: Int) -> Int {
  let orange = Colour(red: 1.0, green: 0.6, blue: 0.0)
  let all: [Colour] = gradient(from: Colour.black, to: orange, steps: count)
  var light: Int = 0
  for colour in all where colour.readable == Colour.black {
    light += 1
  }
  let last: Bool = all.last == orange
  return last ? light : light - count
}
