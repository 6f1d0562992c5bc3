import Files
internal import Graph
import Text

// The platforms of a vendored library, read from the load commands of its slices.
extension BinaryReader {
  /// Returns the builds for phones and their simulators in the library at `path`; `nil` if a part
  /// does not contain its platform.
  ///
  /// Reads the load commands of each part (Apple's `mach-o/loader.h`); of an archive those of its
  /// first objects.
  func phoneSlices(ofFile path: String) -> PhoneSlices? {
    guard let head = try? bytes(of: path, at: 0, count: BinaryKind.headSize) else { return nil }
    var slices: PhoneSlices = []
    switch BinaryKind(head) {
    case .universal(let parts):
      for part in parts {
        guard let slice = slice(at: part.offset, of: path) else { return nil }
        slices.formUnion(slice)
      }
    case .archive, .machO:
      guard let slice = slice(at: 0, of: path) else { return nil }
      slices = slice
    default: return nil
    }
    return slices
  }

  /// Returns the slices of an archive or a Mach-O file at an offset.
  private func slice(at offset: UInt64, of path: String) -> PhoneSlices? {
    guard let head = try? bytes(of: path, at: offset, count: 16) else { return nil }
    guard case .archive = BinaryKind(head) else { return machO(at: offset, of: path) }
    guard head.starts(with: "!<arch>\n".utf8) else { return nil }
    var place = offset + 8
    for _ in 0..<Self.mostMembers {
      guard let header = try? bytes(of: path, at: place, count: 60), header.count == 60,
        let size = Self.number(header[48..<58]), let name = Self.longName(header)
      else { return nil }
      if let slice = machO(at: place + 60 + name, of: path) { return slice }
      let (next, isTooLarge) = (place + 60).addingReportingOverflow(size + size % 2)
      guard !isTooLarge else { return nil }
      place = next
    }
    return nil
  }

  /// The number of archive members to read: tables of contents come first, and after some objects
  /// of assembly code every object contains its platform.
  private static var mostMembers: Int { 8 }

  /// Returns the number of bytes of a member that are its name, from a name field such as `#1/20`.
  private static func longName(_ header: [UInt8]) -> UInt64? {
    header.starts(with: "#1/".utf8) ? number(header[3..<16]) : 0
  }

  private static func number(_ text: ArraySlice<UInt8>) -> UInt64? {
    UInt64(String(decoding: text.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self))
      .flatMap { $0 < 1 << 40 ? $0 : nil }
  }

  private func machO(at offset: UInt64, of path: String) -> PhoneSlices? {
    guard let head = try? bytes(of: path, at: offset, count: 32), head.count == 32,
      let magic = head.word(at: 0), magic == 0xcffa_edfe || magic == 0xcefa_edfe,
      let architecture = head.littleWord(at: 4), let size = head.littleWord(at: 20)
    else { return nil }
    let start = offset + (magic == 0xcffa_edfe ? 32 : 28)
    guard
      let commands = try? bytes(of: path, at: start, count: min(Int(size), Self.mostCommandBytes))
    else { return nil }
    var place = 0
    while let command = commands.littleWord(at: place),
      let length = commands.littleWord(at: place + 4), length >= 8
    {
      switch command {
      case 0x32:
        guard let platform = commands.littleWord(at: place + 8) else { return nil }
        return PhoneSlices(platform: platform, architecture: architecture)
      case 0x25:
        // Older compilers use one value for both, and simulators were Intel then.
        let isIntel = architecture & 0xff == 7
        return PhoneSlices(platform: isIntel ? 7 : 2, architecture: architecture)
      default: place += Int(length)
      }
    }
    return nil
  }

  private static var mostCommandBytes: Int { 1 << 16 }
}

extension PhoneSlices {
  /// Creates the slice for a platform and an architecture.
  ///
  /// - Parameters:
  ///   - platform: A platform of `LC_BUILD_VERSION`.
  ///   - architecture: The CPU type, with a bit for 64 bits.
  fileprivate init(platform: UInt32, architecture: UInt32) {
    switch (platform, architecture) {
    case (2, 0x0100_000c): self = .device
    case (7, 0x0100_000c): self = .simulatorARM
    case (7, _): self = .simulatorIntel
    default: self = []
    }
  }
}

extension [UInt8] {
  fileprivate func littleWord(at offset: Int) -> UInt32? { word(at: offset)?.byteSwapped }
}
