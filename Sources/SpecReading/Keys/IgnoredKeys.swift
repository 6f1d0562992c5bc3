public import Diagnostics
public import YAML

/// The keys and values of one file that XcodeGen ignores.
public struct IgnoredKeys: Sendable {
  public private(set) var findings: [IgnoredKeyChecker.Finding]
  public private(set) var traits: SpecTraits

  init(of tree: Tree, root: NodeID) {
    var checker = IgnoredKeyChecker(tree)
    checker.visitFile(root)
    findings = checker.findings
    traits = checker.traits
  }

  /// Checks the file of a spec; one without a name is a part of other specs, or not a spec.
  public init(ofSpec root: NodeID, in tree: inout Tree) {
    findings = []
    traits = []
    guard tree.value(of: root, for: .name) != nil else { return }
    // Swapped, not copied: a copy would retain each array of the tree.
    var checker = IgnoredKeyChecker(Tree())
    swap(&checker.tree, &tree)
    checker.visitFile(root)
    swap(&checker.tree, &tree)
    findings = checker.findings
    traits = checker.traits
  }

  /// Whether the file has no effect on the findings of the files that include it.
  var isEmpty: Bool { findings.isEmpty && !traits.contains(.replacingKeys) }
}

extension IgnoredKeyChecker.Finding {
  /// Returns the finding for a file outside the root, without any text of the file.
  func withoutText(in path: String, at place: SourceRange) -> Self? {
    guard let start = diagnostic.location?.start else { return nil }
    let message: Diagnostic.Message =
      switch diagnostic.rule {
      case .unknownKey: .hasUnknownKey
      case .duplicateKey: .hasKeyTwice
      default: .hasIgnoredValue
      }
    return Self(
      diagnostic: Diagnostic(
        diagnostic.rule, diagnostic.severity, message, at: place,
        notes: [.outsideOfWorkspace(path, at: start)]))
  }
}

extension Diagnostic {
  /// Returns a warning about a value that XcodeGen ignores; it quotes no text of a file outside the
  /// root.
  public static func ignoredValue(
    _ message: Message, at place: SourceRange, help: [Message], outside: Note?
  ) -> Diagnostic {
    guard let outside else {
      return Diagnostic(.ignoredValue, .warning, message, at: place, help: help)
    }
    return Diagnostic(.ignoredValue, .warning, .hasIgnoredValue, at: place, notes: [outside])
  }
}

extension Diagnostic.Message {
  fileprivate static let hasUnknownKey: Self =
    "the included file has a key that XcodeGen does not know"
  fileprivate static let hasKeyTwice: Self =
    "the included file has a key twice, and the last one wins"
  fileprivate static let hasIgnoredValue: Self = "the included file has a value without effect"
}

/// Facts about a spec that limit what can be concluded from it.
public enum SpecTrait: UInt8, Sendable {
  /// A key that ends in `:REPLACE` may remain after merging.
  case replacingKeys
  /// XcodeGen substitutes no template attributes, so that variables remain.
  case unusableTemplateAttributes
  /// A block is under a key that XcodeGen does not define.
  case misplacedBlocks
  /// A template in the spec does not exist.
  case missingTemplates
  /// An included file could not be read.
  case brokenIncludes
  /// The variables of the environment were expanded, so that the remaining ones are not set.
  case expandedVariables
}

public typealias SpecTraits = FlagSet<SpecTrait>

extension SpecTraits {
  /// Parts of the spec are missing.
  public var isIncomplete: Bool { !isDisjoint(with: [.brokenIncludes, .misplacedBlocks]) }
}
