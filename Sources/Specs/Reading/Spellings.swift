internal import Graph

/// The values of a type by their spelling, told by bytes: each target asks for two of them, and
/// making a string of each would cost more than all else that is read of a target.
struct Spellings<Value: CaseIterable & RawRepresentable<String> & Sendable>: Sendable {
  private var names = NameTable()
  private let values: [Value]

  init() {
    values = Array(Value.allCases)
    for value in values { _ = names.intern(value.rawValue) }
  }

  /// The value that is spelled like this, in exact case.
  func value(_ spelling: ArraySlice<UInt8>) -> Value? {
    names.find(spelling).map { values[Int($0.index)] }
  }
}

extension Platform {
  static let spellings = Spellings<Platform>()
}

extension ProductType {
  private static let spellings = Spellings<ProductType>()
  private static let identifier = Array("com.apple.product-type.".utf8)

  /// The type that `name` means in a spec: the short name or Xcode's identifier, in exact case.
  init?(spec name: ArraySlice<UInt8>) {
    let isLong = name.starts(with: Self.identifier)
    let short = isLong ? name.dropFirst(Self.identifier.count) : name
    guard let type = Self.spellings.value(short) else { return nil }
    self = type
  }
}
