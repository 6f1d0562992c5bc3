/// A line of a `.xcconfig` file.
public enum ConfigurationLine: Equatable, Sendable {
  /// `#include "path"` or `#include? "path"`, with the path.
  case include(String, isOptional: Bool)
  /// `NAME = value`, or `NAME[sdk=…] = value`, with the name and the value.
  case setting(String, isConditional: Bool, String)

  /// Parses a line; returns `nil` for comments and other lines that Xcode ignores.
  public init?(_ line: Substring) {
    let comment = line.firstRange(of: "//")?.lowerBound ?? line.endIndex
    let line = Self.trimmed(line[..<comment])
    if line.hasPrefix("#include") {
      let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
      guard parts.count > 1 else { return nil }
      self = .include(String(parts[1]), isOptional: parts[0].hasPrefix("#include?"))
      return
    }
    // Conditions contain equals signs.
    var isInCondition = false
    let equals = line.firstIndex { character in
      if character == "[" { isInCondition = true }
      if character == "]" { isInCondition = false }
      return character == "=" && !isInCondition
    }
    guard let equals else { return nil }
    let name = line[..<equals].prefix { $0 != "[" }
    self = .setting(
      String(Self.trimmed(name)), isConditional: name.endIndex < equals,
      String(Self.trimmed(line[line.index(after: equals)...])))
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" || last == ";" {
      text = text.dropLast()
    }
    return text
  }
}
