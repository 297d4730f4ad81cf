@MainActor
protocol View {
  var title: String { get }
  func render(width: Int) -> [String]
}

@MainActor
final class Window: View {
  let title: String
  private var children: [any View] = []
  private(set) var frames: Int = 0

  init(title: String) {
    self.title = title
  }

  func add(_ view: any View) -> Int {
    children.append(view)
    return children.count
  }

  func render(width: Int) -> [String] {
    frames += 1
    var lines: [String] = ["[" + title + "]"]
    for child in children {
      lines += child.render(width: width - 2).map { "  " + $0 }
    }
    return lines
  }
}

struct Label: View {
  let title: String
  var bold: Bool = false

  func render(width: Int) -> [String] {
    let text: String = bold ? title.uppercased() : title
    return text.count > width ? [String(text.prefix(width)) + "…"] : [text]
  }
}

@MainActor
func draw(_ width: Int) -> Int {
  let window = Window(title: "main")
  let first: Int = window.add(Label(title: "a longer label"))
  let second: Int = window.add(Label(title: "ok", bold: true))
  let lines: [String] = window.render(width: width)
  let cut: Bool = lines[1].hasSuffix("…")
  return cut ? lines.count : first * 10 + second + window.frames
}

func present() async -> String {
  let narrow: Int = await draw(8)
  let wide: Int = await draw(40 * 2)
  return narrow < wide ? "cut" : "whole"
}
