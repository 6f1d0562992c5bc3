/// The options of reading a spec.
public struct SpecOptions: Sendable {
  /// The folder that includes and paths are relative to, if it is not that of the spec.
  public var projectRoot: String?
  /// The variables of the environment; `nil` leaves them unexpanded.
  public var environment: Environment?
  /// Returns whether layers differ for the folders below a folder; `nil` if the folders of
  /// sources and included files do not matter.
  public var layersDifferBelow: (@Sendable (_ folder: String) -> Bool)?
  /// Whether to keep the sources of each spec, for which it is read again otherwise.
  public var keepsSources = false
  /// Whether git ignores an included file that is missing, which a script may write.
  public var isIgnored: (@Sendable (_ path: String) -> Bool)?

  public init(
    projectRoot: String? = nil, environment: Environment? = nil,
    layersDifferBelow: (@Sendable (_ folder: String) -> Bool)? = nil
  ) {
    self.layersDifferBelow = layersDifferBelow
    self.projectRoot = projectRoot
    self.environment = environment
  }
}
