func describeAll<each Value: CustomStringConvertible>(_ values: repeat each Value) -> [String] {
  var texts: [String] = []
  func add(_ text: String) {
    texts.append(text)
  }
  repeat add((each values).description)
  return texts
}

func pairUp<each First, each Second>(
  _ first: repeat each First, with second: repeat each Second
) -> (repeat (each First, each Second)) {
  return (repeat (each first, each second))
}

struct Zipped<each Part> {
  let parts: (repeat each Part)

  init(_ parts: repeat each Part) {
    self.parts = (repeat each parts)
  }
}

func count<each Value>(_ values: repeat each Value) -> Int {
  var number: Int = 0
  func next<T>(_ value: T) {
    number += 1
  }
  repeat next(each values)
  return number
}

func packed(_ scale: Int) -> String {
  let texts: [String] = describeAll(scale + 1, "two", 3.5, scale > 2)
  let pairs: ((Int, String), (Bool, Double)) = pairUp(1, true, with: "one", 0.5)
  let zipped = Zipped(pairs.0.0, pairs.1.1)
  let size: Int = count(1, "a", zipped.parts.0) + texts.count
  let label: String = size == 7 ? "seven" : "other"
  return label + texts[0] + pairs.0.1
}
