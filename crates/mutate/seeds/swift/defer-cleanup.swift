enum IOError: Error {
  case closed
  case full(capacity: Int)
}

final class Channel {
  private(set) var isOpen: Bool = false
  private(set) var log: [String] = []
  let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
  }

  func open() { isOpen = true }

  func close() {
    isOpen = false
    log.append("closed")
  }

  func write(_ text: String) throws {
    if !isOpen { throw IOError.closed }
    guard log.count < capacity else {
      throw IOError.full(capacity: capacity)
    }
    log.append(text)
  }
}

func send(_ texts: [String], over channel: Channel) throws -> Int {
  channel.open()
  defer { channel.close() }
  var sent: Int = 0
  for text in texts {
    defer { sent += 1 }
    if text.isEmpty { continue }
    try channel.write(text)
  }
  return sent
}

func deliver(_ capacity: Int) -> String {
  let channel = Channel(capacity: capacity)
  var result: String = "sent"
  do {
    defer { result += "." }
    let count: Int = try send(["a", "", "b"], over: channel)
    result = count > 2 ? "all" : "some"
  } catch IOError.full(let capacity) {
    result = "full at \(capacity)"
  } catch {
    result = "closed"
  }
  return channel.isOpen ? "open" : result
}
