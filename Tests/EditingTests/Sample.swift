import Diagnostics
import Editing

/// A document in which values are found by their text.
struct Sample {
  let document: Document

  init(_ text: String) throws { document = try Document(Array(text.utf8)) }

  /// The place of the first occurrence of `needle`.
  func place(_ needle: String) -> SourceRange {
    let text = String(decoding: document.bytes, as: UTF8.self)
    let scalars = Array(text.unicodeScalars)
    let wanted = Array(needle.unicodeScalars)
    let start = scalars.indices.first { scalars[$0...].starts(with: wanted) } ?? 0
    func position(_ index: Int) -> Position {
      var (line, column) = (UInt32(1), UInt32(1))
      for (number, scalar) in scalars[..<index].enumerated() {
        if scalar == "\n" {
          (line, column) = (line + 1, 1)
        } else if !(number == 0 && scalar == "\u{feff}") {
          column += 1
        }
      }
      return Position(line: line, column: column)
    }
    return SourceRange(
      file: FileID(index: 0), start: position(start), end: position(start + wanted.count))
  }

  /// The text with some changes, or why they are refused.
  func text(with changes: [DocumentChange?]) -> String {
    do throws(EditRefusal) {
      let result = try document.edits(for: changes.compactMap(\.self)).result
      return String(decoding: result, as: UTF8.self)
    } catch {
      return "refused: \(error.reason)"
    }
  }

  func removing(_ needles: String...) -> String {
    text(with: needles.map { document.entry(at: place($0)).map { .remove($0) } })
  }

  /// Adds to the list or mapping that is the value of a key.
  func adding(_ value: NewValue, to key: String) -> String {
    guard let key = document.key(at: place(key)) else { return "no such key" }
    return text(with: [.append(value, to: document.value(ofKey: key))])
  }

  func setting(_ key: String, _ value: NewValue, inEntry needle: String) -> String {
    guard let entry = document.entry(at: place(needle)) else { return "no such entry" }
    return text(with: [.add(.init(key, value), to: entry)])
  }

  func replacing(_ needle: String, with text: String) -> String {
    self.text(with: [document.scalar(at: place(needle)).map { .replace($0, with: .text(text)) }])
  }
}
