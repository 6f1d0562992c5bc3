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

  /// Text and attribute values of XML.
  ///
  /// Characters that XML 1.0 forbids become visible, like all hostile ones.
  var escapedForXML: String { escapedForXML(lineEnd: nil) }

  /// The same with `lineEnd` for each end of a line; `nil` makes it visible.
  func escapedForXML(lineEnd: String?) -> String {
    escaped(where: { !$0.isPlainInXML }) { scalar in
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
    .disarmingCommands("&#35;")
  }

  /// The data of a GitHub workflow command, after its second `::`; line ends stay.
  ///
  /// As the runner's `ActionCommand.cs` takes it apart.
  var escapedForWorkflowData: String {
    escaped { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      default: nil
      }
    }
  }

  /// The value of a property of a GitHub workflow command.
  var escapedForWorkflowProperty: String {
    escaped { scalar in
      switch scalar {
      case ":": "%3A"
      case ",": "%2C"
      default: "%\r\n".unicodeScalars.contains(scalar) ? "%" + scalar.hexadecimal(digits: 2) : nil
      }
    }
  }

  /// A path as a relative reference (RFC 3986); what is not unreserved is encoded.
  ///
  /// Colons too, since a reference whose first segment has one would name a scheme.
  public var percentEncodedPath: String {
    var result = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default: result += "%" + Unicode.Scalar(byte).hexadecimal(digits: 2)
      }
    }
    return result
  }

  /// Text in a paragraph of GitHub Flavored Markdown that is shown as `self`.
  ///
  /// Every character that can begin markup, a formula, an address or an entity gets a backslash
  /// (CommonMark 2.4). A zero width space keeps `@` and `#` from naming people and issues, which
  /// GitHub looks for after all escapes are done.
  var escapedForMarkdown: String {
    let hasAddress = containsBytes(of: "www.")
    return escaped { scalar in
      switch scalar {
      case "@", "#": "\\\(scalar)&#8203;"
      case "\\", "`", "*", "_", "{", "}", "[", "]", "<", ">", "(", ")", "&", "|", "~", "!", "$",
        ":",
        "+", "=", "^":
        "\\\(scalar)"
      case ".": hasAddress ? "\\." : nil
      default: scalar.isHostile ? scalar.visibleEscape.escapedForMarkdown : nil
      }
    }
  }
}

extension [UInt8] {
  /// JSON that can stand in a `<script>` of HTML: outside of strings JSON has no `<`.
  var escapedForScript: [UInt8] {
    let bracket = UInt8(ascii: "<")
    guard contains(bracket) else { return self }
    return Array(
      split(separator: bracket, omittingEmptySubsequences: false)
        .joined(separator: "\\u003c".utf8))
  }
}

extension UInt8 {
  /// Whether it is a visible ASCII character or a blank that neither XML nor the log of a build machine takes
  /// for anything else.
  fileprivate var isPlainInXML: Bool {
    switch self {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
      UInt8(ascii: "'"), UInt8(ascii: "#"):
      false
    default: 0x20...0x7e ~= self
    }
  }
}
