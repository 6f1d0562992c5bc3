internal import Diagnostics
internal import Paths
internal import Projects

/// The paths of the files and groups of a project.
struct ProjectPaths {
  /// A resolved `sourceTree` of a file reference and its groups.
  enum Place: Hashable {
    /// A path relative to the tree's root, or an absolute path.
    case file(String)
    case product(String)
    case system(String)
    case unknown
  }

  private let objects: ProjectObjects
  let folder: String
  /// For each object, the index of the group that contains it, or -1.
  private var parents: [Int32]
  private var groups: [ProjectObjects.ObjectID] = []
  private var places: [Place?]

  /// - Complexity: O(*n*) for *n* children of groups.
  init(_ objects: ProjectObjects, folder: String) {
    self.objects = objects
    self.folder = folder
    parents = Array(repeating: -1, count: objects.all.count)
    for object in objects.all
    where objects.kind(object) != .fileReference && objects.kind(object) != .buildFile {
      guard objects.node(object, "children") != nil else { continue }
      for child in objects.objects(object, "children") {
        parents[child] = Int32(truncatingIfNeeded: groups.count)
      }
      groups.append(object)
    }
    places = Array(repeating: nil, count: groups.count)
    for group in groups.indices { resolve(group) }
  }

  private mutating func resolve(_ group: Int) {
    var open: [Int] = []
    var next = group
    while next >= 0, places[next] == nil {
      // Stays unknown if the groups contain each other.
      places[next] = .unknown
      open.append(next)
      next = Int(parents[groups[next]])
    }
    while let current = open.popLast() { places[current] = place(of: groups[current]) }
  }

  func place(of object: ProjectObjects.ObjectID) -> Place {
    let sourceTree = objects.node(object, "sourceTree")
    if let sourceTree, !objects.tree.isEqual(sourceTree, "<group>") {
      let path = objects.text(object, "path")
      return Self.place(path, from: objects.tree.text(sourceTree) ?? "", of: folder)
    }
    let group = parents[object] < 0 ? nil : places[Int(parents[object])]
    return Self.join(group ?? .file(folder), objects.text(object, "path"))
  }

  static func place(_ path: String?, from sourceTree: String, of folder: String) -> Place {
    switch sourceTree {
    case "SOURCE_ROOT": join(.file(folder), path)
    case "<absolute>": join(.file("/"), path)
    case "BUILT_PRODUCTS_DIR": .product(path ?? "")
    case "SDKROOT", "DEVELOPER_DIR", "PLATFORM_DIR": .system(path ?? "")
    default: .unknown
    }
  }

  static func join(_ place: Place, _ path: String?) -> Place {
    guard let path else { return place }
    switch place {
    case .file(let folder):
      let path = join(folder, path)
      // Names of nested groups could add up to any length.
      guard path.utf8.count <= Limits.nameLength else { return .unknown }
      let isOfSystem =
        Path.isAbsolute(path) && (path.contains("/System/Library/") || path.contains(".sdk/"))
      return isOfSystem ? .system(path) : .file(path)
    case .product: return .product(path)
    case .system: return .system(path)
    case .unknown: return .unknown
    }
  }

  /// Returns the normalized path of an entry of a folder with a normalized path.
  static func join(_ folder: String, _ path: String) -> String {
    if Path.isPlain(path) { return Path.join(folder, entry: path) }
    return Path.normalized(Path.isAbsolute(path) ? path : Path.join(folder, entry: path))
  }

  /// Expands a path that may start with a variable for the folder of the project.
  static func expanded(_ path: String, in folder: String) -> String? {
    let path = path.withoutSourceRoot
    return path.hasVariable ? nil : join(folder, path)
  }
}
