struct Book {
  var title: String
  var year: Int
  var pages: Int
  var rating: Double?
}

extension Array {
  func sorted<Key: Comparable>(by path: KeyPath<Element, Key>, descending: Bool = false) -> [Element] {
    sorted { left, right in
      let inOrder: Bool = left[keyPath: path] < right[keyPath: path]
      return descending ? !inOrder : inOrder
    }
  }
}

func shelf() -> [Book] {
  let early: Int = 1890
  return [
    Book(title: "The Tide", year: early + 9, pages: 320, rating: 4.5),
    Book(title: "Small Hours", year: 1954, pages: 188, rating: nil),
    Book(title: "Orchard", year: 2001, pages: 0x1F0, rating: 3.25),
  ]
}

func titles(newestFirst: Bool) -> [String] {
  let books: [Book] = shelf().sorted(by: \.year, descending: newestFirst)
  return books.map(\.title)
}

func shorten(_ book: inout Book, by pages: Int) {
  let path: WritableKeyPath<Book, Int> = \.pages
  let left: Int = book[keyPath: path] - pages
  book[keyPath: path] = left < 1 ? 1 : left
}

func longestTitle() -> String {
  var books: [Book] = shelf()
  shorten(&books[0], by: 20 + 5)
  let rated: [Book] = books.filter { $0.rating != nil }
  let best: Book? = rated.sorted(by: \.title.count).last
  let fallback: String = rated.isEmpty ? "none" : "some"
  return best?.title ?? fallback
}
