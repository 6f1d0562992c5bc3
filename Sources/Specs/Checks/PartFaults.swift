internal import Diagnostics
internal import YAML

/// What XcodeGen passes over in silence in an included file, whoever includes it.
struct PartFaults {
  /// Their places are in the file, as the number of which any will do.
  private(set) var findings: [IgnoredKeyChecker.Finding]
  private(set) var hasReplacingKeys: Bool
  private(set) var hasUnusableTemplateAttributes: Bool
  private(set) var swallowsBlocks: Bool

  init(of tree: Tree, root: NodeID) {
    var search = IgnoredKeyChecker(tree)
    search.visitFile(root)
    findings = search.findings
    hasReplacingKeys = search.hasReplacingKeys
    hasUnusableTemplateAttributes = search.hasUnusableTemplateAttributes
    swallowsBlocks = search.swallowsBlocks
  }

  /// Whether the file has nothing that its includers must know of.
  var isEmpty: Bool { findings.isEmpty && !hasReplacingKeys }
}

extension IgnoredKeyChecker.Finding {
  /// The same in the file with another number.
  func moved(to file: FileID) -> Self {
    var result = self
    result.diagnostic = diagnostic.movingPlaces { _ in file }
    for index in result.causes.indices { result.causes[index].file = file }
    return result
  }
}
