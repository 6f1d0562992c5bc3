internal import Diagnostics
internal import Files
internal import Architecture
internal import Paths
internal import Specs

/// Finds the frameworks that targets embed because they lie among their sources, or because a script hands
/// them to `carthage copy-frameworks`.
///
/// Asked only where something seems not to be embedded, so that hardly any run looks.
struct SourceFrameworks: Sendable {
  private let tree: any FileTree
  private let environment: @Sendable (String) -> String?
  private let specs: OrderedSpecs

  /// So many folders of one target are looked at.
  private static let mostFolders = 10_000

  init(
    _ table: borrowing SpecTable, in tree: some FileTree,
    environment: @escaping @Sendable (String) -> String?
  ) {
    self.tree = tree
    self.environment = environment
    specs = table.ordered
  }

  /// The names, without folder, `lib` and extension, of what is copied to the frameworks of a target.
  ///
  /// - Complexity: Reads the specification, and lists the folders of the target's sources.
  func names(ofTarget target: String, spec: Int) -> Set<String> {
    guard specs.indices.contains(spec) else { return [] }
    var reader = SpecReader(
      source: tree, includes: IncludeCache(), options: .init(environment: environment))
    let folder = specs[spec].folder
    let copied = reader.copiedFiles(
      of: target, in: specs[spec].path, folder: folder.isEmpty ? "." : folder)
    var names = Set(copied.scriptInputs.map { ExternalTable.name(ofFile: $0) })
    for entry in copied.sources where entry.copies != .nothing { collect(entry, in: &names) }
    return names
  }

  private func collect(_ entry: SourceEntry, in names: inout Set<String>) {
    if isCopied(entry.path, entry) {
      names.insert(ExternalTable.name(ofFile: entry.path))
      return
    }
    let excludes = patterns(entry.excludes)
    let includes = entry.includes.map { patterns($0) }
    var open = [(path: entry.path == "." ? "" : entry.path, inside: "")]
    var left = Self.mostFolders
    while let (path, inside) = open.popLast(), left > 0 {
      left -= 1
      for item in (try? tree.entries(of: path)) ?? [] where !item.name.hasPrefix(".") {
        let inner = Path.join(inside, entry: item.name)
        if excludes.contains(where: { $0.matches(path: inner) }) { continue }
        if isCopied(item.name, entry) {
          let isIncluded = includes?.contains { $0.matches(path: inner) } ?? true
          if isIncluded { names.insert(ExternalTable.name(ofFile: item.name)) }
        } else if item.kind == .folder {
          open.append((Path.join(path, entry: item.name), inner))
        }
      }
    }
  }

  /// Whether a file of that name is copied to the frameworks, if it is there.
  private func isCopied(_ path: String, _ entry: SourceEntry) -> Bool {
    switch Path.splitExtension(Path.lastComponent(path)).extension {
    case "framework": true
    case "dylib": entry.copies == .everything
    default: false
    }
  }

  private func patterns(_ texts: [String]) -> [Pattern] {
    let start = Position(line: 1, column: 1)
    let nowhere = SourceRange(file: FileID(index: 0), start: start, end: start)
    return texts.compactMap { Pattern($0, at: nowhere) }
  }
}
