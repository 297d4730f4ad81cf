struct Customer: Comparable {
  let number: Int
  let minutes: Double
  var priority: Bool = false

  static func < (a: Customer, b: Customer) -> Bool {
    if a.priority != b.priority { return a.priority }
    return a.number < b.number
  }
}

struct Desk {
  private(set) var busyUntil: Double = 0.0
  private(set) var served: [Int] = []

  mutating func serve(_ customer: Customer, at time: Double) -> Double {
    let start: Double = max(time, busyUntil)
    busyUntil = start + customer.minutes
    served.append(customer.number)
    return start - time
  }
}

func simulate(_ customers: [Customer], desks count: Int) -> (wait: Double, longest: Double) {
  var desks: [Desk] = [Desk](repeating: Desk(), count: count)
  var wait: Double = 0.0
  var longest: Double = 0.0
  for (index, customer) in customers.sorted().enumerated() {
    var best: Int = 0
    for other in desks.indices where desks[other].busyUntil < desks[best].busyUntil {
      best = other
    }
    let arrival: Double = Double(index) * 0.5
    let waited: Double = desks[best].serve(customer, at: arrival)
    wait += waited
    longest = waited > longest ? waited : longest
  }
  return (wait: wait, longest: longest)
}

func morning(_ staff: Int) -> String {
  let customers: [Customer] = [
    Customer(number: 1, minutes: 4.0), Customer(number: 2, minutes: 2.5),
    Customer(number: 3, minutes: 1.0 + 0.5, priority: true), Customer(number: 4, minutes: 6.0),
  ]
  let result = simulate(customers, desks: staff)
  let mean: Double = result.wait / Double(customers.count)
  let patient: Bool = mean < 1.0 && result.longest < 3.0
  return patient ? "calm" : (staff > 3 ? "odd" : "crowded")
}
