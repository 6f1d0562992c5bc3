public import Diagnostics
public import Graph

/// The build settings of a target that affect linking, by configuration of its project.
public struct LinkSettings: Sendable {
  /// The names of the project's configurations, in order.
  public var configurations: [String]
  /// The index of the configuration that replaces those that the project does not have.
  public var defaultConfiguration: Int
  /// The settings of each configuration; a single value if all agree.
  public var values: [Value]
  /// Libraries that are linked under unknown conditions, or in ways that the graph does not model.
  ///
  /// Sources may import them.
  public var looseNames: Set<String> = []

  /// The settings of one configuration.
  public struct Value: Hashable, Sendable {
    public var linkage: Linkage
    public var flags: [LinkerFlag] = []
    /// Whether symbols may be undefined until load time, so that the image need not link what it
    /// uses.
    public var allowsMissingSymbols = false
    /// Whether the linker loads whole archives: `-ObjC`, `-all_load`.
    public var loadsWholeArchives = false
    /// Whether Xcode merges the dynamic libraries that the target links into its binary.
    public var mergesLibraries = false
    /// Whether Xcode accepts copies of package products.
    public var allowsPackageCopies = false
    /// The `TEST_HOST` of a unit-test bundle.
    public var testHost = Target.TestHost.unset
    /// The `PRODUCT_NAME`, if configurations disagree and it has no variables.
    public var productName: String?
  }

  /// The settings with one value if all configurations agree; `nil` if they add nothing to the
  /// linkage of the target.
  public var simplified: Self? {
    guard let first = values.first else { return nil }
    var settings = self
    if values.allSatisfy({ $0 == first }) { settings.values = [first] }
    let isPlain = settings.values == [Value(linkage: first.linkage)]
    return isPlain && looseNames.isEmpty ? nil : settings
  }

  /// The maximum number of configurations that are read; no real project reaches it.
  public static let mostConfigurations = 32
}

/// An option of `OTHER_LDFLAGS` that links a library or framework.
public struct LinkerFlag: Hashable, Sendable {
  /// The name without `lib` and extension.
  public var name: String
  public var form: Form
  public var isWeak: Bool
  /// The range of the setting.
  public var location: SourceRange

  public enum Form: Hashable, Sendable {
    case framework
    /// An archive or a dynamic library.
    case library
    case archive
  }
}
