public import Diagnostics
public import Graph
internal import Paths
public import Text

/// The contents of rules.yml without invalid entries.
public struct Configuration: Sendable {
  /// The layers, from the top down.
  public var layers: [Layer] = []
  public var layersLocation: SourceRange?
  public var interfaces: [Pattern] = []
  public var testSupport: [Pattern] = []
  public var exclude: [Pattern] = [] { didSet { exclusionIndex = PatternIndex(exclude) } }
  private(set) var exclusionIndex: PatternIndex?
  public var ignore: [Pattern] = []
  public var externals: [External] = []
  public var packages = PackageView.modules
  /// The folders of the packages to read, in addition to referenced ones; `nil` for all.
  public var packageFolders: [Pattern]?
  public var packagesLocation: SourceRange?
  public var rules: [RuleID: RuleSettings] = [:]
  /// The files that enabled rules require to be read.
  public internal(set) var needs: RuleTraits = []
  public var links: [LinkConstraint] = []
  public var tags: [Tag] = []
  public var exceptions: [Exception] = []
  public var specs: [SpecPattern] = [] { didSet { specIndex = PatternIndex(specs.map(\.pattern)) } }
  private(set) var specIndex: PatternIndex?
  /// The XcodeGen version whose defaults apply.
  public var xcodeGen = XcodeGenVersion.recorded
  public var xcodeGenLocation: SourceRange?
  /// The Xcode projects to read, in addition to referenced ones; `nil` for all.
  public var projects: [Pattern]?
  /// The problems of the file, ordered by location.
  public var problems: [Diagnostic] = []
  /// Whether an entry of `layers` was invalid, so that an unassigned module may belong to it.
  public var hasUncertainLayers = false
  /// Whether folders with their own rules.yml are read as well.
  public var readsNestedWorkspaces = false

  public init() {}
}

extension Configuration {
  public struct Layer: Sendable {
    public var name: String
    public var location: SourceRange
    /// The patterns of the layer's modules; `nil` for the modules under a folder of the layer's
    /// name.
    public var modules: [Pattern]?
    public var reach: Reach
    public var peers: Peers
  }

  /// The modules of a layer that may link each other.
  public enum Peers: Sendable {
    case forbidden
    case allowed
    /// The modules of one slice; the pattern matches the folder of the slice, an ancestor of the
    /// module's.
    case within(Pattern)
  }

  public enum Reach: Sendable {
    case below
    case next
    case layers([Int])
  }

  /// Whether modules of a layer may link those of another because it is lower.
  public func mayReach(_ from: Int, _ to: Int) -> Bool {
    guard from < to else { return false }
    return switch layers[from].reach {
    case .below: true
    case .next: to == from + 1
    case .layers(let numbers): numbers.contains(to)
    }
  }

  /// Facts about an external dependency that its files do not contain.
  public struct External: Sendable {
    public var pattern: Pattern
    public var linkage: Linkage?
    public var isEmbedded: Bool
  }

  public struct RuleSettings: Sendable {
    /// The severity of its findings; `nil` if not configured.
    public var level: Level?
    public var options = RuleOptions()
    public var allowsBaseline = true
    /// The location of the severity, or of the whole entry without one.
    public var location: SourceRange?
  }

  public struct Tag: Sendable {
    public var name: String
    public var location: SourceRange
    public var patterns: [Pattern]
  }

  /// The representation of local Swift packages.
  public enum PackageView: String, Sendable {
    case modules
    /// Each package is one external, and its contents are ignored.
    case opaque
  }

  public struct SpecPattern: Sendable {
    public var pattern: Pattern
    /// The folder that the spec's paths are relative to, if it is not the spec's own.
    public var root: String?
  }

  /// A link, module or file that a rule does not apply to.
  public struct Exception: Sendable {
    public var about: About
    public var rule: RuleID
    public var reason: String
    /// The last day on which the exception is valid.
    public var until: Day?
    public var location: SourceRange

    public enum About: Sendable {
      case link(from: Glob, to: Glob)
      case module(Glob)
      case file(Pattern)
    }
  }
}

extension Configuration {
  /// An entry of `links`: a constraint specific to this repository.
  public struct LinkConstraint: Sendable {
    public var id: RuleID
    public var kind: Kind
    public var from: Selector
    public var to: Selector
    public var isTransitive: Bool
    public var because: String?
    public var instead: String?
    public var url: String?
    /// The severity of its findings; `nil` if not configured.
    public var level: Level?
    public var location: SourceRange

    public enum Kind: Sendable {
      /// Modules of the left side may not link those of the right side.
      case forbid
      /// Only modules of the left side may link those of the right side.
      case only
    }
  }
}

extension Configuration {
  /// Whether findings of `rule`, or of the constraint with that id, may be recorded in a baseline.
  public func allowsBaseline(of rule: RuleID) -> Bool {
    let isConstraint = links.contains { $0.id == rule }
    return rules[isConstraint ? .linkConstraint : rule]?.allowsBaseline ?? true
  }
}

extension Configuration {
  /// An XcodeGen version with different defaults.
  public enum XcodeGenVersion: String, Sendable {
    case recorded = "2.45"
    /// The main branch: applications embed static frameworks, which link no packages.
    case main
  }
}
