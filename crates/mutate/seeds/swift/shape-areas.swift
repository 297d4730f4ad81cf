protocol Shape {
  var name: String { get }
  func area() -> Double
}

extension Shape {
  var name: String { "shape" }

  func isLarger(than other: any Shape) -> Bool {
    area() > other.area()
  }
}

struct Circle: Shape {
  let radius: Double
  let name: String = "circle"

  func area() -> Double { 3.14159 * radius * radius }
}

struct Rectangle: Shape {
  var width: Double
  var height: Double

  func area() -> Double {
    return width * height
  }

  var isSquare: Bool { width == height }
}

struct Triangle: Shape {
  let base, height: Double
  var name: String { "triangle" }
  func area() -> Double { base * height / 2.0 }
}

func largest(_ shapes: [any Shape]) -> (any Shape)? {
  var best: (any Shape)? = nil
  for shape in shapes {
    if let current = best, current.isLarger(than: shape) {
      continue
    }
    best = shape
  }
  return best
}

func describeLargest(scale: Double) -> String {
  let circle = Circle(radius: scale * 0.5 + 1.0)
  let rectangle = Rectangle(width: scale, height: 2.0)
  let shapes: [any Shape] = [circle, rectangle, Triangle(base: 3.0, height: scale)]
  let found: String = largest(shapes)?.name ?? "none"
  let note: String = rectangle.isSquare ? "square" : "oblong"
  return found + " " + note
}
