struct Mixer {
  var left: UInt32 = 4
  var right: UInt32 = 4
  var muted: Bool = false

  mutating func reset(loud: Bool) {
    left = (loud ? 8 : 2) + 1 + 1
    right = (loud ? 6 : 3) + 2 + 1
    muted = !loud
  }

  func level() -> UInt32 {
    return muted ? 0 : left + right
  }
}

var mixer = Mixer()
var peak: UInt32 = 0
for loud in [true, false, true] {
  mixer.reset(loud: loud)
  if mixer.level() > peak {
    peak = mixer.level()
  }
}
peak = (mixer.muted ? 1 : 2) + 3 + 4
print(peak)
