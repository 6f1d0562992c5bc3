internal import Architecture
internal import Diagnostics
public import Files
internal import Git
internal import Graph
internal import Packages
internal import Paths
internal import Rules
internal import Text
public import Workspace

/// The message for a folder without rules.yml or specs, with the inputs that exist instead and
/// advice.
///
/// Lists folders again, which happens only after a failure.
public struct NothingToCheck {
  var tree: any FileTree
  /// The searched folder, as messages show it.
  var root: String

  public init(tree: any FileTree, root: String) {
    self.tree = tree
    self.root = root
  }

  /// The inputs that were not found.
  public static let nothing = "no project.yml, no Package.swift and no Xcode project"

  static let noRules = "no rules.yml here or in a folder above"

  /// The message for a workspace without rules.yml.
  var missingRules: String {
    if let advice = misnamedRules { return "\(Self.noRules); \(advice)" }
    let found = FoundProjects(in: tree)
    if found.spec == nil, let nested = found.nestedWorkspace {
      return "\(Self.noRules); 'modlint \(nested)' checks the workspace in '\(nested)'"
    }
    if found.isEmpty, let spec = found.otherSpec, !spec.hasSuffix(".json") {
      return "\(Self.noRules); 'modlint init' writes one that reads '\(spec)'"
    }
    if found.isEmpty {
      return "\(Self.noRules), and \(Self.nothing) below" + (found.advice.map { ": \($0)" } ?? "")
    }
    return "\(Self.noRules); 'modlint init' writes one that fits the tree"
  }

  /// Returns the message for a workspace without specs; `expected` describes what is missing.
  ///
  /// With `asksSwift`, the reader has already run swift for packages, so no option would help.
  public func missingSpecs(
    _ expected: String = "\(nothing) below", asksSwift: Bool = true
  ) -> String {
    let text = "\(root): \(expected)"
    let found = FoundProjects(in: tree)
    if found.spec == nil, let nested = found.nestedWorkspace {
      return "\(text) outside of nested workspaces; 'modlint \(nested)' checks the first of them"
    }
    guard let advice = found.advice else { return text }
    guard !asksSwift, let package = found.package, advice == found.packageAdvice,
      stop(in: package) != nil
    else { return "\(text): \(advice)" }
    return "\(root): " + computes(package)
  }

  /// The message for a workspace whose first manifest is computed, and of which nothing was read.
  func computes(_ manifest: String, asksSwift: Bool = false) -> String {
    let reason =
      stop(in: manifest)?.description(in: manifest) ?? "'\(manifest)' computes its targets"
    return "nothing below can be read: \(reason)" + (asksSwift ? "" : "; '--packages' asks swift")
  }

  /// The code because of which only swift can list the targets of a manifest.
  private func stop(in manifest: String) -> ManifestStop? {
    guard let text = try? tree.content(of: manifest),
      case .computed(_, let stop) = ManifestReader.read(text, file: FileID(index: 0))
    else { return nil }
    return stop
  }

  var leftOut: String? {
    let found = FoundProjects(in: tree)
    return found.spec != nil ? "project.yml" : found.package.map { _ in "Package.swift" }
  }

  /// The advice on a probably misnamed rules.yml, in the root or a folder above, up to the root of
  /// the repository.
  var misnamedRules: String? {
    let machine = WorkingDirectory.machine
    let limit = WorkspaceFinder.repository(of: root, in: machine) ?? root
    for folder in WorkspaceFinder.folders(from: root, upTo: limit) {
      if let name = Self.misnamedRules(in: folder, of: machine) {
        return "'\(Path.join(folder, entry: name))' is not read: rename it to rules.yml"
      }
    }
    return nil
  }

  /// The names of configuration files in the style of other linters.
  private static let otherNames: Set = [
    "rules.yml", "rules.yaml", ".rules.yml", ".rules.yaml", "modlint.yml", "modlint.yaml",
    ".modlint.yml", ".modlint.yaml", "modlint-rules.yml", "modlint-rules.yaml",
  ]

  private static func misnamedRules(in folder: String, of machine: WorkingDirectory) -> String? {
    ((try? machine.entries(of: folder)) ?? [])
      .filter { $0.kind == .file && $0.name != WorkspacePlace.rulesFileName }
      .map(\.name)
      .filter { otherNames.contains($0.lowercased()) }
      .min { $0.precedes($1) }
  }
}

extension LoadedWorkspace {
  static func missingRules(of place: WorkspacePlace) -> String {
    nothing(at: place)?.missingRules ?? NothingToCheck.noRules
  }

  /// Returns a note for commands that need no rules.yml, but would have read one.
  public static func misnamedRules(of place: WorkspacePlace) -> String? {
    nothing(at: place)?.misnamedRules
  }

  private static func nothing(at place: WorkspacePlace) -> NothingToCheck? {
    (try? WorkingDirectory(workspace: place.root)).map {
      NothingToCheck(tree: $0, root: place.root)
    }
  }

  /// The message for a workspace without specs, if rules.yml is the reason: its patterns, or nested
  /// workspaces.
  var missingSpecs: String {
    let look = NothingToCheck(tree: tree, root: place.root)
    let patterns = configuration.specs.map { "'\($0.pattern.text)'" }
    if !patterns.isEmpty {
      return "\(place.root): nothing matches 'specs' in rules.yml: "
        + patterns.joined(separator: ", ")
        + "; correct the patterns, or remove 'specs' to read every project.yml"
    }
    if let ignored = workspace.reading.ignoredSpecs.first {
      return "\(place.root): \(NothingToCheck.nothing) below that git does not ignore; "
        + "'\(ignored)' is ignored"
    }
    if let nested = workspace.nestedWorkspaces.first {
      return "\(place.root): \(NothingToCheck.nothing) outside of nested workspaces; "
        + "'modlint \(nested)' checks the first of them"
    }
    if let folder = workspace.reading.opaquePackages.first {
      return "\(place.root): "
        + look.computes(
          Path.join(folder, entry: "Package.swift"), asksSwift: !workspace.unknownPackages.isEmpty)
    }
    if workspace.reading.usedExclusions?.isEmpty == false, let kind = look.leftOut {
      return "\(place.root): 'exclude' in rules.yml leaves out every \(kind)"
    }
    return look.missingSpecs()
  }
}

extension Workspace {
  /// The reasons why requested packages are still one module each.
  public var notesOfUnknownPackages: [String] {
    unknownPackages.map { path, reason in
      "package '\(path.isEmpty ? "." : path)' is treated as one module: \(reason)"
    }
  }
}
