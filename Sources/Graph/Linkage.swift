/// How the code of a module gets into a program.
public enum Linkage: String, Sendable {
  /// Copied into the binary that links it.
  case `static`
  /// A binary of its own, loaded at launch.
  case dynamic
  /// Cannot be linked: an application, a test bundle, a resource bundle.
  case none
  /// Linkable, but nothing says how.
  case unknown
}
