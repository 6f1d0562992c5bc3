internal import Diagnostics
internal import Paths
internal import Projects

// Targets, their build phases and dependencies.
extension ProjectConversion {
  mutating func writeTarget(_ number: Int) {
    let (node, folders) = (targets[number].node, targets[number].folders)
    guard let isa = targets[number].isa else { return }
    let product = source.value("product", of: node).flatMap { file($0) }
    var dependencies: [String] = []
    for entry in elements("dependencies", of: node) where writeDependency(entry) {
      dependencies.append(Self.id(entry))
    }
    for member in elements("package-product-members", of: node) {
      readMember(member, of: targets[number].name)
    }
    let phases = targets[number].phases
    for phase in phases { writePhase(phase) }
    writeConfigurations(elements("specialized-configurations", of: node), of: node)
    let hasRules = !elements("build-rules", of: node).isEmpty
    object(Self.id(node), at: node, isa) {
      $0.put("id", $0.source.value("id", of: node))
      $0.put("name", $0.source.value("name", of: node))
      $0.put("productType", $0.source.value("full-product-type", of: node))
      if let type = $0.text("product-type", of: node) {
        $0.put("productType", "com.apple.product-type." + type)
      }
      if let product { $0.put("productReference", Self.id(product)) }
      $0.put("buildPhases", phases.map { Self.id($0.node) })
      $0.put("dependencies", dependencies)
      $0.put("fileSystemSynchronizedGroups", folders.map(Self.id))
      // Only their presence counts.
      if hasRules { $0.put("buildRules", [Self.id(node)]) }
      $0.putSettings(of: node)
    }
  }

  /// Converts a dependency that orders the build; unknown kinds are skipped.
  private mutating func writeDependency(_ entry: Node) -> Bool {
    let destination: (key: String, id: String)
    switch text("kind", of: entry) ?? "target" {
    case "target":
      guard let number = target(source.value("target", of: entry) ?? entry) else { return false }
      destination = ("target", Self.id(targets[number].node))
    case "remoteTarget":
      guard let reference = source.value("project", of: entry), let project = file(reference) else {
        return false
      }
      writeProxy(entry, of: project, source.value("target-id", of: entry))
      destination = ("targetProxy", Self.proxyID(entry))
    case "package": destination = ("productRef", writeProduct(entry))
    default: return false
    }
    object(Self.id(entry), at: entry) {
      $0.put(destination.key, destination.id)
      $0.putAttributes(of: entry)
    }
    return true
  }

  /// Converts the membership of a package product in a build phase.
  private mutating func readMember(_ member: Node, of target: String) {
    guard let membership = source.value("build-phase", of: member),
      let place = phase(source.value("build-phase", of: membership) ?? membership, of: target)
    else { return }
    targets[place.target].phases[place.phase].files.append(member)
    let product = writeProduct(member)
    object(Self.id(member), at: member) {
      $0.put("productRef", product)
      $0.putAttributes(of: membership)
    }
  }

  private mutating func writeProduct(_ node: Node) -> String {
    let id = Self.id(node) + "r"
    let isPlugin = text("product-type", of: node)?.hasSuffix("plugin") ?? false
    object(id, at: node, "XCSwiftPackageProductDependency") {
      if let name = $0.text("product-name", of: node) {
        $0.put("productName", isPlugin ? "plugin:" + name : name)
      }
      if let name = $0.text("package", of: node), let package = $0.packages[name] {
        $0.put("package", Self.id(package))
      }
    }
    return id
  }

  private static let phaseKinds = [
    "compile-sources": "PBXSourcesBuildPhase", "headers": "PBXHeadersBuildPhase",
    "resources": "PBXResourcesBuildPhase", "frameworks": "PBXFrameworksBuildPhase",
    "copy": "PBXCopyFilesBuildPhase", "script": "PBXShellScriptBuildPhase",
  ]

  private mutating func writePhase(_ phase: Phase) {
    guard let isa = Self.phaseKinds[phase.kind] else { return }
    let node = phase.node
    object(Self.id(node), at: node, isa) {
      $0.put("files", phase.files.map(Self.id))
      // Only the folder of frameworks and paths outside of the product are special.
      let folder = $0.text("bundle-base-path", of: node) ?? "AbsolutePath"
      $0.put("dstSubfolder", folder == "frameworks-directory" ? "Frameworks" : folder)
      $0.put("dstPath", $0.source.value("relative-path", of: node))
      if let script = $0.source.value("script", of: node) { $0.putScript(script) }
      $0.put("inputPaths", $0.source.value("input-paths", of: node))
      $0.put("inputFileListPaths", $0.source.value("input-file-list-paths", of: node))
      $0.put("outputPaths", $0.source.value("output-paths", of: node))
      $0.put("outputFileListPaths", $0.source.value("output-file-list-paths", of: node))
    }
  }

  private mutating func putScript(_ script: Node) {
    let isList = source.kind(script) == .list
    let lines = isList ? source.children(of: script).compactMap(source.text) : []
    put("shellScript", source.text(script) ?? lines.joined(separator: "\n"))
  }
}

// The project, its configurations and packages.
extension ProjectConversion {
  mutating func writeProject() {
    writeConfigurations(elements("configurations", of: root), of: root)
    let packages = elements("packages", of: root)
    object(Self.id(root), at: root, "PBXProject") {
      $0.put("targets", $0.targets.map { Self.id($0.node) })
      $0.put("packageReferences", packages.map(Self.id))
      $0.put("projectReferences", $0.projects.map(Self.id))
      $0.putSettings(of: $0.root)
    }
  }

  private mutating func putSettings(of owner: Node) {
    put("buildSettings", source.value("build-settings", of: owner))
    put("buildConfigurationList", Self.listID(owner))
  }

  private static func listID(_ owner: Node) -> String { id(owner) + "l" }

  /// Writes the configurations of the project, or those of a target with a file of their own.
  private mutating func writeConfigurations(_ entries: [Node], of owner: Node) {
    // All targets have all configurations.
    let most = (Limits.projectValues + source.bytes.count / 8) / max(1, targets.count)
    let standard = text("default-configuration", of: owner) ?? ""
    var ids: [String] = []
    for entry in entries.prefix(max(1, most)) {
      guard let name = source.text(entry) ?? text("name", of: entry) else { continue }
      ids.append(Self.id(entry))
      object(Self.id(entry), at: entry) {
        $0.put("name", name)
        if let file = $0.source.value("file", of: entry) { $0.putConfigurationFile(file) }
      }
    }
    if owner == root, ids.isEmpty {
      ids = [Self.listID(owner) + "c"]
      object(ids[0], at: owner) { $0.put("name", standard) }
    }
    object(Self.listID(owner), at: owner) {
      $0.put("buildConfigurations", ids)
      $0.put("defaultConfigurationName", standard)
    }
  }

  private mutating func putConfigurationFile(_ node: Node) {
    let anchor = source.value("anchor", of: node)
    let (file, names) = fileIfListed(anchor ?? node)
    let path = text("relative-path", of: node)
    guard let file else { return put("missingFile", path ?? (names.hasPrefix("id:") ? "" : names)) }
    put(
      anchor == nil ? "baseConfigurationReference" : "baseConfigurationReferenceAnchor",
      Self.id(file))
    if let path { put("baseConfigurationReferenceRelativePath", path) }
  }

  mutating func readPackages() {
    for node in elements("packages", of: root) {
      let isLocal = text("kind", of: node) == "local"
      let location = text(isLocal ? "path" : "repository", of: node)
      guard isLocal || text("kind", of: node) == "remote", let location else { continue }
      let last = Path.lastComponent(location)
      let name = last.hasSuffix(".git") ? String(last.dropLast(4)) : last
      if packages[name] == nil { packages[name] = node }
      let requirement = source.value("version", of: node).flatMap(requirement)
      object(Self.id(node), at: node, isLocal ? "XCLocalSwiftPackageReference" : nil) {
        $0.put(isLocal ? "relativePath" : "repositoryURL", location)
        if let requirement { $0.put("requirement", requirement) }
      }
    }
  }

  /// Returns the requirement in the format of `package-version-mismatch`.
  private func requirement(_ version: Node) -> String? {
    func one(_ key: StaticString, _ kind: String) -> String? {
      text(key, of: version).map { "\(kind) \($0)" }
    }
    let range = text("version-range", of: version)?.replacing("..<", with: " to ")
    let least = one("version-range-min", "from").flatMap { least in
      one("version-range-max", "to").map { "\(least) \($0)" }
    }
    return range.map { "from \($0)" } ?? least ?? one("up-to-next-major-version", "from")
      ?? one("up-to-next-minor-version", "minor") ?? one("version", "exact")
      ?? one("branch", "branch") ?? one("revision", "revision")
  }
}
