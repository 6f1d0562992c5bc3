public import Diagnostics
public import Text

/// A selector of modules and externals in a link constraint: `layer:core | *Kit | !external:Realm`.
///
/// Names, globs, paths, layers and tags select modules; `external:`, `package:` and `sdk:` select
/// dependencies outside of the repository. `!a` selects everything of the same kind that `a` does
/// not match.
public struct Selector: Sendable {
  public let text: String
  public let location: SourceRange
  public let terms: [Term]

  public struct Term: Sendable {
    public var text: String
    public var isNegated: Bool
    public var subject: Subject
  }

  public enum Subject: Sendable {
    case pattern(Pattern)
    case layer(Int)
    case tag(Int)
    /// Anything outside the repository.
    case external(Glob)
    case package(PackagePattern)
    case sdk(Glob)
  }

  struct Scope {
    var layers: [String]
    var tags: [String]
  }

  init(
    _ text: String, at location: SourceRange, in scope: Scope
  ) throws(Diagnostic) {
    self.text = text
    self.location = location
    var terms: [Term] = []
    for piece in text.split(separator: "|", omittingEmptySubsequences: false) {
      do throws(SyntaxError) {
        terms.append(try Term(trimmed(piece), at: location, in: scope))
      } catch {
        throw Diagnostic(.invalidRules, .error, error.message(in: text), at: location)
      }
    }
    self.terms = terms
  }

  enum SyntaxError: Error {
    case emptyTerm
    case unknownKind(String)
    case unknownName(String, kind: String, nearest: String?)
    case badPattern(String)
  }
}

extension Selector.Term {
  fileprivate static let kinds = ["layer", "tag", "external", "package", "sdk"]

  fileprivate init(
    _ text: String, at location: SourceRange, in scope: Selector.Scope
  ) throws(Selector.SyntaxError) {
    self.text = text
    isNegated = text.hasPrefix("!")
    let name = isNegated ? trimmed(text.dropFirst()) : text
    guard let colon = name.firstIndex(of: ":") else {
      guard !name.isEmpty else { throw .emptyTerm }
      guard let pattern = Pattern(name, at: location) else { throw .badPattern(name) }
      subject = .pattern(pattern)
      return
    }
    let kind = trimmed(name[..<colon])
    let value = trimmed(name[name.index(after: colon)...])
    guard Self.kinds.contains(kind) else { throw .unknownKind(kind) }
    guard !value.isEmpty else { throw .emptyTerm }
    subject = try Self.subject(kind, value, in: scope)
  }

  private static func subject(
    _ kind: String, _ value: String, in scope: Selector.Scope
  ) throws(Selector.SyntaxError) -> Selector.Subject {
    if kind == "layer" {
      return .layer(try number(of: value, among: scope.layers, kind))
    }
    if kind == "tag" { return .tag(try number(of: value, among: scope.tags, kind)) }
    if kind == "package" {
      guard let pattern = PackagePattern(value) else { throw .badPattern(value) }
      return .package(pattern)
    }
    guard let glob = Glob(productName(value)) else { throw .badPattern(value) }
    return kind == "sdk" ? .sdk(glob) : .external(glob)
  }

  private static func number(
    of name: String, among names: [String], _ kind: String
  ) throws(Selector.SyntaxError) -> Int {
    guard let number = names.firstIndex(of: name) else {
      throw .unknownName(name, kind: kind, nearest: names.nearest(to: name))
    }
    return number
  }
}

extension Selector.SyntaxError {
  fileprivate func message(in text: String) -> Diagnostic.Message {
    switch self {
    case .emptyTerm: "selector '\(text)' has an empty part"
    case .badPattern(let pattern): .badPattern(pattern)
    case .unknownName(let name, let kind, let nearest):
      Diagnostic.Message("unknown \(kind) '\(name)'" + nearestSuffix(nearest))
    case .unknownKind(let kind): .unknownKind(kind)
    }
  }
}

extension Diagnostic.Message {
  fileprivate static func unknownKind(_ kind: String) -> Self {
    let kinds = Selector.Term.kinds
    let help = ForeignWords.inRules.entry(for: kind) { kinds.contains($0) }?.help(about: nil)
    let nearest = ForeignWords.inRules.word(meantBy: kind, among: kinds)
    return Self(
      "a selector cannot start with '\(kind):'"
        + (help.map { "; " + $0 } ?? nearestSuffix(nearest)))
  }

  static func badPattern(_ text: String) -> Self {
    "pattern '\(text)' has an unmatched bracket or brace"
  }
}

/// Returns the name of an external product without `lib` and the extension.
public func productName(_ name: String) -> String {
  for ending in [".xcframework", ".framework", ".dylib", ".tbd", ".a"] where name.hasSuffix(ending)
  {
    return String(name.dropLast(ending.count))
  }
  return name
}
