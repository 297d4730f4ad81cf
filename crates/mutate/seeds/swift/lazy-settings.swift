struct Settings {
  var width: Int = 80
  var height: Int = 24
  var theme: String = "dark"
  var ratio: Double { Double(width) / Double(height) }
}

final class Screen {
  private let settings: Settings
  private(set) var draws: Int = 0

  lazy var blankLine: String = String(repeating: " ", count: settings.width)
  lazy var lines: [String] = {
    var all: [String] = []
    for _ in 0..<settings.height {
      all.append(blankLine)
    }
    return all
  }()

  init(settings: Settings = Settings()) {
    self.settings = settings
  }

  func draw(_ text: String, at line: Int) -> Bool {
    guard line >= 0, line < lines.count else { return false }
    draws += 1
    lines[line] = text.count > settings.width ? "..." : text
    return true
  }
}

func paint(wide: Bool) -> Int {
  var settings = Settings()
  settings.width = wide ? 120 : 40
  settings.theme = wide ? "light" : "dark"
  let screen = Screen(settings: settings)
  let first: Bool = screen.draw("header", at: 0)
  let second: Bool = screen.draw("footer", at: 23)
  let third: Bool = screen.draw("beyond", at: 24 + 1)
  let odd: Bool = settings.ratio > 4.5 && !third
  return odd || (first && second) ? screen.draws : -1
}
