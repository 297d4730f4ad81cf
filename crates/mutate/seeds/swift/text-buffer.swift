struct TextBuffer {
  private(set) var lines: [String]
  private(set) var cursor: (line: Int, column: Int) = (line: 0, column: 0)

  init(_ text: String = "") {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.isEmpty { lines = [""] }
  }

  mutating func insert(_ text: String) {
    let line: String = lines[cursor.line]
    let before = line.prefix(cursor.column)
    let after = line.dropFirst(cursor.column)
    lines[cursor.line] = before + text + after
    cursor.column += text.count
  }

  mutating func newLine() {
    let line: String = lines[cursor.line]
    lines[cursor.line] = String(line.prefix(cursor.column))
    lines.insert(String(line.dropFirst(cursor.column)), at: cursor.line + 1)
    cursor = (line: cursor.line + 1, column: 0)
  }

  mutating func move(lines down: Int = 0, columns right: Int = 0) {
    let line: Int = min(max(cursor.line + down, 0), lines.count - 1)
    let column: Int = min(max(cursor.column + right, 0), lines[line].count)
    cursor = (line: line, column: column)
  }

  var text: String { lines.joined(separator: "\n") }
}

func edit(_ name: String) -> String {
  var buffer = TextBuffer("Dear \n\nYours")
  buffer.move(columns: 5)
  buffer.insert(name)
  buffer.newLine()
  buffer.insert("thank you")
  buffer.move(lines: 10, columns: -100)
  let last: Bool = buffer.cursor.line == buffer.lines.count - 1
  let length: Int = buffer.text.count
  let fits: Bool = length < 80 && buffer.cursor.column == 0
  return last && fits ? buffer.lines[0] : "\(length + 1)"
}
