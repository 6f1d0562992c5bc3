internal import Diagnostics
internal import Paths

// Files, groups, folders and the products of other projects.
extension ProjectConversion {
  /// Converts a node of the navigator with what is in it; unknown kinds are skipped.
  mutating func readFile(_ node: Node) {
    guard source.kind(node) == .table else { return }
    if let id = text("id", of: node) { names.fileIDs["id:" + id, default: []].append(node) }
    switch text("kind", of: node) ?? "file-reference" {
    case "file-reference": readFileReference(node)
    case "group": readGroup(node)
    case "variant-group": readGroup(node, "PBXVariantGroup")
    case "version-group": readGroup(node, "XCVersionGroup")
    case "folder": readFolder(node)
    default: break
    }
  }

  private mutating func readFileReference(_ node: Node) {
    let isCompiled = readMemberships(of: node)
    // What is compiled is no folder with a package.
    object(Self.id(node), at: node, isCompiled ? nil : "PBXFileReference") {
      $0.putLocation(of: node)
      $0.put("explicitFileType", $0.source.value("type", of: node))
      $0.put("id", $0.source.value("id", of: node))
    }
    if text("path", of: node)?.hasSuffix(".xcodeproj") ?? false { projects.append(node) }
  }

  private mutating func readGroup(_ node: Node, _ isa: String? = nil) {
    if isa != nil { readMemberships(of: node) }
    let children = elements("children", of: node)
    object(Self.id(node), at: node, isa) {
      $0.putLocation(of: node)
      $0.put("children", children.map(Self.id))
    }
    for child in children { readFile(child) }
  }

  private mutating func putLocation(of node: Node) {
    guard let path = source.value("path", of: node), let text = source.text(path) else { return }
    guard let location = ProjectLocation(text) else { return report(.noBase(of: text), at: path) }
    put("path", location.path)
    if location.sourceTree != "<group>" { put("sourceTree", location.sourceTree) }
  }

  /// Converts the memberships of a file in build phases into build files.
  ///
  /// - Returns: Whether a phase compiles it.
  @discardableResult
  private mutating func readMemberships(of node: Node) -> Bool {
    var isCompiled = false
    for entry in elements("target-membership", of: node) {
      guard let place = phase(source.value("build-phase", of: entry) ?? entry) else { continue }
      targets[place.target].phases[place.phase].files.append(entry)
      isCompiled = isCompiled || targets[place.target].phases[place.phase].compiles
      object(Self.id(entry), at: entry) {
        $0.put("fileRef", Self.id(node))
        $0.putAttributes(of: entry)
      }
    }
    return isCompiled
  }

  /// Writes the attributes of a membership or dependency.
  mutating func putAttributes(of entry: Node) {
    put("platformFilters", source.value("platforms", of: entry))
    guard text("is-weak", of: entry) == "true" else { return }
    put("settings") { $0.put("ATTRIBUTES", ["Weak"]) }
  }

  /// Converts a folder whose files belong to targets without being listed.
  private mutating func readFolder(_ node: Node) {
    for entry in elements("target-membership", of: node) {
      if let number = target(entry) { targets[number].folders.append(node) }
    }
    let exceptions = elements("membership-exceptions", of: node)
    object(Self.id(node), at: node, "PBXFileSystemSynchronizedRootGroup") {
      $0.putLocation(of: node)
      $0.put("exceptions", exceptions.map(Self.id))
    }
    for set in exceptions { readExceptions(set) }
  }

  /// Converts files of a folder that, unlike the others, are members of a target or not.
  private mutating func readExceptions(_ set: Node) {
    let (out, into) = (source.value("exclusions", of: set), source.value("inclusions", of: set))
    if out != nil, into != nil { return report(.bothExceptions, at: set) }
    let (name, reference) = (source.value("target", of: set), source.value("build-phase", of: set))
    let owner: Node?
    if let name {
      owner = target(name).map { targets[$0].node }
    } else if let reference {
      owner = phase(reference).map { targets[$0.target].phases[$0.phase].node }
    } else {
      return report(.noExceptionTarget, at: set)
    }
    guard let owner else { return }
    object(Self.id(set), at: set) {
      $0.put(name == nil ? "buildPhase" : "target", Self.id(owner))
      $0.put("membershipExceptions", out ?? into)
    }
  }

  /// Converts the product of a target of another project.
  mutating func readImport(_ node: Node) {
    readMemberships(of: node)
    guard let reference = source.value("project", of: node), let project = file(reference) else {
      return
    }
    let path = text("path", of: node).flatMap(ProjectLocation.init)?.path ?? ""
    object(Self.id(node), at: node, "PBXReferenceProxy") {
      $0.put("path", $0.text("name", of: node) ?? Path.lastComponent(path))
      $0.put("sourceTree", "BUILT_PRODUCTS_DIR")
      $0.put("remoteRef", Self.proxyID(node))
    }
    writeProxy(node, of: project, source.value("product-id", of: node))
  }

  static func proxyID(_ node: Node) -> String { id(node) + "p" }

  /// Writes an object for a target or product of another project.
  mutating func writeProxy(_ node: Node, of project: Node, _ remoteID: Node?) {
    object(Self.proxyID(node), at: node) {
      $0.put("containerPortal", Self.id(project))
      $0.put("remoteGlobalIDString", remoteID)
      $0.put("remoteInfo", $0.source.value("target", of: node))
    }
  }
}

extension ProjectConversion.Phase {
  fileprivate var compiles: Bool { kind == "compile-sources" || kind == "headers" }
}

extension Diagnostic.Message {
  fileprivate static let bothExceptions: Self =
    "an exception set has both 'inclusions' and 'exclusions'"
  fileprivate static let noExceptionTarget: Self =
    "an exception set has neither 'target' nor 'build-phase'"

  fileprivate static func noBase(of path: String) -> Self {
    let base = path.prefix { $0 != ">" }
    return "'\(base.count < path.count ? base + ">" : base)' is no base of a path"
  }
}
