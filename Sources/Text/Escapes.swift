/// The escapes of special characters in an output medium.
public struct Escapes: Sendable {
  public typealias Replacement = @Sendable (Unicode.Scalar) -> String?

  /// Whether each byte never needs an escape, indexed by its value.
  private let isPlain: [Bool]
  private let replacement: Replacement
  /// Whether any scalar may be replaced, whatever its neighbors.
  private let replacesAll: Bool
  /// The replacement of the second hash in a command of a build machine.
  private let disarmedHash: String?

  /// Creates the escapes.
  ///
  /// - Parameters:
  ///   - disarmedHash: The replacement of the second `#` of `##[` or `##word[`, if any.
  ///   - replacesAll: Whether to also replace hostile scalars that join their neighbors.
  ///   - replacement: Returns the replacement of a scalar, if any.
  public init(
    disarmedHash: String? = nil, replacesAll: Bool = false, _ replacement: @escaping Replacement
  ) {
    isPlain = (UInt8.min...UInt8.max).map { byte in
      byte < 0x80 && replacement(Unicode.Scalar(byte)) == nil
        && (disarmedHash == nil || byte != UInt8(ascii: "#"))
    }
    self.replacement = replacement
    self.replacesAll = replacesAll
    self.disarmedHash = disarmedHash
  }

  /// Returns whether a UTF-8 text needs no escapes; true for nearly all texts.
  private func keep(_ text: some Sequence<UInt8>) -> Bool { text.allSatisfy { isPlain[Int($0)] } }

  /// Returns a text with its escapes.
  ///
  /// - Complexity: O(*n*).
  func escape(_ text: String) -> String {
    if keep(text.utf8) { return text }
    let escaped = text.escaped(keepingJoiners: !replacesAll, replacement)
    return disarmedHash.map { escaped.disarmingCommands($0) } ?? escaped
  }
}

extension String {
  /// Returns the text with the escapes of a medium.
  public func escaped(by escapes: Escapes) -> String { escapes.escape(self) }
}
