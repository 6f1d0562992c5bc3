internal import Imports

/// The tokens of a manifest without inactive branches of `#if`.
struct ManifestTokens {
  private let source: SourceText
  private(set) var all: [ManifestToken] = []
  /// Whether a condition on the system encloses more than imports.
  private(set) var dependsOnHost = false
  let toolsVersion: ToolsVersion?
  /// The open brackets with their indexes; -1 in inactive branches.
  private var open: [(bracket: UInt8, place: Int)] = []
  private var groups: [Group] = []

  private struct Group {
    var depth: Int
    var isActive = false
    /// Whether a branch is active, so that the others are not.
    var isDecided = false
    var dependsOnHost = false
    var hasOnlyImports = true
    var hasElse = false
    /// The place of a condition that cannot be evaluated and may be that of the active branch.
    var unknown: ManifestObstacle?
  }

  /// - Complexity: O(*n*) for *n* bytes.
  init(_ bytes: [UInt8]) throws(ManifestObstacle) {
    source = SourceText(bytes: bytes)
    toolsVersion = ToolsVersion(ofManifest: bytes)
    all.reserveCapacity(bytes.count / 4)
    open.reserveCapacity(16)
    var lexer = SwiftLexer(source)
    repeat {
      let end = lexer.place
      let token = try ManifestToken(lexer.next(), lexer, after: end)
      if token.kind == .directive, try takeCondition(token, &lexer) { continue }
      try add(token)
    } while all.last?.kind != .end
  }

  private mutating func add(_ token: ManifestToken) throws(ManifestObstacle) {
    if let group = groups.indices.last, token.startsLine, token.kind != .end,
      !source.equals("import", token.range), token.kind != .attribute
    {
      groups[group].hasOnlyImports = false
    }
    let isActive = groups.isEmpty || groups[groups.count - 1].isActive
    let place = isActive ? all.count : -1
    var token = token
    if token.kind == .sign {
      switch token.first {
      case UInt8(ascii: "("): open.append((UInt8(ascii: ")"), place))
      case UInt8(ascii: "["): open.append((UInt8(ascii: "]"), place))
      case UInt8(ascii: "{"): open.append((UInt8(ascii: "}"), place))
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        guard let last = open.popLast(), last.bracket == token.first, open.count >= depthOfGroup,
          !isActive || last.place >= 0
        else { throw ManifestObstacle(offset: token.range.lowerBound) }
        if isActive {
          token.match = last.place
          all[last.place].match = place
        }
      default: break
      }
    }
    if token.kind == .end, !open.isEmpty || !groups.isEmpty {
      throw ManifestObstacle(offset: token.range.lowerBound)
    }
    if isActive { all.append(token) }
  }

  private var depthOfGroup: Int { groups.last?.depth ?? 0 }

  /// - Returns: Whether the directive is part of a condition.
  private mutating func takeCondition(
    _ token: ManifestToken, _ lexer: inout SwiftLexer
  ) throws(ManifestObstacle) -> Bool {
    let obstacle = ManifestObstacle(offset: token.range.lowerBound)
    let word = String(decoding: bytes[token.range], as: UTF8.self)
    guard ["#if", "#elseif", "#else", "#endif"].contains(word) else { return false }
    var decision = ManifestDecision(holds: true)
    lexer.skipLine()
    if word == "#if" || word == "#elseif" {
      let line = bytes[token.range.upperBound..<lexer.place]
      guard let condition = ImportCondition(line: line) else { throw obstacle }
      decision = ManifestDecision(condition, for: toolsVersion)
    }
    if word == "#if" {
      groups.append(Group(depth: open.count))
    } else {
      guard let group = groups.last, open.count == group.depth, !group.hasElse || word == "#endif"
      else { throw obstacle }
    }
    if word == "#endif" {
      let group = groups.removeLast()
      if let unknown = group.unknown, !group.hasOnlyImports { throw unknown }
      if group.dependsOnHost, !group.hasOnlyImports { dependsOnHost = true }
      if let outer = groups.indices.last, !group.hasOnlyImports {
        groups[outer].hasOnlyImports = false
      }
    } else {
      groups[groups.count - 1].hasElse = word == "#else"
      startBranch(decision, obstacle)
    }
    return true
  }

  private mutating func startBranch(_ decision: ManifestDecision, _ obstacle: ManifestObstacle) {
    var group = groups.removeLast()
    let mayBeActive = groups.last?.isActive ?? true && !group.isDecided
    group.dependsOnHost = group.dependsOnHost || decision.dependsOnHost
    group.isActive = mayBeActive && decision.holds == true
    if decision.holds == true { group.isDecided = true }
    if mayBeActive, decision.holds == nil { group.unknown = group.unknown ?? obstacle }
    groups.append(group)
  }
}

// Single tokens.
extension ManifestTokens {
  var bytes: [UInt8] { source.bytes }

  func isAt(_ place: Int, _ text: StaticString) -> Bool {
    let token = all[place]
    guard token.first == text.utf8Start.pointee, token.range.count == text.utf8CodeUnitCount else {
      return false
    }
    return token.range.count == 1 || source.equals(text, token.range)
  }

  func word(_ place: Int) -> String { String(decoding: bytes[all[place].range], as: UTF8.self) }

  func isIdentifier(_ place: Int) -> Bool { all[place].kind == .identifier }

  func opens(_ place: Int) -> Bool { all[place].match > place }

  /// Returns the index after the token, or after the bracket that it opens.
  func behind(_ place: Int) -> Int { opens(place) ? all[place].match + 1 : place + 1 }

  /// Returns the index of the first such token from `place` on, outside brackets that open there;
  /// `limit` without one.
  func first(_ sign: StaticString, from place: Int, before limit: Int) -> Int {
    var place = place
    while place < limit, !isAt(place, sign) { place = behind(place) }
    return min(place, limit)
  }

  /// Returns the end of an expression, or of a statement, which may contain commas.
  func end(from start: Int, before limit: Int, isStatement: Bool = false) -> Int {
    var place = start
    while place < limit {
      if isAt(place, ";") || !isStatement && isAt(place, ",") { break }
      if place > start, all[place].startsLine, !continues(place) { break }
      place = behind(place)
    }
    return min(place, limit)
  }

  /// Whether the token at the start of a line continues the previous line.
  private func continues(_ place: Int) -> Bool {
    let (token, last) = (all[place], all[place - 1])
    switch token.kind {
    case .operation where token.hasSpaceAfter: return true
    case .sign:
      if isAt(place, ".") || isAt(place, "{") || isAt(place, ":") || isAt(place, ",") {
        return true
      }
    case .identifier:
      let words: [StaticString] = ["else", "catch", "where", "as", "is"]
      if words.contains(where: { isAt(place, $0) }) { return true }
    default: break
    }
    switch last.kind {
    case .operation: return last.hasSpaceBefore && last.hasSpaceAfter
    case .sign: return isAt(place - 1, ",") || isAt(place - 1, ":") || isAt(place - 1, ".")
    default: return false
    }
  }

  private static let modifiers: [StaticString] = [
    "private", "fileprivate", "internal", "public", "open", "package", "final", "static", "class",
    "lazy", "nonisolated", "mutating", "override", "required", "convenience", "indirect",
  ]

  /// The attributes that do not change what a declaration means.
  private static let harmless: [StaticString] = [
    "@MainActor", "@available", "@discardableResult", "@inlinable", "@inline",
    "@usableFromInline", "@Sendable", "@preconcurrency",
  ]

  /// The attributes and modifiers of a declaration.
  struct Modifiers {
    /// The index of the keyword.
    var place: Int
    var isStatic = false
    /// Whether one of the attributes may change the meaning, such as a property wrapper.
    var hasAttributes = false
    /// Whether one of them is `lazy` or `indirect`.
    var isIndirect = false
  }

  /// Skips attributes and modifiers.
  func modifiers(from start: Int, before limit: Int) -> Modifiers {
    var result = Modifiers(place: start)
    while result.place < limit {
      let place = result.place
      if all[place].kind == .attribute {
        if !Self.harmless.contains(where: { isAt(place, $0) }) { result.hasAttributes = true }
        result.place += 1
        if result.place < limit, isAt(result.place, "("), !all[result.place].hasSpaceBefore {
          result.place = behind(result.place)
        }
      } else if Self.modifiers.contains(where: { isAt(place, $0) }) {
        let next = isAt(place + 1, "(") ? behind(place + 1) : place + 1
        guard next < limit, isIdentifier(next), !isAt(next, "in") else { break }
        if isAt(place, "static") || isAt(place, "class") {
          // `class Name` is a declaration.
          if isAt(place, "class"), !isAt(next, "func"), !isAt(next, "var"), !isAt(next, "let") {
            break
          }
          result.isStatic = true
        }
        if isAt(place, "lazy") || isAt(place, "indirect") { result.isIndirect = true }
        result.place = next
      } else {
        break
      }
    }
    return result
  }
}

/// Creates a range that is empty if `end` is before `start`, so that reading past a statement never
/// traps.
func ..< (start: Int, end: Int) -> Range<Int> {
  Range(uncheckedBounds: (start, max(start, end)))
}
