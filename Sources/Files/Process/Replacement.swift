#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension FileError {
  static let exists = Self.notWritable("exists, and is left as it is")
  static let hasChanged = Self.notWritable("has changed meanwhile")

  static func notCreated(_ code: Int32) -> Self {
    .notWritable(code == ENOENT ? "no such folder" : errorText(code))
  }

  static let hasOtherNames = Self.notWritable(
    "has other names, by hard links, which would keep the old text")
}

/// Throws if `replaceFile(_:holding:with:)` could not replace a file, without trying.
public func requireReplaceable(_ path: String, holding old: [UInt8]) throws(FileError) {
  _ = try replaceableFile(path, holding: old)
}

/// Replaces a file with the content `old` atomically and keeps its permissions and its owner.
///
/// Throws if the file has other content, is read-only, has other hard links, or if its owner cannot
/// be kept. Links are followed. `path` is absolute or relative to the working directory at launch.
public func replaceFile(
  _ path: String, holding old: [UInt8], with new: [UInt8]
) throws(FileError) {
  let (target, status) = try replaceableFile(path, holding: old)
  try install(new, at: target, like: status, holding: old)
}

/// Returns the resolved path and the status of a file that can be replaced.
private func replaceableFile(
  _ path: String, holding old: [UInt8]
) throws(FileError) -> (path: String, status: stat) {
  guard let target = realPath(path) else { throw .notFound }
  var status = stat()
  if stat(target, &status) != 0 { throw FileError(reading: target) }
  let kind = FileKind(mode: status.st_mode)
  if kind != .file { throw .notARegularFile(kind) }
  if access(target, W_OK) != 0 { throw .notWritable(errorText(errno)) }
  if status.st_nlink > 1 { throw .hasOtherNames }
  if !isFile(target, old) { throw .hasChanged }
  return (target, status)
}

/// Returns whether a file has the content `bytes`.
func isFile(_ path: String, _ bytes: [UInt8]) -> Bool {
  var found: [UInt8] = []
  do throws(FileError) {
    let file = try Descriptor(file: path, in: Descriptor.workingDirectory)
    try file.read(isListedAsFile: false, limit: bytes.count, into: &found)
  } catch {
    return false
  }
  return found == bytes
}

/// Sets the owner and group of a new file to those of an old one, if they differ.
func giveOwner(of old: stat, to descriptor: Int32) -> Bool {
  var own = stat()
  guard fstat(descriptor, &own) == 0 else { return false }
  return own.st_uid == old.st_uid && own.st_gid == old.st_gid
    || fchown(descriptor, old.st_uid, old.st_gid) == 0
}
