#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif
internal import CPlatform

/// Throws if `replaceFile(_:holding:with:)` could not replace a file, without trying.
public func requireReplaceable(_ path: String, holding old: [UInt8]) throws(FileError) {
  _ = try replaceableFile(path, holding: old)
}

/// Replaces a file with the content `old` atomically and keeps its permissions and its owner.
///
/// Throws if the file has other content, is read-only, has other hard links, or if its owner cannot
/// be kept. If the system can swap two files, what another program writes before the swap is kept.
/// Links are followed. `path` is absolute or relative to the working directory at launch.
public func replaceFile(
  _ path: String, holding old: [UInt8], with new: [UInt8]
) throws(FileError) {
  let (target, status) = try replaceableFile(path, holding: old)
  try place(new, at: target, like: status, replacing: old)
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
  if status.st_nlink > 1 {
    throw .notWritable("has other names, by hard links, which would keep the old text")
  }
  if !isFile(target, old) { throw .hasChanged }
  return (target, status)
}

/// Puts the file `new` in the place of `target` if that has the content `old`; else removes it.
func exchange(
  _ new: String, _ target: String, holding old: [UInt8]
) throws(FileError) {
  guard modlint_exchange(new, target) == 0 else {
    if isFile(target, old) {
      if rename(new, target) == 0 { return }
      let code = errno
      unlink(new)
      throw .notWritable(errorText(code))
    }
    unlink(new)
    throw .hasChanged
  }
  // The replaced file is compared after the swap.
  if !isFile(new, old) {
    if rename(new, target) == 0 { throw .hasChanged }
    throw .notWritable("has changed meanwhile; what it held is in \(new)")
  }
  unlink(new)
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
