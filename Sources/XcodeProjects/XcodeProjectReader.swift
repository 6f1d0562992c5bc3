public import Diagnostics
public import Files
internal import Paths
internal import Projects
internal import Text

/// The errors for which Xcode does not open a project.
public struct InvalidProject: Error {
  /// At least one `invalid-project` diagnostic.
  public var findings: [Diagnostic]

  init(_ message: Diagnostic.Message, at range: SourceRange, help: [Diagnostic.Message] = []) {
    self.init([Diagnostic(.invalidProject, .error, message, at: range, help: help)])
  }

  init(_ findings: [Diagnostic]) { self.findings = findings }
}

/// Reads `project.pbxproj` and `project.xcproj` files.
public struct XcodeProjectReader {
  /// The files that projects refer to.
  struct Repository {
    let tree: any FileTree
    let isIgnored: (String) -> Bool
    var configurationFiles: ConfigurationFiles
  }

  private var repository: Repository
  private var buffer: [UInt8] = []

  /// Creates a reader for a tree of which git ignores some paths.
  public init(in tree: any FileTree, isIgnored: @escaping (String) -> Bool) {
    repository = Repository(
      tree: tree, isIgnored: isIgnored, configurationFiles: ConfigurationFiles())
  }

  /// Returns the file with the contents of the `.xcodeproj` folder at `path`.
  public static func contents(of path: String, in tree: some FileTree) -> String {
    let json = Path.join(path, entry: "project.xcproj")
    return tree.kind(of: json) == .file ? json : Path.join(path, entry: "project.pbxproj")
  }

  /// Reads the project in the `.xcodeproj` folder at `path`.
  ///
  /// Its contents have the file ID `file`.
  ///
  /// - Throws: The `invalid-project` diagnostics if Xcode cannot open the project.
  /// - Complexity: O(*n*) for *n* bytes.
  public mutating func read(_ path: String, file: FileID) throws(InvalidProject) -> XcodeProject {
    let tree = repository.tree
    let contents = Self.contents(of: path, in: tree)
    let isJSON = contents.hasSuffix(".xcproj")
    if isJSON, tree.kind(of: Path.join(path, entry: "project.pbxproj")) == .file {
      throw InvalidProject(.twoFiles, at: file.firstLine, help: [.deleteOne])
    }
    do throws(FileError) {
      try tree.read(contents, limit: Limits.projectSize, into: &buffer)
    } catch {
      throw InvalidProject(.unreadable(error.reason), at: file.firstLine)
    }
    let parsed = try parse(buffer, file: file, isJSON: isJSON)
    let builder: ProjectBuilder
    if isJSON {
      var decoder = try JSONProjectDecoder(parsed, file: file, path: contents, in: repository)
      try decoder.decode()
      builder = decoder.builder
    } else {
      let objects = ProjectObjects(parsed, file: file)
      guard let root = objects.rootObject, objects.kind(root) == .project else {
        throw InvalidProject(.noRootObject, at: file.firstLine)
      }
      var decoder = ProjectDecoder(objects, root: root, path: contents, in: repository)
      decoder.decode()
      builder = decoder.builder
    }
    repository.configurationFiles = builder.configurationFiles
    var project = builder.result
    project.nameTargets()
    return project
  }

  private func parse(
    _ bytes: [UInt8], file: FileID, isJSON: Bool
  ) throws(InvalidProject) -> PropertyListTree {
    do throws(XMLTokenizer.SyntaxError) {
      if !isJSON, bytes.first(where: { !Self.isBlank($0) }) == UInt8(ascii: "<") {
        return PropertyListTree(bytes, try XMLPropertyListReader.read(bytes))
      }
      return try PropertyListParser.parse(bytes, isJSON: isJSON || Self.isJSON(bytes))
    } catch {
      var (start, end) = (error.position, error.position)
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      guard lines[Int(start.line) - 1].starts(with: "<<<<<<<".utf8) else {
        throw InvalidProject(error.message, at: SourceRange(file: file, start: start, end: end))
      }
      // The syntax fails at the first marker of git.
      (start.column, end.column) = (1, 8)
      throw InvalidProject(
        .conflict, at: SourceRange(file: file, start: start, end: end), help: [.resolveConflict])
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
}

extension Diagnostic.Message {
  fileprivate static func unreadable(_ reason: String) -> Self { "cannot be read: \(reason)" }
  fileprivate static let noRootObject: Self =
    "not an Xcode project: 'rootObject' names no PBXProject"
  fileprivate static let twoFiles: Self =
    "both project.xcproj and project.pbxproj; Xcode opens neither"
  fileprivate static let deleteOne: Self =
    "delete the one that is out of date: after a conversion that is project.pbxproj"
  fileprivate static let conflict: Self = "unresolved merge conflict"
  fileprivate static let resolveConflict: Self =
    "resolve the conflict; Xcode does not open the project until then"
}

extension PropertyListTree {
  /// Creates the tree of a property list in XML form.
  init(_ bytes: [UInt8], _ list: PropertyList) {
    self.init(bytes)
    append(list)
  }

  private mutating func append(_ list: PropertyList) {
    switch list.content {
    case .text(_, "true"): append(.text, decoded: Array("YES".utf8), at: list.place)
    case .text(_, "false"): append(.text, decoded: Array("NO".utf8), at: list.place)
    case .text(let text, let element):
      append(element == "data" ? .data : .text, decoded: text, at: list.place)
    case .list(let children), .table(let children):
      let isTable = if case .table = list.content { true } else { false }
      let node = append(isTable ? .table : .list, decoded: [], at: list.place)
      for child in children { append(child) }
      close(node)
    }
  }
}
