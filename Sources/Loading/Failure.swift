public import Files

/// The reason why a workspace cannot be read or a command cannot go on.
public struct Failure: Error {
  /// The messages, each one line; empty if the reason was noted before.
  public var messages: [String]
  /// What follows the messages, such as an excerpt, escaped for the terminal.
  public var details = ""
  /// Whether the command line is wrong, rather than what it names.
  public var isUsage: Bool
  /// The first path of the command line if it does not exist: it may be meant as a command.
  public var unknownPath: String?

  public init(_ messages: String..., details: String = "", isUsage: Bool = false) {
    self.init(messages, details: details, isUsage: isUsage)
  }

  /// Creates the failure of reading or writing the file at `path`.
  public init(_ path: String, _ error: FileError) { self.init("\(path): \(error.reason)") }

  public init(_ messages: [String], details: String = "", isUsage: Bool = false) {
    self.messages = messages
    self.details = details
    self.isUsage = isUsage
  }
}

/// Returns the result of `body`; its error is reported as one of the file at `path`.
public func naming<Result>(
  _ path: String, _ body: () throws(FileError) -> Result
) throws(Failure) -> Result {
  do throws(FileError) { return try body() } catch { throw Failure(path, error) }
}
