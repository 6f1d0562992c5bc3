internal import Architecture
public import Diagnostics
internal import Files
internal import Paths
internal import Text

/// A `contents.xcworkspacedata`, which lists the projects of an Xcode workspace.
///
/// A `Workspace` of `FileRef` and nested `Group` elements whose `location` is a kind and a path,
/// such as `group:core/Network/Network.xcodeproj` (github.com/tuist/XcodeProj, `XCWorkspaceData`).
public struct XcodeWorkspaceFile: Sendable {
  private typealias SyntaxError = XMLTokenizer.SyntaxError

  /// The `.xcodeproj` entries, by path from the workspace root, in order.
  private(set) var projects: [ProjectListing.Listed] = []
  private(set) var others: [String] = []
  /// The `.xcodeproj` entries outside of the workspace root, by path from it.
  private(set) var outside: [String] = []
  private(set) var isRead: Bool
  /// The error because of which the file, or the rest of it, was not read.
  private(set) var error: Diagnostic?

  /// Places are in file 0.
  private let file = FileID(index: 0)
  public let folder: String
  private let root: String
  /// The open elements, with the folders that `group:` is relative to inside of them.
  private var open: [(name: String, start: Position, folder: String?)] = []
  private var hasRoot = false

  /// Reads the file of the `.xcworkspace` at a path; `root` is the absolute path of the workspace
  /// root, for `absolute:`, and empty if it has none.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  init(at workspace: String, in tree: some FileTree, root: String) {
    folder = Path.folder(of: workspace)
    self.root = root
    let path = Path.join(workspace, entry: Self.name)
    isRead = tree.kind(of: path) != nil
    // On another machine, the file may exist.
    if !isRead { return }
    do throws(FileError) {
      guard tree.resolvesInside(path) else { throw .outsideRoot }
      read(try tree.content(of: path))
    } catch {
      isRead = false
      self.error = Diagnostic(
        .workspaceMismatch, .warning, .unreadable(error.reason), at: file.firstLine)
    }
  }

  private mutating func read(_ text: [UInt8]) {
    var tokens = XMLTokenizer(text)
    do throws(SyntaxError) {
      while let (token, start) = try tokens.next() { try read(token, at: start) }
      if let last = open.last {
        throw SyntaxError(message: .unbalanced(last.name), position: last.start)
      }
      if !hasRoot {
        throw SyntaxError(message: .noWorkspace, position: Position(line: 1, column: 1))
      }
    } catch {
      self.error = Diagnostic(
        .workspaceMismatch, .warning, error.message,
        at: SourceRange(file: file, start: error.position, end: error.position))
    }
  }

  static let name = "contents.xcworkspacedata"

  public var projectPaths: [String] { projects.map(\.path) }

  /// Whether it cannot be read completely, so that it may list any project below its folder.
  public var mayListMore: Bool { !isRead || error != nil }

  private mutating func read(_ token: XMLTokenizer.Token, at start: Position) throws(SyntaxError) {
    switch token {
    case .end(let name):
      guard open.popLast()?.name == name else {
        throw SyntaxError(message: .unbalanced(name), position: start)
      }
    case .text, .verbatim: break
    case .start(let name, let attributes, let isEmpty):
      if !hasRoot, name != "Workspace" {
        throw SyntaxError(message: .noWorkspace, position: start)
      }
      hasRoot = true
      let location = attributes.first { $0.name == "location" }
      let outer = open.isEmpty ? folder : open.last?.folder
      let path = location.map { self.path(of: $0.value, in: outer) } ?? outer
      if name == "FileRef", let location, let path { add(path, at: location) }
      if !isEmpty { open.append((name, start, path)) }
    }
  }

  private mutating func add(_ path: String, at location: XMLTokenizer.Attribute) {
    let isOutside = Path.leadsOutside(path)
    guard path.hasSuffix(".xcodeproj") else {
      if !isOutside { others.append(path) }
      return
    }
    guard !isOutside else { return outside.append(path) }
    projects.append(
      .init(
        path: path, location: SourceRange(file: file, start: location.start, end: location.end)))
  }

  /// Returns the path of a location; `nil` for the folders of Xcode.
  private func path(of location: String, in group: String?) -> String? {
    guard let colon = location.firstIndex(of: ":") else { return nil }
    let path = String(location[location.index(after: colon)...])
    switch location[..<colon] {
    case "group": return group.flatMap { Self.normal(path, in: $0) }
    case "container", "self": return Self.normal(path, in: folder)
    case "absolute":
      guard !root.isEmpty, let part = Path.part(of: path, in: root) else {
        return Path.isAbsolute(path) ? Path.join("..", entry: Path.lastComponent(path)) : nil
      }
      return Self.normal(String(part), in: "")
    default: return nil
    }
  }

  /// Returns a path from the root without `.`, and without `..` unless it leads out.
  private static func normal(_ path: String, in folder: String) -> String? {
    Path.isAbsolute(path) ? nil : Path.normalized(Path.join(folder, entry: path))
  }
}

extension Diagnostic.Message {
  public static func unreadable(_ reason: String) -> Self { "cannot be read: \(reason)" }
  fileprivate static let noWorkspace: Self =
    "not an Xcode workspace: there is no <Workspace> element"
  fileprivate static func unbalanced(_ name: String) -> Self {
    "not valid XML: the tags of <\(name)> are not in pairs"
  }
}
