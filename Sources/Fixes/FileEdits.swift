public import Diagnostics
internal import Editing

/// The edits of one file, with the places that reports show.
public struct FileEdits: Hashable, Sendable {
  public var path: String
  /// The edits, in order of place.
  public var edits: [Edit]
  /// The edits as a unified diff, if requested.
  public var patch = ""

  public struct Edit: Hashable, Sendable {
    /// The replaced range; empty for an insertion.
    public var start: Position
    public var end: Position
    public var text: String
  }

  init(_ path: String, _ edits: [TextEdit], in document: Document, hasPatch: Bool) {
    self.path = path
    if hasPatch {
      patch = String(
        decoding: UnifiedDiff.bytes(of: path, edits, in: document), as: UTF8.self)
    }
    self.edits = edits.map { edit in
      Edit(
        start: document.position(of: edit.range.lowerBound),
        end: document.position(of: edit.range.upperBound),
        text: String(decoding: edit.text, as: UTF8.self))
    }
  }
}

extension FixPlanner {
  /// The edits of one file by a fix that is applied alone.
  private struct Part {
    var path: String
    var changes: [DocumentChange]
    var edits: [TextEdit]
  }

  /// Returns the edits of each fix applied alone, by number; none for fixes that may change more.
  ///
  /// - Complexity: O(*n* + *m*) for *n* bytes of the files and *m* fixes.
  public mutating func edits(
    ofEach fixes: [Diagnostic.Fix], havePatches: Bool
  ) -> [Int: [FileEdits]] {
    var parts: [Int: [Part]] = [:]
    for (number, fix) in fixes.enumerated() {
      guard let changes = try? documentChanges(of: fix) else { continue }
      let own = changes.sorted { $0.key.precedes($1.key) }.compactMap { path, own -> Part? in
        guard let edits = try? uncheckedEdits(own, of: path) else { return nil }
        return Part(path: path, changes: complete(own, of: path), edits: edits)
      }
      if own.count == changes.count { parts[number] = own }
    }
    var tries = Self.mostTries
    let sound = sound(parts.keys.sorted()[...], of: parts, &tries)
    return parts.filter { sound.contains($0.key) }.mapValues { own in
      own.compactMap { part in
        documents[part.path].map { FileEdits(part.path, part.edits, in: $0, hasPatch: havePatches) }
      }
    }
  }

  /// Returns the fixes whose edits change no other values: all if they pass the check together,
  /// else those of each half.
  private func sound(
    _ numbers: ArraySlice<Int>, of parts: [Int: [Part]], _ tries: inout Int
  ) -> Set<Int> {
    guard tries > 0, !numbers.isEmpty else { return [] }
    tries -= 1
    let own = Dictionary(grouping: numbers.flatMap { parts[$0] ?? [] }, by: \.path)
    let isSound = own.allSatisfy { path, parts in
      documents[path]?.says(parts.flatMap(\.changes), after: parts.flatMap(\.edits)) ?? false
    }
    if isSound { return Set(numbers) }
    guard numbers.count > 1 else { return [] }
    let half = numbers.startIndex + numbers.count / 2
    return sound(numbers[..<half], of: parts, &tries)
      .union(sound(numbers[half...], of: parts, &tries))
  }
}
