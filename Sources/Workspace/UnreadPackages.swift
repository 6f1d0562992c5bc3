public import Files
public import Diagnostics
internal import Packages
internal import Paths

/// A Swift package that is not part of the workspace, since nothing references it.
public struct UnreadPackage: Sendable {
  /// The folder, relative to the root; empty for the root.
  public let folder: String
  /// The number of targets that could be modules; 1 if the manifest is computed.
  public let targetCount: Int

  public var path: String { Path.join(folder, entry: "Package.swift") }

  public var gap: Gap { Gap(.unreadPackages, folder.isEmpty ? "." : folder) }
}

extension Workspace {
  /// Returns the packages with targets that neither specs nor their packages name, in order of
  /// path.
  ///
  /// - Complexity: O(size of their manifests).
  public func unreadPackages(in tree: some FileTree) -> [UnreadPackage] {
    unreachedPackages.compactMap { folder in
      var text: [UInt8] = []
      let path = Path.join(folder, entry: "Package.swift")
      guard tree.kind(of: path) == .file, tree.resolvesInside(path),
        (try? tree.read(path, limit: Limits.manifestSize, into: &text)) != nil
      else { return nil }
      guard case .literal(let manifest) = ManifestReader.read(text, file: FileID(index: 0)) else {
        return ManifestFiles.isManifest(text) ? UnreadPackage(folder: folder, targetCount: 1) : nil
      }
      let count = manifest.targets.count { $0.kind.isModule }
      return count == 0 ? nil : UnreadPackage(folder: folder, targetCount: count)
    }
  }
}
