struct Table {
  private var cells: [String: Double] = [:]
  private(set) var reads: Int = 0
  static let names: [String] = ["a", "b", "c"]

  static subscript(index: Int) -> String {
    names[index]
  }

  subscript(name: String) -> Double? {
    get { cells[name] }
    set { cells[name] = newValue }
  }

  subscript(column column: Int, row row: Int) -> Double {
    get { cells[Table.names[column] + String(row)] ?? 0.0 }
    set(value) {
      cells[Table.names[column] + String(row)] = value
    }
  }

  subscript<T: BinaryInteger>(scaled index: T, by factor: Double = 1.0) -> Double {
    self[column: Int(index), row: 0] * factor
  }
}

func fill(_ size: Int) -> Table {
  var table = Table()
  for column in 0..<3 {
    for row in 0..<size {
      table[column: column, row: row] = Double(column * size + row)
    }
  }
  table["total"] = 1.5
  return table
}

func corner(_ size: Int) -> Double {
  var table = fill(size)
  let first: Double = table[column: 0, row: 0]
  let last: Double = table[column: 2, row: size - 1]
  table["total"]! += last
  let whole: Double = table["total"] ?? 0.0
  let scaled: Double = table[scaled: UInt8(2), by: 0.5]
  let named: Bool = Table[1] == "b" && table["none"] == nil
  return named ? whole - first + scaled : 0.0
}
