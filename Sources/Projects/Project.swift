public import Diagnostics
public import Graph

/// A project: the targets, packages and references to other projects that one file describes.
///
/// Its lists are ranges of the `ProjectBatch` that it belongs to.
public struct Project: Sendable {
  /// The path of the file, relative to the root of the tree.
  public var path: String
  /// The folder that paths in the file are relative to.
  public var folder: String
  /// The first source path of its targets, if no source exists and the path is below `folder`.
  public var firstSource: NameID?
  public var file: FileID
  public var name: NameID
  public var nameRange: SourceRange
  public var kind: Kind
  public var targetRows = RowRange.none
  public var packageRows = RowRange.none
  public var referenceRows = RowRange.none
  /// The settings that its targets inherit, in `ProjectBatch.writtenSettings`.
  public var settingRows = RowRange.none
  /// Whether its targets link the dependencies of the targets that they link.
  public var linksTransitively = false
  public var findsCarthageFrameworks = false
  public var carthageBuildPath: String?
  /// Whether the file names the project, which otherwise has the name of its folder.
  public var isNamed = true
  /// Whether any target declares a Carthage dependency.
  public var hasCarthage = false
  /// Whether the file is invalid as a whole, so that some of its targets may be missing.
  public var isBroken = false
  /// Whether an included file is missing or unreadable, or a block is under an unknown key.
  public var lacksIncludes = false
  /// Whether it uses a template that does not exist.
  public var lacksTemplates = false
  /// The hints about its source paths and the module names of its targets.
  public var sourceHints = SourceHints.all

  /// The kind of file that describes a project.
  public enum Kind: Sendable {
    /// A spec, from which an Xcode project is generated.
    case spec
    /// An Xcode project, which declares everything that it links and embeds.
    case xcode
    /// A Swift package, whose targets link targets and products by the rules of SwiftPM.
    case package
  }

  public init(
    _ kind: Kind, path: String, folder: String, file: FileID, name: NameID, nameRange: SourceRange
  ) {
    self.kind = kind
    self.path = path
    self.folder = folder
    self.file = file
    self.name = name
    self.nameRange = nameRange
  }

  public var targets: Range<Int> {
    get { targetRows.rows }
    set { targetRows = RowRange(newValue) }
  }
  public var packages: Range<Int> {
    get { packageRows.rows }
    set { packageRows = RowRange(newValue) }
  }
  public var projectReferences: Range<Int> {
    get { referenceRows.rows }
    set { referenceRows = RowRange(newValue) }
  }
}
