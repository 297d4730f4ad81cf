struct Cell: Hashable {
  var column: Int
  var row: Int

  var neighbours: [Cell] {
    var found: [Cell] = []
    for dx in -1...1 {
      for dy in -1...1 {
        if dx == 0 && dy == 0 { continue }
        found.append(Cell(column: column + dx, row: row + dy))
      }
    }
    return found
  }
}

struct Life {
  private(set) var alive: Set<Cell>

  init(_ cells: [(Int, Int)]) {
    alive = Set(cells.map { Cell(column: $0.0, row: $0.1) })
  }

  func stepped() -> Life {
    var counts: [Cell: Int] = [:]
    for cell in alive {
      for other in cell.neighbours {
        counts[other, default: 0] += 1
      }
    }
    var next = self
    next.alive = []
    for (cell, count) in counts {
      let stays: Bool = count == 2 && alive.contains(cell)
      if stays || count == 3 {
        next.alive.insert(cell)
      }
    }
    return next
  }
}

func population(after steps: Int) -> Int {
  var life = Life([(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)])
  var step: Int = 0
  while step < steps {
    life = life.stepped()
    step += 1
  }
  let size: Int = life.alive.count
  return size == 5 ? size : size * 10 + step
}
