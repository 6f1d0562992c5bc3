internal import Architecture
internal import Graph
internal import SourceReading
internal import Workspace

// Links that an image needs because of what else is linked into it or embedded with it.
extension LinkEvidence {
  /// Keeps links of images to static libraries that another archive in the image needs.
  ///
  /// An archive does not contain the code it imports, and the compiler autolinks frameworks only.
  /// The archive need not declare the import, since all targets are built into the same folder. C,
  /// C++ and Objective-C in it may need any library.
  ///
  /// - Complexity: O(*n* + *m*) for each image and each such link, and the size of the unread sources
  ///   of its archives.
  mutating func excludeNeedsOfArchives(_ scan: inout SourceScan) {
    for (dependent, mine) in undecided
    where graph[dependent].linkage != .static
      && mine.contains(where: { graph.isStaticLibrary($0.link.to) })
    {
      let archives = graph.archives(of: dependent)
      sources.load(archives)
      scan.scan(archives.flatMap { files(of: $0, &scan) })
      var imports: [ModuleID: Set<String>] = [:]
      for archive in archives { imports[archive] = importedNames(of: archive, &scan) }
      candidates[dependent] = mine.filter { candidate in
        let module = candidate.link.to
        guard graph.isStaticLibrary(module) else { return true }
        return !graph.archives(of: dependent, besides: module).contains { archive in
          imports[archive]?.contains(candidate.name) ?? false
            || sources[archive]?.hasCFamily ?? false
            || graph.links(from: archive).contains { $0.to == module }
        }
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

extension ModuleGraph {
  /// Returns the archives that are linked into an image, in order; those that remain without its
  /// link to `module`.
  fileprivate func archives(of image: ModuleID, besides module: ModuleID? = nil) -> [ModuleID] {
    let starts = links(from: image).filter { $0.flags.contains(.linked) && $0.to != module }
    return reachable(from: starts.map(\.to)) { self[$0.from].linkage == .static }.filter {
      $0 != image && $0 != module && self[$0].linkage == .static && builtModules.contains($0)
    }
  }
}
