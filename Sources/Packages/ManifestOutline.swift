/// The parts of a manifest, compared as text, so that a change of one target is not one of all.
struct ManifestOutline {
  private var targets: [String: [String]] = [:]
  private var dependencies: [String] = []
  /// All other tokens, without products.
  private var rest: [String] = []
  private let toolsVersion: ToolsVersion?

  /// Fails unless the targets are listed in a call of `Package`, each with its name.
  init?(_ bytes: [UInt8]) {
    guard let tokens = try? ManifestTokens(bytes) else { return nil }
    toolsVersion = tokens.toolsVersion
    let places = tokens.all.indices.dropLast()
    let calls = places.filter { tokens.isAt($0, "Package") && tokens.isAt($0 + 1, "(") }
    guard calls.count == 1, let call = calls.first else { return nil }
    var place = 0
    while place < places.endIndex {
      let label = tokens.word(place)
      let isArgument =
        place > call && place < tokens.behind(call + 1) && place + 2 < places.endIndex
      guard isArgument, ["targets", "dependencies", "products"].contains(label),
        tokens.isAt(place + 1, ":"), tokens.isAt(place + 2, "[")
      else {
        rest.append(label)
        place += 1
        continue
      }
      let list = (place + 3)..<(tokens.behind(place + 2) - 1)
      place = list.upperBound + 1
      // What is added to the list is a part of the rest.
      switch label {
      case "dependencies": dependencies = list.map(tokens.word)
      case "targets": guard addTargets(in: list, tokens) else { return nil }
      default: break
      }
    }
  }

  private mutating func addTargets(in list: Range<Int>, _ tokens: ManifestTokens) -> Bool {
    var place = list.lowerBound
    while place < list.upperBound {
      let end = tokens.first(",", from: place, before: list.upperBound)
      let words = (place..<end).map(tokens.word)
      guard words.count > 6, words[0] == ".", Array(words[2...4]) == ["(", "name", ":"],
        words[5].hasPrefix("\""), targets.updateValue(words, forKey: words[5]) == nil
      else { return false }
      place = end + 1
    }
    return true
  }

  /// Whether a declaration depends on something other than targets of its package.
  private func usesProducts(_ words: [String]) -> Bool {
    guard let start = words.firstIndex(of: "dependencies") else { return false }
    return words[start...].contains { $0.hasPrefix("\"") && targets[$0] == nil }
  }

  /// Returns the names of the targets that differ from an older manifest; `nil` if any may.
  func targets(changedFrom old: ManifestOutline) -> Set<String>? {
    guard old.rest == rest, old.toolsVersion == toolsVersion else { return nil }
    let isSame = old.dependencies == dependencies
    let changed = targets.filter { name, words in
      words != old.targets[name] || !isSame && usesProducts(words)
    }
    return Set(changed.keys.map { String($0.dropFirst().dropLast()) })
  }
}

extension ManifestReader {
  /// Returns the names of the targets whose declarations differ between two versions of a manifest,
  /// and of those that use products of other packages if these changed.
  ///
  /// - Returns: `nil` if any target may be affected.
  /// - Complexity: O(*n*) for *n* bytes.
  public static func targets(changedFrom old: [UInt8], to new: [UInt8]) -> Set<String>? {
    guard let old = ManifestOutline(old) else { return nil }
    return ManifestOutline(new)?.targets(changedFrom: old)
  }
}
