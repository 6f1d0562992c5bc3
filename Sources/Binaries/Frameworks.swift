import Diagnostics
import Files
import Graph
internal import Paths
import Text

// Frameworks: one flat folder on iOS; on macOS a folder with versions and links to the current one.
extension BinaryReader {
  // The linker searches for a file named like the bundle. Some archives lose the links at the top
  // of a macOS framework.
  func framework(at path: String) -> LinkageFact {
    let name = Path.lastComponent(path).dropLast(".framework".utf8.count)
    if let binary = existing(String(name), in: path) { return file(at: binary) }
    if let stub = existing(name + ".tbd", in: path) { return file(at: stub) }
    return .unknown(path, .withoutBinary)
  }

  private func existing(_ name: String, in bundle: String) -> String? {
    ["", "Versions/Current", "Versions/A"].lazy.map {
      Path.join(Path.join(bundle, entry: $0), entry: name)
    }
    .first { source.kind(of: $0) == .file }
  }

  func propertyList(at path: String) throws(LinkageFact.Obstacle) -> PropertyList {
    try requireInside(path)
    let content = try content(of: path, limit: Limits.propertyListSize)
    if content.isEmpty { throw .empty }
    if FileHead.isPointer(content) { throw .pointer }
    do throws(XMLTokenizer.SyntaxError) {
      return try XMLPropertyListReader.read(content)
    } catch {
      throw .badPropertyList
    }
  }
}

// XCFrameworks: a library for each platform, and a property list that maps platforms to libraries.
extension BinaryReader {
  func xcframework(at path: String) -> [LinkageFact] {
    let info = Path.join(path, entry: "Info.plist")
    let libraries: [Library]
    do throws(LinkageFact.Obstacle) {
      guard let list = try propertyList(at: info)["AvailableLibraries"]?.elements else {
        throw .badPropertyList
      }
      libraries = list.compactMap { Library($0, in: path) }
    } catch {
      return [.unknown(info, error)]
    }
    let facts = libraries.map { library in
      var fact = fact(of: library, info)
      fact.platforms = library.platforms
      return fact
    }
    return LinkageFact.onEachPlatform { platform in
      // iOS code runs unchanged on the Mac if the framework has no build for it.
      let all = facts.filter { $0.platforms.contains(platform) }
      let matching =
        all.isEmpty && platform == .macCatalyst
        ? facts.filter { $0.platforms.contains(.iOS) } : all
      return LinkageFact.agreement(of: matching, at: path)
        ?? matching.first ?? .unknown(path, .otherPlatforms)
    }
  }

  /// Returns the linkage of a library, falling back to its extension if the file is missing or
  /// inconclusive: Xcode makes the property list from the file.
  private func fact(of library: Library, _ info: String) -> LinkageFact {
    let found = self.library(at: library.path)
    guard found.linkage == .unknown else { return found }
    if library.path.hasSuffix(".a") { return LinkageFact(.static, .propertyList(path: info)) }
    if library.path.hasSuffix(".dylib") { return LinkageFact(.dynamic, .propertyList(path: info)) }
    return found
  }
}

private struct Library {
  var path: String
  var platforms: PlatformSet

  /// `nil` for an entry without a path, or with one that leads out of the bundle.
  init?(_ entry: PropertyList, in bundle: String) {
    guard let library = entry["LibraryPath"]?.text, library.isPlainPath else { return nil }
    let folder = entry["LibraryIdentifier"]?.text ?? ""
    guard folder.isEmpty || folder.isPlainPath else { return nil }
    path = Path.join(Path.join(bundle, entry: folder), entry: library)
    platforms =
      Self.platforms(entry["SupportedPlatform"]?.text, entry["SupportedPlatformVariant"]?.text)
  }

  private static func platforms(_ name: String?, _ variant: String?) -> PlatformSet {
    switch (name, variant) {
    case (nil, _): .all
    case ("ios", "maccatalyst"): [.macCatalyst]
    case ("ios", _): [.iOS]
    case ("macos", _): [.macOS]
    case ("tvos", _): [.tvOS]
    case ("watchos", _): [.watchOS]
    case ("xros", _): [.visionOS]
    default: []
    }
  }
}

extension String {
  /// Whether it is a relative path without `..`, which cannot lead out of a folder.
  fileprivate var isPlainPath: Bool {
    !utf8.contains(0) && Path.isPlain(self)
  }
}
