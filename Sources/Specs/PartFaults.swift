internal import Diagnostics
internal import YAML

/// What XcodeGen passes over in silence in an included file, whoever includes it.
struct PartFaults {
  /// Their places are in the file, as the number of which any will do.
  private(set) var findings: [FaultSearch.Finding]
  private(set) var hasReplacingKeys: Bool
  private(set) var spoilsAttributes: Bool
  private(set) var swallowsBlocks: Bool

  init(of tree: Tree, root: NodeID) {
    var search = FaultSearch(tree)
    search.visitFile(root)
    findings = search.findings
    hasReplacingKeys = search.hasReplacingKeys
    spoilsAttributes = search.spoilsAttributes
    swallowsBlocks = search.swallowsBlocks
  }

  /// Whether the file has nothing that its includers must know of.
  var isEmpty: Bool { findings.isEmpty && !hasReplacingKeys }
}

extension FaultSearch.Finding {
  /// The same in the file with another number.
  func moved(to file: FileID) -> Self {
    var result = self
    result.diagnostic = diagnostic.movingPlaces { _ in file }
    for index in result.causes.indices { result.causes[index].file = file }
    return result
  }
}
