typealias Point = SIMD2<Double>

struct Polygon {
  var corners: [Point]

  var area: Double {
    var sum: Double = 0.0
    for index in corners.indices {
      let a: Point = corners[index]
      let b: Point = corners[(index + 1) % corners.count]
      sum += a.x * b.y - b.x * a.y
    }
    return abs(sum) * 0.5
  }

  mutating func move(by offset: Point) {
    for index in corners.indices {
      corners[index] += offset
    }
  }

  var centre: Point {
    corners.reduce(Point.zero, +) / Double(corners.count)
  }
}

func dot(_ a: SIMD4<Int32>, _ b: SIMD4<Int32>) -> Int32 {
  (a &* b).wrappedSum()
}

func brightest(_ pixels: [SIMD4<UInt8>]) -> UInt8 {
  var best: UInt8 = 0
  for pixel in pixels {
    best = Swift.max(best, pixel.max())
  }
  return best
}

func house() -> String {
  var square = Polygon(corners: [Point(0, 0), Point(2, 0), Point(2, 2), Point(0, 2)])
  square.move(by: Point(0.5, -1.5))
  let size: Double = square.area
  let centre: Point = square.centre
  let product: Int32 = dot(SIMD4(1, 2, 3, 4), SIMD4(repeating: 2))
  let mask: SIMDMask<SIMD2<Int64>> = centre .> Point(1.0, 0.0)
  let light: Bool = brightest([SIMD4(1, 2, 3, 255)]) == 255
  let right: Bool = mask[0] && !mask[1]
  return light && right && size == 4.0 ? "house" : "hut \(product)"
}
