enum LoginError: Error {
  case unknown(user: String)
  case wrong(attempts: Int)
}

struct Session: Equatable {
  let user: String
  let token: Int
}

func login(_ user: String, password: String) -> Result<Session, LoginError> {
  let users: [String: String] = ["ada": "1815", "alan": "1912"]
  guard let expected = users[user] else {
    return .failure(.unknown(user: user))
  }
  if password != expected {
    return .failure(.wrong(attempts: 1))
  }
  let token: Int = user.count * 100 + password.count
  return .success(Session(user: user, token: token))
}

func token(_ result: Result<Session, LoginError>) -> Int {
  switch result {
  case .success(let session): return session.token
  case .failure(.unknown): return 0
  case .failure(.wrong(let attempts)) where attempts > 3: return -2
  case .failure: return -1
  }
}

func greeting(_ user: String, _ password: String) -> String {
  let result = login(user, password: password)
  let name: Result<String, LoginError> = result.map { $0.user.uppercased() }
  let text: String? = try? name.get()
  let code: Int = token(result)
  let valid: Bool = code > 0 && text != nil
  return valid ? "hello " + (text ?? "") : "error \(code - 1)"
}
