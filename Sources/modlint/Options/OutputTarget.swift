import ArgumentParser
import Diagnostics
import Report
import Text
import Paths

struct OutputTarget: Equatable {
  /// The explicit format.
  ///
  /// `nil` selects the format of `--format` or of the file extension, and disables printing.
  var format: Format?
  var file: String

  /// The format of the file extension; `nil` for an unknown or ambiguous one.
  var formatOfEnding: Format? {
    switch ending {
    case "sarif": .sarif
    case "json": .json
    case "html", "htm": .html
    case "md", "markdown": .markdown
    default: nil
    }
  }

  var ambiguousFormats: [Format] { ending == "xml" ? [.junit, .checkstyle] : [] }

  private var ending: String {
    Path.splitExtension(Path.lastComponent(file)).extension?.lowercased() ?? ""
  }

  /// Parses an argument.
  ///
  /// - Throws: `ValidationError` for invalid or probably mistaken values.
  init(argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let word = String(parts[0])
    if parts.count == 2, word.utf8.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }) {
      guard let format = Format(rawValue: word) else {
        let nearest = Format.allCases.map(\.rawValue).nearest(to: word)
        throw ValidationError(
          "unknown format '\(word)'\(nearest.map { "; did you mean '\($0)'?" } ?? ""); "
            + "write ./\(argument) for a file of that name")
      }
      self.format = format
      file = String(parts[1])
    } else {
      file = argument
      if let format = Format(rawValue: argument)?.rawValue {
        throw ValidationError(
          "a format without a file; write \(format)=FILE, or ./\(format) for a file of that name")
      }
    }
    if file.isEmpty { throw ValidationError("it does not name a file") }
    if file == "-" { throw ValidationError("use --format to choose what standard output gets") }
  }
}
