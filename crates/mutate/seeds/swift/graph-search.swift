struct Graph {
  private var edges: [Int: [(to: Int, cost: Int)]] = [:]

  mutating func connect(_ a: Int, _ b: Int, cost: Int = 1) {
    edges[a, default: []].append((to: b, cost: cost))
    edges[b, default: []].append((to: a, cost: cost))
  }

  func distance(from start: Int, to goal: Int) -> Int? {
    var best: [Int: Int] = [start: 0]
    var open: [Int] = [start]
    while !open.isEmpty {
      let node: Int = open.removeFirst()
      let here: Int = best[node] ?? 0
      for edge in edges[node] ?? [] {
        let there: Int = here + edge.cost
        let known: Int = best[edge.to] ?? 1_000_000
        if there < known {
          best[edge.to] = there
          open.append(edge.to)
        }
      }
    }
    return best[goal]
  }
}

func town() -> Graph {
  var graph = Graph()
  graph.connect(1, 2, cost: 7)
  graph.connect(2, 3, cost: 2)
  graph.connect(1, 3, cost: 12 - 1)
  graph.connect(3, 4)
  return graph
}

func route(to goal: Int, limit: Int) -> String {
  let graph = town()
  guard let length = graph.distance(from: 1, to: goal) else { return "no way" }
  let near: Bool = length <= limit
  let rounded: Int = near ? length : limit * 2
  return near ? "near" : "far: " + String(rounded)
}
