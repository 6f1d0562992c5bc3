internal import Diagnostics

/// A value of a property list, as far as bundles are read: their numbers, dates and data are not.
public enum PropertyList: Equatable, Sendable {
  case text(String)
  case list([PropertyList])
  case table([String: PropertyList])
  case other

  /// Reads a property list in one of the two forms that Xcode writes, XML and binary.
  ///
  /// - Returns: `nil` for what is neither, is broken, or goes beyond `Limits`.
  /// - Complexity: O(*n*) for *n* bytes, and at most `Limits.propertyListSize` steps.
  public init?(_ bytes: [UInt8]) {
    let value =
      bytes.starts(with: "bplist0".utf8)
      ? BinaryPropertyList(bytes)?.root() : XMLPropertyList(bytes).root()
    guard let value else { return nil }
    self = value
  }

  public subscript(key: String) -> PropertyList? {
    if case .table(let entries) = self { entries[key] } else { nil }
  }

  public var text: String? { if case .text(let text) = self { text } else { nil } }

  public var elements: [PropertyList]? {
    if case .list(let elements) = self { elements } else { nil }
  }
}
