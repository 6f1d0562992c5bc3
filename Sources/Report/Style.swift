/// What the place that text goes to can show.
public struct Style: Hashable, Sendable {
  /// Whether it understands colours: the SGR sequences of ECMA-48.
  public var color: Bool
  /// Display cells of a line, or `nil` if there is no such limit.
  ///
  /// Only lines of source are cut; messages are left to the terminal to wrap.
  public var width: Int?

  public init(color: Bool = false, width: Int? = nil) {
    self.color = color
    self.width = width
  }
}

/// What a stretch of text looks like.
enum Paint: String {
  case bold = "1"
  case dim = "2"
  case red = "1;31"
  case yellow = "1;33"
  case cyan = "1;36"
}

extension Style {
  /// `text` as it looks in `paint`; `text` is already escaped.
  func painted(_ text: String, _ paint: Paint) -> String {
    color && !text.isEmpty ? "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m" : text
  }
}
