import Architecture
import Diagnostics
public import Files
import Git
import Graph
import Packages
import Paths
import Rules
import Text
public import Workspace

/// The messages for a folder without rules.yml or specs, with the inputs that exist instead and
/// advice.
public enum NothingToCheck {
  /// The inputs that were not found.
  public static let nothing = "no project.yml, no Package.swift and no Xcode project"
}

extension Workspace {
  /// Returns the message for a workspace in the folder `root` without specs; `expected` describes
  /// what is missing.
  ///
  /// With `asksSwift`, the reader has already run swift for packages, so no option would help.
  public func missingSpecs(
    _ expected: String, at root: String, in tree: some FileTree, asksSwift: Bool
  ) -> String {
    if let nested = nestedWorkspaces.first {
      return "\(root): \(NothingToCheck.nothing) outside of nested workspaces; "
        + "'modlint \(nested)' checks the first of them"
    }
    if let folder = reading.opaquePackages.first {
      let manifest = Path.join(folder, entry: ManifestFiles.usual)
      return "\(root): nothing below can be read: \(Self.stop(in: manifest, tree))"
        + (asksSwift ? "" : "; '--packages' asks swift")
    }
    return "\(root): \(expected)" + advice(in: tree)
  }

  /// The advice on inputs that are not read, after a colon; empty without any.
  private func advice(in tree: some FileTree) -> String {
    if let spec = neighbourSpecs.first {
      return ": '\(spec)' is read if 'specs' in rules.yml names it"
    }
    let names = ["Project.swift", "Workspace.swift", "Tuist.swift"]
    let manifest = (names + names.map { Path.join("Tuist", entry: $0) }).first { path in
      (try? tree.content(of: path)).map { ManifestFiles.imports("ProjectDescription", $0) } ?? false
    }
    guard let manifest else { return "" }
    return ": '\(manifest)' is a Tuist manifest; modlint reads the projects that "
      + "'tuist generate --no-open' makes of it"
  }

  /// Returns why only swift can list the targets of a manifest.
  private static func stop(in manifest: String, _ tree: some FileTree) -> String {
    guard let text = try? tree.content(of: manifest),
      case .computed(_, let stop) = ManifestReader.read(text, file: FileID(index: 0))
    else { return "'\(manifest)' computes its targets" }
    return stop.description(in: manifest)
  }
}

extension LoadedWorkspace {
  /// The message for a workspace without specs, for which rules.yml may be the reason.
  var missingSpecs: String {
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
    let excluded = workspace.reading.usedExclusions?.isEmpty == false
    return workspace.missingSpecs(
      "\(NothingToCheck.nothing) below"
        + (excluded ? " but for what 'exclude' in rules.yml leaves out" : ""),
      at: place.root, in: tree, asksSwift: !workspace.unknownPackages.isEmpty)
  }
}

/// The reason why a workspace cannot be read or a command cannot go on.
public struct Failure: Error {
  /// The messages, each one line; empty if the reason was noted before.
  public var messages: [String]
  /// Whether the command line is wrong, rather than what it names.
  public var isUsage: Bool
  /// The first path of the command line if it does not exist: it may be meant as a command.
  public var unknownPath: String?

  public init(_ messages: String..., isUsage: Bool = false) {
    self.init(messages, isUsage: isUsage)
  }

  /// Creates the failure of reading or writing the file at `path`.
  public init(_ path: String, _ error: FileError) { self.init("\(path): \(error.reason)") }

  public init(_ messages: [String], isUsage: Bool = false) {
    self.messages = messages
    self.isUsage = isUsage
  }
}

/// Returns the result of `body`; its error is reported as one of the file at `path`.
public func naming<Result>(
  _ path: String, _ body: () throws(FileError) -> Result
) throws(Failure) -> Result {
  do throws(FileError) { return try body() } catch { throw Failure(path, error) }
}
