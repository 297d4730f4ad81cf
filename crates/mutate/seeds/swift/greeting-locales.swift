enum Locale: String, CaseIterable {
  case english = "en"
  case german = "de"
  case finnish = "fi"

  init?(tag: String) {
    guard let dash = tag.firstIndex(of: "-") else {
      self.init(rawValue: tag)
      return
    }
    self.init(rawValue: String(tag[..<dash]))
  }

  func plural(_ count: Int, one: String, many: String) -> String {
    let single: Bool = self == .finnish ? count == 1 : abs(count) == 1
    return single ? one : many
  }
}

struct Catalogue {
  private let texts: [Locale: [String: String]] = [
    .english: ["hello": "Hello, %!", "bye": "Bye, %."],
    .german: ["hello": "Hallo, %!"],
  ]

  func text(_ key: String, for locale: Locale, _ name: String) -> String? {
    let template: String? = texts[locale]?[key] ?? texts[.english]?[key]
    guard let template else { return nil }
    var result: String = ""
    for character in template {
      result += character == "%" ? name : String(character)
    }
    return result
  }
}

func greet(_ name: String, tag: String = "en-GB") -> [String] {
  let catalogue = Catalogue()
  let locale: Locale = Locale(tag: tag) ?? Locale.english
  let hello: String = catalogue.text("hello", for: locale, name) ?? "?"
  let bye: String = catalogue.text("bye", for: locale, name) ?? "?"
  let days: String = locale.plural(2 - 1, one: "day", many: "days")
  let none: Bool = catalogue.text("thanks", for: locale, name) == nil
  let known: Int = Locale.allCases.count
  return none && known > 2 ? [hello, bye, days] : [hello]
}
