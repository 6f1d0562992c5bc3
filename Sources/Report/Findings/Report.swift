public import Diagnostics
internal import Text

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
  /// The options and paths of the run, as arguments of `modlint fix`, such as ` core 'my app'`.
  public var fixArguments = ""

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

/// Returns a line of a file, counted from 1, without its line break.
///
/// Returns `nil` if there is no such line, or if it must not be shown. Files are not kept in
/// memory, so reporters request lines of findings only.
public typealias SourceLines = (FileID, UInt32) -> SourceLine?

extension Report {
  /// The counts of modules, links and findings.
  public struct Summary: Hashable, Sendable {
    public var modules: Int
    /// The number of distinct pairs of linked modules.
    public var links: Int
    public var layers: Int
    /// The number of new findings of severity error.
    public var errors: Int
    /// The number of new findings of severity warning.
    public var warnings: Int
    /// The number of findings in a baseline or an older revision.
    public var known: Int
    /// The number of known findings that only the older revision has, not the baseline.
    public var knownAtRevision = 0
    /// The name of the revision, as given on the command line.
    public var revision: String?
    /// The number of findings allowed by an exception in rules.yml; they are only counted.
    public var excepted: Int
    /// The number of nested folders with a separate rules.yml.
    public var nestedWorkspaces: Int
    /// The number of unread Xcode projects next to specs.
    public var unreadProjects = 0
    /// The number of local packages that are represented by one module each.
    public var wholePackages: Int
    /// The number of manifests of local packages that may resolve differently on another system or
    /// with other variables.
    public var hostManifests = 0
    /// The number of local packages that nothing references.
    public var unreadPackages: Int
    /// The projects, and the configuration files, that are named and not there.
    public var absentProjects: [String] = []
    public var absentFiles: [String] = []
    /// The number of targets whose links are not checked because their sources are missing.
    public var targetsWithoutSources: Int
    /// The number of targets whose links are not checked because some of their sources are
    /// generated.
    public var targetsWithGeneratedSources: Int
    /// The number of targets that may import more than was read.
    public var targetsReadInPart: Int
    /// The number of targets with unchecked links because the headers that they provide are
    /// unknown.
    public var targetsWithUnknownHeaders: Int
    /// The number of targets with unchecked links because they depend on packages that were not
    /// read.
    public var targetsBehindUnreadPackages: Int
    /// The number of findings whose fixes are omitted because checking them would take too long.
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
      // Findings are large: avoid copying them.
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

  /// Returns the path of a file, unescaped.
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

  /// Returns the path of a file, escaped.
  func shownPath(of file: FileID, from base: PathBase) -> String {
    path(of: file, from: base).escapedForTerminal
  }

  /// Returns `path:line:column`, escaped.
  func place(of range: SourceRange, from base: PathBase) -> String {
    "\(shownPath(of: range.file, from: base)):\(range.start.line):\(range.start.column)"
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
    parts += [absence(of: absentProjects, "project"), absence(of: absentFiles, "file")]
      .compactMap(\.self)
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

  private func absence(of paths: [String], _ noun: String) -> String? {
    guard let first = paths.first?.escapedForTerminal else { return nil }
    return "\(counted(paths.count, noun)) not there: \(first)" + (paths.count > 1 ? ", …" : "")
  }

  /// The known findings of the baseline and of the older revision, such as `60 known, 12 at main`.
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

  /// The summary line that ends text reports.
  public var line: String { "\(extent): \(verdict)" }
}

/// Returns a count with its noun, such as `1 error` or `2 errors`.
func counted(_ count: Int, _ noun: String) -> String {
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

  public init(root: String = "", prefix: String = "", browser: String? = nil) {
    self.root = root
    self.prefix = prefix
    self.browser = browser
  }
}

/// The base of paths in a report.
enum PathBase {
  /// The workspace, for people who work in it.
  case workspace
  /// The repository, for tools without a concept of workspaces.
  case repository
  /// The file system, for Xcode, which runs build phases in any folder.
  case machine
}
