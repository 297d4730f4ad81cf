struct Matrix: Equatable {
  let rows: Int
  let columns: Int
  private var cells: [Double]

  init(rows: Int, columns: Int, filledWith value: Double = 0.0) {
    self.rows = rows
    self.columns = columns
    cells = [Double](repeating: value, count: rows * columns)
  }

  subscript(row: Int, column: Int) -> Double {
    get { cells[row * columns + column] }
    set { cells[row * columns + column] = newValue }
  }

  static func identity(_ size: Int) -> Matrix {
    var result = Matrix(rows: size, columns: size)
    for i in 0..<size {
      result[i, i] = 1.0
    }
    return result
  }

  func rowSum(_ row: Int) -> Double {
    var total: Double = 0.0
    for column in 0..<columns {
      total += self[row, column]
    }
    return total
  }

  mutating func scale(by factor: Double) {
    for index in cells.indices {
      cells[index] *= factor
    }
  }
}

func trace(_ matrix: Matrix) -> Double {
  let size: Int = min(matrix.rows, matrix.columns)
  var sum: Double = 0.0
  for i in 0..<size {
    sum = sum + matrix[i, i]
  }
  return sum
}

func scaledTrace() -> Double {
  var matrix = Matrix.identity(3)
  matrix.scale(by: 2.5)
  let weight: Double = matrix.rows > 2 ? 1.0 : 0.5
  return trace(matrix) * weight - matrix.rowSum(0) / 2.0
}
