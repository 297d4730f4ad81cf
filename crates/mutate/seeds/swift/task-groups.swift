enum WorkError: Error {
  case failed(Int)
}

struct Report: Sendable, Equatable {
  var done: Int = 0
  var failures: [Int] = []

  var rate: Double {
    let all: Int = done + failures.count
    return all == 0 ? 0.0 : Double(done) / Double(all)
  }
}

func work(_ number: Int) async throws -> Int {
  await Task.yield()
  if number.isMultiple(of: 5) {
    throw WorkError.failed(number)
  }
  return number * number
}

func runAll(_ count: Int) async -> Report {
  await withTaskGroup(of: Result<Int, WorkError>.self, returning: Report.self) { group in
    for number in 1...count {
      group.addTask {
        do {
          return .success(try await work(number))
        } catch {
          return .failure(.failed(number))
        }
      }
    }
    var report = Report()
    for await result in group {
      switch result {
      case .success: report.done += 1
      case .failure(.failed(let number)): report.failures.append(number)
      }
    }
    return report
  }
}

func firstSquare(above limit: Int) async throws -> Int {
  var number: Int = 1
  while true {
    let square: Int = try await work(number)
    if square > limit { return square }
    number += 1
  }
}

func day() async -> String {
  let report: Report = await runAll(6 + 6)
  let square: Int = (try? await firstSquare(above: 10)) ?? -1
  let good: Bool = report.rate > 0.75 && square == 16
  return good ? "good" : "failed \(report.failures.count)"
}
