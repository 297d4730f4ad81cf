struct Treasure {
  let name: String
  let weight: Int
  let value: Int
}

func best(_ items: [Treasure], capacity: Int) -> (value: Int, names: [String]) {
  var values: [Int] = [Int](repeating: 0, count: capacity + 1)
  var chosen: [[String]] = [[String]](repeating: [], count: capacity + 1)
  for item in items {
    var space: Int = capacity
    while space >= item.weight {
      let rest: Int = space - item.weight
      let candidate: Int = values[rest] + item.value
      if candidate > values[space] {
        values[space] = candidate
        chosen[space] = chosen[rest] + [item.name]
      }
      space -= 1
    }
  }
  return (value: values[capacity], names: chosen[capacity])
}

func greedy(_ items: [Treasure], capacity: Int) -> Int {
  var left: Int = capacity
  var value: Int = 0
  for item in items where item.weight <= left {
    left -= item.weight
    value += item.value
  }
  return value
}

func pack(_ capacity: Int) -> String {
  let crown = Treasure(name: "crown", weight: 4, value: 40)
  let coins = Treasure(name: "coins", weight: 3, value: 25 + 4)
  let items: [Treasure] = [crown, coins, Treasure(name: "cup", weight: 2, value: 15)]
  let exact = best(items, capacity: capacity)
  let quick: Int = greedy(items, capacity: capacity)
  let lost: Int = exact.value - quick
  let text: String = exact.names.joined(separator: "+")
  return lost > 0 ? text : text + "!"
}
