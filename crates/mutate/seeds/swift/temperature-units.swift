enum Scale: String, CaseIterable {
  case celsius = "C"
  case fahrenheit = "F"
  case kelvin = "K"
}

struct Temperature {
  var degrees: Double
  var scale: Scale

  func inCelsius() -> Double {
    switch scale {
    case .celsius: return degrees
    case .fahrenheit: return (degrees - 32.0) * 5.0 / 9.0
    case .kelvin: return degrees - 273.15
    }
  }

  func converted(to other: Scale) -> Temperature {
    let base: Double = inCelsius()
    let value: Double
    switch other {
    case .celsius: value = base
    case .fahrenheit: value = base * 1.8 + 32.0
    case .kelvin: value = base + 273.15
    }
    return Temperature(degrees: value, scale: other)
  }
}

func isFreezing(_ temperature: Temperature) -> Bool {
  let celsius: Double = temperature.inCelsius()
  return celsius <= 0.0
}

func summary(of degrees: Double) -> [String] {
  var lines: [String] = []
  let today = Temperature(degrees: degrees, scale: Scale.celsius)
  for scale in Scale.allCases {
    let other = today.converted(to: scale)
    let cold: Bool = isFreezing(other)
    let mark: String = cold ? "*" : ""
    lines.append(mark + scale.rawValue)
  }
  let hot: Bool = degrees > 30.0 || degrees == 1e2
  return hot ? lines + ["hot"] : lines
}
