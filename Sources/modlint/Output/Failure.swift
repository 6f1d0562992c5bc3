import ArgumentParser
import Files

/// The reason why a command cannot go on, which `main` prints.
struct Failure: Error {
  var message: String
  var status: ExitCode

  init(_ message: String, _ status: ExitCode = .cannotCheck) {
    self.message = message
    self.status = status
  }
}

/// Returns the result of `body`; its error is reported as one of the file at `path`.
func naming<Result>(
  _ path: String, _ body: () throws(FileError) -> Result
) throws(Failure) -> Result {
  do throws(FileError) { return try body() } catch { throw Failure("\(path): \(error.reason)") }
}
