struct Vote {
  let candidate: String
  let district: Int
  var weight: Int = 1
}

func tally(_ votes: [Vote]) -> [String: Int] {
  var counts: [String: Int] = [:]
  for vote in votes {
    counts[vote.candidate, default: 0] += vote.weight
  }
  return counts
}

func shares(_ counts: [String: Int]) -> [String: Double] {
  let total: Int = counts.values.reduce(0, +)
  return counts.mapValues { total == 0 ? 0.0 : Double($0) / Double(total) }
}

func merged(_ first: [String: Int], _ second: [String: Int]) -> [String: Int] {
  first.merging(second) { $0 + $1 }
}

func winner(_ counts: [String: Int]) -> String? {
  var best: (name: String, votes: Int)? = nil
  for (name, votes) in counts {
    if let current = best, current.votes >= votes { continue }
    best = (name: name, votes: votes)
  }
  return best?.name
}

func byDistrict(_ votes: [Vote]) -> [Int: [String: Int]] {
  Dictionary(grouping: votes, by: \.district).mapValues(tally)
}

func election() -> String {
  let votes: [Vote] = [
    Vote(candidate: "Moe", district: 1), Vote(candidate: "Lou", district: 1, weight: 2),
    Vote(candidate: "Moe", district: 2, weight: 2 + 2),
  ]
  let postal: [String: Int] = ["Lou": 3, "Kay": 1]
  let all: [String: Int] = merged(tally(votes), postal)
  let share: Double = shares(all)["Lou"] ?? 0.0
  let first: String? = byDistrict(votes)[1].flatMap(winner)
  let close: Bool = share > 0.4 && share < 0.6
  return close ? first ?? "nobody" : winner(all) ?? "tie"
}
