enum Token: Equatable {
  case number(Int)
  case word(String)
  case pair(Int, Int)
  case end
}

func classify(_ value: Int) -> String {
  switch value {
  case ..<0: return "negative"
  case 0: return "zero"
  case 1, 2, 3: return "few"
  case 4...9: return "some"
  case let n where n.isMultiple(of: 10): return "round"
  default: return "many"
  }
}

func explain(_ token: Token?) -> String {
  switch token {
  case .none: return "nothing"
  case .number(0)?: return "zero"
  case .number(let n)? where n < 0: return "below"
  case let .pair(a, b)? where a == b: return "twins"
  case .pair(_, 1...)?, .number?: return "positive or number"
  case .pair?: return "pair"
  case .some(.word("")): return "blank"
  case let .some(.word(text)): return text
  case .end?: return "end"
  }
}

func describe(_ point: (Int, Int), label: String?) -> String {
  switch (point, label) {
  case ((0, 0), nil): return "origin"
  case ((let x, 0), let name?): return name + " on x at \(x)"
  case ((0, let y), _): return "on y at \(y)"
  case (let (x, y), _) where x == y || x == -y: return "diagonal"
  default: return "elsewhere"
  }
}

func unpack(_ value: Any) -> Int {
  switch value {
  case is String: return 1
  case let number as Int: return number + 1
  case let (a, b) as (Int, Int): return a - b
  case let list as [Int] where !list.isEmpty: return list[0]
  case _: return -1
  }
}
