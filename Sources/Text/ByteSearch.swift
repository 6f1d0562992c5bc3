extension Collection<UInt8> {
  /// Returns whether all bytes are visible ASCII characters and spaces, and none is `excluded`.
  @inlinable
  public func isPlainText(without excluded: UInt8 = 0) -> Bool {
    allSatisfy { 0x20...0x7E ~= $0 && $0 != excluded }
  }

  /// Returns whether the bytes contain `part`, which is not empty.
  public func containsBytes(of part: String) -> Bool {
    let (bytes, wanted) = (Array(self), Array(part.utf8))
    return bytes.indices.contains {
      bytes[$0] == wanted[0] && bytes[$0...].starts(with: wanted)
    }
  }
}
