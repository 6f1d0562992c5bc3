internal import Graph
internal import Projects
internal import YAML

extension NameTable {
  /// Returns the number of a scalar's text in a tree; adds the name if it is new.
  mutating func intern(_ scalar: NodeID, of tree: borrowing Tree) -> NameID {
    intern(tree.text.span.extracting(tree.textRange(of: scalar)))
  }
}

/// The values of a type by spelling.
///
/// Spellings are compared by bytes: each target has two of them, and creating strings would take
/// longer than reading the rest of a target.
struct Spellings<Value: CaseIterable & RawRepresentable<String> & Sendable>: Sendable {
  private let names: NameTable
  private let values: [Value]

  init() {
    values = Array(Value.allCases)
    names = NameTable(values.map(\.rawValue))
  }

  /// Returns the value with a spelling, in exact case.
  func value(_ spelling: Span<UInt8>) -> Value? {
    names.find(spelling).map { values[Int($0.index)] }
  }
}

extension Platform {
  static let spellings = Spellings<Platform>()
}

extension ProductType {
  private static let spellings = Spellings<ProductType>()
  private static let identifier = Array("com.apple.product-type.".utf8)

  /// Parses a type in a spec: the short name or Xcode's identifier, in exact case.
  init?(spec name: Span<UInt8>) {
    var type = Self.spellings.value(name)
    if type == nil, name.count > Self.identifier.count,
      name.extracting(first: Self.identifier.count).isEqual(to: Self.identifier.span)
    {
      type = Self.spellings.value(name.extracting(droppingFirst: Self.identifier.count))
    }
    guard let type else { return nil }
    self = type
  }
}
