extension [String] {
  /// The elements joined for a sentence: `a`, `a and b`, `a, b and c`.
  public var joinedByAnd: String { joined(before: "and") }

  /// The elements joined as alternatives: `a`, `a or b`, `a, b or c`.
  public var joinedByOr: String { joined(before: "or") }

  /// The elements in single quotes, like names in messages.
  public var quoted: [String] { map { "'\($0)'" } }

  private func joined(before conjunction: String) -> String {
    guard count > 1, let last else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }
}

extension String {
  /// Returns whether the text contains the bytes of `part`, which is not empty.
  public func containsBytes(of part: String) -> Bool {
    let (bytes, wanted) = (Array(utf8), Array(part.utf8))
    return bytes.indices.contains {
      bytes[$0] == wanted[0] && bytes[$0...].starts(with: wanted)
    }
  }
}
