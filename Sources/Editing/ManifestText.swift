public import Diagnostics

/// The text of a manifest, from which entries with lines of their own can be removed.
public struct ManifestText: Sendable {
  private let lines: TextLines

  public init(_ bytes: [UInt8]) { lines = TextLines(bytes) }

  public var bytes: [UInt8] { lines.bytes }

  /// Returns the position of a byte, counting lines and characters from 1.
  public func position(of offset: Int) -> Position { lines.position(of: offset) }

  /// Returns the edit that removes the lines of an entry of a list.
  ///
  /// - Throws: The reason why not: something other than its comma is on these lines.
  public func removal(of place: SourceRange) throws(EditRefusal) -> TextEdit {
    let (start, end) = (lines.offset(of: place.start), lines.offset(of: place.end))
    guard start < end else { throw .notFound }
    let first = lines.start(at: start)
    let rest = bytes[end..<max(end, lines.end(at: end))].filter { !$0.isBlank }
    guard lines.isBlank(first..<start), rest.isEmpty || rest == [UInt8(ascii: ",")] else {
      throw .sharesLine
    }
    return TextEdit(first..<lines.next(after: end))
  }
}
