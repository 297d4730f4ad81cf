protocol Layout {
  var height: Int { get }
  func lines(_ width: Int) -> [String]
}

struct Label: Layout {
  let text: String
  var height: Int { 1 }
  func lines(_ width: Int) -> [String] { [String(text.prefix(width))] }
}

struct Rule: Layout {
  var mark: Character = "-"
  var height: Int { 1 }
  func lines(_ width: Int) -> [String] { [String(repeating: mark, count: width)] }
}

struct Both<First: Layout, Second: Layout>: Layout {
  let first: First
  let second: Second
  var height: Int { first.height + second.height }
  func lines(_ width: Int) -> [String] { first.lines(width) + second.lines(width) }
}

struct Maybe<Inner: Layout>: Layout {
  let inner: Inner?
  var height: Int { inner?.height ?? 0 }
  func lines(_ width: Int) -> [String] { inner?.lines(width) ?? [] }
}

@resultBuilder
enum LayoutBuilder {
  static func buildPartialBlock<L: Layout>(first: L) -> L { first }
  static func buildPartialBlock<A: Layout, B: Layout>(accumulated: A, next: B) -> Both<A, B> {
    Both(first: accumulated, second: next)
  }
  static func buildOptional<L: Layout>(_ inner: L?) -> Maybe<L> { Maybe(inner: inner) }
}

func column<L: Layout>(@LayoutBuilder _ content: () -> L) -> L { content() }

func card(title: String, rules: Bool, width: Int = 20) -> String {
  let shown: String = title.isEmpty ? "untitled" : title
  let layout = column {
    Label(text: shown)
    if rules {
      Rule(mark: "=")
    }
    Label(text: "end")
  }
  let tall: Bool = layout.height > 2
  let margin: Int = tall ? 2 : 0
  return layout.lines(width - margin).joined(separator: "\n")
}
