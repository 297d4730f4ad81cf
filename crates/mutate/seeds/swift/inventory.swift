struct Item: Identifiable, Equatable {
  let id: Int
  var name: String
  var price: Double
  var stock: Int = 0
}

struct Inventory {
  private var items: [Int: Item] = [:]

  subscript(id: Int) -> Item? {
    get { items[id] }
    set { items[id] = newValue }
  }

  mutating func add(_ item: Item, count: Int = 1) {
    if var known = items[item.id] {
      known.stock += count
      items[item.id] = known
    } else {
      var fresh = item
      fresh.stock = count
      items[item.id] = fresh
    }
  }

  mutating func sell(_ id: Int, count: Int) -> Double? {
    guard let item = items[id], item.stock >= count else { return nil }
    items[id]?.stock -= count
    return item.price * Double(count)
  }

  var worth: Double {
    var sum: Double = 0.0
    for item in items.values {
      sum += item.price * Double(item.stock)
    }
    return sum
  }
}

func day() -> Double {
  var shop = Inventory()
  let pen = Item(id: 1, name: "pen", price: 1.25)
  shop.add(pen, count: 40)
  shop.add(Item(id: 2, name: "ink", price: 7.5), count: 3)
  let first: Double = shop.sell(1, count: 12) ?? 0.0
  let second: Double? = shop.sell(2, count: 4)
  let missed: Bool = second == nil && shop[2]?.stock == 3
  let tax: Double = first * 0.2
  return missed ? shop.worth + first - tax : first
}
