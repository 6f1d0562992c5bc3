public import Diagnostics
public import Graph
internal import Paths
public import Text

/// What rules.yml says, without the entries that are invalid.
public struct Configuration: Sendable {
  /// From the top down.
  public var layers: [Layer] = []
  public var interfaces: [Pattern] = []
  public var testSupport: [Pattern] = []
  public var exclude: [Pattern] = []
  public var ignore: [Pattern] = []
  public var externals: [External] = []
  public var packages = PackageView.modules
  public var packagesLocation: SourceRange?
  public var rules: [RuleID: RuleSettings] = [:]
  public var links: [LinkConstraint] = []
  public var tags: [Tag] = []
  public var exceptions: [Exception] = []
  public var specs: [SpecPattern] = []
  /// The XcodeGen whose defaults count.
  public var xcodeGen = XcodeGenVersion.recorded
  public var xcodeGenLocation: SourceRange?
  /// Xcode projects to read beside specs.
  public var projects: [Pattern] = []
  /// What is wrong with the file, in order of place.
  public var problems: [Diagnostic] = []
  /// Whether an entry of `layers` could not be read, so that a module in no layer may be its.
  public var hasUncertainLayers = false
  /// Whether folders with a rules.yml of their own are read as well.
  public var readsNestedWorkspaces = false

  /// What holds where there is no rules.yml.
  public init() {}
}

extension Configuration {
  public struct Layer: Sendable {
    public var name: String
    public var location: SourceRange
    /// What belongs to it; `nil` means the modules under a folder of its name.
    public var modules: [Pattern]?
    public var reach = Reach.below
    public var peers = Peers.forbidden
  }

  /// Which modules of a layer may link each other.
  public enum Peers: Sendable {
    case forbidden
    case allowed
    /// Those of one slice, which is what the pattern matches on the way to a module's folder.
    case within(Pattern)
  }

  /// The layers that a layer may link.
  public enum Reach: Sendable {
    case below
    case next
    /// Those with the given numbers.
    case layers([Int])
  }

  /// What cannot be seen of something that lies outside the repository.
  public struct External: Sendable {
    public var pattern: Pattern
    public var linkage: Linkage?
    public var isEmbedded: Bool

    public init(pattern: Pattern, linkage: Linkage?, isEmbedded: Bool) {
      self.pattern = pattern
      self.linkage = linkage
      self.isEmbedded = isEmbedded
    }
  }

  public struct RuleSettings: Sendable {
    /// How its findings count; `nil` where that is not said.
    public var level: Level?
    public var options = RuleOptions()
    /// Whether its findings may be recorded in a baseline.
    public var allowsBaseline = true
    /// The severity, or all that is said of the rule where none is given.
    public var location: SourceRange?
  }

  public struct Tag: Sendable {
    public var name: String
    public var location: SourceRange
    public var patterns: [Pattern]
  }

  /// What local Swift packages are.
  public enum PackageView: String, Sendable {
    /// Each of their targets is a module.
    case modules
    /// Each is one external, and nobody looks into it.
    case opaque
  }

  /// Files to read as specs.
  public struct SpecPattern: Sendable {
    public var pattern: Pattern
    /// The folder that the spec's paths are relative to, where that is not its own.
    public var root: String?
  }

  /// A link, module or file that a rule does not apply to.
  public struct Exception: Sendable {
    public var about: About
    public var rule: RuleID
    public var reason: String
    /// The last day on which it holds.
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
  /// An entry of `links`: a ground rule of this repository's own.
  public struct LinkConstraint: Sendable {
    public var id: RuleID
    public var kind: Kind
    public var from: Selector
    public var to: Selector
    /// Whether it also speaks of what is linked through others.
    public var isTransitive: Bool
    public var because: String?
    public var instead: String?
    public var url: String?
    /// How its findings count; `nil` where that is not said.
    public var level: Level?
    public var location: SourceRange

    public enum Kind: Sendable {
      /// No module of the left side may link one of the right.
      case forbid
      /// Of all modules, only those of the left side may link one of the right.
      case only
    }
  }
}

extension Configuration {
  /// Whether findings of `rule`, or of the constraint of that id, may be recorded in a baseline.
  public func allowsBaseline(of rule: RuleID) -> Bool {
    let isConstraint = links.contains { $0.id == rule }
    return rules[isConstraint ? .linkConstraint : rule]?.allowsBaseline ?? true
  }
}

extension Configuration {
  /// An XcodeGen with defaults of its own.
  public enum XcodeGenVersion: String, Sendable {
    case recorded = "2.45"
    /// What is on its main branch: applications embed static frameworks, which link no packages.
    case main
  }
}
