protocol Named { var name: String { get } }
protocol Aged { var age: Int { get set } }
protocol Greeter { func greet(_ other: any Named) -> String }

typealias Citizen = Named & Aged

struct Person: Citizen, Greeter {
  let name: String
  var age: Int
  var polite: Bool = true

  func greet(_ other: any Named) -> String {
    polite ? "Good day, " + other.name : "Hi"
  }
}

struct Robot: Named, Greeter {
  var name: String { "R\(number)" }
  let number: Int

  func greet(_ other: any Named) -> String {
    other.name.isEmpty ? "ERROR" : "GREETINGS"
  }
}

func birthday<T: Citizen>(_ citizen: T, years: Int = 1) -> T {
  var older = citizen
  older.age += years
  return older
}

func oldest(_ citizens: [any Citizen]) -> Int {
  var best: Int = 0
  for citizen in citizens {
    best = max(best, citizen.age)
  }
  return best
}

func meet(_ a: some Named & Greeter, _ b: any Named & Greeter) -> [String] {
  [a.greet(b), b.greet(a)]
}

func party() -> String {
  let ada = Person(name: "Ada", age: 36)
  let ben = birthday(Person(name: "Ben", age: 40, polite: false), years: 2)
  let robot = Robot(number: 7)
  let age: Int = oldest([ada, ben]) - ada.age
  let words: [String] = meet(ada, robot) + meet(robot, ben)
  let calm: Bool = age == 6 && words.count > 3
  return calm ? words[0] : words[3]
}
