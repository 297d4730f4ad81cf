enum Question {
  case choice(String, options: [String], right: Int)
  case number(String, answer: Double, tolerance: Double)
  case yesNo(String, Bool)

  func points(for answer: Answer) -> Int {
    switch (self, answer) {
    case (.choice(_, let options, let right), .picked(let index)) where index < options.count:
      return index == right ? 2 : 0
    case let (.number(_, expected, tolerance), .value(given)):
      return abs(expected - given) <= tolerance ? 3 : 0
    case (.yesNo(_, true), .yes), (.yesNo(_, false), .no):
      return 1
    case (_, .skipped):
      return 0
    default:
      return -1
    }
  }
}

enum Answer {
  case picked(Int), value(Double)
  case yes, no, skipped
}

struct Quiz {
  let questions: [Question]

  func score(_ answers: [Answer]) -> Int {
    var total: Int = 0
    for (question, answer) in zip(questions, answers) {
      total += question.points(for: answer)
    }
    return max(total, 0)
  }
}

func grade(_ score: Int, of maximum: Int) -> Character {
  let share: Double = Double(score) / Double(maximum)
  return share >= 0.9 ? "A" : share >= 0.5 ? "B" : "C"
}

func exam() -> String {
  let first = Question.choice("capital", options: ["Oslo", "Bergen"], right: 0)
  let second = Question.number("pi", answer: 3.14, tolerance: 0.005)
  let quiz = Quiz(questions: [first, second, .yesNo("water is wet", true)])
  let good: Int = quiz.score([.picked(0), .value(3.1416), .yes])
  let bad: Int = quiz.score([Answer.no, .skipped, Answer.yes])
  let passed: Bool = good > bad && grade(good, of: 2 + 3 + 1) == "A"
  return passed ? String(grade(bad, of: 6)) : "failed"
}
