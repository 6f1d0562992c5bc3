import Diagnostics
import Graph

/// A manual step in Xcode for a dependency of a target that has no spec.
enum XcodeStep {
  case link, embed, unembed, copyResource, remove
}

extension ModuleGraph {
  func isInXcodeProject(_ module: ModuleID) -> Bool {
    spec(of: module)?.isXcodeProject ?? false
  }

  /// Returns a step as advice, in the terms of Xcode; `nil` for targets of specs and packages.
  func advice(
    _ step: XcodeStep, of dependency: ModuleID, in dependent: ModuleID
  ) -> Diagnostic.Message? {
    guard isInXcodeProject(dependent) else { return nil }
    let isListed = links(from: dependent).contains { $0.to == dependency && !$0.isImport }
    let product = self[dependency].productFile
    let isApp = self[dependent].type.isApp || self[dependent].type.isExtension
    let frameworks =
      isApp
      ? "General › Frameworks, Libraries, and Embedded Content"
      : "Build Phases › Link Binary With Libraries"
    let step =
      switch step {
      case .link: "\(frameworks): add '\(product)'"
      case .embed where self[dependency].type.isExecutable:
        "Build Phases: add '\(product)' to a phase that embeds it"
      case .embed where isListed: "\(frameworks): set '\(product)' to 'Embed & Sign'"
      case .embed: "\(frameworks): add '\(product)' with 'Embed & Sign'"
      case .unembed where isApp: "\(frameworks): set '\(product)' to 'Do Not Embed'"
      case .unembed: "Build Phases: remove '\(product)' from the phases that copy it"
      case .copyResource: "Build Phases › Copy Bundle Resources: add '\(product)'"
      case .remove: "\(frameworks): remove '\(product)'"
      }
    return "in Xcode: target '\(shownName(dependent))' › \(step)"
  }
}
