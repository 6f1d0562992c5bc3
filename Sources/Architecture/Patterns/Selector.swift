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
    terms = try text.split(separator: "|", omittingEmptySubsequences: false)
      .map { piece throws(Diagnostic) in
        try Term(trimmed(piece), of: text, at: location, in: scope)
      }
  }
}

extension Selector.Term {
  fileprivate static let kinds = ["layer", "tag", "external", "package", "sdk"]

  fileprivate init(
    _ text: String, of selector: String, at location: SourceRange, in scope: Selector.Scope
  ) throws(Diagnostic) {
    func problem(_ message: Diagnostic.Message) -> Diagnostic {
      Diagnostic(.invalidRules, .error, message, at: location)
    }
    self.text = text
    isNegated = text.hasPrefix("!")
    let name = isNegated ? trimmed(text.dropFirst()) : text
    guard let colon = name.firstIndex(of: ":") else {
      guard !name.isEmpty else { throw problem(.hasEmptyPart(selector)) }
      guard let pattern = Pattern(name, at: location) else { throw problem(.badPattern(name)) }
      subject = .pattern(pattern)
      return
    }
    let kind = trimmed(name[..<colon])
    let value = trimmed(name[name.index(after: colon)...])
    guard Self.kinds.contains(kind) else { throw problem(.unknownKind(kind)) }
    guard !value.isEmpty else { throw problem(.hasEmptyPart(selector)) }
    let names = kind == "layer" ? scope.layers : kind == "tag" ? scope.tags : nil
    guard let subject = Self.subject(kind, value, in: scope) else {
      throw problem(
        names.map { .unknown(kind, value, nearest: $0.nearest(to: value)) } ?? .badPattern(value))
    }
    self.subject = subject
  }

  private static func subject(
    _ kind: String, _ value: String, in scope: Selector.Scope
  ) -> Selector.Subject? {
    switch kind {
    case "layer": scope.layers.firstIndex(of: value).map { .layer($0) }
    case "tag": scope.tags.firstIndex(of: value).map { .tag($0) }
    case "package": PackagePattern(value).map { .package($0) }
    case "sdk": Glob(productName(value)).map { .sdk($0) }
    default: Glob(productName(value)).map { .external($0) }
    }
  }
}

extension Diagnostic.Message {
  fileprivate static func hasEmptyPart(_ selector: String) -> Self {
    "selector '\(selector)' has an empty part"
  }

  fileprivate static func unknown(_ kind: String, _ name: String, nearest: String?) -> Self {
    Self("unknown \(kind) '\(name)'" + nearestSuffix(nearest))
  }

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
