public import ArgumentParser
public import Report

struct ReportOptions: ParsableArguments {
  @Option(help: "The report's format (default: text).")
  var format: Format?

  @Option(
    help: ArgumentHelp(
      """
      Write the report to a file instead of standard output, or, with a format, as well. Without \
      any format it is that of the ending: .sarif, .json, .html, .md, else text.
      """,
      discussion: "May be given several times.", valueName: "[format=]file"),
    completion: .path,
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

  @Option(help: "When to use color. NO_COLOR means never.")
  var color: AutoMode = .auto

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
    guard format == nil else { return }
    for target in output where target.format == nil && !target.ambiguousFormats.isEmpty {
      let ways = target.ambiguousFormats.map { "--output \($0.rawValue)=\(target.file)" }
      throw ValidationError(
        "'\(target.file)' may be in several formats; write \(ways.joined(separator: " or "))")
    }
  }

  var mainFormat: Format { format ?? .text }

  /// Returns the format of a file: its own, that of `--format`, or that of its extension.
  func format(of target: OutputTarget) -> Format {
    target.format ?? format ?? target.formatOfEnding ?? .text
  }

  private var formats: [Format] { output.map(format(of:)) + [mainFormat] }

  /// Whether an output has paths relative to anything but the workspace.
  var needsPlaces: Bool {
    let ownFormats: [Format] = [.text, .json, .html]
    return formats.contains { !ownFormats.contains($0) } || Terminal.isGitHubAction
  }

  /// Whether an output mentions fixes.
  var needsFixes: Bool { hasFixes || mainFormat == .text && isPrinted && !style.isConcise }

  var hasFixes: Bool { formats.contains { [.json, .sarif, .rdjson, .html].contains($0) } }

  /// Whether an output is a page, which has the graph, and fixes as diffs.
  var hasPage: Bool { formats.contains(.html) }

  /// The capabilities for printed text.
  var style: Style {
    var style = Terminal.style(color)
    (style.isConcise, style.isVerbose) = (concise, verbose)
    return style
  }

  var isPrinted: Bool { output.allSatisfy { $0.format != nil } }
}

extension Format: ExpressibleByArgument {}
