import Architecture
import Diagnostics
import Git
import Loading
import Paths
import Rules
import Workspace

extension LoadedWorkspace {
  /// Returns the name of the repository, or of the folder in it, the commit that was read and its
  /// date; empty without a repository or commit.
  func revisionTitle(of revision: String?, since: String?) -> String {
    guard let files = try? GitFiles(of: place, .process),
      let commit = try? revision.map(files.commit(named:)) ?? .head,
      let logged = try? files.repository.logged(commit)
    else { return "" }
    let top = Path.lastComponent(files.repository.top)
    let name = files.root.isEmpty ? top : Path.join(top, entry: files.root)
    var title = "\(name) \(logged.commit.id.prefix(10)), \(logged.date)"
    if revision == nil, let changes = files.changesIfKnown(since: nil, isStaged: false),
      !changes.isDisjoint(with: sources.paths)
    {
      title += ", with uncommitted changes"
    }
    return since.map { "\(title), compared with \($0)" } ?? title
  }
}
