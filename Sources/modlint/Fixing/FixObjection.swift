import Diagnostics
import Editing
import Fixes

struct FixObjection {
  var refusal: EditRefusal
  var refusals: [Int: EditRefusal] = [:]
  var new: [Diagnostic] = []

  init(_ refusal: EditRefusal) { self.refusal = refusal }
}
