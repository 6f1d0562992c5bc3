internal import Text

extension String {
  /// The content of a quoted DOT string that is displayed as `self`.
  ///
  /// Graphviz treats backslashes as its own escapes and `&` as the start of an HTML entity, and
  /// does not check for line breaks and control characters, so these are made visible first.
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

  /// The content of a quoted Mermaid string that is displayed as `self`.
  ///
  /// Mermaid has no backslash escapes, but entities with `#` for `&`, by name or decimal number. A
  /// backtick starts Markdown, `%%` anywhere starts a comment, and angle brackets enclose HTML.
  /// Since labels become HTML, real entities are escaped as well.
  var escapedForMermaid: String {
    escaped { scalar in
      switch scalar {
      case "\"", "#", "%", "&", "<", ">", "`", "\\", ";": "#\(scalar.value);"
      default: scalar.isHostile ? "#92;\(scalar.visibleEscape.dropFirst())" : nil
      }
    }
  }

  /// The string as XML text or attribute value, in one line.
  var escapedForXML: String { escaped(by: .xml) }

  /// The path as a relative reference (RFC 3986), with all reserved characters encoded.
  public var percentEncodedPath: String { escaped(by: .percentEncodedPath) }

  /// The string as text in a paragraph of GitHub Flavored Markdown.
  var escapedForMarkdown: String {
    escaped(by: containsBytes(of: "www.") ? .markdownWithAddress : .markdown)
  }
}

extension Escapes {
  static let xml = xml(lineEnd: nil)
  static let xmlAttribute = xml(lineEnd: "&#10;")
  static let xmlText = xml(lineEnd: "\n")

  /// Returns escapes for XML.
  ///
  /// Characters that XML 1.0 forbids become visible, like all hostile ones, and so do line breaks
  /// without a `lineEnd`.
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

  /// A part of a logging command, in which `reserved` characters and line breaks are percent-encoded.
  static func command(_ reserved: String = "", percent: String = "%25") -> Escapes {
    let reserved = Set("\r\n\(reserved)".unicodeScalars)
    return Escapes { scalar in
      scalar == "%"
        ? percent : reserved.contains(scalar) ? "%" + scalar.value.hexadecimal(digits: 2) : nil
    }
  }

  /// Encodes colons, too: before the first slash, one would end a scheme.
  static let percentEncodedPath = Escapes(replacesAll: true) { scalar in
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~", "/": nil
    default: String(scalar).utf8.map { "%" + $0.hexadecimal(digits: 2) }.joined()
    }
  }

  /// Text in a paragraph of GitHub Flavored Markdown.
  ///
  /// Escapes every character that can begin markup, a formula, an address or an entity with a
  /// backslash (CommonMark 2.4). A zero width space after `@` and `#` prevents mentions of people
  /// and issues, which GitHub detects after unescaping.
  static let markdown = Escapes(escapeForMarkdown)

  /// Markdown text in which something looks like an address.
  static let markdownWithAddress = Escapes { $0 == "." ? "\\." : escapeForMarkdown($0) }

  private static let escapeForMarkdown: Replacement = { scalar in
    switch scalar {
    case "@", "#": "\\\(scalar)&#8203;"
    case "\\", "`", "*", "_", "{", "}", "[", "]", "<", ">", "(", ")", "&", "|", "~", "!", "$", ":",
      "+", "=", "^":
      "\\\(scalar)"
    default: scalar.isHostile ? "\\\\u\\{\(scalar.value.hexadecimal(digits: 2))\\}" : nil
    }
  }
}
