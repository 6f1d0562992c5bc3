internal import Architecture
import Diagnostics
import Graph
internal import Text

struct EmbedRepair {
  var help: Diagnostic.Message
  /// The help as changes; `nil` if they require a decision, such as on some platforms only.
  var changes: [Diagnostic.Fix.Change]?
}

extension MissingContent {
  /// Returns the line to add or change, in the style of the existing dependencies; `nil` if an
  /// existing line would have to link the framework and the application may not.
  func repair(in graph: ModuleGraph, mayLink: Bool) -> EmbedRepair? {
    if let advice = graph.advice(.embed, of: item, in: app) {
      return EmbedRepair(help: advice)
    }
    let isComplete = isNeededByAllVariants(in: graph)
    guard let link = graph.ownLink(from: app, to: item, on: platforms) else {
      var entry = graph.embeddingEntry(on: item, in: app)
      if !mayLink { entry = entry.adding(.init("link", false)) }
      return EmbedRepair(
        help: .add(entry, graph.shownName(app)),
        changes: isComplete ? entry.changes(of: graph[app]) : nil)
    }
    // XcodeGen would copy it from the SDK; `sdk-names-module` has the entry to write.
    if link.kind == .sdk { return nil }
    let edit = EmbeddingEdit(of: link, on: platforms, in: graph)
    // Xcode merges only libraries that are both linked and embedded.
    let isMerged = link.kind == .target && !graph[app].mergingConfigurations.isEmpty
    let mustLink = !link.flags.contains(.declaredUnlinked) && (edit.widensFilter || isMerged)
    guard mayLink || !mustLink else { return nil }
    return EmbedRepair(help: edit.advice, changes: isComplete ? edit.changes : nil)
  }

  /// Whether the application and all its platform variants need the framework wherever they are
  /// built.
  private func isNeededByAllVariants(in graph: ModuleGraph) -> Bool {
    guard chain.allSatisfy({ $0.platforms.isSuperset(of: graph[app].platforms) }) else {
      return false
    }
    guard let name = graph[app].unsuffixedName else { return true }
    let variants = graph.builtModules.filter {
      graph[$0].spec == graph[app].spec && graph[$0].unsuffixedName == name
    }
    return Set(variants).isSubset(of: otherApps + [app])
  }
}

extension [PlatformLinkage] {
  /// Whether `app` may link frameworks that it must embed: it loads them at launch on all platforms
  /// and in all configurations, and merges nothing.
  ///
  /// A link to a framework that only an extension or some configurations need would load its
  /// dependencies as well, and cause other findings. An application that merges its libraries may
  /// remove the binary that others need.
  ///
  /// - Complexity: O(*n* / 64) for each view, and the links of the modules that `app` loads.
  func mayLink(_ frameworks: [ModuleID], in app: ModuleID) -> Bool {
    allSatisfy { view in
      guard view.graph[app].platforms.contains(view.platform) else { return true }
      guard view.graph[app].mergingConfigurations.isEmpty else { return false }
      let loaded = view.graph.reachable(from: [app]) { view.uses[$0.id].isLoadedAtLaunch }
      return frameworks.allSatisfy {
        view.kinds[$0].contains(.isDynamic) && loaded.contains($0)
      }
    }
  }
}

extension ModuleGraph {
  /// Returns the dependency of one module on another that it declares itself, preferably one for
  /// all `platforms`.
  func ownLink(from: ModuleID, to: ModuleID, on platforms: PlatformSet) -> Link? {
    var first: Link?
    for link in links(from: from)
    where link.to == to && !link.isImport && !link.flags.contains(.derived) {
      if link.platforms.isSuperset(of: platforms) { return link }
      first = first ?? link
    }
    return first
  }

  func embeddingEntry(on module: ModuleID, in dependent: ModuleID) -> DependencyEntry {
    let entry = dependencyEntry(on: module, in: dependent)
    // XcodeGen copies a library that is declared as a target to the resources.
    if entry.fields.first?.key == "target", self[module].type == .dynamicLibrary {
      return DependencyEntry(.init("framework", self[module].productFile), .init("implicit", true))
    }
    guard entry.fields.map(\.key) == ["target"], !embedsByDefault(module, in: dependent) else {
      return entry
    }
    return entry.adding(.init("embed", true))
  }

  /// Whether XcodeGen embeds a target by default.
  ///
  /// XcodeGen considers the type and the target's base settings, not each configuration.
  fileprivate func embedsByDefault(_ module: ModuleID, in dependent: ModuleID) -> Bool {
    let isArchive = self[module].type == .staticFramework || self[module].type == .staticLibrary
    return self[dependent].roles.contains(.app) && !isArchive
      && (self[module].linkage == .dynamic || self[module].linkage == .none)
  }
}

extension DependencyEntry {
  fileprivate func adding(_ field: Diagnostic.Fix.Field) -> Self {
    var entry = self
    entry.fields.append(field)
    return entry
  }
}

/// The changes of a dependency that make it embed its product on a platform.
struct EmbeddingEdit {
  private var steps: [Step] = []
  private(set) var widensFilter = false
  private let entry: String

  private struct Step {
    var words: String
    var preposition = "in"
    /// `nil` if the step requires a decision.
    var change: Diagnostic.Fix.Change?
  }

  init(of link: Link, on platforms: PlatformSet, in graph: ModuleGraph) {
    entry = "the dependency of '\(graph.shownName(link.from))' on '\(graph.shownName(link.to))'"
    if link.flags.contains(.embedsNoProduct) {
      setTrue("implicit", "add `implicit: true`", of: link)
    } else if !link.flags.contains(.embedded) {
      let isUsual =
        link.kind == .target
        ? graph.embedsByDefault(link.to, in: link.from) : graph[link.from].roles.contains(.app)
      if link.flags.contains(.declaredUnembedded), isUsual {
        let change = Diagnostic.Fix.Change.removeKey("embed", ofDependency: link.location)
        steps.append(Step(words: "drop `embed: false`", preposition: "from", change: change))
      } else {
        setTrue("embed", "declare `embed: true`", of: link)
      }
      // Otherwise, XcodeGen copies a file next to the spec, which does not exist.
      if link.kind == .framework, graph[link.to].external == nil, !link.flags.contains(.implicit) {
        setTrue("implicit", "add `implicit: true`", of: link)
      }
    }
    if link.kind == .target, graph[link.to].type == .dynamicLibrary {
      if !link.isPlaced || !link.flags.contains(.copied) {
        steps.append(Step(words: "declare `copy: { destination: frameworks }`"))
      }
    } else if !link.isPlaced, !graph[link.to].roles.contains(.resourceBundle) {
      steps.append(Step(words: "drop `copy:`"))
    }
    if !link.platforms.isSuperset(of: platforms) {
      widensFilter = true
      let missing = platforms.subtracting(link.platforms).destinationNames.joinedByAnd
      let given = link.platforms.destinationNames.joinedByAnd
      let tail = given.isEmpty ? "" : ", not just \(given)"
      steps.append(Step(words: "let its platform filter admit \(missing)\(tail)"))
    }
  }

  private mutating func setTrue(_ key: String, _ words: String, of link: Link) {
    steps.append(Step(words: words, change: .set(key, true, inDependency: link.location)))
  }

  /// The steps as changes; `nil` if one requires a decision.
  var changes: [Diagnostic.Fix.Change]? {
    let changes = steps.compactMap(\.change)
    return changes.isEmpty || changes.count < steps.count ? nil : changes
  }

  var advice: Diagnostic.Message {
    if steps.count == 1, changes != nil {
      return "\(steps[0].words) \(steps[0].preposition) \(entry)"
    }
    return "in \(entry), \(steps.map(\.words).joinedByAnd)"
  }
}

extension Diagnostic.Message {
  static func add(_ entry: DependencyEntry, _ app: String) -> Self {
    entry.help("add to '\(app)'")
  }
}
