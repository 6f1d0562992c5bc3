internal import Diagnostics
internal import Files
internal import Packages
internal import Paths
internal import Workspace

/// The first project of each kind in a tree, by depth.
struct FoundProjects {
  /// The first folder below the root that has its own rules.yml.
  private(set) var nestedWorkspace: String?
  /// A project.yml outside of nested workspaces, even if rules.yml excludes it.
  private(set) var spec: String?
  private(set) var otherSpec: String?
  private var tuistManifest: String?
  /// An Xcode project, which is read if there is no spec.
  private var hasXcodeProject = false
  private(set) var package: String?

  private static let mostFolders = 2_000

  init(in tree: any FileTree) {
    var folders = [""]
    var next = 0
    while next < folders.count, next < Self.mostFolders {
      let folder = folders[next]
      next += 1
      guard let entries = try? tree.entries(of: folder) else { continue }
      if !folder.isEmpty,
        entries.contains(where: { $0.name == WorkspacePlace.rulesFileName && $0.kind != .folder })
      {
        nestedWorkspace = nestedWorkspace ?? folder
        continue
      }
      for entry in entries.sorted(by: { $0.name.precedes($1.name) }) {
        let path = Path.join(folder, entry: entry.name)
        note(entry, path, in: tree)
        if entry.kind == .folder, !Walk.neverDescends(into: entry.name) { folders.append(path) }
      }
    }
  }

  private mutating func note(_ entry: FileEntry, _ path: String, in tree: any FileTree) {
    switch entry.name {
    case "project.yml" where entry.kind != .folder: spec = spec ?? path
    case "project.json": otherSpec = otherSpec ?? path
    case "Project.swift", "Workspace.swift", "Tuist.swift":
      guard tuistManifest == nil, ["", "Tuist"].contains(Path.folder(of: path)),
        let text = try? tree.content(of: path), ManifestFiles.imports("ProjectDescription", text)
      else { break }
      tuistManifest = path
    case ManifestFiles.usual:
      guard package == nil, let text = try? tree.content(of: path) else { break }
      package = ManifestFiles.isManifest(text) ? path : nil
    default:
      if entry.kind == .folder, entry.name.hasSuffix(".xcodeproj") { hasXcodeProject = true }
      if otherSpec == nil, entry.kind == .file,
        [".yml", ".yaml"].contains(where: entry.name.hasSuffix),
        let text = try? tree.content(of: path), Self.isSpec(text)
      {
        otherSpec = path
      }
    }
  }

  /// Whether a file has the keys that every spec has.
  private static func isSpec(_ text: [UInt8]) -> Bool {
    let lines = text.split(separator: UInt8(ascii: "\n"))
    return ["name:", "targets:"].allSatisfy { key in lines.contains { $0.starts(with: key.utf8) } }
  }

  var isEmpty: Bool { spec == nil && package == nil && !hasXcodeProject }

  var advice: String? {
    if hasXcodeProject { return nil }
    if let otherSpec { return "'\(otherSpec)' is read if 'specs' in rules.yml names it" }
    if let tuistManifest {
      return "'\(tuistManifest)' is a Tuist manifest; modlint reads the projects that "
        + "'tuist generate --no-open' makes of it"
    }
    return packageAdvice
  }

  var packageAdvice: String? { package.map { "'\($0)' has no target that can be read" } }
}
