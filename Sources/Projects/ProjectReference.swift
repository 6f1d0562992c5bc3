public import Diagnostics

/// A reference to another Xcode project.
public struct ProjectReference: Sendable {
  public var key: String
  /// The path of the `.xcodeproj`, from the root of the tree.
  public var path: String
  /// The range of the declared path.
  public var location: SourceRange
  /// The index in `Project.outsideNotes` of its declaration, if that is outside the root.
  public var outside: Int32?

  public init(key: String, path: String, at location: SourceRange, outside: Int32? = nil) {
    self.key = key
    self.path = path
    self.location = location
    self.outside = outside
  }
}
