public import Diagnostics
internal import Text

/// What a run found: all that a reporter needs besides the lines of the files.
public struct Report: Sendable {
  /// In the order of reports, known ones included.
  public var findings: [Diagnostic]
  public var sources: SourceMap
  public var summary: Summary
  public var places: Places
  public var tool: Tool
  /// The graph that the findings are about, for formats that draw it.
  public var graph: GraphView?
  /// What resolves findings, by their numbers, for formats that say so.
  public var fixes: [Int: SuggestedFix] = [:]

  public init(
    findings: [Diagnostic], sources: SourceMap, summary: Summary, places: Places = Places(),
    tool: Tool = Tool(), graph: GraphView? = nil
  ) {
    self.findings = findings
    self.sources = sources
    self.summary = summary
    self.places = places
    self.tool = tool
    self.graph = graph
  }
}

/// Gives a line of a file, counted from 1, without its end.
///
/// `nil` where there is no such line, or where it must not be shown. Texts are not kept after
/// reading, so reporters ask for the lines of findings only.
public typealias SourceLines = (FileID, UInt32) -> SourceLine?

extension Report {
  /// What was checked and how much of it is wrong.
  public struct Summary: Hashable, Sendable {
    public var modules: Int
    /// Distinct pairs of modules that are linked.
    public var links: Int
    public var layers: Int
    /// New findings of severity error.
    public var errors: Int
    /// New findings of severity warning.
    public var warnings: Int
    /// Findings that a baseline or an older revision has.
    public var known: Int
    /// Those of the known findings that only an older revision has, not the baseline.
    public var knownAtRevision = 0
    /// The name of that revision, as it was given.
    public var revision: String?
    /// Findings that an exception in rules.yml allows; they are listed nowhere.
    public var excepted: Int
    /// Folders below that have a rules.yml of their own.
    public var nestedWorkspaces: Int
    /// Xcode projects that nothing names, beside specs.
    public var unreadProjects = 0
    /// Local packages that are one module each.
    public var wholePackages: Int
    /// Manifests of local packages that may say something else on another system, or with variables.
    public var hostManifests = 0
    /// Local packages that nothing names.
    public var unreadPackages: Int
    /// Targets whose links are not judged since their sources are not there.
    public var targetsWithoutSources: Int
    /// Targets whose links are not judged since something writes sources for them.
    public var targetsWithGeneratedSources: Int
    /// Targets that may import more than was read.
    public var targetsReadInPart: Int
    /// Targets of which some links were not judged since it is not known which headers they lead to.
    public var targetsWithUnknownHeaders: Int
    /// Targets of which something is not judged since it hangs on packages that were not read.
    public var targetsBehindUnreadPackages: Int
    /// Findings whose fixes the report does not have, since it would take long to check them.
    public var fixesLeftOut = 0

    /// Counts `findings` by state and severity.
    public init(
      modules: Int = 0, links: Int = 0, layers: Int = 0, findings: [Diagnostic] = [],
      excepted: Int = 0, nestedWorkspaces: Int = 0, wholePackages: Int = 0,
      unreadPackages: Int = 0, targetsWithoutSources: Int = 0, targetsWithGeneratedSources: Int = 0,
      targetsWithUnknownHeaders: Int = 0, targetsReadInPart: Int = 0,
      targetsBehindUnreadPackages: Int = 0
    ) {
      self.modules = modules
      self.links = links
      self.layers = layers
      (errors, warnings, known) = (0, 0, 0)
      // A finding is large; copies of all are not for free.
      for index in findings.indices {
        switch (findings[index].state, findings[index].severity) {
        case (.known, _):
          known += 1
          if findings[index].isFromRevision { knownAtRevision += 1 }
        case (.new, .error): errors += 1
        case (.new, .warning): warnings += 1
        }
      }
      self.excepted = excepted
      self.wholePackages = wholePackages
      self.unreadPackages = unreadPackages
      self.nestedWorkspaces = nestedWorkspaces
      self.targetsWithoutSources = targetsWithoutSources
      self.targetsWithGeneratedSources = targetsWithGeneratedSources
      self.targetsWithUnknownHeaders = targetsWithUnknownHeaders
      self.targetsReadInPart = targetsReadInPart
      self.targetsBehindUnreadPackages = targetsBehindUnreadPackages
    }
  }
}

extension Report {
  var newFindings: [Diagnostic] {
    let areAllNew = findings.indices.allSatisfy { findings[$0].state == .new }
    return areAllNew ? findings : findings.filter { $0.state == .new }
  }

  /// The path of a file, raw.
  func path(of file: FileID, from base: PathBase) -> String {
    let path = sources[file]
    switch base {
    case .workspace: return path
    case .repository: return places.prefix.isEmpty ? path : places.prefix + path
    case .machine: return places.root.isEmpty ? path : "\(places.root)/\(path)"
    }
  }

  /// The path that a finding is listed under where a format asks for one: of its file, else of the
  /// workspace.
  func listedPath(of finding: Diagnostic) -> String {
    if let location = finding.location { return path(of: location.file, from: .repository) }
    return places.prefix.isEmpty ? "." : String(places.prefix.dropLast())
  }

  /// Appends the path of a file, safe to show.
  func append(pathOf file: FileID, from base: PathBase, to output: inout TextBuffer) {
    switch base {
    case .workspace: break
    case .repository: output.append(places.prefix, .terminal)
    case .machine:
      output.append(places.root, .terminal)
      if !places.root.isEmpty { output.append(UInt8(ascii: "/")) }
    }
    output.append(sources[file], .terminal)
  }

  /// Appends `path:line:column`, safe to show.
  func append(placeOf range: SourceRange, from base: PathBase, to output: inout TextBuffer) {
    append(pathOf: range.file, from: base, to: &output)
    output.append(UInt8(ascii: ":"))
    output.append(range.start.line)
    output.append(UInt8(ascii: ":"))
    output.append(range.start.column)
  }
}

extension Report.Summary {
  /// `31 modules, 56 links, 4 layers`.
  public var extent: String {
    "\(counted(modules, "module")), \(counted(links, "link")), \(counted(layers, "layer"))"
  }

  /// `2 errors, 1 warning, 12 known, 1 excepted`, without the last two where they are zero.
  public var verdict: String {
    var parts = [counted(errors, "error"), counted(warnings, "warning")]
    if let knownFindings { parts.append(knownFindings) }
    if excepted > 0 { parts.append("\(excepted) excepted") }
    if nestedWorkspaces > 0 {
      parts.append("\(counted(nestedWorkspaces, "nested workspace")) not read")
    }
    if unreadProjects > 0 { parts.append("\(counted(unreadProjects, "Xcode project")) not read") }
    if wholePackages > 0 { parts.append("\(counted(wholePackages, "package")) taken whole") }
    if hostManifests > 0 {
      parts.append("\(counted(hostManifests, "manifest")) read as on macOS, without variables")
    }
    if unreadPackages > 0 { parts.append("\(counted(unreadPackages, "package")) not read") }
    if targetsWithoutSources > 0 {
      parts.append("\(counted(targetsWithoutSources, "target")) not judged: no sources")
    }
    if targetsWithGeneratedSources > 0 {
      parts.append(
        "\(counted(targetsWithGeneratedSources, "target")) not judged: generated sources")
    }
    if targetsWithUnknownHeaders > 0 {
      parts.append(
        "\(counted(targetsWithUnknownHeaders, "target")) judged in part: unknown headers")
    }
    if targetsBehindUnreadPackages > 0 {
      parts.append(
        "\(counted(targetsBehindUnreadPackages, "target")) judged in part: unread packages")
    }
    if targetsReadInPart > 0 {
      parts.append(
        "\(counted(targetsReadInPart, "target")) read in part: folder links, large sources or patterns beyond a limit"
      )
    }
    return parts.joined(separator: ", ")
  }

  /// `60 known, 12 at main`: what the baseline records, and what else the revision has.
  private var knownFindings: String? {
    guard known > 0 else { return nil }
    guard knownAtRevision > 0, let revision = revision?.escapedForTerminal else {
      return "\(known) known"
    }
    let recorded = known - knownAtRevision
    return recorded > 0
      ? "\(recorded) known, \(knownAtRevision) at \(revision)"
      : "\(knownAtRevision) known at \(revision)"
  }

  /// The last line of every report that people read.
  public var line: String { "\(extent): \(verdict)" }
}

/// `1 error`, `2 errors`.
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

/// Where a workspace lies, which decides how formats write its paths.
public struct Places: Hashable, Sendable {
  /// The absolute path of the root of the workspace; empty if it is not known.
  public var root: String
  /// What leads from the root of the repository to that of the workspace: empty, or with a `/` at
  /// its end.
  public var prefix: String
  /// The address below which the repository's files can be looked at, without a `/` at its end.
  public var browser: String?

  public init(root: String = "", prefix: String = "", browser: String? = nil) {
    self.root = root
    self.prefix = prefix
    self.browser = browser
  }
}

/// What a path in a report starts from.
enum PathBase {
  /// For people, who work in the workspace.
  case workspace
  /// For tools that know the repository only.
  case repository
  /// For Xcode, which runs build phases in any folder.
  case machine
}
