public import Diagnostics
import Text

/// The result of a run: all input of a reporter except the lines of files.
public struct Report: Sendable {
  /// All findings in report order, including known ones.
  public var findings: [Diagnostic]
  public var sources: SourceMap
  public var summary: Summary
  public var places: Places
  public var tool: Tool
  /// The graph that the findings are about, for formats that draw it.
  public var graph: GraphView?
  /// Fixes by the number of their finding, for formats that include them.
  public var fixes: [Int: SuggestedFix] = [:]
  /// The numbers of findings whose fixes are omitted because checking them would take too long.
  public var fixesLeftOut: Set<Int> = [] {
    didSet { summary.fixesLeftOut = fixesLeftOut.count }
  }
  /// The numbers of findings that `fix` resolves, without and with `--unsafe`; `nil` if unknown.
  public var fixCounts: (safe: Int, all: Int)? = (0, 0)
  /// The options and paths of the run, as arguments of `modlint fix`, such as ` core 'my app'`.
  public var fixArguments = ""
  /// Sentences that end the text of a run without findings.
  public var facts: [String] = []

  public init(
    findings: [Diagnostic], sources: SourceMap, summary: Summary,
    places: Places = Places(root: "", prefix: ""), tool: Tool = Tool(), graph: GraphView? = nil
  ) {
    self.findings = findings
    self.sources = sources
    self.summary = summary
    self.places = places
    self.tool = tool
    self.graph = graph
  }
}

/// Returns a line of a file, counted from 1, without its line break.
///
/// Returns `nil` if there is no such line, or if it must not be shown. Files are not kept in
/// memory, so reporters request lines of findings only.
public typealias SourceLines = (FileID, UInt32) -> [Unicode.Scalar]?

extension Report {
  /// The counts of modules, links and findings.
  public struct Summary: Hashable, Sendable {
    public var modules: Int
    /// The number of distinct pairs of linked modules.
    public var links: Int
    public var layers: Int
    /// The number of new findings of severity error.
    public var errors = 0
    /// The number of new findings of severity warning.
    public var warnings = 0
    /// The number of findings in a baseline or an older revision.
    public var known = 0
    /// The number of known findings that only the older revision has, not the baseline.
    public var knownAtRevision = 0
    /// The name of the revision, as given on the command line.
    public var revision: String?
    /// The number of findings allowed by an exception in rules.yml; they are only counted.
    public var excepted: Int
    /// What was not read or not judged, in order.
    public var gaps: [Gap]
    var fixesLeftOut = 0

    /// Counts `findings` by state and severity.
    public init(
      modules: Int = 0, links: Int = 0, layers: Int = 0, findings: [Diagnostic] = [],
      excepted: Int = 0, gaps: [Gap] = []
    ) {
      self.modules = modules
      self.links = links
      self.layers = layers
      self.excepted = excepted
      self.gaps = gaps
      count(findings)
    }

    fileprivate mutating func count(_ findings: [Diagnostic]) {
      errors = 0
      warnings = 0
      known = 0
      knownAtRevision = 0
      for finding in findings {
        switch (finding.state, finding.severity) {
        case (.known, _):
          known += 1
          if finding.isFromRevision { knownAtRevision += 1 }
        case (.new, .error): errors += 1
        case (.new, .warning): warnings += 1
        }
      }
    }
  }

  /// Replaces the findings; `renumber` returns the new number of each, `nil` if it is gone.
  public mutating func replaceFindings(_ renumber: (inout [Diagnostic]) -> [Int?]) {
    let numbers = renumber(&findings)
    var moved: [Int: SuggestedFix] = [:]
    for (number, fix) in fixes.sorted(by: { $0.key < $1.key }) {
      if let new = numbers[number], moved[new] == nil { moved[new] = fix }
    }
    fixes = moved
    fixesLeftOut = Set(fixesLeftOut.compactMap { numbers[$0] })
    summary.count(findings)
  }

  var newFindings: [Diagnostic] { findings.filter { $0.state == .new } }

  func path(of file: FileID, from base: PathBase) -> String {
    let path = sources[file]
    switch base {
    case .workspace: return path
    case .repository: return places.prefix.isEmpty ? path : places.prefix + path
    case .machine: return places.root.isEmpty ? path : "\(places.root)/\(path)"
    }
  }

  /// Returns the path under which a finding is listed: that of its file, else that of the
  /// workspace.
  func listedPath(of finding: Diagnostic) -> String {
    if let location = finding.location { return path(of: location.file, from: .repository) }
    return places.prefix.isEmpty ? "." : String(places.prefix.dropLast())
  }

  func place(of range: SourceRange, from base: PathBase) -> String {
    let path = path(of: range.file, from: base).escapedForTerminal
    return "\(path):\(range.start.line):\(range.start.column)"
  }
}

extension Report.Summary {
  /// The extent of the check, such as `31 modules, 56 links, 4 layers`.
  public var extent: String {
    "\(counted(modules, "module")), \(counted(links, "link")), \(counted(layers, "layer"))"
  }

  /// The verdict, such as `2 errors, 1 warning, 12 known, 1 excepted`, without trailing zero
  /// counts.
  public var verdict: String {
    var parts = [counted(errors, "error"), counted(warnings, "warning")]
    if known > 0 { parts.append(knownFindings) }
    if excepted > 0 { parts.append("\(excepted) excepted") }
    if !gaps.isEmpty { parts += gapCounts }
    return parts.joined(separator: ", ")
  }

  /// The counts of what was not read or not judged; of equal states, all but the first are given by
  /// their causes: `2 targets not judged: no sources`, `4: C-family`.
  private var gapCounts: [String] {
    var last = ""
    return gapsByKind.map { kind, gaps in
      let end = kind.state.firstRange(of: ": ")?.lowerBound ?? kind.state.endIndex
      let state = kind.noun + kind.state[..<end]
      defer { last = state }
      if state == last { return "\(gaps.count)\(kind.state[end...])" }
      let names = gaps.prefix(1).map(\.name.escapedForTerminal) + (gaps.count > 1 ? ["…"] : [])
      return "\(counted(gaps.count, kind.noun)) \(kind.state)"
        + (kind.isNamed ? ": " + names.joined(separator: ", ") : "")
    }
  }

  var gapsByKind: [(kind: Gap.Kind, gaps: [Gap])] {
    let byKind = Dictionary(grouping: gaps, by: \.kind)
    return Gap.Kind.allCases.compactMap { kind in byKind[kind].map { (kind, $0) } }
  }

  /// The known findings of the baseline and of the older revision, such as `60 known, 12 at main`.
  private var knownFindings: String {
    guard knownAtRevision > 0, let revision = revision?.escapedForTerminal else {
      return "\(known) known"
    }
    let recorded = known - knownAtRevision
    return recorded > 0
      ? "\(recorded) known, \(knownAtRevision) at \(revision)"
      : "\(knownAtRevision) known at \(revision)"
  }

  /// The summary line that ends text reports.
  public var line: String { "\(extent): \(verdict)" }
}

/// Returns a count with its noun, such as `1 error` or `2 errors`.
public func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

/// The location of a workspace, from which formats derive paths.
public struct Places: Hashable, Sendable {
  /// The absolute path of the root of the workspace; empty if it is not known.
  public var root: String
  /// The path from the root of the repository to the workspace: empty, or with a trailing `/`.
  public var prefix: String
  /// The base URL of the repository's files in a browser, without a trailing `/`.
  public var browser: String?

  public init(root: String, prefix: String, browser: String? = nil) {
    self.root = root
    self.prefix = prefix
    self.browser = browser
  }
}

enum PathBase {
  /// The workspace, for people who work in it.
  case workspace
  /// The repository, for tools without a concept of workspaces.
  case repository
  /// The file system, for Xcode, which runs build phases in any folder.
  case machine
}

/// A report format.
///
/// Reporters are pure: the same report and lines produce the same bytes.
public protocol Reporter: Sendable {
  func write(_ report: Report, lines: SourceLines, to output: inout String)
}

/// The formats of `--format` and `--output`.
public enum Format: String, CaseIterable, Sendable {
  case text, json, sarif, github, gitlab, azure, teamcity, rdjson, junit, checkstyle, markdown,
    xcode,
    html

  /// Returns the reporter of the format; only formats for people use `style`.
  public func reporter(style: Style = Style()) -> any Reporter {
    switch self {
    case .text: TextReporter(style: style)
    case .json: JSONReporter()
    case .sarif: SARIFReporter()
    case .github: GitHubReporter()
    case .gitlab: GitLabReporter()
    case .azure: AzureReporter()
    case .teamcity: TeamCityReporter()
    case .rdjson: ReviewdogReporter()
    case .junit: JUnitReporter()
    case .checkstyle: CheckstyleReporter()
    case .markdown: MarkdownReporter()
    case .xcode: XcodeReporter()
    case .html: HTMLReporter()
    }
  }
}

extension Sequence {
  /// Returns the elements by key, in the order in which the keys first occur.
  func grouped<Key: Hashable>(
    by key: (Element) -> Key
  ) -> [(key: Key, elements: [Element])] {
    var numbers: [Key: Int] = [:]
    var groups: [(key: Key, elements: [Element])] = []
    for element in self {
      let key = key(element)
      if let number = numbers[key] {
        groups[number].elements.append(element)
      } else {
        numbers[key] = groups.count
        groups.append((key, [element]))
      }
    }
    return groups
  }
}
