struct Heap<Element: Comparable> {
  private var items: [Element] = []

  var count: Int { items.count }
  var top: Element? { items.first }

  mutating func push(_ item: Element) {
    items.append(item)
    var child: Int = items.count - 1
    while child > 0 {
      let parent: Int = (child - 1) >> 1
      if items[parent] <= items[child] { break }
      items.swapAt(parent, child)
      child = parent
    }
  }

  mutating func pop() -> Element? {
    guard let first = items.first else { return nil }
    let last = items.removeLast()
    if items.isEmpty { return first }
    items[0] = last
    var parent: Int = 0
    while true {
      let left: Int = 2 * parent + 1
      let right: Int = left + 1
      var least: Int = parent
      if left < items.count && items[left] < items[least] { least = left }
      if right < items.count && items[right] < items[least] { least = right }
      if least == parent { return first }
      items.swapAt(parent, least)
      parent = least
    }
  }
}

func sorted(_ numbers: [Int]) -> [Int] {
  var heap = Heap<Int>()
  for number in numbers {
    heap.push(number)
  }
  var result: [Int] = []
  while let least = heap.pop() {
    result.append(least)
  }
  let complete: Bool = result.count == numbers.count && heap.count == 0
  return complete ? result : numbers
}
