import Architecture
import Diagnostics
import Files
import Graph
import Loading
import Owners
import Paths
import Report
import Rules
import Text
import Workspace

extension LoadedWorkspace {
  var places: Places {
    var prefix = ""
    let repository = WorkspaceFinder.repository(of: place.root, in: tree)
    if let repository, let part = Path.part(of: place.root, in: repository), !part.isEmpty {
      prefix = part + "/"
    }
    return Places(root: place.root, prefix: prefix, browser: Self.browser)
  }

  /// The URL of the files of this commit, from the environment of the CI.
  private static var browser: String? {
    let variable = Terminal.environment
    if let server = variable("GITHUB_SERVER_URL"), let name = variable("GITHUB_REPOSITORY"),
      let commit = variable("GITHUB_SHA")
    {
      return "\(server)/\(name)/blob/\(commit)"
    }
    if let project = variable("CI_PROJECT_URL"), let commit = variable("CI_COMMIT_SHA") {
      return "\(project)/-/blob/\(commit)"
    }
    return nil
  }
}

extension Tool {
  static func modlint(_ configuration: Configuration) -> Tool {
    var tool = Tool(name: "modlint", version: About.version, address: About.home) { id in
      let constraint = configuration.links.first { $0.id == id }
      let page = constraint == nil ? id : .linkConstraint
      guard let info = ruleCatalog[page], let text = resource("\(page.name).md")
      else { return nil }
      return RuleDescription(
        summary: constraint?.because ?? info.summary, severity: info.defaultSeverity, page: page,
        text: text.withoutDetails)
    }
    tool.block = { ruleCatalog[$0]?.block }
    return tool
  }
}

extension Report {
  func noteFixesLeftOut() {
    let findings = counted(fixesLeftOut.count, "finding")
    Terminal.printError(
      "the report leaves out the fixes of \(findings): 'modlint fix --diff' shows them")
  }
}

extension LoadedWorkspace {
  /// The CODEOWNERS of the repository, or of the workspace outside of a repository; `nil` if there
  /// is no readable file.
  var codeOwners: CodeOwners? {
    let root = WorkspaceFinder.repository(of: place.root, in: tree) ?? place.root
    let workspace = Path.part(of: place.root, in: root) ?? ""
    do throws(FileError) {
      return CodeOwners(of: try WorkingDirectory(root, within: root), workspace: String(workspace))
    } catch {
      return nil
    }
  }

  /// Returns the findings with their owners; without findings, CODEOWNERS is not read.
  func withCodeOwners(_ findings: [Diagnostic]) -> [Diagnostic] {
    guard !findings.isEmpty, let codeOwners else { return findings }
    // The workspace does not contain the baseline, which may have findings.
    return codeOwners.named(in: findings, of: workspace.graph, sources: sources)
  }
}

extension Workspace {
  /// Reports specs with unusual names, which are not read, on standard error.
  func noteNeighbourSpecs(besides known: Set<String>) {
    let unread = neighbourSpecs.filter { !known.contains($0) }
    guard !unread.isEmpty else { return }
    Terminal.printError(
      "not read, since only project.yml is: \(unread.shownPaths); "
        + "'specs' in rules.yml says which files are specs")
  }

  /// Reports specs that XcodeGen may resolve differently on standard error.
  func noteUnreadSpecs() {
    if !neighbourSpecs.isEmpty { noteNeighbourSpecs(besides: []) }
    if let (path, root) = misrootedSpecs.first {
      Terminal.printError(
        "no source of \(misrootedSpecs.map(\.path).shownPaths) is there, but all are from '\(root)'; "
          + "for specs that are generated with '--project-root' write 'specs: "
          + "[{ pattern: \"\(path)\", root: \"\(root)\" }, \"**/project.yml\"]' in rules.yml")
    }
  }
}

extension [String] {
  /// The first paths in quotes, and the number of other paths.
  var shownPaths: String {
    let shown = prefix(8).map { "'\($0)'" }.joined(separator: ", ")
    return count > 8 ? "\(shown) and \(count - 8) more" : shown
  }
}

extension LoadedWorkspace {
  /// The first fault of each file because of which modules may be missing.
  var firstFaults: [String: Diagnostic] {
    let faults = workspace.diagnostics.filter {
      $0.severity == .error && $0.rule.hidesModules && $0.location != nil
    }
    return Dictionary(
      faults.map { fault in (fault.location.map { sources[$0.file] } ?? "", fault) },
      uniquingKeysWith: min)
  }

  /// Notes on standard error that modules may be missing; returns whether they may.
  @discardableResult
  func noteBrokenSpecs() -> Bool {
    let broken = Set(workspace.reading.brokenSpecs)
    let first = firstFaults.filter { broken.contains($0.key) }
    guard let file = first.keys.min(by: { $0.precedes($1) }), let fault = first[file],
      let start = fault.location?.start
    else { return false }
    let reason = "\(file):\(start.line):\(start.column): \(fault.message.text)"
    Terminal.printError(
      "\(counted(first.count, "file")) cannot be read, so modules may be missing"
        + (first.count == 1 ? ": " : "; the first is ") + reason)
    return true
  }

  /// Exits with an error if no spec can be read, since there is nothing to measure.
  func requireReadableSpecs() throws {
    guard workspace.graph.builtModules.isEmpty, !workspace.reading.brokenSpecs.isEmpty else {
      return
    }
    noteBrokenSpecs()
    throw Failure([])
  }

  /// Reports the files on standard error that prevent checking baseline entries without a finding.
  func noteUnjudgedEntries(_ outcome: LintResult) {
    let count = outcome.unjudgedEntries
    let entries = count == 1 ? "1 entry has no finding" : "\(count) entries have no finding"
    Terminal.printError(
      "\(shownBaseline): \(entries) and may still be needed for what cannot be read in "
        + (outcome.obstacles + outcome.absentFiles).shownPaths)
  }
}

extension String {
  /// A page of the manual up to its details.
  var withoutDetails: String {
    firstRange(of: "\n## Details\n").map { String(self[..<$0.lowerBound]) } ?? self
  }
}
