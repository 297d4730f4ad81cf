protocol Loader: Sendable {
  func load(_ key: String) async throws -> Int
}

struct LengthLoader: Loader {
  var factor: Int = 1

  func load(_ key: String) async throws -> Int {
    if key.isEmpty { throw LoadError.empty }
    return key.count * factor
  }
}

enum LoadError: Error, Equatable {
  case empty
  case timeout(seconds: Double)
}

actor AsyncCache<L: Loader> {
  private var values: [String: Int] = [:]
  private let loader: L
  private(set) var loads: Int = 0

  init(loader: L) { self.loader = loader }

  func value(_ key: String) async throws -> Int {
    if let known = values[key] { return known }
    loads += 1
    let value: Int = try await loader.load(key)
    values[key] = value
    return value
  }

  func forget(_ key: String) -> Bool {
    values.removeValue(forKey: key) != nil
  }
}

func total(_ keys: [String], _ cache: AsyncCache<LengthLoader>) async -> Int {
  var sum: Int = 0
  for key in keys {
    do {
      sum += try await cache.value(key)
    } catch LoadError.empty {
      sum -= 1
    } catch {
      return -1
    }
  }
  return sum
}

func work(_ extra: String) async -> String {
  let cache = AsyncCache(loader: LengthLoader(factor: 2))
  let first: Int = await total(["ab", "ab", "", extra], cache)
  let gone: Bool = await cache.forget("ab")
  let loads: Int = await cache.loads
  let quick: Bool = loads < 4 && gone
  return quick ? "quick \(first)" : "slow \(loads - 1)"
}
