public import Diagnostics

/// A Swift package that a project declares.
public struct PackageReference: Sendable {
  /// The name that dependencies refer to.
  public var key: String
  /// The normalized URL of a remote package, or the path of a local one from the root of the tree.
  public var identity: String
  public var isLocal: Bool
  /// The version requirement in a canonical form, such as `from 1.2.0`; `nil` for a local package
  /// and an invalid requirement.
  public var requirement: String?
  /// The range of the key, or of the path of a local package.
  public var location: SourceRange
  /// The index in `Project.outsideNotes` of its declaration, if that is outside the root.
  public var outside: Int32?
  public var replacement: Replacement?

  /// The local package that replaces a remote one of the same identity.
  public enum Replacement: Hashable, Sendable {
    case folder(String)
    /// One that only some projects reach together with the remote one.
    case inSomeProjects
  }

  public init(
    key: String, identity: String, isLocal: Bool, requirement: String? = nil,
    at location: SourceRange, outside: Int32? = nil
  ) {
    self.key = key
    self.identity = identity
    self.isLocal = isLocal
    self.requirement = requirement
    self.location = location
    self.outside = outside
  }
}

/// Returns the canonical URL of a repository: lower case, without `.git`, and `https` for `ssh`.
public func normalized(url: String) -> String {
  var url = url.lowercased()
  while url.hasSuffix("/") { url.removeLast() }
  if url.hasSuffix(".git") { url.removeLast(4) }
  for prefix in ["ssh://git@", "git@"] where url.hasPrefix(prefix) {
    let place = url.dropFirst(prefix.count)
    guard let cut = place.firstIndex(where: { $0 == ":" || $0 == "/" }) else { break }
    return "https://\(place[..<cut])/\(place[cut...].drop { $0 == ":" || $0 == "/" })"
  }
  return url
}
