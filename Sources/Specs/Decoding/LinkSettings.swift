public import Diagnostics
public import Graph

/// The build settings of a target that decide about links, for each configuration of its project.
public struct LinkSettings: Sendable {
  /// The names of the project's configurations, in order.
  public var configurations: [String]
  /// The index of the configuration that replaces those which the project does not have.
  public var defaultConfiguration: Int
  /// The values for each configuration, or a single value for all.
  public var values: [Value]
  /// Names that are linked under unknown conditions, or in ways that are no link of the graph: sources may import
  /// them.
  public var looseNames: Set<String> = []

  /// The settings in one configuration.
  public struct Value: Hashable, Sendable {
    public var linkage: Linkage
    public var flags: [LinkerFlag] = []
    /// Whether symbols may be missing until the image is loaded, so that links may be left out.
    public var allowsMissingSymbols = false
    /// Whether the linker takes whole archives: `-ObjC`, `-all_load`.
    public var loadsWholeArchives = false
    /// Whether Xcode merges the dynamic libraries that the target links into its binary.
    public var mergesLibraries = false
    /// Whether Xcode accepts copies of package products.
    public var allowsPackageCopies = false
    /// The `TEST_HOST` of a unit-test bundle, if configurations differ.
    public var testHost = Target.TestHost.unset
    /// `PRODUCT_NAME` without variables, if configurations differ.
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

  /// The number of configurations that are read; no project has more.
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
  ///   - mergedBinaryType: The value of `MERGED_BINARY_TYPE`.
  public init(linkage: Linkage, diamondDiagnostic: String?, mergedBinaryType: String?) {
    self.linkage = linkage
    mergesLibraries = mergedBinaryType == "automatic"
    allowsPackageCopies = diamondDiagnostic.map(Self.isOn) ?? false
  }

  /// Whether Xcode reads the text of a Boolean setting as true.
  static func isOn(_ text: String) -> Bool { !["", "NO", "no", "false", "0"].contains(text) }

  /// Adds the flags of one level of `OTHER_LDFLAGS`; calls `place` only if they link something.
  ///
  /// - Returns: Whether it has `$(inherited)`, so that the next level counts as well.
  public mutating func addFlags(
    _ texts: [String], _ looseNames: inout Set<String>, at place: () -> SourceRange?
  ) -> Bool {
    let arguments = LinkerArguments(texts)
    if arguments.allowsMissingSymbols { allowsMissingSymbols = true }
    if arguments.loadsWholeArchives { loadsWholeArchives = true }
    looseNames.formUnion(arguments.named)
    if !arguments.linked.isEmpty, let place = place() {
      flags += arguments.linked.map { flag in
        LinkerFlag(name: flag.name, form: flag.form, isWeak: flag.isWeak, location: place)
      }
    }
    return arguments.inherits
  }

  /// Adds flags under a condition, which may not hold.
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
