internal import Diagnostics
internal import Files
public import Graph
internal import SourceReading

extension Workspace {
  /// Returns the number of source lines of each group of modules; files that several modules share
  /// count once.
  ///
  /// - Complexity: Reads all sources.
  public func sourceLines(of groups: [[ModuleID]], jobs: Int) -> [Int] {
    var table = SourceTable(of: graph, in: sourceLists, jobs: jobs)
    table.load(groups.joined())
    let files = groups.map { group in Set(group.flatMap { table[$0]?.code ?? [] }) }
    let paths = files.reduce(into: Set<String>()) { $0.formUnion($1) }
      .sorted { $0.precedes($1) }
    let tree = sourceLists.tree
    let counts = inParallel(paths.count, jobs: jobs) { number in
      Self.lineCount(of: paths[number], in: tree)
    }
    let lines = Dictionary(uniqueKeysWithValues: zip(paths, counts))
    return files.map { $0.reduce(0) { $0 + (lines[$1] ?? 0) } }
  }

  /// Returns the number of lines of a file; 0 if it cannot be read.
  private static func lineCount(of path: String, in tree: any FileTree) -> Int {
    var text: [UInt8] = []
    guard (try? tree.read(path, limit: Limits.fileSize, into: &text)) != nil else { return 0 }
    let ends = text.count { $0 == UInt8(ascii: "\n") }
    return text.last == UInt8(ascii: "\n") || text.isEmpty ? ends : ends + 1
  }
}
