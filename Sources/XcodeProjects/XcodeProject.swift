public import Diagnostics
public import Graph
internal import Paths
public import Projects

/// A `project.pbxproj` as it is written: its dependencies may refer to other projects by id.
///
/// Paths are relative to the root of the tree.
public struct XcodeProject: Sendable {
  public var project: Project
  public var targets: [Target] = []
  /// The indices of targets by their ids and the ids of their products.
  var targetNumbers: [String: Int] = [:]
  /// The indices of targets by their names, else by those of their products.
  var namedTargets: [String: Int] = [:]
  /// The configuration files that are not there.
  public var missingFiles: Set<String> = []

  public struct Target: Sendable {
    public var target: Projects.Target
    public var dependencies: [Dependency] = []
    public var sources = Sources()
  }

  public struct Dependency: Sendable {
    public var destination: Destination
    /// The location of the first entry in a build phase, else of the dependency.
    public var location: SourceRange
    /// `link`, `embed`, `weak`, and `copiedElsewhere` for a copy in a folder that is not searched for
    /// frameworks.
    public var flags: Projects.Dependency.Flags = []
    public var platforms: PlatformSet = .all
    /// Whether it only orders the build.
    var isOrder = false
  }

  public enum Destination: Hashable, Sendable {
    /// Another target of the project, by index.
    case target(Int)
    /// The target of another project, by the id of the target or of its product, else by name.
    case foreign(project: String, id: String, name: String)
    /// A file in the products folder shared by all projects.
    case product(String)
    case system(String)
    /// A file or bundle in the repository, or a downloaded one.
    case file(String)
    /// The product of a package, by index; `nil` for any local package that vends it.
    case package(Int?, product: String)
  }
}

// The project with the dependencies of its targets, which may be targets of other projects.
extension XcodeProject {
  /// Returns the project with all links and embeds of its targets, whose references have the paths
  /// of projects as keys; `folders` are those that Xcode workspaces list next to projects.
  ///
  /// - Complexity: O(*n* log *n*) for *n* targets and dependencies.
  public func project(among others: [String: XcodeProject], folders: [String]) -> Project {
    var result = project
    result.targets = Project.sorted(
      targets.map { target in
        var resolved = target.target
        resolved.dependencies = dependencies(of: target, among: others)
        return resolved
      })
    result.packages += folders.map { folder in
      PackageReference(key: folder, identity: folder, isLocal: true, at: project.nameRange)
    }
    return result
  }

  mutating func nameTargets() {
    for number in targets.indices { namedTargets[targets[number].target.name] = number }
    for number in targets.indices {
      guard let product = targets[number].target.builtProductName else { continue }
      namedTargets[product] = namedTargets[product] ?? number
    }
  }

  /// Dependencies on one thing are merged.
  private func dependencies(
    of target: Target, among others: [String: XcodeProject]
  ) -> [Projects.Dependency] {
    var result: [Projects.Dependency] = []
    var places: [Reference: Int] = [:]
    for dependency in target.dependencies {
      guard let reference = reference(dependency.destination, among: others) else { continue }
      var flags = dependency.flags.union([.linkDeclared, .embedDeclared])
      if !isLoaded(dependency.destination) { flags.subtract([.copied, .copiedElsewhere]) }
      if case .product(let name) = dependency.destination, !name.isOfPods {
        flags.insert(.implicit)
      }
      if let known = places[reference] {
        result[known].flags.merge(flags)
        if !dependency.isOrder { result[known].platforms.formUnion(dependency.platforms) }
        continue
      }
      places[reference] = result.count
      result.append(
        Projects.Dependency(
          reference, at: dependency.location, flags: flags, platforms: dependency.platforms))
    }
    return result
  }

  private func reference(
    _ destination: Destination, among others: [String: XcodeProject]
  ) -> Reference? {
    switch destination {
    case .target(let number): return .target(targets[number].target.name)
    case .foreign(let path, let id, let name):
      guard let other = others[path] else { return .file(path + "/" + name) }
      let known = other.targetNumbers[id] ?? other.namedTargets[name]
      let number = known ?? other.namedTargets[Path.splitExtension(name).stem]
      return number.map {
        .targetOfProject(key: path, name: other.targets[$0].target.name)
      }
    case .product(let name) where name.isOfPods: return .file("Pods/" + name)
    case .product(let name): return .file(name)
    case .system(let name): return .system(name)
    case .file(let path): return .file(Path.relative(path, to: project.folder))
    case .package(let number, let product):
      return number.map { .package(key: project.packages[$0].key, product: product) }
        ?? .productOfAnyPackage(product)
    }
  }

  /// Whether the loader looks for the product in the folder of frameworks.
  private func isLoaded(_ destination: Destination) -> Bool {
    switch destination {
    case .target(let number): targets[number].target.linkage == .dynamic
    case .foreign(_, _, let name), .product(let name):
      name.hasSuffix(".framework") || name.hasSuffix(".dylib")
    case .file(let path): path.hasSuffix(".framework")
    case .system, .package: false
    }
  }
}

extension String {
  /// Whether CocoaPods builds it: `Pods_App.framework`, `libPods-App.a` and `libPods.a`.
  fileprivate var isOfPods: Bool {
    hasPrefix("Pods_") && hasSuffix(".framework") || hasPrefix("libPods-") && hasSuffix(".a")
      || self == "libPods.a"
  }
}
