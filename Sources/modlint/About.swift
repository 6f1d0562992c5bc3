/// The name, version and home of modlint, each defined only here.
enum About {
  static let name = "modlint"
  static let version = "0.1.0"
  /// The URL of the repository with the releases; empty before the first release.
  static let home = ""
}
