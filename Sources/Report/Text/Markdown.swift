internal import Text

extension String {
  /// A name or pattern in Markdown: a code span if it contains no markup, else escaped and quoted.
  public var markdownCode: String {
    let isPlain =
      !isEmpty
      && utf8.allSatisfy { byte in
        0x20..<0x7f ~= byte && !"`<>\\".utf8.contains(byte)
      }
    // Markdown strips a space at the ends of a code span.
    return isPlain && first != " " && last != " " && !hasPrefix("##[")
      ? "`\(self)`" : "'\(escapedForMarkdown)'"
  }

  /// Text in Markdown: escaped, quoted and on one line.
  public var markdownQuote: String {
    let line = split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let part = line.count > 240 ? line.prefix(240) + "…" : line[...]
    return "\"\(String(part).escapedForMarkdown)\""
  }
}

extension [String] {
  /// Returns the first names as a list in Markdown.
  public func markdownList(limit: Int = .max) -> String {
    if isEmpty { return "none" }
    let more = count > limit ? " and \(count - limit) more" : ""
    return prefix(limit).map(\.markdownCode).joined(separator: ", ") + more
  }
}
