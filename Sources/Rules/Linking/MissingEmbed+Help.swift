internal import Architecture
import Diagnostics
import Graph
internal import Text

extension MissingFramework {
  /// The line to add or to change, in the form of the dependencies around it.
  func help(in layered: LayeredGraph) -> Diagnostic.Message {
    let graph = layered.graph
    let (name, appName) = (graph.shownName(framework), graph.shownName(app))
    var entry = graph.embeddingEntry(on: framework, in: app)
    // Linked where it is an archive, or where nothing needs it, it would cause findings of its own.
    let isAlwaysNeeded = chain.allSatisfy { $0.platforms.isSuperset(of: graph[app].platforms) }
    if !isAlwaysNeeded || !graph[framework].configuredLinkages.isEmpty {
      entry = entry.adding("link: false")
    }
    guard let link = graph.ownLink(from: app, to: framework, on: platform) else {
      return .add(entry, appName)
    }
    // XcodeGen would copy it out of the system.
    if link.kind == .sdk { return .replaceSDK(entry, name, appName) }
    return EmbeddingEdit(of: link, on: platform, in: graph).advice
  }
}

extension ModuleGraph {
  /// The dependency of one module on another that the first declares itself, rather one that holds on
  /// `platform`.
  func ownLink(from: ModuleID, to: ModuleID, on platform: PlatformSet) -> Link? {
    let own = links(from: from).filter {
      $0.to == to && !$0.isImport && !$0.flags.contains(.derived)
    }
    return own.first { $0.platforms.isSuperset(of: platform) } ?? own.first
  }

  /// A dependency by which `dependent` embeds `module`.
  func embeddingEntry(on module: ModuleID, in dependent: ModuleID) -> DependencyEntry {
    let entry = dependencyEntry(on: module, in: dependent)
    guard entry.line.hasPrefix("- target: "), !embedsByDefault(module, in: dependent) else {
      return entry
    }
    return entry.adding("embed: true")
  }

  /// Whether XcodeGen embeds a target that does not say so.
  ///
  /// It goes by the type, and by settings that need not be those of each configuration.
  fileprivate func embedsByDefault(_ module: ModuleID, in dependent: ModuleID) -> Bool {
    let isArchive = self[module].type == .staticFramework || self[module].type == .staticLibrary
    return self[dependent].roles.contains(.app) && !isArchive
      && (self[module].linkage == .dynamic || self[module].linkage == .none)
  }
}

extension DependencyEntry {
  /// The same with one key more.
  fileprivate func adding(_ pair: String) -> Self {
    let keys = line.hasSuffix(" }") ? line.dropFirst(4).dropLast(2) : line.dropFirst(2)
    return Self(line: "- { \(keys), \(pair) }", reference: reference)
  }
}

/// What to change in a dependency, so that it embeds on a platform.
struct EmbeddingEdit {
  private var edits: [Edit] = []
  private let dependent: String
  private let dependency: String

  private enum Edit {
    case dropEmbedFalse
    case declareEmbed
    case addImplicit
    case dropCopy
    case widenFilter([String], not: [String])
  }

  init(of link: Link, on platform: PlatformSet, in graph: ModuleGraph) {
    dependent = graph.shownName(link.from)
    dependency = graph.shownName(link.to)
    if !link.flags.contains(.embedded) {
      let isUsual =
        link.kind == .target
        ? graph.embedsByDefault(link.to, in: link.from) : graph[link.from].roles.contains(.app)
      edits.append(
        link.flags.contains(.declaredUnembedded) && isUsual ? .dropEmbedFalse : .declareEmbed)
      // Without it XcodeGen copies a file beside the spec, where there is none.
      if link.kind == .framework, graph[link.to].external == nil, !link.flags.contains(.implicit) {
        edits.append(.addImplicit)
      }
    }
    if !link.isPlaced, !graph[link.to].roles.contains(.resourceBundle) { edits.append(.dropCopy) }
    if !link.platforms.isSuperset(of: platform) {
      edits.append(.widenFilter(platform.destinationNames, not: link.platforms.destinationNames))
    }
  }

  /// One sentence.
  var advice: Diagnostic.Message {
    let entry = "the dependency of '\(dependent)' on '\(dependency)'"
    guard edits.count == 1 else { return "in \(entry), \(edits.map(Self.words).joinedByAnd)" }
    return switch edits[0] {
    case .dropEmbedFalse, .dropCopy: "\(Self.words(edits[0])) from \(entry)"
    case .declareEmbed, .addImplicit: "\(Self.words(edits[0])) in \(entry)"
    case .widenFilter(let missing, let given):
      "let the platform filter of \(entry) admit \(Self.words(missing, not: given))"
    }
  }

  private static func words(_ edit: Edit) -> String {
    switch edit {
    case .dropEmbedFalse: "drop `embed: false`"
    case .declareEmbed: "declare `embed: true`"
    case .addImplicit: "add `implicit: true`"
    case .dropCopy: "drop `copy:`"
    case .widenFilter(let missing, let given):
      "let its platform filter admit \(words(missing, not: given))"
    }
  }

  private static func words(_ missing: [String], not given: [String]) -> String {
    missing.joinedByAnd + (given.isEmpty ? "" : ", not just \(given.joinedByAnd)")
  }
}

extension Diagnostic.Message {
  fileprivate static func replaceSDK(
    _ entry: DependencyEntry, _ framework: String, _ app: String
  ) -> Self {
    """
    in '\(app)', write `\(entry.line)` instead of the `sdk:` entry for '\(framework)'\(entry.suffix)
    """
  }

  static func add(_ entry: DependencyEntry, _ app: String) -> Self {
    "add to '\(app)': `\(entry.line)`\(entry.suffix)"
  }
}
