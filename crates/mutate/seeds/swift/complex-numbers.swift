struct Complex: Equatable {
  var real: Double
  var imaginary: Double = 0.0

  static let i = Complex(real: 0.0, imaginary: 1.0)

  var magnitude: Double {
    (real * real + imaginary * imaginary).squareRoot()
  }

  static func + (a: Complex, b: Complex) -> Complex {
    Complex(real: a.real + b.real, imaginary: a.imaginary + b.imaginary)
  }

  static func * (a: Complex, b: Complex) -> Complex {
    let real: Double = a.real * b.real - a.imaginary * b.imaginary
    let imaginary: Double = a.real * b.imaginary + a.imaginary * b.real
    return Complex(real: real, imaginary: imaginary)
  }

  static func += (a: inout Complex, b: Complex) {
    a = a + b
  }
}

func escapes(_ point: Complex, after limit: Int) -> Int? {
  var z = Complex(real: 0.0)
  var step: Int = 0
  while step < limit {
    z = z * z
    z += point
    if z.magnitude > 2.0 {
      return step
    }
    step += 1
  }
  return nil
}

func row(at y: Double, width: Int) -> String {
  var line: String = ""
  for column in 0..<width {
    let x: Double = Double(column) * 0.05 - 1.5
    let point = Complex(real: x, imaginary: y)
    let steps: Int? = escapes(point, after: 40)
    let mark: Character = steps == nil ? "#" : (steps! > 5 ? "+" : ".")
    line.append(mark)
  }
  return line
}
