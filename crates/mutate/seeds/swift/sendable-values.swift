struct Job: Sendable, Hashable {
  let id: Int
  let weight: Double
}

final class Constants: Sendable {
  let limit: Int
  let names: [String]

  init(limit: Int, names: [String] = []) {
    self.limit = limit
    self.names = names
  }
}

actor Pool {
  private var waiting: [Job] = []
  private var finished: Set<Job> = []
  let constants: Constants

  init(_ constants: Constants) { self.constants = constants }

  func submit(_ jobs: [Job]) -> Int {
    for job in jobs where waiting.count < constants.limit {
      waiting.append(job)
    }
    return waiting.count
  }

  func run(_ work: @Sendable (Job) -> Bool) -> Int {
    var done: Int = 0
    for job in waiting where work(job) {
      finished.insert(job)
      done += 1
    }
    waiting.removeAll()
    return done
  }
}

func schedule(_ count: Int) async -> String {
  let constants = Constants(limit: 5, names: ["light", "heavy"])
  let pool = Pool(constants)
  let jobs: [Job] = (0..<count).map { Job(id: $0, weight: Double($0) * 0.5) }
  let accepted: Int = await pool.submit(jobs)
  let threshold: Double = accepted > 3 ? 1.0 : 0.25
  let done: Int = await pool.run { $0.weight < threshold }
  let heavy: Bool = done + 2 < accepted
  return heavy ? constants.names[1] : constants.names[0]
}
