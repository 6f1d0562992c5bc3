public import Diagnostics

/// A replacement of bytes of a file; an insertion replaces an empty range.
public struct TextEdit: Hashable, Sendable {
  public var range: Range<Int>
  public var text: [UInt8]

  public init(_ range: Range<Int>, _ text: [UInt8] = []) {
    self.range = range
    self.text = text
  }
}

extension [TextEdit] {
  /// Returns the edits in order of place, for `applied(to:)`.
  ///
  /// Insertions at one place keep their order. Returns `nil` if two edits overlap.
  public func inOrder() -> [TextEdit]? {
    let sorted = enumerated().sorted { a, b in
      (a.element.range.lowerBound, a.element.range.upperBound, a.offset)
        < (b.element.range.lowerBound, b.element.range.upperBound, b.offset)
    }.map(\.element)
    for (edit, next) in zip(sorted, sorted.dropFirst())
    where edit.range.upperBound > next.range.lowerBound { return nil }
    return sorted
  }

  /// Returns the file with all edits, which must be in order.
  public func applied(to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + reduce(0) { $0 + $1.text.count })
    var place = 0
    for edit in self {
      result += bytes[place..<edit.range.lowerBound]
      result += edit.text
      place = edit.range.upperBound
    }
    return result + bytes[place...]
  }
}

/// The reason why a change is not made.
public struct EditRefusal: Error, Hashable, Sendable {
  /// A few words that follow a colon.
  public var reason: String
  /// Whether the change would replace one finding by another.
  public private(set) var bringsFinding = false

  public init(_ reason: String, bringsFinding: Bool = false) {
    self.reason = reason
    self.bringsFinding = bringsFinding
  }

  static let notReadable = Self("the file cannot be read")
  public static let overlaps = Self("another fix changes the same lines")
  static let sharesLine = Self("other text stands on the same lines")
  static let holdsComment = Self("a comment stands between the entries")
  static let isShared = Self("an anchor and its aliases share the text")
  static let isNotPlain = Self("the text spans lines")
  static let spansLines = Self("the list is written in brackets over several lines")
  static let isNested = Self("it is the last entry of a list within a list")
  static let isOddlyWritten = Self("the file is written in a way that cannot be edited safely")
  public static let notFound = Self("it is not written where the finding points to")
}

extension TextLines {
  /// Returns the edit that removes the lines of an entry of a list in a manifest.
  ///
  /// - Throws: The reason why not: something other than its comma is on these lines.
  public func removal(of place: SourceRange) throws(EditRefusal) -> TextEdit {
    let (start, end) = (offset(of: place.start), offset(of: place.end))
    guard start < end else { throw .notFound }
    let first = self.start(at: start)
    let rest = bytes[end..<max(end, self.end(at: end))].filter { !$0.isBlank }
    guard isBlank(first..<start), rest.isEmpty || rest == [UInt8(ascii: ",")] else {
      throw .sharesLine
    }
    return TextEdit(first..<next(after: end))
  }
}
