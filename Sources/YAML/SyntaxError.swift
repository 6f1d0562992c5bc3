internal import Diagnostics

/// Explains an error of libyaml to authors of YAML files.
///
/// libyaml reports the grammar rule that failed, which is usually only a consequence: of a tab, of
/// an open quote, of blanks before a key. This type searches the text for the cause.
struct SyntaxError {
  private(set) var message: Diagnostic.Message
  private(set) var help: Diagnostic.Message?
  private(set) var start: Position
  private(set) var end: Position

  private let problem: String
  /// The context that libyaml reports, and its start.
  private let context: String
  private let beginning: Position
  /// The start of the innermost open collection.
  private let open: Position?
  private let source: SourceLines

  /// Creates an explanation; `last` is the range of the last value, if it is a quoted text.
  init(
    _ problem: String, _ context: String, at place: Position, from beginning: Position,
    after last: (start: Position, end: Position)?, within open: Position?, in bytes: [UInt8]
  ) {
    self.open = open
    self.problem = problem
    self.context = context
    self.beginning = beginning
    source = SourceLines(bytes)
    (start, end) = (place, place)
    message = .other(problem, context)
    if let line = source.conflictLine {
      (start, end) = source.rest(ofLineFrom: Position(line: line, column: 1))
      tell(.conflict, .resolve)
    } else if let tab = source.tab(before: place) {
      (start, end) = (tab, tab)
      tell(.tab, .blanks)
    } else if let last, last.start.line < last.end.line, last.end.line == place.line,
      !context.contains("quoted")
    {
      (start, end) = (last.start, last.start)
      tell(.quoteGoesOn(last.end.line), .closeQuote)
    } else {
      explain()
    }
  }

  private mutating func tell(_ message: Diagnostic.Message, _ help: Diagnostic.Message?) {
    self.message = message
    self.help = help
  }

  private mutating func explain() {
    switch context {
    case "while scanning an alias", "while scanning an anchor", "while parsing a tag",
      "while scanning a tag", "while parsing a node":
      explainSign(at: beginning)
    case "while scanning a quoted scalar" where problem.hasPrefix("found unexpected"):
      (start, end) = (beginning, beginning)
      tell(.quoteIsOpen, .closeQuote)
    case "while scanning a simple key":
      (start, end) = source.rest(ofLineFrom: beginning)
      tell(.noColon, .writeKey)
    case "while parsing a block mapping", "while parsing a block collection": explainIndentation()
    case "while parsing a flow mapping", "while parsing a flow sequence",
      "while parsing a flow node",
      "while parsing a block node":
      explainFlow()
    default: explainProblem()
    }
  }

  private mutating func explainProblem() {
    switch problem {
    case "found character that cannot start any token": explainSign(at: start)
    case "mapping values are not allowed in this context": explainColon()
    case "found unexpected ':'": tell(.colonInText, .quoteText)
    default: break
    }
  }

  /// Explains a ':' after a value, or on a line below a text.
  private mutating func explainColon() {
    if source.hasColon(before: start) { return tell(.colonInText, .quoteText) }
    if let before = source.textLine(before: start.line), !source.hasColon(before) {
      (start, end) = before
      return tell(.noColon, .writeKey)
    }
    (start, end) = source.content(ofLine: start.line)
    tell(.belowText, .indentAsBefore)
  }

  private mutating func explainSign(at place: Position) {
    (start, end) = (place, place)
    let sign = source.sign(at: place)
    tell(.cannotStart(sign), .quoteSign(sign))
  }

  private mutating func explainFlow() {
    let bracket = open.map { source.sign(at: $0) } ?? ""
    let isComplete = context.hasSuffix("node") && !source.isEnd(start)
    guard let open, bracket == "[" || bracket == "{", !isComplete else { return }
    (start, end) = (open, open)
    let close = bracket == "[" ? "]" : "}"
    tell(.isOpen(close), .close(close))
  }

  private mutating func explainIndentation() {
    guard start.column != beginning.column, source.isFirst(start) else { return }
    let isList = context.hasSuffix("collection")
    tell(
      .indentation(isList, line: beginning.line),
      source.sign(at: start) == "-" && !isList ? .indentAsItems : .indent(to: beginning.column))
  }
}

extension Diagnostic.Message {
  /// Explains an alias without an anchor, which is usually a pattern that needs quotes.
  static func undefinedAlias(_ name: String) -> Self {
    Self(
      "unquoted '*\(name)' is a YAML alias, but there is no anchor '&\(name)' before it",
      redacted: "a string is missing its quotes")
  }
  static func quoteWord(_ word: String) -> Self {
    "quote it if it is meant as a string: \"\(word)\""
  }

  fileprivate static func other(_ problem: String, _ context: String) -> Self {
    Self("not valid YAML: \(problem)" + (context.isEmpty ? "" : " \(context)"))
  }
  fileprivate static let conflict: Self = "unresolved merge conflict"
  fileprivate static let resolve: Self =
    "choose one side, and remove the lines with '<<<<<<<', '=======' and '>>>>>>>'"
  fileprivate static let tab: Self = "this line is indented with a tab, but YAML allows only spaces"
  fileprivate static let blanks: Self = "indent it with spaces, like the lines around it"
  fileprivate static func quoteGoesOn(_ line: UInt32) -> Self {
    "the quotes that open here close only on line \(line)"
  }
  fileprivate static let quoteIsOpen: Self = "the quotes that open here are never closed"
  fileprivate static let closeQuote: Self = "close the string with the quote that it starts with"
  fileprivate static let noColon: Self = "this line is neither 'key: value' nor part of a string"
  fileprivate static let writeKey: Self =
    "add ':' and a space, or indent the line like the string it belongs to"
  fileprivate static let colonInText: Self = "an unquoted string cannot contain ': '"
  fileprivate static let quoteText: Self = "quote the whole string"
  fileprivate static let belowText: Self =
    "this key is indented deeper than the one before it, which already has a value"
  fileprivate static let indentAsBefore: Self =
    "indent it like the key before it, or remove the value of that key"
  fileprivate static let indentAsItems: Self = "indent it like the items above it"
  fileprivate static func cannotStart(_ sign: String) -> Self {
    "an unquoted string cannot start with '\(sign)'"
  }
  fileprivate static func quoteSign(_ sign: String) -> Self {
    "quote a string that starts with '\(sign)'"
  }
  fileprivate static func isOpen(_ close: String) -> Self {
    close == "]"
      ? "this list is missing a ',' between items or its closing ']'"
      : "this mapping is missing a ',' between entries or its closing '}'"
  }
  fileprivate static func close(_ close: String) -> Self { "add the ',' or the '\(close)'" }
  fileprivate static func indentation(_ isList: Bool, line: UInt32) -> Self {
    let what = isList ? "list" : "mapping"
    return "this line is not indented like the \(what) around it, which starts on line \(line)"
  }
  fileprivate static func indent(to column: UInt32) -> Self {
    column == 1
      ? "do not indent it" : "indent it by \(column - 1) space\(column == 2 ? "" : "s")"
  }
}
