internal import CLibYAML
internal import Diagnostics

extension Parser {
  /// Why a file cannot be read, and where.
  struct Failure: Error {
    var message: Diagnostic.Message
    /// How many bytes are before it, where libyaml knows no lines.
    var offset: Int?
    var start = Position(line: 1, column: 1)
    var end = Position(line: 1, column: 1)

    init(_ message: Diagnostic.Message) { self.message = message }

    init(_ message: Diagnostic.Message, from start: yaml_mark_t, to end: yaml_mark_t? = nil) {
      self.message = message
      self.start = Position(start)
      self.end = Position(end ?? start)
    }

    /// What made libyaml stop, within the collection that starts at `open`.
    init(of parser: yaml_parser_t, within open: Position?) {
      guard let problem = parser.problem else {
        self.init(.outOfMemory)
        return
      }
      let what = String(cString: problem)
      if parser.error == YAML_READER_ERROR {
        self.init(.unreadableText(what))
        offset = parser.problem_offset
        return
      }
      let context = parser.context.map { String(cString: $0) }
      self.init(.syntax(what, context), from: parser.problem_mark)
      if let open, let context, context.contains("flow") { (start, end) = (open, open) }
    }
  }
}

extension Diagnostic.Message {
  static let outOfMemory: Self = "not enough memory to read YAML"
  static let secondDocument: Self =
    "a second YAML document starts here, but only one is read from a file"
  static let keyIsNoText: Self = "a list or mapping cannot be a key"
  static let tooDeep: Self =
    "nested more than \(Limits.nesting) levels deep, or more than \(Limits.nodes) values"

  static func undefinedAlias(_ name: String) -> Self {
    "alias '*\(name)' has no anchor '&\(name)' before it"
  }

  fileprivate static func unreadableText(_ what: String) -> Self { "not readable as text: \(what)" }

  fileprivate static func syntax(_ what: String, _ context: String?) -> Self {
    guard let context else { return "not valid YAML: \(what)" }
    return "not valid YAML: \(what) \(context)"
  }
}
