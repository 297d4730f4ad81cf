indirect enum Markup {
  case text(String)
  case element(String, [Markup])

  func rendered(indent: Int = 0) -> String {
    let space: String = String(repeating: " ", count: indent)
    switch self {
    case .text(let text):
      return space + text
    case .element(let tag, let children):
      var out: String = space + "<" + tag + ">\n"
      for child in children {
        out += child.rendered(indent: indent + 2) + "\n"
      }
      return out + space + "</" + tag + ">"
    }
  }
}

@resultBuilder
enum MarkupBuilder {
  static func buildExpression(_ text: String) -> [Markup] { [.text(text)] }
  static func buildExpression(_ markup: Markup) -> [Markup] { [markup] }
  static func buildBlock(_ parts: [Markup]...) -> [Markup] { parts.flatMap { $0 } }
  static func buildOptional(_ part: [Markup]?) -> [Markup] { part ?? [] }
  static func buildEither(first: [Markup]) -> [Markup] { first }
  static func buildEither(second: [Markup]) -> [Markup] { second }
  static func buildArray(_ parts: [[Markup]]) -> [Markup] { parts.flatMap { $0 } }
}

func tag(_ name: String, @MarkupBuilder _ content: () -> [Markup]) -> Markup {
  .element(name, content())
}

func page(title: String, items: [String], numbered: Bool) -> String {
  let heading: String = title.isEmpty ? "Untitled" : title
  let body = tag("body") {
    tag("h1") { heading }
    if numbered {
      "a numbered list"
    }
    for item in items {
      tag("li") { item }
    }
    if items.isEmpty { "nothing" } else { "the end" }
  }
  let depth: Int = numbered ? 2 : 0
  return body.rendered(indent: depth)
}
