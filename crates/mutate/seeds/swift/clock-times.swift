struct Clock: Comparable, CustomStringConvertible {
  private let minutes: Int

  init(hours: Int, minutes: Int = 0) {
    let total: Int = (hours * 60 + minutes) % 1440
    self.minutes = total < 0 ? total + 1440 : total
  }

  var hour: Int { minutes / 60 }
  var minute: Int { minutes % 60 }

  static func < (left: Clock, right: Clock) -> Bool { left.minutes < right.minutes }

  static func + (clock: Clock, minutes: Int) -> Clock {
    Clock(hours: 0, minutes: clock.minutes + minutes)
  }

  static func += (clock: inout Clock, minutes: Int) {
    clock = clock + minutes
  }

  var description: String {
    let h: String = hour < 10 ? "0\(hour)" : "\(hour)"
    let m: String = minute < 10 ? "0\(minute)" : "\(minute)"
    return h + ":" + m
  }
}

func departures(from start: Clock, every interval: Int, until end: Clock) -> [String] {
  var times: [String] = []
  var time: Clock = start
  while time < end && times.count < 50 {
    times.append(time.description)
    time += interval
  }
  return times
}

func lastBus() -> String {
  let first = Clock(hours: 5, minutes: 50)
  let night = Clock(hours: -1)
  let all: [String] = departures(from: first, every: 45, until: night)
  let late: Bool = night.hour == 23 && all.count > 20
  let last: String = all.last ?? "never"
  return late ? last : last + "?"
}
