import Diagnostics
import Graph

extension MissingFramework {
  /// The line to add or to change, in the form of the dependencies around it.
  func help(in layered: LayeredGraph) -> Diagnostic.Message {
    let graph = layered.graph
    let (name, appName) = (graph.shownName(framework), graph.shownName(app))
    let own = graph.links(from: app).map { graph.links[$0] }
      .filter { $0.to == framework && !$0.flags.contains(.derived) }
    if let filtered = own.first(where: { $0.flags.contains(.embedded) }) {
      // It would be no finding if the entry held on all platforms.
      return .widenFilter(
        name, appName, platform.destinationNames, not: filtered.platforms.destinationNames)
    }
    guard let link = own.first else { return .add(entry(in: graph), appName) }
    return link.flags.contains(.declaredUnembedded)
      ? .dropEmbedFalse(name, appName) : .declareEmbed(name, appName)
  }

  /// The dependency as YAML.
  private func entry(in graph: ModuleGraph) -> String {
    let module = graph[framework]
    switch module.external {
    case .carthage:
      // XcodeGen embeds no Carthage framework in a watch app by itself.
      return graph[app].platforms == .watchOS
        ? "- { carthage: \(module.name), embed: true }" : "- carthage: \(module.name)"
    case .file(let path):
      let folder = graph.spec(of: app)?.folder ?? ""
      return "- framework: \(relativePath(of: path, from: folder))"
    case .pod, .sdk, .package, nil:
      break
    }
    let target = targetName(in: graph)
    if module.spec == graph[app].spec { return "- target: \(target)" }
    if linksTargetsOfOthers(graph), let project = graph.spec(of: framework)?.project {
      return "- target: \(project)/\(target)"
    }
    return "- { framework: \(module.productFile), implicit: true }"
  }

  /// The framework's name as an entry for all variants of the application must have it.
  private func targetName(in graph: ModuleGraph) -> String {
    let (module, app) = (graph[framework], graph[app])
    guard let name = module.unsuffixedName, app.unsuffixedName != nil,
      app.platform == module.platform, module.name == "\(name)_\(module.platform.rawValue)"
    else { return module.name }
    return name + "_${platform}"
  }

  /// Whether the application names targets of other projects as targets rather than products.
  private func linksTargetsOfOthers(_ graph: ModuleGraph) -> Bool {
    let kinds = graph.links(from: app).lazy.map { graph.links[$0] }.filter { link in
      graph[link.to].spec >= 0 && graph[link.to].spec != graph[app].spec
    }.map(\.kind)
    return kinds.contains(.target) && !kinds.contains(.framework)
  }

  /// The way from a folder to a file, both relative to the workspace root.
  private func relativePath(of path: String, from folder: String) -> String {
    // A lone name stands as it was written: nothing says where it lies.
    guard path.contains("/"), !path.hasPrefix("$"), !path.hasPrefix("/") else { return path }
    let file = path.split(separator: "/")
    let base = folder.split(separator: "/")
    let common = zip(file, base).prefix { $0 == $1 }.count
    let up = [Substring](repeating: "..", count: base.count - common)
    return (up + file.dropFirst(common)).joined(separator: "/")
  }
}

extension Diagnostic.Message {
  fileprivate static func widenFilter(
    _ framework: String, _ app: String, _ missing: [String], not given: [String]
  ) -> Self {
    let rest = given.isEmpty ? "" : ", not just \(joined(given))"
    return """
      let the platform filter of the dependency of '\(app)' on '\(framework)' admit \
      \(joined(missing))\(rest)
      """
  }

  fileprivate static func dropEmbedFalse(_ framework: String, _ app: String) -> Self {
    "drop `embed: false` from the dependency of '\(app)' on '\(framework)'"
  }

  fileprivate static func declareEmbed(_ framework: String, _ app: String) -> Self {
    "declare `embed: true` in the dependency of '\(app)' on '\(framework)'"
  }

  fileprivate static func add(_ entry: String, _ app: String) -> Self {
    "add to '\(app)': `\(entry)`"
  }
}
