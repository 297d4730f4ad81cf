struct Song: Hashable {
  let title: String
  let artist: String
  let seconds: Int

  var length: (minutes: Int, seconds: Int) {
    return (minutes: seconds / 60, seconds: seconds % 60)
  }
}

struct Playlist: Sequence {
  private var songs: [Song] = []
  var repeats: Bool = false

  mutating func append(_ song: Song) -> Playlist {
    songs.append(song)
    return self
  }

  func makeIterator() -> IndexingIterator<[Song]> { songs.makeIterator() }

  var duration: Int {
    var total: Int = 0
    for song in songs {
      total += song.seconds
    }
    return repeats ? total * 2 : total
  }

  func song(after song: Song) -> Song? {
    guard let index = songs.firstIndex(of: song) else { return nil }
    let next: Int = index + 1
    if next < songs.count { return songs[next] }
    return repeats ? songs.first : nil
  }
}

func artists(_ playlist: Playlist) -> [String] {
  var seen: Set<String> = []
  return playlist.compactMap { seen.insert($0.artist).inserted ? $0.artist : nil }
}

func party(loop: Bool) -> String {
  var list = Playlist()
  let first = Song(title: "Rain", artist: "Mio", seconds: 185)
  let last = Song(title: "Snow", artist: "Mio", seconds: 200 + 41)
  _ = list.append(first)
  _ = list.append(last)
  list.repeats = loop
  let next: String = list.song(after: last)?.title ?? "silence"
  let minutes: Int = last.length.minutes
  let single: Bool = artists(list).count == 1 && minutes == 4
  return single && list.duration > 400 ? next : "\(list.duration)"
}
