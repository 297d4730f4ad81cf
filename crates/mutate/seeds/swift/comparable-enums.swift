enum Severity: Comparable, CaseIterable {
  case note, warning, error, fatal
}

enum Rank: Comparable {
  case number(Int)
  case jack
  case queen
  case king
  case ace(bonus: Int)
}

struct Message {
  let severity: Severity
  let text: String
  var line: Int? = nil

  var rendered: String {
    let place: String = line.map { "line \($0): " } ?? ""
    let mark: String = switch severity {
    case .note: "note"
    case .warning: "warning"
    case .error, .fatal: "error"
    }
    return place + mark + ": " + text
  }
}

func worst(_ messages: [Message]) -> Severity? {
  messages.map { $0.severity }.max()
}

func filtered(_ messages: [Message], from least: Severity, limit: Int = 10) -> [String] {
  var shown: [String] = []
  for message in messages where message.severity >= least {
    if shown.count == limit { break }
    shown.append(message.rendered)
  }
  return shown
}

func compile(strict: Bool) -> String {
  let messages: [Message] = [
    Message(severity: .note, text: "see here", line: 3), Message(severity: .warning, text: "unused"),
    Message(severity: strict ? .error : .warning, text: "no type", line: 7 + 5),
  ]
  let level: Severity = strict ? Severity.warning : Severity.error
  let shown: [String] = filtered(messages, from: level)
  let failed: Bool = (worst(messages) ?? .note) > .warning
  let cards: Bool = Rank.number(7) < Rank.number(10) && Rank.ace(bonus: 1) > .king
  return failed && cards ? shown[shown.count - 1] : "ok with \(Severity.allCases.count - 1)"
}
