/// A statement that sets a variable or a property, or adds to it.
struct ManifestChange {
  let operation: Operation
  /// The index of the dot before the property; nil for a variable.
  let dot: Int?
  /// The index after the operator, or after the bracket of `append`.
  let value: Int

  enum Operation {
    /// `=`
    case set
    /// `+=`
    case add
    /// `.append(…)` or `.append(contentsOf: …)`
    case append
  }
}

extension ManifestCursor {
  /// Returns the change that the statement at the token makes; nil for other statements.
  func change(before end: Int) -> ManifestChange? {
    guard isName else { return nil }
    var next = place + 1
    var dot: Int?
    // Whether a variable or a property precedes, not a call or a subscript.
    var isStored = true
    while next < end {
      let isEnd = tokens.isAt(next, "=") || tokens.isAt(next, "+=")
      if isEnd, isStored {
        return ManifestChange(
          operation: tokens.isAt(next, "=") ? .set : .add, dot: dot, value: next + 1)
      }
      if tokens.isAt(next, "."), tokens.isIdentifier(next + 1) {
        if tokens.isAt(next + 1, "append"), tokens.isAt(next + 2, "("),
          tokens.behind(next + 2) == end, isStored
        {
          return ManifestChange(operation: .append, dot: dot, value: next + 3)
        }
        (dot, isStored) = (next, true)
        next += 2
      } else if tokens.opens(next) {
        isStored = false
        next = tokens.behind(next)
      } else if tokens.isAt(next, "!") || tokens.isAt(next, "?") {
        next += 1
      } else {
        return nil
      }
    }
    return nil
  }
}
