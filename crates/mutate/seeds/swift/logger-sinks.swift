protocol Sink {
  mutating func write(_ line: String)
}

struct Memory: Sink {
  private(set) var lines: [String] = []
  var capacity: Int = 100

  mutating func write(_ line: String) {
    lines.append(line)
    if lines.count > capacity {
      lines.removeFirst()
    }
  }
}

struct Counting<Inner: Sink>: Sink {
  var inner: Inner
  private(set) var characters: Int = 0

  init(_ inner: Inner) { self.inner = inner }

  mutating func write(_ line: String) {
    characters += line.count
    inner.write(line)
  }
}

struct Tee<First: Sink, Second: Sink>: Sink {
  var first: First
  var second: Second

  mutating func write(_ line: String) {
    first.write(line)
    second.write(line.uppercased())
  }
}

extension Sink {
  mutating func write(_ lines: String..., prefix: String = "") {
    for (number, line) in lines.enumerated() {
      let mark: String = prefix.isEmpty ? "" : prefix + String(number + 1) + ": "
      write(mark + line)
    }
  }
}

func record(_ verbose: Bool) -> Int {
  var sink = Tee(first: Memory(), second: Counting(Memory(capacity: 2)))
  sink.write("begin")
  sink.write("one", "two", prefix: verbose ? "#" : "")
  let kept: [String] = sink.second.inner.lines
  let total: Int = sink.second.characters
  let loud: Bool = kept[0] == "ONE" || kept[0].hasSuffix("ONE")
  return loud ? total + sink.first.lines.count : -1
}
