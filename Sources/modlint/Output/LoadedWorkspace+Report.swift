import Architecture
import Diagnostics
import Files
import Loading
import Owners
import Paths
import Report
import Rules
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
  /// Returns the description of modlint with its rules and those of the repository.
  static func modlint(_ configuration: Configuration) -> Tool {
    var tool = Tool(name: "modlint", version: About.version, address: About.home) { id in
      let constraint = configuration.links.first { $0.id == id }
      let page = constraint == nil ? id : .linkConstraint
      guard let info = ruleCatalog[page], let text = rulePage(page.name) else { return nil }
      return RuleDescription(
        summary: constraint?.because ?? info.summary, severity: info.defaultSeverity, page: page,
        text: text.withoutDetails)
    }
    tool.block = { ruleCatalog[$0]?.block }
    return tool
  }
}

extension Report {
  /// Reports on standard error how many findings have no suggestion for lack of time.
  func noteFixesLeftOut() {
    guard !fixesLeftOut.isEmpty else { return }
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

  /// Returns the findings with their owners.
  ///
  /// Does not read CODEOWNERS if there are no findings.
  func withCodeOwners(_ findings: [Diagnostic]) -> [Diagnostic] {
    guard !findings.isEmpty, let codeOwners else { return findings }
    // The workspace does not contain the baseline, which may have findings.
    return codeOwners.named(in: findings, of: workspace.graph, sources: sources)
  }
}
