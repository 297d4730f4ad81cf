struct Course: Hashable {
  let name: String
  let points: Int
}

struct Student {
  let name: String
  var passed: Set<Course> = []

  var points: Int {
    var sum: Int = 0
    for course in passed {
      sum += course.points
    }
    return sum
  }
}

enum Catalogue {
  static let algebra = Course(name: "algebra", points: 6)
  static let logic = Course(name: "logic", points: 4)
  static let poetry = Course(name: "poetry", points: 3)
  static let all: Set<Course> = [algebra, logic, poetry]
}

func missing(_ student: Student, of required: Set<Course>) -> [String] {
  required.subtracting(student.passed).map { $0.name }.sorted()
}

func mayGraduate(_ student: Student, points needed: Int = 9) -> Bool {
  let core: Set<Course> = [Catalogue.algebra, Catalogue.logic]
  let hasCore: Bool = core.isSubset(of: student.passed)
  return hasCore && student.points >= needed
}

func shared(_ a: Student, _ b: Student) -> Int {
  let both: Set<Course> = a.passed.intersection(b.passed)
  let either: Set<Course> = a.passed.union(b.passed)
  return both.count * 10 + either.count
}

func term() -> String {
  var ida = Student(name: "Ida")
  ida.passed = Catalogue.all
  var uwe = Student(name: "Uwe")
  uwe.passed.insert(Catalogue.logic)
  let open: [String] = missing(uwe, of: Catalogue.all)
  let common: Int = shared(ida, uwe)
  let ready: Bool = mayGraduate(ida) && !mayGraduate(uwe, points: 2 + 2)
  return ready && common == 13 ? open.joined(separator: ", ") : ida.name
}
