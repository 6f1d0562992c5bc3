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
  /// A list of mappings.
  case sections(SpecSection)
  /// A text or a mapping, or a list of them; a single mapping is invalid for sources.
  case items(SpecSection)
  /// A word for a build phase, or a mapping with `copyFiles`.
  case phase
  /// Mappings by name.
  case table(SpecSection)
  /// Build settings, or `base`, `configs` and `groups`.
  case settings
  /// Settings by name.
  case settingGroups
  /// Types of build configurations by name.
  case configurations
  /// Texts by name, which XcodeGen drops if one value is not a text.
  case attributes
  case platforms, productType
  /// Environment variables as a list, or their values by name.
  case variables
  /// A boolean, or a text that is parsed as one.
  case flagOrText
  /// The actions for which a scheme builds each target.
  case buildTypes

  /// The type of the value, with its article.
  var noun: String {
    switch self {
    case .text, .version, .release, .versions, .choice, .productType: "a string"
    case .boolean, .flagOrText: "a boolean"
    case .wholeNumber: "a whole number"
    case .list, .texts, .allTexts, .choices, .sections: "a list"
    case .textOrTexts, .platforms, .items: "a string or a list"
    case .mapping, .section, .table, .settings, .settingGroups, .configurations, .attributes,
      .buildTypes:
      "a mapping"
    case .variables: "a mapping or a list"
    case .phase: "a string or a mapping"
    case .any: "a value"
    }
  }

  /// Some words, separated by spaces in the literal.
  public struct Words: Sendable, ExpressibleByStringLiteral {
    private let text: StaticString
    /// Whether XcodeGen also accepts them in other cases.
    private(set) var areInAnyCase = false

    public init(stringLiteral text: StaticString) { self.text = text }

    init(inAnyCase text: StaticString) {
      self.text = text
      areInAnyCase = true
    }

    public var words: [String] { text.description.split(separator: " ").map(String.init) }

    func contains(_ word: String) -> Bool {
      text.withUTF8Buffer { words in
        words.split(separator: UInt8(ascii: " ")).contains { $0.elementsEqual(word.utf8) }
      }
    }

    static let destinations: Words = "iOS tvOS macOS watchOS visionOS macCatalyst"
    public static let platforms: Words = "auto iOS tvOS macOS watchOS visionOS"
    static let sourceTypes: Words = "group file folder syncedFolder"
    /// The destinations of a phase that copies files.
    public static let copyDestinations: Words =
      """
      absolutePath productsDirectory wrapper executables resources javaResources frameworks \
      sharedFrameworks sharedSupport plugins
      """
    static let frameCaptureModes: Words = "autoEnabled metal openGL disabled"
    public static let buildPhases: Words = "sources headers resources none"
    static let configurationTypes: Words = "debug release none"
    /// The actions of a scheme, and their synonyms.
    static let actions: Words =
      "run test profile analyze archive running testing profiling analyzing archiving"

    // The types of breakpoints; Xcode's names are valid, too.
    static let breakpointTypes: Words =
      """
      File Exception SwiftError OpenGLError Symbolic IDEConstraintError IDETestFailure RuntimeIssue \
      Xcode.Breakpoint.FileBreakpoint Xcode.Breakpoint.ExceptionBreakpoint \
      Xcode.Breakpoint.SwiftErrorBreakpoint Xcode.Breakpoint.OpenGLErrorBreakpoint \
      Xcode.Breakpoint.SymbolicBreakpoint Xcode.Breakpoint.IDEConstraintErrorBreakpoint \
      Xcode.Breakpoint.IDETestFailureBreakpoint Xcode.Breakpoint.RuntimeIssueBreakpoint
      """
    static let breakpointActionTypes: Words =
      """
      DebuggerCommand Log ShellCommand GraphicsTrace AppleScript Sound OpenGLError \
      Xcode.BreakpointAction.DebuggerCommand Xcode.BreakpointAction.Log \
      Xcode.BreakpointAction.ShellCommand Xcode.BreakpointAction.GraphicsTrace \
      Xcode.BreakpointAction.AppleScript Xcode.BreakpointAction.Sound \
      Xcode.BreakpointAction.OpenGLError
      """
    static let exceptionScopes = Words(inAnyCase: "all objective-c c++ All Objective-C C++")
    static let stopStyles = Words(inAnyCase: "throw catch Throw Catch")
    static let conveyanceTypes = Words(inAnyCase: "console speak Console Speak")
    static let sounds: Words =
      "Basso Blow Bottle Frog Funk Glass Hero Morse Ping Pop Purr Sosumi Submarine Tink"
  }
}
