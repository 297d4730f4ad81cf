protocol Storage<Value>: AnyObject {
  associatedtype Value
  func load() -> Value?
  func save(_ value: Value)
}

final class Memory<Value>: Storage {
  private var value: Value?
  private(set) var writes: Int = 0

  init(_ value: Value? = nil) { self.value = value }

  func load() -> Value? { value }

  func save(_ value: Value) {
    self.value = value
    writes += 1
  }
}

func copy<T>(from source: any Storage<T>, to target: any Storage<T>, default fallback: T) -> Bool {
  if let value = source.load() {
    target.save(value)
    return true
  }
  target.save(fallback)
  return false
}

typealias Named = Identifiable & CustomStringConvertible

struct Tag: Named, Hashable {
  let id: Int
  var description: String { "#\(id)" }
}

func show(_ value: any Named & Hashable) -> String {
  value.description
}

func session() -> String {
  let first = Memory<Int>(5)
  let second: any Storage<Int> = Memory<Int>()
  let copied: Bool = copy(from: first, to: second, default: 1)
  let again: Bool = copy(from: Memory<Int>(), to: first, default: 9)
  let sum: Int = (second.load() ?? 0) + (first.load() ?? 0) * 2
  let tag = Tag(id: sum + first.writes)
  return copied && !again ? show(tag) : "none"
}
