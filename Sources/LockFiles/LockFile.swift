public import Diagnostics

/// The content of a Podfile.lock or a Cartfile.resolved.
public struct LockFile: Sendable {
  /// The packages in the order of the file, each once.
  public internal(set) var packages: [LockedPackage] = []
  /// Findings about entries that could not be read.
  public internal(set) var diagnostics: [Diagnostic] = []

  init() {}

  /// Reads a file with the given name, which must be one of `names`.
  public init(named name: String, text: [UInt8], file: FileID) {
    precondition(Self.names.contains(name), "no lock file")
    self =
      name == "Podfile.lock"
      ? Self(podfileLock: text, file: file) : Self(cartfile: text, file: file)
  }

  public static let names = ["Podfile.lock", "Cartfile.resolved"]

  /// Reports an error under the rule that compares versions, which is the only user of the file.
  mutating func report(_ message: Diagnostic.Message, at place: SourceRange) {
    diagnostics.append(Diagnostic("package-version-mismatch", .warning, message, at: place))
  }

  /// Returns the error of a file that is unreadable as a whole.
  public static func unreadable(_ reason: String, file: FileID) -> Diagnostic {
    Diagnostic(
      "package-version-mismatch", .warning, .unreadable(reason), at: file.firstLine)
  }
}

/// One pod or Carthage dependency in a lock file.
public struct LockedPackage: Sendable {
  /// The pod without its subspecs, or the last component of a Carthage repository, which is usually
  /// the name of the framework.
  public var name: String
  public var manager: Manager
  /// The identity across files: the name of the pod, or the normalized URL.
  public var identity: String
  /// The version, with the revision if one was checked out.
  public var version: String
  public var location: SourceRange
  /// The other pods that it links, each once with its location.
  public var links: [(name: String, location: SourceRange)] = []

  public enum Manager: Sendable {
    case cocoaPods
    case carthage
  }
}

extension LockedPackage {
  /// The name of the framework of a pod, unless its podspec sets another: other characters than
  /// letters and digits become `_`, as in CocoaPods' `c99ext_identifier`.
  public var frameworkName: String {
    guard manager == .cocoaPods else { return name }
    let scalars = name.unicodeScalars.map { scalar in
      let isPlain = "a"..."z" ~= scalar || "A"..."Z" ~= scalar || "0"..."9" ~= scalar
      return isPlain ? Character(scalar) : "_"
    }
    return (name.utf8.first.map { 0x30...0x39 ~= $0 } ?? false ? "_" : "") + String(scalars)
  }
}

extension Diagnostic.Message {
  fileprivate static func unreadable(_ reason: String) -> Self {
    "its versions cannot be compared: the file cannot be read: \(reason)"
  }
}
