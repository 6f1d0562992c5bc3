internal import Architecture
internal import Graph
internal import Workspace

// Links that an image needs because of what else is linked into it or embedded with it.
extension LinkEvidence {
  /// Keeps links of images to static libraries that another archive in the image needs.
  ///
  /// An archive does not contain the code it imports, and the compiler autolinks frameworks only.
  /// The archive need not declare the import, since all targets are built into the same folder. C,
  /// C++ and Objective-C in it may need any library.
  ///
  /// - Complexity: O(*n* + *m*) for each image, and the size of the unread sources of its archives.
  mutating func excludeNeedsOfArchives(_ scan: inout SourceScan) {
    for (dependent, mine) in undecided
    where graph[dependent].linkage != .static
      && mine.contains(where: { graph.isStaticLibrary($0.link.to) })
    {
      let archives = Archives(of: dependent, in: graph)
      sources.load(archives.all)
      scan.scan(archives.all.flatMap { files(of: $0, &scan) })
      var importers: [String: [ModuleID]] = [:]
      for archive in archives.all {
        for name in importedNames(of: archive, &scan) {
          importers[name, default: []].append(archive)
        }
      }
      let others = archives.all.filter { sources[$0]?.hasCFamily ?? false }
      candidates[dependent] = mine.filter { candidate in
        let module = candidate.link.to
        guard graph.isStaticLibrary(module) else { return true }
        return !(importers[candidate.name] ?? []).contains { archives.has($0, besides: module) }
          && !others.contains { archives.has($0, besides: module) }
          && !graph.links(to: module).contains { archives.has($0.from, besides: module) }
      }
    }
  }

  /// Keeps links of executables to embedded frameworks that another dependency needs at run time.
  mutating func excludeEmbeddedFrameworks() {
    for (dependent, mine) in undecided where graph[dependent].roles.contains(.executable) {
      guard mine.contains(where: { isEmbedded($0.link) }) else { continue }
      let needed = graph.links(from: dependent).lazy.filter { !$0.isImport }
        .flatMap { [graph] in graph.links(from: $0.to) }.filter { !$0.isImport }.map(\.to)
      let reached = graph.reachable(from: needed, along: { !$0.isImport })
      candidates[dependent] = mine.filter {
        !(isEmbedded($0.link) && reached.contains($0.link.to))
      }
    }
  }

  private func isEmbedded(_ link: Link) -> Bool {
    link.flags.contains(.embedded) && graph[link.to].linkage != .static
  }
}

/// The archives that are linked into an image.
private struct Archives {
  /// The archives, in order.
  private(set) var all: [ModuleID] = []
  /// For each module that the image links, itself or through archives, up to two of its own links
  /// that lead there: enough to tell whether another one than a given link does.
  private var starts: [ModuleID: [ModuleID]] = [:]

  /// - Complexity: O(*n* + *m*).
  init(of image: ModuleID, in graph: ModuleGraph) {
    var open = graph.links(from: image).filter { $0.flags.contains(.linked) }
      .map { (module: $0.to, start: $0.to) }
    while let (module, start) = open.popLast() {
      let known = starts[module] ?? []
      guard known.count < 2, !known.contains(start) else { continue }
      starts[module] = known + [start]
      guard graph[module].linkage == .static else { continue }
      open += graph.links(from: module).map { ($0.to, start) }
    }
    all = starts.keys.sorted().filter { module in
      module != image && graph[module].linkage == .static && graph.builtModules.contains(module)
    }
    starts = starts.filter { graph[$0.key].linkage == .static && $0.key != image }
  }

  /// Whether an archive other than `module` is linked even without the image's link to `module`.
  func has(_ archive: ModuleID, besides module: ModuleID) -> Bool {
    archive != module && (starts[archive] ?? []).contains { $0 != module }
  }
}
