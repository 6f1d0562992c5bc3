import ArgumentParser
import Diagnostics
import Report

/// `--output FILE` or `--output FORMAT=FILE`.
struct OutputTarget: Equatable {
  /// `nil` means the format of `--format`, which then is not printed.
  var format: Format?
  var file: String

  /// - Throws: `ValidationError` for what is neither, or looks like a slip.
  init(argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let word = String(parts[0])
    if parts.count == 2, word.utf8.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }) {
      guard let format = Format(rawValue: word) else {
        let nearest = Format.allCases.map(\.rawValue).nearest(to: word)
        throw ValidationError(
          "there is no format '\(word)'\(nearest.map { "; the nearest is '\($0)'" } ?? ""); "
            + "write ./\(argument) for a file of that name")
      }
      self.format = format
      file = String(parts[1])
    } else {
      file = argument
      if let format = Format(rawValue: argument)?.rawValue {
        throw ValidationError(
          "a format and no file; write \(format)=FILE, or ./\(format) for a file of that name")
      }
    }
    if file.isEmpty { throw ValidationError("it names no file") }
    if file == "-" { throw ValidationError("use --format to choose what standard output gets") }
  }
}
