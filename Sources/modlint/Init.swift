import Architecture
import ArgumentParser
import Diagnostics
import Files
import Graph
import Inference
import Loading
import Packages
import Paths
import Report
import Rules
import Text
import Workspace

struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a rules.yml that fits the workspace.",
    discussion: """
      Groups the modules by folder, orders the groups so that the fewest links lead up, and \
      recognises interfaces, mocks and other test support by their names. What it writes is a \
      proposal: read it, and change what names and links do not tell. With --baseline what breaks \
      it today is recorded, so that only new violations fail. With --schema editors complete and \
      check rules.yml and project.yml.
      """)

  @Argument(help: "The root of the workspace.", completion: .directory)
  var path = "."

  @Option(
    help: "The file to write; rules.yml in the root unless given.",
    completion: .file(extensions: ["yml", "yaml"]))
  var config: String?

  @Flag(name: .customLong("print"), help: "Print the file instead of writing it.")
  var printsFile = false

  @Flag(help: "Write a rules.yml of its own in a folder that another workspace contains.")
  var force = false

  @Flag(help: "Record today's findings in \(Baseline.fileName).")
  var baseline = false

  @Flag(help: "Write the JSON Schemas of rules.yml and project.yml to .modlint, for editors.")
  var schema = false

  @OptionGroup(title: WorkspaceOptions.title) var reading: ReadingOptions

  func validate() throws {
    if printsFile, baseline || schema {
      throw ValidationError("--print cannot be used with --baseline or --schema")
    }
  }

  func run() throws {
    let file =
      config ?? Path.join(path == "." ? "" : path, entry: WorkspacePlace.rulesFileName)
    let baselineFile = WorkspacePlace.baseline(beside: file)
    if baseline { try BaselineUpdate.refuseInCI() }
    let schemas = schema ? EditorSchemas(beside: file) : nil
    try schemas?.refuseToOverwrite()
    try refuseToOverwrite(rules: file, baseline: baselineFile)
    var (workspace, specs, exclude) = try readWithoutInactiveFolders()
    noteNeighbours(of: workspace)
    note("not read, for they are archives or templates", exclude)
    // Imports order the layers as well, since the import rules will check them.
    let imports = withRulesOnImports(RulesFile(exclude: exclude, specs: specs), &workspace)
    let inference = LayerInference(workspace.graph, specs: specs, exclude: exclude)
    var rules = inference.rules
    rules.readsImports = imports.readsImports
    rules.severityOfTransitiveImports = imports.severityOfTransitiveImports
    var outcome = lint(workspace, by: &rules)
    let text = rules.text(
      documentation: About.home, schema: schema ? EditorSchemas.rulesPath : nil)
    let summary = InitSummary(inference, outcome, sources: workspace.sources).text
    if printsFile {
      Terminal.write(text)
      return Terminal.note(summary + "\n" + InitSummary.lastLine(of: outcome))
    }
    try schemas?.write()
    try writeFile(Array(text.utf8), to: file, insteadOf: nil)
    Terminal.write("wrote \(file.escapedForTerminal)\n\n" + summary)
    if baseline { try record(&outcome, workspace.sources, in: baselineFile) }
    let facts = outcome.surprisingFacts(in: workspace.sources).map { $0 + "\n" }
    Terminal.write(
      "\n" + nextCommands(after: outcome.findings) + "\n"
        + InitSummary.lastLine(of: outcome) + facts.joined())
  }

  /// Lints the workspace; lowers `undeclared-import` to a warning if there are such findings.
  private func lint(_ workspace: Workspace, by rules: inout RulesFile) -> LintResult {
    let outcome = Linter.run(
      workspace.graph, configuration: Configuration(rules, catalog: ruleCatalog),
      readerFindings: workspace.diagnostics, sources: workspace.sources, today: .today,
      reading: workspace.reading)
    guard
      outcome.findings.contains(where: { $0.rule == .undeclaredImport && $0.severity == .error })
    else { return outcome }
    rules.severityOfImports = .warning
    return lint(workspace, by: &rules)
  }

  /// Writes a baseline if there are findings to record, and marks these as known.
  private func record(_ outcome: inout LintResult, _ sources: SourceMap, in file: String) throws {
    let change = BaselineChange(from: nil, to: outcome.findings, in: sources, Configuration())
    guard !change.added.isEmpty else { return Terminal.write("\nNothing to record.\n") }
    try Baseline().write(change.added, to: file, insteadOf: nil)
    for index in outcome.findings.indices
    where Configuration().canRecord(outcome.findings[index], in: sources) {
      outcome.findings[index].state = .known
    }
    Terminal.write("\n" + BaselineUpdate.summary(of: change.added, file, leftOut: []))
  }

  private func refuseToOverwrite(rules file: String, baseline baselineFile: String) throws {
    if !printsFile {
      try Self.refuseToOverwrite(
        file,
        baseline
          ? "'modlint baseline create' records what breaks it today"
          : "'--print' shows what 'init' would write")
      if !force, let rules = outerRules {
        throw Failure(
          "this folder is part of the workspace of \(rules.escapedForTerminal), which would stop reading it; '--force' writes a rules.yml of its own"
        )
      }
    }
    if baseline {
      try Self.refuseToOverwrite(baselineFile, "'modlint baseline' says what can be done with it")
    }
  }

  static func refuseToOverwrite(_ file: String, _ advice: String) throws {
    guard WorkingDirectory.machine.kind(of: file) != nil else { return }
    throw Failure("\(file) already exists; \(advice)")
  }
}

struct InitSummary {
  private let inference: LayerInference
  private let findings: [Diagnostic]
  private let sources: SourceMap
  private let counts: [RuleID: Int]

  private static let mostShown = 12

  init(_ inference: LayerInference, _ outcome: LintResult, sources: SourceMap) {
    self.inference = inference
    self.sources = sources
    counts = Dictionary(grouping: outcome.findings, by: \.rule).mapValues(\.count)
    findings = outcome.findings.filter { Self.judgesLinks($0.rule) }
  }

  private static func judgesLinks(_ rule: RuleID) -> Bool {
    ruleCatalog.traits(of: rule).contains(.judgesLinks)
  }

  var text: String {
    let others = shownCounts { !Self.judgesLinks($0) }
    return layers + violations + (others.isEmpty ? "" : "\nOther findings: \(others)\n")
  }

  /// Returns the last line of the next `modlint` run.
  static func lastLine(of outcome: LintResult) -> String {
    outcome.summary(of: outcome.joined(outcome.findings)).line + "\n"
  }

  private var layers: String {
    let rules = inference.rules
    let total = inference.moduleCounts.reduce(0, +)
    var rows = zip(rules.layers, inference.moduleCounts).map { layer, count in
      (layer.name, counted(count, "module"))
    }
    rows += [("interfaces", rules.interfaces), ("test support", rules.testSupport)].compactMap {
      name, patterns in
      guard !patterns.isEmpty else { return nil }
      let counted = patterns.map { "\($0) (\(inference.patternCounts[$0] ?? 0))" }
      return (name, counted.joined(separator: ", "))
    }
    return
      "\(counted(rules.layers.count, "layer")), top first, with \(counted(total, "module"))\n"
      + columns(rows.map { ["  " + $0.0, $0.1] })
  }

  private var violations: String {
    guard !findings.isEmpty else { return "\nNo link breaks these layers.\n" }
    // A link can break several rules.
    let links = Set(findings.map { [$0.subject.from, $0.subject.to] }).count
    let head = "\(counted(links, "link")) \(links == 1 ? "breaks" : "break") these layers"
    var text = "\n\(head): \(shownCounts(of: Self.judgesLinks))\n"
    for finding in findings.prefix(Self.mostShown) {
      var place = ""
      if let location = finding.location {
        place = "\(sources[location.file]):\(location.start.line): "
      }
      text += "  \(place)\(finding.message.text) [\(finding.rule.name)]".escapedForTerminal + "\n"
    }
    let rest = findings.count - Self.mostShown
    return rest > 0 ? text + "  and \(rest) more, which 'modlint' shows\n" : text
  }

  private func shownCounts(of isIncluded: (RuleID) -> Bool) -> String {
    ruleCatalog.compactMap { rule in
      guard isIncluded(rule.id), let count = counts[rule.id] else { return nil }
      return "\(count) \(rule.id.name)"
    }
    .joined(separator: ", ")
  }
}

extension Init {
  /// Returns a heading and a line for each command that comes next; recorded findings are known.
  private func nextCommands(after findings: [Diagnostic]) -> String {
    let option = config.map { ["--config", $0] } ?? []
    let arguments = (option + (path == "." ? [] : [path])).shellArguments
    let open = findings.filter { $0.state == .new }
    // `modlint PATH` would be ambiguous for a folder named like a command.
    let show = [
      "  modlint\(arguments.isEmpty ? "" : " lint" + arguments)", "shows the findings",
    ]
    let hook = ["  modlint lint --staged\(arguments)", "checks a commit, in a git hook"]
    let canFix = findings.contains { $0.fix.map { $0.isSafe && !$0.changes.isEmpty } ?? false }
    let fix = ["  modlint fix --diff\(arguments)", "shows the findings that it can fix"]
    let create = [
      "  modlint baseline create\(arguments)",
      "records \(canFix ? "the rest" : "them"); only new ones fail then",
    ]
    let prune = [
      "  modlint baseline prune\(arguments)", "removes from the baseline what is resolved",
    ]
    let draw = ["  modlint graph\(arguments) --format html > graph.html", "draws the layers"]
    let commands =
      open.contains { $0.severity == .error }
      ? [show, fix, create]
      : !open.isEmpty ? [show, fix, hook] : !findings.isEmpty ? [fix, hook, prune] : [draw, hook]
    return "Next:\n" + columns(commands.filter { canFix || $0 != fix })
  }
}
