internal import Diagnostics

/// Reads the binary form of property lists (`CFBinaryPList.c` of Apple's CoreFoundation).
///
/// The file ends with a table of offsets and a trailer with the widths of numbers. Objects refer to
/// each other by their numbers in the table, so a small file can describe a huge or infinite tree.
/// The number of visited objects is limited.
struct BinaryPropertyList {
  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let rootObject: Int
  private let table: Int
  private var steps = Limits.propertyListSize

  init?(_ bytes: [UInt8]) {
    let trailer = bytes.count - 32
    guard trailer >= 8,
      let count = Int(exactly: bytes.unsignedInteger(at: trailer + 8, size: 8) ?? .max),
      let root = Int(exactly: bytes.unsignedInteger(at: trailer + 16, size: 8) ?? .max),
      let table = Int(exactly: bytes.unsignedInteger(at: trailer + 24, size: 8) ?? .max)
    else { return nil }
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    // Checks the count first, so that the product below cannot overflow.
    guard 1...8 ~= offsetSize, 1...8 ~= referenceSize, 1...trailer ~= count, root < count,
      8...trailer ~= table, count * offsetSize <= trailer - table
    else { return nil }
    self.bytes = bytes
    self.table = table
    objectCount = count
    rootObject = root
  }

  func root() -> PropertyList? {
    var copy = self
    return copy.object(rootObject, depth: 0)
  }

  private mutating func object(_ number: Int, depth: Int) -> PropertyList? {
    guard depth < Limits.nesting, take(1), number < objectCount,
      let place = integer(at: table + number * offsetSize, size: offsetSize), place < table
    else { return nil }
    let marker = bytes[place]
    switch marker >> 4 {
    case 0x0, 0x1, 0x2, 0x3, 0x4, 0x8: return .other
    case 0x5, 0x6, 0x7: return text(at: place)
    case 0xa, 0xb, 0xc:
      guard let items = references(at: place, perItem: 1) else { return nil }
      var list: [PropertyList] = []
      for item in items {
        guard let value = object(item, depth: depth + 1) else { return nil }
        list.append(value)
      }
      return .list(list)
    case 0xd: return dictionary(at: place, depth: depth)
    default: return nil
    }
  }

  private mutating func dictionary(at place: Int, depth: Int) -> PropertyList? {
    guard let items = references(at: place, perItem: 2) else { return nil }
    var entries: [String: PropertyList] = [:]
    for (key, value) in zip(items[..<(items.count / 2)], items[(items.count / 2)...]) {
      guard case .text(let name) = object(key, depth: depth + 1),
        let value = object(value, depth: depth + 1)
      else { return nil }
      entries[name] = value
    }
    return .table(entries)
  }

  /// Reads a text in ASCII, UTF-16 (big-endian) or UTF-8.
  private mutating func text(at place: Int) -> PropertyList? {
    let isWide = bytes[place] >> 4 == 0x6
    guard let content = content(at: place, unit: isWide ? 2 : 1), take(content.count) else {
      return nil
    }
    guard isWide else { return .text(String(decoding: bytes[content], as: UTF8.self)) }
    let units = stride(from: content.lowerBound, to: content.upperBound, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    return .text(String(decoding: units, as: UTF16.self))
  }

  /// Reads the numbers of the objects of a collection.
  private mutating func references(at place: Int, perItem: Int) -> [Int]? {
    guard let content = content(at: place, unit: perItem * referenceSize),
      take(content.count / referenceSize)
    else { return nil }
    var numbers: [Int] = []
    for offset in stride(from: content.lowerBound, to: content.upperBound, by: referenceSize) {
      guard let number = integer(at: offset, size: referenceSize) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// Returns the range of the content of an object, after its marker.
  ///
  /// The low half of the marker is the count of units, or 15 if an integer object with the count
  /// follows.
  private func content(at place: Int, unit: Int) -> Range<Int>? {
    var start = place + 1
    var count = Int(bytes[place] & 0xf)
    if count == 0xf {
      guard start < table, bytes[start] >> 4 == 0x1, bytes[start] & 0xf <= 3 else { return nil }
      let size = 1 << Int(bytes[start] & 0xf)
      guard let long = integer(at: start + 1, size: size) else { return nil }
      count = long
      start += 1 + size
    }
    guard start <= table, count <= (table - start) / unit else { return nil }
    return start..<start + count * unit
  }

  private func integer(at offset: Int, size: Int) -> Int? {
    bytes.unsignedInteger(at: offset, size: size).flatMap { Int(exactly: $0) }
  }

  /// Consumes steps; `false` if too few remain.
  private mutating func take(_ count: Int) -> Bool {
    guard count <= steps else { return false }
    steps -= count
    return true
  }
}

extension [UInt8] {
  /// Returns the big-endian integer of `size` bytes, at most 8, or `nil` beyond the end.
  public func unsignedInteger(at offset: Int, size: Int) -> UInt64? {
    guard offset >= 0, offset <= count - size else { return nil }
    return self[offset..<offset + size].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
