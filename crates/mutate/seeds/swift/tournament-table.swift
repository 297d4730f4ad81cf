struct Team: Hashable {
  let name: String
}

struct Match {
  let home: Team
  let away: Team
  let goals: (home: Int, away: Int)

  enum Result { case home, away, draw }

  var result: Result {
    if goals.home == goals.away { return .draw }
    return goals.home > goals.away ? .home : .away
  }
}

struct Standing {
  var points: Int = 0
  var scored: Int = 0
  var conceded: Int = 0
  var difference: Int { scored - conceded }

  mutating func add(_ own: Int, _ other: Int) {
    scored += own
    conceded += other
    points += own > other ? 3 : own == other ? 1 : 0
  }
}

func table(_ matches: [Match]) -> [(team: Team, standing: Standing)] {
  var standings: [Team: Standing] = [:]
  for match in matches {
    standings[match.home, default: Standing()].add(match.goals.home, match.goals.away)
    standings[match.away, default: Standing()].add(match.goals.away, match.goals.home)
  }
  return standings.map { (team: $0.key, standing: $0.value) }.sorted { a, b in
    if a.standing.points != b.standing.points { return a.standing.points > b.standing.points }
    return a.standing.difference > b.standing.difference
  }
}

func season(_ upset: Bool) -> String {
  let (red, blue) = (Team(name: "Red"), Team(name: "Blue"))
  let matches: [Match] = [
    Match(home: red, away: blue, goals: (home: 2, away: 1)),
    Match(home: blue, away: red, goals: (home: upset ? 4 : 1, away: 1)),
  ]
  let rows = table(matches)
  let draws: Int = matches.filter { $0.result == .draw }.count
  let gap: Int = rows[0].standing.points - rows[1].standing.points
  let clear: Bool = gap > 2 || draws == 0
  return clear ? rows[0].team.name : "\(rows[0].team.name) by \(gap)"
}
