struct SquareMatrix<Number: SignedNumeric> {
  let rows: [[Number]]

  init?(_ rows: [[Number]]) {
    for row in rows where row.count != rows.count {
      return nil
    }
    self.rows = rows
  }

  var size: Int { rows.count }

  func minor(_ row: Int, _ column: Int) -> [[Number]] {
    var result: [[Number]] = []
    for (i, cells) in rows.enumerated() where i != row {
      var kept: [Number] = cells
      kept.remove(at: column)
      result.append(kept)
    }
    return result
  }

  var determinant: Number {
    if size == 0 { return 1 }
    if size == 1 { return rows[0][0] }
    var sum: Number = 0
    for column in 0..<size {
      guard let smaller = SquareMatrix(minor(0, column)) else { continue }
      let part: Number = rows[0][column] * smaller.determinant
      sum += column.isMultiple(of: 2) ? part : -part
    }
    return sum
  }
}

func volume(_ edge: Double) -> Double {
  let matrix: SquareMatrix<Double>? = SquareMatrix([[edge, 0.0, 0.0], [0.5, edge, 0.0], [0.0, 0.25, edge]])
  return matrix?.determinant ?? 0.0
}

func isInvertible(_ rows: [[Int]]) -> Bool {
  guard let matrix = SquareMatrix(rows) else { return false }
  let value: Int = matrix.determinant
  return value != 0
}

func checks() -> [Bool] {
  let cube: Bool = volume(2.0) == 8.0
  let flat: Bool = isInvertible([[1, 2], [2, 4]])
  let ragged: Bool = isInvertible([[1], [2, 3]])
  let good: Bool = isInvertible([[2, 1], [7, 4 + 0]])
  return [cube, !flat && !ragged, good || flat]
}
