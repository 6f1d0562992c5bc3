/// The kind of a file, or of one part of it, by its first bytes.
enum BinaryKind: Equatable {
  /// An archive of objects, or of their paths (a thin archive), as written by `ar` and `libtool`.
  case archive
  /// A Mach-O file of this type (`filetype` in Apple's `mach-o/loader.h`).
  case machO(type: UInt32)
  /// LLVM bitcode, raw or in its wrapper: an object for link-time optimisation.
  case bitcode
  /// A text stub of a dynamic library, as written by `tapi`.
  case stub
  /// JSON, which may be such a stub.
  case json
  /// A pointer of Git LFS or git-annex instead of the file.
  case pointer
  /// A universal file: the parts for each architecture, as its header lists them.
  case universal([Part])
  case empty
  case truncated
  case unrecognised

  /// A part of a universal file.
  ///
  /// The numbers are unchecked: their sum may overflow.
  struct Part: Equatable {
    var offset: UInt64
    var size: UInt64
  }

  /// Detects the kind of a file or part.
  ///
  /// - Parameter head: The first `BinaryKind.headSize` bytes of a file or part, or all of a shorter
  ///   one.
  init(_ head: [UInt8]) {
    self =
      head.isEmpty
      ? .empty
      : Self.byMagicNumber(head) ?? Self.byText(head) ?? .unrecognised
  }

  /// The number of bytes that suffice: a universal header with the maximum number of entries.
  static let headSize = 8 + mostArchitectures * 32

  /// The count from which on a header is that of a Java class file, which has its version in this
  /// field; `file` and LLVM use the same limit.
  private static let mostArchitectures = 32

  private static func byMagicNumber(_ head: [UInt8]) -> Self? {
    if head.starts(with: "!<arch>\n".utf8) || head.starts(with: "!<thin>\n".utf8) {
      return .archive
    }
    switch head.word(at: 0) {
    case 0xfeed_face, 0xfeed_facf:
      return head.word(at: 12).map { .machO(type: $0) } ?? .truncated
    case 0xcefa_edfe, 0xcffa_edfe:
      let type = head.word(at: 12)?.byteSwapped
      return type.map { .machO(type: $0) } ?? .truncated
    case 0xcafe_babe: return universal(head, isLarge: false)
    case 0xcafe_babf: return universal(head, isLarge: true)
    case 0xdec0_170b, 0x4243_c0de: return .bitcode
    default: return nil
    }
  }

  private static func byText(_ head: [UInt8]) -> Self? {
    // Stubs of the first version have no tag, but always start with this key.
    let starts: [(String, Self)] = [
      ("--- !tapi-tbd", .stub), ("---\narchs:", .stub), ("{", .json),
      ("version https://git-lfs", .pointer), ("/annex/objects/", .pointer),
    ]
    return starts.first { head.starts(with: $0.0.utf8) }?.1
  }

  /// Reads a universal header, which is big-endian for all architectures (Apple's `mach-o/fat.h`).
  private static func universal(_ head: [UInt8], isLarge: Bool) -> Self {
    guard let count = head.word(at: 4) else { return .truncated }
    guard 1..<mostArchitectures ~= Int(count) else { return .unrecognised }
    var parts: [Part] = []
    for number in 0..<Int(count) {
      let entry = 8 + number * (isLarge ? 32 : 20)
      let width = isLarge ? 8 : 4
      guard let offset = head.unsignedInteger(at: entry + 8, size: width),
        let size = head.unsignedInteger(at: entry + 8 + width, size: width)
      else { return .truncated }
      parts.append(Part(offset: offset, size: size))
    }
    return .universal(parts)
  }
}

extension [UInt8] {
  /// Returns the big-endian integer of `size` bytes, at most 8, or `nil` beyond the end.
  fileprivate func unsignedInteger(at offset: Int, size: Int) -> UInt64? {
    guard offset >= 0, offset <= count - size else { return nil }
    return self[offset..<offset + size].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Returns the big-endian integer of 4 bytes at `offset`, or nil if the bytes end before.
  func word(at offset: Int) -> UInt32? {
    unsignedInteger(at: offset, size: 4).map { UInt32(truncatingIfNeeded: $0) }
  }
}
