struct Contact {
  let name: String
  var phone: String?
  var birthYear: Int?
}

func digits(_ text: String) -> Int? {
  let kept: String = text.filter { $0.isNumber }
  return Int(kept)
}

func age(of contact: Contact?, in year: Int) -> Int? {
  contact.flatMap { $0.birthYear }.map { year - $0 }
}

func dialled(_ contact: Contact) -> Int {
  let number: Int? = contact.phone.flatMap(digits)
  return number ?? 0
}

func older(_ a: Contact, _ b: Contact) -> Contact? {
  guard let first = a.birthYear, let second = b.birthYear else {
    return a.birthYear == nil ? nil : a
  }
  return first < second ? a : b
}

func nested(_ value: Int??) -> String {
  switch value {
  case .none: return "none"
  case .some(.none): return "some none"
  case .some(.some(let number)): return number > 9 ? "large" : "small"
  }
}

func describe(year: Int) -> [String] {
  let eva = Contact(name: "Eva", phone: "+49 30 12", birthYear: 1990)
  let tom = Contact(name: "Tom")
  let years: Int = age(of: eva, in: year) ?? -1
  let winner: String = older(tom, eva)?.name ?? "nobody"
  let implicit: Int! = digits("7")
  let forced: Int = implicit + digits("x1y2")!
  let double: Int?? = years > 20 ? Optional(forced) : nil
  let same: Bool = tom.phone?.isEmpty == nil
  return [winner, nested(double), nested(.some(nil)), same ? "none" : "\(dialled(eva))"]
}
