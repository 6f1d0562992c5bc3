import Architecture
import Files
import Graph
import Loading
import Paths
import Text
import Workspace

// Notes about unread files, on standard error.
extension Init {
  /// Prints why some paths are not part of the workspace.
  func note(_ reason: String, _ paths: [String]) {
    guard !paths.isEmpty else { return }
    Terminal.printError("\(reason): \(paths.shownPaths)")
  }

  /// Prints the unread inputs, and the enclosing and nested workspaces.
  func noteNeighbours(of workspace: Workspace) {
    note("not read, for they have a rules.yml of their own", workspace.nestedWorkspaces)
    note("not specs of their own, for others include them", workspace.reading.parts)
    workspace.noteUnreadSpecs()
    workspace.notesOfUnknownPackages.forEach(Terminal.printError)
    guard let rules = outerRules else { return }
    Terminal.printError(
      "this folder is part of the workspace of \(rules.escapedForTerminal), which stops reading it once it has a rules.yml of its own"
    )
  }

  /// The rules file of an enclosing workspace, unless `config` names another file.
  var outerRules: String? {
    guard config == nil, let root = realPath(path) else { return nil }
    let place = try? WorkspaceFinder(config: nil).find([path])
    return place?.root == root ? nil : place?.rules
  }
}

extension Workspace {
  /// Prints the specs that need a `root`, and those that `specs` does not name.
  func noteRootedSpecs(_ specs: [RulesFile.Specs]) {
    let rooted = specs.filter { $0.root != nil }
    noteNeighbourSpecs(besides: Set(rooted.map(\.pattern)))
    guard let root = rooted.first?.root else { return }
    Terminal.printError(
      "no source of \(rooted.map(\.pattern).shownPaths) is there, but all are from '\(root)'; "
        + "'specs' in rules.yml says so")
  }
}
