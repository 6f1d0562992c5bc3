internal import Architecture
import Diagnostics
import Graph
internal import Paths

struct DependencyEntry {
  /// The keys of the entry; empty in a manifest.
  var fields: [Diagnostic.Fix.Field] = []
  /// The element of `dependencies` in a manifest.
  private var element: String?
  /// Further lines that the entry requires, each with the list to add it to.
  private(set) var companions: [(list: String, line: String)] = []

  init(_ fields: Diagnostic.Fix.Field...) { self.fields = fields }

  init(element: String) { self.element = element }

  init(package: String, product: String) {
    fields = [.init("package", package)]
    if product != package { fields.append(.init("product", product)) }
  }

  /// The entry as YAML, or as Swift in a manifest.
  var line: String {
    if let element { return element }
    let pairs = fields.map { field in
      switch field.value {
      case .text(let text): "\(field.key): \(text)"
      case .flag(let flag): "\(field.key): \(flag)"
      }
    }
    return pairs.count == 1 ? "- \(pairs[0])" : "- { \(pairs.joined(separator: ", ")) }"
  }

  var isComplete: Bool { element == nil && companions.isEmpty }

  func changes(of module: Module) -> [Diagnostic.Fix.Change]? {
    isComplete ? [.addDependency(fields, toTarget: module.location)] : nil
  }

  /// The end of a sentence that proposes `line`.
  var suffix: String { companions.map { ", and to \($0.list): `\($0.line)`" }.joined() }

  func help(_ place: String) -> Diagnostic.Message {
    companions.isEmpty
      ? .init(proposing: .init(line, in: place)) : "\(place): `\(line)`\(suffix)"
  }

  func with(_ line: String, in list: String) -> DependencyEntry {
    var entry = self
    entry.companions.append((list, line))
    return entry
  }
}

extension ModuleGraph {
  /// Returns a dependency of `dependent` on `module`, in the style of its existing dependencies.
  func dependencyEntry(on module: ModuleID, in dependent: ModuleID) -> DependencyEntry {
    let target = self[module]
    let folder = spec(of: dependent)?.folder ?? ""
    switch target.external {
    case .carthage:
      // XcodeGen does not embed Carthage frameworks in watch apps by default.
      var entry = DependencyEntry(.init("carthage", target.name))
      if self[dependent].platforms == [.watchOS] { entry.fields.append(.init("embed", true)) }
      return entry
    case .file(let path):
      return DependencyEntry(.init("framework", relativePath(of: path, from: folder)))
    case .pod, .sdk, .package, nil:
      break
    }
    if target.packageTarget != nil { return productEntry(on: module, in: dependent) }
    let name = targetName(of: module, in: dependent)
    if target.spec == self[dependent].spec, !namesOwnTargetsByProduct(dependent) {
      return DependencyEntry(.init("target", name))
    }
    guard target.spec != self[dependent].spec, let other = spec(of: module),
      namesTargets(of: target.spec, dependent)
    else {
      return DependencyEntry(.init("framework", target.productFile), .init("implicit", true))
    }
    if let key = referenceKey(to: target.spec, from: dependent) {
      return DependencyEntry(.init("target", "\(key)/\(name)"))
    }
    let project = relativePath(
      of: other.folder.isEmpty
        ? "./\(other.project).xcodeproj" : "\(other.folder)/\(other.project).xcodeproj",
      from: folder)
    return DependencyEntry(.init("target", "\(other.project)/\(name)"))
      .with("\(other.project): { path: \(project) }", in: "`projectReferences`")
  }

  private func targetName(of id: ModuleID, in dependent: ModuleID) -> String {
    let (module, other) = (self[id], self[dependent])
    guard let name = module.unsuffixedName, other.unsuffixedName != nil,
      other.platform == module.platform, module.name == "\(name)_\(module.platform.rawValue)"
    else { return module.name }
    return name + "_${platform}"
  }

  private func namesOwnTargetsByProduct(_ dependent: ModuleID) -> Bool {
    let kinds = links(from: dependent).lazy.filter { link in
      self[link.to].spec == self[dependent].spec && !link.flags.contains(.derived)
    }.map(\.kind)
    return kinds.contains(.framework) && !kinds.contains(.target)
  }

  /// Whether `dependent` refers to targets of other projects, or could refer to those of `spec`,
  /// instead of products.
  private func namesTargets(of spec: Int, _ dependent: ModuleID) -> Bool {
    let kinds = links(from: dependent).lazy.filter { link in
      self[link.to].spec >= 0 && self[link.to].spec != self[dependent].spec
    }.map(\.kind)
    if kinds.contains(.framework) { return false }
    return kinds.contains(.target) || referenceKey(to: spec, from: dependent) != nil
  }

  /// Returns the project reference through which `dependent` can refer to targets of a spec.
  private func referenceKey(to spec: Int, from dependent: ModuleID) -> String? {
    let references = self.spec(of: dependent)?.references ?? [:]
    return references.filter { $0.value == spec }.map(\.key).min { $0.precedes($1) }
  }

  private func relativePath(of path: String, from folder: String) -> String {
    // A name without a folder is kept: its folder is unknown.
    guard path.contains("/"), !path.hasPrefix("$"), !Path.isAbsolute(path) else { return path }
    return Path.relative(path, to: folder)
  }
}

// Dependencies on targets of local packages, which only products make available to other projects.
extension ModuleGraph {
  func productEntry(on module: ModuleID, in dependent: ModuleID) -> DependencyEntry {
    let (product, package) = (product(of: module), spec(of: module))
    let project = package?.project ?? ""
    let known = spec(of: dependent)?.packageKeys[self[module].spec]
    let key = known ?? project
    var entry = DependencyEntry(package: key, product: product.name)
    if known == nil, let package, let own = spec(of: dependent) {
      let path = Path.relative(package.folder.isEmpty ? "." : package.folder, to: own.folder)
      entry = entry.with("\(key): { path: \(path) }", in: "`packages`")
    }
    return product.isThere ? entry : entry.withProduct(product.name, of: project)
  }

  /// Returns the product by which other projects can link a package target: the one with its name,
  /// else the one with the fewest other targets.
  ///
  /// If no product contains it, returns the name of a product to add.
  func product(of module: ModuleID) -> (name: String, isThere: Bool) {
    let name = self[module].name
    let products = (spec(of: module)?.products ?? []).filter { $0.targets.contains(name) }
    let best =
      products.first { $0.name == name } ?? products.min { $0.targets.count < $1.targets.count }
    return (best?.name ?? name, best != nil)
  }
}

extension DependencyEntry {
  func withProduct(_ name: String, of package: String) -> DependencyEntry {
    with(
      ".library(name: \"\(name)\", targets: [\"\(name)\"])",
      in: "the products of package '\(package)'")
  }
}

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
