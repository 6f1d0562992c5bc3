public import Diagnostics

/// A value of a property list, with the place of its element.
public struct PropertyList: Sendable {
  public enum Content: Sendable {
    /// The text of an element such as `string` or `true`.
    case text([UInt8], element: String)
    case list([PropertyList])
    /// Keys and values in turn.
    case table([PropertyList])
  }

  public let content: Content
  public let place: Position

  /// Returns the last value of a table with this key.
  public subscript(key: String) -> PropertyList? {
    guard case .table(let entries) = content else { return nil }
    let place = entries.lastIndex { entry in
      if case .text(let text, "key") = entry.content { text.elementsEqual(key.utf8) } else { false }
    }
    return place.map { entries[$0 + 1] }
  }

  /// The text of a `string`.
  public var text: String? {
    guard case .text(let text, "string") = content else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  public var elements: [PropertyList]? {
    if case .list(let elements) = content { elements } else { nil }
  }
}
