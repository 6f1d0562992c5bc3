public import ArgumentParser
import Diagnostics
import Files
import Paths
public import Report
import Text

struct ReportOptions: ParsableArguments {
  @Option(help: "The report's format (default: text).")
  var format: Format?

  @Option(
    help: ArgumentHelp(
      """
      Write the report to a file instead of standard output, or, with a format, as well. Without \
      any format it is that of the ending: .sarif, .json, .html, .md, .xml for junit, else text.
      """,
      discussion: "May be given several times.", valueName: "[format=]file"),
    completion: .file(),
    transform: OutputTarget.init(argument:))
  var output: [OutputTarget] = []

  @Flag(help: "Print one line for each finding; for text only.")
  var concise = false

  @Flag(
    help: """
      Print every finding by itself, with its chain of links, and the names of all that was not read \
      or judged; for text only.
      """)
  var verbose = false

  @OptionGroup var colors: ColorOption

  func validate() throws {
    let files = output.map(\.file)
    if let twice = files.indices.first(where: { files[..<$0].contains(files[$0]) }) {
      throw ValidationError("--output names the file '\(files[twice])' twice")
    }
    if concise, mainFormat != .text || !isPrinted {
      throw ValidationError(
        "--concise is for text that is printed, without --format or --output FILE")
    }
    if verbose, concise || mainFormat != .text || !isPrinted {
      throw ValidationError(
        "--verbose is for text that is printed, without --concise, --format or --output FILE")
    }
  }

  var mainFormat: Format { format ?? .text }

  /// Returns the format of a file: its own, that of `--format`, or that of its extension.
  func format(of target: OutputTarget) -> Format {
    target.format ?? format ?? target.formatOfEnding ?? .text
  }

  private var formats: [Format] { output.map { format(of: $0) } + [mainFormat] }

  /// Whether an output has paths relative to anything but the workspace.
  var needsPlaces: Bool {
    let ownFormats: [Format] = [.text, .json, .html]
    return formats.contains { !ownFormats.contains($0) } || Terminal.isGitHubAction
  }

  var needsFixes: Bool { hasFixes || mainFormat == .text && isPrinted && !style.isConcise }

  var hasFixes: Bool { formats.contains { [.json, .sarif, .rdjson, .html].contains($0) } }

  /// Whether an output is a page, which has the graph, and fixes as diffs.
  var hasPage: Bool { formats.contains(.html) }

  var style: Style {
    var style = colors.style
    (style.isConcise, style.isVerbose) = (concise, verbose)
    return style
  }

  var isPrinted: Bool { output.allSatisfy { $0.format != nil } }
}

extension Format: ExpressibleByArgument {}

struct OutputTarget: Equatable {
  /// The explicit format; `nil` for that of `--format` or the extension, and nothing is printed.
  var format: Format?
  var file: String

  /// The format of the file extension, if it is known.
  var formatOfEnding: Format? {
    switch Path.splitExtension(Path.lastComponent(file)).extension?.lowercased() {
    case "sarif": .sarif
    case "xml": .junit
    case "json": .json
    case "html", "htm": .html
    case "md", "markdown": .markdown
    default: nil
    }
  }

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

extension ReportOptions {
  /// Writes the report, files first, for a pipe may be closed; returns whether all were written.
  func write(_ report: Report, isQuiet: Bool, lines: SourceLines) -> Bool {
    var failures: [String] = []
    for target in output {
      let format = self.format(of: target)
      do throws(FileError) {
        let text = Self.text(of: report, lines, by: format.reporter())
        try writeAtomically(Array(text.utf8), to: target.file)
      } catch {
        failures.append("\(target.file): \(error.reason)")
      }
    }
    let isClean = report.summary.errors + report.summary.warnings == 0
    if isPrinted, !(isQuiet && isClean && mainFormat == .text) {
      // An explicit format is the only one.
      if format == nil, Terminal.isGitHubAction {
        let commands = Self.text(of: report, lines, by: GitHubReporter(hasSummary: false))
        Terminal.write(commands: Array(commands.utf8))
      }
      let text = Self.text(of: report, lines, by: mainFormat.reporter(style: style))
      mainFormat == .github ? Terminal.write(commands: Array(text.utf8)) : Terminal.write(text)
    }
    for failure in failures { Terminal.printError(failure) }
    return failures.isEmpty
  }

  private static func text(
    of report: Report, _ lines: SourceLines, by reporter: some Reporter
  ) -> String {
    var text = ""
    reporter.write(report, lines: lines, to: &text)
    return text
  }
}

enum AutoMode: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never
}

struct ColorOption: ParsableArguments {
  @Option(help: "When to use color. NO_COLOR means never.")
  var color: AutoMode = .auto

  var style: Style {
    let isColored = color == .auto ? Self.isWanted : color == .always
    return Style(color: isColored, width: Terminal.isTerminal ? Terminal.width : nil)
  }

  /// Whether to use colors, by the conventions of no-color.org and bixense.com/clicolors.
  private static var isWanted: Bool {
    func value(_ name: String) -> String { Terminal.environment(name) ?? "" }
    guard value("NO_COLOR").isEmpty else { return false }
    if !["", "0"].contains(value("CLICOLOR_FORCE")) { return true }
    return Terminal.isTerminal && value("CLICOLOR") != "0" && !["", "dumb"].contains(value("TERM"))
  }
}

struct AnswerOptions: ParsableArguments {
  @OptionGroup var colors: ColorOption

  @Flag(help: "Write JSON.")
  var json = false

  var style: Style { colors.style }
}

struct PathOption: ParsableArguments {
  @Option(
    help: "The workspace, a folder; the current one unless given.", completion: .directory)
  var path: String?

  var paths: [String] { path.map { [$0] } ?? [] }
}
