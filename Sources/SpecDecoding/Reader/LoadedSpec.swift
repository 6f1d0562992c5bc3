public import Diagnostics
public import Files
public import SpecReading
public import Text

/// A spec of a file tree, read with all files that it includes.
public struct LoadedSpec: Sendable {
  private let reader: SpecReader
  private let tree: any FileTree

  /// Reads the spec at `path`.
  ///
  /// - Parameters:
  ///   - path: The path of the spec, relative to the root of the file tree.
  ///   - tree: The file tree.
  ///   - projectRoot: The folder that includes and paths are relative to, if it is not that of the
  ///     spec.
  ///   - environment: The variables of the environment; `nil` leaves them unexpanded.
  public init(
    _ path: String, in tree: any FileTree, projectRoot: String? = nil, environment: Environment?
  ) {
    var reader = SpecReader(
      source: tree, options: .init(projectRoot: projectRoot, environment: environment))
    reader.read(path)
    self.reader = reader
    self.tree = tree
  }

  /// The files that were read.
  public var sources: SourceMap { reader.sources }

  public var diagnostics: [Diagnostic] { reader.batch.notes.diagnostics }

  /// The resolved spec; `nil` if it could not be read.
  public var dump: JSON? { SpecDump(reader, tree: tree)?.json() }
}
