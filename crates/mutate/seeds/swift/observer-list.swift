protocol Observer: AnyObject {
  func changed(from old: Int, to new: Int)
}

final class WeakReference {
  weak var observer: (any Observer)?
  init(_ observer: any Observer) { self.observer = observer }
}

final class Subject {
  private var references: [WeakReference] = []

  var value: Int = 0 {
    didSet {
      guard value != oldValue else { return }
      for reference in references {
        reference.observer?.changed(from: oldValue, to: value)
      }
    }
  }

  func attach(_ observer: any Observer) {
    references.append(WeakReference(observer))
  }

  func clean() -> Int {
    let before: Int = references.count
    references.removeAll { $0.observer == nil }
    return before - references.count
  }
}

final class Recorder: Observer {
  private(set) var rises: Int = 0
  private(set) var largest: Int = 0

  func changed(from old: Int, to new: Int) {
    let rise: Int = new - old
    rises += rise > 0 ? 1 : 0
    largest = max(largest, rise)
  }
}

func watch(_ values: [Int]) -> String {
  let subject = Subject()
  let recorder = Recorder()
  subject.attach(recorder)
  do {
    let temporary = Recorder()
    subject.attach(temporary)
    subject.value = 1
  }
  for value in values {
    subject.value = value
  }
  let gone: Int = subject.clean()
  let steep: Bool = recorder.largest > 10 || recorder.rises > values.count
  return steep ? "steep" : "\(recorder.rises) rises, \(gone) gone"
}
