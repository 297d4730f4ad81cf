struct Template {
  let title: String
  let width: Int

  var banner: String {
    """
    == \(title) ==
    width: \(width > 40 ? "wide" : "narrow"),
      indented \("inner \(width * 2)")
    one line \
    after all
    """
  }

  static let quotes: String = #"""
    He said "yes" \ and left.
    """#

  var raw: String { #"no \n escape, "quoted", but \#(title)"# }
}

func escapes() -> [String] {
  let tab: String = "a\tb"
  let accent: String = "caf\u{e9}"
  let face: Character = "\u{1F600}"
  let quote: String = "\"" + "'" + "\\"
  return [tab, accent, String(face), quote]
}

func count(in text: String, of wanted: Character) -> Int {
  var found: Int = 0
  for character in text where character == wanted {
    found += 1
  }
  return found
}

func lines(title: String) -> Int {
  let template = Template(title: title, width: 20 + 22)
  let breaks: Int = count(in: template.banner, of: "\n")
  let long: Bool = template.raw.count > title.count
  let extra: Int = long ? escapes().count : 0
  return breaks + extra + count(in: Template.quotes, of: "\"")
}
