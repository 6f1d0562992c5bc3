/// The shape that a value needs for XcodeGen 2.45.4 to read it.
public enum KeyShape: Sendable {
  case any
  case text, boolean, wholeNumber
  /// A text, or a number with a decimal point.
  case version
  /// A version of XcodeGen.
  case release
  /// A version, or versions by platform.
  case versions
  case list
  case texts
  /// A list of texts, which XcodeGen drops if one element is not a text.
  case allTexts
  case textOrTexts
  case mapping
  /// One of some texts; others count as missing.
  case choice(Words)
  case choices(Words)
  case section(SpecSection)
  case sections(SpecSection)
  /// A text or a mapping, or a list of them; a single mapping is invalid for sources.
  case items(SpecSection)
  /// A word for a build phase, or a mapping with `copyFiles`.
  case phase
  case table(SpecSection)
  /// Build settings, or `base`, `configs` and `groups`.
  case settings
  case settingGroups
  /// Types of build configurations by name.
  case configurations
  /// Texts by name, which XcodeGen drops if one value is not a text.
  case attributes
  case platforms, productType
  /// A boolean, or a text that is parsed as one.
  case flagOrText

  /// The type of the value, with its article.
  var noun: String {
    switch self {
    case .text, .version, .release, .versions, .choice, .productType: "a string"
    case .boolean, .flagOrText: "a boolean"
    case .wholeNumber: "a whole number"
    case .list, .texts, .allTexts, .choices, .sections: "a list"
    case .textOrTexts, .platforms, .items: "a string or a list"
    case .mapping, .section, .table, .settings, .settingGroups, .configurations, .attributes:
      "a mapping"
    case .phase: "a string or a mapping"
    case .any: "a value"
    }
  }

  /// Some words, separated by spaces.
  public enum Words: String, Sendable {
    case destinations = "iOS tvOS macOS watchOS visionOS macCatalyst"
    case platforms = "auto iOS tvOS macOS watchOS visionOS"
    case filteredPlatforms = "all iOS macOS"
    case sourceTypes = "group file folder syncedFolder"
    case buildPhases = "sources headers resources none"
    case copyDestinations = """
      absolutePath productsDirectory wrapper executables resources javaResources frameworks \
      sharedFrameworks sharedSupport plugins
      """
    case configurationTypes = "debug release none"
    case linkTypes = "dynamic static"
    case settingPresets = "all none project targets"
    case groupPositions = "top bottom none"
    case visibilities = "public private project"
    case validations = "missingConfigs missingConfigFiles missingTestPlans"

    public var words: [String] { rawValue.split(separator: " ").map(String.init) }

    func contains(_ word: String) -> Bool {
      rawValue.utf8.split(separator: UInt8(ascii: " ")).contains { $0.elementsEqual(word.utf8) }
    }
  }
}
