internal import CLibYAML
internal import Diagnostics

extension LibYAMLReader {
  /// The reason why a file cannot be read, and its position.
  struct Failure: Error {
    var message: Diagnostic.Message
    var help: [Diagnostic.Message] = []
    /// The byte offset of the error, if libyaml reports no line.
    var offset: Int?
    var start = Position(line: 1, column: 1)
    var end = Position(line: 1, column: 1)

    init(_ message: Diagnostic.Message) { self.message = message }

    init(_ message: Diagnostic.Message, from start: yaml_mark_t, to end: yaml_mark_t? = nil) {
      self.message = message
      self.start = Position(start)
      self.end = Position(end ?? start)
    }

    /// Creates a failure from the error of libyaml.
    ///
    /// - Parameters:
    ///   - parser: The state of libyaml.
    ///   - open: The start of the innermost open collection.
    ///   - last: The range of the last value, if it is a quoted text.
    ///   - bytes: The whole text.
    init(
      of parser: yaml_parser_t, within open: Position?,
      after last: (start: Position, end: Position)?, in bytes: [UInt8]
    ) {
      guard let problem = parser.problem else {
        self.init(.outOfMemory)
        return
      }
      let what = String(cString: problem)
      if parser.error == YAML_READER_ERROR {
        self.init(what.contains("control") ? .controlCharacter : .notUTF8)
        help = [what.contains("control") ? .dropIt : .saveAsUTF8]
        offset = parser.problem_offset
        return
      }
      let context = parser.context.map { String(cString: $0) } ?? ""
      let error = SyntaxError(
        what, context, at: Position(parser.problem_mark), from: Position(parser.context_mark),
        after: last, within: open, in: bytes)
      self.init(error.message)
      help = error.help.map { [$0] } ?? []
      (start, end) = (error.start, error.end)
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

  fileprivate static let notUTF8: Self = "not valid UTF-8"
  fileprivate static let saveAsUTF8: Self = "save the file as UTF-8"
  fileprivate static let controlCharacter: Self =
    "YAML does not allow control characters"
  fileprivate static let dropIt: Self =
    "remove it, or write it as an escape sequence in double quotes, such as \"\\e\""
}
