internal import Diagnostics
internal import Files
internal import Paths
internal import Projects
internal import SpecDecoding
public import SpecReading
internal import YAML

// Targets whose sources are all missing without an explanation.
extension Checkout {
  /// Returns an error for each target without sources.
  ///
  /// Returns nothing for a workspace without any code, and leaves out specs without any sources if
  /// there are several: that is an incomplete checkout.
  public func targetsWithoutSources(among absent: [AbsentSources]) -> [Refusal] {
    let specs = Set(absent.filter(\.isWholeSpec).map(\.refusal.spec))
    let candidates = absent.filter { !$0.isWholeSpec || specs.count == 1 }
    guard !candidates.isEmpty, hasCode() else { return [] }
    return candidates.filter { target in
      let folder = Path.folder(of: target.refusal.spec)
      return !target.paths.contains { isExplained($0, besides: folder) }
        && !target.paths.allSatisfy { $0.lowercased().contains("generated") }
    }.map(\.refusal)
  }

  /// Whether the workspace contains code other than manifests.
  private func hasCode() -> Bool {
    var folders = [""]
    var next = 0
    while next < folders.count, next < Limits.codeFolders {
      let folder = folders[next]
      next += 1
      for entry in (try? tree.entries(of: folder)) ?? [] {
        if entry.kind == .folder {
          if !Walk.neverDescends(into: entry.name) {
            folders.append(Path.join(folder, entry: entry.name))
          }
        } else if Self.isCode(entry.name) {
          return true
        }
      }
    }
    return false
  }

  private static func isCode(_ name: String) -> Bool {
    guard let ending = Path.splitExtension(name).extension else { return false }
    return ["swift", "m", "mm", "c", "cpp"].contains(ending) && !name.hasPrefix("Package")
  }

  /// Whether a path may exist where XcodeGen runs: in another checkout, in another case, or below
  /// another project root.
  private func isExplained(_ path: String, besides folder: String) -> Bool {
    let path = Path.normalized(path)
    if path.isEmpty || tree.spelling(of: path) != nil || mayExist(path) { return true }
    guard let rest = Path.part(of: path, in: folder), !rest.isEmpty else { return false }
    var root = folder
    while !root.isEmpty {
      root = Path.folder(of: root)
      if tree.kind(of: Path.join(root, String(rest))) != nil { return true }
    }
    return false
  }
}
