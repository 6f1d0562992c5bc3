#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif
internal import CPlatform

/// The entries of one folder at a time; the memory is reused.
struct Listing: ~Copyable {
  // At the C boundary: memory allocated by C, freed in `deinit`, never accessed beyond `size`.
  private var memory = modlint_listing(records: nil, size: 0, capacity: 0)

  deinit {
    var memory = memory
    modlint_listing_free(&memory)
  }

  mutating func fill(from folder: borrowing Descriptor) throws(FileError) {
    let code = modlint_list(folder.number, &memory)
    if code != 0 { throw FileError(code: code, path: "") }
  }

  mutating func fill(with entries: [FileEntry]) throws(FileError) {
    memory.size = 0
    for entry in entries {
      let code = entry.name.withName { name in
        name.bytes.withMemoryRebound(to: CChar.self) { bytes in
          guard let start = bytes.baseAddress else { return EINVAL }
          return modlint_listing_add(&memory, UInt8(entry.kind.systemKind), start, bytes.count)
        }
      }
      if code != 0 { throw FileError(code: code, path: "") }
    }
  }

  /// Returns the place of the entry after the one at `place`, of the first one without it.
  func place(after place: Int?) -> Int? {
    guard let records = memory.records else { return nil }
    var next = 0
    if let place {
      let length = UnsafeRawPointer(records).loadUnaligned(
        fromByteOffset: place + MODLINT_RECORD_LENGTH, as: UInt16.self)
      next = place + Int(length)
    }
    return next < memory.size ? next : nil
  }

  /// The kind of the entry at `place`, which the walk overwrites with a mark.
  subscript(mark place: Int) -> UInt8 {
    get { memory.records?[place + MODLINT_RECORD_KIND] ?? 0 }
    set { memory.records?[place + MODLINT_RECORD_KIND] = newValue }
  }

  /// Returns the name of the entry at `place`, valid until the next `fill`.
  func name(at place: Int) -> EntryName {
    guard let records = memory.records else {
      return EntryName(UnsafeBufferPointer(start: nil, count: 0))
    }
    let start = records + place + MODLINT_RECORD_NAME
    return EntryName(UnsafeBufferPointer(start: start, count: strlen(start)))
  }

  /// Returns the kind of the entry at `place`; some file systems omit it from the listing.
  func kind(at place: Int, in folder: Int32?) -> FileKind {
    switch Int(self[mark: place]) {
    case Int(DT_REG): .file
    case Int(DT_DIR): .folder
    case Int(DT_LNK): .link
    case Int(DT_UNKNOWN):
      folder.flatMap {
        Files.kind(of: name(at: place).text, in: $0, followingLinks: false)
      } ?? .other
    default: .other
    }
  }
}

extension FileKind {
  fileprivate var systemKind: Int {
    switch self {
    case .file: Int(DT_REG)
    case .folder: Int(DT_DIR)
    case .link: Int(DT_LNK)
    case .other: Int(DT_FIFO)
    }
  }
}
