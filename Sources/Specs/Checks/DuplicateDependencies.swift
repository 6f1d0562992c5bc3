internal import Diagnostics
internal import Graph
internal import Projects
internal import YAML
internal import Paths

/// A declared dependency, compared with the others of its target.
struct DeclaredDependency {
  var kind: DependencyKind
  /// The name or path.
  var name: String
  var node: NodeID
}

extension SpecChecker {
  /// Reports each dependency of a target that equals an earlier one after XcodeGen decodes both.
  ///
  /// - Complexity: O(size of the dependencies).
  mutating func reportDuplicates(
    among declared: [DeclaredDependency], of target: NodeID, key targetKey: NodeID
  ) {
    guard Self.mayHaveDuplicates(declared) else { return }
    // There is one finding for each name, regardless of the number of repetitions.
    var places: [Key: Int] = [:]
    var repeated: [(first: NodeID, again: [DeclaredDependency])] = []
    var seen: [DecodedDependency: NodeID] = [:]
    for dependency in declared {
      let decoded = DecodedDependency(dependency, in: tree)
      guard let first = seen[decoded] else {
        seen[decoded] = dependency.node
        continue
      }
      let key = Key(kind: dependency.kind, name: dependency.name)
      let place = places[key] ?? repeated.count
      if place == repeated.count { repeated.append((first, [])) }
      places[key] = place
      repeated[place].again.append(dependency)
    }
    for (first, again) in repeated {
      report(again, of: spec.shownName(of: target, key: targetKey), first)
    }
  }

  /// Whether two dependencies have the same name; comparing the few of a target by pairs is faster
  /// than a table.
  private static func mayHaveDuplicates(_ declared: [DeclaredDependency]) -> Bool {
    guard declared.count <= 24 else {
      var seen: Set<Key> = []
      return declared.contains { !seen.insert(Key(kind: $0.kind, name: $0.name)).inserted }
    }
    for index in declared.indices {
      let dependency = declared[index]
      for other in declared.startIndex..<index
      where declared[other].name == dependency.name && declared[other].kind == dependency.kind {
        return true
      }
    }
    return false
  }

  private struct Key: Hashable {
    var kind: DependencyKind
    var name: String
  }

  private mutating func report(
    _ again: [DeclaredDependency], of target: String, _ first: NodeID
  ) {
    guard let dependency = again.first else { return }
    let written = dependency.name
    let file = Path.lastComponent(written)
    let isName = dependency.kind == .target || dependency.kind == .package
    let name = isName ? written : Path.splitExtension(file).stem
    let outside = spec.outsideNote(of: dependency.node)
    let removed = again.map(\.node).filter { spec.outsideNote(of: $0) == nil }
    log.add(
      Diagnostic(
        .duplicateDependency, .error, .again(target, written), at: spec.range(of: dependency.node),
        notes: [outside ?? .init(.firstOne, at: spec.range(of: first))],
        help: [.dropOne],
        fix: outside == nil ? .init(safe: removed.map { .remove(spec.range(of: $0)) }) : nil,
        subject: .init(from: target, to: name)))
  }
}

/// A dependency that XcodeGen 2.45.4 has decoded, which determines whether two entries are equal.
///
/// Missing values and values of a wrong type have their default. Keys of other kinds of
/// dependencies are ignored. Texts are equal in any Unicode form.
struct DecodedDependency: Hashable {
  private let kind: DependencyKind
  private let name: String
  private var link: Bool?
  private var embed: Bool?
  private var codeSign: Bool?
  private var weak = false
  private var implicit = false
  private var removeHeaders = true
  /// The platform filter; `nil` for all platforms.
  private var platformFilter: String?
  /// The names that XcodeGen defines, in order; it drops others.
  private var destinationFilters: [String]?
  private var platforms: Set<Platform>?
  /// The destination of copied files, and the path below it.
  private var copy: [String]?
  /// The products of a package.
  private var products: [String] = []
  /// The value of `findFrameworks` for Carthage.
  private var findFrameworks: Bool?
  private var isStatic = false
  /// The value of `root` for an SDK.
  private var root: String?

  init(_ dependency: DeclaredDependency, in tree: Tree) {
    (kind, name) = (dependency.kind, dependency.name)
    var entries = tree.startOfEntries(of: dependency.node)
    while let (key, value) = tree.nextEntry(&entries) {
      switch tree.key(key) {
      case .link: link = tree.boolValue(value)
      case .embed: embed = tree.boolValue(value)
      case .codeSign: codeSign = tree.boolValue(value)
      case .weak: weak = tree.boolValue(value) ?? false
      case .implicit: implicit = tree.boolValue(value) ?? false
      case .removeHeaders: removeHeaders = tree.boolValue(value) ?? true
      case .platformFilter:
        platformFilter = tree.textValue(value).flatMap { ["iOS", "macOS"].contains($0) ? $0 : nil }
      case .destinationFilters:
        destinationFilters = tree.texts(of: value)?
          .filter { PlatformSet(destination: $0) != nil }
      case .platforms:
        platforms = tree.texts(of: value)
          .map { Set($0.compactMap { Platform(rawValue: $0) }) }
      case .copy where tree.isMapping(value):
        copy = [SpecKey.destination, .subpath].map { tree.text(of: value, for: $0) ?? "" }
      default: break
      }
    }
    // Keys of a single kind of dependency.
    let node = dependency.node
    switch kind {
    case .package:
      products =
        tree.value(of: node, for: .products).flatMap { tree.texts(of: $0) }
        ?? tree.text(of: node, for: .product).map { [$0] } ?? []
    case .carthage:
      findFrameworks = tree.bool(of: node, for: .findFrameworks)
      isStatic = tree.text(of: node, for: .linkType) == "static"
    case .sdk: root = tree.text(of: node, for: .root)
    case .target, .framework, .bundle: break
    }
  }
}

extension Tree {
  /// Returns the texts in a list; `nil` for a value that is not a list.
  fileprivate func texts(of list: NodeID) -> [String]? {
    isSequence(list) ? elements(of: list).compactMap { textValue($0) } : nil
  }
}

extension Diagnostic.Message {
  fileprivate static let dropOne: Self = "drop one of the two"

  fileprivate static func again(_ target: String, _ reference: String) -> Self {
    "'\(target)' has the dependency '\(reference)' twice"
  }
}
