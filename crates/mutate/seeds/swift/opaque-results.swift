protocol Container {
  associatedtype Item
  var count: Int { get }
  func item(at index: Int) -> Item
}

struct Pair<Item>: Container {
  let first, second: Item
  var count: Int { 2 }
  func item(at index: Int) -> Item { index == 0 ? first : second }
}

struct Repeated<Item>: Container {
  let value: Item
  let count: Int
  func item(at index: Int) -> Item { value }
}

func makePair(_ base: Int) -> some Container {
  return Pair(first: base, second: base * base + 1)
}

func makeWords(_ word: String, times: Int) -> some Sequence<String> {
  var words: [String] = []
  for number in 0..<times {
    words.append(number > 2 ? word : word + "!")
  }
  return words
}

func listed(_ container: some Container) -> [String] {
  var texts: [String] = []
  for index in 0..<container.count {
    texts.append("\(container.item(at: index))")
  }
  return texts
}

func boxed(_ wide: Bool) -> any Container {
  if wide {
    return Repeated(value: 2.5, count: 10)
  }
  return makePair(4)
}

func sizes() -> Int {
  let pair = makePair(3 + 4)
  let box: any Container = boxed(pair.count > 1)
  var letters: Int = 0
  for word in makeWords("ab", times: 4) {
    letters += word.count
  }
  return listed(pair).count + listed(box).count + letters
}
