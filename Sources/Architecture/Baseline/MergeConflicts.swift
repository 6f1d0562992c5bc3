internal import Diagnostics

/// A text with unresolved merge conflicts, delimited by git's conflict markers.
struct MergeConflicts {
  private(set) var marks: [Int] = []
  /// The text of each side; lines of the other side are blank to preserve line numbers.
  private(set) var ours: [UInt8] = []
  private(set) var theirs: [UInt8] = []

  private enum Side {
    case both, ours, base, theirs
  }

  /// - Complexity: O(*n*) for *n* bytes; copies nothing if there is no conflict.
  init(in lines: [ArraySlice<UInt8>]) {
    guard lines.contains(where: { Self.side(after: $0, in: .both) != nil }) else { return }
    var side = Side.both
    for (index, line) in lines.enumerated() {
      if index > 0 {
        ours.append(UInt8(ascii: "\n"))
        theirs.append(UInt8(ascii: "\n"))
      }
      if let next = Self.side(after: line, in: side) {
        side = next
        if next == .ours { marks.append(index + 1) }
      } else {
        if side == .both || side == .ours { ours += line }
        if side == .both || side == .theirs { theirs += line }
      }
    }
  }

  /// Returns the side that follows if `line` is a conflict marker; `nil` otherwise.
  private static func side(after line: ArraySlice<UInt8>, in side: Side) -> Side? {
    guard let first = line.first, line.prefix(while: { $0 == first }).count == 7,
      line.count == 7 || line[line.startIndex + 7] == UInt8(ascii: " ")
    else { return nil }
    return switch (first, side) {
    case (UInt8(ascii: "<"), .both): .ours
    case (UInt8(ascii: "|"), .ours): .base
    case (UInt8(ascii: "="), .ours), (UInt8(ascii: "="), .base): .theirs
    case (UInt8(ascii: ">"), .theirs): .both
    default: nil
    }
  }

  func findings(in file: FileID) -> [Diagnostic] {
    marks.map { line in
      let start = Position(line: UInt32(line), column: 1)
      let end = Position(line: start.line, column: 8)
      return Diagnostic(
        .invalidBaseline, .error, .isNotResolved,
        at: SourceRange(file: file, start: start, end: end), help: [.pruneKeepsBoth])
    }
  }
}

extension Diagnostic.Message {
  fileprivate static let isNotResolved: Self = "unresolved merge conflict"
  fileprivate static let pruneKeepsBoth: Self =
    "run 'modlint baseline prune', which keeps the entries of both sides that still apply"
}
