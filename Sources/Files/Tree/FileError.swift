/// Why a file or a folder cannot be read, or a file not written.
public enum FileError: Error, Hashable, Sendable {
  case notFound
  /// The system's reason, as "permission denied".
  case notReadable(String)
  /// The system's reason, as "no space left on device".
  case notWritable(String)
  /// There is something else, as a folder, a pipe or a device.
  case notARegularFile(FileKind)
  case tooLarge(limit: Int)
  /// A link leads out of the tree.
  case outsideRoot

  /// The reason in a few words that follow a path and a colon.
  public var reason: String {
    switch self {
    case .notFound: "no such file"
    case .notReadable(let reason), .notWritable(let reason): reason
    case .notARegularFile(.folder): "is a folder"
    case .notARegularFile: "is not a regular file"
    case .tooLarge(let limit): "is larger than \(limit) bytes"
    case .outsideRoot: "leads outside the root"
    }
  }
}
