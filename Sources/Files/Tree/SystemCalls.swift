// The system calls for reading; no pointer escapes this file.

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif
internal import CPlatform

/// An open file or folder, closed when it goes out of scope.
struct Descriptor: ~Copyable, Sendable {
  let number: Int32

  static var workingDirectory: Int32 { AT_FDCWD }

  /// Opens a folder; `folder` is relative to the folder `parent`.
  init(folder: String, in parent: Int32) throws(FileError) {
    try self.init(path: folder.isEmpty ? "." : folder, in: parent, O_DIRECTORY)
  }

  /// Opens a file for reading, without waiting for the other end of a pipe.
  init(file path: String, in folder: Int32, followingLinks: Bool) throws(FileError) {
    if path.isEmpty { throw .notARegularFile(.folder) }
    try self.init(path: path, in: folder, followingLinks ? fileFlags : fileFlags | O_NOFOLLOW)
  }

  init(file name: borrowing EntryName, in folder: Int32) throws(FileError) {
    // Names in a listing are NUL-terminated.
    let number = name.bytes.withMemoryRebound(to: CChar.self) { bytes in
      bytes.baseAddress.map { openat(folder, $0, O_RDONLY | O_CLOEXEC | fileFlags) } ?? -1
    }
    if number < 0 { throw FileError(reading: name.text) }
    self.number = number
  }

  private init(path: String, in folder: Int32, _ flags: Int32) throws(FileError) {
    if !path.isCString { throw FileError(code: ENOENT, path: path) }
    let number = openat(folder, path, O_RDONLY | O_CLOEXEC | flags)
    if number < 0 { throw FileError(reading: path) }
    self.number = number
  }

  deinit { close(number) }

  /// Returns the size in bytes; throws unless this is a regular file.
  @discardableResult
  func requireFile() throws(FileError) -> Int {
    var status = stat()
    if fstat(number, &status) != 0 { throw FileError(reading: "") }
    let kind = FileKind(mode: status.st_mode)
    if kind != .file { throw .notARegularFile(kind) }
    return Int(status.st_size)
  }

  /// Replaces the contents of `buffer` with the content of the file.
  ///
  /// A short read marks the end of a regular file. A file listed as regular is checked only if
  /// nothing can be read, since a pipe may have replaced it.
  func read(isListedAsFile: Bool, limit: Int, into buffer: inout [UInt8]) throws(FileError) {
    buffer.removeAll(keepingCapacity: true)
    // One byte beyond the limit detects a file above it.
    let most = limit == .max ? limit : limit + 1
    // Growing would copy large files, and a byte that stays free detects the end.
    if !isListedAsFile { buffer.reserveCapacity(min(try requireFile() + 1, most)) }
    while buffer.count < most {
      if buffer.capacity == buffer.count {
        buffer.reserveCapacity(max(firstCapacity, 2 * buffer.capacity))
      }
      let room = min(buffer.capacity, most) - buffer.count
      let got = append(from: number, to: &buffer, atMost: room)
      if got < 0 {
        buffer.removeAll(keepingCapacity: true)
        throw FileError(reading: "")
      }
      if got < room { break }
    }
    if buffer.isEmpty && isListedAsFile { try requireFile() }
    if buffer.count > limit {
      buffer.removeAll(keepingCapacity: true)
      throw .tooLarge(limit: limit)
    }
  }

  func bytes(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    guard offset < (try requireFile()) else { return [] }
    if lseek(number, off_t(offset), SEEK_SET) < 0 { throw FileError(reading: "") }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      let got = append(from: number, to: &bytes, atMost: count - bytes.count)
      if got < 0 { throw FileError(reading: "") }
      if got == 0 { break }
    }
    return bytes
  }
}

/// Reads once, again after a signal; returns the number of bytes, or -1.
func append(from file: Int32, to buffer: inout [UInt8], atMost room: Int) -> Int {
  var got = 0
  buffer.append(addingCapacity: room) { span in
    span.withUnsafeMutableBufferPointer { bytes, count in
      repeat { got = read(file, bytes.baseAddress, room) } while got < 0 && errno == EINTR
      count = max(got, 0)
    }
  }
  return got
}

private let fileFlags = O_NONBLOCK | O_NOCTTY

/// The capacity for the first read: more than nearly every spec needs.
private let firstCapacity = 1 << 16

extension String {
  /// Whether it contains no NUL; a loop over the bytes takes 1% of a run's instructions.
  fileprivate var isCString: Bool { withCString { strlen($0) } == utf8.count }
}

/// Returns the kind of the file at a path; nil if nothing exists there.
func kind(of path: String, in folder: Int32, followingLinks: Bool) -> FileKind? {
  guard path.isCString else { return nil }
  var status = stat()
  let flags = followingLinks ? 0 : AT_SYMLINK_NOFOLLOW
  let path = path.isEmpty ? "." : path
  return fstatat(folder, path, &status, flags) == 0 ? FileKind(mode: status.st_mode) : nil
}

/// Returns the absolute path without links, or nil if nothing exists there.
public func realPath(_ path: String) -> String? {
  guard path.isCString, let real = realpath(path.isEmpty ? "." : path, nil) else { return nil }
  let text = String(cString: real)
  free(real)
  return text
}

extension FileKind {
  init(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    case S_IFLNK: self = .link
    default: self = .other
    }
  }
}

extension FileError {
  /// Creates the error for `errno` after a failure to read `path`.
  init(reading path: String) { self.init(code: errno, path: path) }

  init(code: Int32, path: String) {
    switch code {
    case ENOENT where path.unicodeScalars.contains("\u{FFFD}"):
      self = .notReadable("name is not UTF-8")
    case ENOENT, ENOTDIR: self = .notFound
    case EISDIR: self = .notARegularFile(.folder)
    case EAGAIN, ENXIO, ENODEV: self = .notARegularFile(.other)
    default: self = .notReadable(errorText(code))
    }
  }
}

/// Returns the system's description of an error, in lower case.
public func errorText(_ code: Int32) -> String {
  guard let text = strerror(code) else { return "error \(code)" }
  let words = String(cString: text)
  return words.prefix(1).lowercased() + words.dropFirst()
}

extension Walk {
  /// The default number of threads: more than cores, because most wait for a cold disk.
  public static var defaultJobs: Int { max(8, cores) }

  static var cores: Int { Int(modlint_cores()) }
}
