internal import Diagnostics
internal import Graph
internal import Projects
internal import YAML
internal import Text

// The dependencies of one target.
extension SpecDecoder {
  /// Appends the dependencies of a target for its platform in the order of declaration, and its
  /// build-tool plug-ins.
  mutating func decodeDependencies(
    _ parts: TargetParts, of target: NodeID, key: NodeID, platform: Platform
  ) -> Range<Int> {
    let first = batch.dependencies.count
    if let list = parts.dependencies {
      if !tree.isSequence(list) {
        let name = spec.shownName(of: target, key: key)
        checker.report(.notAList(name), at: list, help: listHelp(for: list))
      }
      var home = spec.range(of: target)
      home.start = spec.range(of: key).start
      declared.removeAll(keepingCapacity: true)
      var elements = tree.startOfElements(of: list)
      while let element = tree.nextElement(&elements) {
        guard hasRoom(at: list) else { break }
        let count = batch.dependencies.count
        decodeDependency(element, platform: platform, home: home)
        guard count < batch.dependencies.count else { continue }
        let added = batch.dependencies[count]
        declared.append(
          DeclaredDependency(
            kind: added.kind, reference: added.reference,
            name: batch.names.form(of: added.reference), node: element))
      }
      checker.reportDuplicates(among: declared, of: target, key: key, batch.names)
    }
    if let plugins = parts.buildToolPlugins { decodePlugins(plugins, areChecked: true) }
    return first..<batch.dependencies.count
  }

  /// Returns the help for a value that is not a list of dependencies.
  private func listHelp(for node: NodeID) -> [Diagnostic.Message] {
    if tree.isBlank(node) { return [.dropKey] }
    guard let (kind, value) = DependencyParts(of: node, in: tree).reference else { return [] }
    return [.asListItem(kind.spelling, tree.string(value))]
  }

  /// - Parameters:
  ///   - node: The entry of the list.
  ///   - platform: The platform of the target.
  ///   - home: The range of the target; dependencies in other places come from a template.
  private mutating func decodeDependency(
    _ node: NodeID, platform: Platform, home: SourceRange
  ) {
    guard tree.isMapping(node) else {
      let name = tree.isScalar(node) ? tree.string(node) : nil
      return checker.report(
        .dependencyIsNoMapping(name), at: node, help: name.map { [.asTarget($0)] } ?? [])
    }
    let parts = DependencyParts(of: node, in: tree)
    guard let (kind, value) = parts.reference else {
      return checker.report(.dependencyWithoutKind, at: node, help: kindHelp(for: node))
    }
    guard tree.textRange(of: value).count <= Limits.nameLength else {
      return checker.report(.nameTooLong, at: value)
    }
    var flags = parts.flags
    if let copy = parts.copy {
      flags.formUnion(decodeCopy(copy))
      if flags.contains(.embedDeclared), !flags.contains(.embed) {
        let key = tree.entry(of: node, named: SpecKey.copy.spelling)?.key
        checker.warn(.copiesNothing, at: key ?? copy, help: [.embedOrLeaveOut])
      }
    }
    if let allowed = parts.platforms, !lists(allowed, platform) { return }
    if kind == .sdk { checker.checkSDK(value) }
    var place = spec.range(of: node)
    let end = spec.range(of: value)
    if end.file == place.file, place.start <= end.start { place.end = end.end }
    var dependency = Dependency(
      kind, intern(value), at: place, flags: flags, platforms: parts.filter)
    let isOwn = place.file == home.file && home.start <= place.start && place.start <= home.end
    if !isOwn { dependency.flags.insert(.inherited) }
    if spec.traits.contains(.unusableTemplateAttributes), tree.hasVariables(value) {
      dependency.flags.insert(.unfilled)
    }
    dependency.outside = addOutsideNote(of: node)
    guard kind == .package else { return batch.dependencies.append(dependency) }
    appendProducts(of: node, dependency)
  }

  /// Whether a list of platforms contains `platform`.
  private func lists(_ platforms: NodeID, _ platform: Platform) -> Bool {
    var elements = tree.startOfElements(of: platforms)
    while let element = tree.nextElement(&elements) {
      if tree.isText(element), tree.platform(element) == platform { return true }
    }
    return false
  }

  /// Appends a dependency for each product of a package.
  private mutating func appendProducts(of node: NodeID, _ dependency: Dependency) {
    var dependency = dependency
    var products: [NodeID] = []
    if let list = tree.value(of: node, for: .products), tree.isSequence(list) {
      products = tree.elements(of: list).filter { tree.isText($0) }
    } else if let product = tree.textNode(of: node, for: .product) {
      products = [product]
    }
    if products.isEmpty { batch.dependencies.append(dependency) }
    for product in products {
      guard hasRoom(at: node) else { return }
      dependency.product = intern(product)
      batch.dependencies.append(dependency)
      dependency.flags.insert(.furtherProduct)
    }
  }

  /// Decodes `copy` of a dependency, which requires a known destination.
  private mutating func decodeCopy(_ copy: NodeID) -> Dependency.Flags {
    guard let text = checker.destination(ofCopy: copy) else { return [] }
    let isBelow = !(tree.text(of: copy, for: .subpath) ?? "").isEmpty
    return text == "frameworks" && !isBelow ? .copied : [.copied, .copiedElsewhere]
  }

  private func kindHelp(for node: NodeID) -> [Diagnostic.Message] {
    let kinds = ["target", "framework", "carthage", "sdk", "package", "bundle"]
    var entries = tree.startOfEntries(of: node)
    while let (key, value) = tree.nextEntry(&entries) {
      let written = tree.string(key)
      if kinds.contains(written), tree.isScalar(value) {
        return [.quote(written, tree.string(value))]
      }
      if let kind = kinds.nearest(to: written) { return [.didYouMean(kind)] }
    }
    return [.kinds]
  }

  /// Appends the build-tool plug-ins of a target.
  mutating func decodePlugins(_ list: NodeID, areChecked: Bool) {
    guard tree.isSequence(list) else {
      if areChecked { checker.report(.notAListOfMappings("buildToolPlugins"), at: list) }
      return
    }
    var elements = tree.startOfElements(of: list)
    while let element = tree.nextElement(&elements) {
      guard hasRoom(at: list) else { return }
      guard let plugin = tree.textNode(of: element, for: .plugin),
        let package = tree.textNode(of: element, for: .package)
      else {
        if areChecked { checker.report(.incompletePlugin, at: element) }
        continue
      }
      batch.dependencies.append(
        Dependency(
          .plugin, intern(package), at: spec.range(of: element), product: intern(plugin)))
    }
  }
}

extension Diagnostic.Message {
  fileprivate static let dependencyWithoutKind: Self =
    "a dependency names no target, framework, carthage, sdk, package or bundle"
  fileprivate static let kinds: Self =
    "name one of target, framework, carthage, sdk, package or bundle"
  fileprivate static let incompletePlugin: Self =
    "a build-tool plug-in needs 'plugin' and 'package', both strings"
  fileprivate static let copiesNothing: Self =
    "'copy' has no effect: with 'embed: false' XcodeGen copies nothing"
  fileprivate static let embedOrLeaveOut: Self = "write 'embed: true', or leave 'copy' out"
  fileprivate static let dropKey: Self = "drop the key, or write '[]'"

  fileprivate static func asListItem(_ kind: String, _ name: String) -> Self {
    "start each dependency with a dash: '- \(kind): \(name)'"
  }
  fileprivate static func notAList(_ target: String) -> Self {
    "'dependencies' of target '\(target)' must be a list"
  }
  fileprivate static func dependencyIsNoMapping(_ name: String?) -> Self {
    name.map { "dependency '\($0)' must be a mapping" } ?? "a dependency must be a mapping"
  }
  fileprivate static func asTarget(_ name: String) -> Self { "write 'target: \(name)'" }
  fileprivate static func quote(_ key: String, _ value: String) -> Self {
    "write the name in quotes: \(key): \"\(value)\""
  }
}
