internal import Text

/// What the place that text goes to can show.
public struct Style: Hashable, Sendable {
  /// Whether it understands colours: the SGR sequences of ECMA-48.
  public var color: Bool
  /// Display cells of a line, or `nil` if there is no such limit.
  ///
  /// Only lines of source are cut; messages are left to the terminal to wrap.
  public var width: Int?
  /// Set where it understands links: the sequences that terminals call OSC 8.
  public var hyperlinks: Hyperlinks?
  /// Whether a finding is its first line alone.
  public var isConcise = false
  /// Whether each finding is said by itself, with its chain, even if one sentence could say several.
  public var isVerbose = false
  /// When a report ends with a table of its rules.
  public var table = Table.never

  public init(color: Bool = false, width: Int? = nil, hyperlinks: Hyperlinks? = nil) {
    self.color = color
    self.width = width
    self.hyperlinks = hyperlinks
  }

  /// When a report ends with a table of its rules.
  public enum Table: Sendable {
    /// `whenMany` is for more findings than can be taken in at once.
    case never, whenMany, always
  }
}

/// What links on a terminal need besides what they lead to.
public struct Hyperlinks: Hashable, Sendable {
  /// The machine that files lie on, which a terminal elsewhere must tell from its own; may be empty.
  public var host: String

  public init(host: String) { self.host = host }
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

  /// Appends what `write` appends, which is not nothing, as it looks in `paint`.
  func append(_ paint: Paint, to output: inout TextBuffer, _ write: (inout TextBuffer) -> Void) {
    if color { output += "\u{1B}[\(paint.rawValue)m" }
    write(&output)
    if color { output += "\u{1B}[0m" }
  }

  /// Appends what `write` appends as a link to an address, if links are understood and there is one.
  func append(
    linkTo address: String?, to output: inout TextBuffer, _ write: (inout TextBuffer) -> Void
  ) {
    let address = hyperlinks == nil ? nil : address
    if let address { output += "\u{1B}]8;;\(address)\u{1B}\\" }
    write(&output)
    if address != nil { output += "\u{1B}]8;;\u{1B}\\" }
  }

  /// The address (RFC 8089) of a file by its absolute path; `nil` where there are no links.
  func address(ofFile path: String) -> String? {
    hyperlinks.map { "file://\($0.host.percentEncodedPath)\(path.percentEncodedPath)" }
  }
}
