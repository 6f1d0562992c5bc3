public import Diagnostics
internal import YAML

/// Identifies a name in a `NameTable`.
public struct NameID: Hashable, Sendable {
  public var index: Int32

  public init(index: Int32) { self.index = index }
}

/// The names of targets, products, packages and references, each stored once.
///
/// Names are represented by numbers, since they are stored many times and compared more often. The
/// table is a hash table with linear probing over texts in one array. With thousands of specs it
/// exceeds the cache, so that memory accesses dominate: a slot contains the hash, which excludes
/// most other names, and refers to a record with the text and the number.
///
/// Some names have several spellings in Unicode: `é` is one scalar, or an `e` and an accent. Each
/// spelling has a separate number; `form` and `isSame` compare them.
public struct NameTable: Sendable {
  private struct Slot {
    var hash: UInt32
    /// The offset of the record; 0 for an empty slot.
    var record: UInt32

    static let empty = Slot(hash: 0, record: 0)
  }

  private var slots: [Slot]
  /// The offset of the record of each name.
  private var records: [UInt32] = []
  /// The records: number and length of a name, four bytes each, then its text.
  ///
  /// An initial byte keeps offset 0 free.
  private var bytes: [UInt8] = [0]
  /// The first spelling of each non-ASCII name; texts are equal in any Unicode form.
  private var forms: [String: NameID] = [:]
  /// All spellings of each name that has several, by the first spelling.
  private var spellings: [NameID: [NameID]] = [:]
  /// The first spelling of a name, by each further spelling.
  private var firstSpellings: [NameID: NameID] = [:]

  public init() { self.init(capacity: 256) }

  /// - Parameter capacity: A power of two, or 0 for a table without names.
  public init(capacity: Int) { slots = Array(repeating: .empty, count: capacity) }

  /// The names in the order of their numbers.
  // Not inlined: the initializer of a global would copy the table for each name through the
  // runtime.
  @inline(never)
  public init(_ names: [String]) {
    self.init()
    for name in names { _ = intern(name) }
  }

  public var count: Int { records.count }

  /// Returns the number of a name; adds the name if it is new.
  ///
  /// - Complexity: O(*l*) expected for a name of *l* bytes.
  public mutating func intern(_ name: Span<UInt8>) -> NameID {
    let hash = Fingerprint(name).hash
    let slot = slot(of: name, hash: hash)
    return number(slots[slot]) ?? add(name, hash: hash, at: slot)
  }

  /// Interns all names of another table, and returns the new numbers by the old ones.
  mutating func intern(allOf other: NameTable) -> [NameID] {
    var numbers: [NameID] = []
    numbers.reserveCapacity(other.count)
    for index in 0..<other.count {
      numbers.append(intern(other.bytes.span.extracting(other.place(index))))
    }
    return numbers
  }

  public mutating func intern(_ name: String) -> NameID { intern(Array(name.utf8).span) }

  /// Returns the number of a name if it is known, possibly in another spelling.
  public func find(_ name: Span<UInt8>) -> NameID? {
    if let known = number(slots[slot(of: name, hash: Fingerprint(name).hash)]) { return known }
    return forms.isEmpty ? nil : forms[Self.string(name)]
  }

  public func find(_ name: ArraySlice<UInt8>) -> NameID? { find(name.span) }

  public func find(_ name: some StringProtocol) -> NameID? { find(Array(name.utf8).span) }

  /// Returns the slot of a name, or the empty slot in which to add it.
  private func slot(of name: Span<UInt8>, hash: UInt32) -> Int {
    let slots = slots.span
    var place = Int(hash) & (slots.count &- 1)
    while true {
      let slot = slots[place]
      if slot.record == 0 || slot.hash == hash && isText(of: slot, name) { return place }
      place = (place &+ 1) & (slots.count &- 1)
    }
  }

  private func isText(of slot: Slot, _ name: Span<UInt8>) -> Bool {
    bytes.span.extracting(place(record: Int(slot.record))).isEqual(to: name)
  }

  /// Returns the number of the name in a slot.
  private func number(_ slot: Slot) -> NameID? {
    guard slot.record != 0 else { return nil }
    let header = bytes.span.eightBytes(from: Int(slot.record))
    return NameID(index: Int32(truncatingIfNeeded: header))
  }

  /// Returns the byte range of the text of a record.
  private func place(record: Int) -> Range<Int> {
    let start = record &+ Self.headerSize
    return start..<start &+ Int(bytes.span.eightBytes(from: record) &>> 32)
  }

  /// Returns the byte range of the text of a name.
  private func place(_ index: Int) -> Range<Int> { place(record: Int(records[index])) }

  private static let headerSize = 8

  public func bytes(of name: NameID) -> ArraySlice<UInt8> { bytes[place(Int(name.index))] }

  /// Returns the first bytes of a name, which decide most comparisons.
  public func prefix(of name: NameID) -> BytePrefix {
    let text = bytes.span.extracting(place(Int(name.index)))
    return BytePrefix(
      text.eightBytes(from: 0).byteSwapped, text.eightBytes(from: 8).byteSwapped)
  }

  /// Whether a name precedes another in byte order.
  ///
  /// Compares in place: slices would retain the array, which takes longer than most comparisons.
  public func precedes(_ a: NameID, _ b: NameID) -> Bool {
    let (first, second) = (place(Int(a.index)), place(Int(b.index)))
    for offset in 0..<min(first.count, second.count) {
      let (one, other) = (bytes[first.lowerBound + offset], bytes[second.lowerBound + offset])
      if one != other { return one < other }
    }
    return first.count < second.count
  }

  public func string(_ name: NameID) -> String { String(decoding: bytes(of: name), as: UTF8.self) }

  private static func string(_ name: Span<UInt8>) -> String {
    var bytes: [UInt8] = []
    for place in name.indices { bytes.append(name[place]) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func add(_ name: Span<UInt8>, hash: UInt32, at slot: Int) -> NameID {
    let index = UInt32(truncatingIfNeeded: count)
    let record = UInt32(truncatingIfNeeded: bytes.count)
    let header = UInt64(index) | UInt64(name.count) << 32
    var isASCII = true
    bytes.append(addingCapacity: Self.headerSize + name.count) { record in
      for byte in 0..<Self.headerSize {
        record.append(UInt8(truncatingIfNeeded: header >> UInt64(8 * byte)))
      }
      for place in name.indices {
        if name[place] >= 0x80 { isASCII = false }
        record.append(name[place])
      }
    }
    records.append(record)
    slots[slot] = Slot(hash: hash, record: record)
    if count * 4 > slots.count * 3 { grow() }
    let number = NameID(index: Int32(truncatingIfNeeded: index))
    if !isASCII { noteSpelling(number) }
    return number
  }

  private mutating func grow() {
    let old = slots
    let last = old.count * 2 - 1
    slots = Array(repeating: .empty, count: last + 1)
    for slot in old where slot.record != 0 {
      var place = Int(slot.hash) & last
      while slots[place].record != 0 { place = (place + 1) & last }
      slots[place] = slot
    }
  }
}

// Spellings of one name.
extension NameTable {
  /// Whether a name has several spellings.
  public var hasSpellings: Bool { !firstSpellings.isEmpty }

  /// Returns a number that all spellings of a name share.
  public func form(of name: NameID) -> NameID {
    firstSpellings.isEmpty ? name : firstSpellings[name] ?? name
  }

  /// Whether two names are equal in any spelling.
  public func isSame(_ a: NameID, _ b: NameID) -> Bool { a == b || form(of: a) == form(of: b) }

  /// Returns all spellings of a name that has several.
  public func spellings(of name: NameID) -> [NameID] {
    spellings.isEmpty ? [] : spellings[form(of: name)] ?? []
  }

  private mutating func noteSpelling(_ name: NameID) {
    let text = string(name)
    guard let first = forms[text] else {
      forms[text] = name
      return
    }
    firstSpellings[name] = first
    spellings[first, default: [first]].append(name)
  }
}
