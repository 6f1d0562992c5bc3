internal import Diagnostics
internal import Graph
internal import Paths
internal import Projects

extension JSONProjectDecoder {
  /// A file, group or folder.
  struct FoundFile {
    enum Kind: String {
      case file = "file-reference"
      case group
      case variants = "variant-group"
      case versions = "version-group"
      case folder
    }

    var node: Node
    /// `nil` for an unknown kind, which is skipped.
    var kind: Kind?
    /// The index of its group.
    var group: Int?
    var place: ProjectPaths.Place
  }

  /// Reads the navigator, then what the targets' products and the members of phases are.
  mutating func readFiles() {
    for node in elements("files", of: root) {
      readFile(node, in: nil, at: .file(builder.folder), below: 0)
    }
    for target in targets.indices { readProduct(of: target) }
    for (index, file) in files.enumerated() {
      switch file.kind {
      case .file, .versions: readMemberships(of: file.node, [destination(index)])
      case .variants:
        // The variants are the files behind their group.
        let variants = files[(index + 1)...].indices.prefix { files[$0].group == index }
        readMemberships(of: file.node, variants.map { destination($0) })
      case .folder: readFolder(file)
      case .group, nil: break
      }
      if case .file(let path) = file.place, file.kind == .file, path.hasSuffix(".xcodeproj") {
        builder.result.project.references.append(
          ProjectReference(key: path, path: path, at: range(file.node)))
      }
    }
    for product in elements("imported-products", of: root) { readImport(product) }
  }

  private mutating func readFile(
    _ node: Node, in group: Int?, at folder: ProjectPaths.Place, below parent: Int
  ) {
    guard json.kind(node) == .table else { return }
    var kind = json.text("kind", of: node).map(FoundFile.Kind.init(rawValue:)) ?? .file
    if let group, files[group].kind == nil { kind = nil }
    let path = path(of: node)
    var place = path?.place(in: folder, of: builder.folder) ?? folder
    if case .file(let path) = place {
      builder.room -= path.utf8.count
      if builder.room <= 0 { place = .unknown }
    }
    let name = kind == .file ? path?.name : json.text("name", of: node) ?? path?.name
    let number = fileNames.child(named: name, below: parent)
    fileNames.add(files.count, at: number)
    if let id = json.text("id", of: node) {
      fileNames.add(files.count, at: fileNames.child(named: "id:" + id))
    }
    let index = files.count
    files.append(FoundFile(node: node, kind: kind, group: group, place: place))
    for child in elements("children", of: node) {
      readFile(child, in: index, at: place, below: number)
    }
  }

  private mutating func path(of node: Node) -> JSONPath? {
    guard let path = json.value("path", of: node), let text = json.text(path) else { return nil }
    let found = JSONPath(text)
    if found == nil { report(.noBase(of: text), at: path) }
    return found
  }

  private mutating func readProduct(of target: Int) {
    guard let number = targets[target].number else { return }
    var nodes = [targets[target].target.id]
    if let index = json.value("product", of: nodes[0]).flatMap({ file($0) }) {
      nodes.append(files[index].node)
      targets[target].target.product = path(of: files[index].node)?.path
      if products[index] == nil { products[index] = number }
    }
    for id in nodes.compactMap({ json.text("id", of: $0) })
    where builder.result.targetNumbers[id] == nil {
      builder.result.targetNumbers[id] = number
    }
  }

  private func destination(_ file: Int) -> XcodeProject.Destination? {
    products[file].map { .target($0) } ?? XcodeProject.Destination(files[file].place)
  }

  /// Reads the memberships of a file in build phases.
  private mutating func readMemberships(
    of node: Node, _ destinations: [XcodeProject.Destination?]
  ) {
    for entry in elements("target-membership", of: node) {
      guard let phase = phase(json.value("build-phase", of: entry) ?? entry) else { continue }
      // Many files may be in many phases.
      builder.room -= 16 * (destinations.count - 1)
      guard builder.room > 0 || destinations.count < 2 else { continue }
      for destination in destinations { add(entry, destination, attributes: entry, to: phase) }
    }
  }

  /// Adds a file or product to a phase.
  mutating func add(
    _ entry: Node, _ destination: XcodeProject.Destination?, attributes: Node, to phase: Int
  ) {
    guard let destination else {
      phases[phase]?.isIncomplete = true
      return
    }
    let file = XcodeProject.Dependency(
      destination: destination, location: range(entry),
      flags: json.text("is-weak", of: attributes) == "true" ? .weak : [],
      platforms: PlatformSet(filters: json.texts("platforms", of: attributes)))
    phases[phase]?.files.append(file)
  }

  /// Reads a folder whose files belong to targets without being listed.
  private mutating func readFolder(_ file: FoundFile) {
    var folder: FolderExceptions.Folder?
    if case .file(let path) = file.place { folder = (file.node, path) }
    for entry in elements("target-membership", of: file.node) {
      if let target = target(entry), let folder { targets[target].target.folders.append(folder) }
    }
    for set in elements("membership-exceptions", of: file.node) {
      let (out, into) = (json.value("exclusions", of: set), json.value("inclusions", of: set))
      if out != nil, into != nil {
        report(.bothExceptions, at: set)
      } else if let owner = owner(ofExceptions: set), let folder {
        builder.exceptions.add(
          json.texts(out == nil ? "inclusions" : "exclusions", of: set), of: folder, to: owner)
      }
    }
  }

  /// Returns the target or phase that files of a folder are exceptions for.
  private mutating func owner(ofExceptions set: Node) -> Node? {
    if let name = json.value("target", of: set) {
      return target(name).map { targets[$0].target.id }
    }
    if let name = json.value("build-phase", of: set) { return phase(name) }
    report(.noExceptionTarget, at: set)
    return nil
  }

  /// Reads the product of a target of another project.
  private mutating func readImport(_ node: Node) {
    var destination: XcodeProject.Destination?
    if let project = json.value("project", of: node).flatMap({ file($0) }) {
      let name = json.text("name", of: node) ?? path(of: node)?.name ?? ""
      destination = foreign(project, id: json.text("product-id", of: node), name: name)
    }
    readMemberships(of: node, destination.map { [$0] } ?? [])
  }

  /// What is in the project that is a file of this one.
  func foreign(_ file: Int, id: String?, name: String) -> XcodeProject.Destination? {
    guard case .file(let project) = files[file].place else { return nil }
    return .foreign(project: project, id: id ?? "", name: name)
  }

  /// Adds the folders among the files that are packages.
  mutating func addPackagesOfFolders() {
    let folders = files.compactMap { found -> ProjectBuilder.Folder? in
      guard case .file(let path) = found.place, found.kind == .file || found.kind == .folder else {
        return nil
      }
      if found.kind == .file {
        // A file in a phase is no package.
        guard json.value("target-membership", of: found.node) == nil else { return nil }
        if let type = json.value("type", of: found.node),
          !json.mayBeFolder(ofType: type, called: Path.lastComponent(path))
        {
          return nil
        }
      }
      return (path, found.kind == .folder, json.range(found.node, file: file))
    }
    builder.addPackages(in: folders, hasProductsWithoutPackage: hasProductsWithoutPackage)
  }
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
