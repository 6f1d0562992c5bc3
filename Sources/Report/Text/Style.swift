/// The capabilities of the destination of text.
public struct Style: Hashable, Sendable {
  /// Whether it supports colors: the SGR sequences of ECMA-48.
  public var color: Bool
  /// The width in cells, or `nil` if unlimited.
  ///
  /// Only source lines are cut; terminals wrap messages.
  public var width: Int?
  /// Whether only the first line of each finding is printed.
  public var isConcise = false
  /// Whether each finding is printed by itself, with its chain, instead of in a block.
  public var isVerbose = false

  public init(color: Bool = false, width: Int? = nil) {
    self.color = color
    self.width = width
  }
}

enum Paint: String {
  case bold = "1"
  case dim = "2"
  case red = "1;31"
  case yellow = "1;33"
  case cyan = "1;36"
}

extension Style {
  /// Returns `text`, which is already escaped, in `paint`.
  func painted(_ text: String, _ paint: Paint) -> String {
    color && !text.isEmpty ? "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m" : text
  }
}
