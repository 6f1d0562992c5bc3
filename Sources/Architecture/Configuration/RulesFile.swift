public import Diagnostics
internal import Text

/// The contents of a rules.yml to write.
public struct RulesFile: Sendable {
  /// The layers, from the top down.
  public var layers: [Layer]
  public var interfaces: [String]
  public var testSupport: [String]
  public var exclude: [String]
  /// Patterns of the spec files, if they have unusual names or locations.
  public var specs: [Specs]
  public var readsImports = false
  public var severityOfImports = Severity.error
  /// The severity of imports of what a target links through others; `nil` to accept them.
  public var severityOfTransitiveImports: Severity?

  public struct Specs: Hashable, Sendable {
    public var pattern: String
    /// The folder that the paths in the specs are relative to, if it is not their own.
    public var root: String?

    public init(pattern: String, root: String? = nil) {
      self.pattern = pattern
      self.root = root
    }
  }

  public struct Layer: Sendable {
    public var name: String
    /// The patterns of the modules; `nil` for the modules under a folder of the layer's name.
    public var modules: [String]?
    public var allowsPeers: Bool
    /// The pattern of the folders that divide the layer into slices.
    public var slices: String?
    /// A comment at the end of the layer's first line.
    public var comment: String?

    public init(name: String, modules: [String]? = nil, allowsPeers: Bool = false) {
      self.name = name
      self.modules = modules
      self.allowsPeers = allowsPeers
    }
  }

  public init(
    layers: [Layer] = [], interfaces: [String] = [], testSupport: [String] = [],
    exclude: [String] = [], specs: [Specs] = []
  ) {
    self.exclude = exclude
    self.layers = layers
    self.interfaces = interfaces
    self.testSupport = testSupport
    self.specs = specs
  }

  /// Returns the pattern without a `/` that matches the module `name`.
  ///
  /// Replaces characters with a special meaning by `?`, since patterns have no escapes.
  public static func pattern(name: String) -> String { plain(name, special: "*?[]{}/") }

  /// Returns the pattern that matches the folder at `path` and all folders below.
  public static func pattern(folder path: String) -> String {
    plain(path, special: "*?[]{}") + "/**"
  }

  /// Returns the pattern that matches only the file at `path`.
  public static func pattern(file path: String) -> String { plain(path, special: "*?[]{}") }

  private static func plain(_ text: String, special: String) -> String {
    String(text.map { special.contains($0) ? "?" : $0 })
  }
}

extension RulesFile {
  /// Returns the text of the file, with comments that explain each key.
  ///
  /// `address` is the address of modlint's repository, or empty, and `schema` the path of the JSON
  /// Schema for editors, if there is one.
  public func text(documentation address: String, schema: String? = nil) -> String {
    let source = address.isEmpty ? "" : ": \(address)"
    let modeline = schema.map { "# yaml-language-server: $schema=\($0)\n" } ?? ""
    var parts = [
      modeline + """
        # The ground rules of this workspace, as modlint checks them\(source)
        version: 1

        """
    ]
    if !specs.isEmpty {
      parts.append("# The files that are read as specs.\nspecs:\n" + specs.map(\.text).joined())
    }
    parts += Self.part(
      "exclude", exclude,
      "Templates for new projects, and archives of old ones. These are not read.")
    if !layers.isEmpty { parts.append(layersText) }
    parts += Self.part(
      "interfaces", interfaces,
      "Protocols and plain types. These may be linked within their own layer.")
    parts += Self.part(
      "test-support", testSupport, "What only tests and their host apps may link.")
    if readsImports { parts.append(importRules) }
    return parts.joined(separator: "\n")
  }

  /// Returns a key with a list of patterns and a comment; empty for an empty list.
  private static func part(_ key: String, _ patterns: [String], _ comment: String) -> [String] {
    patterns.isEmpty ? [] : ["# \(comment)\n\(key): \(list(patterns))\n"]
  }

  private var importRules: String {
    let severity = severityOfImports.rawValue
    let transitive = severityOfTransitiveImports?.rawValue ?? "off"
    return """
      # What sources import and their targets do not link, and links that no source needs.
      rules:
        undeclared-import: { severity: \(severity), transitive: \(transitive), tests: warning }
        unused-link: { severity: warning, executables: off, tests: off }

      """
  }

  private var layersText: String {
    var text = """
      # The layers, top first. A module links only modules of lower layers: any lower one, not just
      # the next.

      """
    if layers.contains(where: { $0.modules == nil }) {
      text += """
        # A bare name is short for "modules under a folder of that name"; of several such folders on
        # the way to a module the outermost counts.

        """
    }
    if layers.contains(where: { $0.modules != nil }) {
      text += """
        # A pattern with / matches the folder of a module, one without its name.

        """
    }
    if layers.contains(where: { $0.slices != nil }) {
      text += """
        # 'peers' with 'within' lets the modules below one such folder link each other.

        """
    }
    text += "layers:\n"
    for layer in layers { text += layer.text }
    return text
  }

  fileprivate static func list(_ texts: [String]) -> String {
    "[" + texts.map(\.quotedForYAML).joined(separator: ", ") + "]"
  }
}

extension RulesFile.Specs {
  fileprivate var text: String {
    guard let root else { return "  - \(pattern.quotedForYAML)\n" }
    return "  - { pattern: \(pattern.quotedForYAML), root: \(root.quotedForYAML) }\n"
  }
}

extension RulesFile.Layer {
  fileprivate var text: String {
    // Names in the comment need the escapes of a scalar.
    let note = comment.map { "    # \($0.quotedForYAML.dropFirst().dropLast())" } ?? ""
    guard modules != nil || allowsPeers || slices != nil else {
      return "  - \(name.scalarForYAML)\(note)\n"
    }
    var text = "  - name: \(name.scalarForYAML)\(note)\n"
    if let modules { text += "    modules:\(Self.wrapped(modules))\n" }
    if let slices { text += "    peers: { within: \(slices.quotedForYAML) }\n" }
    if allowsPeers {
      text += "    peers: allow    # as they do; remove it when they no longer link each other\n"
    }
    return text
  }

  /// Returns a list on one line, or one entry per line if that is too long.
  private static func wrapped(_ patterns: [String]) -> String {
    let line = RulesFile.list(patterns)
    if line.utf8.count <= 80 { return " " + line }
    return patterns.map { "\n      - " + $0.quotedForYAML }.joined()
  }
}

extension Configuration {
  /// Creates the configuration that the written file will have.
  public init(_ file: RulesFile, catalog: RuleCatalog = RuleCatalog()) {
    do throws(Diagnostic) {
      try self.init(
        rules: Array(file.text(documentation: "").utf8), file: FileID(index: 0),
        catalog: catalog)
    } catch {
      preconditionFailure("rules.yml is not a YAML mapping: \(error)")
    }
    assert(problems.isEmpty, "invalid rules: \(problems)")
  }
}
