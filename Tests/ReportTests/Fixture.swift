import Diagnostics
import Report

/// The specification that the findings of these tests point at, by number of line.
let spec: [UInt32: String] = [
  2: "name: Kit",
  23: "      - framework: ISSSpacesuitService.framework",
  24: "      - framework: 日本e\u{301}👩‍🚀.framework # wide",
  25: "\t- sdk:\tUIKit",
  26:
    "      dependencies: [{target: Aaaaaaaaaaaaaaaaaaaa}, {target: Bad}, {target: Cccccccccccccccccc}]",
  27: "name: \u{1B}[31m\u{202E}evil   \r",
  28: "",
]

let sources = SourceMap(paths: ["service/CosmonautService/project.yml", "a\n\u{1B}b/project.yml"])

func lines(_ file: FileID, _ line: UInt32) -> String? { file.index == 0 ? spec[line] : nil }

func range(
  _ line: UInt32, _ columns: Range<UInt32>, file: Int = 0, endLine: UInt32? = nil
) -> SourceRange {
  SourceRange(
    file: FileID(index: file), start: Position(line: line, column: columns.lowerBound),
    end: Position(line: endLine ?? line, column: columns.upperBound))
}

func report(_ findings: [Diagnostic], excepted: Int = 0, gaps: [Gap] = []) -> Report {
  Report(
    findings: findings, sources: sources,
    summary: .init(
      modules: 31, links: 56, layers: 4, findings: findings, excepted: excepted, gaps: gaps))
}

extension Reporter {
  func write(
    _ report: Report, lines: (FileID, UInt32) -> String?, to output: inout String
  ) {
    withoutActuallyEscaping(lines) { lines in
      write(report, lines: { lines($0, $1).map { Array($0.unicodeScalars) } }, to: &output)
    }
  }
}

func text(_ report: Report, as reporter: some Reporter = TextReporter()) -> String {
  var output = ""
  reporter.write(report, lines: lines, to: &output)
  return output
}

let sameLayer = Diagnostic(
  "same-layer", .error,
  "'ISSCosmonautService' links 'ISSSpacesuitService' of its own layer 'service'",
  at: range(23, 9..<49), help: ["link the interface 'ISSSpacesuitServiceCore' instead"],
  subject: .init(
    from: "ISSCosmonautService", to: "ISSSpacesuitService", fromLayer: "service",
    toLayer: "service", identity: ["Service/ISSCosmonautService", "Service/ISSSpacesuitService"]))

let cycle = Diagnostic(
  "cycle", .warning, "'A' and 'Bee' link each other", at: range(2, 7..<10),
  notes: [.init("cut this one"), .init("the other way", at: range(23, 9..<49))],
  subject: .init(
    from: "A", to: "Bee",
    chain: [
      .init(from: "A", to: "Bee", at: range(2, 7..<10)),
      .init(from: "Bee", to: "A", at: range(23, 9..<49)),
    ], identity: ["P/A", "P/Bee"]))

let placeless = Diagnostic(
  "stale-baseline", .error, "'x\n\u{1B}[0m\u{2066}' is no longer there", at: nil)

let knownCycle: Diagnostic = {
  var finding = cycle
  finding.state = .known
  return finding
}()

func placed(_ findings: [Diagnostic]) -> Report {
  var result = report(findings)
  result.places = Places(root: "/home/me/iss/ios", prefix: "ios, 100%/")
  result.tool = Tool(name: "modlint", version: "9.8.7", address: "https://lint.example") { rule in
    rule == "own"
      ? RuleDescription(
        summary: "one owner", severity: .warning, page: "link-constraint",
        text: "# link-constraint\n")
      : nil
  }
  return result
}
