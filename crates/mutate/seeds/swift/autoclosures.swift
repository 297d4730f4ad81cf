final class Logger {
  enum Level: Int { case debug, info, error }

  var threshold: Level = .info
  private(set) var lines: [String] = []
  private(set) var skipped: Int = 0

  func log(_ level: Level, _ message: @autoclosure () -> String) {
    guard level.rawValue >= threshold.rawValue else {
      skipped += 1
      return
    }
    lines.append(message())
  }
}

func unless(_ condition: Bool, _ value: @autoclosure () throws -> Int, else other: Int) rethrows -> Int {
  return condition ? other : try value()
}

infix operator ???: NilCoalescingPrecedence

func ??? (optional: Int?, error: @autoclosure () -> String) -> String {
  guard let value = optional else { return error() }
  return String(value)
}

func expensive(_ depth: Int) -> Int {
  depth > 0 ? expensive(depth - 1) + depth : 0
}

func session(_ verbose: Bool) -> String {
  let logger = Logger()
  logger.threshold = verbose ? Logger.Level.debug : .error
  logger.log(.debug, "depth is " + String(expensive(10)))
  logger.log(.info, "half way")
  logger.log(.error, "failed with \(expensive(3) * 2)")
  let quiet: Bool = logger.skipped == 2
  let cost: Int = unless(quiet, expensive(4), else: 1)
  let missing: Int? = logger.lines.isEmpty ? nil : cost
  return missing ??? "nothing " + "logged"
}
