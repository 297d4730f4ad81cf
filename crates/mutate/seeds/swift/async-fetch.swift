enum FetchError: Error {
  case missing(String)
  case tooLarge(Int)
}

struct Page: Sendable {
  let address: String
  let size: Int
}

func fetch(_ address: String) async throws -> Page {
  if address.isEmpty {
    throw FetchError.missing("address")
  }
  let size: Int = address.count * 16
  guard size < 1_000 else { throw FetchError.tooLarge(size) }
  return Page(address: address, size: size)
}

func fetchBoth(_ first: String, _ second: String) async throws -> Int {
  async let left = fetch(first)
  async let right = fetch(second)
  let pages: [Page] = try await [left, right]
  var sum: Int = 0
  for page in pages {
    sum += page.size
  }
  return sum
}

func total(of addresses: [String]) async -> Int {
  await withTaskGroup(of: Int.self) { group in
    for address in addresses {
      group.addTask { (try? await fetch(address).size) ?? 0 }
    }
    var sum: Int = 0
    for await size in group {
      sum += size
    }
    return sum
  }
}

func attempt() async -> String {
  do {
    let both: Int = try await fetchBoth("one", "two" + "three")
    let all: Int = await total(of: ["a", "", "bc"])
    return both > all ? "both" : "all"
  } catch FetchError.missing(let what) {
    return what
  } catch {
    return "failed"
  }
}
