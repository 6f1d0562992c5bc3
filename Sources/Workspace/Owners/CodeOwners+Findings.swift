public import Diagnostics
public import Graph

extension CodeOwners {
  /// The findings with the owners of the specs of both their ends; of one about no module, with those
  /// of the file it stands in.
  ///
  /// - Complexity: O(*n*) for *n* modules, and `owners(of:)` once for each spec that findings are about.
  public func named(
    in findings: [Diagnostic], of graph: ModuleGraph, sources: SourceMap
  ) -> [Diagnostic] {
    var paths: [String: String] = [:]
    for id in graph.builtModules { paths[graph.shownName(id)] = graph.spec(of: id)?.path }
    var ownersOf: [String: [String]] = [:]
    func known(_ path: String?) -> [String] {
      guard let path else { return [] }
      if let owners = ownersOf[path] { return owners }
      let owners = self.owners(of: path)
      ownersOf[path] = owners
      return owners
    }
    return findings.map { finding in
      var finding = finding
      let file = finding.location.map { sources[$0.file] }
      let from = finding.subject.from.map { paths[$0] ?? file } ?? file
      finding.codeOwners = Diagnostic.CodeOwners(
        from: known(from), to: known(finding.subject.to.flatMap { paths[$0] }))
      return finding
    }
  }
}
