@globalActor
actor StoreActor {
  static let shared = StoreActor()
}

@StoreActor
final class Store {
  private var items: [String: Int] = [:]
  private(set) var revision: Int = 0

  nonisolated init() {}

  func set(_ key: String, to value: Int) {
    items[key] = value
    revision += 1
  }

  func value(_ key: String) -> Int? { items[key] }
}

@StoreActor
func increment(_ key: String, in store: Store, by amount: Int = 1) -> Int {
  let old: Int = store.value(key) ?? 0
  let new: Int = old + amount
  store.set(key, to: new)
  return new
}

@MainActor
final class Model {
  var title: String = ""
  var progress: Double

  init(progress: Double = 0.0) {
    self.progress = progress
  }

  func refresh(from store: Store) async {
    let done: Int = await store.value("done") ?? 0
    let total: Int = await increment("total", in: store, by: done + 1)
    progress = total > 0 ? Double(done) / Double(total) : 0.0
    title = progress > 0.5 ? "half" : "begun"
  }
}

func drive(rounds: Int) async -> String {
  let store = Store()
  let model = await Model()
  for round in 0..<rounds {
    _ = await increment("done", in: store, by: round * 2)
    await model.refresh(from: store)
  }
  let share: Double = await model.progress
  let finished: Bool = share > 0.75 && rounds > 1
  return finished ? "finished" : await model.title
}
