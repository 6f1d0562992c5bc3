public import Diagnostics
public import Files
internal import Paths
internal import Text

/// Reads `project.pbxproj` files.
public struct XcodeProjectReader {
  private let tree: any FileTree
  private var configurationFiles: ConfigurationFiles
  private var buffer: [UInt8] = []

  /// - Parameters:
  ///   - tree: The tree of files.
  ///   - isIgnored: Whether git ignores a path.
  public init(in tree: any FileTree, isIgnored: @escaping (String) -> Bool = { _ in false }) {
    self.tree = tree
    configurationFiles = ConfigurationFiles(in: tree, isIgnored: isIgnored)
  }

  /// Reads the project in the `.xcodeproj` folder at `path`.
  ///
  /// Its `project.pbxproj` has the file ID `file`.
  ///
  /// - Throws: An `invalid-project` diagnostic if Xcode cannot open the project.
  /// - Complexity: O(*n*) for *n* bytes.
  public mutating func read(_ path: String, file: FileID) throws(Diagnostic) -> XcodeProject {
    let contents = Path.join(path, entry: "project.pbxproj")
    do throws(FileError) {
      try tree.read(contents, limit: Limits.projectSize, into: &buffer)
    } catch {
      throw Diagnostic(
        .invalidProject, .error, .unreadable(error.reason),
        at: SourceRange(file: file, start: .start, end: .start))
    }
    let objects = ProjectObjects(try parse(buffer, file: file), file: file)
    guard let root = objects.rootObject, objects.kind(root) == .project else {
      throw Diagnostic(
        .invalidProject, .error, .noRootObject,
        at: SourceRange(file: file, start: .start, end: .start))
    }
    var decoder = ProjectDecoder(
      objects, root: root, path: path, in: tree, configurationFiles: configurationFiles)
    let project = decoder.project()
    configurationFiles = decoder.configurationFiles
    return project
  }

  private func parse(_ bytes: [UInt8], file: FileID) throws(Diagnostic) -> PropertyListTree {
    let first = bytes.first { !Self.isBlank($0) }
    do throws(XMLTokenizer.SyntaxError) {
      guard first == UInt8(ascii: "<"), Self.conflict(in: bytes) == nil else {
        return try PropertyListParser.parse(bytes, isJSON: Self.isJSON(bytes))
      }
      return try XMLPropertyListParser.parse(bytes)
    } catch {
      guard let conflict = Self.conflict(in: bytes) else {
        throw Diagnostic(
          .invalidProject, .error, error.message,
          at: SourceRange(file: file, start: error.position, end: error.position))
      }
      var start = Position.start
      start.advance(over: bytes[..<conflict])
      throw Diagnostic(
        .invalidProject, .error, .conflict,
        at: SourceRange(
          file: file, start: start, end: Position(line: start.line, column: start.column + 7)),
        help: [.resolveConflict])
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].contains(byte)
  }

  /// Whether a property list starts like JSON: with `{ "key" :`.
  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    var rest = bytes.drop(while: isBlank)
    guard rest.popFirst() == UInt8(ascii: "{") else { return false }
    rest = rest.drop(while: isBlank)
    guard rest.popFirst() == UInt8(ascii: "\""),
      let end = rest.firstIndex(of: UInt8(ascii: "\""))
    else { return false }
    return rest[(end + 1)...].first { !isBlank($0) } == UInt8(ascii: ":")
  }

  /// Returns the offset of the first merge-conflict marker of git.
  private static func conflict(in bytes: [UInt8]) -> Int? {
    let mark = Array("<<<<<<<".utf8)
    var start = 0
    while start + mark.count <= bytes.count {
      if bytes[start..<start + mark.count].elementsEqual(mark) { return start }
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      start = end + 1
    }
    return nil
  }
}

extension Diagnostic.Message {
  fileprivate static func unreadable(_ reason: String) -> Self { "cannot be read: \(reason)" }
  fileprivate static let noRootObject: Self =
    "not an Xcode project: 'rootObject' names no PBXProject"
  fileprivate static let conflict: Self = "unresolved merge conflict"
  fileprivate static let resolveConflict: Self =
    "resolve the conflict; Xcode does not open the project until then"
}
