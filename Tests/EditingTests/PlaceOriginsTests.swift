import Diagnostics
import Testing

@testable import Editing

@Suite struct PlaceOriginsTests {
  private let text = "a: 1\nb: [x, yy, z]\nc: ü\n"

  private func origin(_ edits: [TextEdit], _ line: UInt32, _ column: UInt32) throws -> Position {
    let document = try Document(Array(text.utf8), isJSON: false)
    return PlaceOrigins(edits, in: document).origin(of: Position(line: line, column: column))
  }

  @Test func followsWhatIsRemovedAbove() throws {
    let edits = [TextEdit(0..<5)]
    #expect(try origin(edits, 1, 1) == Position(line: 2, column: 1))
    #expect(try origin(edits, 2, 4) == Position(line: 3, column: 4))
  }

  @Test func followsWhatIsRemovedInTheLine() throws {
    #expect(try origin([TextEdit(12..<16)], 2, 8) == Position(line: 2, column: 12))
    #expect(try origin([TextEdit(12..<16)], 2, 5) == Position(line: 2, column: 5))
  }

  @Test func leadsFromInsertedTextToWhereItIsInserted() throws {
    let edits = [TextEdit(5..<5, Array("new: 2\n".utf8)), TextEdit(9..<10, Array("long".utf8))]
    #expect(try origin(edits, 2, 4) == Position(line: 2, column: 1))
    #expect(try origin(edits, 3, 7) == Position(line: 2, column: 5))
    #expect(try origin(edits, 3, 10) == Position(line: 2, column: 7))
    #expect(try origin(edits, 4, 4) == Position(line: 3, column: 4))
  }
}
