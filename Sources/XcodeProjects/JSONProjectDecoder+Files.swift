internal import Diagnostics
internal import Graph
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

    let node: Node
    var path: Node?
    var memberships: Node?
    /// `nil` for an unknown kind, which is skipped.
    var kind: Kind? = .file
    /// The index of the place that its path starts from.
    let folder: Int
    /// The index after what is in it.
    var end = 0
    /// The index in the result of the target whose product it is.
    var target: Int?
  }

  /// Reads the navigator, then what the targets' products and the members of phases are.
  mutating func readFiles() {
    // A file has its path, a list of memberships and their names.
    files.reserveCapacity(json.count / 6)
    for node in elements("files", of: root) { readFile(node, in: 0, isSkipped: false) }
    indexFileNames(in: nil, at: "")
    for target in targets.indices { readProduct(of: target) }
    for index in files.indices { readMembers(index) }
    for product in elements("imported-products", of: root) { readImport(product) }
  }

  private mutating func readFile(_ node: Node, in folder: Int, isSkipped: Bool) {
    guard json.kind(node) == .table else { return }
    var file = FoundFile(
      node: node, path: json.value("path", of: node),
      memberships: json.value("target-membership", of: node), folder: folder)
    if let kind = json.text("kind", of: node) { file.kind = FoundFile.Kind(rawValue: kind) }
    if isSkipped { file.kind = nil }
    if let path = file.path { checkBase(of: path) }
    let index = files.count
    file.end = index + 1
    files.append(file)
    guard let children = json.value("children", of: node) else { return }
    let own = places.count
    places.append(takePlace(of: file))
    for child in elements(children, "children") {
      readFile(child, in: own, isSkipped: file.kind == nil)
    }
    files[index].end = files.count
  }

  /// Returns the indices of what is directly in a group, or in none.
  func children(of group: Int?) -> [Int] {
    var children: [Int] = []
    var (next, end) = (0, files.count)
    if let group { (next, end) = (group + 1, files[group].end) }
    while next < end {
      children.append(next)
      next = files[next].end
    }
    return children
  }

  private mutating func readMembers(_ index: Int) {
    let file = files[index]
    switch file.kind {
    case .file where file.memberships == nil: readUnlisted(file)
    case .file, .versions: readMemberships(of: file, CollectionOfOne(file))
    case .variants: readMemberships(of: file, children(of: index).map { files[$0] })
    case .folder: readFolder(file)
    case .group, nil: break
    }
  }

  /// Reads a file that is part of no target: it may be another project, or the folder of a package.
  private mutating func readUnlisted(_ file: FoundFile) {
    guard case .file(let path) = takePlace(of: file) else { return }
    if path.hasSuffix(".xcodeproj") {
      builder.result.project.references.append(
        ProjectReference(key: path, path: path, at: range(file.node)))
    }
    if json.mayBeFolder(ofType: json.value("type", of: file.node)) {
      builder.addPackage(listedIn: path, at: range(file.node))
    }
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

  private mutating func readMemberships(of file: FoundFile, _ members: some Collection<FoundFile>) {
    guard let memberships = file.memberships else { return }
    for entry in elements(memberships, "target-membership") {
      guard let phase = phase(membership: entry) else { continue }
      // Many files may be in many phases.
      builder.room -= 16 * (members.count - 1)
      for member in members where builder.room > 0 || members.count < 2 {
        add(entry, member, to: phase)
      }
    }
  }

  private mutating func phase(membership entry: Node) -> Int? {
    phase(json.value("build-phase", of: entry) ?? entry)
  }

  private mutating func add(_ entry: Node, _ file: FoundFile, to phase: Int) {
    let destination =
      file.target.map { .target($0) } ?? XcodeProject.Destination(takePlace(of: file))
    add(entry, destination, attributes: entry, to: phase)
  }

  mutating func add(
    _ entry: Node, _ destination: XcodeProject.Destination?, attributes: Node, to phase: Int
  ) {
    guard let destination = phases[phase].take(destination) else { return }
    phases[phase].files.append(
      XcodeProject.Dependency(
        destination: destination, location: range(entry),
        flags: json.text("is-weak", of: attributes) == "true" ? [.weak] : [],
        platforms: PlatformSet(filters: json.texts("platforms", of: attributes))))
  }

  private mutating func readFolder(_ file: FoundFile) {
    var folder: FolderExceptions.Folder?
    if case .file(let path) = takePlace(of: file) {
      folder = (file.node, path)
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
    guard let memberships = json.value("target-membership", of: node) else { return }
    for entry in elements(memberships, "target-membership") {
      guard let phase = phase(membership: entry), let destination else { continue }
      add(entry, destination, attributes: entry, to: phase)
    }
  }

  func foreign(_ file: Int, id: String?, name: String) -> XcodeProject.Destination? {
    guard case .file(let project) = place(of: files[file]) else { return nil }
    return .foreign(project: project, id: id ?? "", name: name)
  }
}

extension JSONProjectDecoder {
  func place(of file: FoundFile) -> ProjectPaths.Place {
    path(of: file)?.place(in: places[file.folder], of: builder.folder) ?? places[file.folder]
  }

  /// Returns the place of a file or group, which is unknown if there is no more room for paths.
  private mutating func takePlace(of file: FoundFile) -> ProjectPaths.Place {
    let place = place(of: file)
    guard case .file(let path) = place else { return place }
    builder.room -= path.utf8.count
    return builder.room > 0 ? place : .unknown
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
