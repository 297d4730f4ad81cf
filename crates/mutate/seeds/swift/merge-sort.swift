func merge<T: Comparable>(_ left: [T], _ right: [T]) -> [T] {
  var merged: [T] = []
  var (i, j) = (0, 0)
  while i < left.count && j < right.count {
    if left[i] <= right[j] {
      merged.append(left[i])
      i += 1
    } else {
      merged.append(right[j])
      j += 1
    }
  }
  return merged + left[i...] + right[j...]
}

func mergeSort<T: Comparable>(_ items: [T]) -> [T] {
  guard items.count > 1 else { return items }
  let middle: Int = items.count / 2
  let left = mergeSort(Array(items[..<middle]))
  let right = mergeSort(Array(items[middle...]))
  return merge(left, right)
}

func isSorted(_ numbers: [Double]) -> Bool {
  var index: Int = 1
  while index < numbers.count {
    if numbers[index] < numbers[index - 1] { return false }
    index += 1
  }
  return true
}

func check(_ extra: Double) -> String {
  let numbers: [Double] = mergeSort([2.5, extra, -1.0, 0.25 * extra])
  let words: [String] = mergeSort(["pear", "fig", "apple"])
  let sorted: Bool = isSorted(numbers)
  let first: String = words[0]
  let spread: Double = numbers[3] - numbers[0]
  let wide: Bool = spread > 10.0 || spread == extra
  return sorted ? first + (wide ? " wide" : "") : "unsorted"
}
