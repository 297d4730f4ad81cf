struct Change<State> {
  let name: String
  let apply: (inout State) -> Void
  let revert: (inout State) -> Void
}

struct History<State> {
  private(set) var state: State
  private var done: [Change<State>] = []
  private var undone: [Change<State>] = []

  init(_ state: State) { self.state = state }

  mutating func perform(_ change: Change<State>) {
    change.apply(&state)
    done.append(change)
    undone = []
  }

  @discardableResult
  mutating func undo() -> Bool {
    guard let change = done.popLast() else { return false }
    change.revert(&state)
    undone.append(change)
    return true
  }

  mutating func redo() -> String? {
    guard let change = undone.popLast() else { return nil }
    change.apply(&state)
    done.append(change)
    return change.name
  }
}

struct Drawing {
  var points: [Int] = []
  var scale: Double = 1.0
}

func adding(_ point: Int) -> Change<Drawing> {
  Change(name: "add \(point)", apply: { $0.points.append(point) }, revert: { $0.points.removeLast() })
}

func zoom(_ factor: Double) -> Change<Drawing> {
  Change(name: "zoom", apply: { $0.scale *= factor }, revert: { $0.scale /= factor })
}

func edit() -> String {
  var history = History(Drawing())
  history.perform(adding(3))
  history.perform(zoom(2.5))
  history.perform(adding(4 + 5))
  let first: Bool = history.undo()
  history.undo()
  let again: String = history.redo() ?? "nothing"
  let state: Drawing = history.state
  let zoomed: Bool = state.scale == 2.5 && state.points.count == 1
  return first && zoomed ? again : "lost"
}
