@testable import Binaries
import Files
import Graph
import TestSupport

/// Makes the bytes of small binaries.
enum Sample {
  static func machO(type: UInt32, is64Bit: Bool = true, isBigEndian: Bool = false) -> [UInt8] {
    let words: [UInt32] =
      [is64Bit ? 0xfeed_facf : 0xfeed_face, 0x100_000c, 0, type, 0, 0, 0] + (is64Bit ? [0] : [])
    return words.flatMap { bytes(isBigEndian ? $0 : $0.byteSwapped) }
  }

  static let object = machO(type: 1)
  static let library = machO(type: 6)

  static func archive(_ member: [UInt8] = object) -> [UInt8] {
    Array("!<arch>\n".utf8)
      + Array("object.o/       0           0     0     100644  32        `\n".utf8) + member
  }

  /// A universal file of these parts.
  static func universal(_ parts: [[UInt8]], isLarge: Bool = false) -> [UInt8] {
    let entrySize = isLarge ? 32 : 20
    var header = bytes(UInt32(isLarge ? 0xcafe_babf : 0xcafe_babe)) + bytes(UInt32(parts.count))
    var content: [UInt8] = []
    for (number, part) in parts.enumerated() {
      let offset = 8 + parts.count * entrySize + content.count
      header += bytes(UInt32(0x100_0000 + number)) + bytes(UInt32(0))
      header +=
        isLarge
        ? bytes(UInt64(offset)) + bytes(UInt64(part.count)) + bytes(UInt64(0))
        : bytes(UInt32(offset)) + bytes(UInt32(part.count)) + bytes(UInt32(0))
      content += part
    }
    return header + content
  }

  static func bytes<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }

  static func infoPlist(_ libraries: [[String: String]]) -> [UInt8] {
    let entries = libraries.map { library in
      let members = library.sorted { $0.key < $1.key }
        .map { "<key>\($0.key)</key><string>\($0.value)</string>" }
      return "<dict>\(members.joined())</dict>"
    }
    return Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
        <key>AvailableLibraries</key>
        <array>\(entries.joined())</array>
        <key>XCFrameworkFormatVersion</key>
        <string>1.0</string>
      </dict>
      </plist>
      """.utf8)
  }
}

/// What a reader says of a path, as `static: bytes(…)` by platforms.
func facts(_ files: [String: [UInt8]], at path: String) -> [LinkageFact] {
  BinaryReader(MemoryTree(files)).facts(at: path)
}

/// What a reader says of a file with these bytes.
func fact(_ bytes: [UInt8]) -> LinkageFact {
  BinaryReader(MemoryTree(["file": bytes])).file(at: "file")
}

func obstacle(_ bytes: [UInt8]) -> LinkageFact.Obstacle? {
  if case .nothing(_, let obstacle) = fact(bytes).source { obstacle } else { nil }
}
