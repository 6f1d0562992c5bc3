public import Diagnostics

/// Maps places of an edited file to the file before the edits.
public struct PlaceOrigins: Sendable {
  private let old: TextLines
  private let new: TextLines
  private let edits: [TextEdit]

  /// - Parameters:
  ///   - edits: The edits, in order of place.
  ///   - document: The file before the edits.
  public init(_ edits: [TextEdit], in document: Document) {
    old = document.lines
    new = TextLines(edits.applied(to: document.bytes), isJSON: document.isJSON)
    self.edits = edits
  }

  /// Returns the place in the file before the edits; for inserted text, where it was inserted.
  ///
  /// - Complexity: O(*n*) for *n* edits.
  public func origin(of place: Position) -> Position {
    let offset = new.offset(of: place)
    var shift = 0
    for edit in edits {
      let start = edit.range.lowerBound + shift
      guard start <= offset else { break }
      if offset < start + edit.text.count { return old.position(of: edit.range.lowerBound) }
      shift += edit.text.count - edit.range.count
    }
    return old.position(of: offset - shift)
  }
}
