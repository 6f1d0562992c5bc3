internal import Paths
#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif
internal import CPlatform

/// Writes all bytes to an open file and continues after signals and partial writes.
///
/// - Returns: Whether everything was written; false for a closed pipe if the process ignores
///   `SIGPIPE`.
public func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  bytes.withUnsafeBytes { bytes in
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = write(
        descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else if errno == EAGAIN {
        waitToWrite(descriptor)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}

/// Writes a file so that readers see the old content or the new, and nothing between.
///
/// The bytes go to a new file in the same folder, which then takes the name; if that fails it is
/// removed, and what stood at `path` stays. Links are followed, and the permissions of an old file
/// kept, its owner where that is allowed; a read-only one is not replaced. A pipe or a device
/// cannot be replaced and is written to. Signals that end the process wait until nothing is half
/// done; what cannot wait, as `SIGKILL`, may leave the new file under its name `.modlint-*.tmp`.
/// `path` is absolute or relative to where the process was started.
public func writeAtomically(_ bytes: [UInt8], to path: String) throws(FileError) {
  try writeAtomically(to: path) { send in send(bytes) }
}

/// Writes content that `body` sends piece by piece; `body` is called at most once.
public func writeAtomically(
  to path: String, _ body: (_ send: @escaping ([UInt8]) -> Void) -> Void
) throws(FileError) {
  if path.isEmpty || path.utf8.contains(0) { throw .notFound }
  var isOld = false
  var status = stat()
  if stat(path, &status) == 0 {
    switch FileKind(mode: status.st_mode) {
    case .folder: throw .notARegularFile(.folder)
    case .file:
      // A new file could take its name all the same, against the will of who locked it.
      if access(path, W_OK) != 0 { throw .notWritable(errorText(errno)) }
      isOld = true
    default: return try overwrite(path, with: body)
    }
  }
  let target = isOld ? realPath(path) ?? path : path
  let signals = HeldSignals()
  defer { signals.release() }
  let (temporary, descriptor) = try makeFile(beside: target)
  var (isDone, code) = writePieces(body, to: descriptor)
  if isOld, isDone {
    _ = giveOwner(of: status, to: descriptor)
    if fchmod(descriptor, status.st_mode & 0o7777) != 0 { (isDone, code) = (false, errno) }
  }
  // Some file systems over a network tell only here that there is no room.
  if close(descriptor) != 0 && isDone {
    code = errno
    isDone = false
  }
  if isDone && rename(temporary, target) != 0 {
    code = errno
    isDone = false
  }
  if isDone { return }
  unlink(temporary)
  throw .notWritable(errorText(code))
}

/// Creates a folder and the folders above it where they are missing.
public func makeFolders(_ path: String) throws(FileError) {
  if path.isEmpty || path.utf8.contains(0) { throw .notFound }
  if mkdir(path, 0o755) == 0 { return }
  let code = errno
  // Not what `..` leads to: that may not be there yet either.
  if code == ENOENT, let folder = Path.enclosingFolder(of: path), !folder.isEmpty {
    try makeFolders(folder)
    if mkdir(path, 0o755) == 0 { return }
  }
  // Somebody else may have been faster.
  if Files.kind(of: path, in: AT_FDCWD) != .folder { throw .notWritable(errorText(code)) }
}

/// Holds back the signals by which people and machines end a process, and takes the limit on the
/// size of files for an error like a full disk.
///
/// Holds them for the calling thread: while others run, as when packages are described, a signal
/// may end the process all the same.
struct HeldSignals {
  private var mask = sigset_t()
  private let sizeLimit: (@convention(c) (Int32) -> Void)?

  init() {
    var ending = sigset_t()
    sigemptyset(&ending)
    for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] { sigaddset(&ending, number) }
    pthread_sigmask(SIG_BLOCK, &ending, &mask)
    sizeLimit = signal(SIGXFSZ, SIG_IGN)
  }

  /// Lets them through again, those that came in the meantime at once.
  func release() {
    signal(SIGXFSZ, sizeLimit)
    var mask = mask
    pthread_sigmask(SIG_SETMASK, &mask, nil)
  }
}

/// Makes a file of a name that nothing has, in the folder of `path`.
func makeFile(beside path: String) throws(FileError) -> (path: String, descriptor: Int32) {
  let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
  for number in 0..<100 {
    let temporary = folder + ".modlint-\(getpid())-\(number).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    if descriptor >= 0 { return (temporary, descriptor) }
    if errno == EEXIST { continue }
    throw .notWritable(errno == ENOENT ? "no such folder" : errorText(errno))
  }
  throw .notWritable(errorText(EEXIST))
}

/// Writes all pieces until one cannot be written: whether all could, and `errno` if not.
private func writePieces(
  _ body: (_ send: @escaping ([UInt8]) -> Void) -> Void, to descriptor: Int32
) -> (isDone: Bool, code: Int32) {
  var (isDone, code) = (true, Int32(0))
  body { bytes in
    guard isDone, !writeAll(bytes, to: descriptor) else { return }
    (isDone, code) = (false, errno)
  }
  return (isDone, code)
}

/// Writes to what is not a regular file.
private func overwrite(
  _ path: String, with body: (_ send: @escaping ([UInt8]) -> Void) -> Void
) throws(FileError) {
  let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
  if descriptor < 0 { throw .notWritable(errorText(errno)) }
  let (isDone, code) = writePieces(body, to: descriptor)
  close(descriptor)
  if !isDone { throw .notWritable(errorText(code)) }
}

/// Waits until a descriptor that does not block takes more.
private func waitToWrite(_ descriptor: Int32) {
  var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
  poll(&wait, 1, -1)
}

/// What is said and done if modlint itself fails: one line on standard error, and exit status 70.
///
/// A trap, an overflow of the stack or a signal such as `SIGSEGV` would otherwise end the process
/// without a word in release builds, with a status that says as little.
public enum CrashReport {
  /// Reports crashes of the whole process from here on; a few system calls.
  public static func install() { modlint_report_crashes() }

  /// Says that standard output is about to be written to: a crash from here on marks it as
  /// incomplete.
  public static func noteOutput() { modlint_note_output() }
}
