internal import Text

extension String {
  /// The inside of a quoted string of the DOT language that is shown as `self`.
  ///
  /// Graphviz reads backslashes as its own escapes and `&` as the start of an HTML entity, and
  /// looks for lines and control characters nowhere, so these become visible first.
  var escapedForDOT: String {
    escaped { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "&": "&amp;"
      default: scalar.isHostile ? "\\\(scalar.visibleEscape)" : nil
      }
    }
    .disarmingCommands("&#35;")
  }

  /// The inside of a quoted string of Mermaid that is shown as `self`.
  ///
  /// Mermaid has no backslashes but entities with `#` for `&`, by name or decimal number. It takes a
  /// backtick for the start of Markdown, `%%` for a comment wherever it stands and what is between
  /// angle brackets for HTML; and since its labels are HTML in the end, real entities must not come
  /// to life either.
  var escapedForMermaid: String {
    escaped { scalar in
      switch scalar {
      case "\"", "#", "%", "&", "<", ">", "`", "\\", ";": "#\(scalar.value);"
      default: scalar.isHostile ? "#92;\(scalar.visibleEscape.dropFirst())" : nil
      }
    }
  }

  /// Text and attribute values of XML, in one line.
  var escapedForXML: String { escaped(by: .xml) }

  /// A path as a relative reference (RFC 3986); what is not unreserved is encoded.
  public var percentEncodedPath: String { escaped(by: .percentEncodedPath) }

  /// Text in a paragraph of GitHub Flavored Markdown that is shown as `self`.
  var escapedForMarkdown: String {
    var buffer = TextBuffer()
    buffer.append(markdown: self)
    return buffer.string
  }
}

extension TextBuffer {
  /// Appends text that is shown as it is in a paragraph of GitHub Flavored Markdown.
  mutating func append(markdown text: String) {
    append(text, text.containsBytes(of: "www.") ? .markdownWithAddress : .markdown)
  }

  /// The same for text that is put together.
  mutating func append(markdown text: TextBuffer) {
    append(text, text.containsBytes(of: "www.") ? .markdownWithAddress : .markdown)
  }
}

extension Escapes {
  /// Text and attribute values of XML in one line.
  static let xml = xml(lineEnd: nil)
  /// Attribute values of XML that may have several lines: those that are meant.
  static let xmlAttribute = xml(lineEnd: "&#10;")
  /// Text of XML that may have several lines.
  static let xmlText = xml(lineEnd: "\n")

  /// Characters that XML 1.0 forbids become visible, like all hostile ones; so do ends of lines where there is
  /// no `lineEnd`.
  private static func xml(lineEnd: String?) -> Escapes {
    Escapes(disarmedHash: "&#35;") { scalar in
      switch scalar {
      case "\n": lineEnd ?? scalar.visibleEscape
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      case "\u{FFFE}", "\u{FFFF}": scalar.visibleEscape
      default: scalar.isHostile ? scalar.visibleEscape : nil
      }
    }
  }

  /// The data of a GitHub workflow command, after its second `::`; line ends stay.
  ///
  /// As the runner's `ActionCommand.cs` takes it apart.
  static let workflowData = Escapes { scalar in
    switch scalar {
    case "%": "%25"
    case "\r": "%0D"
    case "\n": "%0A"
    default: nil
    }
  }

  /// The value of a property of a GitHub workflow command.
  static let workflowProperty = Escapes { scalar in
    switch scalar {
    case "%", "\r", "\n", ":", ",": "%" + scalar.hexadecimal(digits: 2)
    default: nil
    }
  }

  /// A path as a relative reference (RFC 3986); what is not unreserved is encoded.
  ///
  /// Colons too, since a reference whose first segment has one would name a scheme.
  static let percentEncodedPath = percentEncoding { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
      true
    default: false
    }
  }

  /// Text in a paragraph of GitHub Flavored Markdown.
  ///
  /// Every character that can begin markup, a formula, an address or an entity gets a backslash
  /// (CommonMark 2.4). A zero width space keeps `@` and `#` from naming people and issues, which
  /// GitHub looks for after all escapes are done.
  static let markdown = Escapes(escapeForMarkdown)

  /// The same where something may be taken for an address.
  static let markdownWithAddress = Escapes { $0 == "." ? "\\." : escapeForMarkdown($0) }

  private static let escapeForMarkdown: Replacement = { scalar in
    switch scalar {
    case "@", "#": "\\\(scalar)&#8203;"
    case "\\", "`", "*", "_", "{", "}", "[", "]", "<", ">", "(", ")", "&", "|", "~", "!", "$", ":",
      "+", "=", "^":
      "\\\(scalar)"
    default: scalar.isHostile ? "\\\\u\\{\(scalar.hexadecimal(digits: 2))\\}" : nil
    }
  }
}
