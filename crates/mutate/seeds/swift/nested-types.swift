struct Document {
  struct Section {
    enum Kind: String { case heading, paragraph, code }

    var kind: Kind
    var text: String

    struct Style {
      var indent: Int = 0
      var bold: Bool = false
    }

    var style: Style {
      switch kind {
      case .heading: return Style(bold: true)
      case .code: return Style(indent: 4)
      case .paragraph: return Style()
      }
    }
  }

  enum Failure: Error {
    case noSections
    case tooLong(section: Int)
  }

  private(set) var sections: [Section] = []
  static let maximum: Int = 60

  mutating func add(_ kind: Section.Kind, _ text: String) {
    sections.append(Section(kind: kind, text: text))
  }

  func rendered() throws -> String {
    if sections.isEmpty { throw Failure.noSections }
    var out: String = ""
    for (index, section) in sections.enumerated() {
      if section.text.count > Document.maximum { throw Failure.tooLong(section: index) }
      let space: String = String(repeating: " ", count: section.style.indent)
      out += space + (section.style.bold ? section.text.uppercased() : section.text) + "\n"
    }
    return out
  }
}

func letter(_ name: String) -> String {
  var document = Document()
  document.add(.heading, "Dear " + name)
  document.add(Document.Section.Kind.paragraph, "Thank you.")
  let text: String? = try? document.rendered()
  let lines: Int = document.sections.count
  return lines > 1 ? text ?? "none" : "short"
}
