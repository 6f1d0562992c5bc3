import Diagnostics
import Editing

/// Edits whatever the bytes say that can be edited: the result says what it is meant to, or is refused.
///
/// The first byte chooses the value that is changed, and how; the rest is the document. `Document.edits` itself
/// reads each result again and compares; here is held that no byte outside of the edits differs and that what
/// was put in is there.
func editDocument(_ bytes: [UInt8]) {
  guard let choice = bytes.first else { return }
  let text = Array(bytes.dropFirst())
  let document: Document
  do throws(EditRefusal) {
    document = try Document(text)
  } catch {
    return
  }
  let ids = document.allValues
  guard !ids.isEmpty else { return }
  let id = ids[Int(choice) % ids.count]
  let entry = NewValue.mapping([.init("target", .text("Z")), .init("embed", .flag(true))])
  let changes: [DocumentChange] = [
    .remove(id), .replace(id, with: .text("a: b")), .append(entry, to: id),
    .add(.init("zz", .sequence([entry])), to: id),
  ]
  for change in changes {
    do throws(EditRefusal) {
      let (edits, result) = try document.edits(for: [change])
      require(edits.applied(to: text) == result, "the edits give something else")
      var place = 0
      for edit in edits {
        require(edit.range.lowerBound >= place, "the edits are not in order")
        require(edit.range.upperBound <= text.count, "an edit lies beyond the file")
        place = edit.range.upperBound
      }
      let again = try Document(result)
      if case .remove = change {
        require(again.allValues.count < ids.count, "nothing was removed")
      }
    } catch {
      require(!error.reason.isEmpty, "a refusal without a reason")
    }
  }
}
