public import Diagnostics
public import Graph

/// Facts from the sources of targets.
///
/// Undeclared imports are links of the graph and not included.
public struct ImportNotes: Sendable {
  public var hasImports = false
  public var furtherFiles: [LinkID: Int] = [:]
  /// Imports of dependencies that the target declares but does not link, with their first
  /// locations.
  public var unlinkedImports: [UnlinkedImport: SourceRange] = [:]
  /// Targets whose sources import XCTest or Swift Testing, with the first locations.
  public var testImports: [ModuleID: TestImport] = [:]
  /// Imports that are not reported: consequences of other findings, and modules whose sources the
  /// target compiles itself.
  public var excused: Set<LinkID> = []
  /// The included file that declares a target with such imports, if it is not the spec itself.
  public var includedFiles: [ModuleID: String] = [:]
  /// Targets with incomplete specs, which may declare their imports.
  public var uncertain: Set<ModuleID> = []
  /// The use of the links that `unused-link` checks.
  public var uses: [LinkID: LinkUse] = [:]
  /// The imported workspace modules, in order, that only this link makes available, for links
  /// without another use.
  public var exclusiveImports: [LinkID: [String]] = [:]
  public var filesRead: [ModuleID: Int] = [:]
  /// The reasons why links of targets cannot be checked: no sources, generated ones, or C, C++ or
  /// Objective-C, whose headers and symbols may need any link.
  public var unjudged: [ModuleID: Gap.Kind] = [:]
  /// Targets that may depend on any target of a local package through packages that were not read.
  public var reachesUnread: ModuleSet = []
  /// Targets that are not fully checked because of unread packages, including those that link them.
  public var behindUnread: Set<ModuleID> = []
  /// Targets whose imports may be incomplete, since sources or patterns exceed a limit.
  public var readInPart: Set<ModuleID> = []
  public var hasSources = false
  /// Whether only changed files were read, so that imports may be missing.
  public var isPartial = false

  public init() {}

  /// Whether an unread package may provide a module to a target that imports it; packages never
  /// provide targets of projects.
  public func mayComeFromUnread(
    _ module: ModuleID, in dependent: ModuleID, _ graph: ModuleGraph
  ) -> Bool {
    reachesUnread.contains(dependent)
      && (graph[module].packageTarget != nil || graph[module].external != nil)
  }

  /// A dependency that is missing from the target's link phase.
  public struct UnlinkedImport: Hashable, Sendable {
    public var from: ModuleID
    public var to: ModuleID

    public init(from: ModuleID, to: ModuleID) {
      self.from = from
      self.to = to
    }
  }

  public struct TestImport: Hashable, Sendable {
    public var name: String
    public var location: SourceRange

    public init(name: String, location: SourceRange) {
      self.name = name
      self.location = location
    }
  }

  /// Whether sources need a link.
  public enum LinkUse: Sendable {
    case used
    case unused
  }
}
