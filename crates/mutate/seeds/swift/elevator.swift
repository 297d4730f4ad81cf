final class Elevator {
  enum State: Equatable {
    case idle
    case moving(up: Bool)
    case open(seconds: Int)
  }

  private(set) var floor: Int = 0
  private(set) var state: State = .idle
  private var calls: Set<Int> = []
  let floors: Int

  init(floors: Int) { self.floors = floors }

  func call(_ target: Int) -> Bool {
    guard target >= 0 && target < floors else { return false }
    calls.insert(target)
    return true
  }

  func tick() {
    switch state {
    case .open(let seconds) where seconds > 1:
      state = .open(seconds: seconds - 1)
    case .open:
      state = .idle
    case .idle where calls.contains(floor), .moving where calls.contains(floor):
      calls.remove(floor)
      state = .open(seconds: 3)
    case .idle, .moving(up: true), .moving(up: false):
      guard let goal = calls.min() else {
        state = .idle
        return
      }
      let up: Bool = goal > floor
      floor += up ? 1 : -1
      state = .moving(up: up)
    }
  }
}

func ride(to targets: [Int]) -> Int {
  let elevator = Elevator(floors: 9)
  var refused: Int = 0
  for target in targets where !elevator.call(target) {
    refused += 1
  }
  var time: Int = 0
  repeat {
    elevator.tick()
    time += 1
  } while elevator.state != .idle && time < 100
  let high: Bool = elevator.floor > 4
  return high ? time - refused : time
}
