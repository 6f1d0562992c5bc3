internal import Diagnostics
internal import Graph
internal import Projects
internal import SpecChecks
internal import SpecReading
internal import Text
internal import YAML

// The dependencies of one target.
extension SpecDecoder {
  /// Returns the dependencies of a target for its platform in the order of declaration, and its
  /// build-tool plug-ins.
  mutating func decodeDependencies(
    _ parts: TargetParts, of target: NodeID, key: NodeID, platform: Platform
  ) -> [Dependency] {
    var dependencies: [Dependency] = []
    if let list = parts.dependencies {
      if !tree.isSequence(list) {
        let name = spec.shownName(of: target, key: key)
        checker.report(.notAList(name), at: list, help: listHelp(for: list))
      }
      var home = spec.range(of: target)
      home.start = spec.range(of: key).start
      var declared: [DeclaredDependency] = []
      var elements = tree.startOfElements(of: list)
      dependencies.reserveCapacity(tree.count(from: elements))
      while let element = tree.nextElement(&elements) {
        guard takeRoom(at: list) else { break }
        let first = dependencies.count
        guard
          let kind = decodeDependency(element, platform: platform, home: home, to: &dependencies)
        else { continue }
        declared.append((kind, dependencies[first].reference.text, element))
      }
      if declared.count > 1 { checker.reportDuplicates(among: declared, of: target, key: key) }
    }
    if let plugins = parts.buildToolPlugins {
      dependencies += decodePlugins(plugins, areChecked: true)
    }
    return dependencies
  }

  /// Returns the help for a value that is not a list of dependencies.
  private func listHelp(for node: NodeID) -> [Diagnostic.Message] {
    if tree.isBlank(node) { return [.dropKey] }
    guard let (kind, value) = DependencyParts(of: node, in: tree).reference else { return [] }
    return [.asListItem(kind.spelling, tree.string(value))]
  }

  /// Appends a dependency, or one for each product of a package.
  ///
  /// - Parameters:
  ///   - node: The entry of the list.
  ///   - platform: The platform of the target.
  ///   - home: The range of the target; dependencies in other places come from a template.
  ///   - dependencies: Gets the dependencies.
  /// - Returns: Its kind; `nil` if the target has no such dependency.
  private mutating func decodeDependency(
    _ node: NodeID, platform: Platform, home: SourceRange, to dependencies: inout [Dependency]
  ) -> DependencyKind? {
    guard tree.isMapping(node) else {
      let name = tree.isScalar(node) ? tree.string(node) : nil
      checker.report(
        .dependencyIsNoMapping(name), at: node, help: name.map { [.asTarget($0)] } ?? [])
      return nil
    }
    let parts = DependencyParts(of: node, in: tree)
    guard let (kind, value) = parts.reference else {
      checker.report(.dependencyWithoutKind, at: node, help: kindHelp(for: node))
      return nil
    }
    guard tree.textRange(of: value).count <= Limits.nameLength else {
      checker.report(.nameTooLong, at: value)
      return nil
    }
    var flags = parts.flags
    if let copy = parts.copy { decodeCopy(copy, of: node, into: &flags) }
    if let allowed = parts.platforms, !lists(allowed, platform) { return nil }
    if kind == .sdk { checker.checkSDK(value) }
    var place = spec.range(of: node)
    let end = spec.range(of: value)
    if end.file == place.file, place.start <= end.start { place.end = end.end }
    var dependency = Dependency(
      kind.reference(to: texts.string(value, in: tree)), at: place, flags: flags,
      platforms: parts.filter)
    let isOwn = place.file == home.file && home.start <= place.start && place.start <= home.end
    if !isOwn { dependency.flags.insert(.inherited) }
    if spec.traits.contains(.unusableTemplateAttributes), tree.hasVariables(value) {
      dependency.flags.insert(.unfilled)
    }
    if spec.hasOutsideFiles { dependency.outside = addOutsideNote(of: node) }
    if kind == .package {
      appendProducts(of: node, dependency, to: &dependencies)
    } else {
      dependencies.append(dependency)
    }
    return kind
  }

  private func lists(_ platforms: NodeID, _ platform: Platform) -> Bool {
    var elements = tree.startOfElements(of: platforms)
    while let element = tree.nextElement(&elements) {
      if tree.isText(element), tree.platform(element) == platform { return true }
    }
    return false
  }

  /// Appends a dependency for each product of a package.
  private mutating func appendProducts(
    of node: NodeID, _ dependency: Dependency, to dependencies: inout [Dependency]
  ) {
    var dependency = dependency
    var products: [NodeID] = []
    if let list = tree.value(of: node, for: .products), tree.isSequence(list) {
      products = tree.elements(of: list).filter { tree.isText($0) }
    } else if let product = tree.textNode(of: node, for: .product) {
      products = [product]
    }
    if products.isEmpty { dependencies.append(dependency) }
    let package = dependency.reference.text
    for (number, product) in products.enumerated() {
      guard number == 0 || takeRoom(at: node) else { return }
      dependency.reference = .package(key: package, product: tree.string(product))
      dependencies.append(dependency)
      dependency.flags.insert(.furtherProduct)
    }
  }

  /// Adds the flags of `copy` of a dependency, which requires a known destination.
  private mutating func decodeCopy(
    _ copy: NodeID, of node: NodeID, into flags: inout Dependency.Flags
  ) {
    if let text = checker.destination(ofCopy: copy) {
      flags.insert(.copied)
      let isBelow = !(tree.text(of: copy, for: .subpath) ?? "").isEmpty
      if text != "frameworks" || isBelow { flags.insert(.copiedElsewhere) }
    }
    if flags.contains(.embedDeclared), !flags.contains(.embed) {
      let key = tree.entry(of: node, named: SpecKey.copy.spelling)?.key
      checker.warn(.copiesNothing, at: key ?? copy, help: [.embedOrLeaveOut])
    }
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

  /// Takes room for another dependency, which aliases can multiply.
  ///
  /// - Returns: Whether there is room.
  mutating func takeRoom(at node: NodeID) -> Bool {
    guard dependencyCount < Limits.dependencies else {
      checker.report(.tooManyDependencies, at: node)
      return false
    }
    dependencyCount += 1
    return true
  }

  mutating func decodePlugins(_ list: NodeID, areChecked: Bool) -> [Dependency] {
    guard tree.isSequence(list) else {
      if areChecked { checker.report(.notAListOfMappings("buildToolPlugins"), at: list) }
      return []
    }
    var dependencies: [Dependency] = []
    var elements = tree.startOfElements(of: list)
    while let element = tree.nextElement(&elements) {
      guard takeRoom(at: list) else { break }
      guard let plugin = tree.textNode(of: element, for: .plugin),
        let package = tree.textNode(of: element, for: .package)
      else {
        if areChecked { checker.report(.incompletePlugin, at: element) }
        continue
      }
      dependencies.append(
        Dependency(
          .plugin(tree.string(plugin), package: tree.string(package)),
          at: spec.range(of: element)))
    }
    return dependencies
  }
}

extension Diagnostic.Message {
  fileprivate static let dependencyWithoutKind: Self =
    "a dependency names no target, framework, carthage, sdk, package or bundle"
  fileprivate static let kinds: Self =
    "name one of target, framework, carthage, sdk, package or bundle"
  fileprivate static let tooManyDependencies: Self =
    "more than \(Limits.dependencies) dependencies; templates or aliases multiply"
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
