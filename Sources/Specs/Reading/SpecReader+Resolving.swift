internal import Diagnostics
internal import YAML

/// What the second stage makes of a parsed specification: all that it is, wherever that is written.
struct ResolvedSpec {
  /// Relative to the source's root.
  var path: String
  /// The folder that its paths start from.
  var folder: String
  var file: FileID
  /// In the reader's tree.
  var root: NodeID
  /// Whether something that it includes could not be read.
  var isBroken: Bool
  /// Whether parts of it are missing: what could not be read, or a block of targets that stands under a key
  /// that XcodeGen does not know.
  var isIncomplete: Bool
  /// Whether a template that it names is not there.
  var lacksTemplates: Bool
}

/// What a reader finds out of a specification on the way from its text to `ResolvedSpec`, besides its values.
struct ResolutionState {
  /// Whether any of its files has a key that ends in `:REPLACE` where it may be left over.
  var hasReplacingKeys = false
  /// Whether XcodeGen fills in no attributes of templates, so that variables are left over.
  var hasUnusableTemplateAttributes = false
  /// Whether a key that XcodeGen does not know has taken parts of the specification with it.
  var hasMisplacedBlocks = false
  /// Whether a template that it names is not there.
  var lacksTemplates = false
  /// Where its targets are written, and which of them matter.
  var places = TargetPlaces()
  /// For each layer of the tree that lies outside the source's root, its path and the entry that leads there.
  var outsideFiles: [Int: OutsideFile] = [:]

  /// Begins anew, in the same memory.
  mutating func removeAll() {
    hasReplacingKeys = false
    hasUnusableTemplateAttributes = false
    hasMisplacedBlocks = false
    lacksTemplates = false
    places.removeAll()
    outsideFiles.removeAll()
  }
}

/// An included file that lies outside the source's root.
struct OutsideFile {
  var path: String
  /// The entry that leads there.
  var entry: SourceRange
}

// The second stage: resolving.
extension SpecReader {
  /// Merges what a specification includes, expands its platforms and applies its templates.
  ///
  /// - Throws: Why that comes to no end, or to too much.
  mutating func resolve(_ spec: consuming ParsedSpec) throws(Diagnostic) -> ResolvedSpec {
    var includes = IncludeResolution(specPath: spec.path, base: spec.folder)
    var root = try includes.resolve(spec.root, &self)
    // What is missing may hold the templates.
    if !includes.isBroken { checkTemplates(of: root) }
    root = tree.expandingPlatforms(of: root)
    let templated = tree.resolvingTemplates(of: root)
    if !includes.isBroken { checkReplacingKeys(of: templated) }
    // What no template changed has no lists any more.
    if templated != root { root = tree.expandingPlatforms(of: templated) }
    guard !tree.isTooLarge else {
      throw Diagnostic(.invalidSpec, .error, .tooLarge, at: spec.file.firstLine)
    }
    return ResolvedSpec(
      path: spec.path, folder: spec.folder, file: spec.file, root: root,
      isBroken: includes.isBroken, isIncomplete: includes.isBroken || resolution.hasMisplacedBlocks,
      lacksTemplates: resolution.lacksTemplates)
  }
}
