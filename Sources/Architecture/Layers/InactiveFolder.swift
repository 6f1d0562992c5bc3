public import Diagnostics
public import Graph
internal import Paths

/// A folder with specs that are not built in place: an archive of old projects or a template for
/// new ones.
public struct InactiveFolder: Hashable, Sendable {
  public var kind: Kind
  /// The `exclude` pattern that matches the folder.
  public var pattern: String

  public enum Kind: Sendable {
    case archive
    case template
  }

  /// Returns `nil` unless the path of a spec or the name of its project marks such a folder.
  public init?(of path: String, project: String = "") {
    let folder = Path.folder(of: path)
    let folders = Path.components(of: folder)
    let kinds = folders.map { Self.kind(of: String($0)) }
    if let place = kinds.firstIndex(where: { $0 != nil }), let kind = kinds[place] {
      self.init(kind, Path.joined(folders[...place]))
    } else if Self.hasPlaceholder(name: project), !folder.isEmpty {
      self.init(.template, folder)
    } else {
      return nil
    }
  }

  /// Returns `nil` unless the path of a spec or the name of its project contains a placeholder.
  public init?(template path: String, project: String) {
    // `<name>` may be markup in a text, but it is a placeholder in a name.
    let text = Self.hasPlaceholder(name: project) ? "{{name}}" : ""
    self.init(template: path, text: Array(text.utf8))
  }

  /// Returns `nil` unless the path or the text of a spec contains a placeholder.
  public init?(template path: String, text: [UInt8]) {
    let folder = Path.folder(of: path)
    guard !folder.isEmpty, Self.hasPlaceholder(text) || Self.hasPlaceholder(name: folder)
    else { return nil }
    if let known = Self(of: path), known.kind == .template {
      self = known
    } else {
      self.init(.template, folder)
    }
  }

  private init(_ kind: Kind, _ folder: String) {
    self.kind = kind
    pattern = RulesFile.pattern(folder: folder)
  }

  private static let archives: Set<String> = [
    "archive", "archived", "archives", "attic", "backup", "backups", "deprecated", "graveyard",
    "obsolete", "old", "outdated", "retired",
  ]
  private static let templates: Set<String> = [
    "boilerplate", "cookiecutter", "scaffold", "scaffolding", "scaffolds", "template", "templates",
  ]

  private static func kind(of folder: String) -> Kind? {
    if hasPlaceholder(name: folder) { return .template }
    let word = folder.lowercased().drop { $0 == "_" || $0 == "-" }
    if templates.contains(String(word)) { return .template }
    return archives.contains(String(word)) ? .archive : nil
  }

  /// Whether the name of a folder or a project contains a placeholder, including `<name>`.
  private static func hasPlaceholder(name: String) -> Bool {
    let bytes = Array(name.utf8)
    return hasPlaceholder(bytes)
      || bytes.indices.contains(where: {
        bytes[$0] == UInt8(ascii: "<") && closes(bytes[$0...], "<", ">")
      })
  }

  /// Whether a text contains `{{ name }}`, `**NAME**` or `___NAME___`.
  private static func hasPlaceholder(_ text: [UInt8]) -> Bool {
    for start in text.indices {
      switch text[start] {
      case UInt8(ascii: "{") where closes(text[start...], "{{", "}}"): return true
      case UInt8(ascii: "*") where closes(text[start...], "**", "**"): return true
      case UInt8(ascii: "_") where closes(text[start...], "___", "___"): return true
      default: break
      }
    }
    return false
  }

  /// Whether a text starts with a name between two delimiters.
  private static func closes(_ text: ArraySlice<UInt8>, _ mark: String, _ end: String) -> Bool {
    guard text.starts(with: mark.utf8) else { return false }
    // Longer texts are not names.
    let rest = text.dropFirst(mark.utf8.count).prefix(80)
    let name = rest.prefix { byte in
      byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: " ")
        || byte == UInt8(ascii: "-") || 0x30...0x39 ~= byte || 0x41...0x5a ~= byte
        || 0x61...0x7a ~= byte
    }
    // `_` is also a character of names.
    if mark == "___" { return name.count > 6 && name.suffix(3).elementsEqual(end.utf8) }
    let isNamed = name.contains { $0 != UInt8(ascii: " ") }
    return isNamed && rest.dropFirst(name.count).starts(with: end.utf8)
  }
}

extension LayeredGraph {
  /// Returns the advice to exclude the folder of a module's spec if it is an archive or a template.
  public func exclusion(of module: ModuleID) -> [Diagnostic.Message] {
    graph.spec(of: module).flatMap { InactiveFolder(of: $0.path, project: $0.project) }
      .map { [.exclude($0)] } ?? []
  }
}

extension Diagnostic.Message {
  public static func exclude(_ folder: InactiveFolder) -> Self {
    let what = folder.kind == .archive ? "an archive" : "a template for new projects"
    return "if this is \(what), leave it out: `exclude: [\"\(folder.pattern)\"]` in rules.yml"
  }
}
