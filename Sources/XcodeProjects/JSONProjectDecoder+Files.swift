internal import Diagnostics
internal import Graph
internal import Paths
internal import Projects

extension JSONProjectDecoder {
  struct FoundFile {
    enum Kind: String {
      case file = "file-reference"
      case group
      case variants = "variant-group"
      case versions = "version-group"
      case folder
    }

    var node: Node
    var path: Node?
    /// `nil` for an unknown kind, which is skipped.
    var kind: Kind?
    /// The index of the place that its path starts from.
    var folder: Int
    /// The index after what is in it.
    var end: Int
    /// The index in the result of the target whose product it is.
    var target: Int?
  }

  /// Reads the navigator, then what the targets' products and the members of phases are.
  mutating func readFiles() {
    // A file has its path, a list of memberships and their names.
    files.reserveCapacity(json.count / 6)
    for node in elements("files", of: root) { readFile(node, in: 0, isSkipped: false) }
    for target in targets.indices { readProduct(of: target) }
    for index in files.indices { readMembers(index) }
    for product in elements("imported-products", of: root) { readImport(product) }
  }

  private mutating func readFile(_ node: Node, in folder: Int, isSkipped: Bool) {
    guard json.kind(node) == .table else { return }
    var kind = json.text("kind", of: node).map(FoundFile.Kind.init(rawValue:)) ?? .file
    if isSkipped { kind = nil }
    let path = json.value("path", of: node)
    if let path { checkBase(of: path) }
    let index = files.count
    let file = FoundFile(node: node, path: path, kind: kind, folder: folder, end: index + 1)
    files.append(file)
    guard let children = json.value("children", of: node) else { return }
    let own = places.count
    places.append(takePlace(of: file))
    for child in elements(children, "children") { readFile(child, in: own, isSkipped: kind == nil) }
    files[index].end = files.count
  }

  /// Returns the indices of what is directly in a group, or in none.
  func children(of group: Int?) -> [Int] {
    var children: [Int] = []
    var next = group.map { $0 + 1 } ?? 0
    let end = group.map { files[$0].end } ?? files.count
    while next < end {
      children.append(next)
      next = files[next].end
    }
    return children
  }

  /// Reads what a file, or the files in a folder, are part of.
  private mutating func readMembers(_ index: Int) {
    let file = files[index]
    switch file.kind {
    case .file: readMembers(ofFile: file)
    case .versions: readMemberships(memberships(of: file.node), [takeDestination(of: file)])
    case .variants:
      readMemberships(
        memberships(of: file.node), children(of: index).map { takeDestination(of: files[$0]) })
    case .folder: readFolder(file)
    case .group, nil: break
    }
  }

  private mutating func readMembers(ofFile file: FoundFile) {
    let place = takePlace(of: file)
    let memberships = memberships(of: file.node)
    if case .file(let path) = place {
      if path.utf8.last == UInt8(ascii: "j"), path.hasSuffix(".xcodeproj") {
        builder.result.project.references.append(
          ProjectReference(key: path, path: path, at: range(file.node)))
      }
      if memberships == nil,
        json.mayBeFolder(
          ofType: json.value("type", of: file.node), called: Path.lastComponent(path))
      {
        folders.append((path, false, range(file.node)))
      }
    }
    guard let memberships else { return }
    let destination = file.target.map { .target($0) } ?? XcodeProject.Destination(place)
    readMemberships(memberships, CollectionOfOne(destination))
  }

  private mutating func readProduct(of target: Int) {
    guard let number = targets[target].number else { return }
    var nodes = [targets[target].target.id]
    if let index = json.value("product", of: nodes[0]).flatMap({ file($0) }) {
      nodes.append(files[index].node)
      targets[target].target.product = path(of: files[index])?.path
      files[index].target = files[index].target ?? number
    }
    for id in nodes.compactMap({ json.text("id", of: $0) })
    where builder.result.targetNumbers[id] == nil {
      builder.result.targetNumbers[id] = number
    }
  }

  private func memberships(of file: Node) -> Node? { json.value("target-membership", of: file) }

  private mutating func readMemberships(
    _ memberships: Node?, _ destinations: some Collection<XcodeProject.Destination?>
  ) {
    guard let memberships else { return }
    for entry in elements(memberships, "target-membership") {
      guard let phase = phase(json.value("build-phase", of: entry) ?? entry) else { continue }
      // Many files may be in many phases.
      builder.room -= 16 * (destinations.count - 1)
      guard builder.room > 0 || destinations.count < 2 else { continue }
      for destination in destinations { add(entry, destination, attributes: entry, to: phase) }
    }
  }

  mutating func add(
    _ entry: Node, _ destination: XcodeProject.Destination?, attributes: Node, to phase: Int
  ) {
    guard let destination = phases[phase].take(destination) else { return }
    let file = XcodeProject.Dependency(
      destination: destination, location: range(entry),
      flags: json.text("is-weak", of: attributes) == "true" ? .weak : [],
      platforms: PlatformSet(filters: json.texts("platforms", of: attributes)))
    phases[phase].files.append(file)
  }

  private mutating func readFolder(_ file: FoundFile) {
    var folder: FolderExceptions.Folder?
    if case .file(let path) = takePlace(of: file) {
      folder = (file.node, path)
      folders.append((path, true, range(file.node)))
    }
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
    if let name = json.value("build-phase", of: set) { return phase(name).map { phases[$0].id } }
    report(.noExceptionTarget, at: set)
    return nil
  }

  /// Reads the product of a target of another project.
  private mutating func readImport(_ node: Node) {
    var destination: XcodeProject.Destination?
    if let project = json.value("project", of: node).flatMap({ file($0) }) {
      let name = json.text("name", of: node)
      let path = json.value("path", of: node)
      if name == nil, let path { checkBase(of: path) }
      destination = foreign(
        project, id: json.text("product-id", of: node),
        name: name ?? path.flatMap { json.text($0) }.flatMap(JSONPath.init)?.name ?? "")
    }
    readMemberships(memberships(of: node), destination.map { [$0] } ?? [])
  }

  /// What is in the project that is a file of this one.
  mutating func foreign(_ file: Int, id: String?, name: String) -> XcodeProject.Destination? {
    guard case .file(let project) = place(of: files[file]) else { return nil }
    return .foreign(project: project, id: id ?? "", name: name)
  }
}

extension JSONProjectDecoder {
  mutating func place(of file: FoundFile) -> ProjectPaths.Place {
    guard let path = file.path else { return places[file.folder] }
    if case .file(let folder) = places[file.folder], let text = json.verbatim(path),
      JSONPath.isRelative(text), let joined = joiner.join(folder, text)
    {
      return .file(joined)
    }
    return self.path(of: file)?.place(in: places[file.folder], of: builder.folder)
      ?? places[file.folder]
  }

  /// Returns the place of a file or group, which is unknown if there is no more room for paths.
  private mutating func takePlace(of file: FoundFile) -> ProjectPaths.Place {
    let place = place(of: file)
    guard case .file(let path) = place else { return place }
    builder.room -= path.utf8.count
    return builder.room > 0 ? place : .unknown
  }

  private mutating func takeDestination(of file: FoundFile) -> XcodeProject.Destination? {
    file.target.map { .target($0) } ?? XcodeProject.Destination(takePlace(of: file))
  }

  func path(of file: FoundFile) -> JSONPath? {
    file.path.flatMap { json.text($0) }.flatMap(JSONPath.init)
  }

  /// Reports a path that starts from what no path starts from.
  private mutating func checkBase(of path: Node) {
    guard json.rawText(path).first == UInt8(ascii: "<"), let text = json.text(path),
      JSONPath(text) == nil
    else { return }
    report(.noBase(of: text), at: path)
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
