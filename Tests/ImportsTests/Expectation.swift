import Diagnostics
import Imports
import Testing

/// Expects imports in the form `Module line:column`, with what else is so.
func expect(
  _ source: some StringProtocol, as language: SourceLanguage = .swift, _ expected: [String],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expect(Array(source.utf8), as: language, expected, sourceLocation: sourceLocation)
}

func expect(
  _ source: [UInt8], as language: SourceLanguage = .swift, _ expected: [String],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let found = language.imports(in: source).map(\.description)
  #expect(found == expected, sourceLocation: sourceLocation)
}

extension SourceImport {
  var description: String {
    var words = [module, "\(position.line):\(position.column)"]
    if let header { words.append(header) }
    if isReexported { words.append("exported") }
    if condition != .always { words.append("if \(condition.description)") }
    return words.joined(separator: " ")
  }
}

extension ImportCondition {
  /// The condition in one form, with all its brackets.
  var description: String {
    switch self {
    case .always: "true"
    case .flag(let name): name
    case .os(let name): "os(\(name))"
    case .targetEnvironment(let name): "environment(\(name))"
    case .canImport(let name): "canImport(\(name))"
    case .not(let inner): "!\(inner.description)"
    case .all(let parts): "(" + parts.map(\.description).joined(separator: " && ") + ")"
    case .any(let parts): "(" + parts.map(\.description).joined(separator: " || ") + ")"
    case .unknown: "unknown"
    }
  }
}
