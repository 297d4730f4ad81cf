struct Point {
  var x: Double
  var y: Double

  func length() -> Double {
    return (x * x + y * y).squareRoot()
  }
}

enum Shape {
  case circle(radius: Double)
  case square(side: Double)
  case none
}

func area(of shape: Shape) -> Double {
  switch shape {
  case .circle(let radius):
    return 3.14 * radius * radius
  case .square(let side):
    return side * side
  case .none:
    return 0
  }
}

func describe(_ shape: Shape, precise: Bool) -> String {
  let size = area(of: shape)
  var text = "area"
  text = text + ": "
  let limit: Double = precise ? 0.5 : 10
  if size > limit && !precise {
    text = "large " + text
  }
  let words: [String] = ["a", text]
  return words[1]
}

let origin = Point(x: 0, y: 0)
let shape = Shape.square(side: 2.0)
let maybe: Int? = 5
print(describe(shape, precise: origin.x == 0.0), maybe ?? 3)
