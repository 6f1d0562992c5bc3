internal import Paths

/// Where the files and groups of a project are.
struct ProjectPaths {
  /// What the `sourceTree` of a file reference and of its groups leads to.
  enum Place: Hashable {
    /// From the tree's root.
    case file(String)
    case product(String)
    case system(String)
    case nowhere
  }

  private let objects: ProjectObjects
  /// The folder that paths in the project start from.
  let folder: String
  /// By object, the group that contains it.
  private var groups: [Int: Int] = [:]

  /// - Complexity: O(*n*) for *n* children of groups.
  init(_ objects: ProjectObjects, folder: String) {
    self.objects = objects
    self.folder = folder
    for object in objects.all where objects.node(object, "children") != nil {
      for child in objects.objects(object, "children") { groups[child] = object }
    }
  }

  /// Where a file reference or group leads.
  ///
  /// - Complexity: O(*d*) for a depth of *d* groups; circles of groups lead nowhere.
  func place(of object: ProjectObjects.ObjectID) -> Place {
    var parts: [String] = []
    var next: Int? = object
    for _ in 0..<64 {
      guard let current = next else { return file(parts, in: folder) }
      if let path = objects.text(current, "path") { parts.append(path) }
      switch objects.text(current, "sourceTree") ?? "<group>" {
      case "<group>": next = groups[current]
      case "SOURCE_ROOT": return file(parts, in: folder)
      case "<absolute>": return absolute(parts)
      case "BUILT_PRODUCTS_DIR": return .product(parts.first ?? "")
      case "SDKROOT", "DEVELOPER_DIR", "PLATFORM_DIR": return .system(parts.first ?? "")
      default: return .nowhere
      }
    }
    return .nowhere
  }

  private func absolute(_ parts: [String]) -> Place {
    let path = Path.normalized(parts.reversed().joined(separator: "/"))
    let isOfSystem = path.contains("/System/Library/") || path.contains(".sdk/")
    return isOfSystem ? .system(path) : .file(path)
  }

  private func file(_ parts: [String], in folder: String) -> Place {
    .file(parts.reversed().reduce(folder) { Self.join($0, $1) })
  }

  /// A path in a folder, without needless parts.
  static func join(_ folder: String, _ path: String) -> String {
    Path.isAbsolute(path)
      ? Path.normalized(path) : Path.normalized(Path.join(folder, entry: path))
  }

  /// A path that may start with a variable for the folder of the project.
  func expanded(_ path: String) -> String? {
    for variable in ["SRCROOT", "PROJECT_DIR", "SOURCE_ROOT"] {
      for prefix in ["$(\(variable))", "${\(variable)}", "$\(variable)"]
      where path.hasPrefix(prefix + "/") {
        return Self.join(folder, String(path.dropFirst(prefix.count + 1)))
      }
    }
    return path.contains("$") ? nil : Self.join(folder, path)
  }
}
