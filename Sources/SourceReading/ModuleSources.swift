internal import Imports

/// The source files of a module from which its dependencies are determined.
public struct ModuleSources: Sendable {
  /// The paths of compiled files and headers from the root, in order.
  public var code: [String] = []
  /// The storyboards, interface files and property lists, which name classes with their modules.
  public var texts: [String] = []
  /// The property list values in the spec itself.
  public var properties: [String] = []
  /// The name to import the module by; `nil` if it cannot be determined.
  public var moduleName: String?
  /// Whether it has a module map, by which other names may import it.
  public var hasModuleMap = false
  /// Whether its settings name a bridging or prefix header.
  public var hasSettingHeader = false
  /// The names in blocks that appear to declare dependencies and do not.
  public var lostDependencies: Set<String> = []
  /// Whether it explicitly supports Mac Catalyst.
  public var namesMacCatalyst = false
  /// Whether a script or plug-in may generate further sources.
  public var isGenerated = false
  /// Whether a listed file is missing or unreadable.
  public var isIncomplete = false
  /// Whether files may be missing because a configuration file is, which the summary names.
  public var lacksSettings = false
  /// Whether files are not listed because of a limit.
  public var exceedsLimits = false

  /// The indices of the `exclude` patterns that exclude some of its files.
  public var exclusions: Set<Int> = []

  public init() {}

  /// Whether it contains files to compile.
  public var hasCode: Bool { code.contains { !$0.isHeaderPath } }

  /// The Swift sources, in order.
  public var swift: [String] { code.filter { SourceLanguage(path: $0) == .swift } }

  /// Whether C, C++ or Objective-C is compiled with it, or imported by a bridging header.
  public var hasCFamily: Bool {
    hasSettingHeader
      || code.contains { SourceLanguage(path: $0) == .cFamily && !$0.isHeaderPath }
  }

  static func isModuleMap(_ path: String) -> Bool { path.hasSuffix(".modulemap") }

  /// Whether a file other than code names classes with their modules.
  static func isText(_ path: String) -> Bool {
    [".storyboard", ".xib", ".nib", ".plist"].contains { path.hasSuffix($0) }
  }
}
