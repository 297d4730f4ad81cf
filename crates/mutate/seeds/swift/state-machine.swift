protocol State {
  associatedtype Event
  func next(on event: Event) -> Self?
  static var initial: Self { get }
}

struct Automaton<S: State> {
  private(set) var state: S = .initial
  private(set) var rejected: Int = 0

  mutating func send(_ event: S.Event) {
    if let next = state.next(on: event) {
      state = next
    } else {
      rejected += 1
    }
  }

  mutating func send(_ events: S.Event...) {
    for event in events {
      send(event)
    }
  }
}

enum Door: State {
  enum Event { case push, pull, lock(code: Int), unlock(code: Int) }

  case open
  case closed
  case locked(code: Int, tries: Int)

  static var initial: Door { .closed }

  func next(on event: Event) -> Door? {
    switch (self, event) {
    case (.closed, .pull): return .open
    case (.open, .push): return .closed
    case (.closed, .lock(let code)): return .locked(code: code, tries: 0)
    case let (.locked(code, _), .unlock(given)) where code == given: return .closed
    case let (.locked(code, tries), .unlock) where tries < 2:
      return .locked(code: code, tries: tries + 1)
    default: return nil
    }
  }
}

func burglar(_ guesses: [Int]) -> String {
  var door = Automaton<Door>()
  door.send(.pull, .push, .lock(code: 42), .pull)
  for guess in guesses {
    door.send(.unlock(code: guess))
  }
  let failed: Int = door.rejected
  if case .locked(_, let tries) = door.state {
    return tries > 1 ? "alarm" : "locked"
  }
  return failed == 1 ? "in" : "in after \(failed - 1)"
}
