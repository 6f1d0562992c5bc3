import Graph
import Text

enum FileHead {
  /// The number of bytes that suffice: a universal header with the maximum number of entries.
  static let size = 8 + mostArchitectures * 32

  /// The count from which on a header is that of a Java class file, which has its version in this
  /// field; `file` and LLVM use the same limit.
  private static let mostArchitectures = 32

  /// Returns the linkage of a library; bitcode is an object for link-time optimisation.
  static func linkage(_ head: [UInt8]) throws(LinkageFact.Obstacle) -> Linkage {
    if head.isEmpty { throw .empty }
    // Archives of objects, or of their paths, as written by `ar` and `libtool`.
    if head.starts(with: "!<arch>\n".utf8) || head.starts(with: "!<thin>\n".utf8) { return .static }
    var type = head.word(at: 12)
    switch head.word(at: 0) {
    case 0xdec0_170b, 0x4243_c0de: return .static
    case 0xfeed_face, 0xfeed_facf: break
    case 0xcefa_edfe, 0xcffa_edfe: type = type?.byteSwapped
    default: throw isPointer(head) ? .pointer : .unrecognised
    }
    // `filetype` in Apple's `mach-o/loader.h`.
    switch type {
    case nil: throw .truncated
    case 1: return .static
    // Libraries, and stubs of libraries.
    case 6, 9: return .dynamic
    // Plug-ins are loaded by name and never linked.
    case 8: return .none
    case let type?: throw .otherType(type)
    }
  }

  /// Whether it is a text stub of a dynamic library, as written by `tapi`.
  ///
  /// Stubs of the first version have no tag, but always start with this key; those of version 5 are
  /// JSON.
  static func isStub(_ head: [UInt8]) -> Bool {
    head.starts(with: "--- !tapi-tbd".utf8) || head.starts(with: "---\narchs:".utf8)
      || head.first == UInt8(ascii: "{")
        && String(decoding: head, as: UTF8.self).containsBytes(of: "\"main_library\"")
  }

  /// Whether it is a pointer of Git LFS or git-annex instead of the file.
  static func isPointer(_ head: [UInt8]) -> Bool {
    head.starts(with: "version https://git-lfs".utf8) || head.starts(with: "/annex/objects/".utf8)
  }

  /// Returns the parts for each architecture of a universal file, as its header lists them; it is
  /// big-endian for all architectures (Apple's `mach-o/fat.h`).
  ///
  /// The numbers are unchecked: their sum may overflow.
  static func parts(
    _ head: [UInt8]
  ) throws(LinkageFact.Obstacle) -> [(offset: UInt64, size: UInt64)]? {
    let magic = head.word(at: 0)
    guard magic == 0xcafe_babe || magic == 0xcafe_babf else { return nil }
    guard let count = head.word(at: 4) else { throw .truncated }
    guard 1..<mostArchitectures ~= Int(count) else { throw .unrecognised }
    let (length, width) = magic == 0xcafe_babf ? (32, 8) : (20, 4)
    var parts: [(offset: UInt64, size: UInt64)] = []
    for entry in 0..<Int(count) {
      let place = 8 + entry * length + 8
      guard let offset = head.unsignedInteger(at: place, size: width),
        let size = head.unsignedInteger(at: place + width, size: width)
      else { throw .truncated }
      parts.append((offset, size))
    }
    return parts
  }
}

extension [UInt8] {
  /// Returns the big-endian integer of `size` bytes, at most 8, or `nil` beyond the end.
  fileprivate func unsignedInteger(at offset: Int, size: Int) -> UInt64? {
    guard offset <= count - size else { return nil }
    return self[offset..<offset + size].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Returns the big-endian integer of 4 bytes at `offset`, or nil if the bytes end before.
  fileprivate func word(at offset: Int) -> UInt32? {
    unsignedInteger(at: offset, size: 4).map { UInt32(truncatingIfNeeded: $0) }
  }
}
