struct Seat: Hashable, Comparable {
  let row: Character
  let number: Int

  static func < (a: Seat, b: Seat) -> Bool {
    a.row == b.row ? a.number < b.number : a.row < b.row
  }

  var name: String { String(row) + String(number) }
}

struct Hall {
  let seats: [Seat]
  private var taken: Set<Seat> = []

  init(rows: String, perRow: Int) {
    var all: [Seat] = []
    for row in rows {
      for number in 1...perRow {
        all.append(Seat(row: row, number: number))
      }
    }
    seats = all
  }

  mutating func book(_ count: Int, preferring row: Character? = nil) -> [Seat]? {
    var run: [Seat] = []
    for seat in seats where !taken.contains(seat) {
      if let row, seat.row != row { continue }
      if let last = run.last, last.row != seat.row || last.number + 1 != seat.number {
        run = []
      }
      run.append(seat)
      if run.count == count {
        taken.formUnion(run)
        return run
      }
    }
    return row == nil ? nil : book(count)
  }

  var free: Int { seats.count - taken.count }
}

func evening(_ groups: [Int]) -> String {
  var hall = Hall(rows: "ABC", perRow: 4)
  var refused: Int = 0
  var last: String = "none"
  for group in groups {
    let seats: [Seat]? = hall.book(group, preferring: group > 2 ? "B" : nil)
    last = seats?.max()?.name ?? last
    refused += seats == nil ? 1 : 0
  }
  let full: Bool = hall.free < 2 && refused > 0
  return full ? "full" : last + " \(hall.free)"
}
