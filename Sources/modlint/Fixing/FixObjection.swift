import Diagnostics
import Editing
import Fixes

/// The reasons why fixes cannot stay.
struct FixObjection {
  /// The first reason.
  var refusal: EditRefusal
  /// The reasons against single fixes, by number.
  var refusals: [Int: EditRefusal] = [:]
  /// The findings that the fixes bring.
  var new: [Diagnostic] = []

  init(_ refusal: EditRefusal) { self.refusal = refusal }
}
