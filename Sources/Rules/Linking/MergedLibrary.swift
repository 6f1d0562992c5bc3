internal import Architecture
import Diagnostics
import Graph
internal import Text

/// A dynamic library that an application merges and another image in its bundle loads.
///
/// Xcode strips the binary from the embedded copy of a merged library, so the loader does not find
/// it.
struct MergedLibrary {
  var app: ModuleID
  var image: ModuleID
  var chain: [Link]
  var configurations: ConfigurationSet

  /// The names of the image and the library, which identify the finding.
  func names(in graph: ModuleGraph) -> [String] {
    [image, chain[chain.count - 1].to].map { graph.shownName($0) }
  }

  func add(to findings: inout Findings, _ graph: ModuleGraph) {
    let (names, appName) = (names(in: graph), graph.shownName(app))
    let message = Diagnostic.Message.isMerged(names[0], names[1], into: appName)
    findings.add(
      message.inConfigurations(graph.configurationNames(configurations)), link: chain[0],
      about: (image, chain[chain.count - 1].to), help: [.mergeByHand(names[1], into: appName)],
      chain: chain.count > 1 ? chain : [])
  }
}

extension PlatformLinkage {
  /// Returns the libraries that applications merge and that their extensions or unmerged frameworks
  /// load.
  func mergedLibraries() -> [MergedLibrary] {
    built(.isApp).filter { merges($0) }.flatMap { app -> [MergedLibrary] in
      let merged = ModuleSet(
        graph.links(from: app).filter { isMerged($0) }.map(\.to).filter { embeds(app, $0) })
      guard !merged.isEmpty else { return [] }
      return imagesToLoad(with: app).filter { !merged.contains($0) }.flatMap { image in
        merged.filter { !embeds(image, $0) }.compactMap { chain(from: image, to: $0) }.map {
          MergedLibrary(app: app, image: image, chain: $0, configurations: configurations)
        }
      }
    }
  }

  /// Returns the extensions of an application and the frameworks that it and they load, in order,
  /// except those that merge libraries.
  private func imagesToLoad(with app: ModuleID) -> [ModuleID] {
    let parts = graph.links(from: app).filter {
      does(.embeds, $0) && kinds[$0.to].contains(.isExtension)
    }.map(\.to)
    let loaded = reachable(from: [app] + parts, along: .loads).filter {
      kinds[$0].contains(.isDynamic) && graph.builtModules.contains($0)
        && graph[$0].packageTarget == nil
    }
    return Set(parts + loaded).sorted().filter { !merges($0) }
  }

  private func merges(_ image: ModuleID) -> Bool {
    graph[image].mergingConfigurations.isSuperset(of: configurations)
      && !kinds[image].contains(.isIgnored)
  }

  /// Whether a link of a merging image makes its target mergeable: only targets in its link phase
  /// are.
  private func isMerged(_ link: Link) -> Bool {
    does(.loads, link) && !does(.weakly, link) && link.kind == .target
      && link.flags.isLinkedByXcodeGen && kinds[link.to].isSuperset(of: [.isDynamic, .isImage])
  }

  private func embeds(_ image: ModuleID, _ library: ModuleID) -> Bool {
    graph.links(from: image).contains { $0.to == library && does(.embeds, $0) }
  }

  /// Returns the first shortest chain through archives by which an image loads a library.
  private func chain(from image: ModuleID, to library: ModuleID) -> [Link]? {
    graph.shortestPath(from: image, to: library) { link in
      uses[link.id].isLoadedAtLaunch && (link.to == library || kinds[link.to].contains(.isStatic))
    }
  }
}

extension ModuleGraph {
  /// Whether an application merges the library wherever it is dynamic and embedded, so that no
  /// other image finds it there.
  func isLinkedByMergingApp(_ library: ModuleID) -> Bool {
    links(to: library).contains { link in
      self[link.from].roles.contains(.app) && !self[link.from].mergingConfigurations.isEmpty
        && link.flags.contains(.linked)
    }
  }
}

extension Diagnostic.Message {
  fileprivate static func isMerged(_ image: String, _ library: String, into app: String) -> Self {
    """
    '\(image)' needs '\(library)' at launch, but '\(app)' merges it into its own binary and embeds a \
    copy without one
    """
  }

  fileprivate static func mergeByHand(_ library: String, into app: String) -> Self {
    """
    set MERGED_BINARY_TYPE of '\(app)' to manual, and MERGEABLE_LIBRARY to YES in the frameworks that it \
    alone links, not in '\(library)'
    """
  }
}
