enum Month: Int, CaseIterable {
  case january = 1, february, march, april, may, june
  case july, august, september, october, november, december

  func days(in year: Int) -> Int {
    switch self {
    case .february: return isLeap(year) ? 29 : 28
    case .april, .june, .september, .november: return 30
    default: return 31
    }
  }
}

func isLeap(_ year: Int) -> Bool {
  let fourth: Bool = year.isMultiple(of: 4)
  let century: Bool = year.isMultiple(of: 100)
  return fourth && (!century || year.isMultiple(of: 400))
}

struct Day {
  var year: Int
  var month: Month
  var day: Int

  var ofYear: Int {
    var count: Int = day
    for earlier in Month.allCases where earlier.rawValue < month.rawValue {
      count += earlier.days(in: year)
    }
    return count
  }

  var isValid: Bool {
    return day > 0 && day <= month.days(in: year)
  }
}

func daysLeft(in day: Day) -> Int {
  let length: Int = isLeap(day.year) ? 366 : 365
  return length - day.ofYear
}

func holiday(_ year: Int) -> String {
  let leap = Day(year: year, month: Month.february, day: 29)
  let last = Day(year: year, month: .december, day: 31)
  let left: Int = daysLeft(in: leap)
  let whole: Bool = daysLeft(in: last) == 0
  return leap.isValid && whole ? "leap, \(left + 1)" : "common"
}
