import Diagnostics
import Report
import Rules
import Architecture

extension LoadedWorkspace {
  /// Where the workspace lies, for reports.
  var places: Places {
    var prefix = ""
    let repository = WorkspaceFinder.repository(of: place.root, in: tree)
    if let repository, repository != place.root {
      prefix = place.root.dropFirst(repository == "/" ? 1 : repository.count + 1) + "/"
    }
    return Places(root: place.root, prefix: prefix, browser: Self.browser)
  }

  /// Where the build machine says that the files of this commit can be looked at.
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
  /// modlint with the rules it has, and those that a repository has made.
  static func modlint(_ configuration: Configuration) -> Tool {
    Tool(name: "modlint", version: About.version, address: About.address) { id in
      let constraint = configuration.links.first { $0.id == id }
      let page = constraint == nil ? id : LinkConstraint.id
      guard let info = ruleCatalog[page], let text = rulePage(page.name) else { return nil }
      return RuleDescription(
        summary: constraint?.because ?? info.summary, severity: info.defaultSeverity, page: page,
        text: text)
    }
  }
}
