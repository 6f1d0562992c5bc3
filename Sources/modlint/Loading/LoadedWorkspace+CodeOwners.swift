import Diagnostics
import Files
import Owners
import Workspace

extension LoadedWorkspace {
  /// Who owns the files of the workspace, as the CODEOWNERS of its repository says; outside of a
  /// repository one in the root of the workspace.
  ///
  /// `nil` if there is none that can be read.
  var codeOwners: CodeOwners? {
    let root = WorkspaceFinder.repository(of: place.root, in: tree) ?? place.root
    let workspace = place.root.dropFirst(root == place.root ? root.count : join(root, "").count)
    do throws(FileError) {
      return CodeOwners(of: try WorkingDirectory(root), workspace: String(workspace))
    } catch {
      return nil
    }
  }

  /// The findings with the owners of what they are about; nothing is read where there are none.
  func withCodeOwners(_ findings: [Diagnostic]) -> [Diagnostic] {
    guard !findings.isEmpty, let codeOwners else { return findings }
    // The workspace alone does not know the baseline, which findings may stand in.
    return codeOwners.named(in: findings, of: workspace.graph, sources: sources)
  }
}
