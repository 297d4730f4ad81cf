final class Sheet {
  enum Content {
    case value(Double)
    case formula([String], ([Double]) -> Double)
  }

  private var cells: [String: Content] = [:]
  private(set) var evaluations: Int = 0

  subscript(name: String) -> Double {
    get { value(of: name, visiting: []) ?? 0.0 }
    set { cells[name] = .value(newValue) }
  }

  func define(_ name: String, from inputs: String..., by compute: @escaping ([Double]) -> Double) {
    cells[name] = .formula(inputs, compute)
  }

  private func value(of name: String, visiting: Set<String>) -> Double? {
    guard !visiting.contains(name), let content = cells[name] else { return nil }
    evaluations += 1
    switch content {
    case .value(let value):
      return value
    case .formula(let inputs, let compute):
      var values: [Double] = []
      for input in inputs {
        guard let value = value(of: input, visiting: visiting.union([name])) else { return nil }
        values.append(value)
      }
      return compute(values)
    }
  }
}

func invoice(_ hours: Double) -> Double {
  let sheet = Sheet()
  sheet["hours"] = hours
  sheet["rate"] = 45.5
  sheet.define("net", from: "hours", "rate") { $0[0] * $0[1] }
  sheet.define("tax", from: "net") { inputs in inputs[0] * 0.19 }
  sheet.define("total", from: "net", "tax") { $0.reduce(0.0, +) }
  sheet.define("loop", from: "loop") { $0[0] }
  let total: Double = sheet["total"]
  let broken: Bool = sheet["loop"] == 0.0 && sheet["missing"] == 0.0
  let work: Int = sheet.evaluations
  return broken && work < 20 ? total : -1.0
}
