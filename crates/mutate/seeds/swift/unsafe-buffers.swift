func sum(_ numbers: UnsafeBufferPointer<Int32>) -> Int32 {
  var total: Int32 = 0
  for number in numbers {
    total &+= number
  }
  return total
}

func doubled(_ numbers: [Int32]) -> [Int32] {
  return [Int32](unsafeUninitializedCapacity: numbers.count) { buffer, count in
    for (index, number) in numbers.enumerated() {
      buffer.initializeElement(at: index, to: number &* 2)
    }
    count = numbers.count
  }
}

final class Block {
  private let memory: UnsafeMutablePointer<Double>
  let count: Int

  init(count: Int, filledWith value: Double = 0.0) {
    self.count = count
    memory = UnsafeMutablePointer<Double>.allocate(capacity: count)
    memory.initialize(repeating: value, count: count)
  }

  subscript(index: Int) -> Double {
    get { memory[index] }
    set { (memory + index).pointee = newValue }
  }

  deinit {
    memory.deinitialize(count: count)
    memory.deallocate()
  }
}

func bytes(of value: UInt32) -> [UInt8] {
  withUnsafeBytes(of: value.bigEndian) { Array($0) }
}

func check() -> Bool {
  let numbers: [Int32] = doubled([1, 2, 3])
  let total: Int32 = numbers.withUnsafeBufferPointer { sum($0) }
  let block = Block(count: 4, filledWith: 0.5)
  block[2] += 1.0
  let middle: Double = block[1] + block[2]
  let first: UInt8 = bytes(of: 0x0102_0304)[0]
  let size: Int = MemoryLayout<Int32>.size + MemoryLayout<Double>.stride
  return total == 12 && middle == 2.0 && first == 1 && size == 12
}
