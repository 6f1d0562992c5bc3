/// A pattern of CODEOWNERS or .gitignore, which names files of a repository by their paths.
struct CodeOwnersPattern: Sendable {
  private var parts: [Part] = []
  private var end: End

  private enum Part: Sendable {
    /// One name.
    case name(NamePattern)
    /// Any number of folders.
    case folders
  }

  /// What may follow behind the last part.
  private enum End: Sendable {
    case nothing
    /// The part is the file, or a folder on the way to it.
    case anything
    /// The part is a folder.
    case something
  }

  /// A pattern as GitHub reads it: as gitignore, but that `folder/*` does not reach into folders.
  ///
  /// With a `/` before its end it starts at the root, else anywhere.
  init?(github text: Substring) { self.init(rooted: text, hasSets: false) }

  /// A pattern of .gitignore, without a `!` before it and a `/` behind it.
  init?(gitignore text: Substring) { self.init(rooted: text, hasSets: true) }

  private init?(rooted text: Substring, hasSets: Bool) {
    guard !text.contains("***"), text != "/" else { return nil }
    var names = text.split(separator: "/", omittingEmptySubsequences: false)
    end = .anything
    if names.count > 1, names.last?.isEmpty ?? false {
      names.removeLast()
      end = .something
    }
    if names.first?.isEmpty ?? false {
      names.removeFirst()
    } else if names.count == 1 {
      parts = [.folders]
    }
    if names.last == "**" {
      names.removeLast()
      end = .something
    } else if names.last == "*", end == .anything {
      end = .nothing
    }
    append(names) { NamePattern($0, hasSets: hasSets) }
  }

  /// A pattern as GitLab reads it: Ruby's `File.fnmatch` with `FNM_PATHNAME` and `FNM_DOTMATCH`.
  ///
  /// Without a `/` at its start it may start anywhere; with one at its end it is a folder.
  init?(gitlab text: Substring) {
    var names = text.split(separator: "/", omittingEmptySubsequences: false)
    guard !text.isEmpty else { return nil }
    end = .nothing
    if names.count > 1, names.last?.isEmpty ?? false {
      names.removeLast()
      end = .something
    }
    if names.first?.isEmpty ?? false { names.removeFirst() } else { parts = [.folders] }
    // Not before a `/`, `**` is no more than `*`.
    let last = end == .nothing ? names.popLast() : nil
    append(names) { NamePattern($0, hasSets: true) }
    if let last { parts.append(.name(NamePattern(last, hasSets: true))) }
  }

  private mutating func append(_ names: [Substring], _ pattern: (Substring) -> NamePattern) {
    for name in names { parts.append(name == "**" ? .folders : .name(pattern(name))) }
  }

  /// What of the paths that it matches is written without wildcards: how they start, or a name in them.
  enum Key: Hashable {
    case start([[Unicode.Scalar]])
    case name([Unicode.Scalar])
  }

  /// `nil` where it starts with a wildcard.
  var key: Key? {
    if case .folders = parts.first {
      guard parts.count > 1, case .name(let name) = parts[1] else { return nil }
      return name.literal.map(Key.name)
    }
    var start: [[Unicode.Scalar]] = []
    for part in parts {
      guard case .name(let name) = part, let literal = name.literal else { break }
      start.append(literal)
    }
    return start.isEmpty ? nil : .start(start)
  }

  /// Whether it names the file whose path consists of `path`.
  ///
  /// Goes back to the last `**` alone: what an earlier one could take, a later one can as well.
  ///
  /// - Complexity: O(*n* · *m*) for *n* parts and *m* names.
  func matches(_ path: [[Unicode.Scalar]]) -> Bool {
    var (part, place) = (0, 0)
    var retry: (part: Int, place: Int)?
    while true {
      if part == parts.count {
        let rest = path.count - place
        if end == .anything || (end == .nothing ? rest == 0 : rest > 0) { return true }
      } else if case .folders = parts[part] {
        part += 1
        retry = (part, place)
        continue
      } else if place < path.count, case .name(let name) = parts[part], name.matches(path[place]) {
        part += 1
        place += 1
        continue
      }
      guard let last = retry, last.place < path.count else { return false }
      retry = (last.part, last.place + 1)
      (part, place) = (last.part, last.place + 1)
    }
  }
}

/// A pattern over one name of a path.
private struct NamePattern: Sendable {
  private var tokens: [Token] = []

  private enum Token: Sendable {
    case one(Unicode.Scalar)
    case anyOne
    case any
    case set([ClosedRange<Unicode.Scalar>], isNegated: Bool)
    /// A set that is not closed.
    case never

    func accepts(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .one(let own): own == scalar
      case .anyOne: true
      case .set(let ranges, let isNegated): ranges.contains { $0.contains(scalar) } != isNegated
      case .any, .never: false
      }
    }
  }

  /// The one name that it matches, if it has no wildcards.
  var literal: [Unicode.Scalar]? {
    var scalars: [Unicode.Scalar] = []
    for token in tokens {
      guard case .one(let scalar) = token else { return nil }
      scalars.append(scalar)
    }
    return scalars
  }

  /// - Parameters:
  ///   - text: Without `/`.
  ///   - hasSets: Whether `[a-z]` and `[!a]` are sets.
  init(_ text: Substring, hasSets: Bool) {
    var rest = text.unicodeScalars
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\\": tokens.append(.one(rest.popFirst() ?? scalar))
      case "*":
        if case .any = tokens.last { continue }
        tokens.append(.any)
      case "?": tokens.append(.anyOne)
      case "[" where hasSets: tokens.append(Self.set(&rest))
      default: tokens.append(.one(scalar))
      }
    }
  }

  /// Reads a set behind its `[`; a `]` that comes first is one of its members.
  private static func set(_ rest: inout Substring.UnicodeScalarView) -> Token {
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    let isNegated = rest.first == "!" || rest.first == "^"
    if isNegated { rest.removeFirst() }
    while var low = rest.popFirst() {
      if low == "]", !ranges.isEmpty { return .set(ranges, isNegated: isNegated) }
      if low == "\\" { low = rest.popFirst() ?? low }
      var high = low
      if rest.first == "-", let next = rest.dropFirst().first, next != "]" {
        rest.removeFirst(2)
        high = next == "\\" ? rest.popFirst() ?? next : next
      }
      // A range that runs backwards has no members, but is one.
      ranges.append(low <= high ? low...high : low...low)
    }
    return .never
  }

  /// Goes back to the last `*` alone, as a glob without alternatives may.
  func matches(_ name: [Unicode.Scalar]) -> Bool {
    var (token, place) = (0, 0)
    var retry: (token: Int, place: Int)?
    while true {
      if token == tokens.count {
        if place == name.count { return true }
      } else if case .any = tokens[token] {
        token += 1
        retry = (token, place)
        continue
      } else if place < name.count, tokens[token].accepts(name[place]) {
        token += 1
        place += 1
        continue
      }
      guard let last = retry, last.place < name.count else { return false }
      retry = (last.token, last.place + 1)
      (token, place) = (last.token, last.place + 1)
    }
  }
}
