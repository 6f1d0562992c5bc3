internal import Diagnostics

// References to build settings in texts: `$(X)`, `${X}`, `$[X]` and `$X`; `$$` is a dollar sign.
extension StringProtocol where SubSequence == Substring {
  /// Whether the text refers to build settings.
  @inlinable
  public var hasVariable: Bool {
    var isBehindDollar = false
    for byte in utf8 {
      if isBehindDollar, closingBracket(of: byte) != nil || isStartOfName(byte) { return true }
      isBehindDollar = byte == UInt8(ascii: "$") && !isBehindDollar
    }
    return false
  }

  /// The name in the reference that the text starts with, and the text after it.
  public var leadingVariable: (name: Substring, rest: Substring)? {
    guard utf8.first == UInt8(ascii: "$") else { return nil }
    let text = self[utf8.index(after: startIndex)...]
    guard let first = text.utf8.first else { return nil }
    if let close = closingBracket(of: first) {
      let name = text[text.utf8.index(after: text.startIndex)...]
      return name.utf8.firstIndex(of: close).map { end in
        (name[..<end], name[name.utf8.index(after: end)...])
      }
    }
    guard isStartOfName(first) else { return nil }
    let end = text.utf8.firstIndex { !isStartOfName($0) && !(0x30...0x39 ~= $0) } ?? text.endIndex
    return (text[..<end], text[end...])
  }

  /// Whether the text is a reference to a setting and nothing else.
  public func isVariable(_ name: String) -> Bool {
    leadingVariable.map { $0.name == name && $0.rest.isEmpty } ?? false
  }

  /// Returns the text with all references replaced.
  ///
  /// - Returns: `nil` if a reference has no value, or if the text exceeds the length of a name:
  ///   values can double with each reference.
  public func expandingVariables(_ value: (_ name: Substring) -> String?) -> String? {
    guard hasVariable else { return String(self) }
    var result = ""
    var rest = self[...]
    var room = Limits.nameLength - utf8.count
    while let dollar = rest.utf8.firstIndex(of: UInt8(ascii: "$")) {
      result += rest[..<dollar]
      rest = rest[dollar...]
      if let (name, end) = rest.leadingVariable {
        guard room >= 0, let value = value(name) else { return nil }
        room -= value.utf8.count
        result += value
        rest = end
      } else {
        let sign = rest.hasPrefix("$$") ? rest.prefix(2) : rest.prefix(1)
        result += sign
        rest = rest[sign.endIndex...]
      }
    }
    return room < 0 ? nil : result + rest
  }
}

/// Returns the bracket that ends a name; `nil` if `byte` is no opening bracket.
@usableFromInline
func closingBracket(of byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "("): UInt8(ascii: ")")
  case UInt8(ascii: "{"): UInt8(ascii: "}")
  case UInt8(ascii: "["): UInt8(ascii: "]")
  default: nil
  }
}

@usableFromInline
func isStartOfName(_ byte: UInt8) -> Bool {
  0x41...0x5a ~= byte || 0x61...0x7a ~= byte || byte == UInt8(ascii: "_")
}

extension String {
  /// The variables for the folder of the project.
  public static let foldersOfProject: Set = ["SRCROOT", "PROJECT_DIR", "SOURCE_ROOT"]

  /// The path without a leading variable of the project's folder.
  public var withoutSourceRoot: String {
    guard let (name, rest) = leadingVariable, Self.foldersOfProject.contains(String(name)) else {
      return self
    }
    return String(rest.drop { $0 == "/" })
  }
}
