final class Button {
  var title: String
  var handler: (() -> String)?
  var presses: Int = 0

  init(title: String) { self.title = title }

  func press() -> String {
    presses += 1
    return handler?() ?? "idle"
  }
}

final class Form {
  let submit = Button(title: "send")
  let cancel = Button(title: "cancel")
  var fields: [String: String] = [:]
  var attempts: Int = 0

  func connect(limit: Int) {
    submit.handler = { [weak self, limit] in
      guard let self else { return "gone" }
      attempts += 1
      return attempts > limit ? "blocked" : "sent \(fields.count)"
    }
    let name: String = cancel.title
    cancel.handler = { [unowned self, count = fields.count + 1] in
      fields.removeAll()
      return name + " after \(count)"
    }
  }
}

func pressAll(times: Int) -> [String] {
  let form = Form()
  form.fields = ["name": "Ida", "town": "Bonn"]
  form.connect(limit: 2)
  var answers: [String] = []
  var round: Int = 0
  while round < times {
    answers.append(form.submit.press())
    round += 1
  }
  let empty: Bool = form.fields.isEmpty
  answers.append(empty ? "empty" : form.cancel.press())
  return answers
}
