internal import Diagnostics
internal import YAML

/// A dependency as it was declared, to be compared with others of its target.
struct DeclaredDependency {
  var kind: Dependency.Kind
  var reference: NameID
  var node: NodeID
}

// Dependencies that XcodeGen refuses since a target has them twice.
extension SpecReader {
  /// Reports each dependency that is equal in all attributes to an earlier one of its target.
  ///
  /// Attributes are looked at only where kind and reference are equal, which is seldom.
  ///
  /// - Complexity: O(*d*) for *d* dependencies, of which few name the same.
  mutating func reportDuplicates(of target: NodeID, key targetKey: NodeID) {
    // One finding for each name will do, however often it comes again.
    var reported: Set<Key> = []
    var seen: [Key: [(attributes: [String]?, node: NodeID)]] = [:]
    for dependency in declared {
      let key = Key(kind: dependency.kind, reference: dependency.reference)
      guard !reported.contains(key) else { continue }
      guard let known = seen[key] else {
        seen[key] = [(nil, dependency.node)]
        continue
      }
      let attributes = attributes(of: dependency.node)
      let first = known.first { ($0.attributes ?? self.attributes(of: $0.node)) == attributes }
      if let first {
        report(dependency, again: first.node, of: shownName(of: target, key: targetKey))
        reported.insert(key)
      } else if known.count < Self.mostVariants {
        seen[key]?.append((attributes, dependency.node))
      }
    }
  }

  /// With more variants of one dependency than this, a list is made to cost time.
  private static var mostVariants: Int { 16 }

  /// Whether two of `declared` name the same; comparing the few of a target by pairs is cheaper
  /// than a table.
  func mayHaveDuplicates() -> Bool {
    guard declared.count <= 24 else {
      var seen: Set<UInt64> = []
      return declared.contains { dependency in
        let number = UInt64(UInt32(bitPattern: dependency.reference.index))
        return !seen.insert(number << 8 | UInt64(dependency.kind.rawValue)).inserted
      }
    }
    for index in declared.indices {
      let dependency = declared[index]
      for other in declared.startIndex..<index
      where declared[other].reference == dependency.reference
        && declared[other].kind == dependency.kind
      {
        return true
      }
    }
    return false
  }

  private struct Key: Hashable {
    var kind: Dependency.Kind
    var reference: NameID
  }

  private mutating func report(
    _ dependency: DeclaredDependency, again first: NodeID, of target: String
  ) {
    let written = batch.names.string(dependency.reference)
    let file = SpecPath.lastComponent(written)
    let isName = dependency.kind == .target || dependency.kind == .package
    let name = isName ? written : SpecPath.splitExtension(file).stem
    add(
      Diagnostic(
        "duplicate-dependency", .error, .again(target, written), at: range(of: dependency.node),
        notes: [outsideNote(of: dependency.node) ?? .init(.firstOne, at: range(of: first))],
        help: [.dropOne],
        subject: .init(from: target, to: name)),
      refuses: false)
  }

  /// What XcodeGen reads of a dependency besides kind and reference; defaults are left out.
  private func attributes(of node: NodeID) -> [String] {
    var result: [String] = []
    for (key, value) in tree.entries(of: node) {
      guard let word = tree.key(key) else { continue }
      if let text = attribute(word, value) { result.append("\(word.spelling)=\(text)") }
    }
    return result.sorted { $0.precedes($1) }
  }

  private func attribute(_ key: SpecKey, _ value: NodeID) -> String? {
    switch key {
    case .link, .embed, .codeSign, .findFrameworks: tree.boolValue(value).map { "\($0)" }
    case .weak, .implicit: tree.boolValue(value) == true ? "true" : nil
    case .removeHeaders: tree.boolValue(value) == false ? "false" : nil
    case .root, .product, .linkType: tree.textValue(value)
    case .platformFilter:
      tree.textValue(value).flatMap { ["iOS", "macOS"].contains($0) ? $0 : nil }
    case .products, .destinationFilters: texts(value)?.joined(separator: ",")
    case .platforms: texts(value)?.sorted { $0.precedes($1) }.joined(separator: ",")
    case .copy:
      [SpecKey.destination, .subpath].map { tree.text(of: value, for: $0) ?? "" }
        .joined(separator: ",")
    default: nil
    }
  }

  private func texts(_ list: NodeID) -> [String]? {
    guard tree.isSequence(list) else { return nil }
    return tree.elements(of: list).compactMap { tree.textValue($0) }
  }
}

extension Diagnostic.Message {
  fileprivate static let dropOne: Self = "drop one of the two"

  fileprivate static func again(_ target: String, _ reference: String) -> Self {
    "'\(target)' has the dependency '\(reference)' twice"
  }
}
