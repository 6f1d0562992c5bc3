/// Hints about the source paths and module names of a project.
///
/// They allow checking a few changed sources without reading all others.
public struct SourceHints: Hashable, Sendable {
  /// Whether targets may have modules that are named differently from their products.
  public var mayNameModules = false
  /// Paths outside the project's folder that may be or contain sources, from the root of the tree;
  /// `nil` if sources may be anywhere.
  public var outside: [String]? = []

  /// The hints of a project that has neither.
  public init() {}

  public init(mayNameModules: Bool, outside: [String]?) {
    self.mayNameModules = mayNameModules
    self.outside = outside
  }

  /// The hints of a project that may have both.
  public static let all = SourceHints(mayNameModules: true, outside: nil)
}
