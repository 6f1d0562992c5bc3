internal import Graph
internal import YAML

/// The values of a type by spelling.
///
/// Spellings are compared by bytes: each target has two of them, and creating strings would take
/// longer than reading the rest of a target.
struct Spellings<Value: CaseIterable & RawRepresentable<String> & Sendable>: Sendable {
  private let names: KnownKeys
  private let values: [Value]

  init() {
    values = Array(Value.allCases)
    names = KnownKeys(values.map(\.rawValue))
  }

  /// Returns the value with a spelling, in exact case.
  func value(_ spelling: Span<UInt8>) -> Value? {
    let number = Int(names.id(of: spelling).number)
    return number == 0 ? nil : values[number - 1]
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
