import Diagnostics
public import Files
public import Graph
internal import Paths
import YAML

/// Tells by the bytes of vendored libraries and bundles how they are linked.
///
/// Reads the headers that tell and no more: a kilobyte of a file and sixteen bytes of each part of
/// a universal one, whatever their size; property lists and JSON stubs whole. Nothing is run.
public struct BinaryReader<Source: FileTree> {
  let source: Source

  public init(_ source: Source) { self.source = source }

  /// How what is at `path` is linked on all platforms: a library, a framework or an XCFramework.
  ///
  /// - Returns: Facts for sets of platforms that are disjoint and have all platforms together.
  ///   Where the files do not tell, the linkage is unknown and the source says why.
  public func facts(at path: String) -> [LinkageFact] {
    let path = String(Path.withoutTrailingSlashes(path[...]))
    let isFolder = source.kind(of: path) == .folder
    if isFolder, path.hasSuffix(".xcframework") { return xcframework(at: path) }
    var fact = library(at: path)
    if case .bytes(let file) = fact.source { fact.phoneSlices = phoneSlices(ofFile: file) }
    return [fact]
  }

  /// How the file or framework at `path` is linked.
  func library(at path: String) -> LinkageFact {
    let isFolder = source.kind(of: path) == .folder
    return isFolder && path.hasSuffix(".framework") ? framework(at: path) : file(at: path)
  }

  /// How the file at `path` is linked.
  func file(at path: String) -> LinkageFact {
    do throws(LinkageFact.Obstacle) {
      return LinkageFact(try linkage(ofFile: path), .bytes(path: path))
    } catch {
      return .unknown(path, error)
    }
  }

  private func linkage(ofFile path: String) throws(LinkageFact.Obstacle) -> Linkage {
    try requireInside(path)
    switch BinaryKind(try bytes(of: path, at: 0, count: BinaryKind.headSize)) {
    case .json: return try linkage(ofJSON: path)
    case .stub: return .dynamic
    case .universal(let parts):
      var linkages: Set<Linkage> = []
      for part in parts { linkages.insert(try linkage(ofPart: part, of: path)) }
      guard linkages.count == 1, let linkage = linkages.first else { throw .contradiction }
      return linkage
    case let kind: return try linkage(of: kind)
    }
  }

  /// Ignores a part that is universal itself or not of a library's kind: the header is wrong.
  private func linkage(
    ofPart part: BinaryKind.Part, of path: String
  ) throws(LinkageFact.Obstacle) -> Linkage {
    // Enough for all kinds but a universal header.
    let size = 16
    let head = try bytes(of: path, at: part.offset, count: Int(min(part.size, UInt64(size))))
    switch BinaryKind(head) {
    case .empty: throw .truncated
    case .truncated where head.count == size: throw .unrecognised
    case let kind: return try linkage(of: kind)
    }
  }

  private func linkage(of kind: BinaryKind) throws(LinkageFact.Obstacle) -> Linkage {
    switch kind {
    case .archive, .bitcode, .machO(type: 1): return .static
    // Libraries, and stubs of libraries.
    case .machO(type: 6), .machO(type: 9): return .dynamic
    // Plug-ins are loaded by name and linked by nothing.
    case .machO(type: 8): return .none
    case .machO(let type): throw .otherType(type)
    case .pointer: throw .pointer
    case .empty: throw .empty
    case .truncated: throw .truncated
    case .stub, .json, .universal, .unrecognised: throw .unrecognised
    }
  }

  /// Stubs of version 5 are JSON with this key at the top.
  private func linkage(ofJSON path: String) throws(LinkageFact.Obstacle) -> Linkage {
    let text = try content(of: path, limit: Limits.fileSize)
    var tree = Tree()
    let parser = JSONParser(knownKeys: KnownKeys([]), rule: "")
    guard let root = try? parser.parse(text, into: &tree, file: FileID(index: 0)),
      tree.isMapping(root), tree.entry(of: root, named: "main_library") != nil
    else { throw .unrecognised }
    return .dynamic
  }
}

// Reading, and what keeps from it.
extension BinaryReader {
  /// A path may lead out of the workspace where a spec says so; a link may not.
  func requireInside(_ path: String) throws(LinkageFact.Obstacle) {
    if source.kind(of: path) == nil { throw .missing }
    let isSaidToBeOutside = path.hasPrefix("../") || Path.isAbsolute(path)
    if !isSaidToBeOutside, !source.resolvesInside(path) { throw .outside }
  }

  /// Returns the whole content of a file of at most `limit` bytes.
  func content(of path: String, limit: Int) throws(LinkageFact.Obstacle) -> [UInt8] {
    var content: [UInt8] = []
    do throws(FileError) {
      try source.read(path, limit: limit, into: &content)
    } catch {
      throw .unreadable(error.reason)
    }
    return content
  }

  /// Returns the bytes of a file from `offset` on, at most `count`.
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
