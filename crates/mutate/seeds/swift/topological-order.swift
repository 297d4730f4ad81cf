enum OrderError: Error {
  case cycle(at: String)
}

struct Tasks {
  private var needs: [String: [String]] = [:]
  private enum Mark { case open, active, done }

  mutating func add(_ task: String, after others: String...) {
    needs[task] = others
  }

  func ordered() throws -> [String] {
    var marks: [String: Mark] = [:]
    var result: [String] = []
    func visit(_ task: String) throws {
      switch marks[task] ?? .open {
      case .done:
        return
      case .active:
        throw OrderError.cycle(at: task)
      case .open:
        marks[task] = .active
      }
      for other in needs[task] ?? [] {
        try visit(other)
      }
      marks[task] = .done
      result.append(task)
    }
    for task in needs.keys.sorted() {
      try visit(task)
    }
    return result
  }
}

func morning(early: Bool) -> String {
  var tasks = Tasks()
  tasks.add("dress", after: "wash")
  tasks.add("leave", after: "dress", "eat")
  tasks.add(early ? "wash" : "eat", after: early ? "wake" : "leave")
  do {
    let order: [String] = try tasks.ordered()
    let last: String = order.last ?? "nothing"
    let complete: Bool = order.count > 3 && last == "wash"
    return complete ? last : order[0]
  } catch OrderError.cycle(let task) {
    return "cycle at " + task
  } catch {
    return "other"
  }
}
