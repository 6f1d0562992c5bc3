// Variables in the values of build settings.
extension String {
  /// Whether the text refers to other build settings.
  public var hasVariable: Bool {
    var isBehindDollar = false
    for byte in utf8 {
      if isBehindDollar, byte == UInt8(ascii: "(") || byte == UInt8(ascii: "{") { return true }
      isBehindDollar = byte == UInt8(ascii: "$")
    }
    return false
  }

  /// Returns the text with `$(name)` and `${name}` replaced.
  public func replacingVariable(_ name: String, with value: String) -> String {
    guard hasVariable else { return self }
    return split(separator: "$(\(name))", omittingEmptySubsequences: false).joined(separator: value)
      .split(separator: "${\(name)}", omittingEmptySubsequences: false).joined(separator: value)
  }
}
