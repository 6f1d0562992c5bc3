internal import Diagnostics
public import Graph
internal import YAML

/// A Swift package, as `swift package describe` tells it.
public struct PackageDescription: Hashable, Sendable {
  public var name: String
  public var products: [Product] = []
  /// The targets, other than tests.
  public var targets: [Target] = []
  /// The packages that it depends on.
  public var dependencies: [Dependency] = []

  /// What other packages and projects can link.
  public struct Product: Hashable, Sendable {
    public var name: String
    public var linkage: Linkage
    public var targets: [String]

    public init(name: String, linkage: Linkage, targets: [String]) {
      self.name = name
      self.linkage = linkage
      self.targets = targets
    }
  }

  public struct Target: Hashable, Sendable {
    public var name: String
    /// The targets of the same package that it depends on.
    public var targets: [String]
    /// The products of other packages that it depends on.
    public var products: [String]

    public init(name: String, targets: [String] = [], products: [String] = []) {
      self.name = name
      self.targets = targets
      self.products = products
    }
  }

  public enum Dependency: Hashable, Sendable {
    /// A package in a folder.
    case local(path: String)
    case remote(url: String)
  }
}

extension PackageDescription {
  /// Reads what `swift package describe --type json` has printed; nil if that is something else.
  ///
  /// The format has no published specification; the keys are those of SwiftPM 5.5 to 6.3.
  public init?(json: [UInt8]) {
    var tree = Tree()
    let parser = JSONParser(vocabulary: KnownKeys([]), rule: .invalidSpec)
    let root: NodeID
    do throws(Diagnostic) {
      root = try parser.parse(json, into: &tree, file: FileID(index: 0))
    } catch {
      return nil
    }
    guard tree.isMapping(root), let name = tree.text(of: root, "name") else { return nil }
    self.name = name
    products = tree.list(of: root, "products").compactMap { Product($0, in: tree) }
    targets = tree.list(of: root, "targets").compactMap { Target($0, in: tree) }
    dependencies = tree.list(of: root, "dependencies").compactMap { Dependency($0, in: tree) }
  }
}

extension PackageDescription.Product {
  fileprivate init?(_ node: NodeID, in tree: Tree) {
    guard let name = tree.text(of: node, "name") else { return nil }
    self.name = name
    targets = tree.texts(of: node, "targets")
    linkage = .none
    guard let library = tree.value(of: node, for: "type").map({ tree.texts(of: $0, "library") })
    else { return }
    switch library.first {
    case "static": linkage = .static
    case "dynamic": linkage = .dynamic
    case "automatic": linkage = .automatic
    default: break
    }
  }
}

extension PackageDescription.Target {
  fileprivate init?(_ node: NodeID, in tree: Tree) {
    guard let name = tree.text(of: node, "name"), tree.text(of: node, "type") != "test" else {
      return nil
    }
    self.name = name
    targets = tree.texts(of: node, "target_dependencies")
    products = tree.texts(of: node, "product_dependencies")
  }
}

extension PackageDescription.Dependency {
  fileprivate init?(_ node: NodeID, in tree: Tree) {
    if let path = tree.text(of: node, "path") {
      self = .local(path: path)
    } else if let url = tree.text(of: node, "url") {
      self = .remote(url: url)
    } else {
      return nil
    }
  }
}

extension Tree {
  fileprivate func text(of node: NodeID, _ key: StaticString) -> String? {
    value(of: node, for: key).flatMap { textValue($0) }
  }

  fileprivate func list(of node: NodeID, _ key: StaticString) -> [NodeID] {
    value(of: node, for: key).map { elements(of: $0) } ?? []
  }

  fileprivate func texts(of node: NodeID, _ key: StaticString) -> [String] {
    list(of: node, key).compactMap { textValue($0) }
  }
}
