final class Link<Element> {
  let element: Element
  let next: Link<Element>?

  init(_ element: Element, next: Link<Element>?) {
    self.element = element
    self.next = next
  }
}

struct LinkedStack<Element> {
  private var head: Link<Element>? = nil
  private(set) var count: Int = 0

  var isEmpty: Bool { head == nil ? true : false }

  mutating func push(_ element: Element) {
    head = Link(element, next: head)
    count += 1
  }

  mutating func pop() -> Element? {
    guard let top = head else { return nil }
    head = top.next
    count -= 1
    return top.element
  }

  var peek: Element? { head?.element }
}

func reversed(_ words: [String]) -> String {
  var stack = LinkedStack<String>()
  for word in words {
    stack.push(word)
  }
  var joined: String = ""
  while let word = stack.pop() {
    joined = joined + word
    if !stack.isEmpty {
      joined += ", "
    }
  }
  let size: Int = joined.count
  let label: String = size > 10 ? "long" : "short"
  return label + ": " + joined
}
