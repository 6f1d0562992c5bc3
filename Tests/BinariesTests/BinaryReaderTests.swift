@testable import Binaries
import Files
import Graph
import Testing
import TestSupport

@Suite struct BinaryReaderTests {
  /// Whole files of every kind, and how they are linked.
  static let kinds: [(name: String, bytes: [UInt8], linkage: Linkage)] = [
    ("archive", Sample.archive(), .static),
    ("empty archive", Array("!<arch>\n".utf8), .static),
    (
      "thin archive", Array("!<thin>\n//                                              ".utf8),
      .static
    ),
    ("object", Sample.object, .static),
    ("dynamic library", Sample.library, .dynamic),
    ("32 bits", Sample.machO(type: 6, is64Bit: false), .dynamic),
    ("big-endian", Sample.machO(type: 6, isBigEndian: true), .dynamic),
    ("32 bits, big-endian", Sample.machO(type: 1, is64Bit: false, isBigEndian: true), .static),
    ("stub of a dynamic library", Sample.machO(type: 9), .dynamic),
    ("plug-in", Sample.machO(type: 8), .none),
    ("bitcode", [0x42, 0x43, 0xc0, 0xde, 0x35, 0x14], .static),
    ("wrapped bitcode", [0xde, 0xc0, 0x17, 0x0b, 0, 0, 0, 0], .static),
    ("universal", Sample.universal([Sample.library, Sample.library]), .dynamic),
    ("universal of archives", Sample.universal([Sample.archive(), Sample.archive()]), .static),
    (
      "universal of an archive and bitcode",
      Sample.universal([Sample.archive(), [0x42, 0x43, 0xc0, 0xde]]), .static
    ),
    ("large universal", Sample.universal([Sample.archive()], isLarge: true), .static),
    ("31 architectures", Sample.universal(Array(repeating: Sample.library, count: 31)), .dynamic),
    ("text stub", Array("--- !tapi-tbd\ntbd-version: 4\n".utf8), .dynamic),
    ("text stub of version 3", Array("--- !tapi-tbd-v3\narchs: [arm64]\n".utf8), .dynamic),
    ("text stub of version 1", Array("---\narchs: [ armv7 ]\n".utf8), .dynamic),
    (
      "JSON stub", Array(#"{"libraries": [{}], "main_library": {}, "tapi_tbd_version": 5}"#.utf8),
      .dynamic
    ),
  ]

  @Test(arguments: kinds.indices) func tellsTheLinkage(number: Int) {
    let (name, bytes, linkage) = Self.kinds[number]
    #expect(fact(bytes) == LinkageFact(linkage, .bytes(path: "file")), "\(name)")
  }

  static let obstacles: [(bytes: [UInt8], LinkageFact.Obstacle)] = [
    ([], .empty),
    (Array("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n".utf8), .pointer),
    (Array("/annex/objects/SHA256E-s12--00.a\n".utf8), .pointer),
    (Array("text".utf8), .unrecognised),
    ([0xcf], .unrecognised),
    (Array("{".utf8), .unrecognised),
    (Array(#"{"library": {}}"#.utf8), .unrecognised),
    (Array(#"[{"main_library": 1}]"#.utf8), .unrecognised),
    ([0x7f, 0x45, 0x4c, 0x46], .unrecognised),
    (Sample.machO(type: 2), .otherType(2)),
    (Sample.machO(type: .max), .otherType(.max)),
    (Array(Sample.library.prefix(15)), .truncated),
    (Sample.universal([Sample.library, Sample.archive()]), .contradiction),
    (Sample.universal([Sample.library, []]), .truncated),
    (Sample.universal([Sample.library, Array("--- !tapi-tbd\n".utf8)]), .unrecognised),
    (Sample.universal([Sample.universal([Sample.library])]), .unrecognised),
    (Sample.universal([]), .unrecognised),
    // The version of a Java class stands where the count would.
    ([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 0x34] + Array(repeating: 0, count: 800), .unrecognised),
  ]

  @Test(arguments: obstacles.indices) func saysWhatKeepsItFromTelling(number: Int) {
    let (bytes, obstacle) = Self.obstacles[number]
    #expect(fact(bytes) == LinkageFact(.unknown, .nothing(path: "file", obstacle)))
  }

  @Test func whatIsCutShortIsUnknownOrTheSame() {
    for (name, bytes, linkage) in Self.kinds {
      for count in bytes.indices {
        let cut = fact(Array(bytes.prefix(count)))
        #expect(
          cut.linkage == .unknown || cut.linkage == linkage, "\(name), \(count) bytes: \(cut)")
      }
    }
  }

  @Test func headersThatLie() {
    func universal(_ offset: UInt64, _ size: UInt64, isLarge: Bool = true) -> [UInt8] {
      var bytes = Sample.universal([Sample.library], isLarge: isLarge)
      let fields =
        isLarge
        ? Sample.bytes(offset) + Sample.bytes(size)
        : Sample.bytes(UInt32(offset)) + Sample.bytes(UInt32(size))
      bytes.replaceSubrange(16..<16 + fields.count, with: fields)
      return bytes
    }
    #expect(fact(universal(40, 32)).linkage == .dynamic)
    // Behind the end, at the end, and so far that the numbers overflow.
    for offset in [72, 73, 1 << 31, 1 << 62, 1 << 63, UInt64.max] {
      #expect(obstacle(universal(offset, 32)) == .truncated, "\(offset)")
    }
    #expect(obstacle(universal(UInt64(UInt32.max), 32, isLarge: false)) == .truncated)
    // A part that starts over with the whole file.
    #expect(obstacle(universal(0, 72)) == .unrecognised)
    #expect(obstacle(universal(0, 1 << 40)) == .unrecognised)
    // Sizes too small for a header, and larger than the file: only the header counts.
    #expect(obstacle(universal(40, 0)) == .truncated)
    #expect(obstacle(universal(40, 15)) == .truncated)
    #expect(fact(universal(40, 1 << 62)).linkage == .dynamic)
    // More entries than there are bytes.
    var counted = Sample.universal([Sample.library])
    counted[7] = 31
    #expect(obstacle(counted) == .truncated)
  }

  @Test func partsMayOverlap() {
    var bytes = Sample.universal([Sample.library, Sample.library])
    bytes.replaceSubrange(36..<40, with: bytes[16..<20])
    #expect(fact(bytes).linkage == .dynamic)
  }

  /// Bytes changed at random, always in the same way: no input may stop the reader.
  @Test func survivesWhatIsDamaged() {
    var random = SmallRandom(state: 1)
    for (_, bytes, _) in Self.kinds {
      for _ in 0..<300 {
        var damaged = bytes
        for _ in 0..<random.next(below: 4) + 1 {
          damaged[random.next(below: min(damaged.count, 64))] = random.byte()
        }
        let first = fact(damaged)
        #expect(first == fact(damaged))
      }
    }
  }

  @Test func readsOnlyWhatTells() {
    let tree = CountingTree(tree: [
      "fat": Sample.universal([Sample.library, Sample.library])
        + [UInt8](repeating: 0, count: 1 << 20)
    ])
    #expect(BinaryReader(tree).file(at: "fat").linkage == .dynamic)
    #expect(tree.bytesRead < 2048)
  }
}

/// Counts the bytes that are read; other questions are for the tree itself.
private final class CountingTree: FileTree {
  let tree: MemoryTree
  nonisolated(unsafe) private(set) var bytesRead = 0

  init(tree files: [String: [UInt8]]) { tree = MemoryTree(files) }

  func entries(of folder: String) throws(FileError) -> [FileEntry] { try tree.entries(of: folder) }

  func read(_ path: String, limit: Int, into buffer: inout [UInt8]) throws(FileError) {
    try tree.read(path, limit: limit, into: &buffer)
    bytesRead += buffer.count
  }

  func bytes(of path: String, at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    let bytes = try tree.bytes(of: path, at: offset, count: count)
    bytesRead += bytes.count
    return bytes
  }

  func kind(of path: String) -> FileKind? { tree.kind(of: path) }

  func resolved(_ path: String) -> String? { tree.resolved(path) }
}

/// A linear congruential generator (Knuth, MMIX).
struct SmallRandom {
  var state: UInt64

  mutating func next(below bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  mutating func byte() -> UInt8 {
    [0, 1, 0x7f, 0x80, 0xff, UInt8(next(below: 256))][next(below: 6)]
  }
}
