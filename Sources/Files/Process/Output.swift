#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif
internal import CPlatform
internal import Paths

/// Writes all bytes to an open file, again after signals and partial writes; returns whether it could.
public func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  bytes.withUnsafeBytes { bytes in
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = write(
        descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else if errno == EAGAIN {
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wait, 1, -1)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}

/// Writes a file atomically: readers see either the old content or the new.
///
/// The bytes go to a new file in the same folder, which is then renamed. If that fails the new file
/// is removed, and the file at `path` is unchanged. The permissions of an old file are kept, and its
/// owner if that is allowed; a read-only file is not replaced. A pipe or a device cannot be replaced
/// and is written to. Signals that end the process are blocked until the file is complete; those
/// that cannot be blocked, such as `SIGKILL`, may leave the new file under its name
/// `.modlint-*.tmp`. Unless `followingLinks`, whatever is at the path is replaced. `path` is absolute
/// or relative to the working directory at launch.
public func writeAtomically(
  _ bytes: [UInt8], to path: String, followingLinks: Bool = true
) throws(FileError) {
  if path.isEmpty || path.utf8.contains(0) { throw .notFound }
  var status = stat()
  guard followingLinks, stat(path, &status) == 0 else { return try place(bytes, at: path) }
  switch FileKind(mode: status.st_mode) {
  case .folder: throw .notARegularFile(.folder)
  case .file:
    // Renaming could replace a read-only file, against the intent of its owner.
    if access(path, W_OK) != 0 { throw .notWritable(errorText(errno)) }
    try place(bytes, at: realPath(path) ?? path, like: status)
  default: try write(bytes, openedBy: O_WRONLY | O_CLOEXEC | O_NOCTTY, at: path)
  }
}

/// Writes a file beside `target` and renames it to that.
///
/// Keeps the permissions and the owner in `status`, the latter if that is allowed or the file has to
/// have the content `old`.
func place(
  _ bytes: [UInt8], at target: String, like status: stat? = nil, replacing old: [UInt8]? = nil
) throws(FileError) {
  let signals = HeldSignals()
  defer { signals.release() }
  let (temporary, descriptor) = try makeFile(beside: target)
  var problem = writeAll(bytes, to: descriptor) ? nil : errorText(errno)
  if let status, problem == nil {
    if !giveOwner(of: status, to: descriptor), old != nil {
      problem = "its owner cannot be kept: \(errorText(errno))"
    } else if fchmod(descriptor, status.st_mode & 0o7777) != 0 {
      problem = errorText(errno)
    }
  }
  // Some network file systems report a full disk only on `close`.
  if close(descriptor) != 0, problem == nil { problem = errorText(errno) }
  if problem == nil, let old { return try exchange(temporary, target, holding: old) }
  if problem == nil, rename(temporary, target) != 0 { problem = errorText(errno) }
  guard let problem else { return }
  unlink(temporary)
  throw .notWritable(problem)
}

/// Creates a file; throws if something exists at `path`, even if it appears in the meantime.
public func createFile(_ bytes: [UInt8], at path: String) throws(FileError) {
  if path.isEmpty || path.utf8.contains(0) { throw .notFound }
  let signals = HeldSignals()
  defer { signals.release() }
  try write(bytes, openedBy: O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, at: path)
}

/// Creates a folder and its missing parents.
public func makeFolders(_ path: String) throws(FileError) {
  if path.isEmpty || path.utf8.contains(0) { throw .notFound }
  if mkdir(path, 0o755) == 0 { return }
  let code = errno
  // Not the target of a `..`, which may not exist yet either.
  if code == ENOENT, let folder = Path.enclosingFolder(of: path), !folder.isEmpty {
    try makeFolders(folder)
    if mkdir(path, 0o755) == 0 { return }
  }
  // Another process may have created it first.
  if Files.kind(of: path, in: AT_FDCWD, followingLinks: true) != .folder {
    throw .notWritable(errorText(code))
  }
}

/// Blocks the signals that usually end a process, and turns a file above the size limit into an
/// error like a full disk.
///
/// Blocks them for the calling thread only: while other threads run, as when packages are
/// described, a signal may still end the process.
private struct HeldSignals {
  private var mask = sigset_t()
  private let sizeLimit: (@convention(c) (Int32) -> Void)?

  init() {
    var ending = sigset_t()
    sigemptyset(&ending)
    for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] { sigaddset(&ending, number) }
    pthread_sigmask(SIG_BLOCK, &ending, &mask)
    sizeLimit = signal(SIGXFSZ, SIG_IGN)
  }

  func release() {
    signal(SIGXFSZ, sizeLimit)
    var mask = mask
    pthread_sigmask(SIG_SETMASK, &mask, nil)
  }
}

/// Creates a file with an unused name in the folder of `path`.
private func makeFile(beside path: String) throws(FileError) -> (path: String, descriptor: Int32) {
  let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
  for number in 0..<100 {
    let temporary = folder + ".modlint-\(getpid())-\(number).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    if descriptor >= 0 { return (temporary, descriptor) }
    if errno == EEXIST { continue }
    throw .notCreated
  }
  throw .notWritable(errorText(EEXIST))
}

/// Opens a file and writes to it; removes a new one that cannot be written completely.
private func write(
  _ bytes: [UInt8], openedBy flags: Int32, at path: String
) throws(FileError) {
  let descriptor = open(path, flags, 0o644)
  if descriptor < 0 { throw errno == EEXIST ? .exists : .notCreated }
  let code = writeAll(bytes, to: descriptor) ? 0 : errno
  if close(descriptor) == 0, code == 0 { return }
  let reason = errorText(code == 0 ? errno : code)
  if flags & O_EXCL != 0 { unlink(path) }
  throw .notWritable(reason)
}

extension FileError {
  static let exists = Self.notWritable("exists, and is left as it is")
  static let hasChanged = Self.notWritable("has changed meanwhile")

  /// The error for `errno` after a failure to create a file.
  fileprivate static var notCreated: Self {
    .notWritable(errno == ENOENT ? "no such folder" : errorText(errno))
  }
}

/// Reports a crash of modlint, such as a trap: one line on standard error, and exit status 70.
public enum CrashReport {
  /// Installs the handlers for the whole process; takes a few system calls.
  public static func install() { modlint_report_crashes() }

  /// Notes that output begins: a crash after this call marks it as incomplete.
  public static func noteOutput() { modlint_note_output() }
}

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

func isFile(_ path: String, _ bytes: [UInt8]) -> Bool {
  var found: [UInt8] = []
  do throws(FileError) {
    let file = try Descriptor(
      file: path, in: Descriptor.workingDirectory, followingLinks: true)
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
