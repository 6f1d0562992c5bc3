public import Diagnostics
public import Graph
public import Packages
internal import Paths

/// A Swift package in a folder of the workspace.
public struct LocalPackage: Sendable {
  /// The path from the root of the workspace; empty for the root.
  public var folder: String
  var file: FileID
  public var name: String
  let hasKnownName: Bool
  /// The manifest; `nil` if it is computed.
  public var manifest: PackageManifest?
  /// The code that makes the manifest a computed one.
  var stop: String?
  /// Why `swift` could not describe a computed one.
  var failure: String?
  /// The folders of the packages of `manifest.dependencies`; `nil` for remote packages and those
  /// outside of the workspace.
  public private(set) var folders: [String?] = []
  /// The dependencies that a local package of the same identity replaces, by index.
  public private(set) var namesakes: [Int: Namesake] = [:]
  private var targetNumbers: [String: Int] = [:]
  /// Whether the only target except tests may have the folder of the package.
  private var hasOneTarget = false

  init(folder: String, file: FileID, contents: ManifestContents) {
    self.folder = folder
    self.file = file
    switch contents {
    case .literal(let manifest):
      name = manifest.name
      hasKnownName = true
      self.manifest = manifest
      for (number, target) in manifest.targets.enumerated() { targetNumbers[target.name] = number }
      // At the root of the workspace, this folder would contain everything.
      hasOneTarget = !folder.isEmpty && manifest.targets.count { $0.kind != .test } == 1
      folders = manifest.dependencies.map { dependency in
        guard case .path(let path) = dependency.source else { return nil }
        return Self.folder(path, in: folder)
      }
    case .computed(let name, _):
      hasKnownName = name != nil
      self.name = name ?? (folder.isEmpty ? "Package" : Path.lastComponent(folder))
    }
  }

  mutating func redirect(_ dependency: Int, to folder: String) {
    namesakes[dependency] = folders[dependency].map { .insteadOf(folder: $0) }
    folders[dependency] = folder
  }

  mutating func replace(_ dependency: Int, by folder: String, isCertain: Bool) {
    if isCertain { folders[dependency] = folder } else { namesakes[dependency] = .ofSomeProjects }
  }

  public enum Namesake: Sendable {
    /// Replaces a folder without a package.
    case insteadOf(folder: String)
    /// Replaces a remote package only in projects that reach both.
    case ofSomeProjects
  }

  /// The start of the manifest.
  public var location: SourceRange { file.firstLine }

  /// Resolves a path in the manifest of a package in `folder`; returns `nil` outside of the
  /// workspace.
  public static func folder(_ path: String, in folder: String) -> String? {
    guard !Path.isAbsolute(path), !path.hasPrefix("~") else { return nil }
    return PackageTable.folder(Path.join(folder, path))
  }

  /// Returns the folder of a target: the first that SwiftPM searches for its sources.
  public func folder(of target: PackageManifest.Target) -> String {
    if let path = target.path { return Self.folder(path, in: folder) ?? folder }
    if target.kind != .test, hasOneTarget { return folder }
    let parent =
      switch target.kind {
      case .test: "Tests"
      case .plugin: "Plugins"
      default: "Sources"
      }
    return folder.isEmpty ? "\(parent)/\(target.name)" : "\(folder)/\(parent)/\(target.name)"
  }

  /// The path from the root of the workspace; `.` for the root.
  public var path: String { folder.isEmpty ? "." : folder }

  /// The names of the targets that others may link.
  public var linkableNames: [String] {
    (manifest?.targets ?? []).lazy.filter { $0.kind != .test }.map(\.name)
  }

  public var productNames: KnownNames { KnownNames((manifest?.products ?? []).map(\.name)) }

  public func target(named name: String) -> PackageManifest.Target? {
    targetNumbers[name].flatMap { manifest?.targets[$0] }
  }

  /// Returns the product of a name, including the products that SwiftPM derives from executables.
  public func product(_ name: String) -> PackageManifest.Product? {
    if let product = manifest?.products.first(where: { $0.name == name }) { return product }
    guard let target = target(named: name), target.kind == .executable else { return nil }
    return target.executableProduct
  }

  /// Whether a target can be a module; true for a computed manifest, whose targets are unknown.
  var hasModules: Bool { manifest.map { $0.targets.contains(where: \.kind.isModule) } ?? true }
}

extension PackageManifest.Target.Kind {
  /// Whether the target is a module; system libraries and binaries are externals.
  public var isModule: Bool { self != .system && self != .binary }
}
