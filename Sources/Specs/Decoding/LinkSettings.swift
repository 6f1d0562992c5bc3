public import Diagnostics
public import Graph

/// What the build settings of one target say of linking, in each configuration of its project.
public struct LinkSettings: Sendable {
  /// The names of the project's configurations, in order.
  public var configurations: [String]
  /// The place in `configurations` of the one that stands for those which the project does not have.
  public var defaultConfiguration: Int
  /// What holds in each configuration; a single value where all agree.
  public var values: [Value]
  /// What is linked under conditions that nobody knows, or in ways that make no link of the graph: a source that
  /// imports it may do so.
  public var looseNames: Set<String> = []

  /// What holds in one configuration.
  public struct Value: Hashable, Sendable {
    public var linkage: Linkage
    public var flags: [LinkerFlag] = []
    /// Whether symbols may be missing until the image is loaded, so that it may leave out what it links.
    public var allowsMissingSymbols = false
    /// Whether Xcode has been set to accept copies of package products.
    public var allowsPackageCopies = false
    /// What a unit-test bundle's `TEST_HOST` says where configurations disagree.
    public var testHost = Target.TestHost.unset
    /// `PRODUCT_NAME` where configurations disagree, if it has no variables.
    public var productName: NameID?
  }

  public init(
    configurations: [String], defaultConfiguration: Int, values: [Value],
    looseNames: Set<String> = []
  ) {
    self.configurations = configurations
    self.defaultConfiguration = defaultConfiguration
    self.values = values
    self.looseNames = looseNames
  }

  /// Beyond so many configurations, which no project has, the others are not looked at.
  static let mostConfigurations = 32
}

/// An option of `OTHER_LDFLAGS` that links something.
public struct LinkerFlag: Hashable, Sendable {
  /// The name without `lib` and extension.
  public var name: String
  public var form: Form
  public var isWeak: Bool
  /// The setting.
  public var location: SourceRange

  public enum Form: Hashable, Sendable {
    case framework
    /// An archive or a dynamic library.
    case library
    case archive
  }
}

extension LinkSettings.Value {
  /// - Parameters:
  ///   - linkage: How the target is built.
  ///   - diamondDiagnostic: The value of `DISABLE_DIAMOND_PROBLEM_DIAGNOSTIC`.
  public init(linkage: Linkage, diamondDiagnostic: String?) {
    self.linkage = linkage
    allowsPackageCopies = diamondDiagnostic.map(Self.isOn) ?? false
  }

  /// Whether Xcode takes the text of a Boolean setting for true.
  static func isOn(_ text: String) -> Bool { !["", "NO", "no", "false", "0"].contains(text) }

  /// Adds what one level of `OTHER_LDFLAGS` links; the place of the setting is asked for if that is anything.
  ///
  /// - Returns: Whether it has `$(inherited)`, so that the next level counts as well.
  public mutating func addFlags(
    _ texts: [String], _ looseNames: inout Set<String>, at place: () -> SourceRange?
  ) -> Bool {
    let arguments = LinkerArguments(texts)
    if arguments.allowsMissingSymbols { allowsMissingSymbols = true }
    looseNames.formUnion(arguments.named)
    if !arguments.linked.isEmpty, let place = place() {
      flags += arguments.linked.map { flag in
        LinkerFlag(name: flag.name, form: flag.form, isWeak: flag.isWeak, location: place)
      }
    }
    return arguments.inherits
  }

  /// Adds what it links under a condition: whether that holds is not known, and neither is what the image leaves
  /// out then.
  public mutating func addConditionalFlags(_ texts: [String], _ looseNames: inout Set<String>) {
    let arguments = LinkerArguments(texts)
    if arguments.allowsMissingSymbols { allowsMissingSymbols = true }
    looseNames.formUnion(arguments.linked.map(\.name) + arguments.named)
  }
}

extension ProductType {
  /// Whether a build of it may run the linker.
  var mayHaveLinkStep: Bool {
    isExecutable || isFramework || isLibrary || self == .bundle || self == .xcFramework
  }
}
