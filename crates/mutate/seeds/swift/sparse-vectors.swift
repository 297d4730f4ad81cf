struct SparseVector: ExpressibleByDictionaryLiteral, Equatable {
  private var entries: [Int: Double]

  init(dictionaryLiteral elements: (Int, Double)...) {
    entries = [:]
    for (index, value) in elements where value != 0.0 {
      entries[index] = value
    }
  }

  subscript(index: Int) -> Double {
    get { entries[index, default: 0.0] }
    set {
      if newValue == 0.0 {
        entries.removeValue(forKey: index)
      } else {
        entries[index] = newValue
      }
    }
  }

  var count: Int { entries.count }

  static func * (a: SparseVector, b: SparseVector) -> Double {
    var sum: Double = 0.0
    for (index, value) in a.entries {
      sum += value * b[index]
    }
    return sum
  }

  static func *= (a: inout SparseVector, factor: Double) {
    for (index, value) in a.entries {
      a[index] = value * factor
    }
  }

  var norm: Double { (self * self).squareRoot() }
}

func cosine(_ a: SparseVector, _ b: SparseVector) -> Double {
  let product: Double = a.norm * b.norm
  return product > 0.0 ? a * b / product : 0.0
}

func similarity(_ weight: Double) -> String {
  var a: SparseVector = [0: 1.0, 7: 2.0]
  let b: SparseVector = [7: 2.0, 100: weight]
  a *= 0.5
  a[0] = weight > 1.0 ? 0.0 : a[0]
  let close: Double = cosine(a, b)
  let same: Bool = close > 0.99 && a.count == 1
  return same ? "same" : (close < 0.1 ? "apart" : "near")
}
