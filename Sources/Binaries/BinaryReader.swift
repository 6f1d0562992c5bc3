import Diagnostics
public import Files
public import Graph
internal import Paths

/// Detects from the bytes of vendored libraries and bundles how they are linked.
///
/// Reads only headers: a kilobyte of a file and sixteen bytes of each part of a universal one,
/// whatever their size. Property lists and JSON stubs are read whole. Nothing is run.
public struct BinaryReader {
  let source: any FileTree

  public init(_ source: any FileTree) { self.source = source }

  /// Returns the linkage of the library, framework or XCFramework at `path` on all platforms.
  ///
  /// - Returns: Facts for disjoint sets of platforms that together contain every platform. If the
  ///   files do not determine the linkage, it is unknown and the source has the reason.
  public func facts(at path: String) -> [LinkageFact] {
    let path = String(Path.withoutTrailingSlashes(path[...]))
    let isFolder = source.kind(of: path) == .folder
    return isFolder && path.hasSuffix(".xcframework")
      ? xcframework(at: path) : [library(at: path)]
  }

  func library(at path: String) -> LinkageFact {
    let isFolder = source.kind(of: path) == .folder
    return isFolder && path.hasSuffix(".framework") ? framework(at: path) : file(at: path)
  }

  func file(at path: String) -> LinkageFact {
    do throws(LinkageFact.Obstacle) {
      return LinkageFact(try linkage(ofFile: path), .bytes(path: path))
    } catch {
      return .unknown(path, error)
    }
  }

  private func linkage(ofFile path: String) throws(LinkageFact.Obstacle) -> Linkage {
    try requireInside(path)
    let head = try bytes(of: path, at: 0, count: FileHead.size)
    if FileHead.isStub(head) { return .dynamic }
    guard let parts = try FileHead.parts(head) else { return try FileHead.linkage(head) }
    var linkages: Set<Linkage> = []
    for part in parts {
      let head = try bytes(of: path, at: part.offset, count: Int(min(part.size, 16)))
      guard !head.isEmpty else { throw .truncated }
      linkages.insert(try FileHead.linkage(head))
    }
    guard linkages.count == 1, let linkage = linkages.first else { throw .contradiction }
    return linkage
  }
}

// Reading files, and the obstacles to it.
extension BinaryReader {
  /// Throws if `path` is missing, or if a symbolic link leads out of the workspace.
  ///
  /// A path in a spec may lead out of it.
  func requireInside(_ path: String) throws(LinkageFact.Obstacle) {
    if source.kind(of: path) == nil { throw .missing }
    let isExplicitlyOutside = path.hasPrefix("../") || Path.isAbsolute(path)
    if !isExplicitlyOutside, !source.resolvesInside(path) { throw .outside }
  }

  func content(of path: String, limit: Int) throws(LinkageFact.Obstacle) -> [UInt8] {
    var content: [UInt8] = []
    do throws(FileError) {
      try source.read(path, limit: limit, into: &content)
    } catch {
      throw .unreadable(error.reason)
    }
    return content
  }

  func bytes(
    of path: String, at offset: UInt64, count: Int
  ) throws(LinkageFact.Obstacle) -> [UInt8] {
    guard let start = Int(exactly: offset) else { return [] }
    do throws(FileError) {
      return try source.bytes(of: path, at: start, count: count)
    } catch {
      throw .unreadable(error.reason)
    }
  }
}

extension LinkageFact {
  static func unknown(_ path: String, _ obstacle: Obstacle) -> Self {
    LinkageFact(.unknown, .nothing(path: path, obstacle))
  }
}
