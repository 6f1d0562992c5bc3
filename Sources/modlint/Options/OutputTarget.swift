import ArgumentParser
import Diagnostics
import Report
import Text
import Paths

/// `--output FILE` or `--output FORMAT=FILE`.
struct OutputTarget: Equatable {
  /// `nil` means that of `--format`, or of the ending of the file; standard output then gets nothing.
  var format: Format?
  var file: String

  /// The format that the ending of the file stands for; none for an unknown one, or where several
  /// formats are written under it.
  var formatOfEnding: Format? {
    switch ending {
    case "sarif": .sarif
    case "json": .json
    case "html", "htm": .html
    case "md", "markdown": .markdown
    default: nil
    }
  }

  /// The formats that share the ending of the file, if it needs one of them to be named.
  var ambiguousFormats: [Format] { ending == "xml" ? [.junit, .checkstyle] : [] }

  private var ending: String {
    Path.splitExtension(Path.lastComponent(file)).extension?.lowercased() ?? ""
  }

  /// - Throws: `ValidationError` for what is neither, or looks like a slip.
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
