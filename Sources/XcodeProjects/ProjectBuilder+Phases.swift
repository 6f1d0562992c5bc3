internal import Diagnostics
internal import Files
internal import Graph
internal import Paths
internal import Projects
internal import Text

struct BuildPhase {
  enum Kind {
    /// Compiles sources or copies headers.
    case code
    case resources, frameworks
    case copy(Dependency.Flags)
    case script(text: String?, inputs: [String], inputLists: [String], outputs: [String])
    case other

    /// A phase that copies into a folder of the product.
    static func copy(toFrameworks: Bool, path: String) -> Self {
      let isElsewhere =
        !toFrameworks && !path.isVariable("FRAMEWORKS_FOLDER_PATH")
        && Path.lastComponent(path) != "Frameworks"
      return .copy(isElsewhere ? [.embed, .copied, .copiedElsewhere] : [.embed, .copied])
    }
  }

  var id: Int
  var kind: Kind
  var location: SourceRange
  private(set) var paths: [String] = []
  /// The products in it, and the files that it links or copies, with `weak` as their only flag.
  var files: [XcodeProject.Dependency] = []
  /// Whether it has files outside of the tree or at unknown places.
  var isIncomplete = false

  /// Adds a source or resource by its path alone; returns the destination of anything else.
  mutating func take(_ destination: XcodeProject.Destination?) -> XcodeProject.Destination? {
    switch (kind, destination) {
    case (.code, .file(let path)), (.resources, .file(let path)):
      if Path.leadsOutside(path) { isIncomplete = true } else { paths.append(path) }
    case (.code, nil), (.resources, nil), (.code, .system), (.resources, .system):
      isIncomplete = true
    case (.resources, _), (.frameworks, _), (.copy, _): return destination
    case (.code, _), (.script, _), (.other, _): break
    }
    return nil
  }
}

struct TargetContents {
  var sources = XcodeProject.Sources()
  var dependencies: [XcodeProject.Dependency] = []

  /// Adds copies of products; other files are data.
  mutating func addCopies(_ files: [XcodeProject.Dependency], _ flags: Dependency.Flags) {
    for var file in files where file.destination.isCopied(withFiles: flags.contains(.copied)) {
      file.flags = flags
      dependencies.append(file)
    }
  }
}

extension Dependency.Flags {
  /// Adds the flags of another entry for the same product, of which any copy in the frameworks
  /// counts.
  mutating func merge(_ other: Self) {
    let isPlaced = [self, other].contains { $0.contains(.copied) && !$0.contains(.copiedElsewhere) }
    formUnion(other)
    if isPlaced { remove(.copiedElsewhere) }
  }
}

extension ProjectBuilder {
  mutating func read(_ phase: BuildPhase, of type: ProductType, into contents: inout TargetContents)
  {
    switch phase.kind {
    case .code: readPaths(of: phase, into: \.code, of: &contents.sources)
    case .resources:
      readPaths(of: phase, into: \.resources, of: &contents.sources)
      contents.addCopies(phase.files, [.embed])
    case .frameworks:
      // A static library links nothing; its phase only orders the build.
      for var file in phase.files {
        if type != .staticLibrary { file.flags.insert(.link) }
        contents.dependencies.append(file)
      }
    case .copy(let flags):
      let files = exceptions.files(of: phase.id).map {
        XcodeProject.Dependency(destination: .file($0), location: phase.location)
      }
      contents.addCopies(phase.files + files, flags)
    case .script(let text, let inputs, let lists, let outputs):
      contents.sources.outputs += outputs
      guard let text else { return }
      contents.sources.scripts.append(text)
      if text.containsBytes(of: "copy-frameworks") {
        readCopied(inputs, lists, at: phase.location, &contents)
      }
    case .other: break
    }
  }

  private mutating func readPaths(
    of phase: BuildPhase, into list: WritableKeyPath<XcodeProject.Sources, [String]>,
    of sources: inout XcodeProject.Sources
  ) {
    let files = exceptions.files(of: phase.id)
    room -= files.reduce(0) { $0 + $1.utf8.count }
    if room <= 0 || phase.isIncomplete { sources.isIncomplete = true }
    sources[keyPath: list] += phase.paths + files
  }

  /// Reads the inputs of a script that copies frameworks, such as `carthage copy-frameworks`.
  private mutating func readCopied(
    _ inputs: [String], _ lists: [String], at location: SourceRange,
    _ contents: inout TargetContents
  ) {
    let listed = lists.compactMap { ProjectPaths.expanded($0, in: folder) }
      .flatMap { lines(ofList: $0) }
    for input in inputs + listed where input.hasSuffix(".framework") {
      guard let path = ProjectPaths.expanded(input, in: folder) else { continue }
      contents.dependencies.append(
        XcodeProject.Dependency(destination: .file(path), location: location, flags: [.embed]))
    }
  }

  private mutating func lines(ofList path: String) -> [String] {
    guard room > 0, !Path.leadsOutside(path), tree.resolvesInside(path) else { return [] }
    var text: [UInt8] = []
    do throws(FileError) { try tree.read(path, limit: Limits.fileSize, into: &text) } catch {}
    room -= text.count
    return text.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      .filter { $0.first != UInt8(ascii: "#") }.map { String(decoding: $0, as: UTF8.self) }
  }
}

extension XcodeProject.Destination {
  init?(_ place: ProjectPaths.Place) {
    switch place {
    case .file(let path): self = .file(path)
    case .product(let path) where !path.isEmpty: self = .product(path)
    case .system(let path) where !path.isEmpty: self = .system(Path.lastComponent(path))
    case .product, .system, .unknown: return nil
    }
  }

  /// Whether a copy of it embeds a product: one that a target builds or, in a phase that copies files
  /// as well, code or a bundle that is built elsewhere.
  fileprivate func isCopied(withFiles takesFiles: Bool) -> Bool {
    switch self {
    case .target, .foreign: true
    case .product(let path): path.isProduct
    case .package: takesFiles
    case .system(let path), .file(let path): takesFiles && path.isProduct
    }
  }
}

extension PlatformSet {
  /// The platforms that filters such as `ios` name; all without filters.
  init(filters: [String]) {
    self = filters.isEmpty ? .all : []
    for platform in filters.compactMap({ Self.filters[$0] }) { insert(platform) }
  }

  private static let filters: [String: BuildPlatform] = [
    "ios": .iOS, "maccatalyst": .macCatalyst, "macos": .macOS, "tvos": .tvOS,
    "watchos": .watchOS, "xros": .visionOS,
  ]
}

extension String {
  fileprivate var isProduct: Bool {
    Path.splitExtension(self).extension.map(ProductType.isFileExtension) ?? false
  }
}
