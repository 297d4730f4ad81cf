typealias Point = (x: Int, y: Int)
typealias Box = (min: Point, max: Point)

func add(_ a: Point, _ b: Point) -> Point {
  return (x: a.x + b.x, y: a.y + b.y)
}

func bounds(_ points: [Point]) -> Box? {
  guard let first = points.first else { return nil }
  var low: Point = first
  var high: Point = first
  for point in points {
    low = (x: min(low.x, point.x), y: min(low.y, point.y))
    high = (x: max(high.x, point.x), y: max(high.y, point.y))
  }
  return (min: low, max: high)
}

func divide(_ number: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
  return (number / divisor, number % divisor)
}

func area(_ box: Box) -> Int {
  let width: Int = box.max.x - box.min.x
  let height: Int = box.max.y - box.min.y
  return width * height
}

func walk(_ steps: [Point]) -> Int {
  var place: Point = (x: 0, y: 0)
  var seen: [Point] = [place]
  for step in steps {
    place = add(place, step)
    seen.append(place)
  }
  let (quotient, rest) = divide(seen.count, by: 2)
  let covered: Int = bounds(seen).map(area) ?? 0
  let origin: Bool = place == (0, 0)
  return origin ? covered : covered + quotient - rest
}

func spiral() -> Int {
  walk([(x: 1, y: 0), (x: 0, y: 2), (x: -3, y: 0), (x: 0, y: -1)])
}
