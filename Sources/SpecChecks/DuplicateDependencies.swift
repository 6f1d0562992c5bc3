internal import Diagnostics
internal import Graph
internal import Paths
internal import Projects
public import SpecReading
public import YAML

/// A declared dependency with its name or path, compared with the others of its target.
public typealias DeclaredDependency = (kind: DependencyKind, name: String, node: NodeID)

extension SpecChecker {
  /// Reports each dependency of a target that XcodeGen decodes to the same value as an earlier one.
  public mutating func reportDuplicates(
    among declared: [DeclaredDependency], of target: NodeID, key targetKey: NodeID
  ) {
    guard Self.mayHaveDuplicates(declared) else { return }
    // There is one finding for each name, regardless of the number of repetitions.
    var places: [String: Int] = [:]
    var repeated: [(first: NodeID, again: [DeclaredDependency])] = []
    var seen: [DecodedDependency: NodeID] = [:]
    for dependency in declared {
      let decoded = DecodedDependency(dependency, in: tree)
      guard let first = seen[decoded] else {
        seen[decoded] = dependency.node
        continue
      }
      let key = Self.key(of: dependency)
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
      var seen: Set<String> = []
      return declared.contains { !seen.insert(key(of: $0)).inserted }
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

  /// Returns the text that no dependency of another kind or name has.
  private static func key(of dependency: DeclaredDependency) -> String {
    "\(dependency.kind.rawValue) \(dependency.name)"
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

/// A dependency as XcodeGen 2.45.4 decodes it, which decides whether two entries are equal.
///
/// Missing values and values of a wrong type have their default. Keys of other kinds do not count.
private struct DecodedDependency: Hashable {
  private let kind: DependencyKind
  private let name: String
  private var flags: Dependency.Flags
  private let codeSign: Bool?
  private let removeHeaders: Bool
  /// `nil` for all platforms.
  private let platformFilter: String?
  /// The names that XcodeGen knows, in order; it drops others.
  private let destinationFilters: [String]?
  private let platforms: Set<String>?
  /// The destination of copied files, and the path below it.
  private let copy: [String]?
  /// Of a package.
  private var products: [String] = []
  /// Of an SDK.
  private var root: String?

  init(_ dependency: DeclaredDependency, in tree: Tree) {
    let node = dependency.node
    func texts(_ key: SpecKey) -> [String]? {
      tree.value(of: node, for: key).flatMap { list in
        tree.isSequence(list) ? tree.elements(of: list).compactMap { tree.textValue($0) } : nil
      }
    }
    let parts = DependencyParts(of: node, in: tree)
    kind = dependency.kind
    name = dependency.name
    flags = parts.flags
    codeSign = tree.bool(of: node, for: .codeSign)
    removeHeaders = tree.bool(of: node, for: .removeHeaders) ?? true
    let filter = tree.text(of: node, for: .platformFilter)
    platformFilter = filter == "iOS" || filter == "macOS" ? filter : nil
    destinationFilters = texts(.destinationFilters)?.filter { BuildPlatform($0) != nil }
    platforms = texts(.platforms).map { Set($0.filter { Platform(rawValue: $0) != nil }) }
    copy = parts.copy.map { copy in
      [.destination, .subpath].map { tree.text(of: copy, for: $0) ?? "" }
    }
    if kind != .carthage {
      flags.subtract([.prebuiltStatic, .findFrameworksDeclared, .findFrameworks])
    }
    if kind == .package {
      products = texts(.products) ?? tree.text(of: node, for: .product).map { [$0] } ?? []
    }
    if kind == .sdk { root = tree.text(of: node, for: .root) }
  }
}

extension Diagnostic.Message {
  fileprivate static let dropOne: Self = "drop one of the two"

  fileprivate static func again(_ target: String, _ reference: String) -> Self {
    "'\(target)' has the dependency '\(reference)' twice"
  }
}
