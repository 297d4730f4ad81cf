@dynamicMemberLookup
struct Lens<Root> {
  var root: Root
  private(set) var reads: Int = 0

  init(_ root: Root) { self.root = root }

  subscript<Value>(dynamicMember path: WritableKeyPath<Root, Value>) -> Value {
    get { root[keyPath: path] }
    set { root[keyPath: path] = newValue }
  }
}

struct Size {
  var width: Int = 0
  var height: Int = 0
}

struct Frame {
  var size: Size = Size()
  var corners: [Int] = [0, 0, 0, 0]
  var caption: String? = nil
}

func widen(_ lens: inout Lens<Frame>, by amount: Int) {
  lens.size.width = lens.size.width + amount
  lens.corners[2] += 1
}

func extremes(_ sizes: [Size], by path: KeyPath<Size, Int>) -> (low: Int, high: Int) {
  var low: Int = 1_000
  var high: Int = 0
  for size in sizes {
    let value: Int = size[keyPath: path]
    low = min(low, value)
    high = value > high ? value : high
  }
  return (low: low, high: high)
}

func measure() -> Int {
  var lens = Lens(Frame())
  widen(&lens, by: 5)
  lens.caption = "wide"
  let small = Size(width: 2, height: 8)
  let bounds: (low: Int, high: Int) = extremes([lens.size, small], by: \.width)
  let letters: Int = lens.root[keyPath: \Frame.caption]?.count ?? 0
  let corner: Int = lens.root[keyPath: \.corners[2]]
  return bounds.high - bounds.low + letters * 10 + corner
}
