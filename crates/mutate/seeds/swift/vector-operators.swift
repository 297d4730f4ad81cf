struct Vector {
  var x: Float = 0
  var y: Float = 0
  var z: Float = 0

  static let zero = Vector()
  static let up = Vector(x: 0.0, y: 1.0, z: 0.0)

  static func + (a: Vector, b: Vector) -> Vector {
    return Vector(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z)
  }

  static func * (scale: Float, v: Vector) -> Vector {
    return Vector(x: scale * v.x, y: scale * v.y, z: scale * v.z)
  }

  static prefix func - (v: Vector) -> Vector { -1.0 * v }

  func dot(_ other: Vector) -> Float {
    let flat: Float = x * other.x + y * other.y
    return flat + z * other.z
  }

  var length: Float { dot(self).squareRoot() }
}

func reflect(_ ray: Vector, at normal: Vector) -> Vector {
  let amount: Float = -2.0 * ray.dot(normal)
  return ray + amount * normal
}

func bounce(_ times: Int) -> Float {
  var ray = Vector(x: 1.0, y: -1.0, z: 0.5)
  var travelled: Float = 0.0
  for step in 0..<times {
    ray = reflect(ray, at: Vector.up)
    let damping: Float = step > 3 ? 0.5 : 0.75
    travelled = travelled + ray.length * damping
    ray = damping * ray
  }
  let back = -ray
  return back.length > 1.0 ? travelled : travelled + back.length
}
