public import Diagnostics
public import Graph

/// What the sources of targets tell of links, besides the imports that no target declares, which are links of
/// the graph.
public struct ImportNotes: Sendable {
  /// Whether any link of the graph is an import.
  public var hasImports = false
  /// How many files of its target import a module besides the one where the link stands, for import links
  /// where that are some.
  public var furtherFiles: [LinkID: Int] = [:]
  /// What sources import that targets name and do not link, each with its first place.
  public var unlinkedImports: [UnlinkedImport: SourceRange] = [:]
  /// The targets whose sources import XCTest or Swift Testing, each with the first place.
  public var testImports: [ModuleID: TestImport] = [:]
  /// The imports that are no finding by themselves: of headers in the source tree, and those whose cause is
  /// reported.
  public var excused: Set<LinkID> = []
  /// The paths of the included files that targets with such imports are written in, where it is not their spec.
  public var includedFiles: [ModuleID: String] = [:]
  /// The targets that may declare what they import, since parts of their specifications are missing.
  public var uncertain: Set<ModuleID> = []
  /// Of the links that `unused-link` judges: whether the sources need them.
  public var uses: [LinkID: LinkUse] = [:]
  /// What sources import that no dependency names and only this link leads to, of links that they need for nothing
  /// else: the names of modules of the workspace, in order.
  public var onlyWays: [LinkID: [String]] = [:]
  /// How many files of a target were read whose links are judged.
  public var filesRead: [ModuleID: Int] = [:]
  /// The targets whose links cannot be judged, and why.
  public var unjudged: [ModuleID: Obstacle] = [:]
  /// The targets that link modules without Swift of which it cannot be told whether the sources need them.
  public var unknownHeaders: Set<ModuleID> = []
  /// The targets that may get at any target of a local package, through packages that were not read.
  public var reachesUnread: ModuleSet = []
  /// Of these, and of those that link them, the targets of which something is not judged therefore.
  public var behindUnread: Set<ModuleID> = []
  /// The targets of which imports may be missing, since sources or patterns are beyond a limit.
  public var readInPart: Set<ModuleID> = []
  /// Whether there is any source.
  public var hasSources = false
  /// Whether only what has changed was looked at, so that imports may be missing.
  public var isPartial = false

  public init() {}

  /// Whether a package that was not read may bring what an import names; none brings a target of a project.
  public func mayBeBrought(_ link: Link, in graph: ModuleGraph) -> Bool {
    reachesUnread.contains(link.from) && graph[link.to].packageTarget != nil
  }

  /// A dependency that the target's link phase leaves out.
  public struct UnlinkedImport: Hashable, Sendable {
    public var from: ModuleID
    public var to: ModuleID

    public init(from: ModuleID, to: ModuleID) {
      self.from = from
      self.to = to
    }
  }

  /// An import of a framework for tests.
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

  /// Why sources do not tell which links are needed.
  public enum Obstacle: Sendable {
    /// There is no code, or it is not there.
    case noSources
    /// A script or a plug-in writes some of it.
    case generatedSources
  }
}

/// Which links `unused-link` judges, and how its findings about them count.
public struct LinkUseScope: Sendable {
  /// Of libraries.
  private let libraries: Severity
  private let executables: Severity?
  private let tests: Severity?

  public init(severity: Severity, options: RuleOptions) {
    libraries = severity
    executables = options.severity(Self.executablesOption, default: nil)
    tests = options.severity(Self.testsOption, default: nil)
  }

  public static let executablesOption = "executables"
  public static let testsOption = "tests"

  /// How a finding about `link` counts; `nil` if it is not judged.
  ///
  /// A dependency is judged if it links a library that the workspace builds. What executables and tests link
  /// may be there to be embedded, hosted or loaded by name.
  public func severity(of link: Link, in graph: ModuleGraph) -> Severity? {
    switch link.kind {
    case .target, .framework, .package: break
    case .carthage, .sdk, .plugin, .bundle, .pod, .linkerFlag, .import: return nil
    }
    guard link.flags.contains(.linked), link.flags.isDisjoint(with: [.derived, .renamed]),
      graph[link.to].isLibrary, !graph.areVariants(link.from, link.to),
      graph.builtModules.contains(link.from)
    else { return nil }
    return severity(of: graph[link.from])
  }

  private func severity(of dependent: Module) -> Severity? {
    if dependent.isLibrary { return libraries }
    guard dependent.roles.isDisjoint(with: [.aggregate, .legacy, .resourceBundle]) else {
      return nil
    }
    return dependent.roles.contains(.test) ? tests : executables
  }
}

extension Module {
  /// Whether it is a target whose code others link.
  public var isLibrary: Bool {
    if let packageTarget { return packageTarget == .library }
    return external == nil && (type.isFramework || type.isLibrary)
      && roles.isDisjoint(with: [.aggregate, .legacy])
  }
}

extension Configuration {
  /// Which links `unused-link` judges; `nil` if it is off.
  public var linkUseScope: LinkUseScope? {
    guard let settings = rules[.unusedLink], let severity = settings.level?.severity else {
      return nil
    }
    return LinkUseScope(severity: severity, options: settings.options)
  }
}
