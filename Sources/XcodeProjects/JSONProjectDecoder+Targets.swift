internal import Diagnostics
internal import Graph
internal import Paths
internal import Projects

// Targets, their build phases and dependencies.
extension JSONProjectDecoder {
  mutating func readPhase(_ node: Node, of target: String) {
    guard let kind = json.text(node) ?? json.text("kind", of: node) else { return }
    let name = json.text("name", of: node)
    let path = target.withoutSlashes + "/" + kind.withoutSlashes
    // Without a name, these can only be meant by id.
    if name != nil || kind != "copy" && kind != "script" {
      phaseNames[path, default: []].append(phases.count)
    }
    if let name { phaseNames[path + "/" + name.withoutSlashes, default: []].append(phases.count) }
    if let id = json.text("id", of: node) {
      phaseNames["id:" + id, default: []].append(phases.count)
    }
    phases.append(BuildPhase(id: node, kind: self.kind(kind, of: node), location: range(node)))
  }

  private func kind(_ kind: String, of phase: Node) -> BuildPhase.Kind {
    switch kind {
    case "compile-sources", "headers": return .code
    case "resources": return .resources
    case "frameworks": return .frameworks
    case "copy":
      // Without it, the path is outside of the product.
      guard let folder = json.text("bundle-base-path", of: phase) else { return .other }
      return .copy(
        toFrameworks: folder == "frameworks-directory",
        path: json.text("relative-path", of: phase) ?? ""
      )
    case "script":
      let script = json.value("script", of: phase)
      return .script(
        text: script.map { _ in json.texts("script", of: phase).joined(separator: "\n") },
        inputs: json.texts("input-paths", of: phase),
        inputLists: json.texts("input-file-list-paths", of: phase),
        outputs: json.texts("output-paths", of: phase)
          + json.texts("output-file-list-paths", of: phase))
    default: return .other
    }
  }

  mutating func add(_ index: Int) {
    var target = targets[index].target
    for member in elements("package-product-members", of: target.id) {
      readMember(member, of: target.name)
    }
    target.levels = levels(of: target.id, files: "specialized-configurations")
    var contents = TargetContents()
    for phase in phases[targets[index].phases] {
      builder.read(phase, of: target.type, into: &contents)
    }
    readDependencies(of: target.id, &contents)
    builder.add(target, contents)
  }

  /// Reads the dependencies of a target that order the build; unknown kinds are skipped.
  private mutating func readDependencies(of target: Node, _ contents: inout TargetContents) {
    contents.sources.hasBuildRules = elements("build-rules", of: target).contains { _ in true }
    for entry in elements("dependencies", of: target) {
      if json.text("product-type", of: entry)?.hasSuffix("plugin") ?? false {
        contents.sources.hasBuildRules = true
      }
      guard let destination = destination(ofDependency: entry) else { continue }
      contents.dependencies.append(
        XcodeProject.Dependency(
          destination: destination, location: range(entry),
          platforms: PlatformSet(filters: json.texts("platforms", of: entry)), isOrder: true))
    }
  }

  private mutating func destination(ofDependency entry: Node) -> XcodeProject.Destination? {
    switch json.text("kind", of: entry) ?? "target" {
    case "target":
      return target(json.value("target", of: entry) ?? entry)
        .flatMap { targets[$0].number }.map { .target($0) }
    case "remoteTarget":
      return json.value("project", of: entry).flatMap { file($0) }.flatMap { project in
        foreign(
          project, id: json.text("target-id", of: entry), name: json.text("target", of: entry) ?? ""
        )
      }
    case "package": return product(entry)
    default: return nil
    }
  }

  private mutating func readMember(_ member: Node, of target: String) {
    guard let membership = json.value("build-phase", of: member),
      let phase = phase(json.value("build-phase", of: membership) ?? membership, of: target),
      let product = product(member)
    else { return }
    add(member, product, attributes: membership, to: phase)
  }

  private mutating func product(_ node: Node) -> XcodeProject.Destination? {
    let package = json.text("package", of: node).flatMap { packages[$0] }
    return json.text("product-name", of: node).map { .package(package, product: $0) }
  }
}

// Configurations and packages.
extension JSONProjectDecoder {
  mutating func readConfigurations() {
    builder.defaultConfiguration = json.text("default-configuration", of: root) ?? ""
    configurations = elements("configurations", of: root)
      .compactMap { json.text($0) ?? json.text("name", of: $0) }
    if configurations.isEmpty { configurations = [builder.defaultConfiguration] }
    // All targets have all of them.
    let most = json.mostNodes / max(1, targets.count)
    configurations = Array(
      configurations.prefix(max(1, min(most, LinkSettings.mostConfigurations))))
    builder.levels = levels(of: root, files: "configurations")
  }

  /// Returns the settings of the project or a target, of which some configurations have a file.
  private mutating func levels(
    of owner: Node, files key: StaticString
  ) -> [ProjectBuilder.ConfiguredLevels] {
    var files: [String: Node] = [:]
    for entry in elements(key, of: owner) {
      guard let name = json.text("name", of: entry), let file = json.value("file", of: entry),
        files[name] == nil
      else { continue }
      files[name] = file
    }
    let settings = json.value("build-settings", of: owner)
    let shared = settings.map { SettingTable(json, $0, in: nil).level(file) }
    return configurations.map { name in
      var levels: [SettingLevel] = []
      if let settings, let shared {
        let isUniform = shared.settings.allSatisfy(\.value.conditional.isEmpty)
        levels.append(isUniform ? shared : SettingTable(json, settings, in: name).level(file))
      }
      if let file = files[name], let level = level(ofFile: file) { levels.append(level) }
      return (name, levels)
    }
  }

  private mutating func level(ofFile file: Node) -> SettingLevel? {
    let anchor = json.value("anchor", of: file)
    let relative = json.text("relative-path", of: file)
    let name = self.path(ofReference: anchor ?? file) ?? ""
    indexFileNames(on: name)
    if let found = fileNames[name], found.count == 1 {
      guard case .file(let path) = place(of: files[found[0]]) else { return nil }
      return (anchor == nil ? path : relative.map { ProjectPaths.join(path, $0) })
        .map { builder.level(ofFile: $0) }
    }
    // A file that is not listed is as one that is not there.
    let path = relative ?? (name.isID ? "" : name.withSlashes)
    if !path.isEmpty {
      builder.result.missingFiles.insert(ProjectPaths.join(builder.folder, path))
    }
    var level = SettingLevel()
    level.lacksFile = true
    return level
  }

  mutating func readPackages() {
    for node in elements("packages", of: root) {
      let isLocal = json.text("kind", of: node) == "local"
      let location = json.text(isLocal ? "path" : "repository", of: node)
      guard isLocal || json.text("kind", of: node) == "remote", let location else { continue }
      let last = Path.lastComponent(location)
      let name = last.hasSuffix(".git") ? String(last.dropLast(4)) : last
      if packages[name] == nil { packages[name] = builder.result.project.packages.count }
      if isLocal {
        builder.addPackage(in: ProjectPaths.join(builder.folder, location), at: range(node))
      } else {
        let requirement = json.value("version", of: node).flatMap(requirement)
        builder.addPackage(at: location, requirement, location: range(node))
      }
    }
  }

  private func requirement(_ version: Node) -> String? {
    func one(_ key: StaticString, _ kind: String) -> String? {
      json.text(key, of: version).map { "\(kind) \($0)" }
    }
    let range = json.text("version-range", of: version)?.replacing("..<", with: " to ")
    let least = one("version-range-min", "from").flatMap { least in
      one("version-range-max", "to").map { "\(least) \($0)" }
    }
    return range.map { "from \($0)" } ?? least ?? one("up-to-next-major-version", "from")
      ?? one("up-to-next-minor-version", "minor") ?? one("version", "exact")
      ?? one("branch", "branch") ?? one("revision", "revision")
  }
}
