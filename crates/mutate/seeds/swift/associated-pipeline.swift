protocol Stage {
  associatedtype Input
  associatedtype Output = Input
  func run(_ input: Input) -> Output
}

extension Stage {
  func then<Next: Stage>(_ next: Next) -> Chain<Self, Next> where Next.Input == Output {
    Chain(first: self, second: next)
  }
}

extension Stage where Output: Comparable {
  func exceeds(_ input: Input, _ limit: Output) -> Bool {
    run(input) > limit
  }
}

struct Chain<First: Stage, Second: Stage>: Stage where First.Output == Second.Input {
  let first: First
  let second: Second
  func run(_ input: First.Input) -> Second.Output {
    second.run(first.run(input))
  }
}

struct Doubler: Stage {
  var offset: Int = 0
  func run(_ input: Int) -> Int { input * 2 + offset }
}

struct Printer: Stage {
  var prefix: String = ""
  func run(_ input: Int) -> String {
    let sign: String = input < 0 ? "-" : "+"
    return prefix + sign + String(abs(input))
  }
}

func process(_ number: Int) -> String {
  let numbers = Doubler(offset: 1).then(Doubler())
  let texts = numbers.then(Printer(prefix: "n"))
  let big: Bool = numbers.exceeds(number, 20)
  let result: String = texts.run(big ? number - 10 : number)
  return result.isEmpty ? "none" : result
}
