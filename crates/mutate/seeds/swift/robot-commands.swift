enum Command {
  case forward(Int)
  case turn(right: Bool)
  case times(Int, [Command])
  indirect case when((Robot) -> Bool, then: Command)
}

struct Robot {
  var x: Int = 0
  var y: Int = 0
  private(set) var heading: Int = 0
  private(set) var trail: [(Int, Int)] = []

  private static let steps: [(dx: Int, dy: Int)] = [(0, 1), (1, 0), (0, -1), (-1, 0)]

  mutating func run(_ commands: Command...) {
    commands.forEach { execute($0) }
  }

  mutating func execute(_ command: Command) {
    switch command {
    case .forward(let distance) where distance < 0:
      return
    case .forward(let distance):
      let step = Robot.steps[heading]
      x += step.dx * distance
      y += step.dy * distance
      trail.append((x, y))
    case .turn(right: true):
      heading = (heading + 1) & 3
    case .turn:
      heading = (heading + 3) & 3
    case let .times(count, commands):
      for _ in 0..<count {
        for command in commands {
          execute(command)
        }
      }
    case .when(let condition, then: let command):
      if condition(self) { execute(command) }
    }
  }
}

func square(_ side: Int) -> String {
  var robot = Robot()
  robot.run(.times(4, [.forward(side), .turn(right: true)]), .forward(-1))
  robot.run(.when({ $0.x == 0 && $0.y == 0 }, then: .forward(side * 2)))
  let home: Bool = robot.x == 0 && robot.heading == 0
  let far: Int = robot.y > 10 ? robot.y : robot.trail.count
  return home ? "home \(far)" : "away"
}
