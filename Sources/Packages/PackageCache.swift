internal import Diagnostics
internal import Files
internal import Paths

/// Caches the output of `swift package dump-package` between runs, in files that may be deleted at
/// any time.
///
/// A file is named by the hash of its inputs and starts with a hash of the answer and the inputs
/// themselves, so neither a collision nor a corrupt file returns a wrong answer. Links in its place,
/// or that of its folder, are not followed.
public struct PackageCache: Sendable {
  private let folder: String

  private static let limit = 64 << 20

  /// Creates a cache in `modlint/packages` of the user's cache folder; fails without such a folder.
  ///
  /// That folder is `XDG_CACHE_HOME`, else `~/.cache`, on macOS `~/Library/Caches`.
  public init?(environment: (String) -> String?) {
    // A relative path is invalid there (XDG Base Directory Specification 0.8).
    if let folder = environment("XDG_CACHE_HOME"), Path.isAbsolute(folder) {
      self.init(folder: Path.join(folder, entry: "modlint/packages"))
    } else if let home = environment("HOME"), Path.isAbsolute(home) {
      #if canImport(Darwin)
      self.init(folder: Path.join(home, entry: "Library/Caches/modlint/packages"))
      #else
      self.init(folder: Path.join(home, entry: ".cache/modlint/packages"))
      #endif
    } else {
      return nil
    }
  }

  public init(folder: String) { self.folder = folder }

  func answer(to key: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    guard isOwn else { return nil }
    do throws(FileError) {
      let file = Path.join(folder, entry: Self.name(of: key))
      guard linkTarget(file) == nil else { return nil }
      try WorkingDirectory.machine.read(file, limit: Self.limit, into: &bytes)
    } catch {
      return nil
    }
    let answer = Array(bytes.dropFirst(Self.head(key, []).count))
    return bytes == Self.head(key, answer) + answer ? answer : nil
  }

  /// Stores an answer; ignores a failure to write.
  func store(_ answer: [UInt8], for key: [UInt8]) {
    do throws(FileError) {
      try makeFolders(folder)
      guard isOwn else { return }
      try writeAtomically(
        Self.head(key, answer) + answer, to: Path.join(folder, entry: Self.name(of: key)),
        followingLinks: false)
    } catch {}
  }

  /// Whether neither the folder nor the one around it is a link.
  private var isOwn: Bool { linkTarget(folder) == nil && linkTarget(Path.parent(folder)) == nil }

  private static func head(_ key: [UInt8], _ answer: [UInt8]) -> [UInt8] {
    let digits = name(of: answer)
    let padding = String(repeating: "0", count: 16 - digits.utf8.count)
    return Array("modlint package 3 \(key.count) \(padding)\(digits)\n".utf8) + key
  }

  private static func name(of bytes: [UInt8]) -> String {
    var hash = ByteHash()
    for byte in bytes { hash.combine(byte) }
    return String(hash.value, radix: 16)
  }
}
